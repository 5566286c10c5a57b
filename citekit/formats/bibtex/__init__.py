"""BibTeX (``.bib``), the files that LaTeX uses with ``bibtex``; BibLaTeX files are read as well.

Values are written with Unicode letters and escaped special characters, acronyms and mixed-case words of titles in
braces, and marks of authors as ``author+an``. Fields that an entry inherits from another entry of the file are read, and
are written with the other entry only.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from citekit.formats.bibtex.exchange import from_bibtexparser, to_bibtexparser
    from citekit.formats.bibtex.read import loads
    from citekit.formats.bibtex.write import dumps
    from citekit.model.work import Work, Works
    from citekit.runtime.errors import Problem

NAME = "bibtex"
SUFFIXES = (".bib", ".bibtex")
HOLDS_LATEX = True

__all__ = ["NAME", "SUFFIXES", "dumps", "from_bibtexparser", "loads", "losses", "to_bibtexparser"]


def losses(library: Works | Iterable[Work]) -> tuple[Problem, ...]:
    """Report what BibTeX cannot represent, one problem for each kind of loss."""
    from citekit.formats.bibtex.write import losses_in

    return losses_in(library, "bibtex")


# Function -> its module, imported on first use: writing needs no reader, and checking needs neither.
_HOMES = {
    "dumps": "write",
    "loads": "read",
    "printing_commands": "write",
    "from_bibtexparser": "exchange",
    "to_bibtexparser": "exchange",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
