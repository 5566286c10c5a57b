"""Letter case of titles: words that must keep it, function words, and English titles from title case to sentence case.

BibTeX files have titles in title case (``The Great Story of Markov Chains``), with braces around words that keep their
capitals. Styles such as APA's print sentence case (``The great story of Markov chains``) and expect it in their input
(CSL 1.0.2, "Sentence Case Conversion", which only lowers letters).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from citekit.runtime import patterns as re
from citekit.runtime.registry import words

_WORDS = words("citekit.text", "words.tsv")
SMALL_WORDS = _WORDS["small"]
"""Articles, prepositions, conjunctions and similar words (English, and the most frequent articles of other languages)."""

_WORD = re.compile(r"[^\W_]+(?:[.'’+&/_-]++[^\W_]++)*\+*")
_PART = re.compile(r"[-/]+")
_SMALL = re.compile(r"[a-z]")


def keeps_case(word: str) -> bool:
    """Whether lower-casing all but its first letter damages a word: acronyms, ``PyTorch``, ``3D``, ``E``."""
    core = [c for c in word if c.isalnum()]
    if len(core) == 1:
        return core[0].isupper() and core[0] != "A"
    return any(c.isupper() for c in core[1:])


def shouts(text: str) -> bool:
    """Whether a title of three words or more is in capitals throughout."""
    if 4 * len(_SMALL.findall(text)) > len(text):
        return False  # too many lowercase letters for the 15 % below; fast, for most titles end here
    words = [w for w in _WORD.findall(text) if any(c.isalpha() for c in w)]
    letters = [c for c in text if c.isupper() or c.islower()]
    # 85 %: a title in capitals may have a function word or a name in lower case
    return len(words) >= 3 and sum(c.isupper() for c in letters) >= 0.85 * len(letters)


def case_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return the ranges of a title that keep their case in any style, adjacent ones joined: ``GPU``, ``RM-STC``.

    A title in capitals throughout has none, because the case of its words is unknown.
    """
    if shouts(text):
        return ()
    spans: list[tuple[int, int]] = []
    for match in _WORD.finditer(text):
        word = match.group()
        if not (word.islower() or (word[1:].islower() and _PART.search(word) is None)):
            spans.extend(_parts(word, match.start()))
    return tuple(spans)


def _parts(word: str, start: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    at = last_end = 0
    compound = _PART.search(word) is not None
    for piece in (*_PART.finditer(word), None):
        end = piece.start() if piece else len(word)
        part = word[at:end]
        if keeps_case(part) or (compound and len(part) == 1 and part.isupper()):
            joined = bool(found) and found[-1][1] == start + last_end
            if joined:
                found[-1] = (found[-1][0], start + end)
            else:
                found.append((start + at, start + end))
        last_end = end
        at = piece.end() if piece else end
    return found


PLACES = frozenset(word.replace("-", " ") for word in _WORDS["places"])
"""Names of countries, states and cities in lowercase."""
_TWO_WORDS = PLACES | frozenset(word.replace("-", " ") for word in _WORDS["regions"])
PROPER = _WORDS["eponyms"] | _WORDS["peoples"] | _WORDS["products"] | PLACES
"""Words that keep their capital inside a sentence, in lowercase."""
_NAMES = frozenset(name for name in _WORDS["eponyms"] if not name.endswith(("ian", "ean", "ant", "ist", "an")))
_COMMON = frozenset("green killing moore stein lie scratch oracle excel windows zoom scala rust nice reading".split())
"""Proper names that are more often ordinary words."""

_TITLE_WORD = re.compile(r"[^\W_]+(?:['’.&+][^\W_]++)*\+*")
_GENITIVE = re.compile(r"['’]s?$")
_WORD_AFTER = re.compile(r"\s([^\W\d_]+)")
_WORD_BEFORE = re.compile(r"(?<![^\W\d_])([^\W\d_]++)\s$")
_JOINED_AFTER = re.compile(r"[-–]([^\W\d_]+)")
_JOINED_BEFORE = re.compile(r"(?<![^\W\d_])([^\W\d_]++)[-–]$")
_PREFIXES = frozenset(
    "anti cross ex hyper inter multi neo non para post pre pro pseudo quasi semi sub super trans".split()
)
_BREAK = re.compile(r"(?:[:?!]|[.][\"'”’)]?|[:?!][\"'”’)])\s+[\"'“‘(\[]*$|[—]\s*[\"'“‘(]*$")
_LONGEST_TITLE = 2000
"""Characters that are read; no title is longer."""
_MOST_BEFORE_FIRST = 60
"""Characters of punctuation that may precede the first word."""
_FOREIGN = frozenset("das dem den der des dla della delle dans das du een et für het i il les los las nel och over pour sur sul sulla "
                     "und über une van von voor zu zum zur à é og w z".split())  # fmt: skip
_ALWAYS_SMALL = frozenset("the of and for with on an by from to in at or but into upon".split())
_PARTICLES = frozenset("Van Von De Den Der Di Da Del Della Du Al El Ter Ten".split())
_LETTERED = frozenset(
    "appendix block case category class cohort factor grade group hepatitis influenza level part phase plan protein "
    "schedule series stage study trial type vitamin".split()
)
"""Words followed by a letter as a label: ``Appendix A``."""
_ENGLISH = frozenset("the of and for with on an by from to".split())


def sentence_case(text: str, fixed: Sequence[tuple[int, int]] = ()) -> str:
    """Convert a title from title case to sentence case; its length stays the same.

    ``fixed`` are ranges that do not change. A title that is not English or not in title case is returned unchanged.
    First words of titles and subtitles, acronyms and other words with capitals inside, and known proper names stay.
    """
    words = list(_TITLE_WORD.finditer(text))
    if shouts(text) or _is_foreign(words):
        return text
    fixed_letters = {place for first, last in fixed for place in range(first, last)}
    # A title that capitalises articles and prepositions may mean an article by a capital A.
    if not any(match.group()[0].isupper() and match.group().lower() in _ALWAYS_SMALL for match in words[1:]):
        fixed_letters |= {place for match in words for place in _letter_or_particle(text, match)}
    lowered = [match for match in words if not _stays(text, match, fixed_letters)]
    # it is title case if most words that title case capitalises have a capital
    weighty = [match.group() for match in lowered if match.group().lower() not in SMALL_WORDS]
    weighty = [word for word in weighty if len(word) > 3] or weighty  # short words are often acronyms or symbols
    # more than two thirds: titles in sentence case have names with capitals, titles in title case have mistakes
    capitals = sum(word[0].isupper() for word in weighty)
    if capitals <= 2 * (len(weighty) - capitals):
        return text
    letters = list(text)
    for match in lowered:
        at = match.start()
        small = letters[at].lower()
        letters[at] = small if len(small) == 1 else letters[at]
    return "".join(letters)


def is_foreign(text: str) -> bool:
    """Whether the words of a title without a capital are of a language other than English.

    >>> is_foreign("Die Geschichte des Wassers und der Ufer"), is_foreign("Traffic in Los Angeles")
    (True, False)
    """
    words = _TITLE_WORD.finditer(text[:_LONGEST_TITLE])
    return _is_foreign([match for match in words if match.group()[0].islower() or match.group().lower() in _ENGLISH])


def _is_foreign(words: Sequence[re.Match[str]]) -> bool:
    found = {match.group().lower() for match in words}
    return len(found & _FOREIGN) > len(found & _ENGLISH)


def _letter_or_particle(text: str, match: re.Match[str]) -> Iterator[int]:
    """Yield the offsets of ``A`` as a letter (``from A to Z``, ``Group A``), and of a particle and its name (``the Van Dam
    Museum``), for titles that do not capitalise function words."""
    word, start = match.group(), match.start()
    before, after = _WORD_BEFORE.search(text, max(0, start - 30), start), _WORD_AFTER.match(text, match.end())
    if word == "A" and before:
        if before[1].islower() or before[1].lower() in _LETTERED | SMALL_WORDS:
            yield start
    elif word in _PARTICLES and before and before[1].islower() and after and after[1][0].isupper():
        yield from (start, after.start(1))


def _stays(text: str, match: re.Match[str], fixed_letters: Set[int]) -> bool:
    """Whether the first letter of a word stays in sentence case."""
    word, start = match.group(), match.start()
    if not word[0].isalpha() or keeps_case(word) or start in fixed_letters:
        return True
    if _is_proper(word) or _is_in_place_name(text, match) or _is_beside_eponym(text, match):
        return True
    if start <= _MOST_BEFORE_FIRST and not any(map(str.isalnum, text[:start])):
        return True
    before = text[max(0, start - 40) : start]
    found = _BREAK.search(before)
    if not found:
        return False
    if before[found.start()] != ".":
        return True
    last = re.search(r"(?<![^\W_])[^\W_]++$", before[: found.start()])
    return bool(last and len(last.group()) > 3)  # no initial, no abbreviation


def _is_proper(word: str) -> bool:
    bare = _GENITIVE.sub("", word.lower())
    return bare not in _COMMON and (bare in PROPER or (bare.endswith("s") and bare[:-1] in PROPER))


def _is_in_place_name(text: str, match: re.Match[str]) -> bool:
    """Whether a word and the next or previous one are the name of a place: ``New York``."""
    after, before = (
        _WORD_AFTER.match(text, match.end()),
        _WORD_BEFORE.search(text, max(0, match.start() - 30), match.start()),
    )
    word = match.group()
    pairs = ((word, after and after[1]), (before and before[1], word))
    return any(f"{first} {second}".lower() in _TWO_WORDS for first, second in pairs if first and second)


def _is_beside_eponym(text: str, match: re.Match[str]) -> bool:
    """Whether a hyphen or dash joins a word to an eponym: ``Knaster-Tarski``, ``Gauss–Seidel``; not ``Non-Gauss``."""
    if match.group().lower() in _PREFIXES:
        return False
    after, before = (
        _JOINED_AFTER.match(text, match.end()),
        _JOINED_BEFORE.search(text, max(0, match.start() - 30), match.start()),
    )
    return any(found[1].lower() in _NAMES for found in (after, before) if found)
