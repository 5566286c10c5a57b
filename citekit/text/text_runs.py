"""The runs of a text with markup (:class:`TextRun`), and how they are cut and joined."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from citekit.text.tex_syntax import NOCASE, SMALL_CAPS

_STYLES = {"<i>": "italic", "<b>": "bold", "<sub>": "sub", "<sup>": "sup"}
_STYLES |= {"<sc>": "small-caps", SMALL_CAPS: "small-caps"}


class Wrapping(NamedTuple):
    r"""What encloses a run of text: ``<i>`` … ``</i>``, or ``\texttt{`` … ``}``.

    ``number`` distinguishes two commands that follow one another from one that encloses both texts.
    """

    opening: str
    closing: str
    number: int

    def same(self, other: Wrapping) -> bool:
        """Whether the texts in both are one run: tags that meet are one, commands are not."""
        return self.opening == other.opening and (self.opening[0] == "<" or self.number == other.number)


class TextRun(NamedTuple):
    """A run of a :class:`Text`: ``text`` is what is printed of it.

    ``source`` is its notation where that is not its letters: a formula, or a command of LaTeX with its arguments.
    """

    text: str
    source: str = ""
    around: tuple[Wrapping, ...] = ()

    @property
    def kind(self) -> str:
        """``plain``, ``protected`` (its letter case stays: braces in BibTeX), ``math`` or ``tex``."""
        if self.source:
            return "math" if self.source[0] == "$" or self.source[:2] == "\\(" else "tex"
        if any(one.opening[0] != "<" for one in self.around):
            return "tex"
        return "protected" if any(one.opening == NOCASE for one in self.around) else "plain"

    @property
    def style(self) -> frozenset[str]:
        """``italic``, ``bold``, ``small-caps``, ``sub``, ``sup``."""
        return frozenset(_STYLES[one.opening] for one in self.around if one.opening in _STYLES)


def cut(runs: Iterable[TextRun], start: int, end: int, apart: bool = False) -> list[TextRun]:
    """Return the runs of a range of letters.

    A note or a key to sort by, which print nothing, belong to the letter before them, or to the first one of the text;
    with ``apart``, what is at the start of the range belongs to it too: the letter before it is in no range.
    """
    found: list[TextRun] = []
    at = 0
    for run in runs:
        begin, at = at, at + len(run.text)
        if begin == at:
            if start < begin <= end or (begin == start and (apart or (begin == 0 and end))):
                found.append(run)
        elif start <= begin and at <= end:
            found.append(run)
        elif begin < end and start < at:
            found.append(TextRun(run.text[max(start - begin, 0) : end - begin], "", run.around))
    return found


def unprinted(runs: Iterable[TextRun], start: int, end: int) -> list[TextRun]:
    """Return what prints nothing between two places."""
    return [run for run in cut(runs, start, end, apart=True) if not run.text]


def merged(runs: Iterable[TextRun]) -> tuple[TextRun, ...]:
    """Return runs without empty ones, and with neighbours of one kind as one run."""
    found: list[tuple[list[str], TextRun]] = []
    for run in runs:
        if not run.text and not run.source:
            continue
        pieces, last = found[-1] if found else ([], run)
        if pieces and not last.source and not run.source and _is_one_stretch(last.around, run.around):
            pieces.append(run.text)
        else:
            found.append(([run.text], run))
    return tuple([first if len(pieces) == 1 else first._replace(text="".join(pieces)) for pieces, first in found])


def _is_one_stretch(one: tuple[Wrapping, ...], other: tuple[Wrapping, ...]) -> bool:
    return one is other or (len(one) == len(other) and all(map(Wrapping.same, one, other)))


def shared_by(arounds: tuple[tuple[Wrapping, ...], ...], numbered: bool = False) -> tuple[Wrapping, ...]:
    """Return the outer markup that all have in common; ``numbered``: only what was one run, tags too."""
    shared: list[Wrapping] = []
    for level in zip(*arounds, strict=False):
        first = level[0]
        if not all(first == one if numbered else first.same(one) for one in level):
            break
        shared.append(first)
    return tuple(shared)
