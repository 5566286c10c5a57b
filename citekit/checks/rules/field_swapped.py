r"""A value stands in the wrong field: a DOI among the pages, an address as a title, a year as a volume.

Why: it is printed where nobody expects it, and is missing where it belongs.

Example:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, pages = {10.1000/182}, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, doi = {10.1000/182}, year = 2020}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field, short

FAMILY = "values"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("eprint", "pages", "number", "year", "journal", "publisher", "author", "volume", "edition")

_ARXIV = ("", "arxiv")
_ADDRESS = re.compile(r"\s*(?:\\url\{)?(?:https?://|www\.)\S+\s*")
_DOI = re.compile(r"\s*(?:doi:?\s*)?10\.\d{4,9}/\S+\s*", re.IGNORECASE)
_PAGES = re.compile(r"\s*(?:pp?\.\s?)\d+\s?-{1,2}\s?\d+\s*")


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text
    if len(text) < 4 or len(text) > 2000 or (part.name == "eprint" and not _is_printed(entry, context)):
        return ()
    what, where = "", ""
    if (
        ("://" in text or "www." in text)
        and _ADDRESS.fullmatch(text)
        and not (part.name == "publisher" and "url" in entry)
    ):
        what, where = "an address", "url"
    elif "10." in text and _DOI.fullmatch(text):
        what, where = "a DOI", "doi"
    elif part.name in ("volume", "number", "edition") and _PAGES.fullmatch(text):
        what, where = "a range of pages", "pages"
    if not what:
        return ()
    hint = "write the identifier alone" if "arxiv.org/" in text else f"put it into {where}"
    return (at_field(part, f"{part.name} holds {what}: {short(text)}", hint),)


def _is_printed(entry: Entry, context: Context) -> bool:
    """Whether styles print ``eprint`` as an identifier: those of BibLaTeX do, BibTeX's pass over publishers' addresses."""
    return context.dialect_of(entry) == "biblatex" and entry.text("eprinttype").lower() in _ARXIV
