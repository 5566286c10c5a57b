"""Entries against what others know of the works: records of arXiv, retractions, links."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from citekit.lint.cross_document import status
from citekit.lint.finding import Finding, Findings, about, at_field, at_key, short, with_field
from citekit.lint.loading.bibliography import CheckedEntry, CheckedField
from citekit.lint.loading.project import Project
from citekit.lint.records.external_data import Notice, PaperIndex, Retractions
from citekit.lint.records.service_results import arxiv_ids, families, says_arxiv, shares_author, work_of
from citekit.lint.rule import Context, rule
from citekit.model.arxiv_paper import ArxivPaper, PaperDifferences
from citekit.model.ids import normal_doi
from citekit.model.venues import find
from citekit.runtime import patterns as re

_ADDRESS = re.compile(r"https?://[^\s{}\\<>\"]+", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([%&_#~$])")


@rule("project", "warning", needs="online")
def dead_link(project: Project, context: Context) -> Findings:
    """The address or the DOI of an entry leads nowhere."""
    ask = context.knowledge.dead_links
    if ask is None:
        return
    places = [
        (entry, part, address)
        for bibliography in project.checked_bibliographies
        for entry in bibliography.entries
        for part in entry.fields
        if (address := _address(part))
    ]
    dead = ask(address for _, _, address in places)
    for entry, part, address in places:
        if address in dead:
            message, hint = f"{address} leads nowhere: {dead[address]}", "find where it has moved, or an archived copy"
            yield about(entry, at_field(part, message, hint))


def _address(part: CheckedField) -> str:
    """Return the web address of a field, or the empty string."""
    if part.name == "doi":
        doi = normal_doi(part.text.replace("\\", ""))
        return f"https://doi.org/{doi}" if doi else ""
    if part.name not in ("url", "howpublished", "pdf"):
        return ""
    match = _ADDRESS.search(_ESCAPED.sub(r"\1", part.text[:2000]))
    return match[0].rstrip(".,;)") if match else ""


@rule("entry", "error", languages="bibtex csl list", needs="records", of="catalogue-identifier")
def identifier_of_other_work(entry: CheckedEntry, context: Context) -> Findings:
    """An arXiv identifier or DOI of an entry belongs to another work."""
    records = context.knowledge.records
    if records is None or not entry.title_key or not (entry.arxiv or entry.doi):
        return
    work = work_of(entry)
    for part, arxiv_id in arxiv_ids(entry):
        fit = records.fit(work, arxiv_id)
        record = records.of_id(arxiv_id)
        if fit == "other" and record:
            message = f"arXiv:{arxiv_id} is another work: “{short(record.title)}”"
            yield _of_other_work(entry, part, message, records)
        elif fit == "absent":
            yield _of_other_work(entry, part, f"arXiv has no paper {arxiv_id}", records)
    doi = entry.get("doi", "url") if entry.doi else None
    named = records.of_doi(entry.doi) if doi else []
    if doi and named and all(records.fit(work.with_variables(DOI=""), record.id) == "other" for record in named):
        yield at_field(doi, f"the DOI is that of another work: “{short(named[0].title)}”", "correct it, or remove it")


def _of_other_work(entry: CheckedEntry, part: CheckedField, message: str, records: PaperIndex) -> Finding:
    right = records.of_work(work_of(entry))
    hint = f"the entry fits arXiv:{right.id}, “{short(right.title)}”" if right else "correct it, or remove it"
    return at_field(part, message, hint)


_SHOWN = 3  # names of a list in a message; the rest is counted
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


@rule("entry", "warning", languages="bibtex csl list", needs="records", of="catalogue-differs")
def metadata_differs(entry: CheckedEntry, context: Context) -> Findings:
    """The title or the authors of a preprint, or the year of a printed paper, are not those of its record."""
    records = context.knowledge.records
    if records is None or not entry.title_key:
        return
    part = entry.year_field
    if (
        entry.doi and part and entry.year is not None
    ):  # of a printed paper its reference has numbers, one may be its year
        for record in records.of_doi(entry.doi):
            years = [int(year) for year in _YEAR.findall(record.journal)]
            if years and all(abs(year - entry.year) > 1 for year in years):
                message = f"its record has another year: {short(record.journal)}"
                yield at_field(part, message, "compare it with the printed paper")
    if entry.doi or not entry.described.is_preprint:
        return
    work = work_of(entry)
    fitting = (one for _, one in arxiv_ids(entry) if records.fit(work, one) in ("same", "doubtful"))
    for arxiv_id in islice(fitting, 1):
        yield from _told(entry, f"arXiv:{arxiv_id}", records.differences(work, arxiv_id))


def _told(entry: CheckedEntry, called: str, found: PaperDifferences) -> Iterator[Finding]:
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


@rule("entry", "error", languages="bibtex csl list", needs="records retractions", of="catalogue-retracted")
def retracted_work(entry: CheckedEntry, context: Context) -> Findings:
    """A work is cited that was retracted or withdrawn."""
    known = context.knowledge
    found = list(_in_list(entry, known.retractions)) if known.retractions is not None else []
    yield from found
    records = known.records
    for part, arxiv_id in () if found or records is None or _is_notice(entry) else arxiv_ids(entry):
        record = records.of_id(arxiv_id) if records else None
        if records and record and record.withdrawn and records.fit(work_of(entry), arxiv_id) == "same":
            reason = f": “{short(record.comment, 90)}”" if record.comment else ""
            yield at_field(part, f"arXiv:{arxiv_id} was withdrawn{reason}", "check whether it should be cited")


def _in_list(entry: CheckedEntry, retractions: Retractions) -> Iterator[Finding]:
    found = _notice(entry, retractions)
    if found is None or _is_notice(entry):
        return
    notice, part = found
    when = f" ({notice.date})" if notice.date else ""
    see = f": https://doi.org/{notice.doi}" if notice.doi else ""
    hint = "cite it as retracted, or not at all"
    if notice.title and entry.title_key and notice.title[:40] != entry.title_key[:40]:
        hint += "; the list has another title for this identifier, so check that too"
    yield at_field(part, f"this work is {notice.state}{when}{see}", hint)


def _notice(entry: CheckedEntry, retractions: Retractions) -> tuple[Notice, CheckedField] | None:
    """Return the notice about a work and the field by which it was found; by title and author if it has no identifier."""
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


def _is_notice(entry: CheckedEntry) -> bool:
    """Whether an entry states itself that the work is retracted."""
    text = f"{entry.title} {entry.text('note')} {entry.text('pubstate')}".lower()
    return "retract" in text or "withdrawn" in text or "expression of concern" in text


_NOTICE = re.compile(
    r"[\s{\[(*]*+(?P<word>retracted(?:\s(?:article|paper|chapter))?|(?-i:WITHDRAWN)|expression of concern)[\])}*]*\s*(?::|\]|\)|—|-\s)"
    r"|.{0,600}[\[(](?P<behind>retracted(?:\s(?:article|paper|chapter))?)[\])]",
    re.IGNORECASE | re.DOTALL,
)


@rule("field", "warning", languages="bibtex csl", fields="title", ordinary=False, of="catalogue-retracted")
def retraction_notice(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """A title states that the work was retracted, withdrawn, or is under an expression of concern."""
    match = _NOTICE.match(part.text) if "note" not in entry or "etract" not in entry.text("note") else None
    if match is None:
        return None
    word = (match["word"] or match["behind"]).lower()
    return at_field(part, f"the title states that the work is {word}", "cite another work, or mention it in note")


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


@rule("entry", "warning", languages="bibtex csl list", needs="records", of="catalogue-published")
def superseded_preprint(entry: CheckedEntry, context: Context) -> Finding | None:
    """A preprint is cited whose record states where it was published."""
    records = context.knowledge.records
    if records is None or entry.doi or entry.type in _TYPES or not entry.title_key:
        return None
    if (
        not entry.described.is_preprint
        or status(entry)
        or _SAYS_WHERE.search(entry.text("note", "howpublished", "addendum"))
    ):
        return None
    record = _record(entry, records)
    where = _published(record) if record else ""
    if record is None or not where:
        return None
    message = f"this preprint has been published: {short(where, 90)}"
    part = entry.get("title")
    hint = (
        "cite the published version" if entry.arxiv == record.id else f"see arXiv:{record.id}; cite the published one"
    )
    doi = _doi(record)
    fix = with_field(entry, "doi", doi, "add the DOI of the published version") if doi else None
    return at_field(part, message, hint, fix=fix) if part else at_key(entry, message, hint, fix)


def _record(entry: CheckedEntry, records: PaperIndex) -> ArxivPaper | None:
    """Return the record of the entry, which must agree with it in title and in an author."""
    work = work_of(entry)
    named = [arxiv_id for _, arxiv_id in arxiv_ids(entry)]
    for arxiv_id in named:
        if records.fit(work, arxiv_id) == "same":
            found = records.of_id(arxiv_id)
            return found if found and shares_author(entry, found) else None
    found = None if named else records.of_work(work)
    return found if found and shares_author(entry, found) else None


def _published(record: ArxivPaper) -> str:
    """Return where the paper of a record appeared, or the empty string."""
    if record.withdrawn:
        return ""
    if record.journal and not _NOT_YET.search(record.journal):
        return record.journal
    if _doi(record):
        return f"doi:{_doi(record)}"
    if _LESSER.search(record.comment):
        return ""
    accepted = _ACCEPTED.search(record.comment)
    if accepted:
        return accepted["venue"]
    # a comment may be the name of a known conference and its year, or begin so: "CVPR 2020 (oral)"
    match = _NAMED.match(record.comment)
    known = find(match["name"]) if match else None
    return match[0].strip(" ,;.(") if match and known and known.kind in ("conference", "journal") else ""


def _doi(record: ArxivPaper) -> str:
    found = normal_doi(record.doi)
    return "" if found.startswith("10.48550/") else found


@rule(
    "entry",
    "warning",
    profile="",
    languages="bibtex csl list",
    options={"all-entries": (False, "Also look up works that do not mention arXiv.")},
    needs="records",
    of="catalogue-unknown",
)
def work_not_found(entry: CheckedEntry, context: Context) -> Finding | None:
    """No record has this title and these authors."""
    records = context.knowledge.records
    part = entry.get("title")
    if records is None or part is None or not entry.title_key:
        return None
    if not (context.options["all-entries"] or says_arxiv(entry)):
        return None
    work = work_of(entry)
    if any(records.fit(work, arxiv_id) not in ("unknown", "absent") for _, arxiv_id in arxiv_ids(entry)):
        return None  # there is a record, and other rules state whether it fits
    if records.of_work(work):
        return None
    return at_field(part, "no record has this title and these authors", "look the work up, and check that it exists")
