"""Years, months and dates."""

from __future__ import annotations

from functools import lru_cache

from citekit.lint.finding import Finding, Findings, about, at_field, at_key, replaced, short
from citekit.lint.loading.bibliography import CheckedBibliography, CheckedEntry, CheckedField
from citekit.lint.rule import Context, rule
from citekit.lint.words import listed
from citekit.model.date import MONTH_NAMES, read_iso
from citekit.model.identity.titles import words
from citekit.runtime import patterns as re

# The form of BibLaTeX's dates, of which `read_iso` also reads `2020-5`.
_FORM = re.compile(r"(?:-?\d{4}|\d{2}XX|\d{3}X|Y-?\d{5,9})(?:-(?:\d\d|XX)(?:-(?:\d\d|XX)(?:T[\d:.Z+-]+)?)?)?[?~%]?")
_MEANT = re.compile(r"-?\d{4}-\d")
_FREE = re.compile(r"[^\W\d_]{3}.{0,3}\d|\d.{0,3}[^\W\d_]{3}|\b\d{1,4}[./]\s?\d{1,2}[./]\s?\d{1,4}\b")


@rule("field", "warning", fields="date urldate eventdate origdate")
def bad_date(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """A date is not in the form that BibLaTeX reads (ISO 8601, EDTF)."""
    if part.name == "date" and "journaltitle" not in entry and "year" in entry:
        return None  # someone's note next to the year that counts
    text = part.text.strip("{} \t\r\n")
    if part.name == "date" and context.dialect_of(entry) == "bibtex" and not _MEANT.match(text):
        return None  # a field of someone's own, for BibTeX has none of this name
    if text in ("", "/", "..") or all(_is_date(piece) for piece in text.split("/")):
        return None
    if part.name in ("urldate", "eventdate") and context.dialect_of(entry) == "bibtex" and _FREE.search(text[:80]):
        return None  # the styles of BibTeX that know it print it as it is
    return at_field(
        part, f"'{short(text)}' is not a date", "write 2020, 2020-12, 2020-12-05, or two of them with / between"
    )


def _is_date(text: str) -> bool:
    """Whether a text is a date that exists, in the form with two digits for months and days."""
    return text in ("", "..") or (
        _FORM.fullmatch(text[:40]) is not None and read_iso(text.replace("Y", "y")) is not None
    )


_SEASONS = frozenset(listed("seasons"))


@rule("field", "warning", fields="month")
def bad_month(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """A month is not one of the twelve, or is in another language than those of the other entries."""
    if part.inside < 0 or not any(map(str.isalnum, part.text)):
        return None
    if part.text.strip().isdecimal():
        if 1 <= int(part.text.strip()[:9]) <= 12:  # months of a year
            return None
    elif any(_is_month(word) for word in words(part.text)):
        return None
    return at_field(part, f"'{short(part.text)}' is not a month", "write jan to dec without braces, or 1 to 12")


@bad_month.also("bibliography")
def bad_month_in_bibliography(bibliography: CheckedBibliography, context: Context) -> Findings:
    """Months in words of another language where most of the file has macros or English ones."""
    foreign, english = [], 0
    for entry in bibliography.entries:
        part = entry.get("month")
        if part is None or part.text.strip().isdecimal():
            continue
        name = _first_word(part.text)
        # three letters ("jan", "dec") are the same in several languages
        if len(name) > 3 and part.inside >= 0 and name in _FOREIGN and name not in _ENGLISH:
            foreign.append((entry, part))
        else:
            english += name[:3] in _ENGLISH_STARTS
    for entry, part in foreign if english > len(foreign) else ():
        if not entry.get("langid", "language", "hyphenation"):
            hint = "write jan to dec without braces; the style puts it into its language"
            message = f"'{short(part.text)}' is not in the language of the other months"
            yield about(entry, at_field(part, message, hint))


@lru_cache(maxsize=1024)
def _first_word(text: str) -> str:
    return "".join(words(text)[:1])


def _is_month(word: str) -> bool:
    # days of a month are next to its name: "12 May"
    if word in _SEASONS or (word.isdecimal() and 1 <= int(word[:9]) <= 31 and len(word) < 3):
        return True
    if not word.isascii():
        return True  # another script: what it means is not known here
    return word in _SHORTENED or (len(word) > 2 and any(name.startswith(word) for name in _MONTHS_OF_LANGUAGES))


_FOREIGN = frozenset(listed("months of other languages"))
_MONTHS_OF_LANGUAGES = (*(name.lower() for name in MONTH_NAMES), *_FOREIGN)
_SHORTENED = frozenset("sept mrz mrt juil".split())
_ENGLISH = frozenset(name.lower() for name in MONTH_NAMES)
_ENGLISH_STARTS = frozenset(name[:3] for name in _ENGLISH)


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
_NOT_YET = re.compile(
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
_BESIDE_A_YEAR = _ERAS.union(listed("words next to a year"))


@rule("field", "warning", fields="year", ordinary=False)
def bad_year(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """A year is not a year."""
    text = part.text.strip("{}()[] \t\r\n.,")
    # the common case first: from the first printed books to the end of this century
    if len(text) == 4 and text.isdigit() and "1400" <= text <= "2099":
        return None
    if (
        "\\" in part.text
        or (part.inside < 0 and _WHOLE_YEAR.search(text))
        or "crossref" in text
        or _is_year(text.replace("{", "").replace("}", "")[:80])
    ):
        return None
    return at_field(part, f"'{short(text)}' is not a year", "write four digits")


def _is_year(text: str) -> bool:
    if not any(map(str.isalnum, text)) or _NO_DATE.fullmatch(text) or _NOT_YET.search(text):
        return True
    if _YEAR.fullmatch(_BEFORE.sub("", text)):
        # later years are typos; 2100 leaves room for this century
        return not (text.isdigit() and len(text) == 4 and int(text) > 2100)
    if not text.isascii() and any(map(str.isalpha, text)) and any(map(str.isdigit, text)):
        return any(not word.isascii() for word in _WORD.findall(text)) and not _PLAIN_WORD.search(text)
    has_era = any(word.casefold() in _ERAS for word in _WORD.findall(text))
    year = _ANY_YEAR if has_era else _WHOLE_YEAR
    return bool(year.search(text)) and all(map(_goes_with_a_year, _WORD.findall(year.sub(" ", text))))


def _goes_with_a_year(word: str) -> bool:
    """Whether a word may be next to a year; those of other scripts may, for what they mean is not known here."""
    return word.casefold() in _BESIDE_A_YEAR or not (word.isascii() or word[0].isdigit())


@rule("entry", "warning", languages="bibtex csl list", of="bad-year")
def future_year(entry: CheckedEntry, context: Context) -> Finding | None:
    """A year lies in the future."""
    year = entry.year
    if year is None or year <= context.year + 1:
        return None
    part = entry.year_field
    message, hint = f"the year {year} is in the future", "correct it"
    return at_field(part, message, hint) if part else at_key(entry, message, hint)


@rule("field", "note", fields="month", of="bad-month")
def month_no_integer(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """A month in a file for BibLaTeX is text, so it is not sorted by."""
    text = part.text.strip("{} \t\r\n")
    if context.dialect_of(entry) != "biblatex" or not text or text.isdecimal():
        return None
    if part.inside < 0:
        if part.raw.isidentifier():
            return None
        return at_field(part, "the month is put together, and biber reads an integer", "write one month, or a date")
    word = text.rstrip(".").lower()  # the name of an English month, or three letters of it and more
    macro = next((name[:3] for name in sorted(_ENGLISH) if len(word) > 2 and name.startswith(word)), "")
    fix = replaced(part, part.span, macro, f"write {macro}", safe=True) if macro else None
    hint = f"write {macro} without braces, or its number" if macro else "write jan to dec without braces, or 1 to 12"
    return at_field(part, f"biber reads a month as an integer, and this is text: {short(part.text)}", hint, fix=fix)


_STATUS = re.compile(
    r"\b(?:to appear|in press|in print|forthcoming|submitted (?:to|for publication)|under (?:review|revision)|to be published"
    r"|accepted (?:for publication|at|by|to)|just accepted|early access|ahead of print|advance(?:d)? online publication"
    r"|(?:manuscript |work )?in (?:preparation|progress)|im (?:druck|erscheinen)|erscheint|en prensa|in corso di stampa"
    r"|no prelo|à paraître)\b",
    re.IGNORECASE,
)
_ANYTHING = re.compile(r"\S+")
# What BibLaTeX's `pubstate` may state; `prepublished` may stay so.
_STATES = frozenset({"inpress", "forthcoming", "submitted", "inpreparation"})
_SHORT_NOTE = 80  # in a longer note the word is part of a sentence about something else
_HOW_OFTEN = ("quarterly", "monthly", "annually", "twice", "every", "weekly")
_FIELDS = (
    "note", "pubstate", "journal", "booktitle", "howpublished", "pages", "volume", "number", "addendum", "status", "item",
)  # fmt: skip


@rule(
    "entry",
    "warning",
    languages="bibtex csl list",
    options={"years": (1, "Number of years that a publication may take to appear.")},
)
def stale_to_appear(entry: CheckedEntry, context: Context) -> Finding | None:
    """A publication of years ago is still "to appear", "in press" or "submitted"."""
    for name in _FIELDS:
        part = entry.by_name.get(name)
        # "online" is not a state; the shortest one, "in press" or "to appear", has more letters
        if part is None or len(part.text) < 6:
            continue
        is_state = part.name == "pubstate" and part.text.strip().lower() in _STATES
        match = _STATUS.search(part.text) or (_ANYTHING.search(part.text) if is_state else None)
        if match is None or (entry.language != "list" and not _is_remark(part.text, match)):
            continue
        year = entry.year
        if year is None or year >= context.year - context.options["years"]:
            return None
        title = entry.by_name.get("title") if entry.language == "list" else None
        if title and title.span.start <= part.part(*match.span()).start < title.span.end:
            return None  # the words are part of its title
        message = f"it is of {year} and still “{match[0]}”"
        return at_field(part, message, "add where it appeared, or remove it", match)
    return None


def _is_remark(text: str, match: re.Match[str]) -> bool:
    """Whether the words state how far the publication is, and not something in a long note."""
    before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
    begins = not before or before[-1] in ".;:({["
    return (len(text) <= _SHORT_NOTE or begins) and not after.lower().startswith(_HOW_OFTEN)
