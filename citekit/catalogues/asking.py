"""The catalogues that the settings name, opened, and what they say of many entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from citekit.arxiv.client import Arxiv
from citekit.arxiv.index import Index
from citekit.arxiv.run import lasting
from citekit.catalogues.agencies import Agencies
from citekit.catalogues.arxiv_records import ArxivRecords
from citekit.catalogues.dumps import DumpRecords, catalogue_in
from citekit.catalogues.service import Catalogue, Online, Service
from citekit.catalogues.verify import Verification, Verifier
from citekit.config import VerifySettings
from citekit.errors import UsageError, meant
from citekit.fetch import Allowance
from citekit.registry import unit
from citekit.works.work import Work

SERVICES = "citekit.catalogues.services"
ARXIV = "arxiv"
KNOWN = ("crossref", "datacite", ARXIV, "dblp", "openalex", "pubmed", "semantic-scholar")
"""The catalogues in the order in which they are asked."""

Told = Callable[[str], None]


class Catalogues:
    """Some catalogues with what they share: an allowance of requests and a registry of DOIs."""

    def __init__(
        self, catalogues: Sequence[Catalogue], agencies: Agencies | None, told: Told, offline: bool, find_printed: bool
    ) -> None:
        self.all = tuple(catalogues)
        self._verifier = Verifier(self.all, agencies, find_printed)
        self._told, self._offline = told, offline

    def verify(self, works: Sequence[Work]) -> tuple[Verification, ...]:
        """What they say of each work; how long that takes is said first."""
        requests, seconds = self._verifier.estimate(works)
        if requests > 1 and not self._offline:
            asked = ", ".join(catalogue.name for catalogue in self.all)
            self._told(f"{asked} are asked about {requests} times, which takes {lasting(seconds)}; --at-most limits it")
        return self._verifier.verify(works)


@contextmanager
def catalogues_of(
    settings: VerifySettings, told: Told = lambda _: None, find_printed: bool = False
) -> Iterator[Catalogues]:
    """The catalogues that the settings name. Raises :class:`~citekit.errors.UsageError` for names that there are not."""
    wanted = [name for name in settings.services.replace(",", " ").split() if name]
    for name in wanted:
        if name not in KNOWN:
            raise UsageError(f"there is no catalogue {name!r}", meant(name, KNOWN))
    if settings.at_most < 0:
        raise UsageError(f"{settings.at_most} requests are too few", "0 allows any number")
    allowance = Allowance(settings.at_most)
    with ExitStack() as opened:
        found: list[Catalogue] = []
        for name in KNOWN:
            if wanted and name not in wanted:
                continue
            found.append(_opened(name, settings, allowance))
            opened.callback(found[-1].close)
        agencies = Agencies(settings.offline, allowance)
        opened.callback(agencies.close)
        yield Catalogues(found, agencies, told, settings.offline, find_printed)


def _opened(name: str, settings: VerifySettings, allowance: Allowance) -> Catalogue:
    if settings.index and name == catalogue_in(path := Path(settings.index)):
        return ArxivRecords(Index(path)) if name == ARXIV else DumpRecords(path, name)
    if name == ARXIV:
        return ArxivRecords(Arxiv(settings.offline, settings.refresh, at_most=allowance, lenient=True))
    service: Service = unit(SERVICES, name.replace("-", "_")).SERVICE
    return Online(service, settings.offline, settings.refresh, allowance)
