"""The flow of an HTML page: which element is open, which style holds, where a block ends.

Follows how browsers build a page (WHATWG HTML, section 13.2.6) where hand-written pages need it: elements that no one
closed, end tags that match nothing, lists and tables as containers, ``display: none``.
"""

from __future__ import annotations

import html
from dataclasses import field

from citekit.documents.html.tokens import HtmlToken, Tokenizer
from citekit.documents.runs import Block, NamedElement, Run, RunWriter, StyleChange, TextStyle, span_of, styles_of
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.registry import words
from citekit.runtime.span import Span, View

TAG_STYLES = styles_of("html")
"""The style that a tag gives by itself."""

_DECLARATION = re.compile(r"([a-z-]{3,30})\s*:\s*([^;]{1,200})")
_ON, _OFF = styles_of("css on"), styles_of("css off")
_LABEL_CLASS = re.compile(r"(?<![a-z])(?:pill|badge|tag|label|btn|button|chip)s?(?![a-z])", re.IGNORECASE)
_CAPITAL_NEXT = re.compile(r"(?:<[a-z][^<>]{0,300}+>){0,4}[^\W\d_a-zß-öø-ÿ]")
_FOLDED = frozenset(("collapse", "d-none"))
_UNFOLDED = frozenset(("show", "in", "navbar-collapse", "panel-collapse", "accordion-collapse"))
_HIDDEN_TAGS = frozenset(("template", "noscript", "select", "svg", "datalist", "object", "audio", "video", "canvas"))


def look(token: HtmlToken) -> StyleChange:
    """Return what an opening tag and its ``style``, ``color`` and ``hidden`` attributes change."""
    found = StyleChange(
        TAG_STYLES.get(token.data, TextStyle.PLAIN), hidden=True if token.data in _HIDDEN_TAGS else None
    )
    for name, value in token.attributes:
        if name == "style":
            found = found.then(_css(value.lower()))
        elif name == "hidden" or (name == "class" and _folded(value)):
            found = found.then(StyleChange(hidden=True))
        elif name == "color" and token.data == "font":
            found = found.then(StyleChange(TextStyle.COLOUR))
    return found


def is_label(token: HtmlToken) -> bool:
    """Whether the class names of an opening tag state that it is a label or a button, which is set apart by its look."""
    return _LABEL_CLASS.search(token.attribute("class") or "") is not None


def names_of(token: HtmlToken) -> str:
    """Return the class names of an opening tag and the properties that microdata (``itemprop``) and RDFa give it."""
    given = (token.attribute(name) for name in ("class", "itemprop", "property"))
    return " ".join(" ".join(filter(None, given)).split())[:_LONGEST_NAMES]


_LONGEST_NAMES = 200
"""Characters of the names of an element; a page made to be large has longer ones."""


def _folded(classes: str) -> bool:
    """Whether class names of Bootstrap state that an element is folded until someone requests it, or never shown."""
    words = set(classes.split())
    return bool(words & _FOLDED) and not words & _UNFOLDED


def _css(text: str) -> StyleChange:
    found = StyleChange()
    for declaration in _DECLARATION.finditer(text):
        name, value = declaration[1], declaration[2].replace("!important", "").strip()
        if name == "font-weight" and value.isdigit():
            # CSS: 400 is normal, 700 is bold, browsers draw 600 bold
            value = "bold" if int(value[:4]) >= 600 else "normal"
        key = f"{name.removesuffix('-line')}:{value.split(' ', 1)[0]}"
        on = TextStyle.COLOUR if name == "color" else _ON.get(key, TextStyle.PLAIN)
        hidden = True if key in ("display:none", "visibility:hidden") else None
        found = found.then(StyleChange(on, _OFF.get(key, TextStyle.PLAIN), hidden))
    return found


HEADINGS = {f"h{level}": level for level in range(1, 7)}
_WORDS = words("citekit.documents", "words.tsv")
VOID, CONTAINERS = _WORDS["void"], _WORDS["containers"]
"""The elements that hold nothing, and those that are in a block's path."""
BLOCK_TAGS = CONTAINERS | HEADINGS.keys() | _WORDS["blocks"]
"""The elements that end the paragraph they are in."""
_ALIASES = {"th": "td", "blockquote": "quote", "dir": "ul", "menu": "ul", "listing": "pre"}
_CLOSES = {
    "li": (("li",), ("ul", "ol", "td", "table")),
    "dt": (("dt", "dd"), ("dl", "td", "table")),
    "dd": (("dt", "dd"), ("dl", "td", "table")),
    "td": (("td",), ("tr", "table")),
    "tr": (("tr", "td"), ("table",)),
}
"""What an opening tag closes first, and which open elements it never looks beyond."""
_IGNORED = frozenset(("html", "body", "head", "tbody", "thead", "tfoot", "frameset", "frame"))
_SCOPE = frozenset(("td", "table"))
_MOST_OPEN = 400
"""Deeper elements are read but not nested, as browsers do; it keeps hostile pages linear."""
# containers within each other that are told apart; a path is copied for each block, so its length is bounded
_LONGEST_PATH = 60


@dataclass(slots=True)
class OpenElement:
    """An open element; ``style``, ``href``, ``hidden``, ``level`` and ``pre`` hold inside it."""

    tag: str
    path: tuple[str, ...]
    style: TextStyle = TextStyle.PLAIN
    href: str = ""
    hidden: bool = False
    level: int = 0
    pre: bool = False
    hint: str = ""
    look: StyleChange = field(default_factory=StyleChange)
    is_block: bool = True
    barrier: bool = False
    children: int = 0
    filled: bool = False
    names: str = ""
    start: int = 0


class ContainerNumbering:
    """Gives every container of a document its own number, and keeps the elements that have names (``named``)."""

    def __init__(self) -> None:
        self._last = 0
        self.named: list[NamedElement] = []

    def name(self, kind: str) -> str:
        """Return the next path element of a kind, such as ``"li:7"``."""
        self._last += 1
        return f"{kind}:{self._last}"


class Flow:
    """Takes HTML in spans and puts blocks into ``blocks``; other readers may open containers and add blocks too.

    ``path`` precedes the path of every block, ``hidden`` marks all of them.
    """

    def __init__(
        self, blocks: list[Block], numbering: ContainerNumbering, path: tuple[str, ...] = (), hidden: bool = False
    ) -> None:
        self.blocks = blocks
        self.numbering = numbering
        self.title = ""
        self.marker: tuple[str, int] = ("", -1)
        self.key = ""
        """The citation key of the item that has just begun, where the document gives one."""
        self.in_comment = hidden
        self._open = [OpenElement("", path, hidden=hidden, barrier=True)]
        self._counts: dict[str, int] = {}
        self._too_deep = 0
        self._shown, self._unseen = RunWriter(), RunWriter()
        self._late: list[tuple[View, tuple[int, int], tuple[str, ...]]] = []
        self._heading_level = 0
        self._view = View([])
        self._at = 0

    # What others request -----------------------------------------------------------------------------------------

    @property
    def top(self) -> OpenElement:
        """The innermost open element."""
        return self._open[-1]

    @property
    def depth(self) -> int:
        """How many elements are open; for :meth:`close_to`."""
        return len(self._open)

    def open_container(self, kind: str, barrier: bool = False) -> None:
        """Open a container that is not an HTML element of this text; end tags do not reach through a barrier."""
        self.flush()
        self._push(OpenElement(kind, self._path_with(kind), barrier=barrier), StyleChange())

    def close_to(self, depth: int) -> None:
        """Close elements until ``depth`` are open."""
        self.flush()
        while len(self._open) > depth:
            self._pop()

    def end_stretch(self) -> None:
        """End a span of HTML inside another format: styles, links and paragraphs do not reach beyond it."""
        self.flush()
        while len(self._open) > 1 and not self.top.barrier and (not self.top.is_block or self.top.tag in ("p", "pre")):
            self._pop()

    def take_marker(self) -> tuple[str, int]:
        """Return the marker of the list item that has just begun and where it is (-1 where unknown); then none."""
        marker, self.marker = self.marker, ("", -1)
        return marker

    def close_lists_for_heading(self, level: int) -> None:
        """Close lists that were never closed: a heading as high as the one before the list cannot be in an item."""
        if self._heading_level and level <= self._heading_level:
            for at in range(len(self._open) - 1, 0, -1):
                element = self._open[at]
                if element.barrier or element.tag in _SCOPE:
                    break
                if element.tag in ("li", "dd", "dt") and element.filled:
                    first = at
                    while first > 1 and self._open[first - 1].tag in ("ul", "ol", "dl", "li", "dd", "dt"):
                        first -= 1
                    self.close_to(first)
                    break
        if not any(self._counts.get(tag) for tag in ("li", "dd", "dt")):
            self._heading_level = level

    # HTML ----------------------------------------------------------------------------------------------------------

    def feed(self, view: View) -> None:
        """Read a span of HTML."""
        self._view = view
        tokenizer = Tokenizer(view.text, comments=not self.in_comment)
        for token in tokenizer.tokens():
            self._at = token.start
            match token.kind:
                case "text":
                    self._text(token)
                case "entity":
                    span = self._view.span(token.start, token.end)
                    self._writer.write(token.data, span.start, span.end, self.top.style, self.top.href)
                case "open":
                    self._start(token)
                case "close" if token.data == "br":
                    self._line_break(token)  # as browsers read "</br>"
                case "close":
                    self._end(token.data)
                case "raw":
                    if token.data == "title" and not self.title and not self.top.hidden:
                        self.title = " ".join(html.unescape(self._view.text[slice(*token.inner)]).split())
                    elif token.data in ("textarea", "xmp"):
                        self._text(HtmlToken("text", *token.inner))
                case "comment":
                    if self._shown.last:
                        self._late.append((self._view, token.inner, self.top.path))
                    else:
                        self._comment(self._view, *token.inner, self.top.path)
        self._at = len(view.text)
        self.flush()

    @property
    def _writer(self) -> RunWriter:
        return self._unseen if self.top.hidden else self._shown

    def _text(self, token: HtmlToken) -> None:
        writer, top = self._writer, self.top
        for text, origin in self._view.pieces(token.start, token.end):
            if not top.pre:
                writer.flow(text, origin, top.style, top.href)
                continue
            at = 0
            for line in text.splitlines(keepends=True):
                content = line.rstrip("\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029")
                writer.write(content, origin + at, origin + at + len(content), top.style, top.href)
                if content != line:
                    writer.soft_break(origin + at + len(content), origin + at + len(line))
                at += len(line)

    def _start(self, token: HtmlToken) -> None:
        tag = _ALIASES.get(token.data, token.data)
        if tag == "br":
            self._line_break(token)
        elif tag == "hr":
            self.rule(self._view.span(token.start, token.end))
        elif tag in VOID or tag in _IGNORED:
            if tag in _IGNORED:
                self.flush()
        elif tag in BLOCK_TAGS:
            self.flush()
            if tag in HEADINGS:
                self.close_lists_for_heading(HEADINGS[tag])
            self._close_implied(tag)
            parent = self.top
            if tag == "li":
                parent.children += 1
                self.marker = (f"{parent.children}." if parent.tag == "ol" else "•", -1)
            classes = token.attribute("class")
            element = OpenElement(tag, self._path_with(tag), hint=" ".join(classes.split()) if classes else "")
            element.names = names_of(token)
            element.level = HEADINGS.get(tag, 0 if parent.filled or tag not in ("div", "p", "center") else parent.level)
            element.pre = tag == "pre" or parent.pre
            self._push(element, look(token))
            if token.self_closing:
                self._pop()
        else:
            if token.self_closing:
                return
            # Boxes side by side, which only CSS keeps apart: `<span class="pill">…</span><span class="pill">`, and others that glue a
            # word to a capital: `<a class="t">Slow tides</a><span class="who">Ada Moss`.
            beside = self._view.text.endswith(("</span>", "</a>"), 0, token.start)
            if beside and (is_label(token) or (token.attribute("class") and self._glues(token))):
                place = self._view.origin(token.start)
                self._writer.soft_break(place, place)
            href = self.top.href
            if tag == "a":
                if self._counts.get("a"):
                    self._end("a")
                href = token.attribute("href") or ""
            element = OpenElement(tag, self.top.path, level=self.top.level, is_block=False, names=names_of(token))
            self._push(element, look(token), href)

    def _glues(self, token: HtmlToken) -> bool:
        """Whether the text of an element would begin with a capital right after a lowercase letter, a digit or the end of a sentence."""
        last = self._writer.last
        return (last.islower() or last.isdecimal() or last in (".", "!", "?")) and _CAPITAL_NEXT.match(
            self._view.text, token.end
        ) is not None

    def _line_break(self, token: HtmlToken) -> None:
        """One break stays in its block; a second one leaves an empty line, which ends the block."""
        span = self._view.span(token.start, token.end)
        if not self._writer.hard_break(span.start, span.end):
            self.flush()

    def add_block(self, runs: tuple[Run, ...], level: int = 0, kind: str = "paragraph", hidden: bool = False) -> None:
        """Add a block that was made elsewhere, if it has runs.

        It is in the open containers and takes the item's marker.

        With a ``level`` it is a heading.
        """
        if runs:
            (marker, at), span = self.take_marker(), span_of(runs)
            span = Span(at, max(span.end, at)) if at >= 0 else span
            kind, hidden = "heading" if level else kind, hidden or self.top.hidden
            key, self.key = self.key, ""
            self.blocks.append(Block(kind, runs, span, level, marker, self.top.path, hidden, self.hint, key))
            self.block_element.filled = True

    def add_remark(self, runs: tuple[Run, ...]) -> None:
        """Add a hidden paragraph in a container of its own, if it has runs."""
        if runs:
            path = (*self.top.path, self.numbering.name("comment"))
            self.blocks.append(Block("paragraph", runs, span_of(runs), path=path, hidden=True))

    def rule(self, span: Span) -> None:
        """Add a thematic break."""
        self.flush()
        self.blocks.append(Block("rule", (), span, path=self.top.path, hidden=self.top.hidden))

    def _close_implied(self, tag: str) -> None:
        """Close what the start of a block element closes: an open paragraph, the item or cell before."""
        last = self.block_element
        if not last.barrier and (last.tag == "p" or (last.tag in HEADINGS and tag in HEADINGS)):
            while self.top is not last:
                self._pop()
            self._pop()
        closes = _CLOSES.get(tag)
        if closes and any(self._counts.get(other) for other in closes[0]):
            outermost = 0
            for at in range(len(self._open) - 1, 0, -1):
                element = self._open[at]
                if element.barrier or element.tag in closes[1]:
                    break
                if element.tag in closes[0]:
                    outermost = at
            if outermost:
                self.close_to(outermost)

    def _end(self, tag: str) -> None:
        tag = _ALIASES.get(tag, tag)
        if tag in BLOCK_TAGS or tag == "br":
            self.flush()
        if tag in HEADINGS:
            tag = next((e.tag for e in reversed(self._open) if e.tag in HEADINGS), tag)
        if self._too_deep and tag not in _IGNORED and tag not in VOID:
            self._too_deep -= 1
            return
        if not self._counts.get(tag):
            return
        inline = tag not in BLOCK_TAGS
        for at in range(len(self._open) - 1, 0, -1):
            element = self._open[at]
            if element.tag == tag and not element.barrier:
                if inline:
                    self._remove_inline(at)
                else:
                    self.close_to(at)
                return
            scoped = element.tag in _SCOPE and tag not in ("table", "tr", "td")
            if element.barrier or scoped or (element.tag == "table" and tag != "table"):
                return

    # The stack -----------------------------------------------------------------------------------------------------

    def _path_with(self, kind: str) -> tuple[str, ...]:
        path = self.top.path
        if kind in HEADINGS or (kind in BLOCK_TAGS and kind not in CONTAINERS) or len(path) >= _LONGEST_PATH:
            return path
        return (*path, self.numbering.name(kind))

    def _push(self, element: OpenElement, change: StyleChange, href: str | None = None) -> None:
        if len(self._open) >= _MOST_OPEN and not element.barrier:
            self._too_deep += 1
            return
        around = self.top
        element.look = change
        element.style = change.over(around.style)
        element.hidden = around.hidden or bool(change.hidden)
        element.href = around.href if href is None else href
        element.pre = element.pre or (around.pre and not element.is_block)
        element.start = self._view.origin(self._at) if element.names else 0
        self._open.append(element)
        self._counts[element.tag] = self._counts.get(element.tag, 0) + 1

    def _pop(self) -> None:
        element = self._open.pop()
        self._counts[element.tag] -= 1
        self._name(element)
        if element.filled:
            self.top.filled = True
        if element.tag == "li":
            self.marker = ("", -1)

    def _remove_inline(self, at: int) -> None:
        """Take an inline element out of the stack; what was opened inside it stays open, as in ``<b><i></b></i>``."""
        element = self._open.pop(at)
        self._counts[element.tag] -= 1
        self._name(element)
        for place in range(at, len(self._open)):
            around, inner = self._open[place - 1], self._open[place]
            inner.style = inner.look.over(around.style)
            inner.hidden = around.hidden or bool(inner.look.hidden)
            if inner.tag != "a":
                inner.href = around.href

    def _name(self, element: OpenElement) -> None:
        """Keep the names of an element that ends here, where it has any."""
        end = self._view.origin(self._at) if element.names else 0
        if end > element.start:
            step = element.path[-1] if element.is_block and element.path != self.top.path else ""
            self.numbering.named.append(NamedElement(element.names, Span(element.start, end), step))

    # Blocks --------------------------------------------------------------------------------------------------------

    def flush(self) -> None:
        """End the current block."""
        self._emit(self._shown, hidden=False)
        self._emit(self._unseen, hidden=True)
        late, self._late = self._late, []
        for view, (start, end), path in late:
            self._comment(view, start, end, path)

    def _emit(self, writer: RunWriter, hidden: bool) -> None:
        if writer.last:
            top = self.block_element
            self.add_block(writer.take(), top.level, "code" if top.pre else "paragraph", hidden)

    @property
    def block_element(self) -> OpenElement:
        """The innermost open element that is not an inline one."""
        return next(element for element in reversed(self._open) if element.is_block)

    @property
    def hint(self) -> str:
        """The class names of the innermost block element that has any."""
        return next((element.hint for element in reversed(self._open) if element.hint), "")

    def _comment(self, view: View, start: int, end: int, path: tuple[str, ...]) -> None:
        if view.text[start:end].strip(" \t\r\n-*=_"):
            inner = Flow(self.blocks, self.numbering, (*path, self.numbering.name("comment")), hidden=True)
            inner.feed(View(list(view.pieces(start, end))))
