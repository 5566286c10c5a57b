"""A work as the CSL evaluation reads it: variables under the names of CSL, people and dates, parsed once.

Variables of older CSL-JSON (``shortTitle``, ``journalAbbreviation``, ``event``) are read under their names of CSL
1.0.2.
"""

from __future__ import annotations

from citekit.csl.listing import AS_THE_STYLE_HAS_IT, ListingOptions
from citekit.csl.notes import with_note_variables
from citekit.csl.origin import with_origin
from citekit.csl.people import FormattedName, person
from citekit.model.as_printed import value_printed
from citekit.model.date import Date
from citekit.model.work import Work
from citekit.runtime import patterns as re

_OLD_NAMES = {
    "shortTitle": "title-short",
    "journalAbbreviation": "container-title-short",
    "event": "event-title",
}
_FIRST_PAGE = re.compile(r"\s*([^\W\d_]*\d+)")
_SHORT_FORMS = {"title": "title-short", "container-title": "container-title-short"}


class CslItem:
    """One work in a processor: its values and, later, its number, year suffix and other means of disambiguation."""

    def __init__(
        self, work: Work, index: int, english: bool = True, listing: ListingOptions = AS_THE_STYLE_HAS_IT
    ) -> None:
        self.work = work
        self.id = work.id
        self.listing = listing
        self.index = index
        self.number = index + 1
        self.suffix = 0
        self.shown_names: dict[int, int] = {}
        self.expanded: dict[tuple[int, int], int] = {}
        self.choose = 0
        self.texts: dict[str, str] = {}
        self.names: dict[str, tuple[FormattedName, ...]] = {}
        self.dates: dict[str, Date] = {}
        work = with_origin(with_note_variables(work))
        self.type = work.type
        for name, given in work.variables.items():
            value = value_printed(given, formulas=False)  # the processor renders formulas itself
            if isinstance(value, str):
                if value:
                    self.texts[name] = str(value)
            elif isinstance(value, Date):
                if any(value.parts) or value.literal:
                    self.dates[name] = value
            elif isinstance(value, tuple) and value:
                self.names[name] = tuple(map(person, value))
        for old, new in _OLD_NAMES.items():
            if old in self.texts and new not in self.texts:
                self.texts[new] = self.texts[old]
        if "page" in self.texts and "page-first" not in self.texts:
            found = _FIRST_PAGE.match(self.texts["page"])
            self.texts["page-first"] = found[1] if found else self.texts["page"]
        self.present = frozenset((*self.texts, *self.names, *self.dates))
        issued = self.dates.get("issued")
        has_month = issued is None or not issued.year or bool(issued.season) or any(len(p) > 1 for p in issued.parts)
        self.month_in_words = "" if has_month else work.fields.get("month", "")
        """The text of the month field if it is not a known month (``Spring/Summer``): printed in place of the month."""
        self.language = self.texts.get("language", "")
        self.is_turkic = self.language.lower().startswith(("tr", "az"))
        self.is_english = self.language.lower().startswith("en") if self.language else english

    def text(self, variable: str, form: str = "") -> str:
        """Return a text variable, in its short form if ``form`` is ``short`` and the work has one; empty if missing."""
        if form == "short":
            short = _SHORT_FORMS.get(variable) or f"{variable}-short"
            return self.texts.get(short) or self.texts.get(variable, "")
        return self.texts.get(variable, "")

    def has(self, variable: str) -> bool:
        """Whether the work has a variable of any kind."""
        return variable in self.present
