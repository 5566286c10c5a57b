"""Only what changed: the findings in lines that differ from a commit of git, and those that its lost lines explain."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import field, replace
from pathlib import Path

from citekit.lint.finding import Finding
from citekit.lint.reporting.report import Report
from citekit.lint.rule import all_parts
from citekit.runtime import patterns as re
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass

_HUNK = re.compile(r"@@ -\d+(?:,(?P<old>\d+))? \+(?P<start>\d+)(?:,(?P<new>\d+))? @@")
_ESCAPE = re.compile(r"\\([0-7]{3}|.)")
_ESCAPED = {"a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_WORD = re.compile(r"\w+")
_SECONDS = 60  # git answers within seconds; a hook or a lock that hangs must not hang the check
# Families whose findings in one document can come from a change of another one.
_ACROSS = ("citations", "consistency", "duplicates")
_LAST = 1 << 40
_SHORTEST = 2  # one letter or digit is in any changed line
_DIFF = (
    *("-c", "core.quotepath=off", "-c", "core.fsmonitor=false"),
    *("diff", "--no-color", "--no-ext-diff", "--no-textconv", "--no-relative", "--find-renames"),
)


@dataclass(slots=True)
class ChangedLines:
    """What differs from a commit: absolute path -> first and last changed lines, and the lines that are gone.

    Where lines were only taken away, that is between two lines: half a line after the one before.
    """

    lines: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)


def only_changed(report: Report, reference: str) -> Report:
    """Return the report with the findings whose entry, line or other place is in lines changed since ``reference``.

    A finding between documents stays as well if its subject was in a removed line: a citation whose entry
    was removed from a bibliography. Raises what :func:`changes_since` raises.
    """
    changes = changes_since(reference)
    across = {part.name for part in all_parts() if part.family in _ACROSS}
    gone = _Gone(" ".join(" ".join(changes.gone).split()))
    on_changed_lines = tuple(
        found
        for found in report.diagnostics
        if _is_changed(found, changes.lines) or (found.part in across and gone.has(found))
    )
    return replace(report, diagnostics=on_changed_lines)


def changes_since(reference: str) -> ChangedLines:
    """Return what differs between the files and the commit at which this branch left ``reference``.

    Where git knows no such commit, as in a shallow clone, it is ``reference`` itself. Files that are new to git have
    changed as a whole. Raises :class:`~citekit.runtime.errors.UsageError` if git is missing, if this is not a repository, or
    where it has no such commit.
    """
    try:
        root = Path(_git("rev-parse", "--show-toplevel").removesuffix("\n"))
    except _GitError as error:
        message = f"changed lines are known in a git repository only: {error}"
        raise UsageError(message, "leave out --changed-from, or go to one") from None
    base = _base(reference)
    changes = ChangedLines()
    text = _git(*_DIFF, "--unified=0", "--src-prefix=a/", "--dst-prefix=b/", base, "--", folder=root)
    # read a patch without context; lines of files are counted, even if they look like headers
    lines: list[tuple[float, float]] = []
    left, before = 0, ""
    for line in text.split("\n"):
        if left and line[:1] in "+-":
            left -= 1
            if line.startswith("-"):
                changes.gone.append(line[1:])
        elif line.startswith("--- "):
            before = _path(line[4:])
        elif line.startswith("+++ "):
            name = _path(line[4:])
            lines = changes.lines.setdefault(os.path.realpath(root / name), []) if name else []
            if not name:  # what names a deleted file is about it, with its suffix or without
                changes.gone += [before, os.path.splitext(before)[0]]
        elif hunk := _HUNK.match(line):
            start, new = int(hunk["start"]), int(hunk["new"] or 1)
            left = new + int(hunk["old"] or 1)
            lines.append((start, start + new - 1) if new else (start + 0.5, start + 0.5))
    for name in _binary(_git(*_DIFF, "--numstat", "-z", base, "--", folder=root)):
        changes.lines[os.path.realpath(root / name)] = [(1, _LAST)]
    for name in _git("ls-files", "--others", "--exclude-standard", "-z", folder=root).split("\0"):
        if name:
            changes.lines[os.path.realpath(root / name)] = [(1, _LAST)]
    return changes


def _base(reference: str) -> str:
    try:
        commit = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{reference}^{{commit}}").strip()
    except _GitError:
        raise UsageError(
            f"git knows no commit {reference!r} here",
            "name a branch, a tag or a commit; a shallow clone has to fetch it first (fetch-depth: 0)",
        ) from None
    try:
        return _git("merge-base", commit, "HEAD").split()[0]
    except (_GitError, IndexError):
        return commit


class _GitError(UsageError):
    """Return the message of git about a command that failed."""


def _git(*arguments: str, folder: Path | None = None) -> str:
    import subprocess  # here, for few runs query git

    command = ("git", *arguments)
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        raise UsageError("git could not be run", "install git, or leave out --changed-from") from None
    if done.returncode:
        raise _GitError(done.stderr.decode("utf-8", "replace").strip().partition("\n")[0] or "git failed")
    return done.stdout.decode("utf-8", "surrogateescape")


def _path(written: str) -> str:
    """Return the path of a ``---`` or ``+++`` line, without its ``a/`` or ``b/``; git puts a tab after one with
    spaces, and quotes one with odd characters.
    """
    if written.startswith('"'):
        inside = written.rstrip("\t")[1:-1].encode("utf-8", "surrogateescape").decode("latin-1")
        escaped = _ESCAPE.sub(  # three octal digits are a byte
            lambda match: chr(int(match[1], 8) & 255 if match[1].isdigit() else _ESCAPED.get(match[1], ord(match[1]))),
            inside,
        )
        written = escaped.encode("latin-1").decode("utf-8", "surrogateescape")
    return written.removesuffix("\t")[2:] if written != "/dev/null" else ""


def _binary(numbers: str) -> Iterator[str]:
    """Return the files of which git counts no lines; if it gives two names, the second is the new one."""
    pieces = iter(numbers.split("\0"))
    for piece in pieces:
        added, _, rest = piece.partition("\t")
        _, _, name = rest.partition("\t")
        if not name and rest:
            next(pieces, "")
            name = next(pieces, "")
        if added == "-" and name:
            yield name


def _is_changed(found: Finding, changed: dict[str, list[tuple[float, float]]]) -> bool:
    """Whether lines have changed that a finding, its entry or what it names touches."""
    places = [(found.source, found.span), *((other.source, other.span) for other in found.related)]
    for source, span in [*places, (found.source, found.whole)] if found.whole else places:
        lines = changed.get(os.path.realpath(source.name))
        if not lines:
            continue
        first, last = (source.line_column(at)[0] for at in (span.start, max(span.start, span.end - 1)))
        if any(first <= end and start <= last for start, end in lines):
            return True
    return False


class _Gone:
    """The text of the lines that are gone."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._words = frozenset(_WORD.findall(text))

    def has(self, found: Finding) -> bool:
        """Whether the lines contain the key or the text that a finding is about, as whole words."""
        about = {found.key, found.source.text[found.span.start : min(found.span.end, found.span.start + 400)]}
        return any(self._has(" ".join(text.split())) for text in about)

    def _has(self, text: str) -> bool:
        words = _WORD.findall(text)
        if len(text) < _SHORTEST or not words or not self._words.issuperset(words):
            return False
        return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", self._text) is not None
