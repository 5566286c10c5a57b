"""Applies the repairs of :mod:`citekit.text.repair` and :mod:`citekit.text.unicode` to the runs of a block."""

from __future__ import annotations

import re
from dataclasses import replace

from citekit.documents.model import SOFT_BREAK, Block, Run
from citekit.span import Span
from citekit.text.repair import joins_hyphen, mend_mojibake, suspends_hyphen
from citekit.text.unicode import expand_ligatures, plain_blanks

_BROKEN = re.compile(f"(?<=[^\\W\\d_])[-\u2010]{SOFT_BREAK}(?=[^\\W\\d_])")


def mend_block(block: Block) -> Block:
    """The block with mojibake, ligatures and odd blanks mended and words joined that a line end broke."""
    runs = tuple(run for run in map(_mend_run, block.runs) if run.text)
    if block.kind != "code":
        runs = _join_broken_words(runs)
    return block if runs == block.runs else replace(block, runs=runs)


def _mend_run(run: Run) -> Run:
    if run.text.isascii():
        return run
    text = plain_blanks(expand_ligatures(mend_mojibake(run.text)))
    return run if text == run.text else Run(text, run.span, run.style, run.href)


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
    """The runs without the characters of ``cuts``, ascending ranges of the joined text."""
    kept: list[Run] = []
    at, place = 0, 0
    for run in runs:
        begin, end = at, at + len(run.text)
        here = begin
        while place < len(cuts) and cuts[place][0] < end:
            start, stop = max(cuts[place][0], begin), min(cuts[place][1], end)
            if here < start:
                kept.append(_part(run, here - begin, start - begin))
            here = max(here, stop)
            if cuts[place][1] > end:
                break
            place += 1
        if here < end:
            kept.append(_part(run, here - begin, end - begin))
        at = end
    return tuple(kept)


def _part(run: Run, start: int, end: int) -> Run:
    if len(run.text) != len(run.span):
        return replace(run, text=run.text[start:end])
    return Run(run.text[start:end], Span(run.span.start + start, run.span.start + end), run.style, run.href)
