r"""The title or the authors of a preprint are not those of its record.

Why: the entry was copied by hand, or the paper has got another title or another author since. A work that says where it
was published is left alone, for the printed paper may differ from the preprint, and so are lists of authors that are
cut short.

Example:

    --- [records = "records.jsonl"]
    --- records.jsonl
    {"id": "2403.11421", "title": "Lazy Queues for Everyone", "authors": ["Jane Doe", "Richard Roe", "Paul Poe"], "date": "2024-03-18"}
    --- refs.bib
    @misc{doe2024, author = {Jane Doe and Richard Roe}, title = {Lazy Queues for Everyone}, year = 2024, eprint = {2403.11421}, archiveprefix = {arXiv}}

Use instead:

    --- [records = "records.jsonl"]
    --- records.jsonl
    {"id": "2403.11421", "title": "Lazy Queues for Everyone", "authors": ["Jane Doe", "Richard Roe", "Paul Poe"], "date": "2024-03-18"}
    --- refs.bib
    @misc{doe2024, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, year = 2024, eprint = {2403.11421}, archiveprefix = {arXiv}}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry
from citekit.checks.finding import at_field, short
from citekit.checks.knowledge import Differences
from citekit.checks.record_of import arxiv_ids, work_of
from citekit.checks.venue_names import is_preprint

FAMILY = "records"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")
NEEDS = ("records",)

_SHOWN = 3


def check_entry(entry: Entry, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with an entry."""
    records = context.knowledge.records
    if records is None or not entry.title_key or entry.doi or not is_preprint(entry):
        return ()
    work = work_of(entry)
    for _, arxiv_id in arxiv_ids(entry):
        if records.fit(work, arxiv_id) in ("same", "doubtful"):
            return list(_told(entry, f"arXiv:{arxiv_id}", records.differences(work, arxiv_id)))
    return ()


def _told(entry: Entry, called: str, found: Differences) -> Iterator[Diagnostic]:
    title, author = entry.get("title"), entry.get("author")
    if found.title and title:
        yield at_field(
            title, f"the title of {called} is “{short(found.title)}”", "compare them, and correct the wrong one"
        )
    if author is None or not (found.extra or found.missing):
        return
    lacks = f"also has {_names(found.missing)}" if found.missing else ""
    has = f"does not have {_names(found.extra)}" if found.extra else ""
    piece = author.find(found.extra[0]) if found.extra else author.span
    yield at_field(
        author, f"{called} {' and '.join(filter(None, (lacks, has)))}", "compare them, and correct the authors", piece
    )


def _names(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{', '.join(names[:_SHOWN])}{more}"
