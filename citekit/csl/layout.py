"""How the parts of a bibliography follow one another, in every output format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import groupby

from citekit.csl.processor import FormattedEntry, Rendered
from citekit.csl.tree import Inline, write
from citekit.runtime import patterns as re
from citekit.runtime.tables import pairs

UNSEEN = dict.fromkeys((*range(9), *range(14, 32), 127, *range(0xD800, 0xE000)))
"""Characters that formats of lines leave out; those of ``BREAKS`` become spaces."""
BREAKS = dict.fromkeys((9, 10, 11, 12, 13, 0x2028, 0x2029), " ")


@cache
def _tables() -> dict[str, dict[str, str]]:
    return pairs("citekit.csl.output", "marks.tsv")


def marks(name: str) -> dict[tuple[str, str], tuple[str, str]]:
    """Return what a format writes before and after formatted text, by CSL's attribute and value.

    >>> marks("markdown")["font-weight", "bold"]
    ('**', '**')
    """
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for key, mark in _tables()[name].items():
        kind, _, value = key.partition(" ")
        before, _, after = mark.partition("…")
        found[kind, value] = (before, after)
    return found


def signs(name: str) -> dict[str, str]:
    """Return what a format writes for its own characters."""
    return _tables()[f"{name} characters"]


def around(inner: str, before: str, after: str) -> str:
    """Put marks around text without its outer spaces, which would undo them."""
    bare = inner.strip()
    if not bare:
        return inner
    start = inner.index(bare)
    return f"{inner[:start]}{before}{bare}{after}{inner[start + len(bare) :]}"


def displayed(value: str, inner: str, paragraph: str = "\n\n") -> str:
    """Return a part that is in a block of its own (``display``), in a format of lines: set off by spaces.

    ``paragraph`` precedes a further paragraph of a text.
    """
    bare = inner.strip(" ")
    if value == "paragraph":
        return f"{paragraph}{bare}"
    return f" {bare} " if value in ("block", "indent") else f"{bare} "


def sections(rendered: Rendered) -> Iterator[tuple[str, list[FormattedEntry]]]:
    """Yield the headings (empty if there are none) and the entries below each."""
    for heading, entries in groupby(rendered.bibliography, lambda entry: entry.heading):
        yield heading, list(entries)


def lay_out(
    rendered: Rendered,
    inline: Callable[[tuple[Inline, ...]], str],
    escape: Callable[[str], str],
    *,
    entry: str | Callable[[FormattedEntry], str] = "%s\n",
    heading: str | Callable[[str], str] = "%s\n",
    note: str = "%s\n",
    between: str = "",
    around: str = "%s",
) -> str:
    """Return the bibliography: headings, entries and the footnote, an empty line between them.

    ``entry``, ``heading`` and ``note`` are what is around the text of each, or functions that write it; ``between``
    is between entries, and ``around`` them where they follow one another without a heading.
    """
    parts: list[str] = []
    for title, below in sections(rendered):
        if title:
            parts.append(heading % escape(title) if isinstance(heading, str) else heading(title))
        written = (entry % inline(one.content) if isinstance(entry, str) else entry(one) for one in below)
        parts.append(around % between.join(written))
    parts += [note % escape(text) for text in rendered.footnotes]
    return "\n".join(parts)


_MARKDOWN_SPECIAL = re.compile(r"([\\`*_\[\]<>&$~^|#])")
_MARKDOWN_LINE_START = re.compile(r"^(\s*)(\d{1,9})([.)])(?=\s|$)|^(\s*)([-+=])(?=\s|$)")


def escape_markdown(text: str) -> str:
    """Text with the special characters of Markdown escaped."""
    return _MARKDOWN_SPECIAL.sub(r"\\\1", text.translate(UNSEEN).translate(BREAKS))


def inline_markdown(
    content: tuple[Inline, ...],
    signs: Mapping[tuple[str, str], tuple[str, str]],
    raised: Mapping[str, str] | None = None,
) -> str:
    """Return formatted text in a dialect of Markdown; its special characters are escaped.

    ``signs`` are the dialect's marks (:func:`marks`), ``raised`` what it needs in the place of characters within
    superscripts and subscripts.
    """

    def wrap(kind: str, value: str, inner: str) -> str:
        if kind == "display":
            return displayed(value, inner)
        if kind == "link":
            target = value.replace("(", "%28").replace(")", "%29").replace("<", "%3C").replace(">", "%3E")
            return f"[{inner}]({target.translate(UNSEEN).replace(' ', '%20')})"
        if raised and value in ("sup", "sub"):
            for character, escaped in raised.items():
                inner = inner.replace(character, escaped)
        return around(inner, *signs.get((kind, value), ("", "")))

    def escape_list(match: re.Match[str]) -> str:
        return f"{match[1]}{match[2]}\\{match[3]}" if match[2] else f"{match[4]}\\{match[5]}"

    text = write(content, escape_markdown, wrap).strip(" ")
    return _MARKDOWN_LINE_START.sub(escape_list, text)  # "1." or "-" at the start would make a list
