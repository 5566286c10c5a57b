"""Output formats: each writes the tree of :mod:`citekit.csl.tree`; the folder is the list.

A writer is a module with ``NAME``, ``SUFFIXES`` (of files in its format), ``inline(content) -> str`` for one citation
or entry, and ``bibliography(rendered) -> str`` for all entries. Where a file holds more than that, ``document(rendered)
-> bytes`` makes it; ``PACKED`` means that its files are not text.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Protocol, cast

from citekit.csl.processor import FormattedEntry, Rendered
from citekit.csl.tree import Inline, write
from citekit.runtime import patterns as re
from citekit.runtime.errors import UsageError, did_you_mean
from citekit.runtime.registry import pairs, unit, unit_names


class Writer(Protocol):
    """What a module of this package offers."""

    NAME: str
    SUFFIXES: tuple[str, ...]

    def inline(self, content: tuple[Inline, ...]) -> str:
        """Return one citation or entry."""

    def bibliography(self, rendered: Rendered) -> str:
        """Return all entries of the bibliography, with a newline at the end."""


def names() -> tuple[str, ...]:
    """Return the names of all output formats."""
    return unit_names(__name__)


def writer(name: str) -> Writer:
    """Return an output format by name.

    Raises :class:`~citekit.runtime.errors.UsageError` for an unknown one.
    """
    if name not in names():
        raise UsageError(f"there is no output format '{name}'", did_you_mean(name, names()))
    return cast(Writer, unit(__name__, name))


def document(name: str, rendered: Rendered) -> bytes:
    """Return a whole file in a format: what its writer's ``document`` makes, else its bibliography."""
    module = writer(name)
    made = getattr(module, "document", None)
    data: bytes = made(rendered) if made else module.bibliography(rendered).encode("utf-8", "replace")
    return data


def is_packed(name: str) -> bool:
    """Whether the files of a format are not text."""
    return hasattr(writer(name), "PACKED")


def of_suffix(suffix: str) -> str:
    """Return the name of the format with this file extension, or the empty string."""
    return next((name for name in names() if suffix.lower() in writer(name).SUFFIXES), "")


# How the parts of a bibliography follow one another, in every output format.

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
    """Yield the headings (empty without groups) and the entries below each."""
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


# What the formats of word processors share: XML text, and files packed into an archive.

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_UNSEEN = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF, *range(0xD800, 0xE000)))
# The time of every part, so that the same list is the same file.
_MADE = (1980, 1, 1, 0, 0, 0)

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def escape(text: str) -> str:
    """Text for XML, also within attributes; characters that XML cannot have are left out."""
    return text.translate(_UNSEEN).translate(_ESCAPES)


def packed(parts: Mapping[str, str], stored: tuple[str, ...] = ()) -> bytes:
    """Return an archive with these parts in order; those that are ``stored`` are not compressed."""
    import zipfile  # most formats are not archives, and its import takes as long as writing a list

    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in parts.items():
            kind = zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, _MADE), text.encode("utf-8"), kind)
    return made.getvalue()
