"""Identifiers as values: whether one is valid, its normal form, and what an arXiv identifier states about its date.

Sources: the DOI handbook (ISO 26324), arXiv's "Understanding the arXiv identifier", ISO 2108 (ISBN), ISO 3297 (ISSN),
ISO 7064 MOD 11-2 (the check character of ORCID).
"""

from __future__ import annotations

import html
from datetime import date as calendar
from urllib.parse import unquote

from citekit.model.date import Date
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

KINDS = (
    "doi", "arxiv", "primary-class", "orcid", "isbn", "issn", "pmid", "pmcid", "hal", "ssrn", "openreview", "acl",
    "patent",
)  # fmt: skip
"""The kinds of identifiers; DOIs of bioRxiv, medRxiv, Zenodo and SSRN are of kind ``"doi"``, arXiv's ``"arxiv"``."""


@dataclass(frozen=True, slots=True)
class Identifier:
    """An identifier and the half-open range of the text where it is, label or URL included.

    ``kind`` is one of :data:`KINDS`. ``value`` is bare: no label, no URL. A DOI keeps the case and an arXiv identifier
    the version that were printed; compare them by :func:`normal_doi` and :func:`normal_arxiv`.
    """

    kind: str
    value: str
    start: int = 0
    end: int = 0


DOI = r"10\.[0-9]{4,9}(?:\.[0-9]{1,9}+){0,3}/(?:(?![;,]10\.[0-9])[^\s\"<>{}|\\^`]|[<>](?=[0-9])){1,500}"
ARXIV_NEW = r"\d{4}\.\d{4,5}(?:v\d{1,3})?(?![\w/])(?!\.\d)"
ARXIV_OLD = r"(?:[a-z]{2,8}|q(?=-))(?:-[a-z]{2,8}+){0,2}(?:\.[A-Za-z]{2})?/\d{7}(?:v\d{1,3})?(?!\w)"
_DOI = re.compile(DOI)
_ARXIV = re.compile(rf"{ARXIV_NEW}|{ARXIV_OLD}")
ARXIV_DOI = "10.48550/arxiv."
"""What arXiv's own DOIs begin with, in the form in which DOIs are compared."""
_ARXIV_DOI = re.compile(re.escape(ARXIV_DOI), re.IGNORECASE)
_ISBN_SEPARATORS = str.maketrans("", "", " -\u2010\u2011\u2012\u2013")
ARCHIVES = frozenset(
    "acc-phys adap-org alg-geom ao-sci astro-ph atom-ph bayes-an chao-dyn chem-ph cmp-lg comp-gas cond-mat cs dg-ga"
    " funct-an gr-qc hep-ex hep-lat hep-ph hep-th math math-ph mtrl-th nlin nucl-ex nucl-th patt-sol physics plasm-ph"
    " q-alg q-bio quant-ph solv-int supr-con".split()
)
"""The parts of arXiv whose names are in identifiers of the old form, ``hep-th/9901001``."""
_DOI_TAILS = (
    "/full", "/abstract", "/abs", "/pdf", "/epdf", "/pdfdirect", "/meta", "/summary", "/references", "/html",
    "/fulltext.html", "/full.html", "/fulltext", "/suppl_file", ".full", ".full-text", ".abstract", ".pdf", ".epub", ".html", ".short",
)  # fmt: skip
_PREPRINT_VERSION = re.compile(r"(10\.1101/[\d.]{6,30})v\d{1,3}$")
_LONGEST_VALUE = 4000
"""Letters of a field for a DOI that are looked at."""
_CLOSERS = {")": "(", "]": "[", "}": "{"}
_AT_END = ".,;:!?'\"*_([{…’”»“‘\u200b"


def trimmed(text: str) -> str:
    """Return a DOI or URL cut out of running text, without the sentence's punctuation and closing brackets."""
    if not (")" in text or "]" in text or "}" in text):
        return text.rstrip(_AT_END)
    open_brackets = dict.fromkeys("([{", 0)
    for at, char in enumerate(text):
        if char in open_brackets:
            open_brackets[char] += 1
        elif char in _CLOSERS:
            open_brackets[_CLOSERS[char]] -= 1
            if open_brackets[_CLOSERS[char]] < 0:
                text = text[:at]
                break
    return text.rstrip(_AT_END)


def bare_doi(text: str) -> str:
    """Return the DOI in a text such as ``doi:10.1145/12.34.`` or a resolver's URL, in the case that was printed, or empty."""
    found = _DOI.search(unquote(text) if "%" in text else text)
    doi = trimmed(found.group()) if found else ""
    return "" if doi.endswith("/") else doi


_DECORATION = re.compile(r"[?&][\w-]{1,40}=.{0,2000}$|#\w.{0,200}$", re.DOTALL)
"""What addresses have after a DOI: a query, a place in the page."""
_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015"
"""The dash of a line that was broken there."""
_WRITTEN = (
    (re.compile(r"\\(?:href|url|nolinkurl)\s?\{([^{}]{1,2000})\}(?:\{[^{}]{0,2000}\})?"), r"\1"),
    (re.compile(r"\\(?:textless|lt)(?![A-Za-z])\s?(?:\{\})?"), "<"),
    (re.compile(r"\\(?:textgreater|gt)(?![A-Za-z])\s?(?:\{\})?"), ">"),
    (re.compile(r"\\textunderscore(?![A-Za-z])\s?(?:\{\})?"), "_"),
    (re.compile(r"[\u00ad\u200b-\u200d\u2060\ufeff]|\\-"), ""),
    (re.compile(r"\$(\\_|[<>])\$"), r"\1"),
    (re.compile(r"\\(?=[^A-Za-z])|\\[A-Za-z]{2,20}\s?"), ""),
    (re.compile(r"\{([^{}]{0,40})\}"), r"\1"),
    (re.compile(r"(?<=10\.\d{4})/\s"), "/"),
)
"""Signs of a DOI in LaTeX, and those that are not seen, with what they stand for."""


def doi_of_value(text: str, is_whole: bool = False) -> str:
    r"""Return the DOI in the value of a field that is made for one, in the case that was printed.

    Return an empty string if it has none.

    What is written around it or for its characters is not a part of it: a publisher's address with ``/epdf`` or
    ``/fulltext.html``, a query, ``#Sec3``, entities, ``\textless``, letters that are not seen.

    With ``is_whole``, return only a DOI that may be written in place of the text, which has nothing else but a label or
    resolver before it and punctuation after it: a text with two DOIs, or with a space in the middle of one, has none.

    >>> doi_of_value(r"https://example.org/doi/full/10.1000/14:1%3C3::AID-X%3E3.0.CO;2-K?src=getftr")
    '10.1000/14:1<3::AID-X>3.0.CO;2-K'
    >>> doi_of_value("https://doi.org/10.1000/moss.4.", True), doi_of_value("10.1000/moss.4, 10.1000/fern.5", True)
    ('10.1000/moss.4', '')
    """
    text = html.unescape(text[:_LONGEST_VALUE].strip())
    for pattern, signs in _WRITTEN:
        text = pattern.sub(signs, text)
    text = unquote(text) if "%" in text else text
    if not is_whole:
        return without_tails(bare_doi(_DECORATION.sub("", text).rstrip(_DASHES)))
    found = _WHOLE_DOI.fullmatch(text)
    if found is None or found["doi"].count("10.") > 1:
        return ""
    doi = trimmed(found["doi"])
    return doi if found["doi"][len(doi) :].strip(".,;") == "" and not doi.endswith("/") else ""


def without_tails(doi: str) -> str:
    """Return a DOI without what publishers put after it in their addresses (``/full``, ``.pdf``), and the version of a preprint."""
    for _ in range(3):
        tail = next((t for t in _DOI_TAILS if doi.lower().endswith(t)), "")
        if tail and doi.count("/") > tail.count("/"):
            doi = doi[: -len(tail)]
    return _PREPRINT_VERSION.sub(r"\1", doi)


_WHOLE_DOI = re.compile(
    rf"(?:(?:https?:(?://)?)?(?:(?:dx\.|www\.)?doi\.org/|doi\.acm\.org/)|doi(?:\.org/|\s?:|\s))?\s?(?:doi:\s?)?(?P<doi>{DOI})",
    re.IGNORECASE,
)
"""A DOI with the labels and resolvers that people write before it, and nothing else."""


def normal_doi(text: str) -> str:
    """Return the DOI of a text in lower case, the form to compare by; empty if missing."""
    return bare_doi(text).lower()


def normal_arxiv(text: str, keep_version: bool = False) -> str:
    """Return the arXiv identifier of a text (any label or URL) in arXiv's canonical form, or the empty string.

    Old identifiers lose their subject class (``math.GT/0309136`` is ``math/0309136``), and all lose their version
    unless ``keep_version``. Numbers whose year and month cannot be arXiv's are not identifiers.
    """
    text = _ARXIV_DOI.sub("arXiv:", text)
    for found in _ARXIV.finditer(text):
        if found.start() and (text[found.start() - 1].isalnum() or text[found.start() - 1] in ".-"):
            continue
        value = found.group()
        if arxiv_year_month(value):
            archive, slash, number = value.rpartition("/")
            number, _, version = number.partition("v")
            number = f"{archive.partition('.')[0]}{slash}{number}"  # without the class, "math.GT"
            return f"{number}v{version}" if keep_version and version else number
    return ""


_ARXIV_LABEL = re.compile(
    r"(?:https?://)?(?:(?:www\.|export\.)?arxiv\.org/(?:abs|pdf)/|10\.48550/)?(?:arxiv[.:\s])?\s?(?P<id>[^\s\[]{1,60}?)(?:\.pdf)?(?:\s?\[[^\s\[\]]{1,20}\])?[.,;]?",
    re.IGNORECASE,
)
"""An identifier with label, URL and class: ``https://arxiv.org/abs/2403.11421v2``, ``arXiv:2403.11421 [cs.DL]``."""


def only_arxiv(text: str) -> str:
    """Return the arXiv identifier that a text consists of, label or URL aside, with its version.

    Return an empty string for any other text.
    """
    found = _ARXIV_LABEL.fullmatch(text.strip())
    if found is None or not _ARXIV.fullmatch(found["id"]):
        return ""
    return normal_arxiv(found["id"], keep_version=True)


def arxiv_year_month(value: str) -> tuple[int, int] | None:
    """Return the year and month in a bare arXiv identifier (``2403.11421v3``, ``math.GT/0309136``), or None if it is not one.

    Identifiers of the new form run from April 2007 to the end of next year, with four digits until 2014 and five since.
    """
    archive, slash, number = value.rpartition("/")
    if not number[:4].isdecimal() or not number.isascii():
        return None
    year, month = int(number[:2]), int(number[2:4])
    if not 1 <= month <= 12:  # YYMM
        return None
    if slash:
        full = 1900 + year if year > 90 else 2000 + year  # arXiv began in 1991
        known = archive.partition(".")[0].lower() in ARCHIVES and (1991, 8) <= (full, month) < (2007, 4)
        return (full, month) if known else None
    full = 2000 + year
    digits = len(number.partition("v")[0]) - 5
    # arXiv: identifiers of this form since April 2007, five digits since 2015
    fits = digits == (5 if full >= 2015 else 4) and (full, month) >= (2007, 4) and full <= calendar.today().year + 1
    return (full, month) if fits else None


def arxiv_date(value: str) -> Date | None:
    """Return the month in which an arXiv identifier was given, or None if ``value`` holds no arXiv identifier."""
    found = arxiv_year_month(normal_arxiv(value))
    return Date.of(*found) if found else None


def valid_isbn(text: str) -> bool:
    """Whether a text is an ISBN-10 or ISBN-13 (hyphens and spaces allowed) with the right check digit."""
    digits = text.translate(_ISBN_SEPARATORS).upper()
    if not digits.isascii():
        return False
    if len(digits) == 13 and digits.isdecimal() and digits[:3] in ("978", "979"):  # ISBN-13, prefixes of books
        return sum(int(d) * (1, 3)[i % 2] for i, d in enumerate(digits)) % 10 == 0
    if len(digits) == 10 and digits[:9].isdecimal() and (digits[9].isdecimal() or digits[9] == "X"):  # ISBN-10
        return _weighted(digits, 10) % 11 == 0
    return False


def normal_isbn(text: str) -> str:
    """Return a valid ISBN as bare digits (and a final ``X``), else the empty string."""
    return text.translate(_ISBN_SEPARATORS).upper() if valid_isbn(text) else ""


def isbn_key(digits: str) -> str:
    """Return the twelve digits by which two ISBNs are one: without the last, which only checks the others.

    An ISBN-10 is an ISBN-13 with 978 before it. Digits that are not an ISBN's give what they are, cut off.

    >>> isbn_key("0306406152") == isbn_key("9780306406157")
    True
    """
    return f"978{digits[:9]}" if len(digits) == 10 else digits[:12]  # ISBN-10


def valid_issn(text: str) -> bool:
    """Whether a text is an ISSN (``0018-9219``, the hyphen may be missing) with the right check digit."""
    digits = text.replace("-", "").upper()
    # ISSN: eight digits, the last may be X
    if len(digits) != 8 or not digits.isascii() or not digits[:7].isdecimal() or digits[7] not in "0123456789X":
        return False
    return _weighted(digits, 8) % 11 == 0


def valid_orcid(text: str) -> bool:
    """Whether a text is an ORCID iD in its four groups (``0000-0002-1825-0097``) with the right check character."""
    digits = text.replace("-", "").upper()
    # ORCID: 16 digits in groups of four
    if len(digits) != 16 or not digits.isascii() or not digits[:15].isdecimal() or text.count("-") not in (0, 3):
        return False
    total = 0
    for digit in digits[:15]:
        total = (total + int(digit)) * 2
    check = (12 - total % 11) % 11
    return digits[15] == ("X" if check == 10 else str(check))  # ISO 7064, mod 11-2


def _weighted(digits: str, first: int) -> int:
    return sum((10 if d == "X" else int(d)) * (first - i) for i, d in enumerate(digits))
