r"""The title or the authors of a preprint, or the year of a printed paper, are not those of its record.

Why: the entry was copied by hand, or the paper has got another title or another author since. Of a work that says where
it was published only the year is compared, by its DOI, for the printed paper may differ from the preprint. Lists of
authors that are cut short are left alone.

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

from collections.abc import Iterator

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, at_field, short
from citekit.checks.reading.entry import Entry
from citekit.checks.records.identifiers import arxiv_ids, work_of
from citekit.checks.records.knowledge import Differences, Records

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")
NEEDS = ("records",)

_SHOWN = 3
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    records = context.knowledge.records
    if records is None or not entry.title_key:
        return ()
    if entry.doi:
        return _printed(entry, records)
    if not entry.described.is_preprint:
        return ()
    work = work_of(entry)
    for _, arxiv_id in arxiv_ids(entry):
        if records.fit(work, arxiv_id) in ("same", "doubtful"):
            return list(_told(entry, f"arXiv:{arxiv_id}", records.differences(work, arxiv_id)))
    return ()


def _printed(entry: Entry, records: Records) -> Findings:
    """The year of a printed paper against the reference that its record has: far from every number that may be a year."""
    part = entry.year_field
    if part is None or entry.year is None:
        return
    for record in records.of_doi(entry.doi):
        years = [int(year) for year in _YEAR.findall(record.journal)]
        if years and all(abs(year - entry.year) > 1 for year in years):
            message = f"its record has another year: {short(record.journal)}"
            yield at_field(part, message, "compare it with the printed paper")


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
