r"""A preprint is cited whose record says where it was published.

Why: readers should find the version that was reviewed. The record is found by the identifier, or by title and authors;
a work with the same title by other people does not count.

Example:

    --- [records = "records.jsonl"]
    --- records.jsonl
    {"id": "2403.11421", "title": "Lazy Queues for Everyone", "authors": ["Jane Doe", "Richard Roe"], "date": "2024-03-18", "doi": "10.1000/182", "journal-ref": "J. Queues 7 (2025) 1-9"}
    --- refs.bib
    @misc{doe2024, author = {Jane Doe and Richard Roe}, title = {Lazy Queues for Everyone}, year = 2024, eprint = {2403.11421}, archiveprefix = {arXiv}}

Use instead:

    --- [records = "records.jsonl"]
    --- records.jsonl
    {"id": "2403.11421", "title": "Lazy Queues for Everyone", "authors": ["Jane Doe", "Richard Roe"], "date": "2024-03-18", "doi": "10.1000/182", "journal-ref": "J. Queues 7 (2025) 1-9"}
    --- refs.bib
    @article{doe2024, author = {Jane Doe and Richard Roe}, title = {Lazy Queues for Everyone}, journal = {Journal of Queues}, volume = 7, pages = {1--9}, year = 2025, doi = {10.1000/182}, eprint = {2403.11421}, archiveprefix = {arXiv}}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.comparing.venue_and_status import status
from citekit.checks.context import Context
from citekit.checks.finding import Findings, Fix, at_field, at_key, short, with_field
from citekit.checks.reading.entry import Entry
from citekit.checks.records.identifiers import arxiv_ids, shares_author, work_of
from citekit.checks.records.knowledge import Record, Records
from citekit.works.ids import normal_doi
from citekit.works.venues import find

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")
NEEDS = ("records",)

_TYPES = frozenset({"phdthesis", "mastersthesis", "thesis", "book", "techreport", "report", "software", "dataset"})
_NOT_YET = re.compile(
    r"\b(?:submitted|to appear|in preparation|under review|in revision|not published|withdrawn|retracted|thesis|arxiv)\b",
    re.IGNORECASE,
)
_ACCEPTED = re.compile(
    r"\b(?i:(?:published|appeared|accepted|to appear)(?: as an? [\w ]{3,30}?)? "
    r"(?:at|in|by|to|for publication (?:at|in|by)))\s(?P<venue>(?:the )?[A-Z][^.;()]{2,80})"
)
_SAYS_WHERE = re.compile(r"\b(?:published|appeared|accepted|presented|proceedings|version of)\b", re.IGNORECASE)
_NAMED = re.compile(
    r"(?:In |In Proceedings of |Proceedings of )?(?P<name>[A-Z][A-Za-z-]{2,12}),?[ -]?(?:'\d\d|20[0-3]\d)(?=$|[\s,;.(])"
)
_LESSER = re.compile(r"workshop|symposium on|poster|demo|under review|submitted", re.IGNORECASE)


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    records = context.knowledge.records
    if records is None or entry.doi or entry.type in _TYPES or not entry.title_key:
        return ()
    if (
        not entry.described.is_preprint
        or status(entry)
        or _SAYS_WHERE.search(entry.text("note", "howpublished", "addendum"))
    ):
        return ()
    record = _record(entry, records)
    where = _published(record) if record else ""
    if record is None or not where:
        return ()
    message = f"this preprint has been published: {short(where, 90)}"
    part = entry.get("title")
    hint = (
        "cite the published version" if entry.arxiv == record.id else f"see arXiv:{record.id}; cite the published one"
    )
    fix = _fix(entry, record)
    return (at_field(part, message, hint, fix=fix),) if part else (at_key(entry, message, hint, fix),)


def _record(entry: Entry, records: Records) -> Record | None:
    """The record of the entry, which must agree with it in title and in an author."""
    work = work_of(entry)
    named = [arxiv_id for _, arxiv_id in arxiv_ids(entry)]
    for arxiv_id in named:
        if records.fit(work, arxiv_id) == "same":
            found = records.of_id(arxiv_id)
            return found if found and shares_author(entry, found) else None
    found = None if named else records.of_work(work)
    return found if found and shares_author(entry, found) else None


def _published(record: Record) -> str:
    """Where a record says that its paper appeared, or the empty string."""
    if record.withdrawn:
        return ""
    if record.journal and not _NOT_YET.search(record.journal):
        return record.journal
    if _doi(record):
        return f"doi:{_doi(record)}"
    if _LESSER.search(record.comment):
        return ""
    said = _ACCEPTED.search(record.comment)
    return said["venue"] if said else _venue(record.comment)


def _venue(comment: str) -> str:
    """A comment that is the name of a known conference and its year, or begins so: ``CVPR 2020 (oral)``."""
    match = _NAMED.match(comment)
    known = find(match["name"]) if match else None
    return match[0].strip(" ,;.(") if match and known and known.kind in ("conference", "journal") else ""


def _doi(record: Record) -> str:
    found = normal_doi(record.doi)
    return "" if found.startswith("10.48550/") else found


def _fix(entry: Entry, record: Record) -> Fix | None:
    doi = _doi(record)
    return with_field(entry, "doi", doi, "add the DOI of the published version") if doi else None
