"""What questions were answered with, question by question: for services that answer many in one page.

Pages are kept as they came; but a page of a hundred records is another page when one more is requested. So each record is
kept under its own question as well, and nothing is queried twice, whatever it is grouped with.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

_SCHEMA = "create table if not exists answer (question text primary key, until real, text text) without rowid"


class ResponseCache:
    """Answers by their questions, in a file that may be deleted at any time; in memory where it cannot be written to.

    ``fresh`` is how many seconds an answer counts; ``offline`` it counts for ever. With ``refresh`` what was stored before
    does not count.
    """

    def __init__(self, path: Path, fresh: float, offline: bool = False, refresh: bool = False) -> None:
        self._path, self._fresh = path, fresh
        self._from = 0.0 if offline else time.time()
        self._refresh = refresh
        self._file: sqlite3.Connection | None = None

    def get(self, questions: Iterable[str]) -> dict[str, str]:
        """Return the answers to those of some questions that were answered."""
        found: dict[str, str] = {}
        for question in () if self._refresh else questions:
            query = "select text from answer where question = ? and until > ?"
            row = self._opened().execute(query, (question, self._from)).fetchone()
            if row:
                found[question] = row[0]
        return found

    def put(self, answers: Mapping[str, str], fresh: float = 0.0) -> None:
        """Keep answers by their questions, for ``fresh`` seconds or as long as usual; the end of the process loses none."""
        until = time.time() + (fresh or self._fresh)
        file = self._opened()
        file.execute("begin immediate")
        file.executemany("replace into answer values (?, ?, ?)", [(q, until, text) for q, text in answers.items()])
        file.execute("commit")

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _opened(self) -> sqlite3.Connection:
        if self._file is None:
            try:
                self._file = self._open(str(self._path))
            except sqlite3.Error:
                self._file = self._open(":memory:")
        return self._file

    def _open(self, name: str) -> sqlite3.Connection:
        file = sqlite3.connect(name, timeout=10, isolation_level=None)
        try:
            file.execute("pragma trusted_schema = off")
            file.execute("pragma synchronous = off")  # what a power cut loses can be requested again
            file.execute(_SCHEMA)
        except sqlite3.Error:
            file.close()
            raise
        return file
