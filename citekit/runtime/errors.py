"""What went wrong, said for people: the place, what was found, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable

from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that a reader of ours noticed, as data; it never stops the rest.

    ``severity`` is ``"error"`` (something could not be read), ``"warning"`` (it was read, with doubt) or ``"info"``.
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

    def __str__(self) -> str:
        place = f"{self.source.place(self.span)}: " if self.source else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}{self.message}{hint}"


class CitekitError(Exception):
    """Base of every error that citekit raises on purpose; carries a :class:`Problem`.

    >>> from citekit import CitekitError, load
    >>> try:
    ...     load("nowhere.bib")
    ... except CitekitError as error:
    ...     print(error.problem.message)
    nowhere.bib cannot be read: No such file or directory
    """

    def __init__(self, message: str, hint: str = "", source: Source | None = None, span: Span | None = None) -> None:
        self.problem = Problem(message, hint, source, span)
        super().__init__(str(self.problem))


class UnreadableInputError(CitekitError):
    """An input could not be read at all: missing, binary, empty, too large, or in no known encoding."""


class UsageError(CitekitError):
    """The caller asked for something that does not exist or does not fit together."""


class FileChangedError(UsageError):
    """A file that is to be replaced does not hold any more what was read of it; it was left as it is."""


class MissingError(UsageError, KeyError):
    """There is nothing of that name: no such entry, field or macro."""

    __str__ = Exception.__str__


class MissingExtraError(CitekitError):
    """A feature needs an optional dependency that is not installed; the message names the extra."""


_MOST_NAMES = 20
_MOST_COMPARED = 2_000
"""Comparing takes a hundredth of a millisecond for each name; so this is for what a person typed, not for every name in a file."""


def meant(name: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """The hint for a name that nobody knows: the known one that is most like it, or the known ones, at most twenty.

    ``likeness`` is how like it must be, from 0 to 1, as :func:`difflib.get_close_matches` has it.

    >>> meant("bibtx", ["bibtex", "ris"])
    "did you mean 'bibtex'?"
    """
    from difflib import get_close_matches  # here, for few people ever need it

    names = sorted(known)
    if len(names) > _MOST_COMPARED:
        return "check the name"
    close = get_close_matches(name.lower(), names, 1, likeness) or get_close_matches(name, names, 1, likeness)
    shown = ", ".join(names[:_MOST_NAMES]) + (f", … ({len(names)} in all)" if len(names) > _MOST_NAMES else "")
    return f"did you mean {close[0]!r}?" if close else f"there are {shown}"


def check_choice(option: str, value: str, known: Iterable[str]) -> None:
    """Raises :class:`~citekit.runtime.errors.UsageError` where an option has none of the values that it can have."""
    choices = list(filter(None, known))
    if value and value not in choices:
        raise UsageError(f"{option} cannot be '{value}'", meant(value, choices))


def counted(number: int, noun: str) -> str:
    """A number and what there are so many of.

    >>> counted(1, "entry"), counted(3, "entry")
    ('1 entry', '3 entries')
    """
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun[:-1]}ies" if noun.endswith("y") else f"{number} {noun}s"
