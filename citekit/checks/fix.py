"""Repairs: the edits of findings put into their files, every other byte as it was."""

from __future__ import annotations

import difflib
from bisect import bisect_right, insort
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from citekit.checks.diagnostic import Diagnostic, Edit
from citekit.checks.report import shown_path
from citekit.formats.encoding import Encoding


@dataclass(frozen=True, slots=True)
class Repaired:
    """Texts after repairs by their files' names, and the findings that were repaired."""

    texts: Mapping[str, str]
    fixed: tuple[Diagnostic, ...]


def repair(found: Iterable[Diagnostic], unsafe: bool = False) -> Repaired:
    """Puts in the edits of all safe fixes, with ``unsafe`` of the others too.

    A fix is put in whole or not at all; of two that touch each other the first in the file wins, and the other may
    come in the next round.
    """
    taken: dict[str, list[Edit]] = {}
    fixed: list[Diagnostic] = []
    for diagnostic in sorted(found, key=lambda d: d.position):
        fix = diagnostic.fix
        if fix is None or not (fix.safe or unsafe) or not fix.edits:
            continue
        if any(_touches(edit, taken.get(edit.source.name, [])) for edit in fix.edits):
            continue
        for edit in fix.edits:
            insort(taken.setdefault(edit.source.name, []), edit, key=_start)
        fixed.append(diagnostic)
    texts = {name: _edited(edits) for name, edits in taken.items()}
    return Repaired({name: text for name, text in texts.items() if text != taken[name][0].source.text}, tuple(fixed))


def _start(edit: Edit) -> int:
    return edit.span.start


def _touches(edit: Edit, taken: list[Edit]) -> bool:
    """Whether an edit overlaps one of those that are taken, or begins where one of them does."""
    after = bisect_right(taken, edit.span.start, key=_start)
    if after and (taken[after - 1].span.end > edit.span.start or taken[after - 1].span.start == edit.span.start):
        return True
    return after < len(taken) and taken[after].span.start < edit.span.end


def _edited(edits: list[Edit]) -> str:
    text = edits[0].source.text
    pieces: list[str] = []
    at = 0
    for edit in edits:
        pieces += (text[at : edit.span.start], edit.text)
        at = edit.span.end
    return "".join((*pieces, text[at:]))


def diff(name: str, old: str, new: str) -> str:
    """A unified diff of a file."""
    path = shown_path(name)
    lines = difflib.unified_diff(
        old.splitlines(keepends=True), new.splitlines(keepends=True), f"a/{path}", f"b/{path}", n=2
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def encoded(text: str, encoding: Encoding) -> bytes:
    """The bytes of a repaired file in the encoding that it was read in."""
    return encoding.encode(text)
