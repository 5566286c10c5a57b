"""Reporters, one per file; the file name with hyphens is the name of the format in which it writes a report."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from citekit.runtime.errors import UsageError, did_you_mean
from citekit.runtime.registry import unit, unit_names

if TYPE_CHECKING:
    from citekit.lint.reporting.report import Report

REPORTERS = "citekit.lint.reporters"


def reporter_names() -> tuple[str, ...]:
    """The names of all reporters in alphabetical order, without importing any of them."""
    return tuple(name.replace("_", "-") for name in unit_names(REPORTERS))


def known_reporter(name: str) -> str:
    """The name of a reporter; raises :class:`~citekit.runtime.errors.UsageError` with the one that was probably meant."""
    if name not in reporter_names():
        raise UsageError(f"there is no output format {name!r}", did_you_mean(name, reporter_names()))
    return name


def reporter(name: str) -> ModuleType:
    """The reporter of a name, imported now; raises what :func:`known_reporter` raises."""
    return unit(REPORTERS, known_reporter(name).replace("-", "_"))


def render(report: Report, name: str) -> str:
    """The report as a reporter writes it."""
    return str(reporter(name).render(report))
