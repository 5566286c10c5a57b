"""Where the container of a record, and what is printed around it, stand in a work: container, series, publisher, place, note."""

from __future__ import annotations

from citekit import patterns as re
from citekit.publications.places import is_publisher, place_share
from citekit.publications.record import Record
from citekit.publications.vocabulary import MONTHS
from citekit.publications.work_type import ARXIV, LONGEST_DEGREE, THESIS
from citekit.works.identity.venue import is_workshop
from citekit.works.venues import acronym_of, expand, find
from citekit.works.work import Value

_SHORTENED = re.compile(r"\. [A-ZÀ-Þ][a-zà-ÿ]{1,5}$")
"""An abbreviated name without the full stop of its last word: "Phys. Rev. Lett"."""


def place_venue(
    record: Record, kind: str, variables: dict[str, Value], fields: dict[str, str], expand_venues: bool
) -> None:
    """Put the container, the publisher, the place and what else stands beside them into a work's variables and fields."""
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
    if kind == "book" and printed and record.publisher and "publisher" in variables:
        variables["collection-title"] = variables.pop("publisher")
    if record.publisher:
        variables["publisher"] = record.publisher.value
    if record.place:
        variables["publisher-place"] = record.place.value
    if record.edition:
        variables["edition"] = record.edition.value
    for more in record.venue_more:
        if str(MONTHS.get(more.value.casefold().strip("."), 0)) != record.month:  # the date has it
            _place_more(more.value, kind, variables, fields)


def _place_venue(
    printed: str, tag: str, kind: str, variables: dict[str, Value], fields: dict[str, str], expand_venues: bool
) -> None:
    """Put the container's name where works of this kind have it, and a short name that stood elsewhere beside it."""
    if kind in ("thesis", "report", "book", "manuscript", "document"):
        _place_house(printed.removeprefix("of "), tag, kind, variables, fields)
        return
    full = expand(printed) if expand_venues else ""
    if full and _bare(full) not in _bare(printed):
        # the table knows the full name: it leads, and the printed form stays beside it
        variables["container-title"] = full
        if kind == "paper-conference":
            fields["series"] = printed
        else:
            variables["container-title-short"] = f"{printed}." if _SHORTENED.search(printed) else printed
        if tag and kind == "paper-conference" and _same(tag, printed):
            fields["series"] = tag
        elif tag and _bare(tag) not in _bare(printed):
            add_note(tag, variables)
    else:
        variables["container-title"] = printed
        if tag and _bare(tag) not in _bare(printed):
            fields["series"] = tag


def _place_house(printed: str, tag: str, kind: str, variables: dict[str, Value], fields: dict[str, str]) -> None:
    """What stands in the container's place of a work that is in none is its publisher, or of a thesis its degree."""
    degree = kind == "thesis" and THESIS.search(printed) and len(printed.split()) <= LONGEST_DEGREE
    variables["genre" if degree else "publisher"] = printed
    if tag:
        fields["series"] = tag


def _place_more(text: str, kind: str, variables: dict[str, Value], fields: dict[str, str]) -> None:
    """Put what stood beside the container where it belongs: short name, publisher, place, else note."""
    container, city = (str(variables.get(name, "")) for name in ("container-title", "publisher-place"))
    if _bare(text) in _bare(f"{container} {fields.get('series', '')}"):
        return
    if container and acronym_of(container) == text:
        fields.setdefault("series", text)
    elif "publisher" not in variables and is_publisher(text):
        variables["publisher"] = text
    elif place_share(text) > 0.5:
        variables["publisher-place"] = f"{city}, {text}" if city else text
    else:
        add_note(text, variables)


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
