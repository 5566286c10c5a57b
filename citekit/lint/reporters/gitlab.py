"""A code quality report of GitLab: an array of issues with fingerprints that stay when lines move."""

from __future__ import annotations

import json
from typing import Any

from citekit.lint.reporters import region
from citekit.lint.reporting.report import Report
from citekit.runtime.safe_files import shown_path

NAME = "gitlab"

_SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}


def render(report: Report) -> str:
    """Return the findings as GitLab reads them; what could not be read is a blocker."""
    issues: list[dict[str, Any]] = []
    for found in report.diagnostics:
        line, column, end_line, end_column = region(found.source, found.span)
        begin, end = {"line": line, "column": column}, {"line": end_line, "column": end_column}
        issues.append(
            {
                "description": found.text,
                "check_name": found.rule,
                "fingerprint": found.fingerprint,
                "severity": _SEVERITIES[found.severity],
                "location": {
                    "path": shown_path(found.source.name),
                    "positions": {"begin": begin, "end": end},
                    "lines": {"begin": line, "end": end_line},
                },
            }
        )
    for number, problem in enumerate(report.unreadable):
        path = shown_path(problem.source.name) if problem.source else "."
        issues.append(
            {
                "description": problem.message,
                "check_name": "unreadable",
                "fingerprint": f"unreadable-{number}-{path}",
                "severity": "blocker",
                "location": {"path": path, "lines": {"begin": 1}},
            }
        )
    return json.dumps(issues, ensure_ascii=False, indent=1) + "\n"
