r"""The acronym of a venue is one slip away from one that exists: ``ITPDS`` for ``TPDS``.

Why: it is misspelt, and nothing finds the venue by it.

Example:

    @article{doe2021, author = {J. Doe}, title = {A}, journal = {ITPDS}, year = 2021}

Use instead:

    @article{doe2021, author = {J. Doe}, title = {A}, journal = {TPDS}, year = 2021}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry
from citekit.checks.finding import at_field, replaced
from citekit.checks.fold import plain
from citekit.works.venue_words import without_year
from citekit.works.venues import near_miss

FAMILY = "venues"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")

_LONGEST = 24


def check_entry(entry: Entry, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with an entry."""
    part = entry.venue_field
    if part is None or len(part.text) > _LONGEST or not any(c.isupper() for c in part.text):
        return ()
    text = entry.work.text("container-title") if entry.work else plain(part.text)
    word = without_year(text.strip("() "))
    if len(word) > _LONGEST or " " in word or not word.isupper():
        return ()
    venue = near_miss(word)
    if venue is None:
        return ()
    fix = replaced(part, part.find(word), venue.acronym, f"write {venue.acronym}", safe=False)
    return (
        at_field(
            part, f"there is no venue '{word}'", f"did you mean {venue.acronym} ({venue.name})?", part.find(word), fix
        ),
    )
