"""Everything that can be wrong with a ``.bib`` file: the kinds of problems that reading one reports."""

from __future__ import annotations

from dataclasses import replace

from citekit.errors import Problem
from citekit.records import dataclass
from citekit.span import Source, Span
from citekit.tables import tables


@dataclass(frozen=True, slots=True)
class Fault:
    """A kind of problem: its stable name, its severity, what it means, and what to do about it."""

    kind: str
    severity: str
    meaning: str
    hint: str
    example: str = ""


_ALL = (Fault(*cells) for cells in tables("citekit.formats.bibtex", "faults.tsv")["faults"])
FAULTS = {fault.kind: replace(fault, example=fault.example.replace("\\n", "\n")) for fault in _ALL}
"""Kind -> what it is, for all that reading a file can report."""


def problem(kind: str, message: str, source: Source, span: Span, hint: str = "") -> Problem:
    """A problem of a known kind; the kind's own hint where none is given."""
    fault = FAULTS[kind]
    return Problem(message, hint or fault.hint, source, span, fault.severity, kind)
