"""An item cut into chunks at every place where one part might end and the next begin."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from citekit.documents.model import Style
from citekit.publications.atoms import Atom, Part, find_atoms
from citekit.publications.candidates import author_at_head, candidate_runs, run_starts, set_editors_apart
from citekit.publications.parts.authors import NameRun
from citekit.publications.separators import brackets_of, quotations, separators_of
from citekit.publications.styled import StyledText
from citekit.publications.tokens import Token, tokenize
from citekit.publications.vocabulary import Vocabulary

MAX_ITEM = 6000
"""Characters of one item that are looked at; what is beyond stays as left over."""
_LETTER = re.compile(r"[^\W_]")
_IN = re.compile(r"[Ii](?<=[\s(][Ii])n(?=:?\s+(?:the\s+)?(?:[A-Z0-9*_“\"]|proc))")


@dataclass(slots=True)
class Chunk:
    """``text[start:end]`` of an item, the ``separator`` before it, and what it looks like.

    ``separator`` is one of ``""`` (nothing or a blank), ``.`` ``?`` ``,`` ``;`` ``:`` ``-`` ``|`` ``(`` ``"``,
    ``hard`` and ``soft`` (line breaks), ``s`` (only the style changes).
    """

    start: int
    end: int
    separator: str
    atom: Atom | None = None
    quoted: bool = False
    bracketed: bool = False


@dataclass(slots=True)
class ChunkedItem:
    """An item with its chunks in order, and candidate author runs as chunk ranges ``[first, last)``."""

    item: StyledText
    chunks: list[Chunk]
    runs: list[tuple[int, int, NameRun]] = field(default_factory=list)


@dataclass(slots=True)
class Survey:
    """What an item shows before the document's names are known: its atoms, words, quotations and separators, and where
    runs of names may begin (see :func:`run_starts`)."""

    item: StyledText
    atoms: list[Atom]
    tokens: list[Token]
    quotes: list[tuple[int, int]]
    separators: list[re.Match[str]]
    starts: list[tuple[int, bool]]
    inside: dict[int, int]


def survey_item(item: StyledText) -> Survey:
    """Look at an item by itself; what is beyond :data:`MAX_ITEM` is not looked at."""
    if len(item.text) > MAX_ITEM:
        item = item.cut(0, MAX_ITEM)
    atoms = find_atoms(item)
    quotes = quotations(item.text)
    separators = separators_of(item.text)
    starts, inside = run_starts(item, atoms, quotes, separators)
    return Survey(item, atoms, tokenize(item), quotes, separators, starts, inside)


def chunk_item(item: StyledText, vocabulary: Vocabulary) -> ChunkedItem:
    """Cut an item into chunks and find its candidate author runs; what is beyond :data:`MAX_ITEM` is not looked at."""
    return chunk_survey(survey_item(item), vocabulary)


def chunk_survey(survey: Survey, vocabulary: Vocabulary) -> ChunkedItem:
    """Cut a surveyed item into chunks, as :func:`chunk_item` does."""
    item, atoms = survey.item, survey.atoms
    runs = candidate_runs(item, survey.tokens, vocabulary, survey.starts, survey.inside)
    organisation = author_at_head(item.text, vocabulary.single_references, runs)
    if organisation and not any(run.start == 0 and run.score > 1.0 and len(run.names) > 2 for run in runs):
        runs = [run for run in runs if run.start >= organisation.end]
        runs.append(organisation)
    runs, editors = set_editors_apart(item.text, runs)
    apart = [
        a
        for a in atoms
        if a.part == Part.LINK or a.kind in ("accessed", "award", "backrefs", "group", "remark") or "month" in a.values
    ]
    runs = [r for r in runs if not any(a.start <= r.start < a.end for a in apart)] if apart else runs
    atoms = [a for a in atoms if not any(e.start < a.end and a.start < e.end for e in editors)] + editors
    atoms.sort(key=lambda a: a.start)
    chunks = _cut(survey, atoms, runs)
    result = ChunkedItem(item, chunks)
    starts = {c.start: i for i, c in enumerate(chunks)}
    for run in runs:
        first = starts.get(run.start)
        if first is None:
            continue
        last = first
        while last < len(chunks) and chunks[last].start < run.end:
            last += 1
        if last > first and chunks[last - 1].end <= run.end + 2:
            result.runs.append((first, last, run))
    return result


def _cut(survey: Survey, atoms: list[Atom], runs: list[NameRun]) -> list[Chunk]:
    item = survey.item
    atoms, inside = _settled(atoms, survey.quotes)
    blocked = _blocked(item, atoms, inside, runs)
    brackets = brackets_of(item.text, blocked)
    for start, end in brackets:
        if not any(start < a.end and a.start < end for a in atoms) and not any(start < r.start < end for r in runs):
            blocked[start + 1 : end - 1] = b"\x01" * (end - start - 2)
    cuts: dict[int, str] = {0: ""}
    ends: dict[int, int] = {}
    for match in survey.separators:
        at = match.start()
        if not blocked[at]:
            kind = _SIGNS[match.lastgroup or "dot"]
            cuts.setdefault(match.end(), kind)
            ends[match.end()] = at + (len(match.group().rstrip()) if kind == "?" else 0)
    for start, end in brackets:
        cuts.setdefault(start, "(")
        cuts.setdefault(end, "")
    for atom in atoms:
        cuts.setdefault(atom.start, "")
        cuts.setdefault(atom.end, "")
    for start, end in inside:
        cuts.setdefault(start, '"')
        cuts.setdefault(end, '"')
    _cut_at_runs(item.text, runs, cuts)
    _cut_inside(item, blocked, cuts)
    return _assemble(item, sorted(cuts.items()), ends, atoms, inside)


def _settled(atoms: list[Atom], quotes: list[tuple[int, int]]) -> tuple[list[Atom], list[tuple[int, int]]]:
    """The atoms that stand in no quotation, and the quotations that no atom crosses."""
    atoms = [a for a in atoms if a.firm or not any(q <= a.start and a.end <= r for q, r in quotes)]
    whole = [
        (a, b)
        for a, b in quotes
        if not any(a < t.end and t.start < b and not (a <= t.start and t.end <= b) for t in atoms)
    ]
    return atoms, whole


def _blocked(item: StyledText, atoms: list[Atom], inside: list[tuple[int, int]], runs: list[NameRun]) -> bytearray:
    """Where an item is not cut: in atoms, quotations, good runs and phrases that one emphasis holds together.

    Runs that begin in such a phrase are taken out of ``runs``.
    """
    blocked = bytearray(len(item.text) + 2)
    spans = [*inside, *((atom.start, atom.end) for atom in atoms)]
    spans += [(run.start, run.end) for run in runs if run.score > 1.5 and run.with_form]
    spans += [
        (volume.end, page.start - 1)
        for volume, page in pairwise(atoms)
        if volume.kind == "journal-volume" and page.kind == "journal-page"
    ]  # "135 J. Fin. Econ. 795"
    solid = _solid_spans(item, atoms, runs)
    for a, b in (*spans, *solid):
        blocked[a + 1 : b] = b"\x01" * max(0, b - a - 1)
    for start, end in solid:
        runs[:] = [r for r in runs if not start < r.start < end]
    return blocked


def _cut_at_runs(text: str, runs: list[NameRun], cuts: dict[int, str]) -> None:
    for run in runs:
        cuts.setdefault(run.start, "")
        if run.lead >= 0:
            cuts.setdefault(run.lead, "")
        dotted = text[run.end - 1 : run.end] == "."  # the full stop of an initial ends the list of authors too
        cuts[run.end] = _stronger(cuts.get(run.end, ""), "." if dotted else "")


def _cut_inside(item: StyledText, blocked: bytearray, cuts: dict[int, str]) -> None:
    """Cut before an "in", and where the style changes."""
    for match in _IN.finditer(item.text):
        if not blocked[match.start()]:
            cuts.setdefault(match.start(), "")
    for index in range(1, len(item.starts)):
        position = item.starts[index]
        if not blocked[position] and _style_border(item, index):
            cuts.setdefault(position, "s")


_SIGNS = {
    "hard": "hard",
    "soft": "soft",
    "dot": ".",
    "stop": "?",
    "semi": ";",
    "comma": ",",
    "colon": ":",
    "bar": "|",
    "dash": "-",
}


_VISIBLE_STYLES = Style.BOLD | Style.ITALIC | Style.UNDERLINE | Style.COLOUR | Style.SMALL_CAPS
_SOLID_STYLES = Style.BOLD | Style.ITALIC | Style.UNDERLINE


def _solid_spans(item: StyledText, atoms: list[Atom], runs: list[NameRun]) -> list[tuple[int, int]]:
    """Phrases of three words and more that one link or one emphasis holds together: the parts of an item are not cut in them.

    A stretch with a line break, a locator or a date in it, one that begins with a run of names, and one that is most of
    the item is no such phrase.
    """
    found: list[tuple[int, int]] = []
    text = item.text
    if not item.links and not any(run.style for run in item.runs):
        return found
    index = 0
    while index < len(item.runs):
        key = (item.runs[index].style & _SOLID_STYLES, item.runs[index].href)
        first = index
        while index < len(item.runs) and (item.runs[index].style & _SOLID_STYLES, item.runs[index].href) == key:
            index += 1
        if not key[0] and not key[1]:
            continue
        start = item.starts[first]
        end = item.starts[index] if index < len(item.starts) else len(text)
        while end > start and not text[end - 1].isalnum():
            end -= 1
        phrase = text[start:end]
        if len(phrase.split()) < 3 or "\n" in phrase or len(phrase) > 0.75 * len(text):
            continue
        if any(a.start < end and start < a.end and (a.firm or a.part != Part.NOTE) for a in atoms):
            continue
        beginning = [r for r in runs if start <= r.start <= start + 2 and r.score > 0.5 * len(r.names)]
        later = any(r.start >= end and r.score > 0.8 * len(r.names) for r in runs)
        many_in_bold = later and bool(key[0] & Style.BOLD)
        if any(r.end >= end - 2 if many_in_bold else len(r.names) > 1 or r.end >= end - 2 for r in beginning):
            continue
        found.append((start, end))
    return found


def _style_border(item: StyledText, index: int) -> bool:
    """Whether a run's begin is a border of words where bold, italics, underlining or a link begin or end."""
    before, after = item.runs[index - 1], item.runs[index]
    if before.style & _VISIBLE_STYLES == after.style & _VISIBLE_STYLES and before.href == after.href:
        return False
    position = item.starts[index]
    left, right = item.text[position - 1 : position], item.text[position : position + 1]
    return not (left.isalnum() and right.isalnum()) and right not in ",.;:*)]"


def _assemble(
    item: StyledText,
    cuts: list[tuple[int, str]],
    ends: dict[int, int],
    atoms: list[Atom],
    quotes: list[tuple[int, int]],
) -> list[Chunk]:
    text = item.text
    by_start = {a.start: a for a in atoms}
    quote_starts = dict(quotes)
    chunks: list[Chunk] = []
    pending = ""
    for i, (start, separator) in enumerate(cuts):
        if start >= len(text):
            break
        end = cuts[i + 1][0] if i + 1 < len(cuts) else len(text)
        stop = ends.get(end, end) if i + 1 < len(cuts) else end
        pending = _stronger(pending, separator)
        a, b = start, min(stop, end)
        while a < b and text[a] in " \t\n\x0b,;":
            if text[a] == ",":
                pending = _stronger(pending, ",")
            if text[a] == "\n":
                pending = _stronger(pending, "hard")
            a += 1
        tail = ""
        while b > a and text[b - 1] in " \t\n\x0b,;":
            if text[b - 1] in ",;":
                tail = text[b - 1]
            elif text[b - 1] == "\n":
                tail = "hard"
            b -= 1
        body = text[a:b]
        if not _LETTER.search(body) and start not in by_start:
            mark = next((c for c in body if c in ".:?"), "")
            pending = _stronger(pending, mark) if mark else pending
            continue
        atom = by_start.get(start)
        chunk = Chunk(a, b, pending, atom, start in quote_starts, body[:1] in "([" and body[-1:] in ")]")
        chunks.append(chunk)
        pending = tail
    return chunks


_STRENGTH = {
    "": 0,
    "s": 1,
    "(": 2,
    ",": 3,
    "-": 3,
    "|": 4,
    ";": 4,
    ":": 4,
    '"': 5,
    ".": 6,
    "?": 6,
    "soft": 5,
    "hard": 8,
}


def _stronger(a: str, b: str) -> str:
    return a if _STRENGTH.get(a, 0) >= _STRENGTH.get(b, 0) else b


__all__ = ["Chunk", "ChunkedItem", "Part", "chunk_item"]
