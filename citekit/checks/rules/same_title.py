r"""Two entries of a file are one work: the same title, an author in common, the same year (papers: or the next).

Why: it is listed twice. Entries whose DOIs, venues, pages, subtitles or languages differ are left alone: they may be two
versions. So are entries that name one another (``related``).

Example:

    @article{a, author = {Jane Doe}, title = {Lazy Queues in Practice}, journal = {J. Queues}, year = 2020}
    @article{b, author = {J. Doe}, title = {Lazy queues in practice}, journal = {J. Queues}, year = 2020}

Use instead:

    @article{a, author = {Jane Doe}, title = {Lazy Queues in Practice}, journal = {J. Queues}, year = 2020}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.bibliography import Bibliography
from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry
from citekit.checks.finding import at_key, place_of, related
from citekit.checks.fold import family, letters

FAMILY = "duplicates"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")

_SHORTEST = 12
_MOST = 20
_PAPERS = frozenset({"article", "inproceedings", "conference", "incollection", "inbook"})
_KINDS_OF_THEIR_OWN = frozenset(
    {"phdthesis", "mastersthesis", "thesis", "techreport", "report", "proceedings", "software", "dataset", "patent"}
)
_TELLING = (
    "volume", "number", "pages", "edition", "part", "chapter", "isbn", "date", "issue", "eid", "crossref", "subtitle",
    "titleaddon", "langid", "language", "translator", "booksubtitle", "eventdate", "version",
)  # fmt: skip
_LOOSE = frozenset({"misc", "online", "electronic", "www", "manual", "unpublished", "software"})
_LINKS = ("related", "entryset", "origtitle")
_NOBODY = frozenset({"anonymous", "anonym", "anon", "others", "unknown"})
_PARTS = frozenset({"inbook", "incollection", "bookinbook", "suppbook", "inreference"})


def check_bibliography(bibliography: Bibliography, context: Context) -> Iterable[Diagnostic]:
    """What is wrong in a bibliography."""
    by_title: dict[str, list[Entry]] = {}
    for entry in bibliography.entries:
        if len(entry.title_key) < _SHORTEST:
            continue
        others = by_title.setdefault(entry.title_key, [])
        first = next((other for other in others[:_MOST] if _is_same(other, entry)), None)
        if first is not None and first.key != entry.key:
            message = f"{entry.shown} is the same work as {first.shown} in {place_of(first)}"
            yield at_key(entry, message, "remove one of them", related=(related(first, "the other entry", "title"),))
        others.append(entry)


def _is_same(one: Entry, other: Entry) -> bool:
    if one.year and other.year and abs(one.year - other.year) > _years_apart(one, other):
        return False
    if one.doi and other.doi:
        return False  # of equal ones another rule tells
    if one.arxiv and one.arxiv == other.arxiv:
        return False
    if bool(one.arxiv and not one.venue_field) != bool(other.arxiv and not other.venue_field):
        return False  # a preprint and its published version
    if one.type != other.type and {one.type, other.type} & _KINDS_OF_THEIR_OWN:
        return False
    if (one.type in _PARTS) != (other.type in _PARTS) or _are_linked(one, other):
        return False
    if any(_differ(one, other, name) for name in _TELLING) or _differ_in_month(one, other):
        return False
    if one.type in _LOOSE and other.type in _LOOSE and _are_of_two_places(one, other):
        return False
    if any(whole.text("volumes") and part.text("volume") for whole, part in ((one, other), (other, one))):
        return False
    venue, second = (
        letters(e.text("journal", "journaltitle", "booktitle", "school", "howpublished", "publisher"))
        for e in (one, other)
    )
    if venue and second and venue[:6] != second[:6] and one.type != other.type:
        return False
    if venue and second and venue not in second and second not in venue and venue[:6] != second[:6]:
        return False
    return _share_author(one, other)


def _share_author(one: Entry, other: Entry) -> bool:
    """Whether an author of one is one of the other, as far as family names and first initials tell."""
    mine = {family(name): letters(name.given)[:1] for name in one.authors}
    theirs = {family(name): letters(name.given)[:1] for name in other.authors}
    return any(
        not mine[name] or not theirs[name] or mine[name] == theirs[name]
        for name in (mine.keys() & theirs.keys()) - _NOBODY
    )


def _years_apart(one: Entry, other: Entry) -> int:
    """How many years may lie between the dates of one work: papers appear twice, manuals and reports have versions."""
    return 1 if one.type in _PAPERS and other.type in _PAPERS else 0


def _differ(one: Entry, other: Entry, name: str) -> bool:
    mine, theirs = one.text(name), other.text(name)
    return bool(mine and theirs) and letters(mine) != letters(theirs)


def _are_of_two_places(one: Entry, other: Entry) -> bool:
    """Whether two documents that no venue tells apart have two addresses, or only one of them a subtitle."""
    addresses = any(_differ(one, other, name) for name in ("url", "link", "howpublished"))
    return addresses or bool(one.text("subtitle")) != bool(other.text("subtitle"))


def _differ_in_month(one: Entry, other: Entry) -> bool:
    mine, theirs = letters(one.text("month"))[:3], letters(other.text("month"))[:3]
    return mine.isalpha() and theirs.isalpha() and mine != theirs


def _are_linked(one: Entry, other: Entry) -> bool:
    """Whether one entry says what it has to do with another, as translations and reprints do."""
    return bool(one.text(*_LINKS) or other.text(*_LINKS))
