"""File access for the whole package: opens only regular files below a size limit, and replaces files atomically.

File names are untrusted input: a name may belong to an endless device, a pipe without a writer, or a link to a file
outside the project. Names given by the user are followed; names found in a directory, a document or a settings file must
lie in its project (``within``).

What the bytes of a text file mean, :mod:`citekit.runtime.encodings` decides.
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

from citekit.runtime.errors import FileChangedError, MissingFileError, UnreadableInputError, UsageError
from citekit.runtime.records import dataclass

LARGEST = 256 * 1024 * 1024
"""Files with more bytes are not read as a whole."""
PROJECT_MARKS = (".git", "citekit.toml")
"""Entries that mark the top directory of a project."""

_KINDS = (
    (stat.S_ISDIR, "it is a directory"),
    (stat.S_ISFIFO, "it is a pipe"),
    (stat.S_ISSOCK, "it is a socket"),
    (stat.S_ISCHR, "it is a device"),
    (stat.S_ISBLK, "it is a device"),
)
_OF_THE_SYSTEM = ("/proc", "/sys")
"""Directories of Linux whose files are not on a disk: some are endless, or contain secrets of running programs."""
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_OUTSIDE = "it is outside the project"


# --- projects ----------------------------------------------------------------------------------------------------------


def project_roots(start: str | os.PathLike[str]) -> tuple[Path, ...]:
    """Return the directories whose files belong to the same project as the directory ``start``, with links resolved.

    These are ``start`` itself; the nearest directory above it with ``.git``, or else with ``citekit.toml``; and the
    working directory if it is above ``start``. The user's home directory and those above it are not projects.
    """
    first = Path(os.path.realpath(start))
    above = [folder for folder in first.parents if is_in_project(folder)]
    marked = [[folder for folder in (first, *above) if (folder / mark).exists()] for mark in PROJECT_MARKS]
    top = next((folders[0] for folders in marked if folders), first)
    working = Path(os.path.realpath("."))
    return (first, top, working) if working in above else (first, top)


def is_in_project(folder: Path) -> bool:
    """Whether a directory can belong to a project: it is not the root, the user's home directory or above that."""
    home = Path(os.path.realpath(os.path.expanduser("~")))
    return len(folder.parts) > 1 and folder != home and folder not in home.parents


def is_within(path: str | os.PathLike[str], roots: Iterable[Path]) -> bool:
    """Whether ``path``, with links resolved, lies below one of the ``roots``."""
    try:
        real = Path(os.path.realpath(path))
    except (OSError, ValueError):
        return False
    return any(root in real.parents for root in roots)


# --- reading -----------------------------------------------------------------------------------------------------------


def is_file(path: str | os.PathLike[str]) -> bool:
    """Whether ``path`` is a regular file, following links. Never raises, not even for an invalid name."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def open_file(path: str | os.PathLike[str], within: Collection[Path] = ()) -> BinaryIO:
    """Open a file for reading bytes.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the file does not exist, is not a regular file, or
    does not lie in one of the directories ``within``, if any are given.
    """
    real = check_file(path, within)  # checked before opening, because opening a device can already have effects
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
    """Return the name of a file with links resolved, without opening it. Raises the errors of :func:`open_file`."""
    try:
        real = os.path.realpath(path)
        if within and not is_within(real, within):
            raise _unreadable(path, _OUTSIDE, "specify the file itself on the command line")
        _refuse_irregular(path, os.stat(path).st_mode, real)
    except (OSError, ValueError) as error:
        kind = MissingFileError if isinstance(error, FileNotFoundError) else UnreadableInputError
        raise kind(f"{os.fspath(path)} cannot be read: {reason_of(error)}", "check the name") from None
    return real


def read_file(path: str | os.PathLike[str], largest: int = LARGEST, within: Collection[Path] = ()) -> bytes:
    """Return the bytes of a file. Raises the errors of :func:`open_file`, also if it has more than ``largest`` bytes."""
    with open_file(path, within) as stream:
        return read_stream(stream, os.fspath(path), largest)


def read_stream(stream: BinaryIO, name: str, largest: int = LARGEST) -> bytes:
    """Return the rest of a stream. Raises :class:`~citekit.runtime.errors.UnreadableInputError` beyond ``largest`` bytes."""
    try:
        size = _size_of(stream)
        data = stream.read(min(size, largest) + 1)  # not more, because Python allocates this number of bytes at once
        if size < len(data) <= largest:
            data += stream.read(largest + 1 - len(data))
    except OSError as error:
        raise _unreadable(name, reason_of(error), "check the file") from None
    if len(data) > largest:
        raise _unreadable(name, f"it has more than {max(1, largest // 1_000_000)} MB", "split it into smaller files")
    return data


def _size_of(stream: BinaryIO) -> int:
    """Return the size in bytes of a stream that is a regular file; 0 for other streams, whose size is unknown."""
    try:
        state = os.fstat(stream.fileno())
    except (OSError, ValueError, AttributeError):
        return 0
    return state.st_size if stat.S_ISREG(state.st_mode) else 0


def reason_of(error: OSError | ValueError) -> str:
    """Return the system's description of an error."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def _refuse_irregular(path: str | os.PathLike[str], mode: int, real: str) -> None:
    if not stat.S_ISREG(mode):
        kind = next((words for is_kind, words in _KINDS if is_kind(mode)), "it is not a file")
        hint = "specify the files in it" if stat.S_ISDIR(mode) else "save its output to a file"
        raise _unreadable(path, kind, hint)
    if real.startswith(tuple(f"{folder}/" for folder in _OF_THE_SYSTEM)):
        raise _unreadable(path, "it is a system file", "specify a file on a disk")


def _unreadable(path: str | os.PathLike[str], reason: str, hint: str) -> UnreadableInputError:
    return UnreadableInputError(f"{os.fspath(path)} cannot be read: {reason}", hint)


# --- locking -----------------------------------------------------------------------------------------------------------


@contextmanager
def locked(path: Path, wait: bool = True) -> Iterator[BinaryIO]:
    """Open a small file of citekit for reading and writing, locked against other processes until the process ends.

    Raises ``OSError`` if the file cannot be created, ``BlockingIOError`` if another process holds the lock and ``wait``
    is false.
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
"""Seconds to wait for other processes that write to a directory. Writing takes milliseconds, but a process that was
suspended while writing holds its lock forever."""


@contextmanager
def _only_writer(folder: str) -> Iterator[None]:
    """Prevent other citekit processes from replacing files of a directory. Without effect if the directory cannot be
    locked, as on some network file systems."""
    if sys.platform == "win32":  # directories cannot be opened there
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
            os.close(number)  # releases the lock


def _lock_folder(number: int, folder: str) -> None:
    import fcntl

    until = time.monotonic() + _LONGEST_WAIT
    while True:
        try:
            return fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise UsageError(
                    f"another citekit process has been writing to {folder} for {_LONGEST_WAIT:.0f} seconds",
                    "terminate that process and try again",
                ) from None
        time.sleep(0.01)


# --- writing -----------------------------------------------------------------------------------------------------------

_TEMPORARY = ".tmp"
_RANDOM = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")
"""The letters of the eight that :func:`tempfile.mkstemp` chooses."""
_LEFT_OVER_AFTER = 3600.0
"""Seconds after which a temporary file has no writer any more where files cannot be locked: writing takes milliseconds."""


def _is_locked(handle: int, wait: bool) -> bool:
    """Lock an open temporary file for this process; False if another holds it or the file system has no locks."""
    if sys.platform == "win32":
        return False
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def refuse_link_out(path: str | os.PathLike[str]) -> None:
    """Raise :class:`~citekit.runtime.errors.UsageError` for a link to a file outside the project of its directory."""
    link = Path(os.path.abspath(path))
    if link.is_symlink() and not is_within(link, project_roots(link.parent)):
        raise UsageError(f"{os.fspath(path)} cannot be written: {_OUTSIDE}", "specify the file that the link points to")


def refuse_link(path: Path) -> None:
    """Raise :class:`~citekit.runtime.errors.UsageError` if the path of a file of citekit is a link."""
    if path.is_symlink():
        raise UsageError(f"{path} cannot be written: it is a link", "remove the link")


@dataclass(frozen=True, slots=True)
class Replacement:
    """New content for a file. ``read`` is the :func:`fingerprint` of the old content, None if the file did not exist."""

    path: Path
    data: bytes
    read: str | None


def fingerprint(data: bytes) -> str:
    """Return the SHA-256 of a content, to detect changes of a file."""
    return hashlib.sha256(data).hexdigest()


def replace_files(replacements: Iterable[Replacement]) -> None:
    """Replace files that were read, in order and each atomically, unless another program has changed one of them.
    If one cannot be written, those before it get their old content back.

    While the directories are locked against other citekit processes, all files are compared with their content when
    read, and only then replaced (:func:`write_file`); the same one may be given twice. A file that was deleted meanwhile is created again, because
    nothing of it can be lost.

    Raises :class:`~citekit.runtime.errors.FileChangedError` if a file has changed (then none is replaced), and
    :class:`~citekit.runtime.errors.UsageError` if a file cannot be written or is a link to a file outside its project.
    """
    files = list(replacements)
    for file in files:
        refuse_link_out(file.path)
    with ExitStack() as stack:
        # sorted, so that two processes lock the directories in the same order and cannot deadlock
        for folder in sorted({os.path.dirname(os.path.realpath(file.path)) for file in files}):
            stack.enter_context(_only_writer(folder))
        old = {file.path: read_file(file.path) if file.path.exists() else None for file in files}
        exists = {path: held is not None for path, held in old.items()}
        for file in files:
            held = old[file.path]
            if held is not None and (file.read is None or fingerprint(held) != file.read):
                reason = "it was created meanwhile" if file.read is None else "it has changed since it was read"
                raise FileChangedError(f"{file.path} was not changed: {reason}", "run the command again")
        written: dict[Path, None] = {}
        try:
            for file in files:
                write_file(file.path, file.data, overwrite=exists[file.path])
                exists[file.path] = True  # a file may be replaced twice: before and after the others
                written[file.path] = None
        except (UsageError, KeyboardInterrupt):
            # The old content and the new one were on the disk at one time, so that there is room for it again.
            for path in reversed(written):
                with suppress(UsageError, OSError):
                    held = old[path]
                    if held is None:
                        path.unlink()
                    else:
                        write_file(path, held, overwrite=True)
            raise


def write_file(target: Path, data: bytes, overwrite: bool = False, durable: bool = True) -> None:
    """Write a file atomically: a temporary file next to it takes its place when complete and on the disk.

    If the program is terminated, the file has either its old or its new content. If not ``durable``, it may be lost in a
    power failure; use this for copies that can be created again. Raises
    :class:`~citekit.runtime.errors.UsageError` if the file exists and ``overwrite`` is false, or cannot be written.
    """
    final = target.resolve() if target.is_symlink() else target
    if durable:
        _remove_left_over(final)
    try:
        handle, temporary = _temporary(final)
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {error.strerror or error}") from None
    try:
        with os.fdopen(os.dup(handle), "wb") as stream:
            stream.write(data)
            stream.flush()
            os.chmod(temporary, final.stat().st_mode & 0o777 if final.exists() else 0o666 & ~_umask())
            if durable:
                os.fsync(stream.fileno())
        if sys.platform == "win32":  # open files cannot be renamed there
            os.close(handle)
            handle = -1
        if overwrite:
            os.replace(temporary, final)
        else:
            os.link(temporary, final)
            os.unlink(temporary)
    except FileExistsError:
        os.unlink(temporary)
        raise UsageError(f"{target} already exists; it was not changed", "pass overwrite=True") from None
    except OSError as error:
        with suppress(OSError):
            os.unlink(temporary)
        raise UsageError(f"{target} cannot be written: {error.strerror or error}") from None
    finally:
        if handle >= 0:
            os.close(handle)  # releases the lock
    if durable:
        sync_folder(final.parent)


def _temporary(final: Path) -> tuple[int, str]:
    """Create ``.NAME.xxxxxxxx.tmp`` next to a file, locked until its number is closed (not on Windows)."""
    import tempfile  # imported here because most commands write no file, and the import takes as long as a short check

    while True:
        handle, temporary = tempfile.mkstemp(prefix=f".{final.name}.", suffix=_TEMPORARY, dir=final.parent)
        if _is_locked(handle, wait=True) and not os.fstat(handle).st_nlink:
            os.close(handle)  # another process removed it before it was locked
            continue
        return handle, temporary


_looked_through: dict[str, tuple[set[str], dict[str, list[str]]]] = {}
"""Per directory: the files written since it was listed, and the temporary files that were in it then, by the file that
they were to become. A command that writes a thousand files to a directory lists it once."""


def _remove_left_over(final: Path) -> None:
    """Remove the temporary files of a file whose writers were killed: those that no one holds the lock of.

    On Windows, those that have not changed for :data:`_LEFT_OVER_AFTER` seconds. The directory is listed again when a file
    is written again, because another writer may have been killed since.
    """
    folder = os.path.abspath(final.parent)
    written, left = _looked_through.get(folder, (None, {}))
    if written is None or final.name in written:
        written, left = _looked_through[folder] = set(), {}
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                # tempfile puts eight random characters into a name: .NAME.xxxxxxxx.tmp
                begin, middle = entry.name[:-12], entry.name[-12 : -len(_TEMPORARY)]
                if entry.name == f"{begin}{middle}{_TEMPORARY}" and _RANDOM.issuperset(middle):
                    left.setdefault(begin, []).append(entry.path)
    written.add(final.name)
    for path in left.pop(f".{final.name}.", ()):
        with suppress(OSError):
            if sys.platform == "win32":
                state = os.lstat(path)
                if stat.S_ISREG(state.st_mode) and time.time() - state.st_mtime > _LEFT_OVER_AFTER:
                    os.unlink(path)
                continue
            handle = os.open(path, _FLAGS | os.O_NOFOLLOW)
            try:
                if stat.S_ISREG(os.fstat(handle).st_mode) and _is_locked(handle, wait=False):
                    os.unlink(path)
            finally:
                os.close(handle)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a directory are on the disk, if the system supports this."""
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
    """Return a file name for reports: with forward slashes, relative to the working directory if it is inside."""
    try:
        relative = os.path.relpath(name)
    except (ValueError, OSError):
        return name
    return name if relative.startswith("..") else Path(relative).as_posix()
