"""Conversion from and to bibtexparser's Library, and its changes in the text that it was parsed from.

:func:`to_bibtexparser` returns the blocks that bibtexparser's own splitter would return, but parsed by BibTeX's grammar.
:func:`from_bibtexparser` reads a Library made by bibtexparser or the user, after any middleware; :func:`write_back` applies
what was changed in one to its file.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain

from bibtexparser.exceptions import BlockAbortedException
from bibtexparser.library import Library as BlockLibrary
from bibtexparser.middlewares.enclosing import REMOVED_ENCLOSING_KEY
from bibtexparser.middlewares.latex_encoding import LatexDecodingMiddleware
from bibtexparser.middlewares.middleware import Middleware
from bibtexparser.middlewares.names import NameParts
from bibtexparser.middlewares.parsestack import default_parse_stack
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
from bibtexparser.splitter import Splitter

from citekit.formats.bibtex.blocks import (
    BibFile,
    Block,
    Comment,
    EntryBlock,
    Preamble,
    Reader,
    String,
    repaired,
    scan,
    unmatched,
    value_parts,
)
from citekit.formats.bibtex.edit import BibText, Entry
from citekit.formats.bibtex.read import works_of
from citekit.model.name import read_names
from citekit.model.work import Works
from citekit.runtime.errors import Problem, UsageError
from citekit.runtime.span import Source, Span
from citekit.text.tex_decode import decode
from citekit.text.tex_encode import encode
from citekit.text.unicode import normalized

__all__ = [
    "BlockLibrary",
    "Middleware",
    "default_parse_stack",
    "from_bibtexparser",
    "text_of",
    "to_bibtexparser",
    "write_back",
]

# Failed blocks are returned as problems; without a handler bibtexparser would also print them on stderr.
logging.getLogger("bibtexparser").addHandler(logging.NullHandler())


def to_bibtexparser(source: Source | BibFile | str, reader: Reader = "bibtex") -> BlockLibrary:
    """Convert a source to bibtexparser's Library; values have their delimiters, as with ``parse_stack=[]``.

    Duplicate keys and fields are wrapped as in bibtexparser. A damaged entry is a ``ParsingFailedBlock`` whose
    ``ignore_error_block`` has the fields that could be read, and whose ``error`` is the problem. Lines are counted from
    0, as in bibtexparser.

    >>> to_bibtexparser("@book{doe2020, title={Green Meadows}}").entries[0].key
    'doe2020'
    """
    if isinstance(source, str):
        source = Source("<string>", source)
    scanned = source if isinstance(source, BibFile) else scan(source, reader)
    library = BlockLibrary()
    made = (_their_block(block, scanned) for block in scanned.blocks)
    library.add([block for block in made if block is not None], fail_on_duplicate_key=False)
    return library


def _their_block(block: Block, scanned: BibFile) -> TheirBlock | None:
    text, line = scanned.text_of(block), _line(scanned, block.start)
    inside = scanned.source.text
    if isinstance(block, EntryBlock):
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


def _failed(block: Block, scanned: BibFile, inner: TheirBlock | None) -> ParsingFailedBlock:
    problems = (p for p in scanned.problems if p.span and block.start <= p.span.start <= block.end)
    problem = next(problems, None)
    reason = str(problem) if problem else "not a BibTeX block"
    error = BlockAbortedException(abort_reason=reason, end_index=block.end)
    return ParsingFailedBlock(error, _line(scanned, block.start), scanned.text_of(block), inner)


def _line(scanned: BibFile, offset: int) -> int:
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
    entries: list[EntryBlock] = []
    macros: list[tuple[str, str]] = []
    failures: list[tuple[ParsingFailedBlock, TheirBlock | None, Span]] = []
    texts: list[str] = []
    start = 0
    for outer, block, fields, text in _as_written(library, enclosed):
        texts.append(text)
        if isinstance(block, TheirEntry):
            kind, key = str(block.entry_type).lower(), str(block.key)
            entries.append(EntryBlock.made(kind, key, fields, Span(start, start + len(text) - 1), len(macros)))
        elif isinstance(block, TheirString):
            macros += fields
        if isinstance(outer, ParsingFailedBlock):
            failures.append((outer, block, Span(start, start + len(text.rstrip("\n")))))
        start += len(text)
    source = Source("<bibtexparser>", "".join(texts))
    problems = tuple(_failure(failed, block, source, span) for failed, block, span in failures)
    return works_of(entries, macros, source, problems)


def text_of(library: BlockLibrary, enclosed: bool | None = None) -> str:
    """Return a Library of bibtexparser as BibTeX, block by block; ``enclosed`` as in :func:`from_bibtexparser`."""
    return "".join(text for *_, text in _as_written(library, enclosed))


def _as_written(
    library: BlockLibrary, enclosed: bool | None
) -> Iterator[tuple[TheirBlock, TheirBlock | None, tuple[tuple[str, str], ...], str]]:
    """Yield each block, the block that it would be without its error, its fields as written, and its text."""
    for outer in library.blocks:
        block = outer.ignore_error_block if isinstance(outer, ParsingFailedBlock) else outer
        fields: tuple[tuple[str, str], ...] = ()
        if isinstance(block, TheirEntry):
            inside = _is_enclosed(block) if enclosed is None else enclosed
            fields = tuple((str(field.key).lower(), _value(field, inside)) for field in block.fields)
            lines = "".join(f"  {name} = {value},\n" for name, value in fields)
            text = f"@{block.entry_type}{{{block.key},\n{lines}}}\n"
        elif isinstance(block, TheirString):
            value = _value(block, _is_enclosed(block) if enclosed is None else enclosed)
            fields = ((str(block.key).lower(), value),)
            text = f"@string{{{block.key} = {value}}}\n"
        else:
            text = f"{outer.raw or _others_text(outer)}\n"
        yield outer, block, fields, text


def _others_text(block: TheirBlock) -> str:
    """Return the text of a comment or a preamble that the user made."""
    if isinstance(block, ThePreamble):
        return f"@preamble{{{block.value}}}"
    comment = str(getattr(block, "comment", ""))
    return f"@comment{{{comment}}}" if isinstance(block, ExplicitComment) else comment


def write_back(library: BlockLibrary, layer: BibText, decoded: bool | None = None) -> tuple[Problem, ...]:
    """Apply what was changed in a Library of bibtexparser to the text that it was parsed from.

    Entries are those with the same key; one under a new key is known by its text. Fields, types and keys that differ are
    changed, new entries and macros are added, those that are gone are removed, and entries in another order are sorted. A
    value that middleware only expressed otherwise (without delimiters, names in a list, months as numbers) is the same one.
    ``decoded`` is whether middleware decoded LaTeX; by default it did if most values with LaTeX are what bibtexparser
    decodes them to; one value alone is reported, for it may have been changed by hand. Then a changed value is encoded. Returns problems for what cannot be applied: changed comments and
    preambles, and removed macros that entries of the text use.

    Raises :class:`~citekit.runtime.errors.UsageError` for a change that would break the text.
    """
    pairs, gone = _paired(library, layer)
    reference = _decoded_values(layer) if decoded or (decoded is None and not _keeps_latex(pairs)) else {}
    alone = False
    if decoded is None:
        votes: Counter[bool] = Counter()
        for _, fields, own in pairs:
            if own is None or not reference:
                continue
            for name, value in fields:
                before, after = (
                    (own.get(name) or "").strip('{}" \n'),
                    reference.get((own.key, name), "").strip('{}" \n'),
                )
                if before != after and (text := value.strip('{}" \n')) in (before, after):
                    votes[text == after] += 1
        decoded = votes[True] > votes[False]
        alone = decoded and votes[True] == 1
    for block, fields, own in pairs:
        if own is not None:
            _change(own, block, fields, decoded, reference)
    for entry in gone:
        layer.remove(entry)
    problems = list(_strings_changed(library, layer))
    order: list[Entry] = []
    for block, fields, own in pairs:
        order.append(own or _added(layer, block, fields, decoded, order[-1] if order else None))
    _arrange(layer, order)
    for block, _, own in pairs:
        if own is not None and own.key != block.key:
            own.rekey(str(block.key))
    if alone:
        message = "a value is what decoding makes of its LaTeX, and stays as it is in the file"
        problems.append(Problem(message, "pass decoded=False to write it", severity="warning", kind="decoded-kept"))
    if _beside_entries(library) != _beside_entries(Splitter(layer.text).split()):
        message = "comments and preambles that were changed in the Library stay as they are in the file"
        problems.append(Problem(message, "change them in the file", severity="warning", kind="comments-kept"))
    return tuple(problems)


def _arrange(layer: BibText, order: list[Entry]) -> None:
    """Sort the entries of a text as those of a Library are, where they are in another order."""
    known = set(order)
    if [entry for entry in layer.entries if entry in known] != order:
        behind: dict[Entry | None, list[Entry]] = {}
        last: Entry | None = None
        for entry in layer.entries:  # what is not in the Library stays after the entry that it was after
            if entry in known:
                last = entry
            else:
                behind.setdefault(last, []).append(entry)
        layer.reorder(chain(behind.get(None, ()), *((entry, *behind.get(entry, ())) for entry in order)))


# An entry of a Library with its fields as written, and the entry of the text that it is.
_Pair = tuple[TheirEntry, tuple[tuple[str, str], ...], Entry | None]


def _paired(library: BlockLibrary, layer: BibText) -> tuple[list[_Pair], list[Entry]]:
    """Return the entries of a Library with those of the text: by key, else by text; and those of the text that are gone.

    An entry that bibtexparser could not parse, or took for a comment, is not gone.
    """
    by_key: dict[str, list[Entry]] = {}
    by_text: dict[str, list[Entry]] = {}
    for entry in reversed(layer.entries):
        by_key.setdefault(entry.key, []).append(entry)
        by_text.setdefault(entry.text.strip(), []).append(entry)
    taken: set[Entry] = set()

    def free(entries: list[Entry] | None) -> Entry | None:
        while entries:
            if (entry := entries.pop()) not in taken:
                taken.add(entry)
                return entry
        return None

    theirs = [(block, fields) for _, block, fields, _ in _as_written(library, None) if isinstance(block, TheirEntry)]
    found = [free(by_key.get(block.key)) for block, _ in theirs]
    pairs = [
        (block, fields, own or (free(by_text.get(block.raw.strip())) if block.raw else None))
        for (block, fields), own in zip(theirs, found, strict=True)
    ]
    others = "\n".join(block.raw or "" for block in library.blocks if not isinstance(block, TheirEntry | TheirString))
    rest = (entry for entry in layer.entries if entry not in taken and entry.block.sound)
    return pairs, [entry for entry in rest if entry.text.strip() not in others]


def _added(
    layer: BibText, block: TheirEntry, fields: tuple[tuple[str, str], ...], decoded: bool, after: Entry | None
) -> Entry:
    """Add an entry of a Library to the text; with its fields, or not at all."""
    own = layer.add_entry(str(block.entry_type), str(block.key), {}, after)
    try:
        for name, value in fields:
            own.set(name, encoded(value) if decoded else value, as_written=True)
    except UsageError:
        layer.remove(own)
        raise
    return own


def _decoded_values(layer: BibText) -> dict[tuple[str, str], str]:
    """Return what the values of a text are after bibtexparser decoded their LaTeX, by key and field."""
    library = Splitter(layer.text).split()
    for middleware in (*default_parse_stack(), LatexDecodingMiddleware()):
        library = middleware.transform(library)
    return {(entry.key, field.key.lower()): str(field.value) for entry in library.entries for field in entry.fields}


def _keeps_latex(pairs: list[_Pair]) -> bool:
    """Whether a value with LaTeX is in the Library as it is in the text, or no value was changed: nothing was decoded then."""
    changed = False
    for block, fields, own in pairs:
        if own is None:
            continue
        for (name, value), field in zip(fields, block.fields, strict=True):
            if not _is_same(own, name, value, field, False):
                changed = True
            elif isinstance(field.value, str) and "\\" in value:
                return True
    return not changed


def encoded(value: str) -> str:
    """Return a value with its delimiters, in LaTeX, that was decoded to Unicode between them."""
    return f"{{{encode(value[1:-1], ascii_only=False)}}}" if value[:1] in ("{", '"') else value


def _change(
    own: Entry,
    block: TheirEntry,
    fields: tuple[tuple[str, str], ...],
    decoded: bool,
    reference: Mapping[tuple[str, str], str],
) -> None:
    """Apply the changed fields and the changed type of an entry."""
    names = [name for name, _ in fields]
    for name in {name.lower() for name in own.names} - set(names):
        own.remove(name)
    for (name, value), field in zip(fields, block.fields, strict=True):
        text = value[1:-1] if value[:1] in ("{", '"') else value
        if names.count(name) > 1 or (decoded and reference.get((own.key, name), "").strip() == text.strip()):
            continue
        if _is_same(own, name, value, field, decoded):
            continue
        made = encoded(value) if decoded else value
        parts = value_parts(made)
        if parts is not None and len(parts) == 1 and made[0] in '{"0123456789':
            own.set(str(field.key), made if made[0].isdigit() else made[1:-1])
        else:
            own.set(str(field.key), made, as_written=True)
    if str(block.entry_type).lower() != own.type.lower():
        own.retype(str(block.entry_type))


def _is_same(own: Entry, name: str, value: str, field: TheirField, decoded: bool) -> bool:
    """Whether a value of a Library, here with its delimiters, is that of the text, perhaps expressed by middleware."""
    written, known = own.written(name), own.get(name)
    if written is None or known is None:
        return False
    text = value[1:-1] if value[:1] in ("{", '"') else value
    if value == written or text.strip() in (known.strip(), written.strip()):
        return True
    if name == "month":
        return _MONTHS.get(text.lower()[:3], text) == _MONTHS.get(known.lower()[:3], known)
    if isinstance(field.value, list | tuple) and not decoded:
        return read_names(text)[0] == read_names(known)[0]
    if not decoded:
        return False
    text, known, written = (normalized(" ".join(decode(one).split())) for one in (text, known, written))
    return text in (known, written) or (
        isinstance(field.value, list | tuple) and read_names(text)[0] == read_names(known)[0]
    )


_MONTHS = {
    name: str(number) for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)
}


def _strings_changed(library: BlockLibrary, layer: BibText) -> Iterator[Problem]:
    """Apply the macros of a Library; yield a problem for each that is gone there and used in the text."""
    names = set()
    for _, block, fields, _ in _as_written(library, None):
        if isinstance(block, TheirString):
            (name, value), own = fields[0], layer.strings
            names.add(name)
            text = value[1:-1] if value[:1] in ("{", '"') else value
            if name not in own or text.strip() != own[name].strip():
                layer.set_string(str(block.key), value, as_written=True)
    for name in [name for name in layer.definitions() if name.lower() not in names]:
        try:
            layer.remove_string(name)
        except UsageError as error:
            yield Problem(error.problem.message, "it was not removed", severity="warning", kind="macro-kept")


def _beside_entries(library: BlockLibrary) -> list[str]:
    """Return the comments and preambles of a Library, without the space around them."""
    texts = (_others_text(block) for block in library.blocks if isinstance(block, _BESIDE))
    return [" ".join(text.split()) for text in texts]


_BESIDE = (ThePreamble, ExplicitComment, ImplicitComment)


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
