"""Correct how a source is parsed, permanently."""

from __future__ import annotations

import click

from citekit.cli._grammar import GroupedOptionsCommand, files
from citekit.cli._io import divided, give, print_hint, print_message, print_problem
from citekit.cli._options import options_of
from citekit.cli.main import FINE
from citekit.runtime.config import setting
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass
from citekit.text.unicode import one_line


@dataclass(frozen=True, slots=True)
class _CorrectArguments:
    """What is reported about the reading."""

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
    from citekit.commands.correct import CorrectionRequest, correct_source, corrections_of, forget, no_item

    source, line = divided(place)
    if answer.forget:
        path, removed = forget(source, answer.forget)
        print_message(f"{path}: removed: {removed}")
        return FINE
    if answer.list:
        name, corrections = corrections_of(source)
        for number, correction in enumerate(corrections, 1):
            item = f"\tof “{one_line(correction.item, 60)}”" if correction.item else ""
            give(f"{number}\t{one_line(str(correction))}{item}")
        if not corrections:
            print_message(f"no corrections of {name}")
        return FINE
    values = {}
    for pair in pairs:
        name, separator, value = pair.partition("=")
        if not separator:
            raise UsageError(f"--set {pair} has no value", "write NAME=TEXT, such as --set 'venue=J. of Queues'")
        values[name.strip()] = value
    request = CorrectionRequest(
        line, answer.item, values, pieces, answer.join, answer.split, answer.leave_out, answer.publication,
        answer.owner, answer.heading, answer.announces, answer.each_line, answer.from_format,
    )  # fmt: skip
    corrected = correct_source(source, request)
    for problem in corrected.unmet:
        print_problem(problem)
    if corrected.unmet:
        raise no_item()
    text, hints = corrected.report()
    if text:
        give(text)
    for hint in hints:
        print_hint(hint)
    print_message(f"{corrected.lock.path}: saved; citekit convert and citekit update will apply it")
    return FINE
