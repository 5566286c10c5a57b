"""A file split for tidying into entries that may be rewritten and verbatim text, and written again in a layout."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import field

from citekit.formats.bibtex.blocks import BibFile, Block, EntryBlock, TextBlock, Tokens, macro_names, scan
from citekit.formats.bibtex.values import StringMacros, is_untouched, resolve
from citekit.runtime import patterns as re
from citekit.runtime.config import TidySettings
from citekit.runtime.errors import Problem
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span

BLANKS = " \t\r\n"
_COMMENT = re.compile(r"@[ \t\r\n]*comment[ \t\r\n]*\{", re.IGNORECASE)
_TAIL = re.compile(r"[ \t]*%[^\r\n]*")


@dataclass(slots=True, eq=False)
class EditableEntry:
    """An entry that may be rewritten, with the comments that belong to it.

    It is not a :class:`~citekit.formats.bibtex.edit.Entry`, which is scanned again after each change: the steps of tidy change most
    fields of all entries, so these are lists of texts until the file is written once.

    ``fields`` are (name, value as written). ``note`` is the comment lines directly above, ``tail`` a comment after it in
    the same line. ``defined`` is the number of macros defined before it, ``place`` its number in the file; ``pinned``
    entries are not moved.
    """

    entry: EntryBlock
    type: str
    key: str
    fields: list[tuple[str, str]]
    defined: int = 0
    place: int = 0
    pinned: bool = False
    note: str = ""
    tail: str = ""

    def written(self, name: str) -> str | None:
        """Return the value as written of the first field with a (lower-case) name, which BibTeX uses; None without one."""
        return next((value for known, value in self.fields if known.lower() == name), None)

    @property
    def span(self) -> Span:
        """The original span of the entry's key, or of its type if it has no key."""
        return self.entry.key_span if self.entry.key else self.entry.type_span


@dataclass(slots=True, eq=False)
class VerbatimText:
    """Text that stays as it is; ``blank`` is true for the whitespace between two blocks."""

    text: str
    block: Block
    damaged: bool = False

    @property
    def blank(self) -> bool:
        return isinstance(self.block, TextBlock) and not self.text.strip(BLANKS)


Item = EditableEntry | VerbatimText


@dataclass(slots=True)
class TidyItems:
    """The items of a file in order, and its macros as (lower-case name, value as written).

    ``problems`` are what was changed with a loss, or not changed; ``parents_moved`` is true if a reference names another
    entry than before, so that this one may have to come later.
    """

    source: Source
    macros: list[tuple[str, str]]
    meanings: MacroResolver
    items: list[Item] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    parents_moved: bool = False

    @property
    def drafts(self) -> list[EditableEntry]:
        """The entries that may be rewritten, in order."""
        return [item for item in self.items if isinstance(item, EditableEntry)]

    def report(self, entry: EditableEntry, message: str, kind: str, hint: str = "", severity: str = "warning") -> None:
        """Report what happened to an entry, or could not be done."""
        self.problems.append(Problem(message, hint, self.source, entry.span, severity, kind))

    @property
    def fixed_keys(self) -> set[str]:
        """The keys of entries that are not rewritten, in lower case."""
        blocks = (item.block for item in self.items if isinstance(item, VerbatimText))
        return {block.key.lower() for block in blocks if isinstance(block, EntryBlock)}

    def take_out(self, gone: set[EditableEntry]) -> None:
        """Remove entries, each with the whitespace before it, or after it at the beginning of a file."""
        items: list[Item] = []
        at_head = False
        for item in self.items:
            blank = isinstance(item, VerbatimText) and item.blank
            if isinstance(item, EditableEntry) and item in gone:
                if items and isinstance(items[-1], VerbatimText) and items[-1].blank:
                    items.pop()
                at_head = not items
            elif not (blank and at_head):
                items.append(item)
                at_head = False
        self.items = items


def taken_apart(scanned: BibFile) -> TidyItems:
    """Split a scanned file into items.

    An entry is verbatim if it is damaged, or if biber reads it as a comment although BibTeX does not: after a ``%``, or
    inside ``@comment{…}``.
    """
    macros = scanned.macros
    row = TidyItems(scanned.source, macros, MacroResolver(macros, len(scanned.source.text)))
    after_damage = after_percent = False
    in_comments = _comment_groups(scanned)
    for block in scanned.blocks:
        text = scanned.text_of(block)
        damaged = not getattr(block, "sound", True)
        commented = after_percent or block.start in in_comments
        if isinstance(block, EntryBlock) and not damaged and not commented:
            draft = EditableEntry(
                block, block.type, block.key, block.pairs, block.defined, len(row.items), after_damage
            )
            row.items.append(draft)
        else:
            row.items.append(VerbatimText(text, block, damaged))
        line = text.rpartition("\n")
        after_percent = (after_percent and not line[1]) or (isinstance(block, TextBlock) and "%" in line[2])
        after_damage = damaged or (after_damage and isinstance(block, TextBlock) and not text.strip(BLANKS))
    # comments move with the entry that they are above or after
    items = row.items
    for place, item in enumerate(items):
        if not isinstance(item, VerbatimText) or not isinstance(item.block, TextBlock) or "%" not in item.text:
            continue
        before = items[place - 1] if place else None
        after = items[place + 1] if place + 1 < len(items) else None
        tail = _TAIL.match(item.text) if isinstance(before, EditableEntry) else None
        if tail and isinstance(before, EditableEntry) and (after is None or "\n" in item.text):
            before.tail, item.text = tail[0], item.text[tail.end() :]
        if place and isinstance(after, EditableEntry) and not after.pinned and (note := _note_of(item.text)):
            after.note, item.text = note, item.text[: len(item.text) - len(note)]
    return row


def _comment_groups(scanned: BibFile) -> set[int]:
    """Return the offsets of entries inside ``@comment{…}``, which BibTeX reads nevertheless."""
    texts = [block for block in scanned.blocks if isinstance(block, TextBlock)]
    found = [m.end() - 1 for block in texts for m in _COMMENT.finditer(scanned.source.text, block.start, block.end)]
    if not found:
        return set()
    tokens = Tokens(scanned.source.text, "bibtex")
    tokens.match_all()
    groups = iter([(opening, tokens.closing(opening)) for opening in found])
    inside: set[int] = set()
    opening, closing = next(groups)
    for entry in scanned.entries:
        while closing < entry.start:
            following = next(groups, None)
            if following is None:
                return inside
            opening, closing = following
        if opening < entry.start < closing:
            inside.add(entry.start)
    return inside


def _note_of(text: str) -> str:
    """Return the comment lines at the end of a text that ends with a complete line."""
    note = len(text)
    while text.endswith("\n") and (start := text.rfind("\n", 0, note - 1) + 1) > 0:
        if not text[start:note].lstrip(" \t").startswith("%"):
            break
        note = start
    return text[note:]


class MacroResolver:
    """The texts of values; a macro has the value of the last ``@string`` before the entry."""

    def __init__(self, definitions: list[tuple[str, str]], size: int) -> None:
        self._texts: list[str] = []
        self._places: dict[str, list[int]] = defaultdict(list)
        self._budget = max(1_000_000, 20 * size)  # as in StringMacros
        if definitions:
            macros = StringMacros(definitions, size)
            for place, (name, _) in enumerate(definitions):
                macros.define(place + 1)
                self._texts.append(macros[name])
                self._places[name].append(place)

    def text(self, draft: EditableEntry, name: str) -> str | None:
        """Return the text of a field (its name in lower case), or None if it is missing."""
        value = draft.written(name)
        return None if value is None else self.resolved(value, draft.defined)

    def resolved(self, value: str, defined: int) -> str:
        """Return the text of a value after the first ``defined`` definitions."""
        if value[0] in '{"' and "#" not in value:
            return value[1:-1]
        macros = {name: self._macro(name, defined) for name in macro_names(value)}
        return resolve(value, {name: text for name, text in macros.items() if text is not None})[0]

    def _macro(self, name: str, defined: int) -> str | None:
        """Return the text of a macro; None if it is undefined, or if the budget is exhausted."""
        place = self._last(name, defined)
        text = StringMacros(()).get(name) if place < 0 else self._texts[place]
        self._budget -= len(text or "")
        return text if self._budget > 0 else None

    def same(self, draft: EditableEntry, defined: int) -> bool:
        """Whether an entry would have the same values after the first ``defined`` definitions."""
        return all(self.same_value(value, draft.defined, defined) for _, value in draft.fields)

    def same_value(self, value: str, here: int, there: int) -> bool:
        """Whether a value has the same text after ``here`` and after ``there`` definitions."""
        if here == there or (value[0] in '{"' and "#" not in value):
            return True
        return all(self._last(name, here) == self._last(name, there) for name in macro_names(value))

    def _last(self, name: str, defined: int) -> int:
        """Return the number of the last definition of a macro among the first ``defined`` ones; -1 if it is missing."""
        places = self._places.get(name, [])
        number = bisect_left(places, defined)
        return places[number - 1] if number else -1


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
            if item.note and not next(filter(None, reversed(out)), "\n").endswith("\n"):
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
# Whitespace before an @, which must not begin a line after wrapping: parsers would read it as an entry.
_BEFORE_AT = re.compile(rf"{_RUN}(?=@)")


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
        longest = max(len(name) for name, _ in draft.fields)
        width = longest if self.settings.align_longest else max(self.settings.align - 1, 0)
        lines = [f"{self.indent}{name:<{width}} = {self._value(name, value, width)}" for name, value in draft.fields]
        last = "," if self.settings.trailing_comma else ""
        return f"{head},{self.newline}" + f",{self.newline}".join(lines) + f"{last}{self.newline}{closing}"

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
