"""Values as nearly all are: names, titles, venues, pages and numbers in which most rules can find nothing.

One look at a value spares the looks of ten rules. What is ordinary here is what every rule with ``ordinary=False`` finds
nothing in; ``tests/test_ordinary.py`` generates such values and runs all those rules.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from citekit.lint.loading.written_names import BODY
from citekit.runtime import patterns as re

_ACCENT = r"\{\\(?:[`'^\"~=.]\\?[A-Za-z]|[Hcvukr]\{[A-Za-z]\})\}"
_WORD = (
    r"(?!(?:And|Et|Etal|Etalii|Prof|Professor|Dr|Mr|Mrs|Ms|Sc|Ph|Phil|Dipl|Others?|Al|Otros|Outros|Autres|Colleagues|Collaborators|"
    rf"Co-?[Ww]orkers|Co-?[Aa]uthors)\b)(?:[OD]')?(?:[A-ZÀ-ÖØ-ÞĀ-ž]|{_ACCENT})(?>(?:[a-zß-öø-ÿĀ-ž]++|{_ACCENT})+)"
)
_INITIALS = r"(?!M\.B\.A|F\.R\.S)(?>(?:[A-Z](?:\.-?|\b))+)(?<!-)"
_FAMILY = rf"(?:(?:van|von|de|der|den|la|le|da|di|dos|del|du|ten|ter)\ ){{0,3}}{_WORD}(?:[ -]{_WORD}){{0,2}}"
_GIVEN = rf"(?:{_WORD}|{_INITIALS})(?:[ -](?:{_WORD}|{_INITIALS})){{0,3}}"
_NAME = re.compile(rf"{_FAMILY}, {_GIVEN}")
_IN_ORDER = re.compile(rf"{_GIVEN}\ {_FAMILY}")
# How placeholders, notices of retraction and lists of names begin.
_TOLD_OF = (
    r"(?i:retracted|withdrawn|expression of|to be|missing|fill ?in|insert|lorem|xxx|todo|tb[dca]|fixme)"
    r"|[A-Z][\w'-]{1,30}+, [A-Z]"
)
_TEXT = r"(?>(?:[A-Za-z{0}\s,:;?!{{}}-]++|\.(?=\s|$)|'(?!'))+)"
_TITLE = re.compile(
    rf"\{{{{0,2}}(?!{_TOLD_OF}|(?:Journal of|Annals of|Transactions on|IEEE Transactions|Proceedings of the)\s)"
    rf"(?=[^a-z]{{0,40}}[a-z])[A-Z0-9](?:{_TEXT.format('0-9')})?",
    re.ASCII,
)
_VENUE = re.compile(
    rf"\{{{{0,2}}(?!{_TOLD_OF})(?=.{{1,60}}\b(?:of|on|for|in)\b)(?=[^a-z]{{0,40}}[a-z])[A-Z](?>(?:{_TEXT.format('')}"
    rf"|(?<=[\s])\d{{1,2}}(?:st|nd|rd|th)\b)*)",
    re.ASCII,
)
_YEAR = re.compile(r"(?:1[4-9]|20)\d\d", re.ASCII)
_NUMBER = re.compile(r"\d{1,4}", re.ASCII)
_DOI = re.compile(r"10\.(?!48550/)[1-9]\d{3,7}/(?!.{0,99}(?i:arxiv)|x)[A-Za-z0-9._-]{0,99}[A-Za-z0-9]", re.ASCII)
_LONGEST_PAGE, _LONGEST_NAME = 6, 80


def is_common(name: str, text: str) -> bool:
    """Whether the value of a field is one in which rules with ``ordinary=False`` find nothing.

    >>> is_common("author", "Roe, Jane and Poe, P. and others"), is_ordinary("author", "Jane Roe, PhD")
    (True, False)
    >>> is_common("pages", "12--19"), is_ordinary("pages", "19--12")
    (True, False)
    """
    look = _LOOKS.get(name)
    return look is not None and look(text)


def _names(text: str) -> bool:
    """Whether all names, or none of them, are split by a comma; the family name of a single one must be one word."""
    if "\n" in text:
        text = " ".join(text.split())
    names = text.removesuffix(" and others").split(" and ")
    if not all(map(_is_name, names)):
        return False
    commas = text.count(",")
    return commas in (0, len(names)) and (len(names) > 1 or not commas or " " not in text.partition(",")[0])


@lru_cache(maxsize=65536)
def _is_name(text: str) -> bool:
    if len(text) > _LONGEST_NAME:
        return False
    if "," in text:
        return _NAME.fullmatch(text) is not None
    return _IN_ORDER.fullmatch(text) is not None and BODY.search(text) is None


def _written_as(form: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda text: form.fullmatch(text) is not None


def _pages(text: str) -> bool:
    """A page, or two in their order with two hyphens between them."""
    first, dash, last = text.partition("--")
    if not first.isdecimal() or not first.isascii() or len(first) > _LONGEST_PAGE:
        return False
    if not dash:
        return True
    return last.isdecimal() and last.isascii() and len(first) <= len(last) <= _LONGEST_PAGE and int(first) <= int(last)


_LOOKS: dict[str, Callable[[str], bool]] = {
    **dict.fromkeys(("author", "editor", "translator"), _names),
    **dict.fromkeys(("booktitle", "journal", "journaltitle"), lru_cache(maxsize=16384)(_written_as(_VENUE))),
    **dict.fromkeys(("volume", "number"), _written_as(_NUMBER)),
    "title": _written_as(_TITLE),
    "year": _written_as(_YEAR),
    "pages": _pages,
    "doi": _written_as(_DOI),
}
