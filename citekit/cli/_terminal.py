"""How verbs talk: data to standard output as UTF-8, talk to standard error, colour on terminals only, never alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

import click

from citekit.runtime import patterns as re
from citekit.text.control_chars import one_line as visible_line
from citekit.text.control_chars import visible

if TYPE_CHECKING:
    from citekit.runtime.errors import Problem

_MEANING = re.compile(
    r"^(?P<type>@[A-Za-z]{1,40})[{(](?P<key>[^,\s{}()]{1,200})(?=,)"
    r"|^[ \t]{1,40}(?P<field>[A-Za-z][\w+:-]{0,60})(?=[ \t]{0,40}=[ \t]{0,40}[{\"\w])"
    r"|^(?P<gone>-(?!-).*)|^(?P<new>\+(?!\+).*)",
    re.MULTILINE,
)
_COLOURS = {"type": "cyan", "key": "yellow", "field": "blue", "gone": "red", "new": "green"}
"""What a part of an entry or of a difference is -> its colour; the same wherever entries are shown."""


def colourful(stream: TextIO | None = None) -> bool:
    """Whether a stream, standard error unless given, is a terminal that wants colour (``NO_COLOR`` and ``TERM=dumb`` say it does not)."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and (stream or sys.stderr).isatty()


def say(text: str) -> None:
    """Writes a line of talk to standard error."""
    click.echo(visible(text), err=True, color=colourful())


def say_error(message: str, hint: str = "") -> None:
    """Writes ``citekit: error: …`` on one line, and the hint on a second one."""
    _say_as("error:", "red", message)
    if hint:
        say_hint(hint)


def say_warning(message: str, hint: str = "") -> None:
    """Writes ``citekit: warning: …`` on one line, and the hint on a second one."""
    _say_as("warning:", "yellow", message)
    if hint:
        say_hint(hint)


def say_problem(problem: Problem) -> None:
    """Writes a problem with its place on one line and its hint, if any, on a second one."""
    place = f"{problem.source.place(problem.span)}: " if problem.source else ""
    if problem.source and problem.span is None and problem.message.startswith(f"{problem.source.name} "):
        place = ""  # the message itself begins with the name
    if problem.severity == "error":
        say_error(f"{place}{problem.message}", problem.hint)
    elif problem.severity == "warning":
        say_warning(f"{place}{problem.message}", problem.hint)
    else:
        say(f"citekit: {one_line(place + problem.message)}")


def say_hint(hint: str) -> None:
    """Writes ``citekit: hint: …`` on one line."""
    _say_as("hint:", "cyan", hint)


def say_next(command: str) -> None:
    """Names the command that one tries next, to somebody who sits before a terminal."""
    if sys.stderr.isatty():
        _say_as("next:", "green", command)


def _say_as(kind: str, colour: str, text: str) -> None:
    click.echo(f"citekit: {click.style(kind, fg=colour, bold=True)} {one_line(text)}", err=True, color=colourful())


@contextmanager
def progress(wanted: bool = True) -> Iterator[Callable[[int, int, str], None]]:
    """A line that says how far a long run is, while it runs; only on a terminal, and only where there are several.

    The value is to be called with how many are done, how many there are, and the name of the one that was done last.
    """
    with progress_line(wanted) as show:
        yield lambda done, total, name: show(f"{done} of {total}: {name}") if total > 1 else None


@contextmanager
def progress_line(wanted: bool = True) -> Iterator[Callable[[str], None]]:
    """A line that says how far a long run is, while it runs; only on a terminal. The value is to be called with its text."""
    shown = False

    def show(text: str) -> None:
        nonlocal shown
        if live:
            import shutil  # here, for short runs show none and this takes as long to import as a short list to check

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
    """Writes data to standard output, always as UTF-8, with one line end at its end; see :func:`give_bytes`."""
    give_bytes(as_bytes(text), styled)


def give_bytes(data: bytes, styled: bool = False) -> None:
    """Writes the bytes of a file to standard output as they are.

    On a terminal, characters that would act there stand as escapes, unless the data is ``styled`` for it.
    """
    if sys.stdout.isatty() and not styled:
        shown = visible(data.decode("utf-8", "replace"))
        data = (_coloured(shown) if colourful(sys.stdout) else shown).encode("utf-8", "replace")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _coloured(text: str) -> str:
    """Entries of BibTeX, and differences between files, in colours."""
    of_difference = text.startswith("--- ")
    if not of_difference and not text.lstrip().startswith(("@", "%")):
        return text
    names = [name for name in _COLOURS if (name in ("gone", "new")) == of_difference]

    def coloured(found: re.Match[str]) -> str:
        shown = found[0]
        for name in names:
            if part := found[name]:
                shown = shown.replace(part, click.style(part, fg=_COLOURS[name]), 1)
        return shown

    return _MEANING.sub(coloured, text)


def as_bytes(text: str) -> bytes:
    """The text as a file holds it: UTF-8, ended by a line end unless empty."""
    return (text if not text or text.endswith("\n") else f"{text}\n").encode("utf-8", "replace")


def one_line(text: str, width: int = 0) -> str:
    """The text on one line, acting characters as escapes, cut to ``width`` where that is given."""
    flat = visible_line(text if not width or len(text) <= 4 * width else text[: 4 * width])
    return flat if not width or len(flat) <= width else f"{flat[: width - 1]}…"
