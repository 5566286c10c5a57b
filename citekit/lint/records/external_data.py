"""What a check knows beyond the files that it checks: records, retractions, links that answer, what a style prints.

Checks know no more of the rooms that have such knowledge than the types of arXiv's records; whoever starts a check brings
both together. A rule says in ``NEEDS`` which settings give it what it needs, and is left out where none of them does.
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
class Knowledge:
    """What was given to a run; None for what was not.

    ``dead_links`` takes web addresses and gives those that do not answer, each with the reason. ``printed`` takes a CSL
    type and gives the CSL variables that the chosen style can print for it; ``style`` is its name. ``catalogued`` takes a
    project and a kind of remark, and gives what catalogues say of its entries.
    """

    records: PaperIndex | None = None
    retractions: Retractions | None = None
    dead_links: Callable[[Iterable[str]], Mapping[str, str]] | None = None
    printed: Callable[[str], frozenset[str]] | None = None
    style: str = ""
    catalogued: Callable[[Project, str], Iterable[Finding]] | None = None


NOTHING = Knowledge()
"""What a run knows to which nothing was given."""
