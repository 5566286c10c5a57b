"""The lock file: the content of the sources of each bibliography of a directory at its last update.

It is JSON that can be reviewed: for each bibliography its entries, and for each entry its key, its sources, and the parsed
work as a CSL item with one value per line; and for each source the corrections of the user
(:mod:`citekit.extraction.corrections`), and the works that were known when it was read. While a bibliography is written, the
file also states what is about to be written, for the case that citekit is killed then. Like every file of a project, it is
untrusted: the sources that it names are read again only if they are files of the project.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from os.path import relpath
from pathlib import Path
from typing import Any

from citekit.extraction.corrections import Correction
from citekit.formats import files
from citekit.formats.csljson import item
from citekit.model.work import Work, Works
from citekit.runtime.config import LOCK
from citekit.runtime.errors import FileChangedError, UnreadableInputError, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import Replacement, fingerprint, is_within, project_roots, read_file, replace_files
from citekit.runtime.settings_files import has_folder, lock_near

_VERSION = 1
_MOST_TRIES = 20
"""Maximum number of retries if another process has written the file. Each retry means that one other process is done."""
_MALFORMED = (ValueError, TypeError, KeyError, AttributeError, RecursionError)
"""What reading JSON of another shape raises."""
_HINT = "delete it to start again; existing entries of the bibliography are preserved"


@dataclass(frozen=True, slots=True)
class Locked:
    """An entry at the last update: its key in the file, the work in its sources, and the names of the sources."""

    key: str
    work: Work
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pending:
    """An update that has begun to write: the fingerprints of the files that change, by their paths from the folder of the
    lock, as they were (None: there was none) and as they will be, and the entries and known works of the lock by then.
    """

    before: Mapping[str, str | None]
    after: Mapping[str, str]
    entries: Sequence[Locked]
    known: Mapping[str, tuple[Work, ...]]

    @classmethod
    def of_json(cls, name: str, record: Mapping[str, Any]) -> Pending:
        """Return the record of a bibliography. Raises :class:`~citekit.runtime.errors.UsageError` if it is damaged, or has
        parts that this version does not know and would lose."""
        try:
            before, after, entries, known = (record[part] for part in ("before", "after", "entries", "known"))
            if len(record) != 4 or before.keys() != after.keys():
                raise ValueError
            works = {name: _works(rows) for name, rows in known.items()}
            return cls(dict(before), dict(after), _entries(entries), works)
        except _MALFORMED:
            problem = f'"pending" of {name}, an update that was interrupted, is damaged or of a newer version'
            raise UsageError(problem, f'compare {name} with its sources, and remove "pending"') from None

    def as_json(self) -> dict[str, Any]:
        """Return the record that :meth:`of_json` reads."""
        entries = [{"key": one.key, "from": one.sources, "reading": item(one.work)} for one in self.entries]
        known = {name: list(map(item, works)) for name, works in self.known.items() if works}
        return {"before": self.before, "after": self.after, "known": known, "entries": entries}


@dataclass(slots=True)
class Lock:
    """A lock file: the entries of each bibliography by its name, and the corrections and known works of each source by its name.

    ``pending`` are the updates that were killed while they wrote, by the name of their bibliography. ``before`` is the text that
    is there, None if absent; ``read`` is the fingerprint of its bytes. If the lock is ``alone``, no other lock file is
    looked for.
    """

    path: Path
    files: dict[str, list[Locked]] = field(default_factory=dict)
    corrections: dict[str, tuple[Correction, ...]] = field(default_factory=dict)
    known: dict[str, tuple[Work, ...]] = field(default_factory=dict)
    pending: dict[str, Pending] = field(default_factory=dict)
    before: str | None = None
    alone: bool = False
    read: str | None = None

    @classmethod
    def of(cls, path: Path, corrections_alone: bool = False) -> Lock:
        """Return the lock file at a path, empty if there is none yet; on request without the entries.

        Raises :class:`~citekit.runtime.errors.UnreadableInputError` if it is not a lock file.
        """
        if not path.exists():
            return cls(path)
        held = read_file(path)
        text = held.decode("utf-8", "replace")
        try:
            data = json.loads(text)
            if data["version"] != _VERSION:
                raise UnreadableInputError(f"{path} was written by another version of citekit", _HINT)
            corrections = {
                str(name): tuple(map(Correction.of_json, values))
                for name, values in data.get("corrections", {}).items()
            }
            entries = {} if corrections_alone else data["files"]
            pending = {} if corrections_alone else data.get("pending", {})
            return cls(
                path,
                {str(name): _entries(made) for name, made in entries.items()},
                corrections,
                {str(name): _works(rows) for name, rows in data.get("known", {}).items()},
                {str(name): Pending.of_json(str(name), record) for name, record in pending.items()},
                text,
                read=fingerprint(held),
            )
        except UsageError as error:
            raise UnreadableInputError(f"{path}: {error.problem.message}", error.problem.hint) from None
        except _MALFORMED:
            raise UnreadableInputError(f"{path} is not a lock file of citekit", _HINT) from None

    @property
    def text(self) -> str:
        """The file; the same entries and corrections always give the same text."""
        parts = [
            f"  {_json(name)}: [{_listed(map(_entry_text, made), 2)}]" for name, made in sorted(self.files.items())
        ]
        by_source = [
            f"  {_json(name)}: [{_listed((f'   {_json(each.as_json())}' for each in values), 2)}]"
            for name, values in sorted(self.corrections.items())
            if values
        ]
        corrections = f' "corrections": {{{_listed(by_source, 1)}}},\n' if by_source else ""
        of_known = [
            f"  {_json(name)}: [{_listed((f'   {_json(item(work))}' for work in works), 2)}]"
            for name, works in sorted(self.known.items())
            if works
        ]
        known = f' "known": {{{_listed(of_known, 1)}}},\n' if of_known else ""
        begun = [
            f"  {_json(name)}: {json.dumps(one.as_json(), ensure_ascii=False, indent=1)}"
            for name, one in sorted(self.pending.items())
        ]
        pending = f' "pending": {{{_listed(begun, 1)}}},\n' if begun else ""
        text = f'{{\n "version": {_VERSION},\n{corrections}{known}{pending} "files": {{{_listed(parts, 1)}}}\n}}\n'
        return text.encode("utf-8", "replace").decode()

    def write(self) -> None:
        """Write the file as a whole; raises :class:`~citekit.runtime.errors.UsageError` if it cannot be.

        Where others have written it since it was read, it is :class:`~citekit.runtime.errors.FileChangedError`.
        """
        text = self.text
        replace_files([Replacement(self.path, text.encode(), self.read)])
        self.before, self.read = text, fingerprint(text.encode())

    def note(self, source: str, change: Callable[[tuple[Correction, ...]], tuple[Correction, ...]]) -> None:
        """Change the corrections of a source and write the file. Corrections that other processes wrote are preserved."""
        for rest in reversed(range(_MOST_TRIES)):
            self.corrections[source] = change(self.corrections.get(source, ()))
            try:
                self.write()
                return
            except FileChangedError:
                if not rest:
                    raise
            new = Lock.of(self.path)
            self.files, self.corrections, self.known, self.pending = new.files, new.corrections, new.known, new.pending
            self.before, self.read = new.before, new.read

    def of_source(self, name: str) -> tuple[Correction, ...]:
        """Return the corrections of a source, which is named as it was read: from the working folder."""
        return self.corrections.get(source_name(name, self.path.parent), ())

    def known_of(self, name: str) -> tuple[Work, ...]:
        """Return what was known of a source when it was read last, named as for :meth:`of_source`."""
        return self.known.get(source_name(name, self.path.parent), ())


def told_of(source: str, lock: Lock | None = None) -> tuple[tuple[Correction, ...], tuple[Work, ...]]:
    """Return what people noted about the reading of a source, and which works of it are known: in this lock file, else
    in the one near the source.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if that is not one.
    """
    corrections, known = (lock.of_source(source), lock.known_of(source)) if lock else ((), ())
    if lock and lock.alone:
        return corrections, known
    near = lock_near(source)
    if (corrections and known) or not near.is_file() or (lock and lock.path == near):
        return corrections, known
    beside = Lock.of(near, corrections_alone=True)
    return corrections or beside.of_source(source), known or beside.known_of(source)


def _works(rows: Sequence[Mapping[str, Any]]) -> tuple[Work, ...]:
    works = settled(files.loads(json.dumps(rows), "csljson"))
    if len(works) != len(rows):
        raise ValueError
    return tuple(works)


def _entries(entries: Sequence[Mapping[str, Any]]) -> list[Locked]:
    works = _works([entry["reading"] for entry in entries])
    return [
        Locked(str(entry["key"]), work, tuple(map(str, entry["from"])))
        for entry, work in zip(entries, works, strict=True)
    ]


def settled(works: Iterable[Work]) -> list[Work]:
    """Return the works as a lock file gives them back."""
    return list(files.loads(files.dumps(Works(tuple(works)), "csljson"), "csljson"))


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
    """Return what a source is called in the lock: its path from the folder, or its address."""
    return Path(relpath(name, folder)).as_posix() if has_folder(name) else name


def sources_of(entries: Sequence[Locked], folder: Path) -> list[str]:
    """Return the sources of all entries, to be read again; raises :class:`~citekit.runtime.errors.UsageError` for what is not a file of
    the project: a lock file comes with the project, and the command line states what is requested and read elsewhere.
    """
    names = dict.fromkeys(name for entry in entries for name in entry.sources)
    for name in names:
        if not has_folder(name) or not is_within(folder / name, project_roots(folder)):
            raise UsageError(
                f"{LOCK} names {name}, which is not a file of this project", "specify it on the command line"
            )
    return [str(folder / name) for name in names]
