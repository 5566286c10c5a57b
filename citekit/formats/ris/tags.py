"""Types and tags of RIS, and their meaning in CSL.

Sources: "RIS Format Specifications" of Research Information Systems (2001, 2011), EndNote's table of reference types
and their generic fields, and the CSL 1.0.2 specification (appendices III and IV).
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from citekit.runtime.records import dataclass
from citekit.runtime.tables import tables

_TABLES = tables("citekit.formats.ris", "tags.tsv")
CSL_TYPES = MappingProxyType(dict(_TABLES["types"]))
"""TY -> CSL type."""

RIS_TYPES = MappingProxyType({csl: ty for ty, csl in reversed(_TABLES["types"])} | dict(_TABLES["written"]))
"""CSL type -> TY to write."""

_GROUPS = {name: frozenset(types.split()) for name, types in _TABLES["groups"]}
_SERIALS = _GROUPS["articles"] | {"periodical"}
PAGE_COUNTED = frozenset({"book", "classic", "thesis", "manuscript"})
"""Types for which SP without EP is the number of pages."""


@dataclass(frozen=True, slots=True)
class TagRow:
    """A tag and its variable for some types (all types if none are given); only some rows are used for writing."""

    tag: str
    variable: str
    types: frozenset[str] = frozenset()
    but: frozenset[str] = frozenset()
    written: bool = True

    def fits(self, kind: str) -> bool:
        """Whether the row applies to a CSL type."""
        return kind not in self.but and (not self.types or kind in self.types)


def _rows(name: str) -> tuple[TagRow, ...]:
    return tuple(_row(*row) for row in _TABLES[name])


def _row(tag: str, variable: str, condition: str = "", use: str = "") -> TagRow:
    words = condition.removeprefix("not ").split()
    types: frozenset[str] = frozenset().union(*(_GROUPS.get(word, {word}) for word in words))
    excluded = condition.startswith("not ")
    return TagRow(tag, variable, frozenset() if excluded else types, types if excluded else frozenset(), use != "read")


NAMES = _rows("names")
"""Tags of names in EndNote's dialect."""

REFERENCE_MANAGER_NAMES = MappingProxyType({"A2": "editor", "A3": "collection-editor"})
"""Tags of names with one meaning for all types in Reference Manager's dialect."""
REFERENCE_MANAGER_TAGS = frozenset({"A1", "T1", "Y1", "N2", "JF", "JO", "JA", "BT", "CT"})
"""Tags that distinguish Reference Manager's dialect from EndNote's."""

TEXTS = _rows("texts")
"""Tags of texts, the more specific of two for one variable first; code handles SN, SP, EP, AN, C2, C3, U1, U2 and dates."""

LONG_TEXTS = frozenset({"abstract", "note", "annote"})
"""Variables whose line ends are retained."""
FIELD_TAGS = MappingProxyType({"L1": "pdf", "L2": "html"})
"""Tags whose values are fields, not variables."""


def number_tag_holds(kind: str) -> str:
    """Return what SN is for a CSL type if its form does not determine it: ``number``, ``ISSN`` or ``ISBN``."""
    if kind in _GROUPS["numbered"]:
        return "number"
    return "ISSN" if kind in _SERIALS else "ISBN"


def rows_for(rows: tuple[TagRow, ...], tag: str, kind: str) -> Iterator[TagRow]:
    """Return the rows of a tag that apply to a CSL type."""
    return (row for row in rows if row.tag == tag and row.fits(kind))


def tag_of(rows: tuple[TagRow, ...], variable: str, kind: str) -> str:
    """Return the tag to write a variable with for a CSL type, or an empty string."""
    return next((row.tag for row in rows if row.variable == variable and row.written and row.fits(kind)), "")
