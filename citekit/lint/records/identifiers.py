"""What the rules on records need of an entry: the work that it describes, and the identifiers that lead to records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from citekit.lint.loading.bibliography import CheckedEntry, CheckedField
from citekit.model.date import Date
from citekit.model.id_values import normal_arxiv
from citekit.model.identity.fold import plain
from citekit.model.identity.people import family
from citekit.model.kinds import csl_type
from citekit.model.name import Name
from citekit.model.work import Value, Work
from citekit.runtime import patterns as re

if TYPE_CHECKING:
    from citekit.model.arxiv_paper import ArxivPaper

_ID_FIELDS = ("eprint", "arxiv", "arxivid", "url", "doi", "journal", "journaltitle", "volume", "pages", "howpublished")
_SHORT_NOTE = 60  # a longer note is prose, and an identifier in it may be of another work


def work_of(entry: CheckedEntry) -> Work:
    """An entry as a work, with what works are compared by: title, authors, year, venue, DOI."""
    if entry.work:
        return entry.work
    venue = entry.venue_field
    variables: dict[str, Value] = {
        "title": entry.text("title"),
        "author": entry.authors,
        "container-title": plain(venue.text) if venue else "",
        "DOI": entry.doi,
    }
    if entry.year:
        variables["issued"] = Date.of(entry.year)
    return Work(csl_type(entry.type), entry.key, {name: value for name, value in variables.items() if value})


def arxiv_ids(entry: CheckedEntry) -> Iterator[tuple[CheckedField, str]]:
    """The arXiv identifiers that an entry gives as its own, each with the first field that has it.

    A note counts if it is little more than the identifier: longer ones may mention other papers.
    """
    kind = entry.text("archiveprefix", "eprinttype").lower()
    seen: set[str] = set()
    for name in (*_ID_FIELDS, "note"):
        part = entry.by_name.get(name)
        if part is None or (name == "note" and len(part.text) > _SHORT_NOTE):
            continue
        own = name in ("arxiv", "arxivid") or (name == "eprint" and kind in ("", "arxiv"))
        found = normal_arxiv(part.text) if own or _SAYS_ARXIV.search(part.text) else ""
        if found and found not in seen:
            seen.add(found)
            yield part, found


_SAYS_ARXIV = re.compile(r"arxiv|\bcorr\b|abs/", re.IGNORECASE)


def says_arxiv(entry: CheckedEntry) -> bool:
    """Whether an entry states that its work is on arXiv, with an identifier or without."""
    venue = entry.venue_field
    return bool(entry.arxiv) or (venue is not None and bool(_SAYS_ARXIV.search(venue.text)))


def shares_author(entry: CheckedEntry, record: ArxivPaper) -> bool:
    """Whether an entry and a record both name authors and have a family name in common."""
    return bool(families(entry.authors) & families(record.authors))


def families(names: tuple[Name, ...]) -> set[str]:
    """The family names of a list, folded."""
    return {family(name) for name in names if not name.is_others} - {""}
