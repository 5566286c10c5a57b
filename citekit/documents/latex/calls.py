"""Calls of commands: macros that the document defines, headings, links, commands that nobody defines, and what is aside:
comments, footnotes, what a document hides, files that are not read.
"""

from __future__ import annotations

from citekit.documents.html.flow import Flow
from citekit.documents.latex import commands
from citekit.documents.latex.inline import InlineReader, address, plain
from citekit.documents.latex.stream import TokenStream, source_of
from citekit.documents.latex.tokens import LatexToken
from citekit.documents.runs import TextStyle
from citekit.markup.tex.expansion import Macro
from citekit.markup.tex.stream import Argument
from citekit.runtime import patterns as re
from citekit.runtime.span import View

_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
DEEPEST_NOTE = 2
"""Notes in notes are read apart; those in them stay where they are."""


class HiddenTextReader(InlineReader):
    """Reads what is aside when the block around it has ended, with a reader of its own."""

    def _comment(self, token: LatexToken) -> None:
        pieces = [(self._slice(token), token.start)]
        if self._hidden:
            return
        last = token
        while last.text == "%%" and (following := self._stream.peek()) and following.text == "%%":
            if following.kind != "comment" or following.start <= last.end:
                break
            self._stream.skip()
            pieces += [("\n", last.end), (self._slice(following), following.start)]
            last = following
        pieces = [piece for piece in pieces if piece[0] == "\n" or _LETTER_OR_DIGIT.search(piece[0])]
        if any(text != "\n" for text, _ in pieces):
            path = self._flow.top.path
            if token.text == "%%" and next(text for text, _ in pieces if text != "\n").lstrip(" \t%").startswith("\\"):
                # a command that is commented out within an item was another item of the same list
                depth = next((at for at in range(len(path) - 1, -1, -1) if path[at].startswith("li:")), len(path))
                path = path[:depth]
            self._writer.later(lambda: self._read_hidden(TokenStream.of(View(pieces), self._macros), path))

    def _slice(self, token: LatexToken) -> str:
        return self._reading.source[token.start : token.end]

    def hide(self, argument: Argument | None) -> None:
        if argument and not self._hidden:
            path, hidden = self._flow.top.path, self._stream.within(argument)
            self._writer.later(lambda: self._read_hidden(hidden, path))

    def _read_hidden(self, stream: TokenStream, path: tuple[str, ...]) -> None:
        reading = self._reading
        flow = Flow(reading.blocks, reading.numbering, (*path, reading.numbering.name("comment")), hidden=True)
        type(self)(reading, stream, flow, hidden=True, note=DEEPEST_NOTE).read()

    def _footnote(self) -> None:
        self._stream.option()
        if self._note >= DEEPEST_NOTE:
            return
        note = self._stream.group()
        if note:
            path, reading = self._flow.top.path, self._reading
            flow = Flow(reading.blocks, reading.numbering, path, hidden=self._hidden)
            reader = type(self)(reading, self._stream.within(note), flow, self._hidden, self._note + 1)
            self._writer.later(reader.read)

    def _other_file(self, token: LatexToken) -> None:
        name = plain(self._stream.argument())
        if not self._hidden:
            self._problem(f"the file {name!r} is not read", token, "file-elsewhere")


_ADDRESS = re.compile(r"(?:https?://|www\.|mailto:|ftp://)\S{2,2000}")
_NAMES_A_PERSON = re.compile(r"(?:[A-Z][a-z]{2,20}+){1,3}")
_WORD = re.compile(r"[\s\0]{0,40}\\([A-Za-z]+)")
_GOES_ON = re.compile(r"\s{0,3}(?:[,;]\s|and\s)")
_SIZES = frozenset(
    "tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge rm normalfont centering color".split()
)


class CallReader(HiddenTextReader):
    """Reads commands with their arguments."""

    def _macro(self, name: str, macro: Macro, token: LatexToken) -> None:
        needed = sum(parameter.kind not in ("optional", "star", "literal") for parameter in macro.parameters)
        if needed and commands.heading_level(name) >= 0 and self._is_heading(name, token):
            return
        if not self._stream.can_expand(name, token):
            return
        arguments = self._stream.arguments(macro.parameters)
        if not macro.body:
            for argument in arguments:
                self.hide(argument if isinstance(argument, Argument) else None)
            return
        if needed == 1 and arguments[-1].text and self._is_title(name):
            self._stream.template(r"\!title{#1}", arguments[-1:], token)
            return
        as_item = needed > 1 and self._begins_item(macro.body)
        self._stream.call(name, macro, arguments, token)
        if as_item:
            self._environments.begin_implicit_item(len(self._groups))

    def _begins_item(self, body: str | None = None) -> bool:
        """Whether a command with several arguments is an item here: it begins a line outside of lists and tables."""
        if not self._writer.at_line_start or self._environments.in_container or self._writer.level:
            return False
        implicit = self._environments.implicit
        if implicit and implicit.open and len(self._groups) > implicit.groups:
            return False
        return body is None or not re.search(r"\\(?:item|[a-z]*section|chapter|begin)(?![A-Za-z])", body)

    # Headings --------------------------------------------------------------------------------------------------------

    def level_of(self, depth: int) -> int:
        return max(1, depth + self._reading.first_level - 1)

    def _is_heading(self, name: str, token: LatexToken) -> bool:
        """Read a command that is called a heading as one, if it has a title."""
        level = commands.heading_level(name)
        go_back = self._stream.mark()
        self._stream.star()
        self._stream.option()
        count = self._stream.groups_ahead()
        titled = count == 1 or (count == 2 and "section" in name.lower())
        if not titled or not self._stream.group(lookahead=True) or self._environments.in_table(len(self._groups)):
            go_back()
            return False
        self.heading(self.level_of(level), token)
        return True

    def heading(self, level: int, token: LatexToken) -> None:
        self._stream.star()
        self._stream.option()
        if self._stream.is_deep:
            return
        title = self._stream.group()
        if title is None:
            return
        self._writer.end_block()
        self._environments.end_implicit_list(len(self._groups))
        self._environments.close_bare_list()
        self._writer.level = level
        self.open_group()
        self._stream.template(r"\!endheading", (), token)
        self._stream.read_first(title)

    def _is_title(self, name: str) -> bool:
        """Whether the argument just read is a heading: the command says title, and no text continues after it."""
        if not commands.names_title(name) or not self._writer.at_line_start or self._environments.in_container:
            return False
        token = self._stream.peek()
        while token and token.kind in ("line", "comment"):
            self._stream.skip()
            token = self._stream.peek()
        return token is not None and token.kind in ("par", "word", "break")

    # Commands that nobody defines ------------------------------------------------------------------------------------

    def _unknown(self, name: str, token: LatexToken) -> None:
        """A command that nobody defines: the text of its arguments stays."""
        if commands.heading_level(name) >= 0 and self._stream.group(lookahead=True) and self._is_heading(name, token):
            return
        if self._stream.is_deep or (token.has_blanks and self._switch_follows()):
            return
        go_back = self._stream.mark()
        self._stream.star()
        while self._stream.option() is not None:
            pass
        if self._stream.group(lookahead=True) is None:
            go_back()
            # the macro of a person within a list of names (`\\Brandt, Okafor`): its name is printed as words
            following = self._stream.peek()
            goes_on = following is not None and (
                (following.kind == "text" and _GOES_ON.match(following.text) is not None)
                or (following.kind == "sign" and following.text == "&")
            )
            if goes_on and _NAMES_A_PERSON.fullmatch(name):
                self._literal(" ".join(re.findall(r"[A-Z][a-z]+", name)), token)
                if token.has_blanks:
                    self._writer.blank(token.start, token.end)
            return
        arguments: list[Argument] = []
        # TeX macros have at most nine arguments
        while len(arguments) < 9 and (not arguments or not self._switch_follows()):
            group = self._stream.group()
            if group is None:
                break
            arguments.append(group)
        count = len(arguments)
        pattern = commands.TEMPLATES.get((name, count), "")
        if not pattern and count == 2 and (link := _link(arguments)):
            pattern = link
        if not pattern and count == 1:
            pattern = self._of_one(name, arguments[0])
        if not pattern:
            shown = r"\!break ".join(f"{{#{number}}}" for number in range(1, count + 1))
            pattern = rf"\!item {shown}" if self._begins_item() else shown
        self._stream.template(pattern, arguments, token)

    def _switch_follows(self) -> bool:
        """Whether a group comes next that begins with a switch of styles: such a group belongs to no command."""
        group = self._stream.group(lookahead=True)
        first = _WORD.match(group.text) if group else None
        return first is not None and (first[1] in commands.SWITCHES or first[1] in _SIZES)

    def _of_one(self, name: str, argument: Argument) -> str:
        """Return what an unknown command with one argument prints: a title, an item, or just the argument."""
        if argument.text and self._is_title(name):
            return r"\!title{#1}"
        if commands.names_item(name) and self._begins_item():
            return r"\!item{#1}"
        return "{#1}"

    # Links -----------------------------------------------------------------------------------------------------------

    def _url(self, token: LatexToken) -> None:
        target = self._stream.group()
        if target is None:
            return
        text = address(source_of(target))
        span = self._stream.text.span(target.frame, target.start, target.end)
        if text:
            self._ready()
            self._writer.literal(text, span.start, span.end, href=text if token.text != "path" else "")

    def _href(self, token: LatexToken) -> None:
        self._stream.option()
        target = self._stream.group()
        if target is not None:
            # commands without arguments in a target are replaced by their definitions
            source = source_of(target)
            if "\\" in source:
                source = re.sub(r"\\([A-Za-z]+) ?", self._known_text, source)
            self._set(TextStyle.PLAIN, href=address(source))

    def _known_text(self, command: re.Match[str]) -> str:
        macro = self._macros.macros.get(command[1])
        return macro.body if macro and not macro.parameters else command[0]


def _link(arguments: list[Argument]) -> str:
    """Return the template of a command with an address and a text; empty if there is no address."""
    first, second = (address(source_of(argument)) for argument in arguments)
    if _ADDRESS.fullmatch(first) and second:
        return r"\href{#1}{#2}"
    return r"\href{#2}{#1}" if _ADDRESS.fullmatch(second) and first else ""
