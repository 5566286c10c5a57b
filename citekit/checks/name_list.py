"""The names of a field as they are written, each with its place."""

from __future__ import annotations

import re

_AND = re.compile(r"\s+and\s+|[{}]", re.IGNORECASE)


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
