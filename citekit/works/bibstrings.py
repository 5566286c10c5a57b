"""BibLaTeX's localisation keys <-> the English words that they print, and its language names <-> BCP 47 tags.

Sources: the BibLaTeX manual ("Localization Keys", sections on publication types and publication states) and the manuals
of babel and polyglossia for the names of languages; tags follow BCP 47 (RFC 5646).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from citekit.tables import pairs

_TABLES = pairs("citekit.works", "bibstrings.tsv")
GENRES: Mapping[str, str] = MappingProxyType(_TABLES["genres"])
"""Keys of ``type`` -> words of CSL's ``genre``."""

STATES: Mapping[str, str] = MappingProxyType(_TABLES["states"])
"""Keys of ``pubstate`` -> words of CSL's ``status``; the others (``submitted``, ``forthcoming``) are words already."""

GENRE_KEYS: Mapping[str, str] = MappingProxyType({words: key for key, words in GENRES.items()})
STATE_KEYS: Mapping[str, str] = MappingProxyType({words: key for key, words in STATES.items()})

_TAG_OF_NAME = {name.lower(): tag for tag, names in _TABLES["languages"].items() for name in names.split()}
_NAME_OF_TAG = {tag: names.split()[0] for tag, names in _TABLES["languages"].items()}


def language_tag(name: str) -> str:
    """The BCP 47 tag for babel's name of a language (``british`` gives ``en-GB``); what is no name stays as it is."""
    return _TAG_OF_NAME.get(name.lower(), name)


def language_name(tag: str) -> str:
    """Babel's name for a tag (``en-GB`` gives ``british``); what is no known tag stays as it is."""
    return _NAME_OF_TAG.get(tag, tag)
