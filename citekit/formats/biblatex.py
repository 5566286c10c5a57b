"""BibLaTeX (``.bib`` for ``biber``): BibTeX files with BibLaTeX's entry types and field names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from citekit.formats.bibtex import read, write
from citekit.formats.bibtex.write import losses_in
from citekit.model.work import Work, Works
from citekit.runtime.config import BibtexSettings
from citekit.runtime.errors import Problem
from citekit.runtime.span import Source

NAME = "biblatex"
SUFFIXES = (".biblatex",)
HOLDS_LATEX = True


def dumps(library: Works | Iterable[Work], settings: BibtexSettings | None = None) -> str:
    """Write the library as BibLaTeX."""
    return write.dumps(library, replace(settings or BibtexSettings(), dialect="biblatex"))


def loads(source: Source) -> Works:
    """Read a source by biber's rules (``%`` begins a comment); BibTeX's names of types and fields are accepted."""
    return read.loads(source, "biber", "biblatex")


def losses(library: Works | Iterable[Work]) -> tuple[Problem, ...]:
    """Report what BibLaTeX cannot represent, one problem for each kind of loss."""
    return losses_in(library, "biblatex")
