"""Every finding with its line, a caret below what it is about, the other places, and a hint."""

from __future__ import annotations

from citekit.checks.diagnostic import Diagnostic
from citekit.checks.report import Report, shown_path
from citekit.span import Source, Span

NAME = "full"


def render(report: Report) -> str:
    """The findings for people."""
    blocks = [_block(diagnostic) for diagnostic in report.diagnostics]
    blocks += [
        f"{problem.source.name if problem.source else ''}: error: {problem.message}" for problem in report.unreadable
    ]
    return "\n".join(blocks) + ("\n" if blocks else "")


def _block(found: Diagnostic) -> str:
    lines = [f"{_place(found.source, found.span)}: {found.severity}[{found.rule}] {_flat(found.message)}"]
    lines += [f"  | {line}" for line in found.source.excerpt(found.span).split("\n") if line.strip()]
    lines += [f"  = {_place(other.source, other.span)}: {_flat(other.message)}" for other in found.related]
    if found.hint:
        lines.append(f"  = hint: {_flat(found.hint)}")
    if found.fix:
        lines.append(f"  = {'--fix' if found.fix.safe else '--unsafe-fixes'}: {_flat(found.fix.message)}")
    return "\n".join("".join(c if c.isprintable() else " " for c in line) for line in lines) + "\n"


def _place(source: Source, span: Span) -> str:
    return f"{shown_path(source.name)}{source.place(span).removeprefix(source.name)}"


def _flat(text: str) -> str:
    return " ".join(text.split())
