"""SARIF 2.1.0 (OASIS), which GitHub's code scanning and many editors read.

All rules are declared, those that found nothing too, so that old findings can be closed. Paths are relative to the working
folder. The other document of a finding is a related location, what a comment silences is a suppressed result, and columns
count characters.
"""

from __future__ import annotations

import json
import os
from typing import Any
from urllib.parse import quote

from citekit.lint.finding import Edit, Finding
from citekit.lint.reporters import region
from citekit.lint.reporting.report import Report
from citekit.lint.rule import all_rules
from citekit.runtime.errors import Problem
from citekit.runtime.safe_files import shown_path
from citekit.runtime.span import Source, Span

NAME = "sarif"

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render(report: Report) -> str:
    """Return the report as a SARIF log with one run."""
    used = {rule.name: rule for rule in report.rules}
    rules = [used.get(rule.name, rule) for rule in all_rules()]
    numbers = {rule.name: number for number, rule in enumerate(rules)}
    results = [_result(found, numbers) for found in report.diagnostics]
    for silenced in report.silenced:
        reason = {"justification": silenced.reason} if silenced.reason else {}
        results.append({**_result(silenced.diagnostic, numbers), "suppressions": [{"kind": "inSource", **reason}]})
    run = {
        "tool": {
            "driver": {
                "name": "citekit",
                "version": report.version or "0",
                "rules": [
                    {
                        "id": rule.name,
                        "name": rule.name.title().replace("-", ""),
                        "shortDescription": {"text": rule.summary},
                        "fullDescription": {
                            "text": rule.page.partition("\n\n")[2].partition("\n\nExample")[0].strip() or rule.summary
                        },
                        "help": {"text": rule.page, "markdown": rule.page},
                        "defaultConfiguration": {"level": rule.severity, "enabled": rule.name in used},
                        "properties": {
                            "tags": [rule.family],
                            "precision": "high" if rule.severity != "note" else "medium",
                        },
                    }
                    for rule in rules
                ],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not report.failed,
                "toolExecutionNotifications": [_notification(problem) for problem in report.unreadable],
            }
        ],
        "artifacts": [{"location": {"uri": _uri(path)}} for path in dict.fromkeys(report.files)],
        "properties": {"coverage": str(report.coverage)},
        "results": results,
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1) + "\n"


def _result(found: Finding, numbers: dict[str, int]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": found.rule,
        "ruleIndex": numbers[found.rule],
        "level": found.severity,
        "message": {"text": found.text},
        "locations": [_location(found.source, found.span, key=found.key)],
        "partialFingerprints": {"citekit/v1": found.fingerprint},
    }
    if found.related:
        result["relatedLocations"] = [
            {"id": number, **_location(r.source, r.span), "message": {"text": r.message}}
            for number, r in enumerate(found.related, 1)
        ]
    if found.fix:
        by_file: dict[str, list[Edit]] = {}
        for edit in found.fix.edits:
            by_file.setdefault(edit.source.name, []).append(edit)
        changes = [
            {
                "artifactLocation": {"uri": _uri(shown_path(name))},
                "replacements": [
                    {"deletedRegion": _region(edit.source, edit.span), "insertedContent": {"text": edit.text}}
                    for edit in edits
                ],
            }
            for name, edits in by_file.items()
        ]
        result["fixes"] = [{"description": {"text": found.fix.message}, "artifactChanges": changes}]
    return result


def _location(source: Source, span: Span, key: str = "") -> dict[str, Any]:
    location: dict[str, Any] = {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(shown_path(source.name))},
            "region": _region(source, span),
        }
    }
    if key:
        location["logicalLocations"] = [{"name": key, "kind": "entry"}]
    return location


def _region(source: Source, span: Span) -> dict[str, int]:
    line, column, end_line, end_column = region(source, span)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _notification(problem: Problem) -> dict[str, Any]:
    notification: dict[str, Any] = {"level": "error", "message": {"text": problem.message}}
    if problem.source:
        place = {"physicalLocation": {"artifactLocation": {"uri": _uri(shown_path(problem.source.name))}}}
        notification["locations"] = [place]
    return notification


def _uri(path: str) -> str:
    """Return a file's name as a reference of RFC 3986: relative where the file is in the working folder."""
    scheme = "file://" if path.startswith("/") else ""
    return scheme + quote(os.fsencode(path), safe="/~!$&'()*+,;=@-._")
