"""What verbs read: a file that was named on the command line, or standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from citekit.runtime import patterns as re
from citekit.runtime.safe_files import read_file, read_stream

STDIN = "-"
_PLACE = re.compile(r"(.+?):(\d{1,9})(?::\d{1,9})?")


def shown_name(file: str) -> str:
    """What an input is called in talk."""
    return "<stdin>" if file == STDIN else file


def read_input(file: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``; raises what :func:`citekit.runtime.safe_files.read_file` raises."""
    return read_stream(sys.stdin.buffer, "<stdin>") if file == STDIN else read_file(file)


def divided(place: str) -> tuple[str, int]:
    r"""The file and the line of ``FILE:LINE`` or ``FILE:LINE:COLUMN``, 0 without one; ``C:\list.md:3`` is a file as well."""
    found = _PLACE.fullmatch(place)
    return (found[1], int(found[2])) if found and not Path(place).exists() else (place, 0)
