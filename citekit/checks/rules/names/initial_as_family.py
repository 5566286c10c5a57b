r"""The family name of a person is an initial: ``Doe J.`` for J. Doe.

Why: without a comma BibTeX takes the last word for the family name, so the entry is sorted and cited under J. Lists
in medicine and biology write names so; in a bibliography they need a comma. Some people's names do end in a letter,
above all in southern India, so the rule must be asked for.

Example:

    @misc{doe2020, author = {Doe J. A. and Roe R.}, title = {Lazy Queues}, year = 2020}

Use instead:

    @misc{doe2020, author = {Doe, J. A. and Roe, R.}, title = {Lazy Queues}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, at_field, replaced, short
from citekit.checks.reading.entry import Entry, Field
from citekit.checks.reading.written_names import pieces

SEVERITY = "warning"
PROFILE = ""
FIELDS = ("author", "editor", "translator")

_FAMILY = r"(?P<family>(?:(?:van|von|der|den|de|di|da|dos|du|la|le)[ ~]++){0,2}[^\W\d_][^\s,.~{}\\]++)[ ~]++"
_DOTTED = re.compile(rf"{_FAMILY}(?P<given>[A-Z]\.(?:[ ~-]?[A-Z]\.){{0,3}})")
_BARE = re.compile(rf"{_FAMILY}(?P<given>(?:[A-Z][ ~]){{0,2}}[BCDFGHJKLMNPQRSTVWXZA])")
"""Without dots, letters that are family names (E, I, O, U, Y) do not count."""


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    if not _ENDS_IN_INITIAL.search(part.text):
        return ()
    names = [(name.strip(), start + len(name) - len(name.lstrip())) for name, start in pieces(part.text)]
    matches = [(_DOTTED.fullmatch(name) or _BARE.fullmatch(name), start) for name, start in names]
    return [_found(part, match, start) for match, start in matches if match]


def _found(part: Field, match: re.Match[str], start: int) -> Diagnostic:
    span = part.part(start, start + len(match[0]))
    right = f"{match['family']}, {match['given']}"
    fix = replaced(part, span, right, "put a comma behind the family name")
    message = f"'{short(match['given'])}' in '{short(match[0], 40)}' is taken for the family name"
    return at_field(part, message, f"write {right}", span, fix)


_ENDS_IN_INITIAL = re.compile(r"[ ~][A-Z]\.?(?:\s+and\s|\s*$)")
