"""The inline text of a Markdown block: found as a list of nodes here, written as runs by :mod:`.render`.

Covers what CommonMark 0.31 (chapter 6) calls inlines, and what people use beyond it: bare addresses, ``~~strike~~``,
``$math$``, attributes in braces, HTML.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from dataclasses import dataclass

from citekit.documents.html.tokens import RAW_TEXT, Token, Tokenizer
from citekit.documents.markdown import links
from citekit.documents.markdown.emphasis import Delimiter, DelimiterStack, delimiter
from citekit.documents.model import Style

_SPECIAL = re.compile(r"[\\`*_~\[\]!<&$\n\0]|https?://|www\.")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_TICKS = re.compile(r"`++")
_AUTOLINK = re.compile(
    r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>\0]{0,2000}|[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,200})>"
)
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\[\]`|\\\0]++")
_MATH = re.compile(
    r"\$\$[^$]{1,2000}\$\$|\$(?![\s$])(?:[^$\\\n]|\\[^\n]){0,300}?(?<![\s\\])\$(?![\d$])",
)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_ATTRIBUTES = re.compile(r"\{(?=[:.#]|[^{}\n]{0,60}=)([^{}\n]{1,200})\}")
_SPAN_STYLES = {".smallcaps": Style.SMALL_CAPS, ".underline": Style.UNDERLINE, ".ul": Style.UNDERLINE}


@dataclass(slots=True)
class Node:
    """A piece ``text[start:end]``.

    ``kind`` is ``text``, ``literal`` (``value`` is what it stands for), ``mark`` (a delimiter run), ``open`` and
    ``close`` (of a link, image or styled span), ``bracket`` (text), ``tag``, ``hard``, ``soft``, ``code``, ``math``,
    ``address`` or ``nothing``.
    """

    kind: str
    start: int
    end: int
    value: str = ""
    style: Style = Style.PLAIN
    image: bool = False
    mark: Delimiter | None = None
    token: Token | None = None


@dataclass(slots=True)
class _Bracket:
    node: Node
    below: Delimiter | None
    after: int
    active: bool = True


def nodes(text: str, references: dict[str, str]) -> list[Node]:
    """The nodes of a block's text; ``references`` maps the labels of link definitions to their targets."""
    return _Inline(text, references).read()


class _Inline:
    def __init__(self, text: str, references: dict[str, str]) -> None:
        self._text = text
        self._references = references
        self._nodes: list[Node] = []
        self._brackets: list[_Bracket] = []
        self._marks = DelimiterStack()
        self._html = Tokenizer(text)
        self._ticks: dict[int, list[int]] | None = None

    def read(self) -> list[Node]:
        text, at = self._text, 0
        while special := _SPECIAL.search(text, at):
            here = special.start()
            if at < here:
                self._nodes.append(Node("text", at, here))
            at = self._read_special(here, special[0])
        if at < len(text):
            self._nodes.append(Node("text", at, len(text)))
        self._marks.resolve(None)
        return self._nodes

    def _read_special(self, at: int, what: str) -> int:
        """Read what begins at ``at``; gives where it ends. What is nothing special is text."""
        match what:
            case "\\":
                return self._escape(at)
            case "`":
                return self._code(at)
            case "*" | "_" | "~":
                return self._mark(at, what)
            case "[":
                return self._open_bracket(at, at + 1, image=False)
            case "!" if self._text.startswith("![", at):
                return self._open_bracket(at, at + 2, image=True)
            case "]":
                return self._close_bracket(at)
            case "<":
                return self._angle(at)
            case "&":
                return self._matched("literal", _ENTITY, at)
            case "$":
                return self._matched("math", _MATH, at)
            case "\n":
                return self._line_end(at)
            case "\0":
                return self._add("nothing", at, at + 1)
            case "!":
                return self._add("text", at, at + 1)
            case _:
                return self._address(at)

    def _add(self, kind: str, start: int, end: int, value: str = "") -> int:
        self._nodes.append(Node(kind, start, end, value))
        return end

    def _matched(self, kind: str, pattern: re.Pattern[str], at: int) -> int:
        match = pattern.match(self._text, at)
        if not match:
            return self._add("text", at, at + 1)
        value = html.unescape(match[0]) if kind == "literal" else ""
        return self._add(kind, at, match.end(), value)

    def _escape(self, at: int) -> int:
        following = self._text[at + 1 : at + 3]
        if following[:1] == "\n":
            return self._add("hard", at, at + 2)
        if following == "\\\n":
            return self._add("hard", at, at + 3)
        if following[:1] in _PUNCTUATION and following:
            return self._add("literal", at, at + 2, following[0])
        return self._add("text", at, at + 1)

    def _code(self, at: int) -> int:
        ticks = _TICKS.match(self._text, at)
        stop = ticks.end() if ticks else at + 1
        if self._ticks is None:
            self._ticks = {}
            for run in _TICKS.finditer(self._text):
                self._ticks.setdefault(run.end() - run.start(), []).append(run.start())
        places = self._ticks.get(stop - at, [])
        place = bisect_right(places, at)
        if place >= len(places):
            return self._add("text", at, stop)
        self._nodes.append(Node("code", stop, places[place]))
        return places[place] + stop - at

    def _mark(self, at: int, character: str) -> int:
        stop = at + 1
        while self._text.startswith(character, stop):
            stop += 1
        if character == "~" and stop - at != 2:
            return self._add("text", at, stop)
        mark = delimiter(self._text, at, stop)
        self._marks.push(mark)
        self._nodes.append(Node("mark", at, stop, character, mark=mark))
        return stop

    def _line_end(self, at: int) -> int:
        before = self._text[max(0, at - 3) : at].replace("\0", "")
        return self._add("hard" if before.endswith("  ") else "soft", at, at + 1)

    def _address(self, at: int) -> int:
        match = _ADDRESS.match(self._text, at)
        before = self._text[at - 1 : at]
        if not match or before.isalnum() or match.end() - at < 6:
            return self._add("text", at, at + 1)
        end = match.end()
        unmatched = match[0].count(")") - match[0].count("(")
        while self._text[end - 1] in "?!.,:;*_~'\"”’)":
            if self._text[end - 1] == ")":
                if unmatched <= 0:
                    break
                unmatched -= 1
            end -= 1
        address = self._text[at:end]
        return self._add("address", at, end, address if address.startswith("http") else f"http://{address}")

    def _angle(self, at: int) -> int:
        autolink = _AUTOLINK.match(self._text, at)
        if autolink:
            target = autolink[1] if ":" in autolink[1] else f"mailto:{autolink[1]}"
            self._nodes.append(Node("address", at + 1, autolink.end() - 1, target))
            return autolink.end()
        token = self._html.tag(at)
        if not token:
            return self._add("text", at, at + 1)
        if token.kind == "open" and token.data in RAW_TEXT and not token.self_closing:
            token = self._html.raw(token)
            return self._add("nothing", at, token.end)
        self._nodes.append(Node("tag", at, token.end, token=token))
        return token.end

    # Links ---------------------------------------------------------------------------------------------------------

    def _open_bracket(self, at: int, end: int, image: bool) -> int:
        node = Node("bracket", at, end, image=image)
        self._nodes.append(node)
        self._brackets.append(_Bracket(node, self._marks.last, end))
        return end

    def _close_bracket(self, at: int) -> int:
        if not self._brackets:
            return self._add("text", at, at + 1)
        bracket = self._brackets.pop()
        if not bracket.active:
            return self._add("text", at, at + 1)
        found = self._target(bracket, at)
        if not found:
            return self._add("text", at, at + 1)
        target, style, end = found
        attributes = _ATTRIBUTES.match(self._text, end)
        end = attributes.end() if attributes else end
        node = bracket.node
        node.kind, node.value, node.style = "open", target, style
        self._nodes.append(Node("close", at, end, target, style, node.image))
        self._marks.resolve(bracket.below)
        if not node.image and target:
            for outer in reversed(self._brackets):
                if outer.node.image:
                    continue
                if not outer.active:
                    break
                outer.active = False
        return end

    def _target(self, bracket: _Bracket, at: int) -> tuple[str, Style, int] | None:
        """The target of the link whose text ends at ``at``, the style of a styled span, and where it all ends."""
        text, following = self._text, self._text[at + 1 : at + 2]
        if following == "(":
            found = links.inline_target(text, at + 1)
            if found:
                return found[0], Style.PLAIN, found[1]
        if following == "{" and (attributes := _ATTRIBUTES.match(text, at + 1)) and attributes[1].startswith("."):
            return "", _SPAN_STYLES.get(attributes[1].split()[0], Style.PLAIN), attributes.end()
        if not self._references:
            return None
        end = at + 1
        name = text[bracket.after : at] if at - bracket.after <= links.LONGEST_LABEL else ""
        if following == "[":
            stop = text.find("]", at + 2, at + 3 + links.LONGEST_LABEL)
            if stop == at + 2:
                end = stop + 1
            elif stop > 0 and links.label(text[at + 2 : stop]) in self._references:
                name, end = text[at + 2 : stop], stop + 1
        target = self._references.get(links.label(name))
        return (target, Style.PLAIN, end) if target is not None else None
