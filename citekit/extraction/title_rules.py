"""What a few words settle about titles and what works appeared in, whatever the labeller made of them.

A quoted title goes on to the quote that closes it, what begins after "in" after a title is the container, and each item of a
list has a title.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from operator import and_

from citekit.documents.runs import TextStyle
from citekit.extraction.attributes import gap_form
from citekit.extraction.labeller import (
    AUTHOR,
    CONTAINER,
    EDITION,
    EDITOR,
    EVENT,
    ISSUE,
    LINK,
    OTHER,
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
from citekit.extraction.name_rules import EDITED, LINES, LONGEST_GIVEN, OF_DIN, ListedName, label_people, listed_names
from citekit.extraction.phrases import place_share
from citekit.model.venues import find, kind_of
from citekit.runtime import patterns as re

LEADING_IN = frozenset("in dans en em w".split())
LEADING_COLON = LEADING_IN | frozenset("u i στο στον v ve".split())
"""The same in languages in which the word may also be within a title; before a colon it is not."""
LONGEST_REST = 5
"""Words that may be missing at the end of a container's name: "Proc Natl Acad Sci", "U S A"."""
_CLOSING = {'"': '"', "“": "”", "„": "“”", "«": "»", "「": "」", "『": "』", "《": "》"}
"""Quotes that open, and those that close them."""
_LONGEST_QUOTE = 40
"""Words of a title in quotes, at most."""
_CONTAINERS = frozenset(
    "competition conference workshop symposium colloquium congress kongress konferenz tagung colloque journal transactions"
    " proceedings annals zeitschrift revue revista rivista".split()
)
"""Words of the names of meetings and journals that no publisher has."""
_HOUSES = frozenset("press verlag publisher publishers publishing books".split())
"""Words that make a publisher of any name: Journal Press."""


def bracketed_links(words: Words, labels: list[str]) -> None:
    """An identifier or a link alone in brackets is in no other field."""
    for i in words.links:
        text = words.texts[i].strip()
        if text[:1] != "[":  # "(abstract)" may belong to a title, "[preprint]" does not
            text = (words.separators[i][-1:] + text + words.separators[i + 1][:1]).strip()
        if text[:1] in {"(", "["} and text[-1:] in {")", "]"}:
            labels[i] = LINK
            after = end_of(labels, i + 1, TITLE)
            labels[i + 1 : after] = ["O"] * (after - i - 1)


def title_behind_no_date(words: Words, labels: list[str]) -> None:
    """A title that is read from "(n.d.)" on begins after it; and what is between the date in brackets, or what is printed for
    it, and the next full stop is the title of a reference that has none: "Lind, A. (in press). Paper tides. Journal of Ink"."""
    if {"undated", "status"}.isdisjoint(words.kinds.values()):
        return
    for i, kind in words.kinds.items():
        if kind == "undated" and labels[i] == f"B-{TITLE}":
            labels[i] = "O"
            if labels[i + 1 : i + 2] == [f"I-{TITLE}"]:
                labels[i + 1] = f"B-{TITLE}"
    date = next((i for i, one in enumerate(labels) if not is_name(one) and one[1:] not in ("-AND", "-ETAL")), 0)
    first = date
    while 0 < first < len(labels) and words.kinds.get(first) in ("status", "undated"):
        first += 1
    if f"B-{TITLE}" in labels or first == date or not words.separators[date].endswith(("(", "[")):
        return
    if not words.separators[first : first + 1] or not words.separators[first].startswith((").", "].")):
        return
    stop = end_of_free(words, labels, first, _is_end)
    # A whole sentence that something follows: the last of a reference may be its journal.
    if first < stop < len(labels) and words.separators[stop][:1] in _ENDS:
        set_field(labels, first, stop, TITLE)


def shortened_container(words: Words, labels: list[str]) -> None:
    """A lone letter is not a container: it ends a shortened one that was read as the title's, "…, Policy Stud. J., 48"."""
    if labels.count(f"B-{CONTAINER}") != 1:
        return
    last = begin = labels.index(f"B-{CONTAINER}")
    while begin > 1 and words.separators[begin] == ". " and labels[begin - 1] == f"I-{TITLE}":
        before = words.texts[begin - 1]
        if last - begin >= LONGEST_GIVEN or not before[:1].isupper() or len(before) > _LONGEST_SHORTENED:
            break
        begin -= 1
        if words.separators[begin].strip() in {"?", "!"}:  # "Who fed the fox? Eur. J. Ink Res. 3"
            set_field(labels, begin, last + 1, CONTAINER)
            return
    if f"I-{CONTAINER}" in labels:
        return
    if len(words.texts[last]) > 1 or not last or labels[last - 1] != f"I-{TITLE}":
        return
    first = next((i for i in range(last, 0, -1) if "," in words.separators[i]), 0)
    titled = labels[first - 1].endswith(f"-{TITLE}") and end_of(labels, first, TITLE) >= last
    if 0 < last - first <= LONGEST_REST and titled:
        set_field(labels, first, last + 1, CONTAINER)


_LONGEST_SHORTENED = 6
"""Letters of a shortened word of a journal's name, at most."""


def year_as_volume(words: Words, labels: list[str]) -> None:
    """A year that is printed again after the container is its volume: "J. Ink Rain 2005, 2005 (09), P09006"."""
    for i in range(2, len(labels) - 1) if f"B-{CONTAINER}" in labels else ():
        again = words.texts[i] == words.texts[i - 1] and labels[i - 1 : i + 1] == [f"I-{CONTAINER}", f"B-{YEAR}"]
        if again and words.texts[i].isdecimal() and labels[i + 1] == "B-V" and words.separators[i + 1].endswith("("):
            labels[i - 1 : i + 2] = [f"B-{YEAR}", "B-V", "B-N"]


def title_behind_names(words: Words, labels: list[str]) -> None:
    """The sentence after the people that a reference begins with is its title where it has none: "Ada Lind and 12 more authors. Slow
    rivers. In Ink Conference"."""
    if f"B-{TITLE}" in labels or f"I-{TITLE}" in labels:
        return
    first = next((i for i, one in enumerate(labels) if not is_name(one) and one[1:] not in ("-AND", "-ETAL")), 0)
    stop = end_of_free(words, labels, first, _is_end)
    ended = (
        stop < len(labels) and words.separators[stop][:1] in _ENDS and words.separators[first].startswith((". ", "). "))
    )
    if ended and stop - first > 1 and words.texts[first].casefold() not in LEADING_IN | EDITED:
        set_field(labels, first, stop, TITLE)


def title_behind_initials(words: Words, labels: list[str]) -> None:
    """A word before a colon or a comma after the initials of people whose families come first begins the title: "Moss, M. S. Ink:
    Tides of paper", "Moss M. Ink, paper and tides"."""
    last = next((i for i, label in enumerate(labels) if not is_name(label, AUTHOR) and label != f"{AUTHOR}-AND"), 0)
    if (
        last < 3
        or labels[last] != f"B-{TITLE}"
        or not (":" in words.separators[last] or words.separators[last] == ", ")
    ):
        return
    # After one initial after a comma it may be a second given name: "Moss, M. Brook, Ink and tides".
    if words.separators[last] == ", ":
        medical = "," not in words.separators[1] and _OF_MEDICINE.search(words.item.text)
        sure = medical or ("," in words.separators[1] and (last > 3 or words.texts[last][:1].islower()))
        if not sure or not words.separators[last - 1].startswith("."):
            return
    initialled = all(len(words.texts[i]) == 1 for i in range(last) if labels[i] == f"I{AUTHOR}G")
    families_first = (
        labels[0] == f"B{AUTHOR}F" and f"B{AUTHOR}G" not in labels[:last] and labels[last - 2] == f"I{AUTHOR}G"
    )
    if labels[last - 1] == f"I{AUTHOR}F" and labels[:last].count(f"I{AUTHOR}F") == 1 and initialled and families_first:
        if OF_DIN.search(words.item.text):
            labels[last - 1] = f"I{AUTHOR}G"  # "Moss, M. Brook: Tides. Oslo : Fenn"
        else:
            labels[last - 1], labels[last] = f"B-{TITLE}", f"I-{TITLE}"


def title_goes_on(words: Words, labels: list[str]) -> None:
    """A title goes on to the mark that ends it: what only a space parts from it, and is in no field, belongs to it."""
    if labels.count(f"B-{TITLE}") != 1:
        return
    last = len(labels) - 1
    while field_of(labels[last]) != TITLE:
        last -= 1
    if last + 1 < len(labels) and _is_quoted_inside(words, labels, last):
        stop = last + 1
        while stop < len(labels) and labels[stop] == "O" and words.separators[stop] in ("” ", '" ', "» ", " "):
            labels[stop] = f"I-{TITLE}"
            stop += 1
        return
    stop = last + 1
    while stop < len(labels) and labels[stop] == "O" and stop not in words.links:
        initialled = (
            words.separators[stop] == ". " and len(words.texts[stop - 1]) == 1 and stop > last + 1
        )  # "… by B. Moss"
        if words.separators[stop] != " " and not initialled:
            break
        stop += 1
    rest = [text.casefold() for text in words.texts[last + 1 : stop]]
    ended = stop == len(labels) or words.separators[stop].strip()[:1] in set(".,;")
    plain = LEADING_IN.isdisjoint(rest) and EDITED.isdisjoint(rest) and not any(map(str.isdecimal, rest))
    if 0 < len(rest) <= LONGEST_REST and ended and plain and not words.kinds.keys() & set(range(last + 1, stop)):
        styles = [run.style for run in words.runs()] or [TextStyle.PLAIN] * len(words)
        if reduce(and_, styles[labels.index(f"B-{TITLE}") : last + 1]) & ~styles[last + 1]:
            return  # the font that the whole title is in ends there: "*Slow tides* Fenn Foundation report"
        labels[last + 1 : stop] = [f"I-{TITLE}"] * len(rest)


def edition_in_brackets(words: Words, labels: list[str]) -> None:
    """An ordinal alone in brackets at the end of a title is the edition: "Atlas of rain (Third). Fenn"."""
    last = max((i for i, label in enumerate(labels) if label == f"I-{TITLE}"), default=0)
    alone = last and words.separators[last].endswith(" (") and words.separators[last + 1].startswith((").", "),"))
    if alone and words.texts[last].casefold() in ORDINALS and f"B-{EDITION}" not in labels:
        labels[last] = f"B-{EDITION}"


def paper_in_title(words: Words, labels: list[str]) -> None:
    """Capitals and a number between the stop of a title and a place or a house are its series, "Slow tides. CP 338. Oslo: Fenn"."""
    last = max((i for i, label in enumerate(labels) if label == f"I-{TITLE}"), default=0)
    if last < 2 or last + 1 == len(labels) or f"B-{SERIES}" in labels or labels[last - 1] != f"I-{TITLE}":
        return
    stops = words.separators[last - 1].strip() == "." and words.separators[last + 1].strip() == "."
    capitals = words.texts[last - 1].isupper() and words.texts[last - 1].isalpha() and words.texts[last].isdecimal()
    if stops and capitals and field_of(labels[last + 1]) in (PLACE, PUBLISHER):
        labels[last - 1 : last + 1] = [f"B-{SERIES}", "B-V"]


ORDINALS = frozenset("first second third fourth fifth sixth seventh eighth ninth tenth 1st 2nd 3rd 4th 5th".split())


def series_of_edited(words: Words, labels: list[str]) -> None:
    """What is between editors and a known series of books, and is in no field, is the container: "In: Lind, A. (ed.) Gulls 2019. LNCS,
    vol. 7"."""
    if labels.count(f"B-{CONTAINER}") != 1 or f"B-{SERIES}" in labels:
        return
    series = labels.index(f"B-{CONTAINER}")
    stop = end_of(labels, series + 1, CONTAINER)
    begin = series
    while begin and (labels[begin - 1] == "O" or field_of(labels[begin - 1]) == YEAR):
        begin -= 1
        if words.texts[begin].casefold() in EDITED:
            begin += 1
            break
    said = words.texts[begin:series]
    led = begin and words.texts[begin - 1].casefold() in EDITED and words.separators[begin].lstrip(".").startswith(")")
    if not led or not said or not said[0][:1].isupper() or said[0].isdecimal():
        return
    known = find(words.item.text[words.starts[series] : words.ends[stop - 1]])
    if known is not None and known.kind == "book-series":
        set_field(labels, series, stop, SERIES)
        set_field(labels, begin, series, CONTAINER)


def _is_quoted_inside(words: Words, labels: Sequence[str], last: int) -> bool:
    """Whether a title has a quotation within, which ends after ``last``: Critique of “Slow Waves” by the Team of Oslo."""
    behind = words.separators[last + 1]
    first = labels.index(f"B-{TITLE}")
    opened = any(set(words.separators[i]) & _CLOSING.keys() for i in range(first + 1, last + 1))
    goes_on = behind in ("” ", '" ', "» ") and words.texts[last + 1][:1].islower()
    return opened and goes_on and not set(words.separators[first]) & _CLOSING.keys()


_FEWEST_OF_LINE = 4
"""Words of a line that is a title, at least: shorter ones are remarks."""
_OF_REMARKS = frozenset(
    "award prize best featured highlight highlighted selected suggestion cover editors invited funded supported equal contributed corresponding press news "
    "coverage media cited citations see also code data download awarded winner talk slides video available".split()
)
"""Words of lines that praise a work or lead to more of it."""


def line_without_field(words: Words, labels: list[str]) -> None:
    """The one line that is in no field is the title of an item that has people and a container, and no title: physicists list papers so,
    with the title below "A. Lind, Phys. Lett. 12, 3 (2017)"."""
    if f"B-{TITLE}" in labels or f"B-{CONTAINER}" not in labels or not any(map(is_name, labels)):
        return
    begins = [0, *(i for i in range(1, len(labels)) if not LINES.isdisjoint(words.separators[i])), len(labels)]
    free = [
        (first, stop)
        for first, stop in pairwise(begins)
        if stop - first >= _FEWEST_OF_LINE and set(labels[first:stop]) == {OTHER} and words.texts[first][:1].isupper()
    ]
    if len(free) == 1 and _OF_REMARKS.isdisjoint(text.casefold() for text in words.texts[free[0][0] : free[0][1]]):
        set_field(labels, *free[0], TITLE)


def house_behind_pages(words: Words, labels: list[str]) -> None:
    """What is between the pages and the date, without a number, is the house of a book, as BibTeX prints parts of books: "Slow tides,
    pages 141--166. Fenn Press, October 2016"."""
    first = labels.index(f"B-{CONTAINER}") if f"B-{CONTAINER}" in labels else 0
    stop = end_of(labels, first + 1, CONTAINER)
    after = first > 1 and field_of(labels[first - 1]) == PAGES and words.separators[first] == ". "
    if not after or not {f"B-{VOLUME}", f"B-{ISSUE}", f"B-{PUBLISHER}"}.isdisjoint(labels) or stop >= len(labels):
        return
    if f"B-{TITLE}" in labels[:first] and words.texts[first - 3 : first - 2] in (["pages"], ["pp"]):
        rest = labels[stop:]
        if f"B-{YEAR}" in rest and all(label in ("O", f"B-{YEAR}") for label in rest[: rest.index(f"B-{YEAR}") + 1]):
            set_field(labels, first, stop, PUBLISHER)


def number_in_container(words: Words, labels: list[str]) -> None:
    """A known container ends before the number in it, and what follows the number's comma is in no field: "Proc. ACM Program. Lang. 4,
    OOPSLA, Article 201"."""
    first = labels.index(f"B-{CONTAINER}") if f"B-{CONTAINER}" in labels else 0
    stop = end_of(labels, first + 1, CONTAINER)
    if f"B-{CONTAINER}" not in labels or f"B-{VOLUME}" in labels or words.texts[stop : stop + 1] != ["Article"]:
        return
    number = next((i for i in range(first + 2, stop - 1) if words.texts[i].isdecimal()), 0)
    if (
        number
        and words.separators[number + 1] == ", "
        and find(words.item.text[words.starts[first] : words.ends[number - 1]])
    ):
        labels[number] = f"B-{VOLUME}"
        labels[number + 1 : stop] = ["O"] * (stop - number - 1)


def container_before_editors(words: Words, labels: list[str]) -> None:
    """The sentence before the editors that ", ed." follows is the container, and part of no title, and editors are no container: "Slow
    tides. Rain and ink. A.B. Lind and C. Moss, eds. Fenn. 3–9"."""
    mark = next(
        (i for i, text in enumerate(words.texts) if i and text in ("ed", "eds") and words.separators[i] == ", "), 0
    )
    first = mark
    while first and (is_name(labels[first - 1], EDITOR) or labels[first - 1] in (f"{EDITOR}-AND", f"{EDITOR}-ETAL")):
        first -= 1
    people: list[ListedName] = []
    if mark and first == mark and field_of(labels[mark - 1]) == CONTAINER:
        first = next((i for i in reversed(range(mark)) if labels[i] != f"I-{CONTAINER}"), 0)
        people = listed_names(words, first, mark)
        if not people or any(len(words.texts[i]) > 1 for _, given in people for i in given):
            return
    title = labels.index(f"B-{TITLE}") if f"B-{TITLE}" in labels else 0
    if not title or first == mark or field_of(labels[first - 1]) != TITLE or words.separators[first] != ". ":
        return
    if labels.count(f"B-{CONTAINER}") > bool(people) or not any(map(is_name, labels[:title])):
        return
    if people:
        label_people(labels, EDITOR, people)
    ends = (i for i in range(first - 1, title + 1, -1) if words.separators[i] == ". " and len(words.texts[i - 1]) > 1)
    cut = next(ends, 0)
    if cut and words.texts[cut][:1].isupper():
        set_field(labels, cut, first, CONTAINER)


def no_publisher(words: Words, labels: list[str]) -> None:
    """A journal, conference or workshop is not a publisher if nothing else is the container."""
    if f"B-{PUBLISHER}" not in labels or f"B-{CONTAINER}" in labels:
        return
    first = labels.index(f"B-{PUBLISHER}")
    stop = end_of(labels, first + 1, PUBLISHER)
    said = {text.casefold() for text in words.texts[first:stop]}
    if not _CONTAINERS.isdisjoint(said) and _HOUSES.isdisjoint(said):
        set_field(labels, first, stop, CONTAINER)


ABSTRACTS = frozenset("abstract keywords zusammenfassung schlagwörter résumé resumen resumo".split())
"""Words before a description of a work."""


def second_title(words: Words, labels: list[str]) -> None:
    """What reads like another title after "in", or after the mark of its editors, is the container: "Slow tides. Ada Moss (dir.), Rain
    and ink"."""
    if f"B-{CONTAINER}" in labels or labels.count(f"B-{TITLE}") < 2:
        return
    first = labels.index(f"B-{TITLE}")
    second = labels.index(f"B-{TITLE}", first + 1)
    led = any(words.texts[k].casefold() in LEADING_IN and labels[k] == "O" for k in range(first + 1, second))
    edited = (
        words.texts[second - 1].casefold() in EDITED and labels[second - 1] == "O" and ")" in words.separators[second]
    )
    if not led and not (edited and is_name(labels[second - 2], EDITOR)):
        return
    set_field(labels, second, end_of(labels, second + 1, TITLE), CONTAINER)


def meeting_in_title(words: Words, labels: list[str]) -> None:
    """The proceedings after the comma of a title are the container, with the town and the year of the meeting in brackets, as AMS
    prints them: "Wet ropes, Proc. Sympos. Ropes (Oslo, 1999), Fenn, New York, 2001"."""
    if f"B-{CONTAINER}" in labels or f"B-{TITLE}" not in labels:
        return
    first = labels.index(f"B-{TITLE}")
    stop = end_of(labels, first + 1, TITLE)
    start = next((i for i in range(first + 1, stop) if words.texts[i].casefold() in PROCEEDINGS), stop)
    if start == stop or words.separators[start] not in (", ", ". ") or not words.texts[start][:1].isupper():
        return
    if words.separators[stop].endswith(" (") if stop < len(labels) else False:
        closed = next((i for i in range(stop + 1, len(labels)) if words.separators[i].startswith(")")), stop)
        if words.texts[closed - 1].isdecimal() and f"B-{YEAR}" in labels[closed:]:
            stop = closed  # the year of the meeting: that of the book follows
    set_field(labels, start, stop, CONTAINER)


PROCEEDINGS = frozenset({"proc", "proceedings"})


def container_of_edited(words: Words, labels: list[str]) -> None:
    """What "In" leads to in a reference with authors and editors is the container, though all of it reads like a title.

    "Kern, A. Songs of rain. In Walls and weather; Lind, B., Ed." and, in styles without titles, "A. Kern, in Walls and
    weather, B. Lind, Ed.".
    """
    if f"B-{CONTAINER}" in labels or labels.count(f"B-{TITLE}") != 1 or not any(is_name(one, "A") for one in labels):
        return
    first = labels.index(f"B-{TITLE}")
    stop = end_of(labels, first + 1, TITLE)
    if not any(is_name(one, "E") for one in labels):
        return
    lead = first - 1
    led = labels[lead] == "O" and words.texts[lead].casefold() in LEADING_IN
    if not led or words.separators[first].strip() not in {"", ":"}:
        lead = next((k for k in range(first + 1, stop - 1) if _leads_in(words, k)), -1)
        if lead < 0:
            return
    labels[lead] = "O"
    set_field(labels, lead + 1, stop, CONTAINER)


def _is_end(gap: str) -> bool:
    return gap[:1] in _ENDS


def _leads_in(words: Words, k: int) -> bool:
    """Whether a word is the "In" after the end of a sentence, before a capital."""
    ended = words.separators[k].strip()[:1] in _ENDS
    return ended and words.texts[k].casefold() in LEADING_IN and words.texts[k + 1][:1].isupper()


_ENDS = frozenset('.?!”"')
"""Signs that end a title before "In"."""


def no_field_in_abstract(words: Words, labels: list[str]) -> None:
    """A description of a work after "Abstract:" is in no field, whatever it looks like."""
    said = (i for i, text in enumerate(words.texts) if text.casefold() in ABSTRACTS)
    first = next((i for i in said if labels[i] == "O" and words.separators[i + 1].strip()[:1] in {":", "."}), 0)
    if first and f"B-{TITLE}" in labels[:first]:
        labels[first:] = [LINK if i in words.links else "O" for i in range(first, len(labels))]


def in_within_title(words: Words, labels: list[str]) -> None:
    """The title ends at "In:"; after it appears the meeting, and after the meeting's place and year its proceedings: "Tides and tales In:
    Leaf Meeting, 2004, Oslo. Proceedings of the Leaf Meeting", or the container alone, before which its editors may be: "Tides in: Ada
    Moss (Hrsg.), Rain", "Tides, (w:) Rain, Fenn, Oslo"."""
    said = (
        i for i in range(1, len(labels) - 1) if labels[i] == f"I-{TITLE}" and words.texts[i].casefold() in LEADING_COLON
    )
    lead = next((i for i in said if words.separators[i + 1].startswith(":")), 0)
    if not lead:
        return
    labels[lead] = "O"
    stop = end_of(labels, lead + 1, TITLE)
    if stop == lead + 1:
        return
    first = lead + 1
    mark = next((i for i in range(first, min(stop + 1, len(labels))) if words.texts[i].casefold() in EDITED), 0)
    people = listed_names(words, first, mark) if mark and "(" in words.separators[mark] else []
    if people:
        labels[first : mark + 1] = ["O"] * (mark + 1 - first)
        label_people(labels, EDITOR, people)
        first = mark + 1
    elif words.texts[lead].isupper() or words.texts[lead] == "In":
        sentence = next((i for i in range(lead + 2, stop) if words.separators[i].startswith(".")), 0)
        proceedings = sentence and words.texts[sentence].casefold() in _PROCEEDINGS
        if f"B-{CONTAINER}" in labels or proceedings:
            event = next((i for i in range(lead + 2, stop) if words.separators[i].startswith(",")), sentence or stop)
            labels[lead + 1 : stop] = ["O"] * (stop - lead - 1)
            set_field(labels, lead + 1, event, EVENT)
        first = sentence if proceedings else lead + 1
    elif (
        labels[stop : stop + 1] == [f"B-{CONTAINER}"] and words.separators[stop] == ", "
    ):  # its house: "(w:) Rain, Fenn, Oslo 2005"
        set_field(labels, stop, end_of(labels, stop + 1, CONTAINER), PUBLISHER)
    if f"B-{CONTAINER}" not in labels and first < stop:
        set_field(labels, first, stop, CONTAINER)


_PROCEEDINGS = frozenset("proceedings proc anais anales atas actas actes atti tagungsband".split())
"""First words of the names of proceedings."""


def years_in_title(words: Words, labels: list[str]) -> None:
    """Two years that end a title after a comma, before anything that has pages, are of it: "Noise in four cities, 2015–2020"."""
    first = labels.index(f"B-{PAGES}") if f"B-{PAGES}" in labels else 0
    titled = first and labels[first - 1] == f"I-{TITLE}" and f"B-{CONTAINER}" not in labels[:first]
    if not titled or words.separators[first] != ", ":
        return
    years = words.texts[first : first + 2]
    joined = words.separators[first + 1].strip() in {"-", "–"} and labels[first + 1 : first + 2] == [f"I-{PAGES}"]
    if joined and all(_FULL_YEAR.fullmatch(one) for one in years) and years[0] < years[1]:
        labels[first : first + 2] = [f"I-{TITLE}"] * 2


_FULL_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")


def container_in_quotes(words: Words, labels: list[str]) -> None:
    """What is in quotes at the end of a title without any is the container, as in Italy and Poland: "Slow tides, «Harbour Letters», vol. 3",
    "Slow tides, in “Harbour Letters”, 12"; and a container ends at the quote that closes it: "«Harbour Letters», s. V, 6"."""
    first = labels.index(f"B-{TITLE}") if f"B-{TITLE}" in labels else len(labels)
    stop = end_of(labels, first + 1, TITLE)
    opened = next(
        (i for i in range(first + 1, stop) if words.separators[i][:1] == "," and words.separators[i][-1:] in _CLOSING),
        0,
    )
    hosts = [i for i, label in enumerate(labels) if label == f"B-{CONTAINER}"]
    # a volume in Roman numbers after the quotes looks like a name
    if opened and all(i >= stop and _NUMBER_OF_VOLUME.fullmatch(words.texts[i]) for i in hosts):
        closing = _CLOSING[words.separators[opened][-1]]
        end = next((i for i in range(opened + 1, stop + 1) if words.separators[i][:1] in closing), 0)
        if end and end - opened <= _LONGEST_CONTAINER and words.separators[end][1:2] in {",", " ", "", "."}:
            lead = opened - 1 if words.texts[opened - 1].casefold() in LEADING_IN else opened
            labels[lead:stop] = ["O"] * (stop - lead)
            set_field(labels, opened, end, CONTAINER)
            shifted = (
                labels[end : end + 2] == ["O", "B-V"] and "B-N" not in labels and words.separators[end + 1] == ", "
            )
            if shifted and _NUMBER_OF_VOLUME.fullmatch(words.texts[end]):
                labels[end : end + 2] = ["B-V", f"B-{ISSUE}"]  # "«Harbour Letters», XXXVI, 4, 2011"
            for i in hosts:
                if "B-V" in labels and "B-N" not in labels:
                    labels[labels.index("B-V")] = f"B-{ISSUE}"
                labels[i] = "B-V" if "B-V" not in labels else "O"
        return
    if len(hosts) == 1 and words.separators[hosts[0]][-1:] in _CLOSING:
        closing = _CLOSING[words.separators[hosts[0]][-1]]
        stop = end_of(labels, hosts[0] + 1, CONTAINER)
        end = next(
            (i for i in range(hosts[0] + 1, stop) if words.separators[i][:1] in closing and "," in words.separators[i]),
            stop,
        )
        labels[end:stop] = ["O"] * (stop - end)
        # "XXXVI", or "n. XXXVI": more words are another part
        volume = 0 < stop - end < 3 and _NUMBER_OF_VOLUME.fullmatch(words.texts[stop - 1]) and words.texts[end] != "s"
        if volume and labels[stop : stop + 1] == ["B-V"] and "B-N" not in labels:
            labels[stop] = f"B-{ISSUE}"  # "«Harbour Letters», XXXVI, 4", but not the third series: "s. III, 4"
        if volume and "B-V" not in labels:
            labels[stop - 1] = "B-V"


_NUMBER_OF_VOLUME = re.compile(r"[IVXLC]{1,8}")
_LONGEST_CONTAINER = 12
"""Words of a container in quotes, at most."""


def reviewed_work(words: Words, labels: list[str]) -> None:
    """After "Rez. zu:" the title goes on to what the review appeared in, though the people who wrote the reviewed work are in it:
    "Rez. von: Ada Moss: Slow tides, in: Harbour Letters", "recensione a B. Lind, Ink, «Harbour Letters»"."""
    found = _REVIEW.search(words.item.text)
    if found is None or f"B-{CONTAINER}" not in labels:
        return
    lead, first = words.first_from(found.start("lead")), words.first_from(found.end())
    stop = labels.index(f"B-{CONTAINER}")
    before = labels[lead - 1] if lead else "O"
    if lead and not (is_name(before) or field_of(before) == YEAR or before == "O"):
        return
    while stop > first and labels[stop - 1] == "O" and words.texts[stop - 1].casefold() in LEADING_IN:
        stop -= 1
    # where and when the reviewed work was published: "Rez. zu: Ada Moss: Slow tides. Oslo 2012, in: Harbour Letters 6 (2014)"
    stop = next((i for i in range(first, stop) if field_of(labels[i]) in (PLACE, YEAR, PUBLISHER)), stop)
    if not first < stop or any(i in words.links for i in range(first, stop)) or stop - first > _LONGEST_QUOTE:
        return
    labels[lead:first] = ["O"] * (first - lead)
    labels[first:stop] = ["O"] * (stop - first)
    for i, label in enumerate(labels):
        if field_of(label) == TITLE:
            labels[i] = "O"
    set_field(labels, first, stop, TITLE)


_REVIEW = re.compile(
    r"(?<![^\s(])(?P<lead>(?i:(?:rez(?:ension|\.)|besprechung|buchbesprechung|recensione|recensión|reseña|resenha|recensão|compte[ -]rendu|c\.\s?r\.|anm(?:eldelse|älan|\.)|recenzja|recenze|rec\.|βιβλιοκρισία|рец(?:ензия|\.))"
    r"(?:\s?(?:zu|von|über|a|al|alla|all['’]|ad|di|del|della|de|d['’]|à|do|da|av|til|på|på|om|на(?:\sкн\.)?))?\s?:?))\s?(?=[^\W\d_a-zа-я]|[«“„'‘])"
)
"""What a review calls itself before the work that it is of, in languages that print it in front of the title of that work."""
REVIEWS = frozenset(
    "rez rezension besprechung buchbesprechung recensione recensión reseña resenha recensão compte c anmeldelse anmälan anm recenzja recenze rec"
    " βιβλιοκρισία рец рецензия".split()
)
"""One of them is in each."""


def quoted_title(words: Words, labels: list[str]) -> None:
    """A title that begins with a quote goes on to the quote that closes it, whatever its words look like."""
    if f"B-{TITLE}" not in labels:
        return
    first = labels.index(f"B-{TITLE}")
    opener = words.separators[first][-1:]
    closers = set(_CLOSING.get(opener, ""))
    if not closers:
        return
    last = min(first + _LONGEST_QUOTE, len(labels))
    stop = next((i for i in range(first + 1, last + 1) if closers & set(words.separators[i])), first)
    inside = range(first + 1, stop)
    if stop == first or any(i in words.links or opener in words.separators[i] for i in inside):
        return
    labels[first + 1 : stop] = [f"I-{TITLE}"] * len(inside)
    if stop < len(labels) and labels[stop][:2] == "I-" and labels[stop] != f"I-{TITLE}":
        labels[stop] = "B" + labels[stop][1:]
    ended = any(sign in words.separators[stop].partition(opener)[0] for sign in ".,?!") if stop < len(labels) else False
    # “Ink,” “Tides”: after the quote that closes another one opens, which looks the same where quotes are straight.
    again = ended and words.separators[stop].count(opener) > (opener in closers)
    if ended and not again and labels[stop] == f"I-{TITLE}" and f"B-{CONTAINER}" not in labels:
        if words.texts[stop].casefold() in LEADING_IN:
            labels[stop] = "O"
            stop += 1
        begin = stop
        while stop < len(labels) and labels[stop] == f"I-{TITLE}" and words.texts[stop].casefold() not in _EDITED_WORDS:
            labels[stop] = f"{'I' if stop > begin else 'B'}-{CONTAINER}"
            stop += 1
        end = end_of(labels, stop, TITLE)
        labels[stop:end] = ["O"] * (end - stop)


_EDITED_WORDS = EDITED | {"edited", "herausgegeben", "édité"}


def newspaper(words: Words, labels: list[str]) -> None:
    """A place right before a container begins its name, "Oslo Evening Post", and the last piece of a title that has a newspaper's
    word in it, if there is no container, is the newspaper: "Paper walls, Oslo Evening Post, 3 May 2021". What is called so in
    Japanese or Chinese is nobody, and the sentence before it is the title: "森葵. 錫の潮. 港新聞. 2019年5月4日"."""
    eastern = () if words.item.text.isascii() else enumerate(words.texts)
    east = next((i for i, text in eastern if text.endswith(_EASTERN) and is_name(labels[i])), 0)
    if east and f"B-{CONTAINER}" not in labels and f"B-{TITLE}" not in labels:
        begin = next((i for i in range(east - 1, 0, -1) if words.separators[i].strip() in {".", "。", "．"}), 0)
        if begin and words.separators[east].strip() in {".", "。", "．"}:
            set_field(labels, begin, east, TITLE)
            set_field(labels, east, east + 1, CONTAINER)
    if f"B-{CONTAINER}" in labels:
        first = begin = labels.index(f"B-{CONTAINER}")
        while (
            begin
            and (field_of(labels[begin - 1]) == PLACE or labels[begin - 1] == "O")
            and words.separators[begin] == " "
        ):
            begin -= 1
        printed = words.item.text[words.starts[begin] : words.ends[first - 1]] if begin < first else ""
        said = words.texts[first : first + LONGEST_GIVEN]
        if place_share(printed) == 1 and any(one.casefold() in _OF_NEWSPAPERS for one in said):
            set_field(labels, begin, first + 1, CONTAINER)
        return
    last = max((i for i, label in enumerate(labels) if label == f"I-{TITLE}"), default=0)
    title = labels.index(f"B-{TITLE}") if f"B-{TITLE}" in labels else 0
    begin = next((i for i in range(last, title, -1) if words.separators[i].strip()[:1] in _ENDS | {","}), 0)
    said = words.texts[begin : last + 1]
    parted = begin and len(said) <= LONGEST_REST and words.separators[last + 1].strip()
    if not parted or not _DAY.search(words.item.text, words.ends[last]):
        return
    if any(one.casefold() in _OF_NEWSPAPERS for one in said) and said[0][:1].isupper() and said[-1][:1].isupper():
        set_field(labels, begin, last + 1, CONTAINER)


_OF_NEWSPAPERS = frozenset(
    "post times herald tribune guardian telegraph gazette courier chronicle globe observer news daily mail express star sun"
    " examiner inquirer independent mirror dispatch zeitung tageblatt abendblatt rundschau anzeiger nachrichten allgemeine kurier"
    " monde figaro soir país mundo diario diário jornal folha correio gazeta corriere stampa repubblica messaggero dagblad avisen".split()
)
"""Words of the names of newspapers."""
_EASTERN = ("新聞", "日報", "日报", "晚报", "晩報", "时报", "時報")
"""What newspapers' names end with in Japanese and Chinese."""
_DAY = re.compile(
    r"(?<!\d)\d{1,2}(?:\.\d{1,2}\.|\.?\s(?:de\s)?[^\W\d]{3,9}\.?\s(?:de\s)?)(?:19|20)\d\d(?!\d)|[A-Z][a-z]{2,8}\.?\s\d{1,2},\s(?:19|20)\d\d(?!\d)"
)
"""A date with its day: "3 May 2021", "12.3.2019", "12 mar. 2019", "May 3, 2021"."""


def known_container(words: Words, labels: list[str]) -> None:
    """A container begins with the "Proc." right before it, and continues where only with the words after it, which are in no field,
    it is a venue that is known."""
    if f"B-{CONTAINER}" not in labels:
        return
    first = labels.index(f"B-{CONTAINER}")
    if first == len(labels) - 1 and words.texts[first] in ("Author", "Authors"):
        labels[first] = f"B-{PUBLISHER}"  # as APA printed it of those who published their own work
        return
    led = first and labels[first - 1] == "O" and words.texts[first - 1] in ("Proc", "Proceedings")
    if led and words.separators[first] in (" ", ". "):
        first -= 1
        set_field(labels, first, first + 2, CONTAINER)
    stop = end_of(labels, first + 1, CONTAINER)
    name = words.texts[first] + "".join(words.separators[k] + words.texts[k] for k in range(first + 1, stop))
    best = stop
    for k in range(stop, min(stop + LONGEST_REST, len(labels))):
        joined = labels[k] in ("O", "B-W", "I-W") and words.separators[k] in (" ", ". ", ".")
        if not joined or not words.texts[k].isupper():
            break
        name += words.separators[k] + words.texts[k]
        best = k + 1 if find(name) else best
    labels[stop:best] = [f"I-{CONTAINER}"] * (best - stop)


_OF_MEDICINE = re.compile(r";\s?(?:19|20)\d\d|(?:19|20)\d\d;")
"""A semicolon next to the year, as in medicine: "Fenn; 1998", "1998;12"."""


def title_before_editors(words: Words, labels: list[str]) -> None:
    """What is before the semicolon in front of editors, in a reference without authors, is the title, whatever its words look
    like: "Rain and Reason, Old and New; Lind, B., Ed.; Fenn: Oslo, 2001"."""
    stop = next((i for i, gap in enumerate(words.separators) if ";" in gap), 0)
    mark = next((i for i in range(stop, len(labels)) if words.texts[i] in ("Ed", "Eds")), 0) if stop > 1 else 0
    if not mark or not is_name(labels[stop], EDITOR) or not words.separators[mark + 1].startswith(".;"):
        return
    if any(not (is_name(one, EDITOR) or one == f"{EDITOR}-AND") for one in labels[stop:mark]):
        return
    if _INVERTED.search(words.item.text, 0, words.starts[stop]) or any(i < stop for i in words.links):
        return
    stop = next((i for i in range(1, stop) if field_of(labels[i]) == EDITION or i in words.kinds), stop)
    set_field(labels, 0, stop, TITLE)


_INVERTED = re.compile(r",\s[^\W\d_]\.")
"""The comma and the initial of an inverted name: "Lind, B."."""


def house_for_title(words: Words, labels: list[str]) -> None:
    """What a place and a colon lead to is a house and no title, in a book that has editors only: "A. Moss (Hg.): Atlas der Häfen.
    Berlin: Fenn 2017"."""
    first = labels.index(f"B-{TITLE}") if f"B-{TITLE}" in labels else 0
    if not first or words.separators[first].strip() != ":" or field_of(labels[first - 1]) != PLACE:
        return
    edited = any(is_name(one, EDITOR) for one in labels) and not any(is_name(one, AUTHOR) for one in labels)
    if edited and f"B-{CONTAINER}" in labels[:first] and f"B-{PUBLISHER}" not in labels:
        set_field(labels, first, end_of(labels, first + 1, TITLE), PUBLISHER)


def series_for_title(words: Words, labels: list[str]) -> None:
    """What reads like the series of a book that has no title is its title, and so is what reads like the container of a book with
    nothing but editors: "Ada Lind and Ben Moss (eds), Atlas of Rain and Reason (Fenn, 2001)"."""
    if f"B-{TITLE}" in labels:
        return
    edited = any(is_name(one, EDITOR) for one in labels) and not any(is_name(one, AUTHOR) for one in labels)
    housed = f"B-{PUBLISHER}" in labels and f"B-{PAGES}" not in labels
    if not housed:
        return
    if f"B-{CONTAINER}" in labels and not edited:
        host = labels.index(f"B-{CONTAINER}")
        told = {f"B-{SERIES}", "B-V", "B-N", f"B-{EVENT}"}.isdisjoint(labels) and any(map(is_name, labels[:host]))
        # "Lind, A., Atlas of Rain (Fenn, 2001)"
        imprint = labels.index(f"B-{PUBLISHER}")
        bracketed = imprint == end_of(labels, host + 1, CONTAINER) and words.separators[imprint] == " ("
        alone = told and not any(is_name(one, EDITOR) for one in labels) and ("B-ED" in labels[host:] or bracketed)
        if not alone or words.texts[host - 1].casefold() in LEADING_IN or not host:
            return  # with an edition it is a book: "A. Lind, Atlas of Rain, 4th ed. Fenn, 2001"
    first = next((i for i, one in enumerate(labels) if one in (f"B-{SERIES}", f"B-{CONTAINER}")), 0)
    if not first or first > labels.index(f"B-{PUBLISHER}") or not any(map(is_name, labels[:first])):
        return
    field, before = field_of(labels[first]), first - 1
    if words.texts[before].casefold() in LEADING_IN and labels[before] == "O":
        if edited and words.separators[before].strip()[-1:] in {".", ","}:
            labels[before], first = f"B-{TITLE}", before  # "Lind, Ada, ed. 2001. In honorem Ben Moss"
        else:
            return
    labels[first] = f"B-{TITLE}"
    stop = first + 1
    while stop < len(labels) and labels[stop] in (f"I-{field}", f"B-{field}" if stop == before + 1 else ""):
        labels[stop] = f"I-{TITLE}"
        stop += 1


def title_of_standard(words: Words, labels: list[str]) -> None:
    """What a reference without people and title begins with, up to the comma, is its title, though a body of standards is named in
    it: "OSI Standard for Ink and Paper, OSI Std 12-2019"."""
    if (
        f"B-{TITLE}" in labels
        or any(map(is_name, labels))
        or labels[:1] not in ([f"B-{PUBLISHER}"], [f"B-{CONTAINER}"])
    ):
        return
    stop = next((i for i in range(1, len(labels)) if "," in words.separators[i]), 0)
    ends = (
        i
        for i in range(stop + 1, len(labels))
        if "," in words.separators[i] or (words.separators[i] == ". " and words.texts[i - 1].isdecimal())
    )
    end = next(ends, len(labels)) if stop else 0
    title, number = (0, stop), (stop, end)
    if any(map(str.isdecimal, words.texts[:stop])):
        title, number = number, title  # "OSI Std 12-2019, OSI Standard for Ink"
    said = {text.casefold() for text in words.texts[slice(*title)]}
    numbered = words.texts[number[0]] == words.texts[0] and any(map(str.isdecimal, words.texts[slice(*number)]))
    if title[1] - title[0] > 2 and numbered and not said.isdisjoint(STANDARDS):
        set_field(labels, *title, TITLE)
        set_field(labels, *number, "N")


STANDARDS = frozenset("standard standards specification guide practice norm norma norme".split())
"""What a standard calls itself in its title."""


def behind_question(words: Words, labels: list[str]) -> None:
    """A title that continues after a question mark, or a stroke, is one; the container is what follows it where that is known:
    "Who fed the fox? Notes of a keeper, Nature 3"."""
    if f"B-{TITLE}" not in labels:
        return
    if labels.count(f"B-{CONTAINER}") != 1:
        return
    first = labels.index(f"B-{CONTAINER}")
    sign = words.separators[first].strip()
    if not first or field_of(labels[first - 1]) != TITLE or sign not in {"?", "!", "/"}:
        return
    stop = end_of(labels, first + 1, CONTAINER)
    if sign == "/":
        if f"B-{PUBLISHER}" in labels and f"B-{PAGES}" not in labels:
            labels[first:stop] = [f"I-{TITLE}"] * (stop - first)
        return
    text = words.item.text
    if kind_of(text[words.starts[first] : words.ends[stop - 1]]) == "journal":
        return  # "Geophys. Res. Lett." is one name, though its last word is another's
    for i in range(stop - 1, first, -1):
        if (
            words.separators[i].strip() in {".", ","}
            and kind_of(text[words.starts[i] : words.ends[stop - 1]]) == "journal"
        ):
            labels[first:i] = [f"I-{TITLE}"] * (i - first)
            labels[i] = f"B-{CONTAINER}"
            return
    ends = (i for i in range(first + _FEWEST, stop - 1) if words.separators[i] == ". ")
    cut = next((i for i in ends if len(words.texts[i - 1]) > _LONGEST_SHORTENED), 0)
    if cut and words.texts[cut][:1].isupper():  # a sentence of whole words, and the container after it
        labels[first:cut] = [f"I-{TITLE}"] * (cut - first)
        labels[cut] = f"B-{CONTAINER}"


def year_in_title(words: Words, labels: list[str]) -> None:
    """A year that only a space parts from the title before and after it, or that ends it after a preposition, is of the title; one
    before a container is of its name where another year is printed; and what is in brackets with the year at the end of a title
    is the publisher: "Songs of 1998 part 2", "2016 Moss Meeting", "Songs of tides (Fenn, 1998)"."""
    if f"B-{TITLE}" not in labels:
        return
    years = [i for i, label in enumerate(labels) if label == f"B-{YEAR}"]
    for i in years:
        if not i or i + 1 >= len(labels) or not words.texts[i].isdecimal():
            continue
        before, leads = field_of(labels[i - 1]), words.separators[i + 1] == " "
        if before == TITLE and words.separators[i] == " ":
            goes_on = leads and field_of(labels[i + 1]) == TITLE
            ends = words.separators[i + 1][:1] in {".", ",", '"', "”"}
            if goes_on or (ends and words.texts[i - 1].casefold() in _PREPOSITIONS):
                labels[i] = f"I-{TITLE}"
                if goes_on:
                    labels[i + 1] = f"I-{TITLE}"
        elif len(years) > 1 and labels[i + 1] == f"B-{CONTAINER}" and leads and "(" not in words.separators[i]:
            set_field(labels, i, i + 2, CONTAINER)
    if len(years) != 1 or f"B-{PUBLISHER}" in labels or not words.separators[years[0] + 1].startswith(")"):
        return
    begin = next((i for i in range(years[0], 0, -1) if "(" in words.separators[i]), 0)
    if not begin or any(")" in words.separators[i] for i in range(begin, years[0] + 1)):
        return
    stop = end_of(labels, begin, TITLE)
    if begin < stop and words.separators[stop].startswith((",", ":")):
        set_field(labels, begin, stop, PUBLISHER)


_PREPOSITIONS = frozenset("in of since until by from before after to for".split())


def unread_container(words: Words, labels: list[str]) -> None:
    """What "in" leads to after a title or its pages, and is in no field, is the container: "… tides. in Songs of rain (ed. Moss, A.)"."""
    if f"B-{CONTAINER}" in labels or f"B-{TITLE}" not in labels:
        return
    for lead in range(labels.index(f"B-{TITLE}") + 1, len(labels) - 1):
        before = field_of(labels[lead - 1])
        if labels[lead] != "O" or words.texts[lead].casefold() not in LEADING_IN:
            continue
        # "(No. 12) [Audio podcast episode]. In Slow Weather"
        bracketed = words.texts[lead] == "In" and words.separators[lead].strip() in {"].", ")."}
        if before not in (TITLE, PAGES) and not bracketed:
            continue
        if before == TITLE and not words.separators[lead].strip():
            continue
        first = lead + 1
        stop = end_of_free(words, labels, first, set(",.;([“").intersection)
        said = words.texts[first:stop]
        if said and said[0][:1].isupper() and (words.separators[stop].strip() or stop == len(labels)):
            set_field(labels, first, stop, CONTAINER)
        return


def container_behind_people(words: Words, labels: list[str]) -> None:
    """What a lowercase "in" leads to after people that follow the title is the container, and not one of them: "Slow tides, A. Moss,
    B. Lind in ICWL"."""
    first = end_of(labels, labels.index(f"B-{TITLE}") + 1, TITLE) if f"B-{TITLE}" in labels else len(labels)
    lead = next(
        (i for i in range(first + 2, len(labels) - 1) if words.texts[i] == "in" and words.separators[i] == " "), 0
    )
    if not lead or not is_name(labels[first], AUTHOR) or f"B-{CONTAINER}" in labels[:first]:
        return
    stop = lead + 1
    while (
        stop < len(labels)
        and words.separators[stop] in _WITHIN_NAME
        and stop not in words.links
        and stop not in words.kinds
    ):
        stop += 1
    people = listed_names(words, first, lead)
    ends = ("." in words.separators[i] and len(words.texts[i - 1]) > 1 for i in range(first + 1, lead))
    if any(ends) or any(text.isdecimal() for text in words.texts[first:lead]):
        return  # "… A. Moss. Proc. 4th Workshop on Energy in Networks"
    capitals = all(given and words.texts[given[0]][:1].isupper() for _, given in people)
    fields = {field_of(label) for label in labels[first:stop]}
    ended = stop == len(labels) or words.separators[stop].strip(" ")[:1] in (".", ",", "(", "\n", "\v")
    if people and capitals and ended and fields <= {AUTHOR, CONTAINER, "O"} and words.texts[lead + 1][:1].isupper():
        label_people(labels, AUTHOR, people)
        labels[lead] = "O"
        set_field(labels, lead + 1, stop, CONTAINER)


_WITHIN_NAME = frozenset((" ", "-", "@", "/", " & ", "'", "’"))
"""What is between the words of the short name of a container: "MAPS@PLAIN"."""


def container_before_number(words: Words, labels: list[str]) -> None:
    """What a title ends with after a comma, right before the volume or the issue, is the container of an item that has none: "Slow
    tides, Harbour Law t. XXI/2005", "Slow tides, Harbour-Courier 3/04"."""
    if f"B-{TITLE}" not in labels or not {f"B-{CONTAINER}", f"B-{PUBLISHER}", f"B-{SERIES}"}.isdisjoint(labels):
        return
    first = labels.index(f"B-{TITLE}")
    stop = end_of(labels, first + 1, TITLE)
    comma = max(
        (i for i in range(first + 1, stop) if words.separators[i] == ", " and words.texts[i][:1].isupper()), default=0
    )
    for at in range(comma + 1, min(stop + 1, len(labels) - 1)) if comma else ():
        field = _COUNTING.get(words.texts[at].casefold())
        number = at + (field is not None)
        issue = words.texts[at].isdecimal() and words.separators[at : at + 2] == [" ", "/"]  # "3/04"
        counted = field and words.separators[number].strip(". ") == "" and _OF_VOLUME.fullmatch(words.texts[number])
        if words.separators[at] not in (" ", ", ") or not (counted or issue) or at - comma > LONGEST_REST:
            continue
        set_field(labels, comma, at, CONTAINER)
        over = max(stop, number + 1)
        labels[at:over] = ["O" if label == f"I-{TITLE}" else label for label in labels[at:over]]
        labels[number] = f"B-{field or ISSUE}"
        if issue:
            labels[number + 1] = f"I-{ISSUE}"
        return


_COUNTING = dict.fromkeys("t tom vol bd band jg".split(), VOLUME) | dict.fromkeys(
    "nr no heft h z zeszyt".split(), ISSUE
)
_OF_VOLUME = re.compile(r"\d{1,4}|[IVXLC]{1,8}")


def container_of_state(words: Words, labels: list[str]) -> None:
    """What a state leads to that ends an item is the container: "‘Slow tides’ Under review at Harbour Letters."."""
    if f"B-{CONTAINER}" in labels or "status" not in words.kinds.values():
        return
    last = max(i for i, kind in words.kinds.items() if kind == "status")
    stop = end_of_free(words, labels, last + 1, set(".,;([\n\v").intersection)
    led = words.texts[last].casefold() in ("at", "in", "to", "by", "with") and words.separators[last + 1] == " "
    ended = stop == len(labels) or words.separators[stop].strip(" ")[:1] in (".", ",", "\n", "\v", "(")
    if led and ended and last + 1 < stop and words.texts[last + 1][:1].isupper() and f"B-{TITLE}" in labels[:last]:
        set_field(labels, last + 1, stop, CONTAINER)


_FEWEST = 3
"""Names of a list, or items of one, that can outvote one."""
_MOST = 0.7
"""The share of a list that outvotes the rest."""
_SHORTEST_TITLE = 5
"""Letters of a piece that may be the title."""


def begin_alike(read: Sequence[tuple[Words, list[str]]]) -> None:
    """Let the container of each item begin where those of the list do, which have it in brackets or on a line of its own.

    "Critique of … by a team from a university (TPDS'21)" in a list in which every container is in brackets: the words
    before the bracket are of the title.
    """
    signs = Counter(
        gap_form(words.separators[i]) for words, labels in read for i, one in enumerate(labels) if one == "B-C"
    )
    if not signs:
        return
    sign, count = signs.most_common(1)[0]
    if count < _FEWEST or count < _MOST * signs.total() or not any(c in sign for c in '([\n|"'):
        return
    for words, labels in read:
        if "B-C" not in labels:
            continue
        first = labels.index("B-C")
        later = range(first + 1, len(labels))
        begin = next((i for i in later if labels[i] == "I-C" and gap_form(words.separators[i]) == sign), 0)
        title = max((i for i in range(first) if labels[i] in {"B-T", "I-T"}), default=-1)
        if gap_form(words.separators[first]) == sign or not begin or title < 0:
            continue
        if all(labels[i] in {"O", "B-C", "I-C"} for i in range(title + 1, begin)):
            labels[title + 1 : begin] = ["I-T"] * (begin - title - 1)
            labels[begin] = "B-C"


def title_alike(read: Sequence[tuple[Words, list[str]]]) -> None:
    """Let each item of a list in which nearly all have a title have one: its longest piece that is in no field.

    Where most items print no people, what was read as people in one that lacks a title is the title.
    """
    bare = [labels for _, labels in read if f"B-{TITLE}" not in labels]
    signs = Counter(words.separators[labels.index(f"B-{TITLE}")] for words, labels in read if f"B-{TITLE}" in labels)
    sign, count = signs.most_common(1)[0] if signs else ("", 0)
    on_lines = sign.strip(" ")[-1:] in LINES and count >= _FEWEST and count >= _MOST * signs.total()
    # A title on a line of its own is known by that, also where more of them were not read.
    if len(read) < _FEWEST or not bare or len(bare) > (0.5 if on_lines else 1 - _MOST) * len(read):
        return
    people = sum(any(map(is_name, labels)) for _, labels in read)
    for words, labels in read:
        if f"B-{TITLE}" in labels or not ("B-Y" in labels or any(map(is_name, labels))):
            continue
        free = "O" if people > len(read) * (1 - _MOST) or "O" in labels else ""
        pieces = _pieces(words, [label if free or not is_name(label) else "O" for label in labels])
        if on_lines:
            pieces = [piece for piece in pieces if words.separators[piece[0]].strip(" ")[-1:] in LINES] or pieces
        first, stop = max(pieces, key=lambda piece: sum(map(len, words.texts[slice(*piece)])), default=(0, 0))
        if sum(map(len, words.texts[first:stop])) >= _SHORTEST_TITLE:
            set_field(labels, first, stop, TITLE)


def _pieces(words: Words, labels: Sequence[str]) -> list[tuple[int, int]]:
    """Return the spans of words that are in no field, cut where a bracket, a line or a full stop parts them."""
    found: list[tuple[int, int]] = []
    for i, label in enumerate(labels):
        if label != "O" or i in words.links:
            continue
        if found and found[-1][1] == i and not any(sign in words.separators[i] for sign in "()[]\n\t;"):
            found[-1] = (found[-1][0], i + 1)
        else:
            found.append((i, i + 1))
    return found
