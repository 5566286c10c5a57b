r"""Of keys that differ in their last letter, one is missing: there are ``doe2020a`` and ``doe2020c``.

Why: an entry was removed or never put in.

Example:

    @misc{doe2020a, author = {J. Doe}, title = {A}, year = 2020}
    @misc{doe2020c, author = {J. Doe}, title = {C}, year = 2020}

Use instead:

    @misc{doe2020a, author = {J. Doe}, title = {A}, year = 2020}
    @misc{doe2020b, author = {J. Doe}, title = {C}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_key
from citekit.checks.reading.bibliography import Bibliography
from citekit.checks.reading.entry import Entry

SEVERITY = "note"
PROFILE = "strict"
LANGUAGES = ("bibtex", "csl")

_SUFFIXED = re.compile(r"(.*\d{4})([a-z])")


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    groups: dict[str, dict[str, Entry]] = {}
    for entry in bibliography.entries:
        match = _SUFFIXED.fullmatch(entry.key)
        if match:
            groups.setdefault(match[1], {})[match[2]] = entry
    for stem, members in groups.items():
        for letter, entry in sorted(members.items())[1:]:
            before = chr(ord(letter) - 1)
            if before not in members:
                yield at_key(
                    entry,
                    f"there is no '{stem}{before}' before '{entry.key}'",
                    "rename the keys, or add what is missing",
                )
