"""The styled runs of one block: what sets their style, how they are collected, repaired and changed.

Spaces collapse as in a browser, and every run keeps where its characters are in the source, one to one where it can.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import IntFlag
from functools import reduce
from operator import or_

from citekit.runtime import patterns as re
from citekit.runtime.budget import spend
from citekit.runtime.errors import Problem
from citekit.runtime.records import dataclass
from citekit.runtime.registry import spelt
from citekit.runtime.span import Source, Span
from citekit.text.repair import joins_hyphen, mend_mojibake, suspends_hyphen
from citekit.text.unicode import expand_ligatures, plain_blanks

# --- A document as every reader gives it: blocks of styled runs, each with the place it was read from.

HARD_BREAK = "\n"
"""A line break that the author requested (``<br>``, two spaces at a line end, ``\\\\``)."""
SOFT_BREAK = "\x0b"
"""A line end of the source inside a paragraph, which may mean nothing or much. Matches ``\\s``."""
CELL_BREAK = "\t"
"""The border between two cells of a table row."""

REFERENCES = "references"
"""The name in a document's ``meta`` that states in which construct its references are, where it is a text that cites them."""


class TextStyle(IntFlag):
    """How a run is set; combined with ``|``."""

    PLAIN = 0
    BOLD = 1
    ITALIC = 2
    UNDERLINE = 4
    STRIKE = 8
    SUPERSCRIPT = 16
    SUBSCRIPT = 32
    CODE = 64
    SMALL_CAPS = 128
    MATH = 256
    COLOUR = 512


@dataclass(frozen=True, slots=True)
class Run:
    """A span of text of one style.

    ``text`` is Unicode as a person would see it (entities, escapes and accents resolved, mojibake repaired). ``span``
    is where it is in the source; where ``len(text) == len(span)`` the offsets map one to one. ``href`` is the target of
    the link that the run is in, or empty.
    """

    text: str
    span: Span
    style: TextStyle = TextStyle.PLAIN
    href: str = ""

    def __post_init__(self) -> None:
        spend("runs")


@dataclass(frozen=True, slots=True)
class Block:
    """A leaf of the document: a heading or a paragraph (also the paragraph inside a list item or a table cell).

    ``kind`` is ``"heading"``, ``"paragraph"``, ``"code"`` or ``"rule"``. ``level`` is a heading's level from 1.
    ``marker`` is a list item's bullet or number as written (``•``, ``3.``, ``[J12]``), on its first block only.
    ``path`` names the containers around the block from the outside in as ``kind:number``, for example
    ``("div:2", "ol:5", "li:6")``; two blocks with the same ``li:6`` belong to one list item. ``hidden`` marks what the
    document comments out or hides; ``hint`` is a container's class names or similar hints, for example ``"abstract"``.
    ``key`` is the citation key that the document gives a reference (``\\bibitem{key}``), on its first block only.
    """

    kind: str
    runs: tuple[Run, ...]
    span: Span
    level: int = 0
    marker: str = ""
    path: tuple[str, ...] = ()
    hidden: bool = False
    hint: str = ""
    key: str = ""

    def __post_init__(self) -> None:
        spend("blocks")

    @property
    def text(self) -> str:
        """The visible text without styles; breaks as in :data:`HARD_BREAK` and :data:`SOFT_BREAK`."""
        return "".join(run.text for run in self.runs)


@dataclass(frozen=True, slots=True)
class NamedElement:
    """A span of the source that the markup gives names: the classes and microdata properties of an HTML element.

    ``step`` is the element of the paths of its blocks where it is one of their containers, else empty.
    """

    names: str
    span: Span
    step: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A document that has been read: its source, format name (``"markdown"``), blocks in order, and problems.

    >>> import citekit
    >>> [block.kind for block in citekit.read("homepage.md").blocks].count("heading")
    7
    """

    source: Source
    format: str
    blocks: tuple[Block, ...]
    problems: tuple[Problem, ...] = ()
    meta: tuple[tuple[str, str], ...] = ()
    named: tuple[NamedElement, ...] = ()


_BLANKS = re.compile(r"[ \t\n\r\f\v]+")
_SEVERAL_BLANKS = re.compile(r"[ \t\n\r\f\v]{2,}")
_TO_BLANK = str.maketrans("\t\n\r\f\v", "     ")


class RunWriter:
    """Takes the text of one block piece by piece and gives its runs."""

    __slots__ = ("_end", "_exact", "_href", "_runs", "_start", "_style", "_texts", "last")

    def __init__(self) -> None:
        self.last = ""
        """The last character written; empty at the start of a block."""
        self._runs: list[Run] = []
        self._texts: list[str] = []
        self._start = self._end = 0
        self._style = TextStyle.PLAIN
        self._href = ""
        self._exact = False

    def write(self, text: str, start: int, end: int, style: TextStyle = TextStyle.PLAIN, href: str = "") -> None:
        """Add ``text``, read from ``start`` to ``end``, as it is."""
        if not text:
            return
        exact = len(text) == end - start
        if self._texts and exact and self._exact and start == self._end and style == self._style and href == self._href:
            self._texts.append(text)
            self._end = end
        else:
            self._close_run()
            self._texts = [text]
            self._start, self._end, self._style, self._href, self._exact = start, end, style, href, exact
        self.last = text[-1]

    def flow(self, text: str, start: int, style: TextStyle = TextStyle.PLAIN, href: str = "") -> None:
        """Add text that is one-to-one at ``start``; spans of spaces become one plain blank."""
        at = 0
        if not self.last or self.last in " \n\v":
            leading = _BLANKS.match(text)
            at = leading.end() if leading else 0
        for blanks in _SEVERAL_BLANKS.finditer(text, at):
            stop = blanks.start() + 1
            self.write(text[at:stop].translate(_TO_BLANK), start + at, start + stop, style, href)
            at = blanks.end()
        self.write(text[at:].translate(_TO_BLANK), start + at, start + len(text), style, href)

    def hard_break(self, start: int, end: int) -> bool:
        """Add a line break that the author requested; False if it states nothing: at the start or after another."""
        self._drop_trailing(" \t\xa0\v")
        if not self.last or self.last == HARD_BREAK:
            return False
        self.write(HARD_BREAK, start, end)
        return True

    def soft_break(self, start: int, end: int, style: TextStyle = TextStyle.PLAIN, href: str = "") -> None:
        """Add the line end of the source; after another break it states nothing."""
        self._drop_trailing(" \t\xa0")
        if self.last and self.last not in "\n\v":
            self.write(SOFT_BREAK, start, end, style, href)

    def take(self) -> tuple[Run, ...]:
        """Return the runs written so far without spaces and breaks at both ends; the writer is empty afterwards."""
        self._drop_trailing(None)
        self._close_run()
        runs, self._runs, self.last = self._runs, [], ""
        while runs and (text := runs[0].text.lstrip()) != runs[0].text:
            runs[0:1] = [part_of(runs[0], len(runs[0].text) - len(text), len(runs[0].text))] if text else []
        return tuple(runs)

    def _drop_trailing(self, characters: str | None) -> None:
        """Take these characters off the end; all spaces and breaks where None."""
        if self._texts and not self.last.isspace():
            return
        self._close_run()
        runs = self._runs
        while runs:
            text = runs[-1].text
            stripped = text.rstrip(characters)
            if stripped == text:
                break
            if stripped:
                runs[-1] = part_of(runs[-1], 0, len(stripped))
                break
            runs.pop()
        self.last = runs[-1].text[-1] if runs else ""

    def _close_run(self) -> None:
        if self._texts:
            self._runs.append(Run("".join(self._texts), Span(self._start, self._end), self._style, self._href))
            self._texts = []


def span_of(runs: tuple[Run, ...]) -> Span:
    """Return the span of the source from the first run to the last."""
    return Span(runs[0].span.start, runs[-1].span.end)


def part_of(run: Run, start: int, end: int) -> Run:
    """Return the part of a run from ``start`` to ``end`` of its text; its span shrinks where offsets map one to one."""
    span = run.span
    if len(run.text) == len(span):
        span = Span(span.start + start, span.start + end)
    return Run(run.text[start:end], span, run.style, run.href)


@dataclass(frozen=True, slots=True)
class StyleChange:
    """What is set: styles on, styles off, and whether the text is hidden (None if nothing is stated)."""

    on: TextStyle = TextStyle.PLAIN
    off: TextStyle = TextStyle.PLAIN
    hidden: bool | None = None

    def then(self, later: StyleChange) -> StyleChange:
        """This look with another one set over it."""
        return StyleChange(
            later.over(self.on),
            (self.off & ~later.on) | later.off,
            self.hidden if later.hidden is None else later.hidden,
        )

    def over(self, style: TextStyle) -> TextStyle:
        """Return the style inside where ``style`` holds around it."""
        return (style & ~self.off) | self.on


def named(styles: str) -> TextStyle:
    """Return the style of some names: ``bold italic``."""
    return reduce(or_, (TextStyle[style.upper()] for style in styles.split()))


def styles_of(language: str) -> dict[str, TextStyle]:
    """Return the styles that the marks of a language set, by the mark."""
    return {mark: named(styles) for mark, styles in spelt("citekit.documents", "styles.tsv", language).items()}


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
    return edited_runs(runs, [(start, end, "") for start, end in cuts]) if cuts else runs


Change = tuple[int, int, str]
"""``text[start:end]`` of a block becomes another text."""


def edited_runs(runs: Sequence[Run], changes: Iterable[Change]) -> tuple[Run, ...]:
    """Return the runs with some spans of their joined text replaced; changes are in order and do not overlap.

    New text has the style of what it replaces and is where that was.

    >>> from citekit.documents.runs import Run
    >>> from citekit.runtime.span import Span
    >>> "".join(run.text for run in edited_runs([Run("10.1/a b", Span(0, 8))], [(6, 7, "")]))
    '10.1/ab'
    """
    waiting = list(changes)
    made: list[Run] = []
    at = 0
    for run in runs:
        inside, stop = at, at + len(run.text)
        while waiting and waiting[0][0] < stop:
            start, end, text = waiting[0]
            made.append(part_of(run, inside - at, max(start, inside) - at))
            if start >= at and text:
                made.append(replace(part_of(run, start - at, min(end, stop) - at), text=text))
            inside = min(end, stop)
            if end > stop:
                break  # it continues in the next run
            waiting.pop(0)
        made.append(part_of(run, inside - at, stop - at))
        at = stop
    if waiting and made and waiting[0][0] == at:  # after the last run
        end = made[-1].span.end
        made.append(replace(made[-1], text="".join(text for _, _, text in waiting), span=Span(end, end)))
    return tuple(run for run in made if run.text)


def edited(block: Block, changes: Iterable[Change]) -> Block:
    """Return the block with some spans of its text replaced, as :func:`edited_runs` does."""
    return replace(block, runs=edited_runs(block.runs, changes))
