"""What the model sees of every line: its own shape, its container, its neighbours, the headings above it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import field

from citekit.documents.model import Document
from citekit.extraction.segments.lines import BlockLine
from citekit.extraction.segments.shapes import LineShape, heading_group, shape_of, word_lists
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

MOST_WORDS, BARE = 5, 8
"""Words of a bare line that is a heading, at most, and its level: below all headings of the markup."""
FAR = 200
"""Characters between two lines that stand far from one another."""
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
    """Every line with the features of the first pass; ``vocabulary`` holds the words that are features themselves."""
    seen = [Seen(line, shape_of(line)) for line in lines]
    _place(seen)
    owner = _owner_words(document, seen)
    bold = _modal_bold(seen)
    own = [_own(s, vocabulary, owner, bold) for s in seen]
    short = [_short(s) for s in seen]
    source = document.source.text
    number = -1
    announced = _announced(document)
    stack: list[tuple[int, int]] = []
    counts = Counter(s.item for s in seen if s.item)
    boxes = _boxes(seen)
    for i, s in enumerate(seen):
        f = own[i]
        f += _structure(seen, i, counts)
        f += boxes[i]
        f.append(f"broken={s.line.broken!r}|{document.format}")
        gap = _gap(source, seen[i - 1].line, s.line) if i else 3
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
    """A count as a coarse word."""
    for limit in (0, 1, 2, 4, 8, 16, 32):
        if n <= limit:
            return str(limit)
    return "more"


# --- a line by itself ----------------------------------------------------------------------------------------------


def _own(s: Seen, vocabulary: frozenset[str], owner: frozenset[str], bold: str) -> list[str]:
    shape, block = s.shape, s.line.block
    length = bucket(shape.length / 12)
    names, years = bucket(shape.names), min(2, shape.years)
    f = [
        "bias", f"kind={block.kind[0]}{block.level}", f"length={length}", f"words={bucket(len(shape.words))}",
        f"names={names}", f"years={years}", f"first={shape.first_style}", f"whole={shape.whole_style}",
        f"links={bucket(shape.links * 4)}", f"capital={round(shape.capital * 4)}", f"begins={_squeezed(shape.codes[:5])}",
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
    """What a line's neighbours are told about it."""
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


def _squeezed(codes: str) -> str:
    return re.sub(r"(.)\1+", r"\1", codes)


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
    """What the block and the three innermost containers around every line hold in all, and where in them it stands."""
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
    """What the headings above a line say, the nearest one and all of them."""
    f = [f"depth={min(4, len(stack))}"]
    roles = [_role(seen[i].shape) for _, i in stack]
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
    """Whether a line or a heading above it says a year, with what else a reference has."""
    shape = s.shape
    above = any(seen[i].shape.years for _, i in stack[-2:])
    dated = "own" if shape.years else "above" if above else "no"
    venue = bool(shape.groups.get("venue")) or shape.pages or shape.volume
    return [f"dated={dated}", f"dated={bool(shape.years) or above}|names={bucket(shape.names)}|{venue}"]


def _heading_level(s: Seen) -> int:
    """The level of a heading of the markup, of a bare line that has nothing but the words of one, or 0."""
    if s.line.block.kind == "heading":
        return 0 if s.line.broken else s.line.block.level
    if s.item or len(s.shape.words) > MOST_WORDS:
        return 0
    return BARE if s.shape.only_year or 0 < len(s.shape.words) == sum(s.shape.heading.values()) else 0


def _role(shape: LineShape) -> str:
    """What a heading announces by its words: the first that says something."""
    return "+".join(sorted(shape.heading))


def _announced(document: Document) -> list[str]:
    title = dict(document.meta).get("title", "").casefold()
    return ["publications"] if any(heading_group(w) == "publications" for w in title.split()) else []


# --- whose document it is ------------------------------------------------------------------------------------------


def _owner_words(document: Document, seen: list[Seen]) -> frozenset[str]:
    """Capitalised words of the title and the first lines that stand in several later lines with names."""
    meta = dict(document.meta)
    first = " ".join([meta.get("author", ""), meta.get("title", ""), *(s.line.text[:60] for s in seen[:4])])
    candidates = {w.casefold() for w in re.findall(r"[^\W\d_]{2,}", first) if w[0].isupper()}
    counts: Counter[str] = Counter()
    named = [s for s in seen[1:] if s.shape.names]
    for s in named:
        counts.update(candidates.intersection(s.shape.words))
    best = [(word, n) for word, n in counts.most_common(2) if n >= 3 and n >= 0.25 * len(named)]
    return frozenset(word for word, _ in best)


def _modal_bold(seen: list[Seen]) -> str:
    """The text that most often is a bold or underlined run of a line and is not all of it."""
    counts: Counter[str] = Counter()
    for s in seen:
        for run in s.line.block.runs:
            text = run.text.strip(" .,;*")
            if run.style & 5 and 3 < len(text) < 30 and len(text) < 0.6 * s.shape.length:
                counts[text] += 1
    best = counts.most_common(1)
    return best[0][0] if best and best[0][1] >= 3 else ""
