"""Lists of references as people paste them: real ones of one set, or works that citekit's own processor prints in one style."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from citekit.csl.processor import process
from citekit.csl.styles import load
from citekit.csl.tree import Inline
from citekit.extraction.lexer import Words
from citekit.model.work import Work
from citekit.text.tex_decode import decode as decode_latex
from training.align import labels_of
from training.generate import Stock, labels_of_work, make_work, stock_of, style_names

SETS = ("anystyle-core", "anystyle-gold", "anystyle-good", "scielo", "grobid", "linkedbooks-it")
"""Sets whose references may be learned from."""
KEPT = 10
"""Every so many-th reference of a set is kept back, and never learned from."""
TEST_STYLES, STYLES = 60, 240
"""Styles that only the round trip prints, and those behind them that lists are printed in."""
LONGEST = 700
"""Characters of a reference, at most."""
Pieces = list[tuple[str, str]]
"""Texts with their styles: ``b`` bold, ``i`` italic, ``l`` a link."""


@dataclass(slots=True)
class Reference:
    """A reference: its text in pieces, and what it is known to say, as BibTeX fields or as the work that was printed."""

    pieces: Pieces
    fields: Mapping[str, str] = field(default_factory=dict)
    work: Work | None = None
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

    def gold(self, **_: Any) -> dict[str, Any]:
        """The reference as a labelled record."""
        title = self.work.title if self.work else self.fields.get("title", "")
        return {"title": title, "type": "article", "reference": self}

    def labels(self, words: Words) -> list[str] | None:
        """The labels of the words that print it; None where something that it says is not found."""
        return labels_of_work(words, self.work) if self.work else labels_of(words, self.fields)


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


@cache
def _stock(bench: Path) -> Stock:
    return stock_of([reference.fields for found in _sets(bench).values() for reference in found])  # type: ignore[misc]


def drawn(random: Random, bench: Path, count: int) -> list[Reference]:
    """A list of references: of one set as they stand there, or printed in one style."""
    if random.random() < 0.5:
        mine = _sets(bench)[random.choice(SETS)]
        first = random.randrange(max(1, len(mine) - count))
        return mine[first : first + count]
    style = random.choice(style_names()[TEST_STYLES : TEST_STYLES + STYLES])
    works = [replace(make_work(_stock(bench), random), id=f"k{n}") for n in range(count)]
    known = {work.id: work for work in works}
    found = []
    for entry in process(load(style), works).bibliography:
        pieces = list(_pieces(entry.content, ""))
        if sum(len(text) for text, _ in pieces) > 20:
            found.append(Reference(pieces, work=known[entry.id]))
    return found


def _pieces(content: Iterable[Inline], style: str) -> Iterator[tuple[str, str]]:
    """The texts of an entry with their styles, without the number that some styles print before it."""
    for part in content:
        if isinstance(part, str):
            yield part, style
        elif (part.kind, part.value) != ("display", "left-margin"):
            letter = {"italic": "i", "bold": "b"}.get(part.value, "l" if part.kind == "link" else "")
            yield from _pieces(part.content, style + letter * (letter not in style))
