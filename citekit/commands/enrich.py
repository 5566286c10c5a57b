"""Add identifiers to the entries of a bibliography, and complete preprints that were published: what is read and looked up."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from citekit.commands.convert import Done
from citekit.formats.files import read_text
from citekit.model.work import Works
from citekit.runtime.config import EnrichSettings, VerifySettings
from citekit.runtime.errors import Problem, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import open_file
from citekit.runtime.workers import processors
from citekit.services.arxiv.enrich import WRONG_KINDS, Enriched, change_line, explanation, rewritten
from citekit.services.arxiv.run import enriched
from citekit.services.arxiv.stream import StreamJob, StreamLine, lines_of, run

if TYPE_CHECKING:
    from citekit.services.publish import Account

LINES = (".jsonl", ".ndjson")
"""Files with one CSL item a line, which are enriched line by line."""


@dataclass(frozen=True, slots=True)
class EnrichedFile:
    """A bibliography as it was read, and what was found for its entries."""

    data: bytes
    name: str
    format_name: str
    library: Works
    result: Enriched

    def written(self) -> tuple[bytes, tuple[Problem, ...]]:
        """Return the file with the additions, and what could not be written."""
        data, problems = rewritten(self.data, self.name, self.format_name, self.library, self.result)
        return data, tuple(problems)

    def explanation(self) -> str:
        """Return the match of every entry, with the reasons and other candidates."""
        return "\n\n".join(explanation(outcome) for outcome in self.result.outcomes)

    def changes(self) -> str:
        """Return the changed fields below the key of each entry."""
        changed = (outcome for outcome in self.result.outcomes if outcome.changes)
        return "\n".join("\n".join((o.work.id, *(f"  {change_line(change)}" for change in o.changes))) for o in changed)


def enrich_file(
    data: bytes, name: str, settings: EnrichSettings, done: Done, notify: Callable[[str], None] = lambda _: None
) -> EnrichedFile:
    """Look up the entries of a bibliography; ``notify`` is called with an estimate of the requests."""
    if settings.dask:
        raise UsageError("--dask requires JSON Lines", "write one CSL item per line to a .jsonl file")
    _, format_name, library = read_text(data, name)
    return EnrichedFile(data, name, format_name, library, enriched(library, settings, done, notify))


@dataclass(frozen=True, slots=True)
class CompletedPreprints:
    """A ``.bib`` file whose published preprints are complete, where each field is from, and the services that kept silent."""

    data: bytes
    accounts: tuple[Account, ...]
    entries: int
    silent: tuple[str, ...]
    problems: tuple[Problem, ...]


def complete_preprints(
    data: bytes, name: str, settings: EnrichSettings, notify: Callable[[str], None] = lambda _: None
) -> CompletedPreprints:
    """Complete the published preprints of a ``.bib`` file; raises ``UsageError`` for other files."""
    # imported here because an index needs none of the clients of services
    from citekit.services.lookup import catalogues_of
    from citekit.services.publish import published

    _, format_name, library = read_text(data, name)
    if format_name not in ("bibtex", "biblatex"):
        raise UsageError("--publish requires a .bib file", f"convert it first: citekit convert {name} -o refs.bib")
    lookup = VerifySettings(
        index=settings.index, offline=settings.offline, refresh=settings.refresh, at_most=settings.at_most
    )
    with catalogues_of(lookup, notify, find_printed=True) as catalogues:
        outcomes = catalogues.verify(library.works)
    completed, accounts = published(data, name, library, outcomes, settings.replace)
    silent = tuple(sorted({service for outcome in outcomes for service in outcome.silent}))
    return CompletedPreprints(completed, tuple(accounts), len(outcomes), silent, tuple(library.problems))


def enriched_lines(
    file: Path, skip: int, how: StreamJob, settings: EnrichSettings
) -> Generator[tuple[StreamLine, ...], None, None]:
    """Yield the results for the lines after the first ``skip``: from worker processes, or from arXiv one by one."""
    from citekit.services.arxiv.client import Arxiv

    with open_file(file) as source:
        rest = islice(lines_of(source), skip, None)
        if settings.index:
            yield from run(rest, how, settings.jobs or processors())
            return
        with Arxiv(settings.offline, settings.refresh, at_most=settings.at_most) as catalogue:
            yield from run(rest, how, 1, catalogue)


def wrong_in(problems: Iterable[Problem]) -> int:
    """Return how many problems state that an identifier is wrong."""
    return sum(problem.kind in WRONG_KINDS for problem in problems)
