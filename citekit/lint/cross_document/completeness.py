"""Which publications a list ought to have and has not: by whose it is, which kinds and which years it covers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import field
from itertools import accumulate

from citekit.lint.cross_document.matching import ComparedDocument, Matching
from citekit.lint.cross_document.venue_and_status import is_printed, status, venue
from citekit.lint.loading.entry import CheckedEntry, words_read
from citekit.lint.words import paired
from citekit.model.identity.people import family
from citekit.model.venues import kind_of
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

_LEAST_SHARED = 3  # with fewer works in common, two lists must share half of the smaller one to be lists of one thing
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
    """What is missing from complete lists, each work once for each of them, in linear time."""
    sides = _sides(matched)
    texts: dict[ComparedDocument, _Text] = {}
    sizes = Counter(document for group in matched.groups for document in dict.fromkeys(h for h, _ in group))
    group_of = {id(entry): number for number, group in enumerate(matched.groups) for _, entry in group}
    reported: set[tuple[int, int]] = set()
    for (document, lacking), side in sides.items():
        both, smaller = len(side.shared), min(sizes[document], sizes[lacking])
        of_one = both * 4 >= smaller if both >= _LEAST_SHARED else both * 2 >= smaller
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
    """The works of one list that another list should have, if that one has most of what is like them."""
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
    """The heading above an item; empty for headings that are years."""
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
