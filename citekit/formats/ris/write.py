"""The writer of RIS in EndNote's dialect: one value per line, ``ER`` at the end of every record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from citekit.formats._losses import read_back
from citekit.formats._names import inverted
from citekit.formats._record import keywords, page_ends
from citekit.formats.ris.read import (
    CSL_TYPES,
    FIELD_TAGS,
    LONG_TEXTS,
    NAMES,
    PAGE_COUNTED,
    RIS_TYPES,
    TEXTS,
    loads,
    number_tag_holds,
    rows_for,
    tag_of,
)
from citekit.model.date import MONTH_NAMES, SEASONS, Date, edtf
from citekit.model.library import Works
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.text.rich import fewest_escapes, without_marks

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff]+")
_HALF = re.compile(r"[\ud800-\udfff]")
_LIKE_TAG = re.compile(r"[A-Z][A-Z0-9][ \t]{1,4}-")
_OWN = re.compile(r"ris-([a-z][a-z0-9])")
_DAY = re.compile(r"\d{4}/(0[1-9]|1[0-2])/(\d\d|)/")
_FIELD_TAG = {name: tag for tag, name in FIELD_TAGS.items()}
_ORDER = (
    "TY ID AU TI ST A2 ED A3 A4 TA T2 T3 J2 PY DA VL IS SV M1 C7 SP EP ET NV SE M3 PB CY C1 C3 C5 C6 SN DO AN U1 U2 UR "
    "L1 L2 Y2 CN AV DB LA LB RI KW AB N1 RN"
).split()
_RANK = {tag: place for place, tag in enumerate(_ORDER)}


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
