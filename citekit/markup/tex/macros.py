r"""The commands that a document defines: what arguments they take, and what a call of them stands for.

Sources: The TeXbook, chapter 20 (``\def``); LaTeX's ``\newcommand``; the manual usrguide, section on ``\NewDocumentCommand``.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from citekit.markup.tex.stream import Argument, Body, Stream
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import Span

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

    # the hash is kept: dataclass would compute it each time
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
        """The macro as another file reads it."""
        # places in this file mean nothing in another
        return self if self.at is None else Macro(self.parameters, self.body)


@dataclass(frozen=True, slots=True)
class EnvironmentDefinition:
    """An environment that a document defines: what its begin and its end stand for."""

    begin: Macro
    end: Macro

    def elsewhere(self) -> EnvironmentDefinition:
        """The environment as another file reads it."""
        return EnvironmentDefinition(self.begin.elsewhere(), self.end.elsewhere())


Given = list[Argument | Body]
"""What a call gives to a macro, by number from 0 on."""


def arguments_of(stream: Stream, macro: Macro) -> Given | None:
    """Takes the arguments of a call; None if one is missing."""
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
    """Takes what stands for a parameter; None if it is missing."""
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
    """Reads next what a call of a macro stands for. False if the call is not complete or there is no space left."""
    given = arguments_of(stream, macro)
    return given is not None and stream.insert(filled(macro, given), span)


def filled(macro: Macro, given: Given) -> Given:
    """The body of a macro with the arguments in the places of their numbers."""
    parts = (given[part - 1] if isinstance(part, int) and part <= len(given) else part for part in macro.parts)
    return [part for part in parts if not isinstance(part, int)]


def latex_parameters(count: int, default: str | None) -> tuple[Parameter, ...]:
    r"""The parameters of ``\newcommand{\name}[count][default]``."""
    if default is None or not count:
        return (MANDATORY,) * count
    return (Parameter("optional", "[", default), *(MANDATORY,) * (count - 1))


_SPECIFIED = re.compile(
    r"(?P<simple>[mvb])|(?P<star>s)|t\s{0,9}(?P<token>\S)|(?P<o>o)|(?P<O>O)\s{0,9}\{(?P<default>[^{}]*)\}"
    r"|(?P<d>[dr])\s{0,9}(?P<pair>\S)\s{0,9}\S|(?P<D>[DR])\s{0,9}(?P<Pair>\S)\s{0,9}\S\s{0,9}\{(?P<Default>[^{}]*)\}"
    r"|g|G\s{0,9}\{[^{}]*\}|>\s{0,9}\{[^{}]*(?:\{[^{}]*+\}[^{}]*+)*\}|[+!\s=]"
)


def document_parameters(specification: str) -> tuple[Parameter, ...] | None:
    r"""The parameters of ``\NewDocumentCommand``, from ``s O{} m`` and the like; None if there is something else."""
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
    r"""The parameters of ``\def`` from the text before its body: ``#1#2``, ``[#1]#2``, ``#1;``."""
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
