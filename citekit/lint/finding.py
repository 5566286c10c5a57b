"""One finding: its rule, its location, the fault, the hint and the fix; and the functions with which rules create it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from citekit.lint.loading.bibliography import CheckedEntry, CheckedField
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("note", "warning", "error")
"""The severities, the mildest first."""


SURE_ENOUGH = 0.85
"""A field with lower confidence causes no finding about people; correctly parsed ones are above 0.95."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A span of a file and the text that replaces it."""

    source: Source
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """What repairs a finding; a ``safe`` fix leaves what is printed as it is."""

    message: str
    edits: tuple[Edit, ...]
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that a finding is about, such as the same publication in another document."""

    message: str
    source: Source
    span: Span


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding of a rule.

    Rules leave ``rule``, ``part`` (the part of the rule that found it) and ``severity`` empty; the run fills them in. ``key`` is the citation key or the title of
    what the finding is about, and ``whole`` its span, for suppressions and for changed lines. ``sureness`` is the confidence
    of the parsed values it rests on, from 0 to 1: below :data:`SURE_ENOUGH` a finding is a question, of severity ``note``.
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
    sureness: float = 1.0
    part: str = ""

    @property
    def file(self) -> str:
        """The name of the file that it is in."""
        return self.source.name

    @property
    def line(self) -> int:
        """The line where it begins, counted from 1."""
        return self.source.line_column(self.span.start)[0]

    @property
    def column(self) -> int:
        """The column where it begins, counted from 1."""
        return self.source.line_column(self.span.start)[1]

    @property
    def text(self) -> str:
        """The message and what to do, in one line."""
        return f"{self.message} ({self.hint})" if self.hint else self.message

    @property
    def position(self) -> tuple[str, int, int, str, str]:
        """What findings are sorted by: file, place, rule, message."""
        return self.source.name, self.span.start, self.span.end, self.rule, self.message


def fingerprint(found: Finding, path: str, number: int = 0) -> str:
    """Return a name for a finding that stays when lines move: made of the part of the rule, file, entry and the text
    it is about.

    It has 32 hex digits; ``number`` tells equal findings of one entry apart. What was found by a rule that is part of
    another one now keeps its fingerprint, so that baselines hold.
    """
    text = " ".join(found.source.text[found.span.start : min(found.span.end, found.span.start + 400)].split())
    parts = "\x1f".join((found.part, path, found.key, text, str(number)))
    return hashlib.sha256(parts.encode("utf-8", "replace")).hexdigest()[:32]


# characters of a value in a message, so that a message with two of them fits on two lines of a terminal
_LONGEST = 60


Findings = Iterable[Finding]
"""What a rule gives."""


def at_field(
    part: CheckedField,
    message: str,
    hint: str = "",
    place: Span | re.Match[str] | None = None,
    fix: Fix | None = None,
    related: tuple[Related, ...] = (),
) -> Finding:
    """Return a finding at the value of a field, or at the piece of it that is at ``place``: a span, or a match in its text."""
    span = part.span if place is None else _span(part, place) or part.span
    return Finding(message, part.source, span, hint, fix=fix, related=related)


def _span(part: CheckedField, place: Span | re.Match[str]) -> Span:
    return place if isinstance(place, Span) else part.part(*place.span())


def at_key(
    entry: CheckedEntry, message: str, hint: str = "", fix: Fix | None = None, related: tuple[Related, ...] = ()
) -> Finding:
    """Return a finding at an entry's key, at its type where it has none, at the whole of an item of a list."""
    span = entry.key_span if len(entry.key_span) else entry.type_span
    span = span if len(span) else entry.span
    return Finding(
        message, entry.source, span, hint, fix=fix, related=related, key=entry.key or entry.title, whole=entry.span
    )


def at_type(entry: CheckedEntry, message: str, hint: str = "", fix: Fix | None = None) -> Finding:
    """Return a finding at an entry's type."""
    return Finding(message, entry.source, entry.type_span if len(entry.type_span) else entry.span, hint, fix=fix)


def about(entry: CheckedEntry, found: Finding) -> Finding:
    """Return a finding of a rule on more than one entry, with the entry that it is about."""
    return replace(found, key=entry.key or entry.title, whole=entry.span)


def replaced(
    part: CheckedField, place: Span | re.Match[str], text: str, message: str, safe: bool = False
) -> Fix | None:
    """Return a fix that replaces a span of a field, or a match in its text, with ``text``; None if the value is not
    written in one piece.
    """
    return Fix(message, (Edit(part.source, _span(part, place), text),), safe) if part.inside >= 0 else None


def rewritten(part: CheckedField, text: str, message: str, safe: bool = False) -> Fix | None:
    """Return a fix that replaces the text of a field; None if the value is not written in one piece."""
    if part.inside < 0:
        return None
    return replaced(part, Span(part.inside, part.inside + len(part.text)), text, message, safe)


def without_field(entry: CheckedEntry, part: CheckedField, message: str, safe: bool = False) -> Fix | None:
    """Return a fix that removes a field from its entry, and its line if nothing else is on it; None if that is unclear."""
    text = part.source.text
    end = part.span.end
    comma = end
    while comma < len(text) and text[comma] in " \t\r\n":
        comma += 1
    if entry.language != "bibtex":
        return None
    if not text.startswith(",", comma):
        if comma >= len(text) or text[comma] not in "})":
            return None
        comma = end - 1
    start = part.name_span.start
    line = text.rfind("\n", 0, start) + 1
    after = text.find("\n", comma + 1)
    if not text[line:start].strip() and after >= 0 and not text[comma + 1 : after].strip():
        return Fix(message, (Edit(part.source, Span(line, after + 1), ""),), safe)
    return Fix(message, (Edit(part.source, Span(start, comma + 1), ""),), safe)


def together(found: list[Finding]) -> list[Finding]:
    """Merge the findings of one field into the first, which states how many more there are and fixes them all."""
    if len(found) < 2:
        return found
    fixes = [one.fix for one in found if one.fix]
    edits = tuple(edit for fix in fixes for edit in fix.edits)
    fix = Fix(fixes[0].message, edits, all(fix.safe for fix in fixes)) if fixes else None
    return [replace(found[0], message=f"{found[0].message}, and {len(found) - 1} more like it", fix=fix)]


def related(entry: CheckedEntry, message: str, name: str = "") -> Related:
    """Another entry, or one of its fields, that a finding is about."""
    part = entry.get(name) if name else None
    span = part.span if part else (entry.key_span if len(entry.key_span) else entry.span)
    return Related(message, entry.source, span)


def place_of(entry: CheckedEntry, name: str = "") -> str:
    """Return the location of an entry or of one of its fields, as ``file:line``."""
    part = entry.get(name) if name else None
    line, _ = entry.source.line_column((part.span if part else entry.span).start)
    return f"{entry.source.name}:{line}"


def short(text: str, width: int = _LONGEST) -> str:
    """Return a text on one line and not too long."""
    flat = " ".join(text[: 4 * width].split())
    return flat if len(flat) <= width else f"{flat[: width - 1]}…"


def with_field(entry: CheckedEntry, name: str, text: str, message: str) -> Fix | None:
    """Return a fix that adds a field after the last one of an entry, laid out like it; None if there is no room for it."""
    last = entry.fields[-1] if entry.fields else None
    if last is None or entry.language != "bibtex" or not entry.sound or any(sign in text for sign in "{}\\"):
        return None
    source = last.source.text
    line = source.rfind("\n", 0, last.name_span.start) + 1
    before = source[line : last.name_span.start]
    between = f",\n{before}" if not before.strip() else ", "
    at = Span(last.span.end, last.span.end)
    return Fix(message, (Edit(last.source, at, f"{between}{name} = {{{text}}}"),))
