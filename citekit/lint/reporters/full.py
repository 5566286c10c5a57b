"""Every finding with its line, a caret below what it is about, the other places, and a hint.

Of many findings of one rule in one file, the first is shown, and a line counts the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from citekit.lint.finding import Finding
from citekit.lint.reporting.report import Report
from citekit.runtime.safe_files import shown_path
from citekit.runtime.span import Source, Span
from citekit.text.unicode import one_line, visible

NAME = "full"
# Number of findings of one rule in one file that are shown in full.
_MOST = 4
_WIDTH = 76  # columns of a source line that fit on a terminal of 80 with the frame
_LINES = 4  # further lines of the same finding that are named; more would hide the next finding


def render(report: Report) -> str:
    """Return the findings for people."""
    blocks = list(_blocks(report))
    blocks += [
        f"{problem.source.name if problem.source else ''}: error: {problem.message}" for problem in report.unreadable
    ]
    return visible("\n".join(blocks)) + ("\n" if blocks else "")


def _blocks(report: Report) -> Iterator[str]:
    """Yield the findings in order; where a rule finds more in a file than :data:`_MOST`, the first and where the
    others are.
    """
    counts = Counter((found.source.name, found.rule) for found in report.diagnostics)
    lines: dict[tuple[str, str], list[int]] = {}
    for found in report.diagnostics:
        group = found.source.name, found.rule
        if report.verbose or counts[group] <= _MOST:
            yield _block(found)
            continue
        seen = lines.setdefault(group, [])
        seen.append(found.source.line_column(found.span.start)[0])
        if len(seen) == 1:
            yield _block(found)
        elif len(seen) == counts[group]:
            shown = ", ".join(map(str, seen[1 : 1 + _LINES])) + (", …" if len(seen) > 1 + _LINES else "")
            yield f"{shown_path(group[0])}: {group[1]} x {len(seen)}, also in lines {shown}; --verbose shows each\n"


def _block(found: Finding) -> str:
    lines = [f"{_place(found.source, found.span)}: {found.severity}[{found.rule}] {one_line(found.message)}"]
    text, _, carets = found.source.excerpt(found.span, _WIDTH).partition("\n")
    start, end = len(carets) - len(carets.lstrip()), len(carets)
    # control characters are printed as escapes, which are wider, and so are the carets below them
    carets = f"{' ' * len(visible(text[:start]))}{'^' * max(1, len(visible(text[start:end])))}"
    lines += [f"  | {line}" for line in (visible(text), carets) if line.strip()]
    lines += [f"  = {_place(other.source, other.span)}: {one_line(other.message)}" for other in found.related]
    if found.hint:
        lines.append(f"  = hint: {one_line(found.hint)}")
    if found.fix:
        lines.append(f"  = {'--fix' if found.fix.safe else '--unsafe-fixes'}: {one_line(found.fix.message)}")
    return "\n".join(lines) + "\n"


def _place(source: Source, span: Span) -> str:
    return f"{shown_path(source.name)}{source.place(span).removeprefix(source.name)}"
