r"""CSL rich text (``<i>``, ``<sub>``, ``<span class="nocase">``): what shows of it, and as LaTeX.

Source: the CSL-JSON documentation, "HTML-like formatting tags". The way back is :func:`citekit.text.tex.decode_rich`.
"""

from __future__ import annotations

import re

from citekit.text.tex import MATH, encode

_MACRO_OF_TAG = {"i": "\\textit{", "b": "\\textbf{", "sup": "\\textsuperscript{", "sub": "\\textsubscript{"}
_MACRO_OF_TAG |= {"sc": "\\textsc{", "nocase": "{"}

TAG = re.compile(
    r"<(?P<tag>i|b|sup|sub|sc)>|(?P<nocase><span class=\"nocase\">)"
    r"|(?P<caps><span style=\"font-variant:\s?small-caps;?\">)|</(?P<end>i|b|sup|sub|sc|span)>"
)
"""The tags of CSL rich text (CSL-JSON, "rich text"); other angle brackets are text."""

# Unicode noncharacters stand for braces that encode() must not touch; texts have none of them.
_OPEN_MARK = {"i": "\ufdd0", "b": "\ufdd1", "sup": "\ufdd2", "sub": "\ufdd3", "sc": "\ufdd4", "nocase": "\ufdd5"}
_OPENING = frozenset(_OPEN_MARK.values())
_CLOSE_MARK = "\ufdd6"
_MARKS = re.compile("[\ufdd0-\ufdef]")
_MATH_OR_TAG = re.compile(f"(?P<math>{MATH})|{TAG.pattern}", re.DOTALL)


def encode_rich(text: str, ascii_only: bool = True, spans: tuple[tuple[int, int], ...] = ()) -> str:
    r"""CSL rich text as LaTeX: ``<sub>2</sub>`` gives ``\textsubscript{2}``, a ``nocase`` span gives a brace group.

    ``spans`` are ranges of :func:`visible` text to put in braces as well. Tags that do not pair are left out.
    """
    text = _MARKS.sub("", text)
    if not spans and "<" not in text:
        return encode(text, ascii_only)
    borders = {start: end for start, end in spans if start < end}
    out: list[str] = []
    tags: list[str] = []
    inside = -1
    offset = 0

    def close() -> None:
        if out and out[-1] in _OPENING:
            out.pop()
        else:
            out.append(_CLOSE_MARK)

    def put(piece: str) -> None:
        nonlocal offset, inside
        for character in piece:
            if offset in borders:
                inside = borders[offset]
                out.append(_OPEN_MARK["nocase"])
            out.append(character)
            offset += 1
            if offset == inside:
                inside = -1
                close()

    def mark(piece: str) -> None:
        if inside >= 0:
            close()
        if piece == _CLOSE_MARK:
            close()
        else:
            out.append(piece)
        if inside >= 0:
            out.append(_OPEN_MARK["nocase"])

    last = 0
    for match in _MATH_OR_TAG.finditer(text):
        put(text[last : match.start()])
        last = match.end()
        if match.group("math"):
            put(match.group())
        elif match.group("end"):
            closing = _closing(tags, match.group("end"))
            for _ in range(closing):
                tags.pop()
                mark(_CLOSE_MARK)
        else:
            tags.append(match.group("tag") or ("nocase" if match.group("nocase") else "sc"))
            mark(_OPEN_MARK[tags[-1]])
    put(text[last:])
    for _ in tags:
        close()
    return _with_braces(encode("".join(out), ascii_only))


def _closing(tags: list[str], end: str) -> int:
    """How many open tags an end tag closes; none where nothing matches."""
    names = {"nocase", "sc"} if end == "span" else {end}
    for count, tag in enumerate(reversed(tags), 1):
        if tag in names:
            return count
    return 0


def _with_braces(text: str) -> str:
    for tag, character in _OPEN_MARK.items():
        macro = _MACRO_OF_TAG[tag]
        text = text.replace(f"{character}\\", f"{macro}{{}}\\") if tag == "nocase" else text
        text = text.replace(character, macro)
    return text.replace(_CLOSE_MARK, "}")


def visible(text: str) -> str:
    """Rich text without its tags; formulas and macros are blotted out with NUL so that nobody takes them for words."""
    bare = _MATH_OR_TAG.sub(lambda m: "\0" * len(m.group()) if m.group("math") else "", _MARKS.sub("", text))
    return _MACRO.sub(lambda m: "\0" * len(m.group()), bare)


_MACRO = re.compile(r"\{\\[^{}]{0,200}\}|\\[A-Za-z]+(?:\{[^{}]{0,200}\})*|\\.|https?://\S+")
