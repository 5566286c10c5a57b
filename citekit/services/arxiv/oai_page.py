"""Pages of OAI-PMH as records: arXiv's own form (``arXiv``), and Dublin Core (``oai_dc``), which every repository has.

Source: OAI-PMH 2.0 and arXiv's page on it.
"""

from __future__ import annotations

from citekit.model.arxiv_paper import ArxivPaper
from citekit.model.id_values import normal_arxiv
from citekit.model.identity.people import name_of
from citekit.model.name import Name
from citekit.runtime.records import dataclass
from citekit.services.arxiv.atom import FeedError
from citekit.text.tex_decode import decode
from citekit.text.xml import Element, XmlError, parse


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

    Raises :class:`~citekit.services.arxiv.atom.FeedError` if it is not a page or contains an error.
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
