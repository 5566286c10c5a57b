"""Reference lists compared with a citation style: where an item is printed otherwise than the style prints it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from citekit.commands.reprint.departures import Departure, Judged, judge
from citekit.commands.reprint.lines import Line
from citekit.commands.reprint.lists import PrintedReference, label_of
from citekit.commands.reprint.style import PrintingStyle, as_printed_line
from citekit.documents.model import Document
from citekit.extraction.pipeline import read_references, reference_items
from citekit.lint.finding import Finding, Related
from citekit.runtime.records import dataclass
from citekit.runtime.span import Span

SHOWN = 60
"""Characters of what a style prints that a message shows."""


@dataclass(frozen=True, slots=True)
class StyleComparison:
    """The findings of a document, the number of its items, and how many of them were compared with the style."""

    findings: tuple[Finding, ...]
    seen: int
    compared: int


def references_of(document: Document) -> list[PrintedReference]:
    """Return the references of a document, each as a line and as it was read."""
    items = reference_items(document)
    return [
        PrintedReference(item, as_printed_line(Line.of_item(item.text)), work)
        for item, (work, _) in zip(items, read_references(items, document.source), strict=True)
    ]


def compare(document: Document, style_name: str) -> StyleComparison:
    """Compare the references of a document with a style. Raises what :func:`citekit.csl.styles.load` raises."""
    references = references_of(document)
    label, style = label_of(style_name), PrintingStyle(style_name)
    with_italics = any(any(one.line.italic) for one in references)
    judged = [judge(one.line, style, (one.work,), with_italics) for one in references]
    findings = [
        _finding(document, one, result, label)
        for one, result in zip(references, judged, strict=True)
        if result.certain and result.departures
    ]
    return StyleComparison(tuple(findings), len(references), sum(result.certain for result in judged))


def _finding(document: Document, one: PrintedReference, judged: Judged, label: str) -> Finding:
    """Return the finding at the first place where a reference departs; the others are related to it."""
    first, *others = judged.departures
    related = tuple(Related(_message(other, label), document.source, _span(one, other)) for other in others)
    return Finding(
        _message(first, label),
        document.source,
        _span(one, first),
        f"write {judged.reprinted.printed.text}",
        key=one.work.title,
        related=related,
        whole=one.item.span,
    )


def _message(found: Departure, label: str) -> str:
    if found.italic is not None:
        return f"{label} prints `{_short(found.printed)}` {'in italics' if found.italic else 'upright'} here"
    if not found.printed:
        return f"{label} prints nothing in place of `{_short(found.found)}`"
    return f"{label} prints `{_short(found.printed)}` here"


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def _span(one: PrintedReference, found: Departure) -> Span:
    places = one.line.places
    start = places[min(found.start, len(places) - 1)]
    end = places[min(found.end, len(places)) - 1] + 1 if found.end > found.start else start
    return one.item.text.span(start, max(end, start + 1))
