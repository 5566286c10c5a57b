"""Venues: whether two names are of one journal or meeting, by the table of venues, by abbreviations, and by their words."""

from __future__ import annotations

from functools import lru_cache

from citekit import patterns as re
from citekit.works.identity.fold import bare, fold, words
from citekit.works.identity.likeness import Likeness
from citekit.works.venue_words import PAPERS_OF, SMALL_WORDS, SPONSORS, is_ordinal, is_year, without_year
from citekit.works.venues import Venue, find, find_all

SAME, TABLE, PRINTS = "the same name", "names of one venue", "the journal prints the conference's papers"
ABBREVIATED, CONTAINED, WORDS = "abbreviated", "one name has the words of the other", "most words shared"
UNSAID, SERIES, WORKSHOP = "no venue", "a series of books", "a workshop beside the conference"
OTHER = "another venue"

_EMPTY_WORDS = (
    SMALL_WORDS
    | SPONSORS
    | frozenset("proceedings proc conference symposium workshop journal transactions advances".split())
)
_SERIES = re.compile(
    r"lecture notes|ceur|lipics|dagstuhl|proceedings in (?:math|physics|computer)|conference (?:proceedings )?series|"
    r"springer (?:proceedings|briefs)|(?:series|volumes?) in\b|proceedings of machine learning research|studies in\b",
    re.IGNORECASE,
)
_SERVER = re.compile(
    r"arxiv|\bcorr\b|biorxiv|medrxiv|chemrxiv|psyarxiv|techrxiv|\bssrn\b|research square|preprint", re.IGNORECASE
)
_WORKSHOP = re.compile(r"\bworkshops?\b|\bwksp?\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_SHORTEST, _BEGINNING = 5, 3


def is_preprint_server(name: str) -> bool:
    """Whether a venue's name is that of a server of preprints: ``arXiv``, ``CoRR abs/1234.5678``, ``bioRxiv``."""
    return bool(_SERVER.search(name))


@lru_cache(maxsize=16384)
def same_venue(one: str, other: str) -> Likeness:
    """How surely two names are of one venue, and why.

    1.0 is the same name, 0.95 two names that the table of venues knows to be one, 0.9 an abbreviation, 0.7 some of the
    words. 0.5 says nothing: a name is missing, or is that of a series of books. A workshop is not its conference.

    >>> same_venue("NIPS", "Advances in Neural Information Processing Systems").degree
    0.95
    """
    one, other = bare(one), bare(other)
    if not one or not other:
        return Likeness(0.5, UNSAID)
    if fold(one) == fold(other) or fold(without_year(one)) == fold(without_year(other)):
        return Likeness(1.0, SAME)
    if main_conference(one, other) or main_conference(other, one):
        return Likeness(0.0, WORKSHOP)
    mine, theirs = set(find_all(one)), set(find_all(other))
    if _is_series(one, mine) or _is_series(other, theirs):
        return Likeness(0.5, SERIES)
    if mine and theirs:
        if mine & theirs:
            return Likeness(0.95, TABLE)
        return Likeness(0.8, PRINTS) if _prints(mine, theirs) or _prints(theirs, mine) else Likeness(0.0, OTHER)
    return _by_words(one, other)


def _is_series(name: str, venues: set[Venue]) -> bool:
    """Whether a name is that of a series of books or of papers, which says nothing of the meeting or the volume."""
    return any(v.kind == "book-series" or v.acronym == "PMLR" for v in venues) or bool(_SERIES.search(name))


def _prints(journals: set[Venue], meetings: set[Venue]) -> bool:
    """Whether one of the journals prints the papers of one of the meetings."""
    return any(m.acronym in PAPERS_OF.get(j.name, ()) for j in journals for m in meetings)


def _by_words(one: str, other: str) -> Likeness:
    """Two names of which the table knows at most one: one has the words of the other, or its initials."""
    mine, theirs = content_words(one), content_words(other)
    short, long = sorted((mine, theirs), key=len)
    if len(mine) == len(theirs) and all(a.startswith(b) or b.startswith(a) for a, b in zip(mine, theirs, strict=True)):
        return Likeness(0.9, ABBREVIATED)
    if all(any(word == other or (len(word) > 1 and other.startswith(word)) for other in long) for word in short):
        return Likeness(0.7, CONTAINED)
    acronym = "".join(word[0] for word in long)
    if len(short) == 1 and (short[0] in acronym or acronym in short[0] or _is_within(short[0], acronym)):
        return Likeness(0.7, ABBREVIATED)
    shared = len(set(mine) & set(theirs))
    known = find(one) or find(other)
    alike = known is None and shared * 2 >= len(short) and shared >= 2
    return Likeness(0.6, WORDS) if alike else Likeness(0.0, OTHER)


def _is_within(acronym: str, initials: str) -> bool:
    signs = iter(initials)
    return len(acronym) > 2 and all(sign in signs for sign in acronym)


def content_words(text: str) -> list[str]:
    """The words that tell one venue from another; all words where there are no such."""
    printed = words(text)
    return [w for w in printed if w not in _EMPTY_WORDS and not is_year(w) and not is_ordinal(w)] or printed


# --- workshops -----------------------------------------------------------------------------------------------------


def is_workshop(name: str) -> bool:
    """Whether the name of a venue is a workshop's, by its words or by the table of venues."""
    known = find(name)
    return known.kind == "workshop" if known else bool(_WORKSHOP.search(name))


def main_conference(name: str, workshop: str) -> Venue | None:
    """The conference that ``name`` names, where ``workshop`` is the name of a workshop held beside it; else None.

    The conference stands in the workshop's name (``ICML Workshop on Lazy Queues``), or its acronym within the
    workshop's (``EuroSys`` in ``EuroMLSys``).
    """
    shown = bare(name)
    known = find(shown)
    if known is None or known.kind != "conference" or not known.acronym or _WORKSHOP.search(shown):
        return None
    if not is_workshop(workshop):
        return None
    named = {word.casefold() for word in _WORD.findall(bare(workshop))}
    beside = find(workshop)
    acronyms = named | ({beside.acronym.casefold()} if beside and beside.acronym else set())
    mine = without_year(known.acronym).casefold()
    return known if mine in named or any(_is_acronym_within(mine, other) for other in acronyms) else None


def _is_acronym_within(short: str, long: str) -> bool:
    """Whether an acronym is another one with letters put in between: both begin and end alike."""
    if not _SHORTEST <= len(short) < len(long) or short[:_BEGINNING] != long[:_BEGINNING] or short[-1] != long[-1]:
        return False
    signs = iter(long)
    return all(sign in signs for sign in short)
