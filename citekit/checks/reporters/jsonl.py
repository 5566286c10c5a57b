"""A JSON object a line for each finding, for programs that read while they wait."""

from __future__ import annotations

import json

from citekit.checks.reporting.positions import as_dict
from citekit.checks.reporting.report import Report
from citekit.disk import shown_path

NAME = "jsonl"


def render(report: Report) -> str:
    """The findings as lines of JSON."""
    names = {d.source.name for d in report.diagnostics} | {r.source.name for d in report.diagnostics for r in d.related}
    paths = {name: shown_path(name) for name in names}
    rows = [as_dict(found, paths[found.source.name], paths) for found in report.diagnostics]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
