"""What is done to text between entries and to ``@comment``: it goes, or loses the blanks around its lines.

An entry that biber takes for a part of a comment, though BibTeX reads it, keeps the comment.
"""

from __future__ import annotations

from citekit.errors import Problem
from citekit.formats.bibtex.blocks import Comment, Entry, Text
from citekit.formats.bibtex.tidying.draft import BLANKS, Draft, Item, Kept, Row
from citekit.span import Source, Span


def removed(row: Row, source: Source) -> list[Problem]:
    """Takes the comments of a row out; what is told is how many they were."""
    items: list[Item] = []
    gone: list[Span] = []
    for place, item in enumerate(row.items):
        if isinstance(item, Draft):
            gone += [Span(item.entry.start, item.entry.start)] * (bool(item.note) + bool(item.tail))
            item.note = item.tail = ""
        elif not item.damaged and not item.blank and isinstance(item.block, Comment | Text) and not _holds(row, place):
            gone.append(Span(item.block.start, item.block.start))
            if isinstance(item.block, Comment):
                if items and isinstance(items[-1], Kept) and items[-1].blank:
                    items.pop()
                continue
            item.text = "\n" if "\n" in item.text else ""
        items.append(item)
    row.items = items
    if not gone:
        return []
    message = f"{len(gone)} comment{'s were' if len(gone) > 1 else ' was'} removed"
    return [Problem(message, "", source, gone[0], "warning", "comments-removed")]


def straightened(row: Row) -> None:
    """Takes the blanks around the lines of comments and all but one empty line between them."""
    for place, item in enumerate(row.items):
        if isinstance(item, Kept) and isinstance(item.block, Text) and not item.damaged and not item.blank:
            lines = item.text.replace("\r\n", "\n").split("\n")
            last = lines[-1] if _holds(row, place) else lines[-1].strip(BLANKS)
            kept: list[str] = []
            for number, line in enumerate(line.strip(BLANKS) for line in lines[:-1]):
                if line or not kept or kept[-1] or number == 0:
                    kept.append(line)
            end = "\r\n" if "\r\n" in item.text else "\n"
            item.text = end.join([*kept, last])


def _holds(row: Row, place: int) -> bool:
    """Whether an entry that stays as it is stands beside a text, and may be a part of the comment."""
    beside = row.items[max(0, place - 1) : place + 2]
    return any(isinstance(item, Kept) and isinstance(item.block, Entry) for item in beside)
