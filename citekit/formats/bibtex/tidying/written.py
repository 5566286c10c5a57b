"""The text of a tidied file: the entries in their layout, the gaps between blocks, all the rest as it was."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.formats.bibtex.blocks import Entry, Text
from citekit.formats.bibtex.scan import scan
from citekit.formats.bibtex.tidying.draft import Draft, Item, Kept, Row
from citekit.formats.bibtex.tidying.layout import EntryLayout
from citekit.span import Source


def written(row: Row, layout: EntryLayout) -> str:
    """The text of a row."""
    lines = layout.settings.blank_lines + 1
    out: list[str] = []
    before: Item | None = None
    gap = ""
    for gap, item in _with_gaps(row.items):
        if item is None:
            break
        text = layout.entry(item) if isinstance(item, Draft) else item.text
        if lines and _may_change(before, item):
            gap = layout.newline * lines if before else ""  # noqa: PLW2901 - the blanks as they should be
        if isinstance(before, Draft) and before.tail and not _begins_line(gap or text):
            out.append(layout.newline)
        out.append(gap)
        if isinstance(item, Draft):
            if item.note and not _ends_line(out):
                out.append(layout.newline)
            out += (item.note, text, item.tail)
        else:
            out.append(text)
        before = item
    if isinstance(before, Draft) and lines:
        gap = layout.newline
    out.append(gap)
    return "".join(out)


def _with_gaps(items: list[Item]) -> Iterator[tuple[str, Item | None]]:
    """Everything but white space, each with the white space before it; at last that at the end, and None."""
    gap = ""
    for item in items:
        if isinstance(item, Kept) and item.blank:
            gap += item.text
        else:
            yield gap, item
            gap = ""
    yield gap, None


def _may_change(before: Item | None, item: Item) -> bool:
    """Whether the blanks between two items are ours: beside a tidied entry, and not beside text or something broken."""
    both = [one for one in (before, item) if one is not None]
    return any(isinstance(one, Draft) for one in both) and not any(
        isinstance(one, Kept) and (one.damaged or isinstance(one.block, Text)) for one in both
    )


def _begins_line(text: str) -> bool:
    return text.lstrip(" \t").startswith(("\n", "\r\n"))


def _ends_line(out: list[str]) -> bool:
    last = next((piece for piece in reversed(out) if piece), "\n")
    return last.endswith("\n")


def _same(fields: list[tuple[str, str]], others: list[tuple[str, str]]) -> bool:
    """Whether fields are the same but for white space."""
    return fields == others or [(n, "".join(v.split())) for n, v in fields] == [
        (n, "".join(v.split())) for n, v in others
    ]


def reads_back(made: str, row: Row, damaged: int) -> bool:
    """Whether a text has the entries of the row, with their values but for white space, and no more damage than before."""
    blocks = scan(Source("", made)).blocks
    if sum(not getattr(block, "sound", True) for block in blocks) != damaged:
        return False
    found = (block for block in blocks if isinstance(block, Entry))
    for item in row.items:
        if isinstance(item, Draft):
            entry = next(found, None)
            if entry is None or (entry.type, entry.key) != (item.type, item.key) or not _same(entry.pairs, item.fields):
                return False
        elif isinstance(item.block, Entry):
            entry = next(found, None)
            if entry is None or (entry.type, entry.key) != (item.block.type, item.block.key):
                return False
    return next(found, None) is None
