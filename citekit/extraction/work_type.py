"""The CSL type of a work, from all that a record says."""

from __future__ import annotations

from citekit.extraction.labeller import Labelled
from citekit.extraction.phrases import MONTHS, is_publisher
from citekit.extraction.rare_kinds import said_by_words
from citekit.extraction.record import ParsedItem
from citekit.extraction.type_signs import type_odds
from citekit.model.venues import acronym_of, find, kind_of
from citekit.runtime import patterns as re

THESIS = re.compile(
    r"(\bph\.?\s?d\b|\bd\.?\s?phil\b|doctora|doctoral|doutorado|\bdiss(?:ertation|\.)|doktor)|(\bmaster(?:[’']?s|arbeit)?\b|\bm\.?\s?sc\b|\bdiplom(?:arbeit|a)?\b|\bmagist[eè]r|mestrado|maestría)"
    r"|(\bbachelor|\bb\.?\s?sc\b|\bundergrad|\bhonou?rs\b|\ba\.b\.)|(\bhabilit)|\b(?:eng|psy|th)d\b|^(?:eng|ed|psy|th)\.d\.?$|\bst[ldb]\s(?:thes|lic|diss)|\bthes[ie]s\b|\btesis\b|\btese\b|dissertação|thèse|\bдис(?:с?\.|серт)",
    re.IGNORECASE,
)
GENRES = re.compile(
    rf"{THESIS.pattern}|\breports?\b|\bpapers?\b|\brapport|\bbericht|\binforme\b|\brelatório|\bdiss\b|\bhabil",
    re.IGNORECASE,
)
"""Words of the phrases that say which kind of thesis or report a work is."""
LONGEST_DEGREE = 6
"""Words of a phrase that only names a degree, at most: "Unpublished doctoral dissertation"."""
_REPORT = re.compile(
    r"technical report|tech\.? report|\breport\b|white paper|working paper|discussion paper|occasional paper",
    re.IGNORECASE,
)
ARXIV = re.compile(r"\barxiv\b|\bcorr\b|preprint", re.IGNORECASE)


_OF_SERIES = frozenset("series studies lecture monograph monographs text texts tracts library collection".split())


def type_of(record: ParsedItem, fields: dict[str, str]) -> str:
    """Return the CSL type: of a reference the likeliest by all its signs, of an item of a list of somebody's works by
    rules.

    Those go by what is printed around the container, by the container, by the heading, by what else is there. Of what is nothing but
    a remark, nobody can tell the type.
    """
    said = (record.title, record.venue, record.authors, record.editors, record.publisher, record.medium)
    if not any(said) and not record.links and not record.locator:
        return "document"
    return record.kind or _by_rules(record, fields)


_RARER_IN_TRAINING = {"report": 2.0, "paper-conference": 1.5}
"""How much likelier types are than the model takes them for: what it learned from has fewer of them beside articles and books
than people cite. The factors were chosen by hand on three samples of works that the model has not learned from (types right
91.4, 90.6 and 88.4 % without, 92.7, 90.8 and 89.3 % with them), so results on these works are no longer independent of
them; 3 for reports gains on one sample and loses on another."""


def judge(record: ParsedItem, given: Labelled) -> None:
    """Give a reference the likeliest type, with how likely it is; a code, a degree or an identifier that says it settles it.

    ``given`` are the labels before pieces with a form of their own were taken out.
    """
    if any(name == "patent" for name, _ in record.links):
        record.kind = "patent"
        return
    odds = type_odds(given, record.medium)
    degree = record.school is not None or ("genre" in record.locator and THESIS.search(record.locator["genre"].value))
    shown = [kind for kind in odds if not _lacks_signs(record, kind)] or list(odds)
    likeliest = max(shown, key=lambda kind: odds[kind] * _RARER_IN_TRAINING.get(kind, 1))
    if likeliest == "thesis" and not degree and record.status is not None and record.venue is None:
        likeliest = "manuscript"
    elif likeliest == "report" and not record.locator and record.publisher is not None:
        likeliest = "book" if _PRESS_OF_MLA.search(record.publisher.value) else likeliest
    likeliest = record.medium or ("thesis" if degree else _by_container(record, likeliest))
    record.kind = said_by_words(record, likeliest, odds)
    record.kind_odds = odds.get(record.kind, 1.0)


_PRESS_OF_MLA = re.compile(r"^U of .{1,60} P$|\bUP$")
_REVIEW = re.compile(r"\[?(?:Review of|Rev\. of)\b")
_PERIODICAL = frozenset({"article-journal", "article-magazine", "article-newspaper"})
_OF_PAGES = _PERIODICAL | {"webpage", "document", "post-weblog"}
"""Types of what is no preprint by itself: a thesis or a data set may be kept where preprints are."""
_MEETINGS = re.compile(
    r"\b(?:proceedings|conferences?|symposi(?:um|a)|workshops?)\b|研讨会|研討會|年会论|年會論|学术会议|學術會議|论文(?:摘要)?集|論文(?:摘要)?集|^Findings of |\b(?:19|20)\d\d (?:papers|talks|posters|courses|companion)\b",
    re.IGNORECASE,
)
_NAMED_MEETING = re.compile(r"\b(?:conference|symposium|workshop)\b", re.IGNORECASE)
_SERIALS = re.compile(
    r"\b(?:journal|review|communications|magazine|transactions|series|letters|bulletin)\b", re.IGNORECASE
)
_OF_MEETING = re.compile(r",\s[A-Z]{2,8}$")
"""The short name of a meeting behind its long one: "Advances in Tide Models, ATM"."""

_DAY_BEHIND = re.compile(
    r"(?:,\s[^\W\d]\w{2,20})?[,.]?\s(?:vom\s)?\d{1,2}(?:\.\d{1,2}\.|\.?\s(?:de\s)?[^\W\d]{3,9}\.?\s(?:de\s)?)(?:19|20)\d\d(?!\d)"
)
"""The day of an issue behind the name of what appears daily; meetings last for more than one."""
_DAY_OF_MONTH = re.compile(
    r"(?:\s\([^()]{2,30}\))?[’”]?[,.]\s(?:\d{1,2}\s(?P<month>[^\W\d]{3,9})(?!\w)|(?P<first>[^\W\d]{3,9})\s\d{1,2}(?=,))"
)
"""The same without its year, which Harvard prints before the title: "Daily Post, 8 March, p. 12"; and "Daily Post, March 8, 2016"."""
_VOLUME_IN_WORDS = re.compile(r"\bvolume\s\w+,\spages\s")
_OF_DBLP = re.compile(r"\s(?:19|20)\d\d:\s\d[\d:-]*\.?$")
"""Year and pages behind the short name of a meeting, as dblp prints them: "LEAF 2016: 233-248"."""


def _lacks_signs(record: ParsedItem, kind: str) -> bool:
    """Whether nothing in a reference is what works of a type have: a patent a number, an entry what it is in."""
    if kind == "patent":
        return "number" not in record.locator and "patent" not in record.text.casefold()
    if kind not in _INSIDE or record.venue is not None or "volume" in record.locator:
        return False
    return record.title is not None and all(name != "doi" for name, _ in record.links)


_INSIDE = _PERIODICAL | {"entry-encyclopedia"}
"""Types of works that a reference names with what they are in."""


def _by_container(record: ParsedItem, kind: str) -> str:
    """Return the type, corrected where the container, or what stands beside it, can only be of another."""
    if record.venue is None:
        preprint = record.publisher is None and any(name == "arxiv" for name, _ in record.links)
        return "article" if preprint and kind in _OF_PAGES else kind
    name, located = record.venue.value, record.locator.keys()
    if kind in ("chapter", "entry-encyclopedia", "thesis") and _MEETINGS.search(name):
        return "paper-conference"
    if kind == "article-journal" and record.title is not None and _REVIEW.match(record.title.value):
        return "review"
    undated = record.year is None and record.accessed and located.isdisjoint(("volume", "issue", "page"))
    if undated and kind in _PERIODICAL and any(name == "url" for name, _ in record.links):
        return "webpage"
    of_meeting = kind_of(name) == "conference" or (name.startswith("Lecture Notes in ") and "page" in located)
    if kind == "article-journal" and of_meeting and "issue" not in located and not _SERIALS.search(name):
        return "paper-conference"  # known meetings with volumes: "Advances in Neural Information Processing Systems 35"
    whole = record.editors is None and record.publisher is not None and "page" not in located
    if kind == "chapter" and whole and "issue" in located:
        return "book"  # in a numbered series: "in Leaf Studies, no. 7. Oslo: Fenn"
    met = _MEETINGS.search(name) or _OF_MEETING.search(name)
    if (
        kind in ("article-journal", "article-newspaper")
        and met
        and located.isdisjoint(("issue", "volume"))
        and not _SERIALS.search(name)
    ):
        return "paper-conference"
    dated = "volume" not in located and record.editors is None and _DAY_BEHIND.match(record.text, record.venue.end)
    if dated and kind in ("paper-conference", "chapter", "book") and not met and kind_of(name) != "conference":
        return "article-newspaper"
    if kind == "article-journal" and located.isdisjoint(("volume", "issue")) and not met and kind_of(name) != "journal":
        day = _DAY_OF_MONTH.match(record.text, record.venue.end)
        if dated or (day and (day["month"] or day["first"]).casefold() in MONTHS):
            return "article-newspaper"
    named = kind_of(name) == "journal" and not name.startswith("Advances in ")  # many proceedings are called so
    periodical = named or "issue" in located or _SERIALS.search(name)
    led = record.text[: record.venue.start].endswith((". In ", "? In ", "! In ")) and not periodical
    if kind == "article-journal" and led and _VOLUME_IN_WORDS.search(record.text, record.venue.end):
        return "paper-conference"  # "In Advances in Tide Models, volume 3, pages 4–9": so BibTeX prints proceedings
    alone = located.isdisjoint(("issue", "volume")) and record.year is not None and record.year.start > record.venue.end
    alone = alone and kind == "article-journal" and kind_of(name) != "journal"
    if alone and _OF_DBLP.match(record.text, record.venue.end):
        return "paper-conference"
    bare = located.isdisjoint(("issue", "page")) and not record.month and not record.links
    if kind in _PERIODICAL and bare and record.title is not None:
        leads = record.year is not None and record.year.end < record.title.start
        quoted = record.text[: record.title.start].rstrip()[-1:] in tuple("\"“„«‘'")
        unlike = kind != "article-journal" and "volume" not in located and leads and not quoted
        if record.series is not None or record.publisher is not None or is_publisher(name) or unlike:
            return "book"
    return kind


def _by_rules(record: ParsedItem, fields: dict[str, str]) -> str:
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
    if heading == "patent" or "patent" in around.casefold() or any(name == "patent" for name, _ in record.links):
        return "patent"
    edited = record.editors is not None and record.venue is not None  # a chapter of "Best Theses 2020"
    if heading == "thesis" or (
        THESIS.search(around) and not edited and kind not in ("journal", "conference", "workshop")
    ):
        return "thesis"
    if ARXIV.search(venue):
        return "article"
    if not venue:
        return _type_without_container(record, heading, around, fields)
    return _type_by_container(record, venue, kind, heading, around)


_LEADS_IN = tuple(f". {word}{sign} " for word in ("In", "En", "Em", "Dans") for sign in ("", ":"))
"""The word that leads to a book behind the sentence of the title or of the people."""


def _type_by_container(record: ParsedItem, venue: str, kind: str, heading: str, around: str) -> str:
    """Return the type of a work with a container; the first rule that holds says it."""
    poster = kind != "journal" and any("poster" in note.value.casefold() for note in record.notes)
    meeting = kind in ("conference", "workshop") or (kind != "journal" and _MEETINGS.search(venue))
    named = kind != "journal" and _NAMED_MEETING.search(venue)  # "Proceedings of the AAAI Conference, Vol. 36, No. 2"
    noted = venue.startswith("Lecture Notes in ") and "page" in record.locator and record.editors is None
    housed = record.publisher is not None and record.place is not None and record.locator.keys() == {"page"}
    led = housed and record.venue is not None and record.text[: record.venue.start].endswith(_LEADS_IN)
    rules = (
        (_is_series(record, venue, kind), "book"),
        (led and not meeting and find(venue) is None, "chapter"),
        (heading == "" and record.locator.keys() >= {"volume", "issue"} and not named, "article-journal"),
        (poster or meeting or noted, "paper-conference"),
        (record.editors is not None and record.publisher is not None and "issue" not in record.locator, "chapter"),
        (kind == "journal", "article-journal"),
        (heading == "chapter", "chapter"),
        (heading == "book" and not record.locator, "book"),
        (_REPORT.search(around), "report"),
        (kind == "preprint-server", "article"),
        (heading in ("conference", "workshop", "poster"), "paper-conference"),
        (record.editors is not None and "issue" not in record.locator and heading != "journal", "chapter"),
        ("volume" in record.locator or heading == "journal", "article-journal"),
        (is_publisher(venue), "book"),
        (kind == "book", "chapter"),
        ("page" in record.locator, "article-journal"),
        (record.venue is None, "paper-conference"),
        (heading == "" and not acronym_of(venue), "article-journal"),
    )
    return next((name for holds, name in rules if holds), "paper-conference")


def _is_series(record: ParsedItem, venue: str, kind: str) -> bool:
    """Whether what stands before a publisher is the series of the book: "…, Cambridge Tracts in Mathematics 92"."""
    alone = (
        record.publisher is not None and record.editors is None and record.locator.keys().isdisjoint(("page", "issue"))
    )
    words = venue.casefold().split()
    numbered = "volume" in record.locator and not _SERIALS.search(venue) and not _MEETINGS.search(venue)
    named = words[:1] == ["of"] or not _OF_SERIES.isdisjoint(words) or numbered
    return alone and named and kind not in ("journal", "conference", "workshop")


def _type_without_container(record: ParsedItem, heading: str, around: str, fields: dict[str, str]) -> str:
    """Return the type of a work without a container; the first rule that holds says it."""
    house = record.publisher is not None or any(is_publisher(f.value) or ":" in f.value for f in record.venue_more)
    rules = (
        (heading == "chapter", "chapter"),
        (heading == "book" and not record.locator, "book"),
        (_REPORT.search(around), "report"),
        (any("poster" in note.value.casefold() for note in record.notes), "paper-conference"),
        (fields.get("eprint"), "article"),
        (house, "book"),
        ("volume" in record.locator, "article-journal"),
        (record.status or heading == "preprint", "manuscript"),
    )
    return next((name for holds, name in rules if holds), "document")
