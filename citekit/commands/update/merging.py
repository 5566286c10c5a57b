"""What there is to do: each entry compared with what its sources stated last and state now."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from itertools import count
from pathlib import Path

from citekit.commands.lock_file import Locked
from citekit.commands.update.target import Target, is_list
from citekit.formats import files
from citekit.formats.listing import updated_list
from citekit.model.identity import pairs
from citekit.model.identity.titles import words
from citekit.model.three_way import MergedValue, applied, differences
from citekit.model.work import Work
from citekit.runtime.records import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do or to know.

    ``kind`` is ``new``; ``changed`` and ``kept`` (a person's value stays where the source states another one), both with
    their ``change``; ``vanished`` from all its sources; ``there`` (a work of a source that the file had already); or
    ``refused`` (a change that the file has no place for). ``type`` is the work's if there is a ``change``.
    """

    kind: str
    key: str
    title: str
    change: MergedValue | None = None
    type: str = ""


_FEWEST_WORDS = 5
"""Words of an item that distinguish it from others where all of them are the same."""
Choose = Callable[[Step], bool]
"""Whether what a source states is taken over; called for each ``new``, ``changed`` and ``kept``."""


def usual(step: Step) -> bool:
    """What a person has changed stays."""
    return step.kind != "kept"


def _words_of(work: Work) -> set[str]:
    """Return the words by which an item is known again, whatever fields they were read as: of its title, people,
    container, year.
    """
    names = (*work.author, *work.names("editor"))
    texts = [
        work.text("title"),
        work.text("container-title"),
        *(f"{n.given} {n.full_family} {n.literal}" for n in names),
    ]
    issued = work.issued.year if work.issued else None
    return {*words(" ".join(texts)), *([str(issued)] if issued else [])}


class Merge:
    """The entries of a file, of its lock, and of its sources, and what follows from them."""

    def __init__(
        self, target: Target, locked: Sequence[Locked], theirs: Sequence[Locked], read: Set[str], choose: Choose
    ) -> None:
        self.target, self.before, self.theirs, self.read, self.choose = target, locked, theirs, read, choose
        self.steps: list[Step] = []
        self.locked: list[Locked] = []
        self.changed: dict[int, Work] = {}
        self.added: list[Work] = []
        self.replaced: list[tuple[Work, Work]] = []
        self.texts: dict[Path, str] = {}
        self.keys = {work.id.lower() for work in target.works} | {entry.key.lower() for entry in locked}

    def run(self) -> Merge:
        """Compare everything, and writes the texts."""
        works = [entry.work for entry in self.theirs]
        self.base = self.target.as_written([entry.work for entry in self.before])
        self.now = self.target.as_written(works)
        self.of_base = pairs([entry.work for entry in self.before], works)
        # pair what is left of the lock with what the same source states in the same words, divided otherwise into
        # fields: an item that was read wrongly, and is read otherwise since someone corrected it or another one
        rest = {n: _words_of(e.work) for n, e in enumerate(self.before) if n not in self.of_base}
        taken = set(self.of_base.values())
        having: dict[str, set[int]] = {}
        theirs = {n: _words_of(e.work) for n, e in enumerate(self.theirs) if n not in taken} if rest else {}
        for n, own in theirs.items():
            for word in own:
                having.setdefault(word, set()).add(n)
        for number, old in rest.items():
            rarest = min((having[word] for word in old if word in having), key=len, default=set())
            for n in sorted(rarest - taken):
                same_source = set(self.before[number].sources) & set(self.theirs[n].sources)
                least = min(len(old), len(theirs[n]))
                if same_source and least >= _FEWEST_WORDS and len(old & theirs[n]) == least:
                    self.of_base[number] = n
                    taken.add(n)
                    break
        mine = self._mine()
        for number, entry in enumerate(self.before):
            self._entry(number, entry, mine.get(number))
        free = [n for n in range(len(self.target.works)) if n not in mine.values()]
        left = [n for n in range(len(works)) if n not in self.of_base.values()]
        there = pairs([self.now[n] for n in left], [self.target.works[n] for n in free])
        for at, number in enumerate(left):
            self._new(self.theirs[number], self.target.works[free[there[at]]] if at in there else None)
        self._write()
        return self

    def _mine(self) -> dict[int, int]:
        """Number of an entry of the lock -> number of the work in the file: by its key, else by what it is."""
        works = self.target.works
        by_key = {work.id.lower(): n for n, work in reversed(list(enumerate(works))) if work.id}
        found = {n: by_key[e.key.lower()] for n, e in enumerate(self.before) if e.key.lower() in by_key}
        rest = [n for n in range(len(self.before)) if n not in found]
        free = [n for n in range(len(works)) if n not in found.values()]
        same = pairs([self.base[n] for n in rest], [works[n] for n in free])
        return found | {rest[one]: free[other] for one, other in same.items()}

    def _entry(self, number: int, entry: Locked, at: int | None) -> None:
        others = set(entry.sources) - self.read
        now = self.of_base.get(number)
        listed = is_list(self.target.format)
        if now is None:
            if set(entry.sources) & self.read and not others and (listed or at is not None):
                self.steps.append(Step("vanished", entry.key, entry.work.text("title")))
            self.locked.append(replace(entry, sources=tuple(sorted(others))))
            return
        theirs = self.theirs[now]
        sources = tuple(sorted(others | set(theirs.sources)))
        work = theirs.work
        if others:  # what was made of all sources is not what one of them states; only more can be known of it
            variables, fields = {**work.variables, **entry.work.variables}, {**work.fields, **entry.work.fields}
            work = replace(entry.work, variables=variables, fields=fields)
        key = entry.key
        if listed:
            self.replaced.append((entry.work, work))
        elif at is not None:
            mine = self.target.works[at]
            key = mine.id or key
            self._changes(key, at, self.base[number], self.now[now], keep=bool(others))
        self.locked.append(Locked(key, work, sources))

    def _changes(self, key: str, at: int, base: Work, now: Work, keep: bool) -> None:
        mine, wanted = self.target.works[at], []
        for change in differences(base, mine, now):
            if keep and change.base is not None:
                continue
            step = Step("changed" if change.taken else "kept", key, mine.text("title"), change, mine.type)
            taken = self.choose(step)
            self.steps.append(replace(step, kind="changed" if taken else "kept"))
            wanted.append(replace(change, taken=taken))
        made = applied(mine, now, wanted)
        if made != mine:
            self.changed[at] = made

    def _new(self, theirs: Locked, there: Work | None) -> None:
        if there is not None:
            self.steps.append(Step("there", there.id or theirs.key, there.text("title")))
            self.locked.append(replace(theirs, key=there.id or theirs.key))
            return
        key = self._free(theirs.key)
        step = Step("new", key, theirs.work.text("title"))
        self.locked.append(replace(theirs, key=key))
        if self.choose(step):
            self.steps.append(step)
            self.added.append(theirs.work.with_id(key))

    def _free(self, key: str) -> str:
        wanted = (key, *(f"{key}{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"))
        numbered = (f"{key}-{number}" for number in count(2))
        free = next((one for one in wanted if one.lower() not in self.keys), "") or next(
            one for one in numbered if one.lower() not in self.keys
        )
        self.keys.add(free.lower())
        return free

    def _write(self) -> None:
        path = self.target.path
        if is_list(self.target.format):
            text = self.target.texts.get(path, "")
            made = updated_list(text, self.target.format, self.replaced, self.added)
            self.texts = {path: made.text}
            self.steps += [Step("changed", work.id, work.text("title")) for work in made.replaced]
            self.steps += [Step("refused", work.id, work.text("title")) for work in made.refused]
            return
        if not (self.changed or self.added or path in self.target.texts or files.is_folder(self.target.format)):
            return
        self.texts, refused = self.target.written(self.changed, self.added)
        keys = {self.target.works[n].id for n in refused}
        self.steps = [s if s.kind != "changed" or s.key not in keys else replace(s, kind="refused") for s in self.steps]
