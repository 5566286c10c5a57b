"""Titles in quotation marks with quotation marks inside of them: "Why "lazy" is not "slow","."""

from __future__ import annotations

from citekit.runtime import patterns as re

_MARKS = {'"': '"', "“": "”", "„": "“”", "«": "»", "‘": "’", "'": "'", "``": "''"}
_OPENING = re.compile(r"(?<![^\W_])[\"“„«‘'](?=[\"“„«‘']?\w)")
_INNER = re.compile(r"[\"“”„«»]|(?<!\w)[‘'](?=\w)|(?<=\w)[’'](?!\w)")
_MOST = 400
"""Characters of a title in quotation marks."""


def nested_title(text: str) -> tuple[int, int] | None:
    """Where the first quoted phrase of a reference stands that has quoted words in it, without its own marks.

    It ends at the mark that closes it and not one of the inner ones: those inside come in pairs, and a comma or full stop
    stands before or behind the last, or nothing.

    >>> text = 'S. Vale, "Tuning "as-if" plans," Lists, 1999.'
    >>> text[slice(*nested_title(text))]
    'Tuning "as-if" plans'
    """
    opening = _OPENING.search(text)
    if opening is None:
        return None
    mark = opening.group()
    closing, start = _MARKS[mark], opening.end()
    depth, inner = 0, 0
    for found in _INNER.finditer(text, start, min(len(text), start + _MOST)):
        sign, at = found.group(), found.start()
        behind = text[at + 1 : at + 2]
        ends = text[at - 1] in ",.?!" or behind in ("", ",", ".", ";", ":", ")") or (behind.isspace() and sign != "'")
        opens = at == start or text[at - 1].isspace() or text[at - 1] in "(["
        if sign in closing and not opens and depth == 0 and (text[at - 1] in ",.?!" or behind in ("", ",", ".", ";")):
            stop = at - (text[at - 1] in ",.;" and behind.isspace())
            return (start, stop) if inner else None
        if opens and not (sign in closing and ends and sign != mark and depth):
            depth += 1
        elif depth:
            depth -= 1
            inner += 1
        elif sign in closing and behind.isspace():
            return (start, at) if inner else None
    return None
