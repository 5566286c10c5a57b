"""The catalogues that the settings name, opened, and what they know of many entries."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from citekit.model.work import Work
from citekit.runtime.config import VerifySettings
from citekit.runtime.errors import UsageError, did_you_mean
from citekit.runtime.http import RequestBudget
from citekit.runtime.registry import unit
from citekit.services.arxiv.client import Arxiv, manners
from citekit.services.arxiv.index import ArxivIndex
from citekit.services.arxiv.run import lasting
from citekit.services.arxiv_records import ArxivRecords
from citekit.services.dumps import DumpRecords, catalogue_in
from citekit.services.service import HANGS, Agencies, Catalogue, Online, Service
from citekit.services.verify import Verification, Verifier

SERVICES = "citekit.services.clients"
ARXIV = "arxiv"
KNOWN = ("crossref", "datacite", ARXIV, "dblp", "openalex", "pubmed", "semantic-scholar")
"""The catalogues in the order in which they are queried."""

Notify = Callable[[str], None]


# Seconds between two reports of how far the questions are.
_PROGRESS = 10.0


class Catalogues:
    """Some catalogues with what they share: an allowance of requests and a registry of DOIs."""

    def __init__(
        self,
        catalogues: Sequence[Catalogue],
        agencies: Agencies | None,
        notify: Notify,
        offline: bool,
        find_printed: bool,
        allowance: RequestBudget | None = None,
    ) -> None:
        self.all = tuple(catalogues)
        self._verifier = Verifier(self.all, agencies, find_printed, offline)
        self._notify, self._offline = notify, offline
        self._allowance = allowance or RequestBudget()

    @property
    def silences(self) -> Mapping[str, str]:
        """Why catalogues did not respond, by their names; empty if no service was queried."""
        return {} if self._offline else self._verifier.silences

    @property
    def heard(self) -> Set[str]:
        """The names of the catalogues that responded to a query."""
        return self._verifier.heard

    def verify(self, works: Sequence[Work]) -> tuple[Verification, ...]:
        """Return the results for each work. Report the expected duration first, and the progress every ten seconds."""
        requests, seconds = self._verifier.estimate(works)
        if requests > 1 and not self._offline:
            names = ", ".join(catalogue.name for catalogue in self.all)
            self._notify(
                f"{names} are queried about {requests} times, which takes {lasting(seconds)}; --at-most limits it"
            )
        began = shown = time.monotonic()

        def done(settled: int) -> None:
            nonlocal shown
            now = time.monotonic()
            if now - shown >= _PROGRESS and self._allowance.sent:
                shown = now
                left = max(requests - self._allowance.sent, 0) * (now - began) / self._allowance.sent
                self._notify(f"{settled} of {len(works)} entries are settled; about {lasting(left)} more")

        return self._verifier.verify(works, done)


@contextmanager
def catalogues_of(
    settings: VerifySettings, notify: Notify = lambda _: None, find_printed: bool = False
) -> Iterator[Catalogues]:
    """Yield the catalogues that the settings name.

    Raises :class:`~citekit.runtime.errors.UsageError` for names that there are not.
    """
    wanted = [name for name in settings.services.replace(",", " ").split() if name]
    for name in wanted:
        if name not in KNOWN:
            raise UsageError(f"there is no catalogue {name!r}", did_you_mean(name, KNOWN))
    if settings.at_most < 0:
        raise UsageError(f"{settings.at_most} requests are too few", "0 allows any number")
    allowance = RequestBudget(settings.at_most)
    with ExitStack() as opened:
        found: list[Catalogue] = []
        for name in KNOWN:
            if wanted and name not in wanted:
                continue
            found.append(_opened(name, settings, allowance))
            opened.callback(found[-1].close)
        agencies = Agencies(settings.offline, allowance)
        opened.callback(agencies.close)
        yield Catalogues(found, agencies, notify, settings.offline, find_printed, allowance)


def _opened(name: str, settings: VerifySettings, allowance: RequestBudget) -> Catalogue:
    if settings.index and name == catalogue_in(path := Path(settings.index)):
        return ArxivRecords(ArxivIndex(path)) if name == ARXIV else DumpRecords(path, name)
    if name == ARXIV:
        limits = replace(manners(), read=HANGS, connect=HANGS)
        return ArxivRecords(Arxiv(settings.offline, settings.refresh, limits, at_most=allowance, lenient=True))
    service: Service = unit(SERVICES, name.replace("-", "_")).SERVICE
    return Online(service, settings.offline, settings.refresh, allowance)
