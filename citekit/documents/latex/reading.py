r"""Reading LaTeX: tokens in, blocks of styled runs out."""

from __future__ import annotations

from collections.abc import Callable

from citekit.documents.html.flow import Flow
from citekit.documents.latex import commands
from citekit.documents.latex.calls import DEEPEST_NOTE, CallReader
from citekit.documents.latex.inline import LatexReading, plain
from citekit.documents.latex.stream import DEFINING, TokenStream, source_of
from citekit.documents.latex.tokens import LatexToken
from citekit.documents.runs import TextStyle
from citekit.markup.tex.expansion import filled
from citekit.markup.tex.stream import Body
from citekit.runtime import patterns as re

_INDEX_LABEL = re.compile(r"[\[(]?(?:[A-Za-z]{0,4}[-.]?\d{1,3}[a-z]?|[A-Za-z]{1,2}|[^\w\s]{0,3})[\])]?[.:)]?")


class LatexReader(CallReader):
    """Reads tokens into the blocks of a flow."""

    @classmethod
    def of_line(cls, reading: LatexReading, stream: TokenStream, flow: Flow) -> LatexReader:
        """Return a reader for one line, which hides nothing, records no definitions, and keeps footnotes in place."""
        return cls(reading, stream, flow, hidden=True, note=DEEPEST_NOTE)

    def read(self) -> None:
        """Read everything."""
        while token := self._stream.next():
            self._take(token)
        self._writer.end_block()
        while top := self._environments.top:
            self._environments.leave(top)
        self._flow.close_to(self._depth)

    def read_preamble(self) -> None:
        """Read definitions and what the document states about itself; no text."""
        while token := self._stream.peek():
            if token.kind == "open" and self._stream.group() is not None:
                continue
            token = self._stream.next() or token
            if token.kind != "word":
                continue
            if token.text in DEFINING:
                self._stream.take(token.text)
            elif token.text in commands.UNSEEN:
                self._stream.pass_over(commands.UNSEEN[token.text])
            elif not self._stream.take(token.text):
                self._note_meta(token.text)

    def _note_meta(self, name: str) -> None:
        """Remember what ``\\title``, ``\\author`` and the names of CV classes state."""
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

    def _take(self, token: LatexToken) -> None:
        kind = token.kind
        if kind == "open":
            self.open_group()
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
                self._writer.soft_break(token.start, token.end)
            case "par":
                self.paragraph_end(token)
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

    def _special(self, token: LatexToken) -> None:
        match token.kind:
            case "tie":
                self._writer.blank(token.start, token.end)
            case "ligature":
                self._literal(token.text, token)
            case "math":
                self._math(token)
            case "code":
                self._code(token)
            case "param":
                self._literal(f"#{token.text}", token)

    def _word(self, token: LatexToken) -> None:
        name = token.text
        own = _OWN.get(name)
        if own:
            own(self, token)
        elif name in commands.ARGUMENT_STYLES:
            style = commands.ARGUMENT_STYLES[name]
            upright = name == "emph" and TextStyle.ITALIC in self._writer.style
            self._set(TextStyle.PLAIN if upright else style, style if upright else TextStyle.PLAIN)
        elif name in commands.SWITCHES:
            self._writer.style |= commands.SWITCHES[name]
        elif name in commands.RESETS:
            self._set(TextStyle.PLAIN, commands.RESETS[name])
        elif name in commands.SWITCH_RESETS:
            self._writer.style &= ~commands.SWITCH_RESETS[name]
        elif name in commands.HEADINGS:
            self.heading(self.level_of(commands.HEADINGS[name]), token)
        elif name in DEFINING:
            self._stream.take(name, learn=not self._hidden)
        elif name in self._macros.macros:
            self._macro(name, self._macros.macros[name], token)
        elif not self._symbol(name, token) and not self._stream.take(name):
            self._layout(name, token)

    def _layout(self, name: str, token: LatexToken) -> None:
        """A command that is about the look of the page, or that is not known."""
        if name in commands.LINE_BREAKS:
            self._stream.option()
            self._writer.hard_break(token.start, token.end)
        elif name in commands.ROW_ENDS:
            self._break(token)
        elif name in commands.PARAGRAPH_ENDS:
            self._stream.option()
            if name == "par" and self._environments.in_container and self._group_is_next():
                self._writer.hard_break(token.start, token.end)
            else:
                self.paragraph_end(token)
        elif name in commands.UNSEEN:
            if name == "hspace":
                self._writer.blank(token.start, token.end)
            elif name in ("bibliography", "printbibliography") and not self._hidden:
                self._problem(
                    "what this command prints is in a .bib file, which is not read", token, "bibliography-elsewhere"
                )
            self._stream.pass_over(commands.UNSEEN[name])
            if name in commands.ASSIGNED:
                self.pass_length()
        elif name in commands.SHOWN_BEHIND:
            self._stream.pass_over(commands.SHOWN_BEHIND[name])
        elif name in commands.ASSIGNED:
            self.pass_length()
        elif name in commands.NOTES:
            self._footnote()
        elif name in commands.HIDING:
            self.hide(self._stream.group())
        else:
            self._unknown(name, token)

    # Environments ----------------------------------------------------------------------------------------------------

    def _begin(self, token: LatexToken) -> None:
        inside = self._stream.group()
        name = source_of(inside).strip()[:80] if inside else ""
        if not name or self._stream.is_deep:
            return
        groups = len(self._groups)
        self._environments.break_before(name, token.start)
        if name not in commands.INLINE_ENVIRONMENTS:
            self._environments.end_implicit_list(groups)
        if name in self._macros.environments:
            environment = self._macros.environments[name]
            if not self._stream.can_expand(f"{name} environment", token):
                return
            if commands.heading_level(name) >= 0 and self._is_heading(name, token):
                self._environments.begin(name, len(self._groups) - 1)
                return
            arguments = self._stream.arguments(environment.begin.parameters)
            entry = self._environments.begin(name, len(self._groups))
            if entry and environment.end.body:
                entry.closing = filled(environment.end, arguments)
            self._stream.call(f"{name} environment", environment.begin, arguments, token)
        elif name in commands.TABLES:
            self._stream.pass_over(commands.TABLES[name])
            self._environments.begin(name, groups)
        elif name in commands.LISTS or name in self._macros.lists:
            option = self._stream.option()
            if name == "thebibliography":
                self._stream.argument()
            source = source_of(option) if option else ""
            if name == "thebibliography" and self._reading.is_paper:
                # the class prints this heading; a list of works that is not a paper has its own heading above it
                self._writer.end_block()
                self._environments.end_implicit_list(len(self._groups))
                self._writer.level = self.level_of(1)
                self._literal("References", token)
                self._writer.end_block()
                self._writer.level = 0
            self._environments.begin(name, groups, source, self._macros.lists.get(name, name))
        else:
            self._begin_other(name, token)

    def _begin_other(self, name: str, token: LatexToken) -> None:
        groups = len(self._groups)
        self._environments.begin(name, groups)
        if name in commands.ENVIRONMENTS:
            self._stream.pass_over(commands.ENVIRONMENTS[name])
            if name.startswith("multicols") and (heading := self._stream.option()):
                self._stream.read_first(heading)
        elif name in commands.SWITCHES:
            self._writer.style |= commands.SWITCHES[name]
        elif commands.heading_level(name) >= 0 and self._stream.group(lookahead=True):
            self._is_heading(name, token)
        else:
            self._stream.option()
            if self._group_is_next() and (argument := self._stream.group()):
                self._stream.read_first(argument)

    def _end(self, token: LatexToken) -> None:
        inside = self._stream.group()
        name = source_of(inside).strip()[:80] if inside else ""
        entry = self._environments.find(name) if name else None
        if not entry:
            return
        if entry.closing and self._stream.can_expand(f"end {name}", token):
            closing, entry.closing = entry.closing, []
            self._stream.show(f"end {name}", [*closing, Body(f"\\!leave{{{name}}}")], token)
        else:
            self._leave(name)

    def _leave_own(self, token: LatexToken) -> None:
        self._leave(source_of(self._stream.group()))

    def _leave(self, name: str) -> None:
        entry = self._environments.find(name)
        if entry:
            groups = self._environments.leave(entry)
            del self._groups[max(0, groups) :]
            self._writer.level = 0

    def _item(self, token: LatexToken) -> None:
        label = self._stream.option()
        key = self._stream.group() if token.text == "bibitem" else None
        text = plain(label) if label else ""
        if key is not None and label is not None:
            text = f"[{text}]" if text else ""
        # labels such as [J12] are short; longer text is the beginning of the item
        is_marker = key is not None or (len(text) <= 12 and _INDEX_LABEL.fullmatch(text) is not None)
        marker = None if label is None else text if is_marker else ""
        environment = self._environments.item(marker, token.start, self._depth)
        self._flow.key = source_of(key).strip() if key is not None else ""
        del self._groups[environment.groups :]
        self._writer.level = 0
        if label and text and not is_marker:
            self._stream.template(r"\textbf{#1} ", (label,), token)

    def _same_people(self, token: LatexToken) -> None:
        """The line that stands for the people of the reference above."""
        self._literal("———", token)

    def _rule(self, token: LatexToken) -> None:
        """A line; where a reference begins with it, it stands for the people of the one above."""
        first = self._writer.at_line_start and self._environments.in_references
        self._stream.pass_over(commands.UNSEEN["rule"])
        if first:
            self._literal("———", token)

    def _entry(self, token: LatexToken) -> None:
        r"""``\\entry*[2018] …``, as the class CurVe has it: an item that continues until the next one."""
        go_back = self._stream.mark()
        self._stream.star()
        label = self._stream.option()
        if label is None or self._group_is_next() or not self._environments.top:
            go_back()
            self._unknown(token.text, token)
            return
        environment = self._environments.item("", token.start, self._depth)
        del self._groups[environment.groups :]
        self._writer.level = 0
        self._stream.template(r"#1\!break ", (label,), token)

    def _group_is_next(self) -> bool:
        """Whether a group is right after a command, so that it looks like its argument."""
        following = self._stream.peek()
        return following is not None and following.kind == "open"

    # The reader's own commands ---------------------------------------------------------------------------------------

    def _own_item(self, token: LatexToken) -> None:
        implicit = self._environments.implicit
        if self._begins_item() or (implicit and implicit.open and implicit.groups == len(self._groups)):
            self._environments.begin_implicit_item(len(self._groups))
        else:
            self._writer.hard_break(token.start, token.end)

    def _end_heading(self, token: LatexToken) -> None:
        self._writer.end_block()
        self._writer.level = 0
        self._close_group()

    def _colour(self, token: LatexToken) -> None:
        self._stream.option()
        colour = plain(self._stream.argument())
        style = TextStyle.PLAIN if colour == "black" else TextStyle.COLOUR
        if token.text == "color":
            self._writer.style |= style
        else:
            self._set(style)

    def _footnote_mark(self, token: LatexToken) -> None:
        if mark := plain(self._stream.option()):
            self._literal(mark, token, TextStyle.SUPERSCRIPT)

    def _set_counter(self, token: LatexToken) -> None:
        name, number = plain(self._stream.argument()), plain(self._stream.argument())
        # no list counts to 100,000; int() takes quadratic time
        if name.startswith("enum") and number.isascii() and number.isdigit() and len(number) < 6:
            self._environments.count_from(int(number))

    def _box(self, token: LatexToken) -> None:
        self._stream.pass_over("ooom" if token.text == "parbox" else "oo")
        if not self._stream.is_deep and (text := self._stream.group()):
            self._stream.template(commands.TEMPLATES[token.text, 1], (text,), token)

    def _texorpdfstring(self, token: LatexToken) -> None:
        shown = self._stream.group()
        self._stream.group()
        if shown:
            self._stream.read_first(shown)

    def _name(self, token: LatexToken) -> None:
        if not self._hidden and (name := self._stream.group(lookahead=True)):
            key = "title" if token.text == "title" else "author"
            if key not in self._reading.meta:
                self._reading.meta[key] = plain(name)


_OWN: dict[str, Callable[[LatexReader, LatexToken], object]] = {
    "begin": LatexReader._begin,
    "end": LatexReader._end,
    "item": LatexReader._item,
    "bibitem": LatexReader._item,
    "bysame": LatexReader._same_people,
    "rule": LatexReader._rule,
    "entry": LatexReader._entry,
    "url": LatexReader._url,
    "nolinkurl": LatexReader._url,
    "path": LatexReader._url,
    "href": LatexReader._href,
    "textcolor": LatexReader._colour,
    "color": LatexReader._colour,
    "footnotemark": LatexReader._footnote_mark,
    "setcounter": LatexReader._set_counter,
    "parbox": LatexReader._box,
    "makebox": LatexReader._box,
    "texorpdfstring": LatexReader._texorpdfstring,
    "input": LatexReader._other_file,
    "include": LatexReader._other_file,
    "name": LatexReader._name,
    "author": LatexReader._name,
    "title": LatexReader._name,
    "!item": LatexReader._own_item,
    "!title": lambda reader, token: reader.heading(reader.level_of(1), token),
    "!break": lambda reader, token: reader._writer.hard_break(token.start, token.end),
    "!blank": lambda reader, token: reader._writer.blank(token.start, token.end),
    "!comma": lambda reader, token: reader._writer.comma(),
    "!close": lambda reader, token: reader._close_group(),
    "!endheading": LatexReader._end_heading,
    "!leave": LatexReader._leave_own,
}
