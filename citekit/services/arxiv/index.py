"""All records in one SQLite file, and which of them a title, a DOI or a list of authors may mean.

Tables: ``record`` (a row a paper), ``title_key`` (hashes of whole titles, titles without subtitle and without prefix),
``posting`` (the numbers of the records that have a word, four bytes each: words of titles, and family names marked with
a zero; a word has one row for each segment of the build), ``frequency`` (in how many records a word is), ``meta``.
A record that changes gets a new number; the words of its old row then lead to nothing.
"""

from __future__ import annotations

import json
import sqlite3
import struct
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from heapq import nlargest
from itertools import accumulate, chain, islice
from math import log
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from citekit.model.arxiv_paper import ArxivPaper
from citekit.model.identity.people import name_of, people_of
from citekit.model.identity.titles import Title, title_of
from citekit.model.ids import arxiv_year_month, normal_doi
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.safe_files import check_file
from citekit.services.arxiv.claims import claims_of

# The checksum of an index: whether its file still has the bytes that were written.
#
# SQLite notices a damaged tree of pages at best, and never a changed byte in a value. So a finished file gets the CRC-32
# of all its bytes, in two places of SQLite's header (https://www.sqlite.org/fileformat.html, 1.3) that are an
# application's own: the user version states that there is a checksum, the application identifier is the checksum. A
# checksum shows accidents; whoever makes an index on purpose can make its checksum as well.

SEALED = 0x63_6B_31
"""The user version of a file that has a checksum."""
LARGEST = 8_000_000_000
"""Bytes of a file that is read for its checksum; that takes some two seconds. All of arXiv takes less."""
_AT_VERSION, _AT_SUM = 60, 68
_PIECE = 1 << 20


def seal(path: Path) -> None:
    """Write the checksum into a file that no connection is open to; not if SQLite has to restore it from a journal."""
    if _journal(path).exists():
        return
    with path.open("rb+") as stream:
        stream.seek(_AT_VERSION)
        stream.write(SEALED.to_bytes(4, "big"))
        checksum = _checksum(stream)
        stream.seek(_AT_SUM)
        stream.write(checksum)


def unseal(base: sqlite3.Connection) -> None:
    """Take the checksum off, before anything is written: a file that an update was killed over is not damaged."""
    base.execute("pragma user_version = 0")


def is_damaged(path: Path) -> bool:
    """Return whether a file has a checksum that is not that of its bytes.

    False for a file without one, for one larger than :data:`LARGEST`, and where SQLite has left a journal, out of which
    it restores the file.
    """
    if _journal(path).exists() or path.stat().st_size > LARGEST:
        return False
    with path.open("rb") as stream:
        head = stream.read(100)
        if head[_AT_VERSION : _AT_VERSION + 4] != SEALED.to_bytes(4, "big"):
            return False
        return head[_AT_SUM : _AT_SUM + 4] != _checksum(stream)


def _journal(path: Path) -> Path:
    return path.with_name(f"{path.name}-journal")


def _checksum(stream: BinaryIO) -> bytes:
    """Return the CRC-32 of a file whose own checksum counts as zeros."""
    stream.seek(0)
    head = stream.read(100)
    value = zlib.crc32(head[:_AT_SUM] + bytes(4) + head[_AT_SUM + 4 :])
    while piece := stream.read(_PIECE):
        value = zlib.crc32(piece, value)
    return value.to_bytes(4, "big")


VERSION = "2"
"""The layout of the tables; a file of another layout is refused."""

MOST_AUTHORS = 40
"""Authors of a record that are stored."""

MOST_ROWS = 6000
"""Rows that are looked at for the words of one query; rarer words go first."""

_WORDS_TRIED = 8  # the rarest words of a title; more words bring no record that these do not have
_FEW = 4  # records of a word: so rare a word finds the paper alone, even if all other words are misspelt
# Words that one question to the file is about.
_ASKED = 500
_COUNTS_KEPT = 200_000  # cached counts of words, some 30 MB; more are forgotten at once
AUTHORS_INDEXED = 12  # authors of a paper that can be searched for; entries of large teams name the first ones
# Records of a word that are read to see which of them have another word as well; a word of more is too frequent.
_LONGEST_LIST = 400_000
# The tables that have a record's keys, and how many records of one key are looked at.
_KEYS = {"hash": ("title_key", 60), "doi": ("record", 5), "id": ("record", 1)}
LEAST_SHARED = 0.35
"""So large a part of its title, by the rarity of words, a record has to have of an entry whose authors no record has.

Of 3,263 entries with known records none gets another result without this limit, which was chosen with them in view."""
_COLUMNS = "id, title, authors, complete, submitted, doi, journal, categories, comment, abstract"

SCHEMA = """
create table if not exists meta (name text primary key, value text) without rowid;
create table if not exists record (
  number integer primary key, id text not null, title text not null, authors text not null, complete integer not null,
  submitted text, doi text, journal text, categories text, comment text, abstract text);
create table if not exists title_key (hash integer not null, number integer not null);
create table if not exists frequency (word text primary key, records integer not null) without rowid;
create table if not exists posting (word text not null, numbers blob not null);
"""
FINISH = """
create unique index if not exists record_id on record(id);
create index if not exists record_doi on record(doi) where doi is not null;
create index if not exists title_key_hash on title_key(hash, number);
create index if not exists posting_word on posting(word);
"""


def key_hash(key: str) -> int:
    """Return the number under which a title's key is filed: 63 bits of BLAKE2b."""
    return int.from_bytes(blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big") >> 1


def family_words(names: Sequence[Name]) -> tuple[str, ...]:
    """Return the words under which the families of some authors are filed."""
    return tuple(dict.fromkeys(f"0{person.family}" for person in people_of(names)[:AUTHORS_INDEXED]))


def connect(path: Path, mode: str = "ro") -> sqlite3.Connection:
    """Return a file of SQLite whose schema runs nothing: views and triggers of a stranger could take for ever.

    ``mode`` is SQLite's: ``ro`` reads, ``rw`` writes as well. Raises
    :class:`~citekit.runtime.errors.UnreadableInputError` for a file that is not an index.
    """
    check_file(path)
    base = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None)
    try:
        base.execute("pragma trusted_schema = off")
        if not base.execute("select 1 from sqlite_master where type in ('view', 'trigger')").fetchone():
            return base
    except sqlite3.Error:
        pass
    base.close()
    raise UnreadableInputError(f"{path} is not an index of arXiv's records", "build it again")


def layout_of(base: sqlite3.Connection) -> str:
    """Return the layout of an index's tables, with the catalogue after it where that is not arXiv.

    Return an empty string if the index does not state one.
    """
    try:
        row = base.execute("select value from meta where name = 'layout'").fetchone()
    except sqlite3.Error:
        return ""
    return str(row[0]) if row else ""


class ArxivIndex:
    """An index that was built by :mod:`citekit.services.arxiv.build`, open for reading.

    ``layout`` names its catalogue.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the file is not an index. Use it as a context manager, or
    close it.
    """

    def __init__(self, path: Path, layout: str = VERSION) -> None:
        self.path = path
        if not path.exists():
            hint = "build it with citekit index build SNAPSHOT -o INDEX"
            raise UnreadableInputError(f"{path}: there is no such index", hint)
        self._base = connect(path)
        try:
            self._base.execute("pragma trusted_schema = off")
            self._meta: dict[str, str] = dict(self._base.execute("select name, value from meta"))
        except sqlite3.Error:
            self._base.close()
            raise UnreadableInputError(f"{path} is not an index of arXiv's records", "build it again") from None
        if self._meta.get("layout") != layout or "finished" not in self._meta:
            self._base.close()
            what = "was built by another citekit, of another catalogue, or not to the end"
            raise UnreadableInputError(f"{path} {what}", "build it again")
        if is_damaged(path):
            self._base.close()
            raise UnreadableInputError(
                f"{path} is damaged: its bytes are not those that were written", "build it again"
            )
        self.records = int(self._meta.get("records", "0"))
        self._counts: dict[str, int] = {}
        self._joined: dict[str, dict[str | int, list[int]]] = {}
        self._read: dict[int, ArxivPaper] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    @property
    def newest(self) -> str:
        """The day of the newest change that the index knows, as ISO 8601 writes it; empty if unknown."""
        return self._meta.get("newest", "")

    @property
    def harvested(self) -> str:
        """The day of the last update, as ISO 8601 writes it; empty if absent."""
        return self._meta.get("harvested", "")

    def prepare(self, works: Iterable[Work]) -> None:
        """Join the keys of some works (titles, DOIs, identifiers) with those of the records, in the order of the index.

        What is looked up for these works next is found in memory, with the same results; the next join takes its place.
        """
        given = list(works)
        hashes = {key_hash(key) for work in given for key in title_of(work.text("title")).keys}
        dois = {normal_doi(doi) for work in given if (doi := work.text("DOI"))}
        self.join(hashes, dois, {claim.id for work in given for claim in claims_of(work)})

    def join(self, hashes: set[int], dois: set[str], ids: set[str]) -> None:
        """The same with the hashes of title keys, normal DOIs and identifiers themselves."""
        keys: dict[str, set[int] | set[str]] = {"hash": hashes, "doi": dois, "id": ids}
        self._joined = {column: self._join(column, wanted) for column, wanted in keys.items()}
        self._read = self._records(chain.from_iterable(chain(*(found.values() for found in self._joined.values()))))

    def _join(self, column: str, keys: set[str] | set[int]) -> dict[str | int, list[int]]:
        """Return the numbers of the first records that have each key."""
        found: dict[str | int, list[int]] = {key: [] for key in keys}
        table, most = _KEYS[column]
        query = f"select {column}, number from {table} where {column} in (select value from json_each(?)) order by 1, 2"  # noqa: S608
        for key, number in self._base.execute(query, (json.dumps(sorted(keys)),)) if keys else ():
            if len(found[key]) < most:
                found[key].append(number)
        return found

    def _numbers(self, column: str, key: str | int) -> list[int]:
        """Return the numbers of the records that have a key: those of the last join, else those that are there."""
        known = self._joined.get(column, {}).get(key)
        return self._join(column, {key})[key] if known is None else known  # type: ignore[arg-type]

    def _records(self, numbers: Iterable[int]) -> dict[int, ArxivPaper]:
        """Return the records with these numbers."""
        query = f"select number, {_COLUMNS} from record where number in (select value from json_each(?))"  # noqa: S608
        rows = self._base.execute(query, (json.dumps(sorted(set(numbers))),))
        return {row[0]: record_of_row(row[1:]) for row in rows}

    def by_ids(self, ids: Iterable[str]) -> dict[str, ArxivPaper]:
        """Return the records with these canonical identifiers, by identifier."""
        found = {wanted: self._rows(self._numbers("id", wanted)) for wanted in dict.fromkeys(ids)}
        return {wanted: records[0] for wanted, records in found.items() if records}

    def is_complete_about(self, record_id: str) -> bool:
        """Whether the index has nearly all papers of the month and archive of an identifier, as far as they are numbered.

        arXiv numbers the papers of a month from 1 on, so the highest number states how many there are, once the month is
        over.
        """
        prefix, number = (record_id[:-3], record_id[-3:]) if "/" in record_id else record_id.split(".")
        first, last = (prefix + "000", prefix + "999") if "/" in record_id else (f"{prefix}.", f"{prefix}/")
        query = "select count(*), max(id) from record where id between ? and ?"
        count, highest = self._base.execute(query, (first, last)).fetchone()
        if not count or len(highest) != len(record_id) or (record_id > highest and not self._has_later(record_id)):
            return False
        return bool(count >= 0.9 * int(highest[-len(number) :]))

    def _has_later(self, record_id: str) -> bool:
        """Whether the index knows papers that were submitted in later months than that of an identifier."""
        month = arxiv_year_month(record_id)
        return month is not None and self.newest[:7] > f"{month[0]}-{month[1]:02}"

    def by_doi(self, doi: str) -> tuple[ArxivPaper, ...]:
        """Return the records that name a DOI (any case) as that of their printed version."""
        return self._rows(self._numbers("doi", normal_doi(doi)))

    def rarity(self, word: str) -> float:
        """Return how rare a word or family (``0`` before it) is: the logarithm of all records over those that have it."""
        if word not in self._counts:
            self._look_up((word,))
        return log((self.records + 1) / (self._counts[word] or 1))

    def titled(self, title: Title) -> tuple[ArxivPaper, ...]:
        """Return the records with this title, or with it as their main title or after a prefix, and the other way round."""
        hits = (hit for key in title.keys for hit in self._numbers("hash", key_hash(key)))
        return self._rows(list(dict.fromkeys(hits)))

    def candidates(self, title: Title, authors: Sequence[Name], most: int = 20) -> tuple[ArxivPaper, ...]:
        """Return the records that a title and authors may mean, by the rarity of the words that they have in common.

        If no record has a family of the authors and none has much of the title (:data:`LEAST_SHARED`), there are
        none.
        """
        words, families = self._known((*title.content, *title.glued)), self._known(family_words(authors))
        wanted = 0.0 if families else LEAST_SHARED * sum(map(self.rarity, title.content))
        if sum(self.rarity(word) for _, word in words) < wanted:
            return ()
        scores = self._by_words(words, families, most)
        # words that are in too many records were not counted: add what they could contribute at most
        rows = accumulate(count for count, _ in words)
        tried = sum(1 for total in islice(rows, _WORDS_TRIED) if total <= MOST_ROWS)
        if max(scores.values(), default=0.0) + sum(self.rarity(word) for _, word in words[tried:]) < wanted:
            return ()
        least = min(nlargest(most, scores.values()), default=0.0)
        ranked = sorted((-score, number) for number, score in scores.items() if score >= least)[:most]
        # first the few records of a word that rarely any other has: it finds a paper whose other words are misspelt
        singular = [number for count, word in words[:3] if count <= _FEW for number in self._having(word)]
        found = self._rows(list(dict.fromkeys((*singular, *(number for _, number in ranked)))))
        self._look_up(word for record in found for word in title_of(record.title).content)  # they will be requested
        return found

    def _look_up(self, words: Iterable[str]) -> None:
        """Keep in how many records some words are, by one question for many of them."""
        if len(self._counts) > _COUNTS_KEPT:
            self._counts.clear()
        unknown = iter({word for word in words if word not in self._counts})
        while some := list(islice(unknown, _ASKED)):
            query = f"select word, records from frequency where word in ({','.join('?' * len(some))})"  # noqa: S608
            self._counts.update(dict.fromkeys(some, 0))
            self._counts.update(self._base.execute(query, some))

    def _known(self, words: Sequence[str]) -> list[tuple[int, str]]:
        """Return the words that are in some record, rarest first, with how many those are."""
        self._look_up(words)
        return sorted((count, word) for word in dict.fromkeys(words) if (count := self._counts[word]))

    def _by_words(self, words: list[tuple[int, str]], families: list[tuple[int, str]], most: int) -> dict[int, float]:
        """Numbers of records and the rarity of the words that they have in common with the query.

        What has one of the words only is left out once ``most`` records have a rarer one.
        """
        scores: dict[int, float] = {}
        before = scores.get
        lists = [(count, self._having(word)) for count, word in sorted((*_affordable(words), *_affordable(families)))]
        times = Counter(chain.from_iterable(numbers for _, numbers in lists))
        often = {number for number, met in times.items() if met > 1}
        for count, numbers in lists:
            weight = log((self.records + 1) / count)
            some = often.intersection(numbers) if len(scores) >= most else numbers
            scores.update([(number, before(number, 0.0) + weight) for number in some])
        rows = MOST_ROWS if scores else 2 * MOST_ROWS
        for together in _conjunctions(words, families, rows):
            weight = sum(log((self.records + 1) / count) for count, _ in together)
            if together[-1][0] > _LONGEST_LIST:
                continue
            first, *rest = (self._having(word) for _, word in together)
            for number in set(first).intersection(*rest):
                scores[number] = max(scores.get(number, 0.0), weight)
        return scores

    def _having(self, word: str) -> tuple[int, ...]:
        """Return the numbers of the records that have a word."""
        rows = self._base.execute("select numbers from posting where word = ?", (word,))
        numbers = b"".join(row[0] for row in rows)
        return struct.unpack(f"<{len(numbers) // 4}I", numbers[: len(numbers) // 4 * 4])

    def _rows(self, numbers: Sequence[int]) -> tuple[ArxivPaper, ...]:
        unread = [number for number in numbers if number not in self._read]
        known = self._read | self._records(unread) if unread else self._read
        return tuple(known[number] for number in numbers if number in known)


def _affordable(known: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the rarest words, as many as are in few enough records together."""
    budget = MOST_ROWS
    for count, word in known[:_WORDS_TRIED]:
        budget -= count
        if budget < 0:
            return
        yield count, word


def _conjunctions(
    words: list[tuple[int, str]], families: list[tuple[int, str]], rows: int
) -> Iterator[tuple[tuple[int, str], ...]]:
    """Words that are too frequent alone and rare together: with each other, and with the rarest family."""
    if len(words) >= 2 and words[1][0] * 2 > rows:
        yield tuple(words[:3])
    if families and words:
        for word in words[:3]:
            if word[0] + families[0][0] > rows:
                yield min(families[0], word), max(families[0], word)
    if len(families) >= 2 and families[0][0] + families[1][0] > rows:
        yield (families[0], families[1])


def record_of_row(row: Sequence[object]) -> ArxivPaper:
    """Return the record in a row of the table, without its number."""
    record_id, title, authors, complete, *rest = row
    submitted, doi, journal, categories, comment, abstract = (str(value or "") for value in rest)
    names = tuple(name_of(line) for line in str(authors).split("\n") if line)
    kinds = tuple(categories.split())
    return ArxivPaper(
        str(record_id), str(title), names, bool(complete), submitted, doi, journal, kinds, comment, abstract
    )


def row_of(record: ArxivPaper, keep_abstract: bool, most: int = MOST_AUTHORS) -> tuple[object, ...]:
    """Return a record as a row of the table, without its number and with its first authors only."""
    names = record.authors[:most]
    lines = "\n".join(f"{n.full_family}, {n.given}" if n.family else n.literal for n in names)
    complete = record.complete and len(record.authors) <= most
    abstract = record.abstract if keep_abstract else None
    return (
        record.id, record.title, lines, complete, record.submitted or None, normal_doi(record.doi) or None,
        record.journal or None, " ".join(record.categories) or None, record.comment or None, abstract or None,
    )  # fmt: skip


def words_of(record: ArxivPaper) -> tuple[list[int], set[str]]:
    """Return the hashes of a record's title keys, and the words that it is found by."""
    title = title_of(record.title)
    words = {*title.content, *title.glued, *family_words(record.authors)}
    return [key_hash(key) for key in title.keys], words


def file_words(base: sqlite3.Connection, postings: Mapping[str, Sequence[int]]) -> None:
    """Files the numbers of records under their words, a row a word."""
    rows = ((word, struct.pack(f"<{len(numbers)}I", *numbers)) for word, numbers in postings.items())
    base.executemany("insert into posting values (?, ?)", rows)
