"""Records of arXiv in XML: Atom feeds, and pages of OAI-PMH in arXiv's own form (``arXiv``), and Dublin Core (``oai_dc``), which every repository has.

Source: OAI-PMH 2.0 and arXiv's page on it.
"""

from __future__ import annotations

from citekit.model.arxiv_paper import ArxivPaper
from citekit.model.identity.people import name_of
from citekit.model.ids import normal_arxiv
from citekit.model.name import Name
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.records import dataclass
from citekit.text.tex_decode import decode
from citekit.text.xml import Element, XmlError, parse

# The responses of arXiv's interface, Atom feeds, as records.
#
# Source: arXiv API User's Manual (elements of an entry, errors as entries). Entries come in no order that can be relied
# on, optional elements are absent, and an error is a feed of one entry whose identifier states what was wrong.

_CATEGORY = re.compile(r"[a-z]+(?:-[a-z]++){0,2}(?:\.[A-Za-z-]{2,20})?")
_ERROR = re.compile(r"/api/errors(?:#|$)")
_PAGE = re.compile(rb"\s*(?:<!doctype\s+html|<html)", re.IGNORECASE)


class FeedError(UnreadableInputError):
    """A response of arXiv's without records: an error of its own, a web page, damaged or hostile XML."""


@dataclass(frozen=True, slots=True)
class Feed:
    """A response: its records, how many there are in all, and what arXiv reports as wrong in the query."""

    records: tuple[ArxivPaper, ...]
    total: int
    errors: tuple[str, ...] = ()

    @property
    def is_empty_page(self) -> bool:
        """Whether it has no records although arXiv counts some: a page that failed, as arXiv sends now and then."""
        return self.total > 0 and not self.records and not self.errors


def is_feed(data: bytes) -> bool:
    """Whether a response is worth caching: a whole feed without errors, with records if there are any."""
    try:
        feed = parse_feed(data)
        return not feed.errors and not feed.is_empty_page
    except FeedError:
        return False


def parse_feed(data: bytes) -> Feed:
    """Return the records of a feed; entries that are not records are skipped. Raises :class:`FeedError`."""
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
    records = tuple(record for entry in entries if (record := _atom_record(entry)))
    total = root.value("totalResults")
    count = int(total) if total.isdecimal() and len(total) < 12 else -1  # more digits are not a count
    # a count that is missing, or less than what is there, does not count for papers that are not there
    return Feed(records, count if count >= len(records) else len(records) + 1, errors)


def _atom_record(entry: Element) -> ArxivPaper | None:
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
        title=_atom_plain(title),
        authors=tuple(name_of(name) for author in entry.every("author") if (name := author.value("name"))),
        submitted=entry.value("published")[:10],
        doi=entry.value("doi"),
        journal=_atom_plain(entry.value("journal_ref")),
        categories=tuple(dict.fromkeys(own)),
        comment=_atom_plain(entry.value("comment")),
        abstract=entry.value("summary"),
    )


def _atom_plain(text: str) -> str:
    return decode(text) if "\\" in text or "{" in text else text


@dataclass(frozen=True, slots=True)
class OaiPage:
    """One response: the records in it, identifiers of deleted ones, the token of the next page (empty at the end)."""

    records: tuple[ArxivPaper, ...]
    deleted: tuple[str, ...] = ()
    token: str = ""


def is_page(data: bytes) -> bool:
    """Whether a response is a page, also one without records."""
    try:
        parse_page(data)
    except FeedError:
        return False
    return True


def parse_page(data: bytes) -> OaiPage:
    """Return the records of a response.

    Raises :class:`~citekit.services.arxiv.xml_records.FeedError` if it is not a page or contains an error.
    """
    try:
        root = parse(data)
    except XmlError as error:
        raise FeedError(f"the response of arXiv cannot be parsed: {error}", "try again later") from None
    error_element = root.first("error")
    if error_element is not None and error_element.attributes.get("code") == "noRecordsMatch":
        return OaiPage(())
    if error_element is not None:
        code = error_element.attributes.get("code", "")
        raise FeedError(f"arXiv refuses the question: {error_element.text or code}", "begin the update again")
    listed = root.first("ListRecords")
    if listed is None:
        raise FeedError(f"arXiv returned a <{root.name}> without records", "try again later")
    entries = list(listed.every("record"))
    gone = (e for e in entries if (head := e.first("header")) and head.attributes.get("status") == "deleted")
    deleted = tuple(normal_arxiv(entry.value("header", "identifier").rpartition(":")[2]) for entry in gone)
    records = tuple(record for entry in entries if (record := record_of_entry(entry)))
    return OaiPage(records, tuple(filter(None, deleted)), listed.value("resumptionToken"))


def record_of_entry(entry: Element) -> ArxivPaper | None:
    """Return the record in a ``<record>`` of either form, or None if it holds none."""
    data, core = entry.first("metadata", "arXiv"), entry.first("metadata", "dc")
    return _record(data) if data else _core_record(core, entry.value("header", "identifier")) if core else None


def _core_record(data: Element, identifier: str) -> ArxivPaper | None:
    """Return a record in Dublin Core: identifiers, comments and the journal are told apart by how they look."""
    identifiers = [" ".join(element.text.split()) for element in data.every("identifier")]
    address = next((text for text in identifiers if "arxiv.org/abs/" in text.lower()), identifier.rpartition(":")[2])
    record_id, title = normal_arxiv(address), data.value("title")
    if not record_id or not title:
        return None
    texts = [" ".join(element.text.split()) for element in data.every("description")]
    comments = [text for text in texts if text.startswith("Comment:")]
    return ArxivPaper(
        id=record_id,
        title=_plain(title),
        authors=tuple(name_of(_plain(name.text)) for name in data.every("creator") if name.text.strip()),
        submitted=min((e.text.strip()[:10] for e in data.every("date")), default=""),
        doi=next((text[4:] for text in identifiers if text.lower().startswith("doi:")), ""),
        journal=next((_plain(t) for t in identifiers if not t.lower().startswith(("doi:", "http://", "https://"))), ""),
        comment=_plain(" ".join(text.removeprefix("Comment:").strip() for text in comments)),
        abstract=next((text for text in texts if text not in comments), ""),
    )


def _record(data: Element | None) -> ArxivPaper | None:
    record_id = normal_arxiv(data.value("id")) if data else ""
    if data is None or not record_id or not data.value("title"):
        return None
    authors = data.first("authors")
    people = list(authors.every("author")) if authors else []
    return ArxivPaper(
        id=record_id,
        title=_plain(data.value("title")),
        authors=tuple(filter(None, map(_name, people))),
        submitted=data.value("created")[:10],
        doi=data.value("doi"),
        journal=_plain(data.value("journal-ref")),
        categories=tuple(data.value("categories").split()),
        comment=_plain(data.value("comments")),
        abstract=data.value("abstract"),
    )


def _name(author: Element) -> Name | None:
    family, given, suffix = (_plain(author.value(part)) for part in ("keyname", "forenames", "suffix"))
    if not family:
        return None
    return Name(family, given, suffix=suffix) if given else name_of(family)


def _plain(text: str) -> str:
    return decode(text) if "\\" in text or "{" in text else text
