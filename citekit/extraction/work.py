"""From a record to a work in CSL's variables, with the trace of where each was read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from citekit.extraction.namelist import NameRun, as_name
from citekit.extraction.people import author_names
from citekit.extraction.phrases import MONTHS, ends_shortened, place_share
from citekit.extraction.provenance import make_trace
from citekit.extraction.record import DATABASE, ParsedItem
from citekit.extraction.work_type import ARXIV, LONGEST_DEGREE, THESIS, type_of
from citekit.model.date import Date, read_month
from citekit.model.identity.venue import is_workshop
from citekit.model.ids import arxiv_date, identifier_of_url
from citekit.model.name import OTHERS, Name
from citekit.model.venues import acronym_of, expand, find
from citekit.model.work import Trace, Value, Work
from citekit.runtime import patterns as re
from citekit.runtime.span import Source
from citekit.text.rich import as_rich

LINK_FIELDS = frozenset("pdf code dataset slides video poster website supp media model".split())
_VARIABLES = {kind: kind.upper() for kind in ("doi", "isbn", "issn", "pmid", "pmcid")}
_NUMBERS = {"patent": "number"} | {
    kind: kind for kind in ("primaryclass", "hal", "ssrn", "openreview", "acl", "mrnumber")
}
_NO_FIELDS = frozenset({"orcid", "bibtex", "abstract", "review"})
_DASHES = re.compile(r"(?:(?<!\s)\s++)?\u00ad?(?:[–—‐−‑]++|-{1,3})\s*+|(?<=\d)[?_Ð\s](?=\d)")
"""Dashes, and what stands for them between two numbers."""


def make_work(
    record: ParsedItem, source: Source, legend: Mapping[str, str], owner: Name | None, owner_is_set_apart: bool = True
) -> tuple[Work, Trace]:
    """Return the work that a record states, and its trace.

    In someone's list of works the full name of a venue takes the place of its printed short form; a reference is
    transcribed as it is printed, alone or in a list, since it states what another text calls the venue.
    """
    variables: dict[str, Value] = {}
    fields: dict[str, str] = {}
    if record.title:
        variables["title"] = record.title.value
    names = author_names(record, legend, owner, owner_is_set_apart)
    if names:
        variables["editor" if record.authors is not None and record.authors.editors else "author"] = names
    if record.editors:
        variables.setdefault("editor", _people(record.editors))
    if record.translators:
        variables["translator"] = _people(record.translators)
    for name, found in record.extent.items():
        variables[name] = found.value
    _identifiers(record, variables, fields)
    kind = type_of(record, fields)
    place_venue(record, kind, variables, fields)
    _date(record, kind, variables, fields)
    _locator(record, kind, variables)
    if record.first_year:
        variables["original-date"] = Date.of(int(record.first_year.value))
    for name, found in zip(("archive", "archive_location"), record.archive, strict=False):
        variables[name] = found.value
    if record.event:
        variables["event-title"] = record.event.value
    _notes(record, kind, variables)
    for name, value in variables.items():  # all but the title is as it is printed
        if isinstance(value, str) and name not in ("title", "URL"):
            variables[name] = as_rich(value)
    work = Work(
        type=kind,
        variables=variables,
        fields={name: value if name in LINK_FIELDS else as_rich(value) for name, value in fields.items()},
    )
    return work, make_trace(record, work, source)


def _people(run: NameRun) -> tuple[Name, ...]:
    names = [as_name(name) for name in run.names]
    if run.others:
        names.append(OTHERS)
    return tuple(names)


def _identifiers(record: ParsedItem, variables: dict[str, Value], fields: dict[str, str]) -> None:
    for name, found in record.links:
        value = found.value
        if name in _NUMBERS:
            fields.setdefault(_NUMBERS[name], value)
        elif name in _VARIABLES or name == "arxiv":
            _identifier(name, value, variables, fields)
        elif name not in _NO_FIELDS:
            _link(record, name, value, variables, fields)


def _link(record: ParsedItem, name: str, value: str, variables: dict[str, Value], fields: dict[str, str]) -> None:
    """A link is an identifier, goes into the field of its name, or is where the work can be read."""
    if "rxiv.org/10." in value.replace("/content", "") and record.venue and "rxiv" not in record.venue.value.lower():
        fields.setdefault("preprint", value)  # its DOI is not that of the article
        return
    identifier = identifier_of_url(value)
    if identifier is not None:
        archive, _, number = value.rpartition("/")
        printed = archive.rpartition("/")[2]
        if identifier.kind == "arxiv" and "." in printed and number.isdecimal():  # "math.CO/0203012"
            fields.setdefault("primaryclass", printed)
            identifier = replace(identifier, value=f"{printed}/{number}")
        _identifier(identifier.kind, identifier.value, variables, fields)
        if identifier.kind in ("arxiv", "doi"):
            return
    if name in LINK_FIELDS:
        fields.setdefault(name, value)
    elif value.startswith(("http://", "https://", "www.", "//")) or value.lower().endswith((".pdf", ".html")):
        if name in ("url", "title-link", "preprint"):
            variables.setdefault("URL", value)
        else:
            fields.setdefault(name, value)


def _identifier(kind: str, value: str, variables: dict[str, Value], fields: dict[str, str]) -> None:
    if kind == "arxiv" and "eprint" not in fields:
        fields.update(eprint=value, archiveprefix="arXiv")
    elif kind in _VARIABLES:
        variables.setdefault(_VARIABLES[kind], value)


_OF_A_DAY = frozenset(
    "article-newspaper article-magazine webpage post post-weblog broadcast interview personal_communication".split()
)
"""Types of works that are published on a day; what others print beside their month is the day of a meeting or of a defence."""


def _date(record: ParsedItem, kind: str, variables: dict[str, Value], fields: dict[str, str]) -> None:
    year = int(record.year.value) if record.year else 0
    if not year:
        heading = record.item.section.latest("year")
        year = heading if isinstance(heading, int) else 0
    undated = not year and not record.transcribed  # a single reference gets no year that it does not print
    if undated and fields.get("eprint") and (record.venue is None or not record.item.section.latest("venue")):
        given = arxiv_date(fields["eprint"])
        year = given.year or 0 if given else 0
    for place in (variables, fields):
        for name in ("collection-title", "series"):
            text = place.get(name)
            if year and isinstance(text, str) and text[:1].isalpha() and (months := read_month(text)):
                del place[name]  # the months of PubMed's "2012 Mar-Apr;6:30-9"
                variables["issued"] = Date(tuple((year, number) for number, _ in months))
    for note in [note for note in record.notes if year and note.value[:1].isalpha() and read_month(note.value)]:
        record.notes.remove(note)  # the same if no field has them
        variables["issued"] = Date(tuple((year, number) for number, _ in read_month(note.value)))
    if year:
        variables.setdefault("issued", _issued(record, kind) or Date.of(year))
    if record.accessed:
        variables["accessed"] = Date.of(*map(int, record.accessed.split("-")))


def _issued(record: ParsedItem, kind: str) -> Date | None:
    """Return the date of a work as its type has it: with its day, with a range of months, or with its first month."""
    if record.issued is None:
        return None
    date, start = record.issued.date, record.issued.start
    if kind in _OF_A_DAY or (date.day and record.text[start - 1 : start] == "("):  # APA: "(2019, June 12–14)"
        return date
    parts = tuple(dict.fromkeys(point[:2] for point in date.parts))
    return replace(date, parts=parts if kind in _OF_PERIODICALS else parts[:1])


_OF_PERIODICALS = frozenset({"article-journal", "article-magazine", "article-newspaper", "review", "review-book"})
"""Types of works that an issue has."""


def _locator(record: ParsedItem, kind: str, variables: dict[str, Value]) -> None:
    # A book with one number has that of its series, with two ("Bd. 2 (Schriften 17)") one of its own.
    in_series = kind == "book" and "collection-title" in variables and not record.locator.keys() & {"page", "issue"}
    for place in ("volume", "issue", "page", "number", "genre"):
        found = record.locator.get(place)
        if found is None:
            continue
        said = record.text[max(0, found.start - len("volume ")) : found.start].casefold()
        name = "collection-number" if in_series and place == "volume" and "vol" not in said else place
        if found.value:
            value = found.value if place == "number" else _DASHES.sub("-" if name != "page" else "–", found.value)
            variables[name] = value.replace("–", "-") if name == "page" else value
    if kind not in _OF_PERIODICALS and "issue" in variables:
        free = "collection-number" if kind in ("paper-conference", "chapter", "book") else "number"
        if free not in variables:
            variables[free] = variables.pop("issue")  # issues are of periodicals; others are numbered


def _notes(record: ParsedItem, kind: str, variables: dict[str, Value]) -> None:
    """The state of a work, once: a manuscript's is its note, which @unpublished must have; and other remarks.

    A heading's "under review" is not a state of a work that is printed with its container and year.
    """
    appeared = record.venue is not None and record.year is not None
    heading = "" if appeared else str(record.item.section.latest("status") or "")
    status = record.status.value if record.status else heading
    if status and status != "preprint":
        if kind == "manuscript":
            add_note(status, variables)
        else:
            variables["status"] = status
    for award in record.awards:
        add_note(award.value, variables)
    for note in record.notes:
        add_note(note.value, variables)


def place_venue(record: ParsedItem, kind: str, variables: dict[str, Value], fields: dict[str, str]) -> None:
    """Put the container, the publisher, the place and what else is next to them into a work's variables and fields."""
    expand_venues = not record.is_reference
    printed = record.venue.value if record.venue else ""
    tag = record.venue_tag.value if record.venue_tag else ""
    heading = str(record.item.section.latest("venue") or "")
    if not printed and heading:
        printed = heading
    if printed and tag and is_workshop(tag) and acronym_of(printed):
        # a paper of a workshop is not one of the conference: "NeurIPS Workshop on Graphs", "AAAI, deployable AI workshop"
        comma = "" if tag.casefold().startswith("workshop") else ","
        printed, tag = f"{printed}{comma} {tag}", ""
        expand_venues = False
    if printed and kind == "article" and ARXIV.search(printed):
        if not fields.get("eprint"):
            fields["howpublished"] = printed
    elif printed:
        _place_venue(printed, tag, kind, variables, fields, expand_venues)
    elif tag:
        _place_venue(tag, "", kind, variables, fields, expand_venues)
    if kind in ("book", "report", "thesis") and printed and record.publisher and "publisher" in variables:
        variables["collection-title"] = variables.pop("publisher")
    _place_imprint(record, variables)
    if record.series:
        variables.setdefault("collection-title", record.series.value)
    if record.edition:
        variables["edition"] = record.edition.value
    for more in record.venue_more:
        said = _bare(f"{variables.get('container-title', '')} {fields.get('series', '')}")
        dated = record.issued is not None and MONTHS.get(more.value.casefold().strip(".")) == record.issued.date.month
        if not dated and _bare(more.value) not in said:
            add_note(more.value, variables)


_OF_HOUSES = frozenset({"thesis", "report", "book", "manuscript", "dataset", "software"})
"""Types of works that are in no container; what is read as one is their publisher."""


def _place_imprint(record: ParsedItem, variables: dict[str, Value]) -> None:
    """Put publisher, school and place next to what the container's place already gave; nothing of it is lost."""
    place = record.place.value if record.place else ""
    if record.publisher:
        house = variables.get("publisher")
        if isinstance(house, str) and place_share(record.publisher.value) == 1:  # "Lantern Inst., Oslo, Norway"
            place = f"{record.publisher.value}, {place}" if place else record.publisher.value
        elif isinstance(house, str) and _bare(record.publisher.value) not in _bare(house):
            variables["publisher"] = f"{house}, {record.publisher.value}"
        else:
            variables["publisher"] = record.publisher.value
    if record.school:
        house = variables.get("publisher")
        if isinstance(house, str) and _bare(house) not in _bare(record.school.value):
            if DATABASE.search(house):
                variables["archive"] = house  # where the thesis is stored, and no part of the school
            else:
                place = f"{house}, {place}" if place else house
        elif isinstance(house, str) and house in record.school.value.split() and not place:
            place = house  # "Univ. Lindon, Lindon"
        variables["publisher"] = record.school.value
    if place:
        variables["publisher-place"] = place


def _place_venue(
    printed: str, tag: str, kind: str, variables: dict[str, Value], fields: dict[str, str], expand_venues: bool
) -> None:
    """Put the container's name where works of this kind have it, and a short name that was elsewhere next to it."""
    if kind in _OF_HOUSES:
        # What is in the container's place of a work that is in none is its publisher, or of a thesis its degree.
        printed = printed.removeprefix("of ")
        degree = kind == "thesis" and THESIS.search(printed) and len(printed.split()) <= LONGEST_DEGREE
        variables["genre" if degree else "publisher"] = printed
        if tag:
            fields["series"] = tag
        return
    full = expand(printed) if expand_venues else ""
    # A longer name is not a short one: "Conference on Computational Intelligence and Games" was what is called "Conference on Games".
    if full and len(full) > len(printed) and _bare(full) not in _bare(printed):
        # the table knows the full name: it leads, and the printed form stays next to it
        variables["container-title"] = full
        if kind == "paper-conference":
            fields["series"] = printed
        else:
            variables["container-title-short"] = f"{printed}." if ends_shortened(printed) else printed
        if tag and kind == "paper-conference" and _same(tag, printed):
            fields["series"] = tag
        elif tag and _bare(tag) not in _bare(printed):
            add_note(tag, variables)
    else:
        variables["container-title"] = printed
        if tag and _bare(tag) not in _bare(printed):
            fields["series"] = tag


def add_note(text: str, variables: dict[str, Value]) -> None:
    """Put a sentence after those that the note has."""
    old = variables.get("note")
    variables["note"] = f"{old}. {text}" if isinstance(old, str) and old else text


def _same(tag: str, printed: str) -> bool:
    """Whether a short name is that of the printed venue."""
    known = find(tag)
    return acronym_of(printed).casefold() == tag.casefold() or (known is not None and known is find(printed))


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
