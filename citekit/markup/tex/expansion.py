r"""LaTeX as it is typeset, as far as certain commands go: commands of the document are replaced by what they stand for, conditions
that are known are decided, and of the others both branches are read.

Nothing is expanded without end: what definitions bring in is limited by the length of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field

from citekit.markup.tex.macros import EnvironmentDefinition, Macro, call
from citekit.markup.tex.stream import Argument, Body, Brackets, Command, Frame, Stream, skip_blanks
from citekit.runtime.records import dataclass
from citekit.runtime.span import Span

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
        """Adds what other files define under a name that was put together."""
        if self.elsewhere and name and name not in self.macros and name not in self.known:
            self.take_in(self.elsewhere(name))

    def exported(self) -> dict[str, object]:
        """What this file has defined, for others."""
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
        """Gives a command a meaning. One that only sets type again does not hide a known command."""
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
        """Makes a command one that means something to the reader."""
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
        """Reads the whole file."""
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
        """Replaces a command by what it stands for; False if it stands for itself."""
        name = command.name
        macro = self.state.macros.get(name)
        if macro is not None:
            # a quiet command stands for nothing that is asked for, and its arguments are read where they are
            if self.flat or name in self.state.watched:
                call(self.stream, macro, self.call_span(command))
            return True
        handler = self.expanding.get(name) or (self.expanding["if"] if name.startswith("if") else None)
        return handler is not None and handler(self, command)

    def call_span(self, command: Command) -> Span:
        """Where the command of the file is that led to this one."""
        return command.frame.call or command.frame.place(command.start, command.end)[0]

    def flattened(self, argument: Argument) -> str | None:
        """The text that an argument stands for; None if it has commands that no one knows."""
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
        """Reads a text next, put together from parts."""
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
