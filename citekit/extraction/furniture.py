"""What the page and its lines do to references: words of links, heads of pages and columns of counts that are copied along,
and addresses that the end of a line has broken.

Publishers print "Article CAS PubMed Google Scholar" after each reference, pages have heads and numbers, Wikipedia has
"Jump up to: a b", and a profile of Google Scholar has the year and the number of citations below each work. What is
taken out is given back as :class:`Removed`, so that it is reported and not lost.

A DOI that is cut short is most often a well-formed one, of another work or of none, so that no later step can see the
fault. What follows the break belongs to the address where it can be nothing else: the address is not complete, or it
ends in a mark that joins, or what follows looks like the rest of one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from citekit.documents.runs import HARD_BREAK, SOFT_BREAK, Block, Change, Document, edited
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import Span
from citekit.text.tex_decode import decode

_ONLY_ALONE = re.compile(
    r"Google\s?Scholar|FREE\sFull\sText|Google\s?Preview|Cross-?\s?[Rr]ef(?:\sFull\sText)?|PubMed(?:\s?Central|/NCBI|\sAbstract)?|PMC\sfree\sarticle|Medline|MathSciNet|zbMATH|WorldCat|COPAC"
    r"|Web\sof\sScience\s?®?|Scopus(?:\s?\(\d{1,5}+\))?|Open\s?U[Rr][Ll](?:\sPlaceholder\sText)?|Search\sADS|View\s(?:in\s)?Article|Full\sText(?:\sPDF)?|"
    r"Download\sreferences|Open\sin\s(?:a\s)?new\s(?:tab|window)|ISI|Taylor\s&\sFrancis\sOnline"
)
"""Words of links that mean nothing else. Each begins with a certain letter, so that a text without any of them is passed over
in a tenth of the time."""
_ALONE = rf"Search\s(?:in|on)\sGoogle\s?Scholar|Abstract/FREE\sFull\sText|{_ONLY_ALONE.pattern}"
_BESIDE = r"Article|Book|Chapter|CAS|MATH|ADS|PDF|View|Abstract|Link|Text"
"""Words of links that are some only next to one of the others."""
_SIGNS = r"[\s|,;·.\[\]()®]"
_LINK_LINE = re.compile(rf"{_SIGNS}{{0,8}}+(?:(?:{_ALONE}|{_BESIDE}){_SIGNS}{{0,8}}+){{1,14}}")
_LINK_TAIL = re.compile(
    rf"(?:(?<=[\s.\])])|(?<=\d))(?:(?:{_BESIDE}){_SIGNS}{{0,8}}+){{0,6}}(?:{_ALONE}){_SIGNS}{{0,8}}+(?:(?:{_ALONE}|{_BESIDE}){_SIGNS}{{0,8}}+){{0,12}}$"
)
_JUMP = re.compile(
    r"\s{0,4}(?:[\^↑]\s{0,3}(?:Jump\sup\s(?:to:?)?\s{0,2})?|Jump\sup\sto:?\s{0,2})(?:(?:[a-z]{1,2}+|\d{1,2}+\.\d{1,2}+)\s{1,2}+){0,26}(?=\S)"
)
"""The way back to the text that Wikipedia prints before a note: "^ Jump up to: a b"."""
_NUMBER = re.compile(r"\d{1,5}|Page\s\d{1,4}(?:\s(?:of|/)\s\d{1,4})?|\d{1,4}\sof\s\d{1,4}", re.IGNORECASE)
_OPEN_END = re.compile(r"(?:[-–—,:(/&]|\b(?:pp?|vol|no|nr|S|Bd|and|of|the|in)\.?)$", re.IGNORECASE)
"""The end of a line after which a number may appear that belongs to it."""
_HEAD = re.compile(
    r"[^\n]{2,60}\bet\sal\.?\s?(?:[/|·]\s?\S[^\n]{3,90}\d|\(?(?:19|20)\d\d\)?)|(?:©|Downloaded\sfrom\b|Received:?\s\d|Published\sonline\b|This\scontent\sdownloaded)[^\n]{2,160}"
)
"""The head or the foot of a page of a journal: "N. Abel et al. / Ecological Lists 120 (2021) 1030-1043"."""
_CERTAIN_HEAD = re.compile(
    r"(?:\d{1,5}\s{1,40})?[A-Z][A-Z.,&'’ -]{1,50}\sET\sAL\.?(?:\s{1,40}\d{1,5})?"
    r"|[^\n]{3,90}\bPublication\sdate:\s[A-Z][a-z]{2,8}\s(?:19|20)\d\d\.?"
)
"""Heads and feet that no reference ends with: "118  ABEL ET AL.", "Lists, Vol. 1, Article 3. Publication date: May 2020."."""
_NUMBERED_HEAD = re.compile(r"\d{1,5}\s[^\W\d_][^\n]{3,100}$|[^\W\d_][^\n]{3,100}[^\d\s–-]\s(?!(?:19|20)\d\d$)\d{1,5}$")
"""A line with the number of the page at one of its ends; it is a head where others differ from it in numbers only."""
_ADDRESS_ALONE = re.compile(r"(?:https?://|doi:\s?|www\.)\S{4,200}")
_YEAR_ALONE = re.compile(r"(?:19|20)\d\d")
_COUNT = re.compile(r"\d{1,6}\*?")
_COLUMNS = re.compile(
    r"(?:title|cited\sby|year|titel|zitiert\svon|jahr|titre|cité(?:e)?\spar|année|título|citado\spor|año|\s|/){1,12}",
    re.IGNORECASE,
)
_FEWEST_YEARS = 2
"""A single year below a work may as well be the heading of what follows."""


@dataclass(frozen=True, slots=True)
class Removed:
    """A span of a document that is not a part of any reference, with the reason in a few words."""

    span: Span
    text: str
    reason: str


@dataclass(slots=True)
class _Printed:
    block: int
    start: int
    text: str
    soft: bool = False

    @property
    def stop(self) -> int:
        return self.start + len(self.text)


def without_furniture(document: Document) -> tuple[Document, tuple[Removed, ...]]:
    """Return the document without what is not a part of its references, and what was taken out."""
    taken: dict[int, list[tuple[Change, str]]] = {}
    for line, (start, stop, text), reason in _furniture(document):
        first, last = line.start + start, line.start + stop
        if start < stop == len(line.text) and not start and not text:  # a whole line goes with the break before it
            first, last = (first - 1, last) if first else (first, last + 1)
        taken.setdefault(line.block, []).append(((first, last, text), reason))
    if not taken:
        return document, ()
    blocks = list(document.blocks)
    removed: list[Removed] = []
    for number, found in taken.items():
        block, changes, end = blocks[number], [], -1
        for (start, stop, text), reason in sorted(found, key=lambda one: one[0][:2]):
            if start < end:
                continue
            changes.append((start, stop, text))
            end = stop
            if stop > start and not text:
                removed.append(Removed(block.span, " ".join(block.text[start:stop].split()), reason))
        blocks[number] = edited(block, changes)
    kept = tuple(block for block in blocks if block.kind == "rule" or block.text.strip() or block.hidden)
    return replace(document, blocks=kept), tuple(removed)


def _furniture(document: Document) -> Iterator[tuple[_Printed, Change, str]]:
    """Yield the lines of a document with what changes in each, and the reason where something is taken out."""
    lines = list(_lines(document.blocks))
    for line in lines:
        block = document.blocks[line.block]
        jump = _JUMP.match(line.text)
        if jump and jump.end() < len(line.text) and not block.runs[0].href:
            yield line, (0, jump.end(), ""), "the way back to the text"
        if (tail := _links_at_end(line.text)) is not None and not _is_linked(block, line.start + tail, line.stop):
            yield line, (tail, len(line.text), ""), "words of links"
    if document.format in ("text", "markdown"):
        yield from ((line, (0, len(line.text), ""), "the head or the foot of a page") for line in _heads(lines))
    for line, text in _years_below(lines) if document.format == "text" else ():
        if text == HARD_BREAK:
            yield line, (-1, 0, text), ""
        elif text:
            yield line, (len(line.text), len(line.text), text), ""
        else:
            yield line, (0, len(line.text), ""), "a column of the profile"


def without_jump(text: str) -> int:
    """Return where a reference begins after "^ Jump up to: a b"; 0 if it has nothing of the kind."""
    found = _JUMP.match(text)
    return found.end() if found and found.end() < len(text) else 0


def links_behind(text: str) -> int:
    """Return where the words of links after a reference begin; the length of the text if absent."""
    tail = _links_at_end(text)
    return len(text) if tail is None else tail


def _links_at_end(text: str) -> int | None:
    if _ONLY_ALONE.search(text) is None:
        return None
    if _LINK_LINE.fullmatch(text):
        return 0
    found = _LINK_TAIL.search(text, max(0, len(text) - 300))
    return found.start() if found else None


def _is_linked(block: Block, start: int, stop: int) -> bool:
    """Whether any of a span is a link, whose target may be the work's."""
    at = 0
    for run in block.runs:
        if run.href and at < stop and start < at + len(run.text):
            return True
        at += len(run.text)
    return False


def _lines(blocks: Sequence[Block]) -> Iterator[_Printed]:
    for number, block in enumerate(blocks):
        if block.hidden or block.kind not in ("paragraph", "heading"):
            continue
        at = 0
        whole = block.text
        for text in re.split(f"[{HARD_BREAK}{SOFT_BREAK}]", whole):
            if text.strip():
                yield _Printed(number, at, text, whole[at - 1 : at] == SOFT_BREAK)
            at += len(text) + 1


# --- heads of pages ------------------------------------------------------------------------------------------------


def _heads(lines: Sequence[_Printed]) -> Iterator[_Printed]:
    """Yield the lines inside of paragraphs that are heads, feet or numbers of pages."""
    repeated = Counter(re.sub(r"\d{1,6}", "0", line.text.strip()) for line in lines)
    for before, line, after in zip(lines, lines[1:], [*lines[2:], None], strict=False):
        text = line.text.strip()
        if before.block == line.block and _CERTAIN_HEAD.fullmatch(text):
            yield line
        if after is None or not before.block == line.block == after.block or _CERTAIN_HEAD.fullmatch(text):
            continue
        alike = repeated[re.sub(r"\d{1,6}", "0", text)] > 1 and any(map(str.isalpha, text)) and len(text.split()) > 2
        often = alike and line.soft and _NUMBERED_HEAD.match(text) is not None
        if _NUMBER.fullmatch(text):
            if not _OPEN_END.search(before.text.rstrip()) and not _YEAR_ALONE.fullmatch(text):
                yield line
        elif _HEAD.fullmatch(text) or often:
            yield line
        elif _ADDRESS_ALONE.fullmatch(text):
            # It is in the middle of a reference where that was not at its end before, and continues with a number after.
            ended = before.text.rstrip().endswith((".", "doi:", "at:", "from", "URL:"))
            if not ended and after.text[:1].isdigit():
                yield line


# --- years below their works ---------------------------------------------------------------------------------------


def _years_below(lines: Sequence[_Printed]) -> Iterator[tuple[_Printed, str]]:
    """Lines of a profile with what is put after them; nothing for a line that is taken out, a break for one that appears
    for itself.

    The years of a list are below their works where the first work has none above it and nothing is below the
    last; else they are headings, and nothing changes.
    """
    shown = [line for line in lines if not _COLUMNS.fullmatch(line.text)]
    years = [n for n, line in enumerate(shown) if _YEAR_ALONE.fullmatch(line.text.strip())]
    if len(years) >= _FEWEST_YEARS and years[0] > 1 and years[-1] == len(shown) - 1:
        separators = [b - a for a, b in zip([-1, *years], years, strict=False)]
        if min(separators) < 3:  # a title, something more, and the year
            return
        yield from ((line, "") for line in lines if _COLUMNS.fullmatch(line.text))
        yield from ((line, HARD_BREAK) for line in shown if line.soft and not _COUNT.fullmatch(line.text.strip()))
        for n in years:
            last = n - 1
            if _COUNT.fullmatch(shown[last].text.strip()):
                yield shown[last], ""
                last -= 1
            year = shown[n].text.strip()
            yield shown[n], ""
            if not shown[last].text.rstrip().endswith(year):
                yield shown[last], f", {year}"


_BREAK = re.compile(r"\s{1,4}")
_BEGIN = re.compile(
    r"(?<!\w)(?:https?:(?:/{1,2}[^\s<>\"]{0,2000})?|www\.[^\s<>\"]{0,2000}|10\.\d{0,9}(?:[./][^\s<>\"]{0,500})?)(?=\s)",
    re.IGNORECASE,
)
"""An address, or the beginning of one, in front of a space or a line end."""
_LABEL = re.compile(r"(?:\bdoi\s?[:=]?\s{0,2}|doi\.org/)(?=1)", re.IGNORECASE)
_PREFIX = re.compile(r"10\.\d{4,9}/")
_LONGEST_PREFIX = 16
"""Characters of the number of a registrant with what is before its first stroke."""
_COMPLETE_DOI = re.compile(r"(?:^|/|:)10\.\d{4,9}/\S")
_JOINING_SIGNS = "/-_=?&%#~"
# A hyphen or an underscore begins a part, unless a part could not continue after it ("slug-/2", "slug-" at the end of a line).
_REST = re.compile(
    r"(?=[^\s]{0,80}\d)[\w()<>:;-]{0,40}(?:[./_?=&%-][\w()<>:;-](?>(?:[^\W_]|[()<>:;]|[_-](?![\w()<>:;-])){0,59})){1,60}"
    r"[.,;)\]]{0,2}"
)
"""What looks like the rest of an address: a digit in it, and marks that join its parts."""
_TAIL = re.compile(r"[a-z\d]{1,20}[.,;)\]]{0,2}")
"""What may be the last letters or figures of an address, if nothing else follows."""
_MARKER = re.compile(r"(?:[\[(]\d{1,3}[\])][.:]?|\d{1,3}[.:)])\s+(?!PMC?ID|PMC\d)[^\W\d_a-z]|\[\w{1,12}\]")
"""The number of the next item."""
_BRACKETED_YEAR = re.compile(r"[(\[](?:1[5-9]|20)\d\d[a-z]?[)\]]")
"""The year after the address of a page, as Nature prints it: "https://tides.example/winter/ (2024)."."""
_NEW_FIELD = re.compile(
    r"(?:(?:pmc?id|pmc|epub|accessed|retrieved|available|cited|isbn|issn|arxiv|doi|url|https?|www|pages?|pp|vol|no|in|and)(?=\s|$|[.,]\s|:)|(?:19|20)\d\d[;,.]?(?:\s|$)|\d{4}-\d\d-\d\d|\d{1,4}\s?\(|\d{1,5}[-–]\d{1,5}[.,;]?(?:\s|$))",
    re.IGNORECASE,
)
"""What begins something else: a label, a year, a date, a volume with its issue."""
_BEHIND = re.compile(r"\s{0,3}(?:$|\s(?:PMC?ID|PMC|Epub|Accessed|Retrieved|\[|\())", re.IGNORECASE)
"""What follows the end of an address: nothing, or one of these."""
_SIGNS_AT_END = ".,;)]"


_TEX_LETTER = re.compile(
    r"\{\\(?:(?:[`'^\"~=.]\s?|[uvHcdbkr]\s)(?:\{[A-Za-z]\}|\\?[A-Za-z])|[uvHcdbkr]\{[A-Za-z]\}|aa|AA|ae|AE|oe|OE|ss|[oOlLij])\s?\}"
    r"|\\[`'^\"~]\{[A-Za-z]\}"
)
"""A letter as BibTeX files have it, which some sites print as it is: "H{\\o}gh", "Urb{\\v{r}}"."""


def letters_of_tex(text: str) -> Iterator[Change]:
    """Yield the letters of a text that are written in TeX, as changes that put the letters themselves."""
    for found in _TEX_LETTER.finditer(text) if "\\" in text else ():
        letter = decode(found.group())
        if len(letter) == 1 and letter.isalpha():
            yield (found.start(), found.end(), letter)


def broken_addresses(text: str) -> Iterator[Change]:
    """Yield the breaks (spaces and line ends) inside of the addresses of a text, as changes that take them out."""
    folded = text.casefold()
    if not any(map(folded.__contains__, ("10.", "doi", "http", "www."))):
        return
    found: dict[int, int] = {}
    for label in _LABEL.finditer(text):
        window = text[label.end() : label.end() + _LONGEST_PREFIX]
        gap = _BREAK.search(window)
        if gap and not _PREFIX.match(window) and _PREFIX.match(window[: gap.start()] + window[gap.end() :]):
            found[label.end() + gap.start()] = label.end() + gap.end()
    for begin in _BEGIN.finditer(text):
        head, at = begin.group(), begin.end()
        for _ in range(4):  # an address of more than five lines is none
            gap = _BREAK.match(text, at)
            if gap is None or not _goes_on(head, text, gap):
                break
            found[gap.start()] = gap.end()
            rest = re.compile(r"\S{1,500}").match(text, gap.end())
            if rest is None:
                break
            head, at = head + rest.group(), rest.end()
    yield from ((start, end, "") for start, end in sorted(found.items()))


def _goes_on(head: str, text: str, gap: re.Match[str]) -> bool:
    """Whether an address continues after a break."""
    following = re.compile(r"\S{1,500}").match(text, gap.end())
    if following is None or _MARKER.match(text, gap.end()) or _BRACKETED_YEAR.match(text, gap.end()):
        return False
    rest = following.group()
    line_end = any(sign in "\n\x0b" for sign in gap.group())
    is_doi = head.startswith("10.") or "doi.org" in head.casefold()
    if head.casefold() in ("http:", "https:", "http://", "https://", "https:/", "http:/"):
        return rest[0] == "/" or "." in rest
    if head.casefold().endswith(("//doi.", "//dx.doi.")):
        return rest.casefold().startswith("org/10.")
    if head == "10." or (head.startswith("10.") and "/" not in head):
        return _PREFIX.match(head + rest) is not None
    if is_doi and not _COMPLETE_DOI.search(head):
        return rest[0].isalnum() and "." in head and ("/" in rest or rest[:1].isdigit() or head[-1] == "/")
    if head[-1] in _JOINING_SIGNS:
        if rest[:1].isupper() and not any(c.isdigit() for c in rest):
            return False  # the next sentence or name
        looks_on = _REST.fullmatch(rest) is not None or any(c.isdigit() for c in rest) or "/" in rest
        if head[-1] == "/" and not is_doi:
            return looks_on and not _NEW_FIELD.match(rest)
        # No word of its own in capitals and lowercase letters, which would begin what follows.
        return rest[0].islower() or any(c.isdigit() for c in rest) or rest.isupper()
    if _NEW_FIELD.match(text, gap.end()) and not (head[-1] == "." and rest.strip(_SIGNS_AT_END).isdigit()):
        return False
    if head[-1] == ".":
        bare = rest.rstrip(_SIGNS_AT_END)
        dated = bare.isdigit() and len(bare) == len("2012") and bare[:2] in ("19", "20")
        return is_doi and not dated and (rest[0].isdigit() or rest[0].islower()) and any(c.isdigit() for c in rest)
    if head[-1] in ",;)]":
        return False
    if _REST.fullmatch(rest) and "://" not in rest and (is_doi or not rest[0].isupper()):
        return is_doi or "/" in rest or line_end
    ends = _BEHIND.match(text, following.end()) is not None
    return line_end and is_doi and ends and _TAIL.fullmatch(rest) is not None
