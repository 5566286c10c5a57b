"""Whether a repair leaves a file in one piece: what it does not mean to change must still be read as before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from citekit.checks.bibliography import Bibliography
from citekit.checks.diagnostic import Edit
from citekit.checks.entry import Entry
from citekit.formats.bibtex.blocks import Entry as Written
from citekit.formats.bibtex.scan import scan
from citekit.markup.json import JsonError, read_json
from citekit.span import Source

_NOT_IN_JSON = frozenset('"\\') | {chr(code) for code in range(32)}


def leaves_entries_whole(edits: Iterable[Edit], bibliography: Bibliography) -> bool:
    """Whether each entry that these edits touch is still one entry, and has every field that they do not touch."""
    edits = sorted(edits, key=lambda edit: edit.span.start)
    if not bibliography.is_bibtex:
        return not any(_NOT_IN_JSON.intersection(edit.text) for edit in edits)
    touched: dict[int, tuple[Entry, list[Edit]]] = {}
    for edit in edits:
        entry = bibliography.entry_at(edit.span.start)
        if entry is not None:
            if edit.span.end > entry.span.end:
                return False
            touched.setdefault(entry.span.start, (entry, []))[1].append(edit)
    return all(_is_whole(entry, inside) for entry, inside in touched.values())


def _is_whole(entry: Entry, edits: list[Edit]) -> bool:
    start, end = entry.span.start, entry.span.end
    old = entry.source.text[start:end]
    new = edited(old, edits, start)
    before, after = scan(Source("", old)), scan(Source("", new))
    if len(after.problems) > len(before.problems) or len(after.blocks) != 1:
        return False
    block = after.blocks[0]
    if not isinstance(block, Written):
        return False
    if all(_is_in_value(edit, entry) for edit in edits) and len(block.names) != len(entry.fields):
        return False
    fields = iter([(part.name.lower(), part.value) for part in block.fields])
    return all(kept in fields for kept in _untouched(entry, edits))


def _is_in_value(edit: Edit, entry: Entry) -> bool:
    """Whether an edit is within one value, and does not only put something before or behind it."""
    start, end = edit.span.start, edit.span.end
    return any(
        part.start <= start and end <= part.span.end and (start < end or part.start < start < part.span.end)
        for part in entry.fields
    )


def _untouched(entry: Entry, edits: list[Edit]) -> Iterator[tuple[str, str]]:
    """Names and values of the fields that no edit touches, in order."""
    for part in entry.fields:
        first, last = part.name_start, part.span.end
        if not any(edit.span.start < last and edit.span.end > first for edit in edits):
            yield part.name, part.raw


def is_no_worse(bibliography: Bibliography, text: str) -> bool:
    """Whether a repaired bibliography has as many entries as before, and no more faults of syntax."""
    if not bibliography.is_bibtex:
        try:
            items = read_json(text)
        except JsonError:
            return False
        return not isinstance(items, list) or len(items) >= len(bibliography.entries)
    scanned = scan(Source(bibliography.name, text))
    faults = len(scan(bibliography.source).problems) if scanned.problems else 0
    return len(scanned.entries) == len(bibliography.entries) and len(scanned.problems) <= faults


def edited(text: str, edits: Iterable[Edit], start: int = 0) -> str:
    """A text, which begins at the offset ``start`` of its file, after edits that are in order and do not overlap."""
    pieces: list[str] = []
    at = start
    for edit in edits:
        pieces += (text[at - start : edit.span.start - start], edit.text)
        at = edit.span.end
    return "".join((*pieces, text[at - start :]))
