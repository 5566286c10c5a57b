"""Names as interchange files write them in one line: ``van Gogh, Vincent``, ``Humboldt, Alexander von``, ``Doe, Jane, Jr.``."""

from __future__ import annotations

from citekit.model.name import OTHERS, Name, is_small, split_particle
from citekit.runtime import patterns as re

_SUFFIXES = frozenset("jr jr. sr sr. ii iii iv 2nd 3rd 4th".split())
_WORDS = r"[^\W\d_][\w'’-]++(?: [^\W\d_][\w'’-]++){0,3}"
_INITIALS = r"(?:[^\W\d_]\.[ -]?){1,4}"
_INITIALS_FIRST = re.compile(rf"({_INITIALS})({_WORDS})")
_INITIALS_LAST = re.compile(rf"(?<![\w'’-])({_WORDS}) ({_INITIALS})")
# Words of organizations; if one is among several words before a comma, the text after the comma is not a given name.
_BODY = re.compile(
    r"\b(?:Ministry|Ministerio|Ministère|Ministerium|Department|University|Universität|Université|Universidad|Institut(?:e|o)?|Organi[sz]ation|Agency|Association|Society|Gesellschaft|Committee|Council|Commission|Office|Bureau|Foundation|Stiftung"
    r"|Cent(?:re|er)|Bank|Government|Parliament|Hospital|Initiative|Alliance|Programme|Federation|Consortium|Collaboration|Group|Team|Union|Corporation|Company|Academy|Laborator(?:y|ies)|Museum|Library|Authority|Network|Administration|Service|Secretariat)\b"
)
_AND = re.compile(r"\s(?:and|&)\s")
_INITIALS_AND_FAMILY = re.compile(rf"(?:{_INITIALS}){_WORDS}")
_FAMILY_AND_INITIALS = re.compile(rf"\A{_WORDS} {_INITIALS}")
# A name as medical lists write it: `Rei AL`.
_FAMILY_AND_CAPITALS = re.compile(rf"(?<![\w'’-])({_WORDS}) ([A-Z]{{1,3}})")
# A whole name without a comma: `Maria Monto`, `Jan van der Berg`.
_GIVEN_AND_FAMILY = re.compile(r"(?:[^\W\d_][\w'’-]*+\.?[ -]){1,3}[^\W\d_][\w'’-]++")
_MARK = re.compile(r"[a-z][a-z0-9_-]*+")
_REST = frozenset({"et al", "et al.", "others"})


def people_in_line(text: str) -> list[str]:
    """Split a line that should have one name and has several: ``L. Vale, T. Brandt``, ``Vale L., Roe R.``

    The line is split only if each part is a whole name; otherwise it is returned as one.

    >>> people_in_line("Vale, Lea; Brandt, Theo")
    ['Vale, Lea', 'Brandt, Theo']
    """
    bare = " ".join(text.split()).strip(" ;")
    if ";" in bare:
        parts = [piece for part in bare.split(";") if (piece := part.strip())]
        return [name for part in parts for name in (people_in_line(part) if _AND.search(part) else [part])]
    # "Doe, J. and Roe, R.": one comma in each part is that of a name
    joined = _AND.split(bare)
    if len(joined) > 1 and all(part.count(",") == 1 and not _BODY.search(part) for part in joined):
        return [part.strip(" ,") for part in joined]
    pieces = [piece.strip() for part in joined for piece in part.split(",") if piece.strip()]
    # "Doe, J., Roe, R.": every other piece is initials; two pieces alone are one name
    if len(pieces) > 2 and len(pieces) % 2 == 0 and all(re.fullmatch(_INITIALS, one) for one in pieces[1::2]):
        return [", ".join(pieces[at : at + 2]) for at in range(0, len(pieces), 2)]
    for form in (_INITIALS_AND_FAMILY, _FAMILY_AND_INITIALS):
        if len(pieces) > 1 and all(map(form.fullmatch, pieces)):
            return pieces
    if len(pieces) > 1 and all(map(_FAMILY_AND_CAPITALS.fullmatch, pieces)):
        return [_FAMILY_AND_CAPITALS.sub(r"\1, \2", piece) for piece in pieces]
    if len(pieces) > 2 and all(map(_GIVEN_AND_FAMILY.fullmatch, pieces)) and not any(map(is_body, pieces)):
        return [given_first(piece) for piece in pieces]  # a single name has no suffix of two words
    return [text]


def given_first(text: str) -> str:
    """Turn a whole name without a comma round: ``Jan van der Berg`` is ``van der Berg, Jan``."""
    words = text.split()
    small = next((at for at, word in enumerate(words[1:-1], 1) if is_small(word)), len(words) - 1)
    return f"{' '.join(words[small:])}, {' '.join(words[:small])}"


def read_name(text: str, undivided_people: bool = False) -> Name:
    """Parse one name of the form ``Family, Given, Suffix``; a text without a comma is an organization.

    With ``undivided_people``, a single word without a comma is a family name, and a text with initials before or after
    the other words is a person.

    Lowercase words before the family name are its non-dropping particle, those after the given name its dropping
    particle (CSL 1.0.2, "Name-part formatting"). ``et al.`` is :data:`~citekit.model.name.OTHERS`.

    >>> read_name("van Gogh, Vincent").non_dropping_particle
    'van'
    >>> read_name("Ministry of Works").literal
    'Ministry of Works'
    """
    bare = " ".join(text.split())
    parts = [part.strip() for part in bare.split(",")]
    rest = [part for part in parts if part]
    if len(rest) == 1 and rest[0].lower() in _REST:
        return OTHERS
    if len(parts) == 1:
        return _undivided(bare) if undivided_people else Name(literal=bare)
    # the comma at the end is how these formats mark an organization
    if len(parts) == 2 and not parts[1] and not is_family(parts[0], particle_needed=True):
        return Name(literal=parts[0])
    if is_body(parts[0]):
        return Name(literal=bare.rstrip(" ,"))
    given, suffix = parts[1] if len(parts) > 1 else "", ", ".join(parts[2:])
    if given.lower() in _SUFFIXES and suffix:
        given, suffix = suffix, given
    before, _, last = given.rpartition(" ")
    if before and not suffix and last.lower() in _SUFFIXES:
        given, suffix = before, last  # the National Library of Medicine writes "Moa, Kiri J 3rd"
    particle, family = split_particle(parts[0])
    given, dropped = split_dropped(given)
    return Name(family, given, dropped, particle, suffix)


def is_body(text: str) -> bool:
    """Whether several words before a comma are the name of an organization: ``Ministry of Works``."""
    return " " in text and _BODY.search(text) is not None


def _undivided(text: str) -> Name:
    """Parse a name without a comma: ``Plato``, ``van Gogh``, ``J. R. Doe``, ``Doe J.R.``, or an organization."""
    if is_family(text):
        particle, family = split_particle(text)
        return Name(family, non_dropping_particle=particle)
    before, after = _INITIALS_FIRST.fullmatch(text), _INITIALS_LAST.fullmatch(text)
    if before or after:
        given, whole = (before[1], before[2]) if before else (after[2], after[1]) if after else ("", "")
        particle, family = split_particle(whole)
        return Name(family, given.strip(), "", particle)
    return Name(literal=text)


def has_initials(text: str) -> bool:
    """Whether a name without a comma begins or ends with initials that have dots: ``W.-D. Ost``, ``van der Berg J.``"""
    bare = " ".join(text.split())
    return any(form.fullmatch(bare) is not None for form in (_INITIALS_FIRST, _INITIALS_LAST))


def is_initials_last(text: str) -> bool:
    """Whether a name without a comma ends with initials that have dots: ``Ost W.-D.``, ``van der Berg J.``"""
    return _INITIALS_LAST.fullmatch(" ".join(text.split())) is not None


def is_family(text: str, particle_needed: bool = False) -> bool:
    """Whether a text is a family name: one word, perhaps with a particle before it."""
    particle, family = split_particle(text)
    return " " not in family and (bool(particle) or not particle_needed)


def split_dropped(given: str) -> tuple[str, str]:
    """Split a given name from the lowercase words it ends with: ``("Alexander", "von")``."""
    words = given.split(" ")
    count = next((at for at, word in enumerate(reversed(words[1:])) if not is_small(word)), len(words) - 1)
    return (" ".join(words[: len(words) - count]), " ".join(words[len(words) - count :])) if count else (given, "")


def parsed(name: Name) -> Name:
    """Move particles and a suffix out of the family and given name (CSL-JSON's ``parse-names``)."""
    particle, family = split_particle(name.family)
    given, dropped = split_dropped(name.given)
    given, comma, suffix = given.partition(",") if not name.suffix else (given, "", "")
    return Name(
        family if not name.non_dropping_particle else name.family,
        given.strip() if not name.dropping_particle else name.given,
        name.dropping_particle or dropped,
        name.non_dropping_particle or particle,
        name.suffix or (suffix.strip() if comma else ""),
        name.literal,
        name.marks,
    )


def inverted(name: Name) -> str:
    """Write the name of a person in one line: family name, given name, suffix."""
    given = " ".join(part for part in (name.given, name.dropping_particle) if part)
    parts = [name.full_family, given, name.suffix]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return ", ".join(parts)


def marked(names: tuple[Name, ...], marks: str, words: bool = False) -> tuple[Name, ...] | None:
    """Add the marks of an annotation (``1=equal; 3=self``; numbers count from 1) to the names.

    Return None if the text is not an annotation, or with ``words`` if a mark is not a lowercase ASCII word; quotation
    marks around marks are ignored.
    """
    found = list(names)
    for part in filter(None, (part.strip() for part in marks.split(";"))):
        place, equals, listed = part.partition("=")
        number = place.strip()
        values = [value.strip().strip('"') for value in listed.split(",")]
        # a text that only looks like an annotation must stay what it is
        if not equals or not (number.isascii() and number.isdecimal()) or not 1 <= int(number[:9]) <= len(found):
            return None
        if words and not all(map(_MARK.fullmatch, values)):
            return None
        found[int(number) - 1] = found[int(number) - 1].marked(*filter(None, values))
    return tuple(found)
