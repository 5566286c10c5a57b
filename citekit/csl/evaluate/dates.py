"""``cs:date``: dates in a style's own parts or in a language's format, ranges, seasons, years before Christ.

Source: the CSL 1.0.2 specification, "Date", "Date-part", "Date Ranges", "AD and BC", "Seasons", "Approximate Dates".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from citekit.csl.cite import ACCESSED, NONEMPTY, RenderFunction, RenderState
from citekit.csl.evaluate.compiler import Compiler
from citekit.csl.evaluate.formatting import formatter, ordinal
from citekit.csl.locales import StyleLocale
from citekit.csl.model import LOOKS
from citekit.csl.richtext import Node, parse_rich, superscripts
from citekit.model.date import Date
from citekit.runtime.registry import handles
from citekit.text.numerals import letters
from citekit.text.xml import Element

_LEVELS = {"year": 0, "month": 1, "day": 2}
_FORMS = {
    "year-month-day": ("year", "month", "day"),
    "year-month": ("year", "month"),
    "year": ("year",),
}


class Point(NamedTuple):
    """One end of a date; zeros are not given. ``season`` is 1 to 4."""

    year: int
    month: int = 0
    day: int = 0
    season: int = 0

    def level(self, name: str) -> int:
        """Return the value of a date part; a season stands for the month."""
        if name == "year":
            return self.year
        return (self.month or -self.season) if name == "month" else self.day


def points(date: Date) -> tuple[Point, ...]:
    """Return the ends of a date: none (words only), one, or two of a range."""
    made = tuple(_point(part, date.season) for part in date.parts[:2])
    return made if len(made) < 2 or made[0] != made[1] else made[:1]


def _point(part: tuple[int, ...], season: int) -> Point:
    year, month, day = (max(number, 0) if place else number for place, number in enumerate((*part, 0, 0, 0)[:3]))
    if month > 12:  # CSL-JSON and EDTF number seasons as months: 13 to 16, and 21 to 24
        return Point(year, season=(month - 13) % 4 + 1 if month < 25 else 0)
    return Point(year, month, day, 0 if month else season)


def compile_date(compiler: Compiler, element: Element) -> RenderFunction:
    """Return the function of a ``cs:date``."""
    parts, delimiter = _parts(element, compiler.language)
    formatted = formatter(element.attributes)
    variable = element.get("variable")
    pairs = [(part, _writer(part, compiler)) for part in parts]
    explicit = compiler.explicit_suffix or variable == "accessed"

    def emit(state: RenderState, out: list[Node]) -> None:
        state.variable_use |= ACCESSED
        if state.used and variable in state.used:
            return
        date = state.item.dates.get(variable)
        if date is None:
            return
        # the day of access does not distinguish works, so it is ignored when cites are compared
        if state.looking and variable == "accessed":
            state.variable_use |= NONEMPTY
            return
        if date.unspecified:
            date = _as_known(date)
        if state.sorting:
            state.variable_use |= NONEMPTY
            out.append(sort_text(date, [part["name"] for part in parts]))
            return
        ends = points(date)
        state.month_in_words = state.item.month_in_words if variable == "issued" and len(ends) == 1 else ""
        if ends:
            made = _written(state, ends, pairs, delimiter, explicit)
        else:
            with_year = any(part["name"] == "year" for part in parts)  # words are in the place of the year
            made = [parse_rich(date.literal)] if date.literal and with_year else []
            if made and not explicit and state.item.suffix and state.with_suffix and not state.suffix_seen:
                state.suffix_seen = True
                made.append(letters(state.item.suffix))
        if made:
            state.variable_use |= NONEMPTY
            if state.record is not None:
                state.record.append(variable)
            node: Node = made[0] if len(made) == 1 else made
            out.append(formatted(node, state) if formatted else node)

    return emit


def _as_known(date: Date) -> Date:
    """Return a date of which only the first digits are known: ``19XX``, or the year where only the rest is unknown."""
    years = [str(part[0]) for part in date.parts[:2] if part]
    if len(years) != 2 or len(years[0]) != len(years[1]) or years[0] == years[1]:
        return Date(tuple(part[:1] for part in date.parts[:1]), literal=date.literal)
    same = next(place for place, (a, b) in enumerate(zip(*years, strict=True)) if a != b)
    return Date(literal=years[0][:same] + "X" * (len(years[0]) - same))


# The attributes of a `cs:date-part`.
_Part = Mapping[str, str]


def _parts(element: Element, language: StyleLocale) -> tuple[list[_Part], str]:
    """Return the parts that a date prints, in order, and what is between them."""
    parts: list[_Part] = [part.attributes for part in element.every("date-part") if part.get("name") in _LEVELS]
    form = element.get("form")
    if not form:
        return parts, element.get("delimiter")
    localized = language.dates.get(form)
    if localized is None:
        return [], ""
    own = {part["name"]: part for part in parts}
    # "Localized Date Formats": the language decides order and delimiters, `date-parts` only which parts are printed
    wanted = _FORMS.get(element.get("date-parts"), ("year", "month", "day"))
    theirs = [part.attributes for part in localized.every("date-part") if part.get("name") in wanted]
    return [{**part, **_set(own.get(part["name"], {}))} for part in theirs], localized.get("delimiter")


def _set(own: _Part) -> _Part:
    """Return what a style sets on a localized date part: all but its affixes."""
    # "Date-part": affixes of a localized format are those of the language, a style cannot change them
    given = {name: own.get(name, "") for name in ("form", *LOOKS, "text-case", "strip-periods")}
    return {name: value for name, value in given.items() if value not in ("", "false")}


Writer = Callable[[Point, RenderState, str], Node]
"""Writes a part of a date; the text states which affixes to leave out (``prefix`` or ``suffix``)."""


def _writer(part: _Part, compiler: Compiler) -> Writer:
    texter = _TEXTERS[part["name"]]
    dresses = {without: formatter({**part, without: ""}) for without in ("", "prefix", "suffix")}
    language, form = compiler.language, part.get("form", "")

    def write(point: Point, state: RenderState, without: str) -> Node:
        text = superscripts(texter(point, form, language))
        if not text:
            return ""
        formatted = dresses[without]
        return formatted(text, state) if formatted else text

    return write


_TEXTERS: dict[str, Callable[[Point, str, StyleLocale], str]] = {}
"""Name of a part of a date -> its text in a form, in a language."""


@handles(_TEXTERS, "year")
def _year(point: Point, form: str, language: StyleLocale) -> str:
    year = point.year
    if not year:
        return ""
    if form == "short":
        return f"{abs(year) % 100:02}"
    if year < 0:
        return f"{-year}{language.term('bc') or ''}"
    # specification, "AD and BC": years of fewer than four digits get AD
    return f"{year}{language.term('ad') or ''}" if year < 1000 else str(year)


@handles(_TEXTERS, "month")
def _month(point: Point, form: str, language: StyleLocale) -> str:
    # "Seasons": a season is printed in the place of the month, and has no number
    if point.season:
        numeric = form.startswith("numeric")
        return "" if numeric else language.term(f"season-{point.season:02}", form or "long") or ""
    if not point.month:
        return ""
    if form == "numeric":
        return str(point.month)
    if form == "numeric-leading-zeros":
        return f"{point.month:02}"
    return language.term(f"month-{point.month:02}", form or "long") or ""


@handles(_TEXTERS, "day")
def _day(point: Point, form: str, language: StyleLocale) -> str:
    if not point.day:
        return ""
    if form == "numeric-leading-zeros":
        return f"{point.day:02}"
    if form == "ordinal" and (point.day == 1 or language.options.get("limit-day-ordinals-to-day-1") != "true"):
        return ordinal(point.day, language, language.gender(f"month-{point.month:02}"))
    return str(point.day)


_Pairs = list[tuple[_Part, Writer]]


def _written(state: RenderState, ends: tuple[Point, ...], pairs: _Pairs, delimiter: str, explicit: bool) -> list[Node]:
    """Return the printed parts of a date or a range."""
    if len(ends) == 1:
        return _run(state, ends[0], pairs, delimiter, explicit)
    # Parts that both ends of a range share are printed once; the largest part that differs determines the delimiter.
    start, end = ends[0], ends[1]
    differing = [i for i, (part, _) in enumerate(pairs) if _differs(start, end, part["name"])]
    if not differing:
        return _run(state, start, pairs, delimiter, explicit)
    low, high = differing[0], differing[-1] + 1
    largest = min((pairs[i][0] for i in differing), key=lambda part: _LEVELS[part["name"]])
    before = _run(state, start, pairs[:low], delimiter, explicit)
    middle = _run(state, start, pairs[low:high], delimiter, True, "end")
    until = _run(state, end, pairs[low:high], delimiter, explicit, "start") if end.year or end.month else []
    if middle or until:  # else nothing differs that is there: years alone, of which a style prints month and day
        (middle or before).extend([largest.get("range-delimiter", "–"), *until])
    rest = _run(state, start, pairs[high:], delimiter, explicit)
    made: list[Node] = []
    for segment in filter(None, (before, middle, rest)):
        made += [delimiter, *segment] if made and delimiter else segment
    return made


def _run(state: RenderState, point: Point, pairs: _Pairs, delimiter: str, explicit: bool, cut: str = "") -> list[Node]:
    """Return the parts of one end; ``cut`` drops the outer prefix (``start``) or suffix (``end``) of the run."""
    made: list[Node] = []
    words = state.month_in_words
    present = [
        (part, writer) for part, writer in pairs if point.level(part["name"]) or (words and part["name"] == "month")
    ]
    for place, (part, writer) in enumerate(present):
        without = ""
        if cut == "end" and place == len(present) - 1:
            without = "suffix"
        elif cut == "start" and place == 0:
            without = "prefix"
        node = writer(point, state, without)
        if not node and words and part["name"] == "month":
            formatted = formatter(part)
            node = formatted(parse_rich(words), state) if formatted else parse_rich(words)
        if not node:
            continue
        if made and delimiter:
            made.append(delimiter)
        # "Disambiguation": the letter follows the first year that is printed, and has its look, unless a style prints
        # `year-suffix` somewhere else itself
        if (
            part["name"] == "year"
            and not explicit
            and state.item.suffix
            and state.with_suffix
            and not state.suffix_seen
        ):
            state.suffix_seen = True
            letter = letters(state.item.suffix)
            if (formatted := formatter(part)) is None:
                node = [node, letter]
            else:
                year = f"{abs(point.year) % 100:02}" if part.get("form") == "short" else str(point.year)
                node = formatted([year, letter], state)
        made.append(node)
    return made


def _differs(start: Point, end: Point, name: str) -> bool:
    """Whether a part, or one larger than it, is not the same at both ends."""
    if start.year != end.year:
        return True
    if name == "year":
        return False
    if start.level("month") != end.level("month"):
        return True
    return name == "day" and start.day != end.day


def sort_text(date: Date, names: list[str]) -> str:
    """Return a date as a text that sorts: years with an offset, so that those before Christ come first."""
    ends = points(date)
    if not ends:
        return date.literal
    return "/".join(
        "".join(
            f"{point.year + 50000:05}"
            if name == "year"
            else f"{point.month or point.season * 3:02}"
            if name == "month"
            else f"{point.day:02}"
            for name in ("year", "month", "day")
            if name in names
        )
        for point in ends
    )
