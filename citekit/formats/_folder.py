"""Directories of files, written so that no reader reads half of one and nothing is replaced without permission."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from citekit.runtime.errors import UsageError
from citekit.runtime.safe_files import sync_folder


def refuse(folder: Path, names: Mapping[str, str], overwrite: bool) -> None:
    """Check that these files may be written into a directory.

    Raises :class:`~citekit.runtime.errors.UsageError` if the directory is a file, has no parent, lacks permission to
    replace a file that exists (``overwrite``), or if a name leads out of it.
    """
    if os.path.lexists(folder) and not folder.is_dir():
        raise UsageError(f"{folder} is a file", "specify a directory to write to")
    if not folder.parent.is_dir():
        raise UsageError(f"cannot write {folder}: there is no directory {folder.parent}", "create the directory first")
    inside = folder.resolve()
    for name in names:
        pure = PurePosixPath(name)
        if pure.is_absolute() or ".." in pure.parts or not (folder / name).parent.resolve().is_relative_to(inside):
            raise UsageError(f"{name} would not be in {folder}", "links that lead out of a directory are not followed")
    taken = [name for name in names if os.path.lexists(folder / name)]
    if taken and not overwrite:
        count = f"{len(taken)} of the files to write" if len(taken) > 1 else "a file to write"
        raise UsageError(f"{folder} has {count} already, {taken[0]}; nothing was written", "allow overwriting them")


def write(folder: Path, pages: Mapping[str, str], overwrite: bool = False) -> None:
    """Write files (names with ``/`` -> texts) into a directory, which is created if it does not exist.

    All files are first written to a temporary directory next to it. A new directory then takes its place at once; in a
    directory that exists each file is replaced whole, and files with other names stay. Raises
    :class:`~citekit.runtime.errors.UsageError` if one of the files exists and ``overwrite`` is false (then none is
    written), or if the directory cannot be written to.
    """
    refuse(folder, pages, overwrite)
    final = folder.resolve()
    temporary = ""
    try:
        temporary = tempfile.mkdtemp(prefix=f".{final.name}.", suffix=".tmp", dir=final.parent)
        made = Path(temporary)
        for name, text in pages.items():
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            with (made / name).open("xb") as file:
                file.write(text.encode("utf-8", "replace"))
                file.flush()
                os.fsync(file.fileno())
        if not final.exists():
            made.chmod(_mode_of_folders(final.parent))
            made.rename(final)
            sync_folder(final.parent)
            return
        for name in pages:
            (final / name).parent.mkdir(parents=True, exist_ok=True)
            if overwrite:
                os.replace(made / name, final / name)
            else:
                os.link(made / name, final / name)
            sync_folder((final / name).parent)
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror or error}") from None
    finally:
        if temporary:
            shutil.rmtree(temporary, ignore_errors=True)


def _mode_of_folders(parent: Path) -> int:
    """Return the mode of a new directory in ``parent``: a temporary directory is private, so its mode cannot be kept."""
    probe = Path(tempfile.mktemp(prefix=".", suffix=".tmp", dir=parent))  # noqa: S306 - mkdir refuses what exists
    probe.mkdir()
    try:
        return probe.stat().st_mode & 0o777
    finally:
        probe.rmdir()
