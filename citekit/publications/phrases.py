"""Stretches of words as phrases of the printed text: where they begin and end, and their text as CSL's rich text."""

from __future__ import annotations

from citekit.documents.model import Style
from citekit.publications.lexer import Words
from citekit.publications.styled import StyledText
from citekit.records import dataclass

_CLOSERS = {
    "(": ")",
    "[": "]",
    "{": "}",
    "“": "”",
    "„": "“”",
    "«": "»",
    '"': '"',
    "‘": "’",
    "「": "」",
    "『": "』",
    "《": "》",
}
_OPENERS = frozenset(_CLOSERS)
_CLOSING = frozenset("".join(_CLOSERS.values()))
_STAYS_AT_END = frozenset("?!+#%…°™®")
_STAYS_AT_BEGIN = frozenset("#@.$§¿¡+±∂Δ")
_WRAPS = frozenset("\"“„«‘「『《'`*_[")


@dataclass(slots=True)
class Field:
    """A value and where it stands in the item's text."""

    value: str
    start: int
    end: int


def flat(text: str) -> str:
    """The text with every stretch of blanks and breaks as one blank."""
    return " ".join(text.split())


def extent(words: Words, first: int, stop: int) -> tuple[int, int]:
    """Where the words ``first`` to ``stop`` stand, with what belongs to them: brackets and quotes that close inside, a
    question mark, the sign of "C++"."""
    text = words.item.text
    start, end = words.starts[first], words.ends[stop - 1]
    low, high = start - len(words.gaps[first]), end + len(words.gaps[stop])
    while start > low and text[start - 1] in _OPENERS and _closes(text, start - 1, end, high):
        start -= 1
        end = max(end, _closes(text, start, end, high))
    if (
        start > low
        and text[start - 1] in _STAYS_AT_BEGIN
        and (start - 1 == low or text[start - 2].isspace() or text[start - 2] in _OPENERS)
    ):
        start -= 1
    while end < high:
        c = text[end]
        if (c in _STAYS_AT_END and not text[end - 1].isspace()) or (c in _CLOSING and _opened(text, start, end)):
            end += 1
        elif text.startswith("...", end) and high - end > 3:
            end += 3
        else:
            break
    return _unwrapped(text, start, end)


def _closes(text: str, at: int, end: int, high: int) -> int:
    """The place after the sign that closes what ``text[at]`` opens, if it stands before ``end`` or right behind it; else 0."""
    opener = text[at]
    closers = _CLOSERS[opener]
    depth = 0
    for i in range(at + 1, min(high, end + 2)):
        if text[i] in closers:
            if not depth:
                return i + 1
            depth -= 1
        elif text[i] == opener:
            depth += 1
    return 0


def _opened(text: str, start: int, at: int) -> bool:
    """Whether the closing sign at a place has its opening sign behind ``start``."""
    c = text[at]
    inside = text[start:at]
    if c == '"':
        return inside.count('"') % 2 == 1
    if c == "’":
        return inside.count("‘") > 0
    openers = [o for o, closers in _CLOSERS.items() if c in closers]
    return sum(map(inside.count, openers)) > inside.count(c)


def _unwrapped(text: str, start: int, end: int) -> tuple[int, int]:
    """Without the quotes or stars that hold the whole phrase, and without the blanks inside them."""
    while end - start > 2:
        first, last = text[start], text[end - 1]
        if first in _WRAPS and last in _CLOSERS.get(first, first) and not _ends_early(text[start:end]):
            start, end = start + 1, end - 1
        elif (
            text[end - 1].isspace()
            or text[end - 1] in ",;:"
            or (text[end - 1] == "." and not text.endswith("...", start, end))
        ):
            end -= 1
        elif text[start].isspace():
            start += 1
        else:
            break
    return start, end


def _ends_early(text: str) -> bool:
    """Whether the quote that begins a text ends before the text does, as in “A” and “B”."""
    opening, closing = text[0], text[-1]
    if opening == closing:
        return text.count(opening) > 2
    depth = 0
    for i, c in enumerate(text):
        if c == opening:
            depth += 1
        elif c == closing:
            apostrophe = c == "’" and 0 < i < len(text) - 1 and text[i - 1].isalnum() and text[i + 1].isalnum()
            depth -= 0 if apostrophe else 1
            if depth == 0:
                return i < len(text) - 1
    return False


def rich_text(item: StyledText, start: int, end: int) -> str:
    """The text as CSL's rich text: italics, sub- and superscripts that only a part of it has; blanks folded."""
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
    return flat("".join(out).replace("</i><i>", ""))
