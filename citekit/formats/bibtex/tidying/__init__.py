"""Tidying of ``.bib`` files: one layout for all entries, and the changes selected by settings, without any loss.

Comments, ``@string``, ``@preamble``, text between entries and damaged entries stay as they are, byte for byte. Sound
entries are rewritten from what BibTeX reads in them. Tidying is idempotent.
"""

from __future__ import annotations

from citekit.formats.bibtex.tidying.run import Tidied, tidy

__all__ = ["Tidied", "tidy"]
