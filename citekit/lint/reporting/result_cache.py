"""Cached results: what a run printed, by the content of all files that it read and looked for."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict
from datetime import date
from pathlib import Path

from citekit.runtime.config import CheckSettings
from citekit.runtime.errors import CitekitError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import read_file, refuse_link_out, write_file

_VERSION = 4  # layout of the cached results: another number makes older ones unreadable
# The whole package: a change in any module may change a result.
_PROGRAM = Path(__file__).parents[3] / "citekit"
_NAME = 32  # hexadecimal digits, 128 bits of the hash: no two runs share a name
# Number of results cached in a directory, the newest ones.
_MOST = 64
# Number of bytes they may have together; the newest one may have more.
_LARGEST = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class CachedRun:
    """What a run printed, its last line, its exit code, and the files that had nothing in them."""

    output: str
    summary: str
    code: int
    empty: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cache:
    """The results in a folder for a run over some paths with these settings; ``wanted`` is what it is to print."""

    folder: Path
    paths: list[Path]
    settings: CheckSettings
    wanted: str

    def recall(self) -> CachedRun | None:
        """Return the cached result of such a run, if no file that it read, or did not find, has changed since."""
        try:
            content = json.loads(read_file(self._file()))
            searched = [Path(name) for name in content["searched"]]
            if content["folders"] != _folders([*self.paths, *searched], self.folder):
                return None
            if any(_digest(name) != digest for name, digest in content["files"].items()):
                return None
            result = content["kept"]
            return CachedRun(result["output"], result["summary"], result["code"], tuple(result["empty"]))
        except (CitekitError, OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def keep(
        self, result: CachedRun, read: Mapping[str, str], looked_for: Iterable[str], searched: Iterable[str] = ()
    ) -> None:
        """Keep a result, written whole or not at all; a folder that cannot be written to keeps nothing.

        ``read`` are the files with their SHA-256 when they were read: what has changed since then is not taken for known.
        ``searched`` are the folders in which files were looked for that belong to those.
        """
        others = sorted({*looked_for, *filter(None, [self.settings.baseline])} - read.keys())
        files = dict(read) | {name: _digest(name) for name in others}
        folders = sorted(searched)
        seen = _folders([*self.paths, *map(Path, folders)], self.folder)
        content = {"files": files, "folders": seen, "searched": folders, "kept": asdict(result)}
        with suppress(OSError, CitekitError):
            ignore, file = self.folder / ".gitignore", self._file()
            for name in (self.folder, ignore, file):
                refuse_link_out(name)
            self.folder.mkdir(parents=True, exist_ok=True)
            if not ignore.exists():
                write_file(ignore, b"*\n", durable=False)
            write_file(file, json.dumps(content).encode(), overwrite=True, durable=False)
            # remove the oldest results if there are too many, or if they are too large together
            found = []
            for path in self.folder.glob(f"{'[0-9a-f]' * _NAME}.json"):
                with suppress(OSError):  # another run may have taken it away
                    stat = path.stat()
                    found.append((stat.st_mtime_ns, stat.st_size, path))
            room = _LARGEST
            for number, (_, size, path) in enumerate(sorted(found, reverse=True)):
                room -= size
                if number and (number >= _MOST or room < 0):
                    path.unlink(missing_ok=True)

    def _file(self) -> Path:
        """Return the cache file of a run: by version, rules, settings, other files they name, this year, directory, arguments."""
        named = [str(path) for path in self.paths]
        given = [_stat(name) for name in (self.settings.records, self.settings.retractions)]
        parts = (_VERSION, _rules(), asdict(self.settings), given, self.wanted, date.today().year, os.getcwd(), named)
        text = json.dumps(parts, sort_keys=True, default=str)
        return self.folder / f"{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:_NAME]}.json"


def _rules() -> str:
    """Return a name for the program as it is installed, so that a changed rule forgets old results."""
    found = hashlib.sha256()
    for place, folders, names in os.walk(_PROGRAM):
        folders.sort()
        for name in sorted(names):
            if name.endswith((".py", ".toml", ".json", ".csv", ".tsv", ".txt")):
                stat = os.stat(os.path.join(place, name))
                found.update(f"{place}/{name} {stat.st_mtime_ns} {stat.st_size}\n".encode("utf-8", "replace"))
    return found.hexdigest()


def _stat(name: str) -> tuple[int, int]:
    """Return size and time of a file that may be too large to be read for its digest; zeros if it does not exist."""
    try:
        found = os.stat(name)
    except (OSError, ValueError):
        return 0, 0
    return found.st_size, found.st_mtime_ns


def _digest(name: str) -> str:
    try:
        return hashlib.sha256(read_file(name)).hexdigest()
    except CitekitError:
        return ""


def _folders(paths: list[Path], cache: Path) -> list[str]:
    """Return the names of all files in the folders that are checked, but for those of the cache: a new file is a
    change.
    """
    own = os.path.abspath(cache)
    found: list[str] = []
    for path in paths:
        if path.is_dir():
            for place, folders, names in os.walk(path):
                folders[:] = sorted(
                    name
                    for name in folders
                    if not name.startswith(".") and os.path.abspath(os.path.join(place, name)) != own
                )
                found += [os.path.join(place, name) for name in sorted(names)]
    return [hashlib.sha256("\n".join(found).encode("utf-8", "replace")).hexdigest()]
