"""Refer (``.enw``): lines of ``%`` and a letter, as the program refer has them and EndNote exports them.

A letter is a tag of RIS by another name, so both are understood alike. Source: the manual page refer(1), "Bibliographic
databases"; what EndNote calls the types of references (``%0``) and its further letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from citekit.formats._losses import read_back
from citekit.formats.endnotexml import NAME_OF_TYPE, type_named
from citekit.formats.ris.read import RisReading, Values, read_paragraphs
from citekit.formats.ris.write import day_of, holds_editors, tagged_plainly
from citekit.model.library import Works
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.span import Source
from citekit.runtime.tables import pairs

NAME = "refer"
SUFFIXES = (".enw", ".refer")
BEGINS = re.compile(r"[ \t\r\n]{0,9}%[0A-Z] [^\r\n]{1,2000}+\r?\n%[A-Z0-9@!?~<>+] ")
_LINE = re.compile(r"%([A-Z0-9@!?+])(?:[ \t]++([^\r\n]*+)|[ \t]*+$)")
_TAGS = pairs("citekit.formats", "refer.tsv")["tags"]
_LETTERS = {tag: letter for letter, tag in reversed(_TAGS.items())}
_DOIS = "https://doi.org/"
_MEETINGS = frozenset({"CONF", "CPAPER"})
_GUESSED = (("J", "JOUR"), ("B", "CHAP"), ("R", "RPRT"), ("I", "BOOK"))
"""The type of a record that names none, by the first of these letters that it has."""


def loads(source: Source) -> Works:
    """Read a source: an empty line ends a record; a line without a letter goes on with the one before it."""
    return read_paragraphs(source, _LINE, _reading, "a record begins with % and a letter")


def _reading(values: Values) -> RisReading:
    letters = {letter for letter, _ in values}
    named = next((value for letter, value in values if letter == "0"), "")
    guessed = next((kind for letter, kind in _GUESSED if letter in letters), "GEN")
    kind = type_named(named) if named else guessed
    doi = next((value for letter, value in values if letter == "R"), "")
    names = _TAGS | ({"S": "T2"} if kind in _MEETINGS and letters.isdisjoint("BJ") else {})  # as bibutils writes them
    kept = [(letter, value) for letter, value in values if letter != "0" and (letter, value) != ("U", f"{_DOIS}{doi}")]
    return RisReading(kind, [(names.get(letter, f"%{letter}"), value) for letter, value in kept])


def dumps(library: Works | Iterable[Work], settings: object = None) -> str:
    """The library, an empty line after every record; what refer has no letter for is left out."""
    return "\n".join("".join(_lines(work)) for work in library)


def _lines(work: Work) -> Iterator[str]:
    kind, values = tagged_plainly(work)
    yield f"%0 {NAME_OF_TYPE.get(kind, 'Generic')}\n"
    pages = [value for tag, value in values if tag in ("SP", "EP") and value]
    if "UR" not in dict(values) and (doi := dict(values).get("DO")):
        values = [*values, ("UR", f"{_DOIS}{doi}")]  # for programs that do not know %R
    for tag, value in values:
        letter = _LETTERS.get(tag, "")
        if tag == "T2":
            letter = "J" if kind in ("JOUR", "MGZN", "NEWS") else "B"
        if tag in ("A2", "ED"):
            letter = "E" if holds_editors(tag, kind) else ""
        text = "-".join(pages) if tag == "SP" else day_of(value) if tag == "DA" else " ".join(value.split())
        if letter and text and tag != "TY":
            yield f"%{letter} {text.lstrip('%')}\n"


losses = read_back(loads, dumps)
"""What refer cannot hold of a library."""
