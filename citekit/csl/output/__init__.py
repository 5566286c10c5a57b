"""Output formats: each writes the tree of :mod:`citekit.csl.tree`; the folder is the list.

A writer is a module with ``NAME``, ``SUFFIXES`` (of files in its format), ``inline(content) -> str`` for one citation
or entry, and ``bibliography(rendered) -> str`` for all entries. Where a file holds more than that, ``document(rendered)
-> bytes`` makes it; ``PACKED`` means that its files are not text.
"""

from __future__ import annotations

from typing import Protocol, cast

from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline
from citekit.runtime.errors import UsageError, did_you_mean
from citekit.runtime.registry import unit, unit_names


class Writer(Protocol):
    """What a module of this package offers."""

    NAME: str
    SUFFIXES: tuple[str, ...]

    def inline(self, content: tuple[Inline, ...]) -> str:
        """Return one citation or entry."""

    def bibliography(self, rendered: Rendered) -> str:
        """Return all entries of the bibliography, with a newline at the end."""


def names() -> tuple[str, ...]:
    """Return the names of all output formats."""
    return unit_names(__name__)


def writer(name: str) -> Writer:
    """Return an output format by name.

    Raises :class:`~citekit.runtime.errors.UsageError` for an unknown one.
    """
    if name not in names():
        raise UsageError(f"there is no output format '{name}'", did_you_mean(name, names()))
    return cast(Writer, unit(__name__, name))


def document(name: str, rendered: Rendered) -> bytes:
    """Return a whole file in a format: what its writer's ``document`` makes, else its bibliography."""
    module = writer(name)
    made = getattr(module, "document", None)
    data: bytes = made(rendered) if made else module.bibliography(rendered).encode("utf-8", "replace")
    return data


def is_packed(name: str) -> bool:
    """Whether the files of a format are not text."""
    return hasattr(writer(name), "PACKED")


def of_suffix(suffix: str) -> str:
    """Return the name of the format with this file extension, or the empty string."""
    return next((name for name in names() if suffix.lower() in writer(name).SUFFIXES), "")
