"""The trained model: it labels the lines of a document in two passes, the second one knowing what the first said of siblings.

Labels are ``B`` (begin of a publication), ``I`` (inside of it), ``H`` (heading) and ``O`` (anything else). The chain itself
remembers more: whether names have come in the item (:data:`REMEMBERING`), so that lines of titles, venues and names that
follow one another without any mark are cut at the same place of their cycle all the way down. Both passes
are linear-chain conditional random fields (Lafferty, McCallum and Pereira 2001); that the second learns from the output
of the first is stacking (Kluegl et al. 2012 do it for references).
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from citekit.documents.model import Document
from citekit.publications.crf import Decoder, decoder
from citekit.publications.segments.features import Seen, look
from citekit.publications.segments.lines import Line
from citekit.publications.segments.stacking import FirstPass, second_look
from citekit.records import dataclass

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

    def label(self, document: Document, lines: list[Line]) -> FirstPass:
        """The labels of a document's lines and their odds."""
        if not lines:
            return FirstPass([], [])
        seen = look(document, lines, self.words)
        return read(self.second, second_look(seen, read(self.first, [s.features for s in seen])))


@cache
def segmenter() -> Segmenter:
    """The segmenter that comes with the package."""
    folder = files("citekit.publications.segments").joinpath("model")
    first, second = (
        decoder(gzip.decompress(folder.joinpath(f"{name}.crf.gz").read_bytes())) for name in ("first", "second")
    )
    return Segmenter(first, second, frozenset(folder.joinpath("words.txt").read_text("utf-8").split()))
