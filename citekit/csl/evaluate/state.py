"""What an element's function sees while one cite or one entry is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from citekit.csl.cite import FIRST
from citekit.csl.item import Item
from citekit.csl.nodes import Node
from citekit.csl.people import Person

CALLED = 1
"""A variable was asked for."""
FILLED = 2
"""A variable that was asked for has a value."""


class NamesWriter(Protocol):
    """What wrote a list of names, as far as telling cites apart asks it."""

    def levels(self) -> tuple[int, ...]:
        """The levels above the normal one at which a name may say more of its given name."""

    def text(self, person: Person, level: int | None) -> str:
        """A name as it reads in a list at a level; None for the normal one."""


class Nameset(NamedTuple):
    """A list of names as a cite printed it."""

    people: tuple[Person, ...]
    shown: int
    writer: NamesWriter

    @property
    def hidden(self) -> int:
        """How many names were left out."""
        return len(self.people) - self.shown


class State:
    """One cite or entry in the making.

    ``calls`` collects :data:`CALLED` and :data:`FILLED` for the innermost group. ``used`` holds the variables that a
    substitution printed already; ``record`` collects them while one is tried. ``looking`` says that only the text counts
    by which cites are told apart. ``trace`` collects the lists of names that are printed, ``first_names`` is the first.
    ``substitute`` is the text and the rule for authors of the entry before, whose names are ``names_before``.
    """

    __slots__ = (
        "area",
        "calls",
        "chosen",
        "first_names",
        "first_note",
        "item",
        "label",
        "locator",
        "looking",
        "names_before",
        "names_key",
        "names_override",
        "namesets",
        "near_note",
        "position",
        "record",
        "sorting",
        "steps",
        "substitute",
        "suffix_seen",
        "suppress_names",
        "trace",
        "tracks_names",
        "used",
        "with_suffix",
    )

    def __init__(self, item: Item, area: str = "citation") -> None:
        self.item = item
        self.area = area
        self.calls = 0
        self.used: set[str] | None = None
        self.record: list[str] | None = None
        self.locator = ""
        self.label = "page"
        self.position = FIRST
        self.near_note = False
        self.first_note = 0
        self.namesets = 0
        self.sorting = False
        self.names_override: tuple[int, int, bool] | None = None
        self.with_suffix = True
        self.suffix_seen = False
        self.suppress_names = False
        self.first_names: Node | None = None
        self.names_key: tuple[str, ...] | None = None
        self.tracks_names = False
        self.trace: list[Nameset] | None = None
        self.names_before: tuple[str, ...] | None = None
        self.substitute: tuple[str, str] | None = None
        self.chosen = 0
        self.steps = 0
        self.looking = False

    def text(self, variable: str, form: str = "") -> str:
        """A text variable's value, or the empty string; notes that it was asked for."""
        if (self.used and variable in self.used) or (self.record and variable in self.record):
            self.calls |= CALLED
            return ""
        value = self.value(variable, form)
        if value:
            self.calls |= FILLED | CALLED
            if self.record is not None:
                self.record.append(variable)
        else:
            self.calls |= CALLED
        return value

    def value(self, variable: str, form: str = "") -> str:
        """The same, and nothing is noted."""
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


Emit = Callable[[State, list[Node]], None]
"""Appends what an element says for a cite."""
