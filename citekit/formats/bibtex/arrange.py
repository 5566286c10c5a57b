"""The order of entries, and entries that become one or name one another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from citekit import patterns as re
from citekit.formats.bibtex.inherit import REFERENCES, keys_in
from citekit.formats.bibtex.pieces import Piece, Row, give_note, take_note

if TYPE_CHECKING:
    from citekit.formats.bibtex.edit_entry import BibEntry


def rearrange(row: Row, order: Sequence[Piece]) -> None:
    """Puts the entries into the places of the entries, with the comment lines directly above each."""
    notes = {piece: take_note(piece) for piece in row if piece.is_entry}
    ordered = iter(order)
    row.hold([next(ordered) if piece.is_entry else piece for piece in row])
    for piece in order:
        give_note(row, piece, notes[piece])


def sorted_entries(entries: Sequence[BibEntry], by: Callable[[BibEntry], Any] | None) -> list[BibEntry]:
    """The entries sorted; those that others name in ``crossref`` come after the rest, as BibTeX needs it."""
    named = {key for entry in entries for key in _keys_in(entry, "crossref")}
    chosen: Callable[[BibEntry], Any] = by or (lambda entry: (entry.key.lower(), entry.key))
    return sorted(entries, key=lambda entry: (entry.key.lower() in named, chosen(entry)))


def merged(entry: BibEntry, others: Iterable[BibEntry]) -> dict[str, tuple[str, ...]]:
    """Gives an entry the fields of others that it lacks; the values as written that it has otherwise, by field."""
    left: dict[str, tuple[str, ...]] = {}
    for other in others:
        for field in other.block.fields:
            name, mine = field.name.lower(), entry.written(field.name)
            if mine is None:
                text = other.get(name)
                entry.set(field.name, field.value, as_written=True)
                if entry.get(name) != text:  # a macro that is not defined yet where the first entry stands
                    entry.set(field.name, text or "")
            elif entry.get(name) != other.get(name):
                left[name] = (*left.get(name, ()), field.value)
    return left


def references_renamed(entry: BibEntry, old: str, new: str) -> None:
    """Renames a key where an entry names it."""
    pattern = re.compile(rf"(?<![^\s,{{\"]){re.escape(old)}(?![^\s,}}\"])", re.IGNORECASE)
    for name in REFERENCES:
        value = entry.written(name) if entry.block.sound else None
        if value is not None and old.lower() in _keys_in(entry, name):
            entry.set(name, pattern.sub(lambda _: new, value), as_written=True)


def no_longer_itself(entry: BibEntry) -> None:
    """Removes the fields by which a merged entry names itself and nothing else."""
    for name in REFERENCES:
        if _keys_in(entry, name) == {entry.key.lower()}:
            entry.remove(name)


def named_keys(entry: BibEntry) -> set[str]:
    """The keys of other entries that an entry names, in lower case."""
    names = set(map(str.lower, entry.names))
    return {key for name in REFERENCES if name in names for key in _keys_in(entry, name)}


def _keys_in(entry: BibEntry, name: str) -> set[str]:
    return set(map(str.lower, keys_in((entry.written(name) or "").strip('{}"'))))
