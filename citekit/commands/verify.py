"""Verify that references exist and are correct: look up every entry in catalogues, and report what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from citekit.commands.check import Checked, check_files
from citekit.commands.service_remarks import catalogued
from citekit.lint.loading.project import PublicationListing, listing_of
from citekit.lint.records.external_data import ExternalData
from citekit.runtime import patterns as re
from citekit.runtime.config import CheckSettings, ConvertSettings, VerifySettings
from citekit.runtime.errors import Problem
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source
from citekit.services.verify import Verification
from citekit.text.unicode import counted

_STATUSES = {
    "verified": "verified", "differs": "different", "another-work": "with another work’s identifier",
    "not-found": "not found", "unsure": "not verifiable",
}  # fmt: skip
_QUERY = re.compile(r"(?<=\w)/[^\s?]{0,400}\?\S{0,9000}")
"""The path and query of a URL in a reason, which may contain whole lists of identifiers."""


@dataclass(frozen=True, slots=True)
class CatalogueCheck:
    """A check against catalogues: the findings, what is known of each entry, why catalogues were silent, whether one answered."""

    checked: Checked
    outcomes: tuple[Verification, ...] = ()
    silences: tuple[tuple[str, str], ...] = ()
    heard: bool = True

    @property
    def failed(self) -> bool:
        """Whether a file could not be read, or no service answered."""
        return self.checked.report.failed or (bool(self.silences) and not self.heard)

    @property
    def is_wrong(self) -> bool:
        """Whether a field or an identifier is wrong, or a work was retracted or withdrawn."""
        return any(o.state in ("differs", "another-work") or o.fate for o in self.outcomes)

    def statuses(self) -> Iterator[str]:
        """Yield a line for each entry: its status, the service whose record it is, and why nothing more is known."""
        for outcome in self.outcomes:
            why = ": ".join(filter(None, (outcome.record.catalogue if outcome.record else "", outcome.why)))
            yield f"{outcome.work.id or outcome.work.title}: {_STATUSES[outcome.state]}{f' ({why})' if why else ''}"

    def silent(self) -> Iterator[str]:
        """Yield a line for each service that did not answer, with the reason."""
        for name, reason in self.silences:
            yield f"no response from {name}: {_QUERY.sub('', reason)}"

    def summary(self) -> Iterator[str]:
        """Yield the counts of entries by status; nothing if no file could be read."""
        if self.outcomes or not self.checked.report.failed:
            counts = Counter[str](outcome.state for outcome in self.outcomes)
            parts = [f"{counts[s]} {word}" for s, word in _STATUSES.items() if counts[s] or s == "verified"]
            incomplete = "; incomplete: not all services responded" if self.silences else ""
            yield f"{counted(len(self.outcomes), 'entry')}: {', '.join(parts)}{incomplete}"


def verify_files(
    paths: Iterable[Path], settings: VerifySettings, notify: Callable[[str], None] = lambda _: None, stdin: bytes = b""
) -> CatalogueCheck:
    """Query catalogues about every entry of some files, in whatever format or document they are; ``-`` is ``stdin``.

    A file in which there is nothing to query is among the unreadable ones of the report.
    """
    outcomes: list[Verification] = []
    named = list(paths)
    others = [path for path in named if not path.is_dir() and path.suffix.lower() not in _ENTRY_FILES]
    listings, problems = _read_otherwise(others, stdin)
    with catalogued(settings, notify, outcomes) as (entries, catalogues):
        chosen = CheckSettings(select=("catalogues",), online=True)
        knowledge = ExternalData(catalogued=entries.found)
        checked = check_files([path for path in named if path not in others], chosen, knowledge, listings, problems)
        empty = [b.name for b in checked.project.checked_bibliographies if not b.entries and b.readable]
        if empty or checked.empty:
            unreadable = (*checked.report.unreadable, *map(_nothing_in, (*empty, *checked.empty)))
            checked = replace(checked, report=replace(checked.report, unreadable=unreadable))
        return CatalogueCheck(checked, tuple(outcomes), tuple(catalogues.silences.items()), bool(catalogues.heard))


_ENTRY_FILES = (".bib", ".bibtex", ".json")
"""Files whose entries are read with the places of their fields, so that they can be repaired."""


def _read_otherwise(paths: Sequence[Path], stdin: bytes) -> tuple[list[PublicationListing], list[Problem]]:
    """Return what the converter reads in files that are not BibTeX and no CSL-JSON, and why others cannot be read."""
    listings: list[PublicationListing] = []
    problems: list[Problem] = []
    if not paths:
        return listings, problems
    from citekit.commands.convert import (  # imported here so that checks of bibliographies do not wait for the converter
        Conversion,
        NamedBytes,
    )

    inputs = [NamedBytes("<stdin>", stdin) if str(path) == "-" else path for path in paths]
    for part in Conversion.of(inputs, ConvertSettings(jobs=1)).parts:
        if part.failure:
            source = part.failure.source or Source(part.name, "")
            problems.append(Problem(part.failure.message, part.failure.hint, source, part.failure.span))
        elif not part.library.works:
            problems.append(_nothing_in(part.name))
        else:
            listings.append(listing_of(part.library, part.library.traces[0].source, "complete"))
    return listings, problems


def _nothing_in(name: str) -> Problem:
    hint = "specify a bibliography, or a document that lists publications"
    return Problem(f"{name}: no entries found", hint, Source(name, ""))
