"""The separators, quotations and brackets of an item's text."""

from __future__ import annotations

import re
from functools import cache

from citekit.publications.tokens import ABBREVIATIONS

_SEPARATOR = re.compile(
    r"(?=[\s.。．?!？！;；,，、:：\u4e00-\u9fff])(?:(?P<hard>\s{0,40}\n\s*+)|(?P<soft>\s{0,40}\x0b\s*+)"
    r"|(?P<dot>(?:[.。](?=[\s\"”’')\]*_]|$)|(?<=[\u4e00-\u9fff])[.．。](?=[\u4e00-\u9fff]))\s?)|(?P<stop>(?<![?!？！])[?!？！]++(?=\s|$)\s?)"
    r"|(?P<semi>[;；]\s)|(?P<comma>,\s|[，、]\s?|(?<=[\u4e00-\u9fff]),)|(?P<colon>[:：]\s)|(?P<bar>\s(?:[|·•]|//)\s)|(?P<dash>\s[-–—]{1,3}\s))"
)
_CHAIN = re.compile(
    r"(?:^|[\s.(])((?i:"
    + "|".join(sorted((a for a in ABBREVIATIONS if len(a) > 1), key=len, reverse=True))
    + r"))\.\s?\Z"
)
_ALONE = re.compile(r"(?:^|[,;.)\]”\"’]\s)\Z")
_NEXT_ABBREVIATION = re.compile(
    r"(?i:" + "|".join(sorted((a for a in ABBREVIATIONS if len(a) > 1), key=len, reverse=True)) + r")\."
)
_LONG_WORD = re.compile(r"[A-Za-z]{3}")
_OPENING_QUOTES = {"“": "”", "„": "“”", "«": "»", "‘": "’", "「": "」", "『": "』", "《": "》", "»": "«"}
_BRACKET = re.compile(r"[()\[\]]")
_OPENING = re.compile(f"[\"{''.join(_OPENING_QUOTES)}]|``|(?<!\\w)'(?=[A-Z])")
_STRAIGHT_END = re.compile(r"(?:(?<=[.,?!])'(?!\w)|(?<=\w)'(?=[,.;:)]))")


_GOES_ON = re.compile(r"\s(?:of|for|on|is|are|as|versus|vs)\s")


def quotations(text: str) -> list[tuple[int, int]]:
    """Quoted stretches, quotes included; quotes inside quotes stay inside.

    A single word is quoted for its own sake, unless its comma or full stop stands inside the quotes ("Pebbles,").
    """
    found = []
    at = 0
    while match := _OPENING.search(text, at):
        i = match.start()
        at = i + 1
        c = text[i]
        alone = i == 0 or not text[i - 1].isalnum()
        if c == '"' and alone:
            j = _closing(text, i + 1, '"', '"')
        elif c == "'":
            j = _closing_straight(text, i + 1) if alone else -1
        elif c == "`":
            j = text.find("''", i + 2) + 1 or -1
        elif alone:
            j = _closing(text, i + 1, c, _OPENING_QUOTES[c])
            if j < 0 and c == "“":
                j = text.find('"', i + 1, i + 600)  # a quotation that LaTeX opens and a keyboard closes
        else:
            continue
        if j > i and _GOES_ON.match(text, j + 1):
            continue  # ‘Activity Acquired Tolerance’ of Foreign Cells
        if j > i and j - i < 600 and (" " in text[i:j].strip() or text[j - 1] in ",."):
            found.append((i, j + 1))
            at = j + 1
    return found


def _closing_straight(text: str, i: int) -> int:
    """Where a quotation in straight single quotes ends: at a quote with punctuation before or behind it."""
    if not text[i : i + 1].isupper():
        return -1
    match = _STRAIGHT_END.search(text, i, i + 600)
    return match.end() - 1 if match else -1


def _closing(text: str, i: int, opening: str, closing: str) -> int:
    depth = 1
    limit = min(len(text), i + 600)
    for match in _quote_marks(opening, closing).finditer(text, i, limit):
        at = match.start()
        c = text[at]
        if c in closing:
            apostrophe = c in "’'" and text[at - 1 : at].isalnum() and text[at + 1 : at + 2].isalnum()
            if not apostrophe:
                depth -= 1
                if depth == 0:
                    return at
        elif opening not in closing:
            depth += 1
    return -1


@cache
def _quote_marks(opening: str, closing: str) -> re.Pattern[str]:
    return re.compile(f"[{opening}{closing}]")


_ABBREVIATED = re.compile(
    r"(?<![\w.-])(?:(?:[A-Z][A-Za-z]{0,6}+|on|of|and|der|für)\b\.?,?\s?(?=[A-Za-z]{1,7}\.)){1,7}[A-Z][A-Za-z]{0,6}(?=\.,?\s{0,2}(?:vol|Vol|VOL|v\.|\d{1,4}\b|\())"
)
_BEFORE_VOLUME = re.compile(r"\.,?\s{0,2}(?:[vV\d(])")
"""What follows all of these abbreviations; it is found quicker than they are."""
_DOT = re.compile(r"\.")


def separators_of(text: str) -> list[re.Match[str]]:
    """The places where one part may end and the next begin by their punctuation alone."""
    chained: set[int] = set()
    if _BEFORE_VOLUME.search(text):
        for match in _ABBREVIATED.finditer(text):
            dots = [dot.start() for dot in _DOT.finditer(text, match.start(), match.end())]
            first = text[match.start() : dots[0]] if dots else ""
            if (
                len(first) > 1
                and first.lower() not in ABBREVIATIONS
                and not _ALONE.search(text, max(0, match.start() - 3), match.start())
            ):
                del dots[:1]  # the last word of a title
            if dots and _LONG_WORD.search(match[0]):
                chained.update(dots)  # "J. Guid. Cont. Dyn., vol. 14"
    return [
        m
        for m in _SEPARATOR.finditer(text)
        if m.lastgroup != "dot" or (m.start() not in chained and _separates(text, m))
    ]


def _separates(text: str, match: re.Match[str]) -> bool:
    """Whether a full stop ends a part: not after an initial or an abbreviation, not before a lower-case word."""
    at = match.start()
    begin = at
    while begin and text[begin - 1].isalnum():
        begin -= 1
    word = text[begin:at]
    if not word:
        return True
    following = text[match.end() : match.end() + 1]
    if len(word) == 1 and word.isalpha() and word.isupper():
        return False
    if word.lower() in ABBREVIATIONS:
        return False
    if (
        word[0].isupper()
        and len(word) <= 9
        and _ALONE.search(text, max(0, begin - 3), begin)
        and _NEXT_ABBREVIATION.match(text, match.end())
    ):
        return False  # "Nucl. Phys. A": a word alone before an abbreviation is one itself
    if word[0].isupper() and len(word) <= 8 and _CHAIN.search(text, max(0, begin - 14), begin):
        return False  # "Bull. Soc. Chim. Fr.": one abbreviation after another
    return not following.islower() or len(word) > 4


def brackets_of(text: str, blocked: bytearray) -> list[tuple[int, int]]:
    """Bracketed stretches that stand as words of their own, brackets included."""
    found = []
    stack: list[tuple[str, int]] = []
    pairs = {")": "(", "]": "["}
    for match in _BRACKET.finditer(text):
        i, c = match.start(), match[0]
        if c in "([" and (i == 0 or not (text[i - 1].isalnum() or text[i - 1] == "\\")):
            stack.append((c, i))
        elif c in pairs and stack and stack[-1][0] == pairs[c]:
            _, start = stack.pop()
            if (
                not stack
                and i - start < 400
                and not blocked[start]
                and not (i + 1 < len(text) and text[i + 1].isalnum())
            ):
                found.append((start, i + 1))
    return found
