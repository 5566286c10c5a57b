"""Link targets, titles, labels and definitions of Markdown."""

from __future__ import annotations

import re

_BLANKS = re.compile(r"[ \t\n\0]*+")
_ANGLED = re.compile(r"<([^<>\n]*+)>")
_PLAIN = re.compile(r"[^\s()\\<]++|\\[^\s]?|<")
_WITH_BLANKS = re.compile(r"\(([^()\n\"']{1,300})\)")
_TITLE = re.compile(r"\"[^\"]{0,1000}\"|'[^']{0,1000}'|\([^()]{0,1000}\)")
_DEFINITION = re.compile(
    r"[ ]{0,3}\[((?:[^\[\]\\\n]|\\.){1,300})\]:[ \t]*+(?:<([^<>\n]*+)>|(\S++))"
    r"(?:[ \t]++(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t\r]*"
)
_REMARK = re.compile(r"[ ]{0,3}\[(?://|comment|_metadata_)\]:[ \t]*+(?:#|<>)?(.*)", re.IGNORECASE)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_MOST_PARENTHESES = 32
LONGEST_LABEL = 300


def label(text: str) -> str:
    """A reference's label in the form in which labels are compared."""
    return " ".join(text.replace("\0", "").split()).casefold()


def definition(line: str) -> tuple[str, str] | None:
    """The label and target of a line such as ``[label]: target "title"``; footnotes (``[^1]:``) are none."""
    match = _DEFINITION.fullmatch(line)
    if not match or match[1].startswith("^"):
        return None
    return label(match[1]), _clean(match[2] if match[2] is not None else match[3])


def remark(line: str) -> int:
    """Where the hidden text begins in a line such as ``[//]: # (hidden)``; -1 where the line is none."""
    match = _REMARK.fullmatch(line)
    return match.start(1) if match else -1


def inline_target(text: str, at: int) -> tuple[str, int] | None:
    """The target of ``(target "title")`` at ``at``, and where that ends; None where there is none."""
    blanks = _BLANKS.match(text, at + 1)
    here = blanks.end() if blanks else at + 1
    angled = _ANGLED.match(text, here)
    end = angled.end() if angled else _plain_end(text, here)
    target = angled[1] if angled else text[here:end]
    closing = _closing(text, end)
    if closing < 0:
        spaced = _WITH_BLANKS.match(text, at)
        return (_clean(spaced[1].strip()), spaced.end()) if spaced else None
    return _clean(target), closing


def _plain_end(text: str, at: int) -> int:
    """Where a target without angle brackets ends; its parentheses are balanced."""
    depth = 0
    while True:
        part = _PLAIN.match(text, at)
        if part:
            at = part.end()
        elif text.startswith("(", at) and depth < _MOST_PARENTHESES:
            depth += 1
            at += 1
        elif text.startswith(")", at) and depth:
            depth -= 1
            at += 1
        else:
            return at


def _closing(text: str, at: int) -> int:
    """The end of a link behind its target: an optional title and the closing parenthesis; -1 without one."""
    blanks = _BLANKS.match(text, at)
    here = blanks.end() if blanks else at
    title = _TITLE.match(text, here) if here > at else None
    if title:
        blanks = _BLANKS.match(text, title.end())
        here = blanks.end() if blanks else title.end()
    return here + 1 if text.startswith(")", here) else -1


def _clean(target: str) -> str:
    return _ESCAPE.sub(r"\1", target.replace("\0", ""))
