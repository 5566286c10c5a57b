"""Errors and problems for people: the location, what is wrong, and what to do next."""

from __future__ import annotations

from collections.abc import Iterable

from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem that a parser of citekit found, as data; parsing continues after it.

    ``severity`` is ``"error"`` (something could not be read), ``"warning"`` (the result is uncertain) or ``"info"``.
    ``kind`` is a short stable name such as ``"missing-comma"`` that code and tests may rely on.

    >>> from citekit import loads
    >>> [problem] = loads("@article{doe2020, title={Green Meadows}, year=2020").problems
    >>> problem.severity, problem.kind
    ('error', 'unclosed-entry')
    """

    message: str
    hint: str = ""
    source: Source | None = None
    span: Span | None = None
    severity: str = "error"
    kind: str = ""

    @property
    def line(self) -> int | None:
        """The line where it begins, counted from 1; None if it has no place."""
        return self.source.line_column(self.span.start)[0] if self.source and self.span else None

    def __str__(self) -> str:
        place = f"{self.source.place(self.span)}: " if self.source else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}{self.message}{hint}"


class CitekitError(Exception):
    """Base class of all errors that citekit raises on purpose. Its ``problem`` is a :class:`Problem`.

    >>> from citekit import CitekitError, load
    >>> try:
    ...     load("nowhere.bib")
    ... except CitekitError as error:  # FileNotFoundError fits as well
    ...     print(error.problem.message)
    nowhere.bib cannot be read: No such file or directory
    """

    def __init__(self, message: str, hint: str = "", source: Source | None = None, span: Span | None = None) -> None:
        self.problem = Problem(message, hint, source, span)
        super().__init__(str(self.problem))

    __str__ = Exception.__str__  # not that of KeyError and OSError, from which some of these errors are derived too


class UnreadableInputError(CitekitError):
    """An input that cannot be read at all: missing, binary, empty, too large, or in an unknown encoding."""


class MissingFileError(UnreadableInputError, FileNotFoundError):
    """A file that does not exist."""


class UsageError(CitekitError, ValueError):
    """Arguments or options that do not exist or cannot be combined."""


class FileChangedError(UsageError):
    """A file to be replaced that has changed since it was read. It was not changed."""


class MissingError(UsageError, KeyError):
    """An entry, field or macro that does not exist."""


class MissingExtraError(CitekitError):
    """An optional dependency that is not installed. The message names the extra to install."""


_MOST_NAMES = 20  # names in a hint, about four lines of a terminal
_MOST_COMPARED = 2_000
"""Most names to compare. One comparison takes 0.01 ms, so this limit keeps a suggestion below 20 ms."""


def did_you_mean(name: str, known: Iterable[str], similarity: float = 0.6) -> str:
    """Return the hint for an unknown name: the most similar known name, or else up to 20 of the known names.

    ``similarity`` is the minimum similarity from 0 to 1, as in :func:`difflib.get_close_matches`.

    >>> did_you_mean("bibtx", ["bibtex", "ris"])
    "did you mean 'bibtex'?"
    """
    from difflib import get_close_matches  # imported here because it is rarely needed

    names = sorted(known)
    if len(names) > _MOST_COMPARED:
        return "check the name"
    close = get_close_matches(name.lower(), names, 1, similarity) or get_close_matches(name, names, 1, similarity)
    shown = ", ".join(names[:_MOST_NAMES]) + (f", … ({len(names)} in all)" if len(names) > _MOST_NAMES else "")
    return f"did you mean {close[0]!r}?" if close else f"there are {shown}"


def check_choice(option: str, value: str, known: Iterable[str]) -> None:
    """Raise :class:`~citekit.runtime.errors.UsageError` if ``value`` is not empty and not one of the ``known`` values."""
    choices = list(filter(None, known))
    if value and value not in choices:
        raise UsageError(f"{option} cannot be '{value}'", did_you_mean(value, choices))
