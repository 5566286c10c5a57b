"""arXiv's OAI-PMH interface: what has changed since an index was built, a page at a time.

Source: OAI-PMH 2.0 (ListRecords, resumption tokens, errors) and arXiv's page on it (``metadataPrefix=arXiv``). A page
and the token of the next one are written in one transaction, so that an interrupted update continues after it.
"""

from __future__ import annotations

import os
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

from citekit.model.identity.titles import title_of
from citekit.runtime.errors import UsageError
from citekit.runtime.http import Client, Limits
from citekit.runtime.records import dataclass
from citekit.services.arxiv.build import add, get_number, prepared_record, put
from citekit.services.arxiv.client import manners
from citekit.services.arxiv.index import ArxivIndex, connect, file_words, key_hash, seal, unseal
from citekit.services.arxiv.xml_records import OaiPage, is_page, parse_page

ADDRESS = "https://oaipmh.arxiv.org/oai"
ADDRESS_VARIABLE = "CITEKIT_ARXIV_OAI"
"""The environment variable that names another address of the interface."""


@dataclass(frozen=True, slots=True)
class Updated:
    """What an update brought: records that are new, that have changed, and that are gone."""

    new: int
    changed: int
    gone: int


# --- into an index -------------------------------------------------------------------------------------------------


def update(
    path: Path, since: str = "", limits: Limits | None = None, progress: Callable[[int], None] = lambda _number: None
) -> Updated:
    """Bring an index up to date: everything that has changed since its newest record, or since a day that is given.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if there is no index, or where arXiv cannot be reached
    or returns something else; what was written until then stays, and the next update continues after it.
    """
    with ArxivIndex(path) as index:
        newest = since or index.harvested or index.newest
    if not newest:
        raise UsageError(f"{path} does not state its date", "give the day: --since 2026-01-31")
    counts = [0, 0, 0]
    today = datetime.now(UTC).date().isoformat()
    # nothing is cached: what has changed until now is another response every day
    limits = replace(limits or manners(), fresh=0.0)
    with _written(path) as base, Client(limits=limits, worth_keeping=is_page) as client:
        # an update of the same day that was interrupted left the token of its next page
        left = base.execute("select value from meta where name = 'token'").fetchone()
        day, _, token = str(left[0]).partition(" ") if left else ("", "", "")
        token = token if day == newest else ""
        while True:
            query = {"verb": "ListRecords"}
            query |= {"resumptionToken": token} if token else {"metadataPrefix": "arXiv", "from": newest}
            page = parse_page(client.get(f"{os.environ.get(ADDRESS_VARIABLE) or ADDRESS}?{urlencode(query)}").data)
            token = page.token
            _write(base, page, token, newest, counts)
            progress(sum(counts))
            if not token:
                break
        put(base, "harvested", today)
    return Updated(*counts)


@contextmanager
def _written(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield an index open for writing, without its checksum; it gets a new one at the end, also after an error."""
    base = connect(path, "rw")
    try:
        unseal(base)
    except BaseException:  # another process writes to it, and will put the checksum there
        base.close()
        raise
    try:
        yield base
    finally:
        base.close()
        seal(path)


def _write(base: sqlite3.Connection, page: OaiPage, token: str, newest: str, counts: list[int]) -> None:
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
        postings = defaultdict[str, list[int]](list)
        put(base, "number", str(add(base, rows, get_number(base, "number"), postings)))
        file_words(base, postings)
        base.executemany(
            "insert into frequency values (?, ?) on conflict (word) do update set records = records + excluded.records",
            [(word, len(numbers)) for word, numbers in postings.items()],
        )
        put(base, "records", str(base.execute("select count(*) from record").fetchone()[0]))
        put(base, "token", f"{newest} {token}" if token else "")
        base.execute("commit")
    except BaseException:
        base.execute("rollback")
        raise
