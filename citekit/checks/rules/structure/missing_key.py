r"""An entry has no citation key.

Why: nothing can cite it.

Example:

    @misc{, title = {Lazy Queues}, year = 2020}

Use instead:

    @misc{doe2020, title = {Lazy Queues}, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_type
from citekit.checks.reading.entry import Entry

SEVERITY = "error"
LANGUAGES = ("bibtex", "csl")


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    if entry.key:
        return ()
    return (at_type(entry, f"the {entry.type} has no citation key", "put a key before the first comma"),)
