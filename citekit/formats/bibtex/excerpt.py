"""Some entries of a ``.bib`` file, every one as it is written, with what they need.

An entry needs the ``@string``s that it names, and the entries that it inherits from (``crossref``, ``xdata``). Comment
lines directly above an entry belong to it.
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.formats.bibtex.blocks import Entry, Preamble, String
from citekit.formats.bibtex.edit import BibLayer
from citekit.formats.bibtex.edit_entry import BibEntry, macro_names, macros_in
from citekit.formats.bibtex.pieces import Row, take_note
from citekit.formats.bibtex.read import loads
from citekit.formats.bibtex.scan import scan
from citekit.span import Source
from citekit.works.query import kept

_PARENTS = ("crossref", "xdata")


def excerpt(source: Source, places: Iterable[int]) -> str:
    """The entries of a file that begin at these offsets, and no other text.

    They stand in the order of the file, below the ``@preamble`` and each ``@string`` that they need.
    """
    chosen = _with_parents(BibLayer(source), places)
    row = Row(source.text, scan(source).blocks)
    newline = "\r\n" if source.text.count("\r\n") * 2 > source.text.count("\n") else "\n"
    entries, definitions = [], []
    for piece in [piece for piece in row if piece.block.start in chosen]:
        note = take_note(piece)
        entries.append(f"{note}{piece.text}{newline}")
    macros = _macros(row, chosen)
    for piece in row:
        block = piece.block
        if isinstance(block, Preamble) or (isinstance(block, String) and block.field.name.lower() in macros):
            definitions.append(f"{piece.text}{newline}")
    return newline.join(filter(None, ("".join(definitions), *entries)))


def chosen_places(source: Source, query: str) -> set[int]:
    """The offsets of the entries that a query fits, and of those that they inherit from.

    Raises :class:`~citekit.errors.UsageError` for what is no query.
    """
    return _with_parents(BibLayer(source), {trace.span.start for trace in kept(loads(source), query).traces})


def _with_parents(document: BibLayer, places: Iterable[int]) -> set[int]:
    """The offsets of the entries that begin at these places, and of those that they inherit from."""
    at = {entry.block.start: entry for entry in document.entries}
    waiting = [at[place] for place in places if place in at]
    chosen: set[int] = set()
    while waiting:
        entry = waiting.pop()
        if entry.block.start not in chosen:
            chosen.add(entry.block.start)
            waiting += [parent for key in _parents(entry) if (parent := document.find(key))]
    return chosen


def _parents(entry: BibEntry) -> list[str]:
    return [key.strip() for name in _PARENTS for key in (entry.get(name) or "").split(",") if key.strip()]


def _macros(row: Row, chosen: set[int]) -> set[str]:
    """The macros that the entries name, and those that the definitions of these name, in lower case."""
    strings: dict[str, set[str]] = {}
    needed: set[str] = set()
    for piece in row:
        block = piece.block
        if isinstance(block, String):
            strings.setdefault(block.field.name.lower(), set()).update(macro_names(block.field.value))
        elif isinstance(block, Entry) and block.start in chosen:
            needed |= macros_in(block)
    waiting = list(needed)
    while waiting:
        more = strings.get(waiting.pop(), set()) - needed
        needed |= more
        waiting += more
    return needed
