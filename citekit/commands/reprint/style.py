"""A style as what prints readings again."""

from __future__ import annotations

from collections.abc import Iterable
from os.path import commonprefix

from citekit.commands.reprint.lines import Line
from citekit.commands.reprint.readings import other_readings
from citekit.csl.finish import finish
from citekit.csl.item import CslItem
from citekit.csl.processor import program_for
from citekit.csl.styles import load
from citekit.model.titles import with_foreign_titles
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

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


class PrintingStyle:
    """A style in a language that prints readings of lines."""

    def __init__(self, name: str, language: str = "") -> None:
        self.name, self.language = name, language
        self.program = program_for(load(name), language)

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
        """Return the reading that prints most like the line: one of those given, or one of those near the best of them."""
        wanted = line.loose
        tried: dict[tuple[str, str], None] = {}
        own = slanted_words(line) if with_italics else ""

        def judged(works: Iterable[Work]) -> tuple[float, Reprinted] | None:
            best: tuple[float, Reprinted] | None = None
            for work in works:
                printed = self.printed(work, line.text)
                exact = printed.loose == wanted
                slanted = slanted_words(printed) if with_italics else ""
                if (printed.loose, slanted) in tried:
                    continue
                tried[printed.loose, slanted] = None
                score = (2.0 if exact else likeness(wanted, printed.loose)) - (0 if slanted == own else UPRIGHT)
                if best is None or score > best[0]:
                    best = score, Reprinted(work, printed, exact)
                if score == 2.0:  # it cannot be better
                    break
            return best

        best = judged(readings)
        assert best is not None
        for _ in range(ROUNDS):
            if best[0] == 2.0:  # printed exactly
                break
            better = judged(other_readings(best[1].work, line.text))
            if better is None or better[0] <= best[0]:
                break
            best = better
        return best[1]


UPRIGHT = 0.01
"""What a reading is worth less whose italics are not those of the line."""


def slanted_words(line: Line) -> str:
    """Return the words of a line that are in italics."""
    return "".join(sign for sign, slanted in zip(line.text, line.italic, strict=True) if slanted and sign.isalnum())


def likeness(one: str, other: str) -> float:
    """Return how alike two lines are, 0 to 1: by their words, and how far they agree from both ends."""
    first, second = _words(one), _words(other)
    shared = sum(min(count, second.get(word, 0)) for word, count in first.items())
    words = 2 * shared / max(1, sum(first.values()) + sum(second.values()))
    ends = len(commonprefix((one, other))) + len(commonprefix((one[::-1], other[::-1])))
    return 0.5 * words + 0.5 * min(1.0, 2 * ends / max(1, len(one) + len(other)))


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
