"""How a tidy entry looks: one field a line, indented, aligned, wrapped on request."""

from __future__ import annotations

from collections.abc import Iterator

from citekit import patterns as re
from citekit.config import TidySettings
from citekit.formats.bibtex.tidying.draft import Draft
from citekit.formats.bibtex.tidying.values import is_untouched

_RUN = r"(?<![ \t\r\n])[ \t\r\n]++"
_PARAGRAPHS = re.compile(r"(?<![ \t\r\n])[ \t\r]*+\n[ \t\r]*+\n[ \t\r\n]*+(?!@)")
_BLANKS = re.compile(rf"{_RUN}(?!@)")
_BEFORE_AT = re.compile(rf"{_RUN}(?=@)")
"""Blanks before an @, which must not come to begin a line: readers would take it for an entry."""


class EntryLayout:
    """Writes entries as settings say, with a given line end."""

    def __init__(self, settings: TidySettings, newline: str) -> None:
        self.settings = settings
        self.newline = newline
        self.indent = "\t" if settings.tab else " " * settings.indent
        self.flows = settings.join_lines or settings.wrap > 0

    def entry(self, draft: Draft) -> str:
        """The whole entry, from its ``@``."""
        parenthesis = set("{}") & set(draft.key)
        opening, closing = "()" if parenthesis else "{}"
        head = f"@{draft.type}{opening}{draft.key}"
        if not draft.fields:
            return f"{head}{',' if not draft.key else ''}{closing}"
        width = self._width(draft)
        lines = [f"{self.indent}{name:<{width}} = {self._value(name, value, width)}" for name, value in draft.fields]
        last = "," if self.settings.trailing_comma else ""
        return f"{head},{self.newline}" + f",{self.newline}".join(lines) + f"{last}{self.newline}{closing}"

    def _width(self, draft: Draft) -> int:
        if self.settings.align_longest:
            return max(len(name) for name, _ in draft.fields)
        return max(self.settings.align - 1, 0)

    def _value(self, name: str, value: str, width: int) -> str:
        if not self.flows or value[0] not in '{"' or "#" in value or is_untouched(name.lower(), value[1:-1]):
            return value
        column = len(self.indent.expandtabs(8)) + max(width, len(name)) + 4
        return f"{value[0]}{self._flowed(value[1:-1], column)}{value[-1]}"

    def _flowed(self, text: str, column: int) -> str:
        """The text in lines that begin at a column; paragraphs stay apart."""
        tabs = self.settings.tab
        margin = self.newline + ("\t\t" if tabs else " " * column)
        paragraphs = _PARAGRAPHS.split(_BEFORE_AT.sub(" ", text.strip(" \t\r\n")))
        room = self.settings.wrap - (16 if tabs else column)
        first = self.settings.wrap - column
        lines = (
            margin.join(self._lines(paragraph, room if n else first, room)) for n, paragraph in enumerate(paragraphs)
        )
        return f"{self.newline}{margin}".join(lines)

    def _lines(self, paragraph: str, first: int, room: int) -> Iterator[str]:
        words = _BLANKS.split(paragraph)
        if not self.settings.wrap:
            yield " ".join(words)
            return
        line, length, limit = [words[0]], len(words[0]), first
        for word in words[1:]:
            if length + 1 + len(word) > limit:
                yield " ".join(line)
                line, length, limit = [word], len(word), room
            else:
                line.append(word)
                length += 1 + len(word)
        yield " ".join(line)
