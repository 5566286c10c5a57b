"""HTML as the CSL project's processors write it: ``<i>``, ``<b>``, ``<span style="…">``, ``<div class="csl-entry">``."""

from __future__ import annotations

from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline, Markup

NAME = "html"
SUFFIX = ".html"
LINKS = True

_ESCAPES = str.maketrans({"&": "&#38;", "<": "&#60;", ">": "&#62;", '"': "&#34;"})
_IN_TEXT = str.maketrans({"&": "&#38;", "<": "&#60;", ">": "&#62;"})
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


def inline(content: tuple[Inline, ...]) -> str:
    """Output as HTML; ``&``, ``<`` and ``>`` of its text are character references."""
    return "".join(part.translate(_IN_TEXT) if isinstance(part, str) else _markup(part) for part in content)


def _markup(part: Markup) -> str:
    inner = inline(part.content)
    if part.kind == "display":
        name = _DISPLAYS.get(part.value)
        return f'<div class="{name}">{inner}</div>' if name else inner
    if part.kind == "link":
        return f'<a href="{part.value.translate(_ESCAPES)}">{inner}</a>'
    tags = _TAGS.get((part.kind, part.value))
    if tags:
        return f"{tags[0]}{inner}{tags[1]}"
    return f'<span style="{part.kind}:{part.value.translate(_ESCAPES)};">{inner}</span>'


def bibliography(rendered: Rendered) -> str:
    """All entries in a ``<div class="csl-bib-body">``."""
    entries = "".join(
        f'  <div class="csl-entry">{inline(entry.content)}</div>\n' for entry in rendered.bibliography
    )
    return f'<div class="csl-bib-body">\n{entries}</div>\n'
