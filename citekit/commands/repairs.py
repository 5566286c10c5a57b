"""Fixes in files: applied until none is left, each file replaced atomically."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from citekit.lint.reporting.repairs import diff, repair
from citekit.runtime.encodings import Encoding, decode
from citekit.runtime.errors import CitekitError, FileChangedError, Problem
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import (
    Replacement,
    fingerprint,
    read_file,
    reason_of,
    refuse_link_out,
    replace_files,
    shown_path,
)
from citekit.runtime.span import Source
from citekit.text.unicode import counted

if TYPE_CHECKING:
    from citekit.commands.check import Checked
    from citekit.lint.finding import Finding

_ROUNDS = 10
"""Maximum number of rounds. A fix can reveal a new finding; this limit ends two rules that undo each other's fixes."""
_WRITABLE = 0o222  # the bits that allow the owner, the group or others to write
_MOST_RULES = 8  # rules in one line of the summary


@dataclass(slots=True)
class Repairs:
    """The result of fixing: the project after it, the fixed findings, the changed files, and the problems."""

    checked: Checked
    unsafe: bool = False
    fixed: list[Finding] = field(default_factory=list)
    files: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)


def put_in(checked: Checked, unsafe: bool, again: Callable[[], Checked]) -> Repairs:
    """Apply fixes to the files and check them ``again``, until nothing changes any more.

    A file is not changed if it is read-only, has changed since it was read, or its encoding lacks a character.
    """
    done = Repairs(checked, unsafe)
    refused: set[str] = set()
    for _ in range(_ROUNDS):
        found = [
            d for d in done.checked.report.diagnostics if d.fix and not refused & {e.source.name for e in d.fix.edits}
        ]
        repaired = repair(found, unsafe, done.checked.project.by_name)
        written: set[str] = set()
        for name, text in repaired.texts.items():
            problem = _write(name, text, done.checked)
            if problem:
                done.problems.append(problem)
                refused.add(name)
            else:
                written.add(name)
        refused |= repaired.texts.keys() - written
        if not written:
            break
        done.files |= written
        done.fixed += [d for d in repaired.fixed if d.fix and written >= {e.source.name for e in d.fix.edits}]
        done.checked = again()
    return done


def _write(name: str, text: str, checked: Checked) -> Problem | None:
    """Write a fixed text to its file. Return the problem if this is not possible, else None."""
    path = Path(name)
    try:
        refuse_link_out(path)
        data = read_file(path)
        if fingerprint(data) != checked.project.read.get(name):
            return _refused(name, "it has changed since it was read", "run the command again")
        encoding = _encoding(data, name, checked)
        if encoding is None:
            return _refused(name, "it is not a text file", "fix the file that it was created from")
        if not path.stat().st_mode & _WRITABLE or not os.access(path, os.W_OK):
            return _refused(name, "it is read-only", "make it writable")
        replace_files([Replacement(path, encoding.encode(text), fingerprint(data))])
    except FileChangedError:
        return _refused(name, "it has changed since it was read", "run the command again")
    except OSError as error:
        return _refused(name, reason_of(error), "check the file")
    except CitekitError as error:
        return _refused(name, error.problem.message, error.problem.hint)
    return None


def _refused(name: str, reason: str, hint: str) -> Problem:
    return Problem(f"{name} was not fixed: {reason}", hint, Source(name, ""), None)


def _encoding(data: bytes, name: str, checked: Checked) -> Encoding | None:
    """Return the encoding of a file that contains exactly the checked text; None for others, such as PDF files."""
    decoded = decode(data, name)
    text = next((source.text for source in checked.project.sources() if source.name == name), None)
    return decoded.encoding if decoded.text == text else None


def differences(checked: Checked, unsafe: bool) -> str:
    """Return the changes of the first round of fixes as a unified diff."""
    repaired = repair(checked.report.diagnostics, unsafe, checked.project.by_name)
    texts = {source.name: source.text for source in checked.project.sources()}
    shown = [
        diff(name, texts[name], text)
        for name, text in sorted(repaired.texts.items())
        if _encoding(read_file(name), name, checked) is not None
    ]
    return "".join(shown)


def told_fixes(done: Repairs) -> Iterator[str]:
    """Yield how many findings were fixed, by rule, and how many more can be."""
    left = [d for d in done.checked.report.diagnostics if d.fix and not d.fix.safe]
    if done.fixed:
        counts = Counter(found.rule for found in done.fixed)
        rules = ", ".join(f"{rule} {count}" for rule, count in counts.most_common(_MOST_RULES))
        rules += ", …" if len(counts) > _MOST_RULES else ""
        yield f"fixed {counted(len(done.fixed), 'finding')} in {counted(len(done.files), 'file')}: {rules}"
    if left and not done.unsafe:
        yield f"{counted(len(left), 'finding')} more can be fixed with --unsafe-fixes; review the result"


def told_preview(checked: Checked, shown: str, unsafe: bool) -> Iterator[str]:
    """Yield what was checked, and how many findings the fixes that were ``shown`` leave to other options."""
    yield checked.report.summary()
    more = 0 if unsafe else sum(bool(found.fix and not found.fix.safe) for found in checked.report.diagnostics)
    if shown and more:
        yield f"{counted(more, 'finding')} more can be fixed with --unsafe-fixes"
    elif checked.report.diagnostics and not shown:
        yield "no finding can be fixed" + (" without --unsafe-fixes" if more else "")


def told_changes(done: Repairs) -> Iterator[str]:
    """Yield the location of each fix with the old and the new value."""
    for found in done.fixed:
        for edit in found.fix.edits if found.fix else ():
            old = edit.source.text[edit.span.start : edit.span.end]
            line = edit.source.text.count("\n", 0, edit.span.start) + 1
            field = found.message.partition(" ")[0]
            yield f"{shown_path(edit.source.name)}:{line}: {field}: “{_value(old)}” -> “{_value(edit.text)}”"


def _value(written: str) -> str:
    """Return a value of an entry on one line and without its delimiters."""
    flat = " ".join(written.split())
    return flat[1:-1] if flat[:1] + flat[-1:] in ("{}", '""') else flat
