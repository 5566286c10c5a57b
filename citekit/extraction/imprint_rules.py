"""What a few words settle about numbers, publishers, places, series and degrees, whatever the labeller made of them.

A number after "Heft" is an issue, and what follows a place and a colon is the publisher.
"""

from __future__ import annotations

from collections.abc import Sequence

from citekit.extraction.labeller import (
    CONTAINER,
    EDITOR,
    EVENT,
    GENRE,
    PAGES,
    PLACE,
    PUBLISHER,
    SERIES,
    TITLE,
    VOLUME,
    YEAR,
    end_of,
    end_of_free,
    field_of,
    is_name,
    set_field,
)
from citekit.extraction.lexer import Words
from citekit.extraction.name_rules import EDITED, JOINING_NAMES, LONGEST_GIVEN
from citekit.extraction.phrases import MONTHS, PARTICLES, PLAIN_WORDS, STATES, is_publisher, place_share
from citekit.extraction.signs import is_body
from citekit.extraction.title_rules import ABSTRACTS, LEADING_IN, LONGEST_REST
from citekit.model.venues import find, kind_of
from citekit.runtime import patterns as re

_ISSUES = frozenset(
    "heft h nr no n num núm número number issue fasc fascicolo z zesz zeszyt č číslo br broj sayı τχ τεύχ τεύχος вып".split()
)
_VOLUMES = frozenset(
    "vol volume jg jahrgang bd band bind tome tomo tom т том roč ročník årg årgang god godište cilt τόμ τόμος".split()
)
SUPPLEMENTS = frozenset("suppl supp supplement supplementum supplément supplemento pt".split())
_BEFORE_SUPPLEMENTS, _BEHIND_SUPPLEMENTS = frozenset("B-V I-V B-N I-N".split()), frozenset("O B-V B-N I-N".split())
_ROMAN = re.compile(r"[IVXLCDM]+|[ivxlcdm]+")
_YEAR_LETTER = re.compile(r"[a-h]")
_APOSTROPHES = frozenset("'’‘")
_LAST_DAY = 31
"""Days of a month, at most: a greater number before a month is a volume."""
_LONGEST_SHORT_YEAR = 2
"""Digits of the year of a meeting after its short name: "IJCAI 93"."""


def unread_house(words: Words, labels: list[str]) -> None:
    """Read a phrase next to a place as the publisher, and one that ends a chapter after its pages, where it is in no field:
    ". Bonn: Fenn 2011", "; Lind & Moss: Boston, 2019", "In B. Moss (Ed.), Ink and rain (pp. 3–9). Fenn Academic."."""
    if f"B-{PUBLISHER}" in labels or f"B-{TITLE}" not in labels:
        return
    edited = any(is_name(one, EDITOR) for one in labels)
    # Articles have no publisher, unless a known place is before it; proceedings do.
    whole = edited or f"B-{CONTAINER}" not in labels or f"B-{EVENT}" in labels
    paged_before = edited and f"B-{PAGES}" in labels
    in_book = whole or _may_be_book(words, labels)
    episode = (
        "medium" in words.kinds.values() and f"B-{CONTAINER}" in labels
    )  # "[Podcast]. In Slow Weather. Fenn Audio."
    behind = len(labels)
    while not (field_of(labels[behind - 1]) in (TITLE, CONTAINER) or is_name(labels[behind - 1], EDITOR)):
        behind -= 1
    for first in range(behind, len(labels)):
        if labels[first] != "O":  # nearly all words are in a field, and where a phrase ends takes long to find
            continue
        sign = words.separators[first].strip()[-1:]
        if not (sign in _PARTS_OF_IMPRINT or field_of(labels[first - 1]) == PLACE):
            continue
        stop = _end_of_free_phrase(words, labels, first)
        if stop == first:
            continue
        after = words.separators[stop].strip()[:1]
        dated = stop < len(labels) and field_of(labels[stop]) == YEAR
        # "Translated by Ada Lind, Fenn, 2009." ends with house and year
        ends = stop == len(labels) - 1 and sign == "," and is_name(labels[first - 1])
        if sign == ":":
            paged = edited and words.texts[stop : stop + 1] and words.texts[stop].casefold() in _BEFORE_PAGES
            place = _place_before(words, labels, first, whole and (dated or paged or stop == len(labels)))
            if place is None:
                continue
            set_field(labels, place.start, place.stop, PLACE)
        elif not (
            (f"B-{PAGES}" not in labels and f"B-{CONTAINER}" not in labels and after == "," and dated and ends)
            or (whole and after == ":" and stop < len(labels) and labels[stop] == f"B-{PLACE}")
            or ((paged_before or episode) and stop == len(labels) and sign == ".")
            or (sign == "," and in_book and _is_behind_place(words, labels, first, stop))
        ):
            continue
        set_field(labels, first, stop, PUBLISHER)
        return


def _may_be_book(words: Words, labels: Sequence[str]) -> bool:
    """Whether what a work appeared in may be a book: it has no volume and no issue, and its name is not that of a journal or a meeting."""
    if not {"B-V", "B-N", f"B-{EVENT}"}.isdisjoint(labels) or labels.count(f"B-{CONTAINER}") != 1:
        return False
    first = labels.index(f"B-{CONTAINER}")
    name = words.item.text[words.starts[first] : words.ends[end_of(labels, first + 1, CONTAINER) - 1]]
    return kind_of(name) in ("", "book") and find(name) is None


def _is_behind_place(words: Words, labels: Sequence[str], first: int, stop: int) -> bool:
    """Whether a phrase is between the comma after a place and a year, the pages or the end: "Rennes, Fenn, pp. 3–9"."""
    printed = words.item.text[words.starts[first] : words.ends[stop - 1]]
    located = stop == len(labels) or field_of(labels[stop]) in (YEAR, PAGES)
    located = located or words.texts[stop].casefold() in _BEFORE_PAGES
    return located and field_of(labels[first - 1]) == PLACE and not place_share(printed) and printed not in STATES


_CARD_LABELS = ABSTRACTS | frozenset(
    "supervisor supervisors advisor advisors adviser betreuer slides funding grant prize venue doi isbn link topic".split()
)
"""What is before a colon on a card about a work, and is not a place."""
_PARTS_OF_IMPRINT = frozenset(".,;:(")
"""Signs before a publisher."""


def _end_of_free_phrase(words: Words, labels: Sequence[str], first: int) -> int:
    """Return where a phrase ends that begins at a word with a capital, is in no field and short enough for a house;
    its begin for none.
    """
    stop = end_of_free(words, labels, first, lambda gap: gap not in (" ", " & ", ". & ", "-", "’", "'"))
    said = words.texts[first:stop]
    numbered = any(one.isdecimal() or one.casefold() in MONTHS for one in said)
    paged = words.texts[stop : stop + 1] and words.texts[stop].casefold() in _BEFORE_PAGES
    written = (
        len(said) == 1 and words.separators[first] == ": " and paged
    )  # some houses have lowercase letters: "Bonn: hanso, S. 3"
    named = written or all(one[:1].isupper() or one in PARTICLES or one in JOINING_NAMES for one in said)
    led = {one.casefold() for one in said[:1]} & (EDITED | LEADING_IN | _ISSUES | PLAIN_WORDS)
    fits = (
        said and len(said) <= LONGEST_REST and named and not numbered and not led and (written or said[0][:1].isupper())
    )
    return stop if fits else first


def short_universities(words: Words, labels: list[str]) -> None:
    """Universities and their presses as MLA shortens them: "U of Fenwick P, 2003", "Fenwick U, PhD dissertation"."""
    for found in _OF_MLA.finditer(words.item.text):
        first, stop = words.first_from(found.start()), words.first_from(found.end())
        press = words.texts[stop - 1] == "UP"
        free = all(
            labels[i] == "O" or field_of(labels[i]) in (PUBLISHER, TITLE, GENRE) or (press and is_name(labels[i]))
            for i in range(first, stop)
        )
        if free and (not labels[first].startswith("I-") or labels[first - 1] == "O") and f"B-{TITLE}" in labels[:first]:
            set_field(labels, first, stop, PUBLISHER)
            if stop < len(labels) and labels[stop].startswith("I-"):
                labels[stop] = "B" + labels[stop][1:]


SHORT_UNIVERSITY = frozenset({"u", "up"})
_OF_MLA = re.compile(
    r"(?<=[.,:]\s)(?:U of [A-Z][\w-]{1,20}+(?: [A-Z][\w-]{1,20}+){0,2} P(?=[,.;])"
    r"|[A-Z][\w-]{1,20}+(?: [A-Z][\w-]{1,20}+){0,2} UP(?=, (?:1[89]|20)\d\d)|(?:U of [A-Z][\w-]{1,20}+(?: [A-Z][\w-]{1,20}+){0,2}|[A-Z][\w-]{1,20}+(?: [A-Z][\w-]{1,20}+){0,2} U)(?=, (?:PhD|MA|MS|MFA|doctoral|master[’']s) (?:diss|thesis)))"
)
"""Presses ("U of Fenwick P", "Fenwick UP") and a school before the degree."""


def unread_place(words: Words, labels: list[str]) -> None:
    """Read what is in no field as the place of the publisher before or after it: "Upper Fenwick, NJ: Fenn", "Fenn, Cham, pp. 3–9", "Fenn, New
    York, NY, USA, Paper 7"."""
    if f"B-{PLACE}" in labels:
        return
    if f"B-{PUBLISHER}" not in labels:
        _place_of_journal(words, labels)
        if f"B-{PLACE}" not in labels:
            _place_alone(words, labels)
        return
    first = labels.index(f"B-{PUBLISHER}")
    stop = end_of(labels, first + 1, PUBLISHER)
    seat = next((i for i in range(first + 1, stop) if words.separators[i] == ", "), 0)
    text = words.item.text
    named = seat and text[words.starts[seat] : words.ends[stop - 1]].casefold() in _SEATS
    if named and is_publisher(text[words.starts[first] : words.ends[seat - 1]]):
        set_field(labels, seat, stop, PLACE)
        return
    place = None
    if words.separators[first].strip() == ":":
        place = _place_before(words, labels, first, True)
    if place is None and stop < len(labels) and words.separators[stop] in (", ", ": ", " : "):
        place = _place_behind(words, labels, stop)
    if place:
        set_field(labels, place.start, place.stop, PLACE)


def _place_of_journal(words: Words, labels: list[str]) -> None:
    """The known town that ends a journal's name before its volume is where it appears: "Revista de Insetos, Recife, v. 9"."""
    if "B-V" not in labels or f"B-{CONTAINER}" not in labels:
        return
    lead = labels.index("B-V") - 1
    town = next((i for i in range(lead - 1, max(0, lead - LONGEST_GIVEN - 1), -1) if words.separators[i] == ", "), 0)
    if not town or words.texts[lead] not in ("v", "vol", "n") or words.separators[lead] != ", " or labels[lead] != "O":
        return
    named = all(label == f"I-{CONTAINER}" for label in labels[town:lead])
    if named and place_share(words.item.text[words.starts[town] : words.ends[lead - 1]]) == 1:
        set_field(labels, town, lead, PLACE)


def _place_alone(words: Words, labels: list[str]) -> None:
    """A known town in no field before the year or the pages is the place of a book of which no publisher is printed: "Slow tides, Bremen
    2018", "in: Rain, Bremen, S. 3–9"."""
    after = len(labels)
    while after and not (field_of(labels[after - 1]) in (TITLE, CONTAINER, SERIES) or is_name(labels[after - 1])):
        after -= 1
    hosted = f"B-{CONTAINER}" in labels
    if not after or (hosted and not _may_be_book(words, labels)):
        return
    edited = any(is_name(one, EDITOR) for one in labels)
    for first in range(after, len(labels)):
        if labels[first] != "O" or words.separators[first].strip()[-1:] not in _BEFORE_PLACE:
            continue
        stop = end_of_free(words, labels, first, lambda gap: gap not in (" ", "-", "/"))
        if stop == first or stop == len(labels) or words.separators[stop] not in (" ", ", "):
            continue
        located = field_of(labels[stop]) in (YEAR, PAGES) or words.texts[stop].casefold() in _BEFORE_PAGES
        # a comma before the year is also after the town of a meeting
        located = located and (not hosted or edited or words.separators[stop] == " ")
        if located and place_share(words.item.text[words.starts[first] : words.ends[stop - 1]]) == 1:
            set_field(labels, first, stop, PLACE)
            return


_BEFORE_PLACE = frozenset(",.;")
"""Signs before a place that no publisher is next to."""
_SEATS = frozenset(
    "cham|dordrecht|leiden|heidelberg|berlin|new york|london|amsterdam|wiesbaden|basel|singapore|berlin/heidelberg|abingdon|cheltenham"
    "|boston|oxford|cham, switzerland|new york, ny|new york, ny, usa|berlin, heidelberg|cambridge, ma".split("|")
)
"""Towns that follow a publisher and are not part of its name, in lowercase letters."""


def _place_behind(words: Words, labels: Sequence[str], first: int) -> range | None:
    """Return the place that begins at a word after a house: known ones, or a short phrase before a state, pages, a
    date or the end.
    """
    stop, known = first, 0
    while stop < len(labels) and (stop == first or words.separators[stop] in (", ", " (")):
        end = end_of_free(words, labels, stop, lambda gap: gap not in (" ", "-"))
        said = words.texts[stop:end]
        if not said or len(said) > LONGEST_GIVEN or any(one.isdecimal() or one.casefold() in MONTHS for one in said):
            break
        is_known = place_share(f"{words.item.text[words.starts[stop] : words.ends[end - 1]]}, USA") == 1
        named = stop == first and all(one.istitle() or one in PARTICLES for one in said)
        if not is_known and (not named or words.texts[stop].casefold() in PLAIN_WORDS | _NO_PLACES):
            break
        known += is_known
        stop = end
    ended = stop == len(labels) or words.separators[stop].strip()[:1] in set(".;)")
    located = ended or field_of(labels[stop]) in (PAGES, YEAR) or words.texts[stop].casefold() in _BEFORE_PAGES
    return range(first, stop) if stop > first and (known or (located and not ended)) else None


_LONGEST_PLACE = 4
"""Words of a place, at most: "Upper Saddle River, NJ"."""
_BEFORE_PAGES = frozenset("pp p pages page s ss seiten sp sidor side str pag pág págs σ σσ σελ с стр".split())
_NO_PLACES = frozenset(
    "article paper poster talk best award vol volume no number ed eds edition lecture lncs series chapter part".split()
)
"""What may follow a publisher as a place does, and is none."""


def _place_before(words: Words, labels: Sequence[str], house: int, sure: bool) -> range | None:
    """Return the place before the colon in front of a house: what is read as one, or a known one; any short phrase
    where it is ``sure``.
    """
    first = house
    inside = ("O", f"I-{PLACE}")
    while first == house or (first and labels[first - 1] in inside and words.separators[first] in (" ", "-", ", ")):
        first -= 1
        if words.separators[first].strip()[-1:] in {".", ",", ";", ")", "("} and labels[first] != f"I-{PLACE}":
            if words.separators[first] == ", " and words.texts[first] in STATES:
                continue  # "Upper Fenwick, NJ: Fenn"
            break
    if first and labels[first] == f"I-{PLACE}" and labels[first - 1] == f"B-{PLACE}":
        first -= 1
    place = range(first, house)
    if (
        not place
        or len(place) > _LONGEST_PLACE
        or words.separators[first].strip()[-1:] not in {".", ",", ";", ")", "("}
    ):
        return None
    if not all(words.texts[i][:1].isupper() or words.texts[i] in PARTICLES for i in place):
        return None
    if words.texts[first].casefold() in PLAIN_WORDS | _CARD_LABELS:
        return None  # "Supervisor: Moss"
    if labels[first] == f"B-{PLACE}":
        return place
    known = place_share(words.item.text[words.starts[first] : words.ends[house - 1]]) == 1
    free = all(labels[i] == "O" for i in place)
    return place if free and f"B-{PLACE}" not in labels and (known or sure) else None


_NUMBER_LABELS = frozenset({"B-V", "I-V", "B-N", "I-N", f"B-{PAGES}", f"B-{PUBLISHER}"})
"""Labels under which a word of letters may have to do with volumes, issues or pages."""


def numbers_told_apart(words: Words, labels: list[str]) -> None:
    """Volumes and issues after a word for them, short years of meetings, letters of years, and places that were read as numbers."""
    container = labels.index(f"B-{CONTAINER}") if f"B-{CONTAINER}" in labels else len(labels)
    proceedings = container < len(labels) and words.texts[container].casefold().startswith("proc")
    for i in range(1, len(labels)):
        text = words.texts[i]
        if labels[i] not in _NUMBER_LABELS and text.isalpha() and len(text) > 1:
            continue  # a word of a name or a title, as most are
        before = words.texts[i - 1].casefold()
        announced = before in _ISSUES and labels[i - 1] == "O"
        of_volume = before in _VOLUMES and labels[i - 1] == "O"
        short_year = len(text) == _LONGEST_SHORT_YEAR and text.isdecimal()
        if labels[i - 1 : i + 1] == ["B-V", f"B-{PAGES}"] and words.separators[i] == "." and "B-N" not in labels:
            labels[i] = "B-N"  # "Harbour Letters 19.6"
        elif (
            labels[i] in ("B-N", "I-V", "I-N") and not text.isdecimal() and len(text) > 2 and text.casefold() in MONTHS
        ):
            if (
                labels[i - 1] == "B-V"
                and before.isdecimal()
                and int(before) <= _LAST_DAY
                and words.separators[i] == " "
            ):
                labels[i - 1] = "O"  # the newspaper of "8 March"
            labels[i] = "O"
        elif announced and labels[i] == f"B-{PUBLISHER}" and text.isupper() and "B-V" in labels:
            labels[i] = "B-N"  # "vol. 3, no. GROUP"
        elif (
            labels[i] == "O"
            and not words.separators[i]
            and _YEAR_LETTER.fullmatch(text)
            and field_of(labels[i - 1]) == YEAR
        ):
            labels[i] = f"I-{YEAR}"  # 2015a
        elif text.isdecimal() and labels[i] == "B-V" and field_of(labels[i - 1]) == SERIES and "B-V" in labels[:i]:
            labels[i] = "B-N"  # "vol. 2 (Studies of Rain 17)"
        elif short_year and words.separators[i].lstrip() in _APOSTROPHES:
            _short_year(words, labels, i)
        elif i > container and text.isdecimal():
            acronym = words.separators[i] == " " and words.texts[i - 1].isupper() and len(words.texts[i - 1]) > 1
            if announced and "B-N" not in labels and _may_be_issue(labels[i], before):
                labels[i] = "B-N"
            elif of_volume and "B-V" not in labels and labels[i] == "O":
                labels[i] = "B-V"
            elif proceedings and short_year and acronym and labels[i - 1 : i + 1] == ["I-C", "B-V"]:
                labels[i] = "I-C"
        elif labels[i] == f"B-{PAGES}" and text.isalpha() and not _ROMAN.fullmatch(text) and len(text) > 1:
            labels[i] = "B-W" if place_share(text) else labels[i]


def second_volume(words: Words, labels: list[str]) -> None:
    """The second of two volumes of a journal is the issue: "vol. XII, fasc. 3, 2010", "LXV (2013), 2, pp. 3–19"."""
    volumes = [i for i, label in enumerate(labels) if label == "B-V"]
    if len(volumes) != 2 or not {"B-N", f"B-{PUBLISHER}", f"B-{SERIES}"}.isdisjoint(labels):
        return
    first, second = volumes
    host = labels.index(f"B-{CONTAINER}") if f"B-{CONTAINER}" in labels else len(labels)
    beside = all(label in ("O", "I-V") or field_of(label) == YEAR for label in labels[first + 1 : second])
    if host < first and beside and words.texts[second].isdecimal() and f"B-{PAGES}" in labels[second:]:
        labels[second] = "B-N"


def supplements(words: Words, labels: list[str]) -> None:
    """A supplement after a volume or an issue is the issue, or a part of it: "27 (Suppl 11)", "9(3 Suppl): 12"."""
    for i in range(1, len(labels)):
        if words.texts[i].casefold() not in SUPPLEMENTS or labels[i - 1] not in _BEFORE_SUPPLEMENTS:
            continue
        labels[i] = "I-N" if labels[i - 1].endswith("-N") and not set(words.separators[i]) & set("()") else "B-N"
        after = i + 1
        if after < len(labels) and labels[after] in _BEHIND_SUPPLEMENTS and words.separators[after] in (" ", ". ", "."):
            labels[after] = "I-N"


def _short_year(words: Words, labels: list[str], i: int) -> None:
    """The year of "ICML'08" is not a volume, and neither is a name; it is with the meeting's short name."""
    before = words.texts[i - 1]
    if is_name(labels[i]) and is_name(labels[i - 1]):
        labels[i - 1] = labels[i] = "O"
    free = labels[i - 1] == "O" and f"B-{TITLE}" in labels[:i] and f"B-{CONTAINER}" not in labels
    if free and before.isupper() and len(before) > 1:
        labels[i - 1] = f"B-{CONTAINER}"
    if labels[i] in ("O", "B-V", "B-N") and field_of(labels[i - 1]) == CONTAINER:
        labels[i] = f"I-{CONTAINER}"


CHAPTERS = frozenset("ch chap chapter kap kapitel chapitre capítulo cap rozdz глава".split())
"""Words before the number of a chapter."""


def _may_be_issue(label: str, before: str) -> bool:
    return label in {"O", f"B-{PAGES}"} or (label == "B-V" and before in {"heft", "h"})


def degree_and_school(words: Words, labels: list[str]) -> None:
    """A report's or a thesis's word for itself is one phrase: before a full stop in it is the title, before a comma the school;
    and the place that ends the title of a thesis without a school stands for its university."""
    if f"B-{GENRE}" not in labels:
        return
    first = labels.index(f"B-{GENRE}")
    stop = end_of(labels, first + 1, GENRE)
    titled = first > 0 and field_of(labels[first - 1]) == TITLE
    cut = next((i for i in range(first + 1, stop) if words.separators[i].strip() in {".", ","}), 0)
    housed = f"B-{PUBLISHER}" in labels
    goes_on = cut and titled and words.separators[first] == " "
    # a full stop after fewer letters shortens a word: "Tech. report"
    if goes_on and words.separators[cut].startswith(".") and len(words.texts[cut - 1]) > 4:
        labels[first:cut] = [f"I-{TITLE}"] * (cut - first)
        labels[cut] = f"B-{GENRE}"
    elif cut and not housed and words.separators[cut].startswith(",") and _has_school(words, first, cut):
        set_field(labels, first, cut, PUBLISHER)
        labels[cut] = f"B-{GENRE}"
    elif titled and not housed and f"B-{PLACE}" not in labels and words.separators[first] == ", ":
        begin = next((i for i in range(first - 1, max(0, first - LONGEST_GIVEN), -1) if words.separators[i] == ", "), 0)
        place = words.item.text[words.starts[begin] : words.ends[first - 1]] if begin else ""
        if place and labels[begin] == f"I-{TITLE}" and place_share(place) == 1:
            set_field(labels, begin, first, PUBLISHER)


def report_in_title(words: Words, labels: list[str]) -> None:
    """The last sentence of a title that names a kind of report is its genre, and who follows published it: "Slow tides. Technical report,
    Fenn Action, 2014"."""
    stop = end_of(labels, labels.index(f"B-{TITLE}") + 1, TITLE) if f"B-{TITLE}" in labels else 0
    # Without two words before it, the kind of report is the title.
    if stop < 4 or words.texts[stop - 1].casefold() not in REPORTS or words.separators[stop - 2] != ". ":
        return
    if words.texts[stop - 2].casefold() not in _BEFORE_REPORT or f"B-{GENRE}" in labels:
        return
    set_field(labels, stop - 2, stop, GENRE)
    if (
        labels[stop : stop + 1] == [f"B-{CONTAINER}"]
        and words.separators[stop] == ", "
        and f"B-{PUBLISHER}" not in labels
    ):
        set_field(labels, stop, end_of(labels, stop + 1, CONTAINER), PUBLISHER)


def report_to(words: Words, labels: list[str]) -> None:
    """A report "to" someone was published by them: "report to the Fenn Department of Harbours"."""
    for first in range(1, len(labels) - 3):
        led = words.texts[first].casefold() in REPORTS and words.texts[first + 1 : first + 3] == ["to", "the"]
        if led and labels[first] in (f"B-{CONTAINER}", f"B-{PUBLISHER}"):
            stop = end_of(labels, first + 1, field_of(labels[first]))
            labels[first : first + 3] = ["O"] * 3
            if stop > first + 3:
                set_field(labels, first + 3, stop, PUBLISHER)


def institution_of_report(words: Words, labels: list[str]) -> None:
    """What is between the title and "Tech. Rep." is who published a report, and after a comma where; its number follows: "Slow
    Waves," Fenn Corp., Moss Bay, CA, Tech. Rep. 7."""
    # "Sci. Rep." is a journal: what is read as one is a report only where it is called technical.
    mark = next(
        (
            i
            for i, text in enumerate(words.texts)
            if text.casefold() in REPORTS
            and (labels[i] == "O" or words.texts[i - 1].casefold() in ("tech", "technical"))
        ),
        0,
    )
    genre = mark - (words.texts[mark - 1].casefold() in _BEFORE_REPORT)
    first = genre
    while first > 0 and (labels[first - 1] == "O" or field_of(labels[first - 1]) in (PUBLISHER, PLACE, CONTAINER)):
        first -= 1
    others = {*labels[:first], *labels[mark + 1 :]}
    if not 0 < first < genre or field_of(labels[first - 1]) != TITLE:
        return
    if any(f"B-{field}" in others for field in (PUBLISHER, CONTAINER, GENRE)):
        return
    stop = next((i for i in range(first + 1, genre) if "," in words.separators[i]), genre)
    set_field(labels, first, stop, PUBLISHER)
    if stop < genre:
        set_field(labels, stop, genre, PLACE)
    set_field(labels, genre, mark + 1, GENRE)
    if labels[mark + 1 : mark + 2] == [f"I-{CONTAINER}"]:
        return
    end = end_of_free(words, labels, mark + 1, lambda gap: "," in gap or gap.endswith(". "))
    if "B-N" not in labels and any(text.isdecimal() for text in words.texts[mark + 1 : end]):
        set_field(labels, mark + 1, end, "N")


def numbered_report(words: Words, labels: list[str]) -> None:
    """What is read as the container, or as the series, and calls itself a report is the kind of report, and its number the report's: "Slow
    Waves. Rapport de recherche n° 14, Oslo"; and so is the last piece of a container that "No." follows without a comma, of which
    the first is who published it and the others where: “Slow Waves,” Council of Fenn, Oslo, Policy note No. 8."""
    host = next((i for i, label in enumerate(labels) if label in (f"B-{CONTAINER}", f"B-{SERIES}")), 0)
    stop = end_of(labels, host + 1, field_of(labels[host])) if host else 0
    # a number, and no volume or pages with it
    numbers = [i for i in range(stop, len(labels)) if labels[i] in ("B-V", "B-N")]
    if not host or len(numbers) != 1 or f"B-{PAGES}" in labels or f"B-{GENRE}" in labels:
        return
    marked = numbers[0] - stop == 1 and words.separators[stop] == " " and labels[stop] == "O"
    first = next((i for i in range(stop - 1, host, -1) if words.separators[i] == ", "), host)
    called = _CALLED_REPORT.fullmatch(words.item.text, words.starts[first], words.ends[stop - 1])
    pieces = first > host and marked and words.texts[stop] == "No" and f"B-{PUBLISHER}" not in labels
    if not called and not pieces:
        return
    number, last = numbers[0], end_of(labels, numbers[0] + 1, field_of(labels[numbers[0]]))
    set_field(labels, first, stop, GENRE)
    if words.texts[number].casefold() in _ISSUES and number + 1 < last:
        labels[number] = "O"
        number += 1
    set_field(labels, number, last, "N")
    if first > host:
        cut = next(i for i in range(host + 1, first + 1) if words.separators[i] == ", ")
        set_field(labels, host, cut, PUBLISHER)
        if cut < first and f"B-{PLACE}" not in labels:
            set_field(labels, cut, first, PLACE)


_CALLED_REPORT = re.compile(
    r"(?:(?:technical|research|internal|working|discussion|policy|occasional|final|annual) (?:report|paper|brief|note)|rapport (?:de recherche|technique|interne|final)|document de travail"
    r"|(?:forschungs|arbeits|projekt|abschluss)bericht|arbeitspapier|diskussionspapier|informe (?:técnico|de investigación|final)|documento de trabajo|relatório (?:técnico|de pesquisa|final)|rapporto (?:tecnico|di ricerca))s?",
    re.IGNORECASE,
)
"""What a report calls itself and nothing more, in English, French, German, Spanish, Portuguese and Italian."""


def school_before_degree(words: Words, labels: list[str]) -> None:
    """The phrase before the degree that a reference ends with is the school, as MLA prints it: "Slow rivers. 2014. Fenn Seminary, MA
    thesis."."""
    last = len(labels)
    cut = next((i for i in range(last - 1, max(0, last - LONGEST_GIVEN - 1), -1) if words.separators[i] == ", "), 0)
    if not cut or f"B-{PUBLISHER}" in labels or not _are_of_degree(words, cut, last):
        return
    first = cut
    while first and (labels[first - 1] == "O" or field_of(labels[first - 1]) in (TITLE, PLACE)):
        first -= 1
        # a full stop after fewer letters shortens a word: "St. Moss School"
        dotted = words.separators[first].startswith(".") and (
            len(words.texts[first - 1]) > 3 or first - 1 in words.links
        )
        if dotted or labels[first] in (f"B-{TITLE}", f"B-{PLACE}") or field_of(labels[first - 1]) == YEAR:
            break
    told = first and (field_of(labels[first - 1]) == YEAR or first - 1 in words.links)
    if told and f"B-{TITLE}" in labels[:first] and words.texts[first][:1].isupper() and cut - first <= _LONGEST_SCHOOL:
        set_field(labels, first, cut, PUBLISHER)
        set_field(labels, cut, last, GENRE)


_LONGEST_SCHOOL = 9
"""Words of a school with its town, at most."""
DEGREES_BEHIND = frozenset({"thesis", "dissertation"})

REPORTS = frozenset("rep report bericht rapport informe relatório".split())
_BEFORE_REPORT = frozenset("tech technical res research internal sci scientific contract contractor memo".split())


def degree_before_title(words: Words, labels: list[str]) -> None:
    """The degree before the colon that a title begins with states what the work is: "Dissertation: Songs of tides. Moss University"."""
    first = labels.index(f"B-{TITLE}") if f"B-{TITLE}" in labels else 0
    stop = next(
        (i for i in range(first + 1, end_of(labels, first + 1, TITLE)) if words.separators[i].startswith(":")), 0
    )
    said = words.item.text[words.starts[first] : words.ends[stop - 1]] if stop else ""
    if _DEGREE.fullmatch(said) and f"B-{GENRE}" not in labels and f"B-{CONTAINER}" not in labels:
        set_field(labels, first, stop, GENRE)
        labels[stop] = f"B-{TITLE}"


_DEGREE = re.compile(
    r"(?:(?:ph\.?\s?d\.?|doctoral|doctor[’']?s|master[’']?s?|m\.?\s?(?:sc|a)\.?|bachelor[’']?s?|b\.?\s?(?:sc|a)\.?|diploma|licentiate|habilitation)\s)?"
    r"(?:dissertation|thesis)|(?:doktor|master|bachelor|diplom|magister)arbeit|habilitations?(?:schrift)?|diss\.?|tesis(?: doctoral)?|tese(?: de doutorado)?",
    re.IGNORECASE,
)
"""What a thesis calls itself and nothing more, in English, German, Spanish and Portuguese."""
DEGREES_BEFORE = frozenset(
    "dissertation thesis doktorarbeit masterarbeit bachelorarbeit diplomarbeit magisterarbeit habilitation habilitationsschrift diss tesis tese".split()
)
"""One of them is in each."""


def _has_school(words: Words, first: int, stop: int) -> bool:
    return any(words.texts[i].casefold().startswith(_SCHOOLS) for i in range(first, stop))


# Beginnings of the words for universities and schools in several languages.
_SCHOOLS = ("univ", "instit", "colle", "school", "hochschul", "akadem", "école", "faculd", "facult")


def degree_beside_school(words: Words, labels: list[str]) -> None:
    """A degree that the school begins with, or that ends the title before it, is what the work calls itself: "Slow rivers. EngD. University of
    Fenwick", "Slow rivers, MA thesis, Fenwick College", "Slow rivers (Doctoral dissertation). Fenwick College"."""
    if f"B-{PUBLISHER}" not in labels or f"B-{GENRE}" in labels:
        return
    first = labels.index(f"B-{PUBLISHER}")
    stop = end_of(labels, first + 1, PUBLISHER)
    cut = next((i for i in range(first + 1, stop) if words.separators[i].strip() in {".", ","}), 0)
    if cut and _are_of_degree(words, first, cut):
        set_field(labels, first, cut, GENRE)
        set_field(labels, cut, stop, PUBLISHER)
    elif (
        first
        and field_of(labels[first - 1]) in (TITLE, SERIES)
        and words.separators[first].strip() in {".", ",", ").", "),"}
    ):
        signs = (i for i in range(first - 1, max(0, first - LONGEST_GIVEN - 1), -1) if words.separators[i].strip())
        begin = next(signs, 0)
        if labels[begin] in (f"I-{TITLE}", f"B-{SERIES}") and _are_of_degree(words, begin, first):
            set_field(labels, begin, first, GENRE)


def thesis_before_school(words: Words, labels: list[str]) -> None:
    """A word for a thesis between the stop after the title and a university is what the work calls itself, whatever both were read
    as: "Der Anker. Diss. Universität Bremen 2010"."""
    texts = [text.casefold() for text in words.texts]
    found = next(
        (i for i in range(2, len(texts) - 1) if texts[i] in THESES and texts[i + 1].startswith(_UNIVERSITIES)), 0
    )
    parted = (
        found
        and words.separators[found].strip() in {".", ",", "–"}
        and words.separators[found + 1].strip() in {"", ".", ","}
    )
    if not parted or field_of(labels[found - 1]) != TITLE or f"B-{GENRE}" in labels:
        return
    stop = found + 1
    while (
        stop < len(labels) and (stop == found + 1 or words.separators[stop] == " ") and words.texts[stop][:1].isalpha()
    ):
        stop += 1
    if {field_of(label) for label in labels[found:stop]} <= {TITLE, CONTAINER, PUBLISHER, PLACE, SERIES, "O"}:
        set_field(labels, found, found + 1, GENRE)
        set_field(labels, found + 1, stop, PUBLISHER)


THESES = frozenset(
    "diss dissertation doktorarbeit habilitationsschrift habil masterarbeit magisterarbeit diplomarbeit bachelorarbeit thèse tesis tese tesi".split()
)
"""What theses call themselves in languages that put the school after it without a comma."""
_UNIVERSITIES = ("univ", "hochschul", "politec", "polytech")
"""What the names of universities begin with, as printed after such a word."""


def _are_of_degree(words: Words, first: int, stop: int) -> bool:
    said = [text.casefold().rstrip(".") for text in words.texts[first:stop]]
    return _DEGREES.issuperset(said) and not _DEGREES_ALONE.isdisjoint(said)


_DEGREES_ALONE = frozenset(
    "phd dphil engd msc bsc ma ba stl bachelor bachelors master masters thesis dissertation doctoral".split()
)
"""Words that a degree is named with, of which one is enough."""
_DEGREES = _DEGREES_ALONE | frozenset("diss unpublished bachelor’s master’s bachelor's master's s".split())


def house_and_place(words: Words, labels: list[str]) -> None:
    """Exchange house and place next to each other where only what is read as the house is a known place: "Oslo: Fennwick"; part a
    known place from the house after it: "Oslo, Fenn House, 2001"; and begin a house with its initials: "J.B.Fenn, 2001"."""
    if labels.count(f"B-{PLACE}") > 1:
        return
    if f"B-{PUBLISHER}" not in labels:
        _house_in_place(words, labels)
        return
    house = labels.index(f"B-{PUBLISHER}")
    house_end = end_of(labels, house + 1, PUBLISHER)
    text = words.item.text
    first = house
    while (
        first
        and words.separators[first] == "."
        and labels[first - 1] == f"I-{TITLE}"
        and len(words.texts[first - 1]) == 1
    ):
        first -= 1
    if first < house:
        set_field(labels, first, house_end, PUBLISHER)
    if f"B-{PLACE}" not in labels:
        cut = next((i for i in range(house + 1, house_end) if words.separators[i] == ", "), 0)
        # a state behind the town, and then the house: "Fenwick, NY, Moss Seminary"
        cut += cut and words.texts[cut] in STATES and words.separators[cut + 1] == ", "
        town = text[words.starts[house] : words.ends[cut - 1]] if cut else ""
        # what has two letters is a state rather than a house: "Fenwick, NY"
        if cut < house_end and town and place_share(town) == 1 and len(words.texts[cut]) > 2:
            set_field(labels, house, cut, PLACE)
            set_field(labels, cut, house_end, PUBLISHER)
        return
    place = labels.index(f"B-{PLACE}")
    place_end = end_of(labels, place + 1, PLACE)
    if not (house_end == place or place_end == house):
        return
    said, where = (
        text[words.starts[house] : words.ends[house_end - 1]],
        text[words.starts[place] : words.ends[place_end - 1]],
    )
    if place_share(said) == 1 and not place_share(where):
        set_field(labels, house, house_end, PLACE)
        set_field(labels, place, place_end, PUBLISHER)


PAYING = frozenset(
    "funded supported sponsored financed gefördert finanziert financé soutenu financiado apoyado finanziato".split()
)
_PAID_BY = frozenset("by durch von par por da".split())


def payers(words: Words, labels: list[str]) -> None:
    """Who paid for a work is in no field: "Slow tides. Fenn Letters, 2004. Funded by Tide Foundation - Norway (12/3)"."""
    for first in range(1, len(labels) - 1):
        printed = words.texts[first]
        if (
            printed.casefold() not in PAYING
            or words.texts[first + 1].casefold() not in _PAID_BY
            or not printed[0].isupper()
        ):
            continue
        stop = first + 1
        while stop < len(labels) and not _ENDS_REMARK.search(words.separators[stop]):
            stop += 1
        # As a title has a sentence that begins so, it is one only if the title is elsewhere.
        if _ENDS_REMARK.search(words.separators[first]) and f"B-{TITLE}" in (*labels[:first], *labels[stop:]):
            labels[first:stop] = ["O"] * (stop - first)


_ENDS_REMARK = re.compile(r"[.;|]\s|[\n\x0b\t]")
"""What a remark is after, or ends before: a stop, or a new line."""


def _house_in_place(words: Words, labels: list[str]) -> None:
    """Part the house from the known town before it where both were read as the place: "Granada, Fenn, 2001"."""
    first = labels.index(f"B-{PLACE}") if f"B-{PLACE}" in labels else len(labels)
    stop = end_of(labels, first + 1, PLACE)
    cuts = [i for i in range(first + 1, stop) if words.separators[i] == ", "]
    if len(cuts) != 1:
        return
    text = words.item.text
    town, both = (text[words.starts[first] : words.ends[i - 1]] for i in (cuts[0], stop))
    house = text[words.starts[cuts[0]] : words.ends[stop - 1]]
    # of a meeting the second one may be a country that no table has
    in_book = f"B-{CONTAINER}" not in labels or any(is_name(one, EDITOR) for one in labels)
    known = place_share(town) == 1 > place_share(both) and house not in STATES
    if in_book and known and not words.separators[stop].startswith("."):  # a state is shortened: "Cambridge, Mass."
        set_field(labels, cuts[0], stop, PUBLISHER)


def body_behind_title(words: Words, labels: list[str]) -> None:
    """The last sentence of a title is who published a work that has no house and no container, where it is an organisation's name: "Slow
    rivers. Embassy of the Republic of Fenn. https://…"."""
    if f"B-{TITLE}" not in labels or not {f"B-{PUBLISHER}", f"B-{CONTAINER}", "B-V", f"B-{PAGES}"}.isdisjoint(labels):
        return
    first = labels.index(f"B-{TITLE}")
    stop = end_of(labels, first + 1, TITLE)
    ends = (
        i
        for i in range(stop - 2, first + 1, -1)
        if words.separators[i] == ". " and len(words.texts[i - 1]) > LONGEST_GIVEN
    )
    cut = next(ends, 0)
    said = words.texts[cut:stop]
    if (
        not cut
        or not _PARTIES.isdisjoint(words.texts[first:stop])
        or len(said) > _LONGEST_BODY
        or said[0].casefold() in _OF_WORKS
        or words.separators[stop].strip()[:1] not in (".", "")
    ):
        return
    named = all(one[:1].isupper() or one.casefold() in _WITHIN_BODIES for one in said)
    if named and is_body(words.item.text[words.starts[cut] : words.ends[stop - 1]]):
        set_field(labels, cut, stop, PUBLISHER)


_PARTIES = frozenset({"v", "vs"})
"""What is between the parties of a case in court, who may be organisations."""
_LONGEST_BODY = 12
"""Words of an organisation's name with the one that it is a part of, at most."""
_WITHIN_BODIES = frozenset("of the for and in on de la du des y e und für del di".split())
_OF_WORKS = frozenset("report annual final minutes proceedings history notes studies essays the a an".split())
"""What a second sentence of a title begins with, rather than the name of who published it."""


def month_of_year(words: Words, labels: list[str]) -> None:
    """A month at the end of a publisher's name, or read as a container, and before the year is of the date: "Moss University, set.
    1998", "arXiv:2101.00001, Jan 2021"."""
    last = len(labels) - 1
    for i in range(1, last) if not {f"I-{PUBLISHER}", f"B-{CONTAINER}"}.isdisjoint(labels) else ():
        of_name = labels[i] == f"I-{PUBLISHER}" and words.separators[i] == ", "
        alone = labels[i] == f"B-{CONTAINER}" and words.separators[i + 1] in {" ", ". "}
        if (of_name or alone) and words.texts[i].casefold() in MONTHS and field_of(labels[i + 1]) == YEAR:
            labels[i] = "O"


def seat_of_university(words: Words, labels: list[str]) -> None:
    """The city of one of a state university's seats is a part of its name: "University of Texas, Austin"."""
    for i in range(1, len(labels)) if f"B-{PLACE}" in labels else ():
        if labels[i] != f"B-{PLACE}" or labels[i - 1] != f"I-{PUBLISHER}" or words.separators[i] != ", ":
            continue
        begin = i - 1
        while begin and labels[begin] == f"I-{PUBLISHER}":
            begin -= 1
        stop = end_of(labels, i + 1, PLACE)
        name = words.item.text[words.starts[begin] : words.ends[i - 1]]
        city = words.item.text[words.starts[i] : words.ends[stop - 1]]
        if name.removeprefix("The ").removeprefix("University of ") in _OF_SEVERAL_SEATS and "," not in city:
            labels[i:stop] = [f"I-{PUBLISHER}"] * (stop - i)


_OF_SEVERAL_SEATS = frozenset(
    "California|Texas|Wisconsin|Illinois|Massachusetts|Maryland|North Carolina|Nebraska|Colorado|Nevada".split("|")
)
"""States whose universities have several seats, which go by the name of their city."""


def short_name_of_meeting(words: Words, labels: list[str]) -> None:
    """A word of capitals is not a volume, but ends the name of a meeting: "Advances in Tide Models, ATM, 3–9"."""
    for i in range(1, len(labels)) if f"B-{VOLUME}" in labels else ():
        text = words.texts[i]
        alone = labels[i] == f"B-{VOLUME}" and (i + 1 == len(labels) or labels[i + 1] != f"I-{VOLUME}")
        capitals = len(text) > 1 and text.isalpha() and text.isascii() and text.isupper()
        if not alone or not capitals or _ROMAN.fullmatch(text):
            continue
        if field_of(labels[i - 1]) == CONTAINER and words.separators[i] == ", ":
            labels[i] = f"I-{CONTAINER}"
        elif f"B-{CONTAINER}" not in labels and words.texts[i - 1].casefold() in LEADING_IN:
            labels[i] = f"B-{CONTAINER}"
