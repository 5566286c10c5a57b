"""Forms by which names and titles are compared: letters only, without LaTeX, tags, accents and case."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from citekit.works.name import Name

_ACCENT = re.compile(r"\\(?:[\"'`^~=.]\s?|[uvHtcdbrk](?=[\s{])\s?)")
_LETTER = re.compile(r"\\(ss|ae|AE|oe|OE|aa|AA|o|O|l|L|i|j|dh|DH|th|TH|dj|DJ|ng|NG)(?![A-Za-z])\s?")
_LETTERS = {"i": "i", "j": "j", "l": "l", "L": "L", "o": "o", "O": "O", "aa": "a", "AA": "A", "ss": "ss"}
_COMMAND = re.compile(r"\\[A-Za-z]+\*?\s?|\\.")
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,80}>")
_MOST_INITIALS = 3
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii"})
_NICKNAME = re.compile(r"\([^()]{0,60}\)?|[\"“‘'][^\"”’']{2,40}[\"”’'](?=\s|$)")
_NOT_WORD = re.compile(r"[\W_]+")
_STROKES = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})


def plain(text: str) -> str:
    """A value without LaTeX's braces and commands and without tags; letters keep their case, accents may be lost."""
    if "\\" in text:
        text = _ACCENT.sub("", text)
        text = _LETTER.sub(lambda match: _LETTERS.get(match[1], match[1]), text)
        text = _COMMAND.sub(
            lambda match: match[0][1:] if len(match[0]) == 2 and not match[0][1].isalpha() else "", text
        )
    if "<" in text:
        text = _TAG.sub("", text)
    return text.replace("{", "").replace("}", "").replace("$", "")


def letters(text: str) -> str:
    """The letters and digits of a value, small and without accents: what titles are compared by."""
    return _NOT_WORD.sub("", _folded(plain(text)))


def words(text: str) -> list[str]:
    """The words of a value, small and without accents."""
    return _NOT_WORD.sub(" ", _folded(plain(text))).split()


def _folded(text: str) -> str:
    text = text.casefold()
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(c for c in decomposed if not unicodedata.combining(c)).translate(_STROKES)


@lru_cache(maxsize=65536)
def family(name: Name) -> str:
    """The family name (or the undivided name), folded."""
    return letters(name.family or name.literal)


@lru_cache(maxsize=65536)
def given_words(name: Name) -> tuple[str, ...]:
    """The words of a given name, folded; the hyphen divides (``Po-An`` is two words), ``Y.H.`` is two initials."""
    given = spread_initials(_NICKNAME.sub(" ", name.given))
    divided = words(re.sub(r"(?<=\b[^\W\d_])\.(?=[^\W\d_])", ". ", given))
    return tuple(word for word in divided if word not in _SUFFIXES)


def spread_initials(given: str) -> str:
    """A given name with the initials apart that medical journals run together: ``JC`` is ``J C``."""
    return " ".join(
        " ".join(word)
        if 2 <= len(word) <= _MOST_INITIALS and word.isascii() and word.isalpha() and word.isupper()
        else word
        for word in given.split()
    )


def is_initial(word: str) -> bool:
    """Whether a word of a given name is only its first letter."""
    return len(word) == 1


def agrees(one: Name, other: Name) -> bool:
    """Whether two names may be one person's: the same family name, and given names that do not contradict."""
    if family(one) != family(other):
        return False
    return given_agree(given_words(one), given_words(other))


def given_agree(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether given names may be one person's: word by word equal, or one the initial or the beginning of the other."""
    if not one or not other or "".join(one) == "".join(other):
        return True
    return all(a.startswith(b) or b.startswith(a) for a, b in zip(one, other, strict=False))
