r"""A value stands in the wrong field: a DOI among the pages, an address as a title, a year as a volume.

Why: it is printed where nobody expects it, and is missing where it belongs.

Example:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, pages = {10.1000/182}, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, doi = {10.1000/182}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, short
from citekit.checks.reading.entry import Entry, Field
from citekit.text.guarded import Guarded
from citekit.works.identity.fold import fold, plain
from citekit.works.venues import find

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = (
    "eprint", "pages", "number", "year", "month", "journal", "booktitle", "publisher", "author", "editor", "volume", "edition", "series",
    "school", "institution", "address", "title",
)  # fmt: skip

_NOT_WORDS = re.compile(r"\d|://|www\.")
_ARXIV = ("", "arxiv")
_ADDRESS = Guarded(r"\s*(?:\\url\{)?(?:https?://|www\.)\S+\s*")
_DOI = Guarded(r"\s*(?:doi:?\s*)?10\.\d{4,9}/\S+\s*", re.IGNORECASE)
_PAGES = re.compile(r"\s*(?:pp?\.\s?)\d+\s?-{1,2}\s?\d+\s*")
_RANGE = re.compile(r"\s*(\d{2,6})\s?(?:--?|–)\s?(\d{2,6})\s*")
_ISBN = re.compile(r"\s*(?:ISBN:?\s*)?97[89](?:[ -]?\d){10}\s*")
_NAMES = re.compile(r"\s*[A-Z][\w'’-]{1,30}, [A-Z][\w'’. -]{0,40} and [A-Z][\w'’-]{1,30}, [A-Z].*", re.DOTALL)
_VENUE = re.compile(r"\b(?:of|on|for|in|the|to|Transactions|Journal|Letters|Reviews?|Science)\b")
_SERIAL = re.compile(r"\s*(?:Journal of|Annals of|Transactions on|IEEE Transactions|Proceedings of the)\s.*", re.DOTALL)
_PUBLISHERS = frozenset(
    "springer elsevier wiley ieee acm mitpress springerverlag cambridgeuniversitypress oxforduniversitypress academicpress "
    "northholland kluwer birkhauser crcpress prenticehall mcgrawhill addisonwesley taylorandfrancis".split()
)
_LONGEST_PUBLISHER = 40
_WITH_ISSUES = frozenset({"article", "inproceedings", "conference", "incollection", "inbook"})
_WORDS = frozenset({"journal", "booktitle", "publisher", "author", "series"})
_NUMERALS = frozenset({"pages", "year", "month"})
_SHORTEST_IDENTIFIER = len("10.1234/5")
_WORDY = _WORDS | {"title", "editor"}
_MOST = {"volume": 6, "number": 12}
"""So many volumes or issues may be bound together."""


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text
    if len(text) < _SHORTEST_IDENTIFIER and part.name in _NUMERALS and "www" not in text:
        return ()
    if len(text) < 3 or len(text) > 2000 or (part.name == "eprint" and not _is_printed(entry, context)):
        return ()
    found = _locator(entry, part) if _NOT_WORDS.search(text) else None
    what, where = found or (_words(entry, part) if part.name in _WORDY else ("", ""))
    if not what:
        return ()
    hint = "write the identifier alone" if "arxiv.org/" in text else f"put it into {where}"
    return (at_field(part, f"{part.name} holds {what}: {short(text)}", hint),)


def _is_printed(entry: Entry, context: Context) -> bool:
    """Whether styles print ``eprint`` as an identifier: those of BibLaTeX do, BibTeX's pass over publishers' addresses."""
    return context.dialect_of(entry) == "biblatex" and entry.text("eprinttype").lower() in _ARXIV


def _locator(entry: Entry, part: Field) -> tuple[str, str] | None:
    """What of a title, a name or a number a value of digits or an address is, and the field for it."""
    name, text = part.name, part.text
    if _ADDRESS.fullmatch(text):
        own = name == "title" or (
            name == "publisher" and "url" in entry
        )  # told by another rule; some tools put it there
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


def _is_long(entry: Entry, name: str, text: str) -> bool:
    match = _RANGE.fullmatch(text)
    if name == "number" and entry.type not in _WITH_ISSUES:
        return False  # reports are numbered "86-194"
    return match is not None and name in _MOST and int(match[2]) - int(match[1]) > _MOST[name]


def _words(entry: Entry, part: Field) -> tuple[str, str]:
    """What of another field a value of words is, and the field for it; empty where it may be what it should be."""
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
