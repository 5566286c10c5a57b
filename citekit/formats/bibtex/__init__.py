"""BibTeX (``.bib``): what LaTeX reads with ``bibtex``; BibLaTeX files are read as well.

Values are written with Unicode letters and escaped special characters, acronyms and mixed-case words of titles in
braces, shared marks of authors as ``author+an``.
"""

from typing import TYPE_CHECKING, Any

from citekit.formats.bibtex.read import loads
from citekit.formats.bibtex.write import dumps

if TYPE_CHECKING:
    from citekit.formats.bibtex.exchange import from_bibtexparser, to_bibtexparser

NAME = "bibtex"
SUFFIXES = (".bib", ".bibtex")

__all__ = ["NAME", "SUFFIXES", "dumps", "from_bibtexparser", "loads", "to_bibtexparser"]


def __getattr__(name: str) -> Any:
    if name in ("from_bibtexparser", "to_bibtexparser"):  # bibtexparser is loaded for these only
        from citekit.formats.bibtex import exchange

        return getattr(exchange, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
