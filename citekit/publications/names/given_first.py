"""Names with the given name first: "Given Family", "G. van Family"."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.publications.names.bodies import GROUP_WORDS
from citekit.publications.names.family_first import are_initials
from citekit.publications.names.printed import GIVEN_FIRST, ReadName
from citekit.publications.names.words import NameWords
from citekit.publications.tokens import CAPITAL_PARTICLES
from citekit.works.venues import kind_of

_WHOLE_GIVEN_NAMES = {0: 1.0, 1: 1.0, 2: 0.7, 3: 0.65}
"""What so many given names that are written out score."""


def given_first(words: NameWords, at: int, last: int, leading: str) -> Iterator[ReadName]:
    """The names that begin with a given name at a token, ``last`` being the end of the words that stand side by side."""
    tokens = words.tokens
    stops = {last}
    if len(words.item.runs) > 1:
        stops.update(_style_stop(words, at, last))
    if last - at > 3:
        stops.add(at + 2)
    for stop in stops:
        if (
            stop - at < 2
            or tokens[stop - 1].kind not in "WC"
            or (tokens[stop - 1].kind == "C" and tokens[at].kind == "C")
            or (stop - at > 2 and tokens[stop - 1].base in GROUP_WORDS)
        ):
            continue
        split = _family_start(words, at, stop)
        if split == at or tokens[at].kind == "p":
            continue
        drop = tokens[stop - 1].dotted
        name, after = words.finish(words.text(split, stop, drop), words.text(at, split), GIVEN_FIRST, at, stop, leading)
        yield name, after, _score(words, at, split, stop)


def _score(words: NameWords, at: int, split: int, stop: int) -> float:
    """How well ``at:split`` read as given names and ``split:stop`` as the family name after them."""
    first, last = words.tokens[at], words.tokens[stop - 1]
    before = words.kinds[at:split]
    initials = before.count("I")
    whole = before.count("W") + before.count("C")
    score = 1.3 if initials and not whole else _WHOLE_GIVEN_NAMES.get(whole, 0.2)
    if last.kind == "C":
        score -= 0.8
    if first.kind == "C" and not are_initials(first.base):
        score -= 0.8  # "SAP Team"
    if first.kind == "I" and not first.dotted:
        score -= 1.2 if first.text in ("A", "I") else 0.4  # "A Roadmap"
    if not initials and kind_of(words.text(at, stop)):
        score -= 1.0  # "GAMM Mitteilungen", "Annals Press"
    if last.kind == "W" and last.dotted and len(last.base) < 3:
        score -= 0.2
    return score + (words.words_score(at, stop) + words.bold(at))


def _style_stop(words: NameWords, at: int, last: int) -> Iterator[int]:
    """Where the emphasis of a name ends without punctuation: "*Kenny Zhuo Ming Lu* FLOPS 2014"."""
    style = words.item.style(words.tokens[at].start)
    for i in range(at + 2, last):
        if words.item.style(words.tokens[i].start) != style:
            yield i
            return


def _family_start(words: NameWords, at: int, stop: int) -> int:
    """Where the family name begins in "given … family": at a particle, else the last word."""
    tokens = words.tokens
    for i in range(at + 1, stop - 1):
        if tokens[i].kind == "p":
            return i
    for i in range(at + 1, stop - 1):
        if tokens[i].base in CAPITAL_PARTICLES and tokens[i].kind != "I":
            return i
    return stop - 1
