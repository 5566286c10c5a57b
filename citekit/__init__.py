"""citekit reads publication lists that people keep by hand and writes clean bibliographies.

The public names are loaded when they are first used, so that ``import citekit`` stays quick::

    import citekit

    library = citekit.convert("homepage.md")
    citekit.dump(library, "homepage.bib")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from citekit.commands.api import (
        bibliography,
        check,
        cite,
        cited_keys,
        convert,
        correct,
        dump,
        dumps,
        enrich,
        explain,
        format,  # noqa: A004
        from_bibtexparser,
        lab,
        load,
        loads,
        merge,
        read,
        select,
        tidy,
        to_bibtexparser,
        update,
        verify,
    )
    from citekit.documents.model import Document
    from citekit.formats.bibtex.edit import Entry
    from citekit.formats.library import Library
    from citekit.formats.library import Library as Bibliography
    from citekit.model.date import Date
    from citekit.model.name import Name
    from citekit.model.work import Work
    from citekit.runtime.errors import CitekitError, Problem
    from citekit.text.value import Text

    __version__: str

_HOMES = {
    name: module
    for module, names in {
        "citekit.commands.api": (
            "bibliography check cite cited_keys convert correct dump dumps enrich explain format from_bibtexparser lab load loads "
            "merge read select tidy to_bibtexparser update verify"
        ),
        "citekit.documents.model": "Document",
        "citekit.formats.bibtex.edit": "Entry",
        "citekit.runtime.errors": "CitekitError Problem",
        "citekit.formats.library": "Library",
        "citekit.model.date": "Date",
        "citekit.model.name": "Name",
        "citekit.model.work": "Work",
        "citekit.text.value": "Text",
    }.items()
    for name in names.split()
}
_ALSO = {"Bibliography": ("citekit.formats.library", "Library")}
"""Public names of classes that have another one where they are defined."""

__all__ = [
    "Bibliography",
    "CitekitError",
    "Date",
    "Document",
    "Entry",
    "Library",
    "Name",
    "Problem",
    "Text",
    "Work",
    "bibliography",
    "check",
    "cite",
    "cited_keys",
    "convert",
    "correct",
    "dump",
    "dumps",
    "enrich",
    "explain",
    "format",
    "from_bibtexparser",
    "lab",
    "load",
    "loads",
    "merge",
    "read",
    "select",
    "tidy",
    "to_bibtexparser",
    "update",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("citekit.runtime.version").VERSION
    if name in _ALSO:
        return getattr(import_module(_ALSO[name][0]), _ALSO[name][1])
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'citekit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES, *_ALSO])
