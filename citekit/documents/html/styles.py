"""What tags and CSS say about the look of text."""

from __future__ import annotations

from citekit import patterns as re
from citekit.documents.html.tokens import Token
from citekit.documents.model import Style
from citekit.records import dataclass

TAG_STYLES = {
    "b": Style.BOLD,
    "strong": Style.BOLD,
    "i": Style.ITALIC,
    "em": Style.ITALIC,
    "cite": Style.ITALIC,
    "var": Style.ITALIC,
    "dfn": Style.ITALIC,
    "u": Style.UNDERLINE,
    "ins": Style.UNDERLINE,
    "s": Style.STRIKE,
    "del": Style.STRIKE,
    "strike": Style.STRIKE,
    "sup": Style.SUPERSCRIPT,
    "sub": Style.SUBSCRIPT,
    "code": Style.CODE,
    "tt": Style.CODE,
    "kbd": Style.CODE,
    "samp": Style.CODE,
    "math": Style.MATH,
}
"""The style that a tag gives by itself."""

_DECLARATION = re.compile(r"([a-z-]{3,30})\s*:\s*([^;]{1,200})")
_ON = {
    ("font-weight", "bold"): Style.BOLD,
    ("font-weight", "bolder"): Style.BOLD,
    ("font-style", "italic"): Style.ITALIC,
    ("font-style", "oblique"): Style.ITALIC,
    ("text-decoration", "underline"): Style.UNDERLINE,
    ("text-decoration", "line-through"): Style.STRIKE,
    ("font-variant", "small-caps"): Style.SMALL_CAPS,
    ("vertical-align", "super"): Style.SUPERSCRIPT,
    ("vertical-align", "sub"): Style.SUBSCRIPT,
}
_OFF = {
    ("font-weight", "normal"): Style.BOLD,
    ("font-weight", "lighter"): Style.BOLD,
    ("font-style", "normal"): Style.ITALIC,
    ("text-decoration", "none"): Style.UNDERLINE | Style.STRIKE,
}
_LABEL_CLASS = re.compile(r"(?<![a-z])(?:pill|badge|tag|label|btn|button|chip)s?(?![a-z])", re.IGNORECASE)
_FOLDED = frozenset(("collapse", "d-none"))
_UNFOLDED = frozenset(("show", "in", "navbar-collapse", "panel-collapse", "accordion-collapse"))
_HIDDEN_TAGS = frozenset(("template", "noscript", "select", "svg", "datalist", "object", "audio", "video", "canvas"))


@dataclass(frozen=True, slots=True)
class Look:
    """What an element changes: styles it sets, styles it takes away, and whether it hides its content."""

    on: Style = Style.PLAIN
    off: Style = Style.PLAIN
    hidden: bool = False

    def over(self, style: Style) -> Style:
        """The style inside the element where ``style`` holds around it."""
        return (style & ~self.off) | self.on


def look(token: Token) -> Look:
    """What an opening tag and its ``style``, ``color`` and ``hidden`` attributes change."""
    on, off = TAG_STYLES.get(token.data, Style.PLAIN), Style.PLAIN
    hidden = token.data in _HIDDEN_TAGS
    for name, value in token.attributes:
        if name == "style":
            more_on, more_off, invisible = _css(value.lower())
            on, off, hidden = (on & ~more_off) | more_on, off | more_off, hidden or invisible
        elif name == "hidden" or (name == "class" and _folded(value)):
            hidden = True
        elif name == "color" and token.data == "font":
            on |= Style.COLOUR
    return Look(on, off & ~on, hidden)


def is_label(token: Token) -> bool:
    """Whether the class names of an opening tag say that it is a label or a button, which is set apart by its look."""
    return _LABEL_CLASS.search(token.attribute("class") or "") is not None


def _folded(classes: str) -> bool:
    """Whether class names of Bootstrap say that an element is folded until somebody asks for it, or never shown."""
    words = set(classes.split())
    return bool(words & _FOLDED) and not words & _UNFOLDED


def _css(text: str) -> tuple[Style, Style, bool]:
    on = off = Style.PLAIN
    hidden = False
    for declaration in _DECLARATION.finditer(text):
        name, value = declaration[1], declaration[2].replace("!important", "").strip()
        if name == "font-weight" and value.isdigit():
            value = "bold" if int(value[:4]) >= 600 else "normal"
        if name == "text-decoration-line":
            name = "text-decoration"
        word = value.split(" ", 1)[0]
        on |= _ON.get((name, word), Style.PLAIN)
        off |= _OFF.get((name, word), Style.PLAIN)
        if name == "color":
            on |= Style.COLOUR
        hidden = hidden or (name, word) in (("display", "none"), ("visibility", "hidden"))
    return on, off, hidden
