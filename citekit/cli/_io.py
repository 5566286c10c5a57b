"""What commands read and write: input files, output files that are replaced atomically, and messages on standard error.

Data goes to standard output as UTF-8, messages to standard error; colours are for terminals only.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from citekit.runtime import patterns as re
from citekit.runtime.errors import UsageError
from citekit.runtime.safe_files import Replacement, fingerprint, read_file, read_stream, replace_files, write_file
from citekit.text.unicode import one_line, visible

if TYPE_CHECKING:
    from citekit.runtime.errors import Problem
from collections import Counter
from typing import TYPE_CHECKING

from citekit.text.unicode import counted

if TYPE_CHECKING:
    from citekit.commands.convert import Conversion
    from citekit.commands.distributed import PartReport
    from citekit.runtime.errors import Problem
    from citekit.services.arxiv.enrich import Enriched

STDIN = STDOUT = "-"
_PLACE = re.compile(r"(.+?):(\d{1,9})(?::\d{1,9})?")
_MEANING = re.compile(
    r"^(?P<type>@[A-Za-z]{1,40})[{(](?P<key>[^,\s{}()]{1,200})(?=,)"
    r"|^[ \t]{1,40}(?P<field>[A-Za-z][\w+:-]{0,60})(?=[ \t]{0,40}=[ \t]{0,40}[{\"\w])"
    r"|^(?P<gone>-(?!-).*)|^(?P<new>\+(?!\+).*)",
    re.MULTILINE,
)
"""What is coloured: ``@book{doe``, ``  title =``, and the lines of a difference that begin with ``-`` or ``+``."""
_COLOURS = {"type": "cyan", "key": "yellow", "field": "blue", "gone": "red", "new": "green"}
"""Part of an entry or of a difference -> its colour, the same in all commands."""


def shown_name(file: str) -> str:
    """Return the name of an input in messages: ``<stdin>`` for ``-``."""
    return "<stdin>" if file == STDIN else file


def read_input(file: str) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``.

    Raises the errors of :func:`citekit.runtime.safe_files.read_file`.
    """
    return read_stream(sys.stdin.buffer, "<stdin>") if file == STDIN else read_file(file)


def divided(place: str) -> tuple[str, int]:
    r"""Split ``FILE:LINE`` or ``FILE:LINE:COLUMN`` into file and line; the line is 0 if missing.

    A file may contain colons (``C:\list.md:3``); the name of an existing file is not split.
    """
    match = _PLACE.fullmatch(place)
    return (match[1], int(match[2])) if match and not Path(place).exists() else (place, 0)


def is_directory(out: str) -> bool:
    """Whether ``out`` names a directory: one that exists, or a new one by its last character."""
    return Path(out).is_dir() or out.endswith(("/", os.sep))


def refuse_to_overwrite(out: str, overwrite: bool) -> None:
    """Raise :class:`~citekit.runtime.errors.UsageError` if ``out`` is an existing file and ``overwrite`` is false."""
    path = Path(out)
    if out == STDOUT:
        return
    if is_directory(out):
        raise UsageError(f"{out} is a directory", "specify a file to write to")
    if not path.parent.is_dir():
        raise UsageError(
            f"{out} cannot be written: directory {path.parent} does not exist", "create the directory first"
        )
    if path.is_file() and not overwrite:
        raise UsageError(f"{out} already exists", "use --overwrite to replace it")


def refuse_folder(out: str) -> None:
    """Raise :class:`~citekit.runtime.errors.UsageError` if ``out`` cannot be a directory for the files of a format."""
    path = Path(out)
    if out in ("", STDOUT):
        raise UsageError("this format is a directory of files", "specify the directory with -o")
    if path.exists() and not path.is_dir():
        raise UsageError(f"{out} is a file", "specify a directory to write to")
    if not path.parent.is_dir():
        raise UsageError(
            f"{out} cannot be written: directory {path.parent} does not exist", "create the directory first"
        )


def content_before(out: str, inputs: Iterable[str]) -> dict[str, bytes]:
    """Return the content of OUT if it is one of the inputs, or in one; call it before they are read.

    :func:`write` and :func:`write_data` take it as ``read``. A file that changes between the two is refused as well.
    """
    path = Path(out)
    if out in ("", STDOUT) or not path.is_file():
        return {}
    with suppress(OSError, ValueError):  # what is not a name of a file is refused where it is read
        whole = path.resolve()
        if any(whole.is_relative_to(Path(name).resolve()) for name in inputs):
            return {out: read_file(path)}
    return {}


def write(text: str, out: str, overwrite: bool, styled: bool = False, read: Mapping[str, bytes] | None = None) -> None:
    """Write ``text`` to the file ``out``, or to standard output if that is empty or ``-``.

    A file is replaced atomically; a pipe or a device is written to. ``styled`` text contains terminal codes on purpose;
    ``read`` as in :func:`write_data`.
    """
    if out in ("", STDOUT):
        give(text, styled)
    else:
        data = as_bytes(text) if _is_device(out) else text.encode("utf-8", "replace")
        write_data(data, out, overwrite, styled, read)


def write_data(
    data: bytes, out: str, overwrite: bool, styled: bool = False, read: Mapping[str, bytes] | None = None
) -> None:
    """Write bytes unchanged, to the same places as :func:`write`.

    ``read`` maps the names of the input files to their bytes. If ``out`` is one of them, it must still hold these bytes;
    otherwise :class:`~citekit.runtime.errors.FileChangedError` is raised.
    """
    same = next((held for name, held in (read or {}).items() if out and out != STDOUT and _is_same(name, out)), None)
    if out in ("", STDOUT):
        give_bytes(data, styled)
    elif same is not None:
        replace_files([Replacement(Path(out), data, fingerprint(same))])
    elif _is_device(out):
        Path(out).write_bytes(data)
    else:
        write_file(Path(out), data, overwrite)


def _is_same(name: str, out: str) -> bool:
    try:
        return Path(name).samefile(out) and Path(out).is_file()
    except OSError:
        return False


def _is_device(out: str) -> bool:
    return Path(out).exists() and not Path(out).is_file()


def colourful(stream: TextIO | None = None) -> bool:
    """Whether a stream (default: standard error) is a terminal with colours; not if ``NO_COLOR`` or ``TERM=dumb`` is set."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and (stream or sys.stderr).isatty()


def print_message(text: str) -> None:
    """Print a message on one line of standard error."""
    click.echo(visible(text), err=True, color=colourful())


def print_error(message: str, hint: str = "") -> None:
    """Print ``citekit: error: …`` on one line, and the hint on a second line."""
    _print_labelled("error:", "red", message)
    if hint:
        print_hint(hint)


def print_warning(message: str, hint: str = "") -> None:
    """Print ``citekit: warning: …`` on one line, and the hint on a second line."""
    _print_labelled("warning:", "yellow", message)
    if hint:
        print_hint(hint)


def print_problem(problem: Problem) -> None:
    """Print a problem with its location on one line, and its hint, if any, on a second line."""
    location = f"{problem.source.place(problem.span)}: " if problem.source else ""
    if problem.source and problem.span is None and problem.message.startswith(f"{problem.source.name} "):
        location = ""  # the message itself begins with the name of the file
    if problem.severity == "error":
        print_error(f"{location}{problem.message}", problem.hint)
    elif problem.severity == "warning":
        print_warning(f"{location}{problem.message}", problem.hint)
    else:
        print_message(f"citekit: {one_line(location + problem.message)}")


def print_first_problems(problems: Sequence[Problem], most: int, verbose: bool) -> None:
    """Print up to ``most`` problems, or all if ``verbose``, and how many were omitted."""
    shown = problems if verbose else problems[:most]
    for problem in shown:
        print_problem(problem)
    if len(problems) > len(shown):
        print_hint(f"{len(problems) - len(shown)} more like these; -v shows them")


def print_hint(hint: str) -> None:
    """Print ``citekit: hint: …`` on one line."""
    _print_labelled("hint:", "cyan", hint)


def print_next_step(command: str) -> None:
    """Print a command to try next, if standard error is a terminal."""
    if sys.stderr.isatty():
        _print_labelled("next:", "green", command)


def _print_labelled(kind: str, colour: str, text: str) -> None:
    click.echo(f"citekit: {click.style(kind, fg=colour, bold=True)} {one_line(text)}", err=True, color=colourful())


@contextmanager
def progress(wanted: bool = True) -> Iterator[Callable[[int, int, str], None]]:
    """Show the progress of a long run on one line, on a terminal and for two or more items.

    The value is a function of the number of items done, their total, and the name of the last one done.
    """
    with progress_line(wanted) as show:
        yield lambda done, total, name: show(f"{done} of {total}: {name}") if total > 1 else None


@contextmanager
def progress_line(wanted: bool = True) -> Iterator[Callable[[str], None]]:
    """Show the progress of a long run on one line, on a terminal. The value is a function of the text to show."""
    shown = False

    def show(text: str) -> None:
        nonlocal shown
        if live:
            import shutil  # imported here because short runs show no progress, and the import takes as long as one

            shown = True
            line = one_line(text, max(20, shutil.get_terminal_size().columns - 1))
            click.echo(f"\r\x1b[K{line}", nl=False, err=True, color=True)

    live = wanted and os.environ.get("TERM") != "dumb" and sys.stderr.isatty()
    try:
        yield show
    finally:
        if shown:
            click.echo("\r\x1b[K", nl=False, err=True, color=True)


def give(text: str, styled: bool = False) -> None:
    """Write text to standard output as UTF-8, ending with exactly one newline. See :func:`give_bytes`."""
    give_bytes(as_bytes(text), styled)


def give_bytes(data: bytes, styled: bool = False) -> None:
    """Write bytes to standard output unchanged.

    On a terminal, control characters are escaped, unless the data is ``styled``, that is, contains terminal codes on purpose.
    """
    if sys.stdout.isatty() and not styled:
        shown = visible(data.decode("utf-8", "replace"))
        data = (_coloured(shown) if colourful(sys.stdout) else shown).encode("utf-8", "replace")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _coloured(text: str) -> str:
    """Return BibTeX entries, or a difference between files, with terminal colours; other text unchanged."""
    of_difference = text.startswith("--- ")
    if not of_difference and not text.lstrip().startswith(("@", "%")):
        return text
    names = [name for name in _COLOURS if (name in ("gone", "new")) == of_difference]

    def coloured(match: re.Match[str]) -> str:
        shown = match[0]
        for name in names:
            if part := match[name]:
                shown = shown.replace(part, click.style(part, fg=_COLOURS[name]), 1)
        return shown

    return _MEANING.sub(coloured, text)


def as_bytes(text: str) -> bytes:
    """Return the text as the content of a file: UTF-8, ending with a newline unless empty."""
    return (text if not text or text.endswith("\n") else f"{text}\n").encode("utf-8", "replace")


# --- Messages on standard error about a conversion (failures, problems, summary, what a format or style omits) and about
# identifiers that were looked up.

_PROBLEMS_SHOWN = 10  # half a screen; -v prints all
_LOSSES_SHOWN = 5  # fields in one line; -v prints all
_ENTRIES_SHOWN = 20  # entries reported one by one, a screen; -v reports all
_WORDS = (
    ("match", "found"),
    ("doubtful", "doubtful"),
    ("none", "without a record"),
    ("failed", "not looked up"),
    ("unread", "unreadable"),
)


_BIBLIOGRAPHIES_SHOWN = 5  # on one line; the others are found next to them


def report_conversion(conversion: Conversion, quiet: bool, verbose: bool, out: str = "") -> None:
    """Print the failures; unless ``quiet`` the problems and the summary; if ``verbose`` each uncertain or skipped item.

    The suggested next command explains the first uncertain entry, or checks the file ``out`` if no entry is uncertain.
    """
    from citekit.commands import conversion_report

    report_problems(conversion.failures, conversion.problems, quiet, verbose)
    if quiet:
        return
    if verbose:
        for line in conversion_report.details(conversion):
            print_message(line)
        if conversion.skipped:
            print_message(f"skipped in directories: {counted(conversion.skipped, 'hidden, empty or binary file')}")
    if conversion.bibliographies:
        first = ", ".join(map(str, conversion.bibliographies[:_BIBLIOGRAPHIES_SHOWN]))
        more = ", …" if len(conversion.bibliographies) > _BIBLIOGRAPHIES_SHOWN else ""
        print_message(f"not read, because bibliographies are read only by name: {first}{more}")
    if conversion.read_any:
        for line in conversion_report.summary(conversion):
            print_message(line)
        if conversion.not_kept:
            print_message(
                f"{len(conversion.library)} of {len(conversion.library) + conversion.not_kept} entries match the query"
            )
        elif not conversion.library:
            empty = [p.name for p in conversion.parts if p.format and not p.library and not p.library.problems]
            where = f": {', '.join(empty)} {'has' if len(empty) == 1 else 'have'} no entries"
            is_all = empty and len(empty) == len(conversion.parts)
            usual = "run citekit convert -v to list the items and why they were skipped"
            hint = "; ".join(conversion_report.elsewhere(conversion)) or (
                usual if conversion.readings else "check the file"
            )
            print_error(f"no publications found{where if is_all else ''}", hint)
        else:
            for line in conversion_report.elsewhere(conversion):
                print_message(line)
        if location := conversion_report.first_doubt(conversion):
            print_next_step(f"citekit explain {location}")
        elif conversion.library and out not in ("", STDOUT):
            print_next_step(f"citekit check {out}")


def report_known(conversion: Conversion) -> None:
    """Print how many known entries are in the documents, whose lists are read like them."""
    count = len({work.title for reading in conversion.readings for work in reading.known})
    print_message(f"{count or 'none'} of the known entries {'are' if count > 1 else 'is'} in the documents")


def report_parts(report: PartReport, name: str, quiet: bool, verbose: bool) -> None:
    """Print the same messages for a conversion on a cluster into the format ``name``, as counts."""
    from citekit.commands import conversion_report

    report_problems(report.failures, report.problems, quiet, verbose)
    if quiet:
        return
    matching, works = report.numbers["kept"], report.numbers["kept"] + report.numbers["not kept"]
    if report.numbers["read"]:
        print_message(conversion_report.total(report.numbers, works))
        if matching < works:
            print_message(f"{matching} of {works} entries match the query")
        elif not matching:
            print_error("no publications found")
    lost = [f"{what} ({count} {'entry' if count == 1 else 'entries'})" for what, count in report.lost.most_common()]
    report_losses(lost, name, verbose)


def report_problems(failures: Iterable[Problem], noticed: Iterable[Problem], quiet: bool, verbose: bool) -> None:
    """Print the failures, and unless ``quiet`` the first errors and warnings; all problems if ``verbose``."""
    for failure in failures:
        print_problem(failure)
    if quiet:
        return
    print_first_problems([p for p in noticed if verbose or p.severity != "info"], _PROBLEMS_SHOWN, verbose)


def report_losses(lost: Sequence[str], name: str, verbose: bool) -> None:
    """Print one line with what a format or style omits; if ``verbose``, one line for each kind of loss."""
    if verbose:
        for message in lost:
            print_message(f"{name}: {message}")
    elif lost:
        more = f"; {len(lost) - _LOSSES_SHOWN} more, -v lists them" if len(lost) > _LOSSES_SHOWN else ""
        print_message(f"{name}: {'; '.join(lost[:_LOSSES_SHOWN])}{more}")


class ProblemReporter:
    """Reporter of problems as they occur: all errors; other problems unless quiet, the first 20 unless verbose."""

    def __init__(self, quiet: bool, verbose: bool) -> None:
        self._quiet, self._verbose = quiet, verbose
        self._shown = self._left = 0

    def problem(self, problem: Problem) -> None:
        """Print a problem, or count it as omitted."""
        is_shown = not self._quiet and (self._verbose or self._shown < _ENTRIES_SHOWN)
        if problem.severity == "error" or is_shown:
            self._shown += 1
            print_problem(problem)
        else:
            self._left += 1

    def end(self, verdicts: Counter[str]) -> None:
        """Print how many problems were omitted, and how many entries have each verdict."""
        if self._quiet:
            return
        if self._left:
            print_hint(f"{self._left} more like these; -v shows them")
        print_message(summary(verdicts))


def report_enrichment(result: Enriched, quiet: bool, verbose: bool) -> None:
    """Print the problems of all entries, and the summary."""
    reporter = ProblemReporter(quiet, verbose)
    for problem in result.problems:
        reporter.problem(problem)
    reporter.end(Counter(outcome.verdict for outcome in result.outcomes))


def summary(verdicts: Counter[str]) -> str:
    """Return the counts of entries by verdict: ``12 entries: 8 found, 1 doubtful, 3 without a record``."""
    counts = [f"{verdicts[verdict]} {word}" for verdict, word in _WORDS if verdicts[verdict] or verdict == "match"]
    return f"{counted(verdicts.total(), 'entry')}: {', '.join(counts)}"
