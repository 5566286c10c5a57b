r"""Tokens in the order in which LaTeX would see them: macros are replaced by what they stand for as the reader requests it.

Definitions, conditions, arguments and calls are those of :mod:`citekit.markup.tex`. A macro is never expanded inside its
own body, and how deep and how much is expanded is bounded, so that no definition can make the reading endless.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

from citekit.documents.latex.commands import PROTECTED
from citekit.documents.latex.tokens import LatexText, LatexToken
from citekit.markup.tex.conditions import CONDITIONS
from citekit.markup.tex.definitions import DEFINITIONS
from citekit.markup.tex.expansion import ExpansionState, Given, Macro, Parameter, TexReader, argument_of, filled
from citekit.markup.tex.stream import Argument, Body, Command, Frame
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import NOTHING, Span, View

DEEPEST = 100
"""So many texts may be open at once before macros are no longer expanded."""
_LONGEST_OPTION = 2000
"""Characters of an optional argument: an opening bracket that is not closed is text, and is not searched for ever."""
_OPTION = re.compile(r"\\(?:(?:item|begin|end)(?![A-Za-z])|.)|[][{}]|\n[ \t]*\n", re.DOTALL)
_LIST_TYPES = ("itemize", "enumerate", "description")


@dataclass(slots=True)
class DefinedMacros(ExpansionState):
    """What a document has defined, and which of ``_LIST_TYPES`` its own lists are.

    What the reader knows itself stays.
    """

    reserved: frozenset[str] = PROTECTED
    aliases: bool = True
    lists: dict[str, str] = field(default_factory=dict)


def _newlist(reader: TexReader, command: Command) -> bool:
    name, kind = reader.stream.argument(), reader.stream.argument()
    reader.stream.argument()
    if name and kind and isinstance(reader.state, DefinedMacros):
        found = next((known for known in _LIST_TYPES if kind.text.strip().startswith(known)), "itemize")
        reader.state.lists[name.text.strip()] = found
    return True


DEFINING = {**DEFINITIONS, "newlist": _newlist}
"""What is done with the commands that define something."""


class TokenStream(TexReader):
    """The tokens of a part of a text, macros expanded as the reader requests it."""

    def __init__(self, text: LatexText, part: Argument, state: DefinedMacros) -> None:
        frame = part.frame
        start = Frame(frame.text, part.start, part.end, frame.brackets, frame.pieces, frame.call)
        super().__init__(start, state, CONDITIONS, DEFINING)
        self.text, self.macros = text, state
        self.globally = True
        self._last = (start, part.start, part.start)
        self._next: tuple[Frame, int, LatexToken | None, int] | None = None

    @classmethod
    def of(cls, view: View, state: DefinedMacros, literal_percent: bool = False) -> TokenStream:
        """Return the tokens of a whole text."""
        text = LatexText.of(view, literal_percent)
        return cls(text, text.argument(), state)

    def within(self, part: Argument) -> TokenStream:
        """Return the tokens of an argument alone."""
        return TokenStream(self.text, part, self.macros)

    # Reading ---------------------------------------------------------------------------------------------------------

    def next(self) -> LatexToken | None:
        """Return the next token; None at the end."""
        while frame := self._frame():
            at = frame.at
            token, frame.at = self._token(frame)
            if token is not None:
                self._last = (frame, at, frame.at)
                return token
        return None

    def peek(self) -> LatexToken | None:
        """Return the next token, which is not passed over."""
        while frame := self._frame():
            token, end = self._token(frame)
            if token is not None:
                return token
            frame.at = end
        return None

    def skip(self) -> None:
        """Pass over the token that :meth:`peek` gave."""
        if frame := self._frame():
            frame.at = self._token(frame)[1]

    def skip_text(self, pattern: re.Pattern[str]) -> None:
        """Pass over what comes next in the text itself."""
        if (frame := self._frame()) and (match := pattern.match(frame.text, frame.at, frame.end)):
            frame.at = match.end()

    def _token(self, frame: Frame) -> tuple[LatexToken | None, int]:
        known = self._next
        if known and known[0] is frame and known[1] == frame.at:
            return known[2], known[3]
        token, end = self.text.token(frame)
        self._next = (frame, frame.at, token, end)
        return token, end

    def _frame(self) -> Frame | None:
        frames = self.stream.frames
        while frames and frames[-1].at >= frames[-1].end:
            frames.pop()
        return frames[-1] if frames else None

    def mark(self) -> Callable[[], None]:
        """Return what goes back to this place."""
        saved = [(frame, frame.at) for frame in self.stream.frames]

        def go_back() -> None:
            self.stream.frames[:] = [frame for frame, _ in saved]
            for frame, at in saved:
                frame.at = at

        return go_back

    # Macros ----------------------------------------------------------------------------------------------------------

    @property
    def is_deep(self) -> bool:
        """Whether so much is open that arguments should be read where they are."""
        return len(self.stream.frames) >= DEEPEST

    def can_expand(self, name: str, token: LatexToken) -> bool:
        """Whether a macro may be expanded now."""
        return name not in token.inside and not self.is_deep and self.stream.left > 0

    def show(self, name: str, parts: Given, token: LatexToken) -> None:
        """Read next what a command stands for; its arguments alone if there is no room for more."""
        frame, start, end = self._last
        at = self.text.place(frame, start, end)[0]
        if not self.stream.insert(parts, Span(at, at), inside=token.inside | {name}):
            for part in {id(part): part for part in reversed(parts) if isinstance(part, Argument)}.values():
                self.read_first(part)

    def call(self, name: str, macro: Macro, arguments: Sequence[Argument | Body], token: LatexToken) -> None:
        """Read next the body of a macro with these arguments."""
        self.show(name, filled(macro, list(arguments)), token)

    def template(self, text: str, arguments: Sequence[Argument | Body], token: LatexToken) -> None:
        r"""Read next what a command prints; commands that begin with ``!`` are the reader's own."""
        self.show("", filled(Macro((), text), list(arguments)), token)

    def read_first(self, part: Argument) -> None:
        """Read an argument before all other tokens."""
        frame = part.frame
        self.stream.frames.append(Frame(frame.text, part.start, part.end, frame.brackets, frame.pieces, frame.call))

    def take(self, name: str, learn: bool = True) -> bool:
        """Read a definition, a condition or what belongs to one, whose command was read last; False if it is none."""
        frame, start, _ = self._last
        command = Command(name, frame, start, start + len(name) + 1)
        if name == "iffalse" and frame.text[frame.at : frame.at + 1] == NOTHING:
            self.branches.append(False)  # what it hides is aside
            return True
        if name not in DEFINING:
            condition = CONDITIONS.get(name) or (CONDITIONS["if"] if name.startswith("if") else None)
            return condition is not None and condition(self, command)
        self.state = self.macros if learn else DefinedMacros()
        done = DEFINING[name](self, command)
        self.state = self.macros
        return done

    def do(self, command: Command) -> None:
        """Read a command whose name has been made up."""
        self.insert((f"\\{command.name} ",), command)

    # Arguments -------------------------------------------------------------------------------------------------------

    def group(self, lookahead: bool = False) -> Argument | None:
        """Return the inside of the group that comes next, which is passed over unless this is ``lookahead``.

        Return None in all other cases.
        """
        go_back = self.mark()
        found = self.stream.argument()
        if found is None or lookahead:
            go_back()
        return found

    def option(self) -> Argument | None:
        """Return the inside of the bracketed argument that comes next, passed over; else None."""
        go_back = self.mark()
        frame = self.stream.ahead()
        if frame and frame.text[frame.at] == "[":
            start = at = frame.at
            depth = 0
            for sign in _OPTION.finditer(frame.text, at, min(frame.end, at + _LONGEST_OPTION)):
                if sign.start() < at:
                    continue
                if sign[0] == "{":
                    at = frame.brackets.closing.get(sign.start(), frame.end)
                    at += 1
                elif sign[0] in "[]":
                    depth += 1 if sign[0] == "[" else -1
                    if not depth:
                        frame.at = sign.end()
                        return Argument(frame, start + 1, sign.start())
                elif sign[0] == "}" or len(sign[0]) > 2 or sign[0].isspace():
                    break
        go_back()
        return None

    def star(self) -> bool:
        """Whether a star comes next, which is passed over."""
        token = self.peek()
        if token and token.kind == "text" and token.text == "*":
            self.skip()
            return True
        return False

    def argument(self) -> Argument | None:
        """Return a group, or the one token that comes next, passed over; None at the end of a paragraph."""
        group = self.group()
        if group is not None:
            return group
        go_back = self.mark()
        frame = self.stream.ahead()
        token = self.peek() if frame else None
        if not frame or not token or token.kind not in ("word", "sign", "text", "param"):
            go_back()
            return None
        start = frame.at
        frame.at = start + 1 if token.kind == "text" else self._token(frame)[1]
        return Argument(frame, start, frame.at)

    def arguments(self, parameters: tuple[Parameter, ...]) -> Given:
        """Return the arguments that a macro takes, passed over; a missing one is empty."""
        found: Given = []
        for parameter in parameters:
            if parameter.kind == "literal":
                self.stream.skip(parameter.opening)
            else:
                found.append(argument_of(self.stream, parameter) or Body(""))
        return found

    def groups_ahead(self, most: int = 3) -> int:
        """Return how many groups come next, one after the other, counted to ``most``."""
        go_back, count = self.mark(), 0
        while count < most and self.stream.argument() is not None:
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


def source_of(part: Argument | Body | None) -> str:
    """Return an argument as LaTeX, comments left out."""
    return part.text.replace(NOTHING, "") if part else ""
