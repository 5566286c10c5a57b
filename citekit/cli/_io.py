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


def refuse_to_overwrite(out: str, overwrite: bool) -> None:
    """Raise :class:`~citekit.runtime.errors.UsageError` if ``out`` is an existing file and ``overwrite`` is false."""
    path = Path(out)
    if out == STDOUT:
        return
    if path.is_dir():
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
