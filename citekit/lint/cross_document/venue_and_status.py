"""Where and in which state a publication appeared, compared between two documents."""

from __future__ import annotations

from citekit.lint.loading.entry import CheckedEntry
from citekit.model.identity import fold, same_venue
from citekit.model.identity.fold import plain
from citekit.model.identity.venue import SERIES, WORKSHOP, is_preprint_server
from citekit.model.venues import kind_of, without_year
from citekit.runtime import patterns as re

_STATUS = re.compile(
    r"\b(?:to appear|in press|in print|forthcoming|accepted(?: for publication)?|under review|submitted(?: to| for)?|to be published)\b",
    re.IGNORECASE,
)
_STATUS_FIELDS = ("pubstate", "note", "status", "howpublished", "item")


def venue(entry: CheckedEntry) -> str:
    """The name of the venue as it is printed or was read, without LaTeX."""
    if entry.work:
        return entry.work.text("container-title")
    part = entry.venue_field
    return " ".join(plain(part.text).split()) if part else ""


def speaks_of_preprint(entry: CheckedEntry) -> bool:
    """Whether an entry names a server of preprints anywhere in its text."""
    return is_preprint_server(entry.text_read)


def status(entry: CheckedEntry) -> str:
    """Return the words that mark a publication as not yet published, or the empty string."""
    if entry.work:
        stated = f"{entry.work.text('status')} {entry.work.text('note')}"
        if entry.language == "list" and _STATUS.search(stated) and not _STATUS.search(entry.text_read):
            stated = (
                "" if entry.work.text("page") or entry.work.text("volume") else stated
            )  # a heading stated it of others
    else:
        stated = " ".join(entry.text(name) for name in _STATUS_FIELDS)
    match = _STATUS.search(stated)
    return match[0] if match else ""


def says_status(entry: CheckedEntry) -> bool:
    """Whether an entry states anywhere in its text that it is not yet published."""
    return bool(_STATUS.search(entry.text_read))


def is_published(entry: CheckedEntry) -> bool:
    """Whether an entry states when a work appeared, or where in a volume."""
    return bool(entry.year) or is_printed(entry)


def is_printed(entry: CheckedEntry) -> bool:
    """Whether an entry gives the volume or the pages of a work."""
    if entry.work:
        return bool(entry.work.text("page") or entry.work.text("volume"))
    return bool(entry.text("pages", "volume"))


def are_versions(entry: CheckedEntry, other: CheckedEntry) -> bool:
    """Whether two entries are of different versions of a work: one in proceedings, a later one in a journal."""
    kinds = {_version(entry), _version(other)}
    return len(kinds) == 2 and "" not in kinds and entry.year != other.year


def _version(entry: CheckedEntry) -> str:
    stated = kind_of(venue(entry))
    return {"conference": "meeting", "workshop": "meeting", "journal": "journal", "book": "book"}.get(stated, "")


def relation(entry: CheckedEntry, other: CheckedEntry) -> str:
    """``"same"``, ``"other form"``, ``"different"``, or empty if one names no venue or is a preprint.

    A workshop and its conference have a rule of their own.
    """
    one, two = venue(entry), venue(other)
    if not one or not two or entry.described.is_preprint or other.described.is_preprint:
        return ""
    printed, second = (e.venue_field.text if e.venue_field else v for e, v in ((entry, one), (other, two)))
    found = max(same_venue(printed, second), same_venue(one, two), key=lambda similarity: similarity.degree)
    if found.reason in (SERIES, WORKSHOP):
        return ""
    if found.degree == 1.0:
        return "same" if fold(without_year(printed)) == fold(without_year(second)) else "other form"
    return "other form" if found else "different"
