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
    from citekit.commands.api import dump as write_file
    from citekit.commands.api import dumps as write_string
    from citekit.commands.api import load as parse_file
    from citekit.commands.api import loads as parse_string
    from citekit.documents.runs import Document
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
    "parse_file": ("citekit.commands.api", "load"),
    "parse_string": ("citekit.commands.api", "loads"),
    "write_file": ("citekit.commands.api", "dump"),
    "write_string": ("citekit.commands.api", "dumps"),
}
"""Public names that are others where they are defined; the functions are called so by bibtexparser 2 and pybtex."""

_INSTEAD = {
    "BibDatabase": "a bibliography is a citekit.Library",
    "BibliographyData": "a bibliography is a citekit.Library",
    "Field": "the fields of an entry are texts: entry['title'] = …",
    "Person": "people are citekit.Name",
    "parse": "citekit.convert(text=…) reads references as people write them, citekit.loads(…) a bibliography",
}
"""What to write instead of a name that other libraries have."""

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
    "parse_file",
    "parse_string",
    "read",
    "select",
    "tidy",
    "to_bibtexparser",
    "update",
    "verify",
    "write_file",
    "write_string",
]


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
