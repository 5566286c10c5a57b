"""Builds an index from a snapshot: in one pass, a batch at a time, so that it can be interrupted and resumed.

The file grows under another name and takes its place when it is complete. What was done is written in the same
transaction as the records, so a build that was killed continues after the last batch.
"""

from __future__ import annotations

import os
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO

from citekit.model.arxiv_paper import ArxivPaper
from citekit.runtime.budget import without_collection
from citekit.runtime.errors import UnreadableInputError, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import refuse_link, sync_folder
from citekit.runtime.workers import in_order
from citekit.services.arxiv.index import FINISH, SCHEMA, VERSION, file_words, row_of, seal, words_of
from citekit.services.arxiv.snapshot import (
    IndexRow,
    Item,
    data_of,
    items_of,
    opened,
    quick_row,
    record_of,
    record_of_item,
)

BATCH = 10_000
"""Lines of a snapshot that are prepared together."""
SEGMENT = 100_000
"""Lines that are written in one transaction: a word has one row for each segment that it is in."""

MOST_UNREAD = 0.01
"""A snapshot with a larger part of lines without a record is refused."""
# A snapshot that has shown a larger part of such lines is not read to its end.
_ODD_FILE = 0.2

Progress = Callable[[int, float], None]
"""Called after each batch: how many lines were read, and which part of the snapshot they are (0 to 1)."""


@dataclass(frozen=True, slots=True)
class Built:
    """What a build gave: records in the index, lines that held no record, and the line at which it was taken up."""

    records: int
    unread: int
    resumed: int


Reader = Callable[[Item, bool], IndexRow | None]
"""Makes a row of an item of a snapshot, with its abstract if so wished; None if the item holds no record."""


def arxiv_row(item: Item, abstracts: bool) -> IndexRow | None:
    """Return the row of an item of arXiv's metadata."""
    if item.__class__ is bytes and item[:1] == b"<":
        record = record_of_item(item)
    else:
        data = data_of(item)
        if data is None or (row := quick_row(data, abstracts)):
            return row if data else None
        record = record_of(data)
    return prepared_record(record, abstracts) if record else None


def build(
    snapshot: Path,
    target: Path,
    abstracts: bool = False,
    jobs: int = 1,
    progress: Progress = lambda *_: None,
    reader: Reader = arxiv_row,
    layout: str = VERSION,
) -> Built:
    """Build the index ``target``; an earlier one is replaced when the new one is complete.

    ``abstracts`` keeps abstracts as well, which makes the file about three times as large. With ``jobs`` above 1, lines
    are read in that number of processes next to the one that writes. ``reader`` and ``layout`` are those of the catalogue.
    Raises :class:`~citekit.runtime.errors.UnreadableInputError` for a snapshot that is damaged or holds no record, and
    :class:`~citekit.runtime.errors.UsageError` where the file cannot be written.
    """
    part = target.with_name(f"{target.name}.part")
    try:
        with without_collection(), closing(_open(part, _fingerprint(snapshot, abstracts, layout))) as base:
            resumed = get_number(base, "lines")
            with opened(snapshot) as (stream, share):
                prepare = partial(prepared_items, abstracts=abstracts, reader=reader)
                _read(base, snapshot, stream, share, prepare, jobs, progress)
            built = Built(_finish(base, snapshot, layout), get_number(base, "unread"), resumed)
        _put_in_place(part, target)
    except sqlite3.Error as error:
        if "locked" in str(error):
            raise UsageError(f"{target} is being built by another process", "wait until it is done") from None
        raise UsageError(
            f"{target} cannot be written: {error}", f"check the disk; remove {part} to begin again"
        ) from None
    return built


def _fingerprint(snapshot: Path, abstracts: bool, layout: str) -> str:
    try:
        facts = snapshot.stat()
    except OSError as error:
        raise UnreadableInputError(f"{snapshot} cannot be read: {error.strerror or error}", "check the name") from None
    return f"{snapshot.name} {facts.st_size} {facts.st_mtime_ns} {int(abstracts)} {layout}"


def _open(part: Path, fingerprint: str) -> sqlite3.Connection:
    """Return the growing file: the one that an earlier build left for the same snapshot, else a new one."""
    if not part.parent.is_dir():
        raise UsageError(f"{part.parent} is not a directory", "create it first")
    refuse_link(part)
    if _left_for(part) != fingerprint:
        for name in (part, part.with_name(f"{part.name}-journal"), part.with_name(f"{part.name}-wal")):
            name.unlink(missing_ok=True)
    base = sqlite3.connect(part, isolation_level=None, timeout=0.5)
    base.execute("pragma trusted_schema = off")
    base.execute("pragma locking_mode = exclusive")  # until it is closed, or this process ends
    base.execute("pragma journal_mode = truncate")  # what is only appended needs no copy of what was there
    base.execute("pragma synchronous = normal")
    base.execute("pragma cache_size = -65536")
    base.executescript(SCHEMA)
    put(base, "snapshot", fingerprint)
    return base


def _left_for(part: Path) -> str:
    """Return the fingerprint of the snapshot that a growing file was begun for; empty without one."""
    if not part.is_file():
        return ""
    try:
        with closing(sqlite3.connect(part, timeout=0.5)) as base:
            return str(base.execute("select value from meta where name = 'snapshot'").fetchone()[0])
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise
        return ""
    except (sqlite3.DatabaseError, TypeError):
        return ""


def _read(
    base: sqlite3.Connection,
    snapshot: Path,
    stream: IO[bytes],
    share: Callable[[], float],
    prepare: partial[Prepared],
    jobs: int,
    progress: Progress,
) -> None:
    lines, unread, number = (get_number(base, name) for name in ("lines", "unread", "number"))
    source = items_of(stream, snapshot)
    for _ in islice(source, lines):
        pass
    batches = iter(lambda: list(islice(source, BATCH)), [])
    written, postings = lines, defaultdict[str, list[int]](list)

    def write() -> None:
        file_words(base, postings)
        postings.clear()
        for name, value in (("lines", lines), ("unread", unread), ("number", number)):
            put(base, name, str(value))
        base.execute("commit")

    base.execute("begin immediate")
    for prepared in in_order(prepare, batches, jobs):
        lines += prepared.lines
        unread += prepared.unread
        number = add(base, prepared.rows, number, postings)
        if lines - written >= SEGMENT:
            write()
            written = lines
            base.execute("begin immediate")
        progress(lines, share())
        if unread > lines * _ODD_FILE:
            raise _unread(snapshot, lines, unread)
    write()
    if unread > lines * MOST_UNREAD:
        raise _unread(snapshot, lines, unread)


def _unread(snapshot: Path, lines: int, unread: int) -> UnreadableInputError:
    return UnreadableInputError(
        f"{snapshot} holds no record in {unread} of {lines} lines", "give arXiv's metadata dump, or records of OAI-PMH"
    )


@dataclass(frozen=True, slots=True)
class Prepared:
    """A batch of lines as rows, with how many lines it had and how many of them held no record."""

    rows: list[IndexRow]
    lines: int
    unread: int


def prepared_items(items: list[Item], abstracts: bool, reader: Reader = arxiv_row) -> Prepared:
    """Return the rows of some items of a snapshot."""
    rows = [row for item in items if (row := reader(item, abstracts))]
    filled = sum([1 for item in items if item.__class__ is not bytes or not item.isspace()])
    return Prepared(rows, len(items), filled - len(rows))


def prepared_record(record: ArxivPaper, abstracts: bool) -> IndexRow:
    """Return a record as the tables hold it."""
    hashes, words = words_of(record)
    return row_of(record, abstracts), hashes, words


def add(base: sqlite3.Connection, rows: Iterable[IndexRow], number: int, postings: defaultdict[str, list[int]]) -> int:
    """Add rows after ``number``, the last one in use, within the caller's transaction; the last one in use then.

    Their words are added to ``postings``, for :func:`citekit.services.arxiv.index.file_words` to write.
    """
    columns, keys = [], []
    for row, hashes, words in rows:
        number += 1
        columns.append((number, *row))
        keys += [(key, number) for key in hashes]
        for word in words:
            postings[word].append(number)
    base.executemany("insert into record values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", columns)
    base.executemany("insert into title_key values (?, ?)", keys)
    return number


def _finish(base: sqlite3.Connection, snapshot: Path, layout: str) -> int:
    """Trees, frequencies, the marks of a complete index; how many records it has."""
    base.execute("begin immediate")
    statements = [
        *filter(None, map(str.strip, FINISH.split(";"))),
        "delete from frequency",
        "insert into frequency select word, sum(length(numbers)) / 4 from posting group by word",
    ]
    for statement in statements:
        try:
            base.execute(statement)
        except sqlite3.IntegrityError:  # a record that is there twice: the last one stays
            base.execute("delete from record where number not in (select max(number) from record group by id)")
            base.execute(statement)
    records = int(base.execute("select count(*) from record").fetchone()[0])
    if not records:
        base.execute("rollback")
        raise UnreadableInputError(f"{snapshot} has no record in it", "give arXiv's metadata dump, one object a line")
    newest = base.execute("select max(submitted) from record").fetchone()[0] or ""
    for name, value in (("records", str(records)), ("newest", newest), ("layout", layout), ("finished", "yes")):
        put(base, name, value)
    base.execute("commit")
    base.execute("pragma journal_mode = delete")
    return records


def _put_in_place(part: Path, target: Path) -> None:
    try:
        seal(part)
        with part.open("rb+") as stream:
            os.fsync(stream.fileno())
        os.replace(part, target)
        sync_folder(target.parent)
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {error.strerror or error}", "check the place") from None


def get_number(base: sqlite3.Connection, name: str) -> int:
    """Return a number among the facts about an index; 0 if it is not there."""
    row = base.execute("select value from meta where name = ?", (name,)).fetchone()
    return int(row[0]) if row else 0


def put(base: sqlite3.Connection, name: str, value: str) -> None:
    """Set a fact about an index."""
    base.execute(
        "insert into meta values (?, ?) on conflict (name) do update set value = excluded.value", (name, value)
    )
