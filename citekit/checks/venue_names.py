"""Where and in which state a publication appeared, compared between two documents."""

from __future__ import annotations

import re

from citekit.checks.entry import Entry
from citekit.checks.fold import letters, plain, words
from citekit.checks.workshops import main_conference
from citekit.works.venue_words import SMALL_WORDS, SPONSORS, is_ordinal, is_year, without_year
from citekit.works.venues import Venue, find, find_all, kind_of

_STATUS = re.compile(
    r"\b(?:to appear|in press|in print|forthcoming|accepted(?: for publication)?|under review|submitted(?: to| for)?|to be published)\b",
    re.IGNORECASE,
)
_EMPTY_WORDS = (
    SMALL_WORDS | SPONSORS | frozenset("proceedings proc conference symposium workshop journal transactions".split())
)
_PREPRINT = re.compile(r"arxiv|\bcorr\b|biorxiv|medrxiv|preprint|ssrn", re.IGNORECASE)
_SERIES = re.compile(
    r"lecture notes|ceur|lipics|dagstuhl|proceedings in (?:math|physics|computer)|conference (?:proceedings )?series|"
    r"springer (?:proceedings|briefs)|(?:series|volumes?) in\b|proceedings of machine learning research|studies in\b",
    re.IGNORECASE,
)
_PAPERS_OF = {
    "Proceedings of the ACM on Programming Languages": ("POPL", "PLDI", "ICFP", "OOPSLA"),
    "Proceedings of the VLDB Endowment": ("VLDB",),
    "ACM Transactions on Graphics": ("SIGGRAPH", "SIGGRAPH Asia"),
    "Computer Graphics Forum": ("EG", "EUROGRAPHICS", "Eurographics", "EGSR", "SGP", "EuroVis", "PG", "SCA", "HPG"),
    "IEEE Transactions on Visualization and Computer Graphics": ("VIS", "InfoVis", "VAST", "SciVis", "VR", "ISMAR"),
    "IEEE Robotics and Automation Letters": ("ICRA", "IROS", "CASE", "RoboSoft"),
    "Transactions of the Association for Computational Linguistics": ("ACL", "EMNLP", "NAACL", "EACL"),
    "Proceedings of the ACM on Human-Computer Interaction": ("CSCW", "GROUP", "EICS", "ISS", "MobileHCI", "ETRA"),
    "Proceedings of the ACM on Interactive, Mobile, Wearable and Ubiquitous Technologies": ("UbiComp", "ISWC"),
    "Proceedings of the ACM on Measurement and Analysis of Computing Systems": ("SIGMETRICS",),
    "Proceedings of the ACM on Management of Data": ("SIGMOD", "PODS"),
    "Proceedings of the ACM on Software Engineering": ("FSE", "ESEC/FSE", "ISSTA"),
}
_STATUS_FIELDS = ("pubstate", "note", "status", "howpublished", "item")


def venue(entry: Entry) -> str:
    """The name of the venue as it is printed or was read, without LaTeX."""
    if entry.work:
        return entry.work.text("container-title")
    part = entry.venue_field
    return " ".join(plain(part.text).split()) if part else ""


def is_preprint(entry: Entry) -> bool:
    """Whether an entry is a preprint and says nothing of another venue."""
    name = venue(entry)
    if name:
        return bool(_PREPRINT.search(name))
    return bool(entry.arxiv) or "arxiv" in entry.text("howpublished", "note", "publisher").lower()


_SERVERS = (
    "arxiv", "biorxiv", "medrxiv", "chemrxiv", "psyarxiv", "ssrn", "research square", "preprints.org", "techrxiv",
)  # fmt: skip
_KINDS_OF_PREPRINTS = ("misc", "article", "unpublished", "online", "techreport", "report")


def is_only_preprint(entry: Entry) -> bool:
    """Whether an entry is of the preprint itself, not of a published work that has one too."""
    part = entry.venue_field
    said = part.text.lower() if part else ""
    if said.strip() == "corr" or any(server in said for server in _SERVERS):
        return True
    if part is None and any(server in entry.text("publisher", "institution").lower() for server in _SERVERS):
        return True
    return bool(entry.arxiv) and part is None and "publisher" not in entry and entry.type in _KINDS_OF_PREPRINTS


def speaks_of_preprint(entry: Entry) -> bool:
    """Whether an entry names a server of preprints anywhere in its text."""
    return bool(_PREPRINT.search(entry.text_read))


def status(entry: Entry) -> str:
    """The words that say that a publication has not appeared yet, or the empty string."""
    if entry.work:
        said = f"{entry.work.text('status')} {entry.work.text('note')}"
        if entry.language == "list" and _STATUS.search(said) and not _STATUS.search(entry.text_read):
            said = "" if entry.work.text("page") or entry.work.text("volume") else said  # a heading said it of others
    else:
        said = " ".join(entry.text(name) for name in _STATUS_FIELDS)
    match = _STATUS.search(said)
    return match[0] if match else ""


def says_status(entry: Entry) -> bool:
    """Whether an entry says anywhere in its text that it has not appeared yet."""
    return bool(_STATUS.search(entry.text_read))


def is_published(entry: Entry) -> bool:
    """Whether an entry says when or where on paper a work appeared."""
    return bool(entry.year) or is_printed(entry)


def is_printed(entry: Entry) -> bool:
    """Whether an entry gives the volume or the pages of a work."""
    if entry.work:
        return bool(entry.work.text("page") or entry.work.text("volume"))
    return bool(entry.text("pages", "volume"))


def are_versions(entry: Entry, other: Entry) -> bool:
    """Whether two entries are of different versions of a work: one in proceedings, a later one in a journal."""
    kinds = {_version(entry), _version(other)}
    return len(kinds) == 2 and "" not in kinds and entry.year != other.year


def _version(entry: Entry) -> str:
    said = kind_of(venue(entry))
    return {"conference": "meeting", "workshop": "meeting", "journal": "journal", "book": "book"}.get(said, "")


def relation(entry: Entry, other: Entry) -> str:
    """``"same"``, ``"other form"``, ``"different"``, or empty where one names no venue or is a preprint.

    The name of a series of books says nothing of the venue. A journal that prints a conference's papers is a form of
    that conference.
    """
    one, two = venue(entry), venue(other)
    if not one or not two or is_preprint(entry) or is_preprint(other):
        return ""
    printed, second = (e.venue_field.text if e.venue_field else v for e, v in ((entry, one), (other, two)))
    if letters(printed) == letters(second) or letters(one) == letters(two):
        return "same" if letters(without_year(printed)) == letters(without_year(second)) else "other form"
    if main_conference(one, two) or main_conference(two, one):
        return ""  # a workshop and its conference have a rule of their own
    mine, theirs = set(find_all(one)), set(find_all(two))
    if _is_series(one, mine) or _is_series(two, theirs):
        return ""
    if mine and theirs:
        return "other form" if mine & theirs or _prints(mine, theirs) or _prints(theirs, mine) else "different"
    return "other form" if _is_one(one, two) else "different"


def _is_series(name: str, venues: set[Venue]) -> bool:
    """Whether a name is that of a series of books or of papers, which says nothing of the meeting or the volume."""
    return any(v.kind == "book-series" or v.acronym == "PMLR" for v in venues) or bool(_SERIES.search(name))


def _prints(journals: set[Venue], meetings: set[Venue]) -> bool:
    """Whether one of the journals prints the papers of one of the meetings."""
    return any(m.acronym in _PAPERS_OF.get(j.name, ()) for j in journals for m in meetings)


def _is_one(one: str, two: str) -> bool:
    """Whether two names that the table does not know are forms of one: one has the words of the other, or its initials."""
    mine, theirs = content_words(one), content_words(two)
    if not mine or not theirs:
        return True
    short, long = sorted((mine, theirs), key=len)
    if all(any(word == other or (len(word) > 1 and other.startswith(word)) for other in long) for word in short):
        return True
    acronym = "".join(word[0] for word in long)
    if len(short) == 1 and (short[0] in acronym or acronym in short[0] or _is_within(short[0], acronym)):
        return True
    shared = len(set(mine) & set(theirs))
    known = find(one) or find(two)
    return known is None and shared * 2 >= len(short) and shared >= 2


def _is_within(acronym: str, initials: str) -> bool:
    signs = iter(initials)
    return len(acronym) > 2 and all(sign in signs for sign in acronym)


def content_words(text: str) -> list[str]:
    """The words that tell one venue from another; all words where there are no such."""
    return [w for w in words(text) if w not in _EMPTY_WORDS and not is_year(w) and not is_ordinal(w)] or words(text)
