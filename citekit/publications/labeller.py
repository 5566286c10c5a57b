"""The learned labeller: which field each word of an item is in, and how sure that is.

Two models ship with citekit, one for single references and one for the items of documents; ``docs/concepts/reading.md``
says what they are and ``training/`` makes them. They are decoded with python-crfsuite, or without it, more slowly, by
:class:`~citekit.publications.crf.Chain`.
"""

from __future__ import annotations

from dataclasses import field
from functools import cache
from gzip import decompress
from importlib.resources import files

from citekit.publications.crf import Chain, Decoder, decoder
from citekit.publications.labels import Stretch, stretches
from citekit.publications.lexer import Words
from citekit.records import dataclass


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
    """A model that ships with citekit: ``"line"`` or ``"document"``."""
    return decompress(files("citekit.publications").joinpath("models", f"{name}.crf.gz").read_bytes())


@cache
def chain(name: str) -> Chain:
    """A model for decoding in plain Python."""
    return Chain.of(model_bytes(name))


@cache
def labeller(name: str) -> Decoder:
    """A model for decoding as fast as can be."""
    return decoder(model_bytes(name))
