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
    from citekit.commands.api import bibliography as bibliography
    from citekit.commands.api import check as check
    from citekit.commands.api import cite as cite
    from citekit.commands.api import cited_keys as cited_keys
    from citekit.commands.api import convert as convert
    from citekit.commands.api import correct as correct
    from citekit.commands.api import dump as dump
    from citekit.commands.api import dumps as dumps
    from citekit.commands.api import enrich as enrich
    from citekit.commands.api import explain as explain
    from citekit.commands.api import format as format  # noqa: A004
    from citekit.commands.api import from_bibtexparser as from_bibtexparser
    from citekit.commands.api import lab as lab
    from citekit.commands.api import load as load
    from citekit.commands.api import loads as loads
    from citekit.commands.api import merge as merge
    from citekit.commands.api import parse as parse
    from citekit.commands.api import parse_file as parse_file
    from citekit.commands.api import parse_string as parse_string
    from citekit.commands.api import read as read
    from citekit.commands.api import select as select
    from citekit.commands.api import tidy as tidy
    from citekit.commands.api import to_bibtexparser as to_bibtexparser
    from citekit.commands.api import update as update
    from citekit.commands.api import verify as verify
    from citekit.commands.api import write_file as write_file
    from citekit.commands.api import write_string as write_string
    from citekit.documents.runs import Document as Document
    from citekit.formats.bibtex.edit import Entry as Entry
    from citekit.formats.bibtex.edit import FieldText
    from citekit.formats.library import Library as Library
    from citekit.model.date import Date as Date
    from citekit.model.name import Name as Name
    from citekit.model.work import Work as Work
    from citekit.runtime.errors import CitekitError as CitekitError
    from citekit.runtime.errors import Problem as Problem
    from citekit.text.value import Text as Text

    Bibliography = Library
    Field = FieldText
    __version__: str

_HOMES = {
    name: module
    for module, names in {
        "citekit.commands.api": (
            "bibliography check cite cited_keys convert correct dump dumps enrich explain format from_bibtexparser lab load loads "
            "merge parse parse_file parse_string read select tidy to_bibtexparser update verify write_file write_string"
        ),
        "citekit.documents.runs": "Document",
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
_ALSO = {
    "Bibliography": ("citekit.formats.library", "Library"),
    "Field": ("citekit.formats.bibtex.edit", "FieldText"),
}
"""Public names that are others where they are defined."""

_INSTEAD = {
    "BibDatabase": "a bibliography is a citekit.Library",
    "BibliographyData": "a bibliography is a citekit.Library",
    "Person": "people are citekit.Name",
}
"""What to write instead of a name that other libraries have."""

__all__ = sorted([*_HOMES, *_ALSO])  # noqa: PLE0605 - what type checkers need are the names with "as" above


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("citekit.runtime.version").VERSION
    if name in _ALSO:
        return getattr(import_module(_ALSO[name][0]), _ALSO[name][1])
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    hint = _INSTEAD.get(name)
    if hint is None and not name.startswith("_"):  # Python and its tools look up names of their own with underscores
        hint = import_module("citekit.runtime.errors").did_you_mean(name, __all__)
    raise AttributeError(f"module 'citekit' has no attribute {name!r}" + (f" ({hint})" if hint else ""))


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES, *_ALSO])
