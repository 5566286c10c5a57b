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
    from citekit.commands.api import cited_keys, convert, dump, dumps, enrich, format, load, loads, read  # noqa: A004
    from citekit.commands.check import check
    from citekit.csl.formatted import bibliography, cite
    from citekit.documents.model import Document
    from citekit.formats.bibtex.exchange import from_bibtexparser, to_bibtexparser
    from citekit.formats.bibtex.tidying import tidy
    from citekit.formats.library import Library
    from citekit.model.date import Date
    from citekit.model.name import Name
    from citekit.model.work import Work
    from citekit.runtime.errors import CitekitError, Problem
    from citekit.text.value import Text

    __version__: str

_HOMES = {
    name: module
    for module, names in {
        "citekit.commands.api": "cited_keys convert dump dumps enrich format load loads read",
        "citekit.commands.check": "check",
        "citekit.csl.formatted": "bibliography cite",
        "citekit.documents.model": "Document",
        "citekit.runtime.errors": "CitekitError Problem",
        "citekit.formats.bibtex.exchange": "from_bibtexparser to_bibtexparser",
        "citekit.formats.bibtex.tidying": "tidy",
        "citekit.formats.library": "Library",
        "citekit.model.date": "Date",
        "citekit.model.name": "Name",
        "citekit.model.work": "Work",
        "citekit.text.value": "Text",
    }.items()
    for name in names.split()
}

__all__ = [
    "CitekitError",
    "Date",
    "Document",
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
    "dump",
    "dumps",
    "enrich",
    "format",
    "from_bibtexparser",
    "load",
    "loads",
    "read",
    "tidy",
    "to_bibtexparser",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("citekit.runtime.version").VERSION
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'citekit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
