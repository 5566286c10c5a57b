"""Numbers in text: what counts as numeric, ordinals, roman numerals, page ranges.

Source: the CSL 1.0.2 specification, "Number", "Ordinal Suffixes", "Long Ordinals", "Page Ranges", and the condition
``is-numeric``.
"""

from __future__ import annotations

from functools import lru_cache

from citekit.csl.locales import StyleLocale
from citekit.csl.model import Term
from citekit.runtime import patterns as re
from citekit.text.numerals import roman

_NUMBER = r"[^\W\d_]{0,8}+\d++(?>(?:(?!and)[^\W\d_]){0,8})"
_NUMERIC = re.compile(rf"\s*{_NUMBER}(?:\s*+(?:[-–—,&/]|and)\s*+{_NUMBER})*\s*", re.IGNORECASE)
_SPLIT = re.compile(r"(?:(?<!\s)\s++)?(\\?[-–—]|[,&/]|\band\b)\s*+", re.IGNORECASE)


@lru_cache(maxsize=1 << 13)
def is_numeric(text: str) -> bool:
    """Whether a value is a number or several: ``12``, ``2nd``, ``D2``, ``1-5``, ``2, 3 & 4``."""
    return len(text) < 500 and _NUMERIC.fullmatch(text) is not None  # bounds the time: no number is longer


def ordinal(number: int, language: StyleLocale, gender: str = "") -> str:
    """Return a number with its ordinal suffix."""
    return f"{number}{ordinal_suffix(number, language, gender)}"


def ordinal_suffix(number: int, language: StyleLocale, gender: str = "") -> str:
    """Return the suffix term that fits a number: exact, then its last two digits, then its last digit, then the general one.

    ``ordinal-00`` to ``ordinal-09`` match the last digit, ``ordinal-10`` to ``ordinal-99`` the last two, unless the
    term has another ``match``.
    """
    for name in (f"ordinal-{number % 100:02}", f"ordinal-{number % 10:02}", "ordinal"):
        for key in ((name, gender), (name, "")):
            term = language.ordinals.get(key)
            if term is not None and (name == "ordinal" or _fits(term, number)):
                return term.single
    return ""


def _fits(term: Term, number: int) -> bool:
    value = int(term.name[8:])
    # specification, "Ordinal Suffixes": 00 to 09 match the last digit
    match = term.match or ("last-digit" if value < 10 else "last-two-digits")
    if match == "whole-number":
        return number == value
    return number % (10 if match == "last-digit" else 100) == value


def long_ordinal(number: int, language: StyleLocale, gender: str = "") -> str:
    """Return the word for an ordinal up to ten (``first``), or the number with its suffix."""
    if 1 <= number <= 10:  # CSL has terms for the words up to ten only
        name = f"long-ordinal-{number:02}"
        # "Gender-specific Ordinals": a language has such forms for some words only
        term = (language.terms.get((name, gender)) if gender else None) or language.terms.get((name, "long"))
        if term is not None:
            return term.single
    return ordinal(number, language, gender)


def format_number(text: str, form: str, language: StyleLocale, gender: str = "", dash: str = "–") -> str:
    """Return a numeric value in a form of ``cs:number``; every number in it by itself."""
    pieces = _SPLIT.split(text.strip())
    made: list[str] = []
    for place, piece in enumerate(pieces):
        if place % 2:
            made.append(_between(piece, dash))
        elif piece.isdecimal() and len(piece) < 10:  # longer ones are identifiers, which have no ordinals
            made.append(_one(int(piece), form, language, gender) if form not in ("", "numeric") else piece)
        else:
            made.append(piece)
    return "".join(made)


def _between(mark: str, dash: str) -> str:
    if mark.startswith("\\"):
        return mark[1:]
    if mark in "-–—":
        return dash
    return f"{mark} " if mark == "," else mark if mark == "/" else f" {mark} "


def _one(number: int, form: str, language: StyleLocale, gender: str) -> str:
    if form == "ordinal":
        return ordinal(number, language, gender)
    if form == "long-ordinal":
        return long_ordinal(number, language, gender)
    return roman(number)


_PAGE = re.compile(r"(\w*[^\W\d])?(\d+)")
_LETTERED = re.compile(r"\d+[a-zA-Z]?|[ivxlcdm]+|[IVXLCDM]+")
_RANGE = re.compile(r"(?<!\\)[-–—]+")
# A range from a page to itself, as Crossref has pages of papers with one.
_SAME = re.compile(r"(?<![\w:.])(\w[\w:.]{0,40}+)\s?[-–—]{1,3}\s?\1(?![\w:.-])")
# A page of an article with a number of its own: `12:30`.
_OF_ARTICLE = re.compile(r"\w{1,20}[:.]\d{1,6}")


_SEVERAL = re.compile(
    r"(?:\d|\b[ivxlcdm]{1,9})[^\W\d_]?\s*(?:[,&–—]|(?<!\\)-)\s*[^\W\d_]{0,3}\d|\b[ivxlcdm]{1,9}\s*[-–—,&]\s*[ivxlcdm]{1,9}\b"
)


def is_plural(text: str, conjunctions: tuple[str, ...] = ()) -> bool:
    """Whether a page or locator names several things: a range, a list, numbers with a conjunction between."""
    text = one_page(text)
    if _SEVERAL.search(text):
        return True
    words = text.split()
    return any(
        word in conjunctions and words[at].rstrip(",")[-1:].isalnum() and words[at + 2][:1].isalnum()
        for at, word in enumerate(words[1:-1])
    )


@lru_cache(maxsize=1 << 14)
def page_range(text: str, form: str, delimiter: str, ampersand: str = "&") -> str:
    """Page numbers with their ranges abbreviated.

    ``form`` is ``expanded``, ``minimal``, ``minimal-two``, ``chicago``, ``chicago-15``, ``chicago-16`` or empty (as
    given). A range from a page to itself is that page; between semicolons are ranges as between commas.
    """
    text = one_page(text)
    if ";" in text and len(text) < 500:  # bounds the depth of the recursion; no list of pages is longer
        return "; ".join(page_range(part.strip(), form, delimiter, ampersand) for part in text.split(";"))
    between = f" {ampersand} "
    return ", ".join(
        between.join(_range(part.strip(), form, delimiter) for part in listed.split("&")) for listed in text.split(",")
    )


def one_page(text: str) -> str:
    """Pages with each range from a page to itself as that page: ``297-297`` is ``297``."""
    return _SAME.sub(r"\1", text) if len(text) < 500 else text  # bounds the time: no list of pages is longer


def _range(text: str, form: str, delimiter: str) -> str:
    """Return one range; what is not two numbers of the same kind, the smaller first, stays as it is."""
    parts = [part.strip() for part in _RANGE.split(text)]
    if len(parts) == 2 and len(text) < 60:  # a longer text is not a range of pages
        first, last = _PAGE.fullmatch(parts[0]), _PAGE.fullmatch(parts[1])
        if first and last and first[1] == last[1]:
            short = _shortened(first[1] or "", first[2], last[2], form)
            return f"{parts[0]}{delimiter}{short}" if short else f"{parts[0]}-{parts[1]}"
        if _OF_ARTICLE.fullmatch(parts[0]) and _OF_ARTICLE.fullmatch(parts[1]):
            return parts[0] + delimiter + parts[1]
        if _LETTERED.fullmatch(parts[0]) and _LETTERED.fullmatch(parts[1]):
            return parts[0] + delimiter + parts[1]
        if (first and last) or not all(parts):
            return "-".join(parts)
    return text.replace("\\-", "-")


def _shortened(prefix: str, start: str, end: str, form: str) -> str:
    """Return the end of a range, abbreviated against its start; nothing if the end is smaller."""
    if not form:
        return prefix + end
    if len(end) < len(start):
        end = start[: len(start) - len(end)] + end
    if int(end) < int(start):
        return ""
    if len(end) > len(start) or form == "expanded":
        return prefix + end
    if form in ("minimal", "minimal-two"):
        return _minimal(start, end, 2 if form == "minimal-two" else 1)
    number = int(start)
    # Chicago Manual of Style, 9.61: below 100, and for multiples of 100, all digits
    if number < 100 or number % 100 == 0:
        return end
    if number % 100 < 10:  # 101 to 109, 201 to 209: only the part that changes
        return _minimal(start, end, 1)
    short = _minimal(start, end, 2)
    # Chicago, 15th edition, 9.64: four digits of which three change are printed in full (1496-1504)
    if form != "chicago-16" and len(start) == 4 and len(short) >= 3:
        return end
    return short


def _minimal(start: str, end: str, least: int) -> str:
    same = 0
    while same < len(end) - 1 and start[same] == end[same]:
        same += 1
    return end[min(same, max(0, len(end) - least)) :]
