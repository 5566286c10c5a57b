"""HTML as the CSL project's processors write it: ``<i>``, ``<b>``, ``<span style="…">``, ``<div class="csl-entry">``."""

from __future__ import annotations

from collections.abc import Sequence

from citekit.csl.layout import lay_out
from citekit.csl.processor import Entry, Rendered
from citekit.csl.tree import Inline, write

NAME = "html"
SUFFIXES = (".html", ".htm")

_ESCAPES = str.maketrans({"&": "&#38;", "<": "&#60;", ">": "&#62;"})
_QUOTED = str.maketrans({"&": "&#38;", "<": "&#60;", ">": "&#62;", '"': "&#34;", "'": "&#39;"})
_UNSEEN = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 65534, 65535, *range(55296, 57344)))
_TAGS = {
    ("font-style", "italic"): ("<i>", "</i>"),
    ("font-weight", "bold"): ("<b>", "</b>"),
    ("vertical-align", "sup"): ("<sup>", "</sup>"),
    ("vertical-align", "sub"): ("<sub>", "</sub>"),
    ("vertical-align", "baseline"): ('<span style="baseline">', "</span>"),
}
_DISPLAYS = {
    "block": "csl-block",
    "left-margin": "csl-left-margin",
    "right-inline": "csl-right-inline",
    "indent": "csl-indent",
}


def inline(content: tuple[Inline, ...], links: bool = False) -> str:
    """Output as HTML; ``&``, ``<`` and ``>`` of its text are character references.

    ``links`` makes addresses and identifiers links; without them this is the form of the CSL test suite.
    """
    return write(content, _escape, _linked if links else _wrap)


def bibliography(rendered: Rendered, links: bool = True) -> str:
    """All entries in a ``<div class="csl-bib-body">``."""

    def body(entries: Sequence[Entry]) -> str:
        inner = "".join(f'  <div class="csl-entry">{inline(entry.content, links)}</div>\n' for entry in entries)
        return f'<div class="csl-bib-body">\n{inner}</div>\n'

    if not rendered.bibliography:
        return body(())
    return lay_out(
        rendered,
        body,
        lambda title: f"<h2>{_escape(title)}</h2>\n",
        lambda note: f'<p class="csl-footnote">{_escape(note)}</p>\n',
    )


def _escape(text: str) -> str:
    return text.translate(_UNSEEN).translate(_ESCAPES)


def _linked(kind: str, value: str, inner: str) -> str:
    if kind == "link":
        return f'<a href="{value.translate(_UNSEEN).translate(_QUOTED)}">{inner}</a>'
    return _wrap(kind, value, inner)


def _wrap(kind: str, value: str, inner: str) -> str:
    if kind == "display":
        name = _DISPLAYS.get(value)
        return f'<div class="{name}">{inner}</div>' if name else inner
    if kind in ("link", "formula"):
        return inner
    tags = _TAGS.get((kind, value))
    if tags:
        return f"{tags[0]}{inner}{tags[1]}"
    return f'<span style="{kind}:{value.translate(_QUOTED)};">{inner}</span>'
