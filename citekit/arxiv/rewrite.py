"""A bibliography's bytes with its entries completed; everything that is not changed stays as it was.

A ``.bib`` file keeps every other byte, a CSL-JSON file every key in its order and its indentation as far as JSON's
writers can tell it; other formats are written anew. A file in which nothing changes comes back as it came.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from citekit import patterns as re
from citekit.arxiv.enrich import Change, Enriched
from citekit.arxiv.stream import with_changes
from citekit.errors import Problem, UsageError
from citekit.formats.bibtex.edit import BibDocument
from citekit.formats.bibtex.edit_entry import BibEntry
from citekit.formats.bibtex.entry import verbatim
from citekit.formats.encoding import decode
from citekit.formats.files import dumps
from citekit.text.tex import TeX, encode

_BIBLATEX = re.compile(r"^[ \t,]*(?:journaltitle|date|eprinttype|eprintclass|location)[ \t]*=", re.MULTILINE | re.I)
_OF_BIBLATEX = {"archiveprefix": "eprinttype", "primaryclass": "eprintclass"}
_VERBATIM = frozenset({"eprint", "archiveprefix", "primaryclass", "DOI"})
_INDENT = re.compile(r"\n( +)\S")


def rewritten(data: bytes, name: str, format: str, enriched: Enriched) -> tuple[bytes, tuple[Problem, ...]]:  # noqa: A002
    """The bytes of a bibliography with the changes of its entries, and what could not be written into it."""
    if not any(outcome.changes for outcome in enriched.outcomes):
        return data, ()
    if format in ("bibtex", "biblatex"):
        return _bib(data, name, enriched)
    if format == "csljson":
        return _json(data, enriched), ()
    return dumps(enriched.library, format).encode("utf-8", "replace"), ()


def _bib(data: bytes, name: str, enriched: Enriched) -> tuple[bytes, tuple[Problem, ...]]:
    document = BibDocument.of(data, name)
    biblatex = _BIBLATEX.search(document.text) is not None
    entries = {entry.block.start: entry for entry in document.entries}
    problems: list[Problem] = []
    for outcome, trace in zip(enriched.outcomes, enriched.library.traces, strict=True):
        entry = entries.get(trace.span.start)
        try:
            for change in outcome.changes if entry else ():
                assert entry
                _set(entry, change, biblatex)
        except UsageError as error:
            problems.append(error.problem)
    return document.data, tuple(problems)


def _set(entry: BibEntry, change: Change, biblatex: bool) -> None:
    """A change as the file spells it: under the name that the entry has for it already, else under its dialect's."""
    plain = change.name.lower()
    other = _OF_BIBLATEX.get(plain, plain)
    names = {written.lower(): written for written in entry.names}
    wanted = names.get(plain) or names.get(other) or (other if biblatex else plain)
    entry.set(wanted, verbatim(change.new) if change.name in _VERBATIM else encode(TeX(change.new), ascii_only=False))


def _json(data: bytes, enriched: Enriched) -> bytes:
    text = decode(data).text
    changed = {number: outcome.changes for number, outcome in enumerate(enriched.outcomes) if outcome.changes}
    number = -1

    def completed(item: Any) -> Any:
        nonlocal number
        if not isinstance(item, dict):
            return item
        number += 1
        return with_changes(item, changed[number]) if number in changed else item

    indent = _INDENT.search(text)
    made = json.dumps(_each(json.loads(text), completed), ensure_ascii=False, indent=len(indent[1]) if indent else None)
    return (made + ("\n" if text.endswith("\n") else "")).encode("utf-8", "replace")


def _each(data: Any, completed: Callable[[Any], Any]) -> Any:
    """The data with its items completed, in the shapes that CSL-JSON comes in (see :mod:`citekit.formats.csljson`)."""
    if isinstance(data, list):
        return [completed(item) for item in data]
    for name in ("items", "references"):
        if isinstance(data.get(name), list):
            return {**data, name: [completed(item) for item in data[name]]}
    if isinstance(data.get("type"), str) or "title" in data:
        return completed(data)
    return {key: completed(item) for key, item in data.items()}
