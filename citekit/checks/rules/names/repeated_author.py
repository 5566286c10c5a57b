r"""A name stands twice among the authors of an entry.

Why: it was copied twice. Now and then two people do have the same name.

Example:

    @misc{doe2020, author = {Jane Doe and Richard Roe and Jane Doe}, title = {A}, year = 2020}

Use instead:

    @misc{doe2020, author = {Jane Doe and Richard Roe}, title = {A}, year = 2020}
"""

from __future__ import annotations

from collections import Counter

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field
from citekit.checks.reading.entry import Entry
from citekit.checks.reading.written_names import pieces
from citekit.works.identity.fold import fold
from citekit.works.identity.people import family, given_words

SEVERITY = "note"
LANGUAGES = ("bibtex", "csl", "list")

_MANY = 60
_WORD = re.compile(r"[^\W\d_]{2,}")


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    return [found for variable in ("author", "editor") for found in _in_list(entry, variable)]


def _in_list(entry: Entry, variable: str) -> Findings:
    part = entry.get(variable)
    if part is None or (entry.language == "bibtex" and not _is_likely(part.text)):
        return
    names = entry.names(variable)
    seen: set[tuple[str, str]] = set()
    for name in names if len(names) <= _MANY else ():
        given = given_words(name.given)
        if name.is_others or not name.family or not given or (given == given[:1] and len(given[0]) == 1):
            continue
        key = (family(name), "".join(given))
        if key in seen:
            yield at_field(part, f"{name} is among the {variable}s twice", "remove one, if it is one person")
        seen.add(key)


def _is_likely(text: str) -> bool:
    """Whether two names of a list have a word and all letters in common, which costs less to see than to read them."""
    words = [word for word in _WORD.findall(text.lower()) if word != "and"]
    if len(set(words)) == len(words):
        return False
    times = Counter(words)
    twice = {word for word in times if times[word] > 1}
    alike = [name for name, _ in pieces(text) if not twice.isdisjoint(_WORD.findall(name.lower()))]
    names = ["".join(sorted(fold(name))) for name in alike]
    return len(set(names)) < len(names)
