"""RIS (``.ris``): tagged lines, as exchanged by EndNote, Zotero, Mendeley, publishers and library catalogues.

The reader accepts both dialects, that of Reference Manager (``A1``, ``T1``, ``JF``, ``Y1``, ``N2``) and that of EndNote
(``AU``, ``TI``, ``T2``, ``PY``, ``AB``); the writer uses EndNote's. Tags without a meaning for a type become fields named
``ris-`` and the tag, and are written back.
"""

from citekit.formats.ris.read import loads
from citekit.formats.ris.write import dumps, losses
from citekit.runtime import patterns as re

NAME = "ris"
SUFFIXES = (".ris",)
BEGINS = re.compile(r"(?:[^\n]{0,200}+\n){0,6}?[ \t]{0,4}TY[ \t]{1,4}-[ \t]{0,4}[A-Z]{3,8}[ \t]*(?:\r|\n|\Z)")

__all__ = ["BEGINS", "NAME", "SUFFIXES", "dumps", "loads", "losses"]
