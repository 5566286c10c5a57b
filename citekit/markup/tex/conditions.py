r"""Conditions of LaTeX as far as a document itself decides them, and the commands that look at what follows.

``\ifname ... \else ... \fi`` with ``\newif``, ``\iftrue``, numbers and single characters; those of xparse, etoolbox and ifthen;
``\@ifstar`` and ``\@ifnextchar``. Of a condition that no one knows both branches are read.
"""

from __future__ import annotations

from citekit.markup.tex.definitions import defined_name, name_of_csname
from citekit.markup.tex.expansion import NO_VALUE, TRUE, Handler, TexReader
from citekit.markup.tex.stream import Argument, Command, Frame
from citekit.markup.tex.visible import end_of_branch, opens_condition
from citekit.runtime import patterns as re
from citekit.runtime.registry import handles

CONDITIONS: dict[str, Handler] = {}
"""What is done with the commands that decide what is read next."""
MOST_ITEMS = 500
"""A list is gone through for this many of its items."""

_NUMBER = r"\s{0,9}(-?\d{1,9}|\\[A-Za-z@]{1,40}(?![A-Za-z@]))\s{0,9}"
_COMPARED = re.compile(rf"{_NUMBER}([<>=]){_NUMBER}")
_ONE = re.compile(_NUMBER)
_SIGN = re.compile(r"\s{0,9}(\\[A-Za-z@]{1,40}|[^\\])\s{0,9}(\\[A-Za-z@]{1,40}|[^\\])", re.DOTALL)
# \if\relax\detokenize{#1}\relax, the idiom that checks whether an argument is empty
_EMPTY = re.compile(r"\s{0,9}\\(?:relax|empty|@empty)\s{0,9}\\detokenize\s{0,9}(?=\{)")
_FIRST = re.compile(r"\s{0,9}([^\s\\{}])(.)", re.DOTALL)
_DEFINED = re.compile(r"\s{0,9}\\([A-Za-z@]{1,60})")
_EQUAL = re.compile(r"\s*\\equal\s*\{([^{}]*)\}\s*\{([^{}]*)\}\s*\Z")
_BOOLEAN = re.compile(r"\s*\\boolean\s*\{([^{}]*)\}\s*\Z")


# --- conditions that \fi ends


@handles(CONDITIONS, "if")
def _if(reader: TexReader, command: Command) -> bool:
    frame = command.frame
    if not opens_condition(frame.text, command.name, command.end, reader.state.conditions):
        return False
    # \unless turns the next condition over, and no other
    negated, reader.negated = reader.negated, False
    if command.name == "ifcase":
        match = _ONE.match(frame.text, frame.at, frame.end)
        number = _number(reader, match[1]) if match else None
        if match is None or number is None:
            # of what no one knows all branches are read, so that its \or, \else and \fi only are passed over
            reader.branches.append(False)
            return True
        frame.at = match.end()
        if number == 0:
            reader.branches.append(True)
        else:
            _to_other_branch(reader, number)
        return True
    value = _value(reader, command.name, frame)
    if value is not None and value == negated:
        _to_other_branch(reader, 0)
    else:
        reader.branches.append(value is not None)
    return True


def _value(reader: TexReader, name: str, frame: Frame) -> bool | None:
    """Whether a condition holds; what it compares is gone past. None if no one knows."""
    if name in ("iftrue", "iffalse"):
        return name == "iftrue"
    if name[2:] in reader.state.conditions:
        return reader.state.conditions[name[2:]]
    if name == "ifnum" and (match := _COMPARED.match(frame.text, frame.at, frame.end)):
        frame.at = match.end()
        return _compared(reader, match)
    if name == "ifodd" and (match := _ONE.match(frame.text, frame.at, frame.end)):
        number = _number(reader, match[1])
        return None if number is None else number % 2 == 1
    if name in ("if", "ifx") and (match := _EMPTY.match(frame.text, frame.at, frame.end)):
        frame.at = match.end()
        # the argument of \detokenize is all that is compared; it is taken, because its text is not typeset
        given = reader.stream.argument()
        return not (given and given.text.strip())
    if name == "if" and (match := _FIRST.match(frame.text, frame.at, frame.end)):
        if match[2] == "\\":
            return False if match[1].isdigit() else None
        frame.at = match.end()
        return match[1] == match[2]
    if name == "ifx" and (match := _SIGN.match(frame.text, frame.at, frame.end)):
        frame.at = match.end()
        # two commands mean the same if the document defines them in the same way; no one knows of two that it does not define
        left = match[1]
        right = match[2]
        if left == right:
            return True
        if not left.startswith("\\") and not right.startswith("\\"):
            return False
        bodies = [_meaning(reader, one) for one in (left, right)]
        if None in bodies:
            return None if all(one.startswith("\\") for one in (left, right)) and bodies == [None, None] else False
        return bodies[0] == bodies[1]
    if name == "ifdefined" and (match := _DEFINED.match(frame.text, frame.at, frame.end)):
        frame.at = match.end()
        return _is_defined(reader, match[1])
    return None


def _compared(reader: TexReader, match: re.Match[str]) -> bool | None:
    left, right = _number(reader, match[1]), _number(reader, match[3])
    if left is None or right is None:
        return None
    return {"<": left < right, ">": left > right}.get(match[2], left == right)


def _number(reader: TexReader, text: str) -> int | None:
    if text.startswith("\\"):
        macro = reader.state.macros.get(text[1:])
        text = macro.body.strip() if macro else ""
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else None


def _meaning(reader: TexReader, one: str) -> str | None:
    if one in (r"\empty", r"\@empty"):
        return ""
    macro = reader.state.macros.get(one[1:]) if one.startswith("\\") else None
    return macro.body if macro else None


def _is_defined(reader: TexReader, name: str) -> bool | None:
    # a package may define what the document does not, so nothing is known to be undefined
    return True if name in reader.state.macros or name in reader.state.known else None


def _to_other_branch(reader: TexReader, number: int) -> None:
    r"""Continues after the ``\else`` of a condition, or after its ``number``th ``\or``; else after its ``\fi``."""
    while end := _branch_end(reader):
        if end["close"]:
            return
        number -= 1 if end["other"] == "or" else 0
        if end["other"] == "else" or number == 0:
            reader.branches.append(True)
            return
    reader.branches.append(False)


def _branch_end(reader: TexReader) -> re.Match[str] | None:
    """Goes past the end of the branch in which the reading is."""
    frames = reader.stream.frames
    for depth in range(len(frames) - 1, -1, -1):
        frame = frames[depth]
        if frame is reader.main and reader.unclosed:
            return None
        end = end_of_branch(frame.text, frame.at, frame.end, reader.state.conditions)
        if end:
            # the branch continues below the bodies in which its condition was, and these are skipped with it
            del frames[depth + 1 :]
            frame.at = end.end()
            return end
        # one search through the rest of the file is enough: a search for each condition would take quadratic time
        if frame is reader.main:
            reader.unclosed = True
        if frame.closed:
            return None
    return None


@handles(CONDITIONS, "else or")
def _else(reader: TexReader, command: Command) -> bool:
    if reader.branches and reader.branches[-1]:
        while (end := _branch_end(reader)) and not end["close"]:
            pass
        if end:
            reader.branches.pop()
    return True


@handles(CONDITIONS, "fi")
def _fi(reader: TexReader, command: Command) -> bool:
    if reader.branches:
        reader.branches.pop()
    return True


@handles(CONDITIONS, "unless")
def _unless(reader: TexReader, command: Command) -> bool:
    reader.negated = True
    return True


# --- conditions with their branches in braces


def _choose(reader: TexReader, value: bool | None, forms: str = "TF") -> bool:
    """Read the branch that holds next, or both; ``forms`` states which of them are there."""
    branches = [(form, reader.stream.token()) for form in forms]
    # a name that is put together cannot have both branches in it
    if value is None and reader.flat:
        return False
    # the text that is put on the stack last is read first
    for form, branch in reversed(branches):
        if branch and (value is None or value == (form == "T")):
            reader.stream.read_next(branch, closed=value is None and form == "T")
    return True


def _of_argument(test: str) -> Handler:
    def handler(reader: TexReader, command: Command) -> bool:
        given = reader.stream.argument()
        name = command.name
        forms = name[-2:] if name.endswith("TF") else name[-1:] if name[-1:] in ("T", "F") else "TF"
        return _choose(reader, _tested(reader, test, given.text.strip()) if given else None, forms)

    return handler


_TESTS = {
    "true": "IfBooleanTF IfBooleanT IfBooleanF",
    "no value": "IfNoValueTF IfNoValueT IfNoValueF",
    "value": "IfValueTF IfValueT IfValueF",
    "empty": "IfBlankTF IfBlankT IfBlankF ifstrempty ifblank ifempty @ifempty",
    "not empty": "notblank ifnotblank ifnotempty",
    "toggle": "iftoggle ifbool",
    "not toggle": "nottoggle notbool",
    "command": "ifdef ifcsdef ifdefmacro",
    "no command": "@ifundefined ifundef ifcsundef",
    "file": "IfFileExists",
}
"""What commands test in their argument."""
for _test, _names in _TESTS.items():
    handles(CONDITIONS, _names)(_of_argument(_test))


def _tested(reader: TexReader, test: str, text: str) -> bool | None:
    if test == "true":
        return text == TRUE
    if test == "no value":
        return text == NO_VALUE
    if test == "value":
        return text != NO_VALUE
    if test == "empty":
        return text in ("", NO_VALUE)
    if test == "not empty":
        return text not in ("", NO_VALUE)
    if test in ("toggle", "not toggle"):
        value = reader.state.conditions.get(text)
        return None if value is None else value == (test == "toggle")
    if test == "command":
        return _is_defined(reader, text.lstrip("\\"))
    if test == "no command":
        # see _is_defined: what the document does not define may be defined elsewhere
        return False if _is_defined(reader, text.lstrip("\\")) else None
    return reader.exists(text) if reader.exists and "\\" not in text else None


@handles(CONDITIONS, "ifstrequal")
def _ifstrequal(reader: TexReader, command: Command) -> bool:
    given = [reader.stream.argument(), reader.stream.argument()]
    left, right = (argument.text.strip() if argument else "" for argument in given)
    return _choose(reader, left == right)


@handles(CONDITIONS, "ifthenelse")
def _ifthenelse(reader: TexReader, command: Command) -> bool:
    given = reader.stream.argument()
    return _choose(reader, _holds(reader, given.text) if given else None)


def _holds(reader: TexReader, test: str) -> bool | None:
    negated = re.match(r"\s*\\(?:NOT|not)(?![A-Za-z])", test)
    if negated:
        # bounds the recursion on \NOT\NOT\NOT… and the time for what is not a condition
        value = _holds(reader, test[negated.end() :]) if len(negated[0]) < 12 and test.count("\\") < 9 else None
        return None if value is None else not value
    if match := _BOOLEAN.match(test):
        return reader.state.conditions.get(match[1].strip())
    if match := _EQUAL.match(test):
        sides = [_plain(reader, match[1]), _plain(reader, match[2])]
        return None if None in sides else sides[0] == sides[1]
    match = _COMPARED.fullmatch(test)
    return _compared(reader, match) if match else None


def _plain(reader: TexReader, text: str) -> str | None:
    if "\\" not in text:
        return text
    macro = reader.state.macros.get(text.strip()[1:])
    return macro.body if macro and "\\" not in macro.body else None


# --- what follows


@handles(CONDITIONS, "@ifstar")
def _ifstar(reader: TexReader, command: Command) -> bool:
    branches = reader.stream.token(), reader.stream.token()
    chosen = branches[0] if reader.stream.skip("*") else branches[1]
    if chosen:
        reader.stream.read_next(chosen)
    return True


@handles(CONDITIONS, "@ifnextchar kernel@ifnextchar new@ifnextchar")
def _ifnextchar(reader: TexReader, command: Command) -> bool:
    sign, yes, no = reader.stream.token(), reader.stream.token(), reader.stream.token()
    # \bgroup is the only way to name a brace alone
    wanted = "{" if sign and sign.text == r"\bgroup" else sign.text if sign else ""
    chosen = yes if reader.stream.next_sign() == wanted else no
    if chosen:
        reader.stream.read_next(chosen)
    return True


@handles(CONDITIONS, "@testopt")
def _testopt(reader: TexReader, command: Command) -> bool:
    then, default = reader.stream.token(), reader.stream.token()
    if then is None or default is None:
        return True
    if reader.stream.next_sign() == "[":
        reader.stream.read_next(then)
    else:
        reader.insert((then, "[", default, "]"), command)
    return True


@handles(CONDITIONS, "string")
def _string(reader: TexReader, command: Command) -> bool:
    r"""``\string\cite`` prints the name of a command."""
    if reader.stream.next_sign() == "\\":
        reader.stream.token()
        return not reader.flat
    return True


@handles(CONDITIONS, "csname")
def _csname(reader: TexReader, command: Command) -> bool:
    start = command.frame.at
    name = name_of_csname(reader)
    return _named(reader, name, command, start)


@handles(CONDITIONS, "@nameuse csuse")
def _nameuse(reader: TexReader, command: Command) -> bool:
    given = reader.stream.argument()
    name = (reader.flattened(given) or "").strip() if given else ""
    reader.state.look_up(name)
    return _named(reader, name, command, command.end)


def _named(reader: TexReader, name: str, command: Command, start: int) -> bool:
    if not name or name in ("csname", "@nameuse", "csuse"):
        return bool(name) or not reader.flat
    named = Command(name, command.frame, command.start, start)
    if reader.flat:
        return reader.expand(named)
    reader.do(named)
    return True


@handles(CONDITIONS, "forcsvlist docsvlist")
def _forlist(reader: TexReader, command: Command) -> bool:
    r"""``\forcsvlist{\cite}{a,b}``."""
    what, items = reader.stream.token(), reader.stream.argument()
    if what and items:
        for item in reversed(_items(items)):
            reader.insert((what, "{", item, "}"), command)
    return True


@handles(CONDITIONS, "foreach @for")
def _foreach(reader: TexReader, command: Command) -> bool:
    r"""``\foreach \x in {a,b} {...}`` and ``\@for\x:=a,b\do{...}``."""
    name = defined_name(reader)
    if command.name == "@for":
        known = reader.stream.skip(":=")
        items = reader.stream.until(r"\do")
    else:
        known = reader.stream.skip("in")
        items = reader.stream.argument()
    body = reader.stream.argument()
    if name and known and items and body:
        for item in reversed(_items(items)):
            reader.insert((f"\\def\\{name}{{", item, "}", body), command)
    return True


def _items(argument: Argument) -> list[Argument]:
    found: list[Argument] = []
    at = argument.start
    for piece in argument.text.split(",")[:MOST_ITEMS]:
        begin = at + len(piece) - len(piece.lstrip())
        if piece.strip():
            found.append(Argument(argument.frame, begin, begin + len(piece.strip())))
        at += len(piece) + 1
    return found
