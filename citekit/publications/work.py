"""From a record to a work in CSL's variables, with the trace of where each was read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace

from citekit.publications.container import flat
from citekit.publications.parts.dates import MONTHS
from citekit.publications.people import Legend, author_names
from citekit.publications.places import is_publisher, place_share
from citekit.publications.record import Field, Record
from citekit.span import Source
from citekit.works.date import Date
from citekit.works.ids import arxiv_date, identifier_of_url
from citekit.works.name import Name
from citekit.works.trace import Evidence, Trace
from citekit.works.venues import acronym_of, expand, kind_of
from citekit.works.work import Value, Work

LINK_FIELDS = frozenset("pdf code dataset slides video poster website supp media model".split())
_THESIS = re.compile(
    r"(ph\.?\s?d\.?|doctora|doctoral|doutorado|dissertation|doktor)|(master|m\.?\s?sc|diplom|magist|mestrado|maestría)|(bachelor|b\.?\s?sc|undergrad|senior|honou?rs|a\.b\.)|(habilit)|\bthes[ie]s\b|\btesis\b|\btese\b|dissertação|thèse",
    re.IGNORECASE,
)
_NOT_THESIS = re.compile(r"workshop|journal|conference", re.IGNORECASE)
_PATENT = re.compile(r"\bpatent", re.IGNORECASE)
_REPORT = re.compile(
    r"technical report|tech\.? report|\breport\b|white paper|working paper|discussion paper|occasional paper",
    re.IGNORECASE,
)
_CLASSED_ARXIV = re.compile(r"([a-z-]+\.[A-Z]{2})/\d{7}")
_ARXIV = re.compile(r"\barxiv\b|\bcorr\b|preprint", re.IGNORECASE)
_POSTER = re.compile(r"\bposter\b", re.IGNORECASE)
_SHORTENED = re.compile(r"\. [A-ZÀ-Þ][a-zà-ÿ]{1,5}$")
"""An abbreviated name without the full stop of its last word: "Phys. Rev. Lett"."""
_PREPRINT_SERVER = re.compile(r"\b(?:bio|med)rxiv\.org/", re.IGNORECASE)
_WORKSHOP = re.compile(r"\bworkshops? (?:on|for|in|at)\b", re.IGNORECASE)
_AWARD = re.compile(r"\b(?:award|prize|nominee|finalist|honou?rable mention|spotlight|oral)\b", re.IGNORECASE)
_SENTENCES = re.compile(r"(?<=[a-z]{4})\. (?=[A-ZÀ-Þ])")
_LABELS = {"thesis": "thesis", "dissertation": "thesis", "patent": "patent", "book": "book", "book chapter": "chapter"}
"""What stands as a label before an item and only names its type."""
_PLACE_WORD = r"[A-ZÀ-Þ](?![A-ZÀ-Þ0-9]*\b|[\w-]*[A-Z0-9])[\w.'’-]+"
_PLACE_PIECE = (
    rf"{_PLACE_WORD}(?: (?:(?:am|an|auf|de|del|der|di|do|im|la|le|of|on|sur|upon) ){{0,2}}{_PLACE_WORD}){{0,3}}"
)
_PLACE = re.compile(rf"{_PLACE_PIECE}(?:(?:, ?| \(){_PLACE_PIECE}\)?){{0,2}}")
"""What reads like a city and its country: capitalised words, none of them in capitals."""


def make_work(
    record: Record, source: Source, legend: Legend, owner: Name | None, expand_venues: bool = True
) -> tuple[Work, Trace]:
    """The work that a record says, and its trace.

    ``expand_venues`` puts the full name of a venue before its printed short form; a single reference is transcribed
    as it is printed.
    """
    item_legend = Legend.of([record.item.text.text])
    variables: dict[str, Value] = {}
    fields: dict[str, str] = {}
    if record.title:
        variables["title"] = record.title.value
    names = author_names(record, legend, owner, item_legend)
    if names:
        variables["editor" if record.authors is not None and record.authors.editors else "author"] = names
    if record.editors:
        variables.setdefault("editor", _people(record.editors.value))
    if record.translators:
        variables["translator"] = _people(record.translators.value)
    for name, found in record.extent.items():
        variables[name] = found.value
    _identifiers(record, variables, fields)
    kind = _type(record, fields)
    _venue(record, kind, variables, fields, expand_venues)
    _date(record, variables, fields)
    _locator(record, kind, variables)
    _notes(record, variables, fields)
    heading = record.item.section.headings[-1] if record.item.section.headings else None
    if heading is not None and heading.text and not heading.year:
        variables["keyword"] = flat(heading.text)
    work = Work(type=kind, variables=variables, fields=fields)
    trace = _trace(record, work, source)
    unread = _unread(record, work, trace)
    return work, replace(trace, left_over=(*trace.left_over, *unread)) if unread else trace


def _people(printed: str) -> tuple[Name, ...]:
    parts = (part.partition(", ") for part in printed.split(" and "))
    return tuple(Name(family=family, given=given) for family, _, given in parts)


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
        if record.venue is not None and "rxiv" not in record.venue.value.casefold() and _PREPRINT_SERVER.search(value):
            fields.setdefault("preprint", value)  # its DOI is not that of the article
            continue
        identifier = identifier_of_url(value)
        if identifier is not None:
            printed = _CLASSED_ARXIV.search(value) if identifier.kind == "arxiv" else None
            if printed:
                fields.setdefault("primaryclass", printed[1])
            _identifier(identifier.kind, printed[0] if printed else identifier.value, variables, fields)
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


def _type(record: Record, fields: dict[str, str]) -> str:
    """The CSL type: by what is printed around the container, by the container, by the heading, by what else is there."""
    if "genre" in record.locator:
        return "report"
    if record.medium:
        return record.medium
    venue = record.venue.value if record.venue else str(record.item.section.latest("venue") or "")
    heading = str(record.item.section.latest("kind") or "")
    tag = record.venue_tag.value if record.venue_tag else ""
    around = " ".join([venue, *(f.value for f in record.venue_more), *(f.value for f in record.notes), tag])
    kind = kind_of(venue) or kind_of(tag)
    if heading == "patent" or _PATENT.search(around) or any(name == "patent" for name, _ in record.links):
        return "patent"
    degree = _THESIS.search(around) and not _NOT_THESIS.search(around) and kind not in ("journal", "conference")
    if heading == "thesis" or degree:
        return "thesis"
    if _ARXIV.search(venue):
        return "article"
    if not venue:
        return _type_without_container(record, heading, around, fields)
    return _type_by_container(record, venue, kind, heading, around)


def _type_by_container(record: Record, venue: str, kind: str, heading: str, around: str) -> str:
    inside = re.match(r"\W*in\b", _printed(record), re.IGNORECASE) is not None
    poster = kind != "journal" and any(_POSTER.search(note.value) for note in record.notes)
    series = record.publisher is not None and not inside and record.editors is None and _is_series(record, venue, kind)
    rules = (
        (series, "book"),
        (poster or kind in ("conference", "workshop"), "paper-conference"),
        (kind == "journal", "article-journal"),
        (heading == "chapter" or (heading == "book" and inside), "chapter"),
        (heading == "book" and not record.locator, "book"),
        (_REPORT.search(around), "report"),
        (kind == "preprint-server", "article"),
        (heading in ("conference", "workshop", "poster"), "paper-conference"),
        (record.editors is not None and "issue" not in record.locator and heading != "journal", "chapter"),
        ("volume" in record.locator or heading == "journal", "article-journal"),
        (is_publisher(venue), "book"),
        (kind == "book", "chapter"),
        (inside and record.publisher is not None, "chapter"),
        (inside, "paper-conference"),
        ("page" in record.locator, "article-journal"),
        (record.venue is None, "paper-conference"),
        (heading == "" and not acronym_of(venue), "article-journal"),
    )
    return next((name for holds, name in rules if holds), "paper-conference")


_SERIES = re.compile(
    r"\b(?:series|studies in|lecture notes|monographs?|texts? in|tracts|library|collection|grundlehren|ergeb\w*|mathematical sciences)\b",
    re.IGNORECASE,
)


def _is_series(record: Record, venue: str, kind: str) -> bool:
    """Whether what stands between a title and its publisher is the series of the book: "…, Cambridge Tracts in Mathematics 92"."""
    if kind in ("journal", "conference", "workshop") or "page" in record.locator or "issue" in record.locator:
        return False
    before = record.title is not None and record.item.text.text[record.title.start - 1 : record.title.start] in {
        *"“\"„«'‘"
    }
    return not before and (_SERIES.search(venue) is not None or _OF_SERIES.match(venue) is not None)


def _type_without_container(record: Record, heading: str, around: str, fields: dict[str, str]) -> str:
    house = record.publisher is not None or any(is_publisher(f.value) or ":" in f.value for f in record.venue_more)
    rules = (
        (heading == "chapter", "chapter"),
        (heading == "book" and not record.locator, "book"),
        (_REPORT.search(around), "report"),
        (fields.get("eprint"), "article"),
        (house, "book"),
        ("volume" in record.locator, "article-journal"),
        (record.status or heading == "preprint", "manuscript"),
    )
    return next((name for holds, name in rules if holds), "document")


def _printed(record: Record) -> str:
    return record.item.text.text[record.venue.start : record.venue.end] if record.venue else ""


def _venue(record: Record, kind: str, variables: dict[str, Value], fields: dict[str, str], expand_venues: bool) -> None:
    printed = record.venue.value if record.venue else ""
    tag = record.venue_tag.value if record.venue_tag else ""
    heading = str(record.item.section.latest("venue") or "")
    if not printed and heading:
        printed = heading
    if printed and _WORKSHOP.search(tag) and acronym_of(printed):
        printed, tag = f"{printed} {tag}", ""  # "NeurIPS 2023 Workshop on Graphs"
        expand_venues = False
    if kind == "patent" and _LABELS.get(printed.casefold()) == kind:
        printed = ""
    if printed and kind == "article" and _ARXIV.search(printed):
        if not fields.get("eprint"):
            fields["howpublished"] = printed
    elif printed:
        _place_venue(printed, tag, kind, variables, fields, expand_venues)
    elif tag:
        _place_venue(tag, "", kind, variables, fields, expand_venues)
    if kind == "book" and printed and record.publisher and "publisher" in variables:
        variables["collection-title"] = variables.pop("publisher")
    if record.publisher:
        variables["publisher"] = record.publisher.value
    if record.place:
        variables["publisher-place"] = record.place.value
    if record.edition:
        variables["edition"] = record.edition.value
    for more in record.venue_more:
        if record.month and _DAYS.fullmatch(more.value):
            continue  # "May 7-9": the date has it
        if record.month and str(MONTHS.get(more.value.casefold().strip("."), "")) == record.month:
            continue  # "June 2018" cut in two: the date has it
        for text in _SENTENCES.split(more.value):
            _place_more(text, kind, variables, fields)


def _place_venue(
    printed: str, tag: str, kind: str, variables: dict[str, Value], fields: dict[str, str], expand_venues: bool
) -> None:
    full = expand(printed) if expand_venues else ""
    if kind in ("thesis", "report", "book", "manuscript", "document"):
        printed = _OF_SERIES.sub("", printed)
        genre = _THESIS.search(printed)
        if kind == "thesis" and genre and len(printed.split()) <= 3:
            variables["genre"] = printed
            return
        if kind == "thesis" and genre and (parts := _DEGREE_AND_SCHOOL.fullmatch(printed)):
            head, rest = parts.groups()
            if _THESIS.search(head):
                variables["genre"] = head.strip()
                printed = rest.strip()
        variables["publisher"] = printed
        if tag:
            fields["series"] = tag
        return
    if full and _bare(full) not in _bare(printed):
        # the table knows the full name: it leads, and the printed form stays beside it
        variables["container-title"] = full
        if kind == "paper-conference":
            fields["series"] = printed
        else:
            variables["container-title-short"] = f"{printed}." if _SHORTENED.search(printed) else printed
        if tag and kind == "paper-conference" and acronym_of(printed).casefold() == tag.casefold():
            fields["series"] = tag
        elif tag and _bare(tag) not in _bare(printed):
            _add_note(tag, variables)
    else:
        variables["container-title"] = printed
        if tag and _bare(tag) not in _bare(printed):
            fields["series"] = tag


_DEGREE_AND_SCHOOL = re.compile(r"([^,–—]{4,80})(?:,|\s[–—])\s(.+)")
_OF_SERIES = re.compile(r"^(?:of|in)\s+(?:the\s+series\s+)?(?=[A-ZÀ-Þ])")


def _place_more(text: str, kind: str, variables: dict[str, Value], fields: dict[str, str]) -> None:
    """Put what stood beside the container where it belongs: publisher, series, place, else note."""
    if _LABELS.get(text.casefold().strip(" .:"), "") == kind:
        return  # "Thesis: …": the entry's type says it
    container = str(variables.get("container-title", ""))
    if container and acronym_of(container) == text:
        series = fields.get("series", "")
        fields["series"] = f"{series} ({text})" if series else text
        return
    if kind == "thesis" and "publisher" not in variables and place_share(text) < 0.5:
        variables["publisher"] = text
        return
    if text in _LANGUAGES:
        variables.setdefault("language", text)
        return
    place, colon, house = text.partition(":")
    if colon and place_share(place) > 0.5 and house.strip() and "publisher" not in variables:
        variables["publisher"] = house.strip()
        variables.setdefault("publisher-place", place.strip())
    elif _AWARD.search(text):
        _add_note(text, variables)
    elif is_publisher(text) and "publisher" not in variables:
        variables["publisher"] = text
    elif (
        re.search(r"lecture notes|\blncs\b|\blnai\b|\bseries\b|\bLIPIcs\b", text, re.IGNORECASE)
        and "series" not in fields
    ):
        fields["series"] = text
    elif (
        (place_share(text) > 0.5 or (_PLACE.fullmatch(text) and kind != "book"))
        and len(text) < 60
        and (city := str(variables.get("publisher-place", ""))).count(",") < 2
    ):
        variables["publisher-place"] = f"{city}, {text}" if city else text
    else:
        _add_note(text, variables)


_DAYS = re.compile(r"(?:[A-Z][a-z]{2,8}\.?\s)?\d{1,2}(?:\s?[-–—]\s?\d{1,2})?(?:,?\s(?:19|20)\d\d)?")
_LANGUAGES = frozenset(
    "Arabic Chinese Czech Danish Dutch Finnish French German Greek Hebrew Hungarian Italian Japanese Korean Norwegian Persian Polish Portuguese Russian Spanish Swedish Turkish".split()
)


def _add_note(text: str, variables: dict[str, Value]) -> None:
    old = variables.get("note")
    variables["note"] = f"{old}. {text}" if isinstance(old, str) and old else text


def _date(record: Record, variables: dict[str, Value], fields: dict[str, str]) -> None:
    month = int(record.month) if record.month else 0
    year = int(record.year.value) if record.year else 0
    if not year:
        heading = record.item.section.latest("year")
        year = heading if isinstance(heading, int) else 0
    transcribed = record.item.list_key == "lines"  # a single reference gets no year that it does not print
    if (
        not year
        and not transcribed
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
    if "page" not in variables and "number" in variables and kind == "article-journal":
        # an article number stands where others have pages, as styles of BibTeX print no other field
        variables["page"] = variables.pop("number")


_DASHES = re.compile(r"\s*\u00ad?[–—‐−‑]+\s*|\s*\u00ad?-{1,3}\s*|(?<=\d)[?_Ð\s](?=\d)")
"""Dashes, and what stands for them between two numbers."""


def _notes(record: Record, variables: dict[str, Value], fields: dict[str, str]) -> None:
    status = record.status.value if record.status else str(record.item.section.latest("status") or "")
    if status and status != "preprint":
        variables["status"] = status
        _add_note({"to appear": "to appear"}.get(status, status), variables)
    for award in record.awards:
        _add_note(award.value, variables)
    for note in record.notes:
        _add_note(note.value, variables)


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


# --- trace ---------------------------------------------------------------------------------------------------------


def _trace(record: Record, work: Work, source: Source) -> Trace:
    item = record.item
    sure = record.confidence

    def evidence(found: Field, reason: str, score: float = sure) -> Evidence:
        return Evidence(item.text.span(found.start, found.end), round(score, 2), reason)

    traced: dict[str, Evidence] = {}
    if record.title:
        traced["title"] = evidence(record.title, "the list's place for titles")
    if record.authors:
        run = record.authors
        mean = max(0.0, min(1.0, run.score / max(1, len(run.names))))
        traced["author"] = evidence(
            Field("", run.start, run.end), f"a run of {len(run.names)} names, {run.names[0].style}", mean
        )
    if record.venue:
        reason = (
            "the venue table knows it"
            if expand(record.venue.value) or acronym_of(record.venue.value)
            else "reads like a venue"
        )
        traced["container-title"] = evidence(record.venue, reason)
    if record.year:
        traced["issued"] = evidence(record.year, "a printed year", 0.95)
    elif work.issued:
        reason = (
            "the arXiv identifier implies it"
            if work.fields.get("eprint") and not item.section.latest("year")
            else "the heading's year"
        )
        traced["issued"] = Evidence(None, 0.8, reason)
    for name, found in record.locator.items():
        traced[name] = evidence(found, "a printed locator", 0.9)
    for name, found in record.links:
        traced.setdefault(name, evidence(found, "a printed identifier or link", 0.95))
    return Trace(
        source,
        item.span,
        traced,
        tuple(_doubts(record, work)),
        tuple(f.value for f in record.left_over),
        item.section.title,
        round(sure, 2),
    )


_WORD = re.compile(r"[^\W_]+")
_JOINING = frozenset(
    "and with in at of by the to appear page pages pp vol no doi arxiv et al eds ed und mit y e from on available url http https www retrieved accessed p".split()
)


def _unread(record: Record, work: Work, trace: Trace) -> list[str]:
    """Chunks with a word that is in no field: they go to what is left over, so that nothing is lost in silence."""
    kept = ""
    found = []
    spans = [(e.span.start, e.span.end) for e in trace.evidence.values() if e.span is not None]
    styled = record.labelled.chunked.item
    for chunk in record.labelled.chunked.chunks:
        span = styled.span(chunk.start, chunk.end)
        if any(start <= span.start and span.end <= end for start, end in spans):
            continue
        text = styled.text[chunk.start : chunk.end]
        words = [w for w in _WORD.findall(text) if w.casefold() not in _JOINING]
        if not words:
            continue
        kept = kept or _folded(
            " ".join([*(str(v) for v in work.variables.values()), *work.fields.values(), *trace.left_over])
        )
        if any(_folded(word) not in kept for word in words):
            found.append(flat(text))
    return found


def _folded(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", text).casefold()))


_UNSURE = 0.6
"""Below this chance of being right, a near rival or a poor name is worth a sentence."""
_NOT_CERTAIN = 0.8
"""Below this chance of being right, missing authors and pieces left over are worth a sentence."""


def _doubts(record: Record, work: Work) -> Iterator[str]:
    sure = record.confidence
    run = record.authors
    if record.title is None:
        yield "no title was found"
    if run is None and not work.author and sure < _NOT_CERTAIN:
        yield "no authors were found"
    if run is not None and run.with_form and len(work.author) == len(run.names):
        yield "only co-authors are printed, and whose list it is was not found"
    if record.labelled.margin < 1.0 and sure < _UNSURE:
        yield "another reading of this item is almost as likely"
    if run is not None and run.score < 0.5 * len(run.names) and sure < _UNSURE:
        yield "the names do not all read like names"
    if record.left_over and sure < _NOT_CERTAIN:
        yield "left over: " + "; ".join(f.value[:60] for f in record.left_over)
