"""Repair of copied text: bytes decoded in the wrong encoding, words broken at line ends, misplaced spaces.

Mojibake of Windows-1252 and Latin-1 is repaired everywhere (:func:`mend_mojibake`); that of other encodings is rarer and
is only reported (:func:`find_misread`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.registry import words


def _bytes_of_characters() -> dict[str, int]:
    """Return the bytes 0x80-0xFF by the characters that Windows-1252 and Latin-1 decode them to."""
    byte_of: dict[str, int] = {}
    for byte in range(0x80, 0x100):
        byte_of[chr(byte)] = byte
        byte_of[bytes((byte,)).decode("cp1252", "ignore") or chr(byte)] = byte
    return byte_of


_BYTE_OF = _bytes_of_characters()


def _class(low: int, high: int) -> str:
    return f"[{re.escape(''.join(sorted(c for c, byte in _BYTE_OF.items() if low <= byte <= high)))}]"


_TAIL = _class(0x80, 0xBF)
_SEQUENCE = f"{_class(0xC2, 0xDF)}{_TAIL}|{_class(0xE0, 0xEF)}{_TAIL}{{2}}|{_class(0xF0, 0xF4)}{_TAIL}{{3}}"
_MISREAD = re.compile(f"(?:{_SEQUENCE})+")
_ONE = re.compile(_SEQUENCE)
_TYPOGRAPHIC = frozenset("«»‹›“”‘’„‚…–—·†‡ˆ˜•")
# "Â" remains of a no-break space whose second byte became a plain space. After a letter it may be a letter.
_LEFT_OVER = re.compile(r"(?<=[.,;:!?)\]\d])Â(?= )")
_LEFT_OVER_ANYWHERE = re.compile(r"(?<![^\W\d_])Â(?= )")


def mend_mojibake(text: str) -> str:
    """Decode again UTF-8 that was decoded as Windows-1252 or Latin-1: ``â€™`` becomes ``’``, ``Ã©`` becomes ``é``.

    Only spans change whose bytes are valid UTF-8, and that are impossible in correct text: an accented capital before a
    closing quotation mark (``CAFÉ»``) is valid UTF-8 as well, but stays. Text that was misread twice is repaired twice;
    repaired text does not change again.
    """
    while not text.isascii():
        repaired = _MISREAD.sub(_read_again, text)
        repaired = (_LEFT_OVER if repaired == text else _LEFT_OVER_ANYWHERE).sub("", repaired)
        if repaired == text:
            break
        text = repaired
    return text


def _read_again(match: re.Match[str]) -> str:
    """Decode those sequences of a match that are impossible in correct text."""
    pieces = [piece[0] for piece in _ONE.finditer(match[0])]
    decoded = [_decoded(piece) for piece in pieces]
    foreign = len(pieces) > 1 and all(new.isalpha() and new > "\u024f" for new in decoded)
    before, after = match.string[max(0, match.start() - 1) : match.start()], match.string[match.end() : match.end() + 1]
    # "Ä–Z" is a range of letters, "Ã–STERREICH" can only be a word.
    inside = before.islower() or after.islower() or (after.isalpha() and match[0][0] == "Ã")
    return "".join(
        new if new and (foreign or _certain(old, inside or len(pieces) > 1)) else old
        for old, new in zip(pieces, decoded, strict=True)
    )


def _decoded(piece: str) -> str:
    """Return the character that a sequence is in UTF-8; empty if a text cannot contain it."""
    try:
        character = bytes(_BYTE_OF[c] for c in piece).decode("utf-8")
    except UnicodeDecodeError:
        return ""
    if (
        "\x80" <= piece[-1] <= "\x9f"
    ):  # C1 controls, which correct text never has; "â\x80\x99" was misread once, "Â\x80" twice
        return character
    return "" if unicodedata.category(character) in ("Cc", "Cn", "Co", "Cs") else character


def _certain(piece: str, inside: bool) -> bool:
    """Whether a sequence is mojibake in any context; ``inside`` if it is next to letters of a word."""
    lead, tail = piece[0], piece[1]
    if len(piece) == 4:  # four characters that are one in UTF-8 do not occur by chance
        return True
    if len(piece) == 3:  # three may be a word with its quotation marks
        return lead in "âï" and not (tail in _TYPOGRAPHIC and piece[2] in _TYPOGRAPHIC)
    if lead not in "ÂÃÄÅ" or (lead == "Å" and tail == "\xa0"):
        return False
    return inside or tail not in _TYPOGRAPHIC


_WORD_END = re.compile(r"(?<![^\W\d_])([^\W\d_]++)-$")
_WORD_START = re.compile(r"[^\W\d_]+")

_HALVES = words("citekit.text", "words.tsv")
_FIRST_HALVES, _SECOND_HALVES, _SUSPENDED = (_HALVES[name] for name in ("first halves", "second halves", "suspended"))


def joins_hyphen(left: str, right: str) -> bool:
    """Whether a line that ends with ``left`` (``"... Ar-"``) and one that begins with ``right`` (``"chitecture"``)
    break one word, so that the hyphen must be removed.

    There is no dictionary. A hyphen stays if the next line does not begin with a lowercase letter; if the text before it
    is a single letter (``k-means``), an abbreviation in capitals (``GPU-based``), ends in a digit or has a hyphen already
    (``state-of-the-art``); or if one of the halves is a word that often forms compounds.
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
    if right[len(after[0]) : len(after[0]) + 1] == "-":
        return False  # "state-" / "of-the-art"
    return first.lower() not in _FIRST_HALVES and second not in _SECOND_HALVES and second not in _SUSPENDED


def suspends_hyphen(right: str) -> bool:
    """Whether the hyphen before a line ``right`` is suspended: ``pre-`` / ``and post-training``."""
    word = _WORD_START.match(right[:40])
    return word is not None and word[0] in _SUSPENDED


_MISPLACED = re.compile(
    "(?P<zero>[\u200b-\u200d\u2060\ufeff])|"
    r"(?<!\s)\s++(?P<stop>[.,;:])\s*(?=[^\W\d_])"  # "Phys .Rev", "equation ,J."
    r"|(?<!\s)\s++(?P<late>[.,;:])(?=\s*\d)"  # "Phys .29", "29 :2499"
    r"|(?P<open>[(\[])\s+(?=\d)|(?<=\d)\s+(?P<close>[)\]])"  # "( 2012 )"
    r"|(?<=\))(?=\w)|(?<=[^\W\d_]{3})(?=\d{1,4}\s*[,(:])|(?<=\d)(?=\()"
)
_ZERO_WIDTH = re.compile("[\u200b-\u200d\u2060\ufeff]")
_BROKEN_SPACING = re.compile(r"\w\s[.,;]\w|\(\s\d{4}|\d{4}\s\)")
_MAYBE_BROKEN = re.compile(r"\s[.,;)]|\(\s")
"""What is in all of these, and found in a third of the time."""


def respaced(text: str) -> list[tuple[str, int, int]]:
    """Repair a line with spaces before its punctuation ("Phys .Rev .C 85 ( 2012)"); return pieces ``(text, start, end)``.

    The joined pieces are the repaired line; ``start:end`` is the span of each in the original line. A line without such
    damage is one piece.
    """
    broken = _MAYBE_BROKEN.search(text) is not None and len(_BROKEN_SPACING.findall(text)) > 1
    if not broken and not _ZERO_WIDTH.search(text):
        return [(text, 0, len(text))]
    pieces: list[tuple[str, int, int]] = []
    at = 0
    for match in (_MISPLACED if broken else _ZERO_WIDTH).finditer(text):
        if match.start() > at:
            pieces.append((text[at : match.start()], at, match.start()))
        at = match.end()
        if not broken or match["zero"]:
            continue
        new = (
            f"{match['stop']} "
            if match["stop"]
            else match["late"] + " "
            if match["late"]
            else match["open"] or match["close"] or " "
        )
        pieces.append((new, match.start(), match.end()))
    pieces.append((text[at:], at, len(text)))
    return [piece for piece in pieces if piece[0]]


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
            right = _read_in(match[0], encoding)
            if right and _is_misread(match[0], right, before, after):
                yield MojibakeSpan(match.start(), match.end(), right)
                break


def _read_in(run: str, encoding: str) -> str:
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
