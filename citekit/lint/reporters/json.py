"""All findings as one JSON object, with the coverage, the counts and the fixes as edits."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from citekit.lint.reporters import rows
from citekit.lint.reporting.report import Report

NAME = "json"


def render(report: Report) -> str:
    """Return the report as JSON."""
    content: dict[str, Any] = {
        "version": 1,
        "coverage": {**asdict(report.coverage), "whole": report.coverage.is_whole},
        "counts": dict(sorted(report.counts.items())),
        "known": report.known,
        "silenced": len(report.silenced),
        "unreadable": [{"file": p.source.name if p.source else "", "message": p.message} for p in report.unreadable],
        "findings": list(rows(report.diagnostics)),
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
