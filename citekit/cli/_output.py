"""Output of commands: standard output, or a file that is replaced atomically."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from citekit.cli._terminal import as_bytes, give, give_bytes
from citekit.runtime.errors import UsageError
from citekit.runtime.safe_files import Replacement, fingerprint, read_file, replace_files, write_file

STDOUT = "-"


def refuse_to_overwrite(out: str, overwrite: bool) -> None:
    """Raise :class:`~citekit.runtime.errors.UsageError` if ``out`` is an existing file and ``overwrite`` is false."""
    path = Path(out)
    if out == STDOUT:
        return
    if path.is_dir():
        raise UsageError(f"{out} is a directory", "specify a file to write to")
    if not path.parent.is_dir():
        raise UsageError(
            f"{out} cannot be written: directory {path.parent} does not exist", "create the directory first"
        )
    if path.is_file() and not overwrite:
        raise UsageError(f"{out} already exists", "use --overwrite to replace it")


def refuse_folder(out: str) -> None:
    """Raise :class:`~citekit.runtime.errors.UsageError` if ``out`` cannot be a directory for the files of a format."""
    path = Path(out)
    if out in ("", STDOUT):
        raise UsageError("this format is a directory of files", "specify the directory with -o")
    if path.exists() and not path.is_dir():
        raise UsageError(f"{out} is a file", "specify a directory to write to")
    if not path.parent.is_dir():
        raise UsageError(
            f"{out} cannot be written: directory {path.parent} does not exist", "create the directory first"
        )


def content_before(out: str, inputs: Iterable[str]) -> dict[str, bytes]:
    """Return the content of OUT if it is one of the inputs, or in one; call it before they are read.

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
    """Write ``text`` to the file ``out``, or to standard output if that is empty or ``-``.

    A file is replaced atomically; a pipe or a device is written to. ``styled`` text contains terminal codes on purpose;
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
    """Write bytes unchanged, to the same places as :func:`write`.

    ``read`` maps the names of the input files to their bytes. If ``out`` is one of them, it must still hold these bytes;
    otherwise :class:`~citekit.runtime.errors.FileChangedError` is raised.
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
