"""Repairs in files: put in until nothing is left to repair, each file replaced as a whole or not at all."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from citekit.cli._terminal import say
from citekit.formats.encoding import Encoding, decode
from citekit.lint.reporting.repairs import diff, repair
from citekit.runtime.errors import CitekitError, FileChangedError, Problem, counted
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

if TYPE_CHECKING:
    from citekit.commands.check import Checked
    from citekit.lint.finding import Finding

_ROUNDS = 10
"""Repairs are put in until nothing is left to repair, but no more often than this."""
_WRITABLE = 0o222
_MOST_RULES = 8


@dataclass(slots=True)
class Repairs:
    """What was repaired: the project as it is now, the findings that are gone, the files, and what went wrong."""

    checked: Checked
    unsafe: bool = False
    fixed: list[Finding] = field(default_factory=list)
    files: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)


def put_in(checked: Checked, unsafe: bool, again: Callable[[], Checked]) -> Repairs:
    """Repairs the files and checks them ``again``, until nothing changes any more.

    A file that is read-only, that has changed since it was read, or whose encoding lacks a character is left as it is.
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
    """Puts a repaired text into its file; why that cannot be."""
    path = Path(name)
    try:
        refuse_link_out(path)
        data = read_file(path)
        if fingerprint(data) != checked.loaded.read.get(name):
            return _refused(name, "it has changed since it was read", "run the command again")
        encoding = _encoding(data, name, checked)
        if encoding is None:
            return _refused(name, "it is no text", "repair what it was made from")
        if not path.stat().st_mode & _WRITABLE or not os.access(path, os.W_OK):
            return _refused(name, "it is read-only", "allow writing to it")
        replace_files([Replacement(path, encoding.encode(text), fingerprint(data))])
    except FileChangedError:
        return _refused(name, "it has changed since it was read", "run the command again")
    except OSError as error:
        return _refused(name, reason_of(error), "check the file")
    except CitekitError as error:
        return _refused(name, error.problem.message, error.problem.hint)
    return None


def _refused(name: str, reason: str, hint: str) -> Problem:
    return Problem(f"{name} was not repaired: {reason}", hint, Source(name, ""), None)


def _encoding(data: bytes, name: str, checked: Checked) -> Encoding | None:
    """The encoding of a file that holds the text that was checked, and is no PDF or office document; else None."""
    decoded = decode(data, name)
    text = next((source.text for source in checked.project.sources() if source.name == name), None)
    return decoded.encoding if decoded.text == text else None


def differences(checked: Checked, unsafe: bool) -> str:
    """What the first round of repairs would change, as a unified diff."""
    repaired = repair(checked.report.diagnostics, unsafe, checked.project.by_name)
    texts = {source.name: source.text for source in checked.project.sources()}
    shown = [
        diff(name, texts[name], text)
        for name, text in sorted(repaired.texts.items())
        if _encoding(read_file(name), name, checked) is not None
    ]
    return "".join(shown)


def say_repairs(done: Repairs) -> None:
    """Says what was repaired, by rule, and what could still be."""
    left = [d for d in done.checked.report.diagnostics if d.fix and not d.fix.safe]
    if done.fixed:
        counts = Counter(found.rule for found in done.fixed)
        rules = ", ".join(f"{rule} {count}" for rule, count in counts.most_common(_MOST_RULES))
        rules += ", …" if len(counts) > _MOST_RULES else ""
        say(f"repaired {counted(len(done.fixed), 'finding')} in {counted(len(done.files), 'file')}: {rules}")
    if left and not done.unsafe:
        say(f"{counted(len(left), 'finding')} more can be repaired with --unsafe-fixes, to be looked at afterwards")


def say_changes(done: Repairs) -> None:
    """Says of every repair where it is, what stood there, and what stands there now."""
    for found in done.fixed:
        for edit in found.fix.edits if found.fix else ():
            old = edit.source.text[edit.span.start : edit.span.end]
            line = edit.source.text.count("\n", 0, edit.span.start) + 1
            field = found.message.partition(" ")[0]
            say(f"{shown_path(edit.source.name)}:{line}: {field}: “{_value(old)}” -> “{_value(edit.text)}”")


def _value(written: str) -> str:
    """A value as it is written, in one line and without its delimiters."""
    flat = " ".join(written.split())
    return flat[1:-1] if flat[:1] + flat[-1:] in ("{}", '""') else flat
