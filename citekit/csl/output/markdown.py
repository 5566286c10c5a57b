"""Markdown (CommonMark): emphasis, links, and HTML tags for what Markdown has no mark for; a blank line between entries."""

from __future__ import annotations

from citekit import patterns as re
from citekit.csl.layout import BREAKS, UNSEEN, around, lay_out, marks
from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline, write

NAME = "markdown"
SUFFIXES = (".md",)

_SPECIAL = re.compile(r"([\\`*_\[\]<>&$~^|#])")
_LINE_START = re.compile(r"^(\s*)(\d{1,9})([.)])(?=\s|$)|^(\s*)([-+=])(?=\s|$)")
_MARKS = marks(NAME)


def inline(content: tuple[Inline, ...]) -> str:
    """Output as Markdown; its special characters are escaped, and a number or dash at the start makes no list."""
    return _LINE_START.sub(_unlisted, write(content, _escape, _wrap).strip(" "))


def bibliography(rendered: Rendered) -> str:
    """A paragraph per entry."""
    return lay_out(rendered, inline, _escape, heading="## %s\n", between="\n")


def _unlisted(match: re.Match[str]) -> str:
    if match[2]:
        return f"{match[1]}{match[2]}\\{match[3]}"
    return f"{match[4]}\\{match[5]}"


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text.translate(UNSEEN).translate(BREAKS))


def _wrap(kind: str, value: str, inner: str) -> str:
    if kind == "display":
        return f"{inner.strip(' ')} "
    if kind == "link":
        target = value.replace("(", "%28").replace(")", "%29").replace("<", "%3C").replace(">", "%3E")
        return f"[{inner}]({target.translate(UNSEEN).replace(' ', '%20')})"
    return around(inner, *_MARKS.get((kind, value), ("", "")))
