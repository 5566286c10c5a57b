"""Citations as a text makes them, and where each cite is: the first of its work, a later one, one right after another.

Source: the CSL 1.0.2 specification, "Locators", "Choose" (``position``), "Note-style Options" (``near-note-distance``),
and the CSL-JSON citation data that word processors exchange.
"""

from __future__ import annotations

from collections.abc import Sequence

from citekit.runtime.records import dataclass

FIRST, SUBSEQUENT, IBID, IBID_WITH_LOCATOR = 0, 1, 2, 3
"""Positions of a cite; a position includes those of smaller numbers except the first."""


@dataclass(frozen=True, slots=True)
class Cite:
    """A reference to one work inside a citation.

    ``label`` specifies what the ``locator`` counts (``page``, ``chapter`` …). ``prefix`` and ``suffix`` are rich text.
    ``mode`` is empty, ``suppress-author`` or ``author-only``. ``position`` and ``near_note`` override what the order of
    citations says (None: they do not).
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
        in_note = note[-1] if note else _only(previous_note)
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
    return SUBSEQUENT if previous.locator else IBID
