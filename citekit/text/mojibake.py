"""Mojibake: UTF-8 decoded in other encodings than Windows-1252 and Latin-1, which :mod:`citekit.text.repair` handles."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

ENCODINGS = ("mac_roman", "cp437", "cp850", "cp1250", "cp1251", "koi8-r", "gbk", "cp932")
"""The encodings that are tried (Python's names): those of Macs, DOS, Eastern Europe, Russia, China and Japan."""

_RUN = re.compile(r"[^\x00-\x7f]{1,200}")
_FIRST_WIDE = "\u2e80"
"""A single character below this is one byte in these encodings, or two that do not begin a UTF-8 sequence."""
_OPENINGS = ("‚Ä", "ΓÇ", "ÔÇ", "вЂ", "Б─")
"""The first characters of UTF-8's quotation marks and dashes in Mac Roman, DOS and the Russian encodings."""
_PUNCTUATION = frozenset("‘’“”„‚–—…•·°×µ™®©«»§¿¡\xa0")
_MARKS = ("Sm", "So", "Sc", "Sk")


@dataclass(frozen=True, slots=True)
class MojibakeSpan:
    """A span ``start:end`` of a text that was decoded in a wrong encoding, and its right text."""

    start: int
    end: int
    right: str


_TWO = re.compile(f"[^\x00-\x7f]{{2}}|[{_FIRST_WIDE}-\U0010ffff]|Â ")


def may_be_misread(text: str) -> bool:
    """Whether a text may contain mojibake: it has two adjacent non-ASCII characters, a wide one, or ``Â`` and a space."""
    return not text.isascii() and _TWO.search(text) is not None


def find_misread(text: str) -> Iterator[MojibakeSpan]:
    """Yield the spans of a text that are certainly UTF-8 decoded in one of :data:`ENCODINGS`.

    The bytes of a span must be valid UTF-8 for letters of one script or for punctuation, and the span must be impossible
    in correct text: it mixes letters with symbols within a word (``caf√©``), or scripts (``M眉ller``), or begins as
    only misread punctuation does (``Hilbert‚Äôs``).
    """
    if text.isascii():
        return
    for match in _RUN.finditer(text):
        if match.end() - match.start() == 1 and match[0] < _FIRST_WIDE:
            continue
        before, after = text[max(0, match.start() - 1) : match.start()], text[match.end() : match.end() + 1]
        for encoding in ENCODINGS:
            right = _read_again(match[0], encoding)
            if right and _is_misread(match[0], right, before, after):
                yield MojibakeSpan(match.start(), match.end(), right)
                break


def _read_again(run: str, encoding: str) -> str:
    """Decode the bytes of a run of characters as UTF-8; return an empty string if the result is not text."""
    try:
        right = run.encode(encoding).decode("utf-8")
    except UnicodeError:
        return ""
    latin = all(_is_latin(c) or c in _PUNCTUATION for c in right)
    foreign = len(right) > 1 and all(c > "\u036f" and unicodedata.category(c)[0] in "LM" for c in right)
    foreign = foreign and len(set(map(_script, right))) == 1
    return right if latin or foreign else ""


def _is_misread(run: str, right: str, before: str, after: str) -> bool:
    if run.startswith(_OPENINGS):
        return True
    if right[0] > "\u036f" and not _is_latin(right[0]) and right[0] not in _PUNCTUATION:
        return any(unicodedata.category(c) in _MARKS for c in run) and any(c.isalpha() for c in run)
    if run[0] == "√" and run.endswith(("π", "Ω")):
        return after.islower()  # "√π" is a number, not "ù"
    if any(c.isalpha() and c > "\u036f" and not _is_latin(c) for c in run):
        return before.isascii() and before.isalpha() and (not after or after.isascii())
    if any(unicodedata.category(c) in _MARKS for c in run):
        return (before.isalpha() or after.isalpha()) if right.isalpha() else (before + after).strip() != ""
    return run[0] in "Ăƒ" and (before.islower() or after.islower())


def _script(char: str) -> str:
    """Return the script that a letter's name begins with; Japanese mixes three, which count as one."""
    script = unicodedata.name(char, "").partition(" ")[0]
    return "CJK" if script.startswith(("HIRAGANA", "KATAKANA")) else script


def _is_latin(char: str) -> bool:
    return char.isalpha() and (char <= "\u024f" or "\u1e00" <= char <= "\u1eff")
