r"""A key does not follow the pattern that the project wants.

Why: keys that are made alike are found without looking.

The option ``pattern`` is a regular expression of Python that the whole key must match.

Example:

    @misc{queues, author = {Jane Doe}, title = {Lazy Queues}, year = 2020}

Use instead:

    @misc{doe2020, author = {Jane Doe}, title = {Lazy Queues}, year = 2020}
"""

from __future__ import annotations

from functools import cache

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_key
from citekit.checks.reading.entry import Entry
from citekit.errors import UsageError

SEVERITY = "warning"
PROFILE = ""
LANGUAGES = ("bibtex", "csl")
OPTIONS = {"pattern": (r"[a-z][a-z-]*\d{4}[a-z]*", "The regular expression that keys must match.")}


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    pattern = context.options["pattern"]
    if not entry.key or _compiled(pattern).fullmatch(entry.key[:300]):
        return ()
    return (at_key(entry, f"the key '{entry.key}' is not as keys are here", f"keys match {pattern}"),)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise UsageError(f"rules.key-pattern: {pattern!r} is no regular expression: {error}", "correct it") from None
