"""Markdown as markdown-it-py reads it, with places.

markdown-it-py gives the lines of blocks and no places of inline text; the two states of it that are subclassed here state
them. Its rules for lists, quotes, fences, paragraphs, emphasis, links and images are used as they are. Import this module
when the first text is read: that takes its time.
"""

from __future__ import annotations

import html
from bisect import bisect_right
from collections.abc import Callable
from functools import cache, cached_property
from typing import Any, Literal

from markdown_it import MarkdownIt
from markdown_it.common.html_blocks import block_names
from markdown_it.common.utils import normalizeReference, unescapeAll
from markdown_it.parser_block import ParserBlock
from markdown_it.parser_inline import ParserInline
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock, blockquote, list_block
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Scanned
from markdown_it.token import Token as Token  # noqa: PLC0414 - readers of Markdown take it from here
from markdown_it.utils import EnvType

from citekit.runtime import patterns as re

# --- The inline text of Markdown: markdown-it-py's rules with places, and what people use beyond CommonMark 0.31, chapter 6.
#
# That is bare addresses, ``$math$``, attributes in braces, styled spans, targets with spaces, and character references as
# browsers read them. Every token has its place in ``meta``: ``at``, and ``length`` where that is not the length of its markup or content.

_SPECIAL = re.compile(r"[\\`*_~\[\]!<&$\n{]|https?://|www\.")
_TICKS = re.compile(r"`++")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{0,2000}|[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,200})>")
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\[\]`|\\]++")
_MATH = re.compile(r"\$\$[^$]{1,2000}\$\$|\$(?![\s$])(?:[^$\\\n]|\\[^\n]){0,300}?(?<![\s\\])\$(?![\d$])")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_ATTRIBUTES = re.compile(r"\{(?=[:.#]|[^{}\n]{0,60}=)([^{}\n]{1,200})\}")
_CLASS = re.compile(r"\{\.([^\s{}]{1,200})[^{}\n]{0,200}\}")
_WITH_BLANKS = re.compile(r"\(([^()\n\"']{1,300})\)")
_NOT_OPENED = ",.;:)]"


class PlacedInline(StateInline):
    """Inline text whose tokens know where they are."""

    @cached_property
    def ticks(self) -> dict[int, list[int]]:
        """Where the runs of backticks are, by their length."""
        places: dict[int, list[int]] = {}
        for run in _TICKS.finditer(self.src):
            places.setdefault(len(run[0]), []).append(run.start())
        return places

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        """Return a new token; markers that are pushed one by one are one after the other."""
        last = self.tokens[-1] if self.tokens else None
        token = super().push(ttype, tag, nesting)
        at = self.pos
        if last is not None and last.type == ttype == "text" and last.meta["at"] + len(last.content) > at:
            at = last.meta["at"] + len(last.content)
        token.meta = {"at": at}
        return token

    def put(self, ttype: str, start: int, end: int, content: str = "") -> bool:
        """A token for a range of the text, after which the reading continues."""
        token = self.push(ttype, "", 0)
        token.meta = {"at": start, "length": end - start}
        token.content = content or self.src[start:end]
        return True

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803 - as the library names it
        """Return what a run of markers may do; a star before a comma, full stop or closing bracket opens nothing."""
        # no one emphasises from a comma on, while "A. One*, B. Two*" marks two authors
        found = super().scanDelims(start, canSplitWord)
        following = self.src[start + found.length : start + found.length + 1]
        if self.src[start] == "*" and following and following in _NOT_OPENED:
            return Scanned(False, found.can_close, found.length)
        return found


class PlacedParser(ParserInline):
    """The rules of inline text, ours among them."""

    def __init__(self) -> None:
        super().__init__()
        for name, rule in (
            ("text", _text),
            ("newline", _newline),
            ("backticks", _code),
            ("entity", _entity),
            ("autolink", _autolink),
        ):
            self.ruler.at(name, rule)
        self.ruler.after("image", "span", _span)
        for name, rule in (("math", _math), ("attributes", _attributes), ("rest", _rest)):
            self.ruler.push(name, rule)

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        """Return the tokens of an inline text."""
        state = PlacedInline(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


def _found(state: StateInline, silent: bool, ttype: str, end: int, content: str = "", inside: int = 0) -> bool:
    if not silent and isinstance(state, PlacedInline):
        state.put(ttype, state.pos + inside, end - inside, content)
    state.pos = end
    return True


def _text(state: StateInline, silent: bool) -> bool:
    special = _SPECIAL.search(state.src, state.pos, state.posMax)
    if special and special.start() == state.pos:
        return len(special[0]) > 1 and _address(state, silent)
    return _found(state, silent, "text", special.start() if special else state.posMax)


def _address(state: StateInline, silent: bool) -> bool:
    at = state.pos
    match = _ADDRESS.match(state.src, at, state.posMax)
    # "http://" alone and the like are not URLs
    if not match or state.src[max(0, at - 1) : at].isalnum() or match.end() - at < 6:
        return False
    end = match.end()
    # GFM: punctuation at the end is not a part of an address, nor a bracket that was not opened in it
    unmatched = match[0].count(")") - match[0].count("(")
    while state.src[end - 1] in "?!.,:;*_~'\"”’)":
        if state.src[end - 1] == ")":
            if unmatched <= 0:
                break
            unmatched -= 1
        end -= 1
    return _found(state, silent, "address", end)


def _autolink(state: StateInline, silent: bool) -> bool:
    match = _AUTOLINK.match(state.src, state.pos, state.posMax)
    return match is not None and _found(state, silent, "address", match.end(), inside=1)


def _newline(state: StateInline, silent: bool) -> bool:
    at = state.pos
    if state.src[at] != "\n":
        return False
    return _found(state, silent, "hardbreak" if state.src[max(0, at - 2) : at] == "  " else "softbreak", at + 1)


def _code(state: StateInline, silent: bool) -> bool:
    ticks = _TICKS.match(state.src, state.pos)
    if not ticks or not isinstance(state, PlacedInline):
        return False
    width = len(ticks[0])
    runs = state.ticks.get(width, [])
    closing = bisect_right(runs, state.pos)
    # without a run of the same length the backticks are text (CommonMark 0.31, 6.1)
    if closing == len(runs) or runs[closing] + width > state.posMax:
        return _found(state, silent, "text", min(ticks.end(), state.posMax))
    return _found(state, silent, "code_inline", runs[closing] + width, inside=width)


def _entity(state: StateInline, silent: bool) -> bool:
    match = _ENTITY.match(state.src, state.pos, state.posMax)
    return match is not None and _found(state, silent, "text_special", match.end(), html.unescape(match[0]))


def _math(state: StateInline, silent: bool) -> bool:
    match = _MATH.match(state.src, state.pos, state.posMax)
    return match is not None and _found(state, silent, "math", match.end())


def _attributes(state: StateInline, silent: bool) -> bool:
    """Attributes after a link are not shown."""
    if silent or not state.tokens or state.tokens[-1].type not in ("link_close", "image"):
        return False
    match = _ATTRIBUTES.match(state.src, state.pos, state.posMax)
    if not match:
        return False
    state.pos = match.end()
    return True


def _span(state: StateInline, silent: bool) -> bool:
    """``[text]{.smallcaps}``, and a link whose target has spaces in it: ``[text](my paper.pdf)``."""
    start, maximum = state.pos, state.posMax
    if state.src[start] != "[":
        return False
    # brackets nest, which a pattern cannot follow
    end = state.md.helpers.parseLinkLabel(state, start, True)
    if end < 0:
        return False
    match = _CLASS.match(state.src, end + 1, maximum) or _WITH_BLANKS.match(state.src, end + 1, maximum)
    if not match:
        return False
    if not silent:
        state.pos, state.posMax = start + 1, end
        opened = state.push("link_open", "a", 1)
        opened.attrs = {"class": match[1]} if match[0].startswith("{") else {"href": match[1].strip()}
        state.md.inline.tokenize(state)
        state.push("link_close", "a", -1)
    state.pos, state.posMax = match.end(), maximum
    return True


def _rest(state: StateInline, silent: bool) -> bool:
    return _found(state, silent, "text", state.pos + 1)


# --- The blocks of Markdown: markdown-it-py's rules with places, and the departures that lists kept by hand need.
#
# A deeper indented line in an item is code only from eight columns on, and nowhere within HTML that is still open; two
# characters ``##`` need no space after them; HTML of blocks ends at a heading, and at ``markdown="1"``; definitions of links
# take one per line. The tokens that hold text have its lines in ``meta["lines"]``: ranges of the text that was parsed.

Rule = Callable[[StateBlock, int, int, bool], bool]
# quotes and lists within each other; bounds the recursion of markdown-it on hostile text. People nest up to 5
_MOST_NESTED = 60
_ATX = re.compile(r"(#{1,6})(?=[ \t]|$)|(#{2,6})(?=[^\W\d_])")
_HEADING_ATTRIBUTES = re.compile(r"\{[#.-][^{}\n]{0,200}\}$")
_TAGS = "|".join(sorted({*block_names, "noscript", "svg"}))
_HTML = re.compile(rf"</?(?:{_TAGS})(?=[\s/>]|$)|<![A-Za-z\[]|<\?", re.IGNORECASE)
_RAW_HTML = re.compile(r"<(/?)(script|style|pre|textarea)(?=[\s>]|$)", re.IGNORECASE)
_PARSED_HTML = re.compile(r"<[^<>]{1,400}\bmarkdown\s*=\s*[\"']?(?:1|block|span|true)\b", re.IGNORECASE)
_NESTING = re.compile(
    r"<(/?)(?:div|ul|ol|dl|table|section|article|main|aside|details|center|blockquote)\b", re.IGNORECASE
)


class PlacedBlocks(StateBlock):
    """Blocks whose tokens know the lines that their text is in. ``open_html`` counts the elements that are open."""

    lines: list[tuple[int, int]] = []  # noqa: RUF012 - a default that is replaced
    open_html = 0

    def getLines(self, begin: int, end: int, indent: int, keepLastLF: bool) -> str:  # noqa: N802, N803 - the library's
        """Return the text of some lines, whose places are stored for the token that it belongs to."""
        text = super().getLines(begin, end, indent, keepLastLF)
        self.lines = [
            (max(self.bMarks[number], self.eMarks[number] - len(line)), self.eMarks[number])
            for number, line in zip(range(begin, end), text.split("\n"), strict=False)
        ]
        if self.tokens and self.tokens[-1].type in ("fence", "code_block"):
            self.tokens[-1].meta.setdefault("lines", self.lines)
        return text

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        """Return a new token; an item knows where its marker is, inline text its lines."""
        token = super().push(ttype, tag, nesting)
        if ttype == "inline":
            token.meta["lines"] = self.lines
        elif ttype in ("list_item_open", "hr"):
            line = self.line if nesting else self.line - 1
            token.meta["lines"] = [(self.bMarks[line] + self.tShift[line], self.eMarks[line])]
        return token

    def is_code_block(self, line: int) -> bool:
        """Whether a line is indented so far that it is code."""
        indent = self.sCount[line] - self.blkIndent
        return indent >= (8 if self.listIndent >= 0 else 4) and not self.open_html


class PlacedBlockParser(ParserBlock):
    """The rules of blocks, ours among them."""

    def __init__(self) -> None:
        super().__init__()
        around: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
        within: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote"]}
        self.ruler.at("blockquote", _unless_deep(blockquote), around)
        self.ruler.at("list", _unless_deep(list_block), within)
        self.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
        self.ruler.at("reference", _definition)
        self.ruler.at("html_block", _html, within)
        self.ruler.at("heading", _heading, within)

    def parse(self, src: str, md: MarkdownIt, env: EnvType, outTokens: list[Token]) -> list[Token] | None:  # noqa: N803
        """Return the tokens of a text."""
        if not src:
            return None
        state = PlacedBlocks(src, md, env, outTokens)
        self.tokenize(state, state.line, state.lineMax)
        return state.tokens


def _unless_deep(rule: Rule) -> Rule:
    """Return a container that is not opened where containers are nested too deeply: what is in it is text there."""

    def limited(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        return state.level < _MOST_NESTED and rule(state, start, end, silent)

    return limited


def _leaf(state: StateBlock, kind: str, tag: str, lines: list[tuple[int, int]]) -> None:
    if kind:
        state.push(f"{kind}_open", tag, 1)
    token = state.push("inline", "", 0)
    token.children = []
    token.meta["lines"] = lines
    if kind:
        state.push(f"{kind}_close", tag, -1)


def _heading(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    at, stop = state.bMarks[start] + state.tShift[start], state.eMarks[start]
    match = None if state.is_code_block(start) else _ATX.match(state.src, at, stop)
    if not match or silent:
        return match is not None
    text = state.src[match.end() : stop].rstrip()
    # attributes have at most 200 characters between their braces, which bounds the search
    attributes = _HEADING_ATTRIBUTES.search(text[-203:])
    if attributes:
        text = text[: len(text) - len(attributes[0])].rstrip()
    # closing characters are not part of the heading, but those of "C#" are
    unclosed = text.rstrip("#")
    if unclosed[-1:] in ("", " ", "\t"):
        text = unclosed.rstrip()
    state.line = start + 1
    _leaf(state, "heading", f"h{len(match[0])}", [(match.end(), match.end() + len(text))])
    return True


def _definition(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """``[label]: target``, and ``[//]: # (a remark)``, which is hidden."""
    at, stop = state.bMarks[start] + state.tShift[start], state.eMarks[start]
    if silent or state.is_code_block(start) or not state.src.startswith("[", at):
        return False
    line = state.src[at:stop]
    defined = definition(line)
    hidden = remark(line) if not defined or defined[0] in ("//", "comment") else -1
    if hidden < 0 and not defined:
        return False
    state.line = start + 1
    if hidden >= 0:
        state.push("remark", "", 0).meta["lines"] = [(at + hidden, stop)]
    elif defined:
        state.env.setdefault("references", {}).setdefault(defined[0], {"href": defined[1], "title": ""})
    return True


# HTML --------------------------------------------------------------------------------------------------------------


def _html(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    at, stop = state.bMarks[start] + state.tShift[start], state.eMarks[start]
    if state.is_code_block(start) or not state.src.startswith("<", at):
        return False
    raw = _RAW_HTML.match(state.src, at, stop)
    if silent or not (raw or _HTML.match(state.src, at, stop)):
        return bool(raw or _HTML.match(state.src, at, stop))
    line, closing = start, ""
    while line < end:
        at, stop = state.bMarks[line] + state.tShift[line], state.eMarks[line]
        # CommonMark ends such HTML at an empty line; a heading right below it is meant as a heading
        if not closing and (at >= stop or (line > start and _ATX.match(state.src, at, stop))):
            break
        # HTML in a list item ends where the item does
        if line > start and state.sCount[line] < state.blkIndent and at < stop:
            break
        for match in _RAW_HTML.finditer(state.src[at:stop]):
            name = match[2].lower()
            closing = "" if match[1] and name == closing else closing or ("" if match[1] else name)
        line += 1
        # markdown="1" states that the content is Markdown
        if not closing and _PARSED_HTML.search(state.src, at, stop):
            break
    state.line = line
    text = state.getLines(start, line, state.blkIndent, False)
    if isinstance(state, PlacedBlocks):
        state.open_html = max(0, state.open_html + sum(-1 if tag[1] else 1 for tag in _NESTING.finditer(text)))
        state.push("html_block", "", 0).meta["lines"] = state.lines
    return True


# Tables ------------------------------------------------------------------------------------------------------------


def _table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if start + 1 >= end or state.is_code_block(start) or state.sCount[start + 1] < state.blkIndent:
        return False
    head = state.bMarks[start] + state.tShift[start], state.eMarks[start]
    if "|" not in state.src[slice(*head)]:
        return False
    columns = _columns(state.src[state.bMarks[start + 1] : state.eMarks[start + 1]].strip())
    if not columns or len(_cells(state.src, *head)) not in (1, columns):
        return False
    if silent:
        return True
    state.push("table_open", "table", 1)
    line = start
    while line < end and state.sCount[line] >= state.blkIndent and not state.is_code_block(line):
        at, stop = state.bMarks[line] + state.tShift[line], state.eMarks[line]
        if "|" not in state.src[at:stop]:
            break
        if line != start + 1:
            _row(state, _cells(state.src, at, stop))
        line += 1
    state.push("table_close", "table", -1)
    state.line = line
    return True


def _row(state: StateBlock, cells: list[tuple[int, int]]) -> None:
    state.push("tr_open", "tr", 1)
    for start, stop in cells:
        state.push("td_open", "td", 1)
        if state.src[start:stop].strip():
            _leaf(state, "", "", [(start, stop)])
        state.push("td_close", "td", -1)
    state.push("tr_close", "tr", -1)


def _cells(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the ranges of a table row's cells."""
    while end > start and text[end - 1] in " \t":
        end -= 1
    if text.startswith("|", start, end):
        start += 1
    found: list[tuple[int, int]] = []
    begin, pipe = start, text.find("|", start, end)
    while pipe >= 0:
        # \| is a character of the cell
        if text[pipe - 1] != "\\":
            found.append((begin, pipe))
            begin = pipe + 1
        pipe = text.find("|", pipe + 1, end)
    return [*found, (begin, end)] if begin < end else found


def _columns(line: str) -> int:
    """Return the number of columns that a table's delimiter row gives; 0 if this line is none."""
    if "|" not in line or "-" not in line or line.strip("|-: \t"):
        return 0
    cells = [part.strip() for part in line.strip("|").split("|")]
    return len(cells) if all(cell.strip(":") and not cell.strip(":").strip("-") for cell in cells) else 0


# Definitions of links in Markdown, one per line, and the remarks that people hide in them.

_DEFINITION = re.compile(
    r"\[((?:[^\[\]\\\n]|\\.){1,300})\]:[ \t]*+(?:<([^<>\n]*+)>|(\S++))"
    r"(?:[ \t]++(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*"
)
_REMARK = re.compile(r"\[(?://|comment|_metadata_)\]:[ \t]*+(?:#|<>)?(.*)", re.IGNORECASE)


def definition(line: str) -> tuple[str, str] | None:
    """Return the label and target of a line such as ``[label]: target "title"``; footnotes (``[^1]:``) are none."""
    match = _DEFINITION.fullmatch(line)
    if not match or match[1].startswith("^"):
        return None
    return normalizeReference(match[1]), unescapeAll(match[2] if match[2] is not None else match[3])


def remark(line: str) -> int:
    """Return where the hidden text begins in a line such as ``[//]: # (hidden)``; -1 where the line is none."""
    match = _REMARK.fullmatch(line)
    return match.start(1) if match else -1


# by hand: levels of blocks and inline markup; the preset of markdown-it has 20
_DEEPEST = 64


class PlacedMarkdown(MarkdownIt):
    """The parser with our rules; targets of links stay as they are written."""

    def __init__(self) -> None:
        super().__init__("commonmark", {"maxNesting": _DEEPEST})
        self.block, self.inline = PlacedBlockParser(), PlacedParser()
        self.inline.ruler.disable("linkify")
        self.inline.ruler2.disable("fragments_join")

    def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's names
        """Every target is taken: nothing is put into a page here."""
        return True

    def normalizeLink(self, url: str) -> str:  # noqa: N802
        """Return the target as it is written."""
        return url

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802
        """Return the address as it is written."""
        return link


@cache
def _parser() -> PlacedMarkdown:
    return PlacedMarkdown()


def block_tokens(text: str, env: dict[str, Any]) -> list[Token]:
    """Return the tokens of blocks; ``env`` takes the definitions of links. Lines end with a line feed."""
    tokens: list[Token] = []
    parser = _parser()
    parser.block.parse(text, parser, env, tokens)
    return tokens


def inline_tokens(text: str, env: dict[str, Any]) -> list[Token]:
    """Return the tokens of inline text, each with its place in ``meta["at"]``."""
    parser = _parser()
    return parser.inline.parse(text, parser, env, [])
