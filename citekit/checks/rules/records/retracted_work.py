r"""A work is cited that was retracted or withdrawn.

Why: its results do not stand. Withdrawn papers of arXiv are known from ``records``, retractions and expressions of
concern elsewhere from the list that ``retractions`` names, such as the Retraction Watch database as CSV. A work is found
there by its DOI or PubMed number, and by its title and an author where it has neither.

Example:

    --- [retractions = "retractions.csv"]
    --- retractions.csv
    Title,RetractionDate,RetractionDOI,OriginalPaperDOI,RetractionNature
    Lazy Queues for Everyone,3/18/2024 0:00,10.1000/183,10.1000/182,Retraction
    --- refs.bib
    @article{doe2020, author = {Jane Doe}, title = {Lazy Queues for Everyone}, journal = {J. Queues}, year = 2020, doi = {10.1000/182}}

Use instead:

    --- [retractions = "retractions.csv"]
    --- retractions.csv
    Title,RetractionDate,RetractionDOI,OriginalPaperDOI,RetractionNature
    Lazy Queues for Everyone,3/18/2024 0:00,10.1000/183,10.1000/182,Retraction
    --- refs.bib
    @article{roe2021, author = {Richard Roe}, title = {Eager Stacks}, journal = {J. Queues}, year = 2021, doi = {10.1000/184}}
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, at_field, short
from citekit.checks.reading.entry import Entry, Field
from citekit.checks.records.identifiers import arxiv_ids, families, work_of
from citekit.checks.records.knowledge import Records
from citekit.checks.records.retractions import Notice, Retractions

SEVERITY = "error"
LANGUAGES = ("bibtex", "csl", "list")
NEEDS = ("records", "retractions")

_HINT = "cite it as retracted, or not at all"


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    known = context.knowledge
    if known.retractions is not None:
        found = list(_in_list(entry, known.retractions))
        if found:
            return found
    return _withdrawn(entry, known.records) if known.records is not None else ()


def _in_list(entry: Entry, retractions: Retractions) -> Iterator[Diagnostic]:
    found = _notice(entry, retractions)
    if found is None or _is_notice(entry):
        return
    notice, part = found
    when = f" ({notice.date})" if notice.date else ""
    see = f": https://doi.org/{notice.doi}" if notice.doi else ""
    yield at_field(part, f"this work is {notice.state}{when}{see}", f"{_HINT}{_title_differs(entry, notice)}")


def _notice(entry: Entry, retractions: Retractions) -> tuple[Notice, Field] | None:
    """The notice about a work and the field by which it was found; by title and an author where nothing else is there."""
    pmid = entry.work.text("PMID") if entry.work else entry.text("pmid", "pubmedid")
    title = entry.title_key if not entry.doi and not pmid else ""
    for notice, names in (
        (retractions.by_doi.get(entry.doi), ("doi", "url", "title")),
        (retractions.by_pmid.get(pmid), ("pmid", "pubmedid", "title")),
        (retractions.by_title.get(title), ("title",)),
    ):
        part = entry.get(*names)
        if notice and part and (names != ("title",) or notice.families & families(entry.authors)):
            return notice, part
    return None


def _is_notice(entry: Entry) -> bool:
    """Whether an entry says itself that the work is retracted."""
    said = f"{entry.title} {entry.text('note')} {entry.text('pubstate')}".lower()
    return "retract" in said or "withdrawn" in said or "expression of concern" in said


def _title_differs(entry: Entry, notice: Notice) -> str:
    other = notice.title and entry.title_key and notice.title[:40] != entry.title_key[:40]
    return "; the list has another title for this identifier, so check that too" if other else ""


def _withdrawn(entry: Entry, records: Records) -> Iterator[Diagnostic]:
    if _is_notice(entry):
        return
    for part, arxiv_id in arxiv_ids(entry):
        record = records.of_id(arxiv_id)
        if record and record.withdrawn and records.fit(work_of(entry), arxiv_id) == "same":
            said = f": “{short(record.comment, 90)}”" if record.comment else ""
            yield at_field(part, f"arXiv:{arxiv_id} was withdrawn{said}", "check whether it should be cited")
