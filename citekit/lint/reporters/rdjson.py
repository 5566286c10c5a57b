"""The diagnostic format of reviewdog (``rdjson``), with suggestions where a finding can be repaired."""

from __future__ import annotations

import json
from typing import Any

from citekit.lint.reporters import region
from citekit.lint.reporting.report import Report
from citekit.runtime.safe_files import shown_path
from citekit.runtime.span import Source, Span

NAME = "rdjson"

_SEVERITIES = {"error": "ERROR", "warning": "WARNING", "note": "INFO"}


def render(report: Report) -> str:
    """Return the findings as reviewdog reads them; columns count bytes of UTF-8, as its format specifies."""
    diagnostics: list[dict[str, Any]] = []
    for found in report.diagnostics:
        diagnostic: dict[str, Any] = {
            "message": found.text,
            "location": {"path": shown_path(found.source.name), "range": _range(found.source, found.span)},
            "severity": _SEVERITIES[found.severity],
            "code": {"value": found.rule},
        }
        # a suggestion of reviewdog changes the file of its finding only
        if found.fix and len({edit.source.name for edit in found.fix.edits} | {found.source.name}) == 1:
            diagnostic["suggestions"] = [
                {"range": _range(edit.source, edit.span), "text": edit.text} for edit in found.fix.edits
            ]
        diagnostics.append(diagnostic)
    for problem in report.unreadable:
        path = shown_path(problem.source.name) if problem.source else "."
        location = {"path": path, "range": {"start": {"line": 1, "column": 1}}}
        code = {"value": "unreadable"}
        diagnostics.append({"message": problem.message, "location": location, "severity": "ERROR", "code": code})
    content = {"source": {"name": "citekit"}, "diagnostics": diagnostics}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _range(source: Source, span: Span) -> dict[str, Any]:
    line, column, end_line, end_column = region(source, span)
    return {
        "start": {"line": line, "column": _bytes(source, line, column)},
        "end": {"line": end_line, "column": _bytes(source, end_line, end_column)},
    }


def _bytes(source: Source, line: int, column: int) -> int:
    return len(source.line(line)[: column - 1].encode("utf-8", "replace")) + 1
