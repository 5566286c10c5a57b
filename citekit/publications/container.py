"""The name of what a work appeared in, cut out of what is printed around it: years, volumes, publishers, places."""

from __future__ import annotations

import re

from citekit.publications.chunks import Chunk
from citekit.publications.places import is_publisher, place_share
from citekit.works.venues import find as find_venue
from citekit.works.venues import looks_like_venue

_SPACES = re.compile(r"\s+")
INTRO = re.compile(
    r"^\W*(?:(?:to ap+e?ar|accepted|published|presented|appeared|appears|forthcoming|in press)\s*(?:in|at|by|to|as)?:?\s+|(?:in|at|In|In:|IN)\s*:?\s+(?=\W*(?:[A-Z0-9]|the\b|proc))|In\s+)",
    re.IGNORECASE,
)
YEAR_TAG = re.compile(r"\s?['’‘`´]\s?(\d\d)(?!\d)(?!\s[A-Za-z]{3})")
_YEAR_AT_EDGE = re.compile(r"(?<![\d.])(?:1[89]|20)\d\d(?!\d|\.\d)(?=\s*(?:$|[,;:.)\]]))")
_DANGLING = re.compile(
    r",?\s(?:forthcoming|in press|to appear|accepted|vol|volume|no|nr|pp?|pages?|issue|art|article|edited by|in)\.?$",
    re.IGNORECASE,
)
EDGES = re.compile(r"^[\s.,;:\[\]*_|)–—-]+|[\s.,;:\[\]*_|(–—-]+$")
_ANNOUNCED = re.compile(r"(?:\b[Ii]n\b:?|\(?\b(?:[Ee]ds?|[Hh]rsg|[Ee]ditors?)\b\.?\)?)[,:.]?\s*\Z")
_VOLUME_AT_END = re.compile(r"(?:,?\s+(?:vol(?:ume)?\.?\s*)?|(?<=[a-z]\.))(?P<volume>[A-Z]?\d{1,3})$", re.IGNORECASE)
_VENUE_NOUN = re.compile(
    r"journal|transactions|proceedings|conference|letters|review|magazine|annals|symposium|workshop", re.IGNORECASE
)


def flat(text: str) -> str:
    """The text with every stretch of blanks and breaks as one blank."""
    return _SPACES.sub(" ", text).strip()


def strip_year(text: str) -> str:
    """A venue's name without its year: "ICML 2025" → "ICML", "PPoPP'24" → "PPoPP"; brackets that become empty go too.

    A year in the middle ("Proceedings of the 1994 ACM Conference on …") is part of the name.
    """
    text = YEAR_TAG.sub("", text)
    text = _YEAR_AT_EDGE.sub("", text)
    text = re.sub(r"[(\[]\s*[,;.]?\s*[)\]]", "", text)
    text = re.sub(r"\s+([,.;)\]])", r"\1", text)
    text = re.sub(r"([,;])(?:\s*[,;])+", r"\1", text)
    return EDGES.sub("", _DANGLING.sub("", EDGES.sub("", flat(text))))


def is_announced(text: str, start: int) -> bool:
    """Whether "In" or a list of editors stands right before a place of an item: what follows is a container."""
    return _ANNOUNCED.search(text, 0, start) is not None


def container_length(text: str, chunks: list[Chunk], has_volume: bool) -> int:
    """How many chunks are the container itself: none in "Cambridge: MIT Press", all in "Speech, and Signal Processing"."""
    bare = [EDGES.sub("", text[c.start : c.end]) for c in chunks]
    colon = next((i for i, c in enumerate(chunks) if i and c.separator == ":"), 0)
    announced = is_announced(text, chunks[0].start)
    introduced = announced or INTRO.match(text[chunks[0].start :]) is not None
    if colon and not has_volume and not introduced and _is_place_and_house(bare, colon):
        return 0
    if not has_volume and not announced and _is_imprint(bare[0], bare[1] if len(bare) > 1 else ""):
        return 0
    for i in range(1, len(chunks)):
        if chunks[i].separator == "" and not chunks[i].bracketed:
            continue  # the phrase goes on
        if chunks[i].bracketed and i == 1 and not _is_imprint(bare[i], ""):
            continue
        if _goes_on(bare, i) and not is_publisher(bare[i]) and place_share(bare[i]) < 0.5:
            continue
        if is_publisher(bare[i]) and len(bare[i].split()) <= 5:
            return i
        if chunks[i].separator == ":" and place_share(bare[i]) < 0.5 and place_share(bare[i - 1]) < 0.5:
            continue  # a subtitle
        if looks_like_venue(strip_year(bare[i])) < 0.45 and chunks[i].separator in (
            ",",
            ";",
            "(",
            ".",
            "-",
            ":",
            "hard",
            "soft",
            "|",
        ):
            joined = strip_year(EDGES.sub("", text[chunks[0].start : chunks[i].end]))
            if find_venue(joined) is None:
                return i
    return len(chunks)


def _is_place_and_house(bare: list[str], colon: int) -> bool:
    """Whether chunks before a colon are a place and those after it a publisher: "Garden City, N.Y.: Doubleday"."""
    if not all(len(b.split()) <= 3 and looks_like_venue(b) < 0.6 and b[:1].isupper() for b in bare[:colon]):
        return False
    return place_share(bare[0]) > 0.5 or is_publisher(bare[colon]) or colon == 2


def _goes_on(bare: list[str], i: int) -> bool:
    """Whether a chunk continues a name with commas in it: "Speech, and Signal Processing"."""
    if bare[i][:1].islower():
        return True
    return any(b.lower().startswith(("and ", "& ", "und ", "et ")) or " and " in b for b in bare[i : i + 3])


def _is_imprint(first: str, second: str) -> bool:
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
    text = EDGES.sub("", text)
    if not text:
        return ""
    if text[:1] in "([" and text[-1:] in ")]" and text.count(text[0]) == 1:
        return text[1:-1].strip()
    if text.count("(") > text.count(")") and text.startswith("("):
        return text[1:]
    if text.count(")") > text.count("(") and text.endswith(")"):
        return text[:-1]
    return text
