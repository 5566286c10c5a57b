"""The folder is the list: a unit (reader, format, part finder) is one file of a package, found by looking there."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


@cache
def unit_names(package: str) -> tuple[str, ...]:
    """The names of a package's modules in alphabetical order, without importing any of them.

    ``package`` is a dotted name such as ``"citekit.documents.readers"``. Modules that begin with ``_`` are private.
    """
    path = import_module(package).__path__
    return tuple(sorted(m.name for m in iter_modules(path) if not m.name.startswith("_")))


@cache
def unit(package: str, name: str) -> ModuleType:
    """The module ``name`` of ``package``, imported when first asked for."""
    return import_module(f"{package}.{name}")


def units(package: str) -> tuple[ModuleType, ...]:
    """All modules of a package in alphabetical order of their names, imported."""
    return tuple(unit(package, name) for name in unit_names(package))
