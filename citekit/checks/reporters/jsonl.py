"""A JSON object a line for each finding, for programs that read while they wait."""

from __future__ import annotations

import json

from citekit.checks.reporting.positions import rows
from citekit.checks.reporting.report import Report

NAME = "jsonl"


def render(report: Report) -> str:
    """The findings as lines of JSON."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows(report.diagnostics))
