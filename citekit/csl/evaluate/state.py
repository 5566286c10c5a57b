"""What an element's function sees while one cite or one entry is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from citekit.csl.cite import FIRST
from citekit.csl.item import CslItem
from citekit.csl.people import FormattedName
from citekit.csl.richtext import Node
from citekit.runtime.records import dataclass

ACCESSED = 1
"""A variable was requested."""
NONEMPTY = 2
"""A variable that was requested has a value."""


class NamesWriter(Protocol):
    """What wrote a list of names, as far as telling cites apart asks it."""

    def levels(self) -> tuple[int, ...]:
        """Return the levels above the normal one at which a name may say more of its given name."""

    def text(self, person: FormattedName, level: int | None) -> str:
        """Return a name as it reads in a list at a level; None for the normal one."""


class Nameset(NamedTuple):
    """A list of names as a cite printed it."""

    people: tuple[FormattedName, ...]
    shown: int
    writer: NamesWriter

    @property
    def hidden(self) -> int:
        """How many names were left out."""
        return len(self.people) - self.shown


@dataclass(slots=True, eq=False)
class RenderState:
    """One cite or entry in the making.

    ``variable_use`` collects :data:`CALLED` and :data:`FILLED` for the innermost group. ``used`` holds the variables that a
    substitution printed already; ``record`` collects them while one is tried. ``looking`` means that only the text
    counts by which cites are told apart. ``trace`` collects the lists of names that are printed, ``first_names`` is the
    first. ``substitute`` is the text and the rule for authors of the entry before, whose names are ``names_before``.
    """

    item: CslItem
    area: str = "citation"
    variable_use: int = 0
    used: set[str] | None = None
    record: list[str] | None = None
    locator: str = ""
    label: str = "page"
    position: int = FIRST
    near_note: bool = False
    first_note: int = 0
    namesets: int = 0
    sorting: bool = False
    names_override: tuple[int, int, bool] | None = None
    with_suffix: bool = True
    suffix_seen: bool = False
    suppress_names: bool = False
    first_names: Node | None = None
    names_key: tuple[str, ...] | None = None
    tracks_names: bool = False
    trace: list[Nameset] | None = None
    names_before: tuple[str, ...] | None = None
    substitute: tuple[str, str] | None = None
    chosen: int = 0
    steps: int = 0
    looking: bool = False
    month_in_words: str = ""

    def text(self, variable: str, form: str = "") -> str:
        """Return a text variable's value, or the empty string; notes that it was requested."""
        if (self.used and variable in self.used) or (self.record and variable in self.record):
            self.variable_use |= ACCESSED
            return ""
        value = self.value(variable, form)
        if value:
            self.variable_use |= NONEMPTY | ACCESSED
            if self.record is not None:
                self.record.append(variable)
        else:
            self.variable_use |= ACCESSED
        return value

    def value(self, variable: str, form: str = "") -> str:
        """Return the value of :meth:`text` without recording the access."""
        return self.item.text(variable, form) or self._special(variable)

    def _special(self, variable: str) -> str:
        if variable == "citation-number":
            return str(self.item.number).zfill(9) if self.sorting else str(self.item.number)
        if variable == "locator":
            return self.locator
        if variable == "first-reference-note-number":
            return str(self.first_note) if self.first_note and self.position != FIRST else ""
        return ""

    def has(self, variable: str) -> bool:
        """Whether a variable is there, for conditions: also one that was printed already; nothing is noted."""
        return self.item.has(variable) or bool(self._special(variable))


RenderFunction = Callable[[RenderState, list[Node]], None]
"""Appends what an element says for a cite."""
