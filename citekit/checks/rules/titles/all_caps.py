r"""A title is in capitals throughout.

Why: it shouts in every style, and nobody can tell acronyms from words.

Example:

    @misc{doe2020, author = {J. Doe}, title = {LAZY QUEUES IN PRACTICE}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {Lazy Queues in Practice}, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field
from citekit.checks.reading.entry import Entry, Field
from citekit.works.identity.fold import plain

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")
FIELDS = ("title", "booktitle", "journal")

_LEAST = 3
_LETTERS = 10


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text
    if not text[:40].isupper() or not text.isupper():
        return ()
    lengths = [sum(map(str.isupper, word)) for word in plain(text).split()]
    long = [length for length in lengths if length > 3]
    if len(long) < _LEAST and not (part.name == "title" and len(long) > 1 and sum(long) >= _LETTERS):
        return ()
    return (at_field(part, f"the {part.name} is in capitals", "write it as its page has it"),)
