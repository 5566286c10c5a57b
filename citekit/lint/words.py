"""Lists of words and names that checks use: the tables of ``words.tsv`` next to this file."""

from __future__ import annotations

from citekit.runtime.tables import tables

_TABLES = tables("citekit.lint", "words.tsv")


def listed(name: str) -> tuple[str, ...]:
    """The words of a list, in its order."""
    return tuple(word for row in _TABLES[name] for word in row[0].split())


def paired(name: str) -> dict[str, str]:
    """The first cells of a table and what each stands for."""
    return dict(_TABLES[name])
