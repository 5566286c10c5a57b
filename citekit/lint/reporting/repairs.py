"""Repairs: the edits of findings put into their files, every other byte as it was; a file that one spoils is left alone."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Mapping

from citekit.formats.bibtex.blocks import EntryBlock, scan
from citekit.lint.finding import Edit, Finding
from citekit.lint.loading.bibliography import CheckedBibliography, CheckedEntry
from citekit.markup.json import JsonError, read_json
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import shown_path
from citekit.runtime.span import Source


@dataclass(frozen=True, slots=True)
class Repaired:
    """Texts after repairs by their files' names, and the findings that were repaired."""

    texts: Mapping[str, str]
    fixed: tuple[Finding, ...]


def repair(
    found: Iterable[Finding], unsafe: bool = False, bibliographies: Mapping[str, CheckedBibliography] | None = None
) -> Repaired:
    """Put in the edits of all safe fixes, with ``unsafe`` of the others too.

    A fix is put in whole or not at all; of two that touch each other the first in the file wins, and the other may
    come in the next round. A fix after which one of the ``bibliographies`` could not be read as before is left out.
    """
    known = bibliographies or {}
    taken: dict[str, list[Edit]] = {}
    apart: list[Finding] = []
    for diagnostic in sorted(found, key=lambda d: d.position):
        fix = diagnostic.fix
        if fix is None or not (fix.safe or unsafe) or not fix.edits:
            continue
        if any(_touches(edit, taken.get(edit.source.name, [])) for edit in fix.edits):
            continue
        for edit in fix.edits:
            insort(taken.setdefault(edit.source.name, []), edit, key=_start)
        apart.append(diagnostic)
    fixed = _harmless(apart, known)
    if len(fixed) < len(apart):
        taken = _by_file(edit for diagnostic in fixed if diagnostic.fix for edit in diagnostic.fix.edits)
    texts = {name: edited(edits[0].source.text, edits) for name, edits in taken.items()}
    spoilt = {name for name, text in texts.items() if name in known and not is_no_worse(known[name], text)}
    if spoilt:
        whole = [d for d in fixed if d.fix and not spoilt & {edit.source.name for edit in d.fix.edits}]
        return repair(whole, unsafe, known)
    return Repaired({name: text for name, text in texts.items() if text != taken[name][0].source.text}, tuple(fixed))


# Number of times that the fixes of one entry are halved to find a harmful one; fixes not proven harmless then are omitted.
_MOST_TRIES = 40


def _harmless(found: Iterable[Finding], known: Mapping[str, CheckedBibliography]) -> list[Finding]:
    """Return the findings whose fixes leave their entry whole: those of one entry together, by halves where one of
    them does not.
    """
    groups: dict[tuple[str, int], list[Finding]] = {}
    for diagnostic in found:
        for edit in diagnostic.fix.edits[:1] if diagnostic.fix else ():
            entry = known[edit.source.name].entry_at(edit.span.start) if edit.source.name in known else None
            groups.setdefault((edit.source.name, entry.span.start if entry else -1), []).append(diagnostic)
    harmless: list[Finding] = []
    for group in groups.values():
        waiting, tries = [group], _MOST_TRIES
        while waiting:
            part = waiting.pop()
            edits = _by_file(edit for diagnostic in part if diagnostic.fix for edit in diagnostic.fix.edits)
            if all(leaves_entries_whole(edits[name], known[name]) for name in edits.keys() & known.keys()):
                harmless += part
            elif len(part) > 1 and tries:
                tries -= 1
                waiting += (part[len(part) // 2 :], part[: len(part) // 2])
    return harmless


def _by_file(edits: Iterable[Edit]) -> dict[str, list[Edit]]:
    files: dict[str, list[Edit]] = {}
    for edit in sorted(edits, key=_start):
        files.setdefault(edit.source.name, []).append(edit)
    return files


def _start(edit: Edit) -> int:
    return edit.span.start


def _touches(edit: Edit, taken: list[Edit]) -> bool:
    """Whether an edit overlaps one of those that are taken, or begins where one of them does."""
    after = bisect_right(taken, edit.span.start, key=_start)
    if after and (taken[after - 1].span.end > edit.span.start or taken[after - 1].span.start == edit.span.start):
        return True
    return after < len(taken) and taken[after].span.start < edit.span.end


def diff(name: str, old: str, new: str, context: int = 2) -> str:
    """Return a unified diff of a file, with ``context`` lines around each change."""
    import difflib  # here, for it is shown on request only

    path = shown_path(name)
    lines = difflib.unified_diff(_lines(old), _lines(new), f"a/{path}", f"b/{path}", n=context)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(text: str) -> list[str]:
    """Return the lines as git counts them, with their ends: other line separators are ignored."""
    lines = [f"{line}\n" for line in text.split("\n")]
    return [*lines[:-1], lines[-1][:-1]] if lines[-1] != "\n" else lines[:-1]


_NOT_IN_JSON = frozenset('"\\') | {chr(code) for code in range(32)}


def leaves_entries_whole(edits: Iterable[Edit], bibliography: CheckedBibliography) -> bool:
    """Whether each entry that these edits touch is still one entry, and has every field that they do not touch."""
    edits = sorted(edits, key=lambda edit: edit.span.start)
    if not bibliography.is_bibtex:
        return not any(_NOT_IN_JSON.intersection(edit.text) for edit in edits)
    touched: dict[int, tuple[CheckedEntry, list[Edit]]] = {}
    for edit in edits:
        entry = bibliography.entry_at(edit.span.start)
        if entry is not None:
            if edit.span.end > entry.span.end:
                return False
            touched.setdefault(entry.span.start, (entry, []))[1].append(edit)
    return all(_is_whole(entry, inside) for entry, inside in touched.values())


def _is_whole(entry: CheckedEntry, edits: list[Edit]) -> bool:
    start, end = entry.span.start, entry.span.end
    old = entry.source.text[start:end]
    new = edited(old, edits, start)
    before, after = scan(Source("", old)), scan(Source("", new))
    if len(after.problems) > len(before.problems) or len(after.blocks) != 1:
        return False
    block = after.blocks[0]
    if not isinstance(block, EntryBlock):
        return False
    if all(_is_in_value(edit, entry) for edit in edits) and len(block.names) != len(entry.fields):
        return False
    fields = iter([(part.name.lower(), part.value) for part in block.fields])
    for part in entry.fields:
        behind = bisect_right(edits, part.name_start, key=lambda edit: edit.span.end)  # in order, and they lie apart
        untouched = behind == len(edits) or edits[behind].span.start >= part.span.end
        if untouched and (part.name, part.raw) not in fields:
            return False
    return True


def _is_in_value(edit: Edit, entry: CheckedEntry) -> bool:
    """Whether an edit is within one value, and does not only insert text before or after it."""
    start, end = edit.span.start, edit.span.end
    after = bisect_right(entry.fields, start, key=lambda part: part.start)
    if not after:
        return False
    part = entry.fields[after - 1]
    return end <= part.span.end and (start < end or part.start < start < part.span.end)


def is_no_worse(bibliography: CheckedBibliography, text: str) -> bool:
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
    """Return a text, which begins at the offset ``start`` of its file, after edits that are in order and do not
    overlap.
    """
    pieces: list[str] = []
    at = start
    for edit in edits:
        pieces += (text[at - start : edit.span.start - start], edit.text)
        at = edit.span.end
    return "".join((*pieces, text[at - start :]))
