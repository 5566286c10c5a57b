"""Records that repeat in the tree of a page: rows, cards, list items, a table or a ``div`` for each publication.

Siblings of the same tag and class that hold the same kinds of parts are records of a list, whatever the page calls them
(Liu, Grossman and Zhai 2003, "Mining data records in web pages"). So a page says where each publication begins and ends, and
which years stand beside or above several of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from citekit.documents.runs import Document
from citekit.extraction.segments.features import shape_of
from citekit.extraction.segments.lines import BlockLine
from citekit.extraction.segments.parts import SHORTEST_TITLE
from citekit.runtime.records import dataclass

FEWEST, MOST_LIKE, ALONE = 3, 0.6, 0.9
"""Records that repeat, at least; the share of them in which people and a title must be seen, where a single author, whose name
no sign sets apart, is not seen; and the share that must be alone in their containers for these to be the records."""
_Nodes = tuple[str, ...]


@dataclass(slots=True)
class _TreePlace:
    """A node of the tree: the lines ``first`` to ``stop`` (exclusive), and whether people and a title are in them."""

    first: int
    stop: int
    people: bool = False
    title: bool = False


def repeated_records(document: Document, lines: Sequence[BlockLine]) -> list[list[range]]:
    """Return the lists of records of a page, each record with the numbers of its lines."""
    if not any(line.block.path for line in lines):
        return []
    called = {element.step: element.names.partition(" ")[0] for element in document.named if element.step}
    places: dict[_Nodes, _TreePlace] = {}
    for n, line in enumerate(lines):
        seen = shape_of(line)
        kinds = {kind for _, kind in line.named}
        people = bool(seen.names) or "author" in kinds
        title = "title" in kinds or (seen.part in "TRP" and len(seen.words) >= SHORTEST_TITLE)
        path = (*line.block.path, f"{line.block.kind}.{line.block.hint.partition(' ')[0]}:b{line.index}")
        for depth in range(1, len(path) + 1):
            place = places.setdefault(path[:depth], _TreePlace(n, n))
            place.stop = n + 1
            place.people, place.title = place.people or people, place.title or title
    forms: dict[_Nodes, _Nodes] = {}
    groups: dict[_Nodes, list[_Nodes]] = defaultdict(list)
    for node in places:  # parents come before their children
        own = f"{node[-1].partition(':')[0]}.{called.get(node[-1], '')}"
        forms[node] = (*forms.get(node[:-1], ()), own)
        groups[forms[node]].append(node)
    good = {}
    for form, nodes in groups.items():
        # without cells and rows of years or of headings
        told = groups[form] = [node for node in nodes if places[node].people or places[node].title]
        whole = sum(places[node].people and places[node].title for node in told)
        if len(told) >= FEWEST and whole >= MOST_LIKE * len(told):
            good[form] = told
    found = []
    around_others = {form[:depth] for form in good for depth in range(len(form))}
    for form, placed in good.items():
        if form in around_others:
            continue  # the records are inside
        nodes, shape = placed, form
        while len(shape) > 1:
            parents = Counter(node[:-1] for node in nodes)
            around = groups[shape[:-1]]
            alone = len(parents) >= ALONE * max(len(nodes), len(around))
            if len(around) < FEWEST or not (alone or _are_parts(parents, places, lines)):
                break
            shape, nodes = shape[:-1], around
        found.append([range(places[n].first, places[n].stop) for n in nodes if places[n].title])
    return [records for records in found if len(records) >= FEWEST]


def _are_parts(parents: Counter[_Nodes], places: dict[_Nodes, _TreePlace], lines: Sequence[BlockLine]) -> bool:
    """Whether as many paragraphs as in each other container stand below a title in each: they tell of one publication."""
    titled = []
    for node in parents:
        first = shape_of(lines[places[node].first])
        titled.append(lines[places[node].first].block.kind == "heading" and first.part != "H" and not first.only_year)
    return len(set(parents.values())) == 1 and all(titled) and len(parents) >= FEWEST


def year_lines(lines: Sequence[BlockLine], records: Sequence[range]) -> set[int]:
    """Return the lines that are nothing but the year of the records below them: outside of the records, or in the first
    cell of a record where others have none.
    """
    inside = {n for record in records for n in record}
    begins = {record.start for record in records}
    found = {
        n
        for n in range(len(lines) - 1)
        if n not in inside and n + 1 in begins and shape_of(lines[n]).only_year and lines[n].block.kind != "heading"
    }
    first = {record.start for record in records if len(record) > 1 and shape_of(lines[record.start]).only_year}
    bare = [r for r in records if r.start not in first and not any(shape_of(lines[n]).years for n in r)]
    return found | first if bare and len(first) > 1 else found
