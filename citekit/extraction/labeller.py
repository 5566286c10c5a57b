"""The learned labeller: which field each word of an item is in, and how certain that is.

A name is labelled word by word: role (``A`` author, ``E`` editor, ``R`` translator) and part (``F`` family, ``G`` given, ``L`` a body or a
name of one piece), with ``B`` before the first word of each name and ``I`` before the others: ``BAF IAG`` is "Brandt, A.".
Other fields are spans, ``B-T I-T I-T`` a title of three words; ``O`` is in no field.

Two models ship with citekit, one for single references and one for the items of documents; ``docs/concepts/reading.md``
states what they are and ``training/`` makes them. They are decoded with python-crfsuite, or without it, more slowly, by
:class:`~citekit.extraction.crf.Chain`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cache
from gzip import decompress
from importlib.resources import files

from citekit.extraction.crf import Chain, Decoder, decoder, with_changes
from citekit.extraction.lexer import Words
from citekit.runtime.records import dataclass

TITLE, CONTAINER, SERIES = "T", "C", "S"
VOLUME, ISSUE, PAGES, YEAR = "V", "N", "PG", "Y"
PUBLISHER, PLACE, EDITION, LINK, OTHER = "P", "W", "ED", "LINK", "O"
GENRE, ARCHIVE, FIRST_YEAR, EVENT = "GE", "AR", "OY", "EV"
"""What a thesis or a report calls itself, where a manuscript is stored, the year of the first edition, a meeting."""
AUTHOR, EDITOR, TRANSLATOR = "A", "E", "R"
_LOOSE = frozenset({AUTHOR, EDITOR, TRANSLATOR, OTHER})
"""Fields whose pieces side by side are one span."""


_OF_NAMES = {
    role: frozenset(a + b + c for a in "BI" for b in role or AUTHOR + EDITOR + TRANSLATOR for c in "FGL")
    for role in ("", AUTHOR, EDITOR, TRANSLATOR)
}


def names_of(role: str = "") -> frozenset[str]:
    """Return the labels of the parts of names, on request of this role."""
    return _OF_NAMES[role]


def is_name(label: str, role: str = "") -> bool:
    """Whether a word is a part of a name, on request of this role."""
    return label in _OF_NAMES[role]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words ``first`` to ``stop`` (exclusive) of one field."""

    field: str
    first: int
    stop: int


@cache
def field_of(label: str) -> str:
    """Return the field of a label: ``T`` for ``B-T`` and ``I-T``, ``A``, ``E`` and ``R`` for all that belongs to
    names.
    """
    if label[1:2] == "-" and label[0] in "BI":
        return label[2:]
    if is_name(label):
        return label[1]
    return label.partition("-")[0]


def stretches(labels: Sequence[str]) -> list[Stretch]:
    """Return the fields of an item in order; every word is in one, names of one list together."""
    found: list[Stretch] = []
    first = 0
    fields = [field_of(label) for label in labels]
    for i in range(1, len(labels) + 1):
        here = fields[first]
        if i < len(labels) and fields[i] == here and (here in _LOOSE or labels[i][:2] != "B-"):
            continue
        found.append(Stretch(here, first, i))
        first = i
    return found if labels else []


def end_of(labels: Sequence[str], at: int, field: str) -> int:
    """Return the first word from ``at`` on that does not continue with a field."""
    return next((i for i in range(at, len(labels)) if labels[i] != f"I-{field}"), len(labels))


def end_of_free(words: Words, labels: Sequence[str], first: int, parts: Callable[[str], object]) -> int:
    """Return where a phrase ends that begins at a word: before what is in a field, a link or a piece with a form of its own,
    and before a gap that ``parts`` it from what follows.
    """
    stop = first
    while stop < len(labels) and labels[stop] == OTHER and stop not in words.links and stop not in words.kinds:
        if stop > first and parts(words.separators[stop]):
            break
        stop += 1
    return stop


def set_field(labels: list[str], first: int, stop: int, field: str) -> None:
    """Label the words from ``first`` to ``stop`` (exclusive) as one span of a field."""
    labels[first:stop] = [f"B-{field}", *[f"I-{field}"] * (stop - first - 1)]


@dataclass(slots=True)
class Labelled:
    """An item with the labels of its words, the probability of each, and that of all together.

    ``told`` are the attributes of the words by which the item was labelled alone, where they are wanted again.
    """

    words: Words
    labels: list[str]
    sure: list[float]
    probability: float = 1.0
    stretches: list[Stretch] = field(default_factory=list)
    told: list[list[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.stretches:
            self.stretches = stretches(self.labels)


@cache
def model_bytes(name: str) -> bytes:
    """Return a model that ships with citekit: ``"line"`` or ``"document"``."""
    return decompress(files("citekit.extraction").joinpath("models", f"{name}.crf.gz").read_bytes())


@cache
def chain(name: str) -> Chain:
    """Return a model for decoding in plain Python."""
    return Chain.of(model_bytes(name))


@cache
def labeller(name: str) -> Decoder:
    """Return a model for decoding as fast as can be."""
    return decoder(model_bytes(name))


def fitted(name: str, changes: Mapping[int, float], share: float = 1.0) -> bytes:
    """Return a model of which a share of some changes of its weights, by the numbers of its features, is made."""
    return with_changes(model_bytes(name), {number: share * change for number, change in changes.items()})
