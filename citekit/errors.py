"""What went wrong, said for people: the place, what was found, and what to do about it."""

from __future__ import annotations

from citekit.records import dataclass
from citekit.span import Source, Span


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that a reader of ours noticed, as data; it never stops the rest.

    ``severity`` is ``"error"`` (something could not be read), ``"warning"`` (it was read, with doubt) or ``"info"``.
    ``kind`` is a short stable name such as ``"missing-comma"`` that code and tests may rely on.
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
    """Base of every error that citekit raises on purpose; carries a :class:`Problem`."""

    def __init__(self, message: str, hint: str = "", source: Source | None = None, span: Span | None = None) -> None:
        self.problem = Problem(message, hint, source, span)
        super().__init__(str(self.problem))


class UnreadableInputError(CitekitError):
    """An input could not be read at all: missing, binary, empty, too large, or in no known encoding."""


class UsageError(CitekitError):
    """The caller asked for something that does not exist or does not fit together."""


class MissingExtraError(CitekitError):
    """A feature needs an optional dependency that is not installed; the message names the extra."""
