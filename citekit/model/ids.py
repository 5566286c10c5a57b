"""Identifiers of publications and people in running text and in URLs.

:func:`find_identifiers` reads text, :func:`identifier_of_url` one URL; the ``valid_`` and ``normal_`` functions judge
single values. Every search is bounded, and skipped where characteristic letters are missing.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from datetime import date as calendar
from urllib.parse import parse_qs, unquote, urlsplit

from citekit.model.date import Date
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.registry import handles

# --- Identifiers as values: whether one is valid, its normal form, and what an arXiv identifier states about its date.
#
# Sources: the DOI handbook (ISO 26324), arXiv's "Understanding the arXiv identifier", ISO 2108 (ISBN), ISO 3297 (ISSN),
# ISO 7064 MOD 11-2 (the check character of ORCID).

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
_ANY_DOI = re.compile(DOI)
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
    found = _ANY_DOI.search(unquote(text) if "%" in text else text)
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


LONGEST_URL = 4000
"""URLs with more characters than this are not looked into."""

_PMC = re.compile(r"PMC\d{4,9}(?!\w)")
_PUBMED = re.compile(r"/(?:pubmed/|MED/)?(\d{4,9})/?$", re.IGNORECASE)
_HAL = re.compile(r"/([a-z]{2,10}-\d{8})(?:v\d{1,3})?(?![\w-])")
_SSRN = re.compile(r"abstract(?:_id)?=(\d{4,9})", re.IGNORECASE)
_ACL = re.compile(r"/([A-Z]\d{2}-\d{4}|\d{4}\.[a-z0-9_]{2,30}-[a-z0-9_]{1,30}\.\d{1,4})(?![\w-])")
_OPENREVIEW = re.compile(r"[\w-]{4,40}$")
_PATENT_PAGE = re.compile(r"/patent/([A-Z]{2}\d{5,13}(?:[A-Z]\d?)?)(?!\w)")
_NATURE = re.compile(r"/articles/((?:s\d{5}-\d{3}-\d{4,5}-[\dxyz]|n[a-z]{2,10}\.?\d{2,6}|srep\d{3,6}))(?![\w-])")
_ZENODO = re.compile(r"/records?/(\d{3,10})(?!\w)")
_TAIL = re.compile(r"/([\dXx-]{8,20})/?$")


def identifier_of_url(url: str) -> Identifier | None:
    """Return the identifier that a URL points to, its range the whole of ``url``; None if the URL holds none.

    Percent-escapes are resolved; ``/pdf``, ``.full`` and the like after a publisher's DOI are cut off.
    """
    url = url.strip()
    if len(url) > LONGEST_URL:
        return None
    try:
        parts = urlsplit(url if "://" in url else f"https://{url}")
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return None
    path = unquote(parts.path)
    for suffix, reading in _HOSTS.items():
        if host == suffix or host.endswith(f".{suffix}"):
            found = reading(path, parts.query)
            if found:
                return Identifier(*found, 0, len(url))
    found = _doi_of(f"{path}?{unquote(parts.query)}" if "10." in parts.query else path, host)
    return Identifier(*found, 0, len(url)) if found else None


_Found = tuple[str, str] | None
_HOSTS: dict[str, Callable[[str, str], _Found]] = {}
"""Host, also of the hosts below it -> the identifier in the path and the query of an address there."""


def _doi_of(place: str, host: str = "") -> _Found:
    at = place.find("10.")
    if at < 0:
        return None
    resolver = host == "doi.org" or host.endswith(".doi.org")
    doi = bare_doi(place[at:] if resolver else place[at:].partition("&")[0].partition("?")[0])
    if not resolver:
        doi = without_tails(doi)
    if doi.lower().startswith(ARXIV_DOI):
        return _arxiv_of(doi, "") or ("doi", doi)
    return ("doi", doi) if doi else None


@handles(_HOSTS, "arxiv.org ar5iv.org xxx.lanl.gov alphaxiv.org arxiv-vanity.com huggingface.co")
def _arxiv_of(path: str, query: str) -> _Found:
    value = normal_arxiv(path.removesuffix(".pdf"), keep_version=True)
    return ("arxiv", value) if value and arxiv_year_month(value) else None


@handles(_HOSTS, "orcid.org")
def _orcid(path: str, query: str) -> _Found:
    value = path.strip("/")[:19].upper()
    return ("orcid", value) if valid_orcid(value) else None


@handles(_HOSTS, "ncbi.nlm.nih.gov europepmc.org")
def _pubmed(path: str, query: str) -> _Found:
    pmc, pubmed = _PMC.search(path), _PUBMED.search(path)
    if pmc:
        return "pmcid", pmc.group()
    return ("pmid", pubmed.group(1)) if pubmed else None


@handles(_HOSTS, "openreview.net")
def _openreview(path: str, query: str) -> _Found:
    values = parse_qs(query[:500]).get("id", [""]) if path.rstrip("/") in ("/forum", "/pdf", "/attachment") else [""]
    return ("openreview", values[0]) if _OPENREVIEW.match(values[0]) else None


@handles(_HOSTS, "openlibrary.org worldcat.org")
def _isbn(path: str, query: str) -> _Found:
    found = _TAIL.search(path)
    value = normal_isbn(found.group(1)) if found and "isbn" in path.lower() else ""
    return ("isbn", value) if value else None


@handles(_HOSTS, "portal.issn.org")
def _issn_of(path: str, query: str) -> _Found:
    value = path.rstrip("/").rpartition("/")[2].upper()
    return ("issn", value) if valid_issn(value) else None


def _searched(kind: str, pattern: re.Pattern[str], before: str = "") -> Callable[[str, str], _Found]:
    def read(path: str, query: str) -> _Found:
        found = pattern.search(f"{path}?{query}" if kind == "ssrn" else path)
        return (kind, f"{before}{found.group(1)}") if found else None

    return read


_HOSTS |= {
    host: reading
    for hosts, reading in {
        "ssrn.com": _searched("ssrn", _SSRN),
        "aclanthology.org aclweb.org": _searched("acl", _ACL),
        "hal.science archives-ouvertes.fr hal.inria.fr": _searched("hal", _HAL),
        "patents.google.com": _searched("patent", _PATENT_PAGE),
        "nature.com": _searched("doi", _NATURE, "10.1038/"),
        "zenodo.org": _searched("doi", _ZENODO, "10.5281/zenodo."),
    }.items()
    for host in hosts.split()
}


_I = re.IGNORECASE
_URL = re.compile(
    r"(?<!\w)(?:https?://|www\.|(?:dx\.)?doi\.org/|arxiv\.org/|orcid\.org/)[^\s<>\"{}|\\^`]{3,2000}",
    _I,
)
_URL_HINTS = ("://", "www.", "doi.org/", "arxiv.org/", "orcid.org/")
_NO_LABEL = ("", "")


def find_identifiers(text: str, bare_arxiv: bool = False) -> list[Identifier]:
    """Return the identifiers of a text in the order in which they are, without overlaps.

    A URL is read as a whole, so what is inside one that means nothing to us is left alone. ``bare_arxiv`` also
    takes numbers such as ``2403.11421``, and ``(0803.1142)`` in brackets, for arXiv identifiers.
    """
    low = text.casefold()
    candidates = sorted(_candidates(text, low, bare_arxiv), key=lambda c: (c.start, -c.end))
    found: list[Identifier] = []
    free_from = 0
    for candidate in candidates:
        if candidate.start >= free_from:
            free_from = candidate.end
            found.append(candidate)
    return [identifier for identifier in found if identifier.kind]


def _candidates(text: str, low: str, bare_arxiv: bool) -> Iterator[Identifier]:
    if any(map(low.__contains__, _URL_HINTS)):
        for match in _URL.finditer(text):
            url = trimmed(whole_url(text, *match.span()))
            found = identifier_of_url(url)
            kind, value = (found.kind, found.value) if found else _NO_LABEL
            yield Identifier(kind, value, match.start(), match.start() + len(url))
    for hints, pattern, reading in _IN_TEXT:
        place = text if hints[0].isupper() else low
        if any(map(place.__contains__, hints)):
            yield from _read(text, pattern, reading)
    if bare_arxiv and _ARXIV_FIGURES.search(text):
        yield from _read(text, _ARXIV_BARE, _arxiv)


def whole_url(text: str, start: int, end: int) -> str:
    """Return the URL that is at ``start``, read until ``end``, with the rest of a DOI in it that has brackets (``<3::AID``),
    and without a bracket of several words after it, which is its text as AsciiDoc writes it.

    An angle bracket ends a URL, but the DOIs that publishers made of SICIs (ANSI/NISO Z39.56) have them before digits.
    """
    bracket = text.rfind("[", start, end)
    if bracket >= 0 and text.find("]", bracket, end) < 0 and text[end : end + 1].isspace():
        end = bracket
    at = text.find("10.", start, end)
    if at >= 0 and text[end : end + 1] in ("<", ">") and (found := _DOI_HERE.match(text, at)):
        return text[start : max(end, found.end())]
    return text[start:end]


_DOI_HERE = re.compile(DOI)


_Reading = Callable[[re.Match[str]], tuple[str, str, int]]
"""From a match to a kind (empty if it is not an identifier after all), a value, and the end in the text."""


def _read(text: str, pattern: re.Pattern[str], reading: _Reading) -> Iterator[Identifier]:
    for match in pattern.finditer(text):
        kind, value, end = reading(match)
        if kind:
            yield Identifier(kind, value, match.start(), end)


def _doi(match: re.Match[str]) -> tuple[str, str, int]:
    value = trimmed(match.group(1))
    end = match.start(1) + len(value)
    if value.lower().startswith(ARXIV_DOI):
        preprint = normal_arxiv(value, keep_version=True)
        if preprint:
            return "arxiv", preprint, end
    return ("" if value.endswith("/") else "doi"), value, end


def _arxiv(match: re.Match[str]) -> tuple[str, str, int]:
    value = next(filter(None, match.groups()))
    return ("arxiv" if arxiv_year_month(value) else ""), value, match.end()


def _checked(kind: str, valid: Callable[[str], bool], normal: Callable[[str], str]) -> _Reading:
    def read(match: re.Match[str]) -> tuple[str, str, int]:
        value = match.group(1)
        return (kind if valid(value) else ""), normal(value), match.end()

    return read


def _plain(kind: str) -> _Reading:
    return lambda match: (kind, match.group(1), match.end())


def _issn(value: str) -> str:
    digits = value.replace("-", "").upper()
    return f"{digits[:4]}-{digits[4:]}"


def _patent(match: re.Match[str]) -> tuple[str, str, int]:
    """Return the number with its country and kind code, without spaces, commas and strokes: ``US20040198398A1``."""
    country, number, code = match.group(1), match.group(2), match.group(3) or ""
    digits = "".join(c for c in number if c.isdecimal())
    # six digits after a country are a patent only with a kind code: alone they may be any number
    return ("patent" if len(digits) >= 7 or code else ""), f"{country}{digits}{code}", match.end()


_DOI = re.compile(rf"(?<!\w)(?:doi\s?[:=]?\s{{0,2}})?(?<![\d.])({DOI})", _I)
_ARXIV_BARE = re.compile(
    rf"(?<=[(\[])({ARXIV_NEW})(?=[)\]])|(?<=[,;:]\s)({ARXIV_NEW})(?=[.,;]?\s{{0,3}}(?:$|\[(?:[a-z-]{{2,8}}[\].])))"
    rf"|(?<=[Pp]reprint\sat\s)({ARXIV_NEW})"
    r"|(?<![\w./#№-])(?<![Nn]o\.\s)(?<![Nn]r\.\s)(?<![Nn]o\s)(?<!№\s)([12]\d(?:0[1-9]|1[0-2])\.\d{5}(?:v\d{1,2})?)(?![\w/-]|\.\d)"
)
"""A number in brackets, one that ends a reference after its locator ("Phys. Lett. B744 (2015) 12, 1502.01234."), one after
"Preprint at", or one anywhere with the five digits that arXiv counts by since 2015: no other number of a reference looks like this."""
_ARXIV_FIGURES = re.compile(r"\d{4}\.\d{4}")
"""What each of them has: the pattern for them looks back at every place of a text, and takes five times as long."""
_LABELLED_ARXIV = re.compile(
    rf"(?<!\w)(?:arxiv(?:\s(?:e-?prints?|preprint|id))?\s?[:\s,.]\s{{0,2}}(?:abs/)?|(?:corr[,:]?\s)?abs/)"
    rf"({ARXIV_NEW}|{ARXIV_OLD})",
    _I,
)
_CLASS = re.compile(
    r"\[((?:cs|math|stat|eess|econ|q-bio|q-fin|physics|astro-ph|cond-mat|nlin)\.[A-Za-z-]{2,12}"
    r"|hep-(?:th|ph|ex|lat)|quant-ph|gr-qc|math-ph|nucl-(?:th|ex)|astro-ph|cond-mat)\]"
)
"""An arXiv category in brackets, after an identifier: ``[cs.CL]``; archives of physics have no subjects below them."""
_ISBN = re.compile(
    r"(?<!\w)(?:ISBN(?:[- ]?1[03])?(?:\s?\((?:print|online|e-?book|pbk|hbk)\.?\))?\s?[:=]?\s{0,2})"
    r"((?:97[89][- \u2010-\u2013]?)?\d[\d \u2010-\u2013-]{7,14}[\dX])(?!\w)",
    _I,
)
"""An ISBN after its name, of which kind it states perhaps in brackets; hyphens and dashes of all kinds are printed in them."""
_ISSN = re.compile(
    r"(?<!\w)(?:[ep]-?)?ISSN(?:[- ]?L)?(?:\s?\((?:print|online)\))?\s?[:=]?\s{0,2}(\d{4}-?\d{3}[\dX])(?!\w)", _I
)
_PATENT = re.compile(
    r"(?<!\w)(?:(?:patent|application)\s)?"
    r"(US|EP|WO|CN|DE|JP|KR|GB|FR)\s?(?:[Pp]atent\s)?(?:[Aa]pplication\s)?(?:[Nn]o\.?\s?)?"
    r"((?:19|20)\d\d/\d{6,7}|\d{1,2},\d{3},\d{3}|\d{6,13})(?:\s?([ABCUTSY]\d?))?(?!\w)"
)
"""A patent or an application of one of the large offices, with the kind code of WIPO ST.16 after it (``B2``)."""

_IN_TEXT: tuple[tuple[tuple[str, ...], re.Pattern[str], _Reading], ...] = (
    (("10.",), _DOI, _doi),
    (("arxiv", "abs/"), _LABELLED_ARXIV, _arxiv),
    (("/",), re.compile(rf"(?<![\w./:-])({ARXIV_OLD})"), _arxiv),
    (("[",), _CLASS, _plain("primary-class")),
    (
        ("000-", "00-0", "orcid"),
        re.compile(r"(?<![\w-])(?:ORCID(?:\siD)?\s?:?\s{0,2})?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])(?![\w-])", _I),
        _checked("orcid", valid_orcid, str.upper),
    ),
    (("isbn",), _ISBN, _checked("isbn", valid_isbn, normal_isbn)),
    (("issn",), _ISSN, _checked("issn", valid_issn, _issn)),
    (
        ("pmid", "pubmed"),
        re.compile(r"(?<!\w)(?:PMID|PubMed(?:\sID)?)\s?[:=]?\s{0,2}(\d{4,9})(?!\w)", _I),
        _plain("pmid"),
    ),
    (("pmc",), re.compile(r"(?<!\w)(?:PMCID\s?[:=]?\s{0,2})?(PMC\d{4,9})(?!\w)"), _plain("pmcid")),
    (
        ("-0",),
        re.compile(
            r"(?<![\w-])((?:hal|tel|inria|cea|halshs|lirmm|dumas|medihal|ird|pasteur|insu|inserm|ensl|inrae|cel)-\d{8})"
            r"(?:v\d{1,3})?(?![\w-])"
        ),
        _plain("hal"),
    ),
    (
        ("ssrn",),
        re.compile(r"(?<!\w)SSRN\s?(?:abstract|id|no\.?)?\s?(?:id)?\s?[:=#]?\s{0,2}(\d{5,8})(?!\w)", _I),
        _plain("ssrn"),
    ),
    (("US", "EP", "WO", "CN", "DE", "JP", "KR", "GB", "FR"), _PATENT, _patent),
)
