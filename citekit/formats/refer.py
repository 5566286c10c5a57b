"""Refer (``.enw``): lines of ``%``, a letter and a value, the format of the program refer and an export of EndNote.

Letters are mapped to tags of RIS and interpreted by its reader. Source: the manual page refer(1), "Bibliographic
databases"; EndNote's names of reference types (``%0``) and its further letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from citekit.formats.endnotexml import NAME_OF_TYPE, type_named
from citekit.formats.files import read_back
from citekit.formats.ris import RisReading, Values, day_of, holds_editors, read_paragraphs, tagged_plainly
from citekit.model.work import Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.registry import pairs
from citekit.runtime.span import Source

NAME = "refer"
SUFFIXES = (".enw", ".refer")
BEGINS = re.compile(r"[ \t\r\n]{0,9}%[0A-Z] [^\r\n]{1,2000}+\r?\n%[A-Z0-9!#$&()*+<=>?@\[\]^~] ")
_LINE = re.compile(r"%([A-Z0-9!#$&()*+<=>?@\[\]^~])(?:[ \t]++([^\r\n]*+)|[ \t]*+$)")
_TAGS = pairs("citekit.formats", "refer.tsv")["tags"]
_LETTERS = {tag: letter for letter, tag in reversed(_TAGS.items())}
_DOIS = "https://doi.org/"
_MEETINGS = frozenset({"CONF", "CPAPER"})
# Letter -> type of a record without `%0`; the first letter that it has determines the type.
_GUESSED = (("J", "JOUR"), ("B", "CHAP"), ("R", "RPRT"), ("I", "BOOK"))


def loads(source: Source) -> Works:
    """Read a source: an empty line ends a record; a line without a letter continues the line before it."""
    return read_paragraphs(source, _LINE, _reading, "a record begins with % and a letter")


def _reading(values: Values) -> RisReading:
    letters = {letter for letter, _ in values}
    named = next((value for letter, value in values if letter == "0"), "")
    guessed = next((kind for letter, kind in _GUESSED if letter in letters), "GEN")
    kind = type_named(named) if named else guessed
    doi = next((value for letter, value in values if letter == "R"), "")
    names = _TAGS | ({"S": "T2"} if kind in _MEETINGS and letters.isdisjoint("BJ") else {})  # as bibutils writes them
    others = [
        (letter, value) for letter, value in values if letter != "0" and (letter, value) != ("U", f"{_DOIS}{doi}")
    ]
    # EndNote writes each keyword on a line of its own; a value of K that ends with a comma continues
    listed = [
        (letter, part)
        for letter, value in others
        for part in (re.split(r"(?<![,;])\n", value) if letter == "K" else [value])
    ]
    return RisReading(kind, [(names.get(letter, f"%{letter}"), value) for letter, value in listed])


def dumps(library: Works | Iterable[Work], settings: object = None) -> str:
    """Write the library with an empty line between records; values without a letter in refer are omitted."""
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
        own = {"SP": "-".join(pages), "DA": day_of(value), "Y2": value.rstrip("/")}
        text = own.get(tag, " ".join(value.split()))
        if letter and text and tag != "TY":
            yield f"%{letter} {text.lstrip('%')}\n"


losses = read_back(loads, dumps)
"""Report what refer cannot represent."""
