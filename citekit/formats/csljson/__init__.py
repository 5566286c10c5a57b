"""CSL-JSON (``.json``): an array of items as citation processors, Zotero and Pandoc exchange them.

Fields that CSL has no variable for, and the marks of authors, travel in ``custom`` (CSL-JSON schema 1.0.2). A list that
was cut short ends with the literal name ``others``, as Pandoc writes it. What is written is valid by the schema; what
is read may be looser: one item or an object of items in place of the array, items without type or key, dates in EDTF or
words, older names of variables.
"""

from citekit import patterns as re
from citekit.formats.csljson.read import loads
from citekit.formats.csljson.write import dumps, item

NAME = "csljson"
SUFFIXES = (".json", ".csljson")
BEGINS = re.compile(
    r"\A(?!(?s:.{0,20000}?)\"itemType\"\s*:)(?:\s*+\[\s*+\{\s*+\"[A-Za-z-]{1,40}\"\s*+:|\s*+\{\s*+\"(?:items|references)\"\s*+:\s*+\[)"
)

__all__ = ["BEGINS", "NAME", "SUFFIXES", "dumps", "item", "loads"]
