"""How surely two names, venues or works are one, and why."""

from __future__ import annotations

from citekit.runtime.records import dataclass

SURE, LIKELY = 0.9, 0.6
"""Degrees from which on two things count as one, and as worth a question."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """A ``degree`` from 0 (not one) to 1 (one for certain), and the ``reason`` in a few words."""

    degree: float
    reason: str = ""

    def __bool__(self) -> bool:
        return self.degree >= LIKELY
