"""What else two documents state of one publication, and publications that one of them lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import accumulate
from pathlib import PurePath
from typing import Any

from citekit.lint.cross_document import (
    ComparedDocument,
    Matching,
    Pair,
    are_versions,
    at_copy,
    is_printed,
    is_published,
    relation,
    says_status,
    says_title,
    says_venue,
    says_year,
    speaks_of_preprint,
    status,
    venue,
)
from citekit.lint.finding import Finding, Findings, Related, short
from citekit.lint.loading.bibliography import CheckedEntry, words_read
from citekit.lint.rule import Context, rule
from citekit.lint.words import listed, paired
from citekit.model.identity.people import family
from citekit.model.venues import kind_of
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import shown_path
from citekit.runtime.span import Span

# Which publications a list ought to have and has not: by whose it is, which kinds and which years it covers.

# With fewer works in common, two lists must share half of the smaller one to be lists of one thing.
_LEAST_SHARED_WORKS = 3
_WINDOW = 48  # letters of a title that are searched for: enough to be unique, short enough to survive a cut subtitle
_SURE = 0.5  # confidence of a parsed item; below it the item may not be a work at all
_HALF = 2  # by hand: a majority, written as a factor so that counts stay integers
_OWNER_SHARE = 0.6  # by hand: who is in most of the works owns the list; a frequent co-author is in fewer
_OLD = 3  # that many works older than anything in the other list: it begins later on purpose
_TALK = re.compile(
    r"\b(?:talks?|posters?|presentations?|presented (?:at|in)|invited (?:speaker|address)|keynotes?|seminars?|tutorials?|panels?|lectures?|vortr[aä]ge?)\b(?! notes)",
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(r"(?<!\d)\d{4}\.\d{4,5}(?!\d)|10\.\d{4,9}/[^\s\"'<>{}\[\]]{1,200}")
_YEARS = re.compile(r"[\W\d]*")
_KINDS = paired("kinds of publications")
_KIND_OF = {entry_type: kind for kind, types in _KINDS.items() for entry_type in types.split()}


@dataclass(frozen=True, slots=True)
class Missing:
    """A work, the list that has it and the complete list of the same person that has it not."""

    entry: CheckedEntry
    document: ComparedDocument
    lacking: ComparedDocument


@dataclass(eq=False)
class _Side:
    """What two documents share, and what only the first of them has."""

    shared: list[CheckedEntry] = field(default_factory=list)
    only: list[CheckedEntry] = field(default_factory=list)


def missing(matched: Matching) -> Iterator[Missing]:
    """Yield what is missing from complete lists, each work once for each of them, in linear time."""
    sides = _sides(matched)
    texts: dict[ComparedDocument, _Text] = {}
    sizes = Counter(document for group in matched.groups for document in dict.fromkeys(h for h, _ in group))
    group_of = {id(entry): number for number, group in enumerate(matched.groups) for _, entry in group}
    reported: set[tuple[int, int]] = set()
    for (document, lacking), side in sides.items():
        both, smaller = len(side.shared), min(sizes[document], sizes[lacking])
        of_one = both * 4 >= smaller if both >= _LEAST_SHARED_WORKS else both * 2 >= smaller
        if not side.only or not both or not of_one:
            continue
        wanted = _expected(side, lacking)
        if wanted and lacking not in texts:
            texts[lacking] = _Text(lacking)
        for entry in wanted:
            at = (group_of[id(entry)], id(lacking))
            if at not in reported and not texts[lacking].has(entry):
                reported.add(at)
                yield Missing(entry, document, lacking)


def _sides(matched: Matching) -> dict[tuple[ComparedDocument, ComparedDocument], _Side]:
    """For every two documents that share works, and of which the second is complete: what is shared and what is not."""
    sides: dict[tuple[ComparedDocument, ComparedDocument], _Side] = {}
    for group in matched.groups:
        there = dict(reversed(group))
        for document, entry in there.items():
            for lacking in there:
                if lacking is not document and lacking.role == "complete" and document.role != "references":
                    sides.setdefault((document, lacking), _Side()).shared.append(entry)
    others: dict[ComparedDocument, list[ComparedDocument]] = {}
    for document, lacking in sides:
        others.setdefault(document, []).append(lacking)
    for group in matched.groups:
        there = dict(reversed(group))
        for document, entry in there.items():
            for lacking in others.get(document, ()):
                if lacking not in there:
                    sides[document, lacking].only.append(entry)
    return sides


# --- what a list covers ----------------------------------------------------------------------------------------------


def _expected(side: _Side, lacking: ComparedDocument) -> list[CheckedEntry]:
    """Return the works of one list that another list should have, if that one has most of what is like them."""
    years = [entry.year for entry in lacking.entries if entry.year]
    newest, oldest = max(years, default=9999), min(years, default=0)
    # Return the family names of the people who wrote most works of a list; empty if a list has no such people.
    lists = [
        {family(name) for name in entry.authors if not name.is_others} for entry in lacking.entries if entry.authors
    ]
    counts = Counter(name for names in lists for name in names)
    owners = frozenset(name for name, times in counts.items() if times >= len(lists) * _OWNER_SHARE)
    if sum(_is_by(entry, owners) for entry in side.shared) * _HALF < len(side.shared):
        owners = frozenset()  # the other list does not name its owner
    only = [
        entry
        for entry in side.only
        # a title of fewer than 8 letters ("Preface") is not specific enough to be missing
        if entry.score >= _SURE and entry.authors and len(entry.title_key) >= 8 and _is_by(entry, owners)
    ]
    for aspect in (_kind, _section):
        # keep the kinds (or sections) of which the other list has at least half; its newer works do not count
        has = Counter(map(aspect, side.shared))
        lacks = Counter(aspect(entry) for entry in only if not entry.year or entry.year <= newest)
        alone = {kind for kind, times in Counter(map(aspect, only)).items() if times == 1 and not has[kind]}
        only = [
            entry
            for entry in only
            if not (kind := aspect(entry))
            or (aspect is _section and kind in alone)
            or (has[kind] >= 1 and has[kind] * _HALF > lacks[kind])
        ]
    older = [entry for entry in only if entry.year and entry.year < oldest]
    if len(older) >= _OLD:
        only = [entry for entry in only if not entry.year or entry.year >= oldest]
    within = sum(not entry.year or entry.year <= newest for entry in only)
    return only if within <= len(side.shared) else []


def _kind(entry: CheckedEntry) -> str:
    """Return the kind of publication, from its type or its venue."""
    if status(entry):
        return "to appear"
    if _TALK.search(entry.section) or (_TALK.search(entry.text_read) and not is_printed(entry)):
        return "talk"
    name = venue(entry)
    if entry.described.is_preprint:
        return "preprint"
    given = _KIND_OF.get(entry.type, "")
    if entry.language == "list" and name and given in ("journal", "conference", ""):
        kind = kind_of(name)
        given = {"journal": "journal", "conference": "conference", "workshop": "conference"}.get(kind, given)
    return given or "other"


def _section(entry: CheckedEntry) -> str:
    """Return the heading above an item; empty for headings that are years."""
    return "" if _YEARS.fullmatch(entry.section) else entry.section.casefold()


def _is_by(entry: CheckedEntry, owners: frozenset[str]) -> bool:
    """Whether a work is by the owners of a list, as far as it and they are named."""
    names = {family(name) for name in entry.authors}
    return not owners or bool(names & owners) or any(name.is_others for name in entry.authors)


# --- what a document contains, parsed or not ------------------------------------------------------------------------


class _Text:
    """The letters of a document from the beginning of every word on, for questions of one length at a time."""

    def __init__(self, document: ComparedDocument) -> None:
        text = document.entries[0].source.text if document.entries else ""
        self.words = words_read(text)
        self.letters = "".join(self.words)
        self.identifiers = {found.rstrip(".,;:)") for found in _IDENTIFIER.findall(text.lower())}
        self.windows: dict[int, frozenset[str]] = {}

    def has(self, entry: CheckedEntry) -> bool:
        """Whether the document contains an identifier of a work, or the beginning of its title."""
        if self.identifiers & {entry.doi, entry.arxiv}:
            return True
        wanted = entry.title_key[:_WINDOW]
        if len(wanted) not in self.windows:
            starts = accumulate(map(len, self.words), initial=0)
            self.windows[len(wanted)] = frozenset(self.letters[at : at + len(wanted)] for at in starts)
        return wanted in self.windows[len(wanted)]


@rule("pair", "error")
def identifier_differs(pair: Pair, context: Context) -> Findings:
    """Two documents give a publication different DOIs or arXiv identifiers."""
    for what, name, one, two in (
        ("DOI", "doi", pair.entry.doi, pair.other.doi),
        ("arXiv identifier", "eprint", pair.entry.arxiv, pair.other.arxiv),
    ):
        if one and two and one != two and not (one.startswith(two) or two.startswith(one)):
            message = f"the {what} is {one} here, {two} in {{place}}"
            yield at_copy(pair, name, message, "follow both and correct the wrong one")


@rule("publications", "warning")
def publication_missing(matched: Matching, context: Context) -> Findings:
    """A publication of one list is missing from another list of the same person."""
    for found in missing(matched):
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
    "publications",
    "note",
    options={"copies": (_NO_COPIES, 'Copies and what they are copies of, such as { "cv.txt" = "index.html" }.')},
)
def stale_copy(matched: Matching, context: Context) -> Findings:
    """A text copy of a page is older than the page."""
    for stale in stale_copies(matched, context.options["copies"]):
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
    """Yield the copies that are older than their sources: they lack works that are at least as new as their own newest
    one.

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
