"""Venues: whether two names are of one journal or meeting, by the table of venues, by abbreviations, and by their words."""

from __future__ import annotations

from functools import lru_cache

from citekit.model.identity.titles import Similarity, bare, fold, words
from citekit.model.venues import (
    PAPERS_OF,
    SMALL_WORDS,
    SPONSORS,
    Venue,
    find,
    find_all,
    is_ordinal,
    is_year,
    without_year,
)
from citekit.runtime import patterns as re

SAME, TABLE, PRINTS = "the same name", "names of one venue", "the journal prints the conference's papers"
ABBREVIATED, CONTAINED, WORDS = "abbreviated", "one name has the words of the other", "most words shared"
UNSAID, SERIES, WORKSHOP = "no venue", "a series of books", "a workshop next to the conference"
OTHER = "another venue"
NEUTRAL = 0.5
"""The degree where a name states nothing: it is missing, or that of a series of books. What is below contradicts."""

_EMPTY_WORDS = (
    SMALL_WORDS
    | SPONSORS
    | frozenset("proceedings proc conference symposium workshop journal transactions advances".split())
)
_SERIES = re.compile(
    r"lecture notes|ceur|lipics|dagstuhl|proceedings in (?:math|physics|computer)|conference (?:proceedings )?series|"
    r"springer ?(?:proceedings|briefs)|\be-?books\b|(?:series|volumes?) in\b|proceedings of machine learning research|studies in\b",
    re.IGNORECASE,
)
"""Series of books or proceedings: a name that many volumes share, so that it states little about which venue this is."""
_SERVER = re.compile(
    r"arxiv|\bcorr\b|biorxiv|medrxiv|chemrxiv|psyarxiv|techrxiv|\bssrn\b|research square|preprint", re.IGNORECASE
)
_WORKSHOP = re.compile(r"\bworkshops?\b|\bwksp?\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_SHORTEST, _BEGINNING = 5, 3
_LONGEST = 300
"""Letters of a name that are looked at where two are compared word by word."""


_STATUS = re.compile(
    r"\W{0,3}(?:(?:currently |manuscript |paper )?(?:under|in) (?:review|preparation|revision)\b|(?:to be )?submitted\b|"
    r"in prep\b|open ?review\b|unpublished\b|work in progress\b|manuscript(?:$| submitted\b)|to appear\b|forthcoming\b|in press\b|"
    r"accepted(?:$| (?:at|by|for|in|to)\b)|revise and resubmit\b|(?:preprint|working paper)$|eingereicht\b|im druck\b)",
    re.IGNORECASE,
)
"""What is written in the place of a venue that there is not yet; it begins the name."""
_REPOSITORY = re.compile(
    r"\b(?:zenodo|figshare|dryad|hal(?: open science)?|osf|open science framework|institutional repository|eprints|"
    r"research repository|digital library repository|dspace|apollo|ora)\b",
    re.IGNORECASE,
)
"""Places that store copies of works published elsewhere."""


def is_status(name: str) -> bool:
    """Whether the text in the place of a venue states that the work is not published yet: ``Under review``, ``Submitted to X``, ``in prep.``"""
    return bool(_STATUS.match(name))


def is_repository(name: str) -> bool:
    """Whether a venue is a place where copies are stored, and not where a work is published: Zenodo, figshare, HAL."""
    return bool(_REPOSITORY.search(name))


def is_preprint_server(name: str) -> bool:
    """Whether a venue's name is that of a server of preprints: ``arXiv``, ``CoRR abs/1234.5678``, ``bioRxiv``."""
    return bool(_SERVER.search(name))


@lru_cache(maxsize=16384)
def same_venue(one: str, other: str) -> Similarity:
    """Return with which confidence two names are of one venue, and why.

    1.0 is the same name, 0.95 two names that the table of venues knows to be one, 0.9 an abbreviation, 0.7 some of the
    words. 0.5 is neutral: a name is missing, or is that of a series of books. A workshop is not its conference.

    >>> same_venue("NIPS", "Advances in Neural Information Processing Systems").degree
    0.95
    """
    one, other = bare(one), bare(other)
    if not one or not other:
        return Similarity(NEUTRAL, UNSAID)
    if fold(one) == fold(other) or fold(without_year(one)) == fold(without_year(other)):
        return Similarity(1.0, SAME)
    if main_conference(one, other) or main_conference(other, one):
        return Similarity(0.0, WORKSHOP)
    mine, theirs = set(find_all(one)), set(find_all(other))
    if _is_series(one, mine) or _is_series(other, theirs):
        return Similarity(NEUTRAL, SERIES)
    if mine and theirs:
        if mine & theirs:
            return Similarity(0.95, TABLE)
        return Similarity(0.8, PRINTS) if _prints(mine, theirs) or _prints(theirs, mine) else Similarity(0.0, OTHER)
    # two names of which the table knows at most one: one has the words of the other, or its initials
    own, others = content_words(one), content_words(other)
    short, long = sorted((own, others), key=len)
    if len(own) == len(others) and all(a.startswith(b) or b.startswith(a) for a, b in zip(own, others, strict=True)):
        return Similarity(0.9, ABBREVIATED)
    if all(any(word == other or (len(word) > 1 and other.startswith(word)) for other in long) for word in short):
        return Similarity(0.7, CONTAINED)
    acronym = "".join(word[0] for word in long)
    if len(short) == 1 and (short[0] in acronym or acronym in short[0] or _is_within(short[0], acronym)):
        return Similarity(0.7, ABBREVIATED)
    shared = len(set(own) & set(others))
    known = find(one) or find(other)
    is_similar = known is None and shared * 2 >= len(short) and shared >= 2
    return Similarity(0.6, WORDS) if is_similar else Similarity(0.0, OTHER)


def _is_series(name: str, venues: set[Venue]) -> bool:
    """Whether a name is that of a series of books or of papers, which does not identify the meeting or the volume."""
    return any(v.kind == "book-series" or v.acronym == "PMLR" for v in venues) or bool(_SERIES.search(name))


def _prints(journals: set[Venue], meetings: set[Venue]) -> bool:
    """Whether one of the journals prints the papers of one of the meetings."""
    return any(m.acronym in PAPERS_OF.get(j.name, ()) for j in journals for m in meetings)


_PRESENTED = frozenset({"TACL", "RA-L"})
"""Journals whose papers are also presented at meetings, but which are not the proceedings of these, as PACMPL is of POPL."""
_MEETING = re.compile(
    r"\b(?:proceedings|proc|conference|conf|symposium|symp|workshop|meeting|congress|advances in)\b", re.I
)
_BRACKETED = re.compile(r"[(\[][^()\[\]]{0,120}[)\]]")
_BEHIND = re.compile(r"\s?[:;=/]\s|,\s(?:the )?official\b", re.IGNORECASE)
"""What only some catalogues print after a journal's name: ``Science (New York, N.Y.)``, ``BMJ : British medical journal``."""


def is_other_venue(ours: str, theirs: str, are_journals: bool = False) -> bool:
    """Whether two names are certainly not of one venue, so that one of them is wrong; ``are_journals`` if both are.

    Names that look similar are of two venues: ``Physical Review B`` and ``Physical Review Letters``, ``Nature`` and
    ``Nature Communications``. Abbreviations, acronyms, sponsors, places and years make no other venue; of meetings that
    no table knows, and of a series of books next to a meeting, nothing is certain.

    >>> is_other_venue("Phys. Rev. B", "Physical Review Letters"), is_other_venue("Phys. Rev. B", "Physical Review B")
    (True, False)
    """
    like = same_venue(ours, theirs)
    mine, their = _known_venues(ours), _known_venues(theirs)
    if like.reason == PRINTS:
        return any(venue.acronym in _PRESENTED for venue in mine ^ their)
    if like.reason in (SAME, TABLE, UNSAID):
        return False
    if like.reason == SERIES and not (are_journals and all(venue.kind != "conference" for venue in mine | their)):
        # A series is another venue than a journal, and the findings of a meeting are not its proceedings.
        if "findings" in words(ours) or "findings" in words(theirs):
            return ("findings" in words(ours)) != ("findings" in words(theirs)) and bool(mine and their)
        kinds = {venue.kind for venue in mine ^ their}
        return "journal" in kinds and "conference" not in kinds
    if mine & their:
        return False
    if like.reason == WORKSHOP or (mine and their and like.reason != SERIES):
        return True
    return all(_are_other_words(one, other) for one in _plain_names(ours) for other in _plain_names(theirs))


def _known_venues(name: str) -> set[Venue]:
    """Return the venues of the table that a name may mean, also by an acronym within it: ``Computer Vision – ECCV 2022``."""
    found = set(find_all(name))
    if not found:
        acronyms = (word for word in _WORD.findall(without_year(bare(name))) if word.isupper() and len(word) > 2)
        found = {venue for word in acronyms if (venue := find(word)) and venue.acronym == word}
    return found


_KIND_WORDS = {
    "journal": "journal", "j": "journal", "jour": "journal", "transactions": "transactions", "trans": "transactions",
    "bulletin": "bulletin", "bull": "bulletin", "annals": "annals", "ann": "annals", "magazine": "magazine", "mag": "magazine",
    "proc": "proceedings", "conf": "proceedings", "symp": "proceedings",
}  # fmt: skip
"""Words that state what kind of venue a name is of; they tell two journals apart whose other words are the same."""


def _plain_names(name: str) -> set[str]:
    """Return a name as it is printed, and without what is in brackets or after a colon."""
    shown = bare(name[:_LONGEST])
    return {shown, _BEHIND.split(_BRACKETED.sub("", shown), maxsplit=1)[0].strip() or shown}


def _are_other_words(one: str, other: str) -> bool:
    """Whether two names, of which the table knows at most one, have words that are certainly those of two venues."""
    kinds = [{_KIND_WORDS[word] for word in words(name) if word in _KIND_WORDS} for name in (one, other)]
    meeting = bool(_MEETING.search(one) or _MEETING.search(other))
    mine, theirs = (_telling_words(name, meeting) for name in (one, other))
    short, long = sorted((mine, theirs), key=len)
    fits = [next((w for w in long if _shortens(word, w) or _shortens(w, word)), "") for word in short]
    if all(fits) and (meeting or len(short) == len(long)):
        return bool(kinds[0] and kinds[1]) and kinds[0].isdisjoint(kinds[1]) and not meeting
    if len(short) == 1 and _may_abbreviate(one if mine is short else other, long, other if mine is short else one):
        return False
    if meeting and find(one) is None and find(other) is None:
        shared = len(set(filter(None, fits)))
        return shared * 2 < len(short) or not shared
    return True


def _telling_words(name: str, meeting: bool) -> list[str]:
    """Return the words of a name without small words and those for its kind; sponsors are left out of a meeting's."""
    printed = content_words(name) if meeting else [word for word in words(name) if word not in _UNTOLD]
    return [word for word in printed if word not in _KIND_WORDS and not is_year(word)] or words(name)


def _shortens(short: str, word: str) -> bool:
    """Whether a word is the beginning of another, or its letters from the first on with some left out (``Hlth``)."""
    # of two letters in order ("jt") too many words can be made
    return word.startswith(short) or (word[0] == short[0] and 3 <= len(short) < len(word) and _is_within(short, word))


_UNTOLD = SMALL_WORDS | frozenset(
    "annu in der die das le la les l el il lo de des du di da do dos und et y e i og och fur fuer für voor van part pt section sect its international int intl".split()
)
"""Words that abbreviations of journals leave out (ISO 4)."""


def _may_abbreviate(printed: str, long: list[str], whole: str) -> bool:
    """Whether a name of one word may be the acronym of the words of another name."""
    letters = fold(printed)
    if not printed.isupper() and len(letters) > _ACRONYM:
        return False
    initials = "".join(word[0] for word in words(whole))
    own = "".join(word[0] for word in long)
    return letters in initials or initials in letters or _is_within(letters, initials) or own in letters


_ACRONYM = 4
"""Letters of an acronym that is not printed in capitals (``jcen``)."""


def _is_within(acronym: str, initials: str) -> bool:
    signs = iter(initials)
    return len(acronym) > 2 and all(sign in signs for sign in acronym)


def content_words(text: str) -> list[str]:
    """Return the words that distinguish venues; all words if it has none of these."""
    printed = words(text)
    return [w for w in printed if w not in _EMPTY_WORDS and not is_year(w) and not is_ordinal(w)] or printed


# --- workshops -----------------------------------------------------------------------------------------------------


def is_workshop(name: str) -> bool:
    """Whether the name of a venue is a workshop's, by its words or by the table of venues."""
    known = find(name)
    return known.kind == "workshop" if known else bool(_WORKSHOP.search(name))


def main_conference(name: str, workshop: str) -> Venue | None:
    """Return the conference that ``name`` names, where ``workshop`` is the name of a workshop held next to it.

    Return None in all other cases.

    The conference is in the workshop's name (``ICML Workshop on Lazy Queues``), or its acronym within the
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
    """Whether an acronym is another one with letters put in between: both have the same beginning and end."""
    if not _SHORTEST <= len(short) < len(long) or short[:_BEGINNING] != long[:_BEGINNING] or short[-1] != long[-1]:
        return False
    signs = iter(long)
    return all(sign in signs for sign in short)
