"""The outcome of a run, as reporters write it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import overload

from citekit.lint.finding import SEVERITIES, Finding, Severity
from citekit.lint.reporting.suppressions import SuppressedFinding
from citekit.lint.rule import Rule
from citekit.runtime.errors import Problem, counted
from citekit.runtime.records import dataclass


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of what is there was checked. ``entries`` counts those of bibliographies, ``items`` those of lists.

    ``citations`` are those that were looked up, ``not_looked_up`` those of parts whose document was not found. ``compared``
    counts the ``references`` of lists that were compared with a citation style; the others could not be judged.
    """

    bibliographies: int = 0
    entries: int = 0
    entries_seen: int = 0
    manuscripts: int = 0
    citations: int = 0
    lists: int = 0
    items: int = 0
    items_seen: int = 0
    not_looked_up: int = 0
    compared: int = 0
    references: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether everything that was seen could be read."""
        return self.entries == self.entries_seen

    @property
    def is_nothing(self) -> bool:
        """Whether nothing at all was there to be checked."""
        documents = self.manuscripts and not self.not_looked_up
        return not (self.entries_seen or self.citations or self.items_seen or documents)

    def __str__(self) -> str:
        counts = []
        if self.bibliographies:
            counts.append(
                f"{self.entries} of {counted(self.entries_seen, 'entry')} in {counted(self.bibliographies, 'bibliography')}"
            )
        if self.manuscripts:
            number = counted(self.citations + self.not_looked_up, "citation")
            number = f"{self.citations} of {number}" if self.not_looked_up else number
            counts.append(f"{number} in {counted(self.manuscripts, 'document')}")
        if self.lists:
            counts.append(f"{self.items} of {counted(self.items_seen, 'publication')} in {counted(self.lists, 'list')}")
        if self.references:
            counts.append(f"{self.compared} of {counted(self.references, 'reference')} compared with the style")
        return f"checked {', '.join(counts)}" if counts else "checked nothing"


@dataclass(frozen=True)
class Report(Sequence[Finding]):
    """What a run found, in the order of files and places: a sequence of findings.

    ``rules`` are all that the run used. ``silenced`` findings are not among the ``diagnostics``, neither are those that
    the baseline knows (``known`` counts them, ``gone`` those that it knows and that are no more). ``version`` is that of citekit. ``verbose`` asks a
    report for people for each of many equal findings. ``notes`` report names of rules that are no more.
    """

    diagnostics: tuple[Finding, ...] = ()
    rules: tuple[Rule, ...] = ()
    coverage: Coverage = Coverage()
    unreadable: tuple[Problem, ...] = ()
    silenced: tuple[SuppressedFinding, ...] = ()
    known: int = 0
    gone: int = 0
    files: tuple[str, ...] = field(default=())
    version: str = ""
    verbose: bool = False
    notes: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.diagnostics)

    def __len__(self) -> int:
        return len(self.diagnostics)

    @overload
    def __getitem__(self, place: int) -> Finding: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Finding, ...]: ...
    def __getitem__(self, place: int | slice) -> Finding | tuple[Finding, ...]:
        return self.diagnostics[place]

    @property
    def counts(self) -> Counter[Severity]:
        """How many findings have each severity."""
        return Counter(diagnostic.severity for diagnostic in self.diagnostics)

    @property
    def failed(self) -> bool:
        """Whether something could not be read, or nothing was."""
        return bool(self.unreadable) or not self.coverage.is_whole or self.coverage.is_nothing

    def exit_code(self, fail_on: str) -> int:
        """2 where something could not be read; else 1 where a finding is as severe as ``fail_on``; else 0."""
        if self.failed:
            return 2
        if fail_on == "never":
            return 0
        least = SEVERITIES.index(fail_on)
        return int(any(SEVERITIES.index(diagnostic.severity) >= least for diagnostic in self.diagnostics))

    def summary(self) -> str:
        """One line: what was checked and how many findings there are."""
        found = [counted(self.counts[level], level) for level in reversed(SEVERITIES) if self.counts[level]]
        none = "" if self.coverage.is_nothing and self.unreadable else "no findings"
        summary = ": ".join(filter(None, (str(self.coverage), ", ".join(found) or none)))
        if self.silenced:
            summary += f", {len(self.silenced)} silenced"
        if self.known:
            summary += f", {self.known} known from the baseline"
        if self.gone:
            summary += f", {self.gone} of the baseline are gone"
        return summary
