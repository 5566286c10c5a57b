"""The CSL type of a work, from all that a record says."""

from __future__ import annotations

from citekit import patterns as re
from citekit.publications.places import is_publisher
from citekit.publications.record import Record
from citekit.works.venues import acronym_of, kind_of

THESIS = re.compile(
    r"(\bph\.?\s?d\b|\bd\.?\s?phil\b|doctora|doctoral|doutorado|\bdissertation|doktor)|(\bmaster(?:[’']?s|arbeit)?\b|\bm\.?\s?sc\b|\bdiplom(?:arbeit|a)?\b|\bmagist[eè]r|mestrado|maestría)"
    r"|(\bbachelor|\bb\.?\s?sc\b|\bundergrad|\bhonou?rs\b|\ba\.b\.)|(\bhabilit)|\bthes[ie]s\b|\btesis\b|\btese\b|dissertação|thèse",
    re.IGNORECASE,
)
_NOT_THESIS = re.compile(r"workshop|journal|conference", re.IGNORECASE)
_PATENT = re.compile(r"\bpatent", re.IGNORECASE)
_REPORT = re.compile(
    r"technical report|tech\.? report|\breport\b|white paper|working paper|discussion paper|occasional paper",
    re.IGNORECASE,
)
ARXIV = re.compile(r"\barxiv\b|\bcorr\b|preprint", re.IGNORECASE)
_POSTER = re.compile(r"\bposter\b", re.IGNORECASE)
_SERIES = re.compile(
    r"\b(?:series|studies in|lecture notes|monographs?|texts? in|tracts|library|collection|grundlehren|ergeb\w*|mathematical sciences)\b",
    re.IGNORECASE,
)
OF_SERIES = re.compile(r"^(?:of|in)\s+(?:the\s+series\s+)?(?=[A-ZÀ-Þ])")
"""What leads over from a book to its series."""
_QUOTES = frozenset("“\"„«'‘")
_IN = re.compile(r"\W*in\b", re.IGNORECASE)


def type_of(record: Record, fields: dict[str, str]) -> str:
    """The CSL type: by what is printed around the container, by the container, by the heading, by what else is there."""
    genre = record.locator["genre"].value if "genre" in record.locator else ""
    if genre:
        return "thesis" if THESIS.search(genre) else "report"
    if record.medium:
        return record.medium
    venue = record.venue.value if record.venue else str(record.item.section.latest("venue") or "")
    heading = str(record.item.section.latest("kind") or "")
    tag = record.venue_tag.value if record.venue_tag else ""
    beside = (*record.venue_more, *record.notes, *record.left_over)
    around = " ".join([venue, *(found.value for found in beside), tag])
    kind = kind_of(venue) or kind_of(tag)
    if heading == "patent" or _PATENT.search(around) or any(name == "patent" for name, _ in record.links):
        return "patent"
    degree = THESIS.search(around) and not _NOT_THESIS.search(around) and kind not in ("journal", "conference")
    if heading == "thesis" or degree:
        return "thesis"
    if ARXIV.search(venue):
        return "article"
    if not venue:
        return _type_without_container(record, heading, around, fields)
    return _type_by_container(record, venue, kind, heading, around)


_MEETING = re.compile(
    r"conf|symp|workshop|meeting|congress|colloqui|works?h|proc\.? of the \d|\d(?:st|nd|rd|th)\b", re.IGNORECASE
)
"""What the proceedings of a meeting have in their name, and those of a society have not."""


def _type_by_container(record: Record, venue: str, kind: str, heading: str, around: str) -> str:
    """The type of a work with a container; the first rule that holds says it."""
    inside = record.venue is not None and _IN.match(record.text[record.venue.start : record.venue.end]) is not None
    poster = kind != "journal" and any(_POSTER.search(note.value) for note in record.notes)
    series = record.publisher is not None and not inside and record.editors is None and _is_series(record, venue, kind)
    rules = (
        (series, "book"),
        (
            heading == "" and record.locator.keys() >= {"volume", "issue"} and not _MEETING.search(venue),
            "article-journal",
        ),
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


def _is_series(record: Record, venue: str, kind: str) -> bool:
    """Whether what stands between a title and its publisher is the series of the book: "…, Cambridge Tracts in Mathematics 92"."""
    if kind in ("journal", "conference", "workshop") or "page" in record.locator or "issue" in record.locator:
        return False
    quoted = record.title is not None and record.text[record.title.start - 1 : record.title.start] in _QUOTES
    return not quoted and (_SERIES.search(venue) is not None or OF_SERIES.match(venue) is not None)


def _type_without_container(record: Record, heading: str, around: str, fields: dict[str, str]) -> str:
    """The type of a work without a container; the first rule that holds says it."""
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
