"""What was found for an entry, in sentences: the record, how sure it is, each reason, the other candidates, the changes."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.services.arxiv.enrich import FieldChange, Outcome
from citekit.services.arxiv.match import Candidate

_LONGEST = 100


def explanation(outcome: Outcome) -> str:
    """Return an entry with its verdict, the reasons for it, the candidates that were not chosen, and what was changed."""
    return "\n".join(_lines(outcome))


def _lines(outcome: Outcome) -> Iterator[str]:
    answer = outcome.answer
    key = outcome.work.id or "(no key)"
    if answer is None:
        yield f"{key}: failed"
        yield from (f"  {problem.message}" for problem in outcome.problems)
        return
    chosen = f" {answer.best.record.id}" if answer.best and answer.verdict != "none" else ""
    yield f"{key}: {answer.verdict}{chosen}{' (named by the entry)' if answer.claim else ''}"
    for refuted in answer.refuted:
        yield f"  not {refuted.claim.id} (in {refuted.claim.field}): {refuted.reason}"
    if answer.best:
        yield from _reasons(answer.best)
    for other in answer.others:
        yield f"  also {other.record.id} {100 * other.probability:.0f} %: {_short(other.record.title)}"
    yield from (f"  {line}" for line in map(change_line, outcome.changes))


def _reasons(found: Candidate) -> Iterator[str]:
    yield f"  {found.record.id} {100 * found.probability:.0f} %: {_short(found.record.title)}"
    for reason in found.comparison.reasons:
        yield f"  {reason.points:+6.1f}  {reason.text}"


def change_line(change: FieldChange) -> str:
    """Return a change in a line: ``+ eprint = 2403.11421``, or ``~ eprint = old -> new`` where a value was replaced."""
    if change.old:
        return f"~ {change.name} = {_short(change.old)} -> {_short(change.new)}"
    return f"+ {change.name} = {_short(change.new)}"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST else f"{flat[: _LONGEST - 1]}…"
