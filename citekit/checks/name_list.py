"""The names of a field as they are written, each with its place."""

from __future__ import annotations

import re

_AND = re.compile(r"\s+and\s+|[{}]", re.IGNORECASE)
_OTHER_ANDS = r"(?:and|und|et|y|e|en|och|\\?&)"
_LAST = re.compile(
    rf"\s*,?\s+{_OTHER_ANDS}\s+(?=(?:(?!\s{_OTHER_ANDS}\s)[^,;&]){{1,80}}$)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*;\s*(?:(?:and|\\?&)\s+)?|\s+(?:/|\\?&)\s+")
_WORD = r"[^\W\d_][\w.'’-]*"
_FULL = re.compile(rf"{_WORD}(?:\s+{_WORD}){{1,3}}")
_PERSON = re.compile(rf"{_WORD}(?:,?\s+{_WORD}){{1,4}}")
_INITIALS = re.compile(r"(?:[^\W\d_]\.?[\s-]?){1,4}")
_CORPORATE = re.compile(
    r"\b(?:of|for|the|Univ\w*|Inst\w*|Dep\w*|Lab\w*|Inc|Ltd|GmbH|Group|Team|Committee|Collaboration)\b"
)
_MANY = 4
_LONGEST = 20000


def pieces(text: str) -> list[tuple[str, int]]:
    """The names between ``and``, which does not divide within braces, with the offsets at which they begin."""
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


def comma_separated(text: str) -> list[str]:
    """The people of a list that commas or other signs divide and not ``and``; nothing where that is not sure."""
    text = text.strip()
    if not any(sign in text for sign in ",;/&") or "{" in text or "=" in text or len(text) > _LONGEST:
        return []
    people = _BETWEEN.split(text.rstrip("; "))
    if len(people) > 1 and "," not in text.replace(", ", "") and all(map(_is_person, people)):
        return people
    listed = _LAST.sub(", ", text)
    pieces = [piece.strip() for piece in listed.split(",") if piece.strip()]
    divided = _AND.split(listed)
    if len(divided) > 1:  # the last one after its "and" may be a group with a comma in its name
        first = _full_names([piece.strip() for piece in divided[0].split(",") if piece.strip()], _MANY)
        return [*first, divided[1].strip()] if first and len(divided) == len(("all", "last")) else []
    fewest = _MANY - 1 if listed != text or all(len(piece.split()) > 1 for piece in pieces) else _MANY
    return _full_names(pieces, fewest) or _with_initials(pieces)


def _is_person(text: str) -> bool:
    return bool(_PERSON.fullmatch(text)) and not _CORPORATE.search(text) and not _AND.search(text)


def _full_names(pieces: list[str], fewest: int) -> list[str]:
    """People with their given names before or behind: ``Jane Doe, Richard Roe, Paul Poe``, ``Doe J, Roe R, Poe P``."""
    if len(pieces) < fewest or any(map(_CORPORATE.search, pieces)) or any(len(n.split()) < 2 for n in pieces[:3]):
        return []
    return pieces if all(map(_FULL.fullmatch, pieces[:-1])) else []


def _with_initials(pieces: list[str]) -> list[str]:
    """People with initials behind a comma of their own: ``Doe, J., Roe, R.``"""
    families, initials = pieces[::2], pieces[1::2]
    if len(pieces) < _MANY or len(families) != len(initials) or not all(map(_INITIALS.fullmatch, initials)):
        return []
    return [f"{family}, {given}" for family, given in zip(families, initials, strict=True)]
