"""What a check knows in addition to the files that it checks: records, retractions, dead links, what a style prints.

Checks import nothing from the packages with such data but the types of arXiv's records; the caller of a check brings
both together. A rule lists in ``NEEDS`` the settings that provide its data, and is skipped if none of them is set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, Protocol

from citekit.lint.finding import Finding
from citekit.lint.loading.project import Project
from citekit.lint.records.retractions import Retractions
from citekit.model.arxiv_paper import ArxivPaper, PaperDifferences
from citekit.model.work import Work
from citekit.runtime.records import dataclass


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
