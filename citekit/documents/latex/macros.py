r"""Macros that a document defines: what they are called, which arguments they take, and what they print.

Nothing is copied: a macro's body and its arguments are stretches of token lists, read where they stand.
"""

from __future__ import annotations

from dataclasses import field

from citekit.documents.latex.tokens import Tokens
from citekit.records import dataclass


@dataclass(frozen=True, slots=True)
class Stretch:
    """Tokens ``start`` to ``end`` of a list, with the macro arguments that their parameters mean.

    ``place`` is where the macro call stands that they are read for, -1 where they stand in the text itself; ``active``
    names the macros whose bodies they are in.
    """

    tokens: Tokens
    start: int
    end: int
    arguments: tuple[Stretch, ...] = ()
    place: int = -1
    active: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return self.start < self.end


@dataclass(frozen=True, slots=True)
class Macro:
    r"""A macro: ``signature`` as in :mod:`citekit.documents.latex.commands`, defaults of its optional arguments, body.

    ``closing`` is what an environment prints at its end.
    """

    signature: str
    defaults: tuple[Stretch | None, ...]
    body: Stretch
    closing: Stretch | None = None


@dataclass(slots=True)
class Macros:
    """The macros and environments that are known so far, and the conditions of ``\\newif``."""

    commands: dict[str, Macro] = field(default_factory=dict)
    environments: dict[str, Macro] = field(default_factory=dict)
    lists: dict[str, str] = field(default_factory=dict)
    conditions: dict[str, bool] = field(default_factory=dict)
