"""The items of a document: which lines belong to one publication, under which headings they appear, and what is left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from itertools import groupby

from citekit.documents.runs import HARD_BREAK, Block, Document, Run, TextStyle
from citekit.extraction.labeller import Labelled
from citekit.extraction.phrases import YEAR_TAG, full_year, strip_year
from citekit.extraction.segments.features import VOLUME, announced, groups_of, heading_group
from citekit.extraction.segments.lines import BlockLine
from citekit.extraction.segments.model import BEGIN, HEADING, INSIDE
from citekit.extraction.segments.parts import Parts
from citekit.extraction.styled import StyledText
from citekit.model.venues import find as find_venue
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import Span

PUBLICATIONS, OTHER, NEUTRAL = "publications", "other", "neutral"
LONGEST = 9
"""Words of a heading that announces something, at most."""
MOST_WORDS_OF_YEAR = 3
"""Words of a heading that is a year for the items below it, at most: "Published in 2021". A longer one indicates something."""
STATUSES = ("under review", "submitted", "in preparation", "in press", "to appear", "forthcoming")
_KINDS_OF_PHRASES = (("preprint", ("working paper", "under review", "in preparation")),)
_EDITED = ("edited volume", "edited collection", "edited book", "volumes edited", "books edited")
"""What books are called that someone edited; contributions to them are chapters."""
_IN_BOOKS = re.compile(
    r"(?<!\w)(?:in|to|en|em|dans(?: d[e’'](?:s\b)?)?|i|im|w|v|ve|в|aus|à(?: des)?)\s(?:[^\W\d]{3,20}+\s){0,3}?(?P<book>books?|volumes?|collections?|bücher\w*|sammel\w+|ouvrages?|livres?"
    r"|libros?|obras|livros?|volum[ei]|libr[oi]|miscellanee|bøger|bøker|böcker|boken?|bog|antolog\w+|książ\w+|monografi\w+|knih\w+|kniz\w+|sborní\w+|сборник\w*|книг\w*)(?!\w)",
    re.IGNORECASE,
)
"""What chapters are called by where they are: "Contributions to edited volumes", "Beiträge in Sammelbänden", "Textes dans des ouvrages"."""
_JOINT = re.compile(r"\s(?:and|und|et|y|e|i|och|og|oraz|ja|és|ve|и|a)\s|[,;/&+|]", re.IGNORECASE)
"""What joins the kinds that a heading names: "Journal articles and book chapters", "Böcker och bokkapitel"."""
HELD = frozenset({"talk", "prize"})
"""Kinds of what is below a heading that was held or given, and not published, though it has a day and a place, too."""
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")
_ONLY_YEAR = re.compile(
    r"^\W*(?:in\s|year\s)?((?:19|20)\d\d)(?:\s?[-–/&]\s?((?:19|20)?\d\d|present|now|today))?\W*+(?:(?:publications|papers)\W*+)?$",
    re.IGNORECASE,
)

_REVIEWING = re.compile(
    r"(?:ad[ -]hoc\s)?peer[ -]reviews?(?:\s(?:activities|activity|service|work|experience|duties)|\sfor(?:\s[\w-]{1,20}+){1,3})?",
    re.IGNORECASE,
)
"""What someone reviewed for others, and no "Peer-reviewed articles": below it are names of journals."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading as read: its text and level, its ``role``, and the year, venue, kinds of works and status that it states."""

    text: str
    level: int
    role: str
    year: int | None = None
    venue: str = ""
    kinds: tuple[str, ...] = ()
    status: str = ""


def heading_key(text: str) -> str:
    """Return the letters and digits by which a heading is known that people noted something about."""
    return "".join(filter(str.isalnum, text[:200].casefold()))


def read_heading(text: str, level: int) -> Heading:
    """Return what a heading's text states. The role is ``"neutral"`` where its words state nothing either way."""
    text = " ".join(text.split()).strip(" #*_:-–—.")
    only = _ONLY_YEAR.match(text)
    if only:
        return Heading(text, level, NEUTRAL, None if only[2] else int(only[1]))
    role = announced(text) if len(text.split()) <= LONGEST else NEUTRAL
    role = OTHER if _REVIEWING.fullmatch(text) else role
    folded = text.lower()
    alone = role == NEUTRAL and not VOLUME.search(text)  # with a locator it is a line of one publication
    venue = strip_year(text) if alone and find_venue(text) is not None else ""
    printed = YEAR_TAG.search(text) or _YEAR.search(text)
    year = (
        int(full_year(printed[1])) if printed and role == NEUTRAL and len(text.split()) <= MOST_WORDS_OF_YEAR else None
    )
    # "Publications and talks" announces publications.
    told = () if _REVIEWING.fullmatch(text) else kinds_of_heading(text)
    kinds = tuple(kind for kind in told if role == OTHER or kind not in HELD)
    return Heading(text, level, role, year, venue, kinds, next((s for s in STATUSES if s in folded), ""))


def kinds_of_heading(text: str) -> tuple[str, ...]:
    """Return the kinds of works that a heading announces, none where it announces works of any kind.

    Each of its parts names one: "Book chapters" are chapters, "Books and chapters" are both.

    >>> kinds_of_heading("Books and book chapters"), kinds_of_heading("Beiträge in Sammelbänden"), kinds_of_heading("Papers")
    (('book', 'chapter'), ('chapter',), ())
    """
    kinds = [kind for kind, phrases in _KINDS_OF_PHRASES if any(phrase in text.casefold() for phrase in phrases)]
    if kinds:
        return tuple(kinds)
    if found := _IN_BOOKS.search(text):
        kinds, text = ["chapter"], text[: found.start("book")] + text[found.end("book") :]
    elif any(phrase in text.casefold() for phrase in _EDITED):
        kinds = ["book"]
    kinds += [kind for part in _JOINT.split(text) if (kind := groups_of("kinds", part))]
    return tuple(dict.fromkeys(kinds))


LONGEST_ITEM = 4000
"""Characters of an item; longer ones are no single publication."""
UNLIKE = "does not read like a publication"
"""Why an item is left out that only the model of lines speaks against."""
DEEPEST = 8
"""The level of headings that are bare lines: below every heading of the markup."""
_INDEX_MARKER = re.compile(
    r"^\s*(?:\[?[A-Z]{0,3}\.?-?\d{1,3}[a-z]?[\].:)]|\(\d{1,3}\)|\[[A-Za-z+]{1,8}\d{0,4}[a-z]?\])\s+(?=\S)"
)
_TITLE_BARS = re.compile(r"(?<!\s)\s++[|·•–—-]++\s++|\s?[|\n\x0b:]\s?")
"""What is between a person and what a page is about: "Ada Brandt | List of publications"."""
_TITLES = frozenset({"title", "papertitle", "pubtitle"})
_HINT = re.compile(r"[a-z]+")
_ROWS = ("li:", "tr:", "dd:", "dt:")
_FURNITURE = ("nav:", "footer:")
_OF_AN_ITEM = ("article:", "li:", "quote:", "td:")


@dataclass(frozen=True, slots=True)
class Section:
    """A span of the document under one chain of headings.

    ``cites`` states that references are here although no heading does.
    """

    headings: tuple[Heading, ...]
    cites: bool = False

    @property
    def role(self) -> str:
        """The role of the innermost heading that states one; years, venues and topics inherit."""
        return next((h.role for h in reversed(self.headings) if h.role != NEUTRAL), NEUTRAL)

    @property
    def title(self) -> str:
        """The innermost heading's text."""
        return self.headings[-1].text if self.headings else ""

    @property
    def is_of_references(self) -> bool:
        """Whether the innermost heading states that references are here ("References", "Literatur"), or the list itself does."""
        return self.cites or _announces_references(self.title)

    def latest(self, attribute: str) -> object:
        """Return the innermost heading's non-empty value of an attribute (``year``, ``venue``, ``kinds``,
        ``status``), or None.
        """
        return next((v for h in reversed(self.headings) if (v := getattr(h, attribute))), None)


@lru_cache(maxsize=256)  # every item of a list is asked, several times
def _announces_references(title: str) -> bool:
    folded = title.casefold()
    return any(heading_group(word) == "references" for word in folded.split()) or bool(_CITED.search(folded))


_CITED = re.compile(
    r"^\W*(?:\d[\d.]*\s)?(?:(?:works?|sources|texts) (?:cited|consulted)|(?:select(?:ed)? )?(?:bibliograph(?:y|ie)|bibliografía|bibliografia)|cited (?:works|sources)"
    r"|sources|quellen(?:verzeichnis)?|quellen und literatur|notes and references|end ?notes|footnotes)\b"
)
"""Headings of lists of references that no word of their own reports from lists of someone's works."""


@dataclass(slots=True)
class Item:
    """One candidate publication: its text, where it appears, its section, and ``list_key``, equal for items of one list.

    ``aside`` explains why a text is none, empty for publications; ``odds`` is how certain the model is that one begins here;
    ``alone`` is what was read of it by itself; ``key`` is the citation key that the document gives it. ``known`` is the work
    that it is, as far as someone knows; ``taught`` are its words that are read otherwise since the models learned from what
    is known. ``named`` are the spans of the source that the page calls a part of a reference, each with the part.
    """

    text: StyledText
    span: Span
    section: Section
    list_key: str
    hidden: bool = False
    struck: bool = False
    label: str = ""
    aside: str = ""
    odds: float = 1.0
    alone: Labelled | None = None
    key: str = ""
    known: Work | None = None
    taught: Set[int] = frozenset()
    named: Parts = ()


# "Hall P (2018) Who owns a wall?": names, a year and more. Taken for a heading, a reference would vanish without a word.
_DATED = re.compile(r"[^\W\d_][^()\d]{2,200}\((?:19|20)\d\d[a-z]?\)[.,:]?(?:\s+\S+){4}")


def labelled_items(
    document: Document,
    lines: list[BlockLine],
    labels: list[str],
    begins: list[float],
    said: Mapping[str, str] | None = None,
) -> list[SegmentedItem]:
    """Return the items that labels of the lines make; ``begins`` are the odds of each line to begin one, ``said`` are
    roles of headings by their letters.
    """
    real = any(line.block.kind == "heading" for line in lines)
    stack = _title_heading(document)
    section, number = Section(tuple(stack)), 0
    items: list[SegmentedItem] = []
    last = -1
    for label, stretch in _stretches(lines, labels):
        dated = label == HEADING and lines[stretch[0]].block.kind != "heading" and _DATED.match(lines[stretch[0]].text)
        kind = BEGIN if dated else label
        if kind == HEADING:
            first = lines[stretch[0]].block
            text = " ".join(lines[i].text for i in stretch)
            # Bare lines are below the headings of the markup.
            heading = read_heading(text, first.level if first.kind == "heading" else DEEPEST if real else DEEPEST - 2)
            role = said.get(heading_key(text), heading.role) if said else heading.role
            locator = last >= 0 and role == NEUTRAL and VOLUME.search(text)  # of the work above
            if not locator:
                stack = _opened(
                    stack, heading if role == heading.role else replace(heading, role=role, year=None, venue="")
                )
                section, number, last = Section(tuple(stack)), number + 1, -1
                continue
        if kind in (HEADING, INSIDE) and last >= 0:  # it continues after something that is not a part of it
            joined = [*items[last].lines, *stretch]
            items[last] = SegmentedItem.of(lines, joined, section, items[last].list_key, items[last].odds)
            continue
        made = SegmentedItem.of(lines, stretch, section, f"{number}/{_list_of(lines[stretch[0]])}", begins[stretch[0]])
        if kind in (BEGIN, INSIDE):
            last = len(items)
        else:
            above = lines[items[last].lines[-1]] if last >= 0 else None
            made.aside = _reason(lines[stretch[0]], section, above)
        if made.text.text:
            items.append(made)
    return items


_STRUCK = int(TextStyle.STRIKE)


@dataclass(slots=True)
class SegmentedItem(Item):
    """An item with the numbers of its lines, ``lines``, and the containers around the first, ``path``."""

    lines: tuple[int, ...] = ()
    path: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, lines: Sequence[BlockLine], stretch: Iterable[int], section: Section, key: str, odds: float
    ) -> SegmentedItem:
        """Return the item that some lines make."""
        mine = [lines[i] for i in stretch]
        runs = joined_runs(mine)
        kept = [run for run in runs if not int(run.style) & _STRUCK]
        struck = not any(run.text.strip() for run in kept)
        text = StyledText.of(runs if struck else kept, mine[0].block.marker, mine[0].block.hint)
        match = _INDEX_MARKER.match(text.text)
        label = ""
        if match and len(text.text) > match.end() + 20:
            label, text = match.group().strip(), text.cut(match.end(), len(text.text))
        span = Span(min(m.block.span.start for m in mine), max(m.block.span.end for m in mine))
        aside = "is too long for one publication" if len(text.text) > LONGEST_ITEM else ""
        return cls(
            text,
            span,
            section,
            key,
            False,
            struck,
            label,
            aside,
            odds,
            lines=tuple(stretch),
            path=mine[0].block.path,
            key=mine[0].block.key,
            named=tuple(dict.fromkeys(part for line in mine for part in line.named)),
        )


def _stretches(lines: list[BlockLine], labels: list[str]) -> Iterable[tuple[str, list[int]]]:
    """Lines that belong together, with the label of the first: headings, items, and other text block by block."""
    found: list[tuple[str, list[int]]] = []
    for i, label in enumerate(labels):
        kind, stretch = found[-1] if found else ("", [i])
        line, before = lines[i], lines[stretch[-1]]
        goes_on = label == INSIDE and kind in (BEGIN, INSIDE)
        if label == kind == HEADING:
            goes_on = line.index == before.index and line.block.kind == "heading"
        elif label == kind == "O":
            goes_on = line.index == before.index or _row_of(line) == _row_of(before) != ""
        if goes_on:
            stretch.append(i)
        else:
            found.append((label, [i]))
    return found


def joined_runs(lines: list[BlockLine]) -> list[Run]:
    """Return the runs of lines with the breaks between them as they are inside of a block, and hard ones between
    blocks.
    """
    runs: list[Run] = []
    for n, line in enumerate(lines):
        if n:
            sign = line.broken if line.index == lines[n - 1].index else HARD_BREAK
            runs.append(Run(sign, Span(runs[-1].span.end, runs[-1].span.end)))
        runs.extend(_emphasised(line.block))
    return runs


def _emphasised(block: Block) -> tuple[Run, ...]:
    """Return the runs of a block, in bold where it is a heading or the page calls it a title."""
    called = block.hint and not _TITLES.isdisjoint(_HINT.findall(block.hint.lower())) and len(block.text.split()) > 2
    if block.kind != "heading" and not called:
        return block.runs
    return tuple(Run(run.text, run.span, run.style | TextStyle.BOLD, run.href) for run in block.runs)


def _list_of(line: BlockLine) -> str:
    """Return the container of the list that a line's item is in."""
    path = line.block.path
    rows = [n for n, step in enumerate(path) if step.startswith(_ROWS)]
    index = rows[-1] if rows else len(path)
    return path[index - 1] if index else "body"


def _row_of(line: BlockLine) -> str:
    """Return the innermost list item or table row around a line, or empty."""
    return next((step for step in reversed(line.block.path) if step.startswith(_ROWS)), "")


# --- headings ------------------------------------------------------------------------------------------------------


def _opened(stack: list[Heading], heading: Heading) -> list[Heading]:
    """Return the chain of headings once this one has been opened."""
    keep = [h for h in stack if h.level < heading.level]
    if heading.role == NEUTRAL and (heading.year or heading.venue):
        # a year or a venue as heading never ends the list it is in, whatever its level
        keep = [h for h in stack if not (h.year or h.venue) and (h.level < heading.level or h.role == PUBLICATIONS)]
    return [*keep, heading]


def _title_heading(document: Document) -> list[Heading]:
    """Return the document's title as the highest heading where it, or a part of it, announces publications."""
    title = dict(document.meta).get("title", "").strip().strip("\"'")
    for part in (title, *_TITLE_BARS.split(title)):
        heading = read_heading(part, 0)
        # "My publications": a longer part of a title is a sentence, or the title of a work.
        if heading.role == PUBLICATIONS and len(part.split()) <= 3:
            return [heading]
    return []


# --- what is not a publication ----------------------------------------------------------------------------------------


def _reason(line: BlockLine, section: Section, above: BlockLine | None) -> str:
    """Why a line is left out, in words; ``above`` is the last line of the item above."""
    step = next((s for s in line.block.path if s.startswith((*_OF_AN_ITEM, *_FURNITURE))), "")
    if step.startswith(_FURNITURE):
        return "in the navigation or the footer of the page"
    if above and _row_of(line) == _row_of(above) != "":
        return "is an abstract or a remark on the item above"
    if section.role == OTHER:
        heading = next(h for h in reversed(section.headings) if h.role == OTHER)
        return f"under the heading “{heading.text}”"
    return UNLIKE


def hidden_items(document: Document) -> list[SegmentedItem]:
    """Return what the document comments out or hides, one item a list item or block."""
    hidden = [b for b in document.blocks if b.hidden and b.kind != "code" and b.text.strip()]
    items: list[SegmentedItem] = []
    for _, group in groupby(
        hidden, key=lambda b: next((s for s in reversed(b.path) if s.startswith("li:")), str(b.span))
    ):
        blocks = list(group)
        lines = [BlockLine(block, n) for n, block in enumerate(blocks)]
        item = SegmentedItem.of(lines, range(len(lines)), Section(()), "hidden", 0.0)
        item.hidden = True
        items.append(item)
    return items
