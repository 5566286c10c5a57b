"""JUnit's XML, which most CI systems read: a suite for each file, a test case for each finding, a passing one without findings."""

from __future__ import annotations

from citekit.lint.finding import Finding
from citekit.lint.reporting.report import Report
from citekit.runtime.safe_files import shown_path
from citekit.text.xml import escape, quoted

NAME = "junit"


def render(report: Report) -> str:
    """Return the report as XML 1.0."""
    by_file: dict[str, list[Finding]] = {path: [] for path in dict.fromkeys(report.files)}
    for found in report.diagnostics:
        by_file.setdefault(shown_path(found.source.name), []).append(found)
    suites = []
    for path, findings in by_file.items():
        cases = "".join(map(_case, findings)) or f'    <testcase name={_attribute(path)} classname="citekit"/>\n'
        counts = f'tests="{max(1, len(findings))}" failures="{len(findings)}" errors="0"'
        suites.append(f"  <testsuite name={_attribute(path)} {counts}>\n{cases}  </testsuite>\n")
    errors = "".join(
        f'    <testcase name={_attribute(p.message)} classname="unreadable">'
        f'<error type="unreadable" message={_attribute(p.message)}/></testcase>\n'
        for p in report.unreadable
    )
    if errors:
        count = len(report.unreadable)
        suites.append(
            f'  <testsuite name="unreadable" tests="{count}" failures="0" errors="{count}">\n{errors}  </testsuite>\n'
        )
    total = sum(max(1, len(found)) for found in by_file.values()) + len(report.unreadable)
    head = f'<testsuites name="citekit" tests="{total}" failures="{len(report.diagnostics)}" errors="{len(report.unreadable)}">'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}\n{"".join(suites)}</testsuites>\n'


def _case(found: Finding) -> str:
    line, column = found.source.line_column(found.span.start)
    name = f"{found.rule} at {line}:{column}"
    body = _characters(f"{shown_path(found.source.name)}:{line}:{column}: {found.message}\n{found.hint}".rstrip())
    return (
        f"    <testcase name={_attribute(name)} classname={_attribute(found.key or found.rule)}>\n"
        f"      <failure type={_attribute(found.severity)} message={_attribute(found.message)}>{escape(body)}</failure>\n"
        f"    </testcase>\n"
    )


def _attribute(text: str) -> str:
    return quoted(" ".join(_characters(text).split()))


def _characters(text: str) -> str:
    """Return the text without the characters that XML 1.0 does not have."""
    return "".join(
        c if c in "\t\n" or ("\x20" <= c <= "\ud7ff") or ("\ue000" <= c <= "\ufffd") or c > "\uffff" else "�"
        for c in text
    )
