"""What people call citation styles: names of venues, publishers and standards where the style's file has another name."""

from __future__ import annotations

from collections.abc import Mapping

from citekit import patterns as re
from citekit.tables import pairs

_TABLES = pairs("citekit.csl", "style_names.tsv")
SHORT_NAMES: Mapping[str, str] = _TABLES["short"]
"""What people call a style, in small words; a file of that very name comes first."""

NEAREST: Mapping[str, str] = _TABLES["nearest"]
"""Venues and BibTeX styles that no CSL style was written for, and the style that comes nearest."""

_JOINTS = re.compile(r"[^a-z0-9]+|(?<=[a-z])(?=[0-9])|(?<=[0-9])(?=[a-z])")


def letters(name: str) -> str:
    """The letters and digits of a name, by which names are compared: ``GB/T 7714`` and ``gbt7714`` are one."""
    return _JOINTS.sub("", name.lower())


_BY_LETTERS = {letters(name): style for table in (NEAREST, SHORT_NAMES) for name, style in table.items()}


def style_called(name: str) -> str:
    """The style that people call so, or the empty string."""
    return _BY_LETTERS.get(letters(name), "")


def stands_in(name: str) -> str:
    """The style that stands in for a venue without one of its own, or the empty string."""
    return NEAREST.get(name.strip().lower(), "")
