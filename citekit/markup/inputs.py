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

    A name without one of the ``suffixes`` is tried with that of the main file first. ``roots`` gives the folders in which
    the files of a main file's folder have to lie, links followed; ``looked_for`` collects the names of the files that were
    looked for.
    """

    suffixes: Collection[str]
    roots: Callable[[Path], Collection[Path]]
    looked_for: set[str] = field(default_factory=set)
    _places: dict[str, dict[tuple[str, str, str], Path | None]] = field(default_factory=dict)
    _roots: dict[Path, Collection[Path]] = field(default_factory=dict)

    def find(self, name: str, main: Path, within: str) -> Path | None:
        """The file that ``within``, a part of the document of ``main``, includes by this name; None if it is missing."""
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
        folders = ancestors(main) if name.startswith("/") else [main.parent, within.parent]  # "/" is that of the site
        for folder in folders:
            for candidate in names:
                path = folder / candidate.lstrip("/")
                self.looked_for.add(str(path))
                if is_file(path) and is_within(path, self._roots[main.parent]):
                    return path
        return None


def ancestors(path: Path) -> list[Path]:
    """The folder of a file and those above it, no further than one with ``.git``, at most eight."""
    found: list[Path] = []
    for folder in list(path.absolute().parents)[:8]:
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
