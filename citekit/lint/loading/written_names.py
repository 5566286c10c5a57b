"""The names of a field as they are written, each with its place."""

from __future__ import annotations

from citekit.formats.bibtex.values import is_one_group
from citekit.model.identity.titles import plain
from citekit.runtime import patterns as re

# A name is a word with two to five of them, people with a comma or initials; what else is in a list may be an institution.
_AND = re.compile(r"(?<!\s)\s++and\s++|[{}]", re.IGNORECASE)
_FULL = re.compile(r"[^\W\d_][\w.'’-]*+(?:\s++[^\W\d_][\w.'’-]*+){1,4}")
_INITIAL = re.compile(r"(?<!\w)[^\W\d_]\.")
_INITIALS_FIRST = re.compile(r"(?:[^\W\d_]\.[\s-]?)+[^\W\d_]{2}")
_INITIAL_WITHIN = re.compile(r"[^\W\d_]{2,}\s(?:[^\W\d_]\.?\s)+[^\W\d_]{2}")
_PERSON = re.compile(r"[^\W\d_][\w'’ -]*,\s*[^\W\d_][\w.'’ -]*|(?:[^\W\d_]\.[\s-]?)+[^\W\d_][\w'’ -]+")
_SMALL = frozenset("de da di du del della der den van von ter ten la le bin ibn al el dos zu e y".split())
_BRACE_OR_COMMA = re.compile("[{},]")
_LONGEST = 20_000  # letters of a list: some 1,000 authors, as of a collaboration; bounds the time
_OTHER_ANDS = r"(?:und|et|y|e|och|\\?&)"
# The "and" of another language before the last name, which may be 80 letters long: further on it is one within a name.
_LAST = re.compile(
    rf"(?<!\s)(?:\s*+,)?\s++{_OTHER_ANDS}\s++(?=(?:(?!\s{_OTHER_ANDS}\s)[^,;&]){{1,80}}$)", re.IGNORECASE
)
# A semicolon, slash or ampersand between names.
_BETWEEN = re.compile(r"(?:(?<!\s)\s++)?;\s*+(?:(?:and|\\?&)\s++)?|(?<!\s)\s++(?:/|\\?&)\s++")
_WORD = r"[^\W\d_][\w.'’-]*+"
_NAME = re.compile(rf"{_WORD}(?:,?\s++{_WORD}){{1,4}}")
_INITIALS = re.compile(r"(?:[^\W\d_]\.?[\s-]?){1,4}")
# Words that no name of a person has.
_CORPORATE = re.compile(
    r"\b(?:of|for|the|Univ\w*|Inst\w*|Dep\w*|Lab\w*|Inc|Ltd|GmbH|Group|Team|Committee|Collaboration)\b"
)

BODIES = (
    "Organi[sz]ations?|Institut(?:e|es|o|ion)?|Consortium|Committee|Commission|Association|Foundation|Collaboration|Corporation|Agency|Agence"
    "|Ministry|Minist[eè]re|Ministerium|University|Universit(?:é|y|ät|à)|Universidad|Department|Society|Council|Federation|Bureau|Authority"
    "|Laborator(?:y|ies)|Developers|Contributors|Inc\\.?|Ltd\\.?|GmbH|LLC|Verlag|Bundesamt|Academy|Observatory|Union|Project|Programme|Working Group"
    "|Research|Team|Company|Initiative|Community|Network|Alliance"
)
"""Words by which the name of an institution is known."""
BODY = re.compile(rf"\b(?:{BODIES})(?!\w)")


def pieces(text: str) -> list[tuple[str, int]]:
    """Return the names between ``and``, which does not divide within braces, with the offsets at which they begin."""
    found: list[tuple[str, int]] = []
    depth = at = 0
    for match in _AND.finditer(text):
        if match[0] in "{}":
            depth += 1 if match[0] == "{" else -1
        elif depth <= 0:
            found.append((text[at : match.start()], at))
            at = match.end()
    found.append((text[at:], at))
    return found


def divided_by_commas(text: str) -> list[str]:
    """Return the people of a list separated by commas or other marks instead of ``and``; none if it may be one name.

    Four full names are a list, three with ``and`` before the last unless they may be two, and two where an initial shows
    that the given name comes first.
    """
    inside = text.strip()
    if not any(sign in inside for sign in ",;/&") or "=" in inside or len(inside) > _LONGEST:
        return []
    has_signs = any(sign in inside for sign in ";/&")
    if not has_signs and not inside.startswith("{") and _is_divided_rightly(inside):
        return []
    people = _BETWEEN.split(inside.rstrip("; ")) if has_signs else []
    if len(people) > 1 and all(map(_is_person, people)):
        return people
    return _with_initials(inside) or _full_names(inside if _AND.search(inside) else _LAST.sub(" and ", inside))


def _is_divided_rightly(text: str) -> bool:
    """Whether ``and`` occurs in a list more than once, or before a comma: then commas are within names."""
    last = text.rfind(" and ")
    return last >= 0 and ("," in text[last:] or " and " in text[:last])


def _is_person(text: str) -> bool:
    return bool(_NAME.fullmatch(text)) and not _CORPORATE.search(text) and not _AND.search(text)


def _with_initials(text: str) -> list[str]:
    """Return people whose initials follow a comma of their own: ``Doe, J., Roe, R., & Poe, P.``"""
    if _AND.search(text):
        return []
    divided = [piece.strip() for piece in _LAST.sub(", ", text).split(",") if piece.strip()]
    families, initials = divided[::2], divided[1::2]
    if (
        len(families) < 2
        or len(families) != len(initials)
        or not all(given.isupper() and _INITIALS.fullmatch(given) for given in initials)
    ):
        return []
    return [f"{family}, {given}" for family, given in zip(families, initials, strict=True)]


def _full_names(inside: str) -> list[str]:
    """Return people with a full name each: ``Ann Lee, Bob Roe, Cy Poe and Di Fox``."""
    braced = is_one_group(inside)
    # The pieces between commas outside braces, without empty ones.
    text = inside[1:-1] if braced else inside
    found, depth, start = [], 0, 0
    for match in _BRACE_OR_COMMA.finditer(text):
        sign = match[0]
        if sign != ",":
            depth += 1 if sign == "{" else -1
        elif depth == 0:
            found.append(text[start : match.start()].strip())
            start = match.end()
    people = [piece for piece in (*found, text[start:].strip()) if piece]
    last = [name.strip() for name, _ in pieces(people[-1])] if people else []
    if len(last) == 2:
        people[-1:] = [name for name in last if name]
    people = [name.removeprefix("and ").strip() for name in people]
    names = [plain(name) for name in people]
    if not all(map(_FULL.fullmatch, names)) or any(len(pieces(f"{name} ")) > 1 for name in people):
        return []
    if any(map(_CORPORATE.search, names)):
        return []
    return people if _are_people(names, len(last) == 2, braced) else []


def people_in_braces(text: str) -> list[str]:
    """Return the people of a list that is in braces as a whole; none if that may be the name of one institution."""
    inside = text.strip()
    if len(inside) > _LONGEST or not is_one_group(inside):
        return []
    people = [name for name, _ in pieces(inside[1:-1])]
    return people if len(people) > 1 and all(_PERSON.fullmatch(plain(name).strip()) for name in people) else []


def _are_people(names: list[str], with_and: bool, braced: bool) -> bool:
    """Whether names are several people; ``with_and`` if the last of them follows an ``and``, ``braced`` if one group is around."""
    # two commas are in "von Last, Jr, First", so three pieces may be one name; more pieces are people
    if len(names) > 3 or (len(names) == 3 and not with_and):
        return not braced or all(map(_is_capitalized, names))
    if braced or len(names) < 2:
        return False
    if with_and:  # "A, B and C": two people, or three
        return len(names) == 3 and _may_be_three(names)
    given_first = _INITIALS_FIRST.match(names[0]) or any(map(_INITIAL_WITHIN.match, names))
    return all(map(_is_capitalized, names)) and bool(given_first)


def _may_be_three(names: list[str]) -> bool:
    """Whether ``A B, C D and E F`` are three people and not two, ``C D`` being the given names of the first."""
    given_first = _INITIALS_FIRST.match(names[0]) or _INITIAL_WITHIN.match(names[0])
    return bool(given_first) or not _INITIAL.search(names[1])


def _is_capitalized(name: str) -> bool:
    return all(word[0].isupper() or word in _SMALL for word in name.split())
