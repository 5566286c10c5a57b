"""The trace of a work: where each field was read and how surely, what is doubtful, what was left over."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from citekit.publications.container import flat
from citekit.publications.record import Field, Record
from citekit.span import Source
from citekit.works.trace import Evidence, Trace
from citekit.works.venues import acronym_of, expand
from citekit.works.work import Work

_WORD = re.compile(r"[^\W_]+")
_JOINING = frozenset(
    "and with in at of by the to appear page pages pp vol no doi arxiv et al eds ed und mit y e from on available url http https www retrieved accessed p".split()
)
_UNSURE = 0.6
"""Below this chance of being right, a near rival or a poor name is worth a sentence."""
_NOT_CERTAIN = 0.8
"""Below this chance of being right, missing authors and pieces left over are worth a sentence."""


def make_trace(record: Record, work: Work, source: Source) -> Trace:
    """The trace of the work that was made of a record."""
    evidence = _evidence(record, work)
    left_over = [found.value for found in record.left_over]
    left_over += _unread(record, work, evidence, left_over)
    item = record.item
    return Trace(
        source,
        item.span,
        evidence,
        tuple(_doubts(record, work)),
        tuple(left_over),
        item.section.title,
        round(record.confidence, 2),
    )


def _evidence(record: Record, work: Work) -> dict[str, Evidence]:
    """Variable -> where it was read, how surely and why."""
    item = record.item
    sure = record.confidence

    def evidence(found: Field, reason: str, score: float = sure) -> Evidence:
        return Evidence(item.text.span(found.start, found.end), round(score, 2), reason)

    traced: dict[str, Evidence] = {}
    if record.title:
        traced["title"] = evidence(record.title, "the list's place for titles")
    if record.authors:
        run = record.authors
        mean = max(0.0, min(1.0, run.score / max(1, len(run.names))))
        reason = f"a run of {len(run.names)} names, {run.names[0].style}"
        traced["author"] = evidence(Field("", run.start, run.end), reason, mean)
    if record.venue:
        known = expand(record.venue.value) or acronym_of(record.venue.value)
        reason = "the venue table knows it" if known else "reads like a venue"
        traced["container-title"] = evidence(record.venue, reason)
    if record.year:
        traced["issued"] = evidence(record.year, "a printed year", 0.95)
    elif work.issued:
        implied = work.fields.get("eprint") and not item.section.latest("year")
        reason = "the arXiv identifier implies it" if implied else "the heading's year"
        traced["issued"] = Evidence(None, 0.8, reason)
    for name, found in record.locator.items():
        traced[name] = evidence(found, "a printed locator", 0.9)
    for name, found in record.links:
        traced.setdefault(name, evidence(found, "a printed identifier or link", 0.95))
    return traced


def _unread(record: Record, work: Work, evidence: dict[str, Evidence], left_over: list[str]) -> list[str]:
    """Chunks with a word that is in no field: they go to what is left over, so that nothing is lost in silence."""
    kept = ""
    found = []
    spans = [(e.span.start, e.span.end) for e in evidence.values() if e.span is not None]
    styled = record.labelled.chunked.item
    for chunk in record.labelled.chunked.chunks:
        span = styled.span(chunk.start, chunk.end)
        if any(start <= span.start and span.end <= end for start, end in spans):
            continue
        text = styled.text[chunk.start : chunk.end]
        words = [w for w in _WORD.findall(text) if w.casefold() not in _JOINING]
        if not words:
            continue
        kept = kept or _folded(
            " ".join([*(str(v) for v in work.variables.values()), *work.fields.values(), *left_over])
        )
        if any(_folded(word) not in kept for word in words):
            found.append(flat(text))
    return found


def _folded(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", text).casefold()))


def _doubts(record: Record, work: Work) -> Iterator[str]:
    """What a person should look at, a sentence each."""
    sure = record.confidence
    run = record.authors
    if record.title is None:
        yield "no title was found"
    if run is None and not work.author and sure < _NOT_CERTAIN:
        yield "no authors were found"
    if run is not None and run.with_form and len(work.author) == len(run.names):
        yield "only co-authors are printed, and whose list it is was not found"
    if record.labelled.margin < 1.0 and sure < _UNSURE:
        yield "another reading of this item is almost as likely"
    if run is not None and run.score < 0.5 * len(run.names) and sure < _UNSURE:
        yield "the names do not all read like names"
    if record.left_over and sure < _NOT_CERTAIN:
        yield "left over: " + "; ".join(f.value[:60] for f in record.left_over)
