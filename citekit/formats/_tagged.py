"""Records of tagged lines that empty lines divide: refer, and what PubMed gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from citekit import patterns as re
from citekit.errors import Problem
from citekit.formats.ris.read import RisReading, Values, works_of
from citekit.span import Source, Span
from citekit.works.library import Works


def read(
    source: Source,
    line: re.Pattern[str],
    reading: Callable[[Values], RisReading],
    begins: str,
    left: Callable[[Values], Iterable[str]] = lambda _: (),
) -> Works:
    """The works of a source. ``line`` matches a tag and its value; a line without a tag goes on with the one before it.

    ``left`` names the tags of a record that are left out; ``begins`` says how a record begins, for those who have none.
    """
    readings: list[tuple[Span, RisReading]] = []
    problems: list[Problem] = []
    for place in _paragraphs(source.text):
        values: Values = []
        for text in source.text[place.start : place.end].splitlines():
            match = line.fullmatch(text.rstrip())
            if match:
                values.append((match[1], (match[2] or "").strip()))
            elif values:
                values[-1] = (values[-1][0], f"{values[-1][1]}\n{text.strip()}")
        if not values:
            problems.append(
                Problem("text outside of a record was left out", begins, source, place, kind="not-a-record")
            )
            continue
        readings.append((place, reading(values)))
        if names := sorted(left(values)):
            said = f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} left out"
            problems.append(Problem(said, "what the service keeps for itself", source, place, "info", "left-out"))
    return works_of(source, readings, problems)


def _paragraphs(text: str) -> Iterator[Span]:
    """The places of lines that follow one another without an empty one."""
    at, start, end = 0, -1, 0
    for line in text.splitlines(keepends=True):
        if line.strip():
            start = at if start < 0 else start
            end = at + len(line)
        elif start >= 0:
            yield Span(start, end)
            start = -1
        at += len(line)
    if start >= 0:
        yield Span(start, end)
