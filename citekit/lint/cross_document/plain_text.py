"""Copies of documents as plain text, such as ``page.txt`` next to ``page.md``, and whether they are up to date.

Modification times are useless (a checkout gives all of them its own), so the content decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath

from citekit.lint.cross_document.matching import ComparedDocument, Matching
from citekit.lint.loading.entry import CheckedEntry
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import shown_path

_COPIES = (".txt", ".text")
_SOURCES = (".md", ".markdown", ".html", ".htm", ".tex", ".org", ".rst", ".docx", ".ipynb", ".pdf", ".bib")
_LEAST_SHARED = 2  # one work in common may be chance


@dataclass(frozen=True, slots=True)
class Stale:
    """A copy, its source, and the works of the source that it lacks, the newest first."""

    copy: ComparedDocument
    source: ComparedDocument
    lacking: tuple[CheckedEntry, ...]


def stale_copies(matched: Matching, named: Mapping[str, str]) -> Iterator[Stale]:
    """The copies that are older than their sources: they lack works that are at least as new as their own newest one.

    ``named`` are copies and sources by the names of their files; others are recognised by a common stem.
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


def _source_of(
    copy: ComparedDocument, holders: tuple[ComparedDocument, ...], named: Mapping[str, str]
) -> ComparedDocument | None:
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


def _compared(
    matched: Matching, copy: ComparedDocument, source: ComparedDocument
) -> tuple[int, list[CheckedEntry], list[CheckedEntry]]:
    """How many works are in both, those of the source alone, those of the copy alone."""
    shared = 0
    lacking: list[CheckedEntry] = []
    extra: list[CheckedEntry] = []
    for group in matched.groups:
        mine = [entry for holder, entry in group if holder is copy]
        theirs = [entry for holder, entry in group if holder is source]
        shared += bool(mine and theirs)
        lacking += theirs[:1] if not mine else []
        extra += mine[:1] if not theirs else []
    return shared, lacking, extra


def _newest(entries: tuple[CheckedEntry, ...] | list[CheckedEntry]) -> int:
    return max((entry.year or 0 for entry in entries), default=0)
