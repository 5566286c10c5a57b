"""Reads the items of lists: every item alone, then every item as one of its list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Sequence
from dataclasses import replace

from citekit.publications.agreement import begin_alike, title_alike
from citekit.publications.attributes import attributes
from citekit.publications.corrections import NOTHING_SAID, Pinned, Said, pin_score
from citekit.publications.crf import Decoder
from citekit.publications.habits import FEWEST, of_document
from citekit.publications.items import Item
from citekit.publications.labeller import Labelled, chain, labeller
from citekit.publications.lexer import Words, cut
from citekit.publications.shape import ListShape, notation_of, parse_shape, segments_of, step_score, voted


def read_lines(items: list[Item], given: str = "", said: Said = NOTHING_SAID) -> tuple[list[Labelled], list[ListShape]]:
    """Read single references, each by itself; ``said`` are words of which people said the field, by numbers of items."""
    if given:
        return _read_by_shape(items, "line", (), given, said)
    readers = [_reader("line", said.get(n)) for n in range(len(items))]
    labelled = [
        Labelled(words, *reader.label(attributes(words)))
        for reader, words in zip(readers, map(_cut, items), strict=True)
    ]
    return labelled, _shapes(items, labelled)


def read_alone(items: Sequence[Item], lower: Container[str]) -> list[Labelled]:
    """Read items of a document, each by itself and only once."""
    reader = labeller("document")
    found = []
    for item in items:
        if item.alone is None:
            words = cut(item.text)
            told = attributes(words, lower)
            item.alone = Labelled(words, *reader.label(told), told=told)
        found.append(item.alone)
    return found


def read_items(
    items: list[Item], lower: Container[str], given: str = "", said: Said = NOTHING_SAID
) -> tuple[list[Labelled], list[ListShape]]:
    """Read the items of a document, each by itself and then each as one of its list.

    ``lower`` are words that the document prints in small letters; ``given`` is a shape in its one-line notation that all
    of them have; ``said`` as for :func:`read_lines`. What people said of one item the others of its list are told.
    """
    if given:
        return _read_by_shape(items, "document", lower, given, said)
    readers = [_reader("document", said.get(n)) for n in range(len(items))]
    alone = read_alone(items, lower)
    told = [one.told for one in alone]
    first = [
        reader.label(one.told)[0] if n in said else one.labels
        for n, (reader, one) in enumerate(zip(readers, alone, strict=True))
    ]
    if len(items) >= FEWEST:
        habits = of_document(
            [item.list_key for item in items], [(one.words, own) for one, own in zip(alone, first, strict=True)]
        )
        told = [[a + b for a, b in zip(own, more, strict=True)] for own, more in zip(told, habits, strict=True)]
    read = [(one.words, *reader.label(own)) for reader, one, own in zip(readers, alone, told, strict=True)]
    lists: dict[str, list[tuple[Words, list[str]]]] = defaultdict(list)
    for item, (words, labels, _, _) in zip(items, read, strict=True):
        lists[item.list_key].append((words, labels))
    for members in lists.values():
        for agree in (begin_alike, title_alike):
            agree(members)
    for n in said:  # what a list has in common is no reason against what somebody said
        words, _, sure, probability = read[n]
        read[n] = (words, readers[n].label(told[n])[0], sure, probability)
    labelled = [Labelled(*one) for one in read]
    return labelled, _shapes(items, labelled)


def _reader(model: str, pinned: Pinned | None) -> Decoder:
    """What labels an item: slower, and bound, where people said what some of its words are."""
    return replace(chain(model), extra=pin_score(pinned)) if pinned else labeller(model)


def _cut(item: Item) -> Words:
    return cut(item.text)


def _read_by_shape(
    items: list[Item], model: str, lower: Container[str], given: str, said: Said
) -> tuple[list[Labelled], list[ListShape]]:
    """Read items with a shape given by hand."""
    segments = parse_shape(given)
    labelled = []
    for n, item in enumerate(items):
        words = cut(item.text)
        score = pin_score(said[n]) if n in said else step_score(segments, words)
        labelled.append(Labelled(words, *replace(chain(model), extra=score).label(attributes(words, lower))))
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
