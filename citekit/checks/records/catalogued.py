"""What catalogues say of the entries of a project: asked once for all rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from citekit.checks.finding import Diagnostic, Fix, about, at_field, at_key, rewritten
from citekit.checks.reading.entry import Entry
from citekit.checks.reading.project import Project
from citekit.checks.records.identifiers import work_of
from citekit.checks.words import paired
from citekit.records import dataclass
from citekit.works.work import Work

_MARKUP = frozenset("{}\\&%$#_^~")
_VARIABLES = paired("variables of catalogues")
_FIELDS = ("eprint", "archiveprefix", "eprinttype", "arxiv", "url", "howpublished", "institution", "note")


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about an entry.

    ``kind`` is ``identifier``, ``difference``, ``published``, ``fate``, ``absence`` or ``silence``. ``fields`` are where it
    belongs, the first of them that the entry has. ``value`` is what should stand there, empty where that is not certain.
    """

    kind: str
    message: str
    hint: str = ""
    fields: tuple[str, ...] = ("title",)
    value: str = ""


class Catalogued:
    """What catalogues say; ``ask`` takes works and gives the remarks on each."""

    def __init__(self, ask: Callable[[Sequence[Work]], Sequence[Sequence[Remark]]]) -> None:
        self._ask = ask
        self._known: tuple[Project, list[tuple[Entry, Remark]]] | None = None

    def found(self, project: Project, kind: str) -> Iterator[Diagnostic]:
        """The findings of one kind in the bibliographies of a project; all its entries are asked for together, once."""
        if self._known is None or self._known[0] is not project:
            entries = [entry for bibliography in project.checked_bibliographies for entry in bibliography.entries]
            said = self._ask([_whole(entry) for entry in entries])
            pairs = [(entry, remark) for entry, own in zip(entries, said, strict=True) for remark in own]
            self._known = project, pairs
        return (_finding(entry, remark) for entry, remark in self._known[1] if remark.kind == kind)


def _whole(entry: Entry) -> Work:
    """An entry as a work with all that catalogues know of publications."""
    work = work_of(entry)
    if entry.work:
        return work
    said = {variable: text for name, variable in _VARIABLES.items() if (text := entry.text(name))}
    fields = {name: text for name in _FIELDS if (text := entry.text(name))}
    return Work(work.type, work.id, {**work.variables, **said}, fields)


def _finding(entry: Entry, remark: Remark) -> Diagnostic:
    part = next((own for name in remark.fields if (own := entry.get(name))), None)
    if part is None:
        return at_key(entry, remark.message, remark.hint)
    fix: Fix | None = None
    if remark.value and entry.language == "bibtex" and part.name != "date" and not _MARKUP & set(remark.value):
        fix = rewritten(part, remark.value, f"write {part.name} as two catalogues have it")
    return about(entry, at_field(part, remark.message, remark.hint, fix=fix))
