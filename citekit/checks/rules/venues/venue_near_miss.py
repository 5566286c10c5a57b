r"""The acronym of a venue is one slip away from one that exists: ``ITPDS`` for ``TPDS``.

Why: it is misspelt, and nothing finds the venue by it. A letter too many, one missing, or two swapped count; of short
names only those of journals, and two swapped letters of five, for conferences have so many that most are one letter from
another.

Example:

    @article{doe2021, author = {J. Doe}, title = {A}, journal = {ITPDS}, year = 2021}

Use instead:

    @article{doe2021, author = {J. Doe}, title = {A}, journal = {TPDS}, year = 2021}
"""

from __future__ import annotations

from collections import Counter

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, replaced
from citekit.checks.reading.entry import Entry
from citekit.works.identity.fold import plain
from citekit.works.venue_words import without_year
from citekit.works.venues import Venue, find, near_miss

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")

_LONGEST = 24
_LONGEST_NAME = 200
_CAPITALS = 3
_LONG = 6
_LEAST = 5
_CAPITAL_WITHIN = re.compile(r"[A-Za-z][A-Z]")
_AROUND = re.compile(
    r"^(?:in:?\s+)?(?:proc(?:eedings)?\.?\s+(?:of\s+)?(?:the\s+)?)?(?:(?:IEEE|ACM|USENIX)\s+)?|(?<!\s)\s++(?:conference|workshops?|symposium)$",
    re.IGNORECASE,
)
_IN_PARENTHESES = re.compile(r"(?:(?<!\s)\s++)?\((?P<word>[^()\s]{4,20}(?:[\s'’]{1,2}\d{2,4})?)\)\s*$")


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    part = entry.venue_field
    if part is None or (entry.language == "bibtex" and part.inside < 0):
        return ()  # the name of a macro
    if len(part.text) > _LONGEST_NAME or not any(c.isupper() for c in part.text):
        return ()
    if not _CAPITAL_WITHIN.search(part.text):
        return ()
    text = entry.work.text("container-title") if entry.work else plain(part.text)
    word, venue = _beside_name(text) or _alone(text)
    if venue is None:
        return ()
    fix = replaced(part, part.find(word), venue.acronym, f"write {venue.acronym}")
    return (
        at_field(
            part, f"there is no venue '{word}'", f"did you mean {venue.acronym} ({venue.name})?", part.find(word), fix
        ),
    )


def _beside_name(text: str) -> tuple[str, Venue | None] | None:
    """The acronym behind the name of a venue, and that venue where the acronym is nearly its own."""
    match = _IN_PARENTHESES.search(text)
    expected = find(text[: match.start()]) if match else None
    if match is None or expected is None:
        return None
    word = without_year(match["word"])
    return word, expected if _is_acronym(word) and near_miss(word) == expected else None


def _alone(text: str) -> tuple[str, Venue | None]:
    """The acronym that a text is but for words such as ``Proc.``, and the venue that is meant, where it is misspelt."""
    word = without_year(_AROUND.sub("", text).strip("() "))
    venue = near_miss(word) if _is_acronym(word) else None
    if venue is None or (_is_same_letters(word, venue.acronym) and (len(word) >= _LEAST or venue.kind == "journal")):
        return word, venue
    whole = word.isupper() and word == without_year(text.strip("() "))
    return word, venue if whole and _is_slip(word, venue) else None


def _is_acronym(word: str) -> bool:
    return word.isalpha() and len(word) <= _LONGEST and sum(map(str.isupper, word)) >= _CAPITALS


def _is_same_letters(word: str, acronym: str) -> bool:
    """Whether a word has the letters of an acronym in another order, or ``l`` for ``I``."""
    typed, right = (Counter(text.casefold().replace("l", "i")) for text in (word, acronym))
    return typed == right


def _is_slip(word: str, venue: Venue) -> bool:
    """Whether it is likelier that the word is misspelt than that it is a venue which the table has not."""
    meant = "".join(c for c in venue.acronym.upper() if c.isalpha())
    if len(meant) < _LONG and (venue.kind != "journal" or len(word) < _LEAST):
        return False
    return len(word) != len(meant) or Counter(word) == Counter(meant)
