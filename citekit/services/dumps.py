"""Dumps of Crossref and OpenAlex as an index, the same file format as for arXiv's records.

A row has what a publication is searched by, in the form of an arXiv paper, and the whole record as one line of JSON where
arXiv's rows have the abstract. Source: the JSON lines of Crossref's public data file and of OpenAlex's snapshot, whose objects are those of
their interfaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from types import ModuleType

from citekit.model.arxiv_paper import ArxivPaper
from citekit.model.ids import normal_doi
from citekit.model.work import Work
from citekit.services.arxiv.build import Built, Progress, build
from citekit.services.arxiv.index import VERSION, ArxivIndex, connect, layout_of, row_of, words_of
from citekit.services.arxiv.snapshot import IndexRow, Item, data_of
from citekit.services.arxiv_records import likeliest
from citekit.services.clients import crossref, openalex
from citekit.services.record import ServiceRecord
from citekit.services.service import Catalogue

_OPENALEX = "https://openalex.org/W"
DUMPED: Mapping[str, ModuleType] = {"crossref": crossref, "openalex": openalex}
"""The catalogues whose dumps are read, and the modules that know what their objects contain."""
# Identifiers that are joined with an index at a time; bounds the memory for the rows of a large file.
_JOINED = 1000


def build_dump(
    snapshot: Path, target: Path, catalogue: str, jobs: int = 1, progress: Progress = lambda *_: None
) -> Built:
    """Build the index ``target`` out of a dump of a catalogue of :data:`DUMPED`.

    Raises what :func:`citekit.services.arxiv.build.build` raises.
    """
    return build(snapshot, target, True, jobs, progress, partial(row_of_item, catalogue), _layout(catalogue))


def _layout(catalogue: str) -> str:
    """Return what an index reports about itself, so that the index of another catalogue is not taken for it."""
    return f"{VERSION} {catalogue}"


def row_of_item(catalogue: str, item: Item, _: bool = True) -> IndexRow | None:
    """Return the row of an object of a dump; None if it has no identifier. The last argument is :func:`build`'s, not used here.

    An object without a title is found by its identifier alone, and so is a part of a publication.
    """
    data = data_of(item)
    if data is None:
        return None
    doi = normal_doi(str(data.get("DOI") or data.get("doi") or ""))
    number = str(data.get("id") or "")
    if catalogue == "openalex":
        identifier = f"openalex:W{number[len(_OPENALEX) :]}" if number.startswith(_OPENALEX) else ""
    else:
        identifier = f"doi:{doi}" if doi else ""
    if not identifier:
        return None
    record: ServiceRecord = DUMPED[catalogue].record_of(data)
    work = record.work
    row = ArxivPaper(
        identifier,
        work.text("title"),
        work.author,
        submitted=str(work.year or ""),
        doi=doi,
        journal=work.text("container-title"),
        abstract=record.as_text(),
    )
    hashes, words = words_of(row) if record.is_whole and work.text("title") else ([], set())
    return row_of(row, True), hashes, words


def catalogue_in(path: Path) -> str:
    """Return the catalogue whose records an index holds: ``arxiv``, ``crossref``, ``openalex``.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` where the file is not an index.
    """
    if not path.exists():
        return "arxiv"  # opening it states that it is not there
    with closing(connect(path)) as base:
        name = layout_of(base).removeprefix(VERSION).strip()
    return name if name in DUMPED else "arxiv"


class DumpRecords(Catalogue):
    """An index of a dump.

    A dump is of some day, and may be a part of all: what it does not contain is omitted, and never reported as missing.
    Raises :class:`~citekit.runtime.errors.UnreadableInputError` where the file is not such an index.

    Example:
        >>> records = DumpRecords(Path("crossref.index"), "crossref")  # doctest: +SKIP
        >>> records.by_identifiers(["doi:10.5555/12345678"])  # doctest: +SKIP
    """

    identifiers = frozenset({"doi", "openalex"})

    def __init__(self, path: Path, catalogue: str) -> None:
        self._index = ArxivIndex(path, _layout(catalogue))
        self.name: str = DUMPED[catalogue].SERVICE.name

    def close(self) -> None:
        self._index.close()

    def by_identifiers(self, identifiers: Iterable[str]) -> dict[str, ServiceRecord | None]:
        found: dict[str, ServiceRecord | None] = {}
        every = [(requested, *requested.partition(":")[::2]) for requested in dict.fromkeys(identifiers)]
        for some in (every[at : at + _JOINED] for at in range(0, len(every), _JOINED)):
            dois = {normal_doi(value) for _, kind, value in some if kind == "doi"}
            self._index.join(set(), dois, {requested for requested, kind, _ in some if kind == "openalex"})
            for requested, kind, value in some:
                if kind == "doi":
                    rows = self._index.by_doi(value)
                else:
                    rows = tuple(self._index.by_ids([requested]).values()) if kind == "openalex" else ()
                if rows:
                    found[requested] = ServiceRecord.of_text(rows[0].abstract)
        return found

    def search(self, work: Work) -> tuple[ServiceRecord, ...]:
        records = (ServiceRecord.of_text(found.abstract) for found in likeliest(work, self._index))
        return tuple(record for record in records if record.is_whole)
