"""The inline text of Markdown: markdown-it-py's rules with places, and what people use beyond CommonMark 0.31, chapter 6.

That is bare addresses, ``$math$``, attributes in braces, styled spans, targets with spaces, and character references as
browsers read them. Every token has its place in ``meta``: ``at``, and ``length`` where that is not the length of its markup or content.
"""

from __future__ import annotations

import html
from bisect import bisect_right
from functools import cached_property
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Scanned
from markdown_it.token import Token
from markdown_it.utils import EnvType

from citekit.runtime import patterns as re

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
