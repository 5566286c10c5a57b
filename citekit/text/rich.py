r"""CSL rich text (``<i>``, ``<sub>``, ``<span class="nocase">``): its visible text, and its conversion to LaTeX.

Source: the CSL-JSON documentation, "HTML-like formatting tags". The way back is :func:`citekit.text.tex_decode.decode_rich`.

CSL has no escape for an angle bracket that does not begin a tag. When plain text becomes rich text (:func:`as_rich`), a
word joiner (U+2060, which is invisible) is put after it, so that no program parses the word as a tag; when rich text
becomes plain text, it is removed (:func:`without_tags`, :func:`unescaped`). Files for other programs have it only where
two brackets would pair up as tags (:func:`fewest_escapes`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter

from citekit.runtime import patterns as re
from citekit.text.case import case_spans, sentence_case
from citekit.text.tex_encode import encode
from citekit.text.tex_syntax import MATH, NOCASE, TeX, in_kind, notation_of

_MACRO_OF_TAG = {"i": "\\textit{", "b": "\\textbf{", "sup": "\\textsuperscript{", "sub": "\\textsubscript{"}
_MACRO_OF_TAG |= {"sc": "\\textsc{", "nocase": "{"}

TAG = re.compile(
    r"<(?P<tag>i|b|sup|sub|sc)>|(?P<nocase><span class=\"nocase\">)"
    r"|(?P<caps><span style=\"font-variant:\s?small-caps;?\">)|</(?P<end>i|b|sup|sub|sc|span)>"
)
"""The tags of CSL rich text (CSL-JSON, "rich text"); other angle brackets are text."""

# Unicode noncharacters stand for braces that encode() must not touch; texts have none of them.
_OPEN_MARK = {"i": "\ufdd0", "b": "\ufdd1", "sup": "\ufdd2", "sub": "\ufdd3", "sc": "\ufdd4", "nocase": "\ufdd5"}
_OPENING = frozenset(_OPEN_MARK.values())
_CLOSE_MARK = "\ufdd6"
_MARKS = re.compile("[\ufdd0-\ufdef]")
_MATH_OR_TAG = re.compile(rf"(?P<math>(?<!\\)(?:{MATH}))|{TAG.pattern}", re.DOTALL)

_NAMES = r"/?(?:i|b|sup|sub|sc|span)[\s>]"
_LIKE_TAG = re.compile(rf"<(?={_NAMES})")
_ESCAPED = re.compile(rf"<\u2060(?={_NAMES})")
_ESCAPE = "<\u2060"


def as_rich(text: str) -> str:
    """Convert plain text to rich text: anything in it that looks like a tag is escaped.

    >>> TAG.search(as_rich("The <b> tag")) is None and unescaped(as_rich("The <b> tag"))
    'The <b> tag'
    """
    return in_kind(_LIKE_TAG.sub(_ESCAPE, text), text) if "<" in text else text


def fewest_escapes(text: str) -> str:
    """Return rich text for other programs: of angle brackets, only those are escaped that would pair up as tags.

    >>> fewest_escapes(as_rich("The <b> tag")), fewest_escapes(as_rich("<b>x</b>")) == as_rich("<b>x</b>")
    ('The <b> tag', True)
    """
    if _ESCAPE not in text:
        return text
    bare = unescaped(text)
    return bare if TAG.findall(paired(bare)) == TAG.findall(text) else text


def unescaped(text: str) -> str:
    """Convert the text between tags of rich text to plain text; the inverse of :func:`as_rich`."""
    return in_kind(_ESCAPED.sub("<", text), text) if _ESCAPE in text else text


def paired(text: str) -> str:
    """Escape the tags of rich text that have no partner or cross others.

    >>> unescaped(paired("x<i>y<b>z</i></b>")), TAG.findall(paired("<b>x"))
    ('x<i>y<b>z</i></b>', [])
    """
    text = notation_of(text)
    if "<" not in text:
        return text
    waiting: list[tuple[str, int]] = []
    open_tags: Counter[str] = Counter()
    unpaired: list[int] = []
    for match in TAG.finditer(text):
        end = match.group("end")
        if end is None:
            waiting.append((match.group("tag") or "span", match.start()))
            open_tags[waiting[-1][0]] += 1
        elif open_tags[end]:
            # the end of an outer tag leaves the tags within it without a partner
            while waiting[-1][0] != end:
                name, at = waiting.pop()
                open_tags[name] -= 1
                unpaired.append(at)
            waiting.pop()
            open_tags[end] -= 1
        else:
            unpaired.append(match.start())
    unpaired += (at for _, at in waiting)
    if not unpaired:
        return text
    pieces: list[str] = []
    last = 0
    for at in sorted(unpaired):
        pieces += (text[last:at], _ESCAPE)
        last = at + 1
    return in_kind("".join((*pieces, text[last:])), text)


def without_tags(text: str) -> str:
    """Convert rich text to plain text: tags are removed, escaped ones become text.

    >>> without_tags("<i>E. coli</i> and " + as_rich("<b>"))
    'E. coli and <b>'
    """
    text = notation_of(text)
    return unescaped(TAG.sub("", paired(text))) if "<" in text else text


def encode_rich(text: str, ascii_only: bool = True, spans: tuple[tuple[int, int], ...] = ()) -> TeX:
    r"""Convert CSL rich text to LaTeX: ``<sub>2</sub>`` to ``\textsubscript{2}``, a ``nocase`` span to a brace group.

    ``spans`` are ranges of :func:`visible` text to put in braces as well. Tags that do not pair are text.
    """
    given = notation_of(text)
    text = paired(in_kind(_MARKS.sub("", given), given))
    if not spans and "<" not in text:
        return encode(text, ascii_only)
    marked = _Marked(dict(span for span in spans if span[0] < span[1]))
    last = 0
    for match in _MATH_OR_TAG.finditer(text):
        marked.text(text[last : match.start()])
        last = match.end()
        if match.group("math"):
            marked.text(match.group())
        elif match.group("end"):
            marked.end(match.group("end"))
        else:
            marked.start(match.group("tag") or ("nocase" if match.group("nocase") else "sc"))
    marked.text(text[last:])
    coded = encode(unescaped(in_kind(marked.result(), given)), ascii_only)
    text = str(coded)  # what takes the marks' place is LaTeX already
    for tag, character in _OPEN_MARK.items():
        macro = _MACRO_OF_TAG[tag]
        text = text.replace(f"{character}\\", f"{macro}{{}}\\") if tag == "nocase" else text
        text = text.replace(character, macro)
    return TeX(text.replace(_CLOSE_MARK, "}"))


class _Marked:
    """Rich text with its tags and protected spans as single marks, well nested: tags cut the spans they cross."""

    def __init__(self, ends: dict[int, int]) -> None:
        self.ends = ends
        self.out: list[str] = []
        self.tags: list[str] = []
        self.offset = 0
        self.until = -1

    def text(self, piece: str) -> None:
        for character in piece:
            if self.offset in self.ends:
                self.until = self.ends[self.offset]
                self.out.append(_OPEN_MARK["nocase"])
            self.out.append(character)
            self.offset += 1
            if self.offset == self.until:
                self.until = -1
                self._close()

    def start(self, tag: str) -> None:
        self.tags.append(tag)
        self._crossing(_OPEN_MARK[tag])

    def end(self, name: str) -> None:
        for _ in range(_closing(self.tags, name)):
            self.tags.pop()
            self._crossing(_CLOSE_MARK)

    def result(self) -> str:
        for _ in self.tags:
            self._close()
        return "".join(self.out)

    def _close(self) -> None:
        if self.out and self.out[-1] in _OPENING:
            self.out.pop()
        else:
            self.out.append(_CLOSE_MARK)

    def _crossing(self, mark: str) -> None:
        if self.until >= 0:
            self._close()
        if mark == _CLOSE_MARK:
            self._close()
        else:
            self.out.append(mark)
        if self.until >= 0:
            self.out.append(_OPEN_MARK["nocase"])


def _closing(tags: list[str], end: str) -> int:
    """Return how many open tags an end tag closes; 0 if none matches."""
    names = {"nocase", "sc"} if end == "span" else {end}
    for count, tag in enumerate(reversed(tags), 1):
        if tag in names:
            return count
    return 0


_RAISED = str.maketrans("0123456789+-=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ")
_LOWERED = str.maketrans("0123456789+-=()aeox", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓ")
_SHIFTED = re.compile(r"<(?P<kind>su[bp])>(?P<text>[^<>]{1,40})</su[bp]>")
_TAG = re.compile(r"</?(?:i|b|su[bp]|span(?:\s[^<>]{0,80})?)>")


def without_marks(text: str) -> str:
    """Convert rich text to plain text, with Unicode superscripts and subscripts if there is one for every character.

    >>> without_marks("CO<sub>2</sub>, <sup>13</sup>C, <i>E. coli</i>, x<sup>ab</sup>")
    'CO₂, ¹³C, E. coli, xab'
    """
    text = notation_of(text)
    return _TAG.sub("", _SHIFTED.sub(_shifted, text)) if "<" in text else text


def _shifted(match: re.Match[str]) -> str:
    moved = match["text"].translate(_RAISED if match["kind"] == "sup" else _LOWERED)
    return moved if not set(moved) & set(match["text"]) else match["text"]


def visible(text: str) -> str:
    """Remove the tags of rich text, and overwrite formulas and macros with NUL, so that they are not taken for words."""
    bare = _MATH_OR_TAG.sub(
        lambda m: "\0" * len(m.group()) if m.group("math") else "", _MARKS.sub("", notation_of(text))
    )
    return _MACRO.sub(lambda m: "\0" * len(m.group()), bare)


_MACRO = re.compile(r"\{\\[^{}]{0,200}\}|\\[A-Za-z]+(?:\{[^{}]{0,200}+\})*|\\.|https?://\S+")


def _nocase_ranges(text: str) -> list[tuple[int, int, tuple[int, int], tuple[int, int]]]:
    """Return each ``nocase`` span as (start, end) in visible text, with the spans of its two tags."""
    found: list[tuple[int, int, tuple[int, int], tuple[int, int]]] = []
    stack: list[tuple[bool, int, tuple[int, int]]] = []
    tags = 0
    for match in _MATH_OR_TAG.finditer(text):
        if match.group("math"):
            continue
        at = match.start() - tags
        tags += len(match.group())
        if match.group("nocase") or match.group("caps"):
            stack.append((bool(match.group("nocase")), at, match.span()))
        elif match.group("end") == "span" and stack:
            nocase, start, opening = stack.pop()
            if nocase:
                found.append((start, at, opening, match.span()))
    return found


def without_implied(text: str) -> str:
    """Remove the ``nocase`` spans that only cover words that keep their case anyway (see :func:`case_spans`)."""
    text = notation_of(text)
    if NOCASE not in text:
        return text
    implied = case_spans(visible(text))
    starts = [start for start, _ in implied]
    cuts: list[tuple[int, int]] = []
    for start, end, opening, closing in _nocase_ranges(text):
        place = bisect_right(starts, start) - 1
        if place >= 0 and end <= implied[place][1]:
            cuts += (opening, closing)
    pieces, last = [], 0
    for start, end in sorted(cuts):
        pieces.append(text[last:start])
        last = end
    return in_kind("".join((*pieces, text[last:])), text)


def in_sentence_case(text: str) -> str:
    """Convert a title to sentence case, except ``nocase`` spans, formulas and tags; see :func:`sentence_case`."""
    given = notation_of(text)
    text = _MARKS.sub("", given)
    shown = visible(text)
    cased = sentence_case(shown, [*((start, end) for start, end, _, _ in _nocase_ranges(text)), *_names_by_look(text)])
    if cased == shown:
        return in_kind(text, given)
    pieces: list[str] = []
    last = at = 0
    for match in (*_MATH_OR_TAG.finditer(text), None):
        end = match.start() if match else len(text)
        # letters that were overwritten with NUL stay as typed
        pieces += [
            typed if new == "\0" else new
            for typed, new in zip(text[last:end], cased[at : at + end - last], strict=True)
        ]
        at += end - last
        if match:
            pieces.append(match.group())
            last = match.end()
            at += len(match.group()) if match.group("math") else 0
    return in_kind("".join(pieces), given)


_ITALIC_NAME = re.compile(r"<i>([^<>]{1,200})</i>")
_SYMBOL = re.compile(r"(?<![A-Za-z])([A-Z][a-z]?)<su[bp]>")
_SPECIES = re.compile(r"[A-Z][a-z]+\s+[a-z]")


def _names_by_look(text: str) -> list[tuple[int, int]]:
    """Return the ranges of visible text that title case does not affect, by their markup.

    These are a species in italics, italics without any capital (``in vivo``), and the symbol of an element before a
    subscript or superscript (``Ca`` of ``Ca²⁺``).
    """
    found = [match.span(1) for match in _ITALIC_NAME.finditer(text) if _SPECIES.match(match[1]) or match[1].islower()]
    found += [match.span(1) for match in _SYMBOL.finditer(text)]
    shift = [(match.start(), len(match.group())) for match in _MATH_OR_TAG.finditer(text) if not match.group("math")]
    return [
        (start - sum(size for at, size in shift if at < start), end - sum(size for at, size in shift if at < end))
        for start, end in found
    ]


def encode_title(text: str, ascii_only: bool = True) -> TeX:
    """Convert a title to LaTeX, with braces around ``nocase`` spans and every word that keeps its case."""
    given = notation_of(text)
    text = without_implied(paired(in_kind(_MARKS.sub("", given), given)))
    covered = [(start, end) for start, end, _, _ in _nocase_ranges(text)]
    spans = case_spans(visible(text))
    if covered:
        spans = _outside(spans, sorted(covered), visible(text))
    return encode_rich(text, ascii_only, spans)


def _outside(
    spans: tuple[tuple[int, int], ...], covered: list[tuple[int, int]], text: str
) -> tuple[tuple[int, int], ...]:
    """Subtract sorted ranges from sorted spans, and strip hyphens and slashes from the results."""
    left: list[tuple[int, int]] = []
    first = 0
    for start, end in spans:
        at = start
        while first < len(covered) and covered[first][1] <= start:
            first += 1
        for begin, stop in covered[first:]:
            if begin >= end:
                break
            left.append((at, max(at, begin)))
            at = max(at, stop)
        left.append((at, max(at, end)))
    trimmed = ((start + len(text[start:end]) - len(text[start:end].lstrip("-/")), end) for start, end in left)
    trimmed = ((start, start + len(text[start:end].rstrip("-/"))) for start, end in trimmed)
    return tuple((start, end) for start, end in trimmed if start < end)
