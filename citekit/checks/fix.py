"""Repairs: the edits of findings put into their files, every other byte as it was."""

from __future__ import annotations

import difflib
from bisect import bisect_right, insort
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from citekit.checks.bibliography import Bibliography
from citekit.checks.diagnostic import Diagnostic, Edit
from citekit.checks.intact import edited, is_no_worse, leaves_entries_whole
from citekit.checks.report import shown_path


@dataclass(frozen=True, slots=True)
class Repaired:
    """Texts after repairs by their files' names, and the findings that were repaired."""

    texts: Mapping[str, str]
    fixed: tuple[Diagnostic, ...]


def repair(
    found: Iterable[Diagnostic], unsafe: bool = False, bibliographies: Mapping[str, Bibliography] | None = None
) -> Repaired:
    """Puts in the edits of all safe fixes, with ``unsafe`` of the others too.

    A fix is put in whole or not at all; of two that touch each other the first in the file wins, and the other may
    come in the next round. A fix after which one of the ``bibliographies`` could not be read as before is left out.
    """
    known = bibliographies or {}
    taken: dict[str, list[Edit]] = {}
    fixed: list[Diagnostic] = []
    for diagnostic in sorted(found, key=lambda d: d.position):
        fix = diagnostic.fix
        if fix is None or not (fix.safe or unsafe) or not fix.edits:
            continue
        if any(_touches(edit, taken.get(edit.source.name, [])) for edit in fix.edits):
            continue
        if not _is_harmless(fix.edits, known):
            continue
        for edit in fix.edits:
            insort(taken.setdefault(edit.source.name, []), edit, key=_start)
        fixed.append(diagnostic)
    texts = {name: edited(edits[0].source.text, edits) for name, edits in taken.items()}
    spoilt = {name for name, text in texts.items() if name in known and not is_no_worse(known[name], text)}
    if spoilt:
        whole = [d for d in fixed if d.fix and not spoilt & {edit.source.name for edit in d.fix.edits}]
        return repair(whole, unsafe, known)
    return Repaired({name: text for name, text in texts.items() if text != taken[name][0].source.text}, tuple(fixed))


def _is_harmless(edits: tuple[Edit, ...], known: Mapping[str, Bibliography]) -> bool:
    names = {edit.source.name for edit in edits} & known.keys()
    return all(leaves_entries_whole([e for e in edits if e.source.name == name], known[name]) for name in names)


def _start(edit: Edit) -> int:
    return edit.span.start


def _touches(edit: Edit, taken: list[Edit]) -> bool:
    """Whether an edit overlaps one of those that are taken, or begins where one of them does."""
    after = bisect_right(taken, edit.span.start, key=_start)
    if after and (taken[after - 1].span.end > edit.span.start or taken[after - 1].span.start == edit.span.start):
        return True
    return after < len(taken) and taken[after].span.start < edit.span.end


def diff(name: str, old: str, new: str) -> str:
    """A unified diff of a file."""
    path = shown_path(name)
    lines = difflib.unified_diff(_lines(old), _lines(new), f"a/{path}", f"b/{path}", n=2)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(text: str) -> list[str]:
    """The lines as git counts them, with their ends: other signs that divide lines do not."""
    lines = [f"{line}\n" for line in text.split("\n")]
    return [*lines[:-1], lines[-1][:-1]] if lines[-1] != "\n" else lines[:-1]
