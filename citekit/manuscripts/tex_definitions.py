r"""The commands of LaTeX with which documents define citing ones: ``\DeclareCiteCommand`` of biblatex, ``\newcites`` of multibib."""

from __future__ import annotations

from citekit.manuscripts.tex_commands import OF_PACKAGES, CommandShape
from citekit.markup.tex.definitions import defined_name
from citekit.markup.tex.expansion import Handler, TexReader
from citekit.markup.tex.macros import Macro
from citekit.markup.tex.stream import Command

_NEWCITES = "cite citet citep citealt citealp citeauthor citeyear citeyearpar citefullauthor nocite fullcite".split()


def _cite_command(reader: TexReader, command: Command) -> bool:
    reader.stream.skip("*")
    name = defined_name(reader)
    several = command.name == "DeclareMultiCiteCommand"
    if name:
        reader.state.know(name, CommandShape(multi=several))
    _skip_arguments(reader, 2 if several else 4)
    return True


def _autocite(reader: TexReader, command: Command) -> bool:
    reader.stream.argument()
    _skip_arguments(reader, 2)
    return True


def _skip_arguments(reader: TexReader, number: int) -> None:
    reader.stream.argument("[")
    for _ in range(number):
        reader.stream.argument()


def _newcites(reader: TexReader, command: Command) -> bool:
    given = reader.stream.argument()
    for name in given.text.split(",") if given else ():
        own = name.strip()
        for base in _NEWCITES:
            reader.state.know(f"{base}{own}", CommandShape(section=own))
        reader.state.define(f"bibliography{own}", Macro((), rf"\bibliography[{own}]"))
        reader.state.mark(f"bibliography{own}")
    return True


def of_package(reader: TexReader, command: Command) -> bool:
    """Register the citing commands of a package that override those of the same name."""
    start = command.frame.at
    reader.stream.argument("[")
    given = reader.stream.argument()
    for name in given.text.split(",") if given else ():
        for cite, shape in OF_PACKAGES.get(name.strip(), {}).items():
            reader.state.know(cite, shape)
    command.frame.at = start
    return False


_TO_THE_LOG = {
    **dict.fromkeys("typeout message errmessage wlog".split(), 1),
    **dict.fromkeys(
        "ClassInfo PackageInfo ClassWarning PackageWarning ClassWarningNoLine PackageWarningNoLine".split(), 2
    ),
    **dict.fromkeys("GenericInfo GenericWarning ClassNote PackageNote".split(), 2),
    **dict.fromkeys("ClassError PackageError".split(), 3),
    "GenericError": 4,
}
"""Commands that write to the log, and how many arguments they take (clsguide, section on messages); nothing of it is set."""


def _message(reader: TexReader, command: Command) -> bool:
    for _ in range(_TO_THE_LOG[command.name]):
        reader.stream.argument()
    return True


CITING: dict[str, Handler] = {
    "DeclareCiteCommand": _cite_command,
    "DeclareMultiCiteCommand": _cite_command,
    "DeclareAutoCiteCommand": _autocite,
    "newcites": _newcites,
    **dict.fromkeys(_TO_THE_LOG, _message),
}
"""What is done with the commands that define citing ones."""
