r"""A name stands twice among the authors of an entry.

Why: it was copied twice. Now and then two people do have the same name.

Example:

    @misc{doe2020, author = {Jane Doe and Richard Roe and Jane Doe}, title = {A}, year = 2020}

Use instead:

    @misc{doe2020, author = {Jane Doe and Richard Roe}, title = {A}, year = 2020}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry
from citekit.checks.finding import at_field
from citekit.checks.fold import family, given_words, is_initial

FAMILY = "names"
SEVERITY = "note"
LANGUAGES = ("bibtex", "csl", "list")

_MANY = 60
_BLANKS = {number: " " for number in range(128) if not chr(number).isalpha()}


def check_entry(entry: Entry, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with an entry."""
    part = entry.get("author")
    if part is None or (entry.language == "bibtex" and not _is_likely(part.text)) or len(entry.authors) > _MANY:
        return ()
    seen = set()
    found = []
    for name in entry.authors:
        given = given_words(name)
        if name.is_others or not name.family or not given or all(map(is_initial, given)):
            continue
        key = (family(name), given)
        if key in seen:
            found.append(at_field(part, f"{name} is among the authors twice", "remove one, if it is one person"))
        seen.add(key)
    return found


def _is_likely(text: str) -> bool:
    """Whether two names of a list have a word and all letters in common, which costs less to see than to read them."""
    parts = text.lower().split(" and ")
    words = [word for word in " ".join(parts).translate(_BLANKS).split() if len(word) > 1]
    if len(parts) == 1 or len(set(words)) == len(words):
        return False
    names = ["".join(sorted(filter(str.isalpha, name))) for name in parts]
    return len(set(names)) < len(names)
