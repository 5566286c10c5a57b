"""A document as every reader gives it: blocks of styled runs, each with the place it was read from."""

from __future__ import annotations

from enum import IntFlag

from citekit.runtime.budget import spend
from citekit.runtime.errors import Problem
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span

HARD_BREAK = "\n"
"""A line break that the author requested (``<br>``, two spaces at a line end, ``\\\\``)."""
SOFT_BREAK = "\x0b"
"""A line end of the source inside a paragraph, which may mean nothing or much. Matches ``\\s``."""
CELL_BREAK = "\t"
"""The border between two cells of a table row."""

REFERENCES = "references"
"""The name in a document's ``meta`` that says in which construct its references are, where it is a text that cites them."""


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
    """A stretch of the source that the markup gives names: the classes and microdata properties of an HTML element.

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
