"""Typst markup: ``#emph[…]``, ``#smallcaps[…]``, ``#link("…")[…]``; a blank line between entries."""

from __future__ import annotations

from citekit.csl.output import BREAKS, UNSEEN, displayed, lay_out, marks
from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline, write
from citekit.runtime import patterns as re

NAME = "typst"
SUFFIXES = (".typ",)

_SPECIAL = re.compile(r"([\\#*_`$<>@\[\]~=+/'\"-])")
# Where a call ended, until it is known what follows.
_END = "\ue000"
_CALLED_ON = re.compile(f"{_END}(?=[(\\[{{.;])")
_UNSEEN = dict.fromkeys((*UNSEEN, ord(_END)))
_MARKS = marks(NAME)
_NUMBERED = re.compile(r"^(\d+)\.(?=\s|$)")


def inline(content: tuple[Inline, ...]) -> str:
    """Output as Typst markup; every character that means something to Typst is escaped."""

    def wrap(kind: str, value: str, inner: str) -> str:
        if kind == "display":
            return displayed(value, inner)
        if kind == "link":
            target = value.translate(_UNSEEN).replace("\\", "\\\\").replace('"', '\\"')
            return f'#link("{target}")[{inner}]{_END}'
        before, after = _MARKS.get((kind, value), ("", ""))
        return f"{before}{inner}{after}{_END}" if before else inner

    written = _CALLED_ON.sub(";", write(content, _escape, wrap)).replace(_END, "")  # else a call on the content
    return _NUMBERED.sub(r"\1\\.", written.strip(" "))


def bibliography(rendered: Rendered) -> str:
    """Return a paragraph per entry, with a hanging indent where the style wants one."""
    entry = "#par(hanging-indent: 2em)[%s]\n" if rendered.hanging_indent else "%s\n"
    return lay_out(rendered, inline, _escape, entry=entry, heading="== %s\n", between="\n")


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text.translate(_UNSEEN).translate(BREAKS))
