"""A work as evaluation looks at it: its variables under CSL's names, its people and its numbers, read once.

Variables of older CSL-JSON (``shortTitle``, ``journalAbbreviation``, ``event``) are found under their names of 1.0.2.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from citekit.csl.listing import AS_THE_STYLE_HAS_IT, ListingOptions
from citekit.csl.notes import with_note_variables
from citekit.csl.origin import with_origin
from citekit.csl.people import FormattedName, person
from citekit.model.as_printed import value_printed
from citekit.model.date import Date
from citekit.model.work import Value, Work
from citekit.runtime import patterns as re

_OLD_NAMES = {
    "shortTitle": "title-short",
    "journalAbbreviation": "container-title-short",
    "event": "event-title",
}
_FIRST_PAGE = re.compile(r"\s*([^\W\d_]*\d+)")
_SHORT_FORMS = {"title": "title-short", "container-title": "container-title-short"}


class CslItem:
    """One work in a processor: what it says and, later, its number, its suffix and how it is told from others.

    ``kept`` is what was found out about it for the next run over the same works; None where there is none.
    """

    def __init__(
        self, work: Work, index: int, english: bool = True, listing: ListingOptions = AS_THE_STYLE_HAS_IT
    ) -> None:
        self.work = work
        self.id = work.id
        self.listing = listing
        self.kept: dict[object, Any] | None = None
        self.begin(index)
        self.texts: dict[str, str] = {}
        self.names: dict[str, tuple[FormattedName, ...]] = {}
        self.dates: dict[str, Date] = {}
        work = with_origin(with_note_variables(work))
        self.type = work.type
        self._read(work.variables)
        self.present = frozenset((*self.texts, *self.names, *self.dates))
        issued = self.dates.get("issued")
        has_month = issued is None or not issued.year or bool(issued.season) or any(len(p) > 1 for p in issued.parts)
        self.month_in_words = "" if has_month else work.fields.get("month", "")
        """What the month field says where it is no month that is known (``Spring/Summer``): it is printed in its place."""
        self.language = self.texts.get("language", "")
        self.is_turkic = self.language.lower().startswith(("tr", "az"))
        self.is_english = self.language.lower().startswith("en") if self.language else english

    def begin(self, index: int) -> None:
        """Back to the beginning of a run: the place of the work, and nothing that tells it from others."""
        self.index = index
        self.number = index + 1
        self.suffix = 0
        self.shown_names: dict[int, int] = {}
        self.expanded: dict[tuple[int, int], int] = {}
        self.choose = 0

    def told_apart(self) -> Hashable:
        """All that tells the work from others, as a value."""
        if not self.shown_names and not self.expanded:
            return self.suffix, self.choose
        return self.suffix, self.choose, tuple(self.shown_names.items()), tuple(self.expanded.items())

    def _read(self, variables: Mapping[str, Value]) -> None:
        for name, given in variables.items():
            value = value_printed(given, formulas=False)  # which the processor sets itself
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

    def text(self, variable: str, form: str = "") -> str:
        """A text variable, in its short form where that is asked for and there."""
        if form == "short":
            short = _SHORT_FORMS.get(variable) or f"{variable}-short"
            return self.texts.get(short) or self.texts.get(variable, "")
        return self.texts.get(variable, "")

    def has(self, variable: str) -> bool:
        """Whether a variable of any kind is there."""
        return variable in self.present
