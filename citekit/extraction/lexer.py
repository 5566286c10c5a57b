"""An item cut into words, with what is between them: the sequence that the labeller reads.

Words are runs of letters or of digits, and whole addresses, identifiers and buttons; punctuation, spaces and marks are
the separators between them, so that every character is in a word or in a gap.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from enum import StrEnum
from functools import cache

from citekit.documents.runs import Run, TextStyle
from citekit.extraction.styled import StyledText
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.registry import units

# --- Atoms: spans of an item that a part finder recognises by their own form, whatever the list's layout.

PARTS_PACKAGE = "citekit.extraction.recognizers"


class FieldKind(StrEnum):
    """What a span of an item can be. The values are the letters used in scores and shapes."""

    AUTHORS = "A"
    TITLE = "T"
    VENUE = "V"
    DATE = "D"
    LOCATOR = "L"
    NOTE = "N"
    LINK = "X"
    OTHER = "O"


@dataclass(frozen=True, slots=True)
class Atom:
    """``text[start:end]`` of an item is of this ``part``; ``kind`` states more (``"volume-issue-pages"``, ``"arxiv"``).

    ``values`` are facts read from it under CSL variable or BibTeX field names. ``weight`` decides between overlapping atoms,
    the heavier one stays: from 1.7 for what a bare number may be ("320 p.") to 3.6 for what contains matches of other kinds
    (the year in a date of access). ``stands`` is the word that the labeller sees in its place where it is written otherwise than what
    the labeller knows: a year for "n.d.".
    """

    start: int
    end: int
    part: FieldKind
    kind: str
    values: Mapping[str, str] = field(default_factory=dict)
    weight: float = 1.0
    stands: str = ""


def find_atoms(item: StyledText) -> list[Atom]:
    """Return the atoms of an item in order, without overlaps: of two that overlap the heavier (then the longer) stays.

    Every module of :mod:`citekit.extraction.recognizers` with a function ``find(item) -> Iterable[Atom]`` is queried.
    """
    found: list[Atom] = []
    for finder in _finders():
        found.extend(finder(item))
    found.sort(key=lambda a: (-a.weight, a.start - a.end, a.start))
    kept: list[Atom] = []
    taken = bytearray(len(item.text) + 1)
    for atom in found:
        if not any(taken[atom.start : atom.end]):
            kept.append(atom)
            taken[atom.start : atom.end] = b"\x01" * (atom.end - atom.start)
    kept.sort(key=lambda a: a.start)
    return kept


@cache
def _finders() -> tuple[Callable[[StyledText], Iterable[Atom]], ...]:
    return tuple(module.find for module in units(PARTS_PACKAGE) if hasattr(module, "find"))


MOST_WORDS = 900
"""Words of one item that are labelled; that there are more is a doubt of its work."""
_LETTER = r"[^\W\d_¹²³ªº⁰ⁱ⁴-₟]"
_WORD = re.compile(
    rf"{_LETTER}(?:{_LETTER}|[\u0300-\u036f\u00ad]|['’ʼ´‘`ʻ‐‑\-](?={_LETTER}))*|\d{{1,3}},\d{{3}}\s?[-–—]\s?\d{{1,3}},\d{{3}}(?!\d)|\d+"
)
NOTE_AT_NAME = re.compile(
    r"\s?[(（](?:(?:co-?\s?first|co-?lead|joint(?:ly)?[ -]first|(?:equal|shared)(?:ly)?[ -](?:contribut\w{2,6}|first)|first[ -]co-?author)(?:[ -]authors?)?"
    r"|(?:ph\.?d\.? )?student|(?:co-?)?(?:advisor|supervisor)|mentee|intern|(?:co-?)?corresponding(?: author)?|presenter|speaker|undergrad\w{0,6}|[\u3040-\u30ff\u4e00-\u9fff]{1,6})[)）](?![」』》])"
    r"|,?\s\(?(?:on behalf of|for) the [^\W\d_][\w &/+-]{1,60}?\b(?:collaborations?|consorti(?:um|a)|team|group)\b\)?",
    re.IGNORECASE,
)
"""What follows a name and is not a part of it: "(co-first)", "(student)", "on behalf of the Lantern Collaboration"."""
_SUPERSCRIPT = int(TextStyle.SUPERSCRIPT)
_LONGEST_MARK = 12
"""Characters of a raised run at most; a longer one is text."""


@dataclass(slots=True)
class Words:
    """The words of one item: ``texts[i]`` is ``item.text[starts[i]:ends[i]]`` (or what stands for that, see
    :class:`~citekit.extraction.lexer.Atom`), ``separators[i]`` what is before it, and ``separators[-1]`` what is after the last.

    ``links`` are the words that are whole addresses, identifiers or buttons, ``atoms`` the other pieces that a part
    finder recognised by their form, and ``kinds`` states of which kind the piece is that a word is in.
    """

    item: StyledText
    texts: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    separators: list[str] = field(default_factory=list)
    links: dict[int, Atom] = field(default_factory=dict)
    atoms: list[Atom] = field(default_factory=list)
    kinds: dict[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.texts)

    def first_from(self, position: int) -> int:
        """Return the first word that begins at a place of the text or after it."""
        return bisect_left(self.starts, position)

    def runs(self) -> Iterator[Run]:
        """Yield the run that each word begins in, where the item has several."""
        item, number, last = self.item, 0, len(self.item.runs) - 1
        for start in self.starts if last > 0 else ():
            while number < last and item.starts[number + 1] <= start:
                number += 1
            yield item.runs[number]


def cut(item: StyledText) -> Words:
    """Return the words of an item in order."""
    text = item.text
    words = Words(item)
    atoms = find_atoms(item)
    links = [atom for atom in atoms if atom.part == FieldKind.LINK and atom.end > atom.start]
    words.atoms = [atom for atom in atoms if atom.part != FieldKind.LINK]
    raised = _raised(item)
    at = 0
    whole = sorted([*links, *(atom for atom in words.atoms if atom.stands)], key=lambda atom: atom.start)
    for start, end, piece in _pieces(text, whole):
        link = piece if piece is not None and not piece.stands else None
        if raised and any(a <= start < b for a, b in raised):
            continue
        if len(words.texts) == MOST_WORDS:
            break
        if link is not None:
            words.links[len(words.texts)] = link
        words.texts.append(piece.stands if piece is not None and piece.stands else text[start:end])
        words.starts.append(start)
        words.ends.append(end)
        words.separators.append(text[at:start])
        at = end
    else:
        words.separators.append(text[at:])
    if len(words.separators) == len(words.texts):
        words.separators.append("")
    for atom in words.atoms:
        for i in range(words.first_from(atom.start), words.first_from(atom.end)):
            words.kinds[i] = atom.kind
    return words


def _pieces(text: str, links: list[Atom]) -> list[tuple[int, int, Atom | None]]:
    """Return the words of a text in order, and the links and other pieces in it that are one word each."""
    found: list[tuple[int, int, Atom | None]] = []
    position = 0
    for link in links:
        found.extend((m.start(), min(m.end(), link.start), None) for m in _WORD.finditer(text, position, link.start))
        found.append((link.start, link.end, link))
        position = link.end
    found.extend((*m.span(), None) for m in _WORD.finditer(text, position))
    return found


def _raised(item: StyledText) -> list[tuple[int, int]]:
    """Return the spans that are not words: raised marks, such as numbers of affiliations, and notes after names."""
    text = item.text
    notes = "(" in text or "（" in text or "on behalf of" in text
    found = [match.span() for match in NOTE_AT_NAME.finditer(text)] if notes else []
    if len(item.runs) < 2:
        return found
    return found + [
        (start, start + len(run.text))
        for start, run in zip(item.starts, item.runs, strict=True)
        if int(run.style) & _SUPERSCRIPT and len(run.text) <= _LONGEST_MARK
    ]
