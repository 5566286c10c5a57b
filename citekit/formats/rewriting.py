"""Edits of a file in any format: works are changed, added or removed, and everything else stays byte for byte.

BibTeX is edited field by field, CSL-JSON and tables value by value. Other formats are edited line by line: the difference
between the old and the new lines of a work is applied where the old lines are in the file. If a person has changed these
lines, the change is refused.

Formats other than BibTeX have no syntax tree that keeps every byte, as they are edited by hand much less often: a difference of
lines needs only the reader and the writer that each format has, and refuses where it cannot be sure.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Any

from citekit.formats import alfolio, files
from citekit.formats import csv as table
from citekit.formats.bibtex.edit import BibText, put
from citekit.formats.bibtex.from_work import entry_of
from citekit.model.work import Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.span import Span

# field names that only BibLaTeX has, at the beginning of a line
_BIBLATEX = re.compile(r"^[ \t,]*(?:journaltitle|date|eprinttype|eprintclass|location)[ \t]*=", re.MULTILINE | re.I)
_COMMA_AFTER = re.compile(r"\s*+,\s*+")
# Formats with an empty line between works.
_DIVIDED = frozenset({"ris", "hayagriva", "nbib", "refer"})
# The list under `references:` of a citation file, with the indentation of its items.
_REFERENCES = re.compile(r"^references:[ \t]*\n(?P<lead>[ ]*)(?>(?:[ #-][^\n]*(?:\n|\Z)|\n)*)", re.MULTILINE)
_INDENT = re.compile(r"\n( +)\S")


@dataclass(frozen=True, slots=True)
class Rewrite:
    """The change of one work: its span in the file, the work that was read there, and the new work."""

    span: Span
    old: Work
    new: Work


class RefusedError(Exception):
    """A change that would overwrite what a person wrote."""


def rewritten(text: str, format: str, changes: Sequence[Rewrite], added: Sequence[Work]) -> tuple[str, list[Rewrite]]:  # noqa: A002
    """Return the text of a file with its changes and additions, and the changes that were refused."""
    if format in ("bibtex", "biblatex", "alfolio"):
        if not text.strip():
            return files.dumps(Works(tuple(added)), format), []
        document = BibText.of(text, reader="biber" if format == "biblatex" else "bibtex")
        settings = document.settings
        if _BIBLATEX.search(text):  # one such name is enough: BibLaTeX has all fields of BibTeX
            settings = replace(settings, dialect="biblatex")
        of_site = alfolio.page_entry if format == "alfolio" else lambda work: work
        entries = {entry.block.start: entry for entry in document.entries}
        refused: list[Rewrite] = []
        for change in changes:
            entry = entries.get(change.span.start)
            try:
                if entry is None:
                    raise UsageError("there is no such entry", "")
                put(entry, entry_of(of_site(change.old), settings), entry_of(of_site(change.new), settings))
            except UsageError:
                refused.append(change)
        for work in added:
            document.add_work(of_site(work), settings)
        return document.text, refused
    if not text.strip():
        return files.dumps(Works(tuple(added)), format), []
    if format in ("csljson", "jsonld"):
        return _json(text, changes, added, files.module_of(format).item), []
    if format == "csv":
        return _table(text, changes, added), []
    write = _block_of(format)
    refused = []
    for change in sorted(changes, key=lambda change: -change.span.start):
        start, end = change.span.start, change.span.end
        start = (
            text.rfind("\n", 0, start) + 1 if not text[text.rfind("\n", 0, start) + 1 : start].strip(" -") else start
        )
        try:
            text = text[:start] + patched(text[start:end], write(change.old), write(change.new)) + text[end:]
        except RefusedError:
            refused.append(change)
    for work in added:
        text = _appended(text, format, write(work).rstrip("\n") + "\n")
    return text, refused


def removed(text: str, format: str, spans: Iterable[Span]) -> str:  # noqa: A002
    """Return the text of a file without the works at these spans, and without the lines that only they occupy.

    Raises :class:`~citekit.runtime.errors.UsageError` if the rest of the file would be damaged.
    """
    # from the end on, so that the offsets of the earlier ones stay
    for span in sorted(spans, key=lambda span: -span.start):
        start, end = span.start, span.end
        if format == "csljson":
            comma = _COMMA_AFTER.match(text, end)
            before = len(text[:start].rstrip())
            if comma:
                end = comma.end()
            elif text[before - 1 : before] == ",":
                start = before - 1
        else:
            line = text.rfind("\n", 0, start) + 1
            start = start if text[line:start].strip(" -") else line
            end += len(text[end:]) - len(text[end:].lstrip(" \t\r\n")) if start == line else 0
        text = text[:start] + text[end:]
    # taking out commas by their places may fail in a structure that no one thought of
    if format == "csljson":
        try:
            json.loads(text.removeprefix("\ufeff"))
        except ValueError:
            raise UsageError(
                "an item cannot be removed from a file with this structure", "save to a new file"
            ) from None
    return text


# --- CSL-JSON and tables -----------------------------------------------------------------------------------------------


def _json(text: str, changes: Sequence[Rewrite], added: Sequence[Work], item: Callable[[Work], Any]) -> str:
    indent = _INDENT.search(text)
    spaces = len(indent[1]) if indent else None
    is_list = text.lstrip("\ufeff \t\r\n").startswith("[")
    if not is_list and '"@graph"' not in text:
        # an object that maps keys to items, or that has a list of items; the order of its values stays
        data = json.loads(text.removeprefix("\ufeff"))
        name = next((name for name in ("items", "references") if isinstance(data.get(name), list)), "")
        if isinstance(data.get("type"), str) or "title" in data:
            data, name = {"items": [data]}, "items"
        items = data[name] if name else [*data.values()]
        by_id = {change.old.id: change for change in changes}
        for key, own in zip((str(own.get("id", "")) for own in items) if name else data, items, strict=True):
            if key in by_id:
                _changed(own, item(by_id[key].old), item(by_id[key].new))
        for work in added:
            if name:
                data[name].append(item(work))
            else:
                data[work.id] = item(work)
        return json.dumps(data, ensure_ascii=False, indent=spaces) + ("\n" if text.endswith("\n") else "")
    for change in sorted(changes, key=lambda change: -change.span.start):
        start, end = change.span.start, change.span.end
        own = _changed(json.loads(text[start:end]), item(change.old), item(change.new))
        column = start - (text.rfind("\n", 0, start) + 1)
        lead = text[start - column : start]
        made = json.dumps(own, ensure_ascii=False, indent=spaces if "\n" in text[start:end] else None)
        text = text[:start] + made.replace("\n", f"\n{lead if not lead.strip() else ''}") + text[end:]
    close = text.rstrip().rfind("]")
    head, tail = text[:close].rstrip(), text[close:]
    lead = " " * (spaces or 0) * (1 if is_list else 2)
    for work in added:
        made = json.dumps(item(work), ensure_ascii=False, indent=spaces)
        begin = f"\n{lead}" if spaces else ""
        made = made.replace("\n", f"\n{lead}")
        head += f"{'' if head.endswith('[') else ','}{begin}{made}"
    last = f"\n{'' if is_list else lead[: spaces or 0]}"
    return head + (last if spaces and added else text[len(text[:close].rstrip()) : close]) + tail


def _changed(own: Any, old: Mapping[str, Any], new: Mapping[str, Any]) -> Any:
    for name in dict.fromkeys((*old, *new)):
        if name not in new:
            own.pop(name, None)
        elif old.get(name) != new[name]:
            inner = name == "custom" and isinstance(own.get(name, {}), dict)
            own[name] = _changed(own.get(name, {}), old.get(name, {}), new[name]) if inner else new[name]
    return own


def _table(text: str, changes: Sequence[Rewrite], added: Sequence[Work]) -> str:
    """Edit the cells of a table; a new column is added after the last one."""
    first = text.partition("\n")[0]
    ending = "\r\n" if first.endswith("\r") else "\n"
    divider = max("\t;,", key=first.count)
    (headings,) = csv.reader([first.rstrip("\r")], delimiter=divider)
    columns = [*headings]

    def line(cells: list[str]) -> str:
        made = io.StringIO()
        csv.writer(made, delimiter=divider, lineterminator="").writerow(cells)
        return made.getvalue()

    def filled(cells: list[str], old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
        for name in dict.fromkeys((*old, *new)):
            if old.get(name, "") == new.get(name, ""):
                continue
            at = next(
                (n for n, heading in enumerate(columns) if table.canonical_field(heading) in (name, name.lower())), None
            )
            if at is None:
                at = len(columns)
                columns.append(name)
            cells += [""] * (at + 1 - len(cells))
            cells[at] = table.cell(new.get(name, ""))
        return cells

    for change in sorted(changes, key=lambda change: -change.span.start):
        start, end = change.span.start, change.span.end
        (cells,) = csv.reader(io.StringIO(text[start:end], newline=""), delimiter=divider)
        text = text[:start] + line(filled(cells, table.row(change.old), table.row(change.new))) + text[end:]
    if added and not text.endswith("\n"):
        text += ending
    text += "".join(line(filled([], {}, table.row(work))) + ending for work in added)
    return text if columns == headings else line(columns) + text[len(first.rstrip("\r")) :]


# --- line by line ------------------------------------------------------------------------------------------------------


def _appended(text: str, format: str, block: str) -> str:  # noqa: A002
    """Append a work to the text of a file."""
    if closes := getattr(files.module_of(format), "CLOSES", ""):
        at = text.rfind(closes)
        at = at if at >= 0 else text.rfind(f"</{closes.rpartition(':')[2].removeprefix('</')}")
        if at < 0:
            raise UsageError(f"there is no {closes} in the file", "save to a new file")
        return text[:at] + block + text[at:]
    if format == "cff":
        listed = _REFERENCES.search(text)
        if not listed:
            return f"{text.rstrip()}\nreferences:\n{block}"
        lead = listed["lead"] or ""
        return (
            text[: listed.end()]
            + "".join(lead + line for line in block.splitlines(keepends=True))
            + text[listed.end() :]
        )
    return f"{text.rstrip()}\n" + ("\n" if format in _DIVIDED else "") + block


def _block_of(format: str) -> Callable[[Work], str]:  # noqa: A002
    """Return the function that writes one work as part of a file of the format."""
    if format == "rendercv":  # below cv: sections: publications:
        return lambda work: "".join(files.dumps(Works((work,)), format).splitlines(keepends=True)[3:])
    return getattr(files.module_of(format), "item", lambda work: files.dumps(Works((work,)), format))


def patched(block: str, old: str, new: str) -> str:
    """Apply the difference between an old and a new text to a block; indentation is ignored when lines are compared.

    Raises :class:`RefusedError` unless the lines that change, or the line before added ones, occur exactly once in it.

    >>> patched("a: 1\\n# mine\\n  b: 2\\n", "a: 1\\nb: 2\\n", "a: 1\\nb: 3\\n")
    'a: 1\\n# mine\\n  b: 3\\n'
    """
    before, after = old.splitlines(), new.splitlines()
    lines = block.splitlines(keepends=True)
    # from the end on, so that the places of the earlier changes stay
    for tag, i1, i2, j1, j2 in reversed(SequenceMatcher(None, before, after, autojunk=False).get_opcodes()):
        if tag == "equal":
            continue
        context = before[i1:i2] or before[i1 - 1 : i1]
        # where these lines occur, ignoring whitespace around them; the change is refused if that is not exactly one place
        bare = [line.strip() for line in lines]
        expected = [line.strip() for line in context]
        places = [at for at in range(len(bare) - len(expected) + 1) if bare[at : at + len(expected)] == expected]
        if not expected or len(places) != 1:
            raise RefusedError
        at = places[0]
        lead = lines[at][: len(lines[at]) - len(lines[at].lstrip(" -"))].replace("-", " ")
        shown = before[i1 if i2 > i1 else i1 - 1]
        own = shown[: len(shown) - len(shown.lstrip(" -"))]
        made = [f"{lead}{line.removeprefix(own)}\n" for line in after[j1:j2]]
        start, end = (at, at + len(context)) if i2 > i1 else (at + 1, at + 1)
        if made and start == at and lines[at].lstrip().startswith("- "):
            made[0] = lines[at][: len(lead)] + made[0][len(lead) :]
        if made and end == len(lines) and not block.endswith("\n"):
            made[-1] = made[-1].removesuffix("\n")
            if start == end:
                lines[-1] += "\n"
        lines[start:end] = made
    return "".join(lines)


# --- directories -------------------------------------------------------------------------------------------------------


def rewritten_pages(
    pages: Mapping[str, str],
    format: str,  # noqa: A002
    changes: Iterable[tuple[str, Work, Work]],
    added: Sequence[Work],
) -> tuple[dict[str, str], list[str]]:
    """Return the changed and new files of a directory (name -> text), and the names of files whose change was refused.

    ``changes`` are the file of a work, the work that was read there, and the new work.
    """
    write = files.module_of(format).pages
    made: dict[str, str] = {}
    refused: list[str] = []
    for name, old, new in changes:
        folder = name.rpartition("/")[0]
        texts: dict[str, str] = {}
        try:
            for (was, before), (_, after) in zip(write([old]).items(), write([new]).items(), strict=True):
                own = f"{folder}/{was.rpartition('/')[2]}" if folder else name
                if before != after and own in pages:
                    texts[own] = patched(pages[own], before, after)
        except RefusedError:
            refused.append(name)
            continue
        made |= texts
    for work in added:
        made |= {name: text for name, text in write([work]).items() if name not in pages}
    return made, refused
