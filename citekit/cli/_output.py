"""Where results go: standard output, or a file that is replaced as a whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from citekit.cli._terminal import as_bytes, give, give_bytes
from citekit.runtime.errors import UsageError
from citekit.runtime.safe_files import Replacement, fingerprint, read_file, replace_files, write_file

STDOUT = "-"


def refuse_to_overwrite(out: str, overwrite: bool) -> None:
    """Raises :class:`~citekit.runtime.errors.UsageError` where ``out`` is a file that exists and may not be replaced."""
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
    """Raises :class:`~citekit.runtime.errors.UsageError` where ``out`` cannot be a folder to write files to."""
    path = Path(out)
    if out in ("", STDOUT):
        raise UsageError("this format is a folder of files", "name the folder with -o")
    if path.exists() and not path.is_dir():
        raise UsageError(f"{out} is a file", "name a folder to write to")
    if not path.parent.is_dir():
        raise UsageError(f"{out} cannot be written: there is no folder {path.parent}", "make the folder first")


def content_before(out: str, inputs: Iterable[str]) -> dict[str, bytes]:
    """What OUT holds where it is one of the inputs, or lies in one, to be asked for before they are read.

    :func:`write` and :func:`write_data` take it as ``read``. A file that changes between the two is refused as well.
    """
    path = Path(out)
    if out in ("", STDOUT) or not path.is_file():
        return {}
    with suppress(OSError, ValueError):  # what is no name of a file is refused where it is read
        whole = path.resolve()
        if any(whole.is_relative_to(Path(name).resolve()) for name in inputs):
            return {out: read_file(path)}
    return {}


def write(text: str, out: str, overwrite: bool, styled: bool = False, read: Mapping[str, bytes] | None = None) -> None:
    """Writes ``text`` to the file ``out``, or to standard output where that is empty or ``-``.

    A file is replaced as a whole or not at all; a pipe or a device is written to. ``styled`` is what is made for terminals;
    ``read`` as in :func:`write_data`.
    """
    if out in ("", STDOUT):
        give(text, styled)
    else:
        data = as_bytes(text) if _is_device(out) else text.encode("utf-8", "replace")
        write_data(data, out, overwrite, styled, read)


def write_data(
    data: bytes, out: str, overwrite: bool, styled: bool = False, read: Mapping[str, bytes] | None = None
) -> None:
    """Writes bytes as they are, where :func:`write` would write a text.

    ``read`` are the files that the data was made of, by name: where ``out`` is one of them, it must hold still what was read.
    Raises :class:`~citekit.runtime.errors.FileChangedError` where it does not.
    """
    same = next((held for name, held in (read or {}).items() if out and out != STDOUT and _is_same(name, out)), None)
    if out in ("", STDOUT):
        give_bytes(data, styled)
    elif same is not None:
        replace_files([Replacement(Path(out), data, fingerprint(same))])
    else:
        _put(data, out, overwrite)


def _is_same(name: str, out: str) -> bool:
    try:
        return Path(name).samefile(out) and Path(out).is_file()
    except OSError:
        return False


def _is_device(out: str) -> bool:
    return Path(out).exists() and not Path(out).is_file()


def _put(data: bytes, out: str, overwrite: bool) -> None:
    if _is_device(out):
        Path(out).write_bytes(data)
    else:
        write_file(Path(out), data, overwrite)
