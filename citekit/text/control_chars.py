"""Escaping of control characters and bidirectional marks for terminals and CI logs.

A title may contain an escape sequence that clears the screen, renames the window or sends input for the user, and a
bidirectional mark can make a line look like a different one. Wherever text from files is displayed, such characters are
printed as escapes (``\\x1b``, ``\\u202e``).
"""

from __future__ import annotations

from citekit.runtime import patterns as re

_ACTING = re.compile(
    "[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f"  # C0 without tab, line feed and carriage return; DEL; C1
    "\u2028\u2029"  # ends of lines
    "\u202a-\u202e\u2066-\u2069"  # embeddings, overrides and isolates of direction (Unicode Annex 9)
    "\ud800-\udfff]"  # surrogates: bytes of file names that are not UTF-8
    "|\r(?!\n)"
)


def visible(text: str) -> str:
    """Return the text with control characters as escapes; tabs and line ends stay.

    >>> visible("A\\x1b[2J title")
    'A\\\\x1b[2J title'
    """
    return _ACTING.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    number = ord(match[0])
    if 0xDC80 <= number <= 0xDCFF:  # Python's surrogateescape: the byte is in the low half
        number -= 0xDC00
    # two hexadecimal digits are enough for a byte
    return f"\\x{number:02x}" if number <= 0xFF else f"\\u{number:04x}"


def one_line(text: str, width: int = 0) -> str:
    """Return the text with whitespace collapsed to single spaces and control characters as escapes, truncated to ``width`` if given."""
    flat = " ".join(visible(text if not width or len(text) <= 4 * width else text[: 4 * width]).split())
    return flat if not width or len(flat) <= width else f"{flat[: width - 1]}…"
