"""The CSL type of a work, from all that a record states.

:func:`type_of` gives the type. Of a reference it is the likeliest by a model (:func:`judge`), corrected where the container can only
be another's and, for rare kinds such as patents, cases and films, where plain words state what it is. Of an item of a list
of someone's works it is found by rules.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from citekit.extraction.labeller import Labelled
from citekit.extraction.phrases import FieldSpan, is_publisher, place_share, strip_year, word_rows
from citekit.extraction.record import ParsedItem
from citekit.extraction.signs import CHANNELS, LAWS, law
from citekit.extraction.type_signs import type_odds
from citekit.model.venues import SPONSORS, acronym_of, find, fold, is_year, kind_by_words, kind_of
from citekit.runtime import patterns as re

THESIS = re.compile(
    r"(\bph\.?\s?d\b|\bd\.?\s?phil\b|doctora|doctoral|doutorado|\bdiss(?:ertation|\.)|doktor|dottorato|disertačn|\bdr\.\s?(?:art|philos)\.-|διδακτορικ|博士(?:学位|學位)?(?:論文|论文)|박사\s?(?:학위)?\s?논문)|(\bmaster(?:[’']?s|arbeit)?\b|\bm\.?\s?sc\b|\bdiplom(?:arbeit|a)?\b|\bmagist[eè]r|mestrado|maestría|(?:修士|碩士|硕士)(?:学位|學位)?(?:論文|论文)|석사\s?(?:학위)?\s?논문|yüksek\slisans)"
    r"|(\bbachelor|\bb\.?\s?sc\b|\bundergrad|\bhonou?rs\b|\ba\.b\.)|(\bhabilit)|\b(?:eng|psy|th)d\b|^(?:eng|ed|psy|th)\.d\.?$|\bst[ldb]\s(?:thes|lic|diss)|\bthes[ie]s\b|\btesis\b|\btese\b|\btesi\sdi\s|\btezi\b|dissertação|thèse|\bavhandling\b|\bдис(?:с?\.|серт)",
    re.IGNORECASE,
)
"""Words for a thesis, in groups: of a doctor, of a master, of a bachelor, a habilitation; the last ones leave open which. Three
letters with stops between them ("Ed.D.") count only alone, since initials of people have the same form."""
GENRES = re.compile(
    rf"{THESIS.pattern}|\breports?\b|\bpapers?\b|\brapport|\bbericht|\binforme\b|\brelatório|\bdiss\b|\bhabil",
    re.IGNORECASE,
)
"""Words of the phrases that state which kind of thesis or report a work is."""
LONGEST_DEGREE = 6
"""Words of a phrase that only names a degree, at most: "Unpublished doctoral dissertation"."""
_REPORT = re.compile(
    r"\b(?:technical |tech\.? )reports?\b|\breport\b|(?:white|working|discussion|occasional|position) paper|(?:policy|issue|research) (?:brief|paper)\b|\bDP (?=\d)|(?:arbeits|diskussions)papier|(?:forschungs|abschluss|methoden|projekt|zwischen|kurz)bericht|kurz(?:information|analyse)"
    r"|documento de trabajo|documents? de travail|texto para discussão|quaderno di lavoro|ディスカッションペーパー|研究所報告|研究报告",
    re.IGNORECASE,
)
"""What reports and the series of them are called in the container's place, before the institution or after it."""
ARXIV = re.compile(r"\barxiv\b|\bcorr\b|preprint", re.IGNORECASE)


_OF_SERIES = frozenset("series studies lecture monograph monographs text texts tracts library collection".split())


def type_of(record: ParsedItem, fields: dict[str, str]) -> str:
    """Return the CSL type: of a reference the likeliest by all its marks, of an item of a list of someone's works by
    rules. The reason is stored in the record.

    Those go by what is printed around the container, by the container, by the heading, by what else is there. Of what is nothing but
    a remark, no one can report the type.
    """
    parts = (record.title, record.venue, record.authors, record.editors, record.publisher, record.medium)
    if not any(parts) and not record.links and not record.locator:
        return "document"
    if record.kind:
        return record.kind
    name, record.kind_reason = _by_rules(record, fields)
    return name


_RARER_IN_TRAINING = {"report": 2.0, "paper-conference": 1.5}
"""How much likelier types are than the model takes them for: what it learned from has fewer of them next to articles and books
than people cite. The factors were chosen by hand on three samples of works that the model has not learned from (types right
91.4, 90.6 and 88.4 % without, 92.7, 90.8 and 89.3 % with them), so results on these works are no longer independent of
them; 3 for reports gains on one sample and loses on another."""


def judge(record: ParsedItem, given: Labelled) -> None:
    """Give a reference the likeliest type, with how likely it is; a code, a degree or an identifier that states it settles it.

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
    stated = "the likeliest by its words and fields" if record.kind == likeliest else "words that are printed state it"
    record.kind_reason = stated
    record.kind_odds = odds.get(record.kind, 1.0)


_PRESS_OF_MLA = re.compile(r"^U of .{1,60} P$|\bUP$")
_PERIODICAL = frozenset({"article-journal", "article-magazine", "article-newspaper"})
_OF_PAGES = _PERIODICAL | {"webpage", "document", "post-weblog"}
"""Types of what is not a preprint by itself: a thesis or a data set may be kept where preprints are."""
_MEETINGS = re.compile(
    r"\b(?:proceedings|conferences?|symposi(?:um|a)|workshops?)\b|研讨会|研討會|年会论|年會論|学术会议|學術會議|论文(?:摘要)?集|論文(?:摘要)?集|^Findings of |\b\w{0,20}abstracts?\b|\brencontres\b|\bjournées? d[’']études?\b|\bgiornat[ae] di studio\b|\b(?:summer|winter|spring) school\b|\b(?:19|20)\d\d (?:papers|talks|posters|courses|companion)\b",
    re.IGNORECASE,
)
"""Words that meetings and their proceedings are named with and journals are not, also if no table has the name; the second line
is what Chinese and Japanese lists call them, the last how ACL, SIGGRAPH and summer schools do."""
_NAMED_MEETING = re.compile(r"\b(?:conference|symposium|workshop)\b", re.IGNORECASE)
_SERIALS = re.compile(
    r"\b(?:journal|review|communications|magazine|transactions|series|letters|bulletin)\b", re.IGNORECASE
)
"""Words of journals and of series of books: with one of them, "Conference" in a name or a volume states no meeting and no series."""
_OF_MEETING = re.compile(r",\s[A-Z]{2,8}$")
"""The short name of a meeting after its long one: "Advances in Tide Models, ATM"."""

_BEFORE_DAY = re.compile(r"(?:\s\([^()]{2,30}\))?[’”»“]?(?:,\s[^\W\d]\w{2,20})?[,.]?\s(?:vom\s)?")
"""What is between the name of what appears daily, with its town, and the day of the issue; meetings last for more than one:
"Daily Post (Oslo), 8 March", "Hafenblatt vom 4.5.2019"."""
_VOLUME_IN_WORDS = re.compile(r"\bvolume\s\w+,\spages\s")
_OF_DBLP = re.compile(r"\s(?:19|20)\d\d:\s\d[\d:-]*\.?$")
"""Year and pages after the short name of a meeting, as dblp prints them: "LEAF 2016: 233-248"."""


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
    """Return the type, corrected where the container, or what is next to it, can only be of another."""
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
    day = record.issued if record.issued is not None and record.issued.is_day else None
    year = record.year.start if record.year is not None else 0
    behind = dated = False
    if day is not None:
        first = year if record.venue.end <= year < day.start else day.start  # "Портовая газета. 2019. 4 мая"
        behind = bool(_BEFORE_DAY.fullmatch(record.text, record.venue.end, max(record.venue.end, first)))
        dated = behind and "volume" not in located and record.editors is None and year < day.end
    if dated and kind in ("paper-conference", "chapter", "book") and not met and kind_of(name) != "conference":
        return "article-newspaper"
    loose = (
        kind == "article-journal" and located.isdisjoint(("volume", "issue")) and not met and kind_of(name) != "journal"
    )
    if loose and (dated or behind or (day and record.text[day.start - 1 : day.start] == "(")):
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
    bare = located.isdisjoint(("issue", "page")) and not record.issued and not record.links
    if kind in _PERIODICAL and bare and record.title is not None:
        leads = record.year is not None and record.year.end < record.title.start
        quoted = record.text[: record.title.start].rstrip()[-1:] in tuple("\"“„«‘'")
        unlike = kind != "article-journal" and "volume" not in located and leads and not quoted
        if record.series is not None or record.publisher is not None or is_publisher(name) or unlike:
            return "book"
    return kind


def settle_types(records: Sequence[ParsedItem]) -> None:
    """Find the containers that were read as something else, and give works in the same container the same type.

    What a list's heading announces of an item, or its words state, is believed first; of the others most decide.
    """
    own = [record for record in records if not record.is_reference]
    for record in own:
        _degree_or_report(record)
        if record.venue is not None:
            _container_that_is_house(record)
            _house_beside_container(record)
        if record.venue is None:
            _house_that_is_container(record)
        if record.venue is None and (record.publisher is None or record.editors is not None):
            _remark_that_is_container(record)
    alike: dict[str, list[tuple[ParsedItem, str]]] = defaultdict(list)
    for record in own:
        if record.venue is not None and not record.kind:
            kind = type_of(record, {})
            if kind in _IN_CONTAINERS:
                record.kind = kind
                alike["".join(filter(str.isalpha, fold(record.venue.value)))].append((record, kind))
    for members in alike.values():
        counts = Counter(kind for _, kind in members)
        (most, count), *rest = counts.most_common()
        if rest and count > len(members) - count:
            for record, kind in members:
                record.kind = most
                if kind != most:
                    record.kind_reason = "most works in the same container are of this type"


_IN_CONTAINERS = frozenset({"article-journal", "paper-conference", "chapter"})
"""Types of works that are told apart by what their container is, and nothing else."""


def _degree_or_report(record: ParsedItem) -> None:
    """Part what a thesis or a report calls itself from its institution: "PhD thesis, Harbour Lab, Oslo University"."""
    if record.venue is not None or record.publisher is not None or record.school is not None:
        return
    genre = record.locator.get("genre")
    for phrase in [genre] if genre is not None else list(record.notes):
        found = _GENRE_FIRST.fullmatch(phrase.value)
        if found and (genre is not None or GENRES.search(found["genre"])):
            if genre is None:
                record.notes.remove(phrase)
            record.locator["genre"] = FieldSpan(found["genre"], phrase.start, phrase.end)
            record.publisher = FieldSpan(found["house"], phrase.start, phrase.end)
            record.place = record.place or (
                FieldSpan(found["place"], phrase.start, phrase.end) if found["place"] else None
            )
            return


PLACE_THEN_HOUSE = re.compile(r"(?P<place>[^:,\d]{2,40}),\s(?P<house>[^:,\d]{2,60})")
"""A place with a house after it, as French lists print them: "Paris, Sel"."""
_GENRE_FIRST = re.compile(
    r"(?P<genre>[^,:]{3,40}),\s(?:(?P<place>[^,:]{2,30}):\s)?(?P<house>[A-ZÀ-Þ][^\n]{2,150}?)(?:,\s(?:[A-Z][a-z]{2,8}))?"
)
"""A degree or "Technical report" with the institution after it; a last short word is a month."""


def _container_that_is_house(record: ParsedItem) -> None:
    """Take what is after a place for the publisher, if nothing is of a work inside of another: "Paris, Sel et Mer"."""
    venue, place, announced = record.venue, record.place, _announced(record)
    within = not record.locator.keys().isdisjoint(("volume", "issue", "page")) or record.editors is not None
    if venue is None or within or record.publisher is not None or _is_quoted(record) or kind_of(venue.value):
        return
    if (announced and _IN_CONTAINERS.issuperset(announced)) or _leads_in(record.text[: venue.start]):
        return
    both = PLACE_THEN_HOUSE.fullmatch(venue.value)
    if both and place is None and place_share(both["place"]) == 1 > place_share(both["house"]):
        record.place = FieldSpan(both["place"], venue.start, venue.end)
        record.publisher, record.venue = FieldSpan(both["house"], venue.start, venue.end), None
    elif place is not None and record.text[place.end : venue.start] in (": ", ", ", " : "):
        record.publisher, record.venue = venue, None


def _house_beside_container(record: ParsedItem) -> None:
    """Take a known publisher after a book that "in" leads to, from its name or from a remark: "in Slow Waters, Fenn Press"."""
    venue = record.venue
    if venue is None or record.publisher is not None or not _leads_in(record.text[: venue.start]):
        return
    name, _, last = venue.value.rpartition(", ")
    if name and is_publisher(last) and not is_publisher(name) and not kind_of(venue.value):
        record.publisher = FieldSpan(last, venue.end - len(last), venue.end)
        record.venue = FieldSpan(name, venue.start, venue.end - len(last))
        return
    house = next(
        (note for note in record.notes if is_publisher(note.value) and len(note.value.split()) <= LONGEST_HOUSE), None
    )
    if house is not None and house.start > venue.end:
        record.notes.remove(house)
        record.publisher = house


LONGEST_HOUSE = 4
"""Words of a remark that is a publisher and nothing else, at most: "Edward Elgar", "Oxford University Press"."""


def _house_that_is_container(record: ParsedItem) -> None:
    """Take what was read as the publisher of a work without a container for it, where it can be none: its words name a meeting or
    a journal, the heading announces works inside of others, or the title is in quotation marks, as those of whole books are not.
    """
    house, announced = record.publisher, _announced(record)
    if house is None or record.title is None or record.school is not None or record.edition is not None:
        return
    if "genre" in record.locator or not {"book", "thesis", "report"}.isdisjoint(announced):
        return
    if record.place is not None and record.text[record.place.end : house.start] in (": ", ", ", " : "):
        return  # "Oslo: Fenn", "Paris, Sel": a meeting has its town after it
    # "IEEE BigTide" is not a publisher below a heading that announces meetings
    met = announced == ("paper-conference",) and not SPONSORS.issuperset(house.value.casefold().split())
    if is_publisher(house.value) and not met and not _BOOK_OF_PARTS.search(house.value):
        return
    if _REPORT.search(record.text[record.title.end : house.start]):
        return  # "Technical report, Directorate-General for Communications"
    known = find(house.value)
    named = kind_of(house.value) in ("conference", "workshop") or (known is not None and known.kind == "journal")
    named = named or _BOOK_OF_PARTS.search(house.value) is not None or record.editors is not None
    if named or _is_quoted(record) or (announced and _IN_CONTAINERS.issuperset(announced)):
        record.venue, record.publisher = house, None


def _is_quoted(record: ParsedItem) -> bool:
    """Whether the title is in quotation marks: those of books, reports and theses are mostly set in italics."""
    return record.title is not None and record.text[: record.title.start].rstrip()[-1:] in _QUOTES


_QUOTES = frozenset('"“„«‘「')
_BOOK_OF_PARTS = re.compile(
    r"\b(?:dictionary|dictionnaire|diccionario|dizionario|wörterbuch|lexikon|handbook|handbuch|encyclop\w+|enzyklopädie|enciclopedia|companion)\b",
    re.IGNORECASE,
)
"""What books of many authors are called."""


def _remark_that_is_container(record: ParsedItem) -> None:
    """Take the words after "in" or after the editors for the container: "Slow tides, A. Moss in TIDEPROG"."""
    title, editors = record.title, record.editors.end if record.editors is not None else -LONGEST_MARK - 1
    for note in record.notes:
        if title is None or note.start <= title.end:
            continue
        marked = _EDITORS_FIRST.match(note.value)
        name = note.value[marked.end() :] if marked else note.value
        before = record.text[: note.start]
        led = _leads_in(before) if record.publisher is None else 0 <= note.start - editors <= LONGEST_MARK
        behind = record.text[title.end : note.start]
        called = all(word[:1].isupper() or word[:1].isdigit() for word in name.split() if len(word) > LONGEST_SMALL)
        beside = called and _is_quoted(record) and record.publisher is None
        led = led or (beside and _BEHIND_QUOTES.fullmatch(behind) is not None)
        words = name.split()
        named = name[:1].isupper() and len(words) <= LONGEST_CONTAINER and place_share(name) < 1
        plain = [word.strip(".,:").casefold() for word in words]
        named = named and _OF_NO_CONTAINER.isdisjoint(plain) and (len(plain) > 1 or plain[0] not in _LANGUAGES)
        if led and named:
            record.notes.remove(note)
            year = record.year.value if record.year else ""
            record.venue = FieldSpan(strip_year(name, year=year) or name, note.end - len(name), note.end)
            return


def _leads_in(before: str) -> bool:
    """Whether a text ends with the word that leads to what a work is in."""
    return before.endswith((" in ", "\nin ")) or bool(_LEADS_IN.search(before, max(0, len(before) - LONGEST_LEAD)))


LONGEST_LEAD = 16
"""Characters before a container among which the word is that leads to it, with the mark before it: "). Dans: the "."""
_EDITORS_FIRST = re.compile(
    r"(?:[Ee]ds?|[Hh]rsg|[Hh]g|[Rr]ed(?:\.?:er)?|[Tt]oim|[Cc]oords?|[Dd]irs?|[Oo]rgs?)\b[.,:)]{1,3}\s"
)
_BEHIND_QUOTES = re.compile(r"[.,?!]?[\"”“»’'」][.,]?\s")
"""What is between a quoted title and a container right after it."""
LONGEST_SMALL = 3
"""Letters of words that names of journals leave small, at most: "Notes of the Tide"."""
_OF_NO_CONTAINER = frozenset(
    "award awards prize best honorable honourable mention winner shortlisted selected invited talk essay interview translation translated forthcoming "
    "reprint reprinted available online".split()
)
_LANGUAGES = frozenset(
    "german french english spanish italian japanese chinese russian portuguese polish dutch czech slovak swedish "
    "norwegian danish finnish korean turkish arabic greek hungarian ukrainian romanian catalan hebrew persian latin croatian serbian".split()
)
"""Words of remarks after a title that name no container, prizes and kinds of texts; and the language of "(in Norwegian)"."""
LONGEST_MARK = 12
"""Characters between editors and the book, at most: " (red:er), "."""
LONGEST_CONTAINER = 12
"""Words of a remark that may be a container, at most: a longer one is a sentence."""


def _announced(record: ParsedItem) -> tuple[str, ...]:
    """Return the types that the heading above an item announces."""
    kinds = record.item.section.latest("kinds")
    found = kinds if isinstance(kinds, tuple) else ()
    return tuple(dict.fromkeys(_OF_HEADING[kind] for kind in found if kind in _OF_HEADING))


_OF_HEADING = {
    "patent": "patent",
    "thesis": "thesis",
    "journal": "article-journal",
    "conference": "paper-conference",
    "workshop": "paper-conference",
    "poster": "paper-conference",
    "chapter": "chapter",
    "book": "book",
    "report": "report",
    "preprint": "manuscript",
}
"""The types of works by the groups of ``words/kinds.txt``."""


def _by_rules(record: ParsedItem, fields: dict[str, str]) -> tuple[str, str]:
    """Return the type of an item of a list of someone's works, and why."""
    genre = record.locator["genre"].value if "genre" in record.locator else ""
    if genre:
        return "thesis" if THESIS.search(genre) else "report", "it calls itself so"
    if record.medium:
        return record.medium, "it calls itself so"
    venue = record.venue.value if record.venue else str(record.item.section.latest("venue") or "")
    announced = _announced(record)
    tag = record.venue_tag.value if record.venue_tag else ""
    beside = (*record.venue_more, *record.notes, *record.left_over)
    around = " ".join([venue, *(found.value for found in beside), tag])
    kind = kind_of(venue) or kind_of(tag)
    if announced == ("patent",) or "patent" in around.casefold() or any(name == "patent" for name, _ in record.links):
        return "patent", "a word or the number of a patent"
    edited = record.editors is not None and record.venue is not None  # a chapter of "Best Theses 2020"
    printed = kind in ("journal", "conference", "workshop") or (record.venue is not None and _MEETINGS.search(venue))
    several = record.authors is not None and len(record.authors.names) > 1  # a thesis has one author
    if announced == ("thesis",) and (printed or (several and venue)):
        announced = ()  # "Theses" is the label of a page that other works are below as well
    if announced == ("thesis",) or (
        THESIS.search(around) and not edited and kind not in ("journal", "conference", "workshop")
    ):
        return "thesis", "a degree is printed" if THESIS.search(around) else OF_HEADING
    if ARXIV.search(venue):
        return "article", "it is in an archive of preprints"
    if not venue:
        return _type_without_container(record, announced, around, fields)
    return _type_by_container(record, venue, kind, announced, around)


_LEADS_IN = re.compile(
    r"(?:^|[.,;:?!”\"’'»)\]\n]\s?|\s\()(?:in|en|em|dans|nel|i|w|v|ve|в)\s?:?\)?:?\s(?:the\s)?$", re.IGNORECASE
)
"""The word that leads to what a work is in, after the title or the people: ". In ", ", in: ", " (w:) "."""
_EDITOR_MARK = re.compile(
    r"[(,\s](?<!\d\s)(?<!nd\s)(?<!th\s)(?:[Ee]ds?|[Hh]rsg|[Hh]g|HRSG|red|red:er|toim|[Cc]oords?|dirs?|orgs?|редкол|ред)\b\.?(?:\)|,|:|\s(?=[A-Z]))"
)
"""What marks people as editors, whether they were read as such or not; "2nd ed." is an edition."""
_ORDINAL = re.compile(
    r"(?<![\w.])(?:\d{1,3}(?:st|nd|rd|th|ª|º|°|e|ème|es|de|:e)|\d{1,2}\.(?=\s[A-Z])|[IVX]{2,6}(?=\s[A-Z])"
    r"|(?:Fir|Seco|Thi|Four|Fif|Six|Seven|Eigh|Nin|Ten|Eleven|Twelf|\w{3,6}teen|Twentie)(?:st|nd|rd|th)|Deuxièmes?|Troisièmes?|Primer[ao]s?|Segund[ao]s?)(?!\w)"
)
"""How often a meeting was held: "The 13th Computing Conference", "9. Tagung", "XIV Jornadas"; journals count their volumes elsewhere."""
_YEAR_BEHIND = re.compile(r"\s['’]?(?:19|20)\d\d(?=$|[\s.,;:)(])(?!\s?[,:;]?\s?\d)|['’]\d\d\b")
"""The year as a part of the name of a meeting: "GEOTIDES 2022 (Oslo)"; after the name of a journal it is parted by a mark."""
_SHORT_NAME = re.compile(r"(?:^|[\s(@-])(?=[\w-]{0,12}[A-Z][\w-]{0,12}[A-Z])[A-Z][\w-]{1,14}(?=$|[\s)@])")
"""A short name, with two capitals: "MTSR", "BigComp"."""
_PAPERS_OF_MEETING = re.compile(
    r"\b(?:congress|conference|symposium|workshop)\s(?:papers|proceedings)\b|\b\d{1,2}(?:st|nd|rd|th)\s(?:\w{1,30}+\s){0,3}(?:congress|conference|symposium|workshop)\b",
    re.IGNORECASE,
)
_SHORT_NAME_LAST = re.compile(r"\s\((?=[^()]{0,20}[A-Z][^()a-z]{0,20}[A-Z])[^()\s]{2,24}\)$")
_PERIODICAL_REPORT = re.compile(r"\b(?:annual|quarterly|monthly|weekly)\b.{0,40}\breport\b", re.IGNORECASE)
"""Reports that appear each year have articles: "Fenn Annual Economic Report 2008"."""
_PAPERS_OF_SOCIETY = re.compile(
    r"\bproc(?:eedings|\.)?\s(?:.{0,60}\s)?(?:soc(?:iety)?\b|acad\w*|academ\w+|inst(?:itution)?\b|royal\b|r\b)|\bpapers (?:and|&) proceedings\b",
    re.IGNORECASE,
)
"""Journals that societies call their proceedings: "Proc Tide Soc 77: 432-444"."""


def is_meeting(record: ParsedItem, venue: str, kind: str, heading: str, led: bool) -> bool:
    """Whether what a work is in is a meeting: by its kind or by words; by how often it was held or by its year where the
    heading announces nothing else.
    """
    if kind in ("conference", "workshop") or (kind != "journal" and _MEETINGS.search(venue)):
        return True
    if any(_PAPERS_OF_MEETING.search(note.value) for note in record.notes) and "volume" not in record.locator:
        return True  # "in Slow Waters (Congress papers, Fifth Tide Congress, Oslo)"
    numbered = not record.locator.keys().isdisjoint(("volume", "issue"))
    if kind or numbered or record.venue is None or heading not in ("", "paper-conference"):
        return False
    words = venue.split()
    if record.place is not None and record.publisher is None and _SHORT_NAME_LAST.search(venue):
        return True  # "Uses of Tides (UTIDE), Oslo"
    if len(words) > 1 and is_year(words[0]):
        return True  # "2019 Oslo PowerTech"
    if _ORDINAL.search(venue):
        return record.publisher is None or _SHORT_NAME.search(venue) is not None
    behind = _YEAR_BEHIND.match(record.text, record.venue.end)
    if len(words) <= MOST_SHORT_NAMES and all(map(_SHORT_NAME.fullmatch, words)):
        # "A. Moss in TIDEPROG", "TIDEPROG, 2024": journals of such names have volumes
        return bool(led or behind or record.text[record.venue.end :].startswith((", 20", ", 19")))
    inside = _YEAR_BEHIND.search(record.text, record.venue.start, record.venue.end)
    yeared = behind or (inside and inside.end() == record.venue.end)
    return bool(yeared and _SHORT_NAME.search(venue))


MOST_SHORT_NAMES = 2
"""Words of a name that is nothing but short names, at most: "IEEE BigTide"."""


def _type_by_container(
    record: ParsedItem, venue: str, kind: str, announced: tuple[str, ...], around: str
) -> tuple[str, str]:
    """Return the type of a work with a container, and why; the first rule that holds states it."""
    heading = announced[0] if len(announced) == 1 else ""
    located = record.locator.keys()
    poster = kind != "journal" and any("poster" in note.value.casefold() for note in record.notes)
    named = kind != "journal" and _NAMED_MEETING.search(venue)  # "Proceedings of the AAAI Conference, Vol. 36, No. 2"
    part = "page" in located or any(name == "doi" for name, _ in record.links)
    noted = _is_of_meetings(venue) and part and record.editors is None
    in_series = next((one.value for one in (record.series, record.venue_tag) if one is not None), "")
    noted = noted or (_is_of_meetings(in_series) and heading != "chapter")
    led = record.venue is not None and _leads_in(record.text[: record.venue.start])
    if record.editors is not None and record.title is not None and record.title.end < record.editors.start:
        led = led or _leads_in(record.text[: record.editors.start])  # "in A. Moss and B. Oru, editors, Slow Waters"
    edited = record.editors is not None or (
        record.title is not None and _EDITOR_MARK.search(record.text, record.title.end)
    )
    edited = edited and (led or (record.authors is not None and not record.authors.editors))
    if kind == "journal" and named_meeting(venue):
        kind = "conference"
    elif kind in ("conference", "workshop") and led and edited and not find(venue) and not kind_by_words(venue):
        kind = ""  # an acronym in the title of a book is that of anything
    meeting = is_meeting(record, venue, kind, heading, led)
    of_book = (led or edited) and record.publisher is not None and located.isdisjoint(("issue", "volume"))
    society = _PAPERS_OF_SOCIETY.search(venue) and not named and ("volume" in located or heading == "article-journal")
    housed = of_book and record.place is not None and located == {"page"}
    collected = led and edited and located.isdisjoint(("issue", "volume"))
    apart = not meeting and find(venue) is None
    rules = (
        (noted and in_series, "paper-conference", "a series of proceedings"),
        (heading == "book" and not located and (record.authors is None or record.authors.editors), "book", OF_HEADING),
        (_is_series(record, venue, kind) and not _is_quoted(record), "book", "a series and a publisher"),
        (society, "article-journal", "a society's proceedings are a journal"),
        (apart and (housed or ((of_book or collected) and heading != "paper-conference")), "chapter", OF_BOOK),
        (heading == "" and located >= {"volume", "issue"} and not named, "article-journal", "a volume and an issue"),
        (poster or meeting or noted, "paper-conference", "the container is a meeting or its proceedings"),
        (record.editors is not None and record.publisher is not None and "issue" not in located, "chapter", OF_BOOK),
        (
            kind == "book" and (led or edited) and "issue" not in located and heading != "paper-conference",
            "chapter",
            OF_BOOK,
        ),
        (kind == "journal", "article-journal", "the container is a journal"),
        (heading == "chapter", "chapter", OF_HEADING),
        (heading == "book" and not located and not (led or edited), "book", OF_HEADING),
        (_REPORT.search(around) and not _PERIODICAL_REPORT.search(venue), "report", "words of reports"),
        (kind == "preprint-server", "article", "it is in an archive of preprints"),
        (heading == "paper-conference", "paper-conference", OF_HEADING),
        (edited and "issue" not in located and heading != "article-journal", "chapter", OF_BOOK),
        (heading == "article-journal", "article-journal", OF_HEADING),
        (
            "volume" in located or _PERIODICAL_REPORT.search(venue),
            "article-journal",
            "a volume, or words of periodicals",
        ),
        (is_publisher(venue) and not _is_quoted(record), "book", "a publisher and no container"),
        (kind == "book" or _BOOK_OF_PARTS.search(venue), "chapter", "the container is a book"),
        ("chapter" in announced and (led or record.publisher is not None), "chapter", OF_BOOK),
        # 『…』 with a house, and no number of a journal
        (
            record.publisher is not None
            and located.isdisjoint(("issue", "volume"))
            and not kind
            and _is_eastern(venue),
            "chapter",
            OF_BOOK,
        ),
        # journals print no "Oslo: Fenn"
        (record.publisher is not None and record.place is not None and not kind, "chapter", OF_BOOK),
        ("page" in located, "article-journal", "pages, and nothing of a book or a meeting"),
        (record.venue is None, "paper-conference", "the heading names a container"),
        (not acronym_of(venue), "article-journal", "nothing of a book or a meeting"),
    )
    return next(
        ((name, reason) for holds, name, reason in rules if holds), ("paper-conference", "the short name of a meeting")
    )


def _is_eastern(venue: str) -> bool:
    """Whether a container is in Chinese, Japanese or Korean writing and not named like a periodical."""
    return bool(_EASTERN.search(venue)) and not _EASTERN_PERIODICAL.search(venue)


_EASTERN = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
_EASTERN_PERIODICAL = re.compile(
    r"(?:研究|学報|學報|学报|評論|评论|雑誌|雜誌|杂志|紀要|年報|论丛|論叢|新聞|日報|日报|학보|연구|논총|신문)$"
)
"""What the names of journals and newspapers end with."""
OF_HEADING, OF_BOOK = "the heading states it", '"in", editors or a publisher show that the container is a book'
"""Reasons that several rules give."""


def named_meeting(venue: str) -> bool:
    """Whether a name that is like that of a known journal is a meeting's: "The 13th Tides Conference" is not the journal Tides."""
    known = find(venue)
    return known is not None and bool(_NAMED_MEETING.search(venue)) and not _NAMED_MEETING.search(known.name)


def _is_of_meetings(name: str) -> bool:
    """Whether a name is that of a series in which the papers of meetings are published."""
    known = find(name) if name else None
    return known is not None and (known.acronym in _SERIES_OF_MEETINGS or known.name in _SERIES_OF_MEETINGS)


_SERIES_OF_MEETINGS = frozenset(
    "PMLR|Findings|LNCS|LNAI|LNBIP|CCIS|LIPIcs|OASIcs|EPTCS|ENTCS|CEUR|IFIP AICT|LNI|LNEE|LNNS|AISC|ICPS|PoS|Proceedings of SPIE"
    "|AIP Conference Proceedings|EPJ Web of Conferences|ISPRS Annals of the Photogrammetry, Remote Sensing and Spatial Information Sciences"
    "|International Archives of the Photogrammetry, Remote Sensing and Spatial Information Sciences".split("|")
)
"""Series of the table of venues whose volumes are proceedings, nearly all; those of lectures and monographs are not among them."""


def _is_series(record: ParsedItem, venue: str, kind: str) -> bool:
    """Whether what is before a publisher is the series of the book: "…, Cambridge Tracts in Mathematics 92"."""
    alone = (
        record.publisher is not None and record.editors is None and record.locator.keys().isdisjoint(("page", "issue"))
    )
    words = venue.casefold().split()
    numbered = "volume" in record.locator and not _SERIALS.search(venue) and not _MEETINGS.search(venue)
    named = words[:1] == ["of"] or not _OF_SERIES.isdisjoint(words) or numbered
    return alone and named and kind not in ("journal", "conference", "workshop")


def _type_without_container(
    record: ParsedItem, announced: tuple[str, ...], around: str, fields: dict[str, str]
) -> tuple[str, str]:
    """Return the type of a work without a container, and why; the first rule that holds states it."""
    heading = announced[0] if len(announced) == 1 else ""
    house = record.publisher is not None or any(is_publisher(f.value) or ":" in f.value for f in record.venue_more)
    poster = any("poster" in note.value.casefold() for note in record.notes)
    rules = (
        (heading == "chapter", "chapter", OF_HEADING),
        (heading == "book" and not record.locator, "book", OF_HEADING),
        (_REPORT.search(around), "report", "words of reports"),
        (poster, "paper-conference", "it is a poster"),
        (fields.get("eprint"), "article", "it is in an archive of preprints"),
        (house, "chapter" if "page" in record.locator else "book", "a publisher and no container"),
        ("volume" in record.locator, "article-journal", "a volume"),
        (record.status or heading == "manuscript", "manuscript", "it is not published"),
        (heading in _ANNOUNCED_ALONE, heading, OF_HEADING),
    )
    return next(
        ((name, reason) for holds, name, reason in rules if holds),
        ("document", "nothing that is printed indicates its type"),
    )


_ANNOUNCED_ALONE = frozenset({"report", "paper-conference", "article-journal"})
"""Types that a heading states of works of which no container was read."""


# --- rare kinds ----------------------------------------------------------------------------------------------------
#
# The rare kinds of works by plain words: what calls a work a patent, a case in court, data, software, a film or a talk.
#
# The model of types weighs many marks and has met few works of these kinds. Where a reference states in words what it is of, or names
# a newspaper, an archive of data or a studio that is known, that decides.

PATENT_NUMBER = re.compile(
    r"(?<![\w/.-])(?:(?:US|EP|WO|EU|DE|JP|CN|RU)[\s/-]?(?:[A-Z]\s?)?(?:(?:19|20)\d\d/\d{5,7}|\d{1,3}(?:[ ,]\d{3}){2}|\d{7,12})(?:\s?[A-Z]\d?)?"
    r"|(?:GB|FR|KR|SU|CA|AU|ES|IT|CH|AT|SE|NL|DK|FI|NO|PL|IN|BR|TW)[\s/-]?(?:\d{1,3}(?:[ ,]\d{3}){2}|\d{6,12})\s?[A-CTUY]\d?)(?!\w)"
)
"""The number of a patent: the office's two letters, more digits than a postal code has, and a letter for its stage, that only large
offices may lack."""
_STANDARD_NUMBER = re.compile(
    r"(?:ISO|IEC|IEEE\sStd\.?|ANSI|ASTM|DIN|BS|EN|NF|UNE|UNI|JIS|ÖNORM|CEN|ITU-[TR]|ECMA|GB|ГОСТ|GOST|SN|SS|NEN|AS|AS/NZS)"
    r"(?:[/\s-](?:IEC|IEEE|EN|ISO|TR|TS|R|PAS|T|Р|NZS)){0,3}[\s-]?[A-Z]{0,3}\.?\s?\d{1,6}(?:[-.]\d{1,5}+){0,3}(?:[:-](?:19|20)?\d\d)?(?:/Amd.*|/Cor.*)?"
)
"""What a body of standards numbers, with the year of the edition after a colon: "ISO 9001:2015", "DIN EN 1993-1-1"."""
_OF_PATENTS = re.compile(
    r"//(?:[\w-]++\.)*(?:patents\.google|espacenet|patentscope|freepatentsonline|patft|lens\.org/\d)"
)
_TALK = re.compile(
    r"\b(?:paper|poster|talk|lecture|keynote|address|presentation)\s(?:presented|given|delivered|read)\b|\b(?:invited|keynote|plenary)\s(?:talk|lecture|address|speech)\b"
    r"|(?<=[.,”’\"'\[(] )(?:talk|lecture|speech|presentation)\s(?:at|to)\s|[\[(](?:talk|speech|lecture|vortrag|ponencia|föredrag|foredrag|referat)[\])]"
    r"|(?<=[.,] )(?:lecture|speech|keynote|address|talk|vortrag)\.?$|(?<=[.”’\"] )talk\.\s|\bvortrag\s(?:auf|bei|beim|am|an|im|gehalten)\b|\bcommunication\sprésentée\b|\bconférence\s(?:donnée|prononcée)\b"
    r"|\b(?:ponencia|comunicación)\spresentada\b|\b(?:comunicação|trabalho)\sapresentad[ao]\b|\brelazione\spresentata\b|\breferat\swygłoszony\b|\b(?:föredrag|foredrag)\s(?:på|ved|vid|hållet|holdt)\b|\bдоклад\sна\b",
    re.IGNORECASE,
)
"""What calls a work a talk. The word alone stands in titles too ("The talk of the town"), so that it counts with "presented", "invited",
after the mark that ends a title, in brackets, or last; the other lines are the same in German, French, Spanish, Portuguese, Italian, Polish,
Swedish, Danish and Russian."""
_TALK_STEMS = tuple(
    "paper poster talk lecture keynote address presenta speech plenary vortrag ponenc comun commun conférence trabalho relaz"
    " referat föredrag foredrag доклад".split()
)
"""One of them is in each such phrase, so that most texts need not be searched."""
_INTERVIEW = re.compile(
    r"(?<=[.,”’\"')] )(?:(?:Personal|Telephone|Phone|Oral history)\s)?[Ii]nterview(?:ed)?\s(?:by|with)\s[A-Z]|[\[(](?:[Pp]ersonal )?[Ii]nterview[\])]|, interviewee\."
)
"""What calls a work an interview, after the person or the title: "Lind, A. Interview by Bo Moss.", "[Interview]"."""
_CHANNEL = re.compile(CHANNELS + r"$")
_DATA_HOUSE = re.compile(
    r"\bdataverse\b|^pangaea$|^dryad\b|\bdata\s(?:archive|cent(?:er|re)|service|repository|store|bank)\b|\bfigshare\b|^openneuro$|^envidat$|^mendeley data$|\bdataport\b"
    r"|^icpsr$|^inter-university consortium for political|^datenarchiv\b|\bforschungsdatenzentrum\b|^kaggle$|machine learning repository",
    re.IGNORECASE,
)
"""Archives that publish nothing but data."""
_OF_DATA_OR_CODE = re.compile(r"^(?:zenodo|osf|github|gitlab|bitbucket|sourceforge|cran|pypi)$", re.IGNORECASE)
_DATA = re.compile(r"(?<=[.,”\"’] )data\s?set[.,]|\bdatensatz\b|\bjeu de données\b", re.IGNORECASE)
_CODE = re.compile(r"\bR package version \d|(?<=[.,”\"’] )(?:computer )?(?:software|program)[.,]\s", re.IGNORECASE)
_CODE_HOST = re.compile(
    r"(?:https?://)?(?:www\.)?(?:(?:github|gitlab|bitbucket)\.(?:com|org)/[\w.-]+/[\w.-]+/?(?:tree/.*|releases.*)?$|cran\.r-project\.org/|pypi\.org/|bioconductor\.org/|r-forge\.r-project\.org/|sourceforge\.net/p)",
    re.IGNORECASE,
)
"""The address of a program itself, and not of a page about it among the files and questions next to."""
_STUDIO = re.compile(
    r"\b(?:pictures|films|studios|home video|home entertainment|cinematogr[aá]fic\w*|filmproduktion|filmverleih)\b\.?(?:,|$)|^(?:the )?criterion collection$|^(?:warner bros|paramount|miramax|metro-goldwyn-mayer|mgm|20th century fox|twentieth century fox|gaumont|pathé|kino lorber|lionsgate|netflix|hbo)\b",
    re.IGNORECASE,
)
"""What makes films: words at the end of a name, since "Pictures of tides" is a title, and houses that publish nothing else."""
_VIDEO_HOST = re.compile(r"//(?:[\w-]++\.)*(?:youtu\.be|youtube\.com/watch|vimeo\.com/\d|kanopy\.com)")
_SCREEN = re.compile(
    r"\(Directors?\)|, director\. |\bDirected by [A-Z]|(?<=[.,\]] )(?:DVD|Blu-ray|VHS)\b|\b(?:Regie|Réal|Regia|Dir)\.?: "
)
"""Who directed a work, and the media that only films come on; the stop or bracket before "DVD" keeps titles about them out."""
_ENCYCLOPEDIA = re.compile(
    r"\bencyclop[aæ]?e?di|\benzyklop|\bencicloped|\bencyklop|\bэнциклопед|^(?:the )?(?:free )?wikipedia\b|\bbritannica\b|\blexikon\b|\blexicon of\b|\b(?:dictionary|dictionnaire) of national biography\b|\bdeutsche biographie\b"
    r"|\bdizionario biografico\b|\bdiccionario biográfico\b|\bnational biography\b|\brealencyclop",
    re.IGNORECASE,
)
"""Containers whose parts are entries: the word in the languages of Europe, and national biographies, which are called otherwise."""
_OFFICE = re.compile(
    r"\b(?:Council|Department|Dept|Agency|Office|Bureau|Commission|Administration|Laborator(?:y|ies)|Embassy|Center|Bank|Service|Survey|Program|Ministry|NASA|OECD|Bundesamt|Umweltbundesamt)\b"
)
"""Institutions whose works are reports in nine of ten cases, as several thousand works of bibliographies have them; of institutes,
societies and ministries in other languages as many are books."""
_SCHOOL = re.compile(
    r"\b(?:Universit\w{1,4}|Uniwersytet|Univerzita|College|Seminary|Polytechni\w{1,8}|Politecnico|Hochschule|Institute of Technology|Virginia Tech)\b"
)
"""A school by itself: what one person wrote and it alone issues is a thesis in three of four cases, and a book in one of twenty."""
_PART_OF_SCHOOL = re.compile(r"\b(?:Section|Division|Unit|Group|Centre|Library|Museum|Observatory)\b")
"""What a school prints reports under."""
_PRESS = re.compile(r"(?i)\b(?:press|verlag|publ\w*|books|éditions|editorial|editora)\b")
_TITLE_OF_REPORT = re.compile(
    r"\breports?\b|\bassessment\b|\bevaluation\b|\bwhite paper\b|bericht\b|\brapport\b|\binforme\b|\brelatório\b|\brapporto\b|\braport\b|\bzpráva\b",
    re.IGNORECASE,
)
"""Words that titles of reports have, in nine languages; books and articles have them too, so that they count only with an office or
a file."""
_NUMBERED_REPORT = re.compile(
    r"(?<=[.,(”’\"] )(?:[A-Z]{2,8}\s)?(?:Tech(?:\.|nical) Rep(?:\.|ort)|Working Paper|Discussion Paper|Research Report|Policy Brief|Policy Paper|Issue Brief|White Paper|Memorandum|Report|Rapport|Bericht|Informe|Relatório)\s(?:(?:No|Nr|no|nr|n°|nº)[.:]?\s?)?(?=[\w./-]{0,12}\d)"
)
"""What numbers a report, after the title: "Tech. Rep. 2009-17", "Issue Brief 1"."""
_REVIEW = re.compile(
    r"(?:^|[.?!”\"’,)\]]\s|[\[“„«\"‘])(?:book )?(?:review of|rev\. of|reviewed work|rezension (?:zu|von|über)|recensione (?:di|a)|reseña de|compte rendu de|recensão|recenzja|recension av)|\bbook review\b",
    re.IGNORECASE,
)
"""How the title of a review, or what is in brackets after a title, begins; a review article has "review" elsewhere in its title."""
_PAGES_OF_WEB = frozenset({"webpage", "post-weblog", "post", "document"})
_LOOSE = _PAGES_OF_WEB | _PERIODICAL | {"book", "report", "thesis", "article", "manuscript", "pamphlet", "graphic"}
"""Types that the model falls back on where it does not know what a work is."""


def press(name: str) -> str:
    """Return what a newspaper or a magazine prints, ``article-newspaper`` or ``article-magazine``; empty for other names.

    >>> press("The Irish Times"), press("New Scientist"), press("Journal of Tides")
    ('article-newspaper', 'article-magazine', '')
    """
    bare = name.casefold().replace("’", "'").split(" (")[0].split(" [")[0].strip(" .,")
    called = " ".join(bare.removeprefix("the ").split())
    return next((f"article-{kind}" for kind, names in _NAMES_OF_PRESS.items() if called in names), "")


_NAMES_OF_PRESS = {kind: frozenset(map(" ".join, word_rows("periodicals")[kind])) for kind in ("magazine", "newspaper")}


def _is_standard(record: ParsedItem) -> bool:
    """Whether the number of a work, or what its title begins with, is that of a standard."""
    number = record.locator.get("number") or record.locator.get("issue")
    title = record.title.value if record.title else ""
    if number is not None and _STANDARD_NUMBER.fullmatch(number.value):
        return True
    found = _STANDARD_NUMBER.match(title)
    # Three digits at least: "AS 12 shows" and "SS 7" are words of titles.
    return found is not None and sum(map(str.isdigit, found[0])) > 2 and title[found.end() :][:1] in ("", " ", ":", ",")


def said_by_words(record: ParsedItem, kind: str, odds: dict[str, float]) -> str:
    """Return the type that the words of a reference state for certain, or the one that the model gave it.

    What a code or a word in brackets stated (``record.medium``) and the degree of a thesis have decided before.
    """
    if record.medium or record.school is not None:
        return kind
    text, located = record.text, record.locator.keys()
    house = record.publisher.value if record.publisher else ""
    venue = record.venue.value if record.venue else ""
    # The number of a patent or a standard may have been read as that of an issue.
    within = not located.isdisjoint(("page", "volume")) or ("issue" in located and venue != "")
    urls = [link.value for name, link in record.links if name == "url"]
    if kind == "review" and not _REVIEW.search(text):
        kind = max((one for one in odds if one != "review"), key=lambda one: odds[one])
    # The kind and the locator are asked first: they spare most references the search.
    may_be_patent = not within and (kind in _LOOSE or kind in ("paper-conference", "standard"))
    if may_be_patent and (PATENT_NUMBER.search(text) or any(map(_OF_PATENTS.search, urls))):
        return "patent"
    if kind in _LOOSE | {"legal_case", "legislation"} and not within and _is_standard(record):
        return "standard"
    if kind in _LOOSE | {"chapter"} and record.authors is None and (found := law(text)):
        return "legislation" if found.re is LAWS else "legal_case"
    if kind in _LOOSE | {"chapter", "motion_picture"} and not within and "nterview" in text and _INTERVIEW.search(text):
        return "interview"
    shown = record.title is not None and not record.title.start and not urls and _CHANNEL.match(house)
    if kind in _LOOSE | {"chapter", "motion_picture"} and not within and shown:
        return "broadcast"
    may_be_talk = not within and any(map(record.item.text.folded.__contains__, _TALK_STEMS))
    if kind in _LOOSE | {"paper-conference", "chapter", "dataset"} and may_be_talk and _TALK.search(text):
        return "speech"
    if kind in _LOOSE | {"chapter"} and not within and (made := _data_code_or_film(record, kind, odds)):
        return made
    if kind == "book" and _STUDIO.search(house) and _SCREEN.search(text):
        return "motion_picture"  # the minutes that it takes were read as pages: "DVD, 104 min."
    if printed := press(venue):
        return printed if kind in _LOOSE else kind
    if kind == "article-newspaper" and any(name == "doi" for name, _ in record.links):
        return "article-journal"  # ahead of its issue, with the day: no newspaper has such numbers
    if _ENCYCLOPEDIA.search(venue) and kind in _PAGES_OF_WEB | _PERIODICAL | {"chapter", "book", "entry-dictionary"}:
        return "entry-encyclopedia"
    if _is_report(record, kind, within, urls):
        return "report"
    return "thesis" if _is_of_school(record, kind, house) else kind


def _data_code_or_film(record: ParsedItem, kind: str, odds: dict[str, float]) -> str:
    """Return whether a work is data, software or a film, by its words, its house and its address; empty if it is not one."""
    text = record.text
    house = record.publisher.value if record.publisher else ""
    venue = record.venue.value if record.venue else ""
    urls = [link.value for name, link in record.links if name == "url"]
    if _DATA_HOUSE.search(house) or _DATA_HOUSE.search(venue) or _DATA.search(text):
        return "dataset"
    kept = _OF_DATA_OR_CODE.match(venue)
    if kind not in ("report", "thesis") and (
        _CODE.search(text) or ((kept or not venue) and any(map(_CODE_HOST.match, urls)))
    ):
        return "software"
    if kept and kind in _PERIODICAL | _PAGES_OF_WEB | {"book"}:
        data = venue.casefold() in ("zenodo", "osf") and odds.get("dataset", 0) > odds.get("software", 0)
        return "dataset" if data else "software"
    if _STUDIO.search(house) or _STUDIO.search(venue) or _SCREEN.search(text):
        return "motion_picture"
    return "motion_picture" if kind in _PAGES_OF_WEB and any(map(_VIDEO_HOST.search, urls)) else ""


def _is_of_school(record: ParsedItem, kind: str, house: str) -> bool:
    """Whether a report or book is a thesis: of one person, from a school by itself, without number, series or edition."""
    people = record.authors
    one = people is not None and len(people.names) == 1 and not people.others
    whole = record.series is None and record.edition is None and record.editors is None and not record.locator
    school = _SCHOOL.search(house) and not _PRESS.search(house) and not _OFFICE.search(house)
    school = school and not _PART_OF_SCHOOL.search(house)
    urls = [link.value for name, link in record.links if name == "url"]
    kept = not urls or any(map(_OF_THESES.search, urls))  # a report has the address of its file
    return kind in ("report", "book") and one and whole and kept and bool(school)


_OF_THESES = re.compile(
    r"(?i)handle\.net|diva|proquest|ethos|etd|repositor|scholar|thes[ei]s|dissert|urn[:.]|dspace|digital|library"
)


def _is_report(record: ParsedItem, kind: str, within: bool, urls: list[str]) -> bool:
    """Whether a book, a page or an article is a report: by its number, by the office that it is from, or as a file that is called so."""
    if within or kind not in _PAGES_OF_WEB | {"book", "article-journal", "article-newspaper", "manuscript"}:
        return False
    titled = record.title is not None and _TITLE_OF_REPORT.search(record.title.value)
    if _NUMBERED_REPORT.search(record.text, record.title.end if record.title else 0) and record.series is None:
        return True
    if kind == "article-newspaper" and record.venue is not None and not record.issued and not record.locator:
        return bool(_OFFICE.search(record.venue.value))
    if kind == "book":
        house = record.publisher.value if record.publisher else ""
        own = house != "" and record.text.startswith(house)  # "Fenn Board. (2004). Annual report. Fenn Board"
        whole = record.edition is None and record.editors is None and "isbn" not in dict(record.links)
        return whole and not _PRESS.search(house) and bool(_OFFICE.search(house) or (titled and own))
    files = any(url.casefold().endswith(".pdf") for url in urls)
    # Nature prints no publisher, and the year after the address: there files of people are reports rather than pages.
    written = record.authors is not None and not record.authors.names[0].literal and _YEAR_LAST.search(record.text)
    return files and kind in _PAGES_OF_WEB and record.venue is None and bool(titled or written)


_YEAR_LAST = re.compile(r"\((?:19|20)\d\d\)\.?$")
