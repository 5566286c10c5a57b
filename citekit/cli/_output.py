"""Where results go: standard output, or a file that is replaced as a whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
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


def write(text: str, out: str) -> None:
    """Writes ``text`` to the file ``out``, or to standard output where that is empty or ``-``."""
    if out in ("", STDOUT):
        give(text)
    elif Path(out).exists() and not Path(out).is_file():
        Path(out).write_bytes(as_bytes(text))  # a pipe or a device cannot be replaced
    else:
        _replace(Path(out).resolve(), as_bytes(text))


def _replace(path: Path, content: bytes) -> None:
    """Puts ``content`` where ``path`` is in one step; readers see the old file or the new one, never half of it."""
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
