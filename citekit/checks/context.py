"""What a rule may ask about the run it is part of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from citekit.checks.reading.entry import Entry
from citekit.checks.reading.project import Project
from citekit.checks.records.knowledge import NOTHING, Knowledge
from citekit.records import dataclass


@dataclass(frozen=True, slots=True)
class Context:
    """``options`` are those of the rule. ``dialect`` is ``"bibtex"`` or ``"biblatex"`` where it was given, else empty.

    ``year`` is this year, by which dates are judged, and ``owner`` whose publications the lists are. ``knowledge`` is what
    was given beyond the files; a rule's ``NEEDS`` are there.
    """

    project: Project
    options: Mapping[str, Any]
    year: int
    dialect: str = ""
    owner: str = ""
    knowledge: Knowledge = NOTHING

    def dialect_of(self, entry: Entry) -> str:
        """``"bibtex"`` or ``"biblatex"``: what was given, else what the entry's bibliography looks like."""
        return self.dialect or self.project.dialect_of(entry)
