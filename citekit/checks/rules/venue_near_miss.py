r"""The acronym of a venue is one slip away from one that exists: ``ITPDS`` for ``TPDS``.

Why: it is misspelt, and nothing finds the venue by it. A letter too many, one missing, or two swapped count; of short
names those of journals only, for conferences have so many that most are one letter from another.

Example:

    @article{doe2021, author = {J. Doe}, title = {A}, journal = {ITPDS}, year = 2021}

Use instead:

    @article{doe2021, author = {J. Doe}, title = {A}, journal = {TPDS}, year = 2021}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry
from citekit.checks.finding import at_field, replaced
from citekit.checks.fold import plain
from citekit.works.venue_words import without_year
from citekit.works.venues import Venue, near_miss

FAMILY = "venues"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")

_LONGEST = 24
_LONG = 6
_LEAST = 5


def check_entry(entry: Entry, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with an entry."""
    part = entry.venue_field
    if part is None or (entry.language == "bibtex" and part.inside < 0):
        return ()  # the name of a macro
    if len(part.text) > _LONGEST or not any(c.isupper() for c in part.text):
        return ()
    text = entry.work.text("container-title") if entry.work else plain(part.text)
    word = without_year(text.strip("() "))
    if not word.isalpha() or not word.isupper():
        return ()
    venue = near_miss(word)
    if venue is None or not _is_slip(word, venue):
        return ()
    fix = replaced(part, part.find(word), venue.acronym, f"write {venue.acronym}", safe=False)
    return (
        at_field(
            part, f"there is no venue '{word}'", f"did you mean {venue.acronym} ({venue.name})?", part.find(word), fix
        ),
    )


def _is_slip(word: str, venue: Venue) -> bool:
    """Whether it is likelier that the word is misspelt than that it is a venue which the table has not."""
    meant = "".join(c for c in venue.acronym.upper() if c.isalpha())
    if len(meant) < _LONG and (venue.kind != "journal" or len(word) < _LEAST):
        return False
    return len(word) != len(meant) or Counter(word) == Counter(meant)
