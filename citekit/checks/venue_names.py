"""Where and in which state a publication appeared, compared between two documents."""

from __future__ import annotations

import re

from citekit.checks.entry import Entry
from citekit.checks.fold import letters, plain, words
from citekit.checks.workshops import main_conference
from citekit.works.venue_words import SMALL_WORDS, SPONSORS, is_ordinal, is_year, without_year
from citekit.works.venues import find, find_all

_STATUS = re.compile(
    r"\b(?:to appear|in press|in print|forthcoming|accepted(?: for publication)?|under review|submitted(?: to| for)?|to be published)\b",
    re.IGNORECASE,
)
_EMPTY_WORDS = (
    SMALL_WORDS | SPONSORS | frozenset("proceedings proc conference symposium workshop journal transactions".split())
)
_PREPRINT = re.compile(r"arxiv|\bcorr\b|biorxiv|medrxiv|preprint|ssrn", re.IGNORECASE)
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


def status(entry: Entry) -> str:
    """The words that say that a publication has not appeared yet, or the empty string."""
    if entry.work:
        said = f"{entry.work.text('status')} {entry.work.text('note')}"
    else:
        said = " ".join(entry.text(name) for name in _STATUS_FIELDS)
    match = _STATUS.search(said)
    return match[0] if match else ""


def relation(entry: Entry, other: Entry) -> str:
    """``"same"``, ``"other form"``, ``"different"``, or empty where one names no venue or is a preprint."""
    one, two = venue(entry), venue(other)
    if not one or not two or is_preprint(entry) or is_preprint(other):
        return ""
    printed, second = (e.venue_field.text if e.venue_field else v for e, v in ((entry, one), (other, two)))
    if letters(printed) == letters(second) or letters(one) == letters(two):
        return "same" if letters(without_year(printed)) == letters(without_year(second)) else "other form"
    if main_conference(one, two) or main_conference(two, one):
        return ""  # a workshop and its conference have a rule of their own
    mine, theirs = set(find_all(one)), set(find_all(two))
    if mine and theirs:
        return "other form" if mine & theirs else "different"
    return "other form" if _is_one(one, two) else "different"


def _is_one(one: str, two: str) -> bool:
    """Whether two names that the table does not know are forms of one: one has the words of the other, or its initials."""
    mine, theirs = _content(one), _content(two)
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


def _content(text: str) -> list[str]:
    return [w for w in words(text) if w not in _EMPTY_WORDS and not is_year(w) and not is_ordinal(w)] or words(text)
