"""Editions of books and versions of software: "2nd ed.", "(3rd edition)", "Rev. ed.", "(Version 1.2)"."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.extraction.matches import Atom, FieldKind
from citekit.extraction.styled import StyledText
from citekit.runtime import patterns as re

_EDITION = re.compile(
    r"(?-i:(?=[(\[\dEFfGgIiNnPpSsTtRre]))[(\[]?(?<!\w)(?P<edition>\d{1,2}(?:st|nd|rd|th|e|[ªºa]|\.)?|first|second|third|fourth|fifth|sixth|seventh|eighth?|ninth|tenth|English|French|German|international|student|paperback|rev(?:ised|\.)|revised (?:and|&) expanded)"
    r",?\s(?:(?:rev(?:ised|\.)|überarb\.|erw\.|verb\.|neubearb\.|unveränd\.|aktual\.|u\.|und|enl\.|American)\s){0,4}(?:edition ed|ed(?:ition|n)?|aufl(?:age)?|édition|edición|wyd)\b\.?[)\]]?",
    re.IGNORECASE,
)
_VERSION = re.compile(
    r"(?:[(\[]|(?<=\.\s))[Vv]er(?:sion|\.)\s(?P<version>\d{1,4}(?:\.\d{1,5}){0,3}(?:-?[a-z][\w-]{0,12})?)(?:[)\]]|(?=[.,]))"
)
"""A version in brackets or as a sentence of its own; "Haskell, version 1.2" is the name of what has it."""
_STEM = re.compile(r"\s(?:ed|aufl|édi|wyd)")
"""What every edition has, in small letters; it is found quicker than the pattern."""


def find(item: StyledText) -> Iterator[Atom]:
    """Editions with their number or word (value ``edition``), versions with theirs (value ``version``)."""
    for match in _VERSION.finditer(item.text) if "ver" in item.folded else ():
        yield Atom(match.start(), match.end(), FieldKind.OTHER, "extent", {"version": match["version"]}, 2.3)
    if not _STEM.search(item.folded):
        return
    for match in _EDITION.finditer(item.text):
        yield Atom(
            match.start(), match.end(), FieldKind.OTHER, "edition", {"edition": match["edition"].rstrip(".")}, 2.3
        )
