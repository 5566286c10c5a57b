"""Where a reference departs from a style: the place, what is there, and what the style prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from citekit.commands.reprint.lines import Line, differences
from citekit.commands.reprint.style import PrintingStyle, Reprinted
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.text.unicode import normalized

_WORDS = re.compile(r"[^\W_]+")
_ODD = re.compile(r"[.,;:] ?[,;:]|,\.|\.\.(?!\.)")
"""Marks that meet only where a value is read wrongly."""
_OF_STYLES = frozenset(
    "a an and und et y e the in p pp page pages vol volume no number nr n ed eds edn edition editor editors edited by trans translated "
    "doi https http org dx available at from retrieved online accessed art article internet cited st nd rd th second third first".split()
)
"""Words that a style adds by itself, and that may be there in another form."""
MOST_PLACES = 4
"""Places at which a reference departs, at most; one that departs at more of them is rather read wrongly."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A place of a line that a style prints otherwise.

    ``start`` and ``end`` are offsets in the line's text, ``found`` what is there and ``printed`` what the style prints.
    """

    start: int
    end: int
    found: str
    printed: str
    italic: bool | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A reference compared with a style: what the style prints, the places where it departs, and whether that is certain."""

    reprinted: Reprinted
    departures: tuple[Departure, ...]
    certain: bool


def judge(line: Line, style: PrintingStyle, readings: Sequence[Work], with_italics: bool, again: Iterable[Work] = ()) -> Judged:
    """Compare a line with what a style prints of its readings."""
    best = style.reprint(line, readings, with_italics)
    places = differences(line, best.printed, with_italics)
    found = tuple(_departure(line, best.printed, place) for place in places)
    certain = best.exact or (
        len(places) <= MOST_PLACES
        and _has_the_same_words(line, best)
        and _ODD.findall(best.printed.text) == _ODD.findall(line.text)
    )
    return Judged(best, found, certain)


def _has_the_same_words(line: Line, best: Reprinted) -> bool:
    """Whether a line and what is printed for it have the same words, but for those of styles, initials and unprinted places."""
    there, printed = _counted(line.text), _counted(best.printed.text)
    given = _counted(
        " ".join(name.given for role in ("author", "editor", "translator") for name in best.work.names(role))
    )
    initials = Counter({word[0]: count for word, count in given.items()})
    gone = set(there - printed - given - _counted(best.work.text("publisher-place")))
    new = set(printed - there - initials)
    return gone <= _OF_STYLES and new <= _OF_STYLES


def _counted(text: str) -> Counter[str]:
    return Counter(_WORDS.findall(normalized(text).casefold()))


def _departure(line: Line, printed: Line, place: tuple[int, int, int, int]) -> Departure:
    """Return a difference as a person sees it: with the whole words around it."""
    start, end, first, last = place
    before = after = 0
    while start - before > 0 and first - before > 0 and not line.text[start - before - 1].isspace() and line.text[start - before - 1] == printed.text[first - before - 1]:
        before += 1
    while (
        end + after < len(line.text)
        and last + after < len(printed.text)
        and not line.text[end + after].isspace()
        and line.text[end + after] == printed.text[last + after]
    ):
        after += 1
    start, end, first, last = start - before, end + after, first - before, last + after
    same = line.text[start:end] == printed.text[first:last]
    return Departure(start, end, line.text[start:end].strip(), printed.text[first:last].strip(), printed.italic[first] if same else None)
