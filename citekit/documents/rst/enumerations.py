"""Which lines of a reStructuredText document begin an enumerated item."""

from __future__ import annotations

from citekit.documents.rst.lines import ENUMERATED, Line


def may_enumerate(lines: list[Line], at: int, marker: str) -> bool:
    """Whether a line begins an enumerated item and not a sentence with a number or an initial (``A. Einstein``)."""
    following = lines[at + 1] if at + 1 < len(lines) else None
    if following is None or following.blank or following.indent > lines[at].indent:
        regular = True
    else:
        regular = following.indent == lines[at].indent and bool(ENUMERATED.match(following.text))
    return regular and (any(c.isdigit() or c == "#" for c in marker) or _goes_on(lines, at, marker))


def _goes_on(lines: list[Line], at: int, marker: str) -> bool:
    """Whether the next or the last letter stands before another item of the same column."""
    letter = marker.strip("().")
    around = [line for line in lines[max(0, at - 60) : at + 60] if line.indent == lines[at].indent]
    signs = {match[1] for line in around if (match := ENUMERATED.match(line.text))}
    if len(letter) > 1:
        return len(signs) > 1
    return any(marker.replace(letter, chr(ord(letter) + step)) in signs for step in (1, -1))
