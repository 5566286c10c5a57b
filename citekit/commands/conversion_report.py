"""Reports about a conversion: summary, details, explanations, layouts, everything as JSON, and where a missing list may be."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from citekit.commands.convert import Conversion, InputResult, is_doubtful, numbers_of
from citekit.commands.explain import explained
from citekit.formats.files import dumps
from citekit.model.work import Trace, Works
from citekit.runtime import patterns as re
from citekit.runtime.safe_files import is_file
from citekit.runtime.span import Source, Span
from citekit.runtime.version import VERSION
from citekit.text.unicode import counted, one_line

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
    shown = left_out.most_common(_REASONS_SHOWN)
    others = left_out.total() - sum(number for _, number in shown)
    pairs = [*shown, *([("other", others)] if others else [])]
    reasons = ", ".join(f"{reason}: {number}" for reason, number in pairs)
    return ", ".join(
        [
            f"{counted(reading.seen, 'item')} seen: {len(traces) - len(doubtful)} understood",
            f"{len(doubtful)} doubtful{_bracketed(_places(doubtful))}",
            f"{left_out.total()} left out{_bracketed(reasons)}",
        ]
    )


def details(conversion: Conversion) -> Iterator[str]:
    """Yield a line for each reason for low confidence and for each skipped item, in the order of the documents."""
    for reading in conversion.readings:
        doubts = (
            (trace.span, f"doubtful: {doubt}")
            for trace in reading.library.traces
            if is_doubtful(trace)
            for doubt in trace.doubts or (f"read with a score of only {trace.score:.2f}",)
        )
        left = ((i.span, f"left out ({i.reason}): {one_line(i.text, _TEXT_WIDTH)}") for i in reading.left_out)
        for span, text in sorted([*doubts, *left], key=lambda pair: pair[0].start):
            yield f"{_line(reading.source, span)}: {text}"


def first_doubt(conversion: Conversion) -> str:
    """Return file and line of the first uncertain entry; empty if absent."""
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
    paragraphs = [f"{name}: {found}" for name, found in lists.items()]
    again = {
        number: reprinted_text(judged, found.label)
        for found in lists.values()
        for number, judged in found.judged.items()
    }
    traces = library.traces or (None,) * len(library)
    for number, (work, trace) in enumerate(zip(library, traces, strict=True)):
        paragraphs.append("\n".join([*explained(work, trace), *([f"  {again[number]}"] if number in again else [])]))
    return "\n\n".join(paragraphs)


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
        "traces": [
            {
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
            for work, trace in zip(library, library.traces, strict=bool(library.traces))
        ],
        "problems": [
            {
                "severity": problem.severity,
                "kind": problem.kind,
                "message": problem.message,
                "hint": problem.hint,
                "place": _place(problem.source, problem.span),
            }
            for problem in (*conversion.problems, *conversion.failures)
        ],
    }
    return json.dumps(report, ensure_ascii=False, indent=2)


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


# --- lists that are in other files ------------------------------------------------------------------------------------

_DATA = re.compile(r"(?<!\w)(?:site\.data|\.Site\.Data|hugo\.Data|site\.Data)\.([\w-]{1,80})")
"""A data file in a template: Jekyll's ``site.data.papers`` is ``_data/papers.yml``, Hugo's ``.Site.Data.papers`` is ``data/papers.yml``."""
_SCHOLAR = re.compile(r"\{%-?\s{0,20}bibliography\b([^%]{0,200})")
"""``{% bibliography %}``, where jekyll-scholar prints a bibliography of the directory ``_bibliography``."""
_SCHOLAR_FILE = re.compile(r"(?:--file|-f)\s{1,9}([\w.-]{1,80})")
_BIBLIOGRAPHY = re.compile(r"\\(?:bibliography|addbibresource)\s{0,20}(?:\[[^\]]{0,200}\])?\s{0,20}\{([^{}]{1,300})\}")
"""``\\bibliography{papers,books}`` or ``\\addbibresource[glob]{papers.bib}``, with the names of the files."""
_CITED = re.compile(r"(?<![\w.`@])@([A-Za-z][\w:-]{0,60}(?:19|20)\d\d[a-z]?\w{0,40})(?![\w@])")
"""A citation of Pandoc whose key has a year, as keys of works do and accounts of people do not."""
_DATA_FOLDERS = ("_data", "data")
_DATA_SUFFIXES = (".yml", ".yaml", ".json", ".csv", ".tsv", ".toml")


def elsewhere(conversion: Conversion) -> Iterator[str]:
    """Yield a sentence for each document whose list is in another file, all of it or a part, naming that file.

    Such files are the data of a template and the bibliographies of LaTeX.
    """
    given = {os.path.abspath(part.name) for part in conversion.parts}
    for reading in conversion.readings:
        name, text = reading.source.name, reading.source.text
        files = list(dict.fromkeys(_named(Path(name), text, reading.format)))
        if files := [file for file in files if os.path.abspath(file) not in given]:
            rest, done = ("a part of the list", "too") if reading.library else ("the list", "instead")
            yield f"{rest} of {name} is in {' and '.join(files)}: give that {done}"
        elif not reading.library and reading.format in ("markdown", "text") and (key := _CITED.search(text)):
            yield f"{name} cites with keys (@{key[1]}): fill it in with citekit format --bib, which names the bibliography"


def _named(path: Path, text: str, kind: str) -> Iterator[str]:
    if kind == "latex":
        for match in _BIBLIOGRAPHY.finditer(text):
            for name in map(str.strip, match[1].split(",")):
                yield str(path.parent / (name if name.endswith(".bib") else f"{name}.bib"))
        return
    for match in _DATA.finditer(text):
        yield _data_file(path, match[1])
    for match in _SCHOLAR.finditer(text):
        named = _SCHOLAR_FILE.search(match[1])
        name = named[1] if named else ""
        # the file of a name, else all, in the directory above the document; the directory if absent
        folder = next((above / "_bibliography" for above in path.parents if (above / "_bibliography").is_dir()), None)
        files = sorted(folder.glob(f"{name.removesuffix('.bib') or '*'}.bib")) if folder else []
        yield from map(str, files) if files else [f"_bibliography/{name or '*.bib'}"]


def _data_file(path: Path, name: str) -> str:
    """Return the data file of this name in a directory above the document; ``_data/NAME`` if no file has it."""
    for folder in path.parents:
        for data in _DATA_FOLDERS:
            for suffix in _DATA_SUFFIXES:
                if is_file(file := folder / data / f"{name}{suffix}"):
                    return str(file)
    return f"_data/{name}"
