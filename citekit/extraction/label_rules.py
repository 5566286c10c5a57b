"""Conventions of printed references that a few words settle, whatever the labeller made of them.

People before "(eds)" are editors, a number behind "Heft" is an issue, what begins behind "in" after a title is the container,
and "Owusu (Ama), Brandt (Carl)" is a list of names. Nor does the labeller, which looks at a few words at a time, know that
names between which nothing but commas stands are all authors or all editors, and that each item of a list has a title.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from citekit.extraction.attributes import gap_form, shape
from citekit.extraction.labeller import (
    AUTHOR,
    CONTAINER,
    EDITION,
    EDITOR,
    EVENT,
    GENRE,
    LINK,
    PAGES,
    PLACE,
    PUBLISHER,
    SERIES,
    TITLE,
    VOLUME,
    YEAR,
    field_of,
    is_name,
)
from citekit.extraction.lexer import Words
from citekit.extraction.vocabulary import MONTHS, PARTICLES, PLAIN_WORDS, place_share
from citekit.model.venues import find, kind_of
from citekit.runtime import patterns as re

_EDITED = frozenset(
    "ed eds editor editors hg hrsg hgg hgs herausgeber éd éds dir dirs coord coords coordinador coordinadores org orgs".split()
)
_ISSUES = frozenset("heft h nr no n num núm número number issue".split())
_OF_BOOKS = frozenset("MDGR")
"""Codes of GB/T 7714 of works that a publisher prints: books, theses, collections, reports."""
_IN = frozenset("in dans en em w".split())
_SUPPLEMENTS = frozenset("suppl supp supplement supplementum supplément supplemento pt".split())
_BEFORE_SUPPLEMENTS, _BEHIND_SUPPLEMENTS = (
    frozenset({"B-V", "I-V", "B-N", "I-N"}),
    frozenset({"O", "B-V", "B-N", "I-N"}),
)
_LONGEST_REST = 5
"""Words that may be missing at the end of a container's name: "Proc Natl Acad Sci", "U S A"."""
_COMMAS = frozenset(",、，;；")
_BETWEEN = frozenset({",", "&", ", &"})
_ROMAN = re.compile(r"[IVXLCDM]+|[ivxlcdm]+")
_BRACKETED = re.compile(r"\s?\(")
_CLOSING = {'"': '"', "“": "”", "„": "“”", "«": "»", "「": "」", "『": "』"}
"""Quotes that open, and those that close them."""
_LONGEST_QUOTE = 40
"""Words of a title in quotes, at most."""
_YEAR_LETTER = re.compile(r"[a-h]")
_APOSTROPHES = frozenset("'’‘")
_LONGEST_SHORT_YEAR = 2
"""Digits of the year of a meeting behind its short name: "IJCAI 93"."""
_CONTAINERS = frozenset(
    "competition conference workshop symposium colloquium congress kongress konferenz tagung colloque journal transactions"
    " proceedings annals zeitschrift revue revista rivista".split()
)
"""Words of the names of meetings and journals that no publisher has."""
_HOUSES = frozenset("press verlag publisher publishers publishing books".split())
"""Words that make a publisher of any name: Journal Press."""
_LONGEST_NAME = 3
"""Words of a name that nothing else marks as one, at most."""
_LONGEST_GIVEN = 3
"""Words of a given name in brackets, at most."""


def conventional(words: Words, labels: list[str]) -> None:
    """Amend the labels of an item in place."""
    said = {text.casefold() for text in words.texts}
    _bracketed_links(words, labels)
    _head(labels)
    if not {"undated", "status"}.isdisjoint(words.kinds.values()):
        _title_behind_no_date(words, labels)
    if not "".join(words.texts).isascii():
        _parted_names(words, labels)
    if any(gap == "- " for gap in words.gaps):
        _broken_names(words, labels)
    _given_in_brackets(words, labels)
    _title_behind_initials(words, labels)
    _names_by_comma(words, labels)
    _shortened_container(words, labels)
    if ";" in "".join(words.gaps) and not _EDITORS.isdisjoint(said):
        _title_before_editors(words, labels)
    if labels[:1] and is_name(labels[0], "E"):
        _unmarked_editors(words, labels)
    if not _EDITED.isdisjoint(said):
        _unread_editors(words, labels)
        _editors(words, labels)
    if not _IN.isdisjoint(said):
        _second_title(words, labels)
        _container_of_edited(words, labels)
    if labels.count(f"B-{TITLE}") > 1 and "[" in "".join(words.gaps):
        _behind_code(words, labels)
    if not _ABSTRACTS.isdisjoint(said):
        _no_field_in_abstract(words, labels)
    if "in" in said:
        _in_within_title(words, labels)
    _years_in_title(words, labels)
    _last_name_before_colon(words, labels)
    _quoted_title(words, labels)
    if not _DEGREES.isdisjoint(words.texts):
        _degrees_behind_names(words, labels)
    _names_behind_others(words, labels)
    _title_goes_on(words, labels)
    _no_publisher(words, labels)
    _series_behind_edition(words, labels)
    _numbers(words, labels)
    if not _SUPPLEMENTS.isdisjoint(said):
        _supplements(words, labels)
    _newspaper(words, labels)
    _known_container(words, labels)
    if f"B-{TITLE}" not in labels:
        _series_for_title(words, labels)
    else:
        _behind_question(words, labels)
        _year_in_title(words, labels)
    if f"B-{GENRE}" in labels:
        _degree_and_school(words, labels)
    if f"B-{CONTAINER}" not in labels and f"B-{TITLE}" in labels and not _IN.isdisjoint(said):
        _unread_container(words, labels)
    _dated_house(words, labels)


def _bracketed_links(words: Words, labels: list[str]) -> None:
    """An identifier or a link alone in brackets is in no other field."""
    for i in words.links:
        text = words.texts[i].strip()
        if text[:1] != "[":  # "(abstract)" may belong to a title, "[preprint]" does not
            text = (words.gaps[i][-1:] + text + words.gaps[i + 1][:1]).strip()
        if text[:1] in {"(", "["} and text[-1:] in {")", "]"}:
            labels[i] = LINK
            after = i + 1
            while after < len(labels) and labels[after] == f"I-{TITLE}":
                labels[after] = "O"
                after += 1


def _title_behind_no_date(words: Words, labels: list[str]) -> None:
    """A title that is read from "(n.d.)" on begins behind it; and what stands between the date in brackets, or what is printed for
    it, and the next full stop is the title of a reference that has none: "Lind, A. (in press). Paper tides. Journal of Ink"."""
    for i, kind in words.kinds.items():
        if kind == "undated" and labels[i] == f"B-{TITLE}":
            labels[i] = "O"
            if labels[i + 1 : i + 2] == [f"I-{TITLE}"]:
                labels[i + 1] = f"B-{TITLE}"
    date = next((i for i, one in enumerate(labels) if not is_name(one) and one[1:] not in ("-AND", "-ETAL")), 0)
    first = date
    while 0 < first < len(labels) and words.kinds.get(first) in ("status", "undated"):
        first += 1
    if f"B-{TITLE}" in labels or first == date or not words.gaps[date].endswith(("(", "[")):
        return
    if not words.gaps[first : first + 1] or not words.gaps[first].startswith((").", "].")):
        return
    stop = first
    while stop < len(labels) and labels[stop] == "O" and stop not in words.links and stop not in words.kinds:
        stop += 1
        if words.gaps[stop][:1] in _ENDS:
            break
    # A whole sentence that something follows: the last of a reference may be its journal.
    if first < stop < len(labels) and words.gaps[stop][:1] in _ENDS:
        labels[first:stop] = [f"B-{TITLE}", *[f"I-{TITLE}"] * (stop - first - 1)]


def _head(labels: list[str]) -> None:
    """What stands first and is read as a publisher is the body that wrote it."""
    if labels and labels[0] == "B-P" and not any(is_name(label) for label in labels):
        labels[0] = "BAL"
        i = 1
        while i < len(labels) and labels[i] == "I-P":
            labels[i] = "IAL"
            i += 1


def _parted_names(words: Words, labels: list[str]) -> None:
    """A comma parts names that are written without blanks."""
    for i, label in enumerate(labels):
        if (
            label[0] == "I"
            and is_name(label)
            and shape(words.texts[i])[0] == "J"
            and not _COMMAS.isdisjoint(words.gaps[i])
        ):
            labels[i] = "B" + label[1:]


def _broken_names(words: Words, labels: list[str]) -> None:
    """No name begins behind a hyphen: "Huber- Lang MS" is one family name that a line break has parted."""
    for i in range(1, len(labels)):
        if words.gaps[i] != "- " or labels[i][0] != "B" or not is_name(labels[i]):
            continue
        if labels[i - 1] == "O" and words.texts[i - 1][:1].isupper() and words.gaps[i - 1].strip() in {"", ","}:
            labels[i - 1] = labels[i]
        if is_name(labels[i - 1]):
            labels[i] = "I" + labels[i - 1][1:]


def _shortened_container(words: Words, labels: list[str]) -> None:
    """A lone letter is no container: it ends a shortened one that was read as the title's, "…, Policy Stud. J., 48"."""
    if labels.count(f"B-{CONTAINER}") != 1 or f"I-{CONTAINER}" in labels:
        return
    last = labels.index(f"B-{CONTAINER}")
    if len(words.texts[last]) > 1 or not last or labels[last - 1] != f"I-{TITLE}":
        return
    first = next((i for i in range(last, 0, -1) if "," in words.gaps[i]), 0)
    if (
        0 < last - first <= _LONGEST_REST
        and all(label == f"I-{TITLE}" for label in labels[first:last])
        and labels[first - 1].endswith(f"-{TITLE}")
    ):
        labels[first : last + 1] = [f"B-{CONTAINER}", *[f"I-{CONTAINER}"] * (last - first)]


def _title_behind_initials(words: Words, labels: list[str]) -> None:
    """A word before a colon or a comma behind the initials of people whose families come first begins the title: "Moss, M. S. Ink:
    Tides of paper", "Moss M. Ink, paper and tides"."""
    last = next((i for i, label in enumerate(labels) if not is_name(label, AUTHOR) and label != f"{AUTHOR}-AND"), 0)
    if last < 3 or labels[last] != f"B-{TITLE}" or not (":" in words.gaps[last] or words.gaps[last] == ", "):
        return
    # After one initial behind a comma it may be a second given name: "Moss, M. Brook, Ink and tides".
    if words.gaps[last] == ", ":
        medical = "," not in words.gaps[1] and _OF_MEDICINE.search(words.item.text)
        sure = medical or ("," in words.gaps[1] and (last > 3 or words.texts[last][:1].islower()))
        if not sure or not words.gaps[last - 1].startswith("."):
            return
    initialled = all(len(words.texts[i]) == 1 for i in range(last) if labels[i] == f"I{AUTHOR}G")
    families_first = (
        labels[0] == f"B{AUTHOR}F" and f"B{AUTHOR}G" not in labels[:last] and labels[last - 2] == f"I{AUTHOR}G"
    )
    if labels[last - 1] == f"I{AUTHOR}F" and labels[:last].count(f"I{AUTHOR}F") == 1 and initialled and families_first:
        if _OF_DIN.search(words.item.text):
            labels[last - 1] = f"I{AUTHOR}G"  # "Moss, M. Brook: Tides. Oslo : Fenn"
        else:
            labels[last - 1], labels[last] = f"B-{TITLE}", f"I-{TITLE}"


def _given_in_brackets(words: Words, labels: list[str]) -> None:
    """Read "Owusu (Ama), Brandt (C.-M.)" at the beginning of a reference as names."""
    at = 0
    while at < len(labels) and labels[at] in {"O", "BAL", "BAF", "IAL", "IAF", "BAG", "IAG"}:
        family = at
        while at < len(words) and not _BRACKETED.fullmatch(words.gaps[at]) and at - family < _LONGEST_GIVEN:
            at += 1
        given = at
        if at == len(words) or any(words.gaps[k] != " " for k in range(family + 1, given)):
            return
        if not _BRACKETED.fullmatch(words.gaps[given]):
            return
        while at < len(words) and words.texts[at][:1].isupper() and ")" not in words.gaps[at]:
            at += 1
        if not family < given < at <= given + _LONGEST_GIVEN or not words.gaps[at].lstrip(".").startswith(")"):
            return
        short = len(words.texts[given]) > 1 and words.texts[given].isupper()  # of a body
        if short or not words.texts[family][:1].isupper() or words.texts[given].casefold() in _EDITED:
            return
        labels[family:at] = ["BAF", *["IAF"] * (given - family - 1), *["IAG"] * (at - given)]
        if not words.gaps[at].lstrip(".").startswith("),"):
            return


def _editors(words: Words, labels: list[str]) -> None:
    """Let authors right before "(eds)", also behind the year, be editors."""
    i = 0
    while i < len(labels):
        first = i
        while i < len(labels) and (is_name(labels[i], "A") or labels[i] in {"A-AND", "A-ETAL"}):
            i += 1
        at = i
        while first < at < len(labels) and field_of(labels[at]) == YEAR:
            at += 1
        said = first < at < len(labels) and labels[at] == "O" and words.texts[at].casefold() in _EDITED
        if said and any(sign in words.gaps[at] for sign in "([,"):
            labels[first:i] = [f"{one[0]}E{one[2]}" if is_name(one) else "E" + one[1:] for one in labels[first:i]]
        i = max(i, first + 1)


def _unread_editors(words: Words, labels: list[str]) -> None:
    """Read the people that a reference begins with and whom ", eds." makes editors, where the labeller took them for no names.

    The first name is inverted ("Brandt, Ada, and Ben Okafor, eds."), or all of them are.
    """
    mark = next((i for i, text in enumerate(words.texts[:_FARTHEST_MARK]) if text.casefold() in _EDITORS), 0)
    read = next((i for i, label in enumerate(labels) if not is_name(label, AUTHOR)), 0)  # the first of them may be
    if mark < 2 or read >= mark - 1 or any(is_name(label) or label == f"B-{YEAR}" for label in labels[read:mark]):
        return
    if read and any(label not in ("O", f"{AUTHOR}-AND") for label in labels[read:mark]):
        return
    if words.gaps[mark].strip() not in {",", "(", ".,"} or any(
        set(words.gaps[i]) & set(_NO_NAMES) and not (len(words.texts[i - 1]) == 1 and words.gaps[i].startswith("."))
        for i in range(1, mark)
    ):
        return
    pieces: list[list[int]] = []
    for i in range(mark):
        if words.texts[i].casefold() in _AND:
            continue
        parted = not i or "," in words.gaps[i] or ";" in words.gaps[i] or words.texts[i - 1].casefold() in _AND
        if parted or "&" in words.gaps[i]:
            pieces.append([])
        pieces[-1].append(i)
    if len(pieces) < 2 or not all(
        words.texts[piece[0]][:1].isupper() or words.texts[piece[0]] in PARTICLES for piece in pieces
    ):
        return
    inverted = len(pieces) % 2 == 0 and all(len(words.texts[i]) == 1 for piece in pieces[1::2] for i in piece)
    number = 0
    while number < len(pieces):
        family, given = (
            pieces[number],
            pieces[number + 1] if (not number or inverted) and number + 1 < len(pieces) else [],
        )
        if given:
            name = [(i, "F") for i in family] + [(i, "G") for i in given]
        else:
            name = [(i, "F" if i == family[-1] else "G") for i in family]
        for place, (i, part) in enumerate(name):
            labels[i] = f"{'I' if place else 'B'}E{part}"
        number += 2 if given else 1
    for i in range(mark):
        if words.texts[i].casefold() in _AND:
            labels[i] = "E-AND"


def _degrees_behind_names(words: Words, labels: list[str]) -> None:
    """A degree right behind a person is part of no name and names no thesis, and two unread words before it are a person where
    one stands before them: "Ada Lind MD, Ben Moss PhD"."""
    for i in range(2, len(labels)):
        if words.texts[i] not in _DEGREES or words.gaps[i] != " ":
            continue
        if words.gaps[i + 1] == " " and i + 1 < len(labels) and words.texts[i + 1] not in _DEGREES:
            continue  # "PhD thesis"
        if is_name(labels[i]):
            first = i
            while first and labels[first][0] == "I" and is_name(labels[first - 1]):
                first -= 1
            if (labels[first][2], labels[i - 1][2:]) != ("G", "F"):
                continue  # "Moss MD" has initials
        elif labels[i] != "O" and field_of(labels[i]) != GENRE:
            continue
        beside = i > 3 and is_name(labels[i - 3]) and words.gaps[i - 2] == ", " and words.gaps[i - 1] == " "
        if beside and labels[i - 2 : i] == ["O", "O"] and all(one[:1].isupper() for one in words.texts[i - 2 : i]):
            labels[i - 2 : i] = [f"B{labels[i - 3][1]}G", f"I{labels[i - 3][1]}F"]
        if is_name(labels[i - 1]):
            labels[i] = f"{labels[i - 1][1]}-AND"
        elif labels[i - 1].endswith("-AND") and words.texts[i - 1] in _DEGREES:
            labels[i] = labels[i - 1]


_DEGREES = frozenset("PhD MD DPhil MSc BSc MPH DDS DVM RN MBBS FRCS".split())
"""Degrees behind the names of people."""


def _names_behind_others(words: Words, labels: list[str]) -> None:
    """What stands between "et al.," and the title is one more name: Ada Brandt, et al., Ben Okafor. Slow Waves."""
    begins = [i for i, label in enumerate(labels) if label == f"B-{TITLE}"]
    if len(begins) < 2 or labels[begins[0] - 1] != "A-ETAL" or "BAG" not in labels[: begins[0]]:
        return
    first, stop = begins[:2]
    is_piece = set(labels[first + 1 : stop]) == {f"I-{TITLE}"} and stop - first <= _LONGEST_NAME
    if is_piece and "," in words.gaps[first] and words.gaps[stop].startswith("."):
        labels[first:stop] = ["BAG", *["IAG"] * (stop - first - 2), "IAF"]


def _title_goes_on(words: Words, labels: list[str]) -> None:
    """A title goes on to the sign that ends it: what only a blank parts from it, and is in no field, belongs to it."""
    if labels.count(f"B-{TITLE}") != 1:
        return
    last = max(i for i, label in enumerate(labels) if field_of(label) == TITLE)
    if last + 1 < len(labels) and _is_quoted_inside(words, labels, last):
        stop = last + 1
        while stop < len(labels) and labels[stop] == "O" and words.gaps[stop] in ("” ", '" ', "» ", " "):
            labels[stop] = f"I-{TITLE}"
            stop += 1
        return
    stop = last + 1
    while stop < len(labels) and labels[stop] == "O" and stop not in words.links:
        initialled = words.gaps[stop] == ". " and len(words.texts[stop - 1]) == 1 and stop > last + 1  # "… by B. Moss"
        if words.gaps[stop] != " " and not initialled:
            break
        stop += 1
    rest = [text.casefold() for text in words.texts[last + 1 : stop]]
    ended = stop == len(labels) or words.gaps[stop].strip()[:1] in set(".,;")
    plain = _IN.isdisjoint(rest) and _EDITED.isdisjoint(rest) and not any(map(str.isdecimal, rest))
    if 0 < len(rest) <= _LONGEST_REST and ended and plain and not words.kinds.keys() & set(range(last + 1, stop)):
        labels[last + 1 : stop] = [f"I-{TITLE}"] * len(rest)


def _is_quoted_inside(words: Words, labels: Sequence[str], last: int) -> bool:
    """Whether a title has a quotation within, which ends behind ``last``: Critique of “Slow Waves” by the Team of Oslo."""
    behind = words.gaps[last + 1]
    first = labels.index(f"B-{TITLE}")
    opened = any(set(words.gaps[i]) & _CLOSING.keys() for i in range(first + 1, last + 1))
    goes_on = behind in ("” ", '" ', "» ") and words.texts[last + 1][:1].islower()
    return opened and goes_on and not set(words.gaps[first]) & _CLOSING.keys()


def _no_publisher(words: Words, labels: list[str]) -> None:
    """A journal, conference or workshop is no publisher where nothing else is the container."""
    if f"B-{PUBLISHER}" not in labels or f"B-{CONTAINER}" in labels:
        return
    first = labels.index(f"B-{PUBLISHER}")
    stop = next((i for i in range(first + 1, len(labels)) if labels[i] != f"I-{PUBLISHER}"), len(labels))
    said = {text.casefold() for text in words.texts[first:stop]}
    if not _CONTAINERS.isdisjoint(said) and _HOUSES.isdisjoint(said):
        labels[first:stop] = [f"B-{CONTAINER}", *[f"I-{CONTAINER}"] * (stop - first - 1)]


def _series_behind_edition(words: Words, labels: list[str]) -> None:
    """What reads like a second title behind the edition of a book, and has a volume behind it, is the series that it is in."""
    begins = [i for i, label in enumerate(labels) if label == f"B-{TITLE}"]
    if len(begins) != 2 or f"B-{CONTAINER}" in labels or f"B-{SERIES}" in labels:
        return
    first, second = begins
    stop = second + 1
    while stop < len(labels) and labels[stop] == f"I-{TITLE}":
        stop += 1
    between = range(first, second)
    edition = any(field_of(labels[i]) == EDITION or words.texts[i].casefold() in _EDITION for i in between)
    if edition and f"B-{VOLUME}" in labels[stop : stop + 3]:
        labels[second:stop] = [f"B-{SERIES}", *[f"I-{SERIES}"] * (stop - second - 1)]


def unread_house(words: Words, labels: list[str]) -> None:
    """Read a phrase beside a place as the publisher, and one that ends a chapter behind its pages, where it is in no field:
    ". Bonn: Fenn 2011", "; Lind & Moss: Boston, 2019", "In B. Moss (Ed.), Ink and rain (pp. 3–9). Fenn Academic."."""
    if f"B-{PUBLISHER}" in labels or f"B-{TITLE}" not in labels:
        return
    edited = any(is_name(one, EDITOR) for one in labels)
    # Articles have no publisher, unless a known place stands before it; proceedings do.
    whole = edited or f"B-{CONTAINER}" not in labels or f"B-{EVENT}" in labels
    behind = (
        max(i for i, label in enumerate(labels) if field_of(label) in (TITLE, CONTAINER) or is_name(label, EDITOR)) + 1
    )
    for first in range(behind, len(labels)):
        sign = words.gaps[first].strip()[-1:]
        stop = _end_of_free_phrase(words, labels, first)
        if stop == first or not (sign in _PARTS_OF_IMPRINT or (first and field_of(labels[first - 1]) == PLACE)):
            continue
        after = words.gaps[stop].strip()[:1]
        dated = stop < len(labels) and field_of(labels[stop]) == YEAR
        if sign == ":":
            place = _place_before(words, labels, first, whole and (dated or stop == len(labels)))
            if place is None:
                continue
            for i in place:
                labels[i] = f"{'I' if i > place[0] else 'B'}-{PLACE}"
        elif not (
            (whole and after == ":" and stop < len(labels) and labels[stop] == f"B-{PLACE}")
            or (edited and stop == len(labels) and f"B-{PAGES}" in labels[:first] and sign == ".")
        ):
            continue
        labels[first:stop] = [f"B-{PUBLISHER}", *[f"I-{PUBLISHER}"] * (stop - first - 1)]
        return


_ABSTRACTS = frozenset("abstract keywords zusammenfassung schlagwörter résumé resumen resumo".split())
"""Words before what is told of a work."""
_CARD_LABELS = _ABSTRACTS | frozenset(
    "supervisor supervisors advisor advisors adviser betreuer slides funding grant prize venue doi isbn link topic".split()
)
"""What stands before a colon on a card about a work, and is no place."""
_PARTS_OF_IMPRINT = frozenset(".,;:(")
"""Signs before a publisher."""


def _end_of_free_phrase(words: Words, labels: Sequence[str], first: int) -> int:
    """Where a phrase ends that begins at a word with a capital, is in no field and short enough for a house; its begin for none."""
    stop = first
    while stop < len(labels) and labels[stop] == "O" and stop not in words.links and stop not in words.kinds:
        if stop > first and words.gaps[stop] not in (" ", " & ", ". & ", "-", "’", "'"):
            break
        stop += 1
    said = words.texts[first:stop]
    numbered = any(one.isdecimal() or one.casefold() in MONTHS for one in said) or not all(
        one[:1].isupper() or one in PARTICLES or one in _AND for one in said
    )
    led = {one.casefold() for one in said[:1]} & (_EDITED | _IN | _ISSUES | PLAIN_WORDS)
    return first if not said or len(said) > _LONGEST_REST or numbered or led or not said[0][:1].isupper() else stop


def _place_before(words: Words, labels: Sequence[str], house: int, sure: bool) -> range | None:
    """The place before the colon in front of a house: what is read as one, or a known one; any short phrase where it is ``sure``."""
    first = house
    while (
        first and labels[first - 1] in ("O", f"I-{PLACE}") and words.gaps[first] in (" ", "-", ", ")
    ) or first == house:
        first -= 1
        if words.gaps[first].strip()[-1:] in {".", ",", ";", ")", "("} and labels[first] != f"I-{PLACE}":
            break
    if first and labels[first] == f"I-{PLACE}" and labels[first - 1] == f"B-{PLACE}":
        first -= 1
    place = range(first, house)
    if not place or len(place) > _LONGEST_GIVEN or words.gaps[first].strip()[-1:] not in {".", ",", ";", ")", "("}:
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


def _unmarked_editors(words: Words, labels: list[str]) -> None:
    """Let people whom a reference begins with be its authors where no word says that they only edited it."""
    stop = 0
    while stop < len(labels) and (is_name(labels[stop], "E") or labels[stop] in {"E-AND", "E-ETAL"}):
        stop += 1
    behind = {words.texts[i].casefold() for i in range(stop, min(len(words), stop + _NEAR_MARK))}
    if words.gaps[stop].strip()[-1:] in {"(", "["} and stop < len(words) and not words.texts[stop].isdecimal():
        return  # some role of theirs: "(a c. di)"
    if behind.isdisjoint(_EDITED) and not any(is_name(label, "A") for label in labels):
        labels[:stop] = [f"{one[0]}A{one[2]}" if is_name(one) else "A" + one[1:] for one in labels[:stop]]


_EDITION = frozenset("ed edn edition aufl auflage édition edición edição".split())
_NEAR_MARK = 4
"""Words behind people among which it is said that they edited: "(Hrsg.)", "(2001) (eds.)", "et al. (dir.)"."""
_EDITORS = frozenset("ed eds editor editors hrsg hg éds dirs".split())
_AND = frozenset("and und et y e en och".split())
_NO_NAMES = '.:?!()[]“”"«»'
_FARTHEST_MARK = 30
"""Words before which the mark of editors stands that a reference begins with."""


def _second_title(words: Words, labels: list[str]) -> None:
    """What reads like another title behind "in" is the container."""
    if f"B-{CONTAINER}" in labels or labels.count(f"B-{TITLE}") < 2:
        return
    first = labels.index(f"B-{TITLE}")
    second = labels.index(f"B-{TITLE}", first + 1)
    if not any(words.texts[k].casefold() in _IN and labels[k] == "O" for k in range(first + 1, second)):
        return
    labels[second] = f"B-{CONTAINER}"
    for k in range(second + 1, len(labels)):
        if labels[k] != f"I-{TITLE}":
            break
        labels[k] = f"I-{CONTAINER}"


def _container_of_edited(words: Words, labels: list[str]) -> None:
    """What "In" leads to in a reference with authors and editors is the container, though all of it reads like a title.

    "Kern, A. Songs of rain. In Walls and weather; Lind, B., Ed." and, in styles without titles, "A. Kern, in Walls and
    weather, B. Lind, Ed.".
    """
    if f"B-{CONTAINER}" in labels or labels.count(f"B-{TITLE}") != 1 or not any(is_name(one, "A") for one in labels):
        return
    first = labels.index(f"B-{TITLE}")
    stop = first + 1
    while stop < len(labels) and labels[stop] == f"I-{TITLE}":
        stop += 1
    if not any(is_name(one, "E") for one in labels):
        return
    lead = first - 1
    if not (labels[lead] == "O" and words.texts[lead].casefold() in _IN and words.gaps[first].strip() in {"", ":"}):
        lead = next((k for k in range(first + 1, stop - 1) if _leads_in(words, k)), -1)
        if lead < 0:
            return
    labels[lead] = "O"
    for k in range(lead + 1, stop):
        labels[k] = f"{'B' if k == lead + 1 else 'I'}-{CONTAINER}"


def _leads_in(words: Words, k: int) -> bool:
    """Whether a word is the "In" behind the end of a sentence, before a capital."""
    ended = words.gaps[k].strip()[:1] in _ENDS and words.gaps[k].strip() != ""
    return ended and words.texts[k].casefold() in _IN and words.texts[k + 1][:1].isupper()


_ENDS = frozenset('.?!”"')
"""Signs that end a title before "In"."""


def _behind_code(words: Words, labels: list[str]) -> None:
    """What reads like another title behind the "[M]." of a book in GB/T 7714 is its place and publisher: "Beijing: Science Press"."""
    codes = [i for i, text in enumerate(words.texts) if text in _OF_BOOKS and words.gaps[i].endswith("[")]
    if not codes or labels.index(f"B-{TITLE}") > codes[0]:
        return
    mine = [k for k in range(codes[0] + 1, len(labels)) if field_of(labels[k]) == TITLE]
    stop = next((k for k in mine[1:] if words.gaps[k].strip() in {":", "："}), codes[0])
    for before, k in zip([-1, *mine], mine, strict=False):
        field = PLACE if k < stop else PUBLISHER
        labels[k] = ("I-" if k == before + 1 and k != stop else "B-") + field


def _no_field_in_abstract(words: Words, labels: list[str]) -> None:
    """What is told of a work behind "Abstract:" is in no field, whatever it looks like."""
    said = (i for i, text in enumerate(words.texts) if text.casefold() in _ABSTRACTS)
    first = next((i for i in said if labels[i] == "O" and words.gaps[i + 1].strip()[:1] in {":", "."}), 0)
    if first and f"B-{TITLE}" in labels[:first]:
        labels[first:] = [LINK if i in words.links else "O" for i in range(first, len(labels))]


def _in_within_title(words: Words, labels: list[str]) -> None:
    """The title ends at "In:"; behind it stands the meeting, and behind the meeting's place and year its proceedings: "Tides and tales In:
    Leaf Meeting, 2004, Oslo. Proceedings of the Leaf Meeting", or the container alone."""
    lead = next(
        (
            i
            for i in range(1, len(labels) - 1)
            if labels[i] == f"I-{TITLE}" and words.texts[i] in ("In", "IN") and words.gaps[i + 1].startswith(":")
        ),
        0,
    )
    if not lead:
        return
    labels[lead] = "O"
    stop = lead + 1
    while stop < len(labels) and labels[stop] == f"I-{TITLE}":
        stop += 1
    if stop == lead + 1:
        return
    sentence = next((i for i in range(lead + 2, stop) if words.gaps[i].startswith(".")), 0)
    proceedings = sentence and words.texts[sentence].casefold() in _PROCEEDINGS
    if f"B-{CONTAINER}" in labels or proceedings:
        event = next((i for i in range(lead + 2, stop) if words.gaps[i].startswith(",")), sentence or stop)
        labels[lead + 1 : stop] = ["O"] * (stop - lead - 1)
        labels[lead + 1 : event] = [f"B-{EVENT}", *[f"I-{EVENT}"] * (event - lead - 2)]
    first = sentence if proceedings else lead + 1
    if f"B-{CONTAINER}" not in labels and first < stop:
        labels[first:stop] = [f"B-{CONTAINER}", *[f"I-{CONTAINER}"] * (stop - first - 1)]


_PROCEEDINGS = frozenset("proceedings proc anais anales atas actas actes atti tagungsband".split())
"""First words of the names of proceedings."""


def _years_in_title(words: Words, labels: list[str]) -> None:
    """Two years that end a title behind a comma, before anything that has pages, are of it: "Noise in four cities, 2015–2020"."""
    first = labels.index(f"B-{PAGES}") if f"B-{PAGES}" in labels else 0
    if (
        not first
        or labels[first - 1] != f"I-{TITLE}"
        or words.gaps[first] != ", "
        or f"B-{CONTAINER}" in labels[:first]
    ):
        return
    years = words.texts[first : first + 2]
    joined = words.gaps[first + 1].strip() in {"-", "–"} and labels[first + 1 : first + 2] == [f"I-{PAGES}"]
    if joined and all(_FULL_YEAR.fullmatch(one) for one in years) and years[0] < years[1]:
        labels[first : first + 2] = [f"I-{TITLE}"] * 2


_FULL_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")


def _last_name_before_colon(words: Words, labels: list[str]) -> None:
    """The two or three words before the colon are the last name of a list of full names as dblp prints it, and no part of the title:
    "Ada Lind, Ben Moss, Rei Ito: Streams. LEAF 2016: 233-248"."""
    first = labels.index(f"B-{TITLE}") if f"B-{TITLE}" in labels else 0
    if not first or words.gaps[first] != ", " or f"{AUTHOR}-AND" in labels or not _OF_DBLP.search(words.item.text):
        return
    stop = next((i for i in range(first + 1, len(labels)) if words.gaps[i].startswith(":")), 0)
    plain = all(words.gaps[i] in (" ", ". ", "-") and labels[i] == f"I-{TITLE}" for i in range(first + 1, stop))
    said = words.texts[first:stop]
    names = all(is_name(one, AUTHOR) for one in labels[:first]) and labels[0] == f"B{AUTHOR}G"
    full = all(len(words.texts[i]) > 1 for i in range(first) if labels[i] == f"B{AUTHOR}G")
    if plain and names and full and 1 < len(said) <= _LONGEST_NAME and all(one[:1].isupper() for one in said):
        labels[first:stop] = [f"B{AUTHOR}G", *[f"I{AUTHOR}G"] * (len(said) - 2), f"I{AUTHOR}F"]
        labels[stop] = f"B-{TITLE}"


_OF_DBLP = re.compile(r"\s(?:19|20)\d\d:\s\d[\d:-]*\.?$|\d\)?:\s\d[\d:-]*\s\((?:19|20)\d\d\)\.?$")
"""The end of a reference as dblp prints it: "LEAF 2016: 233-248", "12(3): 45-71 (2015)"."""


def _quoted_title(words: Words, labels: list[str]) -> None:
    """A title that begins with a quote goes on to the quote that closes it, whatever its words look like."""
    if f"B-{TITLE}" not in labels:
        return
    first = labels.index(f"B-{TITLE}")
    opener = words.gaps[first][-1:]
    closers = set(_CLOSING.get(opener, ""))
    last = min(first + _LONGEST_QUOTE, len(labels))
    stop = next((i for i in range(first + 1, last + 1) if closers & set(words.gaps[i])), first)
    inside = range(first + 1, stop)
    if not inside or any(i in words.links or opener in words.gaps[i] for i in inside):
        return
    labels[first + 1 : stop] = [f"I-{TITLE}"] * len(inside)
    if stop < len(labels) and labels[stop][:2] == "I-" and labels[stop] != f"I-{TITLE}":
        labels[stop] = "B" + labels[stop][1:]
    ended = any(sign in words.gaps[stop].partition(opener)[0] for sign in ".,?!") if stop < len(labels) else False
    again = ended and opener in words.gaps[stop]  # "“Ink,” “Tides”"
    if ended and not again and labels[stop] == f"I-{TITLE}" and f"B-{CONTAINER}" not in labels:
        if words.texts[stop].casefold() in _IN:
            labels[stop] = "O"
            stop += 1
        begin = stop
        while stop < len(labels) and labels[stop] == f"I-{TITLE}" and words.texts[stop].casefold() not in _EDITED_WORDS:
            labels[stop] = f"{'I' if stop > begin else 'B'}-{CONTAINER}"
            stop += 1
        while stop < len(labels) and labels[stop] == f"I-{TITLE}":
            labels[stop] = "O"
            stop += 1


_EDITED_WORDS = _EDITED | {"edited", "herausgegeben", "édité"}


def _numbers(words: Words, labels: list[str]) -> None:
    """Issues behind a word for them, short years of meetings, letters of years, and places that were read as numbers."""
    container = labels.index(f"B-{CONTAINER}") if f"B-{CONTAINER}" in labels else len(labels)
    proceedings = container < len(labels) and words.texts[container].casefold().startswith("proc")
    for i in range(1, len(labels)):
        text, before = words.texts[i], words.texts[i - 1].casefold()
        if labels[i] == "O" and field_of(labels[i - 1]) == YEAR and not words.gaps[i] and _YEAR_LETTER.fullmatch(text):
            labels[i] = f"I-{YEAR}"  # 2015a
        elif words.gaps[i].lstrip() in _APOSTROPHES and len(text) == _LONGEST_SHORT_YEAR and text.isdecimal():
            _short_year(words, labels, i)
        elif i > container and text.isdecimal():
            if before in _ISSUES and labels[i - 1] == "O" and "B-N" not in labels and _may_be_issue(labels[i], before):
                labels[i] = "B-N"
            elif (
                proceedings
                and labels[i] == "B-V"
                and labels[i - 1] == "I-C"
                and len(text) == _LONGEST_SHORT_YEAR
                and words.gaps[i] == " "
                and words.texts[i - 1].isupper()
                and len(words.texts[i - 1]) > 1
            ):
                labels[i] = "I-C"
        elif labels[i] == f"B-{PAGES}" and text.isalpha() and not _ROMAN.fullmatch(text) and len(text) > 1:
            labels[i] = "B-W" if place_share(text) else labels[i]


def _supplements(words: Words, labels: list[str]) -> None:
    """A supplement behind a volume or an issue is the issue, or a part of it: "27 (Suppl 11)", "9(3 Suppl): 12"."""
    for i in range(1, len(labels)):
        if words.texts[i].casefold() not in _SUPPLEMENTS or labels[i - 1] not in _BEFORE_SUPPLEMENTS:
            continue
        labels[i] = "I-N" if labels[i - 1].endswith("-N") and not set(words.gaps[i]) & set("()") else "B-N"
        after = i + 1
        if after < len(labels) and labels[after] in _BEHIND_SUPPLEMENTS and words.gaps[after] in (" ", ". ", "."):
            labels[after] = "I-N"


def _newspaper(words: Words, labels: list[str]) -> None:
    """A place right before a container begins its name, "Oslo Evening Post", and the last piece of a title that has a newspaper's
    word in it, where there is no container, is the newspaper: "Paper walls, Oslo Evening Post, 3 May 2021"."""
    if f"B-{CONTAINER}" in labels:
        first = begin = labels.index(f"B-{CONTAINER}")
        while begin and (field_of(labels[begin - 1]) == PLACE or labels[begin - 1] == "O") and words.gaps[begin] == " ":
            begin -= 1
        name = words.texts[first:]
        if (
            begin < first
            and labels[begin][0] == "B"
            and any(one.casefold() in _OF_NEWSPAPERS for one in name[:_LONGEST_GIVEN])
        ):
            labels[begin : first + 1] = [f"B-{CONTAINER}", *[f"I-{CONTAINER}"] * (first - begin)]
        return
    last = max((i for i, label in enumerate(labels) if label == f"I-{TITLE}"), default=0)
    title = labels.index(f"B-{TITLE}") if f"B-{TITLE}" in labels else 0
    begin = next((i for i in range(last, title, -1) if words.gaps[i].strip()[:1] in _ENDS | {","}), 0)
    said = words.texts[begin : last + 1]
    if (
        not begin
        or len(said) > _LONGEST_REST
        or not words.gaps[last + 1].strip()
        or not _DAY.search(words.item.text, words.ends[last])
    ):
        return
    if any(one.casefold() in _OF_NEWSPAPERS for one in said) and said[0][:1].isupper() and said[-1][:1].isupper():
        labels[begin : last + 1] = [f"B-{CONTAINER}", *[f"I-{CONTAINER}"] * (last - begin)]


_OF_NEWSPAPERS = frozenset(
    "post times herald tribune guardian telegraph gazette courier chronicle globe observer news daily mail express star sun"
    " examiner inquirer independent mirror dispatch zeitung tageblatt abendblatt rundschau anzeiger nachrichten allgemeine kurier"
    " monde figaro soir país mundo diario diário jornal folha correio gazeta corriere stampa repubblica messaggero dagblad avisen".split()
)
"""Words of the names of newspapers."""
_DAY = re.compile(
    r"(?<!\d)\d{1,2}(?:\.\d{1,2}\.|\.?\s(?:de\s)?[^\W\d]{3,9}\.?\s(?:de\s)?)(?:19|20)\d\d(?!\d)|[A-Z][a-z]{2,8}\.?\s\d{1,2},\s(?:19|20)\d\d(?!\d)"
)
"""A date with its day: "3 May 2021", "12.3.2019", "12 mar. 2019", "May 3, 2021"."""


def _known_container(words: Words, labels: list[str]) -> None:
    """A container begins with the "Proc." right before it, and goes on where only with the words behind it, which are in no field,
    it is a venue that is known."""
    if f"B-{CONTAINER}" not in labels:
        return
    first = labels.index(f"B-{CONTAINER}")
    if (
        first
        and labels[first - 1] == "O"
        and words.texts[first - 1] in ("Proc", "Proceedings")
        and words.gaps[first] in (" ", ". ")
    ):
        first -= 1
        labels[first : first + 2] = [f"B-{CONTAINER}", f"I-{CONTAINER}"]
    stop = first + 1
    while stop < len(labels) and labels[stop] == f"I-{CONTAINER}":
        stop += 1
    name = words.texts[first] + "".join(words.gaps[k] + words.texts[k] for k in range(first + 1, stop))
    best = stop
    for k in range(stop, min(stop + _LONGEST_REST, len(labels))):
        if (
            labels[k] not in ("O", "B-W", "I-W")
            or words.gaps[k] not in (" ", ". ", ".")
            or not words.texts[k].isupper()
        ):
            break
        name += words.gaps[k] + words.texts[k]
        best = k + 1 if find(name) else best
    labels[stop:best] = [f"I-{CONTAINER}"] * (best - stop)


def _short_year(words: Words, labels: list[str], i: int) -> None:
    """The year of "ICML'08" is no volume, and neither is a name; it stands with the meeting's short name."""
    before = words.texts[i - 1]
    if is_name(labels[i]) and is_name(labels[i - 1]):
        labels[i - 1] = labels[i] = "O"
    if (
        labels[i - 1] == "O"
        and f"B-{TITLE}" in labels[:i]
        and f"B-{CONTAINER}" not in labels
        and before.isupper()
        and len(before) > 1
    ):
        labels[i - 1] = f"B-{CONTAINER}"
    if labels[i] in ("O", "B-V", "B-N") and field_of(labels[i - 1]) == CONTAINER:
        labels[i] = f"I-{CONTAINER}"


CHAPTERS = frozenset("ch chap chapter kap kapitel chapitre capítulo cap rozdz глава".split())
"""Words before the number of a chapter."""


def _may_be_issue(label: str, before: str) -> bool:
    return label in {"O", f"B-{PAGES}"} or (label == "B-V" and before in {"heft", "h"})


_OF_MEDICINE = re.compile(r";\s?(?:19|20)\d\d|(?:19|20)\d\d;")
"""A semicolon beside the year, as in medicine: "Fenn; 1998", "1998;12"."""
_OF_DIN = re.compile(r"\s:\s|,\sS\.\s\d|\sBd\.\s\d")
"""Signs of DIN 1505, which prints a colon behind the people: "Oslo : Fenn", "Bd. 3", "S. 7"."""


def _names_by_comma(words: Words, labels: list[str]) -> None:
    """What stands before the comma of an inverted name is the family, also of two words: "Oru Fenwick, Ada, and Ben Sørli"."""
    role = labels[0][1:2] if labels else ""
    if not labels or labels[0] not in {f"B{role}F", f"B{role}G"} or role not in (AUTHOR, EDITOR):
        return
    names: list[range] = []
    for i, label in enumerate(labels):
        if is_name(label, role) and label[0] == "B":
            names.append(range(i, i + 1))
        elif is_name(label, role) and names and names[-1].stop == i:
            names[-1] = range(names[-1].start, i + 1)
        elif label not in (f"{role}-AND",):
            break
    if not names:
        return
    if _paired(words, labels, role, names):
        return
    first, *others = names
    parted = len(others) == 1 and len(others[0]) == 1 and [labels[i][2] for i in first] == ["G", "F"]
    if (
        parted
        and words.gaps[first.stop - 1] == " "
        and words.gaps[first.stop] == ", "
        and words.gaps[first.stop + 1][:2] in (". ", " (")
    ):
        first, others = range(first.start, first.stop + 1), []  # "Oru Fenwick, Ada. Songs of tides"
        labels[first.stop - 1] = f"I{role}F"
    comma = next((i for i in first if i > first.start and words.gaps[i].strip() == ","), 0)
    crossed = comma and labels[comma] == f"I{role}F" and words.texts[comma].casefold() not in _SUFFIXES
    if crossed and len(words.texts[first.start]) == 1 and labels[first.stop : first.stop + 1] == [f"B-{TITLE}"]:
        for i in range(comma, first.stop):  # "M. Oru, Sørli, songs of tides"
            labels[i] = f"{'I' if i > comma else 'B'}-{TITLE}"
        labels[first.stop] = f"I-{TITLE}"
    elif crossed and comma - first.start <= _LONGEST_GIVEN:
        for i in first:
            labels[i] = f"{labels[i][0]}{role}{'F' if i < comma else 'G'}"
    if not comma and not others:
        _given_in_title(words, labels, role, first)
    if comma and labels[comma] == f"I{role}G":
        _given_first(words, labels, role, others)
        _title_in_capitals(words, labels, role, names[-1])


def _given_in_title(words: Words, labels: list[str], role: str, first: range) -> None:
    """The word behind the comma of a name that begins a reference is the given name, though it was read as the title's."""
    stop = first.stop
    untold = len(first) == 1 and labels[stop : stop + 2] == [f"B-{TITLE}", f"I-{TITLE}"]
    if untold and words.gaps[stop] == ", " and words.gaps[stop + 1].startswith((". ", ":")):
        labels[stop], labels[stop + 1] = f"I{role}G", f"B-{TITLE}"  # "Moss, Cal. Songs of tides"
    if (
        [labels[i][2] for i in first] == ["G", "F"]
        and words.gaps[first.stop - 1] == " "
        and labels[stop : stop + 1] == [f"B-{TITLE}"]
        and words.gaps[stop] == ", "
        and words.gaps[stop + 1].startswith(":")
        and _OF_DIN.search(words.item.text)
    ):  # "Oru Fenwick, Ada: Songs of tides"
        labels[first.start : stop + 1] = [f"B{role}F", f"I{role}F", f"I{role}G"]
        if labels[stop + 1 : stop + 2] == [f"I-{TITLE}"]:
            labels[stop + 1] = f"B-{TITLE}"


def _given_first(words: Words, labels: list[str], role: str, names: Sequence[range]) -> None:
    """Names without a comma behind an inverted one begin with the given name: "Moss, Ada, and Ben Sørli"."""
    for name in names:
        last = name.stop - 1
        full = len(words.texts[last]) > 1 and not words.texts[last].isupper() and words.texts[last].isascii()
        plain = all(words.gaps[i] in (" ", ". ", "-") for i in name if i > name.start)
        if len(name) > 1 and labels[name.start][2] == "F" and labels[last][2] == "G" and full and plain:
            for i in name:
                labels[i] = f"{labels[i][0]}{role}{'F' if i == last else 'G'}"


def _title_in_capitals(words: Words, labels: list[str], role: str, name: range) -> None:
    """Capitals behind initials begin the title: "Moss, A. L. DNA inks"."""
    last = name.stop - 1
    text = words.texts[last]
    if (
        labels[last] == f"I{role}G"
        and len(text) > 2
        and text.isupper()
        and words.gaps[last].startswith(".")
        and labels[last + 1 : last + 2] == [f"B-{TITLE}"]
        and words.gaps[last + 1] == " "
        and not words.texts[name.start].isupper()
    ):
        labels[last], labels[last + 1] = f"B-{TITLE}", f"I-{TITLE}"


def _paired(words: Words, labels: list[str], role: str, names: list[range]) -> bool:
    """Read a list whose names are all inverted, with commas between and inside of them, in pairs, where the labeller lost count:
    "Zhu, Chen, Ni, Ren, Xu, Zheng, and Moss, Ada, Songs of tides"."""
    stop = names[-1].stop
    joint = next((i for i in range(names[0].start, stop) if labels[i] == f"{role}-AND"), 0)
    if not joint or words.gaps[joint] != ", " or stop - joint < 3:
        return False
    pieces: list[list[int]] = []
    for i in range(names[0].start, stop):
        if i == joint:
            continue
        if not i or words.gaps[i].strip(". ") == "," or i == joint + 1:
            pieces.append([])
        elif words.gaps[i].strip() not in ("", ".", "-", ".-"):
            return False
        pieces[-1].append(i)
    behind = [piece for piece in pieces if piece[0] > joint]
    if len(behind) != 2 or len(pieces) % 2 or len(pieces) < 6:
        return False
    for number, piece in enumerate(pieces):
        for i in piece:
            labels[i] = f"{'B' if i == piece[0] and not number % 2 else 'I'}{role}{'G' if number % 2 else 'F'}"
    return True


_SUFFIXES = frozenset("jr sr ii iii iv".split())


def _title_before_editors(words: Words, labels: list[str]) -> None:
    """What stands before the semicolon in front of editors, in a reference without authors, is the title, whatever its words look
    like: "Rain and Reason, Old and New; Lind, B., Ed.; Fenn: Oslo, 2001"."""
    stop = next((i for i, gap in enumerate(words.gaps) if ";" in gap), 0)
    mark = next((i for i in range(stop, len(labels)) if words.texts[i] in ("Ed", "Eds")), 0) if stop > 1 else 0
    if not mark or not is_name(labels[stop], EDITOR) or not words.gaps[mark + 1].startswith(".;"):
        return
    if any(not (is_name(one, EDITOR) or one == f"{EDITOR}-AND") for one in labels[stop:mark]):
        return
    if _INVERTED.search(words.item.text, 0, words.starts[stop]) or any(i < stop for i in words.links):
        return
    stop = next((i for i in range(1, stop) if field_of(labels[i]) == EDITION or i in words.kinds), stop)
    labels[:stop] = [f"B-{TITLE}", *[f"I-{TITLE}"] * (stop - 1)]


_INVERTED = re.compile(r",\s[^\W\d_]\.")
"""The comma and the initial of an inverted name: "Lind, B."."""


def _series_for_title(words: Words, labels: list[str]) -> None:
    """What reads like the series of a book that has no title is its title, and so is what reads like the container of a book with
    nothing but editors: "Ada Lind and Ben Moss (eds), Atlas of Rain and Reason (Fenn, 2001)"."""
    edited = any(is_name(one, EDITOR) for one in labels) and not any(is_name(one, AUTHOR) for one in labels)
    housed = f"B-{PUBLISHER}" in labels and f"B-{PAGES}" not in labels
    if not housed or (f"B-{CONTAINER}" in labels and not edited):
        return
    first = next((i for i, one in enumerate(labels) if one in (f"B-{SERIES}", f"B-{CONTAINER}")), 0)
    if not first or first > labels.index(f"B-{PUBLISHER}") or not any(map(is_name, labels[:first])):
        return
    field, before = field_of(labels[first]), first - 1
    if words.texts[before].casefold() in _IN and labels[before] == "O":
        if edited and words.gaps[before].strip()[-1:] in {".", ","}:
            labels[before], first = f"B-{TITLE}", before  # "Lind, Ada, ed. 2001. In honorem Ben Moss"
        else:
            return
    labels[first] = f"B-{TITLE}"
    stop = first + 1
    while stop < len(labels) and labels[stop] in (f"I-{field}", f"B-{field}" if stop == before + 1 else ""):
        labels[stop] = f"I-{TITLE}"
        stop += 1


def _behind_question(words: Words, labels: list[str]) -> None:
    """A title that goes on behind a question mark, or a stroke, is one; the container is what follows it where that is known:
    "Who fed the fox? Notes of a keeper, Nature 3"."""
    if labels.count(f"B-{CONTAINER}") != 1:
        return
    first = labels.index(f"B-{CONTAINER}")
    sign = words.gaps[first].strip()
    if not first or field_of(labels[first - 1]) != TITLE or sign not in {"?", "!", "/"}:
        return
    stop = first + 1
    while stop < len(labels) and labels[stop] == f"I-{CONTAINER}":
        stop += 1
    if sign == "/":
        if f"B-{PUBLISHER}" in labels and f"B-{PAGES}" not in labels:
            labels[first:stop] = [f"I-{TITLE}"] * (stop - first)
        return
    text = words.item.text
    for i in range(stop - 1, first, -1):
        if words.gaps[i].strip() in {".", ","} and kind_of(text[words.starts[i] : words.ends[stop - 1]]) == "journal":
            labels[first:i] = [f"I-{TITLE}"] * (i - first)
            labels[i] = f"B-{CONTAINER}"
            return


def _year_in_title(words: Words, labels: list[str]) -> None:
    """A year that only a blank parts from the title before and behind it, or that ends it behind a preposition, is of the title; one
    before a container is of its name where another year is printed; and what stands in brackets with the year at the end of a title
    is the publisher: "Songs of 1998 part 2", "2016 Moss Meeting", "Songs of tides (Fenn, 1998)"."""
    years = [i for i, label in enumerate(labels) if label == f"B-{YEAR}"]
    for i in years:
        if not i or i + 1 >= len(labels) or not words.texts[i].isdecimal():
            continue
        before = field_of(labels[i - 1])
        if before == TITLE and words.gaps[i] == " ":
            goes_on = words.gaps[i + 1] == " " and field_of(labels[i + 1]) == TITLE
            if goes_on or (
                words.texts[i - 1].casefold() in _PREPOSITIONS and words.gaps[i + 1][:1] in {".", ",", '"', "”"}
            ):
                labels[i] = f"I-{TITLE}"
                if goes_on:
                    labels[i + 1] = f"I-{TITLE}"
        elif (
            len(years) > 1
            and labels[i + 1] == f"B-{CONTAINER}"
            and words.gaps[i + 1] == " "
            and "(" not in words.gaps[i]
        ):
            labels[i : i + 2] = [f"B-{CONTAINER}", f"I-{CONTAINER}"]
    if len(years) != 1 or f"B-{PUBLISHER}" in labels or not words.gaps[years[0] + 1].startswith(")"):
        return
    begin = next((i for i in range(years[0], 0, -1) if "(" in words.gaps[i]), 0)
    if not begin or any(")" in words.gaps[i] for i in range(begin, years[0] + 1)):
        return
    stop = begin
    while labels[stop] == f"I-{TITLE}":
        stop += 1
    if begin < stop and words.gaps[stop].startswith((",", ":")):
        labels[begin:stop] = [f"B-{PUBLISHER}", *[f"I-{PUBLISHER}"] * (stop - begin - 1)]


_PREPOSITIONS = frozenset("in of since until by from before after to for".split())


def _unread_container(words: Words, labels: list[str]) -> None:
    """What "in" leads to behind a title or its pages, and is in no field, is the container: "… tides. in Songs of rain (ed. Moss, A.)"."""
    for lead in range(labels.index(f"B-{TITLE}") + 1, len(labels) - 1):
        before = field_of(labels[lead - 1])
        if labels[lead] != "O" or words.texts[lead].casefold() not in _IN or before not in (TITLE, PAGES):
            continue
        if before == TITLE and not words.gaps[lead].strip():
            continue
        first = stop = lead + 1
        while stop < len(labels) and labels[stop] == "O" and stop not in words.links and stop not in words.kinds:
            if stop > first and set(words.gaps[stop]) & set(",.;([“"):
                break
            stop += 1
        said = words.texts[first:stop]
        if said and said[0][:1].isupper() and (words.gaps[stop].strip() or stop == len(labels)):
            labels[first:stop] = [f"B-{CONTAINER}", *[f"I-{CONTAINER}"] * (stop - first - 1)]
        return


def _degree_and_school(words: Words, labels: list[str]) -> None:
    """A report's or a thesis's word for itself is one phrase: before a full stop in it is the title, before a comma the school;
    and the place that ends the title of a thesis without a school stands for its university."""
    first = labels.index(f"B-{GENRE}")
    stop = first + 1
    while stop < len(labels) and labels[stop] == f"I-{GENRE}":
        stop += 1
    titled = first > 0 and field_of(labels[first - 1]) == TITLE
    cut = next((i for i in range(first + 1, stop) if words.gaps[i].strip() in {".", ","}), 0)
    housed = f"B-{PUBLISHER}" in labels
    if (
        cut
        and titled
        and words.gaps[first] == " "
        and words.gaps[cut].startswith(".")
        and len(words.texts[cut - 1]) > 4
    ):
        labels[first:cut] = [f"I-{TITLE}"] * (cut - first)
        labels[cut] = f"B-{GENRE}"
    elif cut and not housed and words.gaps[cut].startswith(",") and _has_school(words, first, cut):
        labels[first:cut] = [f"B-{PUBLISHER}", *[f"I-{PUBLISHER}"] * (cut - first - 1)]
        labels[cut] = f"B-{GENRE}"
    elif titled and not housed and f"B-{PLACE}" not in labels and words.gaps[first] == ", ":
        begin = next((i for i in range(first - 1, max(0, first - _LONGEST_GIVEN), -1) if words.gaps[i] == ", "), 0)
        place = words.item.text[words.starts[begin] : words.ends[first - 1]] if begin else ""
        if place and labels[begin] == f"I-{TITLE}" and place_share(place) == 1:
            labels[begin:first] = [f"B-{PUBLISHER}", *[f"I-{PUBLISHER}"] * (first - begin - 1)]


def _has_school(words: Words, first: int, stop: int) -> bool:
    return any(words.texts[i].casefold().startswith(_SCHOOLS) for i in range(first, stop))


# Beginnings of the words for universities and schools in several languages.
_SCHOOLS = ("univ", "instit", "colle", "school", "hochschul", "akadem", "école", "faculd", "facult")


def _dated_house(words: Words, labels: list[str]) -> None:
    """A month at the end of a publisher's name and before the year is of the date: "Moss University, set. 1998"; the city of one of
    a state university's seats is a part of its name: "University of Texas, Austin"; and a word of capitals is no volume, but ends
    the name of a meeting: "Advances in Tide Models, ATM, 3–9"."""
    for i in range(1, len(labels)):
        if labels[i] == f"I-{PUBLISHER}" and words.texts[i].casefold() in MONTHS and words.gaps[i] == ", ":
            if i + 1 < len(labels) and field_of(labels[i + 1]) == YEAR:
                labels[i] = "O"
        elif labels[i] == f"B-{PLACE}" and labels[i - 1] == f"I-{PUBLISHER}" and words.gaps[i] == ", ":
            begin = i - 1
            while begin and labels[begin] == f"I-{PUBLISHER}":
                begin -= 1
            stop = i + 1
            while stop < len(labels) and labels[stop] == f"I-{PLACE}":
                stop += 1
            text = words.item.text
            seats = _SEATS.get(text[words.starts[begin] : words.ends[i - 1]].removeprefix("The "), ())
            if text[words.starts[i] : words.ends[stop - 1]] in seats:
                labels[i:stop] = [f"I-{PUBLISHER}"] * (stop - i)
        elif labels[i] == f"B-{VOLUME}" and len(words.texts[i]) > 1 and words.texts[i].isalpha():
            alone = i + 1 == len(labels) or labels[i + 1] != f"I-{VOLUME}"
            text = words.texts[i]
            if alone and text.isupper() and text.isascii() and not _ROMAN.fullmatch(text):
                if field_of(labels[i - 1]) == CONTAINER and words.gaps[i] == ", ":
                    labels[i] = f"I-{CONTAINER}"
                elif f"B-{CONTAINER}" not in labels and words.texts[i - 1].casefold() in _IN:
                    labels[i] = f"B-{CONTAINER}"


_SEATS = {
    "University of California": tuple(
        "Berkeley|Davis|Irvine|Los Angeles|Merced|Riverside|San Diego|San Francisco|Santa Barbara|Santa Cruz".split("|")
    ),
    "University of Texas": ("Austin", "Arlington", "Dallas", "El Paso"),
    "University of Wisconsin": ("Madison", "Milwaukee"),
    "University of Illinois": ("Urbana-Champaign", "Chicago"),
    "University of Massachusetts": ("Amherst", "Boston", "Lowell"),
    "University of Maryland": ("College Park", "Baltimore County"),
    "University of North Carolina": ("Chapel Hill", "Charlotte", "Greensboro"),
    "University of Nebraska": ("Lincoln", "Omaha"),
    "University of Colorado": ("Boulder", "Denver"),
    "University of Nevada": ("Reno", "Las Vegas"),
    "State University of New York": ("Albany", "Binghamton", "Buffalo", "Stony Brook"),
    "Indiana University": ("Bloomington",),
}
"""Universities of several seats, which go by the name of their city."""


_JOIN = frozenset({"and", "with"})
OTHERS = frozenset("others colleagues coworkers andere weitere autres outros otros alii".split())
_AND = frozenset("and und et y e".split())
_FURTHER = frozenset("more other further additional weitere autres outros otros altri".split())
_AUTHORS = frozenset("author authors co-author co-authors coauthors autoren auteurs autores autori".split())
"""What a site prints for the people of a long list that it hides: "and 33 more authors"."""
_LONGEST_COUNT = 4
"""Digits of the number of people that are left out, at most: collaborations have thousands."""
_CUT_SHORT = (("et", "al"), ("et", "alii"), ("Et", "al"), ("ET", "AL"), ("u", "a"), ("a", "o"))
"""In the letters that they are printed in: "Owusu, A. O." has a given name."""
_FEWEST = 3
"""Names of a list, or items of one, that can outvote one."""
_MOST = 0.7
"""The share of a list that outvotes the rest."""
_SHORTEST_TITLE = 5
"""Letters of a piece that may be the title."""


def agreed(words: Words, labels: Sequence[str]) -> list[str]:
    """The labels, with the names of each list in one role, and what cuts a list short told apart."""
    if not any(is_name(label) for label in labels):
        return list(labels)
    found = list(labels)
    _no_names(words, found)
    _tell_others(words, found)
    _one_role(words, found)
    return found


def _no_names(words: Words, labels: list[str]) -> None:
    """What is in small letters where the other names have capitals is no family name, and a plain word joins no names."""
    for i, label in enumerate(labels):
        if label[1:] == "-AND" and words.texts[i].casefold() in PLAIN_WORDS and words.texts[i] not in _JOIN:
            labels[i] = "O"
    names = [name for group in _lists(words, labels) for name in group]
    for name in names if len(names) > 1 else ():
        family = [words.texts[i] for i in name if labels[i][2] == "F"]
        if family and len(family) < len(name) and all(map(str.islower, family)) and PARTICLES.isdisjoint(family):
            for i in name:
                labels[i] = "O"


def _tell_others(words: Words, labels: list[str]) -> None:
    """Label "et al.", "others", and "and 33 more authors" behind a name as what they are."""
    folded = [text.casefold() for text in words.texts]
    for i in range(1, len(labels)):
        if not is_name(labels[i - 1]):
            continue
        role = labels[i - 1][1]
        stop = i + (folded[i] == "and")
        if stop < len(labels) and folded[stop] in OTHERS:
            labels[i : stop + 1] = [f"{role}-ETAL"] * (stop + 1 - i)
        elif counted := _counted_others(folded[i : i + 4], "+" in words.gaps[i]):
            labels[i : i + counted] = [f"{role}-ETAL"] * counted
        elif tuple(words.texts[i : i + 2]) in _CUT_SHORT and labels[i] != "I-T":
            labels[i : i + 2] = [f"{role}-ETAL"] * 2


def _counted_others(behind: Sequence[str], plus: bool) -> int:
    """The words behind a name that say how many people are left out: 4 of "and 33 more authors", 2 of "4 others" and, behind
    a ``plus``, of "+ 4 more", "+3 authors", and 1 of "+4"."""
    joined = int(bool(behind) and behind[0] in _AND)
    number, *rest = behind[joined:] or [""]
    if not number.isdecimal() or len(number) > _LONGEST_COUNT:
        return 0
    first, second = [*rest, "", ""][:2]
    if first in _FURTHER and second in _AUTHORS:
        return joined + 3
    if first in OTHERS or (plus and (first in _FURTHER or first in _AUTHORS)):
        return joined + 2
    return joined + 1 if plus else 0


def _one_role(words: Words, labels: list[str]) -> None:
    """Give a name the role of the name right before it."""
    for i in range(1, len(labels)):
        here, before = labels[i], labels[i - 1]
        if not is_name(here) or not is_name(before) or here[1] == before[1]:
            continue
        if not any(sign in words.gaps[i] for sign in '()[]:\n"“”'):
            labels[i] = here[0] + before[1] + here[2]


def _lists(words: Words, labels: Sequence[str]) -> list[list[list[int]]]:
    """The words of each name of each list."""
    found: list[list[list[int]]] = []
    for i, label in enumerate(labels):
        if not is_name(label):
            continue
        beside = i > 0 and (is_name(labels[i - 1]) or labels[i - 1].endswith("-AND"))
        if not beside or not found:
            found.append([[i]])
        elif label[0] == "B" or not is_name(labels[i - 1]):
            found[-1].append([i])
        else:
            found[-1][-1].append(i)
    return found


# --- the items of a list -------------------------------------------------------------------------------------------


def begin_alike(read: Sequence[tuple[Words, list[str]]]) -> None:
    """Let the container of each item begin where those of the list do, which have it in brackets or on a line of its own.

    "Critique of … by a team from a university (TPDS'21)" in a list in which every container stands in brackets: the words
    before the bracket are of the title.
    """
    signs = Counter(gap_form(words.gaps[i]) for words, labels in read for i, one in enumerate(labels) if one == "B-C")
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
        begin = next((i for i in later if labels[i] == "I-C" and gap_form(words.gaps[i]) == sign), 0)
        title = max((i for i in range(first) if labels[i] in {"B-T", "I-T"}), default=-1)
        if gap_form(words.gaps[first]) == sign or not begin or title < 0:
            continue
        if all(labels[i] in {"O", "B-C", "I-C"} for i in range(title + 1, begin)):
            labels[title + 1 : begin] = ["I-T"] * (begin - title - 1)
            labels[begin] = "B-C"


def title_alike(read: Sequence[tuple[Words, list[str]]]) -> None:
    """Let each item of a list in which nearly all have a title have one: its longest piece that is in no field.

    Where most items print no people, what was read as people in one that lacks a title is the title.
    """
    bare = [labels for _, labels in read if f"B-{TITLE}" not in labels]
    if len(read) < _FEWEST or not bare or len(bare) > (1 - _MOST) * len(read):
        return
    people = sum(any(map(is_name, labels)) for _, labels in read)
    for words, labels in read:
        if f"B-{TITLE}" in labels or not ("B-Y" in labels or any(map(is_name, labels))):
            continue
        free = "O" if people > len(read) * (1 - _MOST) or "O" in labels else ""
        pieces = _pieces(words, [label if free or not is_name(label) else "O" for label in labels])
        first, stop = max(pieces, key=lambda piece: sum(map(len, words.texts[slice(*piece)])), default=(0, 0))
        if sum(map(len, words.texts[first:stop])) >= _SHORTEST_TITLE:
            labels[first:stop] = [f"B-{TITLE}", *[f"I-{TITLE}"] * (stop - first - 1)]


def families_alone(read: Sequence[tuple[Words, list[str]]]) -> None:
    """Let people whose family names alone a list prints be people each: no Hill of "Stone, Hill & Vance" is a given name.

    It does where what was read as given names stands behind commas, and most of it is among the family names too.
    """
    names = [(words, labels, name) for words, labels in read for group in _lists(words, labels) for name in group]
    given = [(words, labels, i) for words, labels, name in names for i in name if labels[i][2] == "G"]
    families = {words.texts[i] for words, labels, name in names for i in name if labels[i][2] == "F"}
    printed = {words.texts[i] for words, _, i in given}
    parted = all(words.gaps[i].strip() in _BETWEEN and len(words.texts[i]) > 1 for words, _, i in given)
    if parted and len(printed & families) >= max(2, len(printed) / 2):
        for _, labels, i in given:
            labels[i] = f"B{labels[i][1]}F"


def _pieces(words: Words, labels: Sequence[str]) -> list[tuple[int, int]]:
    """The stretches of words that are in no field, cut where a bracket, a line or a full stop parts them."""
    found: list[tuple[int, int]] = []
    for i, label in enumerate(labels):
        if label != "O" or i in words.links:
            continue
        if found and found[-1][1] == i and not any(sign in words.gaps[i] for sign in "()[]\n\t;"):
            found[-1] = (found[-1][0], i + 1)
        else:
            found.append((i, i + 1))
    return found
