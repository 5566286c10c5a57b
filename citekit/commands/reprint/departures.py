"""Where a reference departs from a style: the place, what is there, and what the style prints."""

from __future__ import annotations

from collections.abc import Sequence

from citekit.commands.reprint.lines import Line, differences
from citekit.commands.reprint.style import PrintingStyle, Reprinted, says_the_same
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.text.rich import visible

MOST_PLACES = 4
"""Places at which a reference departs, at most; one that departs at more of them is rather read wrongly."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A place of a line that a style prints otherwise.

    ``start`` and ``end`` are offsets in the line's text, ``found`` what is there and ``printed`` what the style prints.
    ``italic`` states how, where only that differs. ``missing`` names what a reference lacks there.
    """

    start: int
    end: int
    found: str
    printed: str
    italic: bool | None = None
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """A reference compared with a style: what the style prints, the places where it departs, and whether that is certain."""

    reprinted: Reprinted
    departures: tuple[Departure, ...]
    certain: bool


def judge(line: Line, style: PrintingStyle, readings: Sequence[Work], with_italics: bool) -> Judged:
    """Compare a line with what a style prints of its readings."""
    return judge_by(line, style.reprint(line, readings, with_italics), with_italics)


def judge_by(line: Line, best: Reprinted, with_italics: bool) -> Judged:
    """Compare a line with what a style prints of one reading."""
    places = _joined(line, best.printed, differences(line, best.printed, with_italics))
    found = tuple(_departure(line, best.printed, place) for place in places)
    if best.exact:
        found = tuple(one for one in found if not _is_other_dash(one))
    if any(one.italic and not _is_slanted(one, best.work) for one in found):
        return Judged(best, (), False)
    if any(one.italic is False for one in found):  # what is in italics indicates another type of work
        return Judged(best, (), False)
    return Judged(best, found, best.exact or (len(places) <= MOST_PLACES and says_the_same(line, best)))


def _is_slanted(found: Departure, work: Work) -> bool:
    """Whether words that a style prints in italics are certainly such: the title, or the container of what has pages there.

    Whether another name next to a title is a container or a publisher depends on the type of a work.
    """
    words = "".join(filter(str.isalnum, found.printed))
    names = ["title", *(["container-title"] if {"page", "volume"} & work.variables.keys() else [])]
    return any(words in "".join(filter(str.isalnum, visible(work.text(name)))) for name in names)


_DASH_OF_WORDS = re.compile(r"[-–—](?!\d)|(?<!\d)[-–—]")


def _is_other_dash(found: Departure) -> bool:
    """Whether only a dash differs that is not between numbers: the dash of a value is as it was typed."""
    return (
        found.italic is None
        and bool(_DASH_OF_WORDS.search(found.printed))
        and _DASH_OF_WORDS.sub("-", found.found) == _DASH_OF_WORDS.sub("-", found.printed)
    )


def _joined(line: Line, printed: Line, places: Sequence[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """Return the places with those as one that are in one word, or that differ in letter case only: a title is one departure."""
    joined: list[tuple[int, int, int, int]] = []
    for place in places:
        if joined:
            start, _, first, _ = joined[-1]
            _, end, _, last = place
            within = not any(map(str.isspace, line.text[joined[-1][1] : place[0]]))
            if within or (
                line.text[start:end].casefold() == printed.text[first:last].casefold() and end - start == last - first
            ):
                joined[-1] = (start, end, first, last)
                continue
        joined.append(place)
    return joined


def _departure(line: Line, printed: Line, place: tuple[int, int, int, int]) -> Departure:
    """Return a difference as a person sees it: with the whole words around it."""
    start, end, first, last = place
    before = after = 0
    while (
        start - before > 0
        and first - before > 0
        and not line.text[start - before - 1].isspace()
        and line.text[start - before - 1] == printed.text[first - before - 1]
    ):
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
    return Departure(
        start,
        end,
        line.text[start:end].strip(),
        printed.text[first:last].strip(),
        printed.italic[first] if same else None,
    )
