"""Middleware for bibtexparser: tidy, enrich and check as steps of its stacks.

Each takes the options of the command of that name. Put them after the default stack and before middleware that decodes LaTeX or
splits names, for they read and return BibTeX:

>>> import bibtexparser
>>> library = bibtexparser.parse_string("@Book{doe, title={A}, pages={1-9}}", append_middleware=[TidyMiddleware(pages=True)])
>>> library.entries_dict["doe"]["pages"]
'1--9'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bibtexparser.library import Library as BlockLibrary
from bibtexparser.middlewares.enclosing import REMOVED_ENCLOSING_KEY
from bibtexparser.middlewares.middleware import LibraryMiddleware

from citekit.commands.api import check, enrich, tidy, to_bibtexparser
from citekit.formats.bibtex.exchange import text_of
from citekit.formats.library import Library

if TYPE_CHECKING:
    from citekit.lint.reporting.report import Report
    from citekit.runtime.errors import Problem


class CitekitMiddleware(LibraryMiddleware):
    """A step whose ``options`` are those of a command; ``problems`` is what it noticed in the last Library."""

    def __init__(self, allow_inplace_modification: bool = True, **options: Any) -> None:
        super().__init__(allow_inplace_modification)
        self.options = options
        self.problems: tuple[Problem, ...] = ()

    def returned(self, made: Library, given: BlockLibrary) -> BlockLibrary:
        """Return a library as bibtexparser's, with delimiters if the values that were given had them."""
        self.problems = made.problems
        bare = any(REMOVED_ENCLOSING_KEY in block.parser_metadata for block in given.blocks)
        return to_bibtexparser(made, None if bare else [])


class TidyMiddleware(CitekitMiddleware):
    """Tidy the values, fields, keys and order of entries as :func:`citekit.tidy` does; the layout is that of the writer."""

    def transform(self, library: BlockLibrary) -> BlockLibrary:
        """Return the tidied Library. Raises :class:`~citekit.runtime.errors.UsageError` for options that do not exist."""
        return self.returned(tidy(text_of(library), **self.options), library)


class EnrichMiddleware(CitekitMiddleware):
    """Add identifiers of arXiv to entries as :func:`citekit.enrich` does."""

    def transform(self, library: BlockLibrary) -> BlockLibrary:
        """Return the Library with the identifiers; raises what :func:`citekit.enrich` raises."""
        return self.returned(enrich(Library.of(text_of(library)), **self.options), library)


class CheckMiddleware(CitekitMiddleware):
    """Check entries as :func:`citekit.check` does.

    The findings are in ``report``, and those of an entry in its ``parser_metadata["citekit"]``. Nothing is changed.
    """

    report: Report | None = None

    def transform(self, library: BlockLibrary) -> BlockLibrary:
        """Return the same Library. Raises :class:`~citekit.runtime.errors.UsageError` for options that do not exist."""
        self.report = check(Library.of(text_of(library), "<bibtexparser>"), **self.options)
        for key, entry in library.entries_dict.items():
            entry.parser_metadata["citekit"] = [finding for finding in self.report if finding.key == key]
        return library
