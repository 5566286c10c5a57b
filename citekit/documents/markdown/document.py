"""Parsing of Markdown spans into blocks in reading order. Link definitions apply to all spans of a document.

HTML in between goes to the same flow that reads whole pages, so that both share one nesting.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from citekit.documents.html.flow import ContainerNumbering, Flow
from citekit.documents.markdown.masks import mask
from citekit.documents.markdown.render import render
from citekit.documents.model import Block
from citekit.documents.runs import RunWriter, span_of
from citekit.markup.markdown.tokens import block_tokens
from citekit.markup.view import View
from citekit.runtime import patterns as re

if TYPE_CHECKING:
    from citekit.markup.markdown.tokens import Token

_BULLETS = re.compile(r"^([ \t>]{0,60}+)[•‣◦▪●](?=[ \t]|$)", re.MULTILINE)
_CONTAINERS = {
    "blockquote": "quote",
    "bullet_list": "list",
    "ordered_list": "list",
    "list_item": "li",
    "table": "table",
    "tr": "tr",
    "td": "td",
}


def markdown_blocks(text: str, spans: Iterable[tuple[int, int]]) -> list[Block]:
    """Return the blocks of ``text[start:end]`` for every span ``(start, end)``, in the order of the text."""
    blocks: list[Block] = []
    numbering, env = ContainerNumbering(), dict[str, Any]()
    for view, tokens, hidden in [part for start, end in spans for part in _parts(text, start, end, env)]:
        path = (numbering.name("comment"),) if hidden else ()
        flow = Flow(blocks, numbering, path, hidden)
        _MarkdownBlocks(view, flow, env).read(tokens)
    return sorted(blocks, key=lambda block: block.span.start)


def _parts(
    text: str, start: int, end: int, env: dict[str, Any], hidden: bool = False
) -> Iterator[tuple[View, list[Token], bool]]:
    """Yield a span as tokens, then its comments. Bullets that are not Markdown begin items, too."""
    masked = mask(text, start, end, comments=not hidden)
    yield masked.view, block_tokens(_BULLETS.sub(r"\1-", masked.view.text.replace("\r", "\n")), env), hidden
    for first, last in masked.comments:
        if text[first:last].strip(" \t\r\n-*=_"):
            yield from _parts(text, first, last, env, hidden=True)


class _MarkdownBlocks:
    """Writes the tokens of blocks into a flow."""

    def __init__(self, view: View, flow: Flow, env: dict[str, Any]) -> None:
        self._view, self._flow, self._env = view, flow, env
        self._depths: list[int] = []
        self._level = 0

    def read(self, tokens: list[Token]) -> None:
        """Read all tokens."""
        for token in tokens:
            name = token.type.removesuffix("_open").removesuffix("_close")
            if name in _CONTAINERS:
                self._container(_CONTAINERS[name], token)
            else:
                self._leaf(name, token)
        self._flow.close_to(1)

    def _container(self, kind: str, token: Token) -> None:
        if token.nesting < 0:
            self._flow.close_to(self._depths.pop())
            return
        self._flow.end_stretch()
        self._depths.append(self._flow.depth)
        self._flow.open_container(kind, barrier=True)
        if kind == "li":
            at = token.meta["lines"][0][0]
            self._flow.marker = (self._view.text[at : at + len(token.info) + 1], self._view.origin(at))

    def _leaf(self, name: str, token: Token) -> None:
        match name:
            case "heading":
                self._level = int(token.tag[1]) if token.nesting > 0 else 0
                if self._level:
                    self._flow.close_lists_for_heading(self._level)
            case "inline":
                self._flow.end_stretch()
                top = self._flow.top
                runs, unseen = render(View(self._pieces(token)), self._env, top.style, top.href)
                self._flow.add_block(runs, self._level)
                if unseen:
                    kind = "heading" if self._level else "paragraph"
                    self._flow.blocks.append(
                        Block(kind, unseen, span_of(unseen), self._level, path=top.path, hidden=True)
                    )
            case "hr":
                self._flow.rule(self._view.span(*token.meta["lines"][0]))
            case "html_block":
                self._flow.feed(View(self._pieces(token)))
                self._flow.end_stretch()
            case "fence" | "code_block":
                lines = token.meta["lines"]
                writer, last = RunWriter(), 0
                for start, end in lines:
                    writer.soft_break(last, last + 1)
                    last = self._view.origin(end)
                    for text, origin in self._view.pieces(start, end):
                        writer.write(text, origin, origin + len(text))
                self._flow.add_block(writer.take(), kind="code")
            case "remark":
                self._remark(*token.meta["lines"][0])

    def _pieces(self, token: Token) -> list[tuple[str, int]]:
        """Return the lines of a token with a line feed between them, as pieces of the source."""
        pieces: list[tuple[str, int]] = []
        last = 0
        for start, end in token.meta["lines"]:
            if pieces:
                pieces.append(("\n", last))
            pieces.extend(self._view.pieces(start, end))
            last = self._view.origin(end)
        return pieces

    def _remark(self, start: int, end: int) -> None:
        writer = RunWriter()
        for text, origin in self._view.pieces(start, end):
            writer.flow(text, origin)
        self._flow.add_remark(writer.take())
