"""What else two documents state of one publication, and publications that one of them lacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from citekit.lint.cross_document.completeness import missing
from citekit.lint.cross_document.matching import ComparedDocument, Matching, Pair, at_copy, matching
from citekit.lint.cross_document.mentions import says_title, says_venue, says_year
from citekit.lint.cross_document.venue_and_status import (
    are_versions,
    is_printed,
    is_published,
    relation,
    says_status,
    speaks_of_preprint,
    status,
    venue,
)
from citekit.lint.finding import Finding, Findings, Related, short
from citekit.lint.loading.entry import CheckedEntry
from citekit.lint.loading.project import Project
from citekit.lint.rule import Context, rule
from citekit.lint.words import listed
from citekit.model.venues import kind_of
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import shown_path
from citekit.runtime.span import Span


@rule("pair", "error")
def identifier_differs(pair: Pair, context: Context) -> Findings:
    """Two documents give a publication different DOIs or arXiv identifiers."""
    for what, field, one, two in (
        ("DOI", "doi", pair.entry.doi, pair.other.doi),
        ("arXiv identifier", "eprint", pair.entry.arxiv, pair.other.arxiv),
    ):
        if one and two and one != two and not (one.startswith(two) or two.startswith(one)):
            yield at_copy(
                pair,
                field,
                f"the {what} is {one} here, {two} in {{place}}",
                "follow both and correct the wrong one",
            )


@rule("project", "warning")
def publication_missing(project: Project, context: Context) -> Findings:
    """A publication of one list is missing from another list of the same person."""
    for found in missing(matching(project)):
        entry, lacking = found.entry, found.lacking
        title = entry.get("title")
        near = lacking.entries[0]
        related = (Related("the list without it", near.source, near.span),) if lacking.entries else ()
        message = f"“{entry.title}” is missing from {lacking.name}"
        hint = f"'citekit update {lacking.name} {entry.source.name}' adds it, or declare that {lacking.name} is a selection"
        yield Finding(
            message,
            entry.source,
            title.span if title else entry.span,
            hint,
            entry.key or entry.title,
            related,
            whole=entry.span,
            sureness=entry.sureness("title"),
        )


_NO_COPIES: dict[str, Any] = {}


@rule(
    "project",
    "note",
    options={"copies": (_NO_COPIES, 'Copies and what they are copies of, such as { "cv.txt" = "index.html" }.')},
)
def stale_copy(project: Project, context: Context) -> Findings:
    """A text copy of a page is older than the page."""
    for stale in stale_copies(matching(project), context.options["copies"]):
        newest = stale.lacking[0]
        first = stale.copy.entries[0]
        place = first.get("title")
        works = "a work" if len(stale.lacking) == 1 else f"{len(stale.lacking)} works, the newest"
        message = f"this copy is older than {stale.source.name}: it lacks {works} of {newest.year}"
        related = (Related(f"“{short(newest.title)}” is missing in the copy", newest.source, newest.span),)
        yield Finding(
            message,
            first.source,
            place.span if place else Span(first.span.start, first.span.start),
            "make the copy again",
            stale.copy.name,
            related,
        )


@rule("pair", "warning")
def status_differs(pair: Pair, context: Context) -> Findings:
    """A publication is "to appear" or a preprint in one document and published in another."""
    mine, theirs = status(pair.entry), status(pair.other)
    if bool(mine) != bool(theirs):
        if not is_published(pair.other if mine else pair.entry) or says_status(pair.other if mine else pair.entry):
            return
        message = (
            f"it is “{mine}” here and published in {{place}}"
            if mine
            else f"it is published here and “{theirs}” in {{place}}"
        )
        yield at_copy(pair, "note" if mine else "title", message, "bring both up to date")
    elif _is_only_preprint(pair.entry, pair.other):
        yield at_copy(pair, "title", "it is a preprint here and published in {place}", "add where it appeared")
    elif _is_only_preprint(pair.other, pair.entry):
        yield at_copy(pair, "title", "it is published here and a preprint in {place}", "add there where it appeared")


def _is_only_preprint(entry: CheckedEntry, other: CheckedEntry) -> bool:
    """Whether one entry speaks of a preprint only, and the other one of the venue where it was published."""
    return (
        entry.described.is_preprint
        and not other.described.is_preprint
        and is_published(other)
        and bool(other.venue_field)
        and not says_venue(entry, venue(other))
        and not (speaks_of_preprint(other) and not is_printed(other) and not kind_of(venue(other)))
    )


@rule("pair", "warning")
def title_differs(pair: Pair, context: Context) -> Findings:
    """Two documents give a publication different titles."""
    one, two = pair.entry.title_key, pair.other.title_key
    if one == two or one.startswith(two) or two.startswith(one):
        return
    if says_title(pair.entry, pair.other.title) or says_title(pair.other, pair.entry.title):
        return
    message = f"the title is “{short(pair.entry.title)}” here, “{short(pair.other.title)}” in {{place}}"
    yield at_copy(pair, "title", message, "compare with the printed paper")


@rule("pair", "error")
def venue_differs(pair: Pair, context: Context) -> Findings:
    """Two documents state that a publication appeared at different venues."""
    if relation(pair.entry, pair.other) != "different" or are_versions(pair.entry, pair.other):
        return
    one, two = venue(pair.entry), venue(pair.other)
    if not says_venue(pair.entry, two, pair.other.title) and not says_venue(pair.other, one, pair.entry.title):
        message = f"the venue is “{short(one)}” here, “{short(two)}” in {{place}}"
        yield at_copy(pair, "booktitle", message, "compare with the printed paper")


@rule("pair", "note", profile="strict", of="venue-variants")
def venue_form_differs(pair: Pair, context: Context) -> Findings:
    """Two documents write the venue of a publication in different forms."""
    if relation(pair.entry, pair.other) == "other form":
        other = pair.other.venue_field
        message = f"the venue is written '{short(other.text if other else '')}' in {{place}}"
        yield at_copy(pair, "booktitle", message, "write it in the same way")


_PREPRINT_YEARS = 3  # a preprint and its printed version may be years apart; two years are common, three occur
_BOOKS = frozenset(listed("types of books"))


@rule("pair", "error")
def year_differs(pair: Pair, context: Context) -> Findings:
    """Two documents give a publication different years."""
    one, two = pair.entry.year, pair.other.year
    if one is None or two is None or one == two:
        return
    if pair.entry.described.is_preprint != pair.other.described.is_preprint and abs(one - two) <= _PREPRINT_YEARS:
        return
    if says_year(pair.entry, two) or says_year(pair.other, one) or are_versions(pair.entry, pair.other):
        return
    if _has_versions(pair.entry) or _has_versions(pair.other):
        return
    yield at_copy(pair, "year", f"the year is {one} here, {two} in {{place}}", "compare with the printed paper")


def _has_versions(entry: CheckedEntry) -> bool:
    """Whether a work may have several years: a book has editions, what appeared nowhere is revised."""
    return entry.type in _BOOKS or (entry.type in ("unpublished", "online", "misc", "manuscript") and not venue(entry))


# --- copies as plain text, such as page.txt next to page.md

_COPIES = (".txt", ".text")
_SOURCES = (".md", ".markdown", ".html", ".htm", ".tex", ".org", ".rst", ".docx", ".ipynb", ".pdf", ".bib")
_LEAST_SHARED = 2  # one work in common may be chance


@dataclass(frozen=True, slots=True)
class Stale:
    """A copy, its source, and the works of the source that it lacks, the newest first."""

    copy: ComparedDocument
    source: ComparedDocument
    lacking: tuple[CheckedEntry, ...]


def stale_copies(matched: Matching, named: Mapping[str, str]) -> Iterator[Stale]:
    """The copies that are older than their sources: they lack works that are at least as new as their own newest one.

    ``named`` are copies and sources by the names of their files; others are recognised by a common stem.
    """
    for copy in matched.documents:
        source = _source_of(copy, matched.documents, named)
        if source is None:
            continue
        shared = 0
        lacking: list[CheckedEntry] = []
        extra: list[CheckedEntry] = []
        for group in matched.groups:
            mine = [entry for document, entry in group if document is copy]
            theirs = [entry for document, entry in group if document is source]
            shared += bool(mine and theirs)
            lacking += theirs[:1] if not mine else []
            extra += mine[:1] if not theirs else []
        newest = _newest(copy.entries)
        enough = shared >= _LEAST_SHARED and 2 * shared >= len(copy.entries)
        if enough and newest and _newest(lacking) >= newest and _newest(extra) <= _newest(lacking):
            yield Stale(copy, source, tuple(sorted(lacking, key=lambda entry: -(entry.year or 0))))


def _source_of(
    copy: ComparedDocument, documents: tuple[ComparedDocument, ...], named: Mapping[str, str]
) -> ComparedDocument | None:
    path = PurePath(copy.name)
    given = named.get(shown_path(copy.name)) or named.get(path.name)
    if given:
        return next(
            (h for h in documents if h is not copy and given in (shown_path(h.name), PurePath(h.name).name)), None
        )
    if path.suffix.lower() not in _COPIES:
        return None
    beside = {
        PurePath(document.name).suffix.lower(): document
        for document in documents
        if PurePath(document.name).with_suffix("") == path.with_suffix("")
    }
    return next((beside[suffix] for suffix in _SOURCES if suffix in beside), None)


def _newest(entries: tuple[CheckedEntry, ...] | list[CheckedEntry]) -> int:
    return max((entry.year or 0 for entry in entries), default=0)
