"""Some entries of a ``.bib`` file, every one as it is written, with what they need.

An entry needs the ``@string``s that it names, the entries that it inherits from (``crossref``, ``xdata``), the members
of a set, and the entries that it is printed with (``related``, ``xref``). Comment lines directly above an entry belong to it.
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.formats.bibtex.block_list import take_note
from citekit.formats.bibtex.blocks import Preamble, String
from citekit.formats.bibtex.edit import BibLayer
from citekit.formats.bibtex.edit_entry import BibEntry, macro_names, macros_in
from citekit.formats.bibtex.inherit import REFERENCES
from citekit.formats.bibtex.read import loads
from citekit.model.query import kept
from citekit.runtime.span import Source


def excerpt(source: Source, places: Iterable[int]) -> str:
    """The entries of a file that begin at these offsets, and no other text.

    They stand in the order of the file, below the ``@preamble`` and each ``@string`` that they need.
    """
    layer = BibLayer(source)
    chosen = _chosen(layer, places)
    macros = {name for entry in chosen for name in macros_in(entry.block)}
    named: dict[str, set[str]] = {}
    for piece in layer.row:
        if isinstance(piece.block, String):
            named.setdefault(piece.block.field.name.lower(), set()).update(macro_names(piece.block.field.value))
    waiting = [*macros]
    for name in waiting:  # grows while it is walked
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
    """The offsets of the entries that a query fits, and of those that they need.

    Raises :class:`~citekit.runtime.errors.UsageError` for what is no query.
    """
    fitting = (trace.span.start for trace in kept(loads(source), query).traces)
    return {entry.block.start for entry in _chosen(BibLayer(source), fitting)}


def _chosen(layer: BibLayer, places: Iterable[int]) -> set[BibEntry]:
    """The entries that begin at these places, and all that they name: without one of them LaTeX prints less."""
    at = {entry.block.start: entry for entry in layer.entries}
    return set(layer.with_parents((at[place] for place in places if place in at), REFERENCES))
