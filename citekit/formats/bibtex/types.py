"""Mapping of entry types and CSL types that depends on fields: theses, preprints, web pages, ``entrysubtype``."""

from __future__ import annotations

from collections.abc import Mapping

from citekit.model.kinds import ENTRY_TYPES, GENRE_KEYS, Dialect, csl_type, entry_type, is_written
from citekit.model.work import Value, Work
from citekit.runtime import patterns as re

_SUBTYPES = {"magazine": "article-magazine", "newspaper": "article-newspaper"}
_SUBTYPE_OF = {kind: word for word, kind in _SUBTYPES.items()}
_MASTER = re.compile(r"\b(?:m\.?\s?sc|m\.?\s?[as]\b|mphil|master|magister|diplom|bachelor|b\.?\s?sc)", re.IGNORECASE)
_PRINTED = ("publisher", "container-title", "collection-title", "volume", "number", "DOI", "ISBN", "page")
"""Variables of printed works: with one of them, a ``misc`` is not just a web page."""


def refined_type(
    kind: str, entry: str, variables: Mapping[str, Value], fields: Mapping[str, str], dialect: Dialect
) -> str:
    """Return the CSL type of an entry by its fields; ``kind`` is the CSL type for its entry type alone.

    ``entrysubtype`` distinguishes magazines, newspapers and any CSL type without an entry type of its own. An entry with
    an eprint only is an ``article``, a presented manuscript a ``speech``. In BibTeX, which has no ``online``, a ``misc``
    with nothing but a URL is a ``webpage``.
    """
    if entry in ("misc", "online") and fields.get("eprint") and fields.get("archiveprefix"):
        return "article"
    sub = fields.get("entrysubtype", "").strip().lower()
    if sub:
        named = _SUBTYPES.get(sub, sub) if entry == "article" else sub
        if entry in ENTRY_TYPES.get(named, ()):
            return named
    if entry == "unpublished" and "event-title" in variables:
        return "speech"
    if dialect == "bibtex" and entry == "misc" and "URL" in variables and not any(v in variables for v in _PRINTED):
        return "webpage"
    return kind


def kept_type(work: Work, entry: str, dialect: Dialect) -> str:
    """Return the entry type that a work was read from if a writer of its dialect would choose another, else nothing."""
    return "" if _chosen(work, dialect) == entry else entry


def written_type(work: Work, dialect: Dialect) -> str:
    """Return the entry type to write: the one that was read, if the dialect has it and reads it as the same CSL type."""
    given = work.fields.get("entrytype", "")
    if not (given and is_written(given, dialect)):
        return _chosen(work, dialect)
    read = refined_type(csl_type(given), given, work.variables, work.fields, dialect)
    return given if read == work.type else _chosen(work, dialect)


def _chosen(work: Work, dialect: Dialect) -> str:
    if work.type == "thesis" and dialect == "bibtex":
        genre = work.text("genre")
        key = GENRE_KEYS.get(genre, "")
        if key in ("phdthesis", "mathesis"):
            return "phdthesis" if key == "phdthesis" else "mastersthesis"
        return "mastersthesis" if _MASTER.search(genre) else "phdthesis"
    written = entry_type(work.type, dialect)
    archived = work.fields.get("eprint") and work.fields.get("archiveprefix")
    return entry_type("article", dialect) if archived and written in ("misc", "online") else written


def subtype(work: Work, entry: str) -> str:
    """Return the ``entrysubtype`` that BibLaTeX needs so that the CSL type can be read back; empty if it needs none."""
    given = work.fields.get("entrysubtype", "")
    read = refined_type(csl_type(entry), entry, work.variables, work.fields, "biblatex")
    if read == work.type or entry not in ENTRY_TYPES.get(work.type, ()):
        return given
    return _SUBTYPE_OF.get(work.type, work.type)
