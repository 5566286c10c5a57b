"""Writes the inline tokens of a Markdown block as runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from citekit.documents.html.flow import BLOCK_TAGS, VOID
from citekit.documents.html.styles import look
from citekit.documents.html.tokens import RAW_TEXT, HtmlToken, Tokenizer
from citekit.documents.model import Run, TextStyle
from citekit.documents.runs import RunWriter
from citekit.documents.style_changes import StyleChange
from citekit.markup.markdown.tokens import inline_tokens
from citekit.markup.view import View
from citekit.runtime.records import dataclass

if TYPE_CHECKING:
    from citekit.markup.markdown.tokens import Token as Inline

_MOST_OPEN = 100  # open HTML tags in a paragraph; deeper ones are not nested, which keeps hostile text linear
_EMPHASES = {"em": TextStyle.ITALIC, "strong": TextStyle.BOLD, "s": TextStyle.STRIKE}
_SPAN_STYLES = {"smallcaps": TextStyle.SMALL_CAPS, "underline": TextStyle.UNDERLINE, "ul": TextStyle.UNDERLINE}


@dataclass(slots=True)
class _OpenTag:
    """An open inline tag, with what holds inside it."""

    tag: str
    token: HtmlToken
    look: StyleChange
    href: str


def render(
    view: View, env: dict[str, Any], style: TextStyle = TextStyle.PLAIN, href: str = ""
) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """Return the visible runs of a block's text and those that its tags hide; ``style`` and ``href`` hold around it."""
    writer = _InlineWriter(view, style, href)
    writer.write(inline_tokens(view.text, env))
    return writer.shown.take(), writer.unseen.take()


class _InlineWriter:
    def __init__(self, view: View, style: TextStyle, href: str) -> None:
        self.shown, self.unseen = RunWriter(), RunWriter()
        self._view = view
        self._style, self._href = style, href
        self._html = Tokenizer(view.text)
        self._emphasis = dict.fromkeys(_EMPHASES.values(), 0)
        self._links: list[tuple[str, TextStyle]] = []
        self._tags: list[_OpenTag] = []
        self._tag_counts: dict[str, int] = {}
        self._raw = 0
        self._now, self._now_href, self._hidden = style, href, False

    @property
    def _writer(self) -> RunWriter:
        return self.unseen if self._hidden else self.shown

    def write(self, tokens: list[Inline], shift: int = 0) -> None:
        """Write tokens; ``shift`` is where the text begins that their places count from."""
        for token in tokens:
            at = token.meta["at"] + shift
            if at >= self._raw:
                self._take(token, at, at + token.meta.get("length", len(token.markup or token.content)))

    def _take(self, token: Inline, start: int, end: int) -> None:
        """Write one token."""
        match token.type:
            case "text":
                self._flow(start, end)
            case "text_special":
                span = self._view.span(start, end)
                self._writer.write(token.content, span.start, span.end, self._now, self._now_href)
            case "code_inline":
                self._flow(start, end, TextStyle.CODE)
            case "math":
                span = self._view.span(start, end)
                text = self._view.text[start:end].replace("\n", " ")
                self._writer.write(text, span.start, span.end, self._now | TextStyle.MATH, self._now_href)
            case "address":
                scheme = (
                    "http://" if token.content.startswith("www.") else "mailto:" if ":" not in token.content else ""
                )
                self._flow(start, end, href=self._now_href or scheme + token.content)
            case "hardbreak" | "softbreak":
                span = self._view.span(start, start + 1)
                if token.type == "hardbreak":
                    self._writer.hard_break(span.start, span.end)
                else:
                    self._writer.soft_break(span.start, span.end, self._now, self._now_href)
            case "html_inline":
                self._tag(start)
            case "image":
                if self._now_href:
                    self.write(token.children or [], start + 2)
            case "link_open":
                style = _SPAN_STYLES.get(str(token.attrs.get("class", "")), TextStyle.PLAIN)
                outer = self._links[-1] if self._links else ("", TextStyle.PLAIN)
                self._links.append((str(token.attrs.get("href", "")) or outer[0], style | outer[1]))
                self._update()
            case "link_close":
                self._links.pop()
                self._update()
            case _:
                self._emphasis[_EMPHASES[token.tag]] += token.nesting
                self._update()

    def _flow(self, start: int, end: int, more: TextStyle = TextStyle.PLAIN, href: str = "") -> None:
        for text, origin in self._view.pieces(start, end):
            self._writer.flow(text, origin, self._now | more, href or self._now_href)

    def _tag(self, start: int) -> None:
        token = self._html.tag(start)
        if not token:
            return
        if token.kind == "open" and token.data in RAW_TEXT and not token.self_closing:
            self._raw = self._html.raw(token).end
        elif token.data == "br" or token.data in BLOCK_TAGS or token.data == "hr":
            if token.kind == "open" or token.data in ("p", "div", "li"):
                span = self._view.span(start, token.end)
                self._writer.hard_break(span.start, span.end)
        elif token.kind == "close":
            self._close_tag(token.data)
        elif token.data not in VOID and not token.self_closing and len(self._tags) < _MOST_OPEN:
            if token.data == "a":
                self._close_tag("a")
            self._tags.append(self._inside(token))
            self._tag_counts[token.data] = self._tag_counts.get(token.data, 0) + 1
        self._update()

    def _inside(self, token: HtmlToken) -> _OpenTag:
        """Return what holds inside a tag that is opened now."""
        outer = self._tags[-1] if self._tags else _OpenTag("", token, StyleChange(), "")
        href = (token.attribute("href") or "") if token.data == "a" else outer.href
        return _OpenTag(token.data, token, outer.look.then(look(token)), href)

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
        style |= self._links[-1][1] if self._links else TextStyle.PLAIN
        self._hidden = False
        href = ""
        if self._tags:
            top = self._tags[-1]
            style = top.look.over(style)
            href, self._hidden = top.href, bool(top.look.hidden)
        self._now = style
        self._now_href = (self._links[-1][0] if self._links else "") or href or self._href
