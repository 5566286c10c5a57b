"""A style as what prints readings again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from citekit.commands.reprint.lines import BARE_DOI, Line
from citekit.commands.reprint.readings import other_readings
from citekit.csl.item import CslItem
from citekit.csl.locales import language_for
from citekit.csl.program import Program
from citekit.csl.styles import load
from citekit.csl.tree import finish
from citekit.model.as_printed import with_foreign_titles
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.text.unicode import normalized

_NUMBER = re.compile(r"[\[(]?1[\])]?\.?\s+")
_NUMBER_TYPED = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+\s+")
_YEAR_LETTER = re.compile(r"(?<![\d-])(?:1[5-9]|20)\d\d(?P<letter>[a-z])\b")
ROUNDS = 4
"""Respects in which a reading may differ from the first, at most."""


@dataclass(frozen=True, slots=True)
class Reprinted:
    """What a style prints of a reading, and whether that is the line itself."""

    work: Work
    printed: Line
    exact: bool


@lru_cache(maxsize=64)  # all popular styles, some of them in a second language
def _compiled(name: str, language: str) -> Program:
    style = load(name)
    return Program(style, language_for(style, language))


class PrintingStyle:
    """A style in a language that prints readings of lines."""

    def __init__(self, name: str, language: str = "") -> None:
        self.name, self.language = name, language
        self.program = _compiled(name, language)

    def printed(self, work: Work, line: str) -> Line:
        """Return how the style prints a work; the letter after the year is that of the line."""
        item = CslItem(with_foreign_titles(work).with_id("a"), 0, self.program.is_english)
        if letter := _YEAR_LETTER.search(line):
            item.suffix = ord(letter["letter"]) - ord("a") + 1
        node, _ = self.program.entry(item, None)
        printed = Line.of_entry(finish(node, self.program.quotes))
        number = _NUMBER.match(printed.text)
        return printed.cut(number.end()) if number else printed

    def reprint(self, line: Line, readings: Iterable[Work], with_italics: bool = False) -> Reprinted:
        """Return the reading that prints as the line: one of those given, or one near them.

        If none prints exactly, it is the nearest that loses no word of the line, or else the one that prints most like it.
        """
        own = slanted_words(line) if with_italics else ""
        with_italics = bool(own)  # a line without any has lost them
        tried: set[tuple[str, str, bool]] = set()
        whole: tuple[float, Reprinted, bool] | None = None
        best: tuple[float, Reprinted] | None = None
        given = list(readings)
        titled = next((work for work in given if work.text("title")), None)
        works: Iterable[Work] = given
        for number in range(ROUNDS):
            before = best[0] if best else 0.0
            for work in works:
                printed = self.printed(work, line.text)
                slanted = slanted_words(printed) if with_italics else ""
                titled_so = bool(work.text("title"))
                if (printed.loose, slanted, titled_so) in tried:
                    continue
                tried.add((printed.loose, slanted, titled_so))
                made = Reprinted(work, printed, printed.loose == line.loose)
                score = (2.0 if made.exact else similarity(line.loose, printed.loose)) - (slanted != own) * UPRIGHT
                score -= (not titled_so) * UNTITLED
                if score == 2.0:  # it cannot be better
                    return made
                if not number and (whole is None or score > whole[0]) and says_the_same(line, made):
                    whole = score, made, slanted == own
                if best is None or score > best[0]:
                    best = score, made
            assert best is not None
            if whole is None and says_the_same(line, best[1]):
                whole = *best, False
            if best[0] <= before:
                break
            works = other_readings(best[1].work, line.text, best[1].printed.text)
            if not number and titled and not best[1].work.text("title"):
                works = chain(other_readings(titled, line.text), works)  # "Moss, R., Slow Rivers. 2005." may be a book
        assert best is not None
        if whole is None or (best[1].exact and not (with_italics and whole[2])):
            return best[1]
        return whole[1]  # also where another type prints exactly, but in other italics than those of the line


UNTITLED = 0.02
"""What a reading without a title is worth less: one with a title that prints the same is likelier. More than :data:`UPRIGHT`, as
what is in italics is rather the title than a container without one."""
UPRIGHT = 0.01
"""What a reading is worth less whose italics are not those of the line."""


def slanted_words(line: Line) -> str:
    """Return the words of a line that are in italics."""
    return "".join(sign for sign, slanted in zip(line.text, line.italic, strict=True) if slanted and sign.isalnum())


def similarity(one: str, other: str) -> float:
    """Return how similar two lines are, 0 to 1: by their words, and how far they agree from both ends."""
    first, second = _words(one), _words(other)
    shared = sum(min(count, second.get(word, 0)) for word, count in first.items())
    words = 2 * shared / max(1, sum(first.values()) + sum(second.values()))
    ends = _agreeing(one, other) + _agreeing(one[::-1], other[::-1])
    return 0.5 * words + 0.5 * min(1.0, 2 * ends / max(1, len(one) + len(other)))


def _agreeing(one: str, other: str) -> int:
    """Return how many characters two texts have in common from their beginning."""
    most = min(len(one), len(other))
    return next((place for place in range(most) if one[place] != other[place]), most)


def _words(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for word in _TOKENS.findall(text):
        found[word] = found.get(word, 0) + 1
    return found


_TOKENS = re.compile(r"[^\W_]+|[^\w\s]")


def as_printed_line(line: Line) -> Line:
    """Return a line without the raised number of a note before it."""
    number = _NUMBER_TYPED.match(line.text)
    return line.cut(number.end()) if number else line


_WORDS = re.compile(r"[^\W_]+")
_TAKEN_AWAY = frozenset(
    "a an and und et y e the in p pp page pages vol volume no number nr n ed eds edn edition editor editors edited by doi https http "
    "org dx available at from retrieved online accessed art article st nd rd th second third fourth fifth first".split()
)
"""Words of a line that a style may not print: it has other ones for the same, or none."""
_ADDED = frozenset(
    "p pp vol no ed eds edn edition doi https org nd rd th st available at online retrieved from".split()
)
"""Words that a style may print where a line lacks them."""
_INITIAL = re.compile(r"[^\W\d_]\.?|(?:[^\W\d_]\.-?){2}")
_AND = re.compile(r"&|\b(?:und|et|y|e|and)\b")
_ODD = re.compile(r"[,;:] ?[,;:.]|\.\.(?!\.)|[^\W\d_]{4}\.[,;:]|\( ?[).,]")
"""Marks that meet only where a value is read wrongly."""
_SIGNS = re.compile(r"[*#+=%$€£@^~|\\/<>?!]|\(\)")
"""Signs that belong to values and that no style prints by itself, but for the slashes of links."""
_OPENING, _CLOSING = re.compile(r"[“‘](?=\w)"), re.compile(r"(?<=[\w.,?!])[”’](?![^\W_])")
"""Quotation marks at the two ends of what they hold; an apostrophe has letters on both sides."""


def says_the_same(line: Line, best: Reprinted) -> bool:
    """Whether a line and what is printed for it have the same words, but for those of styles, initials and unprinted places.

    What is printed must also be as even as the line: with as many quotation marks at both ends, and no marks that meet.
    """
    there, printed = _counted(line.text), _counted(best.printed.text)
    given = _counted(
        " ".join(name.given for role in ("author", "editor", "translator") for name in best.work.names(role))
    )
    initials = Counter({word[0]: count for word, count in given.items()})
    gone = set(there - printed - given - _counted(best.work.text("publisher-place")))
    new = set(printed - there - initials)
    opened, closed = (
        len(marks.findall(line.text)) - len(marks.findall(best.printed.text)) for marks in (_OPENING, _CLOSING)
    )
    has_stray_marks = len(_ODD.findall(best.printed.text)) > len(_ODD.findall(line.text))
    signs = sorted(_SIGNS.findall(BARE_DOI.sub("", line.text))) == sorted(
        _SIGNS.findall(BARE_DOI.sub("", best.printed.text))
    )
    joined = len(_AND.findall(line.text)) >= len(_AND.findall(best.printed.text))
    if any(_INITIAL.fullmatch(name.family) for role in ("author", "editor") for name in best.work.names(role)):
        return False  # a family name was taken for the title's first word
    if opened and not {"page", "volume"} & best.work.variables.keys():
        return False  # whether a title is in quotation marks depends on the type of a work
    return (
        gone <= _TAKEN_AWAY
        and new <= _ADDED | {"and"}
        and opened == closed
        and signs
        and joined
        and not has_stray_marks
    )


def _counted(text: str) -> Counter[str]:
    return Counter(_WORDS.findall(normalized(text).casefold()))
