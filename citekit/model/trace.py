"""Where each fact of a work was read, and how sure the reader was: kept next to the work, never inside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a field has its value: the place, a score from 0 (guess) to 1 (certain) and the reason in a few words."""

    span: Span | None
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class Trace:
    """The reading of one work.

    ``span`` is the whole item in ``source``. ``evidence`` maps variables (``"title"``, ``"author"``, …) to where they
    were read. ``doubts`` are sentences for people; ``left_over`` are the pieces of the item that fit no field.
    ``also`` names further places where the same publication is. ``text`` is the item as a person sees it, and
    ``corrected`` what people said about its reading, a sentence each.
    """

    source: Source
    span: Span
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    doubts: tuple[str, ...] = ()
    left_over: tuple[str, ...] = ()
    section: str = ""
    score: float = 1.0
    also: tuple[tuple[Source, Span], ...] = ()
    text: str = ""
    corrected: tuple[str, ...] = ()
