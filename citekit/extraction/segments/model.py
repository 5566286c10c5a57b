"""The trained model: it labels the lines of a document in two passes, the second one knowing what the first stated of siblings.

Labels are ``B`` (begin of a publication), ``I`` (inside of it), ``H`` (heading) and ``O`` (anything else). The chain itself
remembers more: whether names have come in the item (:data:`REMEMBERING`), so that lines of titles, venues and names that
follow one another without any mark are cut at the same place of their cycle all the way down. Both passes
are linear-chain conditional random fields (Lafferty, McCallum and Pereira 2001); that the second learns from the output
of the first is stacking (Kluegl et al. 2012 do it for references).
"""

from __future__ import annotations

import gzip
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby

from citekit.documents.runs import Document
from citekit.extraction.crf import Decoder, decoder
from citekit.extraction.segments.features import Seen, bucket, look
from citekit.extraction.segments.lines import BlockLine
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass


@dataclass(slots=True)
class FirstPass:
    """The labels of the first pass, and the probability of every label on every line."""

    labels: list[str]
    odds: list[dict[str, float]]


def _tenth(value: float) -> str:
    # Nothing and all are told apart from little and most; the model of the second pass was trained with these classes.
    return "0" if value < 0.02 else "1" if value > 0.98 else str(min(9, int(value * 8) + 1))


def second_look(seen: list[Seen], first: FirstPass) -> list[list[str]]:
    """Return the features of the second pass: those of the first, and what the first pass stated about the line and
    its siblings.
    """
    begins = [odds.get("B", 0.0) for odds in first.odds]
    parts = [begin + odds.get("I", 0.0) for begin, odds in zip(begins, first.odds, strict=True)]
    groups: dict[str, list[Hashable]] = {
        "list": [(s.section, s.parent, s.kind) for s in seen],
        "section": [(s.section, s.kind) for s in seen],
        "document": [s.kind for s in seen],
    }
    shares = {name: _shares(keys, begins, parts) for name, keys in groups.items()}
    sections = _shares([s.section for s in seen], begins, parts)
    parents = _shares([(s.section, s.parent) for s in seen], begins, parts)
    totals = _totals(seen, first.labels)
    found: list[list[str]] = []
    for i, s in enumerate(seen):
        f = [*s.features, f"was={first.labels[i]}"]
        f += [f"p{label}={_tenth(p)}" for label, p in first.odds[i].items()]
        for name, keys in groups.items():
            n, begin, part, most = shares[name][keys[i]]
            # One item, a few or many: trained with, as all classes here.
            many = "1" if n == 1 else "3" if n <= 3 else "8" if n <= 8 else "more"
            f += [
                f"{name} B={_tenth(begin)}|{many}",
                f"{name} part={_tenth(part)}|{many}",
                f"{name} most={_tenth(most)}",
            ]
        f.append(f"section part={_tenth(sections[s.section][2])}")
        f.append(f"parent part={_tenth(parents[s.section, s.parent][2])}")
        for distance in (-1, 1):
            if 0 <= i + distance < len(seen):
                f.append(f"{distance}:was={first.labels[i + distance]}|{_tenth(begins[i + distance])}")
        found.append(f + totals[i])
    return found


def _shares(
    keys: Sequence[Hashable], begins: Sequence[float], parts: Sequence[float]
) -> dict[Hashable, tuple[int, float, float, float]]:
    """For each key how many lines have it, the mean odds that they begin an item or are in one, and the best odds to begin."""
    members: dict[Hashable, list[int]] = defaultdict(list)
    for i, key in enumerate(keys):
        members[key].append(i)
    return {
        key: (
            len(own),
            sum(begins[i] for i in own) / len(own),
            sum(parts[i] for i in own) / len(own),
            max(begins[i] for i in own),
        )
        for key, own in members.items()
    }


def _totals(seen: list[Seen], labels: list[str]) -> list[list[str]]:
    """For every line what the whole item shows that it would be in: names, years, signs of a reference, length."""
    stretches: list[list[int]] = []
    for i, s in enumerate(seen):
        beside = i > 0 and (s.line.index == seen[i - 1].line.index or (s.item and s.item == seen[i - 1].item))
        if i > 0 and (labels[i] == "I" or (beside and labels[i - 1] == labels[i] == "O")):
            stretches[-1].append(i)
        else:
            stretches.append([i])
    found: list[list[str]] = [[] for _ in seen]
    for stretch in stretches:
        shapes = [seen[i].shape for i in stretch]
        names, years = sum(s.names for s in shapes), sum(s.years for s in shapes)
        groups: Counter[str] = Counter()
        for shape in shapes:
            groups.update(shape.groups)
        words = sum(len(s.words) for s in shapes)
        signs = {sign for s in shapes for sign in s.signs}
        facts = [
            f"all names={bucket(names)}",
            f"all years={min(3, years)}",
            f"all words={bucket(words / 4)}",
            f"all lines={bucket(len(stretch))}",
        ]
        facts += [f"all {group}={bucket(count)}" for group, count in groups.items() if group != "month"]
        facts += [f"all sign={sign}" for sign in sorted(signs)]
        located = any(s.pages or s.volume for s in shapes)
        evidence = sum(map(bool, (names, years, groups["venue"], located, signs & {"doi", "arxiv"})))
        facts.append(f"all evidence={evidence}")
        if any("owner" in seen[i].features for i in stretch):
            facts.append("all owner")
        for i in stretch:
            found[i] = facts
    return found


BEGIN, INSIDE, HEADING, OTHER = "B", "I", "H", "O"

REMEMBERING = {"Bn": BEGIN, "In": INSIDE, "J": INSIDE}
"""Labels that are only the chain's memory: a begin with names, the first line with names in an item, lines after it."""


def read(model: Decoder, sequence: Sequence[Sequence[str]]) -> FirstPass:
    """Labels and odds, without the chain's memory, that a model gives to the lines whose features these are."""
    labels, odds = model.label(sequence)[0], model.odds(sequence)
    plain: list[dict[str, float]] = []
    for row in odds:
        sums: dict[str, float] = {}
        for name, share in row.items():
            label = REMEMBERING.get(name, name)
            sums[label] = sums.get(label, 0.0) + share
        plain.append(sums)
    return FirstPass([REMEMBERING.get(label, label) for label in labels], plain)


@dataclass(slots=True)
class Segmenter:
    """Both passes and the words that are features of their own."""

    first: Decoder
    second: Decoder
    words: frozenset[str]

    def label(self, document: Document, lines: list[BlockLine]) -> FirstPass:
        """Return the labels of a document's lines and their odds."""
        if not lines:
            return FirstPass([], [])
        seen = look(document, lines, self.words)
        found = read(self.second, second_look(seen, read(self.first, [s.features for s in seen])))
        _part_siblings(seen, found.labels)
        _part_lines(seen, found.labels)
        _begin_with_people(seen, found)
        _begin_with_list_items(seen, found.labels)
        return found


def _part_siblings(seen: list[Seen], labels: list[str]) -> None:
    """Make two items of one list two publications where each has names and what is printed of a work that appeared.

    In a short list whose items are in different orders ("Ada Lind. Title. KDD 2024", "Title, Ada Lind, VLDB 17(4): 1-12") the
    trained model takes the second one for the rest of the first. Items that hold only a part of a publication stay together.
    """
    begin = -1
    for i, s in enumerate(seen):
        if labels[i] == BEGIN:
            begin = i
        elif labels[i] != INSIDE:
            begin = -1
        elif begin >= 0 and s.item and s.within == 0 and _is_whole(s):
            first = seen[begin]
            if first.within == 0 and first.item != s.item and first.parent == s.parent and _is_whole(first):
                labels[i], begin = BEGIN, i


def _begin_with_people(seen: list[Seen], found: FirstPass) -> None:
    """Let a publication begin at the first line of its list item where its people are there, and the title below them.

    In a list of "- **Lind, A.; Moss, B. (2019).**" with a title below, the trained model lets some begin at the title, so that
    the people belong to the publication above, or to none. Lines below a publication
    in its list item that are a link are its own, too.
    """
    labels, odds = found.labels, found.odds
    for item, members in groupby(range(len(seen)), key=lambda i: seen[i].item):
        lines = list(members)
        begins = [i for i in lines[1:] if labels[i] == BEGIN]
        if not item or len(begins) != 1 or seen[lines[0]].within:
            continue
        first, at = lines[0], begins[0]
        if any(labels[i] == HEADING or seen[i].shape.part != "A" for i in range(first, at)):
            continue
        labels[first : at + 1] = [BEGIN] + [INSIDE] * (at - first)
        odds[first], odds[at] = max(odds[first], odds[at], key=lambda one: one.get(BEGIN, 0.0)), odds[first]
    for i in range(1, len(seen)):
        own = seen[i - 1].item in seen[i].line.block.path and seen[i - 1].item
        if own and labels[i] == OTHER and labels[i - 1] in (BEGIN, INSIDE) and seen[i].shape.links > _MOSTLY_LINK:
            labels[i] = INSIDE


def _begin_with_list_items(seen: list[Seen], labels: list[str]) -> None:
    """Let no publication continue into the next list item in a list in which publications begin with their list items.

    What the trained model joins of two items hangs on which of them is the first.
    """
    lists: dict[str, list[list[int]]] = defaultdict(list)
    for item, members in groupby(range(len(seen)), key=lambda i: seen[i].item):
        lines = list(members)
        if item and not seen[lines[0]].within:
            lists[seen[lines[0]].parent].append(lines)
    for items in lists.values():
        begun = [lines for lines in items if labels[lines[0]] == BEGIN]
        joined = [lines for lines in items if labels[lines[0]] == INSIDE]
        later = sum(labels[i] == BEGIN for lines in items for i in lines[1:])
        if _AT_FIRST_LINES * (len(joined) + later) > len(begun):
            continue
        for lines in joined:
            rest = {labels[i] for i in lines[1:]}
            if seen[lines[0]].shape.part == "A" and rest == {OTHER}:
                labels[lines[0]] = OTHER
            elif rest <= {INSIDE} and _is_whole(*(seen[i] for i in lines)):
                labels[lines[0]] = BEGIN
        behind = items[-1][-1] + 1
        while len(begun) >= _AT_FIRST_LINES and behind < len(seen) and labels[behind] == INSIDE:
            if seen[behind].item or seen[items[0][0]].parent in seen[behind].line.block.path:
                break
            labels[behind] = OTHER  # the foot of the page is not a part of the last one
            behind += 1


_AT_FIRST_LINES = 3
"""How many publications of a list begin with their list items, for each that does not: where a work takes two items, half do."""
_MOSTLY_LINK = 0.5
"""The share of the letters of a line that are linked: "DOI: " and an address."""


MOST_LIKE = 0.8
"""The share of the lines of a paragraph that must look like references for each to be one: in layouts of two lines an item (a
title, then the rest) half of them has no year."""
FEWEST_WORDS = 6
"""Words of a line that is a reference by itself: "Wagner, Ute: Ufer. Diss. Leipzig 2009." has six, "Best paper award 2020" four."""


def _part_lines(seen: list[Seen], labels: list[str]) -> None:
    """Make each line of a paragraph an item where most look like references, and most items of the model have one line.

    The model knows a new item by its people: it takes "Statistisches Bundesamt: Umweltstatistik 2019." for the rest of the line
    above, or for text between the items. Lines that are wrapped have been joined before, see
    :func:`~citekit.extraction.segments.lines.unwrapped`.
    """
    for _, group in groupby(range(len(seen)), key=lambda i: (seen[i].section, seen[i].parent)):
        lines = [i for i in group if labels[i] != HEADING]
        alike = [
            i
            for i in lines
            if seen[i].shape.years
            and len(seen[i].shape.words) >= FEWEST_WORDS
            and _BEGINNING.match(seen[i].line.text)
            and not _REMARK.match(seen[i].line.text)
        ]
        begins = [i for i in lines if labels[i] == BEGIN]
        single = [i for i in begins if i == lines[-1] or labels[i + 1] != INSIDE]
        paragraphs = {seen[i].line.index for i in begins}
        if len(begins) > 1 and 2 * len(single) >= len(begins) and len(alike) >= MOST_LIKE * len(lines):
            for i in alike:
                # A paragraph by itself may be a remark on the item above, or end it; in a list its marks state where an item begins.
                if seen[i].line.index in paragraphs and not (seen[i].item and seen[i].within):
                    labels[i] = BEGIN


_BEGINNING = re.compile(r"[^\W_a-z]|[\"“„«‘'\[]")
_REMARK = re.compile(
    r"(?i:in:?\s|available|retrieved|accessed|url|https?:|doi|arxiv|isbn|issn|presented|also|reprint|published|award|best|winner|note|abgerufen|verfügbar"
    r"|disponible|consulté|online|link|code|preprint|supplement|erratum|review)"
)
"""How a second line of a work begins that has a date of its own: where it is found, what happened to it."""


def _is_whole(*lines: Seen) -> bool:
    """Whether lines have names, more than names and, next to them, a year, a venue, a place in a volume or an identifier."""
    shapes = [s.shape for s in lines]
    said = any(s.years or s.volume or s.pages or s.groups.get("venue") or s.signs & {"doi", "arxiv"} for s in shapes)
    return said and any(s.names for s in shapes) and any(s.part not in ("A", "V", "L") for s in shapes)


@cache
def segmenter() -> Segmenter:
    """Return the segmenter that comes with the package."""
    folder = files("citekit.extraction.segments").joinpath("model")
    first, second = (
        decoder(gzip.decompress(folder.joinpath(f"{name}.crf.gz").read_bytes())) for name in ("first", "second")
    )
    return Segmenter(first, second, frozenset(folder.joinpath("words.txt").read_text("utf-8").split()))
