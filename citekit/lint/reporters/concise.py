"""One line for each finding: ``file:line:column: severity[rule] message``. Editors and ``grep`` read it."""

from __future__ import annotations

from citekit.lint.reporting.report import Report
from citekit.runtime.safe_files import shown_path
from citekit.text.unicode import one_line, visible

NAME = "concise"


def render(report: Report) -> str:
    """Return the findings, one a line."""
    lines = []
    for found in report.diagnostics:
        line, column = found.source.line_column(found.span.start)
        message = one_line(found.message)
        lines.append(f"{shown_path(found.source.name)}:{line}:{column}: {found.severity}[{found.rule}] {message}\n")
    lines += [f"{p.source.name if p.source else ''}:1:1: error[unreadable] {p.message}\n" for p in report.unreadable]
    return visible("".join(lines))
