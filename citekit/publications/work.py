"""From a record to a work in CSL's variables, with the trace of where each was read."""

from __future__ import annotations

from collections.abc import Mapping

from citekit import patterns as re
from citekit.publications.namelist import NameRun, as_name
from citekit.publications.people import author_names
from citekit.publications.phrases import flat
from citekit.publications.placement import add_note, place_venue
from citekit.publications.record import Record
from citekit.publications.tracing import make_trace
from citekit.publications.work_type import type_of
from citekit.span import Source
from citekit.works.date import Date
from citekit.works.ids import arxiv_date, identifier_of_url
from citekit.works.name import OTHERS, Name
from citekit.works.trace import Trace
from citekit.works.work import Value, Work

LINK_FIELDS = frozenset("pdf code dataset slides video poster website supp media model".split())
_DASHES = re.compile(r"(?:(?<!\s)\s++)?\u00ad?(?:[–—‐−‑]++|-{1,3})\s*+|(?<=\d)[?_Ð\s](?=\d)")
"""Dashes, and what stands for them between two numbers."""


def make_work(
    record: Record, source: Source, legend: Mapping[str, str], owner: Name | None, expand_venues: bool = True
) -> tuple[Work, Trace]:
    """The work that a record says, and its trace.

    ``expand_venues`` puts the full name of a venue before its printed short form; a single reference is transcribed
    as it is printed.
    """
    variables: dict[str, Value] = {}
    fields: dict[str, str] = {}
    if record.title:
        variables["title"] = record.title.value
    names = author_names(record, legend, owner)
    if names:
        variables["editor" if record.authors is not None and record.authors.editors else "author"] = names
    if record.editors:
        variables.setdefault("editor", _people(record.editors))
    for name, found in record.extent.items():
        variables[name] = found.value
    _identifiers(record, variables, fields)
    kind = type_of(record, fields)
    place_venue(record, kind, variables, fields, expand_venues)
    _date(record, variables, fields)
    _locator(record, kind, variables)
    _notes(record, variables)
    heading = record.item.section.headings[-1] if record.item.section.headings else None
    if heading is not None and heading.text and not heading.year:
        variables["keyword"] = flat(heading.text)
    work = Work(type=kind, variables=variables, fields=fields)
    return work, make_trace(record, work, source)


def _people(run: NameRun) -> tuple[Name, ...]:
    names = [as_name(name) for name in run.names]
    if run.others:
        names.append(OTHERS)
    return tuple(names)


def _identifiers(record: Record, variables: dict[str, Value], fields: dict[str, str]) -> None:
    for name, found in record.links:
        value = found.value
        if name in ("arxiv", "doi", "isbn", "issn", "pmid", "pmcid", "primaryclass"):
            _identifier(name, value, variables, fields)
            continue
        if name in ("orcid", "bibtex", "abstract", "review"):
            continue
        if name in ("hal", "ssrn", "openreview", "acl", "patent"):
            fields.setdefault(name if name != "patent" else "number", value)
            continue
        if (
            "rxiv.org/10." in value.replace("/content", "")
            and record.venue
            and "rxiv" not in record.venue.value.lower()
        ):
            fields.setdefault("preprint", value)  # its DOI is not that of the article
            continue
        identifier = identifier_of_url(value)
        if identifier is not None:
            _identifier(identifier.kind, identifier.value, variables, fields)
            if identifier.kind in ("arxiv", "doi"):
                continue
        if name in LINK_FIELDS:
            fields.setdefault(name, value)
        elif value.startswith(("http://", "https://", "www.", "//")) or value.lower().endswith((".pdf", ".html")):
            if name in ("url", "title-link", "preprint"):
                variables.setdefault("URL", value)
            else:
                fields.setdefault(name, value)


def _identifier(kind: str, value: str, variables: dict[str, Value], fields: dict[str, str]) -> None:
    if kind == "arxiv":
        if "eprint" not in fields:
            fields["eprint"] = value
            fields["archiveprefix"] = "arXiv"
    elif kind == "primaryclass":
        fields.setdefault("primaryclass", value)
    elif kind == "doi":
        variables.setdefault("DOI", value)
    elif kind in ("isbn", "issn", "pmid", "pmcid"):
        variables.setdefault(kind.upper(), value)


def _date(record: Record, variables: dict[str, Value], fields: dict[str, str]) -> None:
    month = int(record.month) if record.month else 0
    year = int(record.year.value) if record.year else 0
    if not year:
        heading = record.item.section.latest("year")
        year = heading if isinstance(heading, int) else 0
    if (
        not year
        and not record.transcribed  # a single reference gets no year that it does not print
        and fields.get("eprint")
        and (record.venue is None or not record.item.section.latest("venue"))
    ):
        given = arxiv_date(fields["eprint"])
        year = given.year or 0 if given else 0
    if year:
        variables["issued"] = Date.of(year, month)


def _locator(record: Record, kind: str, variables: dict[str, Value]) -> None:
    in_series = kind == "book" and "collection-title" in variables and "page" not in record.locator
    for place in ("volume", "issue", "page", "number", "genre"):
        found = record.locator.get(place)
        name = "collection-number" if in_series and place == "volume" else place
        if found:
            value = _DASHES.sub("-" if name != "page" else "–", found.value)
            variables[name] = value.replace("–", "-") if name == "page" else value
    if kind not in ("article-journal", "article-magazine", "article-newspaper") and "issue" in variables:
        free = "collection-number" if kind in ("paper-conference", "chapter", "book") else "number"
        if free not in variables:
            variables[free] = variables.pop("issue")  # issues are of periodicals; others are numbered


def _notes(record: Record, variables: dict[str, Value]) -> None:
    status = record.status.value if record.status else str(record.item.section.latest("status") or "")
    if status and status != "preprint":
        variables["status"] = status
        add_note(status, variables)
    for award in record.awards:
        add_note(award.value, variables)
    for note in record.notes:
        add_note(note.value, variables)
