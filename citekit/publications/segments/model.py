"""The trained model: it labels the lines of a document in two passes, the second one knowing what the first said of siblings.

Labels are ``B`` (begin of a publication), ``I`` (inside of it), ``H`` (heading) and ``O`` (anything else). The chain itself
remembers more: whether names have come in the item (:data:`REMEMBERING`), so that lines of titles, venues and names that
follow one another without any mark are cut at the same place of their cycle all the way down. Both passes
are linear-chain conditional random fields (Lafferty, McCallum and Pereira 2001); that the second learns from the output
of the first is stacking (Kluegl et al. 2012 do it for references).
"""

from __future__ import annotations

import lzma
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Protocol

from citekit.documents.model import Document
from citekit.publications.segments.features import Seen, look
from citekit.publications.segments.lines import Line
from citekit.publications.segments.stacking import FirstPass, second_look

BEGIN, INSIDE, HEADING, OTHER = "B", "I", "H", "O"


REMEMBERING = {"Bn": BEGIN, "In": INSIDE, "J": INSIDE}
"""Labels that are only the chain's memory: a begin with names, the first line with names in an item, lines behind it."""


def remembering(labels: Sequence[str], seen: Sequence[Seen]) -> list[str]:
    """The labels with the chain's memory."""
    found, named = [], False
    for label, s in zip(labels, seen, strict=True):
        if label == BEGIN:
            named = s.shape.names > 0
            found.append("Bn" if named else BEGIN)
        elif label == INSIDE and not named and s.shape.names:
            named = True
            found.append("In")
        else:
            found.append("J" if label == INSIDE and named else label)
    return found


class Tagger(Protocol):
    """What gives labels and odds to a sequence of lines."""

    def read(self, sequence: Sequence[Sequence[str]]) -> FirstPass:
        """Labels and odds of the lines whose features these are."""


@dataclass(slots=True)
class CompiledTagger:
    """A model as the library CRFsuite decodes it, which reads ``data`` where it lies."""

    tagger: Any
    data: bytes

    @classmethod
    def of(cls, data: bytes) -> CompiledTagger:
        """Read the bytes of a model."""
        import pycrfsuite

        tagger = pycrfsuite.Tagger()
        tagger.open_inmemory(data)
        return cls(tagger, data)

    def read(self, sequence: Sequence[Sequence[str]]) -> FirstPass:
        """Labels and odds of the lines whose features these are."""
        if not sequence:
            return FirstPass([], [])
        self.tagger.set(sequence)
        labels = [REMEMBERING.get(label, label) for label in self.tagger.tag()]
        names = self.tagger.labels()
        odds: list[dict[str, float]] = []
        for i in range(len(labels)):
            row: dict[str, float] = {}
            for name in names:
                plain = REMEMBERING.get(name, name)
                row[plain] = row.get(plain, 0.0) + self.tagger.marginal(name, i)
            odds.append(row)
        return FirstPass(labels, odds)


@dataclass(slots=True)
class Segmenter:
    """Both passes and the words that are features of their own."""

    first: Tagger
    second: Tagger
    words: frozenset[str]

    def label(self, document: Document, lines: list[Line]) -> FirstPass:
        """The labels of a document's lines and their odds."""
        if not lines:
            return FirstPass([], [])
        seen = look(document, lines, self.words)
        first = self.first.read([s.features for s in seen])
        return self.second.read(second_look(seen, first))


@cache
def segmenter() -> Segmenter:
    """The segmenter that comes with the package."""
    folder = files("citekit.publications.segments").joinpath("model")
    first, second = (
        CompiledTagger.of(lzma.decompress(folder.joinpath(f"{name}.crf.xz").read_bytes()))
        for name in ("first", "second")
    )
    return Segmenter(first, second, frozenset(folder.joinpath("words.txt").read_text("utf-8").split()))
