r"""No record has this title and these authors.

Why: a reference that nobody else knows may be invented, as language models do, or be misspelt beyond recognition. An
index of arXiv knows papers of arXiv only, so most works are not in it; the rule must be asked for, and looks only at
entries that say they are on arXiv unless the option ``all-entries`` is set.

Example:

    --- [records = "records.jsonl"]
    --- records.jsonl
    {"id": "2403.11421", "title": "Lazy Queues for Everyone", "authors": ["Jane Doe", "Richard Roe"], "date": "2024-03-18"}
    --- refs.bib
    @article{poe2024, author = {Paul Poe and Mary Moe}, title = {Patient Heaps of Sand}, year = 2024, journal = {arXiv preprint}}

Use instead:

    --- [records = "records.jsonl"]
    --- records.jsonl
    {"id": "2403.11421", "title": "Lazy Queues for Everyone", "authors": ["Jane Doe", "Richard Roe"], "date": "2024-03-18"}
    --- refs.bib
    @article{doe2024, author = {Jane Doe and Richard Roe}, title = {Lazy Queues for Everyone}, year = 2024, journal = {arXiv preprint}}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field
from citekit.checks.reading.entry import Entry
from citekit.checks.records.identifiers import arxiv_ids, says_arxiv, work_of

SEVERITY = "warning"
PROFILE = ""
LANGUAGES = ("bibtex", "csl", "list")
NEEDS = ("records",)
OPTIONS = {"all-entries": (False, "Look for works too that do not say that they are on arXiv.")}


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    records = context.knowledge.records
    part = entry.get("title")
    if records is None or part is None or not entry.title_key:
        return ()
    if not (context.options["all-entries"] or says_arxiv(entry)):
        return ()
    work = work_of(entry)
    if any(records.fit(work, arxiv_id) not in ("unknown", "absent") for _, arxiv_id in arxiv_ids(entry)):
        return ()  # there is a record, and other rules say whether it fits
    if records.of_work(work):
        return ()
    return (at_field(part, "no record has this title and these authors", "look the work up, and check that it exists"),)
