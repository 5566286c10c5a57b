"""A bibliography brought up to date with the documents it was made from, without losing what a person changed in it.

Each entry is compared three ways: what its sources stated when the bibliography was last brought up to date (that is stored in
``citekit.lock`` next to it), what is in the file now, and what the sources state now. What only the sources have changed
is taken over; what a person has changed stays, and is named where a source disagrees later. New works are put at the end;
works that have vanished from their sources are named and stay; what a person took out does not come back.

The bibliography and the lock cannot be replaced at one moment. So the lock first states what is about to be written
(:class:`~citekit.commands.lock_file.Pending`); then the bibliography is replaced, and then the lock, without that. Where a
run was killed in between, the next one compares the files with what the lock states, and knows what citekit wrote.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from os import PathLike
from pathlib import Path

from citekit.commands.convert import Conversion, Readable
from citekit.commands.lock_file import Lock, Locked, Pending, settled, source_name, sources_of
from citekit.commands.update.merging import Choose, Merge, Step, usual
from citekit.commands.update.target import Target, is_list
from citekit.formats.listing import has_item
from citekit.model.three_way import applied, differences, value_of
from citekit.model.work import Work
from citekit.runtime.config import LOCK, ConvertSettings
from citekit.runtime.encodings import Encoding
from citekit.runtime.errors import Problem, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import Replacement, fingerprint, replace_files

__all__ = ["LOCK", "Step", "Update", "update"]


@dataclass(frozen=True)
class Update:
    """What there is to do: the steps, the texts of all files before and after (by path), the sources that failed, the
    fingerprints of the files that were read, and the lock as it was when they were, and as it will be."""

    path: Path
    steps: tuple[Step, ...]
    before: Mapping[Path, str]
    after: Mapping[Path, str]
    encoding: Encoding
    conversion: Conversion
    read: Mapping[Path, str]
    locks: tuple[Lock, Lock]

    @property
    def changed(self) -> tuple[Path, ...]:
        """The files that change, the lock after all others."""
        found = [path for path, text in self.after.items() if self.before.get(path) != text]
        return tuple(sorted(found, key=lambda path: (path.name == LOCK, path)))

    @property
    def failures(self) -> tuple[Problem, ...]:
        """Why sources could not be read; then nothing may be written."""
        return self.conversion.failures

    def write(self) -> None:
        """Write the files that change, each as a whole; raises :class:`~citekit.runtime.errors.UsageError` if one cannot be,
        and where a source could not be read, for its works would not be known any more.

        Where someone else has written one of them since it was read, nothing is written and it raises
        :class:`~citekit.runtime.errors.FileChangedError`: another :func:`update` starts from what is there now.
        """
        for problem in self.failures:
            raise UsageError(
                f"{problem.message}; nothing was written", "fix the source, or specify only the other sources"
            )
        made = []
        for path in self.changed:
            encoding = self.encoding if path == self.path else Encoding()
            made.append(Replacement(path, encoding.encode(self.after[path]), self.read.get(path)))
        old, new = self.locks
        others = {file.path.relative_to(new.path.parent).as_posix(): file for file in made if file.path != new.path}
        if others:
            pending = Pending(
                {name: file.read for name, file in others.items()},
                {name: fingerprint(file.data) for name, file in others.items()},
                new.files[self.path.name],
                new.known,
            )
            begun = replace(old, pending={**old.pending, self.path.name: pending})
            made.insert(0, Replacement(begun.path, begun.text.encode(), begun.read))
        for path in self.changed:
            path.parent.mkdir(parents=True, exist_ok=True)
        replace_files(made)


def update(
    path: str | PathLike[str],
    sources: Iterable[Readable] = (),
    settings: ConvertSettings = ConvertSettings(),  # noqa: B008 - frozen
    format: str = "",  # noqa: A002 - the public word for it
    choose: Choose = usual,
) -> Update:
    """Return what brings a bibliography (a file, or the folder of a format) up to date with its sources; nothing is
    written yet.

    Without ``sources`` those of the lock are read again. Raises :class:`~citekit.runtime.errors.UsageError` if there are
    none, and :class:`~citekit.runtime.errors.UnreadableInputError` where the bibliography or its lock cannot be read.

    >>> update("me.bib", ["homepage.md"]).write()  # doctest: +SKIP
    """
    place = Path(path)
    target = Target.of(place, format)
    lock_path = place.parent / LOCK
    lock = Lock.of(lock_path)
    _take_over(lock, target)
    old = replace(lock, files=dict(lock.files), known=dict(lock.known))
    locked = lock.files.get(place.name, [])
    given = [*sources] or sources_of(locked, place.parent)
    if not given:
        raise UsageError(
            f"no sources are known for {place}", f"list them after the file: citekit update {place} SOURCE…"
        )
    if any(os.path.realpath(source) == os.path.realpath(place) for source in given if isinstance(source, str | Path)):
        raise UsageError(f"{place} is the bibliography, and cannot be its source", "list the documents it is made from")
    known = _known_works(target, locked, lock)
    conversion = Conversion.of(given, settings, leave_out=place, corrections=lock, known=known)
    conversion = _without_emptied(conversion, locked, place.parent)
    own = {work.id for work in known}
    for part in conversion.parts:
        if part.reading:  # those of other files without their keys: the same key is another entry here
            works = settled(work if work.id in own else work.with_id("") for work in part.reading.known)
            lock.known[source_name(part.name, place.parent)] = tuple(works)
    read = {source_name(part.name, place.parent) for part in conversion.parts if not part.failure}
    merge = Merge(target, locked, _theirs(conversion, place.parent), read, choose).run()
    lock.files[place.name] = merge.locked
    before = {**target.texts, **({lock_path: lock.before} if lock.before is not None else {})}
    after = {**target.texts, **merge.texts, lock_path: lock.text}
    read_files = {**target.read, **({lock_path: lock.read} if lock.read is not None else {})}
    return Update(place, tuple(merge.steps), before, after, target.encoding, conversion, read_files, (old, lock))


def _take_over(lock: Lock, target: Target) -> None:
    """Note in the lock what a run that was killed while it wrote the bibliography had written.

    That is everything if the files are as it wrote them, and nothing if they are as it read them. Otherwise someone has
    edited them since, or only some files of a folder were written: then it is what is in the files.
    """
    name = target.path.name
    pending = lock.pending.pop(name, None)
    if not pending:
        return
    now = {path: target.read.get(lock.path.parent / path) for path in pending.after}
    if now == pending.before:
        return
    lock.known |= pending.known
    if now == pending.after:
        lock.files[name] = list(pending.entries)
        return
    old = lock.files.get(name, [])
    if is_list(target.format):  # the only file: one new item in it, and all were written
        new = [entry.work for was, entry in zip_longest(old, pending.entries) if entry and entry != was]
        if has_item(target.texts.get(target.path, ""), target.format, new):
            lock.files[name] = list(pending.entries)
        return
    written = target.as_written([entry.work for entry in old])
    works = {work.id.lower(): work for work in target.works}
    found = []
    for was, base, entry in zip(old, written, pending.entries, strict=False):
        mine = works.get(entry.key.lower(), entry.work)
        changes = differences(was.work, was.work, entry.work)
        taken = [replace(one, taken=value_of(mine, one.name) != value_of(base, one.name)) for one in changes]
        found.append(Locked(entry.key, applied(was.work, entry.work, taken), entry.sources))
    # after the entries that there were, an update puts the new ones
    found += [entry for entry in pending.entries[len(old) :] if entry.key.lower() in works]
    lock.files[name] = found


def _known_works(target: Target, locked: Sequence[Locked], lock: Lock) -> list[Work]:
    """Return what the bibliography states that citekit did not write: entries that a person wrote, what a person changed in
    the others, and of both what was known before. The lock keeps from then on which values that is.
    """
    base = {e.key.lower(): w for e, w in zip(locked, target.as_written([e.work for e in locked]), strict=True)}
    before = {work.id: work for works in lock.known.values() for work in works if work.id}
    found = []
    for mine in target.works:
        theirs, of_lock = base.get(mine.id.lower()), before.get(mine.id, Work())
        if theirs is None:
            found.append(mine)
            continue
        changed = [
            name
            for name, value in mine.variables.items()
            if name in of_lock.variables or value != theirs.variables.get(name)
        ]
        typed = of_lock.type != Work().type or mine.type != theirs.type
        if changed or typed:
            chosen = {
                name: mine.variables[name] for name in dict.fromkeys(("title", *changed)) if name in mine.variables
            }
            found.append(Work(mine.type if typed else Work().type, mine.id, chosen))
    keys = {work.id for work in target.works}
    lock.known = {name: tuple(w for w in works if w.id not in keys) for name, works in lock.known.items()}
    return found


def _without_emptied(conversion: Conversion, locked: Iterable[Locked], folder: Path) -> Conversion:
    """Return the conversion with a failure for each source that has had works and holds none now.

    A page that requests patience, an empty export, and a list that a script fills look like that. Were they believed, the lock
    would forget the source, and nothing would show any more what the bibliography is made from.
    """
    counts = Counter(name for entry in locked for name in entry.sources)
    parts = []
    for part in conversion.parts:
        had = counts[source_name(part.name, folder)]
        if had and not part.failure and not part.library.works:
            message = f"{part.name} holds no publications now; it had {had}"
            hint = "check the source, and run this again; if it is no longer used, remove it from citekit.lock"
            parts.append(replace(part, failure=Problem(message, hint)))
        else:
            parts.append(part)
    return replace(conversion, parts=tuple(parts))


def _theirs(conversion: Conversion, folder: Path) -> list[Locked]:
    library = conversion.library
    found = []
    for work, trace in zip(settled(library), library.traces, strict=True):
        names = {source_name(source.name, folder) for source in (trace.source, *(place for place, _ in trace.also))}
        found.append(Locked(work.id, work, tuple(sorted(names))))
    return found
