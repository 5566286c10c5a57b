"""A folder of files, written so that nobody sees half of it and nothing is replaced unasked."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from citekit.runtime.errors import UsageError
from citekit.runtime.safe_files import sync_folder, write_file


def refuse(folder: Path, names: Mapping[str, str], overwrite: bool) -> None:
    """Raises :class:`~citekit.runtime.errors.UsageError` where these files may not or cannot be written into the folder."""
    if os.path.lexists(folder) and not folder.is_dir():
        raise UsageError(f"{folder} is a file", "name a folder to write to")
    if not folder.parent.is_dir():
        raise UsageError(f"{folder} cannot be written: there is no folder {folder.parent}", "make the folder first")
    inside = folder.resolve()
    for name in names:
        pure = PurePosixPath(name)
        if pure.is_absolute() or ".." in pure.parts or not (folder / name).parent.resolve().is_relative_to(inside):
            raise UsageError(f"{name} would not be in {folder}", "links that lead out of a folder are not followed")
    taken = [name for name in names if os.path.lexists(folder / name)]
    if taken and not overwrite:
        count = f"{len(taken)} of the files to write" if len(taken) > 1 else "a file to write"
        raise UsageError(f"{folder} has {count} already, {taken[0]}; nothing was written", "allow overwriting them")


def write(folder: Path, pages: Mapping[str, str], overwrite: bool = False) -> None:
    """Put the files (names with ``/`` -> texts) into a folder, which is made where there is none.

    All of them are first written to a folder beside it. A new folder then takes its place at once; in a folder that
    exists each file is replaced whole, and files of other names stay. Raises :class:`~citekit.runtime.errors.UsageError` where
    one of the files exists and ``overwrite`` is false (then none is written), or where the place cannot be written to.
    """
    refuse(folder, pages, overwrite)
    final = folder.resolve()
    temporary = ""
    try:
        temporary = tempfile.mkdtemp(prefix=f".{final.name}.", suffix=".tmp", dir=final.parent)
        made = Path(temporary)
        for name, text in pages.items():
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            write_file(made / name, text.encode("utf-8", "replace"))
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
        raise UsageError(f"{folder} cannot be written: {error.strerror or error}") from None
    finally:
        if temporary:
            shutil.rmtree(temporary, ignore_errors=True)


def _mode_of_folders(beside: Path) -> int:
    """The mode that a new folder has here, which that of a temporary one is not."""
    probe = Path(tempfile.mktemp(prefix=".", suffix=".tmp", dir=beside))  # noqa: S306 - mkdir refuses what exists
    probe.mkdir()
    try:
        return probe.stat().st_mode & 0o777
    finally:
        probe.rmdir()
