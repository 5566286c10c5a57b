"""BibLaTeX's localisation keys <-> the English words that they print, and its language names <-> BCP 47 tags.

Sources: the BibLaTeX manual ("Localization Keys", sections on publication types and publication states) and the manuals
of babel and polyglossia for the names of languages; tags follow BCP 47 (RFC 5646).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

GENRES: Mapping[str, str] = MappingProxyType(
    {
        "phdthesis": "PhD thesis",
        "mathesis": "Master's thesis",
        "bathesis": "Bachelor's thesis",
        "candthesis": "Candidate thesis",
        "techreport": "Technical report",
        "resreport": "Research report",
        "software": "Computer software",
        "datacd": "Data CD",
        "audiocd": "Audio CD",
        "patent": "Patent",
        "patentde": "German patent",
        "patenteu": "European patent",
        "patentfr": "French patent",
        "patentuk": "British patent",
        "patentus": "U.S. patent",
        "patreq": "Patent request",
        "patreqde": "German patent request",
        "patreqeu": "European patent request",
        "patreqfr": "French patent request",
        "patrequk": "British patent request",
        "patrequs": "U.S. patent request",
    }
)
"""Keys of ``type`` -> words of CSL's ``genre``."""

STATES: Mapping[str, str] = MappingProxyType(
    {
        "inpress": "in press",
        "inpreparation": "in preparation",
        "prepublished": "pre-published",
    }
)
"""Keys of ``pubstate`` -> words of CSL's ``status``; the others (``submitted``, ``forthcoming``) are words already."""

GENRE_KEYS: Mapping[str, str] = MappingProxyType({words: key for key, words in GENRES.items()})
STATE_KEYS: Mapping[str, str] = MappingProxyType({words: key for key, words in STATES.items()})

_LANGUAGES = """
af afrikaans
ar arabic
bg bulgarian
br breton
ca catalan
cs czech
cy welsh
da danish
de ngerman german
de-AT naustrian austrian
de-CH nswissgerman swissgerman
el greek
en english
en-AU australian
en-CA canadian
en-GB british UKenglish
en-NZ newzealand
en-US american USenglish
eo esperanto
es spanish
et estonian
eu basque
fa persian farsi
fi finnish
fr french francais
fr-CA canadien acadian
ga irish
gl galician
grc ancientgreek polutonikogreek
he hebrew
hi hindi
hr croatian
hu hungarian magyar
hy armenian
id indonesian bahasa
is icelandic
it italian
ja japanese
ko korean
la latin
lt lithuanian
lv latvian
nb norsk
nl dutch
nn nynorsk
pl polish
pt portuguese portuges
pt-BR brazilian brazil
ro romanian
ru russian
sa sanskrit
sk slovak
sl slovene slovenian
sq albanian
sr serbian
sv swedish
th thai
tr turkish
uk ukrainian
ur urdu
vi vietnamese
zh chinese
"""
_TAG_OF_NAME = {name.lower(): tag for tag, *names in map(str.split, _LANGUAGES.split("\n")[1:-1]) for name in names}
_NAME_OF_TAG = {tag: names[0] for tag, *names in map(str.split, _LANGUAGES.split("\n")[1:-1])}


def language_tag(name: str) -> str:
    """The BCP 47 tag for babel's name of a language (``british`` gives ``en-GB``); what is no name stays as it is."""
    return _TAG_OF_NAME.get(name.lower(), name)


def language_name(tag: str) -> str:
    """Babel's name for a tag (``en-GB`` gives ``british``); what is no known tag stays as it is."""
    return _NAME_OF_TAG.get(tag, tag)
