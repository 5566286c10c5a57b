"""What is known of a list: which items are known works, which labels their words may have, and what type the others are.

Known works are entries of a bibliography that somebody vouches for, and corrections. They are never copied into what is
read: the models learn from them how the list is laid out, and read all of its items alike.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set

from citekit.extraction.adaptation import Allowed
from citekit.extraction.alignment import KnownTitles, known_labels
from citekit.extraction.corrections import Pinned, pin_score
from citekit.extraction.items import Item
from citekit.extraction.labeller import Labelled
from citekit.extraction.lexer import cut
from citekit.extraction.record import ParsedItem
from citekit.model.identity.fold import fold
from citekit.model.venues import kind_of
from citekit.model.work import Work

MOST_ITEMS, MOST_WORDS = 20, 1200
"""Known items of a document that its models learn from, and words of them: more say little that is new, and cost time."""
MOST_WORKS = 100_000
"""Known works that are compared with a document."""
FEWEST_OF_A_TYPE = 2
"""Known works of a list that have one type, for the others to have it too."""
_UNTOLD = frozenset({"document", "manuscript", ""})
"""Types that say of a known work only that its file has no better one."""


def mark_known(items: Sequence[Item], works: Sequence[Work]) -> tuple[Work, ...]:
    """Tell each item which known work it is, if it is one, and return these works in order."""
    titles = KnownTitles(works[:MOST_WORKS])
    for item in items if works else ():
        year = item.section.latest("year")
        words = item.alone.words if item.alone else cut(item.text)
        item.known = titles.work_of(words, year if isinstance(year, int) else None)
    return tuple(item.known for item in items if item.known)


def allowed_labels(read: Labelled, work: Work | None, pinned: Pinned, labels: Sequence[str]) -> Allowed:
    """The labels of a model that each word of an item may have: by the work that it is, and by what people said of its
    words, who are right where the two differ. What a word was ``read`` as it stays where nobody knows better."""
    known: Sequence[Set[str]] = known_labels(read, work, labels) if work else [{own} for own in read.labels]
    if pinned:
        score = pin_score(pinned)
        said = [{label for label in labels if not score(i, "", label)} for i in range(len(read.labels))]
        known = [(mine & theirs) or mine for mine, theirs in zip(said, known, strict=True)]
    return known


def fits(labels: Sequence[str], allowed: Allowed) -> bool:
    """Whether the words of an item were read as they may be."""
    return all(may is None or label in may for label, may in zip(labels, allowed, strict=True))


def chosen(items: Sequence[Item], sizes: Sequence[int], known: Iterable[int], wrong: Set[int]) -> list[int]:
    """The known items, by number, that models learn from: those that were read wrongly first, a list after the other."""
    lists: dict[tuple[bool, str], int] = Counter()
    ranks = {}
    for n in known:
        mine = (n not in wrong, items[n].list_key)
        ranks[n] = (mine[0], lists[mine], n)
        lists[mine] += 1
    found: list[int] = []
    words = 0
    for n in sorted(ranks, key=ranks.__getitem__):
        if len(found) < MOST_ITEMS and words + sizes[n] <= MOST_WORDS:
            found.append(n)
            words += sizes[n]
    return sorted(found)


def tell_types(records: Sequence[ParsedItem]) -> None:
    """Give works the type of the known ones in the same container, or else in the same list, if these are of one type.

    A list must have several, and what the table of venues knows a container to be is believed more than they.
    """
    venues: dict[str, Counter[str]] = defaultdict(Counter)
    lists: dict[str, Counter[str]] = defaultdict(Counter)
    for record in records:
        kind = record.item.known.type if record.item.known else ""
        if kind not in _UNTOLD:
            lists[record.item.list_key][kind] += 1
            if venue := _venue_key(record):
                venues[venue][kind] += 1
    for record in records if lists else ():
        told = venues.get(_venue_key(record))
        if told is None and not (record.venue and kind_of(record.venue.value)):
            told = lists.get(record.item.list_key)
            told = told if told and told.total() >= FEWEST_OF_A_TYPE else None
        if told and len(told) == 1:
            record.kind = next(iter(told))


def _venue_key(record: ParsedItem) -> str:
    """The letters of a container's name: its years and numbers differ from item to item."""
    return "".join(filter(str.isalpha, fold(record.venue.value))) if record.venue else ""
