"""Reporters, one per file; the file name with hyphens is the name of the format in which it writes a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any

from citekit.lint.finding import Finding
from citekit.runtime.errors import UsageError, did_you_mean
from citekit.runtime.registry import unit, unit_names
from citekit.runtime.safe_files import shown_path
from citekit.runtime.span import Source, Span

if TYPE_CHECKING:
    from citekit.lint.reporting.report import Report

REPORTERS = "citekit.lint.reporters"


def reporter_names() -> tuple[str, ...]:
    """Return the names of all reporters in alphabetical order, without importing any of them."""
    return tuple(name.replace("_", "-") for name in unit_names(REPORTERS))


def known_reporter(name: str) -> str:
    """Return the name of a reporter; raises :class:`~citekit.runtime.errors.UsageError` with the one that was
    probably meant.
    """
    if name not in reporter_names():
        raise UsageError(f"there is no output format {name!r}", did_you_mean(name, reporter_names()))
    return name


def reporter(name: str) -> ModuleType:
    """Return the reporter of a name, imported now; raises what :func:`known_reporter` raises."""
    return unit(REPORTERS, known_reporter(name).replace("-", "_"))


def render(report: Report, name: str) -> str:
    """Return the report as a reporter writes it."""
    return str(reporter(name).render(report))


# Places of findings as machines want them: lines and columns from 1, paths with forward slashes.


def region(source: Source, span: Span) -> tuple[int, int, int, int]:
    """First line and column, and the line and column after the last character, all from 1."""
    line, column = source.line_column(span.start)
    end_line, end_column = source.line_column(max(span.end, span.start))
    return line, column, end_line, end_column


def _place(source: Source, span: Span, paths: dict[str, str]) -> dict[str, Any]:
    line, column, end_line, end_column = region(source, span)
    if source.name not in paths:
        paths[source.name] = shown_path(source.name)
    whole = {"line": line, "column": column, "end_line": end_line, "end_column": end_column}
    return {"file": paths[source.name], **whole}


def rows(found: Iterable[Finding]) -> Iterator[dict[str, Any]]:
    """Findings as plain data, with the fixes as edits; the form of the reporters ``json`` and ``jsonl``."""
    paths: dict[str, str] = {}
    for one in found:
        facts = {"rule": one.rule, "severity": one.severity, "message": one.message, "hint": one.hint}
        row = {**facts, **_place(one.source, one.span, paths), "entry": one.key, "fingerprint": one.fingerprint}
        if one.related:
            begin = ("file", "line", "column")
            places = [(other.message, _place(other.source, other.span, paths)) for other in one.related]
            row["related"] = [{"message": message, **{name: at[name] for name in begin}} for message, at in places]
        if one.fix:
            edits = [{**_place(edit.source, edit.span, paths), "text": edit.text} for edit in one.fix.edits]
            row["fix"] = {"message": one.fix.message, "safe": one.fix.safe, "edits": edits}
        yield row
