"""arXiv's OAI-PMH interface: what has changed since an index was built, a page at a time.

Source: OAI-PMH 2.0 (ListRecords, resumption tokens, errors) and arXiv's page on it (``metadataPrefix=arXiv``). A page
and the token of the next one are written in one transaction, so that an update that was ended goes on behind it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

from citekit.arxiv.atom import FeedError
from citekit.arxiv.build import add, get_number, prepared_record, put
from citekit.arxiv.client import manners
from citekit.arxiv.index import Index, key_hash
from citekit.arxiv.record import Record
from citekit.errors import UsageError
from citekit.fetch import Client, Limits
from citekit.text.tex import decode
from citekit.text.xml import Element, XmlError, parse
from citekit.works.id_values import normal_arxiv
from citekit.works.identity.people import name_of
from citekit.works.identity.titles import title_of
from citekit.works.name import Name

ADDRESS = "https://oaipmh.arxiv.org/oai"
ADDRESS_VARIABLE = "CITEKIT_ARXIV_OAI"
"""The environment variable that names another address of the interface."""


@dataclass(frozen=True, slots=True)
class Page:
    """One answer: the records in it, identifiers of deleted ones, the token of the next page (empty at the end)."""

    records: tuple[Record, ...]
    deleted: tuple[str, ...] = ()
    token: str = ""


@dataclass(frozen=True, slots=True)
class Updated:
    """What an update brought: records that are new, that have changed, and that are gone."""

    new: int
    changed: int
    gone: int


def parse_page(data: bytes) -> Page:
    """The records of an answer. Raises :class:`~citekit.arxiv.atom.FeedError` where it is none or says an error."""
    try:
        root = parse(data)
    except XmlError as error:
        raise FeedError(f"the answer of arXiv cannot be read: {error}", "try again later") from None
    error_element = root.first("error")
    if error_element is not None and error_element.attributes.get("code") == "noRecordsMatch":
        return Page(())
    if error_element is not None:
        code = error_element.attributes.get("code", "")
        raise FeedError(f"arXiv refuses the question: {error_element.text or code}", "begin the update anew")
    listed = root.first("ListRecords")
    if listed is None:
        raise FeedError(f"arXiv answered with a <{root.name}> without records", "try again later")
    entries = list(listed.every("record"))
    gone = (e for e in entries if (head := e.first("header")) and head.attributes.get("status") == "deleted")
    deleted = tuple(normal_arxiv(entry.value("header", "identifier").rpartition(":")[2]) for entry in gone)
    records = tuple(record for entry in entries if (record := _record(entry.first("metadata", "arXiv"))))
    return Page(records, tuple(filter(None, deleted)), listed.value("resumptionToken"))


def _record(data: Element | None) -> Record | None:
    record_id = normal_arxiv(data.value("id")) if data else ""
    if data is None or not record_id or not data.value("title"):
        return None
    authors = data.first("authors")
    people = list(authors.every("author")) if authors else []
    return Record(
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


# --- into an index -------------------------------------------------------------------------------------------------


def update(
    path: Path,
    since: str = "",
    limits: Limits | None = None,
    progress: Callable[[int], None] = lambda _number: None,
) -> Updated:
    """Brings an index up to date: everything that has changed since its newest record, or since a day that is given.

    Raises :class:`~citekit.errors.UnreadableInputError` where there is no index, or where arXiv cannot be reached or
    answers with something else; what was written until then stays, and the next update goes on behind it.
    """
    with Index(path) as index:
        newest = since or index.harvested or index.newest
    if not newest:
        raise UsageError(f"{path} does not say how old it is", "give the day: --since 2026-01-31")
    counts = [0, 0, 0]
    today = datetime.now(UTC).date().isoformat()
    with closing(sqlite3.connect(path, isolation_level=None)) as base, _client(limits) as client:
        token = _left_token(base, newest)
        while True:
            page = parse_page(client.get(_address(newest, token)).data)
            token = page.token
            _write(base, page, token, newest, counts)
            progress(sum(counts))
            if not token:
                break
        put(base, "harvested", today)
    return Updated(*counts)


def _client(limits: Limits | None) -> Client:
    """A client that keeps nothing: what has changed until now is another answer every day."""
    return Client(limits=limits or manners(), worth_keeping=lambda _body: False)


def _address(newest: str, token: str) -> str:
    query = {"verb": "ListRecords"}
    query |= {"resumptionToken": token} if token else {"metadataPrefix": "arXiv", "from": newest}
    return f"{os.environ.get(ADDRESS_VARIABLE) or ADDRESS}?{urlencode(query)}"


def _left_token(base: sqlite3.Connection, newest: str) -> str:
    """The token at which an update for the same day was ended."""
    row = base.execute("select value from meta where name = 'token'").fetchone()
    since, _, token = str(row[0]).partition(" ") if row else ("", "", "")
    return token if since == newest else ""


def _write(base: sqlite3.Connection, page: Page, token: str, newest: str, counts: list[int]) -> None:
    base.execute("begin immediate")
    try:
        keep = bool(base.execute("select 1 from record where abstract is not null limit 1").fetchone())
        fresh = {record.id: record for record in page.records}
        for record_id in (*fresh, *page.deleted):
            known = base.execute("select number, submitted, title from record where id = ?", (record_id,)).fetchone()
            if known:
                keys = [(key_hash(key), known[0]) for key in title_of(known[2]).keys]
                base.execute("delete from record where number = ?", (known[0],))
                base.executemany("delete from title_key where hash = ? and number = ?", keys)
                if record_id in fresh and known[1] and not fresh[record_id].submitted:
                    fresh[record_id] = replace(fresh[record_id], submitted=known[1])
            counts[2 if record_id not in fresh else bool(known)] += bool(known) or record_id in fresh
        rows = [prepared_record(record, keep) for record in fresh.values()]
        put(base, "number", str(add(base, rows, get_number(base, "number"))))
        for word in _words(rows):
            base.execute(
                "insert into frequency values (?, 1) on conflict (word) do update set records = records + 1", (word,)
            )
        put(base, "records", str(base.execute("select count(*) from record").fetchone()[0]))
        put(base, "token", f"{newest} {token}" if token else "")
        base.execute("commit")
    except BaseException:
        base.execute("rollback")
        raise


def _words(rows: list[tuple[tuple[object, ...], list[int], str]]) -> Iterator[str]:
    for _, _, words in rows:
        yield from words.split()
