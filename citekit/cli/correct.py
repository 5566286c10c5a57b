"""Correct how a source is read, once and for all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from citekit.cli._grammar import GroupedOptionsCommand, files
from citekit.cli._input import divided
from citekit.cli._options import options_of
from citekit.cli._terminal import give, one_line, print_hint, print_message, print_problem
from citekit.cli.main import FINE
from citekit.runtime.config import ConvertSettings, setting
from citekit.runtime.errors import UsageError, counted
from citekit.runtime.records import dataclass

if TYPE_CHECKING:
    from citekit.commands.api import Conversion
    from citekit.commands.lock_file import Lock
    from citekit.extraction.corrections import Correction
    from citekit.extraction.pipeline import Reading


@dataclass(frozen=True, slots=True)
class _CorrectArguments:
    """What is said about the reading."""

    item: str = setting("", "The item that has these words, in place of SOURCE:LINE.", "WORDS", power="writes")
    join: bool = setting(False, "The item and the one below it are one.", power="writes")
    split: str = setting("", "Another publication begins with these words of the item.", "WORDS", power="writes")
    leave_out: bool = setting(False, "The item is no publication.", power="writes")
    publication: bool = setting(False, "The item is a publication.", power="writes")
    owner: str = setting("", "Whose list it is.", "NAME", power="writes")
    heading: str = setting("", "The heading that --announces is about.", "TEXT", power="writes")
    announces: str = setting(
        "publications", "What the heading announces: publications or other.", "WHAT", power="writes"
    )
    list: bool = setting(False, "List what was said about SOURCE, with numbers.")
    forget: int = setting(0, "Take back what has this number.", "N", power="writes")
    each_line: bool = setting(False, "Read the source as citekit convert --each-line does.")
    from_format: str = setting("", "Read the source as this format.", "FORMAT", ("--from",))


@click.command("correct", cls=GroupedOptionsCommand)
@click.argument("place", metavar="SOURCE[:LINE]", shell_complete=files)
@click.option(
    "--set",
    "pairs",
    multiple=True,
    metavar="NAME=TEXT",
    help="A field of the item, 'venue=J. of Queues': which of its words it is, or others; nothing takes it away.",
)
@click.option("--nothing", "pieces", multiple=True, metavar="WORDS", help="These words of the item are in no field.")
@options_of(answer=_CorrectArguments)
def command(place: str, pairs: tuple[str, ...], pieces: tuple[str, ...], answer: _CorrectArguments) -> int:
    """Correct how a source is read, once and for all.

    SOURCE is what citekit convert reads, and LINE a line of the item, as messages name it. What you say is kept in
    citekit.lock beside SOURCE (or above it in the project), and is heeded whenever SOURCE is read again, by convert and
    by update; what holds for a list (whose it is, what a heading announces, which field a name of a venue is) also by the
    items that are alike. It prints what the corrected entries are then; --explain of convert says so, too.
    """
    from citekit.commands.lock_file import Lock, lock_near, source_name
    from citekit.extraction.corrections import added

    source, line = divided(place)
    lock = Lock.of(lock_near(source))
    name = source_name(source, lock.path.parent)
    if answer.list or answer.forget:
        return _listed(lock, name, answer.forget)
    new = list(_corrections(source, line, lock, pairs, pieces, answer))
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
    conversion = _read(source, lock, answer)
    unmet = [problem for problem in conversion.problems if problem.kind == "unmet-correction"]
    if any(str(correction) in problem.message for correction in new for problem in unmet):
        for problem in unmet:
            print_problem(problem)
        raise UsageError(
            "no item matches the correction; nothing was saved",
            "run citekit explain FILE:LINE to see the text of the item",
        )
    lock.corrections[name] = before
    lock.note(name, change)
    _report(conversion, new)
    print_message(f"{lock.path}: saved; citekit convert and citekit update will apply it")
    return FINE


def _read(source: str, lock: Lock, answer: _CorrectArguments) -> Conversion:
    from citekit.commands.api import Conversion

    settings = ConvertSettings(format=answer.from_format, each_line=answer.each_line)
    conversion = Conversion.of([source], settings, corrections=lock)
    for problem in conversion.failures:
        raise UsageError(problem.message, problem.hint)
    if not conversion.readings:
        raise UsageError(
            f"{source} is already a bibliography", "edit it directly: citekit update preserves your changes"
        )
    return conversion


def _corrections(
    source: str, line: int, lock: Lock, pairs: Sequence[str], pieces: Sequence[str], answer: _CorrectArguments
) -> Iterator[Correction]:
    from citekit.extraction.corrections import Correction, anchor, of_field

    if answer.owner:
        yield Correction("owner", value=answer.owner)
    if answer.heading:
        yield Correction("heading", anchor(answer.heading), value=answer.announces)
    of_item = (pairs, pieces, answer.join, answer.split, answer.leave_out, answer.publication)
    if not any(of_item):
        return
    texts = _items(_read(source, lock, answer).readings[0])
    index = _item(texts, source, line, answer.item)
    text = texts[index][1]
    for pair in pairs:
        name, separator, value = pair.partition("=")
        if not separator:
            raise UsageError(f"--set {pair} has no value", "write NAME=TEXT, such as --set 'venue=J. of Queues'")
        yield of_field(text, name.strip(), value)
    yield from (Correction("field", anchor(text), "", words) for words in pieces)
    if answer.join:
        if index + 1 == len(texts):
            raise UsageError("no item follows it", "specify the first of the two items to join")
        yield Correction("join", anchor(text), value=anchor(texts[index + 1][1]))
    if answer.split:
        yield Correction("split", anchor(text), value=answer.split)
    if answer.leave_out or answer.publication:
        yield Correction("leave-out" if answer.leave_out else "publication", anchor(text))


_Item = tuple[tuple[int, int], str]
"""The first and the last line of an item, and its text."""


def _items(reading: Reading) -> list[_Item]:
    """Return all items of a document, extracted or skipped, in order."""
    items = [(trace.span, trace.text) for trace in reading.library.traces]
    items += [(skipped.span, skipped.text) for skipped in reading.left_out]
    line = reading.source.line_column
    return [
        ((line(span.start)[0], line(max(span.start, span.end - 1))[0]), text)
        for span, text in sorted(items, key=lambda item: item[0].start)
    ]


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


def _listed(lock: Lock, name: str, forget: int) -> int:
    corrections = lock.corrections.get(name, ())
    if forget:
        if not 0 < forget <= len(corrections):
            hint = f"run citekit correct {name} --list to see all {len(corrections)}" if corrections else ""
            raise UsageError(f"there is no correction {forget} of {name}", hint)
        removed = corrections[forget - 1]
        lock.note(name, lambda current: tuple(each for each in current if each != removed))
        print_message(f"{lock.path}: removed: {removed}")
        return FINE
    for number, correction in enumerate(corrections, 1):
        item = f"\tof “{one_line(correction.item, 60)}”" if correction.item else ""
        give(f"{number}\t{one_line(str(correction))}{item}")
    if not corrections:
        print_message(f"no corrections of {name}")
    return FINE


def _report(conversion: Conversion, new: Sequence[Correction]) -> None:
    """Print the entries that the new corrections apply to, as they are parsed now."""
    from citekit.cli import _reports
    from citekit.model.library import Works

    texts = [str(correction) for correction in new]
    pairs = zip(conversion.library, conversion.library.traces, strict=True)
    corrected = [
        (work, trace) for work, trace in pairs if any(text in note for note in trace.corrected for text in texts)
    ]
    if corrected:
        works, traces = zip(*corrected, strict=True)
        give(_reports.explanation(Works(works, traces)))
    own = sum(any(note.startswith("you said") for note in trace.corrected) for _, trace in corrected)
    if len(corrected) > own:
        print_hint(f"it also applies to {counted(len(corrected) - own, 'similar entry')}")
