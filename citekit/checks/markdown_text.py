"""Markdown with what holds no citation made blank, offsets kept: code, comments, HTML tags, link targets, formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from citekit.checks.citation import blanked

_FRONT = re.compile(r"\ufeff?---[ \t]*\r?\n(?P<yaml>.*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)
_FENCE = re.compile(
    r"[ \t>]{0,40}(?:[-*+][ \t]{1,4}|\d{1,4}[.)][ \t]{1,4})?(?P<fence>`{3,}|~{3,}|:{3,})(?P<info>[^\n]*)"
)
_LIST_ITEM = re.compile(r"[ ]{0,12}(?:[-*+]|\(?(?:\d{1,9}|[A-Za-z#@])[.)]|:|~)[ \t]")
_FOOTNOTE = re.compile(r"[ ]{0,3}\[\^[^\]\s]{1,80}\]:")
_INLINE = re.compile(
    r"(?P<escape>\\[^\w\s])"
    r"|(?P<ticks>`+)"
    r"|(?P<comment><!--)"
    r"|(?P<autolink><[A-Za-z][A-Za-z0-9+.-]{1,30}:[^\s<>]{0,2000}>|<[^\s<>@]{1,100}@[^\s<>@]{1,200}>)"
    r"|(?P<tag></?[A-Za-z][A-Za-z0-9-]{0,40}(?:\s{1,9}[A-Za-z_:@][\w:.-]{0,60}(?:\s{0,9}=\s{0,9}(?:\"[^\"]{0,2000}\"|'[^']{0,2000}'|[^\s\"'=<>`]{1,2000}))?){0,30}\s{0,9}/?>)"
    r"|(?P<target>\]\()"
    r"|(?P<formula>\$\$?)"
    r"|(?P<tex>\\[A-Za-z]+)"
)


@dataclass(frozen=True, slots=True)
class MarkdownText:
    """A Markdown file: ``text`` with the hidden parts blank, ``front`` the offsets of its metadata, ``comments``."""

    text: str
    front: tuple[int, int]
    comments: tuple[tuple[int, int], ...]


def read_markdown(text: str, roles: bool = False) -> MarkdownText:
    """The visible part of a Markdown text. With ``roles``, code after ``{name}`` stays (MyST), and ``%`` lines go."""
    front = _FRONT.match(text)
    body = front.end() if front else 0
    hidden = [(0, body)] if front else []
    code = list(_blocks(text, body, roles))
    hidden += code
    text_only = blanked(text, hidden)
    inline, comments = _inline(text_only, roles)
    return MarkdownText(blanked(text_only, sorted(inline)), front.span("yaml") if front else (0, 0), tuple(comments))


def _blocks(text: str, start: int, roles: bool) -> Iterator[tuple[int, int]]:
    """Fenced and indented code; with ``roles`` also lines that begin with ``%``."""
    at = start
    fence, opened = "", 0
    blank_before, in_item, in_code = True, False, False
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end]
        stripped = line.strip()
        if fence:
            if _closes(stripped, fence):
                yield opened, end
                fence = ""
        elif roles and line.startswith("%"):
            yield at, end
        elif (found := _FENCE.match(line)) and _opens(found, roles):
            fence, opened = found["fence"], at
        elif not stripped:
            blank_before = True
        else:
            indent = len(line) - len(line.lstrip(" \t")) + 3 * line[: len(line) - len(line.lstrip(" \t"))].count("\t")
            if indent < 4:
                in_item = bool(_LIST_ITEM.match(line) or _FOOTNOTE.match(line)) or (in_item and not blank_before)
                in_code = False
            elif (blank_before or in_code) and indent >= (8 if in_item else 4) and not _LIST_ITEM.match(line):
                in_code = True
                yield at, end
            blank_before = False
        at = end + 1
    if fence:
        yield opened, len(text)


def _opens(found: re.Match[str], roles: bool) -> bool:
    info = found["info"].strip()
    if found["fence"].startswith(":"):
        return False
    if found["fence"].startswith("`") and "`" in info:
        return False
    return not (
        roles and info.startswith("{") and not info.startswith(("{code", "{eval-rst", "{literal", "{raw", "{math"))
    )


def _closes(line: str, fence: str) -> bool:
    line = line.lstrip("> \t")
    return len(line) >= len(fence) and line.count(fence[0]) == len(line)


def _inline(text: str, roles: bool) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    hidden: list[tuple[int, int]] = []
    comments: list[tuple[int, int]] = []
    runs = _Runs(text)
    at = 0
    while match := _INLINE.search(text, at):
        end = match.end()
        if match["escape"]:
            hidden.append(match.span())
        elif match["ticks"]:
            closing = runs.closing(match.start(), len(match["ticks"]))
            if closing >= 0:
                end = closing + len(match["ticks"])
                if not (roles and text[match.start() - 1 : match.start()] == "}"):
                    hidden.append((match.start(), end))
        elif match["comment"]:
            closing = text.find("-->", match.end())
            end = len(text) if closing < 0 else closing + 3
            hidden.append((match.start(), end))
            comments.append((match.start(), end))
        elif match["target"]:
            end = _target_end(text, match.end())
            hidden.append((match.end() - 1, end))
        elif match["formula"]:
            end = _formula_end(text, match)
            if end > match.end():
                hidden.append((match.start(), end))
        elif match["tex"]:
            end = _tex_end(text, match.end())
            hidden.append((match.start(), end))
        else:
            hidden.append(match.span())
        at = end
    return hidden, comments


class _Runs:
    """Where runs of backticks stand, by their length, so that no closing run is looked for twice."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._places: dict[int, list[int]] = {}
        for run in re.finditer(r"`+", text):
            self._places.setdefault(len(run[0]), []).append(run.start())
        self._next = dict.fromkeys(self._places, 0)

    def closing(self, opening: int, length: int) -> int:
        """The offset of the next run as long as the one at ``opening``, in the same paragraph, or -1."""
        places = self._places.get(length, [])
        number = self._next.get(length, 0)
        while number < len(places) and places[number] <= opening:
            number += 1
        self._next[length] = number
        if number == len(places):
            return -1
        gap = self.text.find("\n\n", opening, places[number])
        return -1 if gap >= 0 else places[number]


_TARGET_SIGN = re.compile(r"[()]|\n\s*\n")


def _target_end(text: str, at: int) -> int:
    depth = 1
    for sign in _TARGET_SIGN.finditer(text, at, at + 3000):
        if sign[0] not in "()" or depth > _DEEPEST:
            break
        depth += 1 if sign[0] == "(" else -1
        if depth == 0:
            return sign.end()
    return at


_DEEPEST = 32
"""Brackets nest no deeper in the target of a link."""


def _formula_end(text: str, match: re.Match[str]) -> int:
    delimiter = match["formula"]
    at = match.end()
    if delimiter == "$" and (at >= len(text) or text[at].isspace()):
        return at
    limit = text.find("\n\n", at, at + 3000)
    limit = min(len(text), at + 3000) if limit < 0 else limit
    closing = text.find(delimiter, at, limit)
    while (
        delimiter == "$"
        and closing >= 0
        and (text[closing - 1] in "\\ \t\n" or text[closing + 1 : closing + 2].isdigit())
    ):
        closing = text.find(delimiter, closing + 1, limit)
    return at if closing < 0 else closing + len(delimiter)


_TEX_ARGUMENT = re.compile(r"\[[^\]\n]{0,400}\]|\{[^{}]{0,2000}(?:\{[^{}]{0,400}\}[^{}]{0,400}){0,9}\}")


def _tex_end(text: str, at: int) -> int:
    while argument := _TEX_ARGUMENT.match(text, at):
        at = argument.end()
    return at
