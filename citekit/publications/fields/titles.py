"""The title of a record: where it begins and ends, and its text with what is raised or slanted in it."""

from __future__ import annotations

import re

from citekit.documents.model import Style
from citekit.publications.atoms import Part
from citekit.publications.chunks import Chunk
from citekit.publications.container import (
    flat,
    trimmed,
)
from citekit.publications.places import place_share
from citekit.publications.record import Field, Record

_MATHJAX = re.compile(r"\\\(([^()\n]{1,200})\\\)")
_CLOSING = {
    "“": "”",
    "„": "“”",
    "«": "»",
    '"': '"',
    "‘": "’",
    "'": "'",
    "「": "」",
    "『": "』",
    "《": "》",
    "*": "*",
    "_": "_",
    "`": "'´`",
}
"""What may close a text that a sign opens."""
_OPENING = frozenset("“\"„«'‘")


def read_title(record: Record, chunks: list[Chunk], labels: list[str]) -> None:
    """Put the first stretch that is labelled as a title into the record; further ones are notes."""
    inside = [i for i, label in enumerate(labels) if label == Part.TITLE]
    if not inside:
        return
    last = inside[0]
    while last + 1 < len(labels) and labels[last + 1] == Part.TITLE:
        last += 1
    start, end = chunks[inside[0]].start, chunks[last].end
    text = record.text
    start, end = trim_title(text, start, end)
    record.title = Field(rich_text(record, start, end), start, end)
    _take_place(record, chunks, labels, last)
    for i in inside:
        if i > last:
            record.notes.append(record.printed(chunks[i].start, chunks[i].end))


def _take_place(record: Record, chunks: list[Chunk], labels: list[str], last: int) -> None:
    """Give a place after the title back to it where the container comes only after the place.

    "… in the Eastern Black Sea Basin, Turkey. KSCE Journal of Civil Engineering": no list prints the place before the
    container, so it ends the title.
    """
    after = last + 1
    if record.title is None or after + 1 >= len(chunks) or not record.transcribed:
        return
    place, following = chunks[after], chunks[after + 1]
    text = record.text
    begins = labels[after] == Part.VENUE and place.separator == "," and not chunks[last].quoted
    goes_on = labels[after + 1] == Part.VENUE and following.separator == "."
    if begins and goes_on and place_share(trimmed(text[place.start : place.end])) > 0.5:
        start, end = trim_title(text, record.title.start, place.end)
        record.title = Field(rich_text(record, start, end), start, end)
        labels[after] = Part.TITLE.value


def trim_title(text: str, start: int, end: int) -> tuple[int, int]:
    """Drop the punctuation, quotes and brackets around a title; a question or exclamation mark stays."""
    changed = True
    while changed and end > start:
        changed = False
        while end > start and (
            text[end - 1].isspace()
            or text[end - 1] in ",;:·|"
            or (text[end - 1] == "." and not text.endswith("...", start, end))
        ):
            end -= 1
            changed = True
        while end > start and (text[start].isspace() or text[start] in ",;:.·|–—-"):
            start += 1
            changed = True
        if end - start > 2 and _is_wrapped(text[start:end]):
            start, end, changed = start + 1, end - 1, True
        elif (
            end - start > 2
            and text[start] in '“"„«'
            and not any(c in _CLOSING[text[start]] for c in text[start + 1 : end])
        ):
            start, changed = start + 1, True
        elif end - start > 2 and text[end - 1] in '”"»' and not any(c in '“"„«' for c in text[start : end - 1]):
            end, changed = end - 1, True
    return start, end


def _is_wrapped(text: str) -> bool:
    """Whether a text stands wholly in one pair of quotes, stars or brackets."""
    if text[0] == "[" and text[-1] == "]":
        return "]" not in text[:-1]
    return text[0] in _CLOSING and text[-1] in _CLOSING[text[0]] and not _closes_inside(text)


def _closes_inside(text: str) -> bool:
    """Whether the quote that begins a text ends before the text does, as in “A” and “B”."""
    opening, closing = text[0], text[-1]
    if opening == closing:
        return text.count(opening) > 2
    depth = 0
    for i, c in enumerate(text):
        if c == opening:
            depth += 1
        elif c == closing:
            apostrophe = c in "’'" and 0 < i < len(text) - 1 and text[i - 1].isalnum() and text[i + 1].isalnum()
            depth -= 0 if apostrophe else 1
            if depth == 0:
                return i < len(text) - 1
    return False


def rich_text(record: Record, start: int, end: int) -> str:
    """The text as CSL's rich text: italics, sub- and superscripts that only a part of it has; blanks folded."""
    item = record.item.text
    whole_italic = item.share(start, end, Style.ITALIC) > 0.7
    out: list[str] = []
    for begin, stop, run in item.pieces(start, end):
        piece = item.text[begin:stop]
        tags = []
        if run.style & Style.SUBSCRIPT:
            tags.append("sub")
        if run.style & Style.SUPERSCRIPT:
            tags.append("sup")
        if run.style & Style.ITALIC and not whole_italic:
            tags.append("i")
        if tags and piece.strip():
            piece = "".join(f"<{t}>" for t in tags) + piece + "".join(f"</{t}>" for t in reversed(tags))
        out.append(piece)
    return flat(_MATHJAX.sub(r"$\1$", "".join(out).replace("</i><i>", "")))


def is_quoted(record: Record) -> bool:
    """Whether a quotation mark stands right before the title."""
    return record.title is not None and record.text[record.title.start - 1 : record.title.start] in _OPENING
