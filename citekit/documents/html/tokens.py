"""HTML as a stream of tokens with offsets.

The standard library's ``html.parser`` gives line and column instead of offsets, merges character references into text
that then no longer maps back, and takes quadratic time on some broken pages; this tokenizer follows the same standard
(WHATWG HTML, section 13.2.5) as far as visible text needs it, in linear time.
"""

from __future__ import annotations

import html
from collections.abc import Iterator

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

_NAME = re.compile(r"</?([A-Za-z][A-Za-z0-9:_-]*)")
_ATTRIBUTE = re.compile(r"[\s/]*+(?:([^\s/<>=\"'][^\s/<>=]*+)(?:\s*+=\s*+([^\s<>\"'][^\s<>]*+)?)?|[\"'=])")
_CLOSE = re.compile(r"\s*+(/?)\s*+>")
_ENTITY = re.compile(r"&(?:#[0-9]{1,8}|#[xX][0-9a-fA-F]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});?")
_INTEREST = re.compile(r"<(?=[A-Za-z/!?])|&(?=[A-Za-z#])")
_MOST_ATTRIBUTES = 60
"""Attributes and blanks between them of one tag; with more it is text, so that no broken page costs much at each ``<``."""
RAW_TEXT = frozenset(("script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"))
"""Elements whose content is text up to their own end tag."""


@dataclass(frozen=True, slots=True)
class HtmlToken:
    """A piece of HTML from ``start`` to ``end``.

    ``kind`` is ``"text"``, ``"entity"`` (``data`` is what it stands for), ``"open"``, ``"close"`` (``data`` is the
    lower-case tag name), ``"raw"`` (an element of :data:`RAW_TEXT` with all its content, which ``inner`` points to),
    ``"comment"`` (``inner`` points to its content) or ``"other"`` (doctype, processing instruction).
    """

    kind: str
    start: int
    end: int
    data: str = ""
    attributes: tuple[tuple[str, str], ...] = ()
    self_closing: bool = False
    inner: tuple[int, int] = (0, 0)

    def attribute(self, name: str) -> str | None:
        """Return the first value of an attribute, ``""`` for a bare one, None if it is missing."""
        return next((value for key, value in self.attributes if key == name), None)


class Tokenizer:
    """Reads tokens from one text; remembers what is missing further on, so that broken pages stay linear."""

    def __init__(self, text: str, comments: bool = True) -> None:
        self.text = text
        self._comments = comments
        self._missing: dict[str, int] = {}
        """A string -> the offset from which on it does not occur."""

    def find(self, what: str, at: int) -> int:
        """``text.find`` that searches the rest of the text without success only once."""
        if at >= self._missing.get(what, len(self.text) + 1):
            return -1
        found = self.text.find(what, at)
        if found < 0:
            self._missing[what] = at
        return found

    def tag(self, at: int) -> HtmlToken | None:
        """Return the tag that begins at ``at`` (where a ``<`` is), or None if it is not one."""
        name = _NAME.match(self.text, at)
        if not name:
            return None
        closing = self.text[at + 1] == "/"
        attributes: list[tuple[str, str]] = []
        here = name.end()
        for _ in range(_MOST_ATTRIBUTES):
            close = _CLOSE.match(self.text, here)
            if close:
                kind = "close" if closing else "open"
                return HtmlToken(kind, at, close.end(), name[1].lower(), tuple(attributes), self_closing=bool(close[1]))
            part = _ATTRIBUTE.match(self.text, here)
            if not part or part.end() == here:
                return None
            here = part.end()
            key, value = part[1], part[2] or ""
            if key and not value and self.text[here : here + 1] in ('"', "'"):
                stop = self.find(self.text[here], here + 1)
                if stop < 0:
                    return None
                value, here = self.text[here + 1 : stop], stop + 1
            if key:
                attributes.append((key.lower(), unescape(value)))
        return None

    def tokens(self) -> Iterator[HtmlToken]:
        """Yield all tokens of the text in order; together they cover it without a gap."""
        at = begin = 0
        while special := _INTEREST.search(self.text, at):
            here = special.start()
            token = self._entity(here) if self.text[here] == "&" else self._markup(here)
            if token is None:
                at = here + 1
                continue
            if begin < here:
                yield HtmlToken("text", begin, here)
            yield token
            at = begin = token.end
        if begin < len(self.text):
            yield HtmlToken("text", begin, len(self.text))

    def _entity(self, at: int) -> HtmlToken | None:
        match = _ENTITY.match(self.text, at)
        if not match:
            return None
        character = html.unescape(match[0])
        return None if character == match[0] else HtmlToken("entity", at, match.end(), character)

    def _markup(self, at: int) -> HtmlToken | None:
        text = self.text
        if text.startswith("<!--", at):
            if not self._comments:
                return HtmlToken("other", at, at + 4)
            for short in ("<!-->", "<!--->"):
                if text.startswith(short, at):
                    return HtmlToken("comment", at, at + len(short), inner=(at + 4, at + 4))
            stop = self.find("-->", at + 4)
            if stop < 0:
                return HtmlToken("comment", at, len(text), inner=(at + 4, len(text)))
            return HtmlToken("comment", at, stop + 3, inner=(at + 4, stop))
        if text.startswith(("<!", "<?"), at):
            stop = self.find(">", at)
            return HtmlToken("other", at, stop + 1) if stop >= 0 else None
        token = self.tag(at)
        if token and token.kind == "open" and token.data in RAW_TEXT and not token.self_closing:
            return self.raw(token)
        return token

    def raw(self, token: HtmlToken) -> HtmlToken:
        """Return the whole element of :data:`RAW_TEXT` that ``token`` opens.

        An element that is never closed extends to the end of the text.
        """
        at = token.end
        stop = self.find("</", at)
        while stop >= 0:
            close = _NAME.match(self.text, stop)
            if close and close[1].lower() == token.data:
                end = self.find(">", stop)
                end = len(self.text) if end < 0 else end + 1
                return HtmlToken("raw", token.start, end, token.data, token.attributes, inner=(at, stop))
            stop = self.find("</", stop + 2)
        return HtmlToken("raw", token.start, len(self.text), token.data, token.attributes, inner=(at, len(self.text)))


def unescape(value: str) -> str:
    """Return an attribute's value with its character references resolved; ``&copy=`` in an address stays as it is."""
    if "&" not in value:
        return value
    return _ENTITY.sub(lambda match: html.unescape(match[0]) if match[0].endswith(";") else match[0], value)
