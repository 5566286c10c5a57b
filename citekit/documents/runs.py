"""Collecting the styled runs of one block: spaces collapse as in a browser, spans stay one-to-one where they can."""

from __future__ import annotations

from citekit.documents.model import HARD_BREAK, SOFT_BREAK, Run, TextStyle
from citekit.runtime import patterns as re
from citekit.runtime.span import Span

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
        """Add a line break that the author requested; False if it says nothing: at the start or after another."""
        self._drop_trailing(" \t\xa0\v")
        if not self.last or self.last == HARD_BREAK:
            return False
        self.write(HARD_BREAK, start, end)
        return True

    def soft_break(self, start: int, end: int, style: TextStyle = TextStyle.PLAIN, href: str = "") -> None:
        """Add the line end of the source; after another break it says nothing."""
        self._drop_trailing(" \t\xa0")
        if self.last and self.last not in "\n\v":
            self.write(SOFT_BREAK, start, end, style, href)

    def take(self) -> tuple[Run, ...]:
        """Return the runs written so far without spaces and breaks at both ends; the writer is empty afterwards."""
        self._drop_trailing(None)
        self._close_run()
        runs, self._runs, self.last = self._runs, [], ""
        while runs and (text := runs[0].text.lstrip()) != runs[0].text:
            runs[0:1] = [_cut(runs[0], len(runs[0].text) - len(text), len(runs[0].text))] if text else []
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
                runs[-1] = _cut(runs[-1], 0, len(stripped))
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


def _cut(run: Run, start: int, end: int) -> Run:
    """Return the part of a run from ``start`` to ``end``; its span shrinks where offsets map one to one."""
    span = run.span
    if len(run.text) == len(span):
        span = Span(span.start + start, span.start + end)
    return Run(run.text[start:end], span, run.style, run.href)
