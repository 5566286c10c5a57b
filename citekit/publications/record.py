"""From a labelled item to a record: the fields with the places they were read from, and what was left over."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from citekit.documents.model import Style
from citekit.publications.atoms import Part
from citekit.publications.chunks import Chunk
from citekit.publications.confidence import confidence
from citekit.publications.container import (
    INTRO,
    YEAR_TAG,
    container_length,
    flat,
    imprint_start,
    is_announced,
    strip_year,
    trailing_volume,
    trimmed,
    unbracketed,
)
from citekit.publications.decode import Labelled
from citekit.publications.items import Item
from citekit.publications.parts.authors import NameRun
from citekit.publications.places import is_publisher, place_share
from citekit.works.venues import looks_like_venue

_EDGE_LEFT = " \t\n\x0b.,;:)]}”’\"'»-–—|*_"
_MATHJAX = re.compile(r"\\\(([^()\n]{1,200})\\\)")
_YEAR = re.compile(r"(?<![\d.])((?:1[89]|20)\d\d)(?![\d]|\.\d)")
_EDITORS = re.compile(r"[(\[]?\b(?:eds?|editors?|hrsg|dir|coord)\b\.?[)\]]?", re.IGNORECASE)
_EDITED_BY = re.compile(r"\b(?:edited by|ed\. by|herausgegeben von)\s+", re.IGNORECASE)


@dataclass(slots=True)
class Field:
    """A value and where it stands in the item's text."""

    value: str
    start: int
    end: int


@dataclass(slots=True)
class Record:
    """The parts of one item. ``venues`` are the container and what was printed around it; ``notes`` and ``left_over``
    hold every letter that fits no field."""

    item: Item
    labelled: Labelled
    title: Field | None = None
    authors: NameRun | None = None
    venue: Field | None = None
    venue_tag: Field | None = None
    venue_more: list[Field] = field(default_factory=list)
    year: Field | None = None
    month: str = ""
    locator: dict[str, Field] = field(default_factory=dict)
    status: Field | None = None
    awards: list[Field] = field(default_factory=list)
    notes: list[Field] = field(default_factory=list)
    editors: Field | None = None
    translators: Field | None = None
    extent: dict[str, Field] = field(default_factory=dict)
    medium: str = ""
    group: Field | None = None
    place: Field | None = None
    publisher: Field | None = None
    edition: Field | None = None
    links: list[tuple[str, Field]] = field(default_factory=list)
    left_over: list[Field] = field(default_factory=list)
    confidence: float = 0.0


def make_record(item: Item, labelled: Labelled) -> Record:
    """Collect the fields of a labelled item."""
    record = Record(item, labelled)
    chunks = labelled.chunked.chunks
    labels = labelled.labels
    runs = [labelled.chunked.runs[i] for i in labelled.runs]
    if runs:
        record.authors = max(runs, key=lambda r: (r[2].score, -r[0]))[2]
    _title(record, chunks, labels)
    _dates(record, chunks, labels)
    _locators(record, chunks, labels)
    _venues(record, chunks, labels)
    _notes(record, chunks, labels)
    _settle_publisher(record)
    _links(record, chunks, labels)
    record.confidence = confidence(record)
    return record


# --- title ---------------------------------------------------------------------------------------------------------


def _title(record: Record, chunks: list[Chunk], labels: list[str]) -> None:
    inside = [i for i, label in enumerate(labels) if label == Part.TITLE]
    if not inside:
        return
    last = inside[0]
    while last + 1 < len(labels) and labels[last + 1] == Part.TITLE:
        last += 1
    start, end = chunks[inside[0]].start, chunks[last].end
    text = record.item.text.text
    start, end = trim_title(text, start, end)
    record.title = Field(rich_text(record, start, end), start, end)
    _take_place(record, chunks, labels, last)
    for i in inside:
        if i > last:
            record.notes.append(_field(record, chunks[i].start, chunks[i].end))


def _take_place(record: Record, chunks: list[Chunk], labels: list[str], last: int) -> None:
    """Give a place after the title back to it where the container comes only after the place.

    "… in the Eastern Black Sea Basin, Turkey. KSCE Journal of Civil Engineering": no list prints the place before the
    container, so it ends the title.
    """
    after = last + 1
    if record.title is None or after + 1 >= len(chunks) or record.item.list_key != "lines":
        return
    place, following = chunks[after], chunks[after + 1]
    text = record.item.text.text
    begins = labels[after] == Part.VENUE and place.separator == "," and not chunks[last].quoted
    goes_on = labels[after + 1] == Part.VENUE and following.separator == "."
    if begins and goes_on and place_share(trimmed(text[place.start : place.end])) > 0.5:
        start, end = trim_title(text, record.title.start, place.end)
        record.title = Field(rich_text(record, start, end), start, end)
        labels[after] = Part.TITLE.value


def trim_title(text: str, start: int, end: int) -> tuple[int, int]:
    """Drop the punctuation, quotes and brackets around a title; a question or exclamation mark stays."""
    pairs = {
        "“": "”",
        "„": "“”",
        "«": "»",
        '"': '"',
        "‘": "’",
        "'": "'",
        "「": "」",
        "『": "』",
        "《": "》",
        "*": "*",
        "_": "_",
        "`": "'´`",
    }
    changed = True
    while changed and end > start:
        changed = False
        while end > start and (
            text[end - 1].isspace()
            or text[end - 1] in ",;:·|"
            or (text[end - 1] == "." and not text[start:end].endswith("..."))
        ):
            end -= 1
            changed = True
        while end > start and (text[start].isspace() or text[start] in ",;:.·|–—-"):
            start += 1
            changed = True
        if end - start > 2 and _is_wrapped(text[start:end], pairs):
            start, end, changed = start + 1, end - 1, True
        elif (
            end - start > 2
            and text[start] in '“"„«'
            and not any(c in pairs[text[start]] for c in text[start + 1 : end])
        ):
            start, changed = start + 1, True
        elif end - start > 2 and text[end - 1] in '”"»' and not any(c in '“"„«' for c in text[start : end - 1]):
            end, changed = end - 1, True
    return start, end


def _is_wrapped(text: str, pairs: dict[str, str]) -> bool:
    """Whether a text stands wholly in one pair of quotes, stars or brackets."""
    if text[0] == "[" and text[-1] == "]":
        return "]" not in text[:-1]
    return text[0] in pairs and text[-1] in pairs[text[0]] and not _closes_inside(text)


def _closes_inside(text: str) -> bool:
    """Whether the quote that begins a text ends before the text does, as in “A” and “B”."""
    opening, closing = text[0], text[-1]
    if opening == closing:
        return text.count(opening) > 2
    depth = 0
    for i, c in enumerate(text):
        if c == opening:
            depth += 1
        elif c == closing:
            apostrophe = c in "’'" and 0 < i < len(text) - 1 and text[i - 1].isalnum() and text[i + 1].isalnum()
            depth -= 0 if apostrophe else 1
            if depth == 0:
                return i < len(text) - 1
    return False


def rich_text(record: Record, start: int, end: int) -> str:
    """The text as CSL's rich text: italics, sub- and superscripts that only a part of it has; blanks folded."""
    item = record.item.text
    whole_italic = item.share(start, end, Style.ITALIC) > 0.7
    out: list[str] = []
    for begin, stop, run in item.pieces(start, end):
        piece = item.text[begin:stop]
        tags = []
        if run.style & Style.SUBSCRIPT:
            tags.append("sub")
        if run.style & Style.SUPERSCRIPT:
            tags.append("sup")
        if run.style & Style.ITALIC and not whole_italic:
            tags.append("i")
        if tags and piece.strip():
            piece = "".join(f"<{t}>" for t in tags) + piece + "".join(f"</{t}>" for t in reversed(tags))
        out.append(piece)
    return flat(_MATHJAX.sub(r"$\1$", "".join(out).replace("</i><i>", "")))


def _field(record: Record, start: int, end: int) -> Field:
    return Field(flat(record.item.text.text[start:end]), start, end)


# --- dates and locators --------------------------------------------------------------------------------------------


def _dates(record: Record, chunks: list[Chunk], labels: list[str]) -> None:
    atoms = [(c, label) for c, label in zip(chunks, labels, strict=True) if c.atom and c.atom.part == Part.DATE]
    dates = [c for c, label in atoms if label == Part.DATE] or [
        c for c, label in atoms if label in (Part.VENUE, Part.NOTE)
    ]
    used = [c for c, label in atoms if label == Part.DATE]
    for chunk in dates:
        assert chunk.atom is not None
        if record.year is None:
            record.year = Field(chunk.atom.values["year"], chunk.start, chunk.end)
            record.month = chunk.atom.values.get("month", "")
        elif chunk.atom.values["year"] == record.year.value:
            record.month = record.month or chunk.atom.values.get("month", "")
        elif chunk in used:
            record.left_over.append(_field(record, chunk.start, chunk.end))


def _locators(record: Record, chunks: list[Chunk], labels: list[str]) -> None:
    for chunk, label in zip(chunks, labels, strict=True):
        if label != Part.LOCATOR or not chunk.atom:
            continue
        if all(name in record.locator for name in chunk.atom.values if name != "year"):
            record.left_over.append(_field(record, chunk.start, chunk.end))
            continue
        for name, value in chunk.atom.values.items():
            if name == "year":
                if record.year is None:
                    record.year = Field(value, chunk.start, chunk.end)
            elif name == "page" and record.year is None and _YEAR.fullmatch(value):
                record.year = Field(value, chunk.start, chunk.end)  # "4(1), 2021" has a year, no page
            elif name not in record.locator:
                record.locator[name] = Field(value, chunk.start, chunk.end)


# --- venue ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Group:
    chunks: list[Chunk]
    score: float
    words: int


def _venues(record: Record, chunks: list[Chunk], labels: list[str]) -> None:
    """The container is the stretch that reads most like a venue; a short tag elsewhere is kept beside it."""
    text = record.item.text.text
    groups: list[_Group] = []
    previous = -2
    for i, (chunk, label) in enumerate(zip(chunks, labels, strict=True)):
        inner = chunk.atom is not None and chunk.atom.kind == "inner"
        if label == Part.DATE and previous == i - 1 and groups and (inner or _within_venue(chunks, labels, i)):
            groups[-1].chunks.append(chunk)  # "Proceedings of the 1994 ACM Conference"
            previous = i
            continue
        leads = (
            label == Part.DATE and i + 1 < len(chunks) and labels[i + 1] == Part.VENUE and chunks[i + 1].separator == ""
        )
        if leads and not chunk.bracketed and sum(c.atom is not None and c.atom.part == Part.DATE for c in chunks) > 1:
            groups.append(_Group([chunk], 0.0, 0))  # "2019 International Joint Conference on …", dated elsewhere
            previous = i
            continue
        if label in (Part.NOTE, Part.OTHER) and previous == i - 1 and groups and _is_short_name(record, chunk):
            labels[i] = Part.VENUE.value
            groups[-1].chunks.append(chunk)
            previous = i
            continue
        if label != Part.VENUE:
            continue
        words = text[chunk.start : chunk.end]
        if (
            words.strip(" :").lower() in ("in", "at")
            and i != previous + 1
            and i + 1 < len(chunks)
            and labels[i + 1] in (Part.VENUE, Part.OTHER)
        ):
            continue
        if i == previous + 1 and groups and chunk.separator != "hard":
            groups[-1].chunks.append(chunk)
        else:
            groups.append(_Group([chunk], 0.0, 0))
        groups[-1].score = max(groups[-1].score, looks_like_venue(strip_year(trimmed(words))))
        if len(groups[-1].chunks) == 1 and is_announced(text, chunk.start):
            groups[-1].score += 0.4  # "In …"
        groups[-1].words += len(words.split())
        previous = i
    if not groups:
        return
    groups = _without_imprints(record, groups)
    ranked = sorted(range(len(groups)), key=lambda g: (-round(groups[g].score, 1) - min(groups[g].words, 8) * 0.06, g))
    taken = set()
    for index in ranked:
        taken.add(index)
        _container(record, groups[index].chunks)
        if record.venue is not None or record.publisher is None:
            break  # otherwise it was a publisher's name and place: the container is another stretch
    for index, group in enumerate(groups):
        if index in taken:
            continue
        whole = _field(record, group.chunks[0].start, group.chunks[-1].end)
        bare = trimmed(INTRO.sub("", whole.value))
        _year_of(record, whole)
        other_year = record.year is not None and any(year != record.year.value for year in _YEAR.findall(bare))
        cleaned = bare if other_year else strip_year(bare)
        if not cleaned:
            continue
        if record.venue_tag is None and group.words <= 4 and group.score > 0.5:
            record.venue_tag = Field(cleaned, whole.start, whole.end)
            _year_of(record, whole)
        else:
            record.venue_more.append(Field(cleaned, whole.start, whole.end))


_SHORT_NAME = re.compile(r"\([A-Z][A-Z0-9&/-]{2,11}(?:\s?['’]?\d{2,4})?\)")


def _is_short_name(record: Record, chunk: Chunk) -> bool:
    """Whether a chunk of a single reference is the short form of the name before it: "(PLANS)"."""
    printed = record.item.text.text[chunk.start : chunk.end]
    return record.item.list_key == "lines" and chunk.atom is None and _SHORT_NAME.fullmatch(printed) is not None


def _within_venue(chunks: list[Chunk], labels: list[str], i: int) -> bool:
    """Whether only blanks part a date from the venue on both sides of it: "the EMNLP 2014 Workshop on …"."""
    return (
        chunks[i].separator == ""
        and not chunks[i].bracketed
        and i + 1 < len(chunks)
        and labels[i + 1] == Part.VENUE
        and chunks[i + 1].separator == ""
        and not chunks[i + 1].bracketed
    )


def _without_imprints(record: Record, groups: list[_Group]) -> list[_Group]:
    """The stretches without the publisher and the place that end the last of them, which the record keeps."""
    text = record.item.text.text
    last = groups[-1]
    begin = last.chunks[0].start
    announced = is_announced(text, begin) or INTRO.match(text[begin:]) is not None or _follows_editors(record, begin)
    alone = len(groups) == 1 and not record.locator and not announced
    if record.item.list_key != "lines" or (len(groups) == 1 and not announced and not alone):
        return groups
    first, colon = imprint_start(text, last.chunks, alone)
    count = len(last.chunks)
    if first == count or (first == 0 and len(groups) == 1 and colon == count):
        return groups
    pieces = last.chunks[first:]
    if colon < count:
        record.place = _field(record, pieces[0].start, last.chunks[colon - 1].end)
        record.publisher = _field(record, last.chunks[colon].start, pieces[-1].end)
    else:
        _imprint(record, pieces)
    for found in (record.place, record.publisher):
        if found is not None:
            _year_of(record, found)
            found.value = strip_year(unbracketed(found.value))
    if not first:
        return groups[:-1]
    if alone and last.score < 0.45 and not _is_slanted(record, last.chunks[0].start, last.chunks[first - 1].end):
        record.venue_more.append(_field(record, last.chunks[0].start, last.chunks[first - 1].end))
        return groups[:-1]
    return [*groups[:-1], _Group(last.chunks[:first], last.score, last.words)]


def _follows_editors(record: Record, begin: int) -> bool:
    """Whether "In" and a list of editors stand right before a place."""
    text = record.item.text.text
    for chunk in record.labelled.chunked.chunks:
        if chunk.atom is not None and chunk.atom.kind == "editors" and not text[chunk.end : begin].strip(" .,:;()"):
            return text[chunk.start : chunk.start + 3].lower() in ("in ", "in:")
    return False


def _is_slanted(record: Record, start: int, end: int) -> bool:
    return record.item.text.share(start, end, Style.ITALIC | Style.UNDERLINE) > 0.6


def _imprint(record: Record, pieces: list[Chunk]) -> None:
    """Tell the publisher's name from the places around it: "Springer, New York", "Cambridge, MA, MIT Press"."""
    text = record.item.text.text
    house = next(i for i, c in enumerate(pieces) if is_publisher(trimmed(text[c.start : c.end])))
    record.publisher = _field(record, pieces[house].start, pieces[house].end)
    towns = pieces[:house] or pieces[house + 1 :]
    if towns:
        record.place = _field(record, towns[0].start, towns[-1].end)
    if pieces[:house] and pieces[house + 1 :]:
        record.venue_more.append(_field(record, pieces[house + 1].start, pieces[-1].end))


def _year_of(record: Record, printed: Field) -> None:
    """Read the year inside a venue ("PPoPP'24", "ICML 2025") where the item states none."""
    if record.year is not None:
        return
    match = YEAR_TAG.search(printed.value)
    if match:
        short = int(match[1])
        record.year = Field(str(2000 + short if short < 70 else 1900 + short), printed.start, printed.end)
        return
    match = _YEAR.search(printed.value)
    if match:
        record.year = Field(match[1], printed.start, printed.end)


def _container(record: Record, chunks: list[Chunk]) -> None:
    """Cut a venue stretch into the container, the volume at its end, and publisher, place and dates after it."""
    text = record.item.text.text
    while _FORM.fullmatch(text[chunks[0].start : chunks[0].end].strip(" .,:()")):
        record.notes.append(
            _field(record, chunks[0].start, chunks[0].end)
        )  # "Poster, ACM Student Research Competition"
        chunks = chunks[1:]
        if not chunks:
            return
    last = container_length(text, chunks, "volume" in record.locator)
    if last:
        head = _field(record, chunks[0].start, chunks[last - 1].end)
        _year_of(record, head)
        transcribed = record.item.list_key == "lines"
        value = strip_year(INTRO.sub("", unbracketed(head.value)), transcribed) or strip_year(head.value)
        value, volume = trailing_volume(value, bool(record.locator) or record.year is not None)
        if volume and "volume" not in record.locator:
            record.locator["volume"] = Field(volume, head.end - len(volume), head.end)
        elif volume:
            value = f"{value} {volume}"
        value = _DAY_AND_MONTH.sub("", value)
        if value.count("(") > value.count(")"):
            value, _, place = value.rpartition("(")
            if place.strip():
                record.venue_more.append(Field(place.strip(), head.start, head.end))
        record.venue = Field(trimmed(value), head.start, head.end)
    if not last and (colon := next((i for i, c in enumerate(chunks) if i and c.separator == ":"), 0)):
        record.place = _field(record, chunks[0].start, chunks[colon - 1].end)
        record.publisher = _field(record, chunks[colon].start, chunks[-1].end)
        _year_of(record, record.publisher)
        return
    for chunk in chunks[last:]:
        piece = _field(record, chunk.start, chunk.end)
        _year_of(record, piece)
        cleaned = strip_year(unbracketed(piece.value))
        if cleaned:
            record.venue_more.append(Field(cleaned, piece.start, piece.end))


_FORM = re.compile(
    r"poster|(?:unpublished )?manuscript|draft(?: paper)?|reprint|demo(?:nstration)?|(?:extended )?abstract|short paper|work in progress|late[- ]breaking(?: results?)?|tutorial",
    re.IGNORECASE,
)


_DAY_AND_MONTH = re.compile(
    r"[,\s]+(?:\d{1,2}\s+)?(?:January|February|March|April|May|June|July|August|September|October|November|December)(?:\s+\d{1,2})?$"
)


_LETTERED = re.compile(
    r"(?:Phys\.? ?Rev|Phys\.? ?Lett|Nucl\.? ?Phys|J\.? ?Phys|Z\.? ?Phys|Physica|Mod\.? ?Phys\.? ?Lett|Int\.? ?J\.? ?Mod\.? ?Phys|Eur\.? ?Phys\.? ?J)\.?$"
)


_PERIODICAL = re.compile(
    r"\b(?:week|weekly|post|times|globe|today|quarterly|magazine|news|newspaper|daily|herald|tribune|guardian|journal|encyclop\w+|dictionary|"
    r"research|science|sciences|studies|psych\w+|medicine|\w+ology|\w+ics|bulletin|proceedings|review|insider|blog)\b|&",
    re.IGNORECASE,
)
_HOUSE = re.compile(r"\b(?:press|publish\w*|verlag)\b", re.IGNORECASE)
_BODY = re.compile(
    r"^(?:the )?(?:(?:[\w.&-]+ ){0,4}(?:academy|association|bank|board|bureau|center|centre|college|commission|council|department|foundation|institute?|institution|"
    r"ministry|office|school|society|trust|universit\w+))(?: (?:of|for|on|and|de|für|der) [\w., &’'-]{2,60})?$",
    re.IGNORECASE,
)
"""A body that publishes: "Federal Reserve Bank of St. Louis"."""
_DEGREE = re.compile(
    r"\b(?:thesis|dissertation|report|thèse|tesis|diplom\w*|arbeit|manuscript|preprint)\b", re.IGNORECASE
)
_IN_AT_END = re.compile(r"\b[Ii]n\b:?\s*\Z")


def _settle_publisher(record: Record) -> None:
    """Tell a publisher from a container where only the whole record can, and give a journal's section letter back to it."""
    volume = record.locator.get("volume")
    if (
        record.venue
        and volume
        and _LETTERED.search(record.venue.value)
        and volume.value[:1].isalpha()
        and len(volume.value) > 1
    ):
        record.venue = Field(f"{record.venue.value} {volume.value[0]}", record.venue.start, record.venue.end)
        record.locator["volume"] = Field(volume.value[1:], volume.start, volume.end)
    if record.item.list_key != "lines" or record.venue is None or record.venue_tag:
        return
    if record.locator:
        house = record.publisher is None and is_publisher(record.venue.value) and len(record.venue.value.split()) <= 4
        named = _HOUSE.search(record.venue.value) is not None
        if house and (named or not record.locator.keys() & {"page", "issue"}) and record.title is not None:
            record.publisher, record.venue = record.venue, None  # "Speech dialog, Vol. 770, Springer, 2004"
        return
    printed = record.item.text.text[record.venue.start : record.venue.end]
    announced = INTRO.match(printed) or _IN_AT_END.search(record.item.text.text, 0, record.venue.start)
    slanted = _is_slanted(record, record.venue.start, record.venue.end)
    plain = not announced and not slanted and looks_like_venue(record.venue.value) < 0.45 and record.editors is None
    quoted = (
        record.item.text.text[record.title.start - 1 : record.title.start] in {*"“\"„«'‘"} if record.title else False
    )
    if quoted or record.month or _DEGREE.search(record.venue.value):
        return  # an article of a magazine, where nothing else is known, or a thesis
    if _PERIODICAL.search(record.venue.value):
        return
    short = len(record.venue.value.split()) <= 3 or _BODY.search(record.venue.value) is not None
    if plain and short and record.title is not None and record.publisher is None:
        record.publisher, record.venue = record.venue, None


# --- notes and links -----------------------------------------------------------------------------------------------


def _notes(record: Record, chunks: list[Chunk], labels: list[str]) -> None:
    for chunk, label in zip(chunks, labels, strict=True):
        atom = chunk.atom
        found = _field(record, chunk.start, chunk.end)
        if atom and atom.kind == "status" and label in (Part.NOTE, Part.VENUE, Part.OTHER):
            if record.status is None:
                record.status = Field(atom.values["status"], chunk.start, chunk.end)
            if label == Part.NOTE:
                continue
        if label == Part.NOTE:
            value = unbracketed(found.value)
            if not value:
                continue
            if atom and atom.kind == "award":
                record.awards.append(Field(value, chunk.start, chunk.end))
            else:
                record.notes.append(Field(value, chunk.start, chunk.end))
        elif atom and atom.kind == "edition":
            record.edition = Field(atom.values["edition"], chunk.start, chunk.end)
        elif atom and atom.kind == "editors":
            if "translators" in atom.values:
                record.translators = Field(atom.values["translators"], chunk.start, chunk.end)
            else:
                record.editors = record.editors or Field(atom.values["editors"], chunk.start, chunk.end)
        elif atom and atom.kind == "medium":
            record.medium = atom.values.get("type", "")
        elif atom and atom.kind == "group":
            record.group = Field(atom.values["group"], chunk.start, chunk.end)
        elif atom and atom.kind == "extent":
            record.extent.update({name: Field(value, chunk.start, chunk.end) for name, value in atom.values.items()})
        elif label == Part.OTHER and not atom and chunk.bracketed and " " in found.value:
            record.notes.append(Field(unbracketed(found.value), chunk.start, chunk.end))
        elif label == Part.OTHER and not atom and any(c.isalnum() for c in found.value):
            record.left_over.append(found)


def _links(record: Record, chunks: list[Chunk], labels: list[str]) -> None:
    for chunk in chunks:
        if chunk.atom and chunk.atom.part == Part.LINK:
            for name, value in chunk.atom.values.items():
                if value:
                    record.links.append((name, Field(value, chunk.start, chunk.end)))
    taken = {field.value for _, field in record.links}
    for link in record.item.text.links:
        if link.href in taken:
            continue
        inside_title = record.title is not None and link.start < record.title.end and record.title.start < link.end
        inside_authors = record.authors is not None and record.authors.start <= link.start < record.authors.end
        if not inside_authors:
            record.links.append(("title-link" if inside_title else "url", Field(link.href, link.start, link.end)))
