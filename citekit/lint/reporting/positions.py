"""Places of findings as machines want them: lines and columns from 1, paths with forward slashes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from citekit.lint.finding import Finding
from citekit.runtime.safe_files import shown_path
from citekit.runtime.span import Source, Span


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
