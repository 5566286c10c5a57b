"""The one-line notation of a list's shape, read with pyparsing.

A shape names the parts in order with the separators between them: ``**authors** . title . *venue* , date``. Words of
parts are ``authors``, ``title``, ``venue``, ``date`` (or ``year``), ``locator``, ``note``, ``links`` and ``other``; ``**``
stands for bold, ``*`` for italics, ``_`` for underlined, ``[ ]`` for linked, ``" "`` for quoted; separators are
``. , ; : - | (`` and ``/`` for a line break.
"""

from __future__ import annotations

import pyparsing as pp

from citekit.errors import UsageError
from citekit.publications.atoms import Part
from citekit.publications.shape import Segment

PARTS = {
    "authors": Part.AUTHORS,
    "author": Part.AUTHORS,
    "title": Part.TITLE,
    "venue": Part.VENUE,
    "journal": Part.VENUE,
    "date": Part.DATE,
    "year": Part.DATE,
    "locator": Part.LOCATOR,
    "pages": Part.LOCATOR,
    "note": Part.NOTE,
    "links": Part.LINK,
    "link": Part.LINK,
    "other": Part.OTHER,
}


def _grammar() -> pp.ParserElement:
    word = pp.one_of(list(PARTS), caseless=True)
    part = pp.Forward()
    bold = (pp.Suppress("**") + part + pp.Suppress("**")).add_parse_action(lambda t: (t[0][0], t[0][1] + "b"))
    italic = (pp.Suppress("*") + part + pp.Suppress("*")).add_parse_action(lambda t: (t[0][0], t[0][1] + "i"))
    underlined = (pp.Suppress("_") + part + pp.Suppress("_")).add_parse_action(lambda t: (t[0][0], t[0][1] + "u"))
    linked = (pp.Suppress("[") + part + pp.Suppress("]")).add_parse_action(lambda t: (t[0][0], t[0][1] + "l"))
    quoted = (pp.Suppress('"') + part + pp.Suppress('"')).add_parse_action(lambda t: (t[0][0], t[0][1] + "q"))
    plain = word.copy().add_parse_action(lambda t: (PARTS[t[0].lower()].value, ""))
    part <<= bold | italic | underlined | linked | quoted | plain
    separator = pp.one_of(". , ; : - | ( /")
    rest = pp.Group(pp.Optional(separator, default="") + part)
    return part + pp.ZeroOrMore(rest)


def parse_shape(notation: str) -> list[Segment]:
    """The parts that a notation names, in order.

    Raises :class:`~citekit.errors.UsageError` that points at the first character that is no shape.
    """
    try:
        parsed = _grammar().parse_string(notation, parse_all=True)
    except pp.ParseBaseException as error:
        raise UsageError(
            f"not a shape at column {error.column}: {notation!r}",
            "write for example: **authors** . title . *venue* , year",
        ) from None
    segments: list[Segment] = [(Part(parsed[0][0]), "", parsed[0][1])]
    for separator, (part, styles) in parsed[1:]:
        segments.append((Part(part), "\n" if separator == "/" else separator, styles))
    return segments
