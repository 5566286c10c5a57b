"""AsciiDoc: ``__emphasis__``, ``**strong**``, ``link:address[text]``; its special characters as character references."""

from __future__ import annotations

from citekit.csl.output import BREAKS, UNSEEN, around, displayed, lay_out, marks
from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline, write
from citekit.runtime import patterns as re

NAME = "asciidoc"
SUFFIXES = (".adoc", ".asciidoc")

_SPECIAL = re.compile(r"[\\*_`#^~+{}\[\]<>&|]|--(?=-|\s|$|\w)|\.\.\.|\((?=[CRT]M?\))|''")
_MARKS = marks(NAME)
_LINE_START = re.compile(r"^(\d{0,9}|[A-Za-z])([.)])(?=\s|$)|^([-=/])(?=\s|$|=|/)")


def inline(content: tuple[Inline, ...]) -> str:
    """Output as AsciiDoc; a number or a dash at the start makes no list."""

    def wrap(kind: str, value: str, inner: str) -> str:
        if kind == "display":
            return displayed(value, inner)
        if kind == "link":
            address = value.translate(UNSEEN).replace("[", "%5B").replace("]", "%5D").replace(" ", "%20")
            return f"link:++{address}++[{inner}]"
        return around(inner, *_MARKS.get((kind, value), ("", "")))

    text = write(content, _escape, wrap).strip(" ")
    return _LINE_START.sub(lambda match: (match[1] or "") + f"&#{ord(match[2] or match[3])};", text)


def bibliography(rendered: Rendered) -> str:
    """Return a paragraph per entry."""
    return lay_out(rendered, inline, _escape, heading="=== %s\n", between="\n")


def _escape(text: str) -> str:
    plain = text.translate(UNSEEN).translate(BREAKS)
    return _SPECIAL.sub(lambda sign: "".join(f"&#{ord(letter)};" for letter in sign[0]), plain)
