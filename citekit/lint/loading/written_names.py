"""The names of a field as they are written, each with its place.

In BibTeX ``and`` divides people, and a comma is within a name ("Roe, Ann"). Many files separate people with commas or other
marks instead, or put the whole list in braces, which makes one name of it. A list is only taken for people if nothing else can be
meant: the name of an institution has commas and ``and`` as well ("Department of Roses, Ann and Bob Ltd").
"""

from __future__ import annotations

from citekit.formats.bibtex.values import is_one_group
from citekit.model.identity.titles import plain
from citekit.runtime import patterns as re

LONGEST_LIST = 20_000
"""Letters of a list: some 1,000 authors, as of a collaboration. It bounds the time."""

# --- what divides people ---

_AND_OR_BRACE = re.compile(r"(?<!\s)\s++and\s++|[{}]", re.IGNORECASE)
_COMMA_OR_BRACE = re.compile("[{},]")
_SIGN = re.compile(r"(?:(?<!\s)\s++)?;\s*+(?:(?:and|\\?&)\s++)?|(?<!\s)\s++(?:/|\\?&)\s++")
"""A semicolon, slash or ampersand between names."""
_OTHER_ANDS = r"(?:und|et|y|e|och|\\?&)"
_LAST_AND = re.compile(
    rf"(?<!\s)(?:\s*+,)?\s++{_OTHER_ANDS}\s++(?=(?:(?!\s{_OTHER_ANDS}\s)[^,;&]){{1,80}}$)", re.IGNORECASE
)
"""The "and" of another language before the last name, which may be 80 letters long: further on it is one within a name."""
_FIRST_AND = re.compile(rf"^{_OTHER_ANDS}\s+")
"""The same before a family name, after the comma of the person before: ", & Poe, P."."""

# --- what a name looks like ---

_LETTER = r"[^\W\d_]"
_WORD = rf"{_LETTER}[\w.'’-]*+"
_FULL_NAME = re.compile(rf"{_WORD}(?:\s++{_WORD}){{1,4}}")
"""A word and one to four more: "Ann Lee", "J. van der Roe"."""
_NAME = re.compile(rf"{_WORD}(?:,?\s++{_WORD}){{1,4}}")
"""The same, of which the family name may be first: "Lee, Ann"."""
_PERSON = re.compile(rf"{_LETTER}[\w'’ -]*,\s*{_LETTER}[\w.'’ -]*|(?:{_LETTER}\.[\s-]?)+{_LETTER}[\w'’ -]+")
"""What can be no institution: "Lee, Ann", "A. Lee"."""
_INITIAL = re.compile(rf"(?<!\w){_LETTER}\.")
_INITIALS = re.compile(rf"(?:{_LETTER}\.?[\s-]?){{1,4}}")
_INITIALS_FIRST = re.compile(rf"(?:{_LETTER}\.[\s-]?)+{_LETTER}{{2}}")
_INITIAL_WITHIN = re.compile(rf"{_LETTER}{{2,}}\s(?:{_LETTER}\.?\s)+{_LETTER}{{2}}")
_PARTICLES = frozenset("de da di du del della der den van von ter ten la le bin ibn al el dos zu e y".split())
_OF_INSTITUTIONS = re.compile(
    r"\b(?:of|for|the|Univ\w*|Inst\w*|Dep\w*|Lab\w*|Inc|Ltd|GmbH|Group|Team|Committee|Collaboration)\b"
)
"""Words that no name of a person has."""

BODIES = (
    "Organi[sz]ations?|Institut(?:e|es|o|ion)?|Consortium|Committee|Commission|Association|Foundation|Collaboration|Corporation|Agency|Agence"
    "|Ministry|Minist[eè]re|Ministerium|University|Universit(?:é|y|ät|à)|Universidad|Department|Society|Council|Federation|Bureau|Authority"
    "|Laborator(?:y|ies)|Developers|Contributors|Inc\\.?|Ltd\\.?|GmbH|LLC|Verlag|Bundesamt|Academy|Observatory|Union|Project|Programme|Working Group"
    "|Research|Team|Company|Initiative|Community|Network|Alliance"
)
"""Words by which the name of an institution is known."""
BODY = re.compile(rf"\b(?:{BODIES})(?!\w)")


def pieces(text: str) -> list[tuple[str, int]]:
    """Return the names between ``and``, which does not divide within braces, with the offsets at which they begin.

    >>> pieces("Roe, Ann and {Rose and Ivy Ltd}")
    [('Roe, Ann', 0), ('{Rose and Ivy Ltd}', 13)]
    """
    found: list[tuple[str, int]] = []
    depth = at = 0
    for match in _AND_OR_BRACE.finditer(text):
        if match[0] in "{}":
            depth += 1 if match[0] == "{" else -1
        elif depth <= 0:
            found.append((text[at : match.start()], at))
            at = match.end()
    found.append((text[at:], at))
    return found


def people_in_braces(text: str) -> list[str]:
    """Return the people of a list that is in braces as a whole; none if that may be the name of one institution.

    >>> people_in_braces("{Roe, Ann and Lee, Bob}"), people_in_braces("{Rose and Ivy Ltd}")
    (['Roe, Ann', 'Lee, Bob'], [])
    """
    inside = text.strip()
    if len(inside) > LONGEST_LIST or not is_one_group(inside):
        return []
    people = [name for name, _ in pieces(inside[1:-1])]
    return people if len(people) > 1 and all(_PERSON.fullmatch(plain(name).strip()) for name in people) else []


def divided_by_commas(text: str) -> list[str]:
    """Return the people of a list separated by commas or other marks instead of ``and``; none if it may be one name.

    Four full names are a list, three with ``and`` before the last unless they may be two, and two where an initial shows
    that the given name comes first.

    >>> divided_by_commas("Ann Lee, Bob Roe, Cy Poe and Di Fox")
    ['Ann Lee', 'Bob Roe', 'Cy Poe', 'Di Fox']
    >>> divided_by_commas("Doe, J., Roe, R., & Poe, P.")
    ['Doe, J.', 'Roe, R.', 'Poe, P.']
    >>> divided_by_commas("Roe, Ann")
    []
    """
    inside = text.strip()
    if not any(sign in inside for sign in ",;/&") or "=" in inside or len(inside) > LONGEST_LIST:
        return []
    has_signs = any(sign in inside for sign in ";/&")
    last = inside.rfind(" and ")
    # Where "and" occurs more than once, or before a comma, it divides the people, and commas are within names.
    by_and = last >= 0 and ("," in inside[last:] or " and " in inside[:last])
    if by_and and not has_signs and not inside.startswith("{"):
        return []
    people = _SIGN.split(inside.rstrip("; ")) if has_signs else []
    if len(people) > 1 and all(map(_may_be_person, people)):
        return people
    return _inverted(inside) or _full_names(inside if _AND_OR_BRACE.search(inside) else _LAST_AND.sub(" and ", inside))


def _may_be_person(text: str) -> bool:
    return bool(_NAME.fullmatch(text)) and not _OF_INSTITUTIONS.search(text) and not _AND_OR_BRACE.search(text)


def _inverted(text: str) -> list[str]:
    """Return people whose initials follow a comma of their own: ``Doe, J., Roe, R., & Poe, P.``"""
    if _AND_OR_BRACE.search(text):
        return []
    parts = [part.strip() for part in _LAST_AND.sub(", ", text).split(",") if part.strip()]
    families, given = [_FIRST_AND.sub("", family) for family in parts[::2]], parts[1::2]
    paired = len(families) == len(given) > 1
    if not paired or not all(part.isupper() and _INITIALS.fullmatch(part) for part in given):
        return []
    return [f"{family}, {initials}" for family, initials in zip(families, given, strict=True)]


def _full_names(text: str) -> list[str]:
    """Return people with a full name each: ``Ann Lee, Bob Roe, Cy Poe and Di Fox``."""
    braced = is_one_group(text)
    people = _between_commas(text[1:-1] if braced else text)
    last = [name.strip() for name, _ in pieces(people[-1])] if people else []
    has_and = len(last) == 2
    if has_and:
        people[-1:] = filter(None, last)
    people = [name.removeprefix("and ").strip() for name in people]
    names = [plain(name) for name in people]
    full = all(map(_FULL_NAME.fullmatch, names)) and not any(map(_OF_INSTITUTIONS.search, names))
    if not full or any(len(pieces(f"{name} ")) > 1 for name in people):
        return []
    return people if _are_people(names, has_and, braced) else []


def _between_commas(text: str) -> list[str]:
    """Return what is between commas outside braces, without empty pieces."""
    found, depth, start = [], 0, 0
    for match in _COMMA_OR_BRACE.finditer(text):
        if match[0] != ",":
            depth += 1 if match[0] == "{" else -1
        elif depth == 0:
            found.append(text[start : match.start()].strip())
            start = match.end()
    return [piece for piece in (*found, text[start:].strip()) if piece]


def _are_people(names: list[str], has_and: bool, braced: bool) -> bool:
    """Whether full names are several people; ``has_and`` if an ``and`` is before the last, ``braced`` if braces are around all."""
    with_capitals = all(word[0].isupper() or word in _PARTICLES for name in names for word in name.split())
    # "von Last, Jr, First" has two commas, so three pieces may be one name; more pieces are people.
    if len(names) > 3 or (len(names) == 3 and not has_and):
        return not braced or with_capitals
    if braced or len(names) < 2:
        return False
    given_first = bool(_INITIALS_FIRST.match(names[0]) or _INITIAL_WITHIN.match(names[0]))
    if has_and:
        # "A B, C D and E F" are three people, or two, of whom the first has the given names "C D".
        return len(names) == 3 and (given_first or not _INITIAL.search(names[1]))
    return with_capitals and (given_first or any(map(_INITIAL_WITHIN.match, names)))
