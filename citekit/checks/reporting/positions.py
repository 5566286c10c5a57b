"""Places of findings as machines want them: lines and columns from 1, paths with forward slashes."""

from __future__ import annotations

from typing import Any

from citekit.checks.finding import Diagnostic, Edit
from citekit.span import Source, Span


def region(source: Source, span: Span) -> tuple[int, int, int, int]:
    """First line and column, and the line and column after the last character, all from 1."""
    line, column = source.line_column(span.start)
    end_line, end_column = source.line_column(max(span.end, span.start))
    return line, column, end_line, end_column


def as_dict(diagnostic: Diagnostic, path: str, paths: dict[str, str]) -> dict[str, Any]:
    """A finding as plain data, with the fixes as edits; the form of the reporters ``json`` and ``jsonl``."""
    line, column, end_line, end_column = region(diagnostic.source, diagnostic.span)
    found: dict[str, Any] = {
        "rule": diagnostic.rule,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "file": path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "entry": diagnostic.key,
        "fingerprint": diagnostic.fingerprint,
    }
    if diagnostic.related:
        found["related"] = [
            {
                "message": r.message,
                "file": paths.get(r.source.name, r.source.name),
                "line": region(r.source, r.span)[0],
                "column": region(r.source, r.span)[1],
            }
            for r in diagnostic.related
        ]
    if diagnostic.fix:
        found["fix"] = {
            "message": diagnostic.fix.message,
            "safe": diagnostic.fix.safe,
            "edits": [_edit(edit, paths) for edit in diagnostic.fix.edits],
        }
    return found


def _edit(edit: Edit, paths: dict[str, str]) -> dict[str, Any]:
    line, column, end_line, end_column = region(edit.source, edit.span)
    return {
        "file": paths.get(edit.source.name, edit.source.name),
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "text": edit.text,
    }
