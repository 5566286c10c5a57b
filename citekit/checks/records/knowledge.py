"""What a check knows beyond the files that it checks: records, retractions, links that answer, what a style prints.

Checks know no more of the rooms that have such knowledge than the types of arXiv's records; whoever starts a check brings
both together. A rule says in ``NEEDS`` which settings give it what it needs, and is left out where none of them does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from citekit.checks.finding import Diagnostic
from citekit.checks.reading.project import Project
from citekit.checks.records.retractions import Retractions
from citekit.records import dataclass

if TYPE_CHECKING:
    from citekit.arxiv.known import Known


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What was given to a run; None for what was not.

    ``dead_links`` takes web addresses and gives those that do not answer, each with the reason. ``printed`` takes a CSL
    type and gives the CSL variables that the chosen style can print for it; ``style`` is its name. ``catalogued`` takes a
    project and a kind of remark, and gives what catalogues say of its entries.
    """

    records: Known | None = None
    retractions: Retractions | None = None
    dead_links: Callable[[Iterable[str]], Mapping[str, str]] | None = None
    printed: Callable[[str], frozenset[str]] | None = None
    style: str = ""
    catalogued: Callable[[Project, str], Iterable[Diagnostic]] | None = None


NOTHING = Knowledge()
"""What a run knows to which nothing was given."""
