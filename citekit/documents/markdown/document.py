"""Parsing of Markdown spans into blocks in reading order. Link definitions apply to all spans of a document.

What is not Markdown (comments, template tags, front matter) is masked first. HTML in between goes to the same flow that
reads whole pages, so that both share one nesting.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Any

from citekit.documents.html.flow import BLOCK_TAGS, VOID, ContainerNumbering, Flow, look
from citekit.documents.html.tokens import RAW_TEXT, HtmlToken, Tokenizer
from citekit.documents.runs import Block, Run, RunWriter, StyleChange, TextStyle, span_of
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import View

if TYPE_CHECKING:
    from citekit.markup.markdown.parser import Token

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


def markdown_blocks(
    text: str, spans: Iterable[tuple[int, int]], indent: int = 0, numbering: ContainerNumbering | None = None
) -> list[Block]:
    """Return the blocks of ``text[start:end]`` for every span ``(start, end)``, in the order of the text.

    ``indent`` is the number of spaces at the beginning of each line that are not part of the Markdown. ``numbering`` is that
    of the document, if other parts of it are read as well.
    """
    blocks: list[Block] = []
    numbering, env = numbering or ContainerNumbering(), dict[str, Any]()
    for view, tokens, hidden in [part for start, end in spans for part in _parts(text, start, end, env, indent)]:
        path = (numbering.name("comment"),) if hidden else ()
        flow = Flow(blocks, numbering, path, hidden)
        _MarkdownBlocks(view, flow, env).read(tokens)
    return sorted(blocks, key=lambda block: block.span.start)


def _parts(
    text: str, start: int, end: int, env: dict[str, Any], indent: int = 0, hidden: bool = False
) -> Iterator[tuple[View, list[Token], bool]]:
    """Yield a span as tokens, then its comments. Bullets that are not Markdown begin items, too."""
    masked = mask(text, start, end, comments=not hidden)
    if indent:
        lines, at = list[tuple[str, int]](), 0
        for line in masked.view.text.splitlines(keepends=True):
            spaces = len(line) - len(line.lstrip(" "))
            lines.extend(masked.view.pieces(at + min(indent, spaces), at + len(line)))
            at += len(line)
        masked.view = View(lines)
    from citekit.markup.markdown.parser import block_tokens  # with the first text: the import takes its time

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


_OPENER = re.compile(r"<!--|\{%|\{\{|\{:")
_ATTRIBUTES = re.compile(r"\{:[^{}\n]{0,300}\}")
_EXPRESSION = re.compile(
    r"\{\{(?:[<%-][^\n]{0,300}?[>%-]|[ \t][^{}\n]{1,200}[ \t]|[A-Za-z_]\w{0,60}[.|][^{}\n]{1,200})\}\}"
)
_COMMENT_TAG = re.compile(r"\{%-?\s*comment\b")
_END_COMMENT_TAG = re.compile(r"\{%-?\s*endcomment\s*-?%\}")
_META = re.compile(r"(title|author|name|description)\s*:\s*(\S[^\n]{0,500})")
_LONGEST_TAG = 2000  # characters in which a Liquid tag is closed, if ever; bounds the time on many open ones
_LONGEST_FRONT_MATTER = 200_000  # characters; bounds the time for a text that begins with --- and has no end of it


@dataclass(slots=True)
class Masked:
    """A text without its comments and tags; ``comments`` holds the source ranges of the comments' contents."""

    view: View
    comments: list[tuple[int, int]] = field(default_factory=list)


def front_matter(text: str) -> tuple[int, tuple[tuple[str, str], ...]]:
    """Return where the content begins after YAML (``---``) or TOML (``+++``) front matter, and the title and author in it."""
    start = len(text) - len(text.lstrip("\r\n \ufeff"))
    fence = text[start : start + 3]
    if fence not in ("---", "+++") or text[start + 3 : text.find("\n", start)].strip():
        return 0, ()
    closing = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$" if fence == "---" else r"^\+\+\+[ \t]*\r?$", re.MULTILINE)
    end = closing.search(text, start + 4, start + _LONGEST_FRONT_MATTER)
    if not end:
        return 0, ()
    lines = [line.strip() for line in text[start + 3 : end.start()].splitlines()]
    if not all(not line or line[0] in "#-[]{}'\"" or ":" in line or "=" in line for line in lines[:3]):
        return 0, ()
    meta = tuple(
        (match[1], match[2].strip().strip("\"'")) for line in lines if (match := _META.match(line.replace("=", ":", 1)))
    )
    return end.end(), tuple((key, value) for key, value in meta if value)


# A text of Markdown as a value of front matter, line by line: `text: |-`. Not `abstract`, `summary` and the like, which have
# no publications.
_TEXT_VALUE = re.compile(
    r"^(?P<indent> *+)(?P<item>- *+)?(?:text|body|content):[ \t]*[|>][-+\d]{0,2}[ \t]*\r?$", re.MULTILINE
)
_TITLE_VALUE = re.compile(r"^ *+(?:- *+)?title:[ \t]+[\"']?(?P<title>\w[^\n\r\"']{0,200})", re.MULTILINE)


def texts_in_front_matter(text: str, end: int, numbering: ContainerNumbering) -> list[Block]:
    """Return the blocks of the texts in the sections of a page that is made of its front matter, such as one of Hugo Blox.

    The front matter ends at ``end``. The title of a section is the heading of its text.
    """
    blocks: list[Block] = []
    last = 0
    for found in _TEXT_VALUE.finditer(text, 0, end):
        least = len(found["indent"]) + len(found["item"] or "")
        begin = at = min(found.end() + 1, end)
        indent = 0
        while at < end:
            stop = text.find("\n", at, end) + 1 or end
            bare = text[at:stop].strip()
            spaces = stop - at - len(text[at:stop].lstrip(" "))
            if bare and spaces <= least:
                break
            indent = indent or (spaces if bare else 0)
            at = stop
        if titles := list(_TITLE_VALUE.finditer(text, last, found.start())):
            title = titles[-1]
            writer = RunWriter()
            writer.write(
                title["title"].rstrip(), title.start("title"), title.start("title") + len(title["title"].rstrip())
            )
            runs = writer.take()
            blocks.append(Block("heading", runs, span_of(runs), 2))
        blocks.extend(markdown_blocks(text, [(begin, at)], indent, numbering))
        last = at
    return blocks


def mask(text: str, start: int, end: int, comments: bool = True) -> Masked:
    """``text[start:end]`` without HTML comments, Liquid tags and kramdown attributes, its lines ended by one mark each.

    A comment that is never closed hides the rest of the text where it begins a line, as in browsers; elsewhere its
    ``<!--`` is text. ``comments=False`` leaves comments alone.
    """
    pieces: list[tuple[str, int]] = []
    masked = Masked(View([]))
    unclosed = False
    at = begin = start
    while opener := _OPENER.search(text, at, end):
        here = opener.start()
        if text[here - 1 : here] == "`":  # in code, it is what it looks like
            at = opener.end()
            continue
        if opener[0] == "<!--":
            closed = -1 if unclosed or not comments else text.find("-->", here + 2, end)
            unclosed = unclosed or closed < 0
            stop = closed + 3
            if closed < 0:
                if not comments or text[text.rfind("\n", start, here) + 1 : here].strip():
                    at = here + 4
                    continue
                closed = stop = end
            masked.comments.append((min(here + 4, closed), closed))
        else:
            stop = _tag_end(text, here, end, masked)
            if stop < 0:
                at = here + 2
                continue
        pieces.extend(_lines(text, begin, here))
        at = begin = stop
    pieces.extend(_lines(text, begin, end))
    masked.view = View(pieces)
    return masked


def _lines(text: str, start: int, end: int) -> list[tuple[str, int]]:
    """Return a part of a text as pieces, without the first of the two marks that end a line in files of Windows."""
    pieces: list[tuple[str, int]] = []
    while (stop := text.find("\r\n", start, end)) >= 0:
        pieces.append((text[start:stop], start))
        start = stop + 1
    return [*pieces, (text[start:end], start)]


def _tag_end(text: str, here: int, end: int, masked: Masked) -> int:
    """Return where the Liquid tag, expression or attribute list at ``here`` ends; -1 if absent."""
    kind = text[here + 1]
    if kind == "%":
        stop = text.find("%}", here + 2, min(end, here + _LONGEST_TAG))
        if stop >= 0 and _COMMENT_TAG.match(text, here):
            closing = _END_COMMENT_TAG.search(text, stop, end)
            if closing:
                masked.comments.append((stop + 2, closing.start()))
                return closing.end()
        return stop + 2 if stop >= 0 else -1
    match = (_EXPRESSION if kind == "{" else _ATTRIBUTES).match(text, here, end)
    return match.end() if match else -1


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
    from citekit.markup.markdown.parser import inline_tokens  # as in `_parts`

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

    def write(self, tokens: list[Token], shift: int = 0) -> None:
        """Write tokens; ``shift`` is where the text begins that their places count from."""
        for token in tokens:
            at = token.meta["at"] + shift
            if at >= self._raw:
                # Write one token.
                end = at + token.meta.get("length", len(token.markup or token.content))
                match token.type:
                    case "text":
                        self._flow(at, end)
                    case "text_special":
                        span = self._view.span(at, end)
                        self._writer.write(token.content, span.start, span.end, self._now, self._now_href)
                    case "code_inline":
                        self._flow(at, end, TextStyle.CODE)
                    case "math":
                        span = self._view.span(at, end)
                        text = self._view.text[at:end].replace("\n", " ")
                        self._writer.write(text, span.start, span.end, self._now | TextStyle.MATH, self._now_href)
                    case "address":
                        scheme = "" if ":" in token.content else "mailto:"
                        scheme = "http://" if token.content.startswith("www.") else scheme
                        self._flow(at, end, href=self._now_href or scheme + token.content)
                    case "hardbreak" | "softbreak":
                        span = self._view.span(at, at + 1)
                        if token.type == "hardbreak":
                            self._writer.hard_break(span.start, span.end)
                        else:
                            self._writer.soft_break(span.start, span.end, self._now, self._now_href)
                    case "html_inline":
                        self._tag(at)
                    case "image":
                        if self._now_href:
                            self.write(token.children or [], at + 2)
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
