"""Tidying ``.bib`` files: one layout for all entries, and whatever else settings ask for, without losing anything.

Comments, ``@string``, ``@preamble``, text between entries and damaged entries stay as they are, byte for byte. Sound entries are
written anew from what BibTeX reads in them. Tidying what is tidy changes nothing.
"""

from __future__ import annotations

from citekit.formats.bibtex.tidying.run import Tidied, tidy

__all__ = ["Tidied", "tidy"]
