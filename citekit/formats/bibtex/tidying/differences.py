"""Unified diffs of what tidying changes; made entry by entry, so they are fast also if every line changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

from citekit.runtime import patterns as re

_HEAD = re.compile(r"[ \t]*@[ \t]*[^\s{(]+[ \t]*[{(][ \t]*([^\s,{}]*)")
_MOST_LINES = 400  # of one entry; difflib takes quadratic time, so a longer one is replaced as a whole

Opcode = tuple[str, int, int, int, int]


def unified(old: str, new: str, name: str) -> str:
    """Return the unified diff of two texts of a file; empty if they are equal."""
    if old == new:
        return ""
    before, after = _lines(old), _lines(new)
    out = [f"--- {name}\n", f"+++ {name} (tidy)\n"]
    matcher = SequenceMatcher(None, "", "")
    matcher.opcodes = [*_joined(_opcodes(before, after))]  # type: ignore[attr-defined]
    for hunk in matcher.get_grouped_opcodes():
        out.append(f"@@ -{_range(hunk[0][1], hunk[-1][2])} +{_range(hunk[0][3], hunk[-1][4])} @@\n")
        for tag, i1, i2, j1, j2 in hunk:
            if tag == "equal":
                out += (_line(" ", line) for line in before[i1:i2])
            else:
                out += (_line("-", line) for line in before[i1:i2])
                out += (_line("+", line) for line in after[j1:j2])
    return "".join(out)


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    ended = [f"{line}\n" for line in lines[:-1]]
    return [*ended, lines[-1]] if lines[-1] else ended


def _line(sign: str, line: str) -> str:
    return f"{sign}{line}" if line.endswith("\n") else f"{sign}{line}\n\\ No newline at end of file\n"


def _range(start: int, end: int) -> str:
    if end - start == 1:
        return str(start + 1)
    return f"{start + 1 if end > start else start},{end - start}"


def _opcodes(before: list[str], after: list[str]) -> Iterator[Opcode]:
    """Yield difflib's opcodes for the lines, entry by entry."""
    mine, theirs = _chunks(before), _chunks(after)
    keys = SequenceMatcher(None, [key for key, _, _ in mine], [key for key, _, _ in theirs])
    for tag, i1, i2, j1, j2 in keys.get_opcodes():
        if tag == "equal":
            for (_, a1, a2), (_, b1, b2) in zip(mine[i1:i2], theirs[j1:j2], strict=True):
                yield from _within(before, a1, a2, after, b1, b2)
            continue
        a1, a2 = mine[i1][1] if i1 < len(mine) else len(before), mine[i2 - 1][2] if i2 > i1 else 0
        b1, b2 = theirs[j1][1] if j1 < len(theirs) else len(after), theirs[j2 - 1][2] if j2 > j1 else 0
        yield (tag, a1, max(a1, a2), b1, max(b1, b2))


def _within(before: list[str], a1: int, a2: int, after: list[str], b1: int, b2: int) -> Iterator[Opcode]:
    mine, theirs = before[a1:a2], after[b1:b2]
    if mine == theirs:
        yield ("equal", a1, a2, b1, b2)
    elif max(len(mine), len(theirs)) > _MOST_LINES:
        yield ("replace", a1, a2, b1, b2)
    else:
        for tag, i1, i2, j1, j2 in SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes():
            yield (tag, a1 + i1, a1 + i2, b1 + j1, b1 + j2)


def _chunks(lines: list[str]) -> list[tuple[str, int, int]]:
    """Split lines at the heads of entries: the key in lower case, and the range of lines."""
    heads = [(number, match[1].lower()) for number, line in enumerate(lines) if (match := _HEAD.match(line))]
    starts = [(0, ""), *heads] if not heads or heads[0][0] else heads
    ends = [number for number, _ in starts[1:]] + [len(lines)]
    return [(key, start, end) for (start, key), end in zip(starts, ends, strict=True)]


def _joined(opcodes: Iterable[Opcode]) -> Iterator[Opcode]:
    """Join adjacent opcodes for equal lines, and drop empty ones."""
    last: Opcode | None = None
    for opcode in opcodes:
        if opcode[1] == opcode[2] and opcode[3] == opcode[4]:
            continue
        if last and last[0] == opcode[0] == "equal":
            last = ("equal", last[1], opcode[2], last[3], opcode[4])
            continue
        if last:
            yield last
        last = opcode
    if last:
        yield last
