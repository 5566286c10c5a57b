"""Masks for what is not Markdown in a Markdown file and is removed before parsing: comments, template tags, front matter."""

from __future__ import annotations

from dataclasses import field

from citekit.markup.view import View
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

_OPENER = re.compile(r"<!--|\{%|\{\{|\{:")
_ATTRIBUTES = re.compile(r"\{:[^{}\n]{0,300}\}")
_EXPRESSION = re.compile(
    r"\{\{(?:[<%-][^\n]{0,300}?[>%-]|[ \t][^{}\n]{1,200}[ \t]|[A-Za-z_]\w{0,60}[.|][^{}\n]{1,200})\}\}"
)
_COMMENT_TAG = re.compile(r"\{%-?\s*comment\b")
_END_COMMENT_TAG = re.compile(r"\{%-?\s*endcomment\s*-?%\}")
_META = re.compile(r"(title|author|name|description)\s*:\s*(\S[^\n]{0,500})")
_LONGEST_TAG = 2000  # characters in which a Liquid tag is closed, if ever; bounds the time on many open ones
_LONGEST_FRONT_MATTER = 200_000  # characters; bounds the time for a text that begins with --- and has no end of it


@dataclass(slots=True)
class Masked:
    """A text without its comments and tags; ``comments`` holds the source ranges of the comments' contents."""

    view: View
    comments: list[tuple[int, int]] = field(default_factory=list)


def front_matter(text: str) -> tuple[int, tuple[tuple[str, str], ...]]:
    """Return where the content begins after YAML (``---``) or TOML (``+++``) front matter, and the title and author in it."""
    start = len(text) - len(text.lstrip("\r\n \ufeff"))
    fence = text[start : start + 3]
    if fence not in ("---", "+++") or text[start + 3 : text.find("\n", start)].strip():
        return 0, ()
    closing = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$" if fence == "---" else r"^\+\+\+[ \t]*\r?$", re.MULTILINE)
    end = closing.search(text, start + 4, start + _LONGEST_FRONT_MATTER)
    if not end:
        return 0, ()
    lines = [line.strip() for line in text[start + 3 : end.start()].splitlines()]
    if not all(not line or line[0] in "#-[]{}'\"" or ":" in line or "=" in line for line in lines[:3]):
        return 0, ()
    meta = tuple(
        (match[1], match[2].strip().strip("\"'")) for line in lines if (match := _META.match(line.replace("=", ":", 1)))
    )
    return end.end(), tuple((key, value) for key, value in meta if value)


def mask(text: str, start: int, end: int, comments: bool = True) -> Masked:
    """``text[start:end]`` without HTML comments, Liquid tags and kramdown attributes, its lines ended by one sign each.

    A comment that is never closed hides the rest of the text where it begins a line, as in browsers; elsewhere its
    ``<!--`` is text. ``comments=False`` leaves comments alone.
    """
    pieces: list[tuple[str, int]] = []
    masked = Masked(View([]))
    unclosed = False
    at = begin = start
    while opener := _OPENER.search(text, at, end):
        here = opener.start()
        if text[here - 1 : here] == "`":  # in code, it is what it looks like
            at = opener.end()
            continue
        if opener[0] == "<!--":
            closed = -1 if unclosed or not comments else text.find("-->", here + 2, end)
            unclosed = unclosed or closed < 0
            stop = closed + 3
            if closed < 0:
                if not comments or text[text.rfind("\n", start, here) + 1 : here].strip():
                    at = here + 4
                    continue
                closed = stop = end
            masked.comments.append((min(here + 4, closed), closed))
        else:
            stop = _tag_end(text, here, end, masked)
            if stop < 0:
                at = here + 2
                continue
        pieces.extend(_lines(text, begin, here))
        at = begin = stop
    pieces.extend(_lines(text, begin, end))
    masked.view = View(pieces)
    return masked


def _lines(text: str, start: int, end: int) -> list[tuple[str, int]]:
    """Return a part of a text as pieces, without the first of the two signs that end a line in files of Windows."""
    pieces: list[tuple[str, int]] = []
    while (stop := text.find("\r\n", start, end)) >= 0:
        pieces.append((text[start:stop], start))
        start = stop + 1
    return [*pieces, (text[start:end], start)]


def _tag_end(text: str, here: int, end: int, masked: Masked) -> int:
    """Return where the Liquid tag, expression or attribute list at ``here`` ends; -1 if there is none."""
    kind = text[here + 1]
    if kind == "%":
        stop = text.find("%}", here + 2, min(end, here + _LONGEST_TAG))
        if stop >= 0 and _COMMENT_TAG.match(text, here):
            closing = _END_COMMENT_TAG.search(text, stop, end)
            if closing:
                masked.comments.append((stop + 2, closing.start()))
                return closing.end()
        return stop + 2 if stop >= 0 else -1
    match = (_EXPRESSION if kind == "{" else _ATTRIBUTES).match(text, here, end)
    return match.end() if match else -1
