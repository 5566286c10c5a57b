r"""Tokens in the order in which LaTeX would see them: macros push their bodies, parameters their arguments.

A stack of stretches stands in for recursion. How deep and how much is expanded is bounded, and a macro is never
expanded inside its own body, so that no definition can make the reading of a document endless.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from citekit import patterns as re
from citekit.documents.latex.macros import Macro, Stretch
from citekit.documents.latex.tokens import Token, Tokens
from citekit.records import dataclass

DEEPEST = 150
"""So many stretches may be open at once before macros are no longer expanded."""
_LONGEST_OPTION = 150
_MOST_PUSHED = 50_000
_DEEPEST_SUBSTITUTION = 10
_PARAMETER = re.compile(r"#([1-9])")


@dataclass(slots=True)
class _Frame:
    stretch: Stretch
    at: int


class TokenStream:
    """The tokens of a stretch, macros expanded as the reader asks for it."""

    def __init__(self, stretch: Stretch) -> None:
        self._frames = [_Frame(stretch, stretch.start)]
        self._current = stretch
        self._allowance = _MOST_PUSHED + 10 * (stretch.end - stretch.start)

    # Reading ---------------------------------------------------------------------------------------------------------

    def next(self) -> Token | None:
        """The next token, parameters replaced by what they mean; None at the end."""
        while frame := self._frame():
            token = frame.stretch.tokens.items[frame.at]
            frame.at += 1
            self._current = frame.stretch
            if len(self._frames) > 1:
                self._allowance -= 1
            if token.kind == "param" and int(token.text) <= len(frame.stretch.arguments):
                self._push(frame.stretch.arguments[int(token.text) - 1])
                continue
            return token
        return None

    @property
    def place(self) -> int:
        """Where the macro call stands that the last token was printed by; -1 where it stands in the text itself."""
        return self._current.place

    @property
    def active(self) -> frozenset[str]:
        """The macros whose bodies the last token stands in."""
        return self._current.active

    def peek(self) -> Token | None:
        """The next token as it is, parameters not replaced."""
        frame = self._frame()
        return frame.stretch.tokens.items[frame.at] if frame else None

    def skip(self) -> None:
        """Pass over the token that :meth:`peek` gave."""
        if frame := self._frame():
            frame.at += 1

    def back(self, token: Token, place: int = -1) -> None:
        """Put a token (or what is left of one) before all others."""
        self._frames.append(_Frame(Stretch(Tokens([token]), 0, 1, place=place), 0))

    @property
    def is_deep(self) -> bool:
        """Whether so much is open that arguments should be read where they stand."""
        return len(self._frames) >= DEEPEST

    @property
    def meanings(self) -> tuple[Stretch, ...]:
        """The macro arguments that hold where the last token stands."""
        return self._current.arguments

    def can_expand(self, name: str) -> bool:
        """Whether a macro may be expanded now."""
        return name not in self._current.active and len(self._frames) < DEEPEST and self._allowance > 0

    def expand(
        self, name: str, body: Stretch, arguments: tuple[Stretch, ...], place: int, active: frozenset[str]
    ) -> None:
        """Put the body of a macro before all other tokens, its parameters bound.

        ``place`` is where it was called, ``active`` names the macros that the call stands in.
        """
        self._push(Stretch(body.tokens, body.start, body.end, arguments, place, active | {name}))

    def read_first(self, stretch: Stretch) -> None:
        """Put a stretch before all other tokens."""
        self._push(stretch)

    def _push(self, stretch: Stretch) -> None:
        if stretch:
            self._frames.append(_Frame(stretch, stretch.start))

    def _frame(self) -> _Frame | None:
        frames = self._frames
        while frames and frames[-1].at >= frames[-1].stretch.end:
            frames.pop()
        return frames[-1] if frames else None

    def mark(self) -> Callable[[], None]:
        """What goes back to this place, as long as only arguments are passed over."""
        frame = self._frame()
        at = frame.at if frame else 0

        def go_back() -> None:
            if frame:
                frame.at = at

        return go_back

    # Arguments -------------------------------------------------------------------------------------------------------

    def _behind_blanks(self, frame: _Frame) -> int:
        """The index of the next token of a stretch that is no blank, line end or comment."""
        at, items = frame.at, frame.stretch.tokens.items
        end = min(frame.stretch.end, at + 40)
        while at < end and (
            items[at].kind in ("line", "comment") or (items[at].kind == "text" and items[at].text.isspace())
        ):
            at += 1
        return at

    def _inside(self, frame: _Frame, start: int, end: int) -> Stretch:
        around = frame.stretch
        return Stretch(around.tokens, start, end, around.arguments, around.place, around.active)

    def group(self, lookahead: bool = False) -> Stretch | None:
        """The inside of the group that comes next, which is passed over unless this is ``lookahead``; else None."""
        frame = self._frame()
        if not frame:
            return None
        at = self._behind_blanks(frame)
        close = frame.stretch.tokens.closing.get(at) if at < frame.stretch.end else None
        if close is None or close >= frame.stretch.end:
            return None
        if not lookahead:
            frame.at = close + 1
        return self._inside(frame, at + 1, close)

    def option(self) -> Stretch | None:
        """The inside of the bracketed argument that comes next, passed over; else None."""
        frame = self._frame()
        if not frame:
            return None
        at, items, closing = self._behind_blanks(frame), frame.stretch.tokens.items, frame.stretch.tokens.closing
        if at >= frame.stretch.end or items[at].kind != "text" or items[at].text != "[":
            return None
        start = at = at + 1
        depth = 1
        steps = 0
        while at < frame.stretch.end and steps < _LONGEST_OPTION:
            steps += 1
            token = items[at]
            if token.kind in ("par", "close") or (token.kind == "word" and token.text in ("item", "begin", "end")):
                break
            if token.kind == "text" and token.text in ("[", "]"):
                depth += 1 if token.text == "[" else -1
                if not depth:
                    frame.at = at + 1
                    return self._inside(frame, start, at)
            at = closing.get(at, at) + 1
        return None

    def star(self) -> bool:
        """Whether a star comes next, which is passed over."""
        token = self.peek()
        if token and token.kind == "text" and token.text == "*":
            self.skip()
            return True
        return False

    def argument(self) -> Stretch | None:
        """A group, or the one token that comes next, passed over; None at the end of a paragraph."""
        group = self.group()
        if group is not None:
            return group
        frame = self._frame()
        if not frame:
            return None
        at = self._behind_blanks(frame)
        if at >= frame.stretch.end or frame.stretch.tokens.items[at].kind not in ("word", "sign", "text", "param"):
            return None
        token = frame.stretch.tokens.items[at]
        frame.at = at + 1
        if token.kind == "text" and (blanks := len(token.text) - len(token.text.lstrip(" \t"))) and token.text.strip():
            token = token._replace(text=token.text[blanks:], start=token.start + blanks)
        if token.kind != "text" or len(token.text) == 1:
            return self._inside(frame, at, at + 1)
        first = token._replace(text=token.text[:1], end=token.start + 1)
        self.back(token._replace(text=token.text[1:], start=token.start + 1), frame.stretch.place)
        return Stretch(Tokens([first]), 0, 1, place=frame.stretch.place)

    def arguments(self, macro: Macro) -> tuple[Stretch, ...]:
        """The arguments that a macro takes, passed over."""
        empty = Stretch(Tokens([]), 0, 0)
        found: list[Stretch] = []
        for kind, default in zip(macro.signature, macro.defaults, strict=True):
            if kind == "*":
                self.star()
                found.append(empty)
            else:
                found.append((self.option() if kind == "o" else self.argument()) or default or empty)
        return tuple(found)

    def groups_ahead(self, most: int = 3) -> int:
        """How many groups come next, one behind the other, counted to ``most``."""
        go_back, count = self.mark(), 0
        while count < most and self.group() is not None:
            count += 1
        go_back()
        return count

    def pass_over(self, signature: str) -> None:
        """Pass over arguments that print nothing."""
        for kind in signature:
            if kind == "*":
                self.star()
            elif kind == "o":
                self.option()
            else:
                self.argument()


def tokens_of(stretch: Stretch, most: int = 400) -> Iterator[Token]:
    """The tokens of a stretch with parameters replaced, no macro expanded; at most so many."""
    return (token for token, _ in _tokens(stretch, [most]))


def _tokens(stretch: Stretch, left: list[int]) -> Iterator[tuple[Token, tuple[Stretch, ...]]]:
    """Tokens with the macro arguments that hold where they stand; ``left`` counts down how many may follow."""
    frames = [(stretch, stretch.start)]
    while frames and left[0] > 0:
        around, at = frames.pop()
        if at >= around.end:
            continue
        left[0] -= 1
        token = around.tokens.items[at]
        frames.append((around, at + 1))
        if token.kind == "param" and int(token.text) <= len(around.arguments):
            argument = around.arguments[int(token.text) - 1]
            frames.append((argument, argument.start))
        else:
            yield token, around.arguments


def source_of(stretch: Stretch) -> str:
    """A stretch as LaTeX again, parameters replaced, comments left out; what is very long is cut."""
    return _source_of(stretch, [400], 0)


def substituted(text: str, arguments: tuple[Stretch, ...]) -> str:
    """Text that was not made tokens, such as a formula, with a macro's parameters replaced by their arguments."""
    return _substituted(text, arguments, [400], 0)


def _source_of(stretch: Stretch, left: list[int], depth: int) -> str:
    return "".join(_source(token, arguments, left, depth) for token, arguments in _tokens(stretch, left))


def _substituted(text: str, arguments: tuple[Stretch, ...], left: list[int], depth: int) -> str:
    if not arguments or "#" not in text or depth >= _DEEPEST_SUBSTITUTION:
        return text

    def meaning(parameter: re.Match[str]) -> str:
        number = int(parameter[1])
        return _source_of(arguments[number - 1], left, depth + 1) if number <= len(arguments) else parameter[0]

    return _PARAMETER.sub(meaning, text)


def _source(token: Token, arguments: tuple[Stretch, ...], left: list[int], depth: int) -> str:
    match token.kind:
        case "word":
            return f"\\{token.text} "
        case "sign":
            return f"\\{token.text}"
        case "break":
            return "\\\\ "
        case "math":
            return f"${_substituted(token.text, arguments, left, depth)}$"
        case "raw":
            return _substituted(token.text, arguments, left, depth)
        case "line" | "par":
            return " "
        case "comment":
            return ""
        case "param":
            return f"#{token.text}"
        case _:
            return token.text
