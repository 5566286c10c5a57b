r"""An entry has no citation key.

Why: nothing can cite it.

Example:

    @misc{, title = {Lazy Queues}, year = 2020}

Use instead:

    @misc{doe2020, title = {Lazy Queues}, year = 2020}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry
from citekit.checks.finding import at_type

FAMILY = "structure"
SEVERITY = "error"
LANGUAGES = ("bibtex", "csl")


def check_entry(entry: Entry, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with an entry."""
    if entry.key:
        return ()
    return (at_type(entry, f"the {entry.type} has no citation key", "put a key before the first comma"),)
