r"""Conditions: ``\if…``, ``\else``, ``\fi`` and those of ifthen and etoolbox, as far as they ask whether something is empty.

Of a condition that is not understood both branches are read: nothing of the text is lost.
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.documents.latex.macros import Macros, Stretch
from citekit.documents.latex.stream import TokenStream, source_of

_NAME = re.compile(r"if[A-Za-z@]{1,30}")
_EMPTY = frozenset(("empty", "@empty", "undefined", "relax", "@undefined"))
_OF_ONE_GROUP = {
    "ifstrempty": True,
    "ifblank": True,
    "@ifempty": True,
    "ifempty": True,
    "IfBlankTF": True,
    "notblank": False,
    "ifnotempty": False,
    "ifnotblank": False,
    "IfValueTF": False,
    "IfNoValueTF": True,
}
"""Conditions on one group with two branches behind it, and whether the first is for an empty group."""


class Conditions:
    """The conditions that are open while a document is read."""

    def __init__(self, stream: TokenStream, macros: Macros) -> None:
        self._stream, self._macros = stream, macros
        self._open: list[bool | None] = []

    def take(self, name: str) -> bool:
        """Read a condition, or what belongs to one, whose command has just been read; False where it is none."""
        if name == "ifthenelse":
            self._choose(self._test(self._stream.argument()))
        elif name == "ifstrequal":
            self._choose(_text(self._stream.argument()) == _text(self._stream.argument()))
        elif name in _OF_ONE_GROUP:
            self._choose((not _text(self._stream.argument())) == _OF_ONE_GROUP[name])
        elif name == "else":
            if self._open and self._open[-1]:
                self._skip(to_else=False)
        elif name == "fi":
            if self._open:
                self._open.pop()
        elif self._switch(name):
            return True
        elif _NAME.fullmatch(name):
            self._begin(name)
        else:
            return False
        return True

    def _switch(self, name: str) -> bool:
        r"""``\drafttrue`` and ``\draftfalse`` of ``\newif\ifdraft``."""
        for ending in ("true", "false"):
            condition = name.removesuffix(ending)
            if condition != name and condition in self._macros.conditions:
                self._macros.conditions[condition] = ending == "true"
                return True
        return False

    def _begin(self, name: str) -> None:
        answer = self._macros.conditions.get(name[2:])
        if name in ("ifx", "if"):
            answer = self._compare()
        if answer is False:
            self._skip(to_else=True)
        else:
            self._open.append(answer)

    def _compare(self) -> bool | None:
        first = self._stream.next()
        token = self._stream.peek()
        if token and token.kind == "word" and token.text == "detokenize":
            self._stream.skip()
            return not _text(self._stream.group())
        second = self._stream.next()
        if not first or not second:
            return None
        same = (first.kind, first.text) == (second.kind, second.text)
        return same or (
            second.kind == "word" and second.text in _EMPTY and first.kind == "word" and first.text in _EMPTY
        )

    def _skip(self, to_else: bool) -> None:
        """Pass over tokens to the ``\\fi`` of this condition, or its ``\\else``."""
        depth = 1
        while token := self._stream.next():
            if token.kind != "word":
                continue
            if token.text == "fi":
                depth -= 1
            elif token.text == "else" and depth == 1 and to_else:
                self._open.append(None)
                return
            elif _NAME.fullmatch(token.text) and token.text != "ifthenelse" and token.text not in _OF_ONE_GROUP:
                depth += 1
            if not depth:
                break
        if not to_else and self._open:
            self._open.pop()

    def _test(self, test: Stretch | None) -> bool:
        """What a test of ifthen says; True where it is not understood."""
        if not test:
            return True
        source = source_of(test)
        inner = TokenStream(test)
        while token := inner.next():
            if token.kind == "word" and token.text == "equal":
                same = _text(inner.argument()) == _text(inner.argument())
                return same != bool(re.search(r"\\(?:not|NOT) ", source))
            if token.kind == "word" and token.text == "boolean":
                return self._macros.conditions.get(_text(inner.argument()), True)
        return True

    def _choose(self, answer: bool) -> None:
        first, second = self._stream.group(), self._stream.group()
        chosen = first if answer else second
        if chosen:
            self._stream.read_first(chosen)


def _text(stretch: Stretch | None) -> str:
    return source_of(stretch).replace("{", "").replace("}", "").strip() if stretch else ""
