"""What arXiv's interface answers, an Atom feed, as records.

Source: arXiv API User's Manual (elements of an entry, errors as entries). Entries come in no order that can be relied
on, optional elements are absent, and an error is a feed of one entry whose identifier states what was wrong.
"""

from __future__ import annotations

from citekit.model.arxiv_paper import ArxivPaper
from citekit.model.id_values import normal_arxiv
from citekit.model.identity.people import name_of
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.records import dataclass
from citekit.text.tex_decode import decode
from citekit.text.xml import Element, XmlError, parse

_CATEGORY = re.compile(r"[a-z]+(?:-[a-z]++){0,2}(?:\.[A-Za-z-]{2,20})?")
_ERROR = re.compile(r"/api/errors(?:#|$)")
_PAGE = re.compile(rb"\s*(?:<!doctype\s+html|<html)", re.IGNORECASE)


class FeedError(UnreadableInputError):
    """An answer of arXiv's that holds no records: an error of its own, a web page, damaged or hostile XML."""


@dataclass(frozen=True, slots=True)
class Feed:
    """An answer: its records, how many there are in all, and what arXiv says was wrong with the question."""

    records: tuple[ArxivPaper, ...]
    total: int
    errors: tuple[str, ...] = ()

    @property
    def is_empty_page(self) -> bool:
        """Whether it has no records although arXiv counts some: a page that failed, as arXiv sends now and then."""
        return self.total > 0 and not self.records and not self.errors


def is_feed(data: bytes) -> bool:
    """Whether an answer is worth keeping: a whole feed without errors, with records if there are any."""
    try:
        feed = parse_feed(data)
        return not feed.errors and not feed.is_empty_page
    except FeedError:
        return False


def parse_feed(data: bytes) -> Feed:
    """Return the records of a feed; entries that are none are left out. Raises :class:`FeedError`."""
    if _PAGE.match(data.removeprefix(b"\xef\xbb\xbf")[:200]):
        raise FeedError("arXiv returned a web page instead of records", "try again later")
    try:
        root = parse(data)
    except XmlError as error:
        raise FeedError(f"the response of arXiv cannot be parsed: {error}", "try again later") from None
    if root.name != "feed":
        raise FeedError(f"arXiv returned a <{root.name}> instead of records", "try again later")
    entries = list(root.every("entry"))
    errors = tuple(
        entry.value("summary") or entry.value("id").partition("#")[2].replace("_", " ") or "an error"
        for entry in entries
        if _ERROR.search(entry.value("id"))
    )
    records = tuple(record for entry in entries if (record := _record(entry)))
    total = root.value("totalResults")
    count = int(total) if total.isdecimal() and len(total) < 12 else -1  # more digits are not a count
    # a count that is missing, or less than what is there, says nothing of papers that are not there
    return Feed(records, count if count >= len(records) else len(records) + 1, errors)


def _record(entry: Element) -> ArxivPaper | None:
    address = entry.value("id")
    record_id = "" if _ERROR.search(address) else normal_arxiv(address)
    title = entry.value("title")
    if not record_id or (not title and entry.first("title") is None):
        return None
    primary = entry.first("primary_category")
    terms = [category.attributes.get("term", "") for category in entry.every("category")]
    own = [
        term for term in ((primary.attributes.get("term", "") if primary else ""), *terms) if _CATEGORY.fullmatch(term)
    ]
    return ArxivPaper(
        id=record_id,
        title=_plain(title),
        authors=tuple(name_of(name) for author in entry.every("author") if (name := author.value("name"))),
        submitted=entry.value("published")[:10],
        doi=entry.value("doi"),
        journal=_plain(entry.value("journal_ref")),
        categories=tuple(dict.fromkeys(own)),
        comment=_plain(entry.value("comment")),
        abstract=entry.value("summary"),
    )


def _plain(text: str) -> str:
    return decode(text) if "\\" in text or "{" in text else text
