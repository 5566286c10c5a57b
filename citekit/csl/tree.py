"""The output tree: what a citation or an entry says, ready to be written in any format, and how nodes become it.

Strings of the tree are text, never markup; writers (``citekit/csl/output``) escape them for their target.
:func:`finish` lets quotation marks and formatting alternate and punctuation collapse. Source: the CSL 1.0.2
specification, "Formatting", "Quotes", ``punctuation-in-quote``. Which of two meeting punctuation marks stay is the
convention that the processors share: only marks that *meet* (from two different pieces) collapse, what somebody typed
side by side stays as typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from citekit.csl.richtext import Marked, Node, plain
from citekit.runtime.records import dataclass


@dataclass(frozen=True, slots=True)
class Markup:
    """Content under one formatting property.

    ``kind`` and ``value`` are a CSL attribute and value (``font-style`` ``italic``, ``vertical-align`` ``sup``, also
    ``normal`` and ``baseline`` to undo), ``display`` and one of its four values, ``link`` and an address, or
    ``formula`` and its LaTeX (``content`` is what it prints).
    """

    kind: str
    value: str
    content: tuple[Inline, ...]


Inline = str | Markup


def text_of(content: Iterable[Inline]) -> str:
    """Return the bare text of output."""
    pieces: list[str] = []
    stack: list[Inline] = list(content)[::-1]
    while stack:
        part = stack.pop()
        if isinstance(part, str):
            pieces.append(part)
        else:
            stack.extend(reversed(part.content))
    return "".join(pieces)


_RAISED = dict(zip("0123456789+-=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True))


_LOWERED = dict(zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))


def raised(text: str) -> str:
    """Return a superscript for formats that have none: Unicode's own characters where all of it has them."""
    return _moved(text, _RAISED)


def lowered(text: str) -> str:
    """Return a subscript for formats that have none: Unicode's own characters where all of it has them."""
    return _moved(text, _LOWERED)


def _moved(text: str, table: dict[str, str]) -> str:
    plain = text.replace("−", "-")
    return "".join(table[c] for c in plain) if all(c in table for c in plain) else text


Wrap = Callable[[str, str, str], str]
"""Puts markup of a kind and a value around text that is written already."""


def write(content: Iterable[Inline], escape: Callable[[str], str], wrap: Wrap) -> str:
    """Output in some format: ``escape`` writes text, ``wrap`` writes markup around what is inside of it."""
    return "".join(
        escape(part) if isinstance(part, str) else wrap(part.kind, part.value, write(part.content, escape, wrap))
        for part in content
    )


def unlinked(content: Iterable[Inline]) -> tuple[Inline, ...]:
    """Output without its links; what they are on stays."""
    made: list[Inline] = []
    for part in content:
        if isinstance(part, str):
            made.append(part)
        elif part.kind == "link":
            made.extend(unlinked(part.content))
        else:
            made.append(Markup(part.kind, part.value, unlinked(part.content)))
    return tuple(made)


_NORMAL = {
    "font-style": "normal",
    "font-variant": "normal",
    "font-weight": "normal",
    "text-decoration": "none",
    "vertical-align": "baseline",
}
_TAGS = {
    "i": ("font-style", "italic"),
    "b": ("font-weight", "bold"),
    "sc": ("font-variant", "small-caps"),
    "sup": ("vertical-align", "sup"),
    "sub": ("vertical-align", "sub"),
}


@dataclass(frozen=True, slots=True)
class Quotes:
    """A language's quotation marks, outer and inner, and whether commas and full stops go inside them."""

    open: str = "“"
    close: str = "”"
    open_inner: str = "‘"
    close_inner: str = "’"
    punctuation_inside: bool = False


class _Mark(NamedTuple):
    """Something that is between texts: ``open`` or ``close`` of markup, ``quote`` (an end of quotation), ``sign``
    (a text that punctuation does not see)."""

    what: str
    kind: str = ""
    value: str = ""


_CLOSE = _Mark("close")
_IN_RICH = _Mark("rich")
_OUT_RICH = _Mark("end-rich")
_Token = str | _Mark


def finish(node: Node, quotes: Quotes) -> tuple[Inline, ...]:
    """Return the output of a node."""
    if type(node) is str:
        return (node,) if node else ()
    tokens: list[_Token] = []
    _Flattener(tokens, quotes).walk(node)
    # collapse adjacent punctuation, and move it into quotation marks where the language does
    settler = _Settler(quotes.punctuation_inside)
    for token in tokens:
        if isinstance(token, str):
            settler.text(token)
        else:
            settler.mark(token)
    # build nested markup from the flat tokens; markup without text is dropped
    stack: list[tuple[str, str, list[Inline]]] = [("", "", [])]
    for token in settler.out:
        if isinstance(token, str):
            stack[-1][2].append(token)
        elif token.what == "open":
            stack.append((token.kind, token.value, []))
        elif token.what in ("quote", "sign"):
            stack[-1][2].append(token.value)
        else:
            kind, value, content = stack.pop()
            joined = _joined(content)
            if joined:
                stack[-1][2].append(Markup(kind, value, joined))
    return _joined(stack[0][2])


class _Flattener:
    """Turns a node into tokens, deciding on the way which quotation marks and which formatting hold where."""

    def __init__(self, tokens: list[_Token], quotes: Quotes) -> None:
        self.tokens = tokens
        self.quotes = quotes
        self.now = dict(_NORMAL)
        self.depth = 0

    def walk(self, node: Node) -> None:
        if isinstance(node, str):
            if node:
                self.tokens.append(node)
            return
        if isinstance(node, list):
            for part in node:
                self.walk(part)
            return
        kind, value, content = node
        if kind in _NORMAL:
            self.styled(kind, value, content)
        elif kind == "rich":
            self.tokens.append(_IN_RICH)
            self.walk(content)
            self.tokens.append(_OUT_RICH)
        elif kind == "tag":
            self.tagged(value, content)
        elif kind == "quote":
            self.quoted(value, content)
        else:
            self.marked(kind, value, Marked("rich", "", content) if kind == "formula" else content)

    def marked(self, kind: str, value: str, content: Node) -> None:
        self.tokens.append(_Mark("open", kind, value))
        self.walk(content)
        self.tokens.append(_CLOSE)

    def styled(self, attribute: str, value: str, content: Node) -> None:
        before = self.now[attribute]
        if value == before:
            self.walk(content)
            return
        self.now[attribute] = value
        self.marked(attribute, value, content)
        self.now[attribute] = before

    def tagged(self, tag: str, content: Node) -> None:
        if tag in ("nocase", "term"):
            self.walk(content)
        elif tag == "sign":
            self.tokens.append(_Mark("sign", value=plain(content)))
        elif tag == "nodecor":
            for attribute, value in self.now.items():
                if value != _NORMAL[attribute]:
                    content = Marked(attribute, _NORMAL[attribute], content)
            self.walk(content)
        else:
            attribute, value = _TAGS[tag]
            if self.now[attribute] == value:
                value = _NORMAL[attribute]
            self.styled(attribute, value, content)

    def quoted(self, mark: str, content: Node) -> None:
        quotes = self.quotes
        if mark == "„" and not self.depth:
            opening, closing = "„", "“"  # a title in German keeps its own marks
        elif mark == "‘" and not self.depth:
            opening, closing = "‘", "’"
        elif self.depth % 2:
            opening, closing = quotes.open_inner, quotes.close_inner
        else:
            opening, closing = quotes.open, quotes.close
        self.depth += 1
        self.tokens.append(_Mark("start-quote", value=opening))
        self.walk(content)
        self.tokens.append(_Mark("quote", value=closing))
        self.depth -= 1


_DROPS_SECOND = frozenset([a + b for a in ".,:;!?" for b in a] + [a + "." for a in ":;!?"] + [a + ":" for a in ";!?"])
_DROPS_FIRST = frozenset(a + b for a in ":;" for b in "!?")
_MOVES = frozenset(".,!?")
_ENDS = frozenset(".,:;!? ")


class _Settler:
    """Writes tokens out; knows the last text and the quotation marks that ended since."""

    def __init__(self, inside: bool) -> None:
        self.inside = inside
        self.out: list[_Token] = []
        self.last = -1
        self.quote = -1
        self.rich = 0
        self.fresh = True

    def mark(self, token: _Mark) -> None:
        if token is _IN_RICH:
            self.rich += 1
            self.fresh = True
            return
        if token is _OUT_RICH:
            self.rich -= 1
            self.fresh = True
            return
        if token.what == "quote":
            if self.quote < 0:
                self.quote = len(self.out)
            self.fresh = True if not self.rich else self.fresh
        elif token.what == "start-quote":
            self.quote = -1
            self.out.append(token.value)
            self.last = -1
            return
        elif token.kind == "display":
            self.last = self.quote = -1
        self.out.append(token)

    def text(self, text: str) -> None:
        if self.fresh or not self.rich:
            text = self.met(text)
        self.fresh = not self.rich
        if text:
            self.quote = -1
            self.last = len(self.out)
            self.out.append(text)

    def met(self, text: str) -> str:
        """Return what is left of a text after its first letters met what precedes."""
        at = 0
        while at < len(text) and text[at] in _ENDS and self.takes(text[at]):
            at += 1
        return text[at:] if at else text

    def takes(self, letter: str) -> bool:
        """Whether a letter goes: into the quotation marks that just ended, or because of what precedes."""
        if self.quote >= 0:
            if not self.inside:
                return letter == "." and self.before() in ("!", "?")  # which end the sentence already
            if letter in _MOVES:
                self.move(letter)
                return True
            return letter == ":" and self.before() in ("!", "?")
        before = self.before()
        if before and before + letter in _DROPS_FIRST:
            self.drop_before()
            return self.takes(letter)
        if letter == " ":
            return before in (" ", "\u00a0")
        return before + letter in _DROPS_SECOND

    def before(self) -> str:
        """Return the last letter before this place, inside of the quotation marks that just ended if any."""
        if self.last < 0:
            return ""
        text = self.out[self.last]
        return text[-1:] if isinstance(text, str) else ""

    def drop_before(self) -> None:
        """Take the last letter away; where that empties a text after a quotation mark, the mark is last again."""
        text = self.out[self.last]
        assert isinstance(text, str)
        self.out[self.last] = text[:-1]
        if text[:-1]:
            return
        place = self.last - 1
        while place >= 0 and isinstance(self.out[place], _Mark):
            if self.out[place].what == "quote":  # type: ignore[union-attr]
                self.quote = place
            place -= 1
        self.last = place

    def move(self, letter: str) -> None:
        """Put a letter inside the quotation marks that just ended."""
        place = self.quote
        self.quote = -1
        before = self.before()
        self.quote = place
        if before + letter in _DROPS_SECOND:
            return
        if before + letter in _DROPS_FIRST:
            text = self.out[self.last]
            assert isinstance(text, str)
            self.out[self.last] = text[:-1]
        if place and isinstance(self.out[place - 1], str):
            self.out[place - 1] += letter  # type: ignore[operator]
            self.last = place - 1
        else:
            self.out.insert(place, letter)
            self.last = place
            self.quote = place + 1


def _joined(content: list[Inline]) -> tuple[Inline, ...]:
    """Neighbouring texts as one, empty ones left out."""
    made: list[Inline] = []
    texts: list[str] = []
    for part in content:
        if isinstance(part, str):
            texts.append(part)
            continue
        if texts:
            made.append("".join(texts))
            texts = []
        made.append(part)
    if texts:
        made.append("".join(texts))
    return tuple(part for part in made if part)
