"""Profile documents with the publications that people labelled in them, and where in the document each one stands."""

from __future__ import annotations

import itertools
import json
import os
import unicodedata
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from citekit.documents.load import read_path
from citekit.documents.runs import Document
from citekit.extraction.segments.lines import BlockLine, document_lines, unwrapped

FOLDS = 5
BENCH = Path(os.environ.get("CITEKIT_BENCH") or Path(__file__).parents[2] / "shared" / "bench")
"""Where the labelled data lie: beside the project, or where the environment says."""
SETS = ("profiles", "profiles-3", "pairs")
"""Folders of labelled documents."""
LABELLED_BY_PROGRAM = frozenset(["pairs"])
"""Folders whose items were found by a program: they say what words are, but not all items of a document are labelled."""
MOST_BEFORE, MOST_AFTER, MOST_LINES = 6, 8, 14
"""Lines that an item has before the line of its title, and behind it, at most."""


@dataclass(slots=True)
class Placed:
    """A labelled publication and the indexes of the lines that hold it; empty where it was not found."""

    gold: dict[str, Any]
    lines: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Profile:
    """A document, its lines, and its labelled publications in the order in which they stand there."""

    name: str
    path: Path
    document: Document
    lines: list[BlockLine]
    owner: dict[str, str]
    placed: list[Placed]
    fold: int = 0
    headings: frozenset[int] | None = None
    """The lines that are headings, where it is known."""
    complete: bool = True
    """Whether all publications of the document are labelled, so that what is no item can be learned as well."""


def fold_text(text: str | None) -> str:
    """Letters and digits only, without accents and case."""
    text = unicodedata.normalize("NFKD", text or "").casefold()
    return "".join(c for c in text if c.isalnum())


def person_of(owner: dict[str, str]) -> str:
    """The family name and first initial of the person whose document it is."""
    return fold_text(owner.get("family")) + " " + fold_text(owner.get("given"))[:1]


@cache
def profiles(bench: Path = BENCH, sets: tuple[str, ...] = SETS) -> tuple[Profile, ...]:
    """All labelled documents, with folds in which a person stands once only; a folder of files is no document."""
    found: list[Profile] = []
    for name in sets:
        for path in sorted((bench / name / "gold").glob("*.json")):
            data = json.loads(path.read_text(encoding="utf-8"))
            source = bench / name / "documents" / data["document"]
            if not source.is_file():
                continue
            document = unwrapped(read_path(source))
            lines = document_lines(document)
            placed = place(document, lines, data)
            owner = data.get("owner") or {}
            complete = name not in LABELLED_BY_PROGRAM
            found.append(Profile(path.stem, source, document, lines, owner, placed, complete=complete))
    _spread(found)
    return tuple(found)


def _spread(found: list[Profile]) -> None:
    """Persons to folds, the longest documents first, so that every fold holds about the same number of publications."""
    people: dict[str, list[Profile]] = defaultdict(list)
    for profile in found:
        people[person_of(profile.owner)].append(profile)
    loads = [0] * FOLDS
    for _, mine in sorted(people.items(), key=lambda pair: (-sum(len(p.placed) for p in pair[1]), pair[0])):
        lightest = loads.index(min(loads))
        for profile in mine:
            profile.fold = lightest
            loads[lightest] += len(profile.placed) + 10


# --- where a publication stands ------------------------------------------------------------------------------------


def place(document: Document, lines: list[BlockLine], data: dict[str, Any]) -> list[Placed]:
    """Find every labelled publication among the lines by its title, and the lines around it that hold its other parts."""
    texts = [fold_text(line.text) for line in lines]
    starts, at = [], 0
    for text in texts:
        starts.append(at)
        at += len(text)
    whole = "".join(texts)
    line_of = [i for i, text in enumerate(texts) for _ in text]
    rows = [document.source.line_column(line.block.span.start)[0] for line in lines]
    ends = [document.source.line_column(max(line.block.span.start, line.block.span.end - 1))[0] for line in lines]
    taken: set[int] = set()
    found: list[tuple[int, int, dict[str, Any]]] = []
    after = 0
    for gold in data["publications"]:
        title = fold_text(gold["title"])
        wanted = _first_line(rows, ends, gold["line"]) if gold.get("line") else None
        begin = starts[wanted] if wanted is not None else after
        spot = _nearest(whole, title, begin, taken)
        if spot is None:
            continue
        taken.add(spot[0])
        after = spot[1]
        found.append((spot[0], spot[1], gold))
    found.sort(key=lambda entry: entry[0])
    titles = [(line_of[start], line_of[min(end, len(line_of)) - 1]) for start, end, _ in found]
    alone = _alone(lines, titles)
    unique = Counter(gold.get("line") for _, _, gold in found)
    known: list[int | None] = []
    for number, (_, _, gold) in enumerate(found):
        title, box = titles[number][0], alone.get(number)
        wanted = _first_line(rows, ends, gold["line"]) if gold.get("line") and unique[gold["line"]] == 1 else None
        if wanted is not None and (wanted > title or title - wanted > MOST_BEFORE):
            wanted = None
        if box and not gold.get("optional"):
            wanted = box[0] if wanted is None else min(wanted, box[0])
        known.append(wanted)
    placed: list[Placed] = []
    before = -1
    for number, (_, _, gold) in enumerate(found):
        title_first, title_last = titles[number]
        following = len(lines)
        if number + 1 < len(found):
            begin = known[number + 1]
            following = titles[number + 1][0] if begin is None or begin <= title_last else begin
        box, first = alone.get(number), known[number]
        if first is None or first <= before:
            first = _begin(lines, texts, gold, title_first, before, rows)
        last = _end(lines, texts, gold, title_last, following)
        if box:
            last = min(max(last, box[1] if not gold.get("optional") else last), following - 1)
        inside = [i for i in range(first, last + 1) if i <= title_last or not _is_prose(lines[i])]
        placed.append(Placed(gold, inside))
        before = last
    for earlier, later in itertools.pairwise(placed):  # what two claim belongs to the later one
        if earlier.lines and later.lines and earlier.lines[-1] >= later.lines[0] > earlier.lines[0]:
            earlier.lines = [i for i in earlier.lines if i < later.lines[0]]
    return placed


def _alone(lines: list[BlockLine], titles: list[tuple[int, int]]) -> dict[int, tuple[int, int]]:
    """For every publication that has a list item, a table row or a block for itself: its first and last line."""
    boxes: dict[str, list[int]] = defaultdict(list)
    of: dict[int, str] = {}
    for i, line in enumerate(lines):
        inner = [s for s in line.block.path if s.startswith(("li:", "tr:", "dd:"))]
        of[i] = inner[-1] if inner else f"block:{line.index}"
        boxes[of[i]].append(i)
    held = Counter(of[first] for first, _ in titles)
    found = {}
    for number, (first, last) in enumerate(titles):
        mine = boxes[of[first]]
        if held[of[first]] == 1 and of[first] == of[last] and len(mine) <= MOST_LINES:
            found[number] = (mine[0], mine[-1])
    return found


def _is_prose(line: BlockLine) -> bool:
    words = line.text.split()
    return len(words) >= 25 and sum(w[:1].islower() for w in words) >= 0.6 * len(words)


def _first_line(rows: list[int], ends: list[int], row: int) -> int | None:
    return next((i for i in range(len(rows)) if ends[i] >= row), None)


def _nearest(whole: str, title: str, begin: int, taken: set[int]) -> tuple[int, int] | None:
    """The place of a title that stands nearest behind ``begin``; by its beginning or end where markup breaks it."""
    for piece in (title, title[:40], title[-40:], title[:22], title[-22:]):
        if len(piece) < 4:
            continue
        spots = [s for s in _all(whole, piece) if s not in taken]
        near = [s for s in spots if s >= begin] or []
        if near:
            return near[0], near[0] + len(piece)
        if spots:
            spot = max(spots) if len(spots) > 1 else spots[0]
            return spot, spot + len(piece)
    return None


def _all(whole: str, piece: str) -> list[int]:
    spots, at = [], whole.find(piece)
    while at >= 0:
        spots.append(at)
        at = whole.find(piece, at + 1)
    return spots


def _names(gold: dict[str, Any]) -> list[str]:
    return [name for a in gold["authors"] if len(name := fold_text(a.get("family"))) > 2]


def _begin(
    lines: list[BlockLine], texts: list[str], gold: dict[str, Any], title: int, before: int, rows: list[int]
) -> int:
    """The first line of the item: by the row that the labels give, else by authors and years that stand before the title."""
    first = title
    row = gold.get("line")
    names = _names(gold)
    for index in range(title - 1, max(before, title - 1 - MOST_BEFORE), -1):
        line = lines[index]
        if line.block.kind == "heading":
            break
        if row is not None and rows[index] < row:
            break
        text = texts[index]
        hits = sum(name in text for name in names)
        same = line.index == lines[title].index or _shared(line, lines[title])
        label = same and len(text) <= 12 and index >= first - 1
        if (hits and (hits * 2 >= len(names) or hits >= 2) and index >= first - 3) or label:
            first = index
    return first


def _shared(one: BlockLine, other: BlockLine) -> bool:
    """Whether two lines stand in the same list item or table row."""
    steps = {s for s in one.block.path if s.startswith(("li:", "tr:", "dd:"))}
    inner = [s for s in other.block.path if s.startswith(("li:", "tr:", "dd:"))]
    return bool(inner) and inner[-1] in steps


def _end(lines: list[BlockLine], texts: list[str], gold: dict[str, Any], title: int, following: int) -> int:
    """The last line before the next item that holds a part of this one."""
    parts = [fold_text(str(gold[k])) for k in ("venue", "venue_alt", "arxiv", "doi", "pages", "status") if gold.get(k)]
    parts = [p for p in parts if len(p) > 3]
    year = str(gold.get("year") or "")
    names = _names(gold)
    last = title
    for index in range(title + 1, min(following, title + 1 + MOST_AFTER)):
        line, text = lines[index], texts[index]
        if line.block.kind == "heading":
            break
        hit = any(p in text for p in parts) or (sum(n in text for n in names) * 2 >= max(1, len(names)))
        hit = hit or bool(
            year
            and year in text
            and len(text) < 150
            and (line.index == lines[title].index or _shared(line, lines[title]))
        )
        if hit and (index - last) <= 3:
            last = index
    return last
