"""Lines of RIS as records: tags with their values and places, whatever the file looks like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from citekit import patterns as re
from citekit.errors import Problem
from citekit.records import dataclass
from citekit.span import Source, Span

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_TAG = re.compile(r"[ \t]{0,4}([A-Z][A-Z0-9])[ \t]{1,4}-(?:[ \t]++(.*+)|)")
_LONG = frozenset({"AB", "N2", "N1", "RN"})
_HINT_TY = "a record begins with TY"


@dataclass(slots=True)
class RisRecord:
    """One record: ``lines`` are the tags in order, each with its line and the lines that go on with it."""

    type: str
    start: int
    end: int
    lines: list[tuple[str, list[str]]] = field(default_factory=list)

    @property
    def values(self) -> list[tuple[str, str]]:
        """Tags and values in order, continuation lines joined by line ends."""
        return [(tag, "\n".join(filter(None, lines))) for tag, lines in self.lines]


def records(source: Source) -> tuple[list[RisRecord], list[Problem]]:
    """The records of a source and what is odd between and in them; no line is without a record or a problem."""
    reading = _Reading(source)
    for start, end, line in _lines(source.text):
        reading.line(start, end, line)
    reading.finish(len(source.text))
    return reading.records, reading.problems


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    at = 0
    while at < len(text):
        match = _LINE.match(text, at)
        end = match.end() if match and match.end() > at else at + 1
        yield at, end, text[at:end].rstrip("\r\n").lstrip("\ufeff")
        at = end


class _Reading:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.records: list[RisRecord] = []
        self.problems: list[Problem] = []
        self.record: RisRecord | None = None
        self.junk: Span | None = None
        self.last_end = 0

    def line(self, start: int, end: int, line: str) -> None:
        match = _TAG.fullmatch(line.rstrip())
        if match is None:
            self._untagged(Span(start, end), line.strip())
            return
        tag, value = match[1], (match[2] or "").strip()
        if tag == "TY":
            self._missing_end(start)
            self._begin(value, start)
        elif tag == "ER":
            if self.record is None:
                self._problem("ER ends no record", _HINT_TY, Span(start, end), "stray-tag")
            self._close(end)
        else:
            if self.record is None:
                self._problem(
                    f"{tag} stands before any TY", "it is read as a record of no type", Span(start, end), "no-type"
                )
                self._begin("", start)
            if self.record:
                self.record.lines.append((tag, [value]))
        self.last_end = end

    def finish(self, end: int) -> None:
        self._missing_end(end)
        self._flush()

    def _begin(self, kind: str, start: int) -> None:
        self._flush()
        self.record = RisRecord(kind, start, start)

    def _untagged(self, span: Span, text: str) -> None:
        if not text:
            return
        if self.record and self.record.lines:
            self.record.lines[-1][1].append(text)
            self.last_end = span.end
        else:
            self.junk = self.junk.cover(span) if self.junk else span

    def _flush(self) -> None:
        if self.junk:
            self._problem("text outside of a record was left out", _HINT_TY, self.junk, "not-a-record")
            self.junk = None

    def _missing_end(self, at: int) -> None:
        if self.record:
            place = Span(self.record.start, self.last_end)
            self._problem("this record has no ER at its end", "end it with a line 'ER  - '", place, "missing-er")
            self._close(min(at, self.last_end))

    def _close(self, end: int) -> None:
        self._flush()
        if self.record:
            self.record.end = max(end, self.record.start)
            self.records.append(self.record)
            self.record = None

    def _problem(self, message: str, hint: str, span: Span, kind: str) -> None:
        self.problems.append(Problem(message, hint, self.source, span, "warning", kind))


def joined(tag: str, value: str) -> str:
    """A value in which line ends count as blanks, except in the tags of long texts."""
    return value if tag in _LONG else " ".join(value.split())
