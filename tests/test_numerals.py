"""Numbers written with letters."""

from __future__ import annotations

import pytest

from citekit.text.numerals import is_roman, letter, roman, roman_value


@pytest.mark.parametrize("number", [*range(1, 120), 399, 400, 444, 499, 900, 1000, 1994, 3999])
def test_a_roman_numeral_is_read_as_it_is_written(number: int) -> None:
    assert roman_value(roman(number)) == number
    assert is_roman(roman(number))


@pytest.mark.parametrize(
    ("number", "numeral"), [(4, "iv"), (9, "ix"), (40, "xl"), (1994, "mcmxciv"), (0, "0"), (4000, "4000")]
)
def test_roman(number: int, numeral: str) -> None:
    assert roman(number) == numeral


@pytest.mark.parametrize("text", ["", "iiv", "iiii", "vv", "abc", "IV"])
def test_what_is_no_numeral(text: str) -> None:
    assert not is_roman(text)


@pytest.mark.parametrize(("number", "shown"), [(1, "a"), (26, "z"), (27, "aa"), (28, "bb")])
def test_letters_of_lists(number: int, shown: str) -> None:
    assert letter(number) == shown
