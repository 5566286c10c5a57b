"""Reports by the names of reporters."""

from __future__ import annotations

from types import ModuleType

from citekit.checks.report import Report
from citekit.config import meant
from citekit.errors import UsageError
from citekit.registry import units

REPORTERS = "citekit.checks.reporters"


def reporter_names() -> tuple[str, ...]:
    """The names of all reporters in alphabetical order."""
    return tuple(module.NAME for module in units(REPORTERS))


def reporter(name: str) -> ModuleType:
    """The reporter of a name; raises :class:`~citekit.errors.UsageError` with the one that was probably meant."""
    found = next((module for module in units(REPORTERS) if name == module.NAME), None)
    if found is None:
        raise UsageError(f"there is no output format {name!r}", meant(name, reporter_names()))
    return found


def render(report: Report, name: str) -> str:
    """The report as a reporter writes it."""
    return str(reporter(name).render(report))
