"""Citations as a text makes them, and where each cite is: the first of its work, a later one, one right after another.

Source: the CSL 1.0.2 specification, "Locators", "Choose" (``position``), "Note-style Options" (``near-note-distance``),
and the CSL-JSON citation data that word processors exchange.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from citekit.csl.item import CslItem, FormattedName
from citekit.csl.richtext import Node
from citekit.runtime.records import dataclass

FIRST, SUBSEQUENT, IBID, IBID_WITH_LOCATOR = 0, 1, 2, 3
"""Positions of a cite; a position includes those of smaller numbers except the first."""


@dataclass(frozen=True, slots=True)
class Cite:
    """A reference to one work inside a citation.

    ``label`` specifies what the ``locator`` counts (``page``, ``chapter`` …). ``prefix`` and ``suffix`` are rich text.
    ``mode`` is empty, ``suppress-author`` or ``author-only``. ``position`` and ``near_note`` override what the order of
    citations gives (None: it does).
    """

    id: str
    locator: str = ""
    label: str = ""
    prefix: str = ""
    suffix: str = ""
    mode: str = ""
    position: int | None = None
    near_note: bool | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """One citation: its cites in order, the number of the note it is in (0: in the text), and an identifier.

    ``mode`` is empty; ``composite`` where the author of the first work is in the sentence (``Doe (2020; Roe 2019)``);
    ``each`` where the authors of all works do (``Doe (2020) and Roe (2019)``); ``author-only`` or ``suppress-author``
    for one half of that. ``before`` and ``behind`` are rich text around the whole citation, which stays there in
    whatever order its cites are sorted; ``in_order`` means that they are not sorted. ``in_sentence`` means that the
    citation is part of a sentence of the author's: in a style of notes it then has no capital and no closing full stop
    of its own.
    """

    cites: tuple[Cite, ...]
    note: int = 0
    id: str = ""
    mode: str = ""
    before: str = ""
    behind: str = ""
    in_order: bool = False
    in_sentence: bool = False


@dataclass(frozen=True, slots=True)
class CitePosition:
    """The position of a cite, whether a cite of the same work is near, and the note that cited the work first."""

    position: int = FIRST
    near: bool = False
    first_note: int = 0


_FIRST = CitePosition()


def places(citations: Sequence[Citation], near_distance: int = 5) -> list[tuple[CitePosition, ...]]:
    """Return the place of every cite of every citation."""
    made: list[tuple[CitePosition, ...]] = []
    first_notes: dict[str, int] = {}
    last_notes: dict[str, int] = {}
    last_in_text: Citation | None = None
    note: list[Citation] = []
    previous_note: list[Citation] = []
    for citation in citations:
        if citation.note and note and note[-1].note != citation.note:
            previous_note, note = note, []
        # "Choose", position: a note before counts for ibid only if all of it is about one work; within a note, the
        # citation right before counts.
        in_note = note[-1] if note else _only(previous_note)
        # citations in the text and in notes are two sequences: an ibid never refers from one to the other
        before = in_note if citation.note else last_in_text
        row: list[CitePosition] = []
        for at, cite in enumerate(citation.cites):
            previous = citation.cites[at - 1] if at else _single(before)
            row.append(_place(cite, citation, previous, first_notes, last_notes, near_distance))
            first_notes.setdefault(cite.id, citation.note)
            last_notes[cite.id] = citation.note
        made.append(tuple(row))
        if citation.note:
            note.append(citation)
        else:
            last_in_text = citation
    return made


def _only(note: list[Citation]) -> Citation | None:
    """Return the last citation of a note, where all of the note's citations are of one work."""
    works = {cite.id for citation in note for cite in citation.cites}
    return note[-1] if len(works) == 1 else None


def _single(before: Citation | None) -> Cite | None:
    """Return the cite of the citation before, where it has only one work."""
    if before is None or not before.cites or len({cite.id for cite in before.cites}) > 1:
        return None
    return before.cites[-1]


def _place(
    cite: Cite,
    citation: Citation,
    previous: Cite | None,
    first_notes: dict[str, int],
    last_notes: dict[str, int],
    near_distance: int,
) -> CitePosition:
    if cite.position is not None:
        near = bool(cite.near_note)
        return CitePosition(cite.position, near, first_notes.get(cite.id, 0))
    if cite.id not in first_notes:
        return _FIRST
    # "Note-style Options": near-note-distance counts notes from the last cite of the work, not from its first
    near = citation.note - last_notes[cite.id] <= near_distance
    if cite.near_note is not None:
        near = cite.near_note
    position = _ibid(cite, previous) if previous is not None and previous.id == cite.id else SUBSEQUENT
    return CitePosition(position, near, first_notes[cite.id])


def _ibid(cite: Cite, previous: Cite) -> int:
    """Return the position right after a cite of the same work."""
    if cite.locator:
        same = previous.locator == cite.locator and (previous.label or "page") == (cite.label or "page")
        return IBID if same else IBID_WITH_LOCATOR
    # "Choose", position: a cite without a locator after one with a locator is not ibid, because ibid would include the
    # page
    return SUBSEQUENT if previous.locator else IBID


# The state of an element's function while one cite or one entry is made.

ACCESSED = 1
"""A variable was requested."""
NONEMPTY = 2
"""A variable that was requested has a value."""


class NamesWriter(Protocol):
    """What wrote a list of names, as far as disambiguation needs it."""

    def levels(self) -> tuple[int, ...]:
        """Return the levels above the normal one at which a name shows more of its given name."""

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
"""Appends what an element prints for a cite."""
