"""RIS (``.ris``): tagged lines, as exchanged by EndNote, Zotero, Mendeley, publishers and library catalogues.

The reader accepts both dialects, that of Reference Manager (``A1``, ``T1``, ``JF``, ``Y1``, ``N2``) and that of EndNote
(``AU``, ``TI``, ``T2``, ``PY``, ``AB``); the writer uses EndNote's. Tags without a meaning for a type become fields named
``ris-`` and the tag, and are written back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import field
from types import MappingProxyType

from citekit.formats._names import inverted, people_in_line, read_name
from citekit.formats._record import addresses_in, keywords, page_ends, page_range
from citekit.formats.files import read_back
from citekit.model.date import MONTH_NAMES, SEASONS, Date, edtf, month_number, read_date, read_edtf
from citekit.model.ids import doi_of_value
from citekit.model.name import Name
from citekit.model.work import Trace, Value, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem
from citekit.runtime.records import dataclass
from citekit.runtime.registry import tables
from citekit.runtime.span import Source, Span
from citekit.text.rich import fewest_escapes, without_marks

NAME = "ris"
SUFFIXES = (".ris",)
BEGINS = re.compile(r"(?:[^\n]{0,200}+\n){0,6}?[ \t]{0,4}TY[ \t]{1,4}-[ \t]{0,4}[A-Z]{3,8}[ \t]*(?:\r|\n|\Z)")

__all__ = ["BEGINS", "NAME", "SUFFIXES", "dumps", "loads", "losses"]


# Types and tags of RIS, and their meaning in CSL.
#
# Sources: "RIS Format Specifications" of Research Information Systems (2001, 2011), EndNote's table of reference types
# and their generic fields, and the CSL 1.0.2 specification (appendices III and IV).

# The reader of RIS: the meaning of a tag depends on the type of its record and on its dialect.

_TABLES = tables("citekit.formats", "ris.tsv")
CSL_TYPES = MappingProxyType(dict(_TABLES["types"]))
"""TY -> CSL type."""

RIS_TYPES = MappingProxyType({csl: ty for ty, csl in reversed(_TABLES["types"])} | dict(_TABLES["written"]))
"""CSL type -> TY to write."""

_GROUPS = {name: frozenset(types.split()) for name, types in _TABLES["groups"]}
_SERIALS = _GROUPS["articles"] | {"periodical"}
PAGE_COUNTED = frozenset({"book", "classic", "thesis", "manuscript"})
"""Types for which SP without EP is the number of pages."""


@dataclass(frozen=True, slots=True)
class TagRow:
    """A tag and its variable for some types (all types if none are given); only some rows are used for writing."""

    tag: str
    variable: str
    types: frozenset[str] = frozenset()
    but: frozenset[str] = frozenset()
    written: bool = True

    def fits(self, kind: str) -> bool:
        """Whether the row applies to a CSL type."""
        return kind not in self.but and (not self.types or kind in self.types)


def _rows(name: str) -> tuple[TagRow, ...]:
    return tuple(_row(*row) for row in _TABLES[name])


def _row(tag: str, variable: str, condition: str = "", use: str = "") -> TagRow:
    words = condition.removeprefix("not ").split()
    types: frozenset[str] = frozenset().union(*(_GROUPS.get(word, {word}) for word in words))
    excluded = condition.startswith("not ")
    return TagRow(tag, variable, frozenset() if excluded else types, types if excluded else frozenset(), use != "read")


NAMES = _rows("names")
"""Tags of names in EndNote's dialect."""

REFERENCE_MANAGER_NAMES = MappingProxyType({"A2": "editor", "A3": "collection-editor"})
"""Tags of names with one meaning for all types in Reference Manager's dialect."""
REFERENCE_MANAGER_TAGS = frozenset({"A1", "T1", "Y1", "N2", "JF", "JO", "JA", "BT", "CT"})
"""Tags that distinguish Reference Manager's dialect from EndNote's."""

TEXTS = _rows("texts")
"""Tags of texts, the more specific of two for one variable first; code handles SN, SP, EP, AN, C2, C3, U1, U2 and dates."""

LONG_TEXTS = frozenset({"abstract", "note", "annote"})
"""Variables whose line ends are retained."""
FIELD_TAGS = MappingProxyType({"L1": "pdf", "L2": "html"})
"""Tags whose values are fields, not variables."""


def number_tag_holds(kind: str) -> str:
    """Return what SN is for a CSL type if its form does not determine it: ``number``, ``ISSN`` or ``ISBN``."""
    if kind in _GROUPS["numbered"]:
        return "number"
    return "ISSN" if kind in _SERIALS else "ISBN"


def rows_for(rows: tuple[TagRow, ...], tag: str, kind: str) -> Iterator[TagRow]:
    """Return the rows of a tag that apply to a CSL type."""
    return (row for row in rows if row.tag == tag and row.fits(kind))


def tag_of(rows: tuple[TagRow, ...], variable: str, kind: str) -> str:
    """Return the tag to write a variable with for a CSL type, or an empty string."""
    return next((row.tag for row in rows if row.variable == variable and row.written and row.fits(kind)), "")


_ORDER = {row.tag: place for place, row in reversed(list(enumerate(TEXTS)))}
_NAME_TAGS = frozenset(row.tag for row in NAMES)
_ISSN = re.compile(r"(\d{4})-?(\d{3}[\dXx])")
_ISBN = re.compile(r"(?:97[89][- ]?)?\d(?:[- ]?\d){8}[- ]?[\dXx]")
_LABELLED = re.compile(
    r"\((?:print|electronic|online|linking|(?:e-?|p-?|online |print )?(?:ISSN|ISBN))\)|\b(?:e-?|p-?)?(?:ISSN|ISBN):?",
    re.IGNORECASE,
)
_ARXIV = re.compile(r"arXiv:\s{0,2}(\S+)(?:\s\[([A-Za-z.-]{2,20})\])?", re.IGNORECASE)
_DASH = re.compile(r"[-–]")
_ID_OF_USER_TAG = {"[pmid]": "PMID", "[pmcid]": "PMCID"}
_LINE = re.compile(r"(?<![^\r\n])[^\r\n]++(?:\r\n|\r|\n|\Z)")
_TAG = re.compile(r"[ \t]{0,4}([A-Z][A-Z0-9])[ \t]{1,4}-(?:[ \t]++(.*+)|)")
# Tags of texts whose line ends are retained; in others they become spaces.
_LONG = frozenset({"AB", "N2", "N1", "RN"})
_HINT_TY = "begin a record with TY"

Values = list[tuple[str, str]]
"""The tags of a record and their values, in order."""


def loads(source: Source) -> Works:
    """Read a source; every record becomes a work, and tags without a variable become fields ``ris-…``."""
    found, problems = _records(source)
    readings = [(record.span, RisReading(record.type, record.values)) for record in found]
    return works_of(source, readings, problems)


def works_of(source: Source, readings: Iterable[tuple[Span, RisReading]], problems: Iterable[Problem]) -> Works:
    """Return the works of records with their spans, and all problems in the order of the text."""
    listed = list(readings)
    works = tuple(reading.work() for _, reading in listed)
    own = [
        Problem(m, hint, source, span, "info", kind) for span, reading in listed for m, hint, kind in reading.problems
    ]
    ordered = sorted((*problems, *own), key=lambda problem: problem.span.start if problem.span else 0)
    return Works(works, tuple(Trace(source, span) for span, _ in listed), tuple(ordered))


@dataclass(slots=True)
class _Record:
    """One record: its type, its span, and its tags in order; a line without a tag continues the value before it.

    The lines of a value are joined once, as a value may continue for as many lines as the file has.
    """

    type: str
    span: Span
    lines: list[tuple[str, list[str]]] = field(default_factory=list)

    @property
    def values(self) -> Values:
        """The tags and their values."""
        return [(tag, "\n".join(filter(None, lines))) for tag, lines in self.lines]


def _records(source: Source) -> tuple[list[_Record], list[Problem]]:
    """Return the records of a source and the problems; every line is in a record or is reported."""
    found: list[_Record] = []
    problems: list[Problem] = []
    record: _Record | None = None
    junk: Span | None = None
    has_types = re.search(r"^TY  ?- ", source.text.removeprefix("\ufeff"), re.MULTILINE) is not None

    def report(kind: str, message: str, hint: str, span: Span) -> None:
        problems.append(Problem(message, hint, source, span, "warning", kind))

    for line in _LINE.finditer(source.text):
        text, span = line[0].lstrip("\ufeff").strip(), Span(*line.span())
        match = _TAG.fullmatch(line[0].lstrip("\ufeff").rstrip())
        tag, value = (match[1], (match[2] or "").strip()) if match else ("", text)
        if not match and (not text or not record or not record.lines):
            junk = junk if not text else junk.cover(span) if junk else span
            continue
        if junk and (not record or tag in ("TY", "ER")):
            report("not-a-record", "text outside of a record was skipped", _HINT_TY, junk)
            junk = None
        if tag == "ER" and not record:
            report("stray-tag", "ER without a record", _HINT_TY, span)
        elif tag == "TY" and record:
            report("missing-er", "this record has no ER at its end", "end it with a line 'ER  - '", record.span)
        elif tag not in ("TY", "ER") and not record and (found or has_types) and tag not in _BEGINNING:
            junk = junk.cover(span) if junk else span  # what a database writes between records
            continue
        elif tag not in ("TY", "ER") and not record:
            report("no-type", f"{tag} comes before any TY", "it is read as a record without a type", span)
        if tag == "TY" or (not record and tag != "ER"):
            record = _Record(value if tag == "TY" else "", span)
            found.append(record)
        if record:
            record.span = record.span.cover(span)
            if not match:
                record.lines[-1][1].append(text)
            elif tag not in ("TY", "ER"):
                record.lines.append((tag, [value]))
        record = None if tag == "ER" else record
    if record:
        report("missing-er", "this record has no ER at its end", "end it with a line 'ER  - '", record.span)
    if junk:
        report("not-a-record", "text outside of a record was skipped", _HINT_TY, junk)
    return found, problems


# A paragraph with none of these tags is what a database writes between its records.
_OF_A_WORK = frozenset("TI T1 T2 T3 CT BT JO JF JA AU A1 A2 A3 A4 ED DO DI UR SN AN U1 U2 C2 ID PY Y1 DA AB N2".split())
# Tags that a record without a TY may begin with; any other tag between two records is not part of a record.
_BEGINNING = frozenset({"TI", "T1", "CT", "BT", "AU", "A1", "ID"})
# The date of the online version where an article has its edition: `2020/05/06`, `Epub 2020 May 6`.
_ONLINE = re.compile(
    r"(?:(?:E-?pub|Online)(?: ahead of print)?:?\s)(?P<day>.{4,30})|\d{4}[-/]\d\d?[-/]\d\d?", re.IGNORECASE
)


class RisReading:
    """The variables, fields and problems of one record while it is read.

    ``problems`` are (message, hint, kind); ``left`` are the values without a variable, by tag.
    """

    def __init__(self, kind: str, values: Iterable[tuple[str, str]]) -> None:
        self.values: dict[str, list[str]] = {}
        for tag, value in values:
            if value:
                self.values.setdefault(tag, []).append(value if tag in _LONG else " ".join(value.split()))
        self.given = kind.upper()
        self.kind = CSL_TYPES.get(self.given, "document")
        self.old = not REFERENCE_MANAGER_TAGS.isdisjoint(self.values) and not self.values.keys() & {"AU", "TI", "T2"}
        self.problems: list[tuple[str, str, str]] = []
        self.variables: dict[str, Value] = {}
        self.people: dict[str, list[Name]] = {}
        self.paragraphs: dict[str, dict[str, None]] = {}
        self.fields: dict[str, str] = {}
        self.left: dict[str, list[str]] = {}

    def work(self) -> Work:
        """Return the work; must be called once."""
        if self.given not in CSL_TYPES:
            message = f"the type {self.given or '(none)'} is not known"
            self.problems.append((message, "it is read as a document", "unknown-type"))
        elif RIS_TYPES[self.kind] != self.given:
            self.problems.append((f"the type {self.given} is read as {self.kind}", "", "type-narrowed"))
        key, *further = self.values.pop("ID", [""])
        for other in further:
            self._leave("ID", other)
        self._dates()
        self._pages()
        # if a conference paper has C3, that is the title of the proceedings, and T2 is the conference
        if self.kind == "paper-conference" and "C3" in self.values:
            titles = self.values.pop("C3")
            events = [*self.values.pop("T2", []), *self.values.pop("JO", [])]
            self.variables["container-title"] = titles[0]
            for title in titles[1:]:
                self._leave("C3", title)
            for event in events:
                self._put("event-title", event, "T2")
        listed = [line for value in self.values.pop("KW", []) for line in re.split(r"[\n;]", value)]
        words = list(dict.fromkeys(filter(None, (" ".join(word.split()) for word in listed))))
        if words:
            self.variables["keyword"] = ("; " if any("," in word for word in words) else ", ").join(words)
        self._by_type()
        for tag in sorted(self.values, key=lambda tag: _ORDER.get(tag, len(_ORDER))):
            for value in self.values[tag]:
                self._value(tag, value)
        # a short title alone is the only one there is
        if "container-title" not in self.variables and "container-title-short" in self.variables:
            self.variables["container-title"] = self.variables.pop("container-title-short")
        if self.variables.get("container-title-short") == self.variables.get("container-title"):
            self.variables.pop("container-title-short", None)
        self.variables |= {name: tuple(found) for name, found in self.people.items()}
        self.variables |= {name: "\n".join(found) for name, found in self.paragraphs.items()}
        self.fields |= {f"ris-{tag.lower()}": "; ".join(found) for tag, found in self.left.items()}
        return Work(self.kind, key, self.variables, self.fields)

    def _value(self, tag: str, value: str) -> None:
        if tag in _NAME_TAGS:
            self._name(tag, value)
        elif tag in ("UR", "L1", "L2") and len(addresses := addresses_in(value)) > 1:
            for address in addresses:
                self._value(tag, address)
        elif tag in FIELD_TAGS:
            if self.fields.setdefault(FIELD_TAGS[tag], " ".join(value.split())) != value:
                self._leave(tag, value)
        elif tag == "SN":
            words = _LABELLED.sub(" ", value).replace(";", " ").split()
            several = len(words) > 1 and all(_ISSN.fullmatch(word) or _ISBN.fullmatch(word) for word in words)
            for bare in words if several else filter(None, [" ".join(words)]):
                issn = _ISSN.fullmatch(bare)
                if issn:
                    self._put("ISSN", f"{issn[1]}-{issn[2].upper()}", "SN")
                else:
                    self._put("ISBN" if _ISBN.fullmatch(bare) else number_tag_holds(self.kind), bare, "SN")
        elif tag == "AN" and (match := _ARXIV.fullmatch(value)):
            self.fields |= {"eprint": match[1], "archiveprefix": "arXiv"}
            self.fields |= {"primaryclass": match[2]} if match[2] else {}
        elif tag in ("U1", "U2") and (label := next((name for name in _ID_OF_USER_TAG if value.endswith(name)), "")):
            self._put(_ID_OF_USER_TAG[label], value.removesuffix(label), tag)
        elif tag == "C2" and value.upper().startswith("PMC"):
            self._put("PMCID", value, tag)
        elif tag in ("DO", "DI", "M3") and (doi := doi_of_value(value, True)):
            self._put("DOI", doi, tag)
        else:
            self._text(tag, value)

    def _text(self, tag: str, value: str) -> None:
        names = [row.variable for row in rows_for(TEXTS, tag, self.kind)]
        if not names:
            self._leave(tag, value)
            return
        name = next((name for name in names if name not in self.variables), names[0])
        if name in LONG_TEXTS:
            self.paragraphs.setdefault(name, {}).setdefault(value)
        else:
            self._put(name, value, tag)

    def _put(self, variable: str, value: str, tag: str) -> None:
        known = self.variables.setdefault(variable, value)
        if known != value:
            self._leave(tag, value)

    def _leave(self, tag: str, value: str) -> None:
        """Retain a value without a variable under the name of its tag."""
        self.left.setdefault(tag, []).append(" ".join(value.split()))

    def _name(self, tag: str, value: str) -> None:
        variable = REFERENCE_MANAGER_NAMES.get(tag, "") if self.old else ""
        variable = variable or next((row.variable for row in rows_for(NAMES, tag, self.kind)), "")
        if not variable:
            self._leave(tag, value)
        else:
            texts = people_in_line(value)
            if len(texts) > 1:
                self.problems.append(
                    (f"{tag} has {len(texts)} people in one line", "write one per line", "several-names")
                )
            self.people.setdefault(variable, []).extend(read_name(text, undivided_people=True) for text in texts)

    def _dates(self) -> None:
        years = [*self.values.pop("PY", []), *self.values.pop("Y1", [])]
        stamps = self.values.pop("DA", [])
        issued = read_ris_date(years[0]) if years else None
        for tag, stamp in [*(("Y1", year) for year in years[1:]), *(("DA", stamp) for stamp in stamps)]:
            # PY has the year and DA the day, or only the words for a month
            fuller = _fuller(issued, stamp)
            if fuller is None:
                self._leave(tag, stamp)
            elif issued is None or len(edtf(fuller)) >= len(edtf(issued)):
                issued = fuller
        if issued:
            self.variables["issued"] = issued
        for stamp in self.values.pop("Y2", []):
            known = self.variables.setdefault("accessed", read_ris_date(stamp))
            if known != read_ris_date(stamp):
                self._leave("Y2", stamp)

    def _pages(self) -> None:
        first = "; ".join(self.values.pop("SP", []))
        last = "; ".join(self.values.pop("EP", []))
        if not first and not last:
            return
        if first and not last and self.kind in PAGE_COUNTED and first.isdecimal():
            self.variables["number-of-pages"] = first
        elif first and last and first != last and not _DASH.search(first):
            self.variables["page"] = f"{first}-{last}"
        else:
            self.variables["page"] = page_range(first or last)
            if last and last != first and not first.endswith(last):
                self._leave("EP", last)

    def _by_type(self) -> None:
        """Read the tags whose meaning EndNote's table of reference types changes for theses and articles."""
        if self.kind == "thesis":
            degrees = [degree for degree in self.values.get("VL", []) if not degree[:1].isdigit()]
            if degrees:
                del self.values["VL"]
                kinds = self.values.setdefault("M3", degrees[:1])
                for degree in degrees:
                    if degree not in kinds:
                        self._leave("VL", degree)
            advisors = [name for tag in ("A2", "A3") for name in self.values.pop(tag, [])]
            if advisors:
                self.fields["advisor"] = " and ".join(name.rstrip(", ") for name in advisors)
        elif self.kind == "article-journal" and self.values.get("ET"):
            dates = [
                online and read_ris_date(online["day"] or online[0])
                for online in map(_ONLINE.fullmatch, self.values["ET"])
            ]
            self.values["ET"] = [
                e for e, date in zip(self.values["ET"], dates, strict=True) if not (date and date.parts)
            ]
            if online := next((date for date in dates if date and date.parts), None):
                self.variables["available-date"] = online
        elif self.kind == "report" and not self.values.get("SN"):
            self.values["SN"] = self.values.pop("M1", [])[:1]


def read_ris_date(text: str) -> Date:
    """Parse a date: ``2019/05/12/``, ``2019///Spring``, ``2019``, ``May 2019``; EDTF after the third slash takes precedence."""
    bare = " ".join(text.split())
    pieces = [piece.strip() for piece in bare.split("/", 3)]
    extra = pieces[3] if len(pieces) == 4 else ""  # RIS dates are YYYY/MM/DD/other information
    exact = read_edtf(extra)
    if exact:
        return exact
    numbers = pieces[:3]  # year, month and day
    if len(pieces) > 1 and len(numbers[0]) == 4 and all(n.isdecimal() or not n for n in numbers):
        year, month, day = (int(number or 0) for number in (*numbers, "", "")[:3])
        worded = read_date(f"{extra} {year}") if extra else Date()
        if year and worded.parts and not month:
            return worded
        if year and month <= 12 and day <= 31:  # months and days of a calendar
            return Date(Date.of(year, month, day).parts, worded.season)
    return read_date(bare)


def _fuller(issued: Date | None, stamp: str) -> Date | None:
    """Return the date of publication with the month and day of DA, or None if DA is a different date."""
    date = read_ris_date(stamp)
    if issued is None:
        return date
    if not date.parts and issued.year and len(issued.parts) == 1:
        date = read_date(f"{stamp} {issued.year}")
        words = stamp.replace(".", " ").split()
        if not date.parts and words and month_number(words[0]):
            date = read_date(f"{' '.join(words)}, {issued.year}")
    if date.parts and (date.year == issued.year or not issued.parts):
        return Date(date.parts, date.season, date.circa, issued.literal)
    return None


def read_paragraphs(
    source: Source,
    line: re.Pattern[str],
    reading: Callable[[Values], RisReading],
    begins: str,
    left: Collection[str] = (),
) -> Works:
    """Read records that are separated by empty lines.

    ``line`` matches a tag and its value; a line without a tag continues the value before it. ``left`` are the tags that
    are skipped and reported; ``begins`` is the hint for text that is not a record.
    """
    readings: list[tuple[Span, RisReading]] = []
    problems: list[Problem] = []
    for place in _paragraphs(source.text):
        values: Values = []
        for text in source.text[place.start : place.end].splitlines():
            match = line.fullmatch(text.rstrip())
            if match:
                values.append((match[1], (match[2] or "").strip()))
            elif values:
                values[-1] = (values[-1][0], f"{values[-1][1]}\n{text.strip()}")
        record = reading(values)
        if not record.values.keys() & _OF_A_WORK:
            message, severity = "text outside of a record was skipped", "warning" if values else "error"
            problems.append(Problem(message, begins, source, place, severity, "not-a-record"))
            continue
        readings.append((place, record))
        if names := sorted({tag for tag, _ in values if tag in left}):
            message = f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} skipped"
            problems.append(Problem(message, "internal to the service", source, place, "info", "left-out"))
    return works_of(source, readings, problems)


def _paragraphs(text: str) -> Iterator[Span]:
    """Yield the span of each run of lines without an empty line."""
    at, start, end = 0, -1, 0
    for line in text.splitlines(keepends=True):
        if line.strip():
            start = at if start < 0 else start
            end = at + len(line)
        elif start >= 0:
            yield Span(start, end)
            start = -1
        at += len(line)
    if start >= 0:
        yield Span(start, end)


# The writer of RIS in EndNote's dialect: one value per line, `ER` at the end of every record.

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff]+")
_HALF = re.compile(r"[\ud800-\udfff]")
_LIKE_TAG = re.compile(r"[A-Z][A-Z0-9][ \t]{1,4}-")
_OWN = re.compile(r"ris-([a-z][a-z0-9])")
_DAY = re.compile(r"\d{4}/(0[1-9]|1[0-2])/(\d\d|)/")
_FIELD_TAG = {name: tag for tag, name in FIELD_TAGS.items()}
_TAG_ORDER = (
    "TY ID AU TI ST A2 ED A3 A4 TA T2 T3 J2 PY DA VL IS SV M1 C7 SP EP ET NV SE M3 PB CY C1 C3 C5 C6 SN DO AN U1 U2 UR "
    "L1 L2 Y2 CN AV DB LA LB RI KW AB N1 RN"
).split()
_RANK = {tag: place for place, tag in enumerate(_TAG_ORDER)}


def dumps(library: Works | Iterable[Work], settings: object = None) -> str:
    """Write the library as RIS; lines end with ``\\n``, and an empty line follows every record."""
    return "".join(f"{''.join(_lines(work))}ER  - \n\n" for work in library)


def tagged(work: Work) -> tuple[str, list[tuple[str, str]]]:
    """Return the TY of a work, and its tags with their values in the order of writing."""
    kind = RIS_TYPES.get(work.type, "GEN")
    return kind, sorted(_values(work, CSL_TYPES[kind]), key=lambda pair: _RANK.get(pair[0], len(_RANK)))


def tagged_plainly(work: Work) -> tuple[str, list[tuple[str, str]]]:
    """Return the result of :func:`tagged` without markup in the values."""
    kind, values = tagged(work)
    return kind, [(tag, value if tag == "ID" else fewest_escapes(without_marks(value))) for tag, value in values]


def day_of(stamp: str) -> str:
    """Return the month and day of a DA: ``May 12`` for ``2021/05/12/``; other values are unchanged."""
    match = _DAY.fullmatch(stamp)
    return f"{MONTH_NAMES[int(match[1]) - 1]} {match[2].lstrip('0')}".strip() if match else stamp


def holds_editors(tag: str, kind: str) -> bool:
    """Whether a tag of names contains editors in a record of this TY."""
    return tag == "ED" or next((row.variable for row in rows_for(NAMES, tag, CSL_TYPES[kind])), "") == "editor"


def _lines(work: Work) -> Iterator[str]:
    kind, values = tagged_plainly(work)
    yield f"TY  - {kind}\n"
    for tag, value in values:
        lines = [line for line in map(_clean, value.splitlines()) if line]
        if lines:
            further = "".join(f" {line}" if _LIKE_TAG.match(line) else f"\n  {line}" for line in lines[1:])
            yield f"{tag}  - {lines[0]}{further}\n"


def _clean(line: str) -> str:
    return " ".join(_HALF.sub("\ufffd", CONTROL.sub(" ", line)).split())


def _values(work: Work, kind: str) -> Iterator[tuple[str, str]]:
    if work.id:
        yield "ID", work.id
    event = kind == "paper-conference" and bool(work.text("event-title") and work.text("container-title"))
    for variable, value in work.variables.items():
        if isinstance(value, tuple):
            tag = tag_of(NAMES, variable, kind)
            yield from ((tag, name) for name in map(_name, value) if name and tag)
        elif isinstance(value, Date):
            if variable == "accessed":
                yield "Y2", _stamp(value) or value.literal
            elif variable == "issued":
                year = f"{value.year:04d}" if 0 < (value.year or 0) < 10000 else ""  # the tag PY has four digits
                stamp = _stamp(value)
                yield "PY", year or value.literal
                yield "DA", stamp if stamp != f"{year}///" else ""
        elif event and variable in ("event-title", "container-title"):
            yield ("T2" if variable == "event-title" else "C3"), value
        else:
            yield from _text(variable, value, kind)
    fields = work.fields
    archive, number = fields.get("archiveprefix", ""), fields.get("eprint", "")
    if number and archive.lower() == "arxiv":
        subject = fields.get("primaryclass", "")
        yield "AN", f"arXiv:{number} [{subject}]" if subject else f"arXiv:{number}"
    for name, value in fields.items():
        own = _OWN.fullmatch(name)
        if name in _FIELD_TAG:
            yield _FIELD_TAG[name], value
        elif own and own[1] not in ("ty", "er", "id"):
            yield own[1].upper(), value


def _text(variable: str, value: str, kind: str) -> Iterator[tuple[str, str]]:
    tag = tag_of(TEXTS, variable, kind)
    if variable == "keyword":
        yield from (("KW", word) for word in keywords(value))
    elif variable == "page":
        pages = page_ends(value)
        lone = kind in PAGE_COUNTED and value.strip().isdecimal()
        yield "SP", pages[0] if pages else value
        yield "EP", pages[1] if pages else value if lone else ""
    elif variable == "number-of-pages" and kind in PAGE_COUNTED:
        yield "SP", value
    elif variable in ("ISSN", "ISBN") or (variable == "number" and number_tag_holds(kind) == "number"):
        yield "SN", value
    elif variable in ("PMID", "PMCID"):
        yield ("U1" if variable == "PMID" else "U2"), f"{value}[{variable.lower()}]" if value else ""
    elif tag:
        yield tag, value if variable in LONG_TEXTS else " ".join(value.split())


def _stamp(date: Date) -> str:
    """Return ``YYYY/MM/DD/``; ranges, approximate and BC dates follow as EDTF after the year, a season as its name."""
    year, month, day = date.year or 0, date.month or 0, date.day or 0
    ranged = len([part for part in date.parts if part]) > 1
    # RIS has years of four digits; others go into the last part, as EDTF
    if ranged or date.circa or not 0 < year < 10000 or (date.season and not month):
        number = f"{year:04d}" if 0 < year < 10000 else ""  # as above
        return f"{number}///{edtf(date)}" if edtf(date) else ""
    numbers = [f"{year:04d}", f"{month:02d}" if month else "", f"{day:02d}" if day else ""]
    # EDTF numbers the seasons; the CSL ones are 1 to 4
    return "/".join([*numbers, SEASONS[date.season - 1] if 1 <= date.season <= 4 else ""])


def _name(name: Name) -> str:
    if name.is_others:
        return ""  # RIS has no "et al.", and programs read any text here as a person
    return f"{name.literal}," if name.literal else inverted(name)


losses = read_back(loads, dumps)
"""Report what RIS cannot represent: marks of authors, fields and variables without a tag for their type, …"""
