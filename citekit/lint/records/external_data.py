"""What a check knows in addition to the files that it checks: records, retractions, dead links, what a style prints.

Checks import nothing from the packages with such data but the types of arXiv's records; the caller of a check brings
both together. A rule lists in ``NEEDS`` the settings that provide its data, and is skipped if none of them is set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from io import TextIOWrapper
from pathlib import Path
from typing import Literal, Protocol

from citekit.lint.finding import Finding
from citekit.lint.loading.project import Project
from citekit.lint.words import paired
from citekit.model.arxiv_paper import ArxivPaper, PaperDifferences
from citekit.model.identity.titles import fold
from citekit.model.ids import normal_doi
from citekit.model.work import Work
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import open_file

# Lists of retracted works: CSV with a row for each notice, as the Retraction Watch database is published.
#
# Source: the user guide of the Retraction Watch database, "Fields" (`OriginalPaperDOI`, `RetractionNature`, …).

_DOI, _PMID, _NATURE = "originalpaperdoi", "originalpaperpubmedid", "retractionnature"
# Other names of columns, for lists that people keep themselves.
_NAMES = paired("columns of retractions")
_COUNTED = {"retraction": "retracted", "expression of concern": "under an expression of concern"}
_TAKEN_BACK = "reinstatement"
# A title with fewer letters may be that of several works.
_LONG = 25
_LONGEST_CELL = 1_000_000  # the csv module allows 131,072 characters, and the reasons for a retraction may be longer


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice about a work: what happened (``retracted``), the day and the work's authors as the list writes them, the
    work's title (letters only), the notice's DOI."""

    state: str
    date: str = ""
    title: str = ""
    authors: str = ""
    doi: str = ""

    @property
    def families(self) -> frozenset[str]:
        """The family names of the work's authors, folded, as far as the list names them."""
        people = (name.split() for name in self.authors.split(";"))
        return frozenset(fold(words[-1]) for words in people if words) - {""}


@dataclass(frozen=True)
class Retractions:
    """The notices of a list by the DOI (normal form), the PubMed number and the title of the work that they are about."""

    by_doi: Mapping[str, Notice]
    by_pmid: Mapping[str, Notice]
    by_title: Mapping[str, Notice]

    @classmethod
    def read(cls, path: Path) -> Retractions:
        """Return a list in a file; of several notices about a work the gravest counts, and none after a reinstatement.

        Raises :class:`~citekit.runtime.errors.UnreadableInputError` where the file cannot be read or has no column of DOIs.
        """
        tables: tuple[dict[str, Notice], ...] = ({}, {}, {})
        reinstated: set[str] = set()
        for row in _rows(path):
            nature = row.get(_NATURE, "").strip().lower() or "retraction"
            title = fold(row.get("title", ""))
            keys = (normal_doi(row.get(_DOI, "")), row.get(_PMID, "").strip(), title if len(title) >= _LONG else "")
            if nature == _TAKEN_BACK:
                reinstated.update(filter(None, keys))
            elif nature in _COUNTED:
                state = _COUNTED[nature]
                day = row.get("retractiondate", "").partition(" ")[0]
                notice = Notice(state, day, title, row.get("author", ""), normal_doi(row.get("retractiondoi", "")))
                for known, key in zip(tables, keys, strict=True):
                    if key and key != "0" and (nature == "retraction" or key not in known):
                        known[key] = notice
        in_force = ({key: notice for key, notice in known.items() if key not in reinstated} for known in tables)
        return cls(*in_force)


def _rows(path: Path) -> Iterator[dict[str, str]]:
    """Yield the rows of a file, each by the names of its columns in lowercase and without spaces."""
    import csv  # here, for few runs have such a list

    csv.field_size_limit(_LONGEST_CELL)
    try:
        with TextIOWrapper(open_file(path), encoding="utf-8-sig", errors="replace", newline="") as stream:
            reader = csv.reader(stream)
            names = [_NAMES.get(name, name) for name in (name.strip().lower() for name in next(reader, []))]
            if not {_DOI, _PMID} & set(names):
                hint = "give the CSV file of Retraction Watch, or one with a column doi"
                raise UnreadableInputError(f"{path} is not a list of retractions: it has no column of DOIs", hint)
            for row in reader:
                yield dict(zip(names, row, strict=False))
    except OSError as error:
        raise UnreadableInputError(f"{path} cannot be read: {error.strerror or error}", "check the name") from None
    except csv.Error as error:
        raise UnreadableInputError(f"{path} is not CSV: {error}", "fetch it again") from None


class PaperIndex(Protocol):
    """The papers of arXiv that a run knows; :class:`citekit.services.arxiv.index_lookup.IndexLookup` is one."""

    def of_id(self, arxiv_id: str) -> ArxivPaper | None:
        """Return the paper of a canonical identifier."""

    def of_doi(self, doi: str) -> tuple[ArxivPaper, ...]:
        """Return the papers that name a DOI as that of their printed version."""

    def of_work(self, work: Work) -> ArxivPaper | None:
        """Return the paper that a work certainly is by its title, authors and year."""

    def fit(self, work: Work, arxiv_id: str) -> Literal["same", "doubtful", "other", "absent", "unknown"]:
        """Return how the paper of an identifier fits a work."""

    def differences(self, work: Work, arxiv_id: str) -> PaperDifferences:
        """Return what a work and the paper of an identifier disagree on."""


@dataclass(frozen=True, slots=True)
class ExternalData:
    """What was given to a run; None for what was not.

    ``dead_links`` takes URLs and returns those that fail, each with the reason. ``printed`` takes a CSL
    type and gives the CSL variables that the chosen style can print for it; ``style`` is its name. ``catalogued`` takes a
    project and a kind of remark, and returns what services report on its entries. ``departures`` are the findings on
    references of lists that are printed otherwise than the chosen style prints them.
    """

    records: PaperIndex | None = None
    retractions: Retractions | None = None
    dead_links: Callable[[Iterable[str]], Mapping[str, str]] | None = None
    printed: Callable[[str], frozenset[str]] | None = None
    style: str = ""
    catalogued: Callable[[Project, str], Iterable[Finding]] | None = None
    departures: tuple[Finding, ...] = ()


NOTHING = ExternalData()
"""What a run knows to which nothing was given."""
