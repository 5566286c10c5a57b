r"""The commands of LaTeX that include files: ``\input``, ``\include``, ``\subfile``, ``\import`` and similar commands."""

from __future__ import annotations

from collections.abc import Callable

from citekit.markup.tex.expansion import Handler, TexReader
from citekit.markup.tex.stream import Argument, Command
from citekit.markup.view import NOTHING
from citekit.runtime import patterns as re
from citekit.runtime.span import Span

_FILES = ("input", "include", "subfile", "subfileinclude", "loadglsentries", "includestandalone", "standaloneinput")
_FILES_OF_FOLDERS = ("import", "subimport", "includefrom", "subincludefrom", "inputfrom", "subinputfrom")
_BARE_FILE = re.compile(r"[ \t]{1,9}([^\s{}\\%]{1,200})")


Take = Callable[[str, Span, bool, Span | None], None]
"""What is reported of a file that is included: its name and where that is, whether it need not be there, and the command
with its arguments, None if a command of the document stands for it."""


def input_effects(take: Take) -> dict[str, Handler]:
    """What a reader does with the commands that include files: it hands each file to ``take``."""

    def report(reader: TexReader, command: Command, names: list[tuple[str, Span]], optional: bool) -> bool:
        whole = Span(command.start, command.end_with_arguments()) if command.frame is reader.main else None
        for name, span in names:
            take(name, span, optional, whole)
        return True

    def of_file(reader: TexReader, command: Command) -> bool:
        reader.stream.argument("[")
        named = reader.stream.argument()
        bare = None if named else _BARE_FILE.match(command.frame.text, command.end)
        if named:
            return report(reader, command, names_in(reader, named), not _is_plain(named))
        if bare and command.name == "input":
            command.frame.at = bare.end()
            span, exact = command.frame.place(bare.start(1), bare.end(1))
            return report(reader, command, [(bare[1], span)], not exact)
        return True

    def of_folder(reader: TexReader, command: Command) -> bool:
        reader.stream.skip("*")
        folder, named = reader.stream.argument(), reader.stream.argument()
        if folder and named:
            where = f"{reader.flattened(folder) or ''}/{reader.flattened(named) or ''}"
            name = "/".join(part.strip() for part in where.split("/") if part.strip())
            plain = _is_plain(folder) and _is_plain(named)
            report(reader, command, [(name, named.frame.place(named.start, named.end)[0])], not plain)
        return True

    def if_there(reader: TexReader, command: Command) -> bool:
        named = reader.stream.argument()
        there = reader.exists(named.text.strip()) if named and reader.exists else None
        branches = [reader.stream.argument(), reader.stream.argument()]
        if named and there is not False:
            report(reader, command, names_in(reader, named), optional=True)
        for branch, holds in reversed(list(zip(branches, (True, False), strict=True))):
            if branch and there in (None, holds):
                reader.stream.read_next(branch)
        return True

    return {
        **dict.fromkeys(_FILES, of_file),
        **dict.fromkeys(_FILES_OF_FOLDERS, of_folder),
        "InputIfFileExists": if_there,
        "endinput": _end_input,
    }


def _is_plain(named: Argument) -> bool:
    """Whether a name is in the file as it is; files with names that are computed may be written by the document."""
    return "\\" not in named.text and named.frame.place(named.start, named.end)[1]


def _end_input(reader: TexReader, command: Command) -> bool:
    """Nothing more is read after this line, unless a condition states so that no one knows."""
    if command.frame is reader.main and not reader.branches:
        end = reader.main.text.find("\n", command.end)
        reader.main.end = len(reader.main.text) if end < 0 else end
    return True


def names_in(reader: TexReader, names: Argument, suffix: str = "") -> list[tuple[str, Span]]:
    """The names in a list such as ``a,b`` with their places; ``suffix`` is added where a name has another."""
    span, exact = names.frame.place(names.start, max(names.end, names.start + 1))
    text = reader.flattened(names)
    at = span.start
    found: list[tuple[str, Span]] = []
    for piece in (text or "").split(","):
        name = piece.replace(NOTHING, "").strip().strip('"')
        if name and "#" not in name:
            begin = at + len(piece) - len(piece.lstrip())
            complete = name if not suffix or name.lower().endswith(suffix) else name + suffix
            found.append((complete, Span(begin, begin + len(name)) if exact and text == names.text else span))
        at += len(piece) + 1
    return found
