r"""Reading LaTeX: tokens in, blocks of styled runs out."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from citekit.documents.html.flow import Flow, Numbering
from citekit.documents.latex import commands
from citekit.documents.latex.blocks import BlockWriter
from citekit.documents.latex.conditions import Conditions
from citekit.documents.latex.definitions import DEFINING, define
from citekit.documents.latex.environments import Environments
from citekit.documents.latex.macros import Macro, Macros, Stretch
from citekit.documents.latex.marks import marks
from citekit.documents.latex.stream import TokenStream, source_of, substituted
from citekit.documents.latex.tokens import Token, Tokens, tokenize
from citekit.documents.model import Block, Style
from citekit.documents.runs import View
from citekit.errors import Problem
from citekit.span import Span
from citekit.text.tex import decode
from citekit.text.tex_table import ACCENTS, CHARACTERS

_ADDRESS = re.compile(r"(?:https?://|www\.|mailto:|ftp://)\S{2,2000}")
_LENGTH = re.compile(
    r"[ \t]*=?[ \t]*[-+]?[ \t]*(?:\d{1,7}[.,]?\d{0,7}|[.,]\d{1,7})[ \t]*(?:pt|cm|mm|in|em|ex|sp|bp|pc|dd|cc|mu)?(?![A-Za-z])"
    r"(?:[ \t]*(?:plus|minus)[ \t]*-?[\d.,]{1,9}[ \t]*(?:pt|cm|mm|in|em|ex|fil{1,3})?)*"
)
_INDEX_LABEL = re.compile(r"[\[(]?(?:[A-Za-z]{0,4}[-.]?\d{0,3}[a-z]?|[^\w\s]{1,3})[\])]?[.:)]?")
_ESCAPED = re.compile(
    r"\\([%#&_~{}$^ ])\s*|\\textasciitilde *(?:\{\})?|\\string *|\{\\textasciitilde *\}|\$\\sim *\$|\{(~|_)\}"
)
_LINE_ENDS = str.maketrans("\t\n\r\f\v", "     ")
_WORD = re.compile(r"[^\W_]")
_DEEPEST_NOTE = 2
_MOST_OPEN_GROUPS = 5000


@dataclass(slots=True)
class _Group:
    style: Style
    href: str


@dataclass(slots=True)
class Reading:
    """What all parts of one reading share."""

    source: str
    macros: Macros = field(default_factory=Macros)
    blocks: list[Block] = field(default_factory=list)
    numbering: Numbering = field(default_factory=Numbering)
    problems: list[Problem] = field(default_factory=list)
    meta: dict[str, str] = field(default_factory=dict)
    first_level: int = 1
    """The level of ``\\section``: 2 where there are chapters."""


@cache
def template(text: str) -> Stretch:
    r"""What a command prints, as a stretch to expand; commands that begin with ``!`` are the reader's own."""
    tokens = tokenize(View([(text, 0)]), letters="A-Za-z!")
    return Stretch(tokens, 0, len(tokens.items))


def plain(stretch: Stretch | None) -> str:
    """The text of a short stretch without styles; commands that mean no character vanish."""
    text = decode(source_of(stretch)) if stretch else ""
    return " ".join(re.sub(r"\\[A-Za-z@]+\*?|[{}\\]", " ", text).split())


def address(source: str) -> str:
    """A link's target as it is, escapes and blanks taken out."""
    return "".join(
        _ESCAPED.sub(lambda sign: sign[1] or sign[2] or ("" if "string" in sign[0] else "~"), source).split()
    )


class LatexReader:
    """Reads a stretch of tokens into the blocks of a flow."""

    def __init__(self, reading: Reading, stretch: Stretch, flow: Flow, hidden: bool = False, note: int = 0) -> None:
        self._reading, self._macros, self._flow = reading, reading.macros, flow
        self._hidden, self._note = hidden, note
        self._stream = TokenStream(stretch)
        self._writer = BlockWriter(flow)
        self._conditions = Conditions(self._stream, self._macros)
        self._environments = Environments(self._writer)
        self._groups: list[_Group] = []
        self._pending: tuple[Style, Style, str] | None = None
        self._depth = flow.depth

    @classmethod
    def of_line(cls, reading: Reading, stretch: Stretch, flow: Flow) -> LatexReader:
        """A reader of one line: it hides nothing away, learns nothing, and leaves notes where they stand."""
        return cls(reading, stretch, flow, hidden=True, note=_DEEPEST_NOTE)

    def read(self) -> None:
        """Read everything."""
        while token := self._stream.next():
            self._take(token)
        self._writer.end_block()
        while top := self._environments.top:
            self._environments.leave(top)
        self._flow.close_to(self._depth)

    def read_preamble(self) -> None:
        """Read definitions and what the document says about itself; no text."""
        while token := self._stream.peek():
            if token.kind == "open" and self._stream.group() is not None:
                continue
            token = self._stream.next() or token
            if token.kind != "word":
                continue
            if token.text in DEFINING:
                define(self._stream, self._macros, token.text)
            elif token.text in commands.UNSEEN:
                self._stream.pass_over(commands.UNSEEN[token.text])
            elif not self._conditions.take(token.text):
                self._note_meta(token.text)

    def _note_meta(self, name: str) -> None:
        """Remember what ``\\title``, ``\\author`` and the names of CV classes say."""
        if name not in ("title", "author", "name", "firstname", "familyname", "lastname", "surname"):
            return
        self._stream.option()
        text = plain(self._stream.group())
        meta = self._reading.meta
        if name == "title":
            meta.setdefault("title", text)
        elif name == "author":
            meta.setdefault("author", text)
        elif name == "name" and (family := self._stream.group()):
            meta.setdefault("author", f"{text} {plain(family)}".strip())
        elif name in ("familyname", "lastname", "surname"):
            meta["author"] = f"{meta.get('author', '')} {text}".strip()
        else:
            meta.setdefault("author", text)

    # Tokens ----------------------------------------------------------------------------------------------------------

    def _take(self, token: Token) -> None:
        kind = token.kind
        if kind == "open":
            self._open_group()
            return
        self._pending = None
        match kind:
            case "text":
                self._text(token)
            case "word":
                self._word(token)
            case "close":
                self._close_group()
            case "line":
                self._writer.soft_break(*self._span(token))
            case "par":
                self._paragraph_end()
            case "sign":
                self._sign(token)
            case "break":
                self._break(token)
            case "cell":
                if self._environments.in_table(len(self._groups)):
                    self._environments.cell()
                else:
                    self._literal("&", token)
            case "comment":
                self._comment(token)
            case _:
                self._special(token)

    def _special(self, token: Token) -> None:
        match token.kind:
            case "tie":
                self._writer.blank(*self._span(token))
            case "ligature":
                self._literal(token.text, token)
            case "math":
                self._math(token)
            case "raw":
                self._literal(address(substituted(token.text, self._stream.meanings)), token)
            case "code":
                self._code(token)
            case "param":
                self._literal(f"#{token.text}", token)

    def _span(self, token: Token) -> tuple[int, int]:
        place = self._stream.place
        return (token.start, token.end) if place < 0 else (place, place)

    def _ready(self) -> None:
        """Before text: an undeclared list whose last item has ended ends too."""
        implicit = self._environments.implicit
        if implicit and not implicit.open and self._writer.is_empty:
            self._environments.end_implicit_list(implicit.groups)

    def _text(self, token: Token) -> None:
        if self._environments.in_picture(len(self._groups)):
            return
        if not token.text.isspace():
            self._ready()
        self._writer.text(token, self._stream.place)

    def _literal(self, text: str, token: Token, more: Style = Style.PLAIN, href: str = "") -> None:
        if text:
            self._ready()
            self._writer.literal(text, *self._span(token), more, href)

    def _code(self, token: Token) -> None:
        for place, line in enumerate(token.text.splitlines()):
            if place:
                self._writer.hard_break(*self._span(token))
            self._literal(line.strip(), token, Style.CODE)

    def _math(self, token: Token) -> None:
        formula = substituted(token.text, self._stream.meanings)
        pieces = marks(formula)
        for text, style in pieces:
            self._literal(text, token, style)
        if not pieces and formula.strip():
            shown = formula.translate(_LINE_ENDS)
            self._literal(f"${shown}$", token, Style.MATH)

    def _sign(self, token: Token) -> None:
        sign = token.text
        if sign in ACCENTS and not (self._environments.top and self._environments.top.name == "tabbing"):
            self._accent(sign, token)
        elif sign in "%&_#{}$":
            self._literal(sign, token)
        elif sign in " ,;:=>'`\t\r\n~":
            self._writer.blank(*self._span(token))
        elif sign == "|":
            self._literal("‖", token)

    def _accent(self, accent: str, token: Token) -> None:
        argument = self._stream.argument()
        if argument is None:
            return
        source = source_of(argument)
        text = decode(f"\\{accent}{{{source.strip()}}}")
        if "\\" in text or argument.end - argument.start > 30:
            self._stream.read_first(argument)
            return
        start, end = self._span(token)
        if self._stream.place < 0 and argument.place < 0 and argument:
            items, first, behind = argument.tokens.items, argument.start, argument.end
            braced = first > 0 and argument.tokens.closing.get(first - 1) == behind
            end = items[behind if braced else behind - 1].end
        self._ready()
        self._writer.literal(text.replace("{", "").replace("}", ""), start, max(start, end))

    # Breaks ----------------------------------------------------------------------------------------------------------

    def _paragraph_end(self) -> None:
        if self._stream.place < 0:
            self._environments.end_implicit_item(len(self._groups))
        self._writer.end_block()

    def _break(self, token: Token) -> None:
        if self._environments.in_table(len(self._groups)):
            self._environments.row()
        elif not self._writer.hard_break(*self._span(token)):
            self._paragraph_end()

    # Groups ----------------------------------------------------------------------------------------------------------

    def _open_group(self) -> None:
        writer = self._writer
        self._groups.append(_Group(writer.style, writer.href))
        if len(self._groups) > _MOST_OPEN_GROUPS:
            del self._groups[0]
        if self._pending:
            add, remove, href = self._pending
            writer.style = (writer.style & ~remove) | add
            writer.href = href or writer.href
            self._pending = None

    def _close_group(self) -> None:
        if len(self._groups) > self._environments.groups:
            group = self._groups.pop()
            self._writer.style, self._writer.href = group.style, group.href

    def _set(self, add: Style, remove: Style = Style.PLAIN, href: str = "") -> None:
        """Set the argument that comes next in a style or as a link."""
        self._pending = (add, remove, href)
        token = self._stream.peek()
        if token and token.kind == "open":
            return
        if self._stream.is_deep:
            return
        argument = self._stream.argument()
        if argument:
            self._open_group()
            self._stream.read_first(template(r"\!close"))
            self._stream.read_first(argument)
        self._pending = None

    # Commands --------------------------------------------------------------------------------------------------------

    def _word(self, token: Token) -> None:
        name = token.text
        own = _OWN.get(name)
        if own:
            own(self, token)
        elif name in commands.ARGUMENT_STYLES:
            style = commands.ARGUMENT_STYLES[name]
            upright = name == "emph" and Style.ITALIC in self._writer.style
            self._set(Style.PLAIN if upright else style, style if upright else Style.PLAIN)
        elif name in commands.SWITCHES:
            self._writer.style |= commands.SWITCHES[name]
        elif name in commands.RESETS:
            self._set(Style.PLAIN, commands.RESETS[name])
        elif name in commands.SWITCH_RESETS:
            self._writer.style &= ~commands.SWITCH_RESETS[name]
        elif name in commands.HEADINGS:
            self._heading(self._level(commands.HEADINGS[name]))
        elif name in DEFINING:
            define(self._stream, Macros() if self._hidden else self._macros, name)
        elif name in self._macros.commands:
            self._macro(name, self._macros.commands[name], token)
        elif not self._symbol(name, token) and not self._conditions.take(name):
            self._layout(name, token)

    def _symbol(self, name: str, token: Token) -> bool:
        text = CHARACTERS.get(name) or commands.SIGNS.get(name) or commands.QUOTES.get(name)
        if name in commands.BLANKS:
            if name in commands.ASSIGNED:
                self._pass_length()
            self._writer.blank(*self._span(token))
        elif text:
            if (group := self._stream.group(lookahead=True)) is not None and not group and not token.has_blanks:
                self._stream.group()
            self._literal(text, token, Style.SUPERSCRIPT if name in _RAISED else Style.PLAIN)
        elif name in ACCENTS:
            self._accent(name, token)
        else:
            return False
        return True

    def _layout(self, name: str, token: Token) -> None:
        """A command that is about the look of the page, or that nobody knows."""
        if name in commands.LINE_BREAKS:
            self._stream.option()
            self._break(token)
        elif name in commands.PARAGRAPH_ENDS:
            self._stream.option()
            self._paragraph_end()
        elif name in commands.UNSEEN:
            self._unseen(name, token)
        elif name in commands.SHOWN_BEHIND:
            self._stream.pass_over(commands.SHOWN_BEHIND[name])
            if name.startswith("enquote"):
                self._stream.read_first(template(r"\!quote"))
                self._set(Style.PLAIN)
        elif name in commands.ASSIGNED:
            self._pass_length()
        elif name in commands.NOTES:
            self._footnote()
        elif name in commands.HIDING:
            self._hide(self._stream.group())
        else:
            self._unknown(name, token)

    def _unseen(self, name: str, token: Token) -> None:
        if name == "hspace":
            self._writer.blank(*self._span(token))
        elif name in ("bibliography", "printbibliography") and not self._hidden:
            self._problem(
                "what this command prints stands in a .bib file, and is not read", token, "bibliography-elsewhere"
            )
        self._stream.pass_over(commands.UNSEEN[name])
        if name in commands.ASSIGNED:
            self._pass_length()

    def _pass_length(self) -> None:
        token = self._stream.peek()
        if token and token.kind == "text" and (length := _LENGTH.match(token.text)):
            self._stream.skip()
            if rest := token.text[length.end() :]:
                self._stream.back(token._replace(text=rest, start=token.start + length.end()))

    def _problem(self, message: str, token: Token, kind: str) -> None:
        span = Span(token.start, token.end)
        self._reading.problems.append(Problem(message, span=span, severity="info", kind=kind))

    # Macros ----------------------------------------------------------------------------------------------------------

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

    def _level(self, depth: int) -> int:
        return max(1, depth + self._reading.first_level - 1)

    def _is_heading(self, name: str) -> bool:
        """Read a command that is called a heading as one, if it has a title."""
        level = commands.heading_level(name)
        self._stream.star()
        self._stream.option()
        if not self._stream.group(lookahead=True) or self._environments.in_table(len(self._groups)):
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

    def _unknown(self, name: str, token: Token) -> None:
        """A command that nobody defines: the text of its arguments stays."""
        if commands.heading_level(name) >= 0 and self._stream.group(lookahead=True) and self._is_heading(name):
            return
        if self._stream.is_deep or (token.has_blanks and self._switch_follows()):
            return
        self._stream.star()
        while self._stream.option() is not None:
            pass
        if self._stream.group(lookahead=True) is None:
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

    def _switch_follows(self) -> bool:
        """Whether a group comes next that begins with a switch of styles: such a group belongs to no command."""
        group = self._stream.group(lookahead=True)
        first = group.tokens.items[group.start] if group else None
        return first is not None and first.kind == "word" and first.text in (commands.SWITCHES | _SIZES)

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
        if (
            commands.names_title(name)
            and self._writer.at_line_start
            and not self._environments.in_container
            and argument
        ):
            token = self._stream.peek()
            while token and token.kind in ("line", "comment"):
                self._stream.skip()
                token = self._stream.peek()
            if token and token.kind in ("par", "word", "break"):
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

    # Environments ----------------------------------------------------------------------------------------------------

    def _begin(self, token: Token) -> None:
        inside = self._stream.group()
        name = source_of(inside).strip()[:80] if inside else ""
        if not name or self._stream.is_deep:
            return
        groups = len(self._groups)
        self._environments.break_before(name, self._span(token)[0])
        if name not in commands.INLINE_ENVIRONMENTS:
            self._environments.end_implicit_list(groups)
        if name in self._macros.environments:
            self._begin_own(name, self._macros.environments[name], token)
        elif name in commands.TABLES:
            self._stream.pass_over(commands.TABLES[name])
            self._environments.begin(name, groups)
        elif name in commands.LISTS or name in self._macros.lists:
            option = self._stream.option()
            if name == "thebibliography":
                self._stream.argument()
            source = source_of(option) if option else ""
            self._environments.begin(name, groups, source, self._macros.lists.get(name, name))
        else:
            self._begin_other(name)

    def _begin_own(self, name: str, macro: Macro, token: Token) -> None:
        place, active = self._span(token)[0], self._stream.active
        if not self._stream.can_expand(f"{name} environment"):
            return
        if commands.heading_level(name) >= 0 and self._is_heading(name):
            self._environments.begin(name, len(self._groups) - 1)
            return
        arguments = self._stream.arguments(macro)
        entry = self._environments.begin(name, len(self._groups))
        if entry and macro.closing:
            closing = macro.closing
            entry.closing = Stretch(closing.tokens, closing.start, closing.end, arguments, place, active)
        self._stream.expand(f"{name} environment", macro.body, arguments, place, active)

    def _begin_other(self, name: str) -> None:
        groups = len(self._groups)
        self._environments.begin(name, groups)
        if name in commands.ENVIRONMENTS:
            self._stream.pass_over(commands.ENVIRONMENTS[name])
        elif commands.heading_level(name) >= 0 and self._stream.group(lookahead=True):
            self._is_heading(name)
        else:
            self._stream.option()
            token = self._stream.peek()
            if token and token.kind == "open":
                self._stream.read_first(template(r"\!paragraph"))
                if (argument := self._stream_group_behind()) is not None:
                    self._stream.read_first(argument)

    def _stream_group_behind(self) -> Stretch | None:
        self._stream.next()
        return self._stream.group()

    def _end(self, token: Token) -> None:
        inside = self._stream.group()
        name = source_of(inside).strip()[:80] if inside else ""
        entry = self._environments.find(name) if name else None
        if not entry:
            return
        if entry.closing and self._stream.can_expand(f"end {name}"):
            closing, entry.closing = entry.closing, None
            leave = Tokens(
                [Token("word", "!leave", token.start, token.end), Token("text", name, token.start, token.end)]
            )
            self._stream.read_first(Stretch(leave, 0, 2, place=self._span(token)[0]))
            self._stream.read_first(closing)
        else:
            self._leave(name)

    def _leave_own(self, token: Token) -> None:
        named = self._stream.next()
        if named and named.kind == "text":
            self._leave(named.text)

    def _leave(self, name: str) -> None:
        entry = self._environments.find(name)
        if entry:
            groups = self._environments.leave(entry)
            del self._groups[max(0, groups) :]
            self._writer.level = 0

    def _item(self, token: Token) -> None:
        label = self._stream.option()
        key = self._stream.group() if token.text == "bibitem" else None
        text = plain(label) if label else ""
        if key is not None and label is not None:
            text = f"[{text}]" if text else ""
        is_marker = key is not None or (len(text) <= 12 and _INDEX_LABEL.fullmatch(text) is not None)
        environment = self._environments.item(text if is_marker else "", self._span(token)[0], self._depth)
        del self._groups[environment.groups :]
        self._writer.level = 0
        if label and text and not is_marker:
            self._stream.expand("", template(r"\textbf{#1} "), (label,), self._span(token)[0], self._stream.active)

    # What is not seen, or seen elsewhere -----------------------------------------------------------------------------

    def _comment(self, token: Token) -> None:
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
        pieces = [piece for piece in pieces if piece[0] == "\n" or _WORD.search(piece[0])]
        if any(text != "\n" for text, _ in pieces):
            path = self._flow.top.path
            self._writer.later(lambda: self._read_hidden(tokenize(View(pieces)), path))

    def _slice(self, token: Token) -> str:
        return self._reading.source[token.start : token.end]

    def _hide(self, stretch: Stretch | None) -> None:
        if stretch and not self._hidden:
            path = self._flow.top.path
            self._writer.later(lambda: self._read_hidden(stretch, path))

    def _read_hidden(self, tokens: Tokens | Stretch, path: tuple[str, ...]) -> None:
        stretch = tokens if isinstance(tokens, Stretch) else Stretch(tokens, 0, len(tokens.items))
        reading = self._reading
        flow = Flow(reading.blocks, reading.numbering, (*path, reading.numbering.name("comment")), hidden=True)
        LatexReader(reading, stretch, flow, hidden=True, note=_DEEPEST_NOTE).read()

    def _footnote(self) -> None:
        self._stream.option()
        if self._note >= _DEEPEST_NOTE:
            return
        note = self._stream.group()
        if note:
            path, reading = self._flow.top.path, self._reading
            flow = Flow(reading.blocks, reading.numbering, path, hidden=self._hidden)
            reader = LatexReader(reading, note, flow, self._hidden, self._note + 1)
            self._writer.later(reader.read)

    def _other_file(self, token: Token) -> None:
        name = plain(self._stream.argument())
        if not self._hidden:
            self._problem(f"the file {name!r} is not read", token, "file-elsewhere")

    # The reader's own commands ---------------------------------------------------------------------------------------

    def _own_item(self, token: Token) -> None:
        if self._begins_item():
            self._environments.begin_implicit_item(len(self._groups))
        else:
            self._writer.hard_break(*self._span(token))

    def _own_title(self, token: Token) -> None:
        self._heading(self._level(1))

    def _own_break(self, token: Token) -> None:
        self._writer.hard_break(*self._span(token))

    def _own_comma(self, token: Token) -> None:
        self._writer.comma()

    def _own_close(self, token: Token) -> None:
        self._close_group()

    def _own_quote(self, token: Token) -> None:
        self._literal("”", token)

    def _end_heading(self, token: Token) -> None:
        self._writer.end_block()
        self._writer.level = 0
        self._close_group()

    def _own_paragraph(self, token: Token) -> None:
        self._writer.end_block()

    def _colour(self, token: Token) -> None:
        self._stream.option()
        colour = plain(self._stream.argument())
        style = Style.PLAIN if colour == "black" else Style.COLOUR
        if token.text == "color":
            self._writer.style |= style
        else:
            self._set(style)

    def _texorpdfstring(self, token: Token) -> None:
        shown = self._stream.group()
        self._stream.group()
        if shown:
            self._stream.read_first(shown)

    def _name(self, token: Token) -> None:
        if not self._hidden and (name := self._stream.group(lookahead=True)):
            key = "title" if token.text == "title" else "author"
            self._reading.meta.setdefault(key, plain(name))


_RAISED = frozenset(("dag", "ddag", "textdagger", "textdaggerdbl", "dagger", "ddagger", "textasteriskcentered"))
_SIZES = dict.fromkeys(
    "tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge rm normalfont centering color".split(),
    Style.PLAIN,
)
_OWN: dict[str, Callable[[LatexReader, Token], None]] = {
    "begin": LatexReader._begin,
    "end": LatexReader._end,
    "item": LatexReader._item,
    "bibitem": LatexReader._item,
    "url": LatexReader._url,
    "nolinkurl": LatexReader._url,
    "path": LatexReader._url,
    "href": LatexReader._href,
    "textcolor": LatexReader._colour,
    "color": LatexReader._colour,
    "texorpdfstring": LatexReader._texorpdfstring,
    "input": LatexReader._other_file,
    "include": LatexReader._other_file,
    "name": LatexReader._name,
    "author": LatexReader._name,
    "title": LatexReader._name,
    "!item": LatexReader._own_item,
    "!title": LatexReader._own_title,
    "!break": LatexReader._own_break,
    "!comma": LatexReader._own_comma,
    "!close": LatexReader._own_close,
    "!quote": LatexReader._own_quote,
    "!endheading": LatexReader._end_heading,
    "!paragraph": LatexReader._own_paragraph,
    "!leave": LatexReader._leave_own,
}


def _link(arguments: tuple[Stretch, ...]) -> str:
    """The template of a command with an address and a text; empty where there is no address."""
    first, second = (address(source_of(argument)) for argument in arguments)
    if _ADDRESS.fullmatch(first) and second:
        return r"\href{#1}{#2}"
    return r"\href{#2}{#1}" if _ADDRESS.fullmatch(second) and first else ""
