r"""The commands of LaTeX with which documents cite, and how their arguments stand; new ones are learnt from definitions.

Sources: the manuals of natbib, biblatex (section "Citation Commands"), csquotes (section 5), apacite and harvard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

MOST = 4000
"""No argument is longer than this."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How the arguments of a command stand.

    ``before`` is the number of braced arguments before the keys, ``multi`` tells that several groups of notes and keys
    may follow one another, ``keys_optional`` that the keys are the first optional argument.
    """

    before: int = 0
    multi: bool = False


_ONE = Shape()
_BASES = (
    "cite citet citep citealt citealp citeauthor citeyear citeyearpar citefullauthor citenum citetalias citepalias "
    "parencite footcite footcitetext textcite smartcite supercite autocite citetitle citedate citeurl fullcite "
    "footfullcite notecite pnotecite fnotecite citename citelist citefield citen onlinecite mcite bibentry citeA "
    "citeNP citeyearNP citeauthorNP fullciteA fullciteNP fullciteauthor shortcite shortciteA shortciteNP "
    "shortciteauthor citeasnoun possessivecite citeaffixed citeonline nocite".split()
)
_MULTI = "cite parencite footcite footcitetext textcite smartcite supercite autocite fullcite footfullcite citeauthor citetitle".split()
_VOLUME = "volcite pvolcite fvolcite ftvolcite svolcite tvolcite avolcite".split()
_QUOTES = "textcquote blockcquote hybridblockcquote".split()
_FOREIGN = "foreigntextcquote hyphentextcquote foreignblockcquote hyphenblockcquote".split()
ENVIRONMENTS = {"displaycquote": _ONE, "foreigndisplaycquote": Shape(1), "hyphendisplaycquote": Shape(1)}
"""Environments of csquotes that cite with the arguments after their name."""


def _both(name: str) -> tuple[str, str]:
    return name, name[:1].upper() + name[1:]


COMMANDS: dict[str, Shape] = {
    **{form: _ONE for name in _BASES for form in _both(name)},
    **{form: Shape(multi=True) for name in _MULTI for form in _both(f"{name}s")},
    **{form: Shape(1) for name in _VOLUME for form in _both(name)},
    **{form: Shape(1, multi=True) for name in _VOLUME for form in _both(f"{name}s")},
    **dict.fromkeys(_QUOTES, _ONE),
    **{name: Shape(1) for name in _FOREIGN},
}
"""The citing commands that everyone has, without their stars."""


@dataclass(frozen=True, slots=True)
class Argument:
    """What stands between two delimiters, ``text[start:end]``; ``after`` is the offset after the closing one."""

    start: int
    end: int
    after: int


def argument(text: str, at: int, opening: str = "{", closing: str = "}") -> Argument | None:
    """The argument at ``at`` (blanks and one line end before it allowed) between delimiters that balance with braces."""
    at = skip_blanks(text, at)
    if not text.startswith(opening, at):
        return None
    depth = 0
    for sign in _SIGNS[closing].finditer(text, at + 1, at + MOST):
        char = sign[0]
        if char == closing and depth == 0:
            return Argument(at + 1, sign.start(), sign.end())
        if char == "{":
            depth += 1
            if depth > _DEEPEST:
                return None
        elif char == "}":
            depth -= 1
            if depth < 0:
                return None
    return None


_DEEPEST = 40
"""Braces nest no deeper in an argument."""
_SIGNS = {closing: re.compile(rf"[{{}}]|\\[^A-Za-z]|{re.escape(closing)}", re.DOTALL) for closing in "}])>"}


def skip_blanks(text: str, at: int) -> int:
    """The offset after blanks with at most one line end in them: an empty line ends a command's arguments."""
    ends = 0
    while at < len(text) and text[at].isspace():
        if text[at] == "\n":
            ends += 1
            if ends > 1:
                return at
        at += 1
    return at


def key_arguments(text: str, at: int, shape: Shape) -> Iterator[Argument]:
    """The arguments with keys of a citing command whose name ends at ``at``."""
    if text.startswith("*", at):
        at += 1
    if shape.multi:
        yield from _groups(text, at, shape)
        return
    at = _notes(text, at)
    for _ in range(shape.before):
        skipped = argument(text, at)
        if skipped is None:
            return
        at = _notes(text, skipped.after)
    found = argument(text, at)
    if found:
        yield found


def _groups(text: str, at: int, shape: Shape) -> Iterator[Argument]:
    for _ in range(2):
        note = argument(text, at, "(", ")")
        at = note.after if note else at
    while True:
        at = _notes(text, at)
        for _ in range(shape.before):
            skipped = argument(text, at)
            if skipped is None:
                return
            at = _notes(text, skipped.after)
        found = argument(text, at)
        if found is None:
            return
        yield found
        at = found.after


def _notes(text: str, at: int) -> int:
    for _ in range(4):
        note = argument(text, at, "[", "]") or argument(text, at, "<", ">")
        if note is None:
            break
        at = note.after
    return at


# --- commands that a document defines -------------------------------------------------------------------------------

_DEFINITION = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|newrobustcmd|renewrobustcmd)\*?\s{0,9}"
    r"(?:\{\s{0,9}\\(?P<braced>[A-Za-z@]{1,60})\s{0,9}\}|\\(?P<bare>[A-Za-z@]{1,60}))\s{0,9}"
    r"(?:\[(?P<count>\d)\])?(?P<optional>\s{0,9}\[)?"
    r"|\\(?:New|Renew|Provide|Declare)(?:Expandable)?DocumentCommand\s{0,9}(?:\{\s{0,9}\\(?P<document>[A-Za-z@]{1,60})\s{0,9}\}"
    r"|\\(?P<document_bare>[A-Za-z@]{1,60}))\s{0,9}\{(?P<arguments>[^\n]{0,80}?)\}(?=\s{0,9}\{)"
    r"|\\[egx]?def\s{0,9}\\(?P<primitive>[A-Za-z@]{1,60})(?P<numbers>[^{}\\\n]{0,60})(?=\{)"
    r"|\\let\s{0,9}\\(?P<new>[A-Za-z@]{1,60})\s{0,9}=?\s{0,9}\\(?P<old>[A-Za-z@]{1,60})"
    r"|\\DeclareCiteCommand\*?\s{0,9}\{\s{0,9}\\(?P<declared>[A-Za-z@]{1,60})\s{0,9}\}"
    r"|\\DeclareMultiCiteCommand\s{0,9}\{\s{0,9}\\(?P<declared_multi>[A-Za-z@]{1,60})\s{0,9}\}"
    r"|\\DeclareAutoCiteCommand\s{0,9}\{\s{0,9}(?P<auto>[A-Za-z@]{1,60})\s{0,9}\}"
)
_CALL = re.compile(r"\\([A-Za-z@]+)")
_PARAMETER = re.compile(r"#(\d)")


@dataclass(frozen=True, slots=True)
class Learnt:
    """A command that a document defines: which of its arguments are keys, and the keys that its body cites itself.

    ``optional`` says that its first argument stands in brackets. ``keys`` are (argument text, offset) of the body.
    """

    name: str
    arguments: tuple[int, ...]
    optional: bool
    keys: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Definitions:
    """The citing commands of a text: by their shape, by what was learnt, and where definitions stand."""

    shapes: dict[str, Shape]
    learnt: dict[str, Learnt]
    bodies: tuple[tuple[int, int], ...]


def definitions(text: str, known: dict[str, Shape], learnt: dict[str, Learnt]) -> Definitions:
    """The commands that a text defines, in its order, on top of those that are known."""
    shapes, own = dict(known), dict(learnt)
    bodies: list[tuple[int, int]] = []
    for match in _DEFINITION.finditer(text):
        if match["new"]:
            if match["old"] in shapes:
                shapes[match["new"]] = shapes[match["old"]]
            elif match["old"] in own:
                own[match["new"]] = own[match["old"]]
            bodies.append(match.span())
            continue
        if match["declared"] or match["declared_multi"]:
            shapes[match["declared"] or match["declared_multi"]] = Shape(multi=bool(match["declared_multi"]))
            bodies.append((match.start(), _after_groups(text, match.end(), 5)))
            continue
        if match["auto"]:
            bodies.append((match.start(), _after_groups(text, match.end(), 3)))
            continue
        body = _body(text, match)
        if body is None:
            continue
        name = match["braced"] or match["bare"] or match["document"] or match["document_bare"] or match["primitive"]
        bodies.append((match.start(), body.after))
        command = _learn(name, text[body.start : body.end], body.start, match, shapes, own)
        if command:
            shapes.pop(name, None)
            own[name] = command
    return Definitions(shapes, own, tuple(bodies))


def _after_groups(text: str, at: int, most: int) -> int:
    for _ in range(most + 2):
        found = argument(text, at, "[", "]") or argument(text, at)
        if found is None:
            break
        at = found.after
    return at


def _body(text: str, match: re.Match[str]) -> Argument | None:
    at = match.end()
    if match["optional"]:
        default = argument(text, at - 1, "[", "]")
        if default is None:
            return None
        at = default.after
    return argument(text, at)


def _learn(
    name: str, body: str, offset: int, match: re.Match[str], shapes: dict[str, Shape], learnt: dict[str, Learnt]
) -> Learnt | None:
    arguments: list[int] = []
    keys: list[tuple[str, int]] = []
    for call in _CALL.finditer(body):
        for found in keys_of_call(body, call, shapes, learnt):
            inside = body[found.start : found.end]
            numbers = [int(number) for number in _PARAMETER.findall(inside)]
            arguments += numbers
            if not numbers and "\\" not in inside:
                keys.append((inside, offset + found.start))
    if not arguments and not keys:
        return None
    specification = match["arguments"] or ""
    optional = bool(match["optional"]) or specification.lstrip().startswith(("o", "O", "s", "+o"))
    return Learnt(name, tuple(dict.fromkeys(arguments)), optional, tuple(keys))


def keys_of_call(
    text: str, call: re.Match[str], shapes: dict[str, Shape], learnt: dict[str, Learnt]
) -> Iterator[Argument]:
    """The arguments with keys of a call, whose name ``call`` matched with its backslash."""
    name = call[1]
    if name in learnt:
        yield from _of_learnt(text, call.end(), learnt[name])
    elif name in shapes:
        yield from key_arguments(text, call.end(), shapes[name])


def _of_learnt(text: str, at: int, command: Learnt) -> Iterator[Argument]:
    if text.startswith("*", at):
        at += 1
    number = 1
    if command.optional:
        note = argument(text, at, "[", "]")
        if note:
            if number in command.arguments:
                yield note
            at = note.after
        number += 1
    while number <= max(command.arguments, default=0):
        found = argument(text, at)
        if found is None:
            return
        if number in command.arguments:
            yield found
        at = found.after
        number += 1
