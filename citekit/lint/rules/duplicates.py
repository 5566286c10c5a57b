"""Entries that are there twice."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.lint.finding import Finding, Findings, at_key, place_of, related
from citekit.lint.loading.bibliography import Bibliography
from citekit.lint.loading.entry import CheckedEntry
from citekit.lint.rule import Context, rule
from citekit.model.identity import LIKELY, MatchDecision, Relation
from citekit.model.identity.fold import fold

_MOST = 20  # entries under one title: more are issues of a column ("Editorial"), and pairs grow quadratically


@rule("bibliography", "note", profile="strict", languages="bibtex csl", of="duplicate-entry")
def contained_entry(bibliography: Bibliography, context: Context) -> Findings:
    """All fields of an entry are in another entry too."""
    by_title: dict[str, list[CheckedEntry]] = {}
    for entry in bibliography.entries:
        if entry.title_key:
            by_title.setdefault(entry.title_key, []).append(entry)
    for entries in by_title.values():
        for number, entry in enumerate(entries[:_MOST]):
            for place, other in enumerate(entries[:_MOST]):
                if other is not entry and _says_less(entry, other) and (not _says_less(other, entry) or place < number):
                    message = f"{entry.shown} adds nothing to {other.shown} in {place_of(other)}"
                    yield at_key(entry, message, "remove it", related=(related(other, "the fuller entry"),))
                    break


def _says_less(entry: CheckedEntry, other: CheckedEntry) -> bool:
    return all(fold(part.text) == fold(other.text(part.name)) for part in entry.fields)


@rule("bibliography", "note", languages="bibtex csl")
def preprint_and_published(bibliography: Bibliography, context: Context) -> Findings:
    """A file has both the preprint of a work and its published version."""
    told: set[int] = set()
    for first, second, found in bibliography.related:
        if found.relation is Relation.PREPRINT and found.degree >= LIKELY and first.key != second.key:
            entry, other = (first, second) if first.described.is_preprint else (second, first)
            if id(entry) not in told and _is_published(other):
                told.add(id(entry))
                message = f"{entry.shown} is the preprint of {other.shown} in {place_of(other)}"
                hint = "remove it: the other one names it as well" if found.one else "cite the published version"
                yield at_key(entry, message, hint, related=(related(other, "the published version"),))


def _is_published(entry: CheckedEntry) -> bool:
    """Whether it says where it appeared; another page with the text is no published version."""
    return bool(entry.venue_field or entry.get("publisher")) or entry.type not in ("misc", "online", "unpublished")


def _with_one(bibliography: Bibliography, kind: str) -> Iterator[tuple[CheckedEntry, CheckedEntry, MatchDecision]]:
    """Every entry that has the identifier of one before it, once, with that one and what is known of the two."""
    told: set[int] = set()
    for first, entry, found in bibliography.related:
        if f"{kind}:{getattr(entry, kind)}" in found.shared and first.key != entry.key and id(entry) not in told:
            told.add(id(entry))
            yield first, entry, found


def _shared(first: CheckedEntry, entry: CheckedEntry, found: MatchDecision, what: str, field: str) -> Finding:
    message = f"{entry.shown} has the {what} of {first.shown} in {place_of(first)}"
    hint = "remove one of them" if found.one else f"one of the two has the wrong {what}"
    return at_key(entry, message, hint, related=(related(first, "the other entry", field),))


@rule("bibliography", "warning", languages="bibtex csl", of="duplicate-entry")
def same_arxiv_id(bibliography: Bibliography, context: Context) -> Findings:
    """Two entries of a file have the same arXiv identifier."""
    for first, entry, found in _with_one(bibliography, "arxiv"):
        if found.relation in (Relation.PREPRINT, Relation.VERSION) or (entry.doi and entry.doi == first.doi):
            continue  # both may name the preprint; of one that is listed next to the paper another rule tells
        yield _shared(first, entry, found, "arXiv identifier", "eprint")


@rule("bibliography", "warning", languages="bibtex csl", of="duplicate-entry")
def same_doi(bibliography: Bibliography, context: Context) -> Findings:
    """Two entries of a file have the same DOI."""
    for first, entry, found in _with_one(bibliography, "doi"):
        if found.relation is not Relation.PART and not _are_chapters(
            first, entry
        ):  # chapters have the DOI of their book
            yield _shared(first, entry, found, "DOI", "doi")


def _are_chapters(first: CheckedEntry, second: CheckedEntry) -> bool:
    """Whether both are parts of one book and have titles of their own."""
    books = {entry.text("booktitle").lower() for entry in (first, second)}
    return (
        {first.type, second.type} <= {"incollection", "inbook"}
        and len(books) == 1
        and first.title_key != second.title_key
    )


_ASKED = 0.75
"""The degree of similarity from which on the user is asked whether two entries are one work."""


@rule("bibliography", "warning", languages="bibtex csl", of="duplicate-entry")
def same_title(bibliography: Bibliography, context: Context) -> Findings:
    """Two entries of a file are one work by title, people, venue and year, or likely so."""
    told: set[int] = set()
    for first, entry, found in bibliography.related:
        if found.relation is not Relation.SAME or found.degree < _ASKED or first.key == entry.key:
            continue
        if first.text("pubstate") != entry.text("pubstate"):
            continue  # a draft or a preprint, kept next to what came of it
        if any(value.startswith(("doi:", "arxiv:")) for value in found.shared):
            continue  # other rules tell of those
        if id(entry) not in told:
            told.add(id(entry))
            doubt = "" if found.one else f", but for {found.doubt}"
            message = f"{entry.shown} is the same work as {first.shown} in {place_of(first)}{doubt}"
            hint = "remove one of them" if found.one else "compare them, and remove one if they are one"
            yield at_key(entry, message, hint, related=(related(first, "the other entry", "title"),))
