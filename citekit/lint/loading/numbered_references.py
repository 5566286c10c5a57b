"""Numbered lists of references in Markdown, and the numbers by which a text refers to them: ``[3]``, ``[1, 4-6]``."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import Span, blanked

LEAST = 3
"""Fewer items are not a list of references."""
_LARGEST_RANGE = 100  # "[1-300]" is not a citation of 300 works; bounds the time for a range of a hostile text

_HEADING = re.compile(
    r"^(?:\#{1,6}[ \t]++|\*\*|__)?(?:\d{1,2}\.?[ \t]++)?(?:references|bibliography|works cited|literature|cited literature"
    r"|literature cited|reference list|literatur|literaturverzeichnis|références|referencias)[ \t]*+:?(?:\*\*|__)?:?[ \t]*+(?:\#++[ \t]*+)?\r?$",
    re.IGNORECASE | re.MULTILINE,
)
"""A heading that states that references follow, as a heading, in bold, or as a line of its own; it may be numbered."""
_ANY_HEADING = re.compile(r"^(?:\#{1,6}[ \t]+\S|[^\s#>*\d\[-][^\n]{0,80}\r?\n(?:===|---))", re.MULTILINE)
_ITEM = re.compile(
    r"^[ \t]{0,3}(?:[-*+][ \t]+)?(?:(?:<a [^<>\n]{0,200}>(?:</a>)?)?\\?\[(?P<square>\d{1,3})\\?\](?!:)|(?P<plain>\d{1,3})[.)])[ \t]+(?=\S)",
    re.MULTILINE,
)
"""An item that begins with its number: ``[3]``, which converters escape (``\\[3\\]``) or give an anchor, or ``3.``."""
_GROUP = re.compile(r"\\?\[(?P<numbers>\d{1,3}(?:[ \t]*+[-–—,;][ \t]*+\d{1,3}+){0,40})\\?\](?!:)")
_NUMBER = re.compile(r"(?P<first>\d{1,3})(?:[ \t]*[-–—][ \t]*(?P<last>\d{1,3}))?")


@dataclass(frozen=True, slots=True)
class Numbered:
    """A list of references: its items by their numbers, each with its place, and the numbers that the text refers to."""

    items: dict[int, Span]
    cited: frozenset[int]

    @property
    def uncited(self) -> dict[int, Span]:
        """The items that the text never refers to; none if it refers to less than half of them, for then the list is
        one of further reading.
        """
        known = self.cited & self.items.keys()
        if len(self.items) < LEAST or 2 * len(known) < len(self.items):
            return {}
        return {number: span for number, span in self.items.items() if number not in known}


def numbered_references(text: str) -> Numbered | None:
    """Return the list of references of a Markdown text: the last one under such a heading; None without one."""
    from citekit.manuscripts.markdown import read_markdown  # here, for few texts are Markdown

    markdown = read_markdown(text).text
    headings = list(_HEADING.finditer(markdown))
    if not headings:
        return None
    start = headings[-1].end()
    after = _ANY_HEADING.search(markdown, start)
    end = after.start() if after else len(text)
    items = dict(_items(text, start, end))
    if sorted(items) != list(range(1, len(items) + 1)):
        return None
    # The visible text, in which escaped brackets (``\[3\]``) are not hidden.
    pieces: list[str] = []
    at = 0
    for match in re.finditer(r"\\[\[\]]", text):
        pieces += (markdown[at : match.start()], match[0])
        at = match.end()
    code_free = blanked("".join((*pieces, markdown[at:])), [(start, end)])
    return Numbered(items, frozenset(_cited(code_free)))


def _items(text: str, start: int, end: int) -> Iterator[tuple[int, Span]]:
    for match in _ITEM.finditer(text, start, end):
        line = text.find("\n", match.end(), end)
        whole = text[match.start() : line if line >= 0 else end]
        start = match.start() + len(whole) - len(whole.lstrip())
        yield int(match["square"] or match["plain"]), Span(start, start + len(whole.strip()))


def _cited(text: str) -> Iterator[int]:
    for group in _GROUP.finditer(text):
        for match in _NUMBER.finditer(group["numbers"]):
            first = int(match["first"])
            last = int(match["last"] or first)
            yield from range(first, min(last, first + _LARGEST_RANGE) + 1)
