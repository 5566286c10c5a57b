""":file:`.rst` of Sphinx: roles of sphinxcontrib-bibtex such as ``:cite:p:`key1,key2``` and ``:footcite:``.

Comments, literal blocks, literals and escaped roles are left out.
"""

from __future__ import annotations

from citekit.manuscripts.citation import Cited, Found, ReadingContext
from citekit.manuscripts.sphinx_citations import cite_rst
from citekit.manuscripts.writing import Writing
from citekit.runtime.span import Source

NAME = "rst"
SUFFIXES = (".rst", ".rest")
WRITING = Writing("rst", r"\ [#cite-{number}]_", ".. [#cite-{number}] {text}", joint="\\ ", counts_texts=True)


def read(source: Source, reading: ReadingContext) -> Cited:
    """Return what a reStructuredText file cites."""
    found = Found()
    cite_rst(source.text, found)
    return found.cited(certainly_cites=bool(found.citations or found.bibliographies))
