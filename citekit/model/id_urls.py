"""The identifier that a URL stands for: resolvers, archives and publishers' pages by their public URL forms."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, unquote, urlsplit

from citekit.model.id_values import (
    ARXIV_DOI,
    Identifier,
    arxiv_year_month,
    bare_doi,
    normal_arxiv,
    normal_isbn,
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
_PATENT = re.compile(r"/patent/([A-Z]{2}\d{5,13}(?:[A-Z]\d?)?)(?!\w)")
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
    found = _doi(f"{path}?{unquote(parts.query)}" if "10." in parts.query else path, host)
    return Identifier(*found, 0, len(url)) if found else None


_Found = tuple[str, str] | None


def _doi(place: str, host: str = "") -> _Found:
    at = place.find("10.")
    if at < 0:
        return None
    resolver = host == "doi.org" or host.endswith(".doi.org")
    doi = bare_doi(place[at:] if resolver else place[at:].partition("&")[0].partition("?")[0])
    if not resolver:
        doi = without_tails(doi)
    if doi.lower().startswith(ARXIV_DOI):
        return _arxiv(doi, "") or ("doi", doi)
    return ("doi", doi) if doi else None


def _arxiv(path: str, query: str) -> _Found:
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


def _issn(path: str, query: str) -> _Found:
    value = path.rstrip("/").rpartition("/")[2].upper()
    return ("issn", value) if valid_issn(value) else None


def _searched(kind: str, pattern: re.Pattern[str], before: str = "") -> Callable[[str, str], _Found]:
    def read(path: str, query: str) -> _Found:
        found = pattern.search(f"{path}?{query}" if kind == "ssrn" else path)
        return (kind, f"{before}{found.group(1)}") if found else None

    return read


_READINGS: tuple[tuple[str, Callable[[str, str], _Found]], ...] = (
    ("arxiv.org ar5iv.org xxx.lanl.gov alphaxiv.org arxiv-vanity.com huggingface.co", _arxiv),
    ("orcid.org", _orcid),
    ("ncbi.nlm.nih.gov europepmc.org", _pubmed),
    ("openreview.net", _openreview),
    ("ssrn.com", _searched("ssrn", _SSRN)),
    ("aclanthology.org aclweb.org", _searched("acl", _ACL)),
    ("hal.science archives-ouvertes.fr hal.inria.fr", _searched("hal", _HAL)),
    ("patents.google.com", _searched("patent", _PATENT)),
    ("nature.com", _searched("doi", _NATURE, "10.1038/")),
    ("zenodo.org", _searched("doi", _ZENODO, "10.5281/zenodo.")),
    ("openlibrary.org worldcat.org", _isbn),
    ("portal.issn.org", _issn),
)
_HOSTS = {host: reading for hosts, reading in _READINGS for host in hosts.split()}
