"""Writes the inline nodes of a Markdown block as runs."""

from __future__ import annotations

from dataclasses import dataclass

from citekit.documents.html.flow import BLOCK_TAGS, VOID
from citekit.documents.html.styles import look
from citekit.documents.html.tokens import Token
from citekit.documents.markdown.inline import Node, nodes
from citekit.documents.model import Run, Style
from citekit.documents.runs import RunWriter, View

_MOST_OPEN = 100
_EMPHASES = (Style.BOLD, Style.ITALIC, Style.STRIKE)


@dataclass(slots=True)
class _Open:
    """An open inline tag, with what holds inside it."""

    tag: str
    token: Token
    on: Style
    off: Style
    href: str
    hidden: bool


def render(
    view: View, references: dict[str, str], style: Style = Style.PLAIN, href: str = ""
) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """The visible runs of a block's text and those that its tags hide; ``style`` and ``href`` hold around it."""
    writer = _Writer(view, style, href)
    for node in nodes(view.text, references):
        writer.take(node)
    return writer.shown.take(), writer.unseen.take()


class _Writer:
    def __init__(self, view: View, style: Style, href: str) -> None:
        self.shown, self.unseen = RunWriter(), RunWriter()
        self._view = view
        self._style, self._href = style, href
        self._emphasis = dict.fromkeys(_EMPHASES, 0)
        self._spans: list[Style] = []
        self._links: list[str] = []
        self._images = 0
        self._tags: list[_Open] = []
        self._tag_counts: dict[str, int] = {}
        self._now, self._now_href, self._hidden = style, href, False

    @property
    def _writer(self) -> RunWriter:
        return self.unseen if self._hidden else self.shown

    def take(self, node: Node) -> None:
        """Write one node."""
        match node.kind:
            case "open" | "close":
                self._link(node, 1 if node.kind == "open" else -1)
            case "mark":
                self._mark(node)
            case "tag":
                self._tag(node)
            case _ if self._images and not self._now_href:
                return
            case "text" | "bracket":
                self._flow(node.start, node.end)
            case "literal":
                self._literal(node)
            case "code":
                self._flow(node.start, node.end, Style.CODE)
            case "math":
                span = self._view.span(node.start, node.end)
                text = self._view.text[node.start : node.end].replace("\0", "")
                self._writer.write(
                    text.replace("\n", " "), span.start, span.end, self._now | Style.MATH, self._now_href
                )
            case "address":
                self._flow(node.start, node.end, href=self._now_href or node.value)
            case "hard" | "soft":
                self._break(node)

    def _flow(self, start: int, end: int, more: Style = Style.PLAIN, href: str = "") -> None:
        for text, origin in self._view.pieces(start, end):
            if text != "\0":
                self._writer.flow(text, origin, self._now | more, href or self._now_href)

    def _literal(self, node: Node) -> None:
        span = self._view.span(node.start, node.end)
        self._writer.write(node.value, span.start, span.end, self._now, self._now_href)

    def _break(self, node: Node) -> None:
        span = self._view.span(node.start, node.end)
        if node.kind == "hard":
            self._writer.hard_break(span.start, span.end)
        else:
            self._writer.soft_break(span.start, span.end, self._now, self._now_href)

    def _mark(self, node: Node) -> None:
        mark = node.mark
        if not mark:
            return
        for style in mark.closes:
            self._emphasis[style] -= 1
        self._update()
        if mark.count and not (self._images and not self._now_href):
            # Characters taken by closing stand before the text that is left, those taken by opening behind it.
            taken = sum(1 if style == Style.ITALIC else 2 for style in mark.closes)
            self._flow(node.start + taken, node.start + taken + mark.count)
        for style in mark.opens:
            self._emphasis[style] += 1
        self._update()

    def _link(self, node: Node, step: int) -> None:
        if node.image:
            self._images += step
        elif step > 0:
            self._links.append(node.value or (self._links[-1] if self._links else ""))
            self._spans.append(node.style | (self._spans[-1] if self._spans else Style.PLAIN))
        elif self._links:
            self._links.pop()
            self._spans.pop()
        self._update()

    def _tag(self, node: Node) -> None:
        token = node.token
        if not token:
            return
        if token.data == "br" or token.data in BLOCK_TAGS or token.data == "hr":
            if token.kind == "open" or token.data in ("p", "div", "li"):
                span = self._view.span(node.start, node.end)
                self._writer.hard_break(span.start, span.end)
        elif token.kind == "close":
            self._close_tag(token.data)
        elif token.data not in VOID and not token.self_closing and len(self._tags) < _MOST_OPEN:
            if token.data == "a":
                self._close_tag("a")
            self._tags.append(self._inside(token))
            self._tag_counts[token.data] = self._tag_counts.get(token.data, 0) + 1
        self._update()

    def _inside(self, token: Token) -> _Open:
        """What holds inside a tag that is opened now."""
        change = look(token)
        outer = self._tags[-1] if self._tags else _Open("", token, Style.PLAIN, Style.PLAIN, "", False)
        href = (token.attribute("href") or "") if token.data == "a" else outer.href
        on, off = (outer.on & ~change.off) | change.on, (outer.off & ~change.on) | change.off
        return _Open(token.data, token, on, off, href, outer.hidden or change.hidden)

    def _close_tag(self, tag: str) -> None:
        """Close the innermost tag of a name; tags opened inside it stay open, as in ``<b><i></b></i>``."""
        if not self._tag_counts.get(tag):
            return
        self._tag_counts[tag] -= 1
        place = max(at for at, opened in enumerate(self._tags) if opened.tag == tag)
        inner = [opened.token for opened in self._tags[place + 1 :]]
        del self._tags[place:]
        for token in inner:
            self._tags.append(self._inside(token))

    def _update(self) -> None:
        """Work out the style and target that hold from here on."""
        style = self._style
        for emphasis, depth in self._emphasis.items():
            if depth > 0:
                style |= emphasis
        style |= self._spans[-1] if self._spans else Style.PLAIN
        self._hidden = False
        href = ""
        if self._tags:
            top = self._tags[-1]
            style = (style & ~top.off) | top.on
            href, self._hidden = top.href, top.hidden
        self._now = style
        self._now_href = (self._links[-1] if self._links else "") or href or self._href
