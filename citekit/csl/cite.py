"""Citations as a text makes them: which works, with which locators, in which note.

Source: the CSL 1.0.2 specification, "Locators", "Choose" (``position``), and the CSL-JSON citation data that word
processors exchange.
"""

from __future__ import annotations

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
