"""The one door to files: opened where they are regular and not too large, replaced whole or not at all.

Files of other people are read, so a name is not believed: behind it may be a device that never ends, a pipe that nobody
writes to, or a link to what is none of ours. What a user names is followed; what a folder, a document or a settings
file names stays in its project (``within``).
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from citekit.runtime.errors import FileChangedError, UnreadableInputError, UsageError
from citekit.runtime.records import dataclass

LARGEST = 256 * 1024 * 1024
"""Files with more bytes are not read as a whole."""
PROJECT_MARKS = (".git", "citekit.toml")
"""What stands in the topmost folder of a project."""

_KINDS = (
    (stat.S_ISDIR, "it is a folder"),
    (stat.S_ISFIFO, "it is a pipe"),
    (stat.S_ISSOCK, "it is a socket"),
    (stat.S_ISCHR, "it is a device"),
    (stat.S_ISBLK, "it is a device"),
)
_OF_THE_SYSTEM = ("/proc", "/sys")
"""Folders of Linux whose files are no files of a disk: some of them never end, or tell what programs keep secret."""
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_OUTSIDE = "it leads out of the project"


# --- projects ----------------------------------------------------------------------------------------------------------


def project_roots(start: str | os.PathLike[str]) -> tuple[Path, ...]:
    """The folders whose files belong to the same project as the folder ``start``, as they are without links.

    These are ``start`` itself; the nearest folder above it with ``.git``, or else with ``citekit.toml``; and the working
    folder where it is above ``start``. The user's home and what is above it is no project.
    """
    first = Path(os.path.realpath(start))
    above = [folder for folder in first.parents if is_in_project(folder)]
    marked = [[folder for folder in (first, *above) if (folder / mark).exists()] for mark in PROJECT_MARKS]
    top = next((found[0] for found in marked if found), first)
    working = Path(os.path.realpath("."))
    return (first, top, working) if working in above else (first, top)


def is_in_project(folder: Path) -> bool:
    """Whether a folder can belong to a project: it is not the root of the disk, the user's home or above that."""
    home = Path(os.path.realpath(os.path.expanduser("~")))
    return len(folder.parts) > 1 and folder != home and folder not in home.parents


def is_within(path: str | os.PathLike[str], roots: Iterable[Path]) -> bool:
    """Whether what is at ``path``, links followed, lies below one of the ``roots``."""
    try:
        real = Path(os.path.realpath(path))
    except (OSError, ValueError):
        return False
    return any(root in real.parents for root in roots)


# --- reading -----------------------------------------------------------------------------------------------------------


def is_file(path: str | os.PathLike[str]) -> bool:
    """Whether there is a regular file, links followed; whatever the name holds, it raises nothing."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def open_file(path: str | os.PathLike[str], within: Collection[Path] = ()) -> BinaryIO:
    """A file opened for reading, as bytes.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` with one sentence where there is none, where it is no regular
    file, and where it does not lie in one of the folders ``within``, if any are given.
    """
    real = check_file(path, within)  # before it is opened: that alone does things to devices
    try:
        number = os.open(real if within else path, _FLAGS)
        try:
            _refuse_irregular(path, os.fstat(number).st_mode, real)
            return os.fdopen(number, "rb")
        except BaseException:
            os.close(number)
            raise
    except (OSError, ValueError) as error:
        raise _unreadable(path, reason_of(error), "check the name") from None


def check_file(path: str | os.PathLike[str], within: Collection[Path] = ()) -> str:
    """The name of a file without links; raises what :func:`open_file` raises, and opens nothing."""
    try:
        real = os.path.realpath(path)
        if within and not is_within(real, within):
            raise _unreadable(path, _OUTSIDE, "name the file itself on the command line")
        _refuse_irregular(path, os.stat(path).st_mode, real)
    except (OSError, ValueError) as error:
        raise _unreadable(path, reason_of(error), "check the name") from None
    return real


def read_file(path: str | os.PathLike[str], largest: int = LARGEST, within: Collection[Path] = ()) -> bytes:
    """The bytes of a file; raises what :func:`open_file` raises, and the same where it has more than ``largest``."""
    with open_file(path, within) as stream:
        return read_stream(stream, os.fspath(path), largest)


def read_stream(stream: BinaryIO, name: str, largest: int = LARGEST) -> bytes:
    """What is left of a stream; raises :class:`~citekit.runtime.errors.UnreadableInputError` beyond ``largest`` bytes."""
    try:
        held = _size_of(stream)
        data = stream.read(min(held, largest) + 1)  # not more: room for so much is made at once
        if held < len(data) <= largest:
            data += stream.read(largest + 1 - len(data))
    except OSError as error:
        raise _unreadable(name, reason_of(error), "check the file") from None
    if len(data) > largest:
        raise _unreadable(name, f"it has more than {max(1, largest // 1_000_000)} MB", "divide it")
    return data


def _size_of(stream: BinaryIO) -> int:
    """How many bytes a stream holds that is a file; of others nobody knows it."""
    try:
        state = os.fstat(stream.fileno())
    except (OSError, ValueError, AttributeError):
        return 0
    return state.st_size if stat.S_ISREG(state.st_mode) else 0


def reason_of(error: OSError | ValueError) -> str:
    """Why the system refuses, in its words."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def _refuse_irregular(path: str | os.PathLike[str], mode: int, real: str) -> None:
    if not stat.S_ISREG(mode):
        kind = next((words for is_kind, words in _KINDS if is_kind(mode)), "it is no file")
        hint = "give the files in it" if stat.S_ISDIR(mode) else "save what comes out of it to a file"
        raise _unreadable(path, kind, hint)
    if real.startswith(tuple(f"{folder}/" for folder in _OF_THE_SYSTEM)):
        raise _unreadable(path, "it is a part of the system", "name a file on a disk")


def _unreadable(path: str | os.PathLike[str], reason: str, hint: str) -> UnreadableInputError:
    return UnreadableInputError(f"{os.fspath(path)} cannot be read: {reason}", hint)


# --- locking -----------------------------------------------------------------------------------------------------------


@contextmanager
def locked(path: Path, wait: bool = True) -> Iterator[BinaryIO]:
    """A small file of our own, open for reading and writing while nobody else has it; the lock ends with the process.

    Raises ``OSError`` where there can be no such file, ``BlockingIOError`` where another process has it and ``wait`` is false.
    """
    refuse_link(path)
    with path.open("a+b") as stream:
        _lock(stream, wait)
        yield stream


if sys.platform == "win32":

    def _lock(stream: BinaryIO, wait: bool) -> None:
        import msvcrt

        stream.seek(0)
        while True:
            try:
                return msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
            except OSError as error:
                if not wait:
                    raise BlockingIOError(str(error)) from None
            time.sleep(0.05)

else:

    def _lock(stream: BinaryIO, wait: bool) -> None:
        import fcntl

        fcntl.flock(stream, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


_LONGEST_WAIT = 60.0
"""Seconds that are waited for others to write into a folder. It takes them milliseconds; a process that was stopped
meanwhile has it for ever."""


@contextmanager
def _only_writer(folder: str) -> Iterator[None]:
    """Nobody else of citekit replaces a file of the folder meanwhile; where it cannot be locked (some network disks), they may."""
    if sys.platform == "win32":  # no folder can be opened there
        import tempfile

        name = hashlib.sha256(os.path.normcase(folder).encode("utf-8", "surrogatepass")).hexdigest()[:32]
        with locked(Path(tempfile.gettempdir(), f"citekit-{name}.lock")):
            yield
        return
    number = -1
    try:
        with suppress(OSError):
            number = os.open(folder, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
            _lock_folder(number, folder)
        yield
    finally:
        if number >= 0:
            os.close(number)  # which ends the lock


def _lock_folder(number: int, folder: str) -> None:
    import fcntl

    until = time.monotonic() + _LONGEST_WAIT
    while True:
        try:
            return fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise UsageError(
                    f"another process of citekit is writing into {folder} and does not end", "end it, and try again"
                ) from None
        time.sleep(0.01)


# --- writing -----------------------------------------------------------------------------------------------------------


def refuse_link_out(path: str | os.PathLike[str]) -> None:
    """Raises :class:`~citekit.runtime.errors.UsageError` for a link that leads out of the project of the folder it is in."""
    place = Path(os.path.abspath(path))
    if place.is_symlink() and not is_within(place, project_roots(place.parent)):
        raise UsageError(f"{os.fspath(path)} cannot be written: {_OUTSIDE}", "name the file that it leads to")


def refuse_link(path: Path) -> None:
    """Raises :class:`~citekit.runtime.errors.UsageError` for a link where a file of our own is to grow."""
    if path.is_symlink():
        raise UsageError(f"{path} cannot be written: it is a link", "remove it")


@dataclass(frozen=True, slots=True)
class Replacement:
    """A file that is to hold ``data`` in place of what was read: the :func:`fingerprint` of that, None where there was none."""

    path: Path
    data: bytes
    read: str | None


def fingerprint(data: bytes) -> str:
    """What tells two contents of a file apart: their SHA-256."""
    return hashlib.sha256(data).hexdigest()


def replace_files(replacements: Iterable[Replacement]) -> None:
    """Puts new contents into files that were read, in order, each whole; what others wrote meanwhile is never lost.

    While nobody else of citekit writes into their folders, all files are compared with what was read of them, and only
    then replaced (:func:`write_file`). A file that is gone is made anew, for nothing can be lost of it. Raises
    :class:`~citekit.runtime.errors.FileChangedError` where one of them has changed (then none is replaced),
    :class:`~citekit.runtime.errors.UsageError` where one cannot be written or leads out of its project.
    """
    wanted = list(replacements)
    for one in wanted:
        refuse_link_out(one.path)
    with ExitStack() as stack:
        for folder in sorted({os.path.dirname(os.path.realpath(one.path)) for one in wanted}):  # in order: no deadlock
            stack.enter_context(_only_writer(folder))
        there = {one.path: one.path.exists() for one in wanted}
        for one in wanted:
            if there[one.path] and (one.read is None or fingerprint(read_file(one.path)) != one.read):
                what = "it was made meanwhile" if one.read is None else "it has changed since it was read"
                raise FileChangedError(f"{one.path} was left as it is: {what}", "run the command again")
        for one in wanted:
            write_file(one.path, one.data, overwrite=there[one.path])


def write_file(target: Path, data: bytes, overwrite: bool = False, durable: bool = True) -> None:
    """Puts bytes into a file at once: a new file beside it takes its place when it is complete and on the disk.

    Whatever ends the program on the way, the file holds what it held or what it is to hold. What is not ``durable`` may
    be lost with the power, which is well for copies of what can be made again. Raises
    :class:`~citekit.runtime.errors.UsageError` where the file exists and ``overwrite`` is false, or where it cannot be written.
    """
    import tempfile  # here, for most commands write no file and this takes as long to import as a short list to check

    final = target.resolve() if target.is_symlink() else target
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{final.name}.", suffix=".tmp", dir=final.parent)
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {error.strerror or error}") from None
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.chmod(temporary, final.stat().st_mode & 0o777 if final.exists() else 0o666 & ~_umask())
            if durable:
                os.fsync(stream.fileno())
        if overwrite:
            os.replace(temporary, final)
        else:
            os.link(temporary, final)
            os.unlink(temporary)
    except FileExistsError:
        os.unlink(temporary)
        raise UsageError(f"{target} exists already and was left as it is", "allow overwriting") from None
    except OSError as error:
        with suppress(OSError):
            os.unlink(temporary)
        raise UsageError(f"{target} cannot be written: {error.strerror or error}") from None
    if durable:
        sync_folder(final.parent)


def sync_folder(folder: Path) -> None:
    """Waits until the names in a folder are on the disk, where the system can say so."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def shown_path(name: str) -> str:
    """A file's name for machines: with forward slashes, relative to the working folder where it is inside it."""
    try:
        relative = os.path.relpath(name)
    except (ValueError, OSError):
        return name
    return name if relative.startswith("..") else Path(relative).as_posix()
