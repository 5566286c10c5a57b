"""Running heads, running feet and page numbers: what a page repeats at its edges and no reader reads."""

from __future__ import annotations

from collections import Counter

from citekit.documents.pdf.lines import PdfLine
from citekit.documents.pdf.page import PdfPage
from citekit.runtime import patterns as re
from citekit.text.numerals import roman_value

_EDGE = 3
"""How many lines from the top and from the bottom may be furniture."""
_NUMBER = re.compile(
    r"\W*+(?:page|seite|p\.|pg\.|página|pagina|side|sida|strona)?\s*+(?P<number>\d{1,4}|[ivxl]{1,6})"
    r"(?:\s*(?:/|of|von|de|sur|di|av|z|out of|-)\s*\d{1,4})?\W*",
    re.IGNORECASE,
)
"""A page number in several languages, in digits or Roman, with the number of pages perhaps: "Page 3 of 12", "iv", "- 7 -"."""
_SHORT_NUMBER = re.compile(r"(?<!\d)\d{1,3}(?!\d)")
_LETTERS = re.compile(r"[^\W\d_]{2}")


def take_furniture(pages: list[PdfPage]) -> list[list[PdfLine]]:
    """Take running heads, feet and page numbers off the pages; they come back as lines, page by page."""
    edges = [_edges(page) for page in pages]
    heights: dict[str, Counter[int]] = {}
    for rows in edges:
        for key in {_key(line) for edge in rows for line in edge}:
            heights.setdefault(key[0], Counter()).update((key[1], key[1] + 1))
    offsets = Counter(
        number - page.number for page, rows in zip(pages, edges, strict=True) for number in _numbers(rows)
    )
    taken: list[list[PdfLine]] = []
    for page, rows in zip(pages, edges, strict=True):
        found: list[PdfLine] = []
        for edge in rows:
            for line in edge:
                if not (_repeats(line, heights, len(pages)) or _is_number(line, page, offsets, len(pages))):
                    break
                found.append(line)
        gone = {id(segment) for line in found for segment in line.segments}
        page.segments = [segment for segment in page.segments if id(segment) not in gone]
        taken.append(found)
    return taken


def _edges(page: PdfPage) -> tuple[list[PdfLine], list[PdfLine]]:
    """Return the outermost lines from the top downwards and from the bottom upwards."""
    rows: list[PdfLine] = []
    for segment in sorted(page.segments, key=lambda one: (-one.y, one.x0)):
        if not segment.text.strip():
            continue
        if not rows or rows[-1].y - segment.y > 0.5 * segment.size:
            rows.append(PdfLine(page.number, [], segment.y, segment.size))
        rows[-1].segments.append(segment)
    for row in rows:
        row.segments.sort(key=lambda one: one.x0)
    return rows[:_EDGE], rows[: -_EDGE - 1 : -1]


def _key(line: PdfLine) -> tuple[str, int]:
    """Return what a line states, page numbers aside, and at which height; empty if it has no words."""
    text = line.text
    return (_SHORT_NUMBER.sub("#", text.casefold()) if _LETTERS.search(text) else "", round(line.y / 4))


def _repeats(line: PdfLine, heights: dict[str, Counter[int]], pages: int) -> bool:
    text, height = _key(line)
    needed = max(2, round(0.34 * pages))
    return bool(text) and max(heights[text][height], heights[text][height + 1]) >= needed


def _numbers(rows: tuple[list[PdfLine], list[PdfLine]]) -> set[int]:
    return {number for edge in rows for line in edge[:2] if (number := _number(line)) is not None}


def _number(line: PdfLine) -> int | None:
    """Return the page number that a line is and nothing else."""
    # "Page 12 of 340" with a name next to it; a longer line is text.
    match = _NUMBER.fullmatch(line.text) if len(line.text) < 40 else None
    if not match:
        return None
    digits = match["number"].lower()
    return int(digits) if digits.isdigit() else roman_value(digits)


def _is_number(line: PdfLine, page: PdfPage, offsets: Counter[int], pages: int) -> bool:
    number = _number(line)
    if number is None:
        return False
    offset = number - page.number
    return offset == 1 or (pages > 1 and offsets[offset] >= max(2, round(0.34 * pages)))
