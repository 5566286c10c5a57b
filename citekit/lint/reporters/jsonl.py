"""A JSON object a line for each finding, for programs that read while they wait."""

from __future__ import annotations

import json

from citekit.lint.reporters import rows
from citekit.lint.reporting.report import Report

NAME = "jsonl"


def render(report: Report) -> str:
    """Return the findings as lines of JSON."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows(report.diagnostics))
