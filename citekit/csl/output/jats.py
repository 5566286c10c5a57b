"""JATS (ANSI/NISO Z39.96): a reference list of mixed citations, as publishers and archives exchange it."""

from __future__ import annotations

from citekit.csl.output import HEAD, escape, lay_out, marks
from citekit.csl.processor import FormattedEntry, Rendered
from citekit.csl.tree import Inline, Markup, write
from citekit.runtime import patterns as re

NAME = "jats"
SUFFIXES = (".xml",)

_MARKS = marks(NAME)
_NO_NAME = re.compile(r"[^A-Za-z0-9_.-]")


def inline(content: tuple[Inline, ...]) -> str:
    """Output as the content of a ``mixed-citation``."""

    def wrap(kind: str, value: str, inner: str) -> str:
        if kind == "link":
            return f'<ext-link ext-link-type="uri" xlink:href="{escape(value)}">{inner}</ext-link>'
        before, after = _MARKS.get((kind, value), ("", ""))
        return f"{before}{inner}{after}"

    return write(content, escape, wrap).strip(" ")


def bibliography(rendered: Rendered) -> str:
    """Return a ``ref-list``; groups are lists within it, numbers are labels."""
    heading, note = "<!-- group --><title>%s</title>\n", "<p>%s</p>\n"
    body = lay_out(rendered, inline, escape, entry=_entry, heading=heading, note=note)
    parts = body.split("<!-- group -->")
    groups = "".join(f"<ref-list>{part}</ref-list>\n" for part in parts[1:])
    return f'{HEAD}<ref-list xmlns:xlink="http://www.w3.org/1999/xlink">\n{parts[0]}{groups}</ref-list>\n'


def _entry(entry: FormattedEntry) -> str:
    first = entry.content[0]
    is_label = isinstance(first, Markup) and (first.kind, first.value) == ("display", "left-margin")
    label = f"<label>{inline((first,))}</label>" if is_label else ""
    cited = inline(entry.content[1:] if is_label else entry.content)
    name = "ref-" + _NO_NAME.sub("_", entry.id)
    return f'<ref id="{name}">{label}<mixed-citation>{cited}</mixed-citation></ref>\n'
