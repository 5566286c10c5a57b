"""Numbers written with letters: Roman numerals, and the letters of lists."""

from __future__ import annotations

from citekit.runtime import patterns as re

_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_PIECES = "m:1000 cm:900 d:500 cd:400 c:100 xc:90 l:50 xl:40 x:10 ix:9 v:5 iv:4 i:1".split()
_ROMAN = re.compile(r"m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")


def roman(number: int) -> str:
    """Return a number in lowercase Roman numerals; numbers without one are returned in digits.

    >>> roman(1994), roman(4000)
    ('mcmxciv', '4000')
    """
    if not 0 < number < 4000:  # 4000 would be mmmm, and only three equal letters follow one another
        return str(number)
    letters = ""
    for piece in _PIECES:
        numeral, _, value = piece.partition(":")
        count, number = divmod(number, int(value))
        letters += numeral * count
    return letters


def is_roman(text: str) -> bool:
    """Whether a text is a well-formed Roman numeral in lowercase: ``iv``, but not ``iiv``."""
    return bool(text) and _ROMAN.fullmatch(text) is not None


def roman_value(numeral: str) -> int:
    """Return the value of a lowercase Roman numeral, also of one that is not well-formed.

    >>> roman_value("mcmxciv"), roman_value("iiii")
    (1994, 4)
    """
    values = [_VALUES[letter] for letter in numeral]
    return sum(-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True))


def letters(number: int) -> str:
    """Return the letters for a number as in spreadsheets: 1 is ``a``, 26 is ``z``, 27 is ``aa``; empty for zero."""
    made = ""
    while number > 0:
        number, last = divmod(number - 1, 26)
        made = chr(ord("a") + last) + made
    return made


def letter(number: int) -> str:
    """Return the lowercase label of an item of a list, as in Word: the 27th is ``aa``, the 28th ``bb``."""
    return chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 % 10 + 1)
