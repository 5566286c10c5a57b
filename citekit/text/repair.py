"""Mends what copying did to a text: bytes read in the wrong encoding, words broken at line ends."""

from __future__ import annotations

import re

# Bytes 0x80-0xFF read as Windows-1252. The five bytes that it leaves undefined were read as the C1 controls.
_BYTE_OF: dict[str, int] = {}
for _byte in range(0x80, 0x100):
    try:
        _BYTE_OF[bytes((_byte,)).decode("cp1252")] = _byte
    except UnicodeDecodeError:
        pass
    _BYTE_OF[chr(_byte)] = _byte

_LEAD = "".join(sorted(character for character, byte in _BYTE_OF.items() if 0xC2 <= byte <= 0xF4))
_TAIL = "".join(sorted(character for character, byte in _BYTE_OF.items() if 0x80 <= byte <= 0xBF))
_MISREAD = re.compile(f"[{re.escape(_LEAD)}][{re.escape(_TAIL)}]{{1,3}}")
# "Â" before a no-break space that became a plain blank: nothing but a leftover. Portuguese and French words with a
# capital Â go on with a letter.
_LONE_LEAD = re.compile(r"(?<![^\W\d_])Â(?= )")
# "Ã" and a no-break space was "à"; the blank may have become a plain one. "Ã " ends no word of any language.
_LONE_A_GRAVE = re.compile(r"(?<=[a-z])?Ã\u00a0")


def mend_mojibake(text: str) -> str:
    """UTF-8 that was read as Windows-1252 or Latin-1, read again: ``â€™`` is ``’``, ``Ã©`` is ``é``.

    Only stretches that are valid UTF-8 when read back change, so that right text (``Ãngela``, ``«Â»`` of a font table)
    stays. Text that was misread twice is mended twice; mended text is left alone.
    """
    if text.isascii():
        return text
    for _ in range(3):
        mended = _LONE_LEAD.sub("", _MISREAD.sub(_read_again, text))
        if mended == text:
            break
        text = mended
    return text


def _read_again(match: re.Match[str]) -> str:
    """The characters that the start of the match encodes, or the match itself where it is no UTF-8."""
    data = bytes(_BYTE_OF[character] for character in match[0])
    length = 2 if data[0] < 0xE0 else 3 if data[0] < 0xF0 else 4
    try:
        return data[:length].decode("utf-8") + match[0][length:]
    except UnicodeDecodeError:
        return match[0]


_WORD_END = re.compile(r"([^\W\d_]+)-$")
_WORD_START = re.compile(r"[^\W\d_]+")

_FIRST_HALVES = frozenset(
    "self well high low large small long short real cross end full half hard soft fine coarse open closed state time"
    " cost energy power data model graph tree user human machine computer single double two three four multi-party"
    " black white near far all one zero few many top bottom right left first second third higher lower quasi semi vice"
    " ex wide deep fast slow part peer point best worst least most non-linear event object task context noise error"
    " fault memory hardware software resource rule goal role risk evidence knowledge privacy security quality".split()
)
"""Words that begin compounds; a line that ends with one and a hyphen ends at the compound's own hyphen."""
_SECOND_HALVES = frozenset(
    "based aware driven free level time scale end like wise oriented efficient effective specific dependent independent"
    " invariant assisted enabled guided centric order dimensional world source art supervised trained tuned tuning"
    " optimal preserving related rich poor term tolerant agnostic constrained connected defined directed generated"
    " hoc in house the of to and by on out off up down over all only quality performance precision resolution speed"
    " throughput latency cost power energy shot step stage way grained wide sensitive bounded valued weighted hop"
    " user agent task modal-free language domain view party class label study friendly ready safe proof".split()
)
"""Words that end compounds; a line that begins with one after a hyphen goes on with a compound."""
_SUSPENDED = frozenset("and or nor to und oder bzw et ou y e".split())
"""After ``pre-`` and a line end these go on with another compound, as in ``pre- and post-training``."""


def joins_hyphen(left: str, right: str) -> bool:
    """Whether a line that ends with ``left`` (``"... Ar-"``) and one that begins with ``right`` (``"chitecture"``)
    break one word, so that the hyphen is the typesetter's and goes.

    Without a dictionary these reasons keep a hyphen: the next line does not begin with a lower-case letter; what stands
    before the hyphen is a single letter (``k-means``), an abbreviation in capitals (``GPU-based``), ends in a digit or
    has a hyphen already (``state-of-the-art``); one of the halves is a word that compounds are made of.
    """
    before, after = _WORD_END.search(left[-80:]), _WORD_START.match(right[:80])
    if not before or not after or not after[0][0].islower():
        return False
    first, second = before[1], after[0].lower()
    if len(first) < 2 or (first[1:] != first[1:].lower()):
        return False
    preceding = left[-80:][: before.start()]
    if preceding[-1:] in ("-", "‑") or preceding[-1:].isdigit():
        return False
    following = right[len(after[0]) : len(after[0]) + 1]
    if following == "-":
        return False
    return first.lower() not in _FIRST_HALVES and second not in _SECOND_HALVES and second not in _SUSPENDED


def suspends_hyphen(right: str) -> bool:
    """Whether a line that begins with ``right`` leaves the hyphen before it open: ``pre-`` / ``and post-training``."""
    word = _WORD_START.match(right[:40])
    return bool(word) and word is not None and word[0] in _SUSPENDED
