"""What verbs read: a file that was named on the command line, or standard input."""

from __future__ import annotations

import sys

from citekit.disk import read_file, read_stream

STDIN = "-"


def shown_name(file: str) -> str:
    """What an input is called in talk."""
    return "<stdin>" if file == STDIN else file


def read_input(file: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``; raises what :func:`citekit.disk.read_file` raises."""
    return read_stream(sys.stdin.buffer, "<stdin>") if file == STDIN else read_file(file)
