"""Names of one part: bodies ("The ATLAS Collaboration"), names in scripts without blanks, and single words."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.publications.names.printed import GIVEN_FIRST, SINGLE, ReadName
from citekit.publications.names.words import NameWords

GROUP_WORDS = frozenset(
    "Collaboration Consortium Team Group Initiative Network Investigators Committee Project Study".split()
)


def group(words: NameWords, at: int, leading: str) -> Iterator[ReadName]:
    """A body with its article: "The ATLAS Collaboration"."""
    for i in range(at + 1, min(len(words.tokens), at + 7)):
        if words.tokens[i].kind not in "WCI":
            return
        if words.tokens[i].base in GROUP_WORDS and i > at + 1:
            text = words.text(at, i + 1, words.tokens[i].dotted)
            name, after = words.finish(text, "", SINGLE, at, i + 1, leading, literal=text)
            yield name, after, 0.8
            return


def single(words: NameWords, at: int, last: int, leading: str) -> Iterator[ReadName]:
    """A body, or one word, at a token, ``last`` being the end of the words that stand side by side."""
    tokens = words.tokens
    for i in range(at + 1, min(last, at + 7)):
        if tokens[i].base in GROUP_WORDS:
            text = words.text(at, i + 1, tokens[i].dotted)
            name, after = words.finish(text, "", SINGLE, at, i + 1, leading, literal=text)
            yield name, after, 0.6
            return
    if tokens[at].kind == "J":
        if _is_han(words, at) and _is_han(words, at + 1) and tokens[at + 1].start == tokens[at].end + 1:
            family, given = (words.text(i, i + 1, tokens[i].dotted) for i in (at, at + 1))
            name, after = words.finish(family, given, GIVEN_FIRST, at, at + 2, leading)
            yield name, after, 1.4  # a blank between the two, as Japanese lists have it
        yield _without_blanks(words, at, leading)
    elif last - at == 1 and tokens[at].kind == "W":
        yield _one_word(words, at, leading)


def _is_han(words: NameWords, at: int) -> bool:
    """Whether a token is one to three Chinese characters, as many as half of a name has."""
    if at >= len(words.tokens) or words.tokens[at].kind != "J":
        return False
    text = words.tokens[at].text
    return len(text) <= 3 and all("\u4e00" <= c <= "\u9fff" or c == "々" for c in text)


def _without_blanks(words: NameWords, at: int, leading: str) -> ReadName:
    """A name in a script without case: in two to four Chinese characters the first is the family name."""
    text = words.text(at, at + 1, words.tokens[at].dotted)
    if 2 <= len(text) <= 4 and all("\u4e00" <= c <= "\u9fff" for c in text):
        name, after = words.finish(text[:1], text[1:], GIVEN_FIRST, at, at + 1, leading)
        return name, after, 0.6
    name, after = words.finish(text, "", SINGLE, at, at + 1, leading)
    return name, after, -1.0


def _one_word(words: NameWords, at: int, leading: str) -> ReadName:
    tokens = words.tokens
    name, after = words.finish(words.text(at, at + 1, tokens[at].dotted), "", SINGLE, at, at + 1, leading)
    score = words.words_score(at, at + 1)
    comma = after < len(tokens) and tokens[after].text == ","
    if words.after_others(after) or (comma and words.after_others(after + 1)):
        return name, after, 0.5 + score  # "Radia et al."
    return name, after, (-0.4 if tokens[at].base in words.vocabulary.families else -1.4) + score
