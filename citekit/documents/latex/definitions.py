r"""Learning the macros of a document: ``\newcommand`` and its kin, ``\def``, ``\let``, environments, ``\newif``."""

from __future__ import annotations

from citekit.documents.latex.commands import ARGUMENT_STYLES, HEADINGS, RESETS, SWITCH_RESETS, SWITCHES
from citekit.documents.latex.macros import Macro, Macros, Stretch
from citekit.documents.latex.stream import TokenStream, source_of, tokens_of

_COMMANDS = frozenset(
    "newcommand renewcommand providecommand DeclareRobustCommand newrobustcmd renewrobustcmd providerobustcmd".split()
)
_DEFINITIONS = frozenset("def gdef edef xdef".split())
_ENVIRONMENTS = frozenset(("newenvironment", "renewenvironment", "provideenvironment"))
_DOCUMENT_COMMANDS = frozenset(
    "NewDocumentCommand RenewDocumentCommand ProvideDocumentCommand DeclareDocumentCommand".split()
)
_DOCUMENT_ENVIRONMENTS = frozenset(("NewDocumentEnvironment", "RenewDocumentEnvironment", "DeclareDocumentEnvironment"))
DEFINING = (
    _COMMANDS | _DEFINITIONS | _ENVIRONMENTS | _DOCUMENT_COMMANDS | _DOCUMENT_ENVIRONMENTS | {"let", "newlist", "newif"}
)
"""The commands that define something."""
_PROTECTED = (
    frozenset("begin end item bibitem href url par newline input include relax textcolor hfill else fi".split())
    | DEFINING
    | ARGUMENT_STYLES.keys()
    | SWITCHES.keys()
    | RESETS.keys()
    | SWITCH_RESETS.keys()
    | HEADINGS.keys()
)
"""What keeps its meaning, however a document restyles it."""
_LIST_TYPES = ("itemize", "enumerate", "description")


def define(stream: TokenStream, macros: Macros, command: str) -> None:
    """Read a definition, whose command has just been read, and remember it."""
    if command in _COMMANDS:
        _new_command(stream, macros, keep=command.startswith("provide"))
    elif command in _DEFINITIONS:
        _plain_definition(stream, macros)
    elif command in _ENVIRONMENTS:
        _new_environment(stream, macros)
    elif command in _DOCUMENT_COMMANDS or command in _DOCUMENT_ENVIRONMENTS:
        _document_command(stream, macros, command in _DOCUMENT_ENVIRONMENTS)
    elif command == "let":
        _let(stream, macros)
    elif command == "newlist":
        name, kind = stream.argument(), stream.argument()
        stream.argument()
        if name and kind:
            found = next((known for known in _LIST_TYPES if source_of(kind).startswith(known)), "itemize")
            macros.lists[source_of(name).strip()] = found
    elif condition := _word(stream.argument()):
        macros.conditions[condition.removeprefix("if")] = False


def _word(stretch: Stretch | None) -> str:
    """The name of the first command in a stretch."""
    return next((token.text for token in tokens_of(stretch, 20) if token.kind == "word"), "") if stretch else ""


def _signature(stream: TokenStream) -> tuple[str, tuple[Stretch | None, ...]]:
    """The ``[number][default]`` of a definition."""
    number = stream.option()
    digits = source_of(number).strip() if number else ""
    count = int(digits) if digits.isascii() and digits.isdigit() and len(digits) == 1 else 0
    default = stream.option()
    if default is None or not count:
        return "m" * count, (None,) * count
    return "o" + "m" * (count - 1), (default, *(None,) * (count - 1))


def _remember(macros: Macros, name: str, macro: Macro) -> None:
    if name and name not in _PROTECTED:
        macros.commands[name] = macro


def _new_command(stream: TokenStream, macros: Macros, keep: bool) -> None:
    stream.star()
    name = _word(stream.argument())
    signature, defaults = _signature(stream)
    body = stream.argument()
    if body is not None and not (keep and name in macros.commands):
        _remember(macros, name, Macro(signature, defaults, body))


def _plain_definition(stream: TokenStream, macros: Macros) -> None:
    r"""``\def\name#1#2{…}``; other parameter texts are read as if their delimiters were blanks."""
    token = stream.peek()
    if not token or token.kind != "word":
        return
    stream.skip()
    name, count = token.text, 0
    for _ in range(30):
        token = stream.peek()
        if not token or token.kind in ("open", "par"):
            break
        count = max(count, int(token.text)) if token.kind == "param" else count
        stream.skip()
    body = stream.group()
    if body is not None:
        _remember(macros, name, Macro("m" * count, (None,) * count, body))


def _new_environment(stream: TokenStream, macros: Macros) -> None:
    stream.star()
    name = stream.argument()
    signature, defaults = _signature(stream)
    opening, closing = stream.argument(), stream.argument()
    if name and opening is not None:
        macros.environments[source_of(name).strip()] = Macro(signature, defaults, opening, closing)


def _document_command(stream: TokenStream, macros: Macros, environment: bool) -> None:
    target, specification = stream.argument(), stream.argument()
    signature = ""
    defaults: list[Stretch | None] = []
    items = list(tokens_of(specification, 60)) if specification else []
    for token in items:
        for letter in token.text if token.kind == "text" else "":
            if letter in "mrvoOds":
                signature += {"o": "o", "O": "o", "d": "o", "s": "*"}.get(letter, "m")
                defaults.append(None)
    body = stream.argument()
    closing = stream.argument() if environment else None
    if not target or body is None or len(signature) > 9:
        return
    macro = Macro(signature, tuple(defaults), body, closing)
    if environment:
        macros.environments[source_of(target).strip()] = macro
    else:
        _remember(macros, _word(target), macro)


def _let(stream: TokenStream, macros: Macros) -> None:
    name = _word(stream.argument())
    token = stream.peek()
    if token and token.kind == "text" and token.text.startswith("="):
        stream.skip()
        if rest := token.text[1:].lstrip():
            stream.back(token._replace(text=rest, start=token.end - len(rest)))
    meaning = stream.argument()
    if meaning and _word(meaning) != name:
        _remember(macros, name, Macro("", (), meaning))
