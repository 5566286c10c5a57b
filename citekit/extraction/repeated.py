"""Signs that stand for the people of the reference above: "———. 2003.", "Ders.:", "Idem,", ``\\bysame``.

They are replaced by what they stand for before anything is read, so that "———, ed." and "———, and Theo Brandt" are read
like any other reference. Where nothing readable stands above, the sign stays, and the entry is marked as uncertain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from citekit.documents.model import HARD_BREAK, SOFT_BREAK, Document, Run
from citekit.documents.runs import Change, edited
from citekit.extraction.attributes import attributes
from citekit.extraction.labeller import AUTHOR, EDITOR, TITLE, YEAR, field_of, is_name, labeller
from citekit.extraction.lexer import cut
from citekit.extraction.styled import StyledText
from citekit.runtime import patterns as re
from citekit.runtime.span import Span

SAME_PEOPLE = re.compile(
    r"\s{0,8}(?P<sign>(?:[—―⸺⸻]\s?){1,6}|–{2,8}|-{3,12}|_{2,12}|(?:[-–]\s){3,6}|(?:Idem|Id\.|[Dd]ers\.|[Dd]ies\.|[Dd]ieselben?|[Dd]erselbe|Eadem|Ead\.)(?!\s?(?:ibid|p\.|S\.)))"
    r"(?=\s?(?:[.,:;(]|\s\S))"
)
"""The sign for the same people at the beginning of a reference."""
_BULLET = re.compile(r"[—–-]\s")
"""One dash and a blank, which may as well be the bullet of a list."""
_LINE_BREAKS = f"{HARD_BREAK}{SOFT_BREAK}"
_NUMBER = re.compile(r"\s{0,8}(?:\[\w{1,12}\]|\(?\d{1,4}[.)\]])\s{1,8}")
_AND_OTHERS = re.compile(r"\s?,?\s?(?:and|&|with|und|et|y|e|i|och|en)\s")
"""What joins further people to those who are repeated."""
_MOST_BEFORE = 1
"""Words that may stand before the first name of a reference: a number."""
_LEAST_SURE = 0.3
"""How sure the least sure of the names above must be to be taken for those of the reference below."""


def sign_at(text: str) -> tuple[int, int] | None:
    """Where a reference begins with a sign for the people above; None where it does not."""
    number = _NUMBER.match(text)
    at = number.end() if number else 0
    found = SAME_PEOPLE.match(text, at)
    if found is None or (_BULLET.match(text, found.start("sign")) and not text.startswith(("——", "--"), at)):
        return None
    return found.start("sign"), found.start("sign") + len(found["sign"].rstrip())


def people_of(text: StyledText) -> str:
    """The people that a reference begins with, as it prints them; empty where it does not begin with any."""
    words = cut(text)
    if not len(words):
        return ""
    labels, sure, _ = labeller("line").label(attributes(words))
    fields = [field_of(label) for label in labels]
    names = [i for i, label in enumerate(labels) if is_name(label)]
    if not names or names[0] > _MOST_BEFORE:
        return ""
    last = names[0]
    for i in range(names[0], len(labels)):
        if fields[i] in (TITLE, YEAR):
            break
        if is_name(labels[i]):
            last = i
        elif fields[i] not in (AUTHOR, EDITOR):
            break
    if min(sure[names[0] : last + 1]) < _LEAST_SURE:
        return ""
    end = words.ends[last]
    if text.text[end : end + 1] == "." and len(words.texts[last]) == 1:
        end += 1
    return text.text[words.starts[names[0]] : end]


class PeopleAbove:
    """The references of a list in order, each of which may stand for the people of the one before it."""

    def __init__(self) -> None:
        self._above = ""
        self._stood = ""
        """The people whom the reference above repeats alone, which are known though it be hard to read: "———, ed."."""

    def change(self, text: str) -> Change | None:
        """What the sign at the beginning of a reference becomes; None where it has none, or nothing explains it."""
        sign = sign_at(text)
        if sign is None:
            if any(map(str.isalpha, text)):
                self._above, self._stood = text, ""
            return None
        people = (people_of(_plain(self._above)) if self._above else "") or self._stood
        if people and text[sign[1] - 1] == "." and people[-1] != "." and text[sign[1] :].lstrip()[:1].isalnum():
            people += "."  # the stop of "Ders." also ends the names
        self._above = text[: sign[0]] + people + text[sign[1] :] if people else ""
        self._stood = "" if _AND_OTHERS.match(text, sign[1]) else people
        return (*sign, people) if people else None


def with_people(document: Document) -> Document:
    """The document with the people of the reference above for each sign that stands for them."""
    blocks = list(document.blocks)
    above = PeopleAbove()
    for number, block in enumerate(blocks):
        if block.hidden or block.kind != "paragraph":
            continue
        whole = block.marker or block.key or document.format != "text"  # elsewhere each line may be a reference
        found = ((start, above.change(line)) for start, line in ([(0, block.text)] if whole else _lines(block.text)))
        changes = [(start + change[0], start + change[1], change[2]) for start, change in found if change]
        if changes:
            blocks[number] = edited(block, changes)
    return replace(document, blocks=tuple(blocks))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a block with where they begin."""
    at = 0
    for line in re.split(f"[{_LINE_BREAKS}]", text):
        yield at, line
        at += len(line) + 1


def _plain(text: str) -> StyledText:
    return StyledText.of([Run(text, Span(0, len(text)))])
