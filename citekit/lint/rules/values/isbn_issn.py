"""ISBNs and ISSNs as people write them into a field: several of them, with labels, hyphens, spaces and remarks."""

from __future__ import annotations

from collections.abc import Callable

from citekit.lint.finding import Findings, at_field, short
from citekit.lint.loading.bibliography import CheckedEntry, CheckedField
from citekit.lint.rule import Context, rule
from citekit.model.ids import valid_isbn, valid_issn
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

_LONGEST = 400  # a book of several volumes has some twenty ISBNs; bounds the time for other values
_PIECE = re.compile(r"[\dXx](?:[\s\u2010-\u2015-]{0,2}+[\dXx])+")
_LABEL = re.compile(r"(?:ISBN|ISSN)(?:[- ]?1[03](?=\D))?:?", re.IGNORECASE)
_NOT_DIGIT = re.compile(r"[^0-9Xx]")


@dataclass(frozen=True, slots=True)
class _Number:
    """A kind of number: its name, how many digits it has and had, what a piece must exceed to be meant as one.

    ``other_valid`` states that digits are a number of the kind that belongs into the field ``other``, which is ``other_name``.
    """

    name: str
    digits: tuple[int, ...]
    older: tuple[int, ...]
    longer_than: int
    is_valid: Callable[[str], bool]
    other: str
    other_name: str
    other_valid: Callable[[str], bool]


def _valid_old_isbn(digits: str) -> bool:
    """Whether this is an ISBN, or one of the nine digits that books had before 1970."""
    # an SBN of nine digits is an ISBN-10 without its first 0
    return valid_isbn(digits) if len(digits) > 9 else valid_isbn(f"0{digits}")


_ISBN = _Number("ISBN", (10, 13), (9,), 5, _valid_old_isbn, "issn", "the ISSN of a series or a journal", valid_issn)
_ISSN = _Number("ISSN", (8,), (), 4, valid_issn, "isbn", "the ISBN of a book", valid_isbn)


@rule("field", "warning", languages="bibtex csl", fields="isbn")
def bad_isbn(entry: CheckedEntry, part: CheckedField, context: Context) -> Findings:
    """An ISBN has the wrong number of digits or a wrong check digit."""
    return _faults(part, _ISBN)


@rule("field", "warning", languages="bibtex csl", fields="issn")
def bad_issn(entry: CheckedEntry, part: CheckedField, context: Context) -> Findings:
    """An ISSN has the wrong number of digits or a wrong check digit."""
    return _faults(part, _ISSN)


def _faults(part: CheckedField, kind: _Number) -> Findings:
    """Return what is wrong with the numbers in a field; placeholders such as ``????`` and ``-`` have no fault."""
    if not any(map(str.isalnum, part.text)):
        return
    # pieces with enough digits to be meant as numbers, each with its offset
    clean = _LABEL.sub(lambda match: "|" * len(match[0]), part.text[:_LONGEST])
    pieces = [(m[0], m.start()) for m in _PIECE.finditer(clean) if len(_digits_of(m[0])) > kind.longer_than]
    if not pieces:
        hint = f"an {kind.name} has {' or '.join(map(str, kind.digits))} digits"
        yield at_field(part, f"'{short(part.text)}' is not an {kind.name}", hint)
    for piece, start in pieces:
        digits = _digits_of(piece)
        if _is_made_of(digits, (*kind.older, *kind.digits), kind.is_valid):
            continue
        fault = "has a wrong check digit" if len(digits) in kind.digits else f"has {len(digits)} digits"
        hint = "compare it with the printed one"
        if kind.other_valid(digits):
            fault, hint = f"is {kind.other_name}", f"put it into {kind.other}"
        yield at_field(part, f"the {kind.name} {piece} {fault}", hint, part.part(start, start + len(piece)))


def _digits_of(text: str) -> str:
    """Return the digits of a number, and its ``X``."""
    return _NOT_DIGIT.sub("", text)


def _is_made_of(digits: str, sizes: tuple[int, ...], is_valid: Callable[[str], bool]) -> bool:
    """Whether digits are those of one valid number, or of several."""
    ends = {0}
    for start in range(len(digits)):
        if start in ends:
            fitting = (size for size in sizes if start + size <= len(digits))
            ends.update(start + size for size in fitting if is_valid(digits[start : start + size]))
    return len(digits) in ends
