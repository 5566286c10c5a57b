"""The text of a tidied file: entries in their layout, whitespace between blocks, and verbatim text."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.formats.bibtex.blocks import EntryBlock, TextBlock
from citekit.formats.bibtex.scan import scan
from citekit.formats.bibtex.tidying.editable_entry import EditableEntry, Item, TidyItems, VerbatimText
from citekit.formats.bibtex.tidying.values import is_untouched
from citekit.runtime import patterns as re
from citekit.runtime.config import TidySettings
from citekit.runtime.span import Source


def written(row: TidyItems, layout: EntryLayout) -> str:
    """Write all items."""
    lines = layout.settings.blank_lines + 1
    out: list[str] = []
    before: Item | None = None
    space = ""
    for space, item in _with_spaces(row.items):
        if item is None:
            break
        text = layout.entry(item) if isinstance(item, EditableEntry) else item.text
        if lines and _may_change(before, item):
            space = layout.newline * lines if before else ""  # noqa: PLW2901 - the whitespace as it should be
        if (
            isinstance(before, EditableEntry)
            and before.tail
            and not (space or text).lstrip(" \t").startswith(("\n", "\r\n"))
        ):
            out.append(layout.newline)
        out.append(space)
        if isinstance(item, EditableEntry):
            if item.note and not _ends_line(out):
                out.append(layout.newline)
            out += (item.note, text, item.tail)
        else:
            out.append(text)
        before = item
    if isinstance(before, EditableEntry) and lines:
        space = layout.newline
    out.append(space)
    return "".join(out)


def _with_spaces(items: list[Item]) -> Iterator[tuple[str, Item | None]]:
    """Yield every other item with the whitespace before it; finally, the whitespace at the end with None."""
    space = ""
    for item in items:
        if isinstance(item, VerbatimText) and item.blank:
            space += item.text
        else:
            yield space, item
            space = ""
    yield space, None


def _may_change(before: Item | None, item: Item) -> bool:
    """Whether the whitespace between two items may change: one is a tidied entry, and none is text or damaged."""
    both = [one for one in (before, item) if one is not None]
    return any(isinstance(one, EditableEntry) for one in both) and not any(
        isinstance(one, VerbatimText) and (one.damaged or isinstance(one.block, TextBlock)) for one in both
    )


def _ends_line(out: list[str]) -> bool:
    last = next((piece for piece in reversed(out) if piece), "\n")
    return last.endswith("\n")


def _same(fields: list[tuple[str, str]], others: list[tuple[str, str]]) -> bool:
    """Whether fields are equal if whitespace is ignored."""
    return fields == others or [(n, "".join(v.split())) for n, v in fields] == [
        (n, "".join(v.split())) for n, v in others
    ]


def reads_back(made: str, row: TidyItems, damaged: int) -> bool:
    """Whether a text has the same entries and values, ignoring whitespace, and no more damaged blocks than before."""
    blocks = scan(Source("", made)).blocks
    if sum(not getattr(block, "sound", True) for block in blocks) != damaged:
        return False
    found = (block for block in blocks if isinstance(block, EntryBlock))
    for item in row.items:
        if isinstance(item, EditableEntry):
            entry = next(found, None)
            if entry is None or (entry.type, entry.key) != (item.type, item.key) or not _same(entry.pairs, item.fields):
                return False
        elif isinstance(item.block, EntryBlock):
            entry = next(found, None)
            if entry is None or (entry.type, entry.key) != (item.block.type, item.block.key):
                return False
    return next(found, None) is None


_RUN = r"(?<![ \t\r\n])[ \t\r\n]++"
_PARAGRAPHS = re.compile(r"(?<![ \t\r\n])[ \t\r]*+\n[ \t\r]*+\n[ \t\r\n]*+(?!@)")
_BLANKS = re.compile(rf"{_RUN}(?!@)")
_BEFORE_AT = re.compile(rf"{_RUN}(?=@)")
"""Whitespace before an @, which must not begin a line after wrapping: parsers would read it as an entry."""


class EntryLayout:
    """The layout of entries that settings select, with a given line end."""

    def __init__(self, settings: TidySettings, newline: str) -> None:
        self.settings = settings
        self.newline = newline
        self.indent = "\t" if settings.tab else " " * settings.indent
        self.flows = settings.join_lines or settings.wrap > 0

    def entry(self, draft: EditableEntry) -> str:
        """Write a whole entry."""
        parenthesis = set("{}") & set(draft.key)
        opening, closing = "()" if parenthesis else "{}"
        head = f"@{draft.type}{opening}{draft.key}"
        if not draft.fields:
            return f"{head}{',' if not draft.key else ''}{closing}"
        width = self._width(draft)
        lines = [f"{self.indent}{name:<{width}} = {self._value(name, value, width)}" for name, value in draft.fields]
        last = "," if self.settings.trailing_comma else ""
        return f"{head},{self.newline}" + f",{self.newline}".join(lines) + f"{last}{self.newline}{closing}"

    def _width(self, draft: EditableEntry) -> int:
        if self.settings.align_longest:
            return max(len(name) for name, _ in draft.fields)
        return max(self.settings.align - 1, 0)

    def _value(self, name: str, value: str, width: int) -> str:
        if not self.flows or value[0] not in '{"' or "#" in value or is_untouched(name.lower(), value[1:-1]):
            return value
        column = len(self.indent.expandtabs(8)) + max(width, len(name)) + 4
        return f"{value[0]}{self._flowed(value[1:-1], column)}{value[-1]}"

    def _flowed(self, text: str, column: int) -> str:
        """Wrap a text in lines that begin at a column; paragraphs stay separate."""
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
