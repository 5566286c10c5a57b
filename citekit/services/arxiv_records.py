"""arXiv as a catalogue: its interface, or an index of its records, which have the same interface."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from citekit.model.arxiv_paper import ArxivPaper
from citekit.model.date import Date
from citekit.model.ids import ARXIV_DOI, normal_doi
from citekit.model.work import Value, Work
from citekit.runtime.errors import UnreadableInputError
from citekit.services.arxiv.client import Arxiv
from citekit.services.arxiv.compare import ArxivQuery
from citekit.services.arxiv.index import ArxivIndex
from citekit.services.arxiv.match import RecordSource, search
from citekit.services.record import ServiceRecord, years_in
from citekit.services.service import Catalogue


class ArxivRecords(Catalogue):
    """arXiv's interface, or an index of its records.

    An index also knows the DOIs of printed papers, and so leads from a DOI to an arXiv identifier.
    """

    name = "arXiv"

    def __init__(self, source: Arxiv | ArxivIndex) -> None:
        self._source = source
        self.identifiers = frozenset({"arxiv", "doi"} if isinstance(source, ArxivIndex) else {"arxiv"})

    @property
    def silence(self) -> str:  # type: ignore[override]
        """Why arXiv did not respond to a query; an index always does."""
        return self._source.silence if isinstance(self._source, Arxiv) else ""

    def close(self) -> None:
        self._source.close()

    def estimate(self, identifiers: Sequence[str], searches: Sequence[Work]) -> tuple[int, float]:
        if not isinstance(self._source, Arxiv):
            return 0, 0.0
        named = (Work(fields={"eprint": i.removeprefix("arxiv:")}) for i in identifiers)
        return self._source.estimate((*named, *searches))

    def prepare(self, works: Sequence[Work]) -> None:
        """Request the records that many searches need, in few requests. A failure occurs again at the search itself."""
        if isinstance(self._source, Arxiv):
            with suppress(UnreadableInputError):
                self._source.prepare(works)

    def by_identifiers(self, identifiers: Iterable[str]) -> dict[str, ServiceRecord | None]:
        requested = [i.partition(":") for i in dict.fromkeys(identifiers)]
        known = self._source.by_ids(value for kind, _, value in requested if kind == "arxiv")
        found: dict[str, ServiceRecord | None] = {}
        for kind, _, value in requested:
            if kind == "doi":
                found |= {f"doi:{value}": record_of(record) for record in self._source.by_doi(value)[:1]}
            elif kind == "arxiv" and (value in known or self._source.is_complete_about(value)):
                found[f"arxiv:{value}"] = record_of(known[value]) if value in known else None
        return found

    def search(self, work: Work) -> tuple[ServiceRecord, ...]:
        return tuple(map(record_of, likeliest(work, self._source)))


def likeliest(work: Work, source: RecordSource) -> tuple[ArxivPaper, ...]:
    """Return the records that a work's title and authors may mean, the likeliest first."""
    answer = search(ArxivQuery.of(work), source)
    best = (answer.best,) if answer.best else ()
    return tuple(candidate.record for candidate in (*best, *answer.others))


def record_of(record: ArxivPaper) -> ServiceRecord:
    """Return a record of arXiv's as one of any catalogue: a preprint, with the DOI of its printed paper next to it."""
    variables: dict[str, Value] = {"title": record.title, "author": record.authors}
    if record.year:
        variables["issued"] = Date.of(record.year)
    fields = {"eprint": record.id, "archiveprefix": "arXiv", "primaryclass": record.primary_class}
    doi = normal_doi(record.doi)
    return ServiceRecord(
        "arXiv",
        Work("article", "", variables, {name: value for name, value in fields.items() if value}),
        years_in([record.year]),
        fate="withdrawn" if record.withdrawn else "",
        published=(f"doi:{doi}",) if doi and not doi.startswith(ARXIV_DOI) else (),
    )
