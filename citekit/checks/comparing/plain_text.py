"""Copies of documents as plain text, such as ``page.txt`` beside ``page.md``, and whether they are up to date.

Times of files say nothing (a checkout gives all of them its own), so the content decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath

from citekit.checks.comparing.matching import Holder, Matching
from citekit.checks.reading.entry import Entry
from citekit.disk import shown_path
from citekit.records import dataclass

_COPIES = (".txt", ".text")
_SOURCES = (".md", ".markdown", ".html", ".htm", ".tex", ".org", ".rst", ".docx", ".ipynb", ".pdf", ".bib")
_LEAST_SHARED = 2


@dataclass(frozen=True, slots=True)
class Stale:
    """A copy, its source, and the works of the source that it lacks, the newest first."""

    copy: Holder
    source: Holder
    lacking: tuple[Entry, ...]


def stale_copies(matched: Matching, named: Mapping[str, str]) -> Iterator[Stale]:
    """The copies that are older than their sources: they lack works that are at least as new as their own newest one.

    ``named`` are copies and sources by the names of their files; others are told by a common stem.
    """
    for copy in matched.holders:
        source = _source_of(copy, matched.holders, named)
        if source is None:
            continue
        shared, lacking, extra = _compared(matched, copy, source)
        newest = _newest(copy.entries)
        enough = shared >= _LEAST_SHARED and 2 * shared >= len(copy.entries)
        if enough and newest and _newest(lacking) >= newest and _newest(extra) <= _newest(lacking):
            yield Stale(copy, source, tuple(sorted(lacking, key=lambda entry: -(entry.year or 0))))


def _source_of(copy: Holder, holders: tuple[Holder, ...], named: Mapping[str, str]) -> Holder | None:
    path = PurePath(copy.name)
    given = named.get(shown_path(copy.name)) or named.get(path.name)
    if given:
        return next(
            (h for h in holders if h is not copy and given in (shown_path(h.name), PurePath(h.name).name)), None
        )
    if path.suffix.lower() not in _COPIES:
        return None
    beside = {
        PurePath(holder.name).suffix.lower(): holder
        for holder in holders
        if PurePath(holder.name).with_suffix("") == path.with_suffix("")
    }
    return next((beside[suffix] for suffix in _SOURCES if suffix in beside), None)


def _compared(matched: Matching, copy: Holder, source: Holder) -> tuple[int, list[Entry], list[Entry]]:
    """How many works are in both, those of the source alone, those of the copy alone."""
    shared = 0
    lacking: list[Entry] = []
    extra: list[Entry] = []
    for group in matched.groups:
        mine = [entry for holder, entry in group if holder is copy]
        theirs = [entry for holder, entry in group if holder is source]
        shared += bool(mine and theirs)
        lacking += theirs[:1] if not mine else []
        extra += mine[:1] if not theirs else []
    return shared, lacking, extra


def _newest(entries: tuple[Entry, ...] | list[Entry]) -> int:
    return max((entry.year or 0 for entry in entries), default=0)
