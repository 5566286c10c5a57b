"""Where the container of a record, and what is printed around it, stand in a work: container, series, publisher, place, note."""

from __future__ import annotations

from citekit import patterns as re
from citekit.publications.months import MONTHS
from citekit.publications.places import is_publisher, place_share
from citekit.publications.record import Record
from citekit.publications.work_type import ARXIV, OF_SERIES, THESIS
from citekit.works.identity.venue import is_workshop
from citekit.works.venues import acronym_of, expand, find
from citekit.works.work import Value

_SHORTENED = re.compile(r"\. [A-ZÀ-Þ][a-zà-ÿ]{1,5}$")
"""An abbreviated name without the full stop of its last word: "Phys. Rev. Lett"."""
_AWARD = re.compile(r"\b(?:award|prize|nominee|finalist|honou?rable mention|spotlight|oral)\b", re.IGNORECASE)
_SENTENCES = re.compile(r"(?<=[a-z]{4})\. (?=[A-ZÀ-Þ])")
_LABELS = {"thesis": "thesis", "dissertation": "thesis", "patent": "patent", "book": "book", "book chapter": "chapter"}
"""What stands as a label before an item and only names its type."""
_PLACE_WORD = r"[A-ZÀ-Þ](?![A-ZÀ-Þ0-9]*\b|[\w-]*[A-Z0-9])[\w.'’-]++"
_PLACE_PIECE = (
    rf"{_PLACE_WORD}(?>(?: (?>(?:(?:am|an|auf|de|del|der|di|do|im|la|le|of|on|sur|upon) ){{0,2}}){_PLACE_WORD}){{0,3}})"
)
_PLACE = re.compile(rf"{_PLACE_PIECE}(?:(?:, ?| \(){_PLACE_PIECE}\)?){{0,2}}")
"""What reads like a city and its country: capitalised words, none of them in capitals."""
_SERIES = re.compile(r"lecture notes|\blncs\b|\blnai\b|\bseries\b|\bLIPIcs\b", re.IGNORECASE)
_DEGREE_AND_SCHOOL = re.compile(r"([^,–—]{4,80})(?:,|\s[–—])\s(.+)")
_DAYS = re.compile(r"(?:[A-Z][a-z]{2,8}\.?\s)?\d{1,2}(?:\s?[-–—]\s?\d{1,2})?(?:,?\s(?:19|20)\d\d)?")
_LANGUAGES = frozenset(
    "Arabic Chinese Czech Danish Dutch Finnish French German Greek Hebrew Hungarian Italian Japanese Korean Norwegian Persian Polish Portuguese Russian Spanish Swedish Turkish".split()
)


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
    if kind == "patent" and _LABELS.get(printed.casefold()) == kind:
        printed = ""
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
    _place_rest(record, kind, variables, fields)


def _place_rest(record: Record, kind: str, variables: dict[str, Value], fields: dict[str, str]) -> None:
    """Put what stood beside the container where it belongs, sentence by sentence, but not days and months again."""
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
    """Put the container's name where works of this kind have it, and a short name that stood elsewhere beside it."""
    if kind in ("thesis", "report", "book", "manuscript", "document"):
        _place_house(OF_SERIES.sub("", printed), tag, kind, variables, fields)
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
    """What stands in the container's place of a work that is in none is its publisher; of a thesis also its degree."""
    if kind == "thesis" and THESIS.search(printed):
        if len(printed.split()) <= 3:
            variables["genre"] = printed
            return
        parts = _DEGREE_AND_SCHOOL.fullmatch(printed)
        if parts and THESIS.search(parts[1]):
            variables["genre"] = parts[1].strip()
            printed = parts[2].strip()
    variables["publisher"] = printed
    if tag:
        fields["series"] = tag


def _place_more(text: str, kind: str, variables: dict[str, Value], fields: dict[str, str]) -> None:
    """Put what stood beside the container where it belongs: publisher, series, place, else note."""
    if _LABELS.get(text.casefold().strip(" .:"), "") == kind:
        return  # "Thesis: …": the entry's type says it
    container = str(variables.get("container-title", ""))
    if _bare(text) in _bare(f"{container} {fields.get('series', '')}"):
        return
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
        add_note(text, variables)
    elif is_publisher(text) and "publisher" not in variables:
        variables["publisher"] = text
    elif _SERIES.search(text) and "series" not in fields:
        fields["series"] = text
    elif (
        (place_share(text) > 0.5 or (_PLACE.fullmatch(text) and kind != "book"))
        and len(text) < 60
        and (city := str(variables.get("publisher-place", ""))).count(",") < 2
    ):
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
