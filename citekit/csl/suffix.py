"""Year suffixes: 1 is ``a``, 26 is ``z``, 27 is ``aa``."""

from __future__ import annotations


def letters(number: int) -> str:
    """The letters of a suffix; the empty string for zero."""
    made = ""
    while number > 0:
        number, last = divmod(number - 1, 26)
        made = chr(ord("a") + last) + made
    return made
