"""Output formats: each writes the tree of :mod:`citekit.csl.tree`; the folder is the list.

A writer is a module with ``NAME``, ``SUFFIXES`` (of files in its format), ``inline(content) -> str`` for one citation or entry, and
``bibliography(rendered) -> str`` for all entries.
"""

from __future__ import annotations

from typing import Protocol, cast

from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline
from citekit.errors import UsageError
from citekit.registry import unit, unit_names


class Writer(Protocol):
    """What a module of this package offers."""

    NAME: str
    SUFFIXES: tuple[str, ...]

    def inline(self, content: tuple[Inline, ...]) -> str:
        """One citation or entry."""

    def bibliography(self, rendered: Rendered) -> str:
        """All entries of the bibliography, with a newline at the end."""


def names() -> tuple[str, ...]:
    """The names of all output formats."""
    return unit_names(__name__)


def writer(name: str) -> Writer:
    """An output format by name.

    Raises :class:`~citekit.errors.UsageError` for an unknown one.
    """
    if name not in names():
        raise UsageError(f"there is no output format '{name}'", f"there are {', '.join(names())}")
    return cast(Writer, unit(__name__, name))


def of_suffix(suffix: str) -> str:
    """The name of the format whose files end so, or the empty string."""
    return next((name for name in names() if suffix.lower() in writer(name).SUFFIXES), "")
