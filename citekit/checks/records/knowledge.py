"""What a check knows beyond the files that it checks: records, retractions, links that answer, what a style prints.

The rooms that have such knowledge do not know checks, nor do checks know them; whoever starts a check brings both
together. A rule says in ``NEEDS`` which settings give it what it needs, and is left out where none of them does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, Protocol

from citekit.checks.finding import Diagnostic
from citekit.checks.reading.project import Project
from citekit.checks.records.retractions import Retractions
from citekit.records import dataclass
from citekit.works.name import Name
from citekit.works.work import Work

Fit = Literal["same", "doubtful", "other", "absent", "unknown"]
"""How the record of an identifier fits a work: it is the work's, may be, is another one's; there is no paper of this
identifier; the records cannot tell."""


class Record(Protocol):
    """What is known of one paper; its parts are those of :class:`citekit.arxiv.record.Record`."""

    @property
    def id(self) -> str:
        """The canonical arXiv identifier."""
        ...

    @property
    def title(self) -> str:
        """The title of the latest version."""
        ...

    @property
    def authors(self) -> tuple[Name, ...]:
        """The authors in order."""
        ...

    @property
    def complete(self) -> bool:
        """Whether ``authors`` are all of them."""
        ...

    @property
    def doi(self) -> str:
        """The DOI of the printed paper, or the empty string."""
        ...

    @property
    def journal(self) -> str:
        """Where the paper was printed, or the empty string."""
        ...

    @property
    def comment(self) -> str:
        """What the authors say about the paper."""
        ...

    @property
    def withdrawn(self) -> bool:
        """Whether the paper was withdrawn."""
        ...


class Differences(Protocol):
    """What a work and a record do not agree on."""

    @property
    def title(self) -> str:
        """The title of the record where it is another, else the empty string."""
        ...

    @property
    def extra(self) -> tuple[str, ...]:
        """Authors that only the work has."""
        ...

    @property
    def missing(self) -> tuple[str, ...]:
        """Authors that only the record has."""
        ...


class Records(Protocol):
    """Records of papers, by identifier, DOI, and title with authors."""

    def of_id(self, arxiv_id: str) -> Record | None:
        """The record of a canonical arXiv identifier."""
        ...

    def of_doi(self, doi: str) -> tuple[Record, ...]:
        """The records that name a DOI as that of their printed paper."""
        ...

    def of_work(self, work: Work) -> Record | None:
        """The record that a work surely has by its title and authors, whatever identifiers it names."""
        ...

    def fit(self, work: Work, arxiv_id: str) -> Fit:
        """How the record of an identifier fits a work by title, authors and year."""
        ...

    def differences(self, work: Work, arxiv_id: str) -> Differences:
        """What a work and the record of an identifier do not agree on."""
        ...


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What was given to a run; None for what was not.

    ``dead_links`` takes web addresses and gives those that do not answer, each with the reason. ``printed`` takes a CSL
    type and gives the CSL variables that the chosen style can print for it; ``style`` is its name. ``catalogued`` takes a
    project and a kind of remark, and gives what catalogues say of its entries.
    """

    records: Records | None = None
    retractions: Retractions | None = None
    dead_links: Callable[[Iterable[str]], Mapping[str, str]] | None = None
    printed: Callable[[str], frozenset[str]] | None = None
    style: str = ""
    catalogued: Callable[[Project, str], Iterable[Diagnostic]] | None = None


NOTHING = Knowledge()
"""What a run knows to which nothing was given."""
