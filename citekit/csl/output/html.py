"""HTML as the CSL project's processors write it: ``<i>``, ``<b>``, ``<span style="…">``, ``<div class="csl-entry">``."""

from __future__ import annotations

from citekit.csl.output import lay_out, marks
from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline, text_of, write

NAME = "html"
SUFFIXES = (".html", ".htm")

_ESCAPES = str.maketrans({"&": "&#38;", "<": "&#60;", ">": "&#62;"})
_QUOTED = str.maketrans({"&": "&#38;", "<": "&#60;", ">": "&#62;", '"': "&#34;", "'": "&#39;"})
_UNSEEN = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 65534, 65535, *range(55296, 57344)))
_MARKS = marks(NAME)
_DISPLAYS = {
    "block": "csl-block",
    "left-margin": "csl-left-margin",
    "right-inline": "csl-right-inline",
    "indent": "csl-indent",
    "paragraph": "csl-block",
}


def inline(content: tuple[Inline, ...], links: bool = False) -> str:
    """Output as HTML; ``&``, ``<`` and ``>`` of its text are character references.

    ``links`` makes addresses and identifiers links; without them this is the form of the CSL test suite.
    """
    return write(content, _escape, _linked if links else _wrap)


def bibliography(rendered: Rendered, links: bool = True) -> str:
    """Return all entries in a ``<div class="csl-bib-body">``, below the rules of its layout (not without ``links``)."""
    body = '<div class="csl-bib-body">\n%s</div>\n'
    if not rendered.bibliography:
        return body % ""
    return (_stylesheet(rendered) if links else "") + lay_out(
        rendered,
        lambda content: inline(content, links),
        _escape,
        entry='  <div class="csl-entry">%s</div>\n',
        heading="<h2>%s</h2>\n",
        note='<p class="csl-footnote">%s</p>\n',
        around=body,
    )


def document(rendered: Rendered) -> bytes:
    """Return a whole page."""
    page = (
        '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>References</title>\n'
        "<style>body{max-width:45em;margin:2em auto;padding:0 1em;font-family:serif;line-height:1.4}</style>\n"
        f"</head>\n<body>\n{bibliography(rendered)}</body>\n</html>\n"
    )
    return page.encode("utf-8")


def _stylesheet(rendered: Rendered) -> str:
    """Return the rules for hanging entries and for labels in the margin, as wide as the widest.

    Return an empty string without them.
    """
    entry = f"margin-bottom:{rendered.entry_spacing * 0.5:g}em"
    if rendered.second_field_align:
        width = max(len(text_of(entry.content[:1])) for entry in rendered.bibliography) * 0.6 + 0.6
        return (
            f"<style>.csl-bib-body>div{{overflow:auto;{entry}}}.csl-left-margin{{float:left}}"
            f".csl-right-inline{{margin-left:{width:.1f}em}}</style>\n"
        )
    if rendered.hanging_indent:
        return f"<style>.csl-bib-body>div{{padding-left:2em;text-indent:-2em;{entry}}}</style>\n"
    return ""


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
    tags = _MARKS.get((kind, value))
    if tags:
        return f"{tags[0]}{inner}{tags[1]}"
    return f'<span style="{kind}:{value.translate(_QUOTED)};">{inner}</span>'
