"""From the labels of an item's words to its record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from citekit.extraction.eastern_rules import people_beside
from citekit.extraction.imprint_rules import CHAPTERS, unread_house
from citekit.extraction.items import Item
from citekit.extraction.label_rules import agreed, conventional
from citekit.extraction.labeller import (
    ARCHIVE,
    AUTHOR,
    CONTAINER,
    EDITION,
    EDITOR,
    EVENT,
    FIRST_YEAR,
    GENRE,
    ISSUE,
    OTHER,
    PAGES,
    PLACE,
    PUBLISHER,
    SERIES,
    TITLE,
    TRANSLATOR,
    VOLUME,
    YEAR,
    Labelled,
    Stretch,
    end_of,
    field_of,
    is_name,
    names_of,
    set_field,
    stretches,
)
from citekit.extraction.lexer import Atom, FieldKind, Words
from citekit.extraction.name_rules import TOGETHER
from citekit.extraction.namelist import SINGLE, PrintedName, eastern_run, name_runs
from citekit.extraction.phrases import (
    CLASSES,
    INTRO,
    MONTHS,
    PARTICLES,
    YEAR_TAG,
    FieldSpan,
    balanced,
    bare_title,
    closing_quote,
    ends_shortened,
    extent,
    flat,
    full_year,
    is_publisher,
    place_share,
    rich_text,
    strip_year,
    trimmed,
    unbracketed,
)
from citekit.extraction.recognizers.dates import NAMED, PrintedDate, date_at, date_in
from citekit.extraction.recognizers.status import STAGES
from citekit.extraction.record import DATABASE, ParsedItem
from citekit.extraction.signs import FILM, REVIEWED, by_signs, groups, law, leading, nested_title
from citekit.extraction.work_type import LONGEST_DEGREE, PLACE_THEN_HOUSE, THESIS, judge
from citekit.model.date import Date
from citekit.model.identity.venue import is_workshop
from citekit.model.venues import acronym_of, find, kind_of
from citekit.runtime import patterns as re

_YEAR = re.compile(r"(?<![\d.])((?:1[89]|20)\d\d)(?![\d]|\.\d)")
_LABELLED_YEAR = re.compile(r"(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)")
"""What is labelled as a year may be older than what is taken for one unasked: books of the first presses."""
_LOCATORS = {VOLUME: "volume", ISSUE: "issue", PAGES: "page"}
JOINING = frozenset(
    "and with in at of by the to from on appear page pages pp p s ss seiten pag págs vol vols volume bd band tome t no nr num n nº number issue heft h hft jg jahrg doi "
    "arxiv et al eds ed editor editors hrsg hg dir dirs coord coords org orgs edited und mit avec con com y e la le de von du url available online http https www "
    "retrieved accessed art article chapter chap ch dans em en w v nd rd th st ª º u o i aufl edition édition ed edn т том с стр вып № 卷 期 页 巻 号 號 頁 第 卷第 巻第 年 月 日 제 권 호 쪽 년 월 pp str sv σ σσ σελ τόμ τόμος τχ τεύχ τεύχος nr núm fasc 집 年第 辑 輯 期 cilt sayı god br årg sid".split()
)
"""Words that lead to a field or join two, and state nothing by themselves."""
_HEADS_OF_REMARKS = frozenset("article issue chapter editor editors".split())
"""Those that stay where a word is before them that states which."""
_FIRM = frozenset(
    "accessed|extent|backrefs|medium|electronic date|catalogue number|thesis|numbered|article number".split("|")
)
"""Kinds of pieces that are what they are, whatever is around them: none of their words is in another field."""
_COUNTED = re.compile(r"(?:[第제页頁]|[卷巻권]\s?[第제])?\s?(\d[\d~～–-]*+)\s?[卷巻期号號辑輯页頁권호집쪽]?")
"""A number as Chinese, Japanese and Korean lists print it: 第3期, 제45권."""
_EDITION_WORD = re.compile(r"\b(?:ed(?:ition|n)?|aufl(?:age)?|édition|edición|wyd)\b\.?", re.IGNORECASE)
_SEASONS = frozenset("spring summer fall autumn winter st nd rd th".split())
MOST_KNOWN = 12
"""Words of a name that is looked up among the known venues, at most."""
LONGEST_WORKSHOP = 150
"""Characters of a note that may be the name of a workshop."""
LONGEST_GROUP = 120
"""Characters after the last author in which a group is looked for if no title begins before."""
LONGEST_SHORTENED = 6
"""Letters of a last word that its full stop shortens where another word is shortened and the volume follows: "J. Small Bot. 12"."""
LONGEST_SHORT_NAME = 4
"""Words of the short name of a container, at most."""
LONGEST_TAG = 16
"""Letters of the short name of a venue, at most."""
_PLACE_FIRST = re.compile(r"(?P<place>[^:,\d]{2,40}(?:,\s[A-Z.]{2,5})?):\s(?P<house>[^:\d]{2,60})")
_PLACE_LAST = re.compile(r"(?P<house>[^:,\d]{2,60}),\s(?P<place>[^:\d]{2,40})")
"""A house with its place: "Boston: Fenn", "Fenn, Boston"."""
_INITIAL = r"[^\W\d_]\.[\s-]?"
_AFTER_PERSON = r"(?:\s|,\s(?:and\s)?)?(?:(?:and|und|et|y|&)\s)?"
# A name ends before ".X" where its last letter is the initial of the next ("Jean-P. Novák"). The groups are atomic, because a
# name of capitals ("ABCDEF") can be divided into names in exponentially many ways.
_PERSON_IN_LIST = rf"(?:{_INITIAL}(?:{_INITIAL}(?:{_INITIAL}(?:{_INITIAL})?)?)?)?[^\W\d_a-z](?>[\w’'-]{{0,30}}(?!\.\S)){_AFTER_PERSON}"
_PERSON_IN_BRACKETS = rf"(?>(?:{_INITIAL}){{0,4}})[^\W\d_a-z](?>[\w’'-]{{0,30}}(?!\.)){_AFTER_PERSON}"
_TWO_NAMES_IN_ONE = rf"(?>(?:{_INITIAL}){{0,4}})[^\W\d_a-z](?=[a-z\d_’'-]{{0,30}}[^\W\d_a-z])[\w’'-]{{0,30}}+"
"""A name with a second letter that may begin a name, as "McKay" and "Müller" have: alone in brackets it counts as two."""
_EDITED_BY = re.compile(
    r"(?i:\b(?:edited by|eds?\.? by|hrsg\. von|herausgegeben von|sous la direction de|a cura di|editado por))\s"
    rf"(?P<people>(?:{_PERSON_IN_LIST}){{1,12}}?)(?=\s?[(,;]\s?(?![^\W\d_]\.)|\.\s|\.?$)"
)
_EDITED_STEMS = (" by", " von", " de", " cura", " por")
"""One of them is in each such phrase, so that most texts need not be searched."""
_ENDS_OF_MARKS = ("ditor", *(end + stop for stop in (")", ".)") for end in "dsgr"))
"""One of them is in each phrase with a mark of editors behind them, "(Eds.)" or "(Hg)": most brackets hold a year or an issue."""
_ED_BEFORE = re.compile(
    rf"(?<=,\s)(?P<mark>eds?)\.\s(?P<people>(?:{_PERSON_IN_LIST}){{2,12}}?)(?=\s?[(,;]\s?(?![^\W\d_]\.)|\.\s|\.?$)"
)
"""Editors after the mark for them, as political scientists print them: "In Walls and Rain, eds. Ada Lind and Ben Moss. Oslo"."""
_EDITORS = re.compile(
    rf"\((?P<people>(?:{_PERSON_IN_BRACKETS}){{2,12}}?|{_TWO_NAMES_IN_ONE}{_AFTER_PERSON}),?\s(?:\()?(?:[Ee]ds?|[Hh]rsg|[Hh]g|[Dd]irs?|[Cc]oords?|[Oo]rgs?)\.?\)"
)
"""The people in brackets with the mark of editors after them: "(Rei Ito and Karel Novák, eds.)"."""
_IN_EDITORS = re.compile(
    r"(?<!\w)(?:[Ii]n|(?<=[.?!] )(?:I|V|W|En|Em|Dans)):?\s(?P<people>(?:(?>(?:[^\W\d_]\.[\s-]?){1,4})(?:(?:van|von|de|der|di|la|le|del)\s)?[^\W\d_a-z](?>[\w’'-]{1,30}(?!\.))(?:-[^\W\d_]\w{1,20}+)?(?:\s|,\s(?:and\s|&\s)?)?(?:(?:and|und|et|y|&)\s)?){1,12}?),?\s?(?:\((?:[Ee]ds?|[Hh]rsg|[Hh]g|[Dd]irs?|[Cc]oords?|[Oo]rgs?|[Rr]ed|[Rr]ed\.?:er)\.?\)|[Ee]ditors?\b)"
)
"""The people after "In" with the mark of editors after them, as APA and BibTeX print them: "In K. Novák & L. Stern (Eds.),"."""
_IN_NAMED = re.compile(
    rf"(?<=[.,;)?!”\"’]\s)[Ii]n:?\s(?P<people>(?:{_PERSON_IN_LIST}(?:/\s?)?){{2,12}}?),?\s?(?P<named>\()(?:[Ee]ds?|[Hh]rsg|[Hh]g|[Dd]irs?|[Cc]oords?|[Oo]rgs?)\.?\)"
)
"""The same with given names: "in: Petra Wolff / Hans Amend (Hg.):"."""
_IN_BEFORE_MARK = re.compile(
    rf"(?<=[.,;)?!”\"’]\s)[Ii]n:?\s(?P<people>(?:{_PERSON_IN_LIST}){{2,12}}?),\s[Ee]ds?\.?,(?=\s)"
)
"""The same with the mark between commas: "In Petra Wolff and Hans Amend, eds., Walls and Rain"."""
_BEHIND_CONTAINER = re.compile(
    rf"(?<=[,.]\s)(?!(?:In|En|Dans|Em|A)\s)(?P<people>(?:{_PERSON_IN_LIST}){{2,12}}?),?\s?(?P<named>\()(?:[Ee]ds?|[Hh]rsg|[Hh]g|[Dd]irs?|[Cc]oords?|[Oo]rgs?)\.?\)"
)
"""The same after the container, as ACM prints them: "In Handbook of Rain, Ada Lind and Ben Moss (Eds.). Fenn"."""
_TRANSLATED_BY = re.compile(
    r"[Tt]ranslated by\s(?P<people>[^\W\d_a-z][\w’'-]{0,30}+\.?(?:\s[^\W\d_a-z][\w’'-]{0,30}+\.?){1,3}(?:\sand\s[^\W\d_a-z][\w’'-]{0,30}+\.?(?:\s[^\W\d_a-z][\w’'-]{0,30}+\.?){1,3})?)(?=[,.;)])"
)
"""The translators as MLA prints them, before the comma in front of the publisher."""
_VOLUME_OF = re.compile(r"(?<!\w)[Vv]ol(?:ume|\.)\s[\w-]{1,8}\s(?:of|in)\s(?P<series>[^,.\n()]{3,100})")
"""A series after the number of its volume: "volume 12 of Leaf Notes"."""
_ONE_OF_PEOPLE = re.compile(r"(?!(?:and|und|et|y)\b)[^\s,&/](?:(?!,|/|\s(?:and|und|et|y|&|/)\s)[^\n]){1,60}")
"""The people after "edited by", and one of them."""
_PARTS = re.compile(r"[.;()\[\]［］【】\n\x0b\t|•·]")
"""What parts two remarks."""


def make_record(item: Item, labelled: Labelled) -> ParsedItem:
    """Collect the fields of a labelled item."""
    given, labelled = _settled(labelled)
    record = ParsedItem(item, labelled)
    parts: dict[str, list[Stretch]] = {}
    for stretch in labelled.stretches:
        parts.setdefault(stretch.field, []).append(stretch)
    used: set[int] = set()
    _title(record, parts, used)
    _people(record, used)
    _locators(record, parts, used)
    _imprint(record, parts, used)
    _own_house(record)
    _beside(record, parts, used)
    _container(record, parts, used)
    _year(record, parts, used)
    _links(record, used)
    _date_elsewhere(record, used)
    _said_beside(record, used)
    _rest(record, used)
    _archive_beside(record)
    _venue_beside(record)
    _imprint_beside(record)
    _tag(record)
    if record.is_reference:
        judge(record, given)
    return record


def _settled(labelled: Labelled) -> tuple[Labelled, Labelled]:
    """Return the labels by which the type is reported: with names in one role and order, and as conventions have them.
    And those of the record, which are without the labels of pieces that are what they are by their form.
    """
    words, labels = labelled.words, list(labelled.labels)
    _known_house(words, labels)
    _named_like_a_container(words, labels)
    _titled_by_container(words, labels)
    conventional(words, labels)
    labels = agreed(words, labels)
    _organisations(words, labels)
    by_signs(words, labels)
    _nested_quotes(words, labels)
    _edited_by(words, labels)
    unread_house(words, labels)
    _volume_of_series(words, labels)
    given = labelled if labels == labelled.labels else replace(labelled, labels=list(labels), stretches=[])
    for atom in words.atoms:
        inside = range(words.first_from(atom.start), words.first_from(atom.end))
        firm = atom.kind in _FIRM and not (atom.kind == "thesis" and _is_told_apart(words, labels, inside))
        if firm or (atom.kind == "status" and all(field_of(labels[i]) == GENRE for i in inside)):
            for i in inside:
                labels[i] = OTHER
    _initialled(words, labels)
    _parted_groups(words, labels)
    if labels == labelled.labels:
        return labelled, labelled
    return given, Labelled(words, labels, labelled.sure, labelled.probability)


def _initialled(words: Words, labels: list[str]) -> None:
    """Label what is left of an organisation that is initials and a family name as a person: "B. J. Moss" of
    "B. J. Moss, thesis, University of Lund"."""
    if f"B{AUTHOR}L" not in labels and f"I{AUTHOR}L" not in labels:
        return
    literal = [i for i, label in enumerate(labels) if label in (f"B{AUTHOR}L", f"I{AUTHOR}L")]
    *given, family = [words.texts[i] for i in literal]
    initials = given and all(
        len(one) == 1 and one.isupper() and words.separators[i + 1] in (". ", ".", ".-", "-")
        for i, one in zip(literal, given, strict=False)
    )
    if initials and family[:1].isupper() and len(family) > 1:
        for place, i in enumerate(literal):
            labels[i] = f"{'I' if place else 'B'}{AUTHOR}{'F' if i == literal[-1] else 'G'}"


def _parted_groups(words: Words, labels: list[str]) -> None:
    """Part groups that are named as one: "The Ash Collaboration and the Rowan Collaboration"."""
    for i in range(1, len(labels) - 2) if f"I{AUTHOR}L" in labels else ():
        joined = labels[i] == f"I{AUTHOR}L" and labels[i + 1][1:] == f"{AUTHOR}L"
        if joined and words.texts[i : i + 2] == ["and", "the"] and words.texts[i - 1] in _GROUPS:
            labels[i], labels[i + 1] = f"{AUTHOR}-AND", f"B{AUTHOR}L"


_GROUPS = frozenset("Collaboration Group Team Consortium Committee Network Project Investigators".split())


def _known_house(words: Words, labels: list[str]) -> None:
    """What is read as the publisher and is the name of a known conference or journal is the container, if absent."""
    if f"B-{PUBLISHER}" not in labels or f"B-{CONTAINER}" in labels:
        return
    for stretch in [one for one in stretches(labels) if one.field == PUBLISHER]:
        phrase = words.item.text[words.starts[stretch.first] : words.ends[stretch.stop - 1]]
        known = find(phrase)
        if known is not None and known.kind != "book-series" and not is_publisher(phrase):
            set_field(labels, stretch.first, stretch.stop, CONTAINER)
            return


def _named_like_a_container(words: Words, labels: list[str]) -> None:
    """Of two titles with the people between them, the second is the container, if absent, where its words name a meeting or a
    journal: "Slow tides / Ada Moss / Proceedings of the 8th Workshop on Tides"."""
    if f"B-{CONTAINER}" in labels or labels.count(f"B-{TITLE}") != 2:
        return
    titles = [one for one in stretches(labels) if one.field == TITLE]
    if len(titles) != 2:  # words of a title without its begin
        return
    first, second = titles
    if not any(is_name(label) for label in labels[first.stop : second.first]):
        return
    said = [words.item.text[words.starts[one.first] : words.ends[one.stop - 1]] for one in (first, second)]
    if kind_of(said[1]) in ("conference", "workshop", "journal") and not kind_of(said[0]):
        set_field(labels, second.first, second.stop, CONTAINER)


def _titled_by_container(words: Words, labels: list[str]) -> None:
    """Let the container be the title where what was read as the title is only what leads to another field, the end of an
    imprint, or funding.

    BibTeX's plain styles print the title of a book as they print the journal of an article: "Ada Moss, editor. *Slow Tides*,
    pages 3--9. Fenn, May 2019". A list of articles lets a reader look for a title elsewhere.
    """
    if f"B-{CONTAINER}" not in labels:
        return
    first = labels.index(f"B-{TITLE}") if f"B-{TITLE}" in labels else len(labels)
    if first < labels.index(f"B-{CONTAINER}") and words.texts[first].casefold() not in _OF_EDITING:
        return  # as in nearly all references
    found = stretches(labels)
    titles, containers = ([one for one in found if one.field == field] for field in (TITLE, CONTAINER))
    if not containers or (not titles and not _is_of_house(words, labels, containers[0])):
        return
    for one in titles:
        folded = [words.texts[i].casefold() for i in range(one.first, one.stop)]
        before = one.first < containers[0].first
        if before and not set(folded) <= _OF_EDITING:
            return
        dated = folded[-1] in MONTHS and field_of(labels[one.stop]) == YEAR if one.stop < len(labels) else False
        funded = folded[0] in _OF_FUNDING and (folded[1:2] == ["by"] or folded[0] == "and")
        if not (folded[0] in _LEADS_TO_FIELD or dated or all(map(is_of_date, folded)) or funded):
            return
    for one in titles:
        labels[one.first : one.stop] = [OTHER] * (one.stop - one.first)
        if words.texts[one.first].casefold() == "volume" and one.stop - one.first > 1:
            set_field(labels, one.first + 1, one.first + 2, VOLUME)
    set_field(labels, containers[0].first, containers[0].stop, TITLE)
    houses = [one for one in found if one.first > containers[0].first and one.field in _HOUSE_LIKE]
    if houses and f"B-{PUBLISHER}" not in labels and f"B-{YEAR}" in labels[houses[-1].stop :]:
        set_field(labels, houses[-1].first, houses[-1].stop, PUBLISHER)


def _is_of_house(words: Words, labels: Sequence[str], container: Stretch) -> bool:
    """Whether what is read as the container of a work without a title is followed by a house, or by the number of a chapter,
    as no journal is that prints no titles: "Ada Moss. *Slow Tides*, chapter 12, pages 3--9. Fenn, 2019"."""
    behind = labels[container.stop :]
    if not any(map(is_name, labels[: container.first])) or f"B-{VOLUME}" in labels:
        return False
    name = words.item.text[words.starts[container.first] : words.ends[container.stop - 1]]
    in_book = any(f"B-{field}" in behind for field in _HOUSE_LIKE) or words.texts[container.stop :][:1] == ["chapter"]
    # what people only edited is in nothing else: "Moss, Ada (Hg.): Handbuch der Häfen. Berlin: Salzpresse 2017."
    in_book = in_book or (f"B-{PLACE}" in behind and not any(is_name(label, AUTHOR) for label in labels))
    return in_book and kind_of(name) in ("", "book") and find(name) is None


_HOUSE_LIKE = (PUBLISHER, SERIES, CONTAINER)
"""Fields as which the house of a book is read in a list of articles."""
_OF_EDITING = frozenset({"editor", "editors", "eds"})
_LEADS_TO_FIELD = _OF_EDITING | frozenset({"pages", "page", "pp", "volume", "vol", "chapter", "of"})
"""Words that are printed before pages, a volume or a series, and after editors: no title is one of them alone, or begins so after
a container."""
_OF_FUNDING = frozenset({"funded", "supported", "and"})
"""How a remark on who paid begins; with "and" the words before it were read as another field."""


def _is_told_apart(words: Words, labels: Sequence[str], inside: range) -> bool:
    """Whether the labeller has told a degree and a school apart within a piece: it knows where the school's name ends."""
    if not {f"B-{GENRE}", f"B-{PUBLISHER}"} <= {labels[i] for i in inside}:
        return False
    after = end_of(labels, inside.stop, PUBLISHER)
    return not any(set(words.separators[i]) & set(")];") for i in range(inside.stop, after))


def _edited_by(words: Words, labels: list[str]) -> None:
    """Label the people after "edited by", and those in brackets with "eds." after them, as editors, given name first."""
    text, folded = words.item.text, words.item.folded
    patterns = [(False, _EDITED_BY)] if any(map(folded.__contains__, _EDITED_STEMS)) else []
    marked = any(map(text.__contains__, _ENDS_OF_MARKS))
    if marked:
        patterns += [(False, _IN_EDITORS), (True, _EDITORS)]
    if names_of(EDITOR).isdisjoint(labels):
        patterns += [(False, _ED_BEFORE), (False, _IN_BEFORE_MARK), *([(False, _IN_NAMED)] if marked else ())]
        patterns += [(False, _BEHIND_CONTAINER)] if marked and f"B-{CONTAINER}" in labels else []
    if "ranslated by " in text and names_of(TRANSLATOR).isdisjoint(labels):
        patterns.append((False, _TRANSLATED_BY))
    for bracketed, pattern, found in [(b, p, m) for b, p in patterns for m in p.finditer(text)]:
        inside = range(words.first_from(found.start("people")), words.first_from(found.end("people")))
        if not inside:
            continue
        if pattern is _BEHIND_CONTAINER and labels[inside[0] - 1] == OTHER and inside[0]:
            continue  # the first of them are before it
        if found.groupdict().get("mark") == "ed" and "B-C" not in labels[: inside[0]]:
            continue  # "Paris, ed. du Seuil": a publisher
        if bracketed:
            _what_they_edited(words, labels, inside[0])
        # Full names look like the words of a title, so that they are taken only where they are in no field.
        taken: tuple[str, ...] = ("-C", "-P", "-S", "-T") if bracketed else ("-C", "-P", "-S")
        if pattern is _TRANSLATED_BY or (not bracketed and "named" in found.groupdict()):
            taken = ()
        if any(is_name(labels[i], EDITOR) or (labels[i] != OTHER and not labels[i].endswith(taken)) for i in inside):
            continue
        for i in inside:
            labels[i] = OTHER  # the words that join names
        role = TRANSLATOR if pattern is _TRANSLATED_BY else EDITOR
        for name in _ONE_OF_PEOPLE.finditer(found["people"]):
            start = found.start("people") + name.start()
            of_name = range(words.first_from(start), words.first_from(start + len(name.group())))
            family = of_name[-1] if of_name else 0
            while family - 1 > of_name.start and words.texts[family - 1].casefold() in PARTICLES:
                family -= 1  # "Fabrizio Della Seta"
            for i in of_name:
                labels[i] = f"{'B' if i == of_name[0] else 'I'}{role}{'F' if i >= family else 'G'}"


def _volume_of_series(words: Words, labels: list[str]) -> None:
    """Label what follows "volume 12 of" as the series, where it is in no field."""
    for found in _VOLUME_OF.finditer(words.item.text) if "vol" in words.item.folded else ():
        inside = range(words.first_from(found.start("series")), words.first_from(found.end("series")))
        if inside and all(labels[i] == OTHER for i in inside) and "B-S" not in labels:
            set_field(labels, inside.start, inside.stop, SERIES)


def _what_they_edited(words: Words, labels: list[str], people: int) -> None:
    """Label the phrase before editors in brackets as the container, where it is in no field or the end of the title."""
    first = people
    while first and labels[first - 1][-2:] in (OTHER, "-T", "-P"):
        if first < people and words.separators[first].strip(" -’'&"):
            break
        first -= 1
    titled = "B-T" in labels[:first]
    if first < people and not any(label == "B-C" for label in labels) and (titled or labels[first] in (OTHER, "B-P")):
        set_field(labels, first, people, CONTAINER)


def _nested_quotes(words: Words, labels: list[str]) -> None:
    """Label what is in quotation marks that hold others as the title, where most of it is."""
    if (place := nested_title(words.item.text)) is None:
        return
    first, stop = words.first_from(place[0]), words.first_from(place[1])
    if sum(labels[i].endswith("-T") for i in range(first, stop)) * 2 < stop - first:
        return
    labels[stop:] = [OTHER if label == "I-T" else label for label in labels[stop:]]
    if first < stop:
        set_field(labels, first, stop, TITLE)


def _organisations(words: Words, labels: list[str]) -> None:
    """Label the organisations that a reference begins with as its authors, each as one name, and a group that the title
    seems to begin with after people: "Abel N, Brandt T; ELM Study Group. Root lengths."
    """
    first = labels.index("B-T") if "B-T" in labels else 0
    if first and is_name(labels[first - 1]):
        start = words.starts[first]
        found = groups(words.item.text, start, min(len(words.item.text), start + LONGEST_GROUP))
        end = next((b for a, b in found if a == start), 0)
        stop = words.first_from(end)
        if end and words.item.text[end : end + 1] in ".:," and labels[stop : stop + 1] in (["I-T"], ["B-C"], ["O"]):
            for i in range(first, stop):
                labels[i] = f"{'I' if i > first else 'B'}{AUTHOR}L"
            if stop < len(labels) and labels[stop] == "I-T":
                labels[stop] = "B-T"
            elif stop < len(labels) and labels[stop] == "B-C":  # the sentence after the group, and then the container
                behind = next((i for i in range(stop + 1, len(labels)) if "." in words.separators[i]), stop)
                if behind > stop and labels[behind] == "I-C":
                    labels[stop : behind + 1] = ["B-T", *["I-T"] * (behind - stop - 1), "B-C"]
    elif first:
        # "Moss AB, Lind C, ELM Study Group (2019)": the group among the people is no container
        for start, end in groups(words.item.text, 0, words.starts[first]):
            begin, stop = words.first_from(start), words.first_from(end)
            listed = (
                begin
                and is_name(labels[begin - 1])
                and words.separators[begin] == ", "
                and words.separators[stop] == " ("
            )
            if listed and labels[begin:stop] == ["B-C", *["I-C"] * (stop - begin - 1)]:
                labels[begin:stop] = [f"B{AUTHOR}L", *[f"I{AUTHOR}L"] * (stop - begin - 1)]
    organisations = leading(words.item.text)
    for start, end in organisations:
        first, stop = words.first_from(start), words.first_from(end)
        for i in range(first, stop):
            labels[i] = f"{'I' if i > first else 'B'}{AUTHOR}L"
    if organisations and "B-T" not in labels and "I-T" not in labels:
        _title_behind(words, labels, stop)


def _title_behind(words: Words, labels: list[str], first: int) -> None:
    """Label the sentence after an organisation as the title: "World Leaf Organization. Leaf report 2020 [Internet]."."""
    stop = first
    while stop < len(labels) and not is_name(labels[stop]) and stop not in words.links and stop not in words.kinds:
        if stop > first and any(sign in words.separators[stop] for sign in ".[("):
            break
        stop += 1
    if any(any(map(str.isalpha, words.texts[i])) for i in range(first, stop)):
        set_field(labels, first, stop, TITLE)


def _field(record: ParsedItem, stretch: Stretch) -> FieldSpan:
    start, end = extent(record.labelled.words, stretch.first, stretch.stop)
    return record.printed(start, end)


def _longest(found: list[Stretch]) -> Stretch:
    return max(found, key=lambda s: (s.stop - s.first, -s.first))


def _take(used: set[int], stretch: Stretch) -> None:
    used.update(range(stretch.first, stretch.stop))


def _title(record: ParsedItem, parts: dict[str, list[Stretch]], used: set[int]) -> None:
    """The longest span that is labelled as a title; others are notes."""
    found = parts.get(TITLE, [])
    if not found:
        return
    best = _whole_words(record, _longest(found))
    start, end = extent(record.labelled.words, best.first, best.stop)
    if (place := nested_title(record.text)) and record.labelled.words.first_from(place[0]) == best.first:
        start, end = place
    title = bare_title(rich_text(record.item.text, start, end))
    title += closing_quote(title, record.text[end : end + 2])  # “Rain in Moss’s ‘Tides.’”
    record.title = FieldSpan(title, start, end)
    _take(used, best)


def _whole_words(record: ParsedItem, title: Stretch) -> Stretch:
    """Return the title with the number that is glued to its first word: "3D-aware", "2.5D"."""
    words, first = record.labelled.words, title.first
    while first and words.texts[first - 1].isdecimal() and words.separators[first] in ("", ".", "-"):
        if first - 1 in words.links:
            break
        if words.separators[first] and not (first > 1 or words.separators[first - 1]):
            break
        if words.separators[first] == "-" and not words.texts[first][:1].isalpha():
            break
        if words.separators[first] == "." and not words.texts[first][:1].isdigit():
            break
        first -= 1
    return Stretch(title.field, first, title.stop)


def _people(record: ParsedItem, used: set[int]) -> None:
    """Authors and editors: of several lists of authors that with most names, of two similar the first."""
    labelled = record.labelled
    for role in (AUTHOR, EDITOR, TRANSLATOR):
        runs = name_runs(labelled.words, labelled.labels, role, labelled.sure)
        if not runs:
            continue
        run = max(runs, key=lambda r: len(r.names))
        title, of_reviews = record.title, _OF_REVIEWS.search(record.item.section.title)
        if role == AUTHOR and of_reviews and len(runs) > 1 and title and runs[0].end <= title.start < runs[-1].start:
            run = runs[
                -1
            ]  # "Moss, A. (2020). Slow tides. Oru, B. Harbour Reviews 3": whose book it is is before its title
            stop = runs[0].end + record.text.startswith(".", runs[0].end)
            record.notes.append(record.printed(runs[0].start, stop))
            used.update(range(runs[0].first, runs[0].stop))
        if role == AUTHOR:
            record.authors = run
        elif role == TRANSLATOR:
            record.translators = run
        elif record.authors is None and (run.first <= 1 or run.with_form):
            run.editors = True
            record.authors = run
        else:
            record.editors = run
        used.update(range(run.first, run.stop))
    _people_beside(record, used)
    _groups(record, used)


def _people_beside(record: ParsedItem, used: set[int]) -> None:
    """People in Chinese, Japanese or Korean writing that no space or sign parts from the word for what they did."""
    words = record.labelled.words
    for role, spans in people_beside(record.text):
        of_owner = role.startswith("with")
        run = eastern_run(words, spans, of_owner)
        editing = role in (EDITOR, "with editors")
        before_title = record.title is not None and run.end <= record.title.start
        if record.authors is None and (before_title or of_owner):
            run.editors = editing
            record.authors = run
        elif editing and record.editors is None and not of_owner:
            record.editors = run
        else:
            continue
        # the word that they end in, with that for what they did
        stop = run.stop + (run.stop < len(words) and words.starts[run.stop] < run.end)
        used.update(range(run.first, max(stop, run.first + 1)))
        used.update(range(run.first, words.first_from(run.end)))


_OF_REVIEWS = re.compile(
    r"\b(?:reviews?|rese[ñn]as?|resenhas?|rezension(?:en)?|buchbesprechungen|recensioni|recens[õo]es|comptes?[ -]rendus?)\b",
    re.IGNORECASE,
)
"""Headings of lists of reviews."""


def _groups(record: ParsedItem, used: set[int]) -> None:
    """The groups that are among the authors or right after them are authors as well, each as one name."""
    run = record.authors
    if run is None or run.editors:
        return
    title = record.title
    start = 0 if title is None or title.start > run.start else run.start
    reach = min(len(record.text), run.end + LONGEST_GROUP)
    stop = title.start if title is not None and title.start > run.end else reach
    words = record.labelled.words
    for begin, end in groups(record.text, start, stop):
        inside = list(range(words.first_from(begin), words.first_from(end)))
        literal = flat(record.text[begin:end])
        kept = [n for n in run.names if n.end <= begin or n.start >= end or (n.family and n.family not in literal)]
        whole = any(name.literal and name.start <= begin and end <= name.end for name in run.names)
        if whole or any(record.labelled.labels[i] == "B-C" for i in inside):
            continue
        group = PrintedName("", "", SINGLE, begin, end, literal=literal[4:] if literal.startswith("the ") else literal)
        run.names = sorted([*kept, group], key=lambda name: name.start)
        run.start, run.end = min(run.start, begin), max(run.end, end)
        used.update(inside)


def _locators(record: ParsedItem, parts: dict[str, list[Stretch]], used: set[int]) -> None:
    """Volume, issue and pages: the first of each."""
    words = record.labelled.words
    for label, name in _LOCATORS.items():
        found = parts.get(label, [])
        if not found:
            continue
        first, stop = found[0].first, found[0].stop
        first, stop = _glued(record, first, stop, used)
        _take(used, Stretch(label, first, stop))
        while stop - first > 1 and words.texts[first].casefold() in JOINING and not _is_letter_of(words, first):
            first += 1
        end = words.ends[stop - 1]
        opened = words.separators[stop].startswith(")") and "(" in "".join(words.separators[first + 1 : stop])
        value = record.printed(words.starts[first], end + opened)  # "№ 2 (33)"
        if label != PAGES and first and words.texts[first - 1].casefold() in CHAPTERS:
            record.extent["chapter-number"] = value
            continue
        if counted := _COUNTED.fullmatch(value.value):
            value.value = counted[1]
        if label == VOLUME and ISSUE not in parts and (both := _WITH_ISSUE.fullmatch(value.value)):
            value.value = both[1]
            record.locator["issue"] = FieldSpan(both[2], value.start, value.end)
        record.locator[name] = value


_WITH_ISSUE = re.compile(r"(\d{1,4})/(\d{1,2})")
"""A volume with its issue after a stroke: "48/1"."""


def _is_letter_of(words: Words, i: int) -> bool:
    """Whether a letter is glued to the number after it and a part of it: "e046583", "S17", and not "p17"."""
    return len(words.texts[i]) == 1 and not words.separators[i + 1] and words.texts[i] not in {"p", "s"}


def _glued(record: ParsedItem, first: int, stop: int, used: set[int]) -> tuple[int, int]:
    """Return a number with the letters that are right before or after it and are in no field: "e046583", "80A"."""
    words, labels = record.labelled.words, record.labelled.labels
    before = first - 1
    free = first and labels[before] == OTHER and before not in used
    # 期 and 頁 count, and are no part of a number
    if free and not words.separators[first] and words.texts[before].isalpha() and words.texts[before] < "\u3041":
        first = before
    if stop < len(words) and not words.separators[stop] and labels[stop] == OTHER and len(words.texts[stop]) == 1:
        stop += words.texts[stop] < "\u3041"
    return first, stop


def _imprint(record: ParsedItem, parts: dict[str, list[Stretch]], used: set[int]) -> None:
    """Publisher, place, edition and series; further places are stored with the first."""
    for label, name in ((PUBLISHER, "publisher"), (PLACE, "place"), (EDITION, "edition"), (SERIES, "series")):
        found = parts.get(label)
        if not found:
            continue
        first = found[0]
        value = _field(record, first)
        value.value = balanced(unbracketed(trimmed(value.value)))
        if _is_shortened(record.text, value):
            value.value += "."  # "Cambridge, Mass.: Fenn", "Harbour Res. Lab., Oslo"
        if label == EDITION:
            value.value = _EDITION_WORD.sub("", value.value).strip(" ,.()[]") or value.value
        setattr(record, name, value)
        _take(used, first)
        for more in found[1:]:
            if label == PLACE and more.first - first.stop < 2:
                sign = record.labelled.words.separators[more.first].strip()[:1]
                value.value = f"{value.value}{',' if sign in {',', '('} else ';'} {trimmed(_field(record, more).value)}"
                _take(used, more)


def _own_house(record: ParsedItem) -> None:
    """What publishes its own work is not a person, however it is called: "Heron Watch. (2021). Annual report. Heron Watch"."""
    run, house = record.authors, record.publisher
    if run is None or house is None or len(run.names) > 1 or run.names[0].literal or "," in house.value:
        return
    name = run.names[0]
    if (
        record.printed(name.start, name.end).value == house.value
        and house.value.split()[0].casefold() not in CLASSES["given"]
    ):
        run.names = [PrintedName("", "", SINGLE, name.start, name.end, literal=house.value)]


_LONGEST_BEFORE_SIGN = 8
"""Letters of a word that a full stop shortens before another mark, at most: "Interact.,"; "Landwirtschaft.," is an error."""


def _is_shortened(text: str, value: FieldSpan) -> bool:
    """Whether the full stop after a value shortens its last word: another mark follows it, so that it ends no sentence."""
    ended = text[value.end : value.end + 2] in {".,", ".:", ".;"} and value.value[-1:].isalpha()
    return ended and len(value.value.split()[-1]) <= _LONGEST_BEFORE_SIGN


def _beside(record: ParsedItem, parts: dict[str, list[Stretch]], used: set[int]) -> None:
    """What a thesis or a report calls itself, the year of the first edition, the archive, the meeting."""
    words = record.labelled.words
    for label in (GENRE, FIRST_YEAR, ARCHIVE, EVENT):
        for stretch in parts.get(label, ()):
            value = _field(record, stretch)
            value.value = unbracketed(value.value)
            last = value.value.split()[-1:] if label == GENRE and record.text.startswith(".", value.end) else []
            if last and last[0].casefold() in _SHORT_GENRES:
                value.value += "."
            if label == GENRE and "genre" not in record.locator:
                record.locator["genre"] = value
            elif label == FIRST_YEAR and words.texts[stretch.first].isdecimal():
                record.first_year = record.first_year or value
            elif label == ARCHIVE:
                record.archive.append(value)
            elif label == EVENT and record.event is None:
                record.event = value
            else:
                continue
            _take(used, stretch)


_SHORT_GENRES = frozenset({"diss", "rep", "rept", "habil"})
"""Last words of what a thesis or a report calls itself that a full stop shortens."""


def _container(record: ParsedItem, parts: dict[str, list[Stretch]], used: set[int]) -> None:
    """The container's name; what else is labelled as one is a short tag, or kept next to it."""
    found = parts.get(CONTAINER, [])
    if not found:
        return
    words = record.labelled.words
    first = [one for one in found if not _REPRINT.search(record.text, 0, words.starts[one.first])] or found
    best = _longest([one for one in first if len(first) == 1 or not _is_of_series(record, one)] or first)
    years = [s for s in record.labelled.stretches if s.field == YEAR]
    year_known, texts = bool(years), record.labelled.words.texts
    year = next((texts[s.first] for s in years if texts[s.first].isdecimal()), "")
    for stretch in sorted(found, key=lambda s: s is not best):
        printed = _field(record, stretch)
        if not year_known:
            _year_inside(record, printed)
            year = year or (record.year.value if record.year else "")
        name = trimmed(_without_year(record, printed.value, year_known, year))
        if record.is_reference and "volume" in record.locator:
            name = _VOLUME_WORD.sub("", name)
        volume = _VOLUME_LIKE_A_YEAR.fullmatch(name)
        place = record.text.rfind(volume[2], printed.start, printed.end) if volume else -1
        if volume and place >= 0 and "volume" not in record.locator and kind_of(volume[1]) == "journal":
            record.locator["volume"] = record.printed(place, place + len(volume[2]))
            name = volume[1]
        numbered, number = _NUMBER_LAST.fullmatch(name), record.locator.get("volume")
        alone = number is not None and record.locator.keys().isdisjoint(("issue", "page"))
        if numbered and number and alone and record.text[printed.end : number.start] in (", ", ","):
            place = record.text.rfind(numbered[2], printed.start, printed.end)
            record.locator |= {"page": number, "volume": record.printed(place, place + len(numbered[2]))}
            name = numbered[1]  # "Frontiers in Tides 7, 43" as Google Scholar has it
        value = FieldSpan(balanced(name or printed.value), printed.start, printed.end)
        if record.text[printed.end : printed.end + 1] == "." and printed.value.endswith(name):
            before_number = record.text[printed.end + 1 :].lstrip()[:1].isdigit()
            ended = "." in name and before_number and len(name.split()[-1]) <= LONGEST_SHORTENED
            if ends_shortened(name) or ended or _is_shortened(record.text, printed):
                value.value += "."
        _take(used, stretch)
        if stretch is best:
            record.venue = value
        elif name and record.venue_tag is None and len(name.split()) <= LONGEST_SHORT_NAME:
            record.venue_tag = value
        elif name:
            record.venue_more.append(value)
    _workshop(record)


_REPRINT = re.compile(
    r"\b(?:reprinted|reprint|repr\.|reissued|republished|(?:wieder)?abgedruckt|nachdruck|réimprimé|ristampato)\s(?:in:?\s)?(?:the\s)?$",
    re.IGNORECASE,
)
"""What leads to where a work appeared once more."""


def _is_of_series(record: ParsedItem, stretch: Stretch) -> bool:
    """Whether one of several containers is a known series of books: "In: Gulls, LNCS 7"."""
    known = find(_field(record, stretch).value)
    return known is not None and known.kind == "book-series"


_VOLUME_LIKE_A_YEAR = re.compile(r"(.*\S)\s(\d{4})", re.DOTALL)
"""A number at the end of a known journal that is not the year of the work: the volume of "JHEP 1910 (2019) 043"."""
_NUMBER_LAST = re.compile(r"(.*[^\W\d_])\s(\d{1,3})", re.DOTALL)
"""A container that ends with a number."""
_VOLUME_WORD = re.compile(r",\s(?:Jg|Jahrg|Bd|Vol|vol|T|t|No|Nr)$")
"""The word before a volume, where it was read as the end of the container: "Zeitschrift für Kunde, Jg." and 12."""


def _workshop(record: ParsedItem) -> None:
    """Of a meeting and its workshop the meeting comes first: "EuroSys 2024, EuroMLSys workshop" is a container with a tag."""
    venue, meeting = record.venue, record.venue_tag
    if not venue or not meeting or record.is_reference or not is_workshop(venue.value) or not acronym_of(meeting.value):
        return
    if meeting.end <= venue.start and not any(map(str.isalpha, record.text[meeting.end : venue.start])):
        record.venue, record.venue_tag = meeting, venue


def _without_year(record: ParsedItem, name: str, year_known: bool, year: str) -> str:
    """Return a container's name without what leads to it and the year; a reference is transcribed as it is printed."""
    if record.is_reference:
        return name if year_known else strip_year(name, transcribed=True)
    return strip_year(INTRO.sub("", unbracketed(name)), year=year) or strip_year(name, year=year)


def _archive_beside(record: ParsedItem) -> None:
    """What keeps copies of works and publishes none is the archive, wherever it was read: "Ink Studies 4, 2018, pp. 3–9. JSTOR"."""
    house = record.publisher
    if house is not None and house.value.casefold() in _ARCHIVES and record.medium not in ("dataset", "software"):
        record.archive.append(house)
        record.publisher = None
    for beside in (record.notes, record.venue_more, record.left_over):
        for note in beside:
            kept = record.school is not None and DATABASE.search(note.value)
            if not record.archive and (note.value.casefold() in _ARCHIVES or kept):
                beside.remove(note)
                record.archive.append(note)
                return


_ARCHIVES = frozenset(
    "jstor|project muse|proquest|google books|hathitrust|internet archive|ebscohost|persée|openedition|google scholar|academia.edu"
    "|researchgate|hal|diva|ethos|oatd|proquest dissertations & theses global|proquest dissertations and theses global"
    "|proquest dissertations & theses|proquest dissertations and theses".split("|")
)
"""Names of databases that keep what others published, in lowercase letters."""


def _venue_beside(record: ParsedItem) -> None:
    """What is left over of a work without a container and is the name of a known one is it: "OSDI"."""
    for beside in (record.notes, record.left_over) if record.venue is None and not record.transcribed else ():
        for note in beside:
            name = INTRO.sub("", note.value)
            if len(name.split()) <= MOST_KNOWN and find(name):
                beside.remove(note)
                _year_inside(record, note)
                year = record.year.value if record.year else ""
                record.venue = FieldSpan(trimmed(strip_year(name, year=year)), note.start, note.end)
                return


def _imprint_beside(record: ParsedItem) -> None:
    """A house with its place that is left over, or was taken for the place alone: "Fenn, Boston"; a place left over."""
    is_whole_or_edited = record.venue is None or record.editors is not None
    if is_whole_or_edited and record.publisher is None and record.school is None and record.place is not None:
        match = _PLACE_FIRST.fullmatch(record.place.value) or _PLACE_LAST.fullmatch(record.place.value)
        if match and place_share(match["place"]) == 1 > place_share(match["house"]):
            start, end = record.place.start, record.place.end
            record.publisher, record.place = (
                FieldSpan(match["house"], start, end),
                FieldSpan(match["place"], start, end),
            )
    for beside in (record.notes, record.venue_more, record.left_over):
        for note in beside:
            if place_share(note.value) == 1 and _is_house(record):
                record.publisher, record.venue = record.venue, None
            if record.place is not None and place_share(note.value) == 1 and 0 <= note.start - record.place.end <= 2:
                record.place.value = f"{record.place.value}, {note.value}"  # "Boston, MA, USA: Fenn"
                beside.remove(note)
                return
            match = _PLACE_FIRST.fullmatch(note.value) or _PLACE_LAST.fullmatch(note.value)
            if (first := PLACE_THEN_HOUSE.fullmatch(note.value)) and place_share(first["place"]) == 1:
                match = first if place_share(first["house"]) < 1 else match
            known = record.venue is not None or record.publisher is not None
            if match and not known and place_share(match["place"]) == 1:
                record.publisher = FieldSpan(match["house"], note.start, note.end)
                record.place = record.place or FieldSpan(match["place"], note.start, note.end)
            elif (
                not known
                and len(note.value.split()) <= LONGEST_SHORT_NAME
                and (is_publisher(note.value) or record.medium in ("dataset", "software", "motion_picture"))
                and not note.value.startswith(("Directed by ", "Dir. "))
            ):
                record.publisher = note  # of a data set also one that no list of publishers has: "[Data set]. Zenodo."
            elif (
                record.publisher is not None
                and record.place is None
                and (place_share(note.value) == 1 or _is_after_house(record, note))
            ):
                record.place = note
            else:
                continue
            beside.remove(note)
            return


def _is_after_house(record: ParsedItem, note: FieldSpan) -> bool:
    """Whether a name after a known house and a comma is its place, though no table has it: "Springer, Cham."."""
    house = record.publisher
    beside = house is not None and record.text[house.end : note.start] == ", " and is_publisher(house.value)
    return beside and note.value.isalpha() and note.value.istitle()


def _is_house(record: ParsedItem) -> bool:
    """Whether what was taken for the container of a work is its publisher: nothing of a work inside of another is there."""
    apart = record.locator.keys().isdisjoint(("volume", "issue", "page")) and record.editors is None
    venue = record.venue.value if record.venue and record.publisher is None and apart else ""
    return venue != "" and find(venue) is None and not kind_of(venue)


def _reads_like_house(name: str) -> bool:
    """Whether a name is that of a known house, or states that it is one."""
    return is_publisher(name) or not _SAYING_HOUSE.isdisjoint(name.casefold().split())


_SAYING_HOUSE = frozenset(
    "edizioni editrici ediciones editores edicions edições editori uitgeverij uitgever forlag förlag kustantamo "
    "wydawnictwo nakladatelství vydavateľstvo kiadó editura yayınları yayınevi εκδόσεις издательство видавництво".split()
)
"""Words that are in the names of publishers only, beside those that the models know."""
FEWEST_HOUSES, MOST_HOUSES, KNOWN_HOUSES = 4, 0.9, 0.1
"""Names in the container's place that make a list one of books; the share of its items with such a name that have nothing else of a
work inside of another; and the share of those names that must be known houses: the rest are small ones that no table has."""


def tell_houses(records: Sequence[ParsedItem]) -> None:
    """Let what the works of a list have in the container's place be their publishers, where the list is one of books.

    "Title. Name, 1990" has the same form for a paper and its meeting, so that it is decided once for a list: no item has a
    volume, pages or editors of a container, no name is a known journal or meeting, and some are known houses. Below a heading
    that announces books, and in front of a known place, each name is a house.
    """
    lists: dict[str, list[ParsedItem]] = defaultdict(list)
    for record in records:
        lists[record.item.list_key].append(record)
    for members in lists.values():
        houses = {r.publisher.value for r in members if r.publisher is not None and r.venue is None}
        names = {r.venue.value for r in members if r.venue is not None and _is_house(r)}
        within = [r for r in members if r.venue is not None and r.venue.value not in names]
        of_books = (
            len(names | houses) >= FEWEST_HOUSES
            and len(members) - len(within) >= MOST_HOUSES * len(members)
            and sum(map(_reads_like_house, names | houses)) >= KNOWN_HOUSES * len(names | houses)
        )
        for record in members:
            announced = record.item.section.latest("kinds") == ("book",)
            # below such a heading, editors without authors are those of the book itself
            alone = _is_house(record) or (announced and record.authors is None and not record.locator)
            edited = record.authors is not None and record.authors.editors  # what they edit is in nothing else
            if not alone or record.venue is None or kind_of(record.venue.value):
                continue
            if of_books or edited or (announced and (record.place is not None or is_publisher(record.venue.value))):
                record.publisher, record.venue = record.venue, None
                record.kind = "book" if record.kind.startswith("article") else record.kind


def _tag(record: ParsedItem) -> None:
    """A word left over that is the short name of the container is its tag, and so is the container's workshop.

    "[MLSys'23] …. Machine Learning and Systems"; "AAAI 2024, deployable AI workshop".
    """
    for note in list(record.notes) if record.venue is not None and record.venue_tag is None else ():
        known = find(note.value) if len(note.value) < LONGEST_TAG else None
        named = known and record.venue and (known is find(record.venue.value) or note.value in record.venue.value)
        if named or (len(note.value) < LONGEST_WORKSHOP and is_workshop(note.value)):
            record.notes.remove(note)
            year = record.year.value if record.year else ""
            record.venue_tag = FieldSpan(strip_year(note.value, year=year), note.start, note.end)
            return


def _year(record: ParsedItem, parts: dict[str, list[Stretch]], used: set[int]) -> None:
    words = record.labelled.words
    for stretch in parts.get(YEAR, ()):
        start, end = words.starts[stretch.first], words.ends[stretch.stop - 1]
        if words.kinds.get(stretch.first) == "undated":
            _take(used, stretch)
            continue
        reviewed = record.venue is not None and end <= record.venue.start and _OF_A_BOOK.match(record.text)
        if reviewed and any(words.starts[other.first] > end for other in parts[YEAR]):
            _take(used, stretch)  # "Review of Ada Moss: Slow tides. Oslo 2012, in: Harbour Studies 6 (2014)"
            continue
        if record.is_reference and len(parts[YEAR]) > 1 and _is_of_container(record, stretch):
            _take(used, stretch)
            continue
        if words.separators[stretch.first].endswith("(") and (both := _REPRINTED.match(record.text, start)):
            record.first_year = record.first_year or FieldSpan(both[1], start, both.end(1))
            record.year = record.year or FieldSpan(both[2], both.start(2), both.end(2))
            used.update(range(stretch.first, words.first_from(both.end())))
            continue
        match = _LABELLED_YEAR.search(record.text, start, end)
        printed = match[1] if match else words.texts[stretch.first]
        if len(printed) not in (2, 4) or not printed.isdecimal():
            continue
        if record.year and record.year.value != printed:
            venue, behind = record.venue, record.text[end : end + 2]
            # "In C. Moss (Ed.), Best boats 2020 (pp. 3-9)", of another year than the work
            if venue and record.text[venue.end : start] == " " and behind == " (" and kind_of(venue.value) != "journal":
                venue.value, venue.end = f"{venue.value} {printed}", end
                _take(used, stretch)
            continue
        record.year = record.year or FieldSpan(full_year(printed), *(match.span() if match else (start, end)))
        if match:
            _dated(record, *match.span(), used)
        _take(used, stretch)


_OF_A_BOOK = re.compile(
    r"\W{0,3}(?:review of|book review|rez(?:ension|\.)|besprechung|reseña de|recensione|compte[- ]rendu|resenha de|rec\.)(?!\w)",
    re.IGNORECASE,
)
"""How a review begins that has no title of its own: the years before the container are the book's."""
_REPRINTED = re.compile(r"(1[4-9]\d\d)/((?:19|20)\d\d)(?=\))")
"""The years of the first edition and of this one, as APA cites them: "(1923/1998)"."""


def _is_of_container(record: ParsedItem, year: Stretch) -> bool:
    """Take one of several years that is right after the container as its volume or the end of its name.

    "Journal of Statistics 2005, no. 9 (2005)" has the volume 2005, "In A. Ohm (Ed.), Surveys in Combinatorics, 1999
    (pp. 3–9)" a container that is called by its year.
    """
    words, labels = record.labelled.words, record.labelled.labels
    venue, printed = record.venue, words.texts[year.first]
    if venue is None or not (year.first and field_of(labels[year.first - 1]) == CONTAINER and printed.isdecimal()):
        return False
    after = next((field_of(label) for label in labels[year.stop :] if label != OTHER), "")
    start, end = words.starts[year.first], words.ends[year.first]
    gap = record.text[venue.end : start]
    if after == ISSUE and "volume" not in record.locator and not gap.strip():
        record.locator["volume"] = record.printed(start, end)
        return True
    behind = record.text[end : end + 2]
    if gap == " " and after == PAGES and "volume" not in record.locator and f"({printed})" in record.text[end:]:
        record.locator["volume"] = record.printed(start, end)  # "Harbour Almanac 1976, 54–56 (1976)"
        return True
    meeting = gap == " " and behind[:1] in {",", "."} and after not in (VOLUME, ISSUE, YEAR)
    if meeting and kind_of(venue.value) != "journal":  # "In Gulls 2019. LNCS, vol. 7"
        venue.value, venue.end = f"{venue.value} {printed}", end
        return True
    closed = behind == " (" or (behind == ". " and after not in (VOLUME, ISSUE))
    if gap == ", " and record.editors is not None and closed:
        venue.value, venue.end = f"{venue.value}{gap}{printed}", end
        return True
    return False


def _dated(record: ParsedItem, start: int, stop: int, used: set[int]) -> None:
    """Take the date around a year of the work, if it states more than what is known of it."""
    words = record.labelled.words
    named = not NAMED.isdisjoint(map(str.casefold, words.texts))
    apart = [(words.starts[s.first], words.ends[s.stop - 1]) for s in record.labelled.stretches if s.field in _UNDATED]
    found = date_at(record.text, start, stop, apart, named)
    if found is not None and found.is_closer_than(record.issued):
        record.issued = found
        used.update(range(words.first_from(found.start), words.first_from(found.end)))
        for name in [n for n, at in record.locator.items() if found.start <= at.start and at.end <= found.end]:
            del record.locator[name]  # the day, read as a volume
        if record.venue is None and record.publisher is not None and found.is_day and "page" in record.locator:
            record.venue, record.publisher = record.publisher, None  # ABNT: "Jornal do Porto, Porto, 4 maio 2019, p. 5"
        venue = record.venue
        if venue is not None and found.is_day and venue.start < found.start < venue.end <= found.end:
            name = _TO_DAY.sub("", record.text[venue.start : found.start])  # "Hafenblatt vom 4" and ".5.2019"
            record.venue = record.printed(venue.start, venue.start + len(name))


_TO_DAY = re.compile(r"[,.]?\s(?:(?:vom|du|del)\s)?$")
_UNDATED = frozenset({PLACE, PUBLISHER, TITLE})
"""Fields whose words name no month and no season of the year next to them: "Rio de Janeiro: Fenn, 2004"."""


def _year_inside(record: ParsedItem, printed: FieldSpan) -> None:
    """Read the year inside a container ("PPoPP'24", "ICML 2025") where the item states none."""
    if record.year is None and (match := YEAR_TAG.search(printed.value) or _YEAR.search(printed.value)):
        record.year = FieldSpan(full_year(match[1]), printed.start, printed.end)


def _links(record: ParsedItem, used: set[int]) -> None:
    """Identifiers and links; a link on the title is its own kind, one on the authors is none of the work."""
    for i, atom in record.labelled.words.links.items():
        used.add(i)
        for name, value in atom.values.items():
            if value:
                record.links.append((name, FieldSpan(value, atom.start, atom.end)))
    taken = {field.value for _, field in record.links}
    for link in record.item.text.links:
        if link.href in taken:
            continue
        inside_title = record.title is not None and link.start < record.title.end and record.title.start < link.end
        inside_authors = record.authors is not None and record.authors.start <= link.start < record.authors.end
        if not inside_authors:
            record.links.append(("title-link" if inside_title else "url", FieldSpan(link.href, link.start, link.end)))


_DATED_ADDRESS = re.compile(
    r"https?://[^\s/?#]+/(?:[\w-]{1,40}+/){0,3}?(?P<year>(?:19|20)\d\d)/(?P<month>1[0-2]|0?[1-9]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/",
    re.IGNORECASE,
)
"""The address of a page that is stored under its date, as newspapers and blogs do: "https://news.example/world/2024/03/14/tides"."""


def _date_elsewhere(record: ParsedItem, used: set[int]) -> None:
    """Take the date of an otherwise undated reference from where it is published online, from a day or brackets that no field
    has, or from its address; IEEE and others print no other.
    """
    words, labels = record.labelled.words, record.labelled.labels
    if record.year is not None or not record.is_reference or any(atom.kind == "undated" for atom in words.atoms):
        return
    for atom in words.atoms:
        printed = record.text[atom.start : atom.end]
        if atom.kind == "electronic date" and "rchived" not in printed and (found := _LABELLED_YEAR.search(printed)):
            record.year = FieldSpan(found[1], atom.start + found.start(), atom.start + found.end())
            _dated(record, record.year.start, record.year.end, used)
            used.update(range(words.first_from(atom.start), words.first_from(atom.end)))
            return
    named = law(record.text)
    if named is not None and named.groupdict().get("of"):
        record.year = record.printed(*named.span("of"))  # "Allotments Act 1925"
        return
    free = [i for i, label in enumerate(labels) if label == OTHER and i not in words.links and i not in words.kinds]
    dated = [
        i
        for i in free
        if _LABELLED_YEAR.fullmatch(words.texts[i]) and _BEFORE_YEAR.search(record.text, 0, words.starts[i])
    ]
    if len(dated) == 1:
        record.year = record.printed(words.starts[dated[0]], words.ends[dated[0]])
        _dated(record, record.year.start, record.year.end, used)
        return
    for name, link in record.links:
        if name == "url" and (found := _DATED_ADDRESS.match(link.value)):
            record.year = FieldSpan(found["year"], link.start, link.end)
            month = MONTHS.get(found["month"].casefold(), 0) or int(found["month"])
            record.issued = PrintedDate(Date.of(int(found["year"]), month), link.start, link.end)
            return


_BEFORE_YEAR = re.compile(
    r"(?:\(|(?<!\w)(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s(?:\d{1,2},\s)?)$", re.IGNORECASE
)
"""A bracket or a month, with or without the day, before a year: "5 Dec. 2013", "August 29, 2024"."""


def _said_beside(record: ParsedItem, used: set[int]) -> None:
    """Keep what a review is of, and who directed a film, as a note: "[Review of Paper walls, by B. Moss]"."""
    words = record.labelled.words
    found = (REVIEWED.search(record.text) or FILM.match(record.text)) if record.is_reference else None
    said = next((name for name, value in found.groupdict().items() if value and name in _NOTED), "") if found else ""
    if found is None or not said:
        return
    inside = range(words.first_from(found.start(said)), words.first_from(found.end(said)))
    if inside and not any(i in used or i in words.links for i in inside):
        record.notes.append(record.printed(*found.span(said)))
        used.update(inside)


_NOTED = frozenset({"bracket", "plain", "said"})
"""Groups of the patterns whose words no field has."""


def _rest(record: ParsedItem, used: set[int]) -> None:
    """What is in no field: states, awards and other pieces that part finders know, notes, and what is left over."""
    words = record.labelled.words
    for atom in words.atoms:
        inside = range(words.first_from(atom.start), words.first_from(atom.end))
        if not inside or (atom.kind == "status" and _is_of_sentence(record, atom, inside, used)):
            continue
        # "Accepted in Leaf Letters" is read as the container, of which only the name is stored.
        venue = record.venue if atom.kind == "status" and not record.transcribed else None
        leads = venue and venue.start <= atom.start < venue.end and words.texts[inside[0]] not in venue.value.split()
        if leads or not any(i in used for i in inside):
            _piece(record, atom)
            used.update(inside)
            seat = _SEAT.match(record.text, atom.end) if atom.kind == "thesis" and record.place is None else None
            behind = range(words.first_from(atom.end), words.first_from(seat.end("place"))) if seat else range(0)
            if seat and behind and not any(i in used for i in behind):
                record.place = record.printed(seat.start("place"), seat.end("place"))
                used.update(behind)
        elif atom.kind == "edition" and record.edition and atom.start <= record.edition.start < atom.end:
            used.update(inside)  # "2., überarb. Aufl." and the number that was read of it
    free = [i for i in range(len(words)) if i not in used]
    while free:
        first = stop = free.pop(0)
        stop += 1
        while (
            free and free[0] == stop and (not _PARTS.search(words.separators[stop]) or _is_decimal_point(words, stop))
        ):
            stop = free.pop(0) + 1
        _remark(record, first, stop)
    beyond = record.text[words.ends[-1] :] if len(words) else record.text
    if any(c.isalnum() for c in beyond):
        record.left_over.append(record.printed(len(record.text) - len(beyond), len(record.text)))


_SEAT = re.compile(
    r",\s(?P<place>[A-Z][\w-]{1,20}+(?:\s[A-Z][\w-]{1,20}+){0,2}(?:,\s(?>(?:[A-Z]\.){2,3})|,\s[A-Z][\w-]{1,20}+){0,2}),\s(?=(?:1[89]|20)\d\d)"
)
"""The seat of a school between the school and the year: "Fenwick University, Fenwick, U.K., 2015"."""


def _is_of_sentence(record: ParsedItem, atom: Atom, inside: range, used: set[int]) -> bool:
    """Whether "manuscript" or "working paper" is a word of a remark like any other, and no state: "data, manuscript writing"."""
    words, labels = record.labelled.words, record.labelled.labels
    if atom.values["status"] != "preprint":
        return False
    for i, gap in ((inside.start - 1, words.separators[inside.start]), (inside.stop, words.separators[inside.stop])):
        free = 0 <= i < len(words) and i not in used and i not in words.kinds and labels[i] == OTHER
        if free and gap == " " and words.texts[i].isalpha() and words.texts[i].casefold() not in JOINING:
            return True
    return False


def _is_decimal_point(words: Words, i: int) -> bool:
    """Whether a word is a number after another one with a point between them: "IF = 2.65"."""
    return words.separators[i] == "." and words.texts[i].isdecimal() and words.texts[i - 1].isdecimal()


def _remark(record: ParsedItem, first: int, stop: int) -> None:
    """Words side by side that no field has: dropped where they only lead over, else a note or left over."""
    words, labels = record.labelled.words, record.labelled.labels
    while first < stop and words.texts[first].casefold() in JOINING:
        first += 1
    while first < stop and words.texts[stop - 1].casefold() in JOINING and words.separators[stop - 1]:  # not of "1st"
        if (
            stop - first > 1
            and words.texts[stop - 1].casefold() in _HEADS_OF_REMARKS
            and words.separators[stop - 1] == " "
        ):
            break  # "lead article", "special issue"
        stop -= 1
    if first == stop or all(labels[i].endswith(("-AND", "-ETAL")) for i in range(first, stop)):
        return
    said = " ".join(words.texts[first:stop]).casefold()
    if said == "published":
        return  # as all are of which nothing else is stated
    if said == "paper" and stop < len(labels) and field_of(labels[stop]) == PAGES:
        return  # ACM: "New York, NY, USA, Paper 412"
    people = record.authors
    if (
        (said in _OF_EDITORS and (record.editors or (people and people.editors)))
        or (said in _OF_MARKS and people and any(name.marks for name in people.names))
        or (said in TOGETHER and people and people.with_form)
        or (said in _OF_TRANSLATORS and record.translators)
        or (said in _OF_FIRST_YEAR and record.first_year)
    ):
        return
    start, end = extent(words, first, stop)
    if record.year is not None and record.year.value.isdecimal():
        date = date_in(record.text, start, end, int(record.year.value))
        if date is not None and date.is_closer_than(record.issued):
            record.issued = date
        if date is not None or all(is_of_date(words.texts[i]) for i in range(first, stop)):
            return
    value = unbracketed(record.printed(start, end).value)
    if not value:
        return
    found = FieldSpan(value, start, end)
    if THESIS.search(value) and len(value.split()) <= LONGEST_DEGREE:
        record.locator.setdefault("genre", found)
    elif any(labels[i] != OTHER for i in range(first, stop)) or not any(map(str.isalpha, value)):
        record.left_over.append(found)
    elif not record.transcribed or words.separators[first].endswith(("(", "[")):
        record.notes.append(found)
    else:
        record.left_over.append(found)


_OF_TRANSLATORS = frozenset({"trans", "transl", "translator", "translators", "translated", "übers"})
_OF_MARKS = frozenset({"equal contribution", "equal contributions", "equally contributed", "contributed equally"})
_OF_EDITORS = frozenset(
    {"a cura di", "a c di", "cura di", "cura", "red", "red er", "editado por", "coordinado por", "sous la direction de"}
    | {
        "ur",
        "sous",
        "bajo",
        "sob",
        "co-edited",
        "coedited",
        "edited",
        "pod",
        "pod red",
        "под",
        "под ред",
        "ред",
        "сост",
        "επιμ",
        "der",
        "haz",
    }
)
_OF_FIRST_YEAR = frozenset({"original work published", "originally published", "original", "orig", "first published"})
"""What leads to a field that the record has."""


def is_of_date(word: str) -> bool:
    """Whether a word that no field has is a day, a month or a season."""
    # days have at most two digits
    return word.casefold() in MONTHS or word.casefold() in _SEASONS or (word.isdecimal() and len(word) < 3)


def _piece(record: ParsedItem, atom: Atom) -> None:
    """Put a piece that a part finder knows into the record."""
    found = record.printed(atom.start, atom.end)
    values = {name: FieldSpan(value, atom.start, atom.end) for name, value in atom.values.items()}
    if atom.kind == "status":
        if record.status is None or STAGES.index(record.status.value) < STAGES.index(values["status"].value):
            record.status = values["status"]
    elif atom.kind == "award":
        record.awards.append(FieldSpan(unbracketed(found.value), atom.start, atom.end))
    elif atom.kind == "edition":
        record.edition = record.edition or values["edition"]
    elif atom.kind == "medium":
        record.medium = record.medium or atom.values.get("type", "")
        record.notes += [values["note"]] if "note" in values else []
    elif atom.kind == "extent":
        record.extent.update(values)
    elif atom.kind == "accessed":
        record.accessed = record.accessed or atom.values.get("accessed", "")
        if not atom.values:  # "Retrieved from Lantern Blog:"
            record.left_over.append(FieldSpan(unbracketed(found.value), atom.start, atom.end))
    elif atom.kind in ("electronic date", "catalogue number"):
        record.left_over.append(FieldSpan(unbracketed(found.value), atom.start, atom.end))
    elif atom.kind == "thesis":
        if record.locator.setdefault("genre", values["genre"]).value != atom.values["genre"]:
            record.left_over.append(values["genre"])  # another span is labelled as what the thesis calls itself
        record.school = values.get("school")
    elif atom.part == FieldKind.LOCATOR:
        if "number" in values and "number" in record.locator:  # the second number of two is kept as it is printed
            record.notes.append(FieldSpan(unbracketed(found.value), atom.start, atom.end))
            return
        record.medium = record.medium or atom.values.get("type", "")
        for name, value in values.items():
            if name != "type":
                record.locator.setdefault(name, value)
