r"""A name is in capitals: ``JANE DOE``, ``Jane MOORE``.

Why: styles print it as it is. A family name alone in capitals, as some countries write it, counts as well; bodies stand
in braces and do not.

Example:

    @misc{doe2020, author = {JANE DOE and Richard Roe}, title = {Lazy Queues}, year = 2020}

Use instead:

    @misc{doe2020, author = {Jane Doe and Richard Roe}, title = {Lazy Queues}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, replaced, short, together
from citekit.checks.reading.entry import Entry, Field
from citekit.checks.reading.written_names import pieces
from citekit.works.bibtex_names import parse_names

SEVERITY = "note"
FIELDS = ("author", "editor", "translator")

_LEAST, _LEAST_OF_ALL = 4, 3
_IN_CAPITALS = re.compile(r"[A-Z\u00c0-\u00de]{3}")


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    if not _IN_CAPITALS.search(part.text):
        return ()
    found = []
    for written, start in pieces(part.text):
        name = written.strip()
        if "{" in name or "\\" in name or not _IN_CAPITALS.search(name) or not _is_odd(name):
            continue
        at = start + written.index(name)
        span = part.part(at, at + len(name))
        better = " ".join(_capitalised(word) for word in name.split(" "))
        fix = replaced(part, span, better, "write capitals at the beginning only")
        found.append(at_field(part, f"the name '{short(name, 40)}' is in capitals", f"write {better}", span, fix))
    return together(found)


def _is_odd(written: str) -> bool:
    """Whether the family name is in capitals and no acronym: there is a given name, and it has letters enough."""
    parsed = parse_names(written)
    if len(parsed) != 1 or not parsed[0].given or parsed[0].is_others:
        return False
    family = parsed[0].family.replace("-", "").replace("'", "")
    least = _LEAST_OF_ALL if len(parsed[0].given) > 1 and written.isupper() else _LEAST
    return family.isalpha() and family.isupper() and len(family) >= least


def _capitalised(word: str) -> str:
    """A word with a capital at its beginning and behind hyphens; other words, and initials, stay as they are."""
    if len(word.strip(".,")) < 2 or not word.isupper():
        return word
    return "-".join(piece.capitalize() for piece in word.split("-"))
