"""Publication venues: conferences, journals, workshops, series and preprint servers, found by any of their usual names.

The table is ``venues.tsv`` next to this file; it is read at the first query. Names are compared folded: without case,
accents, punctuation, articles, years, ordinals and the words "Proceedings of the". Abbreviated names ("IEEE Trans.
Parallel Distrib. Syst.") are matched word by word, as ISO 4 shortens words, so they need no entries.
``venue_words.tsv`` has the words that venues are named with, in several languages, and what kind of venue they name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pkgutil import get_data

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.registry import pairs
from citekit.text.unicode import normalized

_WORD_OF_KIND = re.compile(r"[^\W\d_]+|\d+[^\W\d_]*")
_TABLES = pairs("citekit.model", "venue_words.tsv")
_WORDS = {name: frozenset(words.split()) for name, words in _TABLES["words"].items()}
SMALL_WORDS = _WORDS["small"]
"""Words that names are compared without."""
SPONSORS = _WORDS["sponsors"]
"""Words before a conference's name that differ from printing to printing."""
PAPERS_OF = {journal: meetings.split("; ") for journal, meetings in _TABLES["papers"].items()}
"""Journals that print the papers of meetings, and the acronyms of these."""
_ORDINAL_WORDS, _STEMS = _WORDS["ordinals"], _WORDS["stems"]
_PASSED_OVER = SMALL_WORDS | _ORDINAL_WORDS
_OWN, _STRONG, _WEAK = (
    {word: kind for kind, words in _TABLES[name].items() for word in words.split()}
    for name in ("own", "strong", "weak")
)
"""Words that settle the kind alone, those of a serial or a meeting, and those that often are next to another."""
_TELLING = frozenset((*_OWN, *_STRONG, *_WEAK))


def is_year(word: str) -> bool:
    """Whether a word is a year from 1800 to 2099."""
    return len(word) == 4 and word.isdecimal() and word[:2] in ("18", "19", "20")  # years of publications since 1800


def is_ordinal(word: str) -> bool:
    """Whether a lower-case word is a number's ordinal: ``56th``, ``second``."""
    return word in _ORDINAL_WORDS or (word[-2:] in ("st", "nd", "rd", "th") and word[:-2].isdecimal())


def without_numbers(words: list[str]) -> list[str]:
    """Return the lower-case words that are not small words, years or ordinals."""
    remaining = [word for word in words if word not in _PASSED_OVER]
    return [word for word in remaining if not (word[0].isdecimal() and (is_year(word) or is_ordinal(word)))]


def without_year(text: str) -> str:
    """Return a text without the year or number at its end: ``PPoPP'24``, ``ICML 2025``, ``MICRO-56``, ``SC24`` lose theirs."""
    head = text.rstrip("0123456789")
    digits = len(text) - len(head)
    if not digits or digits > 4:  # a year, its last two digits, or how often a meeting was held
        return text
    bare = head.rstrip(" '’‘`´-‐‑–—")
    letters = bare.rpartition(" ")[2]
    if bare == head and (digits not in (2, 4) or sum(c.isupper() for c in letters) < 2):
        return text
    return bare if len(bare) > 1 else text


def kind_by_words(text: str) -> str:
    """Return what kind of publication a text's words name (see :func:`citekit.model.venues.kind_of`), or the empty string.

    Words that settle it alone (thesis, workshop, preprint) go first, then the first word for a serial or a meeting,
    then words such as "Proceedings" and "Letters" that often are next to another.
    """
    low = text.casefold()
    if low.strip(" .()[]").startswith(("under review", "in review")):
        return ""
    words = [word for word in _WORD_OF_KIND.findall(low) if word in _TELLING]
    for word in words:
        if word in _OWN:
            return _OWN[word]
    if " " in low:
        for phrase, kind in _TABLES["phrases"].items():
            if phrase in low:
                return kind
    for table in (_STRONG, _WEAK):
        for word in words:
            if word in table:
                return table[word]
    return "journal" if _is_abbreviated(text, text.split()) else ""


def _is_abbreviated(text: str, words: list[str]) -> bool:
    """Whether most of a text's words are the shortened words of journal names: ``J. Comput. Phys.``"""
    if text.count(".") < 2:
        return False
    dotted = [w for w in (word.rstrip(",;") for word in words) if w.endswith(".")]
    stems = sum([w[:-1].casefold() in _STEMS for w in dotted])
    return stems > 1 and stems * 2 >= len(words)


LONGEST_NAME = 300
"""Texts with more characters than this are never the name of a venue."""

FEWEST_CERTAIN = 3
"""Shortened words of a name for it to be certain which one is meant: "J. Chem." shortens many, "Phys. Rev. Lett." one."""

KINDS = ("conference", "workshop", "journal", "magazine", "preprint-server", "book-series")
_KIND_GIVEN = {"magazine": "journal", "book-series": "book"}
_VENUE_NOUNS = frozenset("conference symposium workshop journal transactions letters magazine meeting congress".split())
_TRAILING_NOUNS = frozenset("conference symposium proceedings proc conf".split())
_ONE_LETTER = frozenset("jqzrnusak")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Venue:
    """A venue of the table.

    ``acronym`` may be empty; ``name`` is the full name without number or year; ``kind`` is one of :data:`KINDS`;
    ``aliases`` are further acronyms, former names and unusual abbreviations; ``publisher`` may be empty.
    """

    acronym: str
    name: str
    kind: str
    aliases: tuple[str, ...] = ()
    publisher: str = ""


@dataclass(frozen=True, slots=True)
class _Index:
    """The table by folded name (``exact``), by name without sponsors (``loose``), and by the initials of its words."""

    exact: dict[str, list[Venue]]
    loose: dict[str, list[Venue]]
    initials: dict[str, list[tuple[tuple[str, ...], Venue]]]


@cache
def all_venues() -> tuple[Venue, ...]:
    """Return every venue of the table, in the table's order."""
    table = (get_data("citekit.model", "venues.tsv") or b"").decode("utf-8")
    rows = (line.split("\t") for line in table.splitlines() if not line.startswith("#"))
    return tuple(
        Venue(acronym, name, kind, tuple(filter(None, aliases.split("; "))), publisher)
        for _, kind, acronym, name, publisher, aliases in rows
    )


def fold(text: str) -> str:
    """Return the form in which names are compared: lower-case words without articles, ordinals, years and trailing numbers."""
    return " ".join(_tokens(text))


def find(text: str) -> Venue | None:
    """Return the venue that ``text`` names (acronym, full name, alias or abbreviated name), or None.

    If several fit, conferences take precedence over journals for an acronym, and the table's order decides otherwise.
    """
    found = find_all(text)
    return found[0] if found else None


def acronym_of(text: str) -> str:
    """Return the usual acronym of the venue that ``text`` names, or the empty string."""
    venue = find(text)
    return venue.acronym if venue else ""


def expand(printed: str) -> str:
    """Return the full name of the venue that is printed, where that is certain; else the empty string.

    That is the case if the text is a name or an acronym of exactly one venue of the table, or shortens all words of one name
    and there are enough of them. A name without its sponsor ("J. Comput." for that of a society) is also the name of
    others, and two short words fit many names that no table has.
    """
    index = _index()
    for tokens in _variants(printed) if len(printed) <= LONGEST_NAME else ():
        found = index.exact.get(" ".join(tokens), [])
        if not found and len(tokens) >= FEWEST_CERTAIN:
            # A name of as many words was shortened word by word, so nothing was left out.
            found = [
                venue
                for venue in _abbreviated(tokens, index)
                if any(len(_tokens(name)) == len(tokens) for name in (venue.name, *venue.aliases))
            ]
        names = {venue.name for venue in found}
        if names:
            return names.pop() if len(names) == 1 else ""
    return ""


@lru_cache(maxsize=16384)
def kind_of(text: str) -> str:
    """Return what kind of publication a venue's text speaks of, or the empty string.

    The result is ``"journal"``, ``"conference"``, ``"workshop"``, ``"preprint-server"``, ``"thesis"``, ``"book"``,
    ``"report"`` or ``"patent"``. The table is searched first, then the words in several languages, then the acronyms that
    are inside the text.
    """
    venue = find(text) or find(text.partition(",")[0])
    if venue:
        return _KIND_GIVEN.get(venue.kind, venue.kind)
    return kind_by_words(text) or _kind_of_part(text)


def near_miss(text: str) -> Venue | None:
    """Return the one venue whose acronym (four letters or more) is a single typo away from ``text``, or None.

    A typo is a letter too many, missing, or wrong, or two neighbours swapped: ``ITPDS`` for TPDS. Texts that name a
    venue as they are, and words that are not written as acronyms, have no near miss.
    """
    word = without_year(text.strip())
    # of three letters nearly every typo is another acronym; longer than 20 is a name and not an acronym, as are lower-case words
    if not 4 <= len(word) <= 20 or sum(c.isupper() for c in word) < 3 or find_all(text):
        return None
    typed = "".join(_WORD.findall(word.casefold()))
    known = _slips()
    near = {
        acronym for form in (typed, *_shorter(typed)) for acronym in known.get(form, ()) if _one_slip(typed, acronym)
    }
    swapped = {acronym for acronym in near if sorted(acronym) == sorted(typed)}
    venues = {venue for acronym in swapped or near for venue in _index().exact.get(acronym, ())}
    return venues.pop() if len(venues) == 1 else None


@lru_cache(maxsize=65536)
def find_all(text: str) -> tuple[Venue, ...]:
    """Return every venue that ``text`` may name, best first."""
    if not text or len(text) > LONGEST_NAME:
        return ()
    index = _index()
    # A word alone has no other form; most that are looked up are one.
    variants = [[text.casefold()]] if text.isascii() and text.isalpha() else list(_variants(text))
    for tokens in variants:
        found = index.exact.get(" ".join(tokens))
        if found:
            return tuple(found)
    for tokens in variants:
        found = index.loose.get(" ".join(tokens)) or _abbreviated(tokens, index)
        if found:
            return tuple(found)
    return ()


def _variants(text: str) -> Iterator[list[str]]:
    """Yield the words of a text, then with less and less of what may be around a venue's name."""
    forms = [_tokens(text)]
    if "(" in text:
        remaining: list[str] = []
        depth = 0
        for char in text:
            depth += (char in "([") - (char in ")]" and depth > 0)
            if depth == 0 and char not in ")]":
                remaining.append(char)
        forms.append(_tokens("".join(remaining)))
    head = text.partition(":")[0]
    if head != text and (without_year(head) != head or head.count(" ") > 2):
        forms.append(_tokens(head))
    for tokens in forms:
        yield tokens
        start = 0
        while start < len(tokens) - 1 and (tokens[start] in SPONSORS or tokens[start] in ("proceedings", "proc")):
            start += 1
            yield tokens[start:]
        if len(tokens) - start == 2 and tokens[-1] in _TRAILING_NOUNS:
            yield tokens[start:-1]
    bare = without_year(text.strip())
    if bare != text.strip() and " " not in bare:
        yield _tokens(bare)


def _tokens(text: str) -> list[str]:
    folded = text.casefold()
    if folded.isalpha() and folded.isascii():
        return [folded]
    if not folded.isascii():
        folded = "".join(c for c in normalized(folded, "NFKD") if not unicodedata.combining(c))
    words = _WORD.findall(folded)
    remaining = without_numbers(words)
    while len(remaining) > 1 and remaining[-1].isdecimal():
        remaining.pop()
    return remaining or words


@cache
def _index() -> _Index:
    index = _Index({}, {}, {})
    for venue in all_venues():
        for name in (venue.name, *venue.aliases):
            tokens = _tokens(name)
            _enter(index.exact, " ".join(tokens), venue)
            start = 0
            while start < len(tokens) - 1 and tokens[start] in SPONSORS:
                start += 1
            bare = tokens[start:]
            if bare != tokens and (len(bare) > 2 or not _VENUE_NOUNS.isdisjoint(bare)):
                _enter(index.loose, " ".join(bare), venue)
            for words in (tokens, bare) if bare != tokens else (tokens,):
                if len(words) > 1:
                    index.initials.setdefault("".join(w[0] for w in words), []).append((tuple(words), venue))
    for venue in sorted(all_venues(), key=lambda v: KINDS.index(v.kind)):
        if venue.acronym:
            _enter(index.exact, fold(venue.acronym), venue)
    return index


def _enter(names: dict[str, list[Venue]], key: str, venue: Venue) -> None:
    venues = names.setdefault(key, [])
    if venue not in venues:
        venues.append(venue)


def _abbreviated(tokens: list[str], index: _Index) -> list[Venue]:
    """Return the venues whose names these words shorten, one word for one word; exact words count as well."""
    # "J. C." may shorten hundreds of names
    if len(tokens) < 2 or sum(map(len, tokens)) < 5:
        return []
    found: list[Venue] = []
    for words, venue in index.initials.get("".join(t[0] for t in tokens), ()):
        if venue not in found and all(map(_shortens, tokens, words)):
            found.append(venue)
    return found


def _shortens(short: str, word: str) -> bool:
    if short == word:
        return True
    if word.startswith(short):
        return len(short) > 1 or short in _ONE_LETTER
    # "Intl" and "Hlth" leave letters out and keep both ends; of two letters ("Jl") too many words can be made
    if len(short) < 3 or len(short) >= len(word) or short[0] != word[0] or short[-1] != word[-1]:
        return False
    letters = iter(word)
    return all(letter in letters for letter in short)


def _kind_of_part(text: str) -> str:
    """Return the kind of the first acronym in a longer text: ``NeurIPS Datasets and Benchmarks Track``."""
    for word in _WORD.findall(text[:LONGEST_NAME]):
        if (
            len(word) > 2
            and not word[1:].islower()
            and sum(c.isupper() for c in word) > 1
            and word.casefold() not in SPONSORS
        ):
            venue = find(word)
            if venue and word in (venue.acronym, *venue.aliases):
                return _KIND_GIVEN.get(venue.kind, venue.kind)
    return ""


@cache
def _slips() -> dict[str, tuple[str, ...]]:
    """Acronyms by themselves and by every form with one letter left out."""
    found: dict[str, set[str]] = {}
    for venue in all_venues():
        for printed in (venue.acronym, *venue.aliases):
            acronym = fold(printed)
            # as in near_miss: four letters, three of them capitals
            if len(acronym) >= 4 and acronym.isalnum() and sum(c.isupper() for c in printed) >= 3:
                for form in (acronym, *_shorter(acronym)):
                    found.setdefault(form, set()).add(acronym)
    return {form: tuple(sorted(acronyms)) for form, acronyms in found.items()}


def _shorter(word: str) -> list[str]:
    return [word[:i] + word[i + 1 :] for i in range(len(word))]


def _one_slip(typed: str, right: str) -> bool:
    start = 0
    while start < min(len(typed), len(right)) and typed[start] == right[start]:
        start += 1
    a, b = typed[start:], right[start:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[1::-1] == b[:2] and a[2:] == b[2:])
