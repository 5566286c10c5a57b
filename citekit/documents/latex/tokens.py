r"""What a LaTeX text is made of where it is read (The TeXbook, chapters 7 and 8), as far as reading a list needs it.

What LaTeX reads with other category codes is found before, by :mod:`citekit.markup.tex.visible`; formulas are one
token.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from citekit.markup.tex.stream import Argument, Brackets, Frame, SourceSegment
from citekit.markup.tex.visible import HiddenText, TexText, read_tex
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import NOTHING, Span, View

_END = r"(?:\r\n|\r|\n)"


class LatexToken(NamedTuple):
    r"""A token of ``kind`` and where it is in the source: what a macro prints is, empty, if that was called.

    =========== =============================================================================
    kind        ``text``
    =========== =============================================================================
    word        name of a control word; spaces after it belong to it (``has_blanks`` tells)
    sign        the character of a control symbol, such as ``&`` or ``'``
    open, close ``{``, ``}``
    text        text that stands for itself
    line        a line end
    par         an empty line
    break       ``\\`` with its star and length
    cell        ``&``
    tie         ``~``
    param       number of a macro's parameter
    ligature    the character that ````, ``--`` and the like print
    math        a formula without its delimiters
    code        what is in ``\verb`` or a verbatim environment
    comment     ``%`` next to text, ``%%`` alone on its line, or the name of what hides it; the span is that of the inside
    =========== =============================================================================

    ``inside`` are the macros in whose bodies it is.
    """

    kind: str
    text: str
    start: int
    end: int
    inside: frozenset[str] = frozenset()
    has_blanks: bool = False


@dataclass(slots=True)
class LatexText:
    """A text that is read, up to ``\\end{document}``: what is visible of it, and by offset what is aside."""

    view: View
    visible: str
    brackets: Brackets
    notes: dict[int, HiddenText]
    ends: frozenset[int]
    """Where comments end with their lines: a line end there is an empty line."""
    pattern: re.Pattern[str]

    @classmethod
    def of(cls, view: View, literal_percent: bool = False) -> LatexText:
        """With ``literal_percent`` there are no comments, and nothing verbatim."""
        read = TexText(view.text, ()) if literal_percent else read_tex(view.text, notes=True)
        notes = {aside.at: aside for aside in read.notes}
        ends = frozenset(aside.end for aside in read.notes if aside.kind == "%")
        has_at = "\\makeatletter" in read.text or "\\href@noop" in read.text  # a list of RevTeX without its beginning
        pattern = _pattern("A-Za-z@" if has_at else "A-Za-z")
        return cls(view, read.text, Brackets.of(read.text), notes, ends, pattern)

    def argument(self, start: int = 0, end: int | None = None) -> Argument:
        """Return a part of the text."""
        end = len(self.visible) if end is None else end
        return Argument(Frame(self.visible, start, end, self.brackets), start, end)

    def place(self, frame: Frame, start: int, end: int) -> tuple[int, int, SourceSegment | None]:
        """Return where a part of what is read is in this text.

        Text that a macro prints is at the position of its call.
        """
        piece = frame.piece(start)
        if piece is None:
            return start, end, None
        if piece.inside:
            at = frame.call.start if frame.call else 0
            return at, at, piece
        shift = piece.origin - piece.start
        return start + shift, min(end, piece.end) + shift, None

    def span(self, frame: Frame, start: int, end: int) -> Span:
        """Return where a part of what is read is in the source."""
        first, last, _ = self.place(frame, start, end)
        return self.view.span(first, last)

    def token(self, frame: Frame) -> tuple[LatexToken | None, int]:
        """Return the token that is next in a frame, if one does, and the offset after it."""
        text, at = frame.text, frame.at
        if text[at] == NOTHING:
            return self._aside(frame)
        match = self.pattern.match(text, at, frame.end)
        if match is None or match.lastgroup is None:
            return None, at + 1
        kind, end = match.lastgroup, match.end()
        value = match[kind]
        if kind == "text" and (piece := frame.piece(at)) and piece.end < end:
            end = max(piece.end, at + 1)
            value = text[at:end]
        start, stop, printed = self.place(frame, at, end)
        blanks = kind == "word" and end - at > len(value) + 1
        if kind == "own":
            kind, end = ("word", end) if printed else ("sign", at + 2)
            value = value if printed else "!"
        elif kind in ("inline", "display", "dollars", "dollar"):
            kind = "math"
        elif kind == "ligature":
            value = _LIGATURES[value]
        elif kind == "line" and start in self.ends:
            kind = "par"
        span = self.view.span(start, stop)
        return LatexToken(kind, value, span.start, span.end, printed.inside if printed else frozenset(), blanks), end

    def _aside(self, frame: Frame) -> tuple[LatexToken | None, int]:
        """Return hidden text as a token; text in a macro that the document does not define itself is not hidden."""
        at = frame.at
        piece = frame.piece(at)
        origin = at if piece is None else piece.origin + at - piece.start
        aside = self.notes.get(origin) if piece is None or piece.origin >= 0 else None
        if aside is None:
            return None, at + 1
        end = min(at + aside.end - aside.at, frame.end)
        start, kind, value = aside.start, aside.kind, aside.kind
        source = self.view.text
        if kind == "code":
            value = source[start : aside.stop]
        elif kind == "%":
            while start < aside.stop and source[start] == "%":
                start += 1
            line = max(source.rfind("\n", 0, aside.at), source.rfind("\r", 0, aside.at)) if aside.at else -1
            value = "%" if source[max(line + 1, aside.at - 200) : aside.at].strip() else "%%"
        span = self.view.span(start, aside.stop)
        kind = "code" if kind == "code" else "comment"
        return LatexToken(kind, value, span.start, span.end, piece.inside if piece else frozenset()), max(end, at + 1)


@cache
def _pattern(letters: str) -> re.Pattern[str]:
    return re.compile(
        rf"""
        \\(?P<own>!(?:item|title|break|blank|comma|close|endheading|leave)(?![A-Za-z]))[ ]?
        |\\(?P<word>[{letters}]++)(?:[ \t]*+{_END}(?![ \t]*+(?:{_END}|\Z))[ \t]*+|[ \t]*+)
        |(?P<break>\\\\(?:[ ]?\*(?![A-Za-z*]))?(?:[ ]?\[[ ]?-?(?:[\d.]{{1,9}}[ ]?[a-z]{{2}}|[\d.]{{0,9}}\\[A-Za-z]{{1,20}})[^\]\n]{{0,30}}\])?)
        |\\\((?P<inline>(?>(?:[^\\]|\\[^)(\[\]]){{1,2000}}))\\\)
        |\\\[(?P<display>(?>(?:[^\\]|\\[^)(\[\]]){{1,4000}}))\\\]
        |\\(?P<sign>.)
        |(?P<open>\{{)|(?P<close>\}})
        |(?P<par>{_END}(?>(?:[ \t]*+{_END})+)[ \t]*+)
        |(?P<line>{_END}[ \t]*+)
        |\$\$(?P<dollars>(?>(?:[^$\\\r\n]|\\.|{_END}(?![ \t]*+{_END})){{1,4000}}))\$\$
        |\$(?P<dollar>(?>(?:[^$\\\r\n]|\\.|{_END}(?![ \t]*+{_END})){{1,2000}}))\$
        |(?P<cell>&)|(?P<tie>~)|\#(?P<param>[1-9])
        |(?P<ligature>---|--|``|''|[?!]`|`)
        |(?P<text>(?>(?:[^\\{{}}$&~\r\n\[\]\#`'*?!\0-]|-(?!-)|[?!](?!`)|'(?!'))+)|.)
        """,
        re.DOTALL | re.VERBOSE,
    )


_LIGATURES = {"---": "—", "--": "–", "``": "“", "''": "”", "?`": "¿", "!`": "¡", "`": "‘"}
