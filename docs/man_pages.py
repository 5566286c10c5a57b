"""Writes the manual pages, one a command, from the command line itself: ``python docs/man_pages.py FOLDER``.

Source: man(7) of Linux, the macros of ``man``.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from citekit.cli._grammar import ALIKE, HEADINGS, WithExamples, long_name
from citekit.cli.main import cli, command_names, command_summary, commands
from citekit.runtime.version import VERSION


def write_man_pages(folder: Path) -> list[Path]:
    """Writes ``citekit.1`` and ``citekit-VERB.1`` into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = {"citekit": overview()}
    pages |= {f"citekit-{path.replace(' ', '-')}": page(path, command) for path, command in commands()}
    for name, text in pages.items():
        (folder / f"{name}.1").write_text(text, encoding="utf-8")
    return [folder / f"{name}.1" for name in pages]


def overview() -> str:
    """The page of the whole program."""
    lines = [
        *_head("citekit", command_summary("convert"), "[\\fIcommand\\fR] [\\fIoptions\\fR] ..."),
        ".SH DESCRIPTION",
    ]
    lines += _paragraphs(inspect.cleandoc(cli.help or ""))
    lines.append(".SH COMMANDS")
    for name in command_names():
        lines += [".TP", f"\\fBcitekit {_text(name)}\\fR", _text(command_summary(name))]
    lines += [".SH EXIT STATUS", "0 success, 1 findings, 2 incorrect usage or an input that could not be read."]
    lines += [".SH ENVIRONMENT", ".TP", "\\fBNO_COLOR\\fR", "Disables colours, with any value."]
    return "\n".join(lines) + "\n"


def page(path: str, command: click.Command) -> str:
    """The page of one command."""
    context = click.Context(command, info_name=f"citekit {path}")
    pieces = " ".join(_text(piece) for piece in command.collect_usage_pieces(context))
    about = inspect.cleandoc(command.help or "")
    lines = [*_head(f"citekit-{path.replace(' ', '-')}", about.partition("\n")[0], pieces, f"citekit {path}")]
    lines += [".SH DESCRIPTION", *_paragraphs(about)]
    options = [param for param in command.params if isinstance(param, click.Option)]
    groups = {"OPTIONS": [option for option in options if long_name(option) not in ALIKE]}
    for heading, names in HEADINGS.items():
        groups[heading.upper()] = [option for option in options if long_name(option) in names.split()]
    for heading, inside in groups.items():
        rows = [row for option in inside if (row := option.get_help_record(context))]
        lines += [f".SH {heading}"] if rows else []
        for flags, text in rows:
            lines += [".TP", f"\\fB{_text(flags)}\\fR", _text(text)]
    if isinstance(command, WithExamples) and command.examples:
        lines += [".SH EXAMPLES", *(f".PP\n{_text(line)}" for line in command.examples)]
    return "\n".join([*lines, ".SH SEE ALSO", ".BR citekit (1)"]) + "\n"


def _head(name: str, summary: str, usage: str, shown: str = "") -> list[str]:
    title = f'.TH "{name.upper()}" "1" "" "citekit {VERSION}" "citekit"'
    named = f"{_text(name)} \\- {_text(summary.rstrip('.'))}"
    return [title, ".SH NAME", named, ".SH SYNOPSIS", f"\\fB{_text(shown or name)}\\fR {usage}"]


def _paragraphs(text: str) -> Iterator[str]:
    for number, paragraph in enumerate(text.split("\n\n")):
        if number:
            yield ".PP"
        yield _text(" ".join(paragraph.split()))


def _text(text: str) -> str:
    """A text in which nothing is a command of roff."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    ascii_only = "".join(char if char.isascii() else f"\\[u{ord(char):04X}]" for char in escaped)
    return f"\\&{ascii_only}" if ascii_only.startswith(".") else ascii_only


if __name__ == "__main__":
    for written in write_man_pages(Path(sys.argv[1] if len(sys.argv) > 1 else "man")):
        print(written)
