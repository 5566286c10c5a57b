"""Corrections of how an item of a source is parsed, which are stored in the lock file near it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from citekit.commands.convert import Conversion
from citekit.commands.explain import explanation
from citekit.commands.lock_file import Lock, source_name
from citekit.extraction.corrections import Correction, added, anchor, of_field
from citekit.extraction.provenance import LIKE_KNOWN
from citekit.model.work import Works
from citekit.runtime.config import ConvertSettings
from citekit.runtime.errors import Problem, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.settings_files import lock_near
from citekit.text.unicode import counted


@dataclass(frozen=True, slots=True)
class CorrectionRequest:
    """What is wrong with an item, or with the whole source: see the options of ``citekit correct``.

    The item is the one on ``line``, counted from 1, or the one that contains the words ``item``. ``fields`` maps fields to their
    texts, empty for a field that the item does not have; ``nothing`` are words that belong to no field.
    """

    line: int = 0
    item: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    nothing: tuple[str, ...] = ()
    join: bool = False
    split: str = ""
    leave_out: bool = False
    publication: bool = False
    owner: str = ""
    heading: str = ""
    announces: str = "publications"
    each_line: bool = False
    format: str = ""


@dataclass(frozen=True, slots=True)
class Corrected:
    """The source as it is parsed with the new corrections, the file that they are in, and why some of them fit no item.

    If there is an ``unmet`` one, nothing was saved.
    """

    conversion: Conversion
    corrections: tuple[Correction, ...]
    lock: Lock
    unmet: tuple[Problem, ...] = ()

    def report(self) -> tuple[str, list[str]]:
        """Return the entries that the corrections apply to, as they are read now, and hints at others that they change."""
        texts = [str(correction) for correction in self.corrections]
        pairs = zip(self.conversion.library, self.conversion.library.traces, strict=True)
        corrected = [
            (work, trace) for work, trace in pairs if any(text in note for note in trace.corrected for text in texts)
        ]
        hints = []
        own = sum(any(note.startswith("your correction") for note in trace.corrected) for _, trace in corrected)
        if len(corrected) > own:
            hints.append(f"it also applies to {counted(len(corrected) - own, 'similar entry')}")
        similar = sum(
            not trace.corrected and any(evidence.reason == LIKE_KNOWN for evidence in trace.evidence.values())
            for trace in self.conversion.library.traces
        )
        if similar:
            are = "is" if similar == 1 else "are"
            hints.append(f"{counted(similar, 'other entry')} {are} read like it; see citekit convert --explain")
        works, traces = zip(*corrected, strict=True) if corrected else ((), ())
        return explanation(Works(works, traces)) if corrected else "", hints


def correct_source(source: str, request: CorrectionRequest) -> Corrected:
    """Store corrections of a source in its lock file, if all of them fit an item.

    Raises :class:`~citekit.runtime.errors.UsageError` if there is nothing to correct, for a source that cannot be read or is a
    bibliography, and for an item that is not there.
    """
    lock = Lock.of(lock_near(source))
    name = source_name(source, lock.path.parent)
    new = tuple(_corrections(source, lock, request))
    if not new:
        raise UsageError(
            "no correction given", "specify one with --set, --join, --owner, …; see citekit correct --help"
        )

    def change(corrections: tuple[Correction, ...]) -> tuple[Correction, ...]:
        for correction in new:
            corrections = added(corrections, correction)
        return corrections

    before = lock.corrections.get(name, ())
    lock.corrections[name] = change(before)
    conversion = _read(source, lock, request)
    unmet = tuple(problem for problem in conversion.problems if problem.kind == "unmet-correction")
    lock.corrections[name] = before
    if any(correction.with_item in problem.message for correction in new for problem in unmet):
        return Corrected(conversion, new, lock, unmet)
    lock.note(name, change)
    return Corrected(conversion, new, lock)


def corrections_of(source: str) -> tuple[str, tuple[Correction, ...]]:
    """Return the name of a source in its lock file, and its corrections."""
    lock = Lock.of(lock_near(source))
    name = source_name(source, lock.path.parent)
    return name, lock.corrections.get(name, ())


def forget(source: str, number: int) -> tuple[Path, Correction]:
    """Remove a correction of a source by its number, counted from 1; return the lock file, and the correction.

    Raises :class:`~citekit.runtime.errors.UsageError` if there is none with this number.
    """
    name, corrections = corrections_of(source)
    if not 0 < number <= len(corrections):
        hint = f"run citekit correct {name} --list to see all {len(corrections)}" if corrections else ""
        raise UsageError(f"there is no correction {number} of {name}", hint)
    removed = corrections[number - 1]
    lock = Lock.of(lock_near(source))
    lock.note(name, lambda current: tuple(each for each in current if each != removed))
    return lock.path, removed


def no_item() -> UsageError:
    """Return the error for corrections that fit no item."""
    return UsageError(
        "no item matches the correction; nothing was saved", "run citekit explain FILE:LINE to see the text of the item"
    )


def _read(source: str, lock: Lock, request: CorrectionRequest) -> Conversion:
    settings = ConvertSettings(format=request.format, each_line=request.each_line)
    conversion = Conversion.of([source], settings, corrections=lock)
    for problem in conversion.failures:
        raise UsageError(problem.message, problem.hint)
    if not conversion.readings:
        raise UsageError(
            f"{source} is already a bibliography", "edit it directly: citekit update preserves your changes"
        )
    return conversion


def _corrections(source: str, lock: Lock, request: CorrectionRequest) -> Iterator[Correction]:
    if request.owner:
        yield Correction("owner", value=request.owner)
    if request.heading:
        yield Correction("heading", anchor(request.heading), value=request.announces)
    of_item = (request.fields, request.nothing, request.join, request.split, request.leave_out, request.publication)
    if not any(of_item):
        return
    # all items of a document, extracted or skipped, in order
    reading = _read(source, lock, request).readings[0]
    items = [(trace.span, trace.text) for trace in reading.library.traces]
    items += [(skipped.span, skipped.text) for skipped in reading.left_out]
    line = reading.source.line_column
    texts = [
        ((line(span.start)[0], line(max(span.start, span.end - 1))[0]), text)
        for span, text in sorted(items, key=lambda item: item[0].start)
    ]
    index = _item(texts, source, request.line, request.item)
    text = texts[index][1]
    for name, value in request.fields.items():
        yield of_field(text, name, value)
    yield from (Correction("field", anchor(text), "", words) for words in request.nothing)
    if request.join:
        if index + 1 == len(texts):
            raise UsageError("no item follows it", "specify the first of the two items to join")
        yield Correction("join", anchor(text), value=anchor(texts[index + 1][1]))
    if request.split:
        yield Correction("split", anchor(text), value=request.split)
    if request.leave_out or request.publication:
        yield Correction("leave-out" if request.leave_out else "publication", anchor(text))


_Item = tuple[tuple[int, int], str]
"""The first and the last line of an item, and its text."""


def _item(items: Sequence[_Item], source: str, line: int, words: str) -> int:
    """Return the index of the item at a line, or of the item that contains some words; of several, the shortest."""
    if words:
        folded = " ".join(words.casefold().split())
        matches = [n for n, (_, text) in enumerate(items) if folded in " ".join(text.casefold().split())]
    else:
        matches = [n for n, (lines, _) in enumerate(items) if lines[0] <= line <= lines[1]] if line else []
    if not matches:
        message = f"no item contains the words {words!r}" if words else f"there is no item at line {line} of {source}"
        raise UsageError(
            message if words or line else "no item specified", "identify it by SOURCE:LINE, or by --item WORDS"
        )
    return min(matches, key=lambda n: len(items[n][1]))
