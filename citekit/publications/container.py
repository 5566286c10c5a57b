"""The name of what a work appeared in, cut out of what is printed around it: years, volumes, publishers, places."""

from __future__ import annotations

import re
from functools import lru_cache

from citekit.publications.chunks import Chunk
from citekit.publications.places import VENUE_NOUNS, is_publisher, place_share
from citekit.text.unicode import WHITESPACE
from citekit.works.venues import find as find_venue
from citekit.works.venues import looks_like_venue

INTRO = re.compile(
    r"^\W*+(?:(?:to ap+e?ar|accepted|published|presented|appeared|appears|forthcoming|in press)(?:\s{0,3}(?:in|at|by|to|as))?:?\s++|(?:in|at|In|In:|IN)\s{0,3}:?\s{1,9}(?=\W{0,20}(?:[A-Z0-9]|the\b|proc))|In\s+)",
    re.IGNORECASE,
)
YEAR_TAG = re.compile(r"\s?['’‘`´]\s?(\d\d)(?!\d)(?!\s[A-Za-z]{3})")
_YEAR_AT_EDGE = re.compile(r"(?<![\d.])(?:1[89]|20)\d\d(?!\d|\.\d)(?=\s*(?:$|[,;:.)\]]))")
_DANGLING = re.compile(
    r",?\s(?:forthcoming|in press|to appear|accepted|vol|volume|no|nr|pp?|pages?|issue|art|article|edited by|in)\.?$",
    re.IGNORECASE,
)
_LEFT_EDGE = WHITESPACE + ".,;:[]*_|)–—-"
_RIGHT_EDGE = WHITESPACE + ".,;:[]*_|(–—-"
_EMPTY_BRACKETS = re.compile(r"[(\[]\s*+(?:[,;.]\s*+)?[)\]]")
_BLANK_BEFORE_SIGN = re.compile(r"(?<!\s)\s++([,.;)\]])")
_SIGNS_TOGETHER = re.compile(r"([,;])(?:\s*+[,;])+")
_ANNOUNCED = re.compile(r"(?:\b[Ii]n\b:?|\(?\b(?:[Ee]ds?|[Hh]rsg|[Ee]ditors?)\b\.?\)?)[,:.]?\s*\Z")
_LONGEST_ANNOUNCEMENT = 16
"""Characters of an announcement at most, blanks at its end aside."""
_ANNOUNCED_BY_IN = re.compile(r"\b[Ii]n\b:?\s*\Z")
_APART = frozenset({",", ";", "(", ".", "-", ":", "hard", "soft", "|"})
"""The separators at which a name may end."""
_VOLUME_AT_END = re.compile(
    r"(?:(?:,|(?<![\s,]))\s++(?:vol(?:ume)?\.?\s*+)?|(?<=[a-z]\.))(?P<volume>[A-Z]?\d{1,3})$", re.IGNORECASE
)
_VENUE_NOUN = re.compile(VENUE_NOUNS, re.IGNORECASE)


def flat(text: str) -> str:
    """The text with every stretch of blanks and breaks as one blank."""
    return " ".join(text.split())


def trimmed(text: str) -> str:
    """The text without the blanks, punctuation and brackets that stand at its ends and belong to what is around it."""
    return text.lstrip(_LEFT_EDGE).rstrip(_RIGHT_EDGE)


@lru_cache(maxsize=16384)
def strip_year(text: str, transcribed: bool = False) -> str:
    """A venue's name without its year: "ICML 2025" → "ICML", "PPoPP'24" → "PPoPP"; brackets that become empty go too.

    A name that is ``transcribed`` keeps the year of its short form: "Conference on … (ICAS'08)".

    A year in the middle ("Proceedings of the 1994 ACM Conference on …") is part of the name.
    """
    if not transcribed:
        text = YEAR_TAG.sub("", text)
    text = _YEAR_AT_EDGE.sub("", text)
    text = _EMPTY_BRACKETS.sub("", text)
    text = _BLANK_BEFORE_SIGN.sub(r"\1", text)
    text = _SIGNS_TOGETHER.sub(r"\1", text)
    return trimmed(_DANGLING.sub("", trimmed(flat(text))))


def is_announced(text: str, start: int) -> bool:
    """Whether "In" or a list of editors stands right before a place of an item: what follows is a container."""
    end = len(text[:start].rstrip())
    return _ANNOUNCED.search(text, max(0, end - _LONGEST_ANNOUNCEMENT), start) is not None


def follows_in(text: str, start: int) -> bool:
    """Whether "In" stands right before a place of an item."""
    return _ANNOUNCED_BY_IN.search(text, max(0, start - 16), start) is not None


def container_length(text: str, chunks: list[Chunk], has_volume: bool) -> int:
    """How many chunks are the container itself: none in "Cambridge: MIT Press", all in "Speech, and Signal Processing"."""
    bare = [trimmed(text[c.start : c.end]) for c in chunks]
    colon = next((i for i, c in enumerate(chunks) if i and c.separator == ":"), 0)
    announced = is_announced(text, chunks[0].start)
    introduced = announced or INTRO.match(text[chunks[0].start :]) is not None
    if colon and not has_volume and not introduced and _is_place_and_house(bare, colon):
        return 0
    if announced and not follows_in(text, chunks[0].start) and _is_only_imprint(bare):
        return 0  # "…, eds., Springer, New York"
    if not has_volume and not announced and _begins_with_imprint(bare[0], bare[1] if len(bare) > 1 else ""):
        return 0
    return next((i for i in range(1, len(chunks)) if _ends_before(text, chunks, bare, i, has_volume)), len(chunks))


def _ends_before(text: str, chunks: list[Chunk], bare: list[str], i: int, has_volume: bool) -> bool:
    """Whether a container that goes up to a chunk ends there: what follows is a publisher, a place or something else."""
    separator, bracketed, piece = chunks[i].separator, chunks[i].bracketed, bare[i]
    if separator == "" and not bracketed:
        return chunks[i - 1].bracketed and _is_town(piece)  # "Conference on … (IJCAI-91) Sydney, Australia"
    if bracketed and (_ACRONYM.fullmatch(piece.strip("()")) or (i == 1 and not _begins_with_imprint(piece, ""))):
        return False
    if separator == "." and _SHORTENED.search(bare[i - 1]):
        return False  # "IEEE J. Robotics Automation"
    house, place = is_publisher(piece), place_share(piece) >= 0.5
    if has_volume and separator == "," and not (house or _is_town(piece) or piece.lower().startswith("special ")):
        return False  # "Sustainability: Science, Practice, Policy"
    if _goes_on(bare, i) and not house and not place:
        return False
    if house and len(piece.split()) <= 5:
        return True
    if separator in (":", "-") and not place and place_share(bare[i - 1]) < 0.5:
        return False  # a subtitle
    if separator not in _APART or looks_like_venue(strip_year(piece)) >= 0.45:
        return False
    return find_venue(strip_year(trimmed(text[chunks[0].start : chunks[i].end]))) is None


def _is_place_and_house(bare: list[str], colon: int) -> bool:
    """Whether chunks before a colon are a place and those after it a publisher: "Garden City, N.Y.: Doubleday"."""
    if not all(len(b.split()) <= 3 and looks_like_venue(b) < 0.6 and b[:1].isupper() for b in bare[:colon]):
        return False
    return place_share(bare[0]) > 0.5 or is_publisher(bare[colon]) or colon == 2


_IMPRINT_BEFORE = frozenset({".", "(", ",", ";", "", "hard", "soft", "?"})
_TOWNS = re.compile(r"(?:(?<!\s)\s++)?(?:/|&|\band\b|\bund\b|\bet\b|\by\b|-|–)\s*+")


def imprint_start(text: str, chunks: list[Chunk], alone: bool) -> tuple[int, int]:
    """Where a publisher and its place end a stretch: the first chunk of them, and the chunk after the colon.

    Both are the number of chunks where there is no such end, the second also where no colon parts them:
    "Proceedings of X. Milano: Franco Angeli", "Handbook of Y, Springer, New York". ``alone`` says that the stretch is
    all that a reference has beside its title, so that an unknown "Place: House" counts too.
    """
    count = len(chunks)
    bare = [trimmed(text[c.start : c.end]) for c in chunks]
    colon = max((i for i in range(1, count) if chunks[i].separator == ":"), default=0)
    if colon and not _is_town(bare[colon]) and _reads_like_house(bare[colon:]):
        first = colon
        while (
            first
            and (chunks[first].separator in (":", ",", "") or chunks[first].bracketed)
            and _reads_like_town(bare[first - 1])
        ):
            first -= 1
        known = is_publisher(bare[colon]) or any(map(_is_town, bare[first:colon]))
        if first < colon and (known or (alone and not first)) and chunks[first].separator in _IMPRINT_BEFORE:
            return first, colon
    first = count
    while first and _is_part_of_imprint(bare[first - 1]) and not chunks[first - 1].bracketed:
        first -= 1
    if not any(is_publisher(piece) and len(piece.split()) <= 5 for piece in bare[first:]):
        return count, count
    if first and chunks[first].separator == "." and _INITIALS.fullmatch(bare[first - 1]):
        first -= 1  # "W.H. Freeman"
    if alone and first == 1 and chunks[1].separator == "," and _reads_like_town(bare[0]):
        first = 0  # "Englewood Cliffs, NJ Prentice-Hall"
    return (first, count) if chunks[first].separator in _IMPRINT_BEFORE else (count, count)


_SHORTENED = re.compile(r"(?:^|\s)[A-Z]$")
_ACRONYM = re.compile(r"[A-Z][\w&/-]{2,11}(?:\s?['’‘]?\d{2,4})?")
_INITIALS = re.compile(r"(?:[A-Z]\.?[ -]?){1,3}")


def _is_part_of_imprint(piece: str) -> bool:
    return (is_publisher(piece) or _is_town(piece)) and not _VENUE_NOUN.search(piece)


def _reads_like_house(pieces: list[str]) -> bool:
    """Whether what stands after a colon can be a publisher's name."""
    if len(pieces) > 4 or not pieces[0][:1].isupper():
        return False
    whole = " ".join(pieces)
    return len(whole.split()) <= 8 and looks_like_venue(whole) < 0.6 and not _VENUE_NOUN.search(whole)


_STATE_AT_END = re.compile(r"(?:,|(?<![\s,]))\s++(?:D\.?\s?C\.?|[A-Z]{2})$")


def _is_town(piece: str) -> bool:
    piece = _STATE_AT_END.sub("", piece.lstrip("/ "))
    return piece[:1].isupper() and any(place_share(town) > 0.5 for town in _TOWNS.split(piece) if town)


def _reads_like_town(piece: str) -> bool:
    if _is_town(piece):
        return len(piece.split()) <= 5
    words = [word for word in piece.split() if word not in ("of", "de", "la", "do", "and", "am", "on", "upon")]
    return len(words) <= 3 and all(word[:1].isupper() for word in words) and looks_like_venue(piece) < 0.45


def _is_only_imprint(bare: list[str]) -> bool:
    """Whether the pieces of a stretch are a publisher, its place, or both, and nothing else."""
    first, last = bare[0], bare[-1]
    if looks_like_venue(first) >= 0.6 or any(_VENUE_NOUN.search(piece) for piece in bare):
        return False
    houses = [is_publisher(piece) and len(piece.split()) <= 5 for piece in bare]
    places = [place_share(piece) > 0.5 for piece in bare]
    if all(house or place for house, place in zip(houses, places, strict=True)):
        return True
    return len(bare) > 1 and (houses[0] or places[0]) and len(first.split()) <= 5 and len(last.split()) <= 5


def _goes_on(bare: list[str], i: int) -> bool:
    """Whether a chunk continues a name with commas in it: "Speech, and Signal Processing"."""
    if bare[i][:1].islower():
        return True
    joined = ("and ", "& ", "und ", "et ")
    return any(b.lower().startswith(joined) or " and " in b or " & " in b for b in bare[i : i + 3])


def _begins_with_imprint(first: str, second: str) -> bool:
    """Whether a stretch begins with a publisher, or with a place and its publisher."""
    if looks_like_venue(first) >= 0.6:
        return False
    if is_publisher(first) and not _VENUE_NOUN.search(first):
        return True
    place, _, house = first.partition(":")
    if house and place_share(place) > 0.5:
        return True
    return place_share(first) > 0.5 and (
        not second or is_publisher(second) or place_share(second) > 0.5 or looks_like_venue(second) < 0.45
    )


def trailing_volume(value: str, referenced: bool) -> tuple[str, str]:
    """A bare number at the end of a container is its volume: "Eukaryotic cell 9", "J. Opt. Soc. Am. A27"."""
    match = _VOLUME_AT_END.search(value)
    if not match or not referenced or len(match["volume"]) > 4:
        return value, ""
    return value[: match.start()].rstrip(" ,"), match["volume"]


def unbracketed(text: str) -> str:
    """The text without punctuation at its ends and without one pair of brackets around it."""
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
