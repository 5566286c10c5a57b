r"""Org: ``/emphasis/``, ``*strong*``, ``[[address][text]]``; entities such as ``\under{}`` for its special characters."""

from __future__ import annotations

from citekit.csl.output import BREAKS, UNSEEN, around, displayed, lay_out, marks, signs
from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline, write
from citekit.runtime import patterns as re

NAME = "org"
SUFFIXES = (".org",)

_ENTITIES = signs(NAME)
_SPECIAL = re.compile(r"[\\\[\]_^$<>|{}]|(?<![\w.])[*/=~+](?=\S)|(?<=\S)[*/=~+](?!\w)")
_MARKS = marks(NAME)
# Where a mark is, until it is known whether Org parses it there: letters at its side hide it.
_EDGE = "\ue000"
_TOUCHES = re.compile(rf"(?<=[^\s({{'\"-]){_EDGE}(?=[*/_])|(?<=[*/_]){_EDGE}(?=[^\s.,;:!?'\")}}-])")
_LINE_START = re.compile(r"^(\d{1,9}|[A-Za-z])([.)])(?=\s|$)|^([-+#])(?=[\s+]|$)")


def inline(content: tuple[Inline, ...]) -> str:
    """Output as Org; a zero-width space keeps marks apart from letters that would hide them."""

    def wrap(kind: str, value: str, inner: str) -> str:
        if kind == "display":
            return displayed(value, inner)
        if kind == "link":
            address = value.translate(UNSEEN).replace("[", "%5B").replace("]", "%5D").replace(" ", "%20")
            return f"[[{address}][{inner}]]"
        before, after = _MARKS.get((kind, value), ("", ""))
        edge = _EDGE if after not in ("", "}") else ""
        return around(inner, edge + before, after + edge)

    text = write(content, _escape, wrap).strip(" ")
    text = _TOUCHES.sub("\u200b", text).replace(_EDGE, "")
    return _LINE_START.sub(lambda match: f"\u200b{match[0]}", text)


def bibliography(rendered: Rendered) -> str:
    """Return a paragraph per entry."""
    return lay_out(rendered, inline, _escape, heading="** %s\n", between="\n")


def _escape(text: str) -> str:
    return _SPECIAL.sub(lambda sign: _ENTITIES[sign[0]], text.translate(UNSEEN).translate(BREAKS))
