"""Workflow commands of GitHub Actions, which show the findings next to the lines of a pull request.

GitHub shows ten findings of each severity a step, so the most severe go first. The whole table goes to the summary of the
job where ``GITHUB_STEP_SUMMARY`` names its file.
"""

from __future__ import annotations

from collections.abc import Mapping

from citekit.lint.finding import SEVERITIES
from citekit.lint.reporters import region
from citekit.lint.reporting.report import Report
from citekit.runtime.safe_files import shown_path
from citekit.text.unicode import one_line, visible

NAME = "github"

_COMMANDS: Mapping[str, str] = {"error": "error", "warning": "warning", "note": "notice"}
_MARKDOWN = {ord(sign): f"&#{ord(sign)};" for sign in "\\|`*_~[]!<>&"}
# Bytes; GitHub takes 1 MiB for a step.
_LARGEST_SUMMARY = 900_000


def render(report: Report) -> str:
    """Return the findings as workflow commands."""
    ordered = sorted(report.diagnostics, key=lambda found: -SEVERITIES.index(found.severity))
    lines = []
    for found in ordered:
        line, column, end_line, end_column = region(found.source, found.span)
        place = f"file={_property(shown_path(found.source.name))},line={line},col={column},endLine={end_line}"
        if end_line == line:
            place += f",endColumn={max(end_column, column)}"
        title = _property(f"citekit: {found.rule}")
        lines.append(f"::{_COMMANDS[found.severity]} title={title},{place}::{_data(found.text)}")
    for problem in report.unreadable:
        place = f",file={_property(shown_path(problem.source.name))}" if problem.source else ""
        lines.append(f"::error title=citekit{place}::{_data(problem.message)}")
    return "".join(f"{line}\n" for line in lines)


def _data(text: str) -> str:
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def summary(report: Report) -> str:
    """Return the findings as a Markdown table for the summary of a job."""
    lines = ["## citekit check", "", report.summary(), ""]
    if report.diagnostics:
        lines += ["| place | severity | rule | finding |", "|---|---|---|---|"]
    size = sum(len(line) for line in lines)
    for number, found in enumerate(report.diagnostics):
        line, _ = found.source.line_column(found.span.start)
        cells = (f"{shown_path(found.source.name)}:{line}", found.severity, found.rule, found.message)
        row = f"| {' | '.join(one_line(cell).translate(_MARKDOWN) for cell in cells)} |"
        size += len(row.encode("utf-8", "replace")) + 1
        if size > _LARGEST_SUMMARY:
            lines.append(f"\n{len(report.diagnostics) - number} more")
            break
        lines.append(row)
    return "\n".join(lines) + "\n"
