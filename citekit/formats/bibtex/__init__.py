"""BibTeX (``.bib``): what LaTeX reads with ``bibtex``; BibLaTeX files are read as well.

Values are written with Unicode letters and escaped special characters, acronyms and mixed-case words of titles in
braces, shared marks of authors as ``author+an``.
"""

from citekit.formats.bibtex.read import loads
from citekit.formats.bibtex.write import dumps

NAME = "bibtex"
SUFFIXES = (".bib", ".bibtex")

__all__ = ["NAME", "SUFFIXES", "dumps", "loads"]
