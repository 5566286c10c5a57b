"""The blocks of a LaTeX document while they are written: the text of one block at a time, with the characters it is from."""

from __future__ import annotations

from collections.abc import Callable

from citekit.documents.html.flow import Flow
from citekit.documents.latex.tokens import LatexToken
from citekit.documents.runs import RunWriter, TextStyle
from citekit.runtime import patterns as re

_BLANKS = re.compile(r"[ \t\r\n\f\v]+")
_CLOSING_QUOTE = re.compile(r"'(?!\w)")


class LatexBlockWriter:
    """Takes text with the tokens it was read from, and puts blocks into a flow.

    The spans of one block ascend. Text of a macro's body, and arguments that a macro prints in another order than they
    are given in, have empty spans where they are printed.
    """

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.level = 0
        """The level of the heading that is being written; 0 if it is not one."""
        self.lines = 0
        """The breaks in the block that are inside a line of the source and add no space."""
        self.style, self.href = TextStyle.PLAIN, ""
        self._writer = RunWriter()
        self._end = 0
        self._comma = False
        """Whether a comma is to be written before the next text."""
        self._quoted = False
        """Whether a single quotation mark is open, which the next apostrophe that no letter follows closes."""
        self._late: list[Callable[[], None]] = []

    @property
    def is_empty(self) -> bool:
        """Whether the block has no text yet."""
        return not self._writer.last

    @property
    def at_line_start(self) -> bool:
        """Whether nothing is on the line yet."""
        return self._writer.last in ("", "\n", "\v")

    # Text ------------------------------------------------------------------------------------------------------------

    def _place(self, start: int, end: int) -> tuple[int, int]:
        """Return a span, or an empty one where the block has got to if it would begin before that."""
        if start < self._end:
            return self._end, self._end
        self._end = max(self._end, end)
        return start, end

    def text(self, token: LatexToken) -> None:
        """Add text that stands for itself."""
        if self._comma and token.text.strip():
            self._write_comma(token.start)
        text = token.text
        if self._quoted and "'" in text:
            text, count = _CLOSING_QUOTE.subn("’", text, count=1)
            self._quoted = not count
        start, end = self._place(token.start, token.end)
        if end - start == len(text):
            self._writer.flow(text, start, self.style, self.href)
            return
        text = _BLANKS.sub(" ", text)
        if not self._writer.last or self._writer.last in " \n\v":
            text = text.lstrip(" ")
        self._writer.write(text, start, end, self.style, self.href)

    def literal(self, text: str, start: int, end: int, more: TextStyle = TextStyle.PLAIN, href: str = "") -> None:
        """Add what a command prints."""
        if self._comma and text.strip():
            self._write_comma(start)
        if text == "‘":
            self._quoted = True
        start, end = self._place(start, end)
        self._writer.write(text, start, end, self.style | more, href or self.href)

    def blank(self, start: int, end: int) -> None:
        """Add a space if absent."""
        if self._writer.last and not self._writer.last.isspace():
            start, end = self._place(start, end)
            self._writer.write(" ", start, end, self.style, self.href)

    def comma(self) -> None:
        """Separate what follows from what was printed before, where both print something."""
        self._comma = self._comma or (not self._writer.last.isspace() and bool(self._writer.last))

    def _write_comma(self, at: int) -> None:
        self._comma = False
        at = max(at, self._end)
        self._writer.write(", ", at, at)

    # Breaks ----------------------------------------------------------------------------------------------------------

    def hard_break(self, start: int, end: int) -> bool:
        """Add a line break; return False if it is none: at the start of the block, or after another."""
        self._comma = False
        return self._writer.hard_break(*self._place(start, end))

    def soft_break(self, start: int, end: int) -> None:
        """Add the line end of the source."""
        start, end = self._place(start, end)
        self._writer.soft_break(start, end, self.style, self.href)

    def end_block(self) -> None:
        """End the block, and add what belongs after it."""
        runs = self._writer.take()
        self._end, self._comma, self._quoted, self.lines = 0, False, False, 0
        self.flow.add_block(runs, self.level)
        late, self._late = self._late, []
        for read in late:
            read()

    def later(self, read: Callable[[], None]) -> None:
        """Call a function when the block has ended; at once if none has begun."""
        if self.is_empty:
            read()
        else:
            self._late.append(read)
