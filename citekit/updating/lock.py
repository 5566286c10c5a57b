"""The lock file: what the sources of each bibliography of a folder said when it was last brought up to date.

It is JSON that a person can read and review: for each bibliography its entries, and for each entry its key, the sources it
was read in, and the reading as a CSL item, a value a line. It is hostile like every file of a project: it tells what was
read, and names sources that are read again only where they are files of the project.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from os.path import relpath
from pathlib import Path
from typing import Any

from citekit import patterns as re
from citekit.disk import is_within, project_roots, read_file
from citekit.errors import UnreadableInputError, UsageError
from citekit.formats import files
from citekit.formats.csljson import item
from citekit.records import dataclass
from citekit.works.library import Library
from citekit.works.work import Work

LOCK = "citekit.lock"
"""The name of the file; it stands beside the bibliographies."""

_VERSION = 1
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,30}://|<")
_HINT = "remove it to begin anew: entries that are there stay as they are"


@dataclass(frozen=True, slots=True)
class Locked:
    """An entry as its sources said it last: its key in the file, the work, and the names of the sources."""

    key: str
    work: Work
    sources: tuple[str, ...] = ()


def read_locks(path: Path) -> tuple[str | None, dict[str, list[Locked]]]:
    """The text of a lock file (None where there is none), and the entries of each bibliography by its name.

    Raises :class:`~citekit.errors.UnreadableInputError` where it is no lock file.
    """
    if not path.exists():
        return None, {}
    text = read_file(path).decode("utf-8", "replace")
    try:
        data = json.loads(text)
        if data["version"] != _VERSION:
            raise UnreadableInputError(f"{path} was written by another version of citekit", _HINT)
        return text, {str(name): _entries(entries) for name, entries in data["files"].items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise UnreadableInputError(f"{path} is no lock file of citekit", _HINT) from None


def _entries(entries: Sequence[Mapping[str, Any]]) -> list[Locked]:
    works = settled(files.loads(json.dumps([entry["reading"] for entry in entries]), "csljson"))
    if len(works) != len(entries):
        raise ValueError
    return [
        Locked(str(entry["key"]), work, tuple(map(str, entry["from"])))
        for entry, work in zip(entries, works, strict=True)
    ]


def settled(works: Iterable[Work]) -> list[Work]:
    """The works as a lock file gives them back."""
    return list(files.loads(files.dumps(Library(tuple(works)), "csljson"), "csljson"))


def lock_text(locks: Mapping[str, Sequence[Locked]]) -> str:
    """The lock file of these bibliographies; the same entries always give the same text."""
    parts = [f"  {_json(name)}: [{_listed(map(_entry_text, entries), 2)}]" for name, entries in sorted(locks.items())]
    text = f'{{\n "version": {_VERSION},\n "files": {{{_listed(parts, 1)}}}\n}}\n'
    return text.encode("utf-8", "replace").decode()


def _listed(parts: Iterable[str], indent: int) -> str:
    made = ",\n".join(parts)
    return f"\n{made}\n{' ' * indent}" if made else ""


def _entry_text(entry: Locked) -> str:
    values = (f"     {_json(name)}: {_json(value)}" for name, value in sorted(item(entry.work).items()))
    reading = f"{{{_listed(values, 4)}}}"
    return (
        f'   {{\n    "key": {_json(entry.key)},\n    "from": {_json(entry.sources)},\n    "reading": {reading}\n   }}'
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def source_name(name: str, folder: Path) -> str:
    """What a source is called in the lock: its path from the folder, or its address."""
    return name if _ADDRESS.match(name) else Path(relpath(name, folder)).as_posix()


def sources_of(entries: Sequence[Locked], folder: Path) -> list[str]:
    """The sources of all entries, to be read again; raises :class:`~citekit.errors.UsageError` for what is no file of
    the project: a lock file comes with the project, and the command line says what is asked for and read elsewhere.
    """
    names = dict.fromkeys(name for entry in entries for name in entry.sources)
    for name in names:
        if _ADDRESS.match(name) or not is_within(folder / name, project_roots(folder)):
            raise UsageError(f"{LOCK} names {name}, which is no file of this project", "name it on the command line")
    return [str(folder / name) for name in names]
