"""Excerpts of a ``.bib`` file: some entries as they are written, with everything that they depend on.

An entry depends on the ``@string``s that it uses, the entries that it inherits from (``crossref``, ``xdata``), the
members of a set, and the entries that it is printed with (``related``, ``xref``). Comment lines directly above an entry
belong to it.
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.formats.bibtex.blocks import Preamble, String, take_note
from citekit.formats.bibtex.edit import BibText, Entry
from citekit.formats.bibtex.inherit import REFERENCES
from citekit.formats.bibtex.read import loads
from citekit.formats.bibtex.tokens import macro_names
from citekit.model.query import kept
from citekit.runtime.span import Source


def excerpt(source: Source, places: Iterable[int]) -> str:
    """Return the entries that begin at these offsets, and those that they depend on.

    They are in the order of the file, below the ``@preamble`` and each ``@string`` that they use.
    """
    layer = BibText(source)
    chosen = _chosen(layer, places)
    macros = {name for entry in chosen for name in entry.block.macros}
    named: dict[str, set[str]] = {}
    for piece in layer.row:
        if isinstance(piece.block, String):
            named.setdefault(piece.block.field.name.lower(), set()).update(macro_names(piece.block.field.value))
    waiting = [*macros]
    for name in waiting:  # the list grows during the loop
        waiting += named.get(name, set()) - macros
        macros |= named.get(name, set())
    definitions = [
        f"{piece.text}{layer.newline}"
        for piece in layer.row
        if isinstance(piece.block, Preamble)
        or (isinstance(piece.block, String) and piece.block.field.name.lower() in macros)
    ]
    entries = [f"{take_note(entry)}{entry.text}{layer.newline}" for entry in layer.entries if entry in chosen]
    return layer.newline.join(filter(None, ("".join(definitions), *entries)))


def chosen_places(source: Source, query: str) -> set[int]:
    """Return the offsets of the entries that match a query, and of those that they depend on.

    Raises :class:`~citekit.runtime.errors.UsageError` if the query is invalid.
    """
    fitting = (trace.span.start for trace in kept(loads(source), query).traces)
    return {entry.block.start for entry in _chosen(BibText(source), fitting)}


def _chosen(layer: BibText, places: Iterable[int]) -> set[Entry]:
    """Return the entries that begin at these offsets, and all that they refer to: LaTeX prints less without one of them."""
    at = {entry.block.start: entry for entry in layer.entries}
    return set(layer.with_parents((at[place] for place in places if place in at), REFERENCES))
