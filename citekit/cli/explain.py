"""Explain a line of a file: how it was parsed, and its findings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from citekit.cli._grammar import GroupedOptionsCommand, files
from citekit.cli._input import divided
from citekit.cli._terminal import give, print_message, print_problem
from citekit.cli.main import FAILED, FINDINGS, FINE
from citekit.runtime.errors import UsageError

if TYPE_CHECKING:
    from citekit.extraction.pipeline import Reading
    from citekit.runtime.span import Source, Span

_BIBLIOGRAPHIES = (".bib", ".bibtex", ".json")


@click.command(
    "explain",
    cls=GroupedOptionsCommand,
    examples=(
        "citekit explain homepage.md:40",
        "citekit explain references.bib:1",
    ),
)
@click.argument("places", metavar="FILE:LINE...", nargs=-1, required=True, shell_complete=files)
def command(places: tuple[str, ...]) -> int:
    """Explain a line of a file: how it was parsed, and its findings.

    For a publication list (any FILE that citekit convert reads), citekit prints the item of that line: its text, and each field
    with its position, score and reason. For a bibliography or a document with citations, it prints the findings of citekit
    check and the reason for each rule. LINE counts from 1; a column after it (:COLUMN) is ignored.
    """
    code = FINE
    for place in places:
        name, line = divided(place)
        if not line:
            raise UsageError(f"'{place}' has no line number", "write FILE:LINE, such as homepage.md:12")
        path = Path(name)
        texts = list(_checked(path, line)) if _is_checked(path) else list(_read(name, line))
        if texts:
            give("\n\n".join(texts))
        else:
            print_message(f"{name}:{line}: there is nothing to explain")
            code = max(code, FINDINGS)
        if not path.is_file():
            code = FAILED
    return code


def _is_checked(path: Path) -> bool:
    """Whether a file is a bibliography, or a manuscript with citations."""
    from citekit.commands.manuscript_output import could_cite

    if path.suffix.lower() in _BIBLIOGRAPHIES:
        return True
    if not could_cite(path.name):
        return False
    from citekit.commands.api import cited_keys

    return bool(cited_keys(path))


def _holds(source: Source, span: Span, line: int) -> bool:
    first, last = source.line_column(span.start)[0], source.line_column(max(span.start, span.end - 1))[0]
    return first <= line <= last


def _read(name: str, line: int) -> Iterator[str]:
    """Yield the entries that were extracted from a line, and the items on it that were skipped."""
    from citekit.cli._reports import explanation
    from citekit.commands.api import Conversion
    from citekit.formats.files import dumps

    conversion = Conversion.of([name])
    for problem in conversion.failures:
        print_problem(problem)
    for reading in conversion.readings:
        library = conversion.library
        places = [
            number
            for number, trace in enumerate(library.traces)
            if trace.source.name == reading.source.name and _holds(reading.source, trace.span, line)
        ]
        for number in places:
            work, trace = library.works[number], library.traces[number]
            one = replace(library, works=(work,), traces=(trace,), problems=())
            yield "\n\n".join((_quoted(reading.source, trace.span), explanation(one), dumps(one, "bibtex").strip()))
        yield from _left_out(reading, line)


def _left_out(reading: Reading, line: int) -> Iterator[str]:
    for item in reading.left_out:
        if _holds(reading.source, item.span, line):
            yield f"{_quoted(reading.source, item.span)}\n\nskipped: {item.reason}"


def _quoted(source: Source, span: Span) -> str:
    """Return the lines of a span with their numbers."""
    first, last = source.line_column(span.start)[0], source.line_column(max(span.start, span.end - 1))[0]
    return "\n".join(f"{number:>5} | {source.line(number)}" for number in range(first, last + 1))


def _checked(path: Path, line: int) -> Iterator[str]:
    """Yield the findings on a line, or in the entry on it, and the pages of their rules."""
    from citekit.commands.check import check_files
    from citekit.lint.reporters import render
    from citekit.lint.rule import rule_named
    from citekit.runtime.config import CheckSettings

    checked = check_files([path], CheckSettings(profile="strict"))
    for problem in checked.report.unreadable:
        print_problem(problem)
    here = tuple(
        finding
        for finding in checked.report.diagnostics
        if finding.source.name == str(path) and _holds(finding.source, finding.whole or finding.span, line)
    )
    if here:
        yield render(replace(checked.report, diagnostics=here, verbose=True), "full").strip()
    for rule in dict.fromkeys(finding.rule for finding in here):
        page = rule_named(rule).page.split("\n\n")
        why = next((part for part in page if part.startswith("Why:")), "")
        yield "\n".join(filter(None, (f"{rule}: {page[0]}", why)))
