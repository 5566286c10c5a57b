"""Correct how a source is parsed, permanently."""

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

    item: str = setting(
        "", "Select the item that contains these words, instead of SOURCE:LINE.", "WORDS", power="writes"
    )
    join: bool = setting(False, "Merge the item with the next one.", power="writes")
    split: str = setting("", "Split the item before these words.", "WORDS", power="writes")
    leave_out: bool = setting(False, "Treat the item as not a publication.", power="writes")
    publication: bool = setting(False, "Treat the item as a publication.", power="writes")
    owner: str = setting("", "Name of the person whose publications these are.", "NAME", power="writes")
    heading: str = setting("", "Text of the heading that --announces classifies.", "TEXT", power="writes")
    announces: str = setting("publications", "What follows the heading: publications or other.", "WHAT", power="writes")
    list: bool = setting(False, "List the corrections of SOURCE with their numbers.")
    forget: int = setting(0, "Remove the correction with this number.", "N", power="writes")
    each_line: bool = setting(False, "Read SOURCE like citekit convert --each-line.")
    from_format: str = setting("", "Format of SOURCE (default: detected).", "FORMAT", ("--from",))


@click.command(
    "correct",
    cls=GroupedOptionsCommand,
    examples=(
        "citekit correct references.txt:1 --each-line --set year=2022",
        "citekit correct homepage.md --owner 'G. He'",
        "citekit correct homepage.md --list",
    ),
)
@click.argument("place", metavar="SOURCE[:LINE]", shell_complete=files)
@click.option(
    "--set",
    "pairs",
    multiple=True,
    metavar="NAME=TEXT",
    help="Set a field of the item, such as 'venue=J. of Queues'; an empty TEXT removes it.",
)
@click.option(
    "--nothing", "pieces", multiple=True, metavar="WORDS", help="Exclude these words of the item from all fields."
)
@options_of(answer=_CorrectArguments)
def command(place: str, pairs: tuple[str, ...], pieces: tuple[str, ...], answer: _CorrectArguments) -> int:
    """Correct how a source is parsed, permanently.

    SOURCE is a document that citekit convert reads; LINE is a line of the item, as messages show it. The correction is stored
    in citekit.lock next to SOURCE (or in a parent directory of the project). convert and update apply it every time SOURCE is
    read; corrections of the owner, a heading or a venue also apply to similar items. The corrected entries are printed.
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
    from citekit.extraction.provenance import LIKE_KNOWN
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
    alike = sum(
        not trace.corrected and any(evidence.reason == LIKE_KNOWN for evidence in trace.evidence.values())
        for trace in conversion.library.traces
    )
    if alike:
        print_hint(
            f"{counted(alike, 'other entry')} {'is' if alike == 1 else 'are'} read like it; see citekit convert --explain"
        )
