"""What tags and CSS say about the look of text."""

from __future__ import annotations

from citekit.documents.html.tokens import HtmlToken
from citekit.documents.model import TextStyle
from citekit.documents.runs import StyleChange, styles_of
from citekit.runtime import patterns as re

TAG_STYLES = styles_of("html")
"""The style that a tag gives by itself."""

_DECLARATION = re.compile(r"([a-z-]{3,30})\s*:\s*([^;]{1,200})")
_ON, _OFF = styles_of("css on"), styles_of("css off")
_LABEL_CLASS = re.compile(r"(?<![a-z])(?:pill|badge|tag|label|btn|button|chip)s?(?![a-z])", re.IGNORECASE)
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


def _folded(classes: str) -> bool:
    """Whether class names of Bootstrap state that an element is folded until somebody requests it, or never shown."""
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
