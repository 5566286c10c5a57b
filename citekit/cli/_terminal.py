"""Terminal output of commands: data on standard output as UTF-8, messages on standard error, colours on terminals only."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

import click

from citekit.runtime import patterns as re
from citekit.text.unicode import one_line, visible

if TYPE_CHECKING:
    from citekit.runtime.errors import Problem

_MEANING = re.compile(
    r"^(?P<type>@[A-Za-z]{1,40})[{(](?P<key>[^,\s{}()]{1,200})(?=,)"
    r"|^[ \t]{1,40}(?P<field>[A-Za-z][\w+:-]{0,60})(?=[ \t]{0,40}=[ \t]{0,40}[{\"\w])"
    r"|^(?P<gone>-(?!-).*)|^(?P<new>\+(?!\+).*)",
    re.MULTILINE,
)
"""What is coloured: ``@book{doe``, ``  title =``, and the lines of a difference that begin with ``-`` or ``+``."""
_COLOURS = {"type": "cyan", "key": "yellow", "field": "blue", "gone": "red", "new": "green"}
"""Part of an entry or of a difference -> its colour, the same in all commands."""


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
