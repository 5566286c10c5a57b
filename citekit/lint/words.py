"""Lists of words and names that checks use: the tables of ``words.tsv`` next to this file."""

from __future__ import annotations

from citekit.model.kinds import CSL_TYPES
from citekit.runtime.registry import tables

# The data models of BibTeX and BibLaTeX: which fields an entry type has and needs.
#
# Sources: Patashnik, "BibTeXing" (1988), section 3.1; the BibLaTeX manual, sections 2.1 and 2.2. `a|b` is one of two. What
# BibLaTeX's manual demands and its styles print well without is left out: the author of an anonymous book, the kind of a
# report.

_TABLES = tables("citekit.lint", "words.tsv")


def listed(name: str) -> tuple[str, ...]:
    """Return the words of a list, in its order."""
    return tuple(word for row in _TABLES[name] for word in row[0].split())


def paired(name: str) -> dict[str, str]:
    """Return the first cells of a table and what each stands for."""
    return dict(_TABLES[name])


_DATA_MODELS = tables("citekit.lint", "data_model.tsv")


REQUIRED = {
    dialect: {
        name: tuple(tuple(need.split("|")) for need in "".join(needs).split()) for name, *needs in _DATA_MODELS[dialect]
    }
    for dialect in ("bibtex", "biblatex")
}
"""Dialect -> entry type -> what its entries need: one field of each tuple."""
ALIASES = {"date": ("year",), "journaltitle": ("journal",), "school": ("institution",), "location": ("address",)}
"""Fields that stand for one another in both dialects; styles differ in which they take."""


STAND_FOR = {name: tuple(others.split()) for name, others in _DATA_MODELS["stand for"]}
"""Fields that others may replace, name -> the others."""


KNOWN_FIELDS = frozenset(dict(_DATA_MODELS["fields"])["known"].split())
"""Names of fields that BibTeX, BibLaTeX or common programs and styles know."""
BIBLATEX_FIELDS = frozenset(dict(_DATA_MODELS["fields"])["biblatex"].split())
"""Fields that BibTeX's own styles do not know."""
BIBTEX_TYPES = frozenset(REQUIRED["bibtex"]) | {"periodical", "patent"}
"""Entry types of BibTeX's own styles."""
STANDARD_TYPES = BIBTEX_TYPES | frozenset(CSL_TYPES)
"""Entry types of BibTeX and BibLaTeX."""
KNOWN_TYPES = STANDARD_TYPES | frozenset(dict(_DATA_MODELS["types"])["known"].split())
"""Entry types that BibTeX, BibLaTeX or common styles know."""
_SETTINGS = ("ctl", "control", "-options")


def is_settings(entry_type: str) -> bool:
    """Whether entries of a type are settings of a style instead of works: ``@IEEEtranBSTCTL``, ``@CONTROL``, ``@abnt-options``."""
    return entry_type.endswith(_SETTINGS)
