"""What services report on the entries of a project: queried once for all rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from citekit.lint.finding import Finding, about, at_field, at_key, rewritten
from citekit.lint.loading.bibliography import Bibliography, CheckedEntry, CheckedField
from citekit.lint.loading.project import Project
from citekit.lint.words import paired
from citekit.model.date import Date
from citekit.model.identity.people import family
from citekit.model.identity.titles import plain
from citekit.model.ids import normal_arxiv
from citekit.model.kinds import csl_type
from citekit.model.name import Name
from citekit.model.work import Value, Work
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.records import dataclass

if TYPE_CHECKING:
    from citekit.model.arxiv_paper import ArxivPaper

# What the rules on records need of an entry: the work that it describes, and the identifiers that lead to records.

_ID_FIELDS = ("eprint", "arxiv", "arxivid", "url", "doi", "journal", "journaltitle", "volume", "pages", "howpublished")
_SHORT_NOTE = 60  # a longer note is prose, and an identifier in it may be of another work


def work_of(entry: CheckedEntry) -> Work:
    """Return an entry as a work, with what works are compared by: title, authors, year, venue, DOI."""
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
    """Yield the arXiv identifiers that an entry gives as its own, each with the first field that has it.

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
    """Return the family names of a list, folded."""
    return {family(name) for name in names if not name.is_others} - {""}


_MARKUP = frozenset("{}\\&%$#_^~")
_VARIABLES = paired("variables of catalogues")
_FIELDS = ("eprint", "archiveprefix", "eprinttype", "arxiv", "url", "howpublished", "institution", "note")


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about an entry.

    ``kind`` is ``identifier``, ``difference``, ``published``, ``fate``, ``absence`` or ``silence``. ``fields`` are where it
    belongs, the first of them that the entry has. ``value`` is the correct one, empty if that is not certain.
    """

    kind: str
    message: str
    hint: str = ""
    fields: tuple[str, ...] = ("title",)
    value: str = ""


class Catalogued:
    """Results of services; ``ask`` takes works and returns the remarks on each. ``with_lists`` queries lists as well."""

    def __init__(self, ask: Callable[[Sequence[Work]], Sequence[Sequence[Remark]]], with_lists: bool = False) -> None:
        self._ask, self._with_lists = ask, with_lists
        self._known: tuple[Project, list[tuple[CheckedEntry, Remark]]] | None = None

    def found(self, project: Project, kind: str) -> Iterator[Finding]:
        """Return the findings of one kind in the bibliographies of a project; all its entries are queried together, once."""
        if self._known is None or self._known[0] is not project:
            works = [(entry, work) for one in project.checked_bibliographies for entry, work in _works(one)]
            if self._with_lists:
                works += [(entry, entry.work) for one in project.listings for entry in one.entries if entry.work]
            remarks = self._ask([work for _, work in works])
            pairs = [(entry, remark) for (entry, _), own in zip(works, remarks, strict=True) for remark in own]
            self._known = project, pairs
        for entry, remark in self._known[1]:
            part = next((own for name in remark.fields if (own := entry.get(name))), None)
            if remark.kind == kind and part is None:
                yield at_key(entry, remark.message, remark.hint)
            elif remark.kind == kind and part is not None:
                is_free = entry.language == "bibtex" and part.name != "date" and not _MARKUP & set(remark.value)
                words = f"write {part.name} as two catalogues have it"
                fix = rewritten(part, remark.value, words) if remark.value and is_free else None
                yield about(entry, at_field(part, remark.message, remark.hint, fix=fix))


def _works(bibliography: Bibliography) -> Iterator[tuple[CheckedEntry, Work]]:
    """Yield the entries of a bibliography as works, with the fields that they inherit (``crossref``, ``xdata``) as a
    reader has them; containers of fields for others (``@xdata``) are not works.
    """
    found: dict[int, Work] = {}
    if bibliography.is_bibtex and bibliography.entries:
        with suppress(UnreadableInputError):
            from citekit.formats.bibtex import loads  # only with records of services; the rules do without

            library = loads(bibliography.source)
            found = {trace.span.start: work for work, trace in zip(library.works, library.traces, strict=True)}
    for entry in bibliography.entries:
        if entry.type.lower() != "xdata":
            yield entry, found.get(entry.span.start) or _whole(entry)


def _whole(entry: CheckedEntry) -> Work:
    """Return an entry as a work with all that catalogues know of publications."""
    work = work_of(entry)
    if entry.work:
        return work
    stated = {variable: text for name, variable in _VARIABLES.items() if (text := entry.text(name))}
    fields = {name: text for name in _FIELDS if (text := entry.text(name))}
    return Work(work.type, work.id, {**work.variables, **stated}, fields)
