"""Citations as a text makes them: which works, with which locators, in which note.

Source: the CSL 1.0.2 specification, "Locators", "Choose" (``position``), and the CSL-JSON citation data that word
processors exchange.
"""

from __future__ import annotations

from citekit.records import dataclass

FIRST, SUBSEQUENT, IBID, IBID_WITH_LOCATOR = 0, 1, 2, 3
"""Positions of a cite; a position includes those of smaller numbers except the first."""


@dataclass(frozen=True, slots=True)
class Cite:
    """A reference to one work inside a citation.

    ``label`` says what the ``locator`` counts (``page``, ``chapter`` …). ``prefix`` and ``suffix`` are rich text.
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
    """One citation: its cites in order, the number of the note it stands in (0: in the text), and an identifier.

    ``mode`` is empty; ``composite`` where the author stands in the sentence (``Doe (2020)``); ``author-only`` or
    ``suppress-author`` for one half of that.
    """

    cites: tuple[Cite, ...]
    note: int = 0
    id: str = ""
    mode: str = ""
