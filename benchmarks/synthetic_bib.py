"""Synthetic ``.bib`` files: as many well-formed entries as wanted, the same ones every time.

The facts are those of :mod:`synthetic_cv`; an entry has about nine fields and 700 characters, among them accents in LaTeX,
braces that protect letter case, macros for journals and months, values in quotation marks, and now and then ``#``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from synthetic_cv import Publication, publications

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_WORDS = (
    "we show that sparse ledgers of bounded size can be folded in linear time when the clocks of all readers agree on "
    "the order of at least one half of their queues and no archive is opened twice without a lock"
).split()


def synthetic_bib(count: int, seed: int = 17) -> str:
    """A file of ``count`` entries with the macros that they use."""
    return "".join(_pieces(count, seed))


def _pieces(count: int, seed: int) -> Iterator[str]:
    dice = random.Random(seed)
    macros: dict[str, str] = {}
    entries = [_entry(work, number, dice, macros) for number, work in enumerate(publications(count, seed))]
    yield "% A synthetic bibliography\n\n"
    yield from (f'@string{{{macro} = "{name}"}}\n' for name, macro in macros.items())
    yield "\n"
    yield from entries


def _entry(work: Publication, number: int, dice: random.Random, macros: dict[str, str]) -> str:
    first, last = work.pages
    names = " and ".join(f"{family}, {given}" for given, family in work.authors)
    venue = macros.setdefault(work.venue, f"venue{len(macros)}") if dice.random() < 0.5 else f"{{{work.venue}}}"
    words = " ".join(dice.choices(_WORDS, k=dice.randint(20, 70)))
    fields = {
        "author": f'"{names}"' if dice.random() < 0.2 else f"{{{names} and Erd{{\\H{{o}}}}s, P{{\\'a}}l}}",
        "title": f"{{{work.title} in {{NASA}}'s {{3D}} Archives}}",
        "journal" if work.journal else "booktitle": venue,
        "year": str(work.year) if dice.random() < 0.5 else f"{{{work.year}}}",
        "month": dice.choice(_MONTHS) if dice.random() < 0.9 else f'"{number % 28 + 1}~" # {dice.choice(_MONTHS)}',
        "volume": f"{{{work.volume}}}",
        "pages": f"{{{first}--{last}}}",
        "doi": f"{{10.9999/synthetic.{number}}}",
        "abstract": f"{{{words.capitalize()}.}}",
    }
    lines = "".join(f"  {name:<10} = {value},\n" for name, value in fields.items())
    return f"@{'article' if work.journal else 'inproceedings'}{{key{number},\n{lines}}}\n\n"
