r"""The commands of LaTeX with which documents define others: ``\newcommand``, ``\def``, ``\let``, ``\NewDocumentCommand``,
``\newenvironment``, ``\newif`` and similar commands.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from dataclasses import field
from functools import cache
from pathlib import Path

from citekit.markup.tex.expansion import (
    EnvironmentDefinition,
    Handler,
    Macro,
    Parameter,
    TexReader,
    document_parameters,
    latex_parameters,
    primitive_parameters,
)
from citekit.markup.tex.stream import Argument, Command
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.registry import handles
from citekit.runtime.safe_files import is_file, is_within
from citekit.runtime.span import NOTHING, Span

DEFINITIONS: dict[str, Handler] = {}
"""What is done with the commands that define."""


def defined_name(reader: TexReader) -> str:
    r"""Return the name of the command that is being defined: ``{\name}``, ``\name`` or ``\csname name\endcsname``."""
    given = reader.stream.token()
    if given is None:
        return ""
    text = given.text.strip()
    if text == r"\csname":
        return name_of_csname(reader)
    return text[1:].strip() if text.startswith("\\") else ""


def name_of_csname(reader: TexReader) -> str:
    r"""Return the name between ``\csname``, which has just been read, and ``\endcsname``."""
    if not reader.stream.frames:
        return ""
    frame = reader.stream.frames[-1]
    # a name has a few dozen characters, also where it is put together from commands
    end = frame.text.find(r"\endcsname", frame.at, min(frame.end, frame.at + 300))
    if end < 0:
        return ""
    inside = Argument(frame, frame.at, end)
    frame.at = end + len(r"\endcsname")
    name = (reader.flattened(inside) or "").strip()
    reader.state.look_up(name)
    return name


def _macro(reader: TexReader, parameters: tuple[Parameter, ...], body: Argument) -> Macro:
    frame = body.frame
    if frame.pieces is None:
        return Macro(parameters, body.text, body.start)
    span, exact = frame.place(body.start, max(body.end, body.start + 1))
    return Macro(parameters, body.text, span.start if exact else None)


def _count_and_default(reader: TexReader) -> tuple[int, str | None]:
    count = reader.stream.argument("[")
    default = reader.stream.argument("[") if count else None
    number = count.text.strip() if count else "0"
    return int(number) if number.isdigit() and len(number) == 1 else 0, default.text if default else None


@handles(
    DEFINITIONS,
    "newcommand renewcommand providecommand DeclareRobustCommand "
    "newrobustcmd renewrobustcmd providerobustcmd CheckCommand DeclareTextFontCommand",
)
def _newcommand(reader: TexReader, command: Command) -> bool:
    reader.stream.skip("*")
    name = defined_name(reader)
    count, default = _count_and_default(reader)
    body = reader.stream.token()
    known = name in reader.state.macros or name in reader.state.known
    if name and body and not (known and command.name == "providecommand"):
        reader.local(name, command)
        reader.state.define(name, _macro(reader, latex_parameters(count, default), body))
    return True


@handles(
    DEFINITIONS,
    "NewDocumentCommand RenewDocumentCommand ProvideDocumentCommand DeclareDocumentCommand "
    "NewExpandableDocumentCommand RenewExpandableDocumentCommand ProvideExpandableDocumentCommand DeclareExpandableDocumentCommand",
)
def _document_command(reader: TexReader, command: Command) -> bool:
    name = defined_name(reader)
    specification, body = reader.stream.argument(), reader.stream.argument()
    known = name in reader.state.macros or name in reader.state.known
    parameters = document_parameters(specification.text) if specification else None
    if name and body and parameters is not None and not (known and command.name.startswith("Provide")):
        reader.local(name, command)
        reader.state.define(name, _macro(reader, parameters, body))
    return True


@handles(DEFINITIONS, "def edef gdef xdef protected@edef protected@xdef")
def _def(reader: TexReader, command: Command) -> bool:
    name = defined_name(reader)
    before = reader.globally
    reader.globally = before or command.name in ("gdef", "xdef")
    _primitive(reader, name, command)
    reader.globally = before
    return True


@handles(DEFINITIONS, "@namedef csdef csgdef csedef csxdef")
def _namedef(reader: TexReader, command: Command) -> bool:
    given = reader.stream.argument()
    name = reader.flattened(given) if given else ""
    _primitive(reader, (name or "").strip(), command)
    return True


def _primitive(reader: TexReader, name: str, command: Command) -> None:
    if not reader.stream.frames:
        return
    frame = reader.stream.frames[-1]
    # the parameters of \def are between the name and the brace, and are short
    brace = frame.text.find("{", frame.at, min(frame.end, frame.at + 200))
    if brace < 0:
        return
    before = frame.text[frame.at : brace]
    frame.at = brace
    body = reader.stream.argument()
    if name and body:
        reader.local(name, command)
        reader.state.define(name, _macro(reader, primitive_parameters(before), body))
    elif body:
        # the name was put together from what no one knows; its body may still cite
        reader.stream.read_next(body, closed=True)


@handles(DEFINITIONS, "let")
def _let(reader: TexReader, command: Command) -> bool:
    new = defined_name(reader)
    reader.stream.skip("=")
    if (sign := reader.stream.next_sign()) != "\\":
        reader.stream.skip(sign)
        if new and reader.state.aliases and sign not in "{}":
            reader.state.define(new, Macro((), sign))
        return True
    old = defined_name(reader)
    # \let\ifdraft\iftrue is how plain TeX sets a condition
    if new.startswith("if") and old in ("iftrue", "iffalse"):
        reader.state.condition(new[2:], old == "iftrue")
    elif new and old in ("iftrue", "iffalse"):
        reader.state.define(new, Macro((), f"\\{old}"))
    elif new and old:
        reader.local(new, command)
        reader.state.same(new, old)
    return True


@handles(DEFINITIONS, "cslet csletcs letcs")
def _csletcs(reader: TexReader, command: Command) -> bool:
    names = [reader.stream.token(), reader.stream.token()]
    new, old = ((reader.flattened(n) or "" if n and "\\" not in n.text else n.text[1:] if n else "") for n in names)
    if new and old:
        reader.state.same(new.strip(), old.strip())
    return True


@handles(
    DEFINITIONS,
    "newenvironment renewenvironment provideenvironment "
    "NewDocumentEnvironment RenewDocumentEnvironment ProvideDocumentEnvironment DeclareDocumentEnvironment",
)
def _environment(reader: TexReader, command: Command) -> bool:
    reader.stream.skip("*")
    given = reader.stream.argument()
    if command.name.endswith("DocumentEnvironment"):
        specification = reader.stream.argument()
        parameters = document_parameters(specification.text) if specification else None
    else:
        parameters = latex_parameters(*_count_and_default(reader))
    begin, end = reader.stream.argument(), reader.stream.argument()
    if given and begin and end and parameters is not None:
        name = given.text.strip()
        reader.state.environments[name] = EnvironmentDefinition(
            _macro(reader, parameters, begin), _macro(reader, (), end)
        )
        reader.state.touched["environment", name] = None
    return True


@handles(DEFINITIONS, "newif")
def _newif(reader: TexReader, command: Command) -> bool:
    name = defined_name(reader)
    if name.startswith("if"):
        _declare(reader, name[2:], False)
    return True


@handles(DEFINITIONS, "newboolean provideboolean newbool providebool newtoggle providetoggle")
def _newboolean(reader: TexReader, command: Command) -> bool:
    given = reader.stream.argument()
    if given:
        _declare(reader, given.text.strip(), False)
    return True


def _declare(reader: TexReader, name: str, value: bool) -> None:
    reader.state.condition(name, value)
    # \newif\ifdraft also makes \drafttrue and \draftfalse
    for form, holds in ((f"{name}true", True), (f"{name}false", False)):
        reader.state.define(form, Macro((), f"\\setbool{{{name}}}{{{'true' if holds else 'false'}}}"))


@handles(DEFINITIONS, "setboolean setbool settoggle")
def _setboolean(reader: TexReader, command: Command) -> bool:
    given, value = reader.stream.argument(), reader.stream.argument()
    if given and value:
        reader.state.condition(given.text.strip(), value.text.strip() == "true")
    return True


@handles(DEFINITIONS, "toggletrue togglefalse booltrue boolfalse")
def _settoggle(reader: TexReader, command: Command) -> bool:
    given = reader.stream.argument()
    if given:
        reader.state.condition(given.text.strip(), command.name.endswith("true"))
    return True


@handles(DEFINITIONS, "global")
def _globally(reader: TexReader, command: Command) -> bool:
    reader.globally = True
    following = reader.stream.command()
    if following:
        reader.do(following)
    reader.globally = False
    return True


# The commands of LaTeX that include files: `\input`, `\include`, `\subfile`, `\import` and similar commands.

_FILES = ("input", "include", "subfile", "subfileinclude", "loadglsentries", "includestandalone", "standaloneinput")
_FILES_OF_FOLDERS = ("import", "subimport", "includefrom", "subincludefrom", "inputfrom", "subinputfrom")
_BARE_FILE = re.compile(r"[ \t]{1,9}([^\s{}\\%]{1,200})")


Take = Callable[[str, Span, bool, Span | None], None]
"""What is reported of a file that is included: its name and where that is, whether it need not be there, and the command
with its arguments, None if a command of the document stands for it."""


def input_effects(take: Take) -> dict[str, Handler]:
    """Return what a reader does with the commands that include files: it hands each file to ``take``."""

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
    """Return the names in a list such as ``a,b`` with their places; ``suffix`` is added where a name has another."""
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


# --- The files that a text includes by name: found next to its main file or next to the one that names them, and only once.

TEX = (".tex", ".ltx", ".rnw", ".sty", ".cls")
"""The suffixes of files whose parts end in ``.tex`` where a name does not state more."""


@dataclass(slots=True)
class Inputs:
    """Finds files by the names that texts give them.

    A name without one of the ``suffixes`` is tried with that of the main file first. ``roots`` returns, for the folder of a
    main file, the folders that its parts must be in after links are followed. ``looked_for`` collects the names of all files
    that were tried, found or not: a cached result is only valid while none of them appears or disappears.
    """

    suffixes: Collection[str]
    roots: Callable[[Path], Collection[Path]]
    looked_for: set[str] = field(default_factory=set)
    _places: dict[str, dict[tuple[str, str, str], Path | None]] = field(default_factory=dict)
    """Suffix of the main file -> (name, folder of the main file, folder of the part that names it) -> the file."""
    _roots: dict[Path, Collection[Path]] = field(default_factory=dict)

    def find(self, name: str, main: Path, within: str) -> Path | None:
        """Return the file that ``within``, a part of the document of ``main``, includes by a name; None if absent."""
        folder, suffix = _folder_and_suffix(main)
        key = (name, folder, _folder(within))
        places = self._places.setdefault(suffix, {})
        if key not in places:
            places[key] = self._found(name, main, Path(within), ".tex" if suffix in TEX else suffix)
        return places[key]

    def _found(self, name: str, main: Path, within: Path, suffix: str) -> Path | None:
        if main.parent not in self._roots:
            self._roots[main.parent] = self.roots(main.parent)
        names = [name] if Path(name).suffix.lower() in self.suffixes else [f"{name}{suffix}", name]
        # a name that begins with a slash is below the root of the site, which may be any folder above
        folders = ancestors(main) if name.startswith("/") else [main.parent, within.parent]
        for folder in folders:
            for candidate in names:
                path = folder / candidate.lstrip("/")
                self.looked_for.add(str(path))
                if is_file(path) and is_within(path, self._roots[main.parent]):
                    return path
        return None


_MOST_FOLDERS = 8
"""Folders above a file in which a root is looked for; each costs a look at the disk for every included name."""


def ancestors(path: Path) -> list[Path]:
    """Return the folder of a file and those above it, no further than one with ``.git``."""
    found: list[Path] = []
    for folder in list(path.absolute().parents)[:_MOST_FOLDERS]:
        found.append(folder)
        if (folder / ".git").exists():
            break
    return found


@cache
def _folder(name: str) -> str:
    return os.path.dirname(name)


@cache
def _folder_and_suffix(path: Path) -> tuple[str, str]:
    return os.path.dirname(path), path.suffix.lower()
