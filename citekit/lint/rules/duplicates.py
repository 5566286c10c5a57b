"""Entries that are there twice."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.lint.finding import Finding, Findings, at_key, place_of, related
from citekit.lint.loading.bibliography import Bibliography, CheckedEntry
from citekit.lint.rule import Context, rule
from citekit.model.identity import LIKELY, Relation
from citekit.model.identity.titles import fold

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
    reported: set[int] = set()
    for first, second, found in bibliography.related:
        if found.relation is Relation.PREPRINT and found.degree >= LIKELY and first.key != second.key:
            entry, other = (first, second) if first.described.is_preprint else (second, first)
            if id(entry) not in reported and _is_published(other):
                reported.add(id(entry))
                message = f"{entry.shown} is the preprint of {other.shown} in {place_of(other)}"
                hint = "remove it: the other one names it as well" if found.one else "cite the published version"
                yield at_key(entry, message, hint, related=(related(other, "the published version"),))


def _is_published(entry: CheckedEntry) -> bool:
    """Whether it states where it appeared; another page with the text is not a published version."""
    return bool(entry.venue_field or entry.get("publisher")) or entry.type not in ("misc", "online", "unpublished")


def _of_one_identifier(
    bibliography: Bibliography, kind: str, what: str, field: str
) -> Iterator[tuple[CheckedEntry, CheckedEntry, Relation, Finding]]:
    """Yield every entry with the identifier of one before it, once, after that one, with their relation and a finding."""
    reported: set[int] = set()
    for first, entry, found in bibliography.related:
        if f"{kind}:{getattr(entry, kind)}" in found.shared and first.key != entry.key and id(entry) not in reported:
            reported.add(id(entry))
            message = f"{entry.shown} has the {what} of {first.shown} in {place_of(first)}"
            hint = "remove one of them" if found.one else f"one of the two has the wrong {what}"
            others = (related(first, "the other entry", field),)
            yield first, entry, found.relation, at_key(entry, message, hint, related=others)


@rule("bibliography", "warning", languages="bibtex csl", of="duplicate-entry")
def same_arxiv_id(bibliography: Bibliography, context: Context) -> Findings:
    """Two entries of a file have the same arXiv identifier."""
    for first, entry, relation, found in _of_one_identifier(bibliography, "arxiv", "arXiv identifier", "eprint"):
        # both may name the preprint; of one that is listed next to the paper another rule reports
        if relation not in (Relation.PREPRINT, Relation.VERSION) and not (entry.doi and entry.doi == first.doi):
            yield found


@rule("bibliography", "warning", languages="bibtex csl", of="duplicate-entry")
def same_doi(bibliography: Bibliography, context: Context) -> Findings:
    """Two entries of a file have the same DOI."""
    for first, entry, relation, found in _of_one_identifier(bibliography, "doi", "DOI", "doi"):
        # chapters have the DOI of their book, and titles of their own
        of_a_book = {first.type, entry.type} <= {"incollection", "inbook"} and first.title_key != entry.title_key
        is_chapter = of_a_book and first.text("booktitle").lower() == entry.text("booktitle").lower()
        if relation is not Relation.PART and not is_chapter:
            yield found


# The degree of similarity from which on the user decides whether two entries are one work.
_ASKED = 0.75


@rule("bibliography", "warning", languages="bibtex csl", of="duplicate-entry")
def same_title(bibliography: Bibliography, context: Context) -> Findings:
    """Two entries of a file are one work by title, people, venue and year, or likely so."""
    reported: set[int] = set()
    for first, entry, found in bibliography.related:
        if found.relation is not Relation.SAME or found.degree < _ASKED or first.key == entry.key:
            continue
        # a draft or a preprint may be kept next to what came of it; of one identifier the other parts of the rule report
        is_draft = first.text("pubstate") != entry.text("pubstate")
        if (
            not is_draft
            and id(entry) not in reported
            and not any(v.startswith(("doi:", "arxiv:")) for v in found.shared)
        ):
            reported.add(id(entry))
            doubt = "" if found.one else f", but for {found.doubt}"
            message = f"{entry.shown} is the same work as {first.shown} in {place_of(first)}{doubt}"
            hint = "remove one of them" if found.one else "compare them, and remove one if they are one"
            yield at_key(entry, message, hint, related=(related(first, "the other entry", "title"),))
