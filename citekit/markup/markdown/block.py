"""The blocks of Markdown: markdown-it-py's rules with places, and the departures that lists kept by hand need.

A deeper indented line in an item is code only from eight columns on, and nowhere within HTML that is still open; two
characters ``##`` need no space after them; HTML of blocks ends at a heading, and at ``markdown="1"``; definitions of links
take one per line. The tokens that hold text have its lines in ``meta["lines"]``: ranges of the text that was parsed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.common.html_blocks import block_names
from markdown_it.common.utils import normalizeReference, unescapeAll
from markdown_it.parser_block import ParserBlock
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock, blockquote, list_block
from markdown_it.token import Token
from markdown_it.utils import EnvType

from citekit.runtime import patterns as re

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
