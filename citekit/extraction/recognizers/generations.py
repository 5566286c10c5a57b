"""Ordinals behind initials, "Adams JR 3rd, Post T": the suffix III of a name, as MEDLINE prints it.

Source: Citing Medicine (NLM), chapter 1, "Family designations of rank in author names".
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit.extraction.matches import Atom, FieldKind
from citekit.extraction.styled import StyledText
from citekit.runtime import patterns as re

_ORDINAL = re.compile(r"(?:(?<=[a-z] [A-Z] )|(?<=[a-z] [A-Z][A-Z] ))(?P<ordinal>2nd|3rd|4th)(?=[,.;])")
"""Behind a family name and one or two initials; a title has no initials before its "3rd"."""
_STANDS_FOR = {"2nd": "II", "3rd": "III", "4th": "IV"}


def find(item: StyledText) -> Iterator[Atom]:
    """Yield the ordinals, each one word; the labeller sees the suffix that it knows."""
    for match in _ORDINAL.finditer(item.text) if any(map(item.text.__contains__, _STANDS_FOR)) else ():
        stands = _STANDS_FOR[match["ordinal"]]
        yield Atom(match.start(), match.end(), FieldKind.AUTHORS, "generation", {}, 3.3, stands)
