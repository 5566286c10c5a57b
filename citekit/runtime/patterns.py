"""Regular expressions of modules, compiled when they are first used; write ``from citekit import patterns as re``.

Everything else of the standard library's ``re`` is here as it is there. A command defines some five hundred patterns and
uses a few of them: compiling them all took a third of the time of a short run.

Before Python 3.11.5, a possessive repeat kept what a failing last turn of it had consumed (CPython issue 106052), so that
``(?:[^-]|-(?!-))++`` ate the first stroke of a dash. There it is compiled as the atomic group ``(?>(?:…)+)``, which means
the same and has no such mistake.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from re import *  # noqa: F403
from re import Match as Match  # noqa: PLC0414
from re import Pattern as Pattern  # noqa: PLC0414
from typing import TYPE_CHECKING, Any, AnyStr

_METHODS = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")

if TYPE_CHECKING:
    from re import compile as compile  # noqa: A004, PLC0414
else:

    def compile(pattern: AnyStr, flags: int = 0) -> Pattern[AnyStr] | Lazy:  # noqa: A001
        """Return a pattern of a module, compiled when one of its methods is requested; within a function, compiled at once."""
        of_module = sys._getframe(1).f_code.co_name == "<module>"
        return Lazy(pattern, flags) if of_module else _compiled(pattern, flags)


def _compiled(pattern: Any, flags: int) -> Any:
    return re.compile(pattern, flags) if _REPEATS_RIGHT else without_possessive(pattern, flags)


_REPEATS_RIGHT = sys.version_info >= (3, 11, 5)


@cache
def without_possessive(pattern: Any, flags: int = 0) -> Any:
    """Return a pattern with its possessive repeats compiled as atomic groups; its attribute ``pattern`` is None."""
    from re import _compiler, _constants, _parser  # type: ignore[attr-defined]

    def replace_possessive(part: Any) -> None:
        if isinstance(part, _parser.SubPattern):
            for at, (kind, value) in enumerate(part.data):
                replace_possessive(value)
                if kind is _constants.POSSESSIVE_REPEAT:
                    repeat = _parser.SubPattern(part.state, [(_constants.MAX_REPEAT, value)])
                    part.data[at] = (_constants.ATOMIC_GROUP, repeat)
        elif isinstance(part, tuple | list):
            for inner in part:
                replace_possessive(inner)

    tree = _parser.parse(pattern, flags)
    replace_possessive(tree)
    return _compiler.compile(tree, flags)


class Lazy:
    """Stands for a pattern; its methods are those of the pattern once one of them was used.

    >>> Lazy(r"(\\d{4})", 0).search("in 2020")[0]
    '2020'
    """

    def __init__(self, pattern: Any, flags: int) -> None:
        self._given = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "pattern":
            return self._given[0]
        compiled = _compiled(*self._given)
        for method in _METHODS:
            self.__dict__[method] = getattr(compiled, method)
        return getattr(compiled, name)

    def __reduce__(self) -> tuple[Any, ...]:
        return Lazy, self._given
