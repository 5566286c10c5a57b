"""Code actions for a finding (fix it), an entry (look it up) and a file (tidy it)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types as lsp

from citekit.formats.bibtex.tidying import tidy
from citekit.formats.files import read_text
from citekit.lsp.entries import Placed
from citekit.lsp.findings import LspDiagnostic
from citekit.lsp.project import EditorProject, address
from citekit.lsp.text import OffsetText
from citekit.manuscripts.project import is_bibliography
from citekit.runtime.config import EnrichSettings, TidySettings
from citekit.runtime.span import Span
from citekit.services.arxiv.enrich import rewritten

ENRICH = "citekit.enrich"
_ALL = "source.fixAll.citekit"
KINDS = (lsp.CodeActionKind.QuickFix, _ALL, lsp.CodeActionKind.Refactor)

Shown = tuple[lsp.Diagnostic, LspDiagnostic, int]
"""A finding as shown, as found, and the offset of its piece: spans of the second count from there."""


def actions(project: EditorProject, path: Path, range_: lsp.Range, found: Iterable[Shown]) -> list[lsp.CodeAction]:
    """Return the code actions for a range of a file."""
    source = project.source(path)
    if source is None:
        return []
    text, uri = project.text(source), address(str(path))
    wanted = text.span(range_)
    every = list(found)
    made = [
        lsp.CodeAction(
            f"{one.fix_message[:1].upper()}{one.fix_message[1:]} ({one.rule})",
            lsp.CodeActionKind.QuickFix,
            [diagnostic],
            one.safe,
            edit=lsp.WorkspaceEdit({uri: _edits(text, one, shift)}),
        )
        for diagnostic, one, shift in every
        if one.edits and one.span.start + shift <= wanted.end and wanted.start <= one.span.end + shift
    ]
    if safe := _apart(text, [(one, shift) for _, one, shift in every if one.edits and one.safe]):
        title = "Apply all safe fixes"
        made.append(lsp.CodeAction(title, _ALL, edit=lsp.WorkspaceEdit({uri: safe})))
    entries = project.entries(path) if is_bibliography(path) else None
    placed = entries.at(wanted.start) if entries else None
    if placed is not None and placed.entry.key:
        title = f"Look {placed.entry.key} up at arXiv (enrich)"
        made.append(
            lsp.CodeAction(
                title,
                lsp.CodeActionKind.Refactor,
                command=lsp.Command(title, ENRICH, arguments=[uri, placed.entry.key]),
            )
        )
    return made


def _edits(text: OffsetText, one: LspDiagnostic, shift: int) -> list[lsp.TextEdit]:
    return [lsp.TextEdit(text.range(span, shift), new) for span, new in one.edits]


def _apart(text: OffsetText, found: Iterable[tuple[LspDiagnostic, int]]) -> list[lsp.TextEdit]:
    """Return the edits of findings; of two that touch, those of the first in the file."""
    taken: list[lsp.TextEdit] = []
    last = -1
    for one, shift in sorted(found, key=lambda item: min(span.start for span, _ in item[0].edits) + item[1]):
        starts = [span.start + shift for span, _ in one.edits]
        if min(starts) > last:
            last = max(span.end + shift for span, _ in one.edits)
            taken += _edits(text, one, shift)
    return taken


def tidied(project: EditorProject, path: Path, settings: TidySettings) -> list[lsp.TextEdit] | None:
    """Return the edits that tidy a bibliography, as ``citekit tidy`` does; None for any other file."""
    entries = project.entries(path) if is_bibliography(path) else None
    if entries is None:
        return None
    return project.text(entries.source).edit_to(tidy(entries.source.text, settings, entries.source.name).text)


def enriched(project: EditorProject, placed: Placed, settings: EnrichSettings) -> tuple[lsp.WorkspaceEdit | None, str]:
    """Return the edit that completes an entry with its arXiv record (None if nothing changes), and a message."""
    # the entry is read as a file of its own, below the macros of its file, which are cut off the result again
    name, before = placed.file.source.name, placed.file.strings
    data = f"{before}{placed.written}".encode()
    _, format_name, library = read_text(data, name, "bibtex")
    from citekit.services.arxiv.run import enriched as looked_up  # imported here because few do it

    result = looked_up(library, settings)
    made, _ = rewritten(data, name, format_name, library, result)
    remarks = "; ".join(problem.message for problem in result.problems)
    new = made.decode()[len(before) :]
    if made == data:
        return None, f"{placed.entry.key}: {remarks or 'nothing to add'}"
    span = placed.moved(Span(placed.entry.span.start, placed.entry.span.end))
    edit = lsp.TextEdit(project.text(placed.file.source).range(span), new)
    return lsp.WorkspaceEdit({address(name): [edit]}), f"{placed.entry.key}: {remarks or 'completed'}"
