r"""A year is not a year.

Why: styles sort by it, and labels such as "Doe (2020)" are made of it. Ranges, years with a question mark, in brackets or
with "ca.", "in press" and "n.d." in several languages, BibLaTeX's dates and what LaTeX commands make are years for this
rule; a month or a day beside the year is not, for it has a field of its own.

Example:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = {20020}}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = {2020}}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, short
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "warning"
FIELDS = ("year",)

_YEAR = re.compile(
    r"-?(?:\d{4}(?:ff?|[a-z])?|(?!19|20)\d{3})\s?[?~%]*(?:\s?(?:-{1,3}|–|/|,|and|&)\s?(?:\d{1,4}|present)?[a-z]?)?"
    r"|\d{4}(?:-\d\d){1,2}(?:/\d{4}(?:-\d\d){0,2})?|\d\d(?:xx|--|\?\?)\??|\d{3}(?:[?-]{1,3}|(?-i:X))",
    re.IGNORECASE,
)
_NO_DATE = re.compile(
    r"n\.?\s?d\.?|no date|undated|s\.?\s?[adf]\.?|o\.?\s?j\.?|[bz]\.?\s?[rj]\.?|б\.\s?г\.?"
    r"|ohne jahr|sin fecha|sans date|senza data|sem data",
    re.IGNORECASE,
)
_STATUS = re.compile(
    r"\b(?:to (?:appear|be published)|in (?:press|print|preparation|progress|review|revision|stampa)|forth\s?coming"
    r"|under (?:review|revision)|accepted|submitted|unpublished|preprint|ongoing|present|online|early access|ahead of print"
    r"|im (?:druck|erscheinen)|erscheint|en prensa|à paraître|no prelo|w druku|в печати|i trykk)\b",
    re.IGNORECASE,
)
_WHOLE_YEAR = re.compile(r"(?<!\d)(?:1\d{3}|20\d\d|2100)(?!\d)")
_ANY_YEAR = re.compile(r"(?<!\d)\d{1,4}(?!\d)")
_WORD = re.compile(r"[^\W_]+")
_BEFORE = re.compile(r"(?:n\.?\s?d\.?,?\s?)?(?:(?:circa|ca?|p|cop)\b\.?\s?|[cp](?=\d)|©\s?)?", re.IGNORECASE)
_PLAIN_WORD = re.compile(r"[A-Za-z]{2}")
_ERAS = frozenset("bc bce ad ce ah chr c ca circa".split())
_BESIDE_A_YEAR = _ERAS | frozenset(
    "ff or and und et e y to bis a v n sh um approx approximately about around before after vor nach ante post p cop copyright "
    "printed printing repr reprint reprinted reprinting rpt rev revised corrected corrections with first published orig "
    "originally original erstmals zuerst date present today now heute spring summer "
    "fall autumn winter".split()
)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text.strip("{}()[] \t\r\n.,")
    if len(text) == 4 and text.isdigit() and "1400" <= text <= "2099":
        return ()
    if (
        "\\" in part.text
        or (part.inside < 0 and _WHOLE_YEAR.search(text))
        or "crossref" in text
        or _is_year(text.replace("{", "").replace("}", "")[:80])
    ):
        return ()
    return (at_field(part, f"'{short(text)}' is not a year", "write four digits"),)


def _is_year(text: str) -> bool:
    if not any(map(str.isalnum, text)) or _NO_DATE.fullmatch(text) or _STATUS.search(text):
        return True
    if _YEAR.fullmatch(_BEFORE.sub("", text)):
        return not (text.isdigit() and len(text) == 4 and int(text) > 2100)
    if not text.isascii() and any(map(str.isalpha, text)) and any(map(str.isdigit, text)):
        return any(not word.isascii() for word in _WORD.findall(text)) and not _PLAIN_WORD.search(text)
    has_era = any(word.casefold() in _ERAS for word in _WORD.findall(text))
    year = _ANY_YEAR if has_era else _WHOLE_YEAR
    return bool(year.search(text)) and all(map(_goes_with_a_year, _WORD.findall(year.sub(" ", text))))


def _goes_with_a_year(word: str) -> bool:
    """Whether a word may stand beside a year; those of other scripts may, for what they mean is not known here."""
    return word.casefold() in _BESIDE_A_YEAR or not (word.isascii() or word[0].isdigit())
