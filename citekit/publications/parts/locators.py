"""Volume, issue, pages and article numbers in the forms that lists print them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citekit.publications.atoms import Atom, Part
from citekit.publications.locator_forms import FORMS, SIGNS
from citekit.publications.styled import StyledText

_YEARS = re.compile(r"(?:19|20)\d\d\s?[-–—]+\s?(?:19|20)\d\d")
_YEAR = re.compile(r"(?:19\d\d|20[0-4]\d)")
_AFTER_NUMBER = re.compile(r"(?:\d\)?\s?[,:–—‐−‑-]\s?|\b(?:no|nr|issue|number|n°|pp?)\.?\s?)\Z", re.IGNORECASE)
_MONTH_BEFORE = re.compile(r"\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)(?:[a-z]{3,7})?\.?\s\Z")
_DIGIT = re.compile(r"\d")
_THOUSANDS = re.compile(r"\d{1,3},\d{3}\D{1,3}\d{1,3},\d{3}")
_MOST_BEFORE_DIGIT = 40
"""Characters of a locator before its first digit at most; only a volume may have no digit ("vol. XIV")."""
_WORD = r"(?:[A-Z][\w.&'’-]{0,20}+|of|on|and|&|the|for|in)"
_VOLUME_FIRST = re.compile(
    rf"(?:^|[.,;”\"’\n\x0b]\s?)(?P<volume>(?!0)\d{{1,3}})\s(?P<journal>{_WORD}(?:\s{_WORD}){{0,8}})"
    r"\s(?:(?P<page>\d{1,4}(?:[-–]\d{1,4})?)(?=\s?\(|,\s|[.\s]*$|\s?[\n\x0b])|(?=\((?:forthcoming|in press|to appear)))"
)
_REVIEW = re.compile(r"\b(?:L\.|Law|Rev(?:\.|iew)|J\.|Journal|Q\.|Econ\.|Stud\.|Bull\.)(?!\w)")
_LONGEST_BEFORE = 12
"""Characters before a locator that are looked at."""
_ALONE = 1.5
"""What a bare range of pages weighs less than."""


def find(item: StyledText) -> Iterator[Atom]:
    """Locators, each with the ``volume``, ``issue``, ``page`` and ``number`` it states."""
    text = item.text
    first = _DIGIT.search(text)
    if not first:
        return
    yield from _around_journal(text)
    begin = max(0, first.start() - _MOST_BEFORE_DIGIT)
    signs = {sign for sign, pattern in SIGNS.items() if pattern.search(text)}
    for kind, weight, sign, pattern in FORMS:
        if sign not in signs:
            continue
        for match in pattern.finditer(text, 0 if kind == "volume" else begin):
            values = {k: v.strip() for k, v in match.groupdict().items() if v}
            if _says_something_else(kind, weight, match, values):
                continue
            if "pages" in values:
                pages = values.pop("pages")
                values["page"] = pages.replace(",", "") if _THOUSANDS.fullmatch(pages) else pages
            end = match.end()
            while end > match.start() and text[end - 1] in " ,:;":
                end -= 1
            firm = kind not in ("pages", "volume-pages") or weight > 1.6
            yield Atom(match.start(), end, Part.LOCATOR, kind, values, weight + len(values) * 0.1, firm=firm)


def _around_journal(text: str) -> Iterator[Atom]:
    """The volume before the name of a journal and the page behind it, as lawyers cite: "135 J. Fin. Econ. 795"."""
    for match in _VOLUME_FIRST.finditer(text):
        if not _REVIEW.search(match["journal"]):
            continue
        yield Atom(*match.span("volume"), Part.LOCATOR, "journal-volume", {"volume": match["volume"]}, 3.4)
        if match["page"]:
            yield Atom(*match.span("page"), Part.LOCATOR, "journal-page", {"page": match["page"]}, 3.4)


def _says_something_else(kind: str, weight: float, match: re.Match[str], values: dict[str, str]) -> bool:
    """Whether what a form matches is no locator: years, days, or the end of another locator."""
    pages, volume = values.get("pages", ""), values.get("volume", "")
    before = max(0, match.start() - _LONGEST_BEFORE)
    if kind == "volume-year-pages" and _AFTER_NUMBER.search(match.string, before, match.start()):
        return True  # "8(10), 809 (2018)": a page and the year, not a volume
    if kind == "pages" and weight < _ALONE:
        days = _MONTH_BEFORE.search(match.string, before, match.start())  # "Oct. 5-9"
        return days is not None or _YEARS.fullmatch(pages) is not None
    if kind == "volume-pages" and _YEAR.fullmatch(pages):
        return True
    return kind != "volume" and _YEAR.fullmatch(volume) is not None
