"""What ``citekit update`` states: a line for each step, and what happened to the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from citekit.formats.csv import text_of
from citekit.model.kinds import field_named

if TYPE_CHECKING:
    from citekit.commands.update import Step, Update

_MESSAGES = {
    "new": "new: {title}",
    "there": "already present: {title}",
    "vanished": "no longer in any source; kept: {title}",
    "refused": "the source has changed, but the file has another value, which was kept: {title}",
}
_OF_SUMMARY = {"new": "new", "changed": "changed", "kept": "kept as yours", "vanished": "vanished from the sources"}
_LONGEST = 80  # a value fits on a line of a terminal


def line_of(step: Step) -> str:
    """Return a step on one line: the key, and what is new or differs."""
    if step.change is None:
        return f"{step.key}: " + _MESSAGES.get(step.kind, "changed: {title}").format(title=_short(step.title))
    name, values = field_named(step.change.name, step.type), (step.change.base, step.change.mine, step.change.theirs)
    old, ours, new = (_short(text_of(value)) if value else "nothing" for value in values)
    if step.kind == "changed":
        return f"{step.key}: {name}: {old} → {new}"
    return f"{step.key}: {name}: the source now has {new}; your value was kept: {ours}"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def report(update: Update, verbose: bool) -> Iterator[str]:
    """Yield a line for each step, for works that are already in the file only if ``verbose``, and the counts."""
    for step in update.steps:
        if verbose or step.kind != "there":
            yield line_of(step)
    kinds = [step.kind for step in update.steps]
    counts = ", ".join(f"{kinds.count(kind)} {words}" for kind, words in _OF_SUMMARY.items() if kind in kinds)
    if not update.changed:
        counts = "up to date"
    yield f"{update.path}: {counts or 'the state of the sources was stored'}"
