r"""LaTeX as it is typeset, as far as certain commands go: commands of the document are replaced by what they stand for, conditions
that are known are decided, and of the others both branches are read.

Nothing is expanded without end: what definitions bring in is limited by the length of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from functools import cached_property
from typing import Literal

from citekit.markup.tex.stream import Argument, Body, Brackets, Command, Frame, Stream, skip_blanks
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import Span

# The commands that a document defines: what arguments they take, and what a call of them stands for.
#
# Sources: The TeXbook, chapter 20 (`\def`); LaTeX's `\newcommand`; the manual usrguide, section on `\NewDocumentCommand`.

Kind = Literal["mandatory", "optional", "star", "required", "until", "literal"]
NO_VALUE = r"\NoValue"
"""Stands for an optional argument that is not there and has no default."""
TRUE, FALSE = r"\BooleanTrue", r"\BooleanFalse"
"""Stand for a star that is there, or is not."""

_NUMBER = re.compile(r"#(?:#|(\d))")
_NAMES = re.compile(r"\\([A-Za-z@]+)")
_ENDS_IN_NAME = re.compile(r"\\[A-Za-z@]++\Z")
_DECIDING = re.compile(r"if|Bool|fi\Z|else\Z|or\Z|csname|@if|@test|Blank|Value")
_CLOSING = {"[": "]", "(": ")", "<": ">", "{": "}"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """How an argument is given: in which bracket, before which text (``until``), or what must be here (``literal``)."""

    kind: Kind
    opening: str = "{"
    default: str = NO_VALUE


MANDATORY = Parameter("mandatory")


@dataclass(frozen=True)
class Macro:
    """A command that a document defines. ``at`` is where the body is in the file, None if it is in another."""

    parameters: tuple[Parameter, ...]
    body: str
    at: int | None = None

    # the hash is stored: dataclass would compute it each time
    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """What texts of thousands of characters are not added up for again and again."""
        return hash((self.parameters, self.body, self.at))

    @cached_property
    def parts(self) -> tuple[Body | int, ...]:
        """The body between the numbers of its arguments, and those numbers."""
        found: list[Body | int] = []
        at = 0
        for match in _NUMBER.finditer(self.body):
            found.append(self._part(at, match.start()))
            if _ENDS_IN_NAME.search(self.body, at, match.start()):
                found.append(Body(" "))  # the argument is not a part of the name before it
            found.append(int(match[1]) if match[1] else Body("#"))
            at = match.end()
        return (*(part for part in found if part != 0), self._part(at, len(self.body)))

    def _part(self, start: int, end: int) -> Body:
        return Body(self.body[start:end], None if self.at is None else self.at + start)

    @cached_property
    def names(self) -> frozenset[str]:
        """The commands in the body."""
        return frozenset(_NAMES.findall(self.body))

    @cached_property
    def decides(self) -> bool:
        """Whether what the body stands for depends on conditions, on names that are built, or on what follows."""
        return any(_DECIDING.match(name) for name in self.names)

    @cached_property
    def is_inner(self) -> bool:
        """Whether the body is that of a package: there are commands in it that documents cannot write."""
        return any("@" in name for name in self.names)

    @cached_property
    def drops_an_argument(self) -> bool:
        """Whether one of its arguments is not in the body at all."""
        used = {int(number) for number in _NUMBER.findall(self.body) if number}
        return any(
            number not in used
            for number, parameter in enumerate(self.arguments, 1)
            if parameter.kind in ("mandatory", "until", "required")
        )

    @property
    def arguments(self) -> tuple[Parameter, ...]:
        """The parameters that have a number."""
        return tuple(parameter for parameter in self.parameters if parameter.kind != "literal")

    def elsewhere(self) -> Macro:
        """Return the macro as another file reads it."""
        # places in this file mean nothing in another
        return self if self.at is None else Macro(self.parameters, self.body)


@dataclass(frozen=True, slots=True)
class EnvironmentDefinition:
    """An environment that a document defines: what its begin and its end stand for."""

    begin: Macro
    end: Macro

    def elsewhere(self) -> EnvironmentDefinition:
        """Return the environment as another file reads it."""
        return EnvironmentDefinition(self.begin.elsewhere(), self.end.elsewhere())


Given = list[Argument | Body]
"""What a call gives to a macro, by number from 0 on."""


def arguments_of(stream: Stream, macro: Macro) -> Given | None:
    """Take the arguments of a call; None if one is missing."""
    found: Given = []
    for parameter in macro.parameters:
        if parameter.kind == "literal":
            if not stream.skip(parameter.opening):
                return None
        elif value := argument_of(stream, parameter):
            found.append(value)
        else:
            return None
    return found


def argument_of(stream: Stream, parameter: Parameter) -> Argument | Body | None:
    """Take what stands for a parameter; None if it is missing."""
    match parameter.kind:
        case "star":
            return Body(TRUE if stream.skip(parameter.opening) else FALSE)
        case "optional":
            return stream.argument(parameter.opening) or Body(parameter.default)
        case "required":
            return stream.argument(parameter.opening)
        case "until":
            return stream.until(parameter.opening)
        case _:
            return stream.token()


def call(stream: Stream, macro: Macro, span: Span | None) -> bool:
    """Read next what a call of a macro stands for. False if the call is not complete or there is no space left."""
    given = arguments_of(stream, macro)
    return given is not None and stream.insert(filled(macro, given), span)


def filled(macro: Macro, given: Given) -> Given:
    """Return the body of a macro with the arguments in the places of their numbers."""
    parts = (given[part - 1] if isinstance(part, int) and part <= len(given) else part for part in macro.parts)
    return [part for part in parts if not isinstance(part, int)]


def latex_parameters(count: int, default: str | None) -> tuple[Parameter, ...]:
    r"""Return the parameters of ``\newcommand{\name}[count][default]``."""
    if default is None or not count:
        return (MANDATORY,) * count
    return (Parameter("optional", "[", default), *(MANDATORY,) * (count - 1))


_SPECIFIED = re.compile(
    r"(?P<simple>[mvb])|(?P<star>s)|t\s{0,9}(?P<token>\S)|(?P<o>o)|(?P<O>O)\s{0,9}\{(?P<default>[^{}]*)\}"
    r"|(?P<d>[dr])\s{0,9}(?P<pair>\S)\s{0,9}\S|(?P<D>[DR])\s{0,9}(?P<Pair>\S)\s{0,9}\S\s{0,9}\{(?P<Default>[^{}]*)\}"
    r"|g|G\s{0,9}\{[^{}]*\}|>\s{0,9}\{[^{}]*(?:\{[^{}]*+\}[^{}]*+)*\}|[+!\s=]"
)


def document_parameters(specification: str) -> tuple[Parameter, ...] | None:
    r"""Return the parameters of ``\NewDocumentCommand``, from ``s O{} m`` and the like; None if there is something
    else.
    """
    found: list[Parameter] = []
    at = 0
    while at < len(specification):
        match = _SPECIFIED.match(specification, at)
        if match is None:
            return None
        at = match.end()
        if match["simple"]:
            found.append(MANDATORY)
        elif match["star"] or match["token"]:
            found.append(Parameter("star", match["token"] or "*"))
        elif match["o"] or match["O"]:
            found.append(Parameter("optional", "[", NO_VALUE if match["o"] else match["default"]))
        elif match["pair"]:
            found.append(Parameter("required" if match["d"] == "r" else "optional", match["pair"]))
        elif match["Pair"]:
            found.append(Parameter("required" if match["D"] == "R" else "optional", match["Pair"], match["Default"]))
        elif match[0].startswith(("g", "G")):
            found.append(Parameter("optional", "{"))
    return tuple(found)


def primitive_parameters(text: str) -> tuple[Parameter, ...]:
    r"""Return the parameters of ``\def`` from the text before its body: ``#1#2``, ``[#1]#2``, ``#1;``."""
    before, *pieces = re.split(r"#\d", text)
    found: list[Parameter] = []
    # TeX matches the text between parameters literally; [#1] is what people write for an optional argument
    for delimiter in pieces:
        opening = before[-1:]
        bracketed = opening in _CLOSING and delimiter.startswith(_CLOSING[opening])
        literal = before[:-1] if bracketed else before
        if literal.strip():
            found.append(Parameter("literal", literal.strip()))
        before = delimiter[1:] if bracketed else ""
        if bracketed:
            found.append(Parameter("required", opening))
        elif delimiter.strip():
            found.append(Parameter("until", delimiter.strip()))
        else:
            found.append(MANDATORY)
    if before.strip():
        found.append(Parameter("literal", before.strip()))
    return tuple(found)


ROOM = 200_000
"""This many characters may come from definitions in a short file; in a long one four times its length."""
_WITHOUT_MEANING = frozenset(
    "relax protect detokenize unexpanded noexpand expandafter ignorespaces unskip xspace leavevmode "
    "begingroup endgroup bgroup egroup @firstofone".split()
)


@dataclass(slots=True)
class ExpansionState:
    """What a document has defined.

    ``known`` are the commands that mean something to the reader, each with what that is; those of the beginning are
    ``builtin``. ``watched`` are the commands that have to be looked into, ``recursive`` those of the document that stand for
    known ones, ``reserved`` those that keep their meaning, ``users`` who uses a command. ``elsewhere`` gives what other
    files define under a name.
    """

    known: dict[str, object] = field(default_factory=dict)
    macros: dict[str, Macro] = field(default_factory=dict)
    environments: dict[str, EnvironmentDefinition] = field(default_factory=dict)
    conditions: dict[str, bool] = field(default_factory=dict)
    watched: set[str] = field(default_factory=set)
    recursive: set[str] = field(default_factory=set)
    reserved: frozenset[str] = frozenset()
    builtin: frozenset[str] = frozenset()
    aliases: bool = False
    """Whether ``\\let`` makes another name also for a command that no one defines."""
    users: dict[str, list[str]] = field(default_factory=dict)
    touched: dict[tuple[str, str], None] = field(default_factory=dict)
    elsewhere: Callable[[str], dict[str, object]] | None = None

    def __post_init__(self) -> None:
        self.builtin = frozenset(self.known)
        self.watched |= self.builtin

    def take_in(self, known: dict[str, object]) -> None:
        """What other files of the document have defined, as :meth:`exported` gives it; what this one defines stays."""
        for name, value in known.items():
            kind, _, bare = name.partition(" ")
            # what this file defines itself is nearer than what another one defines
            if (kind, bare) in self.touched:
                continue
            if isinstance(value, Macro):
                self.define(bare, value)
            elif isinstance(value, EnvironmentDefinition):
                self.environments[bare] = value
            elif isinstance(value, bool) and kind == "condition":
                self.conditions[bare] = value
            elif kind == "command":
                self.known[bare] = value
                self.macros.pop(bare, None)
                self.mark(bare)
            self.touched.pop((kind, bare), None)

    def look_up(self, name: str) -> None:
        """Add what other files define under a name that was put together."""
        if self.elsewhere and name and name not in self.macros and name not in self.known:
            self.take_in(self.elsewhere(name))

    def exported(self) -> dict[str, object]:
        """Return what this file has defined, for others."""
        found: dict[str, object] = {}
        for kind, name in self.touched:
            if kind == "command" and name in self.macros:
                found[f"command {name}"] = self.macros[name].elsewhere()
            elif kind == "command" and name in self.known:
                found[f"command {name}"] = self.known[name]
            elif kind == "environment" and name in self.environments:
                found[f"environment {name}"] = self.environments[name].elsewhere()
            elif kind == "condition" and name in self.conditions:
                found[f"condition {name}"] = self.conditions[name]
        return found

    def define(self, name: str, macro: Macro) -> None:
        """Give a command a meaning. One that only sets type again does not hide a known command."""
        names = macro.names
        recursive = not (self.known.keys().isdisjoint(names) and self.recursive.isdisjoint(names))
        # packages and documents set \cite in another font; that is still a citation
        if name in self.reserved or (name in self.known and macro.is_inner and (name in self.builtin or not recursive)):
            return
        self.macros[name] = macro
        self.touched["command", name] = None
        for used in names:
            self.users.setdefault(used, []).append(name)
        if recursive:
            self.recursive.add(name)
        # all other commands only set type: they are not looked into, which saves most of the time
        if recursive or not names.isdisjoint(self.watched) or macro.drops_an_argument or macro.decides:
            self.mark(name)

    def mark(self, name: str) -> None:
        """A command becomes one to look into, and with it all whose bodies use it."""
        waiting = [name]
        while waiting:
            one = waiting.pop()
            if one not in self.watched:
                self.watched.add(one)
                waiting += self.users.get(one, ())

    def know(self, name: str, meaning: object) -> None:
        """Make a command one that means something to the reader."""
        self.macros.pop(name, None)
        self.known[name] = meaning
        self.touched["command", name] = None
        self.mark(name)

    def same(self, new: str, old: str) -> None:
        r"""What ``\let`` does."""
        self.look_up(old)
        self.touched["command", new] = None
        if old in self.macros:
            self.define(new, self.macros[old])
        elif old in self.known:
            self.know(new, self.known[old])
        elif self.aliases and new != old:
            self.define(new, Macro((), f"\\{old}"))
        elif new not in self.known:
            self.macros.pop(new, None)

    def restore(self, name: str, macro: Macro | None, known: object | None) -> None:
        """What the end of a group does."""
        self.macros.pop(name, None)
        self.known.pop(name, None)
        if macro:
            self.macros[name] = macro
        if known is not None:
            self.known[name] = known

    def condition(self, name: str, value: bool) -> None:
        r"""What ``\newif`` and ``\nametrue`` do."""
        self.conditions[name] = value
        self.touched["condition", name] = None


@dataclass(frozen=True, slots=True)
class _Before:
    """What a command meant before a group that ends at ``end``; ``frame`` is None in the file itself."""

    frame: Frame | None
    end: int
    name: str
    macro: Macro | None
    known: object | None


Handler = Callable[["TexReader", Command], bool]
"""What is done with a command; False if it is not done after all."""


class TexReader:
    """Goes through a file once. ``expanding`` and ``effects`` state what commands do; ``exists`` whether a file is there."""

    def __init__(
        self,
        text: str | Frame,
        state: ExpansionState,
        expanding: dict[str, Handler],
        effects: dict[str, Handler],
        exists: Callable[[str], bool] | None = None,
    ) -> None:
        self.state = state
        self.expanding = expanding
        self.effects = effects
        self.exists = exists
        self.main = Frame(text, 0, len(text), Brackets.of(text)) if isinstance(text, str) else text
        self.stream = Stream([self.main], max(ROOM, 4 * (self.main.end - self.main.at)))
        self.branches: list[bool] = []
        self.negated = False
        self.globally = False
        self.unclosed = False
        self.flat = False
        self._undone: list[_Before] = []
        state.reserved |= {*expanding, *effects}
        state.watched |= {*expanding, *effects}

    def read(self) -> None:
        """Read the whole file."""
        while command := self.stream.command(among=self.state.watched):
            while self._undone and self._is_over(self._undone[-1], command):
                self._undo()
            self.do(command)
        while self._undone:
            self._undo()

    def do(self, command: Command) -> None:
        """Does what a command does."""
        if not self.expand(command):
            handler = self.effects.get(command.name)
            if handler is None or not handler(self, command):
                handler = self.effects.get("") if command.name in self.state.known else None
                if handler:
                    handler(self, command)

    def expand(self, command: Command) -> bool:
        """Replace a command by what it stands for; False if it stands for itself."""
        name = command.name
        macro = self.state.macros.get(name)
        if macro is not None:
            # a quiet command stands for nothing that is requested, and its arguments are read where they are
            if self.flat or name in self.state.watched:
                call(self.stream, macro, self.call_span(command))
            return True
        handler = self.expanding.get(name) or (self.expanding["if"] if name.startswith("if") else None)
        return handler is not None and handler(self, command)

    def call_span(self, command: Command) -> Span:
        """Return where the command of the file is that led to this one."""
        return command.frame.call or command.frame.place(command.start, command.end)[0]

    def flattened(self, argument: Argument) -> str | None:
        """Return the text that an argument stands for; None if it has commands that no one knows."""
        if "\\" not in argument.text:
            return argument.text
        stream, base, before = self.stream, len(self.stream.frames), self.flat
        collected: list[str] = []
        # commands at the end of the argument must not take what follows it
        stream.read_next(argument, closed=True)
        self.flat = True
        known = True
        while known and (command := stream.command(base, collected)):
            frame = command.frame
            # TeX takes no account of the spaces after a command of letters
            if command.name[0].isalpha():
                frame.at = skip_blanks(frame.text, frame.at, frame.end)
            if not self.expand(command) and command.name not in _WITHOUT_MEANING:
                known = not command.name[:1].isalpha()
                collected.append(f"\\{command.name}")
        self.flat = before
        del stream.frames[base:]
        return "".join(collected).replace("{", "").replace("}", "") if known else None

    def insert(self, parts: Iterable[Argument | Body | str], command: Command) -> None:
        """Read a text next, put together from parts."""
        bodies = [Body(part) if isinstance(part, str) else part for part in parts]
        self.stream.insert(bodies, self.call_span(command))

    # --- definitions within groups

    def local(self, name: str, command: Command) -> None:
        """Remembers what a command means now, if the group ends in which it is about to be defined."""
        frame = command.frame
        end = None if self.globally else frame.brackets.end_of_group(frame.text, command.start)
        if end is not None:
            macro, known = self.state.macros.get(name), self.state.known.get(name)
            self._undone.append(_Before(None if frame.pieces is None else frame, end, name, macro, known))

    def _undo(self) -> None:
        before = self._undone.pop()
        self.state.restore(before.name, before.macro, before.known)

    def _is_over(self, before: _Before, command: Command) -> bool:
        """Whether the group has ended in which a command was defined."""
        # the group was opened in the file, and bodies that are read meanwhile are still in it
        if before.frame is None:
            return command.frame.pieces is None and before.end <= command.start
        if before.frame is command.frame:
            return before.end <= command.start
        return all(frame is not before.frame for frame in self.stream.frames)
