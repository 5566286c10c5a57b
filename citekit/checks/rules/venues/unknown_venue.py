r"""A journal or conference that citekit's table does not know.

Why: it may be misspelt. The table is far from complete, so the rule must be asked for.

Example:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {Zournal of Qeueus}, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {Nature}, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, short
from citekit.checks.reading.entry import Entry, Field
from citekit.works.identity.fold import plain
from citekit.works.venues import find

SEVERITY = "note"
PROFILE = ""
LANGUAGES = ("bibtex", "csl")
FIELDS = ("journal", "journaltitle", "booktitle")


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    text = " ".join(plain(part.text).split())
    if not text or find(text) or entry.type in ("incollection", "inbook", "book"):
        return ()
    return (at_field(part, f"'{short(text)}' is not among the known venues", "check how it is spelt"),)
