"""What the styles of a document state: the look of characters, which paragraphs are headings, which are list items."""

from __future__ import annotations

from dataclasses import field

from citekit.documents.docx.package import is_on, val
from citekit.documents.runs import StyleChange, TextStyle, styles_of
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.text.xml import Element

_LONGEST_CHAIN = 30
"""Styles that one may be based on, so that a cycle ends."""
_HEADING = re.compile(
    r"(?:heading|überschrift|titre|título|titolo|kop|rubrik|overskrift|otsikko|nagłówek|заголовок) ?([1-9])", re.I
)
_TITLE = frozenset(("title", "titel", "titre", "título", "titolo", "rubrik", "tittel", "otsikko", "tytuł"))
_CODE_FONT = re.compile(r"courier|consol|mono(?!type)|menlo|inconsolata", re.IGNORECASE)
_TOGGLES, _VERTICAL = styles_of("docx"), styles_of("docx vertical")


def look(properties: Element | None) -> StyleChange:
    """Return the look that run properties (``w:rPr``) set."""
    if properties is None:
        return StyleChange()
    on = off = TextStyle.PLAIN
    for name, style in _TOGGLES.items():
        state = is_on(properties, name)
        if state is not None:
            on, off = (on | style, off) if state else (on, off | style)
    vertical = val(properties, "w:vertAlign")
    if vertical:
        on |= _VERTICAL.get(vertical, TextStyle.PLAIN)
        off |= (TextStyle.SUPERSCRIPT | TextStyle.SUBSCRIPT) & ~on
    colour = val(properties, "w:color").lower()
    if colour:
        on, off = (on, off | TextStyle.COLOUR) if colour in ("auto", "000000") else (on | TextStyle.COLOUR, off)
    fonts = properties.first("w:rFonts")
    if fonts and _CODE_FONT.search(fonts.attributes.get("w:ascii", "")[:80]):
        on |= TextStyle.CODE
    return StyleChange(on, off & ~on, is_on(properties, "w:vanish"))


@dataclass(slots=True)
class ParagraphStyle:
    """A style with all it inherits.

    ``level`` is a heading's from 1, 0 for others; ``list_id`` is empty outside lists.
    """

    name: str = ""
    look: StyleChange = field(default_factory=StyleChange)
    level: int = 0
    list_id: str = ""
    list_level: int = 0


class Styles:
    """The styles of ``word/styles.xml`` by identifier."""

    def __init__(self, root: Element | None) -> None:
        self._nodes = {node.attributes.get("w:styleId", ""): node for node in root.every("w:style")} if root else {}
        self._known: dict[str, ParagraphStyle] = {}
        defaults = root.first("w:docDefaults", "w:rPrDefault", "w:rPr") if root else None
        self.base = look(defaults)
        """The look of text without any style."""
        self.default = next(
            (key for key, node in self._nodes.items() if _is_default(node)),
            "",
        )
        """The identifier of the style of paragraphs that name none."""

    def get(self, key: str) -> ParagraphStyle:
        """Return a style by identifier; a plain one if absent."""
        if key not in self._known:
            self._known[key] = self._resolved(key)
        return self._known[key]

    def _resolved(self, key: str) -> ParagraphStyle:
        chain: list[Element] = []
        seen: set[str] = set()
        while key in self._nodes and key not in seen and len(chain) < _LONGEST_CHAIN:
            seen.add(key)
            chain.append(self._nodes[key])
            key = val(chain[-1], "w:basedOn")
        # A file without a table of styles, as programs write it, names Word's own by their identifiers: "Heading1".
        style = ParagraphStyle(name="" if chain else key)
        for node in reversed(chain):
            style.name = val(node, "w:name")
            style.look = style.look.then(look(node.first("w:rPr")))
            properties = node.first("w:pPr")
            if properties:
                style.level = outline_level(properties) or style.level
                style.list_id = val(properties, "w:numPr", "w:numId") or style.list_id
                level = val(properties, "w:numPr", "w:ilvl")
                style.list_level = int(level) if level.isdecimal() else style.list_level
        named = _HEADING.fullmatch(style.name.strip())
        if named:
            style.level = style.level or int(named[1])
        elif style.name.strip().lower() in _TITLE:
            style.level = 1
        return style


def outline_level(properties: Element) -> int:
    """Return the heading level from 1 that paragraph properties set; 0 if they set none."""
    level = val(properties, "w:outlineLvl")
    # Word has nine outline levels; 9 means body text
    return int(level) + 1 if level.isdecimal() and int(level) < 9 else 0


def _is_default(node: Element) -> bool:
    return node.attributes.get("w:type") == "paragraph" and node.attributes.get("w:default") in ("1", "true", "on")
