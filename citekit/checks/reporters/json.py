"""All findings as one JSON object, with the coverage, the counts and the fixes as edits."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from citekit.checks.reporting.positions import as_dict
from citekit.checks.reporting.report import Report
from citekit.disk import shown_path

NAME = "json"


def render(report: Report) -> str:
    """The report as JSON."""
    names = {d.source.name for d in report.diagnostics} | {r.source.name for d in report.diagnostics for r in d.related}
    paths = {name: shown_path(name) for name in names}
    content: dict[str, Any] = {
        "version": 1,
        "coverage": {**asdict(report.coverage), "whole": report.coverage.is_whole},
        "counts": dict(sorted(report.counts.items())),
        "known": report.known,
        "silenced": len(report.silenced),
        "unreadable": [{"file": p.source.name if p.source else "", "message": p.message} for p in report.unreadable],
        "findings": [as_dict(found, paths[found.source.name], paths) for found in report.diagnostics],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
