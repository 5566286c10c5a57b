"""Stretches of words as phrases of the printed text: where they begin and end, their text as CSL's rich text, and the name of
what a work appeared in without years, brackets and "in" around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from citekit.documents.runs import TextStyle
from citekit.extraction.lexer import Words
from citekit.extraction.styled import StyledText
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.registry import tables
from citekit.text.case import PLACES
from citekit.text.rich import as_rich
from citekit.text.unicode import WHITESPACE

# --- Words that state what they are: the lists in ``words/``, places and publishers, and the words that a document itself writes
# in lowercase letters.

ADDRESS = re.compile(r"(?<!\S)\S*[@/]\S+|(?<!\S)\S+\.(?:com|org|net|edu|io|de|uk|fr|cn)\b\S*")
"""Addresses spell names in lower case."""
WORD = re.compile(r"[^\W\d_]{3,}")


@cache
def word_rows(name: str) -> dict[str, list[list[str]]]:
    """Return the groups of ``words/NAME.txt``, each with the words of its lines."""
    found = tables("citekit.extraction", f"words/{name}.txt")
    return {group: [" ".join(row).split() for row in rows] for group, rows in found.items()}


def word_sets(name: str) -> dict[str, frozenset[str]]:
    """Return the words of each group of ``words/NAME.txt``."""
    return {group: frozenset(word for row in rows for word in row) for group, rows in word_rows(name).items()}


CLASSES = word_sets("classes")
"""Classes of words, such as those in the names of publishers."""
PLAIN_WORDS, PARTICLES = CLASSES["plain"], CLASSES["part"]
MONTHS = {name: number for number, names in enumerate(word_rows("classes")["month"], 1) for name in names}
"""The number of the month that a word names."""


def lower_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the words that are in lowercase letters somewhere in the texts, so that their capitalised forms are plain
    words.

    Addresses spell names in lowercase letters, and do not count: ``lower_words(["by the sea, me@home.org"])`` has "the" and
    "sea".
    """
    found: set[str] = set()
    for text in texts:
        shown = ADDRESS.sub(" ", text) if "@" in text or "/" in text else text
        found.update(word for word in WORD.findall(shown) if word.islower())
    return frozenset(found)


STATES, _FILLERS = word_sets("places")["state"], word_sets("places")["filler"]
_PIECES = re.compile(r"[,()/;]")
_HOUSES = word_sets("publishers")["one word"] | {" ".join(row) for row in word_rows("publishers")["several words"]}
HOUSE_WORDS = frozenset(word for house in _HOUSES for word in house.split())
"""The words of all known publishers' names: a phrase without any of them is none."""
_VENUE_NOUNS = frozenset(
    "journal transactions proceedings conference letters review magazine annals symposium workshop".split()
)
"""What containers call themselves; a publisher's name has none of these words."""
_JOINING = frozenset("of on in for für zu the".split())
"""What a phrase has that only happens to hold a publisher's name: "Continuum Models of Discrete Systems"."""
LONGEST_PLACE, LONGEST_HOUSE, FEW_WORDS = 80, 8, 4
"""Letters of a place, words of a publisher's name, and words of one that needs no further mark to be one."""


@lru_cache(maxsize=16384)
def place_share(text: str) -> float:
    """Return how much of a phrase is the name of a place (0..1): "Lisbon (Portugal)" 1.0, "San Jose, CA" 1.0, "Deep
    Learning" 0.
    """
    if text.isalpha() and len(text) <= LONGEST_PLACE:  # one word, as most that are asked about
        return float(_is_place(text, False))
    pieces = [p.strip() for p in _PIECES.split(text) if p.strip()] if len(text) <= LONGEST_PLACE else []
    return sum(_is_place(piece, len(pieces) > 1) for piece in pieces) / len(pieces) if pieces else 0.0


def _is_place(piece: str, beside_others: bool) -> bool:
    folded = piece.casefold().strip(".")
    rest = [word for word in folded.split() if word not in _FILLERS]
    known = folded in PLACES or piece in STATES or " ".join(rest) in PLACES
    return known or (not rest and beside_others)


@lru_cache(maxsize=16384)
def is_publisher(text: str) -> bool:
    """Whether a phrase reads like a publisher's name."""
    words = [word.strip(".,;:()") for word in text.casefold().split()]
    if len(words) > LONGEST_HOUSE or HOUSE_WORDS.isdisjoint(words) or not _VENUE_NOUNS.isdisjoint(words):
        return False
    pieces = (" ".join(words[i : i + size]) for size in (1, 2, 3) for i in range(len(words)))
    named = any(piece in _HOUSES for piece in pieces)
    return named and (len(words) < FEW_WORDS or not CLASSES["house"].isdisjoint(words) or _JOINING.isdisjoint(words))


_CLOSERS = dict(zip('([{<“«"‘「『《', ')]}>”»"’」』》', strict=True)) | {"„": "“”"}
"""What opens -> what may close it."""
_OPENERS = frozenset(_CLOSERS)
_PAIRED = _OPENERS.union(*_CLOSERS.values())
_TAG = "\ufddc"
"""Begins a tag of ours until what looks like one in the text is distinguished from it; texts have no noncharacters of Unicode."""
_STAYS_AT_END = frozenset("?!+#%…°™®")
_APART_IN_FRENCH = frozenset("?!")
"""Signs of a title that French prints after a space: "Qui possède la marée ?"."""
_STAYS_AT_BEGIN = frozenset("#@.$§¿¡+±∂Δ")
_WRAPS = frozenset("\"“„«‘「『《'`*_[")


@dataclass(slots=True)
class FieldSpan:
    """A value and where it is in the item's text."""

    value: str
    start: int
    end: int


def flat(text: str) -> str:
    """Return the text with every span of spaces and breaks as one space."""
    return " ".join(text.split())


def extent(words: Words, first: int, stop: int) -> tuple[int, int]:
    """Return where the words ``first`` to ``stop`` appear, with what belongs to them: brackets and quotes that close
    inside, a question mark, the sign of "C++".
    """
    text = words.item.text
    start, end = words.starts[first], words.ends[stop - 1]
    low, high = start - len(words.separators[first]), end + len(words.separators[stop])
    pairs = _pairs(text, low, high)
    while pairs.get(start - 1, high + 2) <= end + 1:
        start -= 1
        end = max(end, pairs[start] + 1)
    alone = start == 1 or text[start - 2 : start - 1].isspace() or text[start - 2 : start - 1] in _OPENERS
    if start > low and text[start - 1] in _STAYS_AT_BEGIN and alone:
        start -= 1
    closing = {place for opening, place in pairs.items() if opening >= start}
    while end < high:
        if end in closing or (text[end] in _STAYS_AT_END and not text[end - 1].isspace()):
            end += 1
        elif text.startswith("...", end) and high - end > len("..."):
            end += len("...")
        elif text[end].isspace() and text[end + 1 : end + 2] in _APART_IN_FRENCH:
            end += 2
        else:
            break
    return _unwrapped(text, start, end, pairs)


def _pairs(text: str, low: int, high: int) -> dict[int, int]:
    """Return the places of brackets and quotes that open between two places, with the places of those that close
    them.
    """
    waiting: list[int] = []
    found = {}
    for i in range(low, high):
        sign = text[i]
        if sign not in _PAIRED:
            continue
        number = next((n for n in reversed(range(len(waiting))) if sign in _CLOSERS[text[waiting[n]]]), -1)
        if number >= 0 and not (sign == "’" and text[i - 1].isalnum() and text[i + 1 : i + 2].isalnum()):
            found[waiting[number]] = i
            del waiting[number:]
        elif sign in _OPENERS:
            waiting.append(i)
    return found


def _unwrapped(text: str, start: int, end: int, pairs: Mapping[int, int]) -> tuple[int, int]:
    """Without the quotes or stars that hold the whole phrase, and without the spaces inside them."""
    while end - start > 2:
        first, last = text[start], text[end - 1]
        paired = pairs.get(start) == end - 1 if first in _OPENERS else text.count(first, start, end) == 2
        if first in _WRAPS and last in _CLOSERS.get(first, first) and paired:
            start, end = start + 1, end - 1
        elif last.isspace() or last in ",;:" or (last == "." and not text.endswith("...", start, end)):
            end -= 1
        elif first.isspace():
            start += 1
        else:
            break
    return start, end


def rich_text(item: StyledText, start: int, end: int) -> str:
    """Return the text as CSL's rich text: italics, sub- and superscripts that only a part of it has; spaces folded."""
    whole_italic = item.share(start, end, TextStyle.ITALIC) > 0.7
    out: list[str] = []
    for begin, stop, run in item.pieces(start, end):
        piece = item.text[begin:stop]
        tags = []
        if run.style & TextStyle.SUBSCRIPT:
            tags.append("sub")
        if run.style & TextStyle.SUPERSCRIPT:
            tags.append("sup")
        if run.style & TextStyle.ITALIC and not whole_italic:
            tags.append("i")
        if tags and piece.strip():
            piece = "".join(f"{_TAG}{t}>" for t in tags) + piece + "".join(f"{_TAG}/{t}>" for t in reversed(tags))
        out.append(piece)
    printed = "".join(out).replace(f"{_TAG}/i>{_TAG}i>", "").replace("\\(", "$").replace("\\)", "$")
    return flat(as_rich(printed).replace(_TAG, "<"))


INTRO = re.compile(
    r"^\W*+(?:(?:to ap+e?ar|accepted|published|presented|appeared|appears|forthcoming|in press|submitted|(?:under|in) (?:review|revision))(?:\s{0,3}(?:in|at|by|to|as))?:?\s++|(?:in|at|In|In:|IN)\s{0,3}:?\s{1,9}(?=\W{0,20}(?:[A-Z0-9]|the\b|proc))|In\s+)",
    re.IGNORECASE,
)
YEAR_TAG = re.compile(r"\s?['’‘`´]\s?(\d\d)(?!\d)(?!\s[A-Za-z]{3})")
_YEAR_AT_EDGE = re.compile(r"(?<![\d.])(?:1[89]|20)\d\d(?!\d|\.\d)(?=\s*(?:$|[,;:.)\]]))")
_YEAR_AT_END = re.compile(r"(?<![\d,\s])\s(?:1[89]|20)\d\d$")
"""The year that ends a short name ("ICML 2025"); after a comma or a day it belongs to a date ("May 28-30, 2008")."""
FIRST_OF_LAST_CENTURY = 70
"""Two digits of a year that is none of this century, as those above them are."""
_LEFT_EDGE = WHITESPACE + ".,;:[]*_|)–—-"
_RIGHT_EDGE = WHITESPACE + ".,;:[]*_|(–—-"
_BLANK_BEFORE_SIGN = re.compile(r"(?<!\s)\s++([,.;)\]])")


def full_year(printed: str) -> str:
    """Return a year of which perhaps the last two digits are printed only."""
    return printed if len(printed) > 2 else ("20" if int(printed) < FIRST_OF_LAST_CENTURY else "19") + printed


_LONE_IN = re.compile(r"(?:[.,;:?!]?\s(?:In|in:)|[.,;]\sin)$")
"""The word that leads to a container, left at the end of a title."""
_STRAY = re.compile(r"^(?:[\s,;:|–—]|[-.](?=\s))+(?=\S)")
"""Signs that divide fields, left at the beginning of a title."""


def balanced(text: str) -> str:
    """Return the text with as many round and square brackets that open as close: one that is open at the end is
    closed, where something is in it, and one that closes nothing goes.

    >>> balanced("35th Leaf Conference (LEAF"), balanced("Leaf) Conference"), balanced("Leaves (")
    ('35th Leaf Conference (LEAF)', 'Leaf Conference', 'Leaves')
    """
    for opening, closing in ("()", "[]"):
        if text.count(opening) == text.count(closing):
            continue
        kept: list[str] = []
        depth = 0
        for sign in text:
            if sign == closing and not depth:
                continue
            depth += (sign == opening) - (sign == closing)
            kept.append(sign)
        text = "".join(kept)
        while depth and text.rstrip().endswith(opening):
            text, depth = text.rstrip()[:-1].rstrip(), depth - 1
        text += closing * depth
    return text


def bare_title(text: str) -> str:
    """Return a title without the marks and the word "In" that are between it and its neighbours."""
    return balanced(_STRAY.sub("", _LONE_IN.sub("", text)))


_CLOSES_QUOTE = {"'": re.compile(r"'(?!\w)"), "’": re.compile(r"’(?!\w)")}
_OPENS_QUOTE = re.compile(r"(?<!\S)(?P<straight>'(?=\w))|(?<![\w’])‘(?=\w)")


def closing_quote(text: str, after: str) -> str:
    """Return the single quote that closes a quotation with which a text ends, from what appears ``after`` it; empty for none.

    >>> closing_quote("Tides of 'Foam", "'. Ink"), closing_quote("Tides", "'. Ink")
    ("'", '')
    """
    if "'" not in text and "‘" not in text:
        return ""
    opened = list(_OPENS_QUOTE.finditer(text))
    if not opened:
        return ""
    closing = "'" if opened[-1]["straight"] else "’"
    if _CLOSES_QUOTE[closing].search(text, opened[-1].end()):
        return ""
    return closing if after[:1] == closing or after[:2] in (f".{closing}", f",{closing}", f"{closing}”") else ""


def trimmed(text: str) -> str:
    """Return the text without the spaces, punctuation and brackets that are at its ends and belong to what is
    around it.
    """
    return text.lstrip(_LEFT_EDGE).rstrip(_RIGHT_EDGE)


_FEWEST_SHORTENED = 2
"""Shortened words before the last one that speak for it to be one, too."""


def ends_shortened(name: str) -> bool:
    """Whether a full stop after a name belongs to its last word: "Phys. Rev. Lett", but not "Proc. of the Lantern Society"."""
    *others, last = name.split() or [""]
    shortened = sum(word.endswith(".") for word in others)
    return (
        last.isalpha()
        and len(last) > 1  # "Phys. Rev. B"
        and bool(shortened)
        and (last.casefold() in CLASSES["abbr"] or shortened == len(others) >= _FEWEST_SHORTENED)
    )


@lru_cache(maxsize=16384)
def strip_year(text: str, transcribed: bool = False, year: str = "") -> str:
    """Return a venue's name without its year: "ICML 2025" → "ICML", "PPoPP'24" → "PPoPP"; brackets that become empty
    go too. Of a work of a ``year``, only that goes: the name of "Lantern Days 2013" has another one where the
    volume is of 2014.

    A name that is ``transcribed`` loses a year at its very end only, and keeps that of its short form ("Conference on …
    (ICAS'08)") and of a day ("Lund, May 28-30, 2008").

    A year in the middle ("Proceedings of the 1994 ACM Conference on …") is part of the name.
    """
    if transcribed:
        return trimmed(flat(_YEAR_AT_END.sub("", text)))

    def gone(match: re.Match[str]) -> str:
        return match[0] if year and not year.endswith(match[match.re.groups]) else ""

    text = _YEAR_AT_EDGE.sub(gone, YEAR_TAG.sub(gone, text))
    return trimmed(flat(_BLANK_BEFORE_SIGN.sub(r"\1", text).replace("()", "")))


def unbracketed(text: str) -> str:
    """Return the text without punctuation at its ends and without one pair of brackets around it."""
    text = trimmed(text)
    if not text:
        return ""
    if text[:1] in "([" and text[-1:] in ")]" and text.count(text[0]) == 1:
        return text[1:-1].strip()
    if text.count("(") > text.count(")") and text.startswith("("):
        return text[1:]
    if text.count(")") > text.count("(") and text.endswith(")"):
        return text[:-1]
    return text
