"""What is known of a list: which items are known works, which labels their words may have, and models fitted to them.

Known works are entries of a bibliography that someone vouches for, and corrections. They are never copied into what is
read: the models learn from them how the list is laid out, and read all of its items similar.

Each known item states of its words which labels they may have: one, those of some fields, or any. The weights of a model are
moved item by item towards what the chain states under these limits (a conditional random field with partial labels; Tsuboi et
al., 2008), in steps that shrink with every use of a weight (Adagrad; Duchi et al., 2011), and are pulled back towards the
weights of the model. So a few items suffice, and what they state nothing of stays as it was.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence, Set
from itertools import pairwise
from math import exp, sqrt

from citekit.extraction.alignment import KnownTitles, known_labels
from citekit.extraction.corrections import Pinned, pin_score
from citekit.extraction.crf import Attributes, Chain
from citekit.extraction.items import Item
from citekit.extraction.labeller import AUTHOR, CONTAINER, EDITOR, TITLE, YEAR, Labelled, field_of
from citekit.extraction.lexer import cut
from citekit.extraction.record import ParsedItem
from citekit.extraction.work_type import type_of
from citekit.model.identity.titles import fold
from citekit.model.venues import kind_of
from citekit.model.work import Work
from citekit.runtime.records import dataclass

Allowed = Sequence[Set[str] | None]
"""For every word of an item the labels that it may have; None if nothing is known of it."""
ROUNDS, RATE, PULL, START = 8, 0.05, 0.3, 0.1
"""How often each item is learned from, the length of the steps, the pull towards the weights of the model, and the square
that a weight begins with, so that what is nearly right already rarely moves it: with none, first steps are all as long, and
one item that was read nearly rightly spoils others. Chosen on lists made of invented works (``training.trapped``)."""
LEAST_ODDS = 0.001
"""Labels that the model applies to less likely at a word are not weighed there; so a word has three labels, and not fifty."""
LEAST_STEP = 0.01
"""A label whose probability is this near to what it should be is not learned from."""


@dataclass(frozen=True, slots=True)
class KnownSequence:
    """The attributes of the words of an item, the labels that they may have, and how likely the model holds each label."""

    attributes: Attributes
    allowed: Allowed
    odds: Sequence[Mapping[str, float]]


@dataclass(slots=True)
class _Cell:
    """A label of a word: whether it is allowed there, the numbers of the features whose weights are moved, and the score that
    it has by all others."""

    label: int
    allowed: bool
    features: list[int]
    score: float = 0.0


_Rows = list[list[_Cell]]


def weight_changes(chain: Chain, known: Sequence[KnownSequence], moved: Container[str]) -> dict[int, float]:
    """Return by how much to move the weights of a model, by the numbers of its features, for it to read known items as they
    may be read. Only the weights of ``moved`` attributes are, and of the steps.

    The same items give the same changes. The time grows with their words: 20 items of 30 words take half a second.
    """
    lattices = [lattice for one in known if (lattice := _lattice(chain, one, moved))]
    first = _weights(chain, known)
    weights = dict(first)
    squares: dict[int, float] = defaultdict(float)
    for _ in range(ROUNDS):
        for rows in lattices:
            for number, slope in _slopes(chain, rows, weights).items():
                pulled = slope - PULL * (weights[number] - first[number])
                squares[number] += pulled * pulled
                weights[number] += RATE * pulled / sqrt(START + squares[number])
    return {number: weight - first[number] for number, weight in weights.items() if weight != first[number]}


def _weights(chain: Chain, known: Sequence[KnownSequence]) -> dict[int, float]:
    """Return the weights of all features that known items have, and of the steps, by number."""
    found = {number: chain.steps[j][k] for (j, k), number in chain.step_numbers.items()}
    for attribute in {a for one in known for told in one.attributes for a in told if a in chain.states}:
        found.update(
            (number, weight)
            for number, (_, weight) in zip(chain.numbers[attribute], chain.states[attribute], strict=True)
        )
    return found


def _lattice(chain: Chain, one: KnownSequence, moved: Container[str]) -> _Rows:
    """For every word of a known item the labels that are weighed there; nothing if it states nothing."""
    index = {label: k for k, label in enumerate(chain.labels)}
    rows: _Rows = []
    for told, allowed, odds in zip(one.attributes, one.allowed, one.odds, strict=True):
        likely = {label for label, p in odds.items() if p >= LEAST_ODDS}
        if allowed is not None and likely.isdisjoint(allowed):
            likely |= {label for label in allowed if label in index}
        cells = {index[label]: _Cell(index[label], allowed is None or label in allowed, []) for label in likely}
        if not any(cell.allowed for cell in cells.values()):
            return []  # a label that the model has not
        for attribute in told:
            is_moved = attribute in moved
            for number, (label, weight) in zip(
                chain.numbers.get(attribute, ()), chain.states.get(attribute, ()), strict=True
            ):
                if label in cells and is_moved:
                    cells[label].features.append(number)
                elif label in cells:
                    cells[label].score += weight
        rows.append([cells[label] for label in sorted(cells)])
    return rows


def _slopes(chain: Chain, rows: _Rows, weights: Mapping[int, float]) -> dict[int, float]:
    """Return how much more often each feature should hold in an item: where its words are read as they may be, less
    where they are read as the weights state.
    """
    scores = [[cell.score + sum(weights[n] for n in cell.features) for cell in row] for row in rows]
    steps: dict[tuple[int, int], float] = {}
    for before, row in pairwise(rows):
        for one in before:
            for other in row:
                pair = (one.label, other.label)
                if pair not in steps:
                    number = chain.step_numbers.get(pair)
                    steps[pair] = exp(weights[number]) if number is not None else 1.0
    slopes: dict[int, float] = defaultdict(float)
    for sign, bound in ((1.0, True), (-1.0, False)):
        chosen = [[n for n, cell in enumerate(row) if cell.allowed or not bound] for row in rows]
        _expect(chain, rows, chosen, scores, steps, sign, slopes)
    return {number: slope for number, slope in slopes.items() if abs(slope) >= LEAST_STEP}


def _expect(
    chain: Chain,
    rows: _Rows,
    chosen: Sequence[Sequence[int]],
    scores: Sequence[Sequence[float]],
    steps: Mapping[tuple[int, int], float],
    sign: float,
    slopes: dict[int, float],
) -> None:
    """Add to the slopes, with a mark, how often each feature is expected to hold if only the chosen cells of each row
    may be taken (forward-backward, every word scaled to 1)."""
    worth: list[list[float]] = []
    ahead: list[list[float]] = []
    for i, here in enumerate(chosen):
        top = max(scores[i][n] for n in here)
        own = [exp(scores[i][n] - top) for n in here]
        made = own
        if i:
            labels = [rows[i - 1][m].label for m in chosen[i - 1]]
            made = [
                value * sum(a * steps[before, rows[i][n].label] for a, before in zip(ahead[-1], labels, strict=True))
                for n, value in zip(here, own, strict=True)
            ]
        whole = sum(made)
        worth.append([value / whole for value in own])
        ahead.append([value / whole for value in made])
    behind = [1.0] * len(chosen[-1])
    for i in range(len(rows) - 1, -1, -1):
        for n, a, b in zip(chosen[i], ahead[i], behind, strict=True):
            share = sign * a * b
            for number in rows[i][n].features:
                slopes[number] += share
        if not i:
            return
        labels = [rows[i][n].label for n in chosen[i]]
        after = [value * b for value, b in zip(worth[i], behind, strict=True)]
        behind = []
        for m, a in zip(chosen[i - 1], ahead[i - 1], strict=True):
            before, total = rows[i - 1][m].label, 0.0
            for label, value in zip(labels, after, strict=True):
                both = steps[before, label] * value
                total += both
                step = chain.step_numbers.get((before, label))
                if step is not None:
                    slopes[step] += sign * a * both
            behind.append(total)


MOST_ITEMS, MOST_WORDS = 20, 1200
"""Known items of a document that its models learn from, and words of them: more state little that is new, and cost time."""
MOST_WORKS = 100_000
"""Known works that are compared with a document."""
FEWEST_OF_A_TYPE = 2
"""Known works of a list that have one type, for the others to have it too."""
_UNTOLD = frozenset({"document", "manuscript", ""})
"""Types that state of a known work only that its file has no better one."""


def mark_known(items: Sequence[Item], works: Sequence[Work]) -> tuple[Work, ...]:
    """Tell each item which known work it is, if it is one, and return these works in order.

    Of items with the title of one work, an article and a talk on it, those are it for which most speaks.
    """
    if not works:
        return ()
    titles, most = KnownTitles(works[:MOST_WORKS]), dict[int, int]()
    found = []
    for item in items:
        year = item.section.latest("year")
        words = item.alone.words if item.alone else cut(item.text)
        work, speaks = titles.work_of(words, year if isinstance(year, int) else None)
        found.append((work, speaks))
        most[id(work)] = max(speaks, most.get(id(work), 0))
    for item, (work, speaks) in zip(items, found, strict=True):
        item.known = work if speaks == most[id(work)] else None
    return tuple(item.known for item in items if item.known)


def allowed_labels(read: Labelled, work: Work | None, pinned: Pinned, labels: Sequence[str]) -> Allowed:
    """Return the labels of a model that each word of an item may have: by the work that it is, and by what people
    stated of its words, who are right where the two differ. What a word was ``read`` as it stays if no one knows
    better.
    """
    known: Sequence[Set[str]] = known_labels(read, work, labels) if work else [{own} for own in read.labels]
    if pinned:
        score = pin_score(pinned)
        said = [{label for label in labels if not score(i, "", label)} for i in range(len(read.labels))]
        known = [(mine & theirs) or mine for mine, theirs in zip(said, known, strict=True)]
    return known


_CORE = frozenset({TITLE, AUTHOR, EDITOR, CONTAINER, YEAR})
"""Fields for which a model is fitted to a known item that is read otherwise."""
_MOST_FIELDS = 2
"""Fields that a word may be in which is known to be in one: a school is in the container's place or the publisher's."""


def fits(labels: Sequence[str], allowed: Allowed, core: bool = False) -> bool:
    """Whether the words of an item were read as they may be.

    Of the ``core`` only, what is known to be in the title, the people, the container or the year must be, and nothing else in
    the title or among the people: a second container may be where the work was printed again.
    """
    for label, may in zip(labels, allowed, strict=True):
        if may is None or label in may:
            continue
        fields = set(map(field_of, may))
        stated = len(fields) <= _MOST_FIELDS and not fields.isdisjoint(_CORE)
        if not core or stated or field_of(label) in (TITLE, AUTHOR, EDITOR):
            return False
    return True


def chosen(items: Sequence[Item], sizes: Sequence[int], known: Iterable[int], wrong: Set[int]) -> list[int]:
    """Return the known items, by number, that models learn from: those that were read wrongly first, a list after
    the other.
    """
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
    """Give works the type of the known ones in the same container, or else of those in the same list that were taken for the
    same type, where these have one.

    What shows the type of a known work, or hides it, does so in all items that are printed alike: a single known work speaks
    for those that have the same parts, several speak for their list. What the table of venues knows a container to be is
    believed more than they.
    """
    venues: dict[str, Counter[str]] = defaultdict(Counter)
    lists: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    alike: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for record in records:
        kind = record.item.known.type if record.item.known else ""
        if kind not in _UNTOLD:
            lists[_taken_for(record)][kind] += 1
            alike[*_taken_for(record), _parts(record)][kind] += 1
            if venue := _venue_key(record):
                venues[venue][kind] += 1
    for record in records if lists else ():
        told = venues.get(_venue_key(record))
        if told is None and not (record.venue and kind_of(record.venue.value)):
            taken = _taken_for(record)
            told = lists.get(taken)
            told = told if told and told.total() >= FEWEST_OF_A_TYPE else alike.get((*taken, _parts(record)))
        if told and len(told) == 1:
            record.kind, record.kind_reason = next(iter(told)), "known works are of this type"


def _taken_for(record: ParsedItem) -> tuple[str, str]:
    """Return the list of a work and the type that it has without what is known."""
    eprint = any(name == "arxiv" for name, _ in record.links)
    return record.item.list_key, type_of(record, {"eprint": "arxiv"} if eprint else {})


def _parts(record: ParsedItem) -> str:
    """Return the names of the parts of a work that have to do with its type."""
    found = {"venue": record.venue, "publisher": record.publisher, "editors": record.editors, "series": record.series}
    return " ".join(name for name, value in (*found.items(), *sorted(record.locator.items())) if value)


def _venue_key(record: ParsedItem) -> str:
    """Return the letters of a container's name: its years and numbers differ from item to item."""
    return "".join(filter(str.isalpha, fold(record.venue.value))) if record.venue else ""
