"""Which items are publications and which only look like it, with the reason in words."""

from __future__ import annotations

import re

from citekit.publications.headings import NEUTRAL
from citekit.publications.labels import OTHER
from citekit.publications.record import Record

_CHATTER = re.compile(
    r"^\W{0,8}(?:i\b|also (?:presented|appeared|published|available)|my\b|we\b|our\b|you\b|here\b|please|welcome|click|see\b|this page|email|e-mail|phone|tel\b|office|address|copyright|last updated|updated|back to|the (?:following|papers|documents|goal)|note that|for (?:a|more|the|an?) |\(?[*†‡#∗]\W{0,8}(?:denotes?|indicates?|equal|corresponding|means?|=))",
    re.IGNORECASE,
)
_NOT_A_WORK = re.compile(
    r"^\W{0,8}(?:reviewer|review(?:ing)?\b|program committee|pc member|teaching assistant|instructor|lecturer|intern\b|ph\.?d\.? student|research assistant|member of|editorial board|associate editor|invited talk|keynote\b|seminar\b|chair\b|organizer)",
    re.IGNORECASE,
)
_HONOUR = re.compile(
    r"\b(?:awards?|scholarships?|fellowships?|grants?|prizes?|medals?|stipends?|citations|h-index)\b", re.IGNORECASE
)
SHORTEST_TITLE = 3
"""Letters that a title has at least."""


def reason_to_leave_out(record: Record, document_has_list: bool) -> str:
    """Why an item is no publication, or the empty string.

    Under a heading that announces publications an item needs a title and one more part; elsewhere it needs authors, a
    title and a venue, year or identifier that read well, all the more when the document has a list with such a heading.
    """
    text = record.text.strip()
    title = record.title.value if record.title else ""
    if sum(c.isalnum() for c in title) < SHORTEST_TITLE or len({c for c in title.lower() if c.isalpha()}) < 2:
        return "no title in it"
    if _CHATTER.match(text) and record.authors is None:
        return "reads like a remark"
    if _NOT_A_WORK.match(text):
        return "reads like a service, a job or a talk"
    strength = _strength(record)
    if record.item.section.role == NEUTRAL:
        wanted = 3.6 if document_has_list else 2.6
        if _read_share(record) < 0.6:
            return "no heading announces publications and most of it fits no field"
        return "" if strength >= wanted else "no heading announces publications and too little reads like one"
    if record.authors is None and record.venue is None and _HONOUR.search(title):
        return "reads like an award or a grant"
    bare = record.authors is None and record.venue is None and not record.links
    if strength < (1.3 if bare else 1.0):
        return "too little of it reads like a publication"
    return ""


def _read_share(record: Record) -> float:
    """The share of the item's characters that stand in a part that references have."""
    labelled = record.labelled
    remarks = [(a.start, a.end) for a in labelled.words.atoms if a.kind == "remark"]  # they speak of another version
    read = all_ = 0
    for text, start, label in zip(labelled.words.texts, labelled.words.starts, labelled.labels, strict=True):
        if any(a <= start < b for a, b in remarks):
            continue
        all_ += len(text)
        read += len(text) if label != OTHER else 0
    return read / all_ if all_ else 0.0


def _strength(record: Record) -> float:
    strength = 0.0
    words = len(record.title.value.split()) if record.title else 0
    if record.authors is not None:
        names = record.authors.names
        mean = record.authors.score
        strength += min(1.5, 0.5 + mean) if len(names) > 1 else 1.3 * mean
    if record.venue is not None or record.venue_tag is not None:
        strength += 0.8
    elif record.publisher is not None:
        strength += 0.4
    if record.year is not None:
        strength += 0.7
    if any(name in ("arxiv", "doi") for name, _ in record.links):
        strength += 1.0
    if record.locator:
        strength += 0.6
    if record.status is not None:
        strength += 0.7
    if any(name in ("pdf", "title-link", "preprint") for name, _ in record.links):
        strength += 0.4
    if record.item.section.latest("year") or record.item.section.latest("venue"):
        strength += 0.7
    if words >= 4:
        strength += 0.3
    if words > 45:
        strength -= 1.0
    return strength
