"""The value of a field: braces, quotes, numbers and macros joined by ``#``, resolved to text; addresses bare."""

from __future__ import annotations

from collections.abc import Mapping

from citekit import patterns as re
from citekit.text.tex import decode

_DELIMITER = re.compile(r"[{}]")
_QUOTE = re.compile(r'[{}"]')
URL_MACRO = re.compile(r"\\(?:url|path|nolinkurl)\s*\{([^{}]*)\}")
"""A macro around an address, and nothing else."""
_ESCAPED = re.compile(r"(?<!\\)\\++([_%&#$~{}])(?:\{\})?")
_TILDE = re.compile(r"\\string~|\\~\{ ?\}|\\textasciitilde(?:\{\}| ?)|\{\\textasciitilde ?\}|\$\\sim\$|\{\\~\}")
_GROUPED = re.compile(r"\{([_%&#$~-])\}")
_WEB = re.compile(r"(?:https?|ftp)://\S+")
PAGE_RANGE = re.compile(
    r"(?:(?<=\d)|(?<=\d[A-Za-z])|(?<=\b[ivxlc])|(?<=[ivxlc][ivxlc]))"
    r"\s*[-\u2010-\u2015]+\s*(?=[A-Za-z]?\d|[ivxlc]+\b)"
)
"""The dash between two pages, with the blanks around it."""
_PAGES = re.compile(
    r"(?P<first>(?:[A-Za-z]?\d{1,30}|[ivxlc]{1,30}))[ ]*+(?P<dash>---?|[-\u2010-\u2015\u2212])[ ]*+(?P<last>(?:[A-Za-z]?\d+|[ivxlc]+))"
)
_LONGEST_PAGES = 200
LONG_DASH = re.compile(r"(?:(?<!\s)\s++)?(?:-{2,3}|–)\s*+")
"""A dash that BibTeX writes as two hyphens, with the blanks around it."""
LISTS = frozenset("publisher institution organization school location address origpublisher origlocation".split())
"""Fields that are lists in BibLaTeX, joined by ``and``."""
_LIST_PIECE = re.compile(r"[{}]|(?<!\s)\s++and\s++", re.IGNORECASE)
_BARE = re.compile(r"[^\s#\"{},]+")


def two_hyphens(pages: str) -> str:
    """Pages whose ranges have two hyphens, as LaTeX prints a dash; what is no list of pages and ranges stays as it is."""
    text = pages.strip()
    if not text or len(pages) > _LONGEST_PAGES or text.isalnum():
        return pages
    pieces = [piece.strip() for piece in text.split(",")]
    if not all(_PAGES.fullmatch(piece) or piece.isalnum() for piece in pieces):
        return pages
    return _PAGES.sub(r"\g<first>--\g<last>", pages)


def resolve(raw: str, macros: Mapping[str, str]) -> tuple[str, list[str]]:
    """The text of a raw value, and the names of the macros in it that nobody defined (they stand for themselves)."""
    if raw[:1] == "{" and raw.find("}") == len(raw) - 1 and raw.find("{", 1) < 0:
        return raw[1:-1], []
    pieces: list[str] = []
    unknown: list[str] = []
    at = 0
    while at < len(raw):
        character = raw[at]
        if character == "{":
            end = _end_of_braces(raw, at)
            pieces.append(raw[at + 1 : end])
            at = end + 1
        elif character == '"':
            end = _end_of_quotes(raw, at + 1)
            pieces.append(raw[at + 1 : end])
            at = end + 1
        elif bare := _BARE.match(raw, at):
            word, at = bare.group(), bare.end()
            known = word if word.isdigit() else macros.get(word.lower())
            pieces.append(word if known is None else known)
            if known is None:
                unknown.append(word)
        else:
            at += 1
    return "".join(pieces), unknown


def _end_of_braces(raw: str, start: int) -> int:
    depth = 0
    for match in _DELIMITER.finditer(raw, start):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return match.start()
    return len(raw)


def is_one_group(text: str) -> bool:
    """Whether one pair of braces is around a whole text.

    >>> is_one_group("{A {B} C}"), is_one_group("{A} and {B}")
    (True, False)
    """
    return text[:1] == "{" and _end_of_braces(text, 0) == len(text) - 1


def _end_of_quotes(raw: str, start: int) -> int:
    depth = 0
    for match in _QUOTE.finditer(raw, start):
        if match.group() == '"':
            if depth == 0:
                return match.start()
        else:
            depth += 1 if match.group() == "{" else -1
    return len(raw)


def address(text: str) -> str:
    """An address or identifier without the macro and the backslashes that people put around and into it."""
    if "\\" not in text and "{" not in text:
        return text.strip()
    link = URL_MACRO.fullmatch(text)
    bare = _TILDE.sub("~", link[1] if link else text)
    bare = _GROUPED.sub(r"\1", _ESCAPED.sub(r"\1", bare)).strip()
    return decode(bare) if "{\\" in bare else bare


def is_address(text: str) -> bool:
    """Whether the whole value is an address on the web."""
    return _WEB.fullmatch(address(text)) is not None


def listed(value: str) -> list[str]:
    """The items of a list of BibLaTeX; an ``and`` in braces belongs to its item."""
    if " and " not in value:
        return [value]
    items, depth, start = [], 0, 0
    for match in _LIST_PIECE.finditer(value):
        piece = match.group()
        if piece in "{}":
            depth += 1 if piece == "{" else -1
        elif depth == 0:
            items.append(value[start : match.start()])
            start = match.end()
    return [item for item in (*items, value[start:]) if item.strip("{} ")]
