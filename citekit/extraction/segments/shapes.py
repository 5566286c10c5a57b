"""What one line shows by itself: the shapes of its words, counts of names, years and signs of a reference, its styles."""

from __future__ import annotations

from functools import cache, lru_cache

from citekit.documents.model import TextStyle
from citekit.extraction.segments.lines import BlockLine
from citekit.extraction.vocabulary import MONTHS, PARTICLES, word_rows
from citekit.model.venues import all_venues
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

ALL_NAMES, LEAST_PROSE, SHORT = 0.7, 14, 12
"""The share of a line that names must be for it to be nothing else, small words that prose has, words of a venue line."""
NEARLY_ALL = 0.85
"""The share of letters that a style must have to be the style of a line."""
SHORTEST_ENTRY, LONGEST_ENTRY = 3, 24
"""Letters of an entry of a list that may be the beginning of a word only, more than the first and at most the second."""
LONGEST_LOOK = 1500
"""Characters of a line that are looked at."""
_TOKEN = re.compile(r"[^\W\d_](?:[^\W\d_]|[-'’‐](?=[^\W\d_]))*|\d+|[^\w\s]")
_NAMES = re.compile(
    r"(?:U[.\-]{0,2}+|A[.\-]{1,2}+){1,5}v{0,3}[CA]|C,?(?:U[.\-]{0,2}+){1,5}(?![CAl])|v{0,3}C,C(?:U\.?){0,4}(?=[;&]|a)|(?<=[;&a])v{0,3}C,C(?:U\.?){0,4}(?=\.|$)"
    r"|C(?:U\.?){0,4}v{0,3}[CA](?=[,;&]|aC(?:U\.?){0,4}v{0,3}[CA](?:[.,;(]|$))|(?<=[,;&a])C(?:U\.?){0,4}v{0,3}[CA](?=\.|$)|J(?=[,、;])"
)
"""In shapes: initials and a family name, a family name and initials, a whole name before a comma or "and"."""
_PAGES = re.compile(r"\b[A-Za-z]?\d{1,6}\s?[-–—‒]{1,2}\s?[A-Za-z]?\d{1,6}\b")
VOLUME = re.compile(r"\b\d{1,4}\s?\(\d{1,4}(?:[-–/]\d+)?\)|\b\d{1,3}:\d")
_SIGN = re.compile(
    r"(?P<doi>10\.\d{4,9}/)|(?P<arxiv>arxiv|\b\d{4}\.\d{4,5}\b)|(?P<address>https?:|www\.)|(?P<in>\bin[:\s][\"“A-Z]|\bdans\b|\bin:)|(?P<mail>@\w)|(?P<legend>[*†‡#]\W{0,4}(?:denotes?|indicates?|marks?|=|:)?\s?(?:equal|co-?first|contribut|correspond|joint))|(?P<money>[$€£]\s?\d)|(?P<still>\b(?:present|now|current|heute)\b)|(?P<et>et\.? ?al|u\. ?a\.)|(?P<with>\((?:joint |jointly )?with\b|\bwith [A-Z])|(?P<date>\b(?:19|20)\d\d\s?[-–—]+\s?(?:(?:19|20)?\d\d\b|$|present))|(?P<time>\d{1,2}[/.]\d{1,2}[/.](?:19|20)\d\d|\b\d{1,2}:\d\d\b)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[\[(]?[A-Z]{0,3}\.?-?(\d{1,3})[a-z]?(?:[\]).:]|\s*[-–]\s|\t|\s{2,})")
_QUOTES = frozenset('"“”„«»‘「『《')
_SHORT_YEAR = re.compile(r"['’‘]\d\d(?!\d)")
_AND = frozenset("and und et y e & og och i".split())


@cache
def word_lists(name: str) -> dict[str, str]:
    """Word -> the group that ``words/NAME.txt`` puts it in."""
    return {word: group for group, rows in word_rows(name).items() for row in rows for word in row}


@lru_cache(maxsize=8192)
def heading_group(word: str) -> str:
    """What a word of a heading announces (``"publications"``, ``"maybe"``, ``"other"``), or empty."""
    return _group_of("headings", word)


def _group_of(name: str, word: str) -> str:
    """The group of the longest entry that a word begins with; entries in scripts without blanks may stand inside of it."""
    table = word_lists(name)
    if "=" + word in table:
        return table["=" + word]
    for size in range(min(len(word), LONGEST_ENTRY), 1, -1):
        if word[:size] in table and (size > SHORTEST_ENTRY or not word.isascii()):
            return table[word[:size]]
    if not word.isascii() and not word[0].isupper() and not word[0].islower():
        return next((group for entry, group in table.items() if not entry.isascii() and entry in word), "")
    return ""


def groups_of(name: str, text: str) -> str:
    """The first group of ``words/NAME.txt`` that any word of a text is in, or empty."""
    found = {_group_of(name, token.casefold()) for token in _TOKEN.findall(text)}
    return next((group for group in word_rows(name) if group in found), "")


def announced(text: str) -> str:
    """What a heading announces: ``"publications"``, ``"other"``, or ``"neutral"`` where its words say nothing."""
    found = [heading_group(t.casefold()) for t in _TOKEN.findall(text) if t[0].isalpha()]
    if "publications" in found:
        return "publications"
    return "other" if "other" in found else "publications" if "maybe" in found else "neutral"


@cache
def _acronyms() -> frozenset[str]:
    """The acronyms of all known venues."""
    return frozenset(
        name for venue in all_venues() for name in (venue.acronym, *venue.aliases) if name.isalpha() and len(name) > 2
    )


@dataclass(slots=True)
class LineShape:
    """What a line shows: ``codes`` has a letter for every word and the sign itself for every sign."""

    codes: str
    words: tuple[str, ...]
    length: int
    names: int
    years: int
    only_year: bool
    number: int
    """The number that the line begins with, or -1."""
    signs: frozenset[str]
    groups: dict[str, int]
    heading: dict[str, int]
    capital: float
    first_style: str
    whole_style: str
    links: float
    quoted: bool
    pages: bool
    volume: bool
    part: str
    """What part of a reference the line could be alone: ``A`` names, ``V`` venue or date, ``R`` all, ``P`` prose, ``L`` links,
    ``H`` words of a heading, ``T`` anything else."""


def shape_of(line: BlockLine) -> LineShape:
    """Look at a line once."""
    text = line.text[:LONGEST_LOOK]
    tokens = _TOKEN.findall(text)
    codes = "".join(map(_code, tokens))
    words = tuple([t.casefold() for t in tokens if t[0].isalpha()])
    table = word_lists("lines")
    groups: dict[str, int] = {}
    heading: dict[str, int] = {}
    acronyms = _acronyms()
    for token in tokens:
        if token[-1:].isupper() and token in acronyms:
            groups["venue"] = groups.get("venue", 0) + 1
    for word in words:
        group = table.get(word)
        if group:
            groups[group] = groups.get(group, 0) + 1
        elif word in MONTHS:
            groups["month"] = groups.get("month", 0) + 1
    if len(words) <= 12:
        for word in words:
            announced = heading_group(word)
            if announced:
                heading[announced] = heading.get(announced, 0) + 1
    big = codes.count("C") + codes.count("A") + codes.count("U")
    small = codes.count("l") + codes.count("a") + codes.count("v")
    signs = {match.lastgroup or "" for match in _SIGN.finditer(text)}
    matches = _NAMES.findall(codes)
    named = sum(map(_weight, matches)) / max(1, _weight(codes))
    number = _NUMBER.match(line.block.marker + " " if line.block.marker else text)
    first, whole, links = _styles(line)
    years = codes.count("Y") + len(_SHORT_YEAR.findall(text))
    part = "T"
    if matches and named >= ALL_NAMES:
        part = "A"
    elif words and sum(heading.values()) == len(words):
        part = "H"
    elif links > NEARLY_ALL and 2 * groups.get("button", 0) >= len(words):
        part = "L"
    elif matches and years:
        part = "R"
    elif small > LEAST_PROSE and small > big:
        part = "P"
    elif not matches and len(words) <= SHORT and (years or groups.get("venue")):
        part = "V"
    return LineShape(
        codes, words, len(text), len(matches), years,
        codes.strip(".,:;()[]-–—") in ("Y", "Y-Y", "Y–Y"), int(number[1]) if number else -1, frozenset(signs),
        groups, heading, big / max(1, big + small), first, whole, links, not _QUOTES.isdisjoint(text),
        _PAGES.search(text) is not None, VOLUME.search(text) is not None, part,
    )  # fmt: skip


def _weight(codes: str) -> int:
    """The words of some codes; signs, numbers and "and" count nothing."""
    return sum(code in "CAUlvJ" for code in codes)


@lru_cache(maxsize=16384)
def _code(token: str) -> str:
    first = token[0]
    if first.isdigit():
        return "Y" if len(token) == 4 and token[:2] in ("19", "20") else "d"
    if not first.isalpha():
        return first
    if token in _AND:
        return "a"
    if first.islower():
        return "v" if token in PARTICLES else "l"
    if not first.isupper():
        return "J"
    if len(token) == 1:
        return "U"
    return "A" if token.isupper() else "C"


_LETTERS = (
    ("b", int(TextStyle.BOLD)),
    ("i", int(TextStyle.ITALIC)),
    ("u", int(TextStyle.UNDERLINE)),
    ("s", int(TextStyle.SMALL_CAPS)),
)


@lru_cache(maxsize=1024)
def _letters(style: int) -> str:
    return "".join(letter for letter, flag in _LETTERS if style & flag)


def _styles(line: BlockLine) -> tuple[str, str, float]:
    """The styles of the first letter, those of nearly all letters, and the share of letters that are linked."""
    counts: dict[str, int] = {}
    total, linked, first = 0, 0, ""
    for run in line.block.runs:
        size = len(run.text.strip())
        if not size:
            continue
        style = _letters(int(run.style))
        if not total:
            first = style + ("l" if run.href else "")
        total += size
        linked += size if run.href else 0
        for letter in style:
            counts[letter] = counts.get(letter, 0) + size
    whole = "".join(letter for letter, _ in _LETTERS if counts.get(letter, 0) > NEARLY_ALL * total)
    return first, whole, linked / total if total else 0.0


__all__ = ["LineShape", "heading_group", "shape_of", "word_lists"]
