"""What the model sees of every line: its own shape (its words, names, years, styles), its container, its neighbours, the
headings above it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import field
from functools import cache, lru_cache

from citekit.documents.runs import Document, TextStyle
from citekit.extraction.phrases import MONTHS, PARTICLES, word_rows
from citekit.extraction.segments.lines import BlockLine
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
    r"(?-i:(?=[\daAhHwWiIİıdDpPnNcCeEuU@*†‡#$€£(]))(?:(?P<doi>10\.\d{4,9}/)|(?P<arxiv>arxiv|\b\d{4}\.\d{4,5}\b)|(?P<address>https?:|www\.)|(?P<in>\bin[:\s][\"“A-Z]|\bdans\b|\bin:)|(?P<mail>@\w)|(?P<legend>[*†‡#]\W{0,4}(?:denotes?|indicates?|marks?|=|:)?\s?(?:equal|co-?first|contribut|correspond|joint))|(?P<money>[$€£]\s?\d)|(?P<still>\b(?:present|now|current|heute)\b)|(?P<et>et\.? ?al|u\. ?a\.)|(?P<with>\((?:joint |jointly )?with\b|\bwith [A-Z])|(?P<date>\b(?:19|20)\d\d\s?[-–—]+\s?(?:(?:19|20)?\d\d\b|$|present))|(?P<time>\d{1,2}[/.]\d{1,2}[/.](?:19|20)\d\d|\b\d{1,2}:\d\d\b))",
    re.IGNORECASE,
)
"""What a line shows but names and years. The first letters come before all, since that is tried at every character."""
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
    """Return what a word of a heading announces (``"publications"``, ``"maybe"``, ``"other"``), or empty."""
    return _group_of("headings", word)


def _group_of(name: str, word: str) -> str:
    """Return the group of the longest entry that a word begins with; entries in scripts without spaces may appear
    inside of it.
    """
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
    """Return the first group of ``words/NAME.txt`` that any word of a text is in, or empty."""
    found = {_group_of(name, token.casefold()) for token in _TOKEN.findall(text)}
    return next((group for group in word_rows(name) if group in found), "")


def announced(text: str) -> str:
    """Return what a heading announces: ``"publications"``, ``"other"``, or ``"neutral"`` where its words state
    nothing.
    """
    words = [t.casefold() for t in _TOKEN.findall(text) if t[0].isalpha()]
    found = [heading_group(word) for word in words]
    if "publications" in found:
        theses = all(_THESES.match(word) for word, group in zip(words, found, strict=True) if group == "publications")
        return "other" if theses and _SUPERVISED.search(text.casefold()) else "publications"
    return "other" if "other" in found else "publications" if "maybe" in found else "neutral"


_THESES = re.compile(r"th[eè]s[ei]s?$|te[sz][ei]s?$|dissert|\w{0,12}arbeit")
_SUPERVISED = re.compile(
    r"\b(?:supervis|betreu|advis|begeleid|encadr|dirigid|dirigée|direcci[oó]n de te|direction de th|orienta[cç]|orientad|relat(?:ore|rice) di te|seguite)"
)
"""Words for theses that others wrote: "Supervised theses", "Betreute Dissertationen", "Dirección de tesis", "Thèses dirigées",
"Tesi seguite"."""


@cache
def _acronyms() -> frozenset[str]:
    """Return the acronyms of all known venues."""
    return frozenset(
        name for venue in all_venues() for name in (venue.acronym, *venue.aliases) if name.isalpha() and len(name) > 2
    )


@dataclass(slots=True)
class LineShape:
    """What a line shows: ``codes`` has a letter for every word and the mark itself for every mark."""

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
    if isinstance(line.shape, LineShape):
        return line.shape
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
    # A heading is short; words that announce something are no heading in a longer line.
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
    seen = line.shape = LineShape(
        codes, words, len(text), len(matches), years,
        codes.strip(".,:;()[]-–—") in ("Y", "Y-Y", "Y–Y"), int(number[1]) if number else -1, frozenset(signs),
        groups, heading, big / max(1, big + small), first, whole, links, not _QUOTES.isdisjoint(text),
        _PAGES.search(text) is not None, VOLUME.search(text) is not None, part,
    )  # fmt: skip
    return seen


def _weight(codes: str) -> int:
    """Return the words of some codes; marks, numbers and "and" count nothing."""
    return sum(map("CAUlvJ".__contains__, codes))


@lru_cache(maxsize=16384)
def _code(token: str) -> str:
    first = token[0]
    if first.isdigit():
        # Years are four figures; the model was trained with these centuries.
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
    """Return the styles of the first letter, those of nearly all letters, and the share of letters that are linked."""
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


MOST_WORDS, BARE = 5, 8
"""Words of a bare line that is a heading, at most, and its level: below all headings of the markup."""
FAR = 200
"""Characters between two lines that appear far from one another."""
FEW = 0.4
"""The share of words with a capital that running text does not reach."""
_ITEMS = ("li", "tr", "dd", "dt")
_HINT = re.compile(r"[a-z]{3,}")
_FURNITURE = ("nav", "footer", "header", "aside")


@dataclass(slots=True)
class Seen:
    """A line with its shape and its place among the others.

    ``item`` is the innermost list item or table row around it, ``within`` counts its lines from 0; ``parent`` is the
    container of that item, or of the line itself. ``section`` counts the headings above it, ``heading`` is the last.
    ``kind`` is what it shares with its siblings: containers, marker, place in the item, style.
    """

    line: BlockLine
    shape: LineShape
    item: str = ""
    within: int = 0
    parent: str = ""
    section: int = 0
    heading: int = -1
    kind: str = ""
    features: list[str] = field(default_factory=list)


def look(document: Document, lines: list[BlockLine], vocabulary: frozenset[str]) -> list[Seen]:
    """Return every line with the features of the first pass; ``vocabulary`` holds the words that are features
    themselves.
    """
    seen = [Seen(line, shape_of(line)) for line in lines]
    _place(seen)
    owner = _owner_words(document, seen)
    bold = _modal_bold(seen)
    own = [_own(s, vocabulary, owner, bold) for s in seen]
    short = [_short(s) for s in seen]
    source = document.source.text
    number = -1
    title = dict(document.meta).get("title", "").casefold()
    announced = ["publications"] if any(heading_group(w) == "publications" for w in title.split()) else []
    stack: list[tuple[int, int]] = []
    counts = Counter(s.item for s in seen if s.item)
    boxes = _boxes(seen)
    for i, s in enumerate(seen):
        f = own[i]
        f += _structure(seen, i, counts)
        f += boxes[i]
        f.append(f"broken={s.line.broken!r}|{document.format}")
        gap = _gap(source, seen[i - 1].line, s.line) if i else 3
        if gap == 0 and document.format == "html" and s.item and s.item != seen[i - 1].item:
            gap = 1  # a page without line ends, as programs pack it: elements part what is in them
        f.append(f"gap={gap}|{document.format}")
        if s.shape.number >= 0:
            step = s.shape.number - number if number >= 0 else 99
            f.append(f"number={step if abs(step) < 2 else 'other'}")
            number = s.shape.number
        for distance in (-2, -1, 1, 2):
            if 0 <= i + distance < len(seen):
                f += [f"{distance}:{name}" for name in short[i + distance]]
            else:
                f.append(f"{distance}:none")
        row = "".join(seen[k].shape.part if 0 <= k < len(seen) else "." for k in range(i - 2, i + 3))
        f += [f"parts={row}", f"parts1={row[1:4]}", f"parts2={row[2:]}", f"parts3={row[:3]}", f"part={row[2]}"]
        level = _heading_level(s)
        if level:
            stack = [entry for entry in stack if entry[0] < level]
        f += _above(seen, s, stack, announced, vocabulary)
        f += _dated(seen, stack, s)
        if level:
            stack.append((level, i))
        s.features = f
    return seen


def bucket(n: float) -> str:
    """Return a count as a coarse word."""
    for limit in (0, 1, 2, 4, 8, 16, 32):
        if n <= limit:
            return str(limit)
    return "more"


# --- a line by itself ----------------------------------------------------------------------------------------------


def _own(s: Seen, vocabulary: frozenset[str], owner: frozenset[str], bold: str) -> list[str]:
    shape, block = s.shape, s.line.block
    length = bucket(shape.length / 12)
    names, years = bucket(shape.names), min(2, shape.years)
    begins = re.sub(r"(.)\1+", r"\1", shape.codes[:5])  # runs of one code count once
    f = [
        "bias", f"kind={block.kind[0]}{block.level}", f"length={length}", f"words={bucket(len(shape.words))}",
        f"names={names}", f"years={years}", f"first={shape.first_style}", f"whole={shape.whole_style}",
        f"links={bucket(shape.links * 4)}", f"capital={round(shape.capital * 4)}", f"begins={begins}",
        f"begin={shape.codes[:1]}", f"end={shape.codes[-1:]}", f"ends={shape.codes[-2:]}", f"marker={_marker(block.marker)}",
        f"kind={block.kind[0]}|names={names}|years={years}", f"length={length}|years={years}|names={names}",
        f"broken={'' if not s.line.broken else 'hard' if s.line.broken == chr(10) else 'soft'}",
    ]  # fmt: skip
    f += [f"sign={sign}" for sign in sorted(shape.signs)]
    for group, count in shape.groups.items():
        f.append(f"{group}={bucket(count)}")
        if count * 2 >= len(shape.words):
            f.append(f"mostly={group}")
    for group, count in shape.heading.items():
        f.append(f"says={group}")
        if count == len(shape.words):
            f.append(f"only={group}")
    # The model was trained with this bound, as with the other classes of this module.
    if len(shape.words) <= 4 and shape.heading:
        f.append("shortly=" + "+".join(sorted(shape.heading)))
    for name in ("only_year", "quoted", "pages", "volume"):
        if getattr(shape, name):
            f.append(name)
    signs = shape.pages + shape.volume + bool(shape.signs & {"doi", "arxiv", "in"}) + bool(shape.groups.get("venue"))
    f.append(f"reference={bool(shape.years)}{bucket(shape.names)}{min(3, signs)}")
    f += [f"hint={word}" for word in set(_HINT.findall(block.hint.lower()))]
    if any(word in owner for word in shape.words):
        f.append("owner")
    if bold and bold in s.line.text:
        f.append("bold name")
    f += [f"w={word}" for word in {w for w in shape.words if w in vocabulary}]
    if shape.words:
        f.append(f"starts={word_lists('lines').get(shape.words[0], '')}")
        f.append(f"w1={shape.words[0]}" if shape.words[0] in vocabulary else "w1=?")
    return f


def _short(s: Seen) -> list[str]:
    """Return what a line's neighbours know about it."""
    shape, block = s.shape, s.line.block
    f = [
        f"kind={block.kind[0]}{block.level}",
        f"length={bucket(shape.length / 12)}|names={bucket(shape.names)}|years={min(2, shape.years)}",
        f"first={shape.first_style}|{shape.codes[:1]}",
        f"marker={_marker(block.marker)}",
        f"broken={s.line.broken == ''}",
    ]
    for group, count in shape.groups.items():
        if count * 2 >= len(shape.words):
            f.append(f"mostly={group}")
    if shape.groups.get("venue"):
        f.append("venue")
    if shape.only_year:
        f.append("only_year")
    return f


def _marker(marker: str) -> str:
    if not marker:
        return ""
    return "number" if any(c.isdigit() for c in marker) else "letter" if any(c.isalpha() for c in marker) else "bullet"


# --- its place -----------------------------------------------------------------------------------------------------


def _place(seen: list[Seen]) -> None:
    """Container, place in the item, section and kind of every line."""
    inside: Counter[str] = Counter()
    section, heading = 0, -1
    for i, s in enumerate(seen):
        path = s.line.block.path
        index = next((n for n in range(len(path) - 1, -1, -1) if path[n].partition(":")[0] in _ITEMS), -1)
        s.item = path[index] if index >= 0 else ""
        s.parent = (path[index - 1] if index > 0 else "") if index >= 0 else (path[-1] if path else "")
        if s.item:
            s.within = inside[s.item]
            inside[s.item] += 1
        elif s.line.broken:
            s.within = seen[i - 1].within + 1 if i else 0
        if _heading_level(s):
            section, heading = section + 1, i
        s.section, s.heading = section, heading
        kinds = "/".join(step.partition(":")[0] for step in path[-3:])
        block = s.line.block
        s.kind = f"{kinds}|{block.kind[0]}{block.level}|{_marker(block.marker)}|{min(3, s.within)}|{s.line.broken!r}|{s.shape.first_style}"


def _structure(seen: list[Seen], i: int, counts: Counter[str]) -> list[str]:
    s = seen[i]
    path = s.line.block.path
    before = seen[i - 1].line.block.path if i else ()
    after = seen[i + 1].line.block.path if i + 1 < len(seen) else ()
    opened = _kinds(path[_common(before, path) :])
    f = [
        f"path={'/'.join(_kinds(path[-3:]))}", f"opens={'/'.join(opened)}", f"opens1={opened[0] if opened else ''}",
        f"closes={'/'.join(_kinds(before[_common(before, path) :])[:2])}", f"leaves={'/'.join(_kinds(path[_common(path, after) :])[:2])}",
        f"within={bucket(s.within)}", f"of={bucket(counts[s.item]) if s.item else 'none'}",
        f"within={min(3, s.within)}|of={bucket(counts[s.item]) if s.item else 'none'}|{s.item.partition(':')[0]}",
        f"opens={'/'.join(opened)}|broken={s.line.broken!r}|first={s.shape.first_style[:1]}",
        f"new={not s.line.broken}|names={bucket(s.shape.names)}|years={min(2, s.shape.years)}|{s.item.partition(':')[0]}",
    ]  # fmt: skip
    f += [f"in={kind}" for kind in {k for k in _kinds(path) if k in _FURNITURE}]
    if i:
        same = s.item == seen[i - 1].item and s.item != ""
        f.append(f"same item={same}|same block={s.line.index == seen[i - 1].line.index}")
    return f


def _boxes(seen: list[Seen]) -> list[list[str]]:
    """Return what the block and the three innermost containers around every line hold in all, and where in them it
    appears.
    """
    totals: dict[str, list[int]] = {}
    for s in seen:
        shape = s.shape
        signs = (
            shape.pages + shape.volume + bool(shape.signs & {"doi", "arxiv", "in"}) + bool(shape.groups.get("venue"))
        )
        for step in (*s.line.block.path[-3:], str(s.line.index)):
            total = totals.setdefault(step, [0, 0, 0, 0, 0])
            for n, value in enumerate((1, shape.names, shape.years, signs, len(shape.words))):
                total[n] += value
    at: Counter[str] = Counter()
    found: list[list[str]] = []
    for s in seen:
        f = []
        for level, step in enumerate((str(s.line.index), *reversed(s.line.block.path[-3:]))):
            lines, names, years, signs, words = totals[step]
            kind = f"{level}{step.partition(':')[0] if level else ''}"
            place = "first" if not at[step] else "second" if at[step] == 1 else "later"
            at[step] += 1
            f.append(f"{kind}:{place}|{bucket(lines)}")
            f.append(f"{kind}:{place}|names={bucket(names)}|years={min(years, 3)}")
            f.append(f"{kind}:{place}|signs={min(signs, 4)}|words={bucket(words / 6)}")
        found.append(f)
    return found


def _kinds(path: Iterable[str]) -> list[str]:
    return [step.partition(":")[0] for step in path]


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    n = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        n += 1
    return n


def _gap(source: str, before: BlockLine, line: BlockLine) -> int:
    """Line ends in the source between two lines, at most 3."""
    start, end = before.block.span.end, line.block.span.start
    return min(3, source.count("\n", start, end)) if end - start < FAR else 3


# --- the headings above --------------------------------------------------------------------------------------------


def _above(
    seen: list[Seen], s: Seen, stack: list[tuple[int, int]], announced: list[str], vocabulary: frozenset[str]
) -> list[str]:
    """Return what the headings above a line state, the nearest one and all of them."""
    f = [f"depth={min(4, len(stack))}"]
    roles = ["+".join(sorted(seen[i].shape.heading)) for _, i in stack]
    if stack:
        nearest = seen[stack[-1][1]].shape
        f.append(f"under={roles[-1]}")
        f += [f"u={word}" for word in nearest.words[:8] if word in vocabulary]
    small = "few" if s.shape.capital > FEW else "many"
    said = next((role for role in reversed(roles) if role), announced[0] if announced else "")
    f.append(f"said={said}")
    f += [
        f"said={said}|under={roles[-1] if stack else ''}",
        f"said={said}|small={small}",
        f"said={said}|{s.item.partition(':')[0]}|{min(2, s.within)}",
    ]
    return f


def _dated(seen: list[Seen], stack: list[tuple[int, int]], s: Seen) -> list[str]:
    """Whether a line or a heading above it states a year, with what else a reference has."""
    shape = s.shape
    above = any(seen[i].shape.years for _, i in stack[-2:])
    dated = "own" if shape.years else "above" if above else "no"
    venue = bool(shape.groups.get("venue")) or shape.pages or shape.volume
    return [f"dated={dated}", f"dated={bool(shape.years) or above}|names={bucket(shape.names)}|{venue}"]


def _heading_level(s: Seen) -> int:
    """Return the level of a heading of the markup, of a bare line that has nothing but the words of one, or 0."""
    if s.line.block.kind == "heading":
        return 0 if s.line.broken else s.line.block.level
    if s.item or len(s.shape.words) > MOST_WORDS:
        return 0
    return BARE if s.shape.only_year or 0 < len(s.shape.words) == sum(s.shape.heading.values()) else 0


# --- whose document it is ------------------------------------------------------------------------------------------


def _owner_words(document: Document, seen: list[Seen]) -> frozenset[str]:
    """Capitalised words of the title and the first lines that are in several later lines with names."""
    meta = dict(document.meta)
    first = " ".join([meta.get("author", ""), meta.get("title", ""), *(s.line.text[:60] for s in seen[:4])])
    candidates = {w.casefold() for w in re.findall(r"[^\W\d_]{2,}", first) if w[0].isupper()}
    counts: Counter[str] = Counter()
    named = [s for s in seen[1:] if s.shape.names]
    for s in named:
        counts.update(candidates.intersection(s.shape.words))
    # The owner is in many of the lines with names; other words of the head do so once or twice.
    best = [(word, n) for word, n in counts.most_common(2) if n >= 3 and n >= 0.25 * len(named)]
    return frozenset(word for word, _ in best)


def _modal_bold(seen: list[Seen]) -> str:
    """Return the text that most often is a bold or underlined run of a line and is not all of it."""
    counts: Counter[str] = Counter()
    for s in seen:
        for run in s.line.block.runs:
            text = run.text.strip(" .,;*")
            # A name is as long, and no more than a part of its line; longer runs are titles.
            if run.style & 5 and 3 < len(text) < 30 and len(text) < 0.6 * s.shape.length:
                counts[text] += 1
    best = counts.most_common(1)
    # What is bold twice may be so by chance.
    return best[0][0] if best and best[0][1] >= 3 else ""
