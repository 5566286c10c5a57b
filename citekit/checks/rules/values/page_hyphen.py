r"""A range of pages is written with one hyphen, or with blanks or a typographic dash.

Why: LaTeX prints one hyphen as a hyphen; two become the dash of a range. ``--fix`` puts two hyphens, and so does
``citekit tidy --pages``. Some styles do so themselves, others print what stands there. BibLaTeX reads either, so nothing
is said of bibliographies for it.

Example:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, pages = {1-46}, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, pages = {1--46}, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, rewritten, short
from citekit.checks.reading.entry import Entry, Field
from citekit.formats.bibtex.values import two_hyphens

SEVERITY = "note"
PROFILE = "submission"
FIELDS = ("pages",)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text.strip()
    if (
        not text
        or context.dialect_of(entry) == "biblatex"
        or (text.isascii() and "--" in text and " -" not in text and "- " not in text and "---" not in text)
        or text.isdigit()
    ):
        return ()
    better = two_hyphens(part.text)
    if better == part.text:
        return ()
    return (
        at_field(
            part,
            f"the range '{short(text)}' is not written with two hyphens",
            f"write {better.strip()}",
            fix=rewritten(part, better, "write two hyphens", safe=" -" not in text and "- " not in text),
        ),
    )
