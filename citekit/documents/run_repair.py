"""Applies the repairs of :mod:`citekit.text.repair` and :mod:`citekit.text.unicode` to the runs of a block."""

from __future__ import annotations

from dataclasses import replace

from citekit.documents.model import SOFT_BREAK, Block, Run
from citekit.runtime import patterns as re
from citekit.runtime.span import Span
from citekit.text.repair import joins_hyphen, mend_mojibake, suspends_hyphen
from citekit.text.unicode import expand_ligatures, plain_blanks

_BROKEN = re.compile(f"(?<=[^\\W\\d_])[-\u2010]{SOFT_BREAK}(?=[^\\W\\d_])")


def repair_block(block: Block) -> Block:
    """Return the block with mojibake, ligatures and odd spaces repaired and words joined that a line end broke."""
    runs = tuple(repaired for run in block.runs for repaired in _repair_run(run))
    if block.kind != "code":
        runs = _join_broken_words(runs)
    return block if runs == block.runs else replace(block, runs=runs)


def _repair_run(run: Run) -> list[Run]:
    """Return the run repaired; what stays the same before and after the first and last change stays one-to-one."""
    if run.text.isascii():
        return [run]
    old, new = run.text, plain_blanks(expand_ligatures(mend_mojibake(run.text)))
    if len(old) == len(new) or len(old) != len(run.span):
        return [replace(run, text=new)] if new else []
    same = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    shorter = min(len(old), len(new)) - same
    behind = 0
    while behind < shorter and old[-1 - behind] == new[-1 - behind]:
        behind += 1
    start, end = run.span.start, run.span.end
    parts = [
        (new[:same], Span(start, start + same)),
        (new[same : len(new) - behind], Span(start + same, end - behind)),
        (new[len(new) - behind :], Span(end - behind, end)),
    ]
    return [replace(run, text=text, span=span) for text, span in parts if text]


def _join_broken_words(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """Join ``Ar-`` / ``chitecture``; a compound broken at its own hyphen keeps the hyphen and loses the break."""
    text = "".join(run.text for run in runs)
    if SOFT_BREAK not in text:
        return runs
    cuts: list[tuple[int, int]] = []
    for broken in _BROKEN.finditer(text):
        left, right = text[max(0, broken.start() - 80) : broken.start() + 1], text[broken.end() : broken.end() + 80]
        if joins_hyphen(left, right):
            cuts.append(broken.span())
        elif not suspends_hyphen(right):
            cuts.append((broken.start() + 1, broken.end()))
    return _without(runs, cuts) if cuts else runs


def _without(runs: tuple[Run, ...], cuts: list[tuple[int, int]]) -> tuple[Run, ...]:
    """Return the runs without the characters of ``cuts``, ascending ranges of the joined text."""
    remaining: list[Run] = []
    begin, place = 0, 0
    for run in runs:
        end = here = begin
        end += len(run.text)
        parts: list[tuple[int, int]] = []
        while place < len(cuts) and cuts[place][0] < end:
            start, stop = max(cuts[place][0], begin), min(cuts[place][1], end)
            parts.append((here - begin, start - begin))
            here = max(here, stop)
            if cuts[place][1] > end:
                break
            place += 1
        parts.append((here - begin, end - begin))
        remaining.extend(_parts(run, [(start, stop) for start, stop in parts if start < stop]))
        begin = end
    return tuple(remaining)


def _parts(run: Run, parts: list[tuple[int, int]]) -> list[Run]:
    """Parts of a run as runs of their own; as one run where its offsets do not map to the source."""
    if len(run.text) != len(run.span):
        text = "".join(run.text[start:stop] for start, stop in parts)
        return [replace(run, text=text)] if text else []
    begin = run.span.start
    return [replace(run, text=run.text[start:stop], span=Span(begin + start, begin + stop)) for start, stop in parts]
