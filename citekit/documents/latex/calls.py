r"""Calls of commands: macros that the document defines, headings, links, and commands that nobody defines."""

from __future__ import annotations

from citekit import patterns as re
from citekit.documents.latex import commands
from citekit.documents.latex.asides import AsideReader
from citekit.documents.latex.inline import address, template
from citekit.documents.latex.macros import Macro, Stretch
from citekit.documents.latex.stream import source_of
from citekit.documents.latex.tokens import Token
from citekit.documents.model import Style

_ADDRESS = re.compile(r"(?:https?://|www\.|mailto:|ftp://)\S{2,2000}")
_NAMES_A_PERSON = re.compile(r"(?:[A-Z][a-z]{2,20}+){1,3}")
_GOES_ON = re.compile(r"\s{0,3}(?:[,;]\s|and\s)")
_SIZES = frozenset(
    "tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge rm normalfont centering color".split()
)


class CallReader(AsideReader):
    """Reads commands with their arguments."""

    def _macro(self, name: str, macro: Macro, token: Token) -> None:
        if commands.heading_level(name) >= 0 and macro.signature.lstrip("*o")[:1] == "m" and self._is_heading(name):
            return
        if not self._stream.can_expand(name):
            return
        place = self._stream.place if self._stream.place >= 0 else token.start
        active = self._stream.active
        arguments = self._stream.arguments(macro)
        if not macro.body:
            for argument in arguments:
                self._hide(argument)
            return
        if macro.signature.strip("*o") == "m" and arguments[-1] and self._is_title(name):
            self._stream.expand(name, template(r"\!title{#1}"), arguments[-1:], place, active)
            return
        as_item = macro.signature.count("m") > 1 and self._begins_item(macro.body)
        self._stream.expand(name, macro.body, arguments, place, active)
        if as_item:
            self._environments.begin_implicit_item(len(self._groups))

    def _begins_item(self, body: Stretch | None = None) -> bool:
        """Whether a command with several arguments is an item here: it begins a line outside of lists and tables."""
        if not self._writer.at_line_start or self._environments.in_container or self._writer.level:
            return False
        implicit = self._environments.implicit
        if implicit and implicit.open and len(self._groups) > implicit.groups:
            return False
        return body is None or not re.search(r"\\(?:item|[a-z]*section|chapter|begin) ", source_of(body))

    # Headings --------------------------------------------------------------------------------------------------------

    def _level(self, depth: int) -> int:
        return max(1, depth + self._reading.first_level - 1)

    def _is_heading(self, name: str) -> bool:
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
        self._heading(self._level(level))
        return True

    def _heading(self, level: int) -> None:
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
        self._open_group()
        self._stream.read_first(template(r"\!endheading"))
        self._stream.read_first(title)

    def _is_title(self, name: str) -> bool:
        """Whether the argument just read is a heading: the command says title, and no text goes on behind it."""
        if not commands.names_title(name) or not self._writer.at_line_start or self._environments.in_container:
            return False
        token = self._stream.peek()
        while token and token.kind in ("line", "comment"):
            self._stream.skip()
            token = self._stream.peek()
        return token is not None and token.kind in ("par", "word", "break")

    # Commands that nobody defines ------------------------------------------------------------------------------------

    def _unknown(self, name: str, token: Token) -> None:
        """A command that nobody defines: the text of its arguments stays."""
        if commands.heading_level(name) >= 0 and self._stream.group(lookahead=True) and self._is_heading(name):
            return
        if self._stream.is_deep or (token.has_blanks and self._switch_follows()):
            return
        go_back = self._stream.mark()
        self._stream.star()
        while self._stream.option() is not None:
            pass
        if self._stream.group(lookahead=True) is None:
            go_back()
            self._name_of_macro(name, token)
            return
        place = self._stream.place if self._stream.place >= 0 else token.start
        active = self._stream.active
        arguments: list[Stretch] = []
        while len(arguments) < 9 and (not arguments or not self._switch_follows()):
            group = self._stream.group()
            if group is None:
                break
            arguments.append(group)
        self._print(name, tuple(arguments), place, active)

    def _name_of_macro(self, name: str, token: Token) -> None:
        r"""Print the words in a command's name where it stands in a list of names, as a person's macro: ``\\Brandt, Okafor``."""
        following = self._stream.peek()
        goes_on = following is not None and (
            (following.kind == "text" and _GOES_ON.match(following.text) is not None)
            or (following.kind == "sign" and following.text == "&")
        )
        if goes_on and _NAMES_A_PERSON.fullmatch(name):
            self._literal(" ".join(re.findall(r"[A-Z][a-z]+", name)), token)
            if token.has_blanks:
                self._writer.blank(*self._span(token))

    def _switch_follows(self) -> bool:
        """Whether a group comes next that begins with a switch of styles: such a group belongs to no command."""
        group = self._stream.group(lookahead=True)
        first = group.tokens.items[group.start] if group else None
        return first is not None and first.kind == "word" and (first.text in commands.SWITCHES or first.text in _SIZES)

    def _print(self, name: str, arguments: tuple[Stretch, ...], place: int, active: frozenset[str]) -> None:
        count = len(arguments)
        pattern = commands.TEMPLATES.get((name, count), "")
        if not pattern and count == 2 and (link := _link(arguments)):
            pattern = link
        if not pattern and count == 1:
            pattern = self._of_one(name, arguments[0])
        if not pattern:
            shown = r"\!break ".join(f"{{#{number}}}" for number in range(1, count + 1))
            pattern = rf"\!item {shown}" if self._begins_item() else shown
        self._stream.expand(name, template(pattern), arguments, place, active)

    def _of_one(self, name: str, argument: Stretch) -> str:
        """What an unknown command with one argument prints: a title, an item, or just the argument."""
        if argument and self._is_title(name):
            return r"\!title{#1}"
        if commands.names_item(name) and self._begins_item():
            return r"\!item{#1}"
        return "{#1}"

    # Links -----------------------------------------------------------------------------------------------------------

    def _url(self, token: Token) -> None:
        target = self._stream.group()
        if target is None:
            return
        text = address(source_of(target))
        raw = target.tokens.items[target.start] if target else token
        if raw.kind == "raw" and target.place < 0:
            self._ready()
            self._writer.literal(text, raw.start, raw.end, href=text if token.text != "path" else "")
        else:
            self._literal(text, token, href=text)

    def _href(self, token: Token) -> None:
        self._stream.option()
        target = self._stream.group()
        if target is not None:
            self._set(Style.PLAIN, href=self._target(target))

    def _target(self, stretch: Stretch) -> str:
        """A link's target; commands without arguments in it stand for their bodies."""
        source = source_of(stretch)
        if "\\" in source:
            source = re.sub(r"\\([A-Za-z]+) ?", self._known_text, source)
        return address(source)

    def _known_text(self, command: re.Match[str]) -> str:
        macro = self._macros.commands.get(command[1])
        return source_of(macro.body) if macro and not macro.signature else command[0]


def _link(arguments: tuple[Stretch, ...]) -> str:
    """The template of a command with an address and a text; empty where there is no address."""
    first, second = (address(source_of(argument)) for argument in arguments)
    if _ADDRESS.fullmatch(first) and second:
        return r"\href{#1}{#2}"
    return r"\href{#2}{#1}" if _ADDRESS.fullmatch(second) and first else ""
