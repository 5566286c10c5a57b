"""Regular expressions of modules, compiled when they are first used; write ``from citekit import patterns as re``.

Everything else of the standard library's ``re`` is here as it is there. A command defines some five hundred patterns and
uses a few of them: compiling them all took a third of the time of a short run.
"""

from __future__ import annotations

import re
import sys
from re import *  # noqa: F403
from re import Match as Match  # noqa: PLC0414
from re import Pattern as Pattern  # noqa: PLC0414
from typing import TYPE_CHECKING, Any, AnyStr

_METHODS = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")

if TYPE_CHECKING:
    from re import compile as compile  # noqa: A004, PLC0414
else:

    def compile(pattern: AnyStr, flags: int = 0) -> Pattern[AnyStr] | _Lazy:  # noqa: A001
        """A pattern of a module, compiled when one of its methods is asked for; within a function, compiled at once."""
        of_module = sys._getframe(1).f_code.co_name == "<module>"
        return _Lazy(pattern, flags) if of_module else re.compile(pattern, flags)


class _Lazy:
    """Stands for a pattern; its methods are those of the pattern once one of them was used."""

    def __init__(self, pattern: Any, flags: int) -> None:
        self._given = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = re.compile(*self._given)
        for method in _METHODS:
            self.__dict__[method] = getattr(compiled, method)
        return getattr(compiled, name)

    def __reduce__(self) -> tuple[Any, ...]:
        return _Lazy, self._given
