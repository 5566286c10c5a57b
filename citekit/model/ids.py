"""Identifiers of publications and people in running text and in URLs.

:func:`find_identifiers` reads text, :func:`identifier_of_url` one URL; the ``valid_`` and ``normal_`` functions judge
single values. Every search is bounded, and skipped where characteristic letters are missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import parse_qs, unquote, urlsplit

from citekit.model.id_values import (
    ARXIV_DOI,
    ARXIV_NEW,
    ARXIV_OLD,
    DOI,
    Identifier,
    arxiv_year_month,
    bare_doi,
    normal_arxiv,
    normal_isbn,
    trimmed,
    valid_isbn,
    valid_issn,
    valid_orcid,
    without_tails,
)
from citekit.runtime import patterns as re

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


def _arxiv_of(path: str, query: str) -> _Found:
    value = normal_arxiv(path.removesuffix(".pdf"), keep_version=True)
    return ("arxiv", value) if value and arxiv_year_month(value) else None


def _orcid(path: str, query: str) -> _Found:
    value = path.strip("/")[:19].upper()
    return ("orcid", value) if valid_orcid(value) else None


def _pubmed(path: str, query: str) -> _Found:
    pmc, pubmed = _PMC.search(path), _PUBMED.search(path)
    if pmc:
        return "pmcid", pmc.group()
    return ("pmid", pubmed.group(1)) if pubmed else None


def _openreview(path: str, query: str) -> _Found:
    values = parse_qs(query[:500]).get("id", [""]) if path.rstrip("/") in ("/forum", "/pdf", "/attachment") else [""]
    return ("openreview", values[0]) if _OPENREVIEW.match(values[0]) else None


def _isbn(path: str, query: str) -> _Found:
    found = _TAIL.search(path)
    value = normal_isbn(found.group(1)) if found and "isbn" in path.lower() else ""
    return ("isbn", value) if value else None


def _issn_of(path: str, query: str) -> _Found:
    value = path.rstrip("/").rpartition("/")[2].upper()
    return ("issn", value) if valid_issn(value) else None


def _searched(kind: str, pattern: re.Pattern[str], before: str = "") -> Callable[[str, str], _Found]:
    def read(path: str, query: str) -> _Found:
        found = pattern.search(f"{path}?{query}" if kind == "ssrn" else path)
        return (kind, f"{before}{found.group(1)}") if found else None

    return read


_READINGS: tuple[tuple[str, Callable[[str, str], _Found]], ...] = (
    ("arxiv.org ar5iv.org xxx.lanl.gov alphaxiv.org arxiv-vanity.com huggingface.co", _arxiv_of),
    ("orcid.org", _orcid),
    ("ncbi.nlm.nih.gov europepmc.org", _pubmed),
    ("openreview.net", _openreview),
    ("ssrn.com", _searched("ssrn", _SSRN)),
    ("aclanthology.org aclweb.org", _searched("acl", _ACL)),
    ("hal.science archives-ouvertes.fr hal.inria.fr", _searched("hal", _HAL)),
    ("patents.google.com", _searched("patent", _PATENT_PAGE)),
    ("nature.com", _searched("doi", _NATURE, "10.1038/")),
    ("zenodo.org", _searched("doi", _ZENODO, "10.5281/zenodo.")),
    ("openlibrary.org worldcat.org", _isbn),
    ("portal.issn.org", _issn_of),
)
_HOSTS = {host: reading for hosts, reading in _READINGS for host in hosts.split()}


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
