"""PubMed's format (``.nbib``): lines of a tag of up to four capitals, a hyphen, and a value, as PubMed exports records.

Tags are mapped to those of RIS and interpreted by its reader. PubMed's internal tags (``OWN``, ``STAT``, ``PHST``) are
reported and skipped. Source: National Library of Medicine, "MEDLINE/PubMed Data Element (Field) Descriptions".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from citekit.formats.files import read_back
from citekit.formats.ris import RisReading, Values, holds_editors, read_paragraphs, tagged_plainly
from citekit.model.date import MONTH_NAMES, month_number
from citekit.model.work import Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.registry import pairs
from citekit.runtime.span import Source

NAME = "nbib"
SUFFIXES = (".nbib",)
BEGINS = re.compile(r"[ \t\r\n]{0,9}PMID ?- ?\d{1,9}[ \t]*\r?\n")
_LINE = re.compile(r"([A-Z]{1,4}) {0,3}-(?: ([^\r\n]*+))?")
_TAGS = pairs("citekit.formats", "nbib.tsv")["tags"]
_WRITTEN = {tag: name for name, tag in reversed(list(_TAGS.items()))}
_TYPES = pairs("citekit.formats", "nbib.tsv")["types"]
_TYPE_NAMES = {kind: name for name, kind in reversed(list(_TYPES.items()))}
_LABELLED = re.compile(r"(.{1,300}?) \[(doi|pii|pmid|pmcid)\]")
_STAMP = re.compile(r"(\d{4})/(0[1-9]|1[0-2])/(\d\d|)/")
_DATE = re.compile(r"(\d{4}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?: (\d{1,2}))?")
_SHORTENED = re.compile(r"(\d{1,9})-(\d{1,8})")
# PubMed's internal tags, references to other records, and short names (`AU`), whose full names are in `FAU`.
_KEPT_BY_PUBMED = frozenset(
    "AU OWN STAT DCOM LR EDAT MHDA CRDT PHST PST SB JID DEP DA DRDT EIN CIN CON COIS FIR IR ISO NM OTO OID RF RN SI AUID GR GS OAB OABL".split()
)


def loads(source: Source) -> Works:
    """Read a source: an empty line ends a record; an indented line continues the line before it."""
    return read_paragraphs(source, _LINE, _reading, "a record begins with PMID-", _KEPT_BY_PUBMED - {"AU"})


def _reading(values: Values) -> RisReading:
    """Return a record as tags of RIS; its type is the first known publication type, for a review has two."""
    kinds = (_TYPES.get(value.lower(), "") for tag, value in values if tag == "PT")
    return RisReading(next(filter(None, kinds), "JOUR"), _as_ris(values))


def _as_ris(values: Values) -> Iterator[tuple[str, str]]:
    """Yield the values with the tags of RIS."""
    names = {tag for tag, _ in values}
    for tag, value in values:
        if tag in ("AID", "LID", "SO"):
            labelled = _LABELLED.fullmatch(value)
            if labelled and labelled[2] == "doi":
                yield "DO", labelled[1]
        elif tag == "PMID":
            yield "U1", f"{value}[pmid]"
        elif tag == "DP":
            yield "PY", _stamp(value)
        elif tag == "PG":
            yield "SP", _pages(value)
        elif tag == "CN":
            yield "AU", f"{value},"
        elif tag == "AU" and "FAU" not in names:
            family, _, initials = value.rpartition(" ")
            yield "AU", f"{family}, {'. '.join(initials)}." if family and initials.isupper() else value
        elif tag == "PT" and value.lower() not in _TYPES:
            yield "M3", value
        elif tag in _TAGS:
            yield _TAGS[tag], value.removesuffix(".") if tag in ("TI", "BTI") else value
        elif tag not in _KEPT_BY_PUBMED and tag != "PT":
            yield tag, value


def _pages(text: str) -> str:
    """Write out the last page: ``1234-1238`` for ``1234-8``."""
    match = _SHORTENED.fullmatch(text.strip())
    if not match or len(match[2]) >= len(match[1]):
        return text
    return f"{match[1]}-{match[1][: len(match[1]) - len(match[2])]}{match[2]}"


def dumps(library: Works | Iterable[Work], settings: object = None) -> str:
    """Write the library as PubMed exports it, with an empty line between records."""
    return "\n".join("".join(f"{tag:<4}- {value}\n" for tag, value in _values(work)) for work in library)


def _values(work: Work) -> Iterator[tuple[str, str]]:
    kind, values = tagged_plainly(work)
    pages = "-".join(value for tag, value in values if tag in ("SP", "EP") and value)
    identifier = next((value.removesuffix("[pmid]") for tag, value in values if tag == "U1"), "")
    if identifier:
        yield "PMID", identifier
    for tag, value in values:
        text = " ".join(value.split())
        if tag == "SP":
            yield "PG", pages
        elif tag == "DO":
            yield "AID", f"{text} [doi]"
        elif tag == "AU" and text.endswith(",") and not text.startswith("et al"):
            yield "CN", text[:-1]
        elif tag == "PY":
            yield "DP", next((_date(stamp) for other, stamp in values if other == "DA" and stamp), text)
        elif tag in ("A2", "ED"):
            yield from [("FED", text)] if holds_editors(tag, kind) else []
        elif tag != "DA" and tag in _WRITTEN and text:
            yield _WRITTEN[tag], text
    yield "PT", _TYPE_NAMES.get(kind, "Journal Article").title()


def _date(stamp: str) -> str:
    """Convert ``2021/05/12/`` to ``2021 May 12``; other dates are unchanged."""
    match = _STAMP.fullmatch(stamp)
    return f"{match[1]} {MONTH_NAMES[int(match[2]) - 1][:3]} {match[3].lstrip('0')}".strip() if match else stamp


def _stamp(date: str) -> str:
    """Convert ``2021 May 12`` to ``2021/05/12/``; other dates, such as ``2021 May-Jun``, are unchanged."""
    match = _DATE.fullmatch(date)
    return f"{match[1]}/{month_number(match[2]):02}/{match[3] or '':0>2}/".replace("/00/", "//") if match else date


losses = read_back(loads, dumps)
"""Report what PubMed's format cannot represent."""
