"""Input of commands: a file named on the command line, or standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from citekit.runtime import patterns as re
from citekit.runtime.safe_files import read_file, read_stream

STDIN = "-"
_PLACE = re.compile(r"(.+?):(\d{1,9})(?::\d{1,9})?")


def shown_name(file: str) -> str:
    """Return the name of an input in messages: ``<stdin>`` for ``-``."""
    return "<stdin>" if file == STDIN else file


def read_input(file: str) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``.

    Raises the errors of :func:`citekit.runtime.safe_files.read_file`.
    """
    return read_stream(sys.stdin.buffer, "<stdin>") if file == STDIN else read_file(file)


def divided(place: str) -> tuple[str, int]:
    r"""Split ``FILE:LINE`` or ``FILE:LINE:COLUMN`` into file and line; the line is 0 if missing.

    A file may contain colons (``C:\list.md:3``); the name of an existing file is not split.
    """
    match = _PLACE.fullmatch(place)
    return (match[1], int(match[2])) if match and not Path(place).exists() else (place, 0)
