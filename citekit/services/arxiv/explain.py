"""What was found for an entry, in sentences: the record, how sure it is, each reason, the other candidates, the changes."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.services.arxiv.enrich import FieldChange, Outcome

_LONGEST = 100  # characters of a title, so that a line of the explanation fits on a wide terminal


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
        best = answer.best
        yield f"  {best.record.id} {100 * best.probability:.0f} %: {_short(best.record.title)}"
        for reason in best.comparison.reasons:
            yield f"  {reason.points:+6.1f}  {reason.text}"
    for other in answer.others:
        yield f"  also {other.record.id} {100 * other.probability:.0f} %: {_short(other.record.title)}"
    yield from (f"  {line}" for line in map(change_line, outcome.changes))


def change_line(change: FieldChange) -> str:
    """Return a change in a line: ``+ eprint = 2403.11421``, or ``~ eprint = old -> new`` where a value was replaced."""
    if change.old:
        return f"~ {change.name} = {_short(change.old)} -> {_short(change.new)}"
    return f"+ {change.name} = {_short(change.new)}"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST else f"{flat[: _LONGEST - 1]}…"
