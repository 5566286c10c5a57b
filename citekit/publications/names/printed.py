"""A name as it is printed, and the styles in which names are printed."""

from __future__ import annotations

from dataclasses import dataclass

GIVEN_FIRST, FAMILY_INITIALS, FAMILY_COMMA, SINGLE = "given family", "family initials", "family, given", "single"


@dataclass(slots=True)
class PrintedName:
    """One name as printed: its parts, its characters ``start:end`` in the item, and the marks that follow or precede it."""

    family: str
    given: str
    style: str
    start: int
    end: int
    marks: str = ""
    co_first: bool = False
    literal: str = ""
    suffix: str = ""


ReadName = tuple[PrintedName, int, float]
"""A name, the token after it, and its score."""
