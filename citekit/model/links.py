"""Where a work can be found on the web, and what the addresses in its fields are called."""

from __future__ import annotations

from urllib.parse import quote

from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.registry import pairs

_WEB = re.compile(r"(?:https?|ftp)://[^\s<>\"]+", re.IGNORECASE)
_LINE_END = re.compile(r"(?<!\s)\s*\n\s*")
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_RELATIVE = re.compile(
    r"/?(?:[A-Za-z0-9_.~()!,+@-]|%[0-9A-Fa-f]{2})+(?:/(?>(?:[A-Za-z0-9_.~()!,+@-]|%[0-9A-Fa-f]{2})+)){0,20}"
)
LABELS = pairs("citekit.model", "links.tsv")["labels"]
"""Fields that hold addresses, and what a link to them is called."""
LINK_FIELDS = frozenset(LABELS)


@dataclass(frozen=True, slots=True)
class Link:
    """An address that is safe to link to, and what it is called."""

    label: str
    address: str


def safe_address(text: str) -> str:
    """Return an address on the web, or a path on the site, without what could end an attribute or a link.

    Return an empty string in all other cases.
    """
    bare = " ".join(_LINE_END.sub("", text.strip()).split())  # an address may be broken over lines
    if _WEB.fullmatch(bare.replace(" ", "%20")):
        return quote(bare, safe="!#$%&'*+,/:;=?@[]~-._", errors="replace")  # half a surrogate pair is not a letter
    path = quote(_STRAY_PERCENT.sub("%25", bare), safe="/%~()!,+@", errors="replace")
    if "/" not in path and "." not in path:  # a word or a number is not a path
        return ""
    return path if _RELATIVE.fullmatch(path) and ".." not in bare and ":" not in bare else ""


def arxiv_id(work: Work) -> str:
    """Return the arXiv identifier of a work, or the empty string."""
    return work.fields.get("eprint", "") if work.fields.get("archiveprefix", "").lower() == "arxiv" else ""


def links(work: Work) -> tuple[Link, ...]:
    """Return where a work can be found, each address once: DOI, arXiv, PubMed, its own address, then code, slides, …"""
    doi, number, pmid = work.text("DOI").strip(), arxiv_id(work).strip(), work.text("PMID").strip()
    given = [
        ("DOI", f"https://doi.org/{quote(doi, safe='/:;()._-')}" if doi.startswith("10.") else ""),
        ("arXiv", f"https://arxiv.org/abs/{quote(number, safe='/.')}" if number else ""),
        ("PubMed", f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if pmid.isascii() and pmid.isdecimal() else ""),
        ("Link", work.text("URL")),
        *((label, work.fields.get(name, "")) for name, label in LABELS.items()),
    ]
    found: dict[str, Link] = {}
    for label, text in given:
        address = safe_address(text)
        same = re.sub(r"^https?://(?:dx\.)?", "", address.lower()).rstrip("/")
        if address and same not in found:
            found[same] = Link(label, address)
    return tuple(found.values())
