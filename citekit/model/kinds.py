"""The one table between CSL's types, variables and words and the entry types, fields and keys of BibTeX and BibLaTeX.

Sources: the CSL 1.0.2 specification (appendices III and IV), the BibLaTeX manual ("Entry Types", "Entry Fields",
"Localization Keys"), Patashnik's "BibTeXing", and for names of languages the manuals of babel and polyglossia; tags of
languages follow BCP 47 (RFC 5646). Which field a variable goes to depends on the *entry type* only, never on the CSL
type it came from, so what was written reads back into the same fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.registry import tables

Dialect = Literal["bibtex", "biblatex"]

_TABLES = tables("citekit.model", "kinds.tsv")
_WORDS = dict(_TABLES["words"])
ENTRY_TYPES = MappingProxyType({csl: (tex, latex) for csl, tex, latex in _TABLES["types"]})
"""CSL type -> entry type in BibTeX and in BibLaTeX."""

CSL_TYPES = MappingProxyType(dict(_TABLES["entries"]))
"""Entry type -> CSL type; what is not listed is a ``document``."""

_WORD = re.compile(r"[a-z][a-z0-9_:./+*-]{0,60}")
_BIBTEX_TYPES = frozenset(_WORDS["types of bibtex"].split())
_BIBLATEX_ONLY = frozenset(CSL_TYPES) - _BIBTEX_TYPES
IN_BOOK = frozenset(_WORDS["types in books"].split())
"""Entry types whose entries are in a book."""
BOOKS = frozenset(_WORDS["types of books"].split())
"""Entry types of whole books."""


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A CSL variable and the field that holds it, in both dialects, for some entry types (none named: all)."""

    variable: str
    bibtex: str
    biblatex: str
    types: frozenset[str] = frozenset()

    def field(self, dialect: Dialect) -> str:
        """Return the field's name in a dialect."""
        return self.bibtex if dialect == "bibtex" else self.biblatex


FIELDS = tuple(
    FieldRow(variable, bibtex, biblatex, frozenset(" ".join(types).split()))
    for variable, bibtex, biblatex, *types in _TABLES["fields"]
)
"""The mapping; the first row that fits an entry type counts. ``issued`` is spread over year, month, day or date."""

_ALIASES = MappingProxyType(dict(_TABLES["aliases"]))
"""Fields that stand for a variable where the entry has none of the fields that the table names for it."""

TITLE_PARTS = MappingProxyType({field: (second, third) for field, second, third in _TABLES["title parts"]})
"""A field of a title, and the fields that hold its second and third part. A variable holds the whole title; the works'
``fields`` keep the parts (rich text), so that BibLaTeX gets them back."""
VOLUME_TITLES = MappingProxyType(
    {
        **dict.fromkeys(sorted(BOOKS), ("title", "title")),
        **dict.fromkeys(sorted(IN_BOOK), ("container-title", "booktitle")),
    }
)
"""Entry type -> the variable that goes to ``maintitle``, and the field that ``volume-title`` goes to, where a work has
a ``volume-title``: the title of one volume of a work in several."""
EDITOR_ROLES = frozenset(_WORDS["editor roles"].split())
"""Name variables that BibLaTeX has no field for, only a type of editor (``editortype = {director}``)."""
EDITOR_FIELDS = ("editor", "editora", "editorb", "editorc")

NAME_VARIABLES = frozenset(_WORDS["name variables"].split())
DATE_VARIABLES = frozenset(_WORDS["date variables"].split())
TEXT_VARIABLES = frozenset(_WORDS["text variables"].split())
TITLES = frozenset(_WORDS["titles"].split())
"""Variables whose letter case matters, so that braces in them mean something."""
_IDENTIFIERS = frozenset({"DOI", "URL", "PMID", "PMCID"})
NAME_FIELDS = frozenset(_WORDS["name fields"].split())
"""Fields of names that CSL has no variable for; they stay name lists in BibTeX's own spelling."""

RICH_FIELDS = frozenset(part for parts in TITLE_PARTS.values() for part in parts)
"""Fields next to the variables that hold rich text, as titles do."""

_BY_LOWER_CASE = MappingProxyType({name.lower(): name for name in NAME_VARIABLES | DATE_VARIABLES | TEXT_VARIABLES})

SHIELDED_FIELDS = frozenset(_WORDS["shielded fields"].split())
"""Fields in which words that keep their case are put in braces by the writer."""
RAW_FIELDS = frozenset(_WORDS["raw fields"].split())
"""Fields that programs write for themselves: neither LaTeX nor addresses, kept letter by letter."""
OBEYED_FIELDS = frozenset(_WORDS["obeyed fields"].split())
"""Those of them that BibLaTeX hands to LaTeX; in the others a backslash is one of a path or of a program's notation."""
VERBATIM = frozenset(_WORDS["verbatim fields"].split())
"""Fields that hold identifiers, never LaTeX text."""


def entry_type(csl_type: str, dialect: Dialect = "bibtex", given: str = "") -> str:
    """Return the entry type for a CSL type.

    ``given`` is the entry type that a work was read from: it stays if it means the same and the dialect has it.
    """
    if is_written(given, dialect) and CSL_TYPES.get(given, "document") == csl_type:
        return given
    tex, latex = ENTRY_TYPES.get(csl_type, ("misc", "misc"))
    return tex if dialect == "bibtex" else latex


def is_written(entry: str, dialect: Dialect) -> bool:
    """Whether an entry type can be written in a dialect: BibTeX takes any word but those that are BibLaTeX's alone."""
    return (dialect == "biblatex" or entry not in _BIBLATEX_ONLY) and _WORD.fullmatch(entry) is not None


def csl_type(entry: str) -> str:
    """Return the CSL type of an entry type; ``document`` for what is unknown."""
    return CSL_TYPES.get(entry.lower(), "document")


@lru_cache(maxsize=8192)
def field_of(variable: str, entry: str, dialect: Dialect = "bibtex") -> str:
    """Return the field for a variable in an entry; a variable that no row names keeps its own name, in lower case."""
    for row in FIELDS:
        if row.variable == variable and (not row.types or entry in row.types):
            return row.field(dialect)
    return variable.lower()


def field_named(variable: str, csl_type: str) -> str:
    """Return the name of a variable in messages: that of BibTeX's field, ``date`` for the date of publication.

    >>> field_named("container-title", "chapter"), field_named("publisher-place", "book"), field_named("issued", "book")
    ('booktitle', 'address', 'date')
    """
    return "date" if variable == "issued" else field_of(variable, entry_type(csl_type))


@lru_cache(maxsize=8192)
def variable_of(field: str, entry: str) -> str:
    """Return the variable that a field of an entry holds, or the empty string; ``field`` is in lower case."""
    for row in FIELDS:
        here = field in (row.bibtex, row.biblatex) and (not row.types or entry in row.types)
        if here and field in (field_of(row.variable, entry, "bibtex"), field_of(row.variable, entry, "biblatex")):
            return row.variable
    return _ALIASES.get(field) or _BY_LOWER_CASE.get(field, "")


class FieldPlace(NamedTuple):
    """What a field of an entry holds.

    ``variable`` is empty if CSL has none. ``rank`` decides which of two fields for a variable counts: BibLaTeX's (0),
    then BibTeX's (1), then any other name for it (2). ``is_own`` is true if the table names the field for its variable,
    in either dialect.

    ``treatment`` is how the value is read: ``names``, ``date``, ``identifier``, ``title``, ``page``, ``genre``,
    ``status``, ``language``, ``keyword``, ``text``, or ``other`` for the date of publication, which is in several
    fields, and for fields without a variable.
    """

    variable: str
    rank: int
    is_own: bool
    treatment: str


@lru_cache(maxsize=8192)
def field_place(field: str, entry: str) -> FieldPlace:
    """Return what a field (its name in lower case) of an entry holds.

    >>> field_place("booktitle", "inproceedings").variable
    'container-title'
    """
    variable = variable_of(field, entry)
    bibtex, biblatex = field_of(variable, entry, "bibtex"), field_of(variable, entry, "biblatex")
    rank = 0 if not variable or field == biblatex else 1 if field == bibtex else 2
    if variable in NAME_VARIABLES:
        treatment = "names"
    elif variable in DATE_VARIABLES:
        treatment = "other" if variable == "issued" else "date"
    elif variable in _IDENTIFIERS:
        treatment = "identifier"
    elif variable in TITLES:
        treatment = "title"
    elif variable in ("page", "genre", "status", "language", "keyword"):
        treatment = variable
    else:
        treatment = "text" if variable else "other"
    return FieldPlace(variable, rank, field in (bibtex, biblatex), treatment)


FIELD_ORDER = _WORDS["order"].split()
"""The order of an entry's fields; others follow in alphabetical order, ``keywords`` come last."""

NOT_FOR_PRINT = frozenset({"", *_WORDS["not for print"].split()})
"""Variables that a reference is not expected to print."""
ALSO_READ_AS = {"collection-title": "container-title-short", "event-title": "container-title"}
"""What the processor also takes a variable for: people write the acronym of a conference as its series."""

GENRES: Mapping[str, str] = MappingProxyType(dict(_TABLES["genres"]))
"""Keys of ``type`` -> words of CSL's ``genre``."""

STATES: Mapping[str, str] = MappingProxyType(dict(_TABLES["states"]))
"""Keys of ``pubstate`` -> words of CSL's ``status``; the others (``submitted``, ``forthcoming``) are words already."""

GENRE_KEYS: Mapping[str, str] = MappingProxyType({words: key for key, words in GENRES.items()})
STATE_KEYS: Mapping[str, str] = MappingProxyType({words: key for key, words in STATES.items()})

_TAG_OF_NAME = {name.lower(): tag for tag, names in _TABLES["languages"] for name in names.split()}
_NAME_OF_TAG = {tag: names.split()[0] for tag, names in _TABLES["languages"]}


def language_tag(name: str) -> str:
    """Return the BCP 47 tag for babel's name of a language (``british`` gives ``en-GB``).

    A text that is not a name is returned unchanged.
    """
    return _TAG_OF_NAME.get(name.lower(), name)


def language_name(tag: str) -> str:
    """Babel's name for a tag (``en-GB`` gives ``british``); what is not a known tag stays as it is."""
    return _NAME_OF_TAG.get(tag, tag)
