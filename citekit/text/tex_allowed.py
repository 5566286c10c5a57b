r"""The trust boundary between text and TeX: the commands that a value of an untrusted file may contain.

TeX that was read from a file retains its commands, also unknown ones: a document or a package may define them, and as
text the value would print something else. Commands that do more than print, or whose name suggests it (``\\myinput``,
``\\pgfwrite``), ``^^`` notation, and links that start a program are refused: a value with one of them is written as
escaped text. Plain text never has commands. The commands are data: ``tex_commands.toml`` next to this file, the
characters of :mod:`citekit.text.tex_table`, and the symbols of :mod:`citekit.text.tex_math`.

Source: *The TeXbook*, chapters 7 and 8 (category codes, ``^^``, control sequences) and 20 (``\csname``, ``\input``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import cache, lru_cache
from pkgutil import get_data
from typing import NamedTuple

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.text.tex_math import MATH_COMMANDS, bare_formula
from citekit.text.tex_table import ACCENTS, CHARACTERS, FORMULA_CHARACTERS

_COMMAND = re.compile(
    r"\\(?:(?P<environment>begin|end)(?![A-Za-z@])\s*\{(?P<kind>[^{}]*)\}|href\s*\{(?P<target>[^{}]*)"
    r"|string(?=[~_^&#%])|(?P<name>[A-Za-z]+)|(?P<hidden>\^\^)|.)|(?P<notation>\^\^)",
    re.DOTALL,
)
_SCHEME = re.compile(r"\s*+(?:(?:https?|ftps?|mailto|doi|urn|news):|[^:]*$|[^:]*[/#?])", re.IGNORECASE)
_MIGHT_ACT = re.compile(r"\\|\^\^")
_SIGN = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
_ENVIRONMENT = re.compile(r"\s*\{([a-zA-Z]+)\}")
_OPTION = re.compile(r"\s*\[[^][{}\\$]{0,200}\]")
_LONGEST = 2000  # characters of a formula in a title or abstract; bounds the time for what is passed to TeX


class DisallowedCommand(NamedTuple):
    """A refused command: its span, its name, and what it does (empty if unknown)."""

    start: int
    end: int
    command: str
    act: str


@dataclass(frozen=True, slots=True)
class _Table:
    allowed: frozenset[str]
    math: dict[str, int]
    of_text: frozenset[str]
    environments: frozenset[str]
    acts: dict[str, str]


@cache
def _table() -> _Table:
    import tomllib  # here, because most values have no command

    data = tomllib.loads((get_data("citekit.text", "tex_commands.toml") or b"").decode("utf-8"))
    math = dict.fromkeys(MATH_COMMANDS | FORMULA_CHARACTERS.keys(), 0)
    for count, name in enumerate(("none", "one", "two")):
        math |= dict.fromkeys(data["math"][name].split(), count)
    of_text = frozenset(data["math"]["of_text"].split())
    named = {name for name in (*ACCENTS, *CHARACTERS) if name[:1].isalpha()}
    return _Table(
        frozenset(data["text"].split()) | named | math.keys() | of_text,
        math | dict.fromkeys(of_text, 1),
        of_text,
        frozenset(data["environments"]["names"].split()),
        {name: act for act, names in data["acts"].items() for name in names.split()},
    )


def is_known(command: str) -> bool:
    r"""Whether a command (its name without the backslash) is one that only prints: ``emph`` is, ``ourmacro`` may be."""
    return command in _table().allowed


_MAY_ACT = re.compile(
    "input|include|import|read|open|file|write|output|shell|exec|system|lua|python|javascript|load|eval"
    "|def$|define|let$|command|catcode|csname|token|expand|special|pdf|^begin|^end|loop|repeat|every|hook",
    re.IGNORECASE,
)
"""Parts of names of commands that read, write, run, define or build something, by the names that TeX, LaTeX and its
packages give them. ``if…`` and ``fi`` are refused by the table: half a condition swallows what follows it."""


def is_allowed(command: str) -> bool:
    r"""Whether a value may contain a command: ``emph`` and ``ourmacro`` are allowed, ``input`` and ``ourinput`` are not."""
    table = _table()
    return command in table.allowed or (command not in table.acts and not _MAY_ACT.search(command))


def act_of(command: str) -> str:
    """Return what a command does besides printing: ``reads a file``; empty if nothing is known."""
    return _table().acts.get(command, "")


def refused(tex: str, unknown: bool = False) -> Iterator[DisallowedCommand]:
    r"""Yield the refused commands of a LaTeX text in order; with ``unknown``, the unknown ones too.

    >>> [found.command for found in refused(r"\'Etude \input{x} $\alpha$")]
    ['\\input']
    """
    if not _MIGHT_ACT.search(tex):
        return
    table = _table()
    for match in _COMMAND.finditer(tex):
        name = match["name"]
        if name and not (is_known(name) if unknown else is_allowed(name)):
            yield DisallowedCommand(*match.span(), match[0], table.acts.get(name, ""))
        elif match["environment"] and match["kind"] not in table.environments:
            yield DisallowedCommand(*match.span(), match[0], act_of(match["kind"]))
        elif match["target"] is not None and not _SCHEME.match(match["target"]):
            yield DisallowedCommand(*match.span(), match[0], "starts a program")
        elif match["hidden"] or match["notation"]:
            yield DisallowedCommand(*match.span(), match[0], "makes commands out of text")


def passes(tex: str) -> bool:
    """Whether a LaTeX text has no refused command."""
    return next(refused(tex), None) is None


@lru_cache(maxsize=4096)
def is_sound(formula: str) -> bool:
    r"""Whether LaTeX can typeset a formula of plain text, given with its dollars or ``\(…\)``.

    All its commands are known, have their arguments, and are where they may be; braces, ``\left`` and environments pair.

    >>> is_sound(r"$\frac{1}{2}$"), is_sound(r"$\frac$"), is_sound(r"$\input{x}$")
    (True, False, False)
    """
    bare = bare_formula(formula)
    return len(bare) <= _LONGEST and "^^" not in bare and _Formula(bare).is_sound()


@dataclass(slots=True)
class _FormulaGroup:
    """What is open in a formula: a brace, ``\\left`` or an environment; ``wanted`` arguments are still to come."""

    kind: str
    text: bool = False
    wanted: int = 0
    scripts: str = ""
    of_text: bool = False


@dataclass(slots=True)
class _Formula:
    """One pass over the tokens of a formula."""

    text: str
    at: int = 0
    open: list[_FormulaGroup] = field(default_factory=lambda: [_FormulaGroup("")])

    def is_sound(self) -> bool:
        while self.at < len(self.text):
            match = _SIGN.match(self.text, self.at)
            assert match
            self.at = match.end()
            if not self._take(match[0]):
                return False
        return len(self.open) == 1 and not self.open[0].wanted

    def _take(self, sign: str) -> bool:
        if sign.isspace():
            return True
        if sign in "{}":
            here = self.open[-1]
            if sign == "{":
                self.open.append(_FormulaGroup("{", here.text or here.of_text))
                here.of_text = False
                return True
            if here.kind != "{" or here.wanted:
                return False
            self.open.pop()
            self._atom()
            return True
        if sign[0] == "\\" and sign[1:2].isalpha():
            return self._command(sign[1:])
        here = self.open[-1]
        if sign in ("&", "\\\\"):
            here.scripts = ""
            return here.kind in _table().environments and not here.wanted
        if sign in "^_'":
            return not here.text and self._script(sign)
        # a comment would swallow the end of the formula, a dollar end it, and # is an error outside of a definition
        if sign in "%#$" or sign == "\\" or (sign[0] == "\\" and sign[1] not in ",:;!>|{}%&#$_ /-"):
            return False
        self._atom()
        return True

    def _atom(self) -> None:
        here = self.open[-1]
        if here.wanted:
            here.wanted -= 1
        else:
            here.scripts = ""

    def _script(self, sign: str) -> bool:
        here = self.open[-1]
        if here.wanted or sign in here.scripts or (sign == "'" and "^" in here.scripts):
            return False
        if sign != "'":
            here.scripts += sign
            here.wanted = 1
        return True

    def _command(self, name: str) -> bool:
        table, here = _table(), self.open[-1]
        if name in ("begin", "end"):
            match = _ENVIRONMENT.match(self.text, self.at)
            if not match or match[1] not in _table().environments or self.open[-1].wanted:
                return False
            self.at = match.end()
            if name == "begin":
                self.open.append(_FormulaGroup(match[1], wanted=int(match[1] == "array")))
                return True
            if self.open[-1].kind != match[1]:
                return False
            self.open.pop()
            self._atom()
            return True
        if here.text:
            return is_known(name) and name not in table.math
        if name not in table.math:
            return False
        if name in ("left", "right", "middle"):
            match = _SIGN.match(self.text, self.at)
            if not match or match[0] in ("{", "}") or self.open[-1].wanted:
                return False
            self.at = match.end()
            if match[0][0] == "\\" and match[0][1:].isalpha() and match[0][1:] not in _table().math:
                return False
            if name == "left":
                self.open.append(_FormulaGroup("left"))
                return True
            if self.open[-1].kind != "left":
                return False
            if name == "right":
                self.open.pop()
                self._atom()
            return True
        count = table.math[name]
        if count and (option := _OPTION.match(self.text, self.at)):
            self.at = option.end()
        if not count:
            self._atom()
            return True
        if here.wanted:  # an argument of its own, without braces around it: x^\frac12
            here.wanted += count - 1
        else:
            here.scripts, here.wanted = "", count
        here.of_text = name in table.of_text
        return True
