"""Names with the family name first: "Family G.", "FAMILY Given", "Family (G.)", and those with a comma."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.publications.names.family_comma import family_comma
from citekit.publications.names.printed import FAMILY_INITIALS, ReadName
from citekit.publications.names.words import NameWords

_VOWELS = frozenset("AEIOUY")


def family_first(words: NameWords, at: int, last: int, leading: str) -> Iterator[ReadName]:
    """The names that begin with a family name at a token, ``last`` being the end of the words that stand side by side."""
    tokens = words.tokens
    first = at
    while first < last and tokens[first].kind == "p":
        first += 1
    i = _family_end(words, first, last)
    if i == first:
        return
    extra = 0.25 * (i - first - 1)
    if i < last and tokens[i].kind in "IC" and (words.is_glued(i) or not tokens[i - 1].dotted):
        yield from _family_initials(words, at, i, last, leading, extra)
    if i + 1 < len(tokens) and tokens[i].kind == "s" and tokens[i + 1].text == ",":
        # "Wimsatt Jr., William Kurtz"
        for name, after, score in family_comma(words, at, i + 1, leading, extra):
            name.family, name.suffix = words.text(at, i), tokens[i].text
            yield name, after, score
    if i < len(tokens) and tokens[i].text == "(":
        yield from _family_bracketed(words, at, i, leading, extra)
    yield from _capital_family(words, at, last, leading)
    if i < len(tokens) and tokens[i].text == "," and i + 1 < len(tokens) and not tokens[i - 1].dotted:
        yield from family_comma(words, at, i, leading, extra)


def _family_end(words: NameWords, first: int, last: int) -> int:
    """Where a family name ends whose particles end at ``first``: after one to four words, or two or three capitals."""
    tokens = words.tokens
    i = first
    while (
        i < last
        and i - first < 4
        and (
            tokens[i].kind in "WJ"
            or (tokens[i].kind == "C" and _is_capital_family(words, i, first))
            or (tokens[i].kind == "p" and i > first and i + 1 < last and tokens[i + 1].kind == "W")
        )
    ):
        i += 1
        if tokens[i - 1].dotted:
            break
    if i == first and i < last and tokens[i].kind == "C":
        i += 1  # "LI, K.", "Wu X"
    return i


def _capital_family(words: NameWords, at: int, last: int, leading: str) -> Iterator[ReadName]:
    """A family name in capitals before a given name that is not: "FERRIÈRES Madeleine"."""
    tokens = words.tokens
    i = at
    while i < last and tokens[i].kind in "WC" and tokens[i].base.isupper() and len(tokens[i].base) > 2:
        i += 1
    if i in (at, last) or i - at > 2 or tokens[i].kind != "W" or tokens[i].base.isupper():
        return
    if i - at == 1 and are_initials(tokens[at].base):
        return  # "SHD Haddock"
    stop = i + 1
    while stop < last and tokens[stop].kind in "WI" and stop - i < 3 and not tokens[stop - 1].dotted:
        stop += 1
    drop = tokens[stop - 1].dotted and tokens[stop - 1].kind == "W"
    name, after = words.finish(words.text(at, i), words.text(i, stop, drop), FAMILY_INITIALS, at, stop, leading)
    yield name, after, 0.9 + words.words_score(i, stop) + words.bold(at)


def are_initials(word: str) -> bool:
    """Whether two or three capitals can be no name, for lack of a vowel."""
    return 1 < len(word) < 4 and _VOWELS.isdisjoint(word) and word.isascii() and word.isupper()


def _is_capital_family(words: NameWords, i: int, first: int) -> bool:
    """Whether two or three capitals are a word of a family name in capitals: "BIN ALI, Nauman"."""
    tokens = words.tokens
    if i + 1 < len(tokens) and tokens[i + 1].kind in "WC":
        return tokens[i + 1].base.isupper()
    return (
        i > first
        and len(tokens[i].base) == 3
        and tokens[i - 1].base.isupper()
        and tokens[i + 1 : i + 2] != []
        and tokens[i + 1].text == ","
    )


def _family_initials(words: NameWords, at: int, i: int, last: int, leading: str, extra: float) -> Iterator[ReadName]:
    """A family name that ends at ``i`` with initials after it: "van Family G. H."."""
    tokens = words.tokens
    stop = i
    if tokens[i].kind == "C":
        stop = i + 1
    else:
        while stop < last and words.is_initial(stop) and stop - i < 4:
            stop += 1
    if stop == i:
        return
    score = 1.1 if tokens[i].dotted else 0.9
    score += words.words_score(at, i) + words.bold(at) - extra
    if stop < last and tokens[stop].kind in "WC" and not tokens[stop - 1].dotted:
        score -= 0.7  # "Graph A Theory": an undotted initial inside a sequence
    family = words.text(at, i, drop_dot=True)
    name, after = words.finish(family, words.text(i, stop), FAMILY_INITIALS, at, stop, leading)
    yield name, after, score


def _family_bracketed(words: NameWords, at: int, i: int, leading: str, extra: float) -> Iterator[ReadName]:
    """A family name with the initials in brackets, as French bibliographies have it: "Bautier (R.-H.)"."""
    tokens = words.tokens
    stop = i + 1
    while stop < len(tokens) and tokens[stop].kind in "IW" and stop - i < 5:
        stop += 1
    if stop == i + 1 or stop >= len(tokens) or tokens[stop].text != ")":
        return
    whole = any(token.kind == "W" for token in tokens[i + 1 : stop])
    score = (0.5 if whole else 1.3) + words.words_score(at, i) + words.bold(at) - extra
    given = words.text(i + 1, stop)
    name, after = words.finish(words.text(at, i), given, FAMILY_INITIALS, at, stop + 1, leading)
    yield name, after, score
