"""Citations that come and go, as in a word processor: what an edit changes.

A session keeps the citations of a text in order. Every edit says which citations read differently now (their positions,
suffixes and added names depend on all others), so that only those need to be written anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace

from citekit.csl.cite import Citation
from citekit.csl.model import Style
from citekit.csl.processor import RenderCache, Rendered, program_for, run
from citekit.csl.tree import Inline
from citekit.model.work import Work
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass


@dataclass(frozen=True, slots=True)
class SessionChanges:
    """What an edit did: the citations that read differently now or are new, by id, and whether the bibliography does."""

    citations: Mapping[str, tuple[Inline, ...]] = field(default_factory=dict)
    bibliography: bool = False


class Session:
    """The citations of one text in one style; its bibliography has the works that are cited.

    An edit costs what it changes: of works and citations for which nothing changes, what was made before is taken again.
    Every citation needs an id of its own.
    """

    def __init__(self, style: Style, works: Iterable[Work], language: str = "") -> None:
        self._program = program_for(style, language)
        self._works = {work.id: work for work in works}
        self._citations: dict[str, Citation] = {}
        self._kept = RenderCache()
        self.rendered = Rendered()

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The citations in their order."""
        return tuple(self._citations.values())

    def put(self, citation: Citation, before: str = "", notes: Mapping[str, int] | None = None) -> SessionChanges:
        """A new citation, or another one under an id that is there already.

        It goes before the citation with the id ``before``, or to the end; one that is replaced keeps its place where
        ``before`` is empty. ``notes`` gives other citations new note numbers. Raises
        :class:`~citekit.runtime.errors.UsageError` for a citation without id and for an unknown ``before``.
        """
        if not citation.id:
            raise UsageError("a citation of a session needs an id", "set Citation.id")
        if before and before not in self._citations:
            raise UsageError(f"there is no citation '{before}'", "give the id of a citation that is there")
        ids = [name for name in self._citations if name != citation.id or not before]
        if citation.id not in ids:
            ids.insert(ids.index(before) if before else len(ids), citation.id)
        return self.arrange(ids, {**self._citations, citation.id: citation}, notes)

    def remove(self, name: str, notes: Mapping[str, int] | None = None) -> SessionChanges:
        """Takes a citation away. Raises :class:`~citekit.runtime.errors.UsageError` for an unknown id."""
        if name not in self._citations:
            raise UsageError(f"there is no citation '{name}'", "give the id of a citation that is there")
        return self.arrange([other for other in self._citations if other != name], self._citations, notes)

    def arrange(
        self, ids: Sequence[str], citations: Mapping[str, Citation], notes: Mapping[str, int] | None = None
    ) -> SessionChanges:
        """All citations anew: the ``ids`` in order, what they stand for, and note numbers that change."""
        notes = notes or {}
        self._citations = {name: citations[name] for name in ids}
        for name, note in notes.items():
            if name in self._citations:
                self._citations[name] = replace(self._citations[name], note=note)
        return self._run()

    def _run(self) -> SessionChanges:
        cited = {cite.id for citation in self.citations for cite in citation.cites}
        works = [work for name, work in self._works.items() if name in cited]
        before = dict(zip(self._shown, self.rendered.citations, strict=True)) if self.rendered.citations else {}
        entries = self.rendered.bibliography
        self.rendered = run(self._program, works, self.citations, kept=self._kept)
        self._shown = tuple(self._citations)
        now = zip(self._shown, self.rendered.citations, strict=True)
        changed = {name: content for name, content in now if before.get(name) != content}
        return SessionChanges(changed, entries != self.rendered.bibliography)

    _shown: tuple[str, ...] = ()
