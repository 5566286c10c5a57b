"""Conventions of printed references that a few words settle, whatever the labeller made of them.

People before "(eds)" are editors, a number behind "Heft" is an issue, what begins behind "in" after a title is the container,
and "Owusu (Ama), Brandt (Carl)" is a list of names.
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.publications.attributes import shape
from citekit.publications.labeller import CONTAINER, LINK, PAGES, TITLE, YEAR, field_of, is_name
from citekit.publications.lexer import Words
from citekit.publications.places import place_share

_EDITED = frozenset(
    "ed eds editor editors hg hrsg hgg hgs herausgeber éd éds dir dirs coord coords coordinador coordinadores org orgs".split()
)
_ISSUES = frozenset("heft h nr no n num núm número number issue".split())
_IN = frozenset("in dans en em w".split())
_COMMAS = frozenset(",、，;；")
_ROMAN = re.compile(r"[IVXLCDM]+|[ivxlcdm]+")
_BRACKETED = re.compile(r"\s?\(")
_LONGEST_SHORT_YEAR = 2
"""Digits of the year of a meeting behind its short name: "IJCAI 93"."""
_LONGEST_GIVEN = 3
"""Words of a given name in brackets, at most."""


def conventional(words: Words, labels: list[str]) -> None:
    """Amend the labels of an item in place."""
    said = {text.casefold() for text in words.texts}
    _bracketed_links(words, labels)
    _head(labels)
    if not "".join(words.texts).isascii():
        _parted_names(words, labels)
    _given_in_brackets(words, labels)
    if not _EDITED.isdisjoint(said):
        _editors(words, labels)
    if not _IN.isdisjoint(said):
        _second_title(words, labels)
    _numbers(words, labels)


def _bracketed_links(words: Words, labels: list[str]) -> None:
    """An identifier or a link alone in brackets is in no other field."""
    for i in words.links:
        text = words.gaps[i][-1:] + words.texts[i] + words.gaps[i + 1][:1]
        if text.strip()[:1] in {"(", "["} and text.strip()[-1:] in {")", "]"}:
            labels[i] = LINK
            after = i + 1
            while after < len(labels) and labels[after] == f"I-{TITLE}":
                labels[after] = "O"
                after += 1


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


def _numbers(words: Words, labels: list[str]) -> None:
    """Issues behind a word for them, short years of meetings, and places that were read as numbers."""
    container = labels.index(f"B-{CONTAINER}") if f"B-{CONTAINER}" in labels else len(labels)
    proceedings = container < len(labels) and words.texts[container].casefold().startswith("proc")
    for i in range(1, len(labels)):
        text, before = words.texts[i], words.texts[i - 1].casefold()
        if i > container and text.isdecimal():
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


def _may_be_issue(label: str, before: str) -> bool:
    return label in {"O", f"B-{PAGES}"} or (label == "B-V" and before in {"heft", "h"})
