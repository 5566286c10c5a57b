"""How likely it is that an entry is wholly right: a logistic model over signals that a person can read.

Signals are named facts about a record and about its reading: how far the next reading is behind,
how well the names read, what a title holds that titles rarely hold, what was left over. The weights stand in ``weights.json`` under ``"confidence"``, apart for
documents and for single references; ``benchmarks/fit_weights.py --confidence`` fits them on labelled entries.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache

from citekit.publications.atoms import Part
from citekit.publications.parts.authors import NameRun
from citekit.publications.places import is_publisher, place_share
from citekit.publications.record import Record
from citekit.publications.signals import bucket, fitted_weights
from citekit.works.venues import find, looks_like_venue

BASE = "always"
"""The signal that every record has."""
_MARGINS = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
_PER_CHUNK = (0.2, 0.5, 0.8, 1.1, 1.4, 1.8)
_NAME_SCORES = (0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4)
_NAME_COUNTS = (2, 3, 4, 6, 10, 20)
_WORD_COUNTS = (2, 3, 5, 8, 14, 20, 30)
_LENGTHS = (60, 100, 150, 220, 320, 500)
_VENUE_SCORES = (0.2, 0.44, 0.7, 0.95)
_ADVANTAGES = (-0.3, 0.0, 0.2, 0.5, 1.0)
_JOINING = ("and ", "in ", "of ", "by ", "with ", "for ", "und ", "et ", "& ", "In ")
_UNFINISHED = (" of", " in", " and", " the", " for", " on", " a", " with")
_ODD_SIGNS = frozenset('()[]{}*&/:;@“”"')
_QUOTES = frozenset('"“”„«»')
_CUT = re.compile(
    r"(?:\b(?:Proc|Conf|Int|Trans|Jour|Symp|Vol|No|pp|Eds?|Univ|Inc|[A-Z])\.?|\b(?:of|on|and|for|in|the|&))$"
)
_INITIALS = re.compile(r"\b[A-Z]\.(?:\s|-|$)")
_INITIAL = re.compile(r"\b[A-Z]\.")
_REMARK = re.compile(
    r"\b(?:award|accepted|submitted|appear|press|thesis|oral|spotlight|best|invited|report|patent)\b", re.IGNORECASE
)
_YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")


def confidence(record: Record) -> float:
    """The estimated probability (0..1) that title, authors, year and container of a record are all right."""
    weights = fitted_weights("confidence").get("line" if record.transcribed else "document", {})
    total = sum(weights.get(signal, 0.0) for signal in confidence_signals(record))
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))


def confidence_signals(record: Record) -> list[str]:
    """The names of the signals that a record has, each once; ``margin 3`` is the fourth interval of margins, and so on."""
    found = [BASE, *_of_reading(record), *_of_names(record), *_of_title(record), *_of_container(record)]
    found += _of_rest(record)
    return found


def _of_reading(record: Record) -> Iterator[str]:
    labelled = record.labelled
    chunks = labelled.chunked.chunks
    yield f"margin {bucket(labelled.margin, _MARGINS)}"
    yield f"score a chunk {bucket(labelled.score / max(1, len(chunks)), _PER_CHUNK)}"
    yield f"chunks {bucket(len(chunks), (3, 5, 8, 12, 20))}"
    yield f"length {bucket(len(record.text), _LENGTHS)}"
    order = _order(labelled.labels)
    yield f"order {order[:5]}"
    yield f"parts again {min(3, len(order) - len(set(order)))}"
    for part in "ATVD":
        if order.count(part) > 1:
            yield f"again {part}"


def _order(labels: list[str]) -> str:
    """The parts of a reading in order, each stretch once, without remarks and links."""
    kept = [label for label in labels if label in "ATVDL"]
    return "".join(label for i, label in enumerate(kept) if not i or kept[i - 1] != label)


def _of_names(record: Record) -> Iterator[str]:
    run = record.authors
    if run is None:
        yield "no authors"
        return
    text = record.text
    count = len(run.names)
    mean = run.score / max(1, count)
    yield f"names {bucket(count, _NAME_COUNTS)}"
    yield f"mean name {bucket(mean, _NAME_SCORES)}"
    yield f"name styles {min(3, len({name.style for name in run.names}))}"
    yield f"name style {run.names[0].style}"
    yield from (
        f"name {fact}"
        for fact in sorted({fact for name in run.names for fact in _odd(name.family, name.given, name.literal)})
    )
    families = [(name.family or name.literal).casefold() for name in run.names]
    if len(set(families)) < len(families):
        yield "the same family twice"
    if run.start:
        yield "authors do not begin the item"
    for fact, true in (
        ("with", run.with_form),
        ("et al.", run.others),
        ("editors", run.editors),
        ("marks", any(n.marks or n.co_first for n in run.names)),
    ):
        if true:
            yield f"names: {fact}"
    after = text[run.end : run.end + 3].strip()
    yield f"after names {_sign(after)}"
    yield f"rival names {_rival(record, run)}"


@lru_cache(maxsize=8192)
def _odd(family: str, given: str, literal: str) -> tuple[str, ...]:
    """What is odd about a name."""
    return tuple(_oddities(family, given, literal))


def _oddities(family: str, given: str, literal: str) -> Iterator[str]:
    whole = f"{given} {family}{literal}"
    if literal:
        yield "literal"
    if any(map(str.isdigit, whole)):
        yield "digits"
    if not given and not literal:
        yield "single"
    if len(family.split()) > 2:
        yield "long family"
    if len(given.split()) > 3:
        yield "long given"
    if family and len(family.strip(".")) < 3:
        yield "short family"
    if family[:1].islower() and " " not in family:
        yield "lower case"
    if not _ODD_SIGNS.isdisjoint(whole):
        yield "odd sign"
    if len(family) > 3 and family.isupper():
        yield "capitals"
    if any(len(word) > 2 and word.isupper() for word in whole.split()[:-1]) or (
        family.isupper() and looks_like_venue(family) > 0.9
    ):
        yield "acronym"
    if "." in family:
        yield "stop in family"
    if any(map(str.islower, given)) and _INITIAL.search(given):
        yield "initial beside a full name"


def _sign(after: str) -> str:
    if not after:
        return "end"
    return "word" if after[0].isalpha() else "digit" if after[0].isdigit() else after[0]


def _rival(record: Record, chosen: NameRun) -> str:
    """How much better the chosen run is than the best other that begins with it."""
    rivals = [
        run.score for _, _, run in record.labelled.chunked.runs if run is not chosen and run.start == chosen.start
    ]
    return bucket(chosen.score - max(rivals), _ADVANTAGES) if rivals else "none"


def _of_title(record: Record) -> Iterator[str]:
    if record.title is None:
        yield "no title"
        return
    title = record.title.value
    text = record.text
    words = title.split()
    yield f"title words {bucket(len(words), _WORD_COUNTS)}"
    capitals = sum(map(str.isupper, title)) / max(1, sum(map(str.isalpha, title)))
    facts = (
        ("a full stop inside", ". " in title),
        ("a question inside", "? " in title or "! " in title),
        ("a colon inside", ": " in title),
        ("a semicolon inside", "; " in title),
        ("a dash inside", " - " in title or " – " in title or " — " in title),
        ("quotes inside", not _QUOTES.isdisjoint(title)),
        ("commas inside", title.count(",") > 1),
        ("small first letter", title[:1].islower()),
        ("digit first", title[:1].isdigit()),
        ("joining word first", title.startswith(_JOINING)),
        ("open bracket", title.count("(") != title.count(")") or title.count("[") != title.count("]")),
        ("bracket last", title.endswith((")", "]"))),
        ("initials inside", _INITIALS.search(title) is not None),
        ("remark inside", _REMARK.search(title) is not None),
        ("year inside", _YEAR.search(title) is not None),
        ("in inside", " In " in title or " in: " in title.lower()),
        ("markup", "<" in title or "$" in title or "\\" in title),
        ("capitals only", capitals > 0.8),
        ("reads like a venue", looks_like_venue(title) > 0.6),
        ("ends like a venue", any(looks_like_venue(tail) > 0.8 for tail in title.split(", ")[1:])),
        ("ends like a publisher", len(words) < 6 and is_publisher(title)),
        ("not a phrase last", title.endswith(_UNFINISHED)),
    )
    yield from (f"title: {fact}" for fact, true in facts if true)
    yield f"names in title {_names_in(record, record.title.start, record.title.end)}"
    yield f"before title {_sign(text[max(0, record.title.start - 2) : record.title.start].strip()[-1:])}"
    yield f"after title {_sign(text[record.title.end : record.title.end + 2].strip())}"
    inside = [
        chunk
        for chunk, label in zip(record.labelled.chunked.chunks, record.labelled.labels, strict=True)
        if label == Part.TITLE
    ]
    yield f"title chunks {bucket(len(inside), (2, 3, 4, 6))}"
    yield from sorted({f"title over {chunk.separator or 'nothing'}" for chunk in inside[1:]})
    if any(chunk.atom is not None for chunk in inside):
        yield "title: an atom inside"
    if any(chunk.quoted for chunk in inside):
        yield "title: quoted"


def _of_container(record: Record) -> Iterator[str]:
    venue = record.venue
    if venue is None:
        yield "no container"
        if record.locator:
            yield "locator without container"
        return
    name = venue.value
    known = find(name) is not None
    score = bucket(looks_like_venue(name), _VENUE_SCORES)
    yield "container known" if known else f"container score {score}"
    yield f"container words {bucket(len(name.split()), (1, 2, 4, 7, 12))}"
    facts = (
        ("digits inside", any(map(str.isdigit, name))),
        ("a full stop inside", ". " in name and not known),
        ("a colon inside", ":" in name),
        ("commas inside", name.count(",") > 0),
        ("open bracket", name.count("(") != name.count(")") or name.count("[") != name.count("]")),
        ("brackets", "(" in name),
        ("cut short", _CUT.search(name) is not None and not known),
        ("small first letter", name[:1].islower()),
        ("quotes inside", not _QUOTES.isdisjoint(name)),
        ("a publisher", is_publisher(name)),
        ("a place", place_share(name) > 0.5),
        ("a remark", _REMARK.search(name) is not None),
        ("with a tag", record.venue_tag is not None),
    )
    yield from (f"container: {fact}" for fact, true in facts if true)
    text = record.text
    yield f"names in container {_names_in(record, venue.start, venue.end)}"
    yield f"before container {_sign(text[max(0, venue.start - 2) : venue.start].strip()[-1:])}"
    if record.title is not None and venue.start < record.title.start:
        yield "container before title"


def _names_in(record: Record, start: int, end: int) -> str:
    """How well the best run of names reads that lies in a stretch where no names should be."""
    means = [
        run.score / max(1, len(run.names))
        for _, _, run in record.labelled.chunked.runs
        if start <= run.start and run.end <= end
    ]
    return bucket(max(means), (0.3, 0.6, 0.9, 1.2)) if means else "none"


def _of_rest(record: Record) -> Iterator[str]:
    yield f"left over {min(3, len(record.left_over))}"
    yield f"notes {min(3, len(record.notes))}"
    yield f"beside container {min(3, len(record.venue_more))}"
    if any(len(note.value.split()) > 4 for note in record.notes):
        yield "long note"
    if any(len(piece.value.split()) > 3 for piece in record.left_over):
        yield "long left over"
    atoms = [chunk.atom for chunk in record.labelled.chunked.chunks if chunk.atom is not None]
    dates = {atom.values["year"] for atom in atoms if atom.part == Part.DATE}
    yield f"years {min(3, len(dates))}"
    heading = record.item.section.latest("year")
    facts = (
        ("no year", record.year is None and not heading),
        ("year of heading", record.year is None and bool(heading)),
        ("volume", "volume" in record.locator),
        ("pages", "page" in record.locator),
        ("number", "number" in record.locator),
        ("publisher", record.publisher is not None),
        ("place", record.place is not None),
        ("editors", record.editors is not None),
        ("edition", record.edition is not None),
        ("status", record.status is not None),
        ("award", bool(record.awards)),
        ("identifier", any(name in ("doi", "arxiv") for name, _ in record.links)),
        ("neutral heading", record.item.section.role == "neutral"),
        ("several lines", "\n" in record.text.strip()),
    )
    yield from (fact for fact, true in facts if true)
