"""What services report on the entries of a project: queried once for all rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from citekit.formats.bibtex import loads as read_bibtex
from citekit.lint.finding import Finding, about, at_field, at_key, rewritten
from citekit.lint.loading.bibliography import Bibliography, CheckedEntry
from citekit.lint.loading.project import Project
from citekit.lint.records.identifiers import work_of
from citekit.lint.words import paired
from citekit.model.work import Work
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.records import dataclass

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
    """The entries of a bibliography as works, with the fields that they inherit (``crossref``, ``xdata``) as a reader has
    them; containers of fields for others (``@xdata``) are not works."""
    found: dict[int, Work] = {}
    if bibliography.is_bibtex and bibliography.entries:
        with suppress(UnreadableInputError):
            library = read_bibtex(bibliography.source)
            found = {trace.span.start: work for work, trace in zip(library.works, library.traces, strict=True)}
    for entry in bibliography.entries:
        if entry.type.lower() != "xdata":
            yield entry, found.get(entry.span.start) or _whole(entry)


def _whole(entry: CheckedEntry) -> Work:
    """An entry as a work with all that catalogues know of publications."""
    work = work_of(entry)
    if entry.work:
        return work
    stated = {variable: text for name, variable in _VARIABLES.items() if (text := entry.text(name))}
    fields = {name: text for name in _FIELDS if (text := entry.text(name))}
    return Work(work.type, work.id, {**work.variables, **stated}, fields)
