"""The folder is the list: a unit (reader, format, part finder) is one file of a package, found by looking there.

Other distributions have theirs in the same folders of a namespace package, ``citekit_plugins``: a file
``citekit_plugins/documents/readers/gemtext.py`` that is installed is a reader like those of citekit. (Entry points would do the
same, but to look them up reads a file of every distribution that is installed, and importlib.metadata takes 60 ms to import.)
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import get_data, iter_modules
from types import ModuleType
from typing import Any, TypeVar

PLUGINS = "citekit_plugins"
_Function = TypeVar("_Function")


def handles(table: dict[str, _Function], names: str) -> Callable[[_Function], _Function]:
    """Return a decorator that puts a function into a table, under names that are separated by blanks.

    >>> lengths: dict[str, Callable[[str], int]] = {}
    >>> @handles(lengths, "word name")
    ... def letters(text: str) -> int:
    ...     return len(text)
    >>> lengths["name"]("doe")
    3
    """

    def added(function: _Function) -> _Function:
        table.update(dict.fromkeys(names.split(), function))
        return function

    return added


@cache
def _plugged(package: str) -> Mapping[str, str]:
    """Return the units that other distributions have for a package: name -> dotted name of the module."""
    home = package.replace("citekit", PLUGINS, 1)
    try:
        spec = find_spec(PLUGINS) and find_spec(home)
    except ModuleNotFoundError:  # no distribution has this folder
        spec = None
    # With "python -m" the working directory is a place of modules, and what is in a project must not run: see docs/concepts/trust.md.
    project, environment = Path(os.path.abspath("")), Path(os.path.abspath(sys.prefix))
    folders = [Path(os.path.abspath(folder)) for folder in (spec and spec.submodule_search_locations) or ()]
    safe = [str(one) for one in folders if one.is_relative_to(environment) or not one.is_relative_to(project)]
    return {module.name: f"{home}.{module.name}" for module in iter_modules(safe)}


@cache
def unit_names(package: str) -> tuple[str, ...]:
    """Return the names of a package's modules in alphabetical order, without importing any of them.

    ``package`` is a dotted name such as ``"citekit.documents.readers"``. Modules that begin with ``_`` are private.
    """
    own = {module.name for module in iter_modules(import_module(package).__path__)}
    return tuple(sorted(name for name in own | _plugged(package).keys() if not name.startswith("_")))


def module_of(package: str, name: str) -> str:
    """Return the dotted name of a unit's module, citekit's own before one of a plug-in."""
    own, plugged = f"{package}.{name}", _plugged(package).get(name)
    return plugged if plugged and not find_spec(own) else own


@cache
def unit(package: str, name: str) -> ModuleType:
    """Return the module ``name`` of ``package``, imported when first requested."""
    return import_module(module_of(package, name))


def beside(module: str, suffix: str) -> str:
    """Return the text of the file next to a module that has its name and a suffix, ``.py`` for its own; empty if missing."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return ""
    try:
        data: bytes = spec.loader.get_data(os.path.splitext(spec.origin)[0] + suffix)  # type: ignore[union-attr]
    except OSError:
        return ""
    return data.decode("utf-8")


def units(package: str) -> tuple[ModuleType, ...]:
    """Return all modules of a package in alphabetical order of their names, imported."""
    return tuple(unit(package, name) for name in unit_names(package))


@cache
def stated(package: str, constant: str) -> dict[str, Any]:
    """Return what the modules of a package state in a constant of one line, by their names, without importing any of
    them.

    >>> stated("citekit.manuscripts.languages", "SUFFIXES")["typst"]
    ('.typ',)
    """
    found = {}
    for name in unit_names(package):
        lines = beside(module_of(package, name), ".py").splitlines()
        line = next((line for line in lines if line.startswith(f"{constant} = ")), None)
        if line is not None:
            found[name] = ast.literal_eval(line.partition(" = ")[2])
    return found


# --- Tables of words that are next to the modules that use them.
#
# A file has one or more tables: ``[name]`` on a line of its own, then a row a line with tabs between its cells. Empty lines and
# lines that begin with ``#`` and a space are for people.


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
