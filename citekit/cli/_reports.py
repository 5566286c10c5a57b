"""Reports about a conversion: summary, details, explanations, layouts, and everything as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from citekit.commands.api import Conversion, InputResult, dumps, is_doubtful
from citekit.commands.convert import numbers_of
from citekit.commands.explain import explained
from citekit.model.library import Trace, Works
from citekit.model.work import Work
from citekit.runtime.errors import Problem, counted
from citekit.runtime.span import Source, Span
from citekit.runtime.version import VERSION
from citekit.text.unicode import one_line

_PLACES_SHOWN = 6  # line numbers in one line
_REASONS_SHOWN = 4  # reasons in one line, the most frequent first
_TEXT_WIDTH = 100  # characters of a source text in a line of a report


def summary(conversion: Conversion) -> Iterator[str]:
    """Yield a line per document: the numbers of items found, understood, uncertain (with lines) and skipped (with reasons).

    For several documents, the last line is the total, with the number of duplicates that were joined.
    """
    parts = [part for part in conversion.parts if part.failure is None]
    if len(conversion.parts) == 1:
        yield from (_counted(part) for part in parts)
        return
    yield from (f"{part.name}: {_counted(part)}" for part in parts)
    counts = sum(map(numbers_of, conversion.parts), Counter[str]())
    yield total(counts, len(conversion.library) + conversion.not_kept)


def total(counts: Counter[str], works: int) -> str:
    """Return the summary of all documents from their counts. ``works`` is the number of works without duplicates."""
    numbers = [f"{counted(counts['seen'], 'item')} seen: {counts['understood']} understood"]
    numbers += [f"{counts[name]} {name}" for name in ("doubtful", "left out")]
    if counts["loaded"]:
        numbers.append(f"{counts['loaded']} from bibliographies")
    if joined := counts["understood"] + counts["doubtful"] + counts["loaded"] - works:
        numbers.append(f"{counted(joined, 'duplicate')} joined")
    if counts["documents"] == 1:
        return ", ".join(numbers)
    return f"{counts['read']} of {counted(counts['documents'], 'document')} read: {', '.join(numbers)}"


def _counted(part: InputResult) -> str:
    reading = part.reading
    if reading is None:
        return f"{len(part.library)} from a bibliography"
    traces = reading.library.traces
    doubtful = [trace for trace in traces if is_doubtful(trace)]
    left_out = Counter(item.reason for item in reading.left_out)
    return ", ".join(
        [
            f"{counted(reading.seen, 'item')} seen: {len(traces) - len(doubtful)} understood",
            f"{len(doubtful)} doubtful{_bracketed(_places(doubtful))}",
            f"{left_out.total()} left out{_bracketed(_reasons(left_out))}",
        ]
    )


def details(conversion: Conversion) -> Iterator[str]:
    """Yield a line for each reason for low confidence and for each skipped item, in the order of the documents."""
    for reading in conversion.readings:
        doubts = (
            (t.span, f"doubtful: {doubt}") for t in reading.library.traces if is_doubtful(t) for doubt in _doubts(t)
        )
        left = ((i.span, f"left out ({i.reason}): {one_line(i.text, _TEXT_WIDTH)}") for i in reading.left_out)
        for span, text in sorted([*doubts, *left], key=lambda pair: pair[0].start):
            yield f"{_line(reading.source, span)}: {text}"


def first_doubt(conversion: Conversion) -> str:
    """Return file and line of the first uncertain entry; empty if there is none."""
    places = (
        _line(reading.source, trace.span)
        for reading in conversion.readings
        for trace in reading.library.traces
        if is_doubtful(trace)
    )
    return next(places, "")


def explanation_with_style(library: Works) -> str:
    """Return the explanation of entries, with the style that each list is printed in, and where entries depart from it."""
    from citekit.commands.reprint.lists import (
        printed_like,
        reprinted_text,
    )  # imported here because only this needs citation styles

    lists = printed_like(library.works, library.traces)
    said = [f"{name}: {found}" for name, found in lists.items()]
    again = {
        number: reprinted_text(judged, found.label)
        for found in lists.values()
        for number, judged in found.judged.items()
    }
    traces = library.traces or (None,) * len(library)
    for number, (work, trace) in enumerate(zip(library, traces, strict=True)):
        said.append("\n".join([*explained(work, trace), *([f"  {again[number]}"] if number in again else [])]))
    return "\n\n".join(said)


def shapes(conversion: Conversion) -> str:
    """Return the layout of each list with works, one per line: location, number of items that have it, notation."""
    lines = []
    for reading in conversion.readings:
        sections = {trace.section for trace in reading.library.traces}
        for shape in reading.shapes:
            if shape.section not in sections:
                continue
            section = f" ({shape.section})" if shape.section else ""
            lines.append(f"{reading.source.name}{section}: {shape.agreeing} of {shape.items}: {shape.notation}")
    return "\n".join(lines)


def as_json(conversion: Conversion) -> str:
    """Return everything about a conversion as JSON; the documentation of ``citekit convert`` describes the keys."""
    library = conversion.library
    report = {
        "citekit": VERSION,
        "documents": [_document(part) for part in conversion.parts],
        "works": json.loads(dumps(library, "csljson")),
        "traces": [_trace(work, trace) for work, trace in zip(library, library.traces, strict=bool(library.traces))],
        "problems": [_problem(problem) for problem in (*conversion.problems, *conversion.failures)],
    }
    return json.dumps(report, ensure_ascii=False, indent=2)


def _doubts(trace: Trace) -> tuple[str, ...]:
    return trace.doubts or (f"read with a score of only {trace.score:.2f}",)


def _bracketed(text: str) -> str:
    return f" ({text})" if text else ""


def _places(traces: list[Trace]) -> str:
    """Return the lines of traces, the first six if there are more: ``lines 3, 8``."""
    lines = [str(trace.source.line_column(trace.span.start)[0]) for trace in traces[:_PLACES_SHOWN]]
    if not lines:
        return ""
    shown = f"line{'s' if len(traces) > 1 else ''} {', '.join(lines)}"
    more = len(traces) - _PLACES_SHOWN
    return f"{shown} and {more} more" if more > 0 else shown


def _reasons(reasons: Counter[str]) -> str:
    shown = reasons.most_common(_REASONS_SHOWN)
    others = reasons.total() - sum(number for _, number in shown)
    return ", ".join(f"{reason}: {number}" for reason, number in [*shown, *([("other", others)] if others else [])])


def _line(source: Source, span: Span) -> str:
    return f"{source.name}:{source.line_column(span.start)[0]}"


def _place(source: Source | None, span: Span | None) -> dict[str, Any]:
    if source is None:
        return {}
    if span is None:
        return {"file": source.name}
    line, column = source.line_column(span.start)
    return {"file": source.name, "line": line, "column": column, "start": span.start, "end": span.end}


def _document(part: InputResult) -> dict[str, Any]:
    reading = part.reading
    if reading is None:
        return {"name": part.name, "works": len(part.library), "read": part.failure is None}
    return {
        "name": part.name,
        "works": len(part.library),
        "read": True,
        "format": reading.format,
        "owner": str(reading.owner) if reading.owner else None,
        "seen": reading.seen,
        "shapes": [
            {"section": shape.section, "notation": shape.notation, "items": shape.items, "agreeing": shape.agreeing}
            for shape in reading.shapes
        ],
        "left_out": [
            {"place": _place(reading.source, item.span), "text": item.text, "reason": item.reason}
            for item in reading.left_out
        ],
    }


def _trace(work: Work, trace: Trace) -> dict[str, Any]:
    return {
        "id": work.id,
        "place": _place(trace.source, trace.span),
        "section": trace.section,
        "score": round(trace.score, 4),
        "doubtful": is_doubtful(trace),
        "doubts": list(trace.doubts),
        "corrected": list(trace.corrected),
        "left_over": list(trace.left_over),
        "also": [_place(source, span) for source, span in trace.also],
        "evidence": {
            name: {"place": _place(trace.source, e.span), "score": round(e.score, 4), "reason": e.reason}
            for name, e in trace.evidence.items()
        },
    }


def _problem(problem: Problem) -> dict[str, Any]:
    return {
        "severity": problem.severity,
        "kind": problem.kind,
        "message": problem.message,
        "hint": problem.hint,
        "place": _place(problem.source, problem.span),
    }
