"""Where results go: standard output, or a file that is replaced as a whole or not at all."""

from __future__ import annotations

import sys
from pathlib import Path

from citekit.cli._terminal import as_bytes, give
from citekit.errors import UsageError

STDOUT = "-"


def refuse_to_overwrite(out: str, overwrite: bool) -> None:
    """Raises :class:`~citekit.errors.UsageError` where ``out`` is a file that exists and may not be replaced."""
    path = Path(out)
    if out == STDOUT:
        return
    if path.is_dir():
        raise UsageError(f"{out} is a folder", "name a file to write to")
    if not path.parent.is_dir():
        raise UsageError(f"{out} cannot be written: there is no folder {path.parent}", "make the folder first")
    if path.is_file() and not overwrite:
        raise UsageError(f"{out} exists already", "--overwrite replaces it")


def refuse_folder(out: str) -> None:
    """Raises :class:`~citekit.errors.UsageError` where ``out`` cannot be a folder to write files to."""
    path = Path(out)
    if out in ("", STDOUT):
        raise UsageError("this format is a folder of files", "name the folder with -o")
    if path.exists() and not path.is_dir():
        raise UsageError(f"{out} is a file", "name a folder to write to")
    if not path.parent.is_dir():
        raise UsageError(f"{out} cannot be written: there is no folder {path.parent}", "make the folder first")


def write(text: str, out: str, overwrite: bool) -> None:
    """Writes ``text`` to the file ``out``, or to standard output where that is empty or ``-``.

    A file is replaced as a whole or not at all; a pipe or a device is written to.
    """
    from citekit.formats.files import write_bytes

    if out in ("", STDOUT):
        give(text)
    elif Path(out).exists() and not Path(out).is_file():
        Path(out).write_bytes(as_bytes(text))
    else:
        write_bytes(Path(out), text.encode("utf-8", "replace"), overwrite)


def write_data(data: bytes, out: str, overwrite: bool) -> None:
    """Writes bytes as they are, where :func:`write` would write a text."""
    from citekit.formats.files import write_bytes

    if out in ("", STDOUT):
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    elif Path(out).exists() and not Path(out).is_file():
        Path(out).write_bytes(data)
    else:
        write_bytes(Path(out), data, overwrite)
