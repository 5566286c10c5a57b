"""One finding: which rule, where, what is wrong, what to do about it, and what would repair it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal

from citekit.span import Source, Span

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("note", "warning", "error")
"""The severities, the mildest first."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A piece of a file and the text that should stand there instead."""

    source: Source
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """What repairs a finding. A ``safe`` fix never changes what the printed reference says."""

    message: str
    edits: tuple[Edit, ...]
    safe: bool = True


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that a finding is about, such as the same publication in another document."""

    message: str
    source: Source
    span: Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A finding of a rule.

    Rules leave ``rule`` and ``severity`` empty; the run fills them in. ``key`` is the citation key or the title of
    what the finding is about, and ``whole`` its span, for suppressions and for changed lines.
    """

    message: str
    source: Source
    span: Span
    hint: str = ""
    key: str = ""
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    whole: Span | None = None
    rule: str = ""
    severity: Severity = "warning"
    fingerprint: str = ""

    @property
    def position(self) -> tuple[str, int, int, str, str]:
        """What findings are sorted by: file, place, rule, message."""
        return self.source.name, self.span.start, self.span.end, self.rule, self.message


def fingerprint(found: Diagnostic, path: str, number: int = 0) -> str:
    """A name for a finding that stays when lines move: made of rule, file, entry and the text it is about, 32 hex digits.

    ``number`` tells equal findings of one entry apart.
    """
    text = " ".join(found.source.text[found.span.start : min(found.span.end, found.span.start + 400)].split())
    parts = "\x1f".join((found.rule, path, found.key, text, str(number)))
    return hashlib.sha256(parts.encode("utf-8", "replace")).hexdigest()[:32]
