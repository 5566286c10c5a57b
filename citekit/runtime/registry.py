"""The folder is the list: a unit (reader, format, part finder) is one file of a package, found by looking there."""

from __future__ import annotations

import ast
from functools import cache
from importlib import import_module
from pkgutil import get_data, iter_modules
from types import ModuleType
from typing import Any


@cache
def unit_names(package: str) -> tuple[str, ...]:
    """Return the names of a package's modules in alphabetical order, without importing any of them.

    ``package`` is a dotted name such as ``"citekit.documents.readers"``. Modules that begin with ``_`` are private.
    """
    path = import_module(package).__path__
    return tuple(sorted(m.name for m in iter_modules(path) if not m.name.startswith("_")))


@cache
def unit(package: str, name: str) -> ModuleType:
    """Return the module ``name`` of ``package``, imported when first asked for."""
    return import_module(f"{package}.{name}")


def units(package: str) -> tuple[ModuleType, ...]:
    """Return all modules of a package in alphabetical order of their names, imported."""
    return tuple(unit(package, name) for name in unit_names(package))


@cache
def stated(package: str, constant: str) -> dict[str, Any]:
    """What the modules of a package say in a constant of one line, by their names, without importing any of them.

    >>> stated("citekit.manuscripts.languages", "SUFFIXES")["typst"]
    ('.typ',)
    """
    found = {}
    for name in unit_names(package):
        lines = (get_data(package, f"{name}.py") or b"").decode("utf-8").splitlines()
        line = next((line for line in lines if line.startswith(f"{constant} = ")), None)
        if line is not None:
            found[name] = ast.literal_eval(line.partition(" = ")[2])
    return found
