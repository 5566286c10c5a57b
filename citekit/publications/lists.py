"""Reads the items of lists: every item alone, then every item as one of its list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Sequence

from citekit.publications.agreement import begin_alike
from citekit.publications.attributes import attributes
from citekit.publications.crf import Plain
from citekit.publications.habits import FEWEST, of_document
from citekit.publications.items import Item
from citekit.publications.labeller import Labelled, chain, labeller
from citekit.publications.lexer import Words, cut
from citekit.publications.shape import ListShape, Segment, notation_of, segments_of, step_score, voted
from citekit.publications.vocabulary import Vocabulary


def read_lines(items: list[Item], vocabulary: Vocabulary, given: str = "") -> tuple[list[Labelled], list[ListShape]]:
    """Read single references, each by itself."""
    if given:
        return _read_by_shape(items, "line", (), given)
    reader = labeller("line")
    labelled = [Labelled(words, *reader.label(attributes(words))) for words in map(_cut, items)]
    return labelled, _shapes(items, labelled)


def read_alone(items: Sequence[Item], vocabulary: Vocabulary) -> list[Labelled]:
    """Read items of a document, each by itself."""
    reader = labeller("document")
    return [Labelled(words, *reader.label(attributes(words, vocabulary.lower))) for words in map(_cut, items)]


def read_items(items: list[Item], vocabulary: Vocabulary, given: str = "") -> tuple[list[Labelled], list[ListShape]]:
    """Read the items of a document, each by itself and then each as one of its list.

    ``given`` is a shape in its one-line notation that all of them have.
    """
    if given:
        return _read_by_shape(items, "document", vocabulary.lower, given)
    reader = labeller("document")
    cuts = [cut(item.text) for item in items]
    told = [attributes(words, vocabulary.lower) for words in cuts]
    if len(items) >= FEWEST:
        alone = [(words, reader.label(own)[0]) for words, own in zip(cuts, told, strict=True)]
        habits = of_document([item.list_key for item in items], alone)
        told = [[a + b for a, b in zip(own, more, strict=True)] for own, more in zip(told, habits, strict=True)]
    read = [(words, *reader.label(own)) for words, own in zip(cuts, told, strict=True)]
    lists: dict[str, list[tuple[Words, list[str]]]] = defaultdict(list)
    for item, (words, labels, _, _) in zip(items, read, strict=True):
        lists[item.list_key].append((words, labels))
    for members in lists.values():
        begin_alike(members)
    labelled = [Labelled(*one) for one in read]
    return labelled, _shapes(items, labelled)


def _cut(item: Item) -> Words:
    return cut(item.text)


def _read_by_shape(
    items: list[Item], model: str, lower: Container[str], given: str
) -> tuple[list[Labelled], list[ListShape]]:
    """Read items with a shape given by hand."""
    from citekit.publications.grammar import parse_shape

    segments: list[Segment] = parse_shape(given)
    labelled = []
    for item in items:
        words = cut(item.text)
        labelled.append(
            Labelled(words, *Plain(chain(model), step_score(segments, words)).label(attributes(words, lower)))
        )
    notation = notation_of(segments)
    agreeing = sum(notation_of(segments_of(reading)) == notation for reading in labelled)
    return labelled, [ListShape("", len(items), agreeing, notation)]


def _shapes(items: list[Item], labelled: list[Labelled]) -> list[ListShape]:
    """The shape of every list."""
    own: dict[str, list[int]] = defaultdict(list)
    for i, item in enumerate(items):
        own[item.list_key].append(i)
    found = [voted(items[members[0]].section.title, (labelled[i] for i in members)) for members in own.values()]
    return [shape for shape in found if shape is not None]
