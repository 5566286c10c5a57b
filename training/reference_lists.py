"""Lists of references as people paste them: real ones of one set, or works that citekit's own processor prints in one style."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from citekit.extraction.lexer import Words
from citekit.model.work import Work
from citekit.text.tex_decode import decode as decode_latex
from training import real_works
from training.align import labels_of
from training.printed import learned_styles, popular_styles, printed_by
from training.tagged import Piece, labels_of_pieces

SETS = ("anystyle-core", "anystyle-gold", "anystyle-good", "scielo", "grobid", "linkedbooks-it")
"""Sets whose references may be learned from."""
KEPT = 10
"""Every so many-th reference of a set is kept back, and never learned from."""
TEST_STYLES = 60
"""Styles that only the round trip prints."""
LONGEST = 700
"""Characters of a reference, at most."""
POPULAR = 0.5
"""The share of the printed lists that are in a popular style."""
EVERY = 6
"""Lists are made of every so many-th work: they need layouts rather than values."""
Pieces = list[tuple[str, str]]
"""Texts with their styles: ``b`` bold, ``i`` italic, ``l`` a link."""


@dataclass(slots=True)
class Reference:
    """A reference: its text in pieces, and what it is known to say, as BibTeX fields or as the work that was printed."""

    pieces: Pieces
    fields: Mapping[str, str] = field(default_factory=dict)
    work: Work | None = None
    printed: Sequence[Piece] = ()
    edited: bool = False

    @property
    def year(self) -> str:
        """The year that it prints."""
        issued = self.work.issued if self.work else None
        return str(issued.year) if issued and issued.year else self.fields.get("year", "2001")[:4]

    @property
    def venue(self) -> str:
        """What it is published in."""
        container = self.work.text("container-title") if self.work else self.fields.get("journal", "")
        return container or self.fields.get("booktitle", "")

    def gold(self) -> dict[str, Any]:
        """The reference as a labelled record."""
        title = self.work.title if self.work else self.fields.get("title", "")
        return {"title": title, "type": "article", "reference": self}

    def labels(self, words: Words) -> list[str] | None:
        """The labels of the words that print it; None where something that it says is not found."""
        if self.work:
            return labels_of_pieces(words, self.printed, self.work.type)
        return labels_of(words, self.fields)


@cache
def _sets(bench: Path) -> dict[str, list[Reference]]:
    """The references of each set that are short enough."""
    found: dict[str, list[Reference]] = {}
    for name in SETS:
        rows = (bench / "references" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        kept = [json.loads(row) for n, row in enumerate(rows) if row.strip() and n % KEPT != KEPT - 1]
        found[name] = [
            Reference([(" ".join(row["text"].split()), "")], plain_fields(row["fields"]))
            for row in kept
            if 30 < len(row["text"]) < LONGEST
        ]
    return found


def plain_fields(fields: Mapping[str, object]) -> dict[str, str]:
    """A reference's fields without TeX."""
    return {name: decode_latex(str(value)).replace("{", "").replace("}", "") for name, value in fields.items()}


def drawn(random: Random, bench: Path, count: int) -> list[Reference]:
    """A list of references: of one set as they stand there, or printed in one style."""
    if random.random() < 0.5:
        mine = _sets(bench)[random.choice(SETS)]
        first = random.randrange(max(1, len(mine) - count))
        return mine[first : first + count]
    style = random.choice(sorted(popular_styles()) if random.random() < POPULAR else learned_styles())
    works = real_works.drawn(real_works.pool(bench / "works", EVERY), random, count)
    return [
        Reference([(piece.text, piece.style) for piece in pieces], work=work, printed=pieces)
        for work, pieces in printed_by(style, works, random)
    ]
