"""A work as the CSL evaluation reads it: variables under the names of CSL, people and dates, parsed once.

Variables of older CSL-JSON (``shortTitle``, ``journalAbbreviation``, ``event``) are read under their names of CSL 1.0.2.
So are those that people keep in the note of a work: ``original-date: 1949``, one per line, or ``{:genre: Review}``
(documentation of Zotero and citeproc-js on the "Extra" field; a name is ``Family || Given``, a date is ISO 8601, a range
has a slash).

Bibliographies have other words than CSL for some things: the acronym of a conference is the series next to its name, an
arXiv identifier an ``eprint``, and the workshop or the track of a conference a note. In CSL the first is the short form
of the container's title, the second the number and the publisher of a preprint (specification, "Standard Variables" and
"Types"), and a paper of a workshop is none of the conference next to it. Only the processor gets works like this; in files they
stay as they are. What comes from CSL's own data is left alone: there a series is a series.
"""

from __future__ import annotations

from dataclasses import replace

from citekit.csl.listing import AS_THE_STYLE_HAS_IT, ListingOptions
from citekit.csl.people import FormattedName, person
from citekit.model.as_printed import value_printed
from citekit.model.date import Date, read_date, read_iso
from citekit.model.id_values import normal_arxiv, only_arxiv
from citekit.model.kinds import DATE_VARIABLES, NAME_VARIABLES, TEXT_VARIABLES
from citekit.model.name import Name
from citekit.model.work import InCSL, Value, Work
from citekit.runtime import patterns as re

_WORD = re.compile(r"[^\W_]+")
_ACRONYM = re.compile(r"[A-Za-z][\w+&/-]{1,14}")
# Servers of preprints by the name that `eprinttype` or `archivePrefix` gives them, and what comes before an identifier.
_SERVERS = {
    "arxiv": ("arXiv", ""),
    "biorxiv": ("bioRxiv", "https://www.biorxiv.org/content/"),
    "chemrxiv": ("ChemRxiv", ""),
    "hal": ("HAL", "https://hal.science/"),
    "medrxiv": ("medRxiv", "https://www.medrxiv.org/content/"),
    "psyarxiv": ("PsyArXiv", "https://osf.io/preprints/psyarxiv/"),
    "socarxiv": ("SocArXiv", "https://osf.io/preprints/socarxiv/"),
    "ssrn": ("SSRN", "https://ssrn.com/abstract="),
}
_MONTHS_IN_DIGITS = re.compile(r"(\d{1,2})\s{0,3}[-/–]{1,2}\s{0,3}(\d{1,2})")
_MEETING = re.compile(r"\b(?:workshops?|wksp|track)\b", re.IGNORECASE)
_PIECE = re.compile(r"(?<=[.;])\s+")
_LONGEST_MEETING = 120  # by hand: the name of a workshop with its conference and year fits; more is a sentence
_SMALL = frozenset("a an and for in of on the to".split())


def with_origin(work: Work) -> Work:
    """Return the work with its container's acronym and its preprint number in the variables that are theirs."""
    changes: dict[str, Value] = {}
    series = work.variables.get("collection-title")
    if isinstance(series, str) and not isinstance(series, InCSL) and is_acronym(series, work.text("container-title")):
        # a series is printed as one by every style; the acronym would be printed twice
        changes = {"collection-title": "", "container-title-short": work.text("container-title-short") or series}
    kind = work.type
    archive = work.fields.get("archiveprefix", "").lower()
    alone = not (work.text("container-title") or work.text("DOI") or work.text("URL") or work.text("PMID"))
    if kind == "article-journal" and archive in _SERVERS and alone:
        kind = "article"  # INSPIRE exports preprints as articles without a journal
    if kind in ("article", "manuscript") and archive == "arxiv":
        changes |= _preprint(work)
        kind = "article"  # an unpublished work that arXiv has is a preprint
    elif alone and archive in _SERVERS:
        changes |= _on_server(work, archive)
    if month := _MONTHS_IN_DIGITS.fullmatch(work.fields.get("month", "")):
        changes |= _months(work, int(month[1]), int(month[2]))
    if work.type == "paper-conference":
        changes |= _meeting(work)
    return replace(work, type=kind, variables={**work.variables, **changes}) if changes or kind != work.type else work


def _months(work: Work, first: int, last: int) -> dict[str, Value]:
    """Return the date of a double issue whose months are numbers, ``1-2``."""
    issued = work.variables.get("issued")
    # months of a year
    known = isinstance(issued, Date) and issued.year and issued == Date.of(issued.year) and 1 <= first < last <= 12
    if not isinstance(issued, Date) or not issued.year or not known:
        return {}
    return {"issued": Date(((issued.year, first), (issued.year, last)))}


def _on_server(work: Work, archive: str) -> dict[str, Value]:
    """Return where a work lies that only its identifier on a server leads to."""
    identifier = work.fields.get("eprint", "").strip()
    if not identifier:
        return {}
    if archive == "arxiv":
        known = normal_arxiv(only_arxiv(identifier))
        return {"DOI": f"10.48550/arXiv.{known}"} if known else {"URL": f"https://arxiv.org/abs/{identifier}"}
    name, address = _SERVERS[archive]
    found: dict[str, Value] = {}
    if identifier.startswith("10."):
        found["DOI"] = identifier
    elif address:
        found["URL"] = address + identifier
    else:
        found["number"] = f"{name}:{identifier}"
    if work.type in ("article", "article-journal", "manuscript") and not work.text("publisher"):
        found["publisher"] = f'<span class="nocase">{name}</span>'
    return found


def _meeting(work: Work) -> dict[str, Value]:
    """Return the workshop or track that the note or the event names, after the proceedings that do not name it."""
    container = work.text("container-title")
    changes: dict[str, Value] = {}
    for variable in ("event-title", "note"):
        if isinstance(work.variables.get(variable), InCSL):
            continue
        pieces = _PIECE.split(work.text(variable))
        named = [piece for piece in pieces if len(piece) <= _LONGEST_MEETING and _MEETING.search(piece)]
        new = [piece for piece in named if piece.strip(" .").casefold() not in container.casefold()]
        if container and new and not (variable == "event-title" and _MEETING.search(container)):
            container = ", ".join((container, *(piece.strip(" .") for piece in new)))
            changes |= {"container-title": container, variable: " ".join(p for p in pieces if p not in named)}
    return changes


def is_acronym(short: str, name: str) -> bool:
    """Whether ``short`` is one word that abbreviates ``name``: it is in it, or is made of the beginnings of its words.

    ``EuroSys`` abbreviates ``European Conference on Computer Systems``; ``LNCS`` does not abbreviate ``Computer
    Vision``.
    """
    if not _ACRONYM.fullmatch(short) or sum(map(str.isupper, short)) < 2:
        return False
    words = _WORD.findall(name[:500])
    return short in words or _made_of("".join(_WORD.findall(short)).lower(), [word.lower() for word in words])


def _made_of(short: str, words: list[str]) -> bool:
    """Whether beginnings of words, in order, make ``short``; at least two words give a letter."""
    reached = {(0, 0)}
    for word in words:
        most = 1 if word in _SMALL else len(word)
        for at, used in tuple(reached):
            length = 0
            while length < most and at + length < len(short) and short[at + length] == word[length]:
                length += 1
                reached.add((at + length, min(used + 1, 2)))
    return (len(short), 2) in reached


def _preprint(work: Work) -> dict[str, Value]:
    """Return the number, the publisher and the DOI of a preprint.

    arXiv registers a DOI for every paper. Its name keeps its lowercase letter everywhere.
    """
    identifier = work.fields.get("eprint", "").strip()
    if not identifier:
        return {}
    # a label or URL that people write in the field is not a part of the number
    known = normal_arxiv(only_arxiv(identifier))
    identifier = only_arxiv(identifier) if known else identifier
    found: dict[str, Value] = {}
    if not work.text("number"):
        found["number"] = f'<span class="nocase">arXiv:{identifier}</span>' if known else f"arXiv:{identifier}"
    if not work.text("publisher"):
        found["publisher"] = '<span class="nocase">arXiv</span>'
    if known and not work.text("DOI") and not work.text("URL"):
        found["DOI"] = f"10.48550/arXiv.{known}"
    return found


_BRACED = re.compile(r"\{:([A-Za-z][\w-]*):[ ]*+([^{}]{0,2000})\}")
_LINE = re.compile(r"([A-Za-z][A-Za-z_ -]{0,40}):[ \t]*+(.*+)")
_KNOWN = {name.lower(): name for name in TEXT_VARIABLES | NAME_VARIABLES | DATE_VARIABLES}


def with_note_variables(work: Work) -> Work:
    """Return the work with the variables of its note, which are then removed from the note.

    Those that the work has already stay, dates excepted; a type in the note counts.
    """
    note = work.variables.get("note")
    if not isinstance(note, str) or ":" not in note:
        return work
    found: dict[str, Value] = {}
    names: dict[str, list[Name]] = {}
    kind = ""
    pairs, rest = _pairs(note)
    for name, value in pairs:
        date = (read_iso(value) or read_date(value)) if name in DATE_VARIABLES and value else None
        if name == "type":
            kind = value
        elif name in NAME_VARIABLES:
            family, bars, given = value.partition("||")
            names.setdefault(name, []).append(
                Name(family.strip(), given.strip()) if bars else Name(literal=value.strip())
            )
        elif date is not None:
            found[name] = date
        elif name not in DATE_VARIABLES:
            found[name] = value
    if not pairs:
        return work
    found.update({name: tuple(people) for name, people in names.items()})
    # people put a date there because their program has no field for its parts; words do not replace a known date
    new = {
        name: value
        for name, value in found.items()
        if name not in work.variables or (isinstance(value, Date) and value.parts)
    }
    return replace(work, type=kind or work.type, variables={**work.variables, **new, "note": rest})


def _pairs(note: str) -> tuple[list[tuple[str, str]], str]:
    """Return the pairs in braces and those on the lines with which the note begins, and the note without them."""
    found: list[tuple[str, str]] = []
    for match in _BRACED.finditer(note):
        found.append((_variable(match[1]), match[2].strip()))
    rest: list[str] = []
    lines = _BRACED.sub("", note).split("\n")
    for number, line in enumerate(lines):
        pair = _LINE.fullmatch(line.strip())
        name = _variable(pair[1]) if pair else ""
        if pair and name:
            found.append((name, pair[2].strip()))
        elif number and line.strip() and not pair:
            rest += lines[number:]
            break
        else:
            rest.append(line)
    return [pair for pair in found if pair[0]], "\n".join(rest).strip()


def _variable(key: str) -> str:
    """Return the variable that a key of a note stands for; ``type`` is one here."""
    key = key.strip().lower().replace(" ", "-")
    return "type" if key == "type" else "" if key == "note" else _KNOWN.get(key, "")


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
