"""Tables of words that are next to the modules that use them.

A file has one or more tables: ``[name]`` on a line of its own, then a row a line with tabs between its cells. Empty lines and
lines that begin with ``#`` and a space are for people.
"""

from __future__ import annotations

from functools import cache
from pkgutil import get_data


def tables(package: str, file: str) -> dict[str, list[list[str]]]:
    """Return the tables of a file of a package by their names, each with its rows.

    >>> tables("citekit.csl", "style_names.tsv")["short"][0]
    ['abnt', 'associacao-brasileira-de-normas-tecnicas']
    """
    found: dict[str, list[list[str]]] = {}
    rows: list[list[str]] = []
    for line in (get_data(package, file) or b"").decode("utf-8").splitlines():
        if line.startswith("[") and line.endswith("]") and "\t" not in line:
            rows = found.setdefault(line[1:-1], [])
        elif line and not line.startswith("# "):
            rows.append(line.split("\t"))
    return found


def pairs(package: str, file: str) -> dict[str, dict[str, str]]:
    """Return the tables of a file of which every row has two cells, as what the first stands for."""
    return {name: dict(rows) for name, rows in tables(package, file).items()}


@cache
def words(package: str, file: str) -> dict[str, frozenset[str]]:
    """Return the tables of a file as sets of the words on their lines."""
    return {
        name: frozenset(word for row in rows for word in row[0].split()) for name, rows in tables(package, file).items()
    }


def spelt(package: str, file: str, table: str) -> dict[str, str]:
    """Return a table whose rows are a meaning and the words for it, as what each word means.

    >>> spelt("citekit.manuscripts", "words.tsv", "locators")["pp."]
    'page'
    """
    return {word: meaning for meaning, words in tables(package, file)[table] for word in words.split()}
