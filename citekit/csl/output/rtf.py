r"""Rich Text Format (RTF 1.9): a whole document that word processors open; a paragraph per entry."""

from __future__ import annotations

from citekit.csl.output import displayed, lay_out, marks
from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline, write

NAME = "rtf"
SUFFIXES = (".rtf",)

_MARKS = marks(NAME)


def inline(content: tuple[Inline, ...]) -> str:
    """Output as RTF text without the header of a document."""

    def wrap(kind: str, value: str, inner: str) -> str:
        if kind == "display":
            return inner.strip(" ") + r"\tab " if value == "left-margin" else displayed(value, inner, r"\line ")
        before, after = _MARKS.get((kind, value), ("", ""))
        return f"{before}{inner}{after}"

    return write(content, _escape, wrap).strip(" ")


def bibliography(rendered: Rendered) -> str:
    """Return a document with a paragraph per entry, hanging where the style wants it."""
    indent = r"\li720\fi-720 " if rendered.hanging_indent or rendered.second_field_align else ""
    entry, heading, note = f"\\pard {indent}%s\\par\n", "\\pard\\keepn {\\b %s}\\par\n", "\\pard %s\\par\n"
    paragraphs = lay_out(rendered, inline, _escape, entry=entry, heading=heading, note=note)
    return "{\\rtf1\\ansi\\ansicpg1252\\uc1\\deff0{\\fonttbl{\\f0 Times New Roman;}}\n" + paragraphs + "}\n"


def _escape(text: str) -> str:
    return "".join(map(_letter, text))


def _letter(letter: str) -> str:
    code = ord(letter)
    if letter in "\\{}":
        return f"\\{letter}"
    if letter in "\t\n\r\u2028\u2029":
        return " "
    if code < 32 or 0xD800 <= code < 0xE000:  # control characters and surrogates
        return ""
    if code < 127:  # RTF is ASCII; all other characters are escapes
        return letter
    units = letter.encode("utf-16-le")
    pairs = (int.from_bytes(units[at : at + 2], "little", signed=True) for at in range(0, len(units), 2))
    return "".join(f"\\u{number}?" for number in pairs)
