"""Markdown with Pandoc's citations: ``[see @doe, p. 3]``, ``@doe``, ``[-@doe]``, ``nocite``, ``::: {#refs}``.

Source: the Pandoc manual, "Citation syntax", "Placement of the bibliography". Code, links, addresses, comments and the
metadata block are no text, so nothing in them is a citation.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping

from citekit.csl.cite import Citation
from citekit.csl.manuscript import Scan, Spot
from citekit.csl.output import writer
from citekit.csl.pandoc import KEY, cites_of, narrative, on_one_line
from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline
from citekit.span import Span
from citekit.works.work import Work

NAME = "markdown"
SUFFIXES = (".md", ".markdown", ".qmd", ".rmd")

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^\n]*)")
_LIST = re.compile(r" {0,3}(?:[-+*]|\d{1,9}[.)]|\[\^[^\]\s]{1,99}\]:)\s")
_TICKS = re.compile(r"`+")
_BLANK = re.compile(r"\n[ \t\r]*\n")
_OTHER = re.compile(
    r"\\[^\n]|<!--.*?(?:-->|\Z)|<[A-Za-z/][^<>\n]*>|\]\([^()\n]*\)|[A-Za-z][A-Za-z+.-]{1,15}://[^\s<>\[\]]+", re.DOTALL
)
_BRACKETS = re.compile(r"(?<!!)\[([^\[\]]*)\](?![(\[{:])")
_FOOTNOTE = re.compile(r"^\[\^[^\]\s]{1,99}\]:", re.MULTILINE)
_NOTE_MARKS = re.compile(r"\^?\[|\]|\n[ \t\r]*\n")
_NOTE_END = re.compile(r"\n[ \t\r]*\n(?![ \t])|\n\[\^|\Z")
_REFS = re.compile(
    r"^(?::{3,}[ \t]*\{[^}\n]{0,200}#refs\b[^}\n]{0,200}\}[ \t]*|<div[^<>\n]{0,200}\bid=[\"']?refs\b[^<>\n]{0,200}>)\r?\n",
    re.MULTILINE,
)
_NOCITE = re.compile(r"^nocite:(.*(?:\n[ \t]+.*)*)", re.MULTILINE)
_SUPPRESSED = re.compile(r"^suppress-bibliography:\s*(?:true|yes)\s*$", re.MULTILINE | re.IGNORECASE)
_ALL = re.compile(r"@\*")


def scan(text: str) -> Scan:
    """The citations of a Markdown text; the list goes into ``::: {#refs}``, or to the end."""
    head = _head(text)
    seen = _visible(text, head)
    spots = tuple(sorted(_spots(seen), key=lambda spot: spot.span.start))
    refs = _REFS.search(seen, head)
    end = refs.end() if refs else len(text)
    place = None if _SUPPRESSED.search(text, 0, head) else Span(end, end)
    return Scan(spots, tuple(_nocited(text, head)), list_at=place, gap="" if refs else _gap(text))


def cited(content: tuple[Inline, ...], as_note: bool, scan: Scan) -> str:
    """A citation, as a note of its own where that is wanted."""
    text = writer("markdown").inline(content)
    return f"^[{text}]" if as_note else text


def listed(rendered: Rendered, works: Mapping[str, Work], scan: Scan) -> str:
    """A paragraph per work."""
    return writer("markdown").bibliography(rendered)


def _gap(text: str) -> str:
    """What makes the end of the text the end of a paragraph."""
    bare = text.rstrip(" \t\r\n")
    ends = text[len(bare) :].count("\n")
    return "\n" * max(0, 2 - ends) if bare else ""


def _head(text: str) -> int:
    """Where the text begins: behind the metadata block, if there is one."""
    if not text.removeprefix("\ufeff").startswith("---"):
        return 0
    end = re.compile(r"^(?:---|\.\.\.)[ \t\r]*$", re.MULTILINE).search(text, text.find("\n") + 1)
    return end.end() if end else 0


def _nocited(text: str, head: int) -> Iterator[tuple[str, Span]]:
    """The keys under ``nocite`` in the metadata block."""
    for block in _NOCITE.finditer(text, 0, head):
        for match in KEY.finditer(text, block.start(1), block.end(1)):
            yield match["braced"] or match["key"], Span(*match.span())
        every = _ALL.search(text, block.start(1), block.end(1))
        if every:
            yield "*", Span(*every.span())


# --- what is text --------------------------------------------------------------------------------------------------


def _visible(text: str, head: int) -> str:
    """The text with everything in which nothing is cited made of NUL, line ends and offsets kept."""
    spans = [(0, head), *_blocks(text, head)]
    seen = _hidden(text, spans)
    seen = _hidden(seen, list(_code(seen)))
    return _hidden(seen, [match.span() for match in _OTHER.finditer(seen)])


def _hidden(text: str, spans: list[tuple[int, int]]) -> str:
    pieces: list[str] = []
    last = 0
    for start, end in spans:
        pieces += [text[last:start], re.sub(r"[^\n]", "\0", text[start:end])]
        last = end
    return "".join([*pieces, text[last:]])


def _blocks(text: str, head: int) -> Iterator[tuple[int, int]]:
    """Lines of fenced and indented code; inside of lists and footnotes, indented lines are text."""
    at, fence, blank, in_list = head, "", True, False
    for line in text[head:].splitlines(keepends=True):
        start, at = at, at + len(line)
        match = _FENCE.match(line)
        if fence:
            if match and match[1].startswith(fence) and not match[2].strip():
                fence = ""
            yield start, at
        elif match and not (match[1][0] == "`" and "`" in match[2]):
            fence = match[1]
            yield start, at
        elif not line.strip():
            blank = True
            continue
        elif blank and not in_list and line.startswith(("    ", "\t")):
            yield start, at
            continue
        elif not line.startswith((" ", "\t")) or _LIST.match(line):
            in_list = bool(_LIST.match(line)) or (in_list and not blank)
        blank = False


def _code(text: str) -> Iterator[tuple[int, int]]:
    """Spans of code: between runs of as many backticks in one paragraph."""
    runs = [match.span() for match in _TICKS.finditer(text)]
    places: dict[int, list[int]] = {}
    for start, end in runs:
        places.setdefault(end - start, []).append(start)
    ends = [match.start() for match in _BLANK.finditer(text)]
    last = 0
    for start, end in runs:
        if start < last or text[start - 1 : start] == "\\":
            continue
        same = places[end - start]
        at = bisect_right(same, start)
        place = bisect_right(ends, start)
        limit = ends[place] if place < len(ends) else len(text)
        if at < len(same) and same[at] < limit:
            last = same[at] + end - start
            yield start, last


# --- citations -----------------------------------------------------------------------------------------------------


def _spots(seen: str) -> Iterator[Spot]:
    notes = _notes(seen)
    brackets = {
        match.start(): match
        for match in _BRACKETS.finditer(seen)
        if "@" in match[1] and all(KEY.search(part) for part in match[1].split(";"))
    }
    starts = list(brackets)
    for match in KEY.finditer(seen):
        place = bisect_right(starts, match.start()) - 1
        if place >= 0 and _BRACKETS.match(seen, starts[place]).end() > match.start():  # type: ignore[union-attr]
            continue
        citation, end = narrative(seen, match)
        span = Span(match.start(), end)
        keys = ((citation.cites[0].id, Span(*match.span())), *_keys(seen, match.end(), end))
        for start in [start for start in (match.end(), match.end() + 1) if start < end]:
            brackets.pop(start, None)
        yield Spot(span, citation, keys, _note_of(notes, span))
    for match in brackets.values():
        span = Span(*match.span())
        keys = tuple(_keys(seen, match.start(1), match.end(1)))
        yield Spot(span, Citation(tuple(cites_of(on_one_line(match[1])))), keys, _note_of(notes, span))


def _keys(seen: str, start: int, end: int) -> Iterator[tuple[str, Span]]:
    """The first key of every part, as citations have them."""
    for part in re.finditer(r"[^;]+", seen[start:end]):
        match = KEY.search(part.group())
        if match:
            at = start + part.start() + match.start()
            yield match["braced"] or match["key"], Span(at, at + len(match.group()))


def _notes(seen: str) -> list[tuple[int, int]]:
    """Where footnotes are: from their mark to the end of their paragraph, or of their brackets."""
    found = []
    for match in _FOOTNOTE.finditer(seen):
        end = _NOTE_END.search(seen, match.end())
        found.append((match.start(), end.start() if end else len(seen)))
    opened: list[tuple[int, str]] = []
    for match in _NOTE_MARKS.finditer(seen):
        mark = match.group()
        if mark.endswith("["):
            opened.append((match.start(), mark))
        elif mark != "]":
            opened.clear()
        elif opened:
            start, mark = opened.pop()
            if mark == "^[":
                found.append((start, match.start()))
    return sorted(found)


def _note_of(notes: list[tuple[int, int]], span: Span) -> int:
    place = bisect_right(notes, (span.start, span.end)) - 1
    return notes[place][0] if place >= 0 and span.start < notes[place][1] else -1
