"""Remarks about another version of the work, or where it lies: "An earlier version appeared in …", "Preprint available at …"."""

from __future__ import annotations

from collections.abc import Iterator

from citekit import patterns as re
from citekit.publications.atoms import Atom, Part
from citekit.publications.styled import StyledText

_VERSION = (
    r"(?:(?:an?|the|this is an?)\s)?(?:earlier|preliminary|previous|prior|extended|short(?:er|ened)?|full|longer|abridged|revised|updated|expanded|first|older|conference|journal)"
    r"\s(?:(?:conference|journal|workshop|and|revised|extended|expanded|short|full|online)\s){0,2}(?:versions?|abstract|draft|announcement)\b"
)
_BRACKETED = re.compile(
    rf"[(\[]\s?{_VERSION}(?:[^()\[\]\n]{{1,2000}}+|[(\[][^()\[\]\n]{{0,80}}+[)\]]){{1,8}}[)\]]", re.IGNORECASE
)
_SENTENCE = re.compile(
    rf"(?:(?<=[.;\])]\s)|(?<=\n)){_VERSION}(?: of (?:this|the) (?:work|paper|article|chapter))?"
    r"\s(?:was|is|has|had|of|in|at|to|appear(?:s|ed)|published|presented|can|under)\b[^\n]{0,240}?(?=\.\s|\.?$|\.?\n)",
    re.IGNORECASE,
)
_AVAILABLE = re.compile(
    r"(?<![\w-])(?:(?:(?:pre-?print(?:/(?:full|extended) version)?|e-?print|full version|extended version|full text|draft|paper|manuscript|text)s?\s)?(?:is\s|are\s)?(?:also\s|freely\s)?"
    r"available(?: online)?(?:\s(?:at|on|as|from|in|via|through))?(?: the)?:?)\s?",
    re.IGNORECASE,
)
_LONGEST_LABEL = 12
"""Words of the link that such a remark ends with, at most."""


def find(item: StyledText) -> Iterator[Atom]:
    """The remarks; what they name is no part of this work, the links in them stay links of it."""
    text, folded = item.text, item.folded
    if any(map(folded.__contains__, ("version", "abstract", "draft", "announcement"))):
        for pattern in (_BRACKETED, _SENTENCE):
            for match in pattern.finditer(text):
                yield Atom(match.start(), match.end(), Part.NOTE, "remark", {}, 4.2)
    if "available" not in folded or not item.links:
        return
    for match in _AVAILABLE.finditer(text):
        end = _link_end(item, match.end())
        if end:
            yield Atom(match.start(), end, Part.NOTE, "remark", {}, 4.0)


def _link_end(item: StyledText, place: int) -> int:
    """Where the link that begins at a place ends, or 0."""
    for link in item.links:
        if place - 1 <= link.start <= place + 1 and len(item.text[link.start : link.end].split()) <= _LONGEST_LABEL:
            return link.end
    return 0
