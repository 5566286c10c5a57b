r"""The commands of LaTeX with which documents cite: the form of their arguments, and what they print.

Sources: the manuals of natbib, biblatex (section "Citation Commands") and its styles for APA, Chicago and MLA, csquotes
(section 5), apacite, harvard and jurabib.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import cast

from citekit.manuscripts.citation import CitedKey, Found, Mode, locator_of, with_notes
from citekit.manuscripts.writing import as_written
from citekit.markup.tex.stream import Argument, Command, Stream
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.registry import tables
from citekit.runtime.span import NOTHING, Span
from citekit.text.tex_decode import decode_rich


@dataclass(frozen=True, slots=True)
class CommandShape:
    """The form of the arguments of a command, and what it prints.

    ``before`` is the number of braced arguments before the keys, ``multi`` states that several groups of notes and keys
    may follow one another. ``field`` is the field of an entry that it prints (``mode`` ``field``; ``?`` where a further
    argument names it), ``fixed`` explains why nothing can be in its place, ``section`` which of several bibliographies it cites from.
    """

    before: int = 0
    multi: bool = False
    mode: Mode = "parenthetical"
    is_note: bool = False
    field: str = ""
    fixed: str = ""
    section: str = ""


def _shapes(table: str) -> dict[str, CommandShape]:
    return {
        name: CommandShape(int(before), mode=cast(Mode, mode), is_note=bool(note), field=field, fixed=fixed)
        for before, mode, note, field, fixed, names in _TABLES[table]
        for name in names.split()
    }


def _commands(shapes: dict[str, CommandShape], several: Container[str]) -> dict[str, CommandShape]:
    """Return every name, the same with a capital, which begins a sentence, and those for several groups, which end
    in ``s``.
    """
    both = shapes | {name[:1].upper() + name[1:]: shape for name, shape in shapes.items()}
    multi = {
        f"{name}s": replace(shape, multi=True)
        for name, shape in both.items()
        if name in several or name[:1].lower() + name[1:] in several
    }
    return both | multi


_TABLES = tables("citekit.manuscripts", "words.tsv")
_VOLUMES = _shapes("latex volumes")
COMMANDS: dict[str, CommandShape] = {
    **_commands(_shapes("latex"), _TABLES["latex multi"][0][0].split()),
    **_commands(_VOLUMES, _VOLUMES),
    **_shapes("latex quotes"),
}
"""The citing commands that everyone has, without their stars."""
ENVIRONMENTS = _shapes("latex environments")
"""Environments of csquotes that cite with the arguments after their name."""
OF_PACKAGES = {package: _shapes(f"latex {package}") for package in ("jurabib", "apacite")}
"""What the commands of a package mean where others mean something else."""


@dataclass(slots=True)
class KeyGroup:
    """Keys with the arguments before them: those in braces, and the notes in brackets in their order."""

    notes: list[Argument]
    before: list[Argument]
    keys: Argument | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """The arguments of a citing command: groups of keys, and the notes on all of them in parentheses."""

    groups: list[KeyGroup]
    outer: list[Argument]

    @property
    def notes(self) -> list[Argument]:
        """All notes, which may contain further citations."""
        return [*self.outer, *(note for group in self.groups for note in group.notes)]

    @property
    def keys(self) -> list[Argument]:
        """The lists of keys."""
        return [group.keys for group in self.groups if group.keys]


def arguments_of_cite(stream: Stream, shape: CommandShape) -> Call:
    """Take the arguments of a citing command whose name has just been read."""
    call = Call([], [])
    stream.skip("*")
    if shape.multi:
        for _ in range(2):
            note = stream.argument("(")
            call.outer.extend([note] if note else [])
    while True:
        group = KeyGroup([], [])
        _notes(stream, group)
        for _ in range(shape.before):
            before = stream.argument()
            if before is None:
                call.groups.append(group)
                return call
            group.before.append(before)
            _notes(stream, group)
        found = stream.argument() or (stream.token() if not call.keys and stream.next_sign() == "\\" else None)
        group.keys = found
        call.groups.append(group)
        if found is None or not shape.multi:
            return call


def add_command(stream: Stream, command: Command, found: Found) -> None:
    """Add the citation of a command of LaTeX in a text of another language."""
    shape = COMMANDS[command.name]
    call = arguments_of_cite(stream, shape)
    cites: list[CitedKey] = []
    for group in call.groups:
        if group.keys:
            cites += with_group(found.keys(group.keys.text, group.keys.start, command.start), group)
    field = stream.argument() if shape.field == "?" else None
    span = Span(command.start, command.end_with_arguments())
    named = field.text if field else shape.field
    found.add(span, cites, shape.mode, shape.is_note, shape.fixed, named)


def with_group(cites: list[CitedKey], group: KeyGroup) -> tuple[CitedKey, ...]:
    """Return the cites of a group with the texts before and after its keys."""
    before, behind = two_notes(group.notes)
    after_key = locator_of(behind) if behind else ("", "", "")
    if group.before:  # \volcite{2}[33]{key}
        after_key = (plain(group.before[0]), "volume", f", {behind}" if behind else "")
    return with_notes(cites, before, after_key)


def two_notes(notes: list[Argument]) -> tuple[str, str]:
    """Return the text before the keys and the one after them: a single note is the one after."""
    texts = [plain(note) for note in notes]
    return (texts[0], texts[1]) if len(texts) > 1 else ("", texts[0] if texts else "")


_SOURCE = re.compile(
    r"\$[^$]{1,400}+\$|\\[A-Za-z@]{1,40}+\*?"
    r"(?:\s{0,3}+\[[^\[\]]{0,400}+\]){0,3}(?:\s{0,3}+\{(?>(?:[^{}]|\{(?>(?:[^{}]|\{[^{}]{0,400}\})*)\})*)\}){0,3}"
)
"""A formula, or a command with what it takes, braces within braces within braces."""
_OF_PAGES = re.compile(r"\\(psqq?|ppno|pno|nopp|sqspace)(?![A-Za-z])\s{0,9}|\\pnfmt\s{0,9}\{([^{}]{0,200})\}")
_NO_LABEL = re.compile(r"\\nopp(?![A-Za-z])")
_PAGES = {"psq": " sq.", "psqq": " sqq.", "pno": "p.", "ppno": "pp.", "nopp": "", "sqspace": " "}
"""What the commands of biblatex for page numbers print (its manual, 3.15.3), as locators are read here."""


def plain(argument: Argument) -> str:
    """Return the text of a note as CSL's rich text; what only TeX can print (``\\ref``, own commands) stays as it is
    written.
    """
    tex = " ".join(argument.text.replace(NOTHING, "").split())
    unlabelled = "{} " if _NO_LABEL.match(tex) else ""  # which states here that what follows is not a locator
    if "\\" in tex:
        tex = _OF_PAGES.sub(lambda match: _PAGES[match[1]] if match[1] else match[2], tex)
    if "\\" in tex or "$" in tex:
        tex = _SOURCE.sub(_kept, tex)
    text = decode_rich(tex)
    return unlabelled + (as_written(tex) if "\\" in text else text).replace("\u00a0", " ").strip()


def _kept(match: re.Match[str]) -> str:
    r"""Return a command as it is written, unless it is one whose text is known; ``\it`` states something of what
    follows it.
    """
    piece = match[0]
    known = not piece.startswith("$") and "\\" not in decode_rich(f"{{{piece} x}}")
    return piece if known else as_written(piece)


def _notes(stream: Stream, group: KeyGroup) -> None:
    for _ in range(4):
        note = stream.argument("[") or stream.argument("<")
        if note is None:
            break
        group.notes.append(note)
