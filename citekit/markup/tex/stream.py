r"""LaTeX text as TeX includes it: a stack of texts, the innermost first, from which commands and arguments are taken.

The lowest text is the file; above it lie the bodies of the commands that it defines, with their arguments put in.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import NOTHING, Span

MOST_FRAMES = 120
"""Texts lie no deeper on top of one another."""

_COMMAND = re.compile(r"\\(?:([A-Za-z@]+)|.)", re.DOTALL)
_EXPAND_AFTER = re.compile(r"\\(?:expandafter|noexpand|protect)(?![A-Za-z@])")
_SIGNS = re.compile(r"\\[^A-Za-z@]|[{}\[\]()<>]", re.DOTALL)
# a brace after a command or one of its arguments begins an argument, but that of \hbox, \vbox, \vtop a group
_OF_COMMAND = re.compile(r"(?:[\]}]|\\(?!(?:[hv]box|vtop)\Z)[A-Za-z@]+\*?)\Z")
_CLOSES = {"]": "[", ")": "(", ">": "<"}


@dataclass(slots=True)
class Brackets:
    """Which bracket closes which: ``closing`` by the offset of the opening one, ``outer`` the brace around a brace."""

    closing: dict[int, int]
    outer: dict[int, int]
    braces: list[int]

    @classmethod
    def of(cls, text: str) -> Brackets:
        """Pairs brackets as TeX does: braces nest; another bracket is closed by the next one outside further braces."""
        closing: dict[int, int] = {}
        outer: dict[int, int] = {}
        braces: list[int] = []
        stack: list[int] = []
        waiting: list[dict[str, list[int]] | None] = [None]
        for match in _SIGNS.finditer(text):
            sign, at = match[0], match.start()
            # a brace hides the brackets in it: the ] in [{]}] closes nothing
            if sign == "{":
                outer[at] = stack[-1] if stack else -1
                braces.append(at)
                stack.append(at)
                waiting.append(None)
            elif sign == "}":
                if stack:
                    closing[stack.pop()] = at
                    waiting.pop()
            elif sign in "[(<":
                here = waiting[-1]
                # most groups have no such brackets, and there may be as many groups as characters
                if here is None:
                    here = waiting[-1] = {}
                here.setdefault(sign, []).append(at)
            elif sign in _CLOSES and (here := waiting[-1]) is not None:
                closing.update(dict.fromkeys(here.pop(_CLOSES[sign], ()), at))
        return cls(closing, outer, braces)

    def end_of_group(self, text: str, at: int) -> int | None:
        """Return where the group ends in which something is; None outside groups and in the argument of a command."""
        number = bisect_right(self.braces, at) - 1
        brace = self.braces[number] if number >= 0 else -1
        # people nest groups a dozen deep; hostile text nests them as often as it has characters
        for _ in range(60):
            if brace < 0:
                return None
            if self.closing.get(brace, -1) > at:
                before = text[max(0, brace - 60) : brace].rstrip()
                return None if _OF_COMMAND.search(before) else self.closing[brace]
            brace = self.outer[brace]
        return None


@dataclass(frozen=True, slots=True)
class SourceSegment:
    """``text[start:end]`` of a frame is in the file from ``origin`` on, nowhere in it where that is -1.

    ``given`` where it was an argument; ``inside`` are the names of the macros in whose bodies it is.
    """

    start: int
    end: int
    origin: int
    given: bool
    inside: frozenset[str] = frozenset()


@dataclass(slots=True)
class Frame:
    """A text that is read from ``at`` to ``end``. Nothing that begins in a ``closed`` one continues in the one below.

    ``pieces`` state where its parts are in the file, None for the file itself; ``call`` is the command of the file that
    brought it.
    """

    text: str
    at: int
    end: int
    brackets: Brackets
    pieces: tuple[SourceSegment, ...] | None = None
    call: Span | None = None
    closed: bool = False

    def piece(self, at: int) -> SourceSegment | None:
        """Return the piece that a character of the text belongs to; None in the file itself."""
        if not self.pieces:
            return None
        return self.pieces[max(0, bisect_right(self.pieces, at, key=lambda piece: piece.start) - 1)]

    def place(self, start: int, end: int) -> tuple[Span, bool]:
        """Return where a part of the text is in the file, and whether it is there as it is."""
        if self.pieces is None:
            return Span(start, end), True
        number = max(0, bisect_right(self.pieces, start, key=lambda piece: piece.start) - 1)
        # what is requested is a command or a key, which few pieces make up
        near = [
            piece
            for piece in self.pieces[number : number + 8]
            if piece.start < end and start < piece.end and piece.origin >= 0
        ]
        for piece in near:
            if piece.start <= start and end <= piece.end:
                return Span(piece.origin + start - piece.start, piece.origin + end - piece.start), True
        for piece in near:
            if piece.given:
                begin, stop = max(start, piece.start), min(end, piece.end)
                return Span(piece.origin + begin - piece.start, piece.origin + stop - piece.start), False
        return self.call or Span(0, 0), False


@dataclass(frozen=True, slots=True)
class Argument:
    """What is between two delimiters: ``frame.text[start:end]``."""

    frame: Frame
    start: int
    end: int

    @property
    def text(self) -> str:
        """The argument as it is written."""
        return self.frame.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Body:
    """New text that is to be read; ``origin`` is where it is in the file, None if it is not there."""

    text: str
    origin: int | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """A command that has just been read: its name without backslash, and ``frame.text[start:end]``."""

    name: str
    frame: Frame
    start: int
    end: int

    def end_with_arguments(self) -> int:
        """Return where the arguments end that have been taken, without the spaces and comments that follow them."""
        at = self.frame.at
        while at > self.end and (self.frame.text[at - 1].isspace() or self.frame.text[at - 1] == NOTHING):
            at -= 1
        return at


@dataclass(slots=True)
class Stream:
    """The texts that are being read. ``left`` is how many characters definitions may still bring in."""

    frames: list[Frame]
    left: int = 0

    @classmethod
    def of(cls, text: str) -> Stream:
        """Return a text of which nothing is replaced by anything else."""
        return cls([Frame(text, 0, len(text), Brackets.of(text))])

    def command(
        self, above: int = 0, collect: list[str] | None = None, among: set[str] | None = None
    ) -> Command | None:
        """Return the next command in the texts above the ``above`` lowest; what is before it goes to ``collect``.

        Others than those ``among`` which it shall be, and conditions, are passed over.
        """
        while len(self.frames) > above:
            frame = self.frames[-1]
            begin = frame.at
            frame.at = frame.end
            for match in _COMMAND.finditer(frame.text, begin, frame.end):
                name = match[1] or match[0][1:]
                if among is None or name in among or name.startswith("if"):
                    frame.at = match.end()
                    if collect is not None:
                        collect.append(frame.text[begin : match.start()])
                    return Command(name, frame, match.start(), frame.at)
            if collect is not None:
                collect.append(frame.text[begin : frame.end])
            self.frames.pop()
        return None

    def ahead(self) -> Frame | None:
        """Return the frame in which the next character is, after spaces with at most one line end; finished ones go."""
        while self.frames:
            frame = self.frames[-1]
            at = skip_blanks(frame.text, frame.at, frame.end)
            while after := _EXPAND_AFTER.match(frame.text, at, frame.end):
                at = skip_blanks(frame.text, after.end(), frame.end)
            if at < frame.end:
                # an empty line is \par, which no argument can begin with
                if frame.text[at] == "\n":
                    return None
                frame.at = at
                return frame
            # what a command stands for takes its arguments from after the command, a branch that is read on trial does not
            if frame.closed or len(self.frames) == 1:
                return None
            self.frames.pop()
        return None

    def next_sign(self) -> str:
        """Return the next character that is not a space, or the empty string."""
        frame = self.ahead()
        return frame.text[frame.at] if frame else ""

    def skip(self, sign: str) -> bool:
        """Goes past a character, if it is the next one."""
        frame = self.ahead()
        if frame is None or not frame.text.startswith(sign, frame.at) or frame.at >= frame.end:
            return False
        frame.at += len(sign)
        return True

    def argument(self, opening: str = "{") -> Argument | None:
        """Return the argument that comes next between brackets of this kind; nothing is taken if absent."""
        frame = self.ahead()
        if frame is None or frame.text[frame.at] != opening:
            return None
        close = frame.brackets.closing.get(frame.at, -1)
        if close < 0 or close >= frame.end:
            return None
        found = Argument(frame, frame.at + 1, close)
        frame.at = close + 1
        return found

    def token(self) -> Argument | None:
        """Return an argument in braces, or a single command or character."""
        frame = self.ahead()
        if frame is None or frame.text[frame.at] == "{":
            return self.argument()
        match = _COMMAND.match(frame.text, frame.at, frame.end)
        end = match.end() if match else frame.at + 1
        found = Argument(frame, frame.at, end)
        frame.at = end
        return found

    def until(self, delimiter: str) -> Argument | None:
        """Return what is before a delimiter outside braces, which is gone past; nothing is taken if absent."""
        if not self.frames:
            return None
        frame = self.frames[-1]
        at = frame.at
        # a delimiter is near; without a bound, each call of a macro without one would search the whole file
        for sign in re.compile(rf"{re.escape(delimiter)}|\{{").finditer(frame.text, at, min(frame.end, at + 2000)):
            if sign.start() < at:
                continue
            if sign[0] == delimiter:
                found = Argument(frame, frame.at, sign.start())
                frame.at = sign.end()
                return found
            at = frame.brackets.closing.get(sign.start(), frame.end)
        return None

    def read_next(self, argument: Argument, closed: bool = False) -> None:
        """Read an argument before what follows; a ``closed`` one takes no arguments from there."""
        frame = argument.frame
        if argument.end > argument.start and len(self.frames) < MOST_FRAMES:
            self.frames.append(
                Frame(frame.text, argument.start, argument.end, frame.brackets, frame.pieces, frame.call, closed)
            )

    def insert(
        self,
        parts: Sequence[Argument | Body],
        call: Span | None,
        closed: bool = False,
        inside: frozenset[str] = frozenset(),
    ) -> bool:
        """Read a text next that is put together from arguments and new text; whether there is room for it.

        ``inside`` are the macros in whose bodies the new text is.
        """
        size = sum(part.end - part.start if isinstance(part, Argument) else len(part.text) for part in parts)
        # an empty body takes space, too, so that a command that stands for itself comes to an end
        if size + 20 > self.left or len(self.frames) >= MOST_FRAMES:
            return False
        self.left -= size + 20
        texts: list[str] = []
        pieces: list[SourceSegment] = []
        at = 0
        for part in parts:
            if isinstance(part, Argument):
                pieces += _pieces(part, at)
            elif part.text and (inside or part.origin is not None):
                origin = -1 if part.origin is None else part.origin
                pieces.append(SourceSegment(at, at + len(part.text), origin, False, inside))
            texts.append(part.text)
            at += len(part.text)
        whole = "".join(texts)
        self.frames.append(Frame(whole, 0, at, _brackets(whole), tuple(pieces), call, closed))
        return True


@lru_cache(maxsize=4096)
def _brackets(text: str) -> Brackets:
    """Return the brackets of a text that definitions bring in; documents bring in the same ones again and again."""
    return Brackets.of(text)


def _pieces(part: Argument, at: int) -> list[SourceSegment]:
    """Return where the characters of an argument are in the file, once it begins at ``at`` of a new text."""
    frame = part.frame
    shift = at - part.start
    if frame.pieces is None:
        return [SourceSegment(at, part.end + shift, part.start, True)]
    return [
        SourceSegment(
            max(piece.start, part.start) + shift,
            min(piece.end, part.end) + shift,
            piece.origin if piece.origin < 0 else piece.origin + max(piece.start, part.start) - piece.start,
            piece.given,
            piece.inside,
        )
        for piece in frame.pieces
        if piece.start < part.end and part.start < piece.end
    ]


def skip_blanks(text: str, at: int, end: int) -> int:
    """Return the offset after spaces with at most one line end in them: an empty line ends a command's arguments."""
    ends = 0
    while at < end and (text[at].isspace() or text[at] == NOTHING):
        if text[at] == "\n":
            ends += 1
            if ends > 1:
                return at
        at += 1
    return at
