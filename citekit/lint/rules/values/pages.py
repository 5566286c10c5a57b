"""Pages, volumes and numbers."""

from __future__ import annotations

from citekit.formats.bibtex.values import two_hyphens
from citekit.lint.finding import Finding, Findings, at_field, rewritten, short
from citekit.lint.loading.bibliography import CheckedEntry, CheckedField
from citekit.lint.rule import Context, rule
from citekit.lint.words import listed
from citekit.model.identity.titles import fold, plain
from citekit.model.venues import find
from citekit.runtime import patterns as re
from citekit.text.numerals import roman_value

_NOT_WORDS = re.compile(r"\d|://|www\.")
_ARXIV = ("", "arxiv")
_ADDRESS = re.compile(r"\s*(?:\\url\{)?(?:https?://|www\.)\S+\s*")
_DOI = re.compile(r"\s*(?:doi:?\s*)?10\.\d{4,9}/\S+\s*", re.IGNORECASE)
_PAGES = re.compile(r"\s*(?:pp?\.\s?)\d+\s?-{1,2}\s?\d+\s*")
_RANGE = re.compile(r"\s*(\d{2,6})\s?(?:--?|–)\s?(\d{2,6})\s*")
_ISBN = re.compile(r"\s*(?:ISBN:?\s*)?97[89](?:[ -]?\d){10}\s*")
_NAMES = re.compile(r"\s*[A-Z][\w'’-]{1,30}, [A-Z][\w'’. -]{0,40} and [A-Z][\w'’-]{1,30}, [A-Z].*", re.DOTALL)
_VENUE = re.compile(r"\b(?:of|on|for|in|the|to|Transactions|Journal|Letters|Reviews?|Science)\b")
_SERIAL = re.compile(r"\s*(?:Journal of|Annals of|Transactions on|IEEE Transactions|Proceedings of the)\s.*", re.DOTALL)
_PUBLISHERS = frozenset(listed("publishers"))
_LONGEST_PUBLISHER = 40  # the longest name of a publisher in the table is shorter
_WITH_ISSUES = frozenset({"article", "inproceedings", "conference", "incollection", "inbook"})
_WORDS = frozenset({"journal", "booktitle", "publisher", "author", "series"})
_NUMERALS = frozenset({"pages", "year", "month"})
_SHORTEST_IDENTIFIER = len("10.1234/5")
_WORDY = _WORDS | {"title", "editor"}
# Number of volumes or issues that may be bound together.
_MOST_DIGITS = {"volume": 6, "number": 12}


@rule(
    "field",
    "warning",
    languages="bibtex csl",
    fields="eprint pages number year month journal booktitle publisher author editor volume edition series school institution address title",
    ordinary=False,
)
def field_swapped(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """A value is in the wrong field."""
    text = part.text
    if len(text) < _SHORTEST_IDENTIFIER and part.name in _NUMERALS and "www" not in text:
        return None
    # nothing of one or two characters is an identifier or a name; bounds the time for long values
    if len(text) < 3 or len(text) > 2000:
        return None
    # BibLaTeX's styles print eprint as an identifier, BibTeX's pass over publishers' addresses
    if part.name == "eprint" and not (
        context.dialect_of(entry) == "biblatex" and entry.text("eprinttype").lower() in _ARXIV
    ):
        return None
    found = _locator(entry, part) if _NOT_WORDS.search(text) else None
    what, where = found or (_words(entry, part) if part.name in _WORDY else ("", ""))
    if not what:
        return None
    hint = "write the identifier alone" if "arxiv.org/" in text else f"put it into {where}"
    return at_field(part, f"{part.name} holds {what}: {short(text)}", hint)


def _locator(entry: CheckedEntry, part: CheckedField) -> tuple[str, str] | None:
    """Return what of a title, a name or a number a value of digits or an address is, and the field for it."""
    name, text = part.name, part.text
    if _ADDRESS.fullmatch(text):
        own = name == "title" or (
            name == "publisher" and "url" in entry
        )  # reported by another rule; some tools put it there
        shown = name == "address" and text.lstrip().startswith("\\")  # put there to be printed
        return None if own or shown else ("an address", "url")
    if _DOI.fullmatch(text):
        return None if name in ("title", "booktitle") else ("a DOI", "doi")
    if name in ("volume", "number", "edition") and (_PAGES.fullmatch(text) or _is_long(entry, name, text)):
        return "a range of pages", "pages"
    if name in ("journal", "booktitle", "publisher") and _RANGE.fullmatch(text):
        return "a range of pages", "pages"
    if name != "title" and _ISBN.fullmatch(text):
        return "an ISBN", "isbn"
    if name in _WORDS and len(text) == len("2020") and text[:2] in ("19", "20") and text.isdecimal():
        return "a year", "year"
    return None


def _is_long(entry: CheckedEntry, name: str, text: str) -> bool:
    match = _RANGE.fullmatch(text)
    if name == "number" and entry.type not in _WITH_ISSUES:
        return False  # reports are numbered "86-194"
    return match is not None and name in _MOST_DIGITS and int(match[2]) - int(match[1]) > _MOST_DIGITS[name]


def _words(entry: CheckedEntry, part: CheckedField) -> tuple[str, str]:
    """Return what of another field a value of words is, and the field for it; empty if the value may be correct."""
    name, text = part.name, part.text
    if (
        name in ("title", "journal", "booktitle", "publisher", "series")
        and " and " in text
        and _NAMES.fullmatch(text)
        and not _VENUE.search(text)
    ):
        return "names", "author or editor"
    if name in ("author", "editor") and _SERIAL.fullmatch(text):
        return "the name of a journal", "journal"
    if name == "journal" and len(text) < _LONGEST_PUBLISHER and fold(text) in _PUBLISHERS:
        return "a publisher", "publisher"
    if name == "title" and entry.type == "article" and _SERIAL.fullmatch(text):
        journal = plain(entry.text("journal", "journaltitle"))
        if journal.count(" ") > 2 and find(plain(text)) is not None and find(journal) is None:
            return "the name of a journal", "journal"
    return "", ""


@rule("field", "note", profile="submission", fields="pages")
def page_hyphen(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """A range of pages is written with one hyphen, or with spaces or a typographic dash."""
    text = part.text.strip()
    if (
        not text
        or context.dialect_of(entry) == "biblatex"
        or (text.isascii() and "--" in text and " -" not in text and "- " not in text and "---" not in text)
        or text.isdigit()
    ):
        return None
    better = two_hyphens(part.text)
    if better == part.text:
        return None
    return at_field(
        part,
        f"the range '{short(text)}' is not written with two hyphens",
        f"write {better.strip()}",
        fix=rewritten(part, better, "write two hyphens", safe=" -" not in text and "- " not in text),
    )


_DASH = r"\s{0,3}(?:-{1,3}|[\u2010-\u2015\u2212]|\bto\b)\s{0,3}"
_RANGES = re.compile(rf"(?<![\w:.-])(?P<letter>[A-Za-z]?)(\d{{1,7}}){_DASH}(?P=letter)(\d{{1,7}})(?:pp?)?(?![\w:.-])")
# Pages that restart in each article: `12:1--12:23`.
_ARTICLE = re.compile(rf"(?<![\w:.-])(?P<article>\d{{1,4}}):(\d{{1,3}}){_DASH}(?P=article):(\d{{1,3}})(?![\w:.-])")
_ROMAN = re.compile(rf"(?<![\w:.-])([ivxlc]{{1,8}}){_DASH}([ivxlc]{{1,8}})(?![\w:.-])")
_OPEN = re.compile(r"\s*\d{1,7}\s?(?:-{1,3}|[\u2010-\u2015])\s*")
# A short form does not span more pages than this: `1002--998` does not mean `1002--1998`.
_MOST_PAGES = 500


@rule("field", "warning", languages="bibtex csl list", fields="pages", ordinary=False)
def page_order(entry: CheckedEntry, part: CheckedField, context: Context) -> Findings:
    """A range of pages ends before it begins, or has no end."""
    if len(part.text) > 400:  # bounds the time for a value that is not a list of pages
        return ()
    if _OPEN.fullmatch(part.text) and entry.language != "list":
        return (at_field(part, "the range of pages has no end", "put the last page"),)
    found = []
    for match in (*_RANGES.finditer(part.text), *_ARTICLE.finditer(part.text)):
        first, last = match[2], match[3]
        full = first[: len(first) - len(last)] + last if len(last) < len(first) and not match[1].isalpha() else last
        if int(full) < int(first) or (full != last and int(full) - int(first) > _MOST_PAGES):
            found.append(_found(part, match, first, last))
    for match in _ROMAN.finditer(part.text):
        if roman_value(match[2]) < roman_value(match[1]):
            found.append(_found(part, match, match[1], match[2]))
    return found


def _found(part: CheckedField, match: re.Match[str], first: str, last: str) -> Finding:
    return at_field(part, f"the pages end at {last}, before {first}", "correct one of them", match)
