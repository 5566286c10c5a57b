"""The files that a text includes by name: found next to its main file or next to the one that names them, and only once."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from dataclasses import field
from functools import cache
from pathlib import Path

from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import is_file, is_within

TEX = (".tex", ".ltx", ".rnw", ".sty", ".cls")
"""The suffixes of files whose parts end in ``.tex`` where a name does not state more."""


@dataclass(slots=True)
class Inputs:
    """Finds files by the names that texts give them.

    A name without one of the ``suffixes`` is tried with that of the main file first. ``roots`` returns, for the folder of a
    main file, the folders that its parts must be in after links are followed. ``looked_for`` collects the names of all files
    that were tried, found or not: a cached result is only valid while none of them appears or disappears.
    """

    suffixes: Collection[str]
    roots: Callable[[Path], Collection[Path]]
    looked_for: set[str] = field(default_factory=set)
    _places: dict[str, dict[tuple[str, str, str], Path | None]] = field(default_factory=dict)
    """Suffix of the main file -> (name, folder of the main file, folder of the part that names it) -> the file."""
    _roots: dict[Path, Collection[Path]] = field(default_factory=dict)

    def find(self, name: str, main: Path, within: str) -> Path | None:
        """Return the file that ``within``, a part of the document of ``main``, includes by a name; None if absent."""
        folder, suffix = _folder_and_suffix(main)
        key = (name, folder, _folder(within))
        places = self._places.setdefault(suffix, {})
        if key not in places:
            places[key] = self._found(name, main, Path(within), ".tex" if suffix in TEX else suffix)
        return places[key]

    def _found(self, name: str, main: Path, within: Path, suffix: str) -> Path | None:
        if main.parent not in self._roots:
            self._roots[main.parent] = self.roots(main.parent)
        names = [name] if Path(name).suffix.lower() in self.suffixes else [f"{name}{suffix}", name]
        # a name that begins with a slash is below the root of the site, which may be any folder above
        folders = ancestors(main) if name.startswith("/") else [main.parent, within.parent]
        for folder in folders:
            for candidate in names:
                path = folder / candidate.lstrip("/")
                self.looked_for.add(str(path))
                if is_file(path) and is_within(path, self._roots[main.parent]):
                    return path
        return None


_MOST_FOLDERS = 8
"""Folders above a file in which a root is looked for; each costs a look at the disk for every included name."""


def ancestors(path: Path) -> list[Path]:
    """Return the folder of a file and those above it, no further than one with ``.git``."""
    found: list[Path] = []
    for folder in list(path.absolute().parents)[:_MOST_FOLDERS]:
        found.append(folder)
        if (folder / ".git").exists():
            break
    return found


@cache
def _folder(name: str) -> str:
    return os.path.dirname(name)


@cache
def _folder_and_suffix(path: Path) -> tuple[str, str]:
    return os.path.dirname(path), path.suffix.lower()
