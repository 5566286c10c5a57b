"""Conversion from and to bibtexparser's Library; the only module that imports bibtexparser.

:func:`to_bibtexparser` returns the blocks that bibtexparser's own splitter would return, but parsed by BibTeX's grammar.
:func:`from_bibtexparser` reads a Library made by bibtexparser or the user, after any middleware.
"""

from __future__ import annotations

import logging

from bibtexparser.exceptions import BlockAbortedException
from bibtexparser.library import Library as BlockLibrary
from bibtexparser.middlewares.enclosing import REMOVED_ENCLOSING_KEY
from bibtexparser.middlewares.names import NameParts
from bibtexparser.model import Block as TheirBlock
from bibtexparser.model import (
    DuplicateFieldKeyBlock,
    ExplicitComment,
    ImplicitComment,
    ParsingFailedBlock,
)
from bibtexparser.model import Entry as TheirEntry
from bibtexparser.model import Field as TheirField
from bibtexparser.model import Preamble as ThePreamble
from bibtexparser.model import String as TheirString

from citekit.formats.bibtex.blocks import Block, Comment, EntryBlock, Preamble, Scan, String
from citekit.formats.bibtex.read import RawEntry, RawFile, repaired
from citekit.formats.bibtex.read import library as works_of
from citekit.formats.bibtex.scan import scan
from citekit.formats.bibtex.tokens import Reader, unmatched, value_parts
from citekit.model.library import Works
from citekit.runtime.errors import Problem
from citekit.runtime.span import Source, Span

# Failed blocks are returned as problems; without a handler bibtexparser would also print them on stderr.
logging.getLogger("bibtexparser").addHandler(logging.NullHandler())


def to_bibtexparser(source: Source | Scan | str, reader: Reader = "bibtex") -> BlockLibrary:
    """Convert a source to bibtexparser's Library; values have their delimiters, as with ``parse_stack=[]``.

    Duplicate keys and fields are wrapped as in bibtexparser. A damaged entry is a ``ParsingFailedBlock`` whose
    ``ignore_error_block`` has the fields that could be read, and whose ``error`` is the problem. Lines are counted from
    0, as in bibtexparser.

    >>> to_bibtexparser("@book{doe2020, title={Green Meadows}}").entries[0].key
    'doe2020'
    """
    if isinstance(source, str):
        source = Source("<string>", source)
    scanned = source if isinstance(source, Scan) else scan(source, reader)
    library = BlockLibrary()
    made = (_their_block(block, scanned) for block in scanned.blocks)
    library.add([block for block in made if block is not None], fail_on_duplicate_key=False)
    return library


def _their_block(block: Block, scanned: Scan) -> TheirBlock | None:
    text, line = scanned.text_of(block), _line(scanned, block.start)
    inside = scanned.source.text
    if isinstance(block, EntryBlock):
        return _their_entry(block, scanned, text, line)
    if isinstance(block, String):
        string = TheirString(block.field.name, block.field.value, line, text)
        return string if block.sound else _failed(block, scanned, string)
    if isinstance(block, Preamble):
        return ThePreamble(inside[block.start_inside : block.end_inside], line, text)
    if isinstance(block, Comment):
        return ExplicitComment(inside[block.start_inside : block.end_inside].strip(), line, text)
    if not block.sound:
        return _failed(block, scanned, None)
    words = text.strip()
    begins = block.start + len(text) - len(text.lstrip())
    return ImplicitComment(words, _line(scanned, begins), words) if words else None


def _their_entry(block: EntryBlock, scanned: Scan, text: str, line: int) -> TheirBlock:
    find = scanned.source.text.find
    fields = [
        TheirField(
            field.name,
            field.value if block.sound else repaired(field.value),
            _line(scanned, find("=", field.name_start + len(field.name))),
        )
        for field in block.fields
    ]
    entry = TheirEntry(block.type.lower(), block.key, fields, line, text)
    if not block.sound:
        return _failed(block, scanned, entry)
    names = [field.key for field in fields]
    twice = {name for name in names if names.count(name) > 1} if len(set(names)) < len(names) else set()
    return DuplicateFieldKeyBlock(twice, entry) if twice else entry


def _failed(block: Block, scanned: Scan, inner: TheirBlock | None) -> ParsingFailedBlock:
    problems = (p for p in scanned.problems if p.span and block.start <= p.span.start <= block.end)
    problem = next(problems, None)
    reason = str(problem) if problem else "not a BibTeX block"
    error = BlockAbortedException(abort_reason=reason, end_index=block.end)
    return ParsingFailedBlock(error, _line(scanned, block.start), scanned.text_of(block), inner)


def _line(scanned: Scan, offset: int) -> int:
    return scanned.source.line_column(offset)[0] - 1


def from_bibtexparser(library: BlockLibrary, enclosed: bool | None = None) -> Works:
    """Read the works of a Library of bibtexparser, also of one that the user built or changed.

    Blocks that bibtexparser set aside (duplicates, errors of middleware) are read as well; failed blocks without an
    entry become problems. Values may be as parsed (``parse_stack=[]``), as the default middleware leaves them, text
    from the user, or lists of names. ``enclosed`` is whether values include their delimiters; by default, a block has
    them if it was parsed and no middleware removed them.

    >>> import bibtexparser
    >>> from_bibtexparser(bibtexparser.parse_string("@book{doe2020, title={Green Meadows}}"))[0].title
    'Green Meadows'
    """
    entries: list[RawEntry] = []
    macros: list[tuple[str, str]] = []
    failures: list[tuple[ParsingFailedBlock, TheirBlock | None, Span]] = []
    text = ""
    for outer in library.blocks:
        block = outer.ignore_error_block if isinstance(outer, ParsingFailedBlock) else outer
        start, inside = len(text), enclosed
        if inside is None and isinstance(block, TheirEntry | TheirString):
            inside = _is_enclosed(block)
        if isinstance(block, TheirEntry):
            fields = tuple((str(field.key).lower(), _value(field, inside)) for field in block.fields)
            lines = "".join(f"  {name} = {value},\n" for name, value in fields)
            text += f"@{block.entry_type}{{{block.key},\n{lines}}}\n"
            kind, key = str(block.entry_type).lower(), str(block.key)
            entries.append(RawEntry(kind, key, Span(start, len(text) - 1), fields, len(macros)))
        elif isinstance(block, TheirString):
            macros.append((str(block.key).lower(), _value(block, inside)))
            text += f"@string{{{block.key} = {macros[-1][1]}}}\n"
        else:
            text += f"{outer.raw or ''}\n"
        if isinstance(outer, ParsingFailedBlock):
            failures.append((outer, block, Span(start, start + len(text[start:].rstrip("\n")))))
    source = Source("<bibtexparser>", text)
    problems = tuple(_failure(failed, block, source, span) for failed, block, span in failures)
    return works_of(RawFile(tuple(entries), tuple(macros), problems), source)


def _failure(failed: ParsingFailedBlock, block: TheirBlock | None, source: Source, span: Span) -> Problem:
    reason = " ".join(str(getattr(failed.error, "abort_reason", "") or failed.error).split())
    name = {"DuplicateFieldKeyBlock": "duplicate-field", "DuplicateBlockKeyBlock": "duplicate-key"}
    kind = name.get(type(failed).__name__, "failed-block")
    return Problem(reason or "not a BibTeX block", "", source, span, "warning" if block else "error", kind)


def _is_enclosed(block: TheirEntry | TheirString) -> bool:
    """Whether the values of a block include their delimiters."""
    if block.get_parser_metadata(REMOVED_ENCLOSING_KEY) is not None:
        return False
    if block.raw is not None:
        return True
    values = [field.value for field in (block.fields if isinstance(block, TheirEntry) else [block])]
    parts = [value_parts(value) if isinstance(value, str) else None for value in values]
    return all(parts) and any(part[0].text[0] in '{"' for part in parts if part)


def _value(field: TheirField | TheirString, enclosed: bool | None) -> str:
    """Return a value with its delimiters."""
    text, enclosing = _text(field.value), field.enclosing
    if enclosing is None and (text.isdigit() or (enclosed and value_parts(text))):
        return text
    if enclosing == "no-enclosing":
        return text
    return f'"{text}"' if enclosing == '"' and '"' not in text else f"{{{_matched(text)}}}"


def _matched(text: str) -> str:
    """Replace every brace without a partner by LaTeX's command for it."""
    alone = unmatched(text)
    name = {"{": r"{\textbraceleft}", "}": r"{\textbraceright}"}
    return "".join(name[char] if place in alone else char for place, char in enumerate(text)) if alone else text


def _text(value: object) -> str:
    """Return a value as text; names that middleware split into parts are joined."""
    if isinstance(value, NameParts):
        return str(value.merge_last_name_first)
    if isinstance(value, list | tuple):
        return " and ".join(_text(item) for item in value)
    return str(value)
