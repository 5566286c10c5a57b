r"""An arXiv identifier or DOI of an entry belongs to another work.

Why: it was copied from a neighbour or mistyped, and leads readers astray. Titles, authors and years are compared with
the record as ``citekit enrich`` compares them; a work that changed its title is still itself.

Example:

    --- [records = "records.jsonl"]
    --- records.jsonl
    {"id": "2403.11421", "title": "Lazy Queues for Everyone", "authors": ["Jane Doe", "Richard Roe"], "date": "2024-03-18"}
    --- refs.bib
    @misc{poe2024, author = {Paul Poe and Mary Moe}, title = {Patient Heaps of Sand}, year = 2024, eprint = {2403.11421}, archiveprefix = {arXiv}}

Use instead:

    --- [records = "records.jsonl"]
    --- records.jsonl
    {"id": "2403.11421", "title": "Lazy Queues for Everyone", "authors": ["Jane Doe", "Richard Roe"], "date": "2024-03-18"}
    --- refs.bib
    @misc{doe2024, author = {Jane Doe and Richard Roe}, title = {Lazy Queues for Everyone}, year = 2024, eprint = {2403.11421}, archiveprefix = {arXiv}}
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, at_field, short
from citekit.checks.reading.entry import Entry, Field
from citekit.checks.records.identifiers import arxiv_ids, work_of
from citekit.checks.records.knowledge import Records

SEVERITY = "error"
LANGUAGES = ("bibtex", "csl", "list")
NEEDS = ("records",)


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    records = context.knowledge.records
    if records is None or not entry.title_key or not (entry.arxiv or entry.doi):
        return ()
    return [*_by_arxiv(entry, records), *_by_doi(entry, records)]


def _by_arxiv(entry: Entry, records: Records) -> Iterator[Diagnostic]:
    work = work_of(entry)
    for part, arxiv_id in arxiv_ids(entry):
        fit = records.fit(work, arxiv_id)
        record = records.of_id(arxiv_id)
        if fit == "other" and record:
            message = f"arXiv:{arxiv_id} is another work: “{short(record.title)}”"
            yield _found(entry, part, message, records)
        elif fit == "absent":
            yield _found(entry, part, f"arXiv has no paper {arxiv_id}", records)


def _by_doi(entry: Entry, records: Records) -> Iterator[Diagnostic]:
    part = entry.get("doi", "url")
    if not entry.doi or part is None:
        return
    work = work_of(entry)
    named = records.of_doi(entry.doi)
    fits = [records.fit(work.with_variables(DOI=""), record.id) for record in named]
    if fits and all(fit == "other" for fit in fits):
        yield at_field(part, f"the DOI is that of another work: “{short(named[0].title)}”", "correct it, or remove it")


def _found(entry: Entry, part: Field, message: str, records: Records) -> Diagnostic:
    right = records.of_work(work_of(entry))
    hint = f"the entry fits arXiv:{right.id}, “{short(right.title)}”" if right else "correct it, or remove it"
    return at_field(part, message, hint)
