r"""A key has characters that LaTeX, Pandoc or Typst cannot read in a citation.

Why: ``\cite{a#b}`` is an error in LaTeX, and other languages end the key early.

Example:

    @misc{doe%2020, author = {J. Doe}, title = {A}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_key
from citekit.checks.reading.entry import Entry

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")

_BAD = re.compile(r"[\s\\{}#%~,\"$^;()\[\]|`@’“”]")


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    bad = _BAD.search(entry.key)
    if bad is None:
        return ()
    sign = "a blank" if bad[0].isspace() else f"'{bad[0]}'"
    return (
        at_key(
            entry,
            f"the key '{entry.key}' has {sign} in it, which citations cannot have",
            "use letters, digits and - _ : . + /",
        ),
    )
