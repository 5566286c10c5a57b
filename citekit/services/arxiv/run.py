"""A whole library through a catalogue, as configured: in this process, in several, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from citekit.model.work import Works
from citekit.runtime.config import EnrichSettings
from citekit.runtime.errors import UnreadableInputError, UsageError
from citekit.runtime.workers import in_order, processors
from citekit.services.arxiv.client import Arxiv
from citekit.services.arxiv.enrich import Enriched, Outcome, additions, enrich_library, placed
from citekit.services.arxiv.index import ArxivIndex
from citekit.services.arxiv.match import RecordSource
from citekit.services.arxiv.stream import CHUNK, StreamJob, enrich_works

Done = Callable[[int, int, str], None]


Notify = Callable[[str], None]


def check(settings: EnrichSettings) -> None:
    """Raise :class:`~citekit.runtime.errors.UsageError` for settings that do not fit together, or a file that is not an index."""
    additions(settings.add)
    if settings.at_most < 0:
        raise UsageError(f"{settings.at_most} requests are too few", "0 allows any number")
    if settings.jobs < 0:
        raise UsageError(f"{settings.jobs} processes are too few", "1 compares one entry after the other")
    if settings.offline and settings.refresh:
        raise UsageError("offline and refresh cannot be combined", "leave one of them out")
    if settings.dask and not settings.index:
        raise UsageError("--dask needs an index", "build one: citekit index build SNAPSHOT -o INDEX")
    if settings.jobs not in (0, 1) and not settings.index:
        raise UsageError("--jobs needs an index: arXiv allows one request at a time", "leave --jobs out")
    if settings.index:
        ArxivIndex(Path(settings.index)).close()


def how_of(settings: EnrichSettings, explain: bool = False) -> StreamJob:
    """Return what is to be done with every entry."""
    index = str(Path(settings.index).absolute()) if settings.index else ""
    return StreamJob(additions(settings.add), settings.replace, index, explain)


@contextmanager
def catalogue_of(settings: EnrichSettings) -> Iterator[RecordSource]:
    """Yield the index that the settings name, or arXiv's interface."""
    if settings.index:
        with ArxivIndex(Path(settings.index)) as index:
            yield index
        return
    with Arxiv(settings.offline, settings.refresh, at_most=settings.at_most, lenient=True) as arxiv:
        yield arxiv


def enriched(
    library: Works, settings: EnrichSettings, done: Done = lambda *_: None, notify: Notify = lambda _: None
) -> Enriched:
    """Return the library with its additions.

    Many entries are sent to arXiv in one request. ``notify`` is called with the expected duration.
    """
    check(settings)
    how, jobs = how_of(settings), settings.jobs or processors()
    if settings.index and jobs > 1:
        chunks = [library.works[at : at + CHUNK] for at in range(0, len(library), CHUNK)]
        outcomes: list[Outcome] = []
        for chunk in in_order(partial(enrich_works, how=how), chunks, jobs):
            outcomes += chunk
            done(len(outcomes), len(library), outcomes[-1].work.id)
        return placed(library, outcomes)
    with catalogue_of(settings) as catalogue:
        if isinstance(catalogue, Arxiv):
            requests, seconds = catalogue.estimate(library)
            if requests > 1 and not settings.offline:
                notify(f"arXiv is queried about {requests} times, which takes {lasting(seconds)}; --at-most limits it")
            with suppress(UnreadableInputError):  # it shows again, entry by entry
                catalogue.prepare(library)
        return enrich_library(library, catalogue, how.add, how.overwrite, done)


def lasting(seconds: float) -> str:
    """Return a time for people: ``40 seconds``, ``12 minutes``."""
    # from two minutes on, minutes are enough
    return f"{seconds:.0f} seconds" if seconds < 100 else f"{seconds / 60:.0f} minutes"
