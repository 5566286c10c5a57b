"""Characters that act instead of being seen, made visible: what a terminal, or a log of CI, is to be spared.

A title may hold an escape sequence that clears the screen, renames the window or answers for the user, and a mark that
turns the direction of text makes a line read as what it is not. Wherever text out of files is shown to people, such
characters stand as escapes (``\\x1b``, ``\\u202e``).
"""

from __future__ import annotations

from citekit.runtime import patterns as re

_ACTING = re.compile(
    "[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f"  # C0 without tab, line feed and carriage return; DEL; C1
    "\u2028\u2029"  # ends of lines
    "\u202a-\u202e\u2066-\u2069"  # embeddings, overrides and isolates of direction (Unicode Annex 9)
    "\ud800-\udfff]"  # surrogates: bytes of file names that are no UTF-8
    "|\r(?!\n)"
)


def visible(text: str) -> str:
    """The text with acting characters as escapes; tabs and line ends stay.

    >>> visible("A\\x1b[2J title")
    'A\\\\x1b[2J title'
    """
    return _ACTING.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    number = ord(match[0])
    if 0xDC80 <= number <= 0xDCFF:
        number -= 0xDC00
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"


def one_line(text: str) -> str:
    """The text with white space made single blanks, and acting characters as escapes."""
    return " ".join(visible(text).split())
