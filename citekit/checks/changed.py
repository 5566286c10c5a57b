"""Only what changed: the findings in lines that differ from a commit of git."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import replace
from pathlib import Path

from citekit.checks.diagnostic import Diagnostic
from citekit.checks.report import Report
from citekit.errors import UsageError
from citekit.span import Source, Span

_FILE = re.compile(r'^\+\+\+ "?b/(?P<path>.*?)"?$')
_HUNK = re.compile(r"^@@ -\S+ \+(?P<start>\d+)(?:,(?P<count>\d+))? @@")
_SECONDS = 60


def only_changed(report: Report, reference: str) -> Report:
    """The report with the findings whose entry, line or other place is in lines changed since ``reference``.

    Raises :class:`~citekit.errors.UsageError` where git is not there or does not know the commit.
    """
    changed = changed_lines(reference)
    kept = tuple(found for found in report.diagnostics if _is_changed(found, changed))
    return replace(report, diagnostics=kept)


def changed_lines(reference: str) -> dict[str, list[tuple[int, int]]]:
    """Absolute path -> first and last changed lines, for files that differ from a commit or are new to git."""
    if reference.startswith("-"):
        raise UsageError(f"{reference!r} is no commit", "name a branch, a tag or a commit")
    root = Path(_git("rev-parse", "--show-toplevel").strip())
    text = _git("-c", "core.quotepath=off", "diff", "--no-color", "--no-ext-diff", "--unified=0", reference, "--", ".")
    found: dict[str, list[tuple[int, int]]] = {}
    lines: list[tuple[int, int]] = []
    for line in text.splitlines():
        if file := _FILE.match(line):
            lines = found.setdefault(os.path.realpath(root / file["path"]), [])
        elif hunk := _HUNK.match(line):
            start, count = int(hunk["start"]), int(hunk["count"] or 1)
            lines.append((start, start + max(count, 1) - 1))
    for name in _git("ls-files", "--others", "--exclude-standard", "-z").split("\0"):
        if name:
            found[os.path.realpath(name)] = [(1, 1 << 40)]
    return found


def _git(*arguments: str) -> str:
    try:
        done = subprocess.run(("git", *arguments), capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603, S607
    except (OSError, subprocess.TimeoutExpired):
        raise UsageError("git could not be run", "install git, or leave out --changed-from") from None
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise UsageError(f"git says: {reason}", "name a commit that git knows; a shallow clone may lack it")
    return done.stdout.decode("utf-8", "surrogateescape")


def _is_changed(found: Diagnostic, changed: dict[str, list[tuple[int, int]]]) -> bool:
    places = [(found.source, found.span), *((other.source, other.span) for other in found.related)]
    if found.whole:
        places.append((found.source, found.whole))
    return any(_touches(source, span, changed) for source, span in places)


def _touches(source: Source, span: Span, changed: dict[str, list[tuple[int, int]]]) -> bool:
    lines = changed.get(os.path.realpath(source.name))
    if not lines:
        return False
    first, _ = source.line_column(span.start)
    last, _ = source.line_column(max(span.start, span.end - 1))
    return any(first <= end and start <= last for start, end in lines)
