"""Definitions of links in Markdown, a line each, and the remarks that people hide in them."""

from __future__ import annotations

from markdown_it.common.utils import normalizeReference, unescapeAll

from citekit.runtime import patterns as re

_DEFINITION = re.compile(
    r"\[((?:[^\[\]\\\n]|\\.){1,300})\]:[ \t]*+(?:<([^<>\n]*+)>|(\S++))"
    r"(?:[ \t]++(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*"
)
_REMARK = re.compile(r"\[(?://|comment|_metadata_)\]:[ \t]*+(?:#|<>)?(.*)", re.IGNORECASE)


def definition(line: str) -> tuple[str, str] | None:
    """The label and target of a line such as ``[label]: target "title"``; footnotes (``[^1]:``) are none."""
    match = _DEFINITION.fullmatch(line)
    if not match or match[1].startswith("^"):
        return None
    return normalizeReference(match[1]), unescapeAll(match[2] if match[2] is not None else match[3])


def remark(line: str) -> int:
    """Where the hidden text begins in a line such as ``[//]: # (hidden)``; -1 where the line is none."""
    match = _REMARK.fullmatch(line)
    return match.start(1) if match else -1
