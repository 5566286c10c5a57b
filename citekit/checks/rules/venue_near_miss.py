r"""The acronym of a venue is one slip away from one that exists: ``ITPDS`` for ``TPDS``.

Why: it is misspelt, and nothing finds the venue by it.

Example:

    @article{doe2021, author = {J. Doe}, title = {A}, journal = {ITPDS}, year = 2021}

Use instead:

    @article{doe2021, author = {J. Doe}, title = {A}, journal = {TPDS}, year = 2021}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry
from citekit.checks.finding import at_field, replaced
from citekit.checks.fold import plain
from citekit.works.venue_words import without_year
from citekit.works.venues import find, near_miss

FAMILY = "venues"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")

_LONGEST = 24
_LONGEST_NAME = 200
_CAPITALS = 3
_AROUND = re.compile(
    r"^(?:in:?\s+)?(?:proc(?:eedings)?\.?\s+(?:of\s+)?(?:the\s+)?)?(?:(?:IEEE|ACM|USENIX)\s+)?|\s+(?:conference|workshops?|symposium)$",
    re.IGNORECASE,
)
_IN_PARENTHESES = re.compile(r"\s*\((?P<word>[^()\s]{4,20}(?:[\s'’]{1,2}\d{2,4})?)\)\s*$")


def check_entry(entry: Entry, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with an entry."""
    part = entry.venue_field
    if part is None or len(part.text) > _LONGEST_NAME or not any(c.isupper() for c in part.text):
        return ()
    text = entry.work.text("container-title") if entry.work else plain(part.text)
    word = without_year(_AROUND.sub("", text).strip("() "))
    match = _IN_PARENTHESES.search(text)
    if match is not None and find(text[: match.start()]) is not None:
        word, expected = without_year(match["word"]), find(text[: match.start()])
    else:
        expected = None
    if len(word) > _LONGEST or " " in word or sum(map(str.isupper, word)) < _CAPITALS:
        return ()
    venue = near_miss(word)
    if venue is None or (expected is not None and venue != expected):
        return ()
    plain_word = word.isupper() and word == without_year(text.strip("() "))
    if expected is None and not plain_word and not _is_same_letters(word, venue.acronym):
        return ()  # "Proc. of SPIE", "AJPh"
    fix = replaced(part, part.find(word), venue.acronym, f"write {venue.acronym}", safe=False)
    return (
        at_field(
            part, f"there is no venue '{word}'", f"did you mean {venue.acronym} ({venue.name})?", part.find(word), fix
        ),
    )


def _is_same_letters(word: str, acronym: str) -> bool:
    """Whether a word has the letters of an acronym in another order, or ``l`` and ``1`` for ``I``."""
    typed, right = (sorted(text.casefold().replace("l", "i").replace("1", "i")) for text in (word, acronym))
    return typed == right
