"""Names with a comma after the family name: "Family, G.", "Family, Given", "Family, Jr., G. de"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from citekit.publications.names.printed import FAMILY_COMMA, ReadName
from citekit.publications.names.words import NameWords
from citekit.publications.places import place_share
from citekit.publications.tokens import PARTICLES

_REFERENCE_GOES_ON = re.compile(r"\.\s|,?\s\(?(?:1[89]|20)\d\d|,?\s(?:and|&|et|und|y)\s")
_SMALL_INITIALS = frozenset({"v.", "d."})
_PARTICLES_AFTER = frozenset("van von de der di do da dos das del".split())
"""Particles that are printed after the given name: "Beethoven, Ludwig van"."""


@dataclass(slots=True)
class _Family:
    """A family name before a comma: ``at:comma``, what stands after it (the given name begins at ``given``), its score."""

    at: int
    comma: int
    given: int
    leading: str
    suffix: str
    score: float


def family_comma(words: NameWords, at: int, comma: int, leading: str, extra: float) -> Iterator[ReadName]:
    """The names whose family name ``at:comma`` has a comma after it; ``extra`` is what its words beyond the first cost."""
    tokens = words.tokens
    i = comma + 1
    suffix = ""
    if i + 2 < len(tokens) and tokens[i].kind == "s" and tokens[i + 1].text == ",":
        suffix, i = tokens[i].text, i + 2
    if i >= len(tokens):
        return
    score = words.words_score(at, comma) + words.bold(at) - extra
    family = _Family(at, comma, i, leading, suffix, score)
    yield from _with_initials(words, family)
    if tokens[i].kind == "W":
        yield from _with_given(words, family)


def _with_initials(words: NameWords, family: _Family) -> Iterator[ReadName]:
    """Initials after the comma: "Family, G. H.", "Mankiw, N. Gregory", "LI, XY"."""
    tokens = words.tokens
    stop = i = family.given
    while stop < len(tokens) and words.is_initial(stop) and stop - i < 5:
        stop += 1
    if stop > i:
        yield _name(words, family, stop, 1.35 + family.score)
        if words.is_given_after_initial(stop):
            yield _name(words, family, stop + 1, 0.9 + family.score + words.words_score(stop, stop + 1))
        yield from _with_particles(words, family, stop)
    elif tokens[i].kind == "C" and not (i + 1 < len(tokens) and tokens[i + 1].kind in "WI"):
        yield _name(words, family, i + 1, 0.5 + family.score)


def _with_particles(words: NameWords, family: _Family, stop: int) -> Iterator[ReadName]:
    """Particles after the initials, which end at ``stop``: "Bosh, K. v. d.", "Santos, B. de S."."""
    tokens = words.tokens
    while stop < len(tokens) and stop - family.given < 6 and tokens[stop].text in _SMALL_INITIALS:
        stop += 1
        if tokens[min(stop, len(tokens) - 1)].text not in _SMALL_INITIALS:
            yield _name(words, family, stop, 1.35 + family.score)
    if stop < len(tokens) and tokens[stop].kind == "p":
        after = stop
        while after < len(tokens) and tokens[after].kind == "p" and after - stop < 3:
            after += 1
        while after < len(tokens) and words.is_initial(after) and after - stop < 5:
            after += 1
        yield _name(words, family, after, 1.3 + family.score)


def _with_given(words: NameWords, family: _Family) -> Iterator[ReadName]:
    """A given name after the comma: "Family, Given", "Family, Given G.", "Family, Given von"."""
    tokens = words.tokens
    i = family.given
    stop = i + 1
    while (
        stop < len(tokens)
        and tokens[stop].kind in "WI"
        and stop - i < 4
        and (not words.ends_sentence(stop - 1) or words.is_stray_stop(stop))
    ):
        stop += 1
    score = 0.55 + family.score + words.words_score(i, stop)
    if _REFERENCE_GOES_ON.match(words.item.text, tokens[stop - 1].end - tokens[stop - 1].dotted):
        score += 0.3  # "Shlomo, Yoseph. 1990", "Teng, Edmond and"
    if stop - i > 2:
        score -= 0.3
    if _is_place(words, family.at, family.comma, stop):
        score -= 1.6  # "Sochi, Russia"
    yield _name(words, family, stop, score)
    if stop < len(tokens) and tokens[stop].base in _PARTICLES_AFTER:
        after = stop
        while after < len(tokens) and tokens[after].base in PARTICLES:
            after += 1
        yield _name(words, family, after, score)


def _is_place(words: NameWords, at: int, comma: int, stop: int) -> bool:
    """Whether the words before and behind a comma are a city and its country; at an item's end the country is enough.

    A place in brackets is read as one anyway.
    """
    bracketed = words.item.text[max(0, words.tokens[at].start - 1) : words.tokens[at].start] == "("
    if comma - at > 2 or stop - comma > 3 or bracketed:
        return False
    last = at > 0 and stop == len(words.tokens)
    return place_share(words.text(comma + 1 if last else at, stop, words.ends_sentence(stop - 1))) == 1


def _name(words: NameWords, family: _Family, stop: int, score: float) -> ReadName:
    """The name whose given names end at ``stop``."""
    last = words.tokens[stop - 1]
    given = words.text(family.given, stop, last.kind == "W" and last.dotted)
    printed = words.text(family.at, family.comma)
    name, after = words.finish(printed, given, FAMILY_COMMA, family.at, stop, family.leading, family.suffix)
    return name, after, score
