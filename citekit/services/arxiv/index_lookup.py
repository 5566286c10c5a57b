"""Records for callers that have works and identifiers, one lookup at a time.

The records are those of an index, or of a small file of JSON Lines, of which an index is made on the spot.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Literal

from citekit.model.arxiv_paper import ArxivPaper, PaperDifferences
from citekit.model.identity.people import MOST_PEOPLE, agreement_of, is_cut, person_of
from citekit.model.identity.titles import title_of
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.runtime.errors import UnreadableInputError, UsageError
from citekit.runtime.safe_files import open_file
from citekit.services.arxiv.build import build
from citekit.services.arxiv.compare import RELATED, ArxivQuery
from citekit.services.arxiv.index import ArxivIndex
from citekit.services.arxiv.match import is_other, is_same_team, named, search
from citekit.text.similar import ratio

LARGEST_FILE = 64 * 1024 * 1024
"""A file of records with more bytes is not read on the spot."""

# Titles with this share of letters in common differ in their spelling only.
_NEARLY = 0.97
# A record with so much of a work's title is not taken for another work's, whoever its authors are.
_ALIKE = 0.9
_SQLITE = b"SQLite format 3\0"


class IndexLookup:
    """The records of an index, for single lookups. ``whole`` means that it may be complete about a month."""

    def __init__(self, index: ArxivIndex, whole: bool = True) -> None:
        self._index = index
        self._whole = whole
        self._of_id = lru_cache(maxsize=4096)(lambda arxiv_id: index.by_ids((arxiv_id,)).get(arxiv_id))

    def of_id(self, arxiv_id: str) -> ArxivPaper | None:
        """Return the record of a canonical identifier."""
        return self._of_id(arxiv_id)

    def of_doi(self, doi: str) -> tuple[ArxivPaper, ...]:
        """Return the records that name a DOI as that of their printed paper."""
        return self._index.by_doi(doi)

    def of_work(self, work: Work) -> ArxivPaper | None:
        """Return the record that a work certainly has by its title, authors and year, whatever identifiers it names."""
        return search(ArxivQuery.of(work), self._index).record

    def fit(self, work: Work, arxiv_id: str) -> Literal["same", "doubtful", "other", "absent", "unknown"]:
        """Return how the record of an identifier fits a work; ``absent`` where arXiv has no such paper, ``unknown``
        where only the index may lack it."""
        record = self.of_id(arxiv_id)
        if record is None:
            return "absent" if self._whole and self._index.is_complete_about(arxiv_id) else "unknown"
        query = ArxivQuery.of(work)
        if not query.title.words:
            return "doubtful"
        found = named(query, record, self._index)
        title_similarity = found.comparison.title_similarity
        if is_other(query, found):
            return "doubtful" if title_similarity >= _ALIKE or is_same_team(query, record) else "other"
        # likelier the same work than another one
        return "same" if found.probability >= 0.5 and title_similarity >= RELATED else "doubtful"

    def differences(self, work: Work, arxiv_id: str) -> PaperDifferences:
        """Return what a work and the record of an identifier do not agree on.

        A subtitle that one of them lacks does not count.
        """
        record = self.of_id(arxiv_id)
        if record is None:
            return PaperDifferences()
        ours, theirs = title_of(work.text("title")), title_of(record.title)
        same = ours.key == theirs.key or theirs.key in (ours.main, ours.tail) or ours.key in (theirs.main, theirs.tail)
        title = "" if same or ratio(ours.key, theirs.key) >= _NEARLY else record.title
        if is_cut(work.author) or not record.complete or not record.authors:
            return PaperDifferences(title)
        return PaperDifferences(title, *_unpaired(work.author, record.authors))


def _unpaired(ours: tuple[Name, ...], theirs: tuple[Name, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of each list that have no counterpart in the other.

    Return no names if a list has bodies or is very long.
    """
    mine, its = [person_of(name) for name in ours], [person_of(name) for name in theirs]
    if None in mine or None in its or max(len(mine), len(its)) > MOST_PEOPLE or not mine:
        return (), ()
    left = dict(enumerate(its))
    only: list[str] = []
    for name, person in zip(ours, mine, strict=True):
        best = max(left, key=lambda at: agreement_of(person, left[at]).degree, default=None)
        if best is not None and agreement_of(person, left[best]).degree > 0:
            del left[best]
        else:
            only.append(str(name))
    return tuple(only), tuple(str(theirs[at]) for at in left)


@contextmanager
def known(path: Path) -> Iterator[IndexLookup]:
    """Yield the records of a file: an index, or JSON Lines (see :mod:`citekit.services.arxiv.snapshot`) of no more than 64 MiB.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` for a file that holds no records or is damaged, and
    :class:`~citekit.runtime.errors.UsageError` for one that is too large to be read without an index.
    """
    if not path.is_file() or _is_index(path):
        try:
            with ArxivIndex(path) as index:
                yield IndexLookup(index)
        except sqlite3.Error as error:
            raise UnreadableInputError(f"{path} is damaged: {error}", "build it again") from None
        return
    if path.stat().st_size > LARGEST_FILE:
        raise UsageError(
            f"{path} is too large to be read at every check",
            f"make an index of it: citekit index build {path} -o INDEX",
        )
    with tempfile.TemporaryDirectory(prefix="citekit-") as folder:
        target = Path(folder, "records.index")
        build(path, target)
        with ArxivIndex(target) as index:
            yield IndexLookup(index, whole=False)


def _is_index(path: Path) -> bool:
    with open_file(path) as stream:
        return stream.read(len(_SQLITE)) == _SQLITE
