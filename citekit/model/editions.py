"""Editions of books by their numbers: BibTeX's manual requests words, ``edition = {Second}``, and styles for numbers."""

from __future__ import annotations

from citekit.runtime import patterns as re

_ORDINALS = {
    word: number
    for number, words in enumerate(
        (
            "first erste premiere première prima primera eerste",
            "second zweite deuxième seconda segunda tweede",
            "third dritte troisième terza tercera derde",
            "fourth vierte quatrième quarta cuarta vierde",
            "fifth fünfte cinquième quinta vijfde",
            "sixth sechste sixième sesta sexta zesde",
            "seventh siebte septième settima séptima zevende",
            "eighth achte huitième ottava octava achtste",
            "ninth neunte neuvième nona novena negende",
            "tenth zehnte dixième decima décima tiende",
            "eleventh elfte",
            "twelfth zwölfte",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
        ),
        1,
    )
    for word in words.split()
}
_EDITIONS = frozenset(["", *"edition ed edn auflage aufl édition edición edizione druk edição".split()])
_COUNTED = re.compile(r"(\d{1,3})(?:st|nd|rd|th|\.|e|er|re|ème|ª|º|a|o)?(?: (\S{0,9}))?")
"""``2nd edition``, ``2. Auflage``, ``3e édition``."""


def edition_number(text: str) -> str:
    """Return the number of an edition in words or with the word for it, as BibTeX's manual has it; else empty.

    >>> [edition_number(text) for text in ("Second", "2. Auflage", "3rd edition", "Second revised")]
    ['2', '2', '3', '']
    """
    bare = " ".join(text.split()).strip(" .").casefold()
    first, _, rest = bare.partition(" ")
    if first in _ORDINALS and rest in _EDITIONS:
        return str(_ORDINALS[first])
    counted = _COUNTED.fullmatch(bare)
    return counted[1] if counted and (counted[2] or "").strip(".") in _EDITIONS else ""
