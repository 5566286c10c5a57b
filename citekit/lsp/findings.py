"""Findings, reported twice: at once those of the edited entry or text alone, and a little later those of the whole project,
which another process checks.

A finding belongs to a piece of text, and its offset counts from the beginning of the piece. So findings remain valid for
every piece that has not been edited, even if it has moved.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from citekit.lint.finding import Finding, Fix
from citekit.lint.loading.bibliography import bibliography_of
from citekit.lint.loading.project import Manuscript, Project
from citekit.lint.records.external_data import ExternalData
from citekit.lint.rule import Rule, chosen_rules, rules_about
from citekit.lint.run import run
from citekit.lsp.entries import ChunkedEntries, Pieces, pieces_of
from citekit.lsp.project import OpenManuscript
from citekit.runtime.config import CheckSettings
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span

_OF_THE_FILES = ("records", "retractions", "online", "baseline")
"""Settings that an editor ignores: reading indexes and querying servers takes too long, and a baseline hides findings."""


@dataclass(frozen=True, slots=True)
class ChunkLocation:
    """A location in a file, relative to the beginning of the piece that the finding belongs to."""

    path: str
    span: Span


@dataclass(frozen=True, slots=True)
class LspDiagnostic:
    """A finding as editors show it. ``edits`` fix it; they are for the same file, and empty if there is no fix."""

    rule: str
    severity: str
    message: str
    span: Span
    edits: tuple[tuple[Span, str], ...] = ()
    fix_message: str = ""
    safe: bool = True
    related: tuple[tuple[str, ChunkLocation], ...] = ()

    @classmethod
    def of(cls, found: Finding, shift: int) -> LspDiagnostic:
        """Return a finding whose piece begins at ``shift``."""
        fix = found.fix if found.fix and all(e.source.name == found.source.name for e in found.fix.edits) else None
        edits = fix.edits if isinstance(fix, Fix) else ()
        return cls(
            found.rule,
            found.severity,
            f"{found.message}: {found.hint}" if found.hint else found.message,
            _moved(found.span, -shift),
            tuple((_moved(edit.span, -shift), edit.text) for edit in edits),
            fix.message if fix else "",
            fix.safe if fix else True,
            tuple((one.message, ChunkLocation(one.source.name, one.span)) for one in found.related),
        )


Found = Mapping[str, Mapping[str, tuple[LspDiagnostic, ...]]]
"""Absolute path -> text of a piece -> findings in it."""


def _moved(span: Span, shift: int) -> Span:
    return Span(span.start + shift, span.end + shift)


def settings_for_editor(settings: CheckSettings) -> CheckSettings:
    """Return the settings of a check that neither queries servers nor reads large files."""
    return replace(settings, **{name: type(getattr(settings, name))() for name in _OF_THE_FILES})


def project_findings(paths: list[Path], unsaved: Mapping[str, str], settings: CheckSettings) -> Found:
    """Return all findings of files and the files they include; called in another process.

    Publication lists are not checked, because parsing them takes longer than a user waits. Raises the errors of
    ``citekit check`` for invalid settings.
    """
    project = Project.open(paths, settings, unsaved)
    report = run(project, settings, knowledge=ExternalData())
    pieces = {
        source.name: Pieces(pieces_of(source.text) if source.name in project.by_name else [source.text])
        for source in project.sources()
    }
    found: dict[str, dict[str, list[LspDiagnostic]]] = {}
    for diagnostic in report.diagnostics:
        cut = pieces.get(diagnostic.source.name)
        if cut is not None:
            number = cut.number_at(diagnostic.span.start)
            text, shift = cut.texts[number], cut.starts[number]
            own = found.setdefault(os.path.abspath(diagnostic.source.name), {}).setdefault(text, [])
            own.append(LspDiagnostic.of(diagnostic, shift))
    return {name: {text: tuple(many) for text, many in own.items()} for name, own in found.items()}


@dataclass(frozen=True)
class Quick:
    """The quick checks with some settings: rules about single entries, and about single texts."""

    settings: CheckSettings

    @cached_property
    def _of_entries(self) -> tuple[Rule, ...]:
        return rules_about(chosen_rules(self.settings), "field", "entry")

    @cached_property
    def _of_texts(self) -> tuple[Rule, ...]:
        return rules_about(chosen_rules(self.settings), "manuscript")

    def in_piece(self, text: str, entries: ChunkedEntries) -> tuple[LspDiagnostic, ...]:
        """Return the findings of one piece, with the macros that other pieces define."""
        before = "" if text in entries.strings else entries.strings
        bibliography = bibliography_of(Source(entries.source.name, before + text))
        settings = replace(self.settings, dialect=self.settings.dialect or entries.dialect)
        report = run(Project((bibliography,)), settings, rules=self._of_entries)
        found = [one for one in report.diagnostics if one.span.start >= len(before)]
        return tuple(LspDiagnostic.of(one, len(before)) for one in found)

    def in_document(
        self, document: OpenManuscript, bibliographies: Iterable[ChunkedEntries]
    ) -> Iterator[tuple[Source, LspDiagnostic]]:
        """Yield the findings of a text and the files that it includes, each with its source."""
        whole = tuple(entries.whole for entries in bibliographies)
        read = document.read
        named = [one.name for part in read.parts for one in part.cited.bibliographies]
        uncertain = any("\\" in name or "*" in name or "://" in name for name in named)
        text = Manuscript(read.parts, tuple(one.name for one in whole), read.missing, uncertain=uncertain)
        for one in run(Project(whole, (text,)), self.settings, rules=self._of_texts):
            yield one.source, replace(LspDiagnostic.of(one, 0), related=())
