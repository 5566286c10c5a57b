r"""The commands of LaTeX with which documents cite: how their arguments stand, and how what they print reads.

Sources: the manuals of natbib, biblatex (section "Citation Commands") and its styles for APA, Chicago and MLA, csquotes
(section 5), apacite, harvard and jurabib.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from citekit.manuscripts.citation import Cite, Found, Mode, with_notes
from citekit.manuscripts.locators import locator_of
from citekit.markup.blank import NOTHING
from citekit.markup.tex.stream import Argument, Command, Stream
from citekit.records import dataclass
from citekit.span import Span
from citekit.text.tex import decode


@dataclass(frozen=True, slots=True)
class Shape:
    """How the arguments of a command stand, and what it prints.

    ``before`` is the number of braced arguments before the keys, ``multi`` tells that several groups of notes and keys
    may follow one another. ``field`` is the field of an entry that it prints (``mode`` ``field``; ``?`` where a further
    argument names it), ``fixed`` says why nothing can stand in its place.
    """

    before: int = 0
    multi: bool = False
    mode: Mode = "parenthetical"
    is_note: bool = False
    field: str = ""
    fixed: str = ""


_OTHER = Shape(fixed="it prints something else than a citation")
_QUOTE = Shape(fixed="it is part of a quotation")
_BASES: dict[Shape, str] = {
    Shape(): "cite citep parencite autocite supercite mparencite mautocite msupercite mcite shortcite maskcite citeaffixed "
    "citeonline inlinecite headlesscite justcite jcite maskfullcite maskshortcite citepos citeposs",
    Shape(
        mode="textual"
    ): "citet textcite citeasnoun newcite mtextcite citeA fullciteA shortciteA maskciteA maskfullciteA "
    "maskshortciteA citeN shortciteN gentextcite nptextcite possessivecite posscite surnamecite",
    Shape(
        mode="bare"
    ): "citealp citealt citeNP citetnp fullciteNP shortciteNP maskciteNP maskfullciteNP maskshortciteNP "
    "citen citenum onlinecite",
    Shape(
        mode="author"
    ): "citeauthor citefullauthor citeauthorNP fullciteauthor shortciteauthor maskciteauthor maskciteauthorNP "
    "maskfullciteauthor maskshortciteauthor",
    Shape(mode="year"): "citeyear citeyearNP citedate maskciteyear maskciteyearNP",
    Shape(mode="no-author"): "citeyearpar",
    Shape(mode="full"): "fullcite bibentry headlessfullcite fullcitebib",
    Shape(mode="field", field="title"): "citetitle citetitleonly titleandsubtitle",
    Shape(mode="field", field="url"): "citeurl",
    Shape(mode="field", field="journal"): "citejournal",
    Shape(mode="field", field="?"): "citefield citelist citename",
    Shape(mode="nocite"): "nocite nocitemeta masknocite",
    Shape(is_note=True): "footcite footcitetext smartcite mfootcite mfootcitetext footheadlesscite",
    Shape(mode="full", is_note=True): "footfullcite footheadlessfullcite",
    Shape(mode="author", is_note=True): "footciteauthor",
    Shape(mode="field", is_note=True, field="title"): "footcitetitle",
    _OTHER: "citetalias citepalias notecite pnotecite fnotecite shorthandcite shorthandrefcite shortrefcite",
}
_MULTI = (
    "cite parencite footcite footcitetext textcite smartcite supercite autocite fullcite footfullcite citeauthor "
    "citetitle gentextcite nptextcite headlesscite".split()
)
_VOLUME = {
    Shape(1): "volcite pvolcite svolcite avolcite",
    Shape(1, is_note=True): "fvolcite ftvolcite",
    Shape(1, mode="textual"): "tvolcite",
}
_QUOTES = "textcquote blockcquote".split()
_FOREIGN = (
    "foreigntextcquote hyphentextcquote foreignblockcquote hyphenblockcquote hybridblockcquote hybridtextcquote".split()
)
ENVIRONMENTS = {
    "displaycquote": _QUOTE,
    "foreigndisplaycquote": replace(_QUOTE, before=1),
    "hyphendisplaycquote": replace(_QUOTE, before=1),
}
"""Environments of csquotes that cite with the arguments after their name."""


def _forms(table: dict[Shape, str]) -> Iterator[tuple[str, Shape]]:
    """Every name, and the same with a capital, which begins a sentence."""
    for shape, names in table.items():
        for name in names.split():
            yield name, shape
            yield name[:1].upper() + name[1:], shape


_SINGLE = dict(_forms(_BASES))
_VOLUMES = dict(_forms(_VOLUME))
COMMANDS: dict[str, Shape] = {
    **_SINGLE,
    **{
        f"{name}s": replace(shape, multi=True)
        for name, shape in _SINGLE.items()
        if name[:1].lower() + name[1:] in _MULTI
    },
    **_VOLUMES,
    **{f"{name}s": replace(shape, multi=True) for name, shape in _VOLUMES.items()},
    **dict.fromkeys(_QUOTES, _QUOTE),
    **dict.fromkeys(_FOREIGN, replace(_QUOTE, before=1)),
}
"""The citing commands that everyone has, without their stars."""
OF_PACKAGES: dict[str, dict[str, Shape]] = {
    "jurabib": {"citefield": Shape(1, fixed=_OTHER.fixed)},
    "apacite": {
        "fullcite": Shape(),
        "citeyear": Shape(mode="no-author"),
        "citeauthor": Shape(mode="author"),
    },
}
"""What the commands of a package mean where others mean something else."""


@dataclass(slots=True)
class Group:
    """Keys with what stands before them: the arguments in braces, and the notes in brackets in their order."""

    notes: list[Argument]
    before: list[Argument]
    keys: Argument | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """The arguments of a citing command: groups of keys, and the notes on all of them in parentheses."""

    groups: list[Group]
    outer: list[Argument]

    @property
    def notes(self) -> list[Argument]:
        """All notes, in which further citations may stand."""
        return [*self.outer, *(note for group in self.groups for note in group.notes)]

    @property
    def keys(self) -> list[Argument]:
        """The lists of keys."""
        return [group.keys for group in self.groups if group.keys]


def arguments_of_cite(stream: Stream, shape: Shape) -> Call:
    """Takes the arguments of a citing command whose name has just been read."""
    call = Call([], [])
    stream.skip("*")
    if shape.multi:
        for _ in range(2):
            note = stream.argument("(")
            call.outer.extend([note] if note else [])
    while True:
        group = Group([], [])
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
    """Adds the citation of a command of LaTeX that stands in a text of another language."""
    shape = COMMANDS[command.name]
    call = arguments_of_cite(stream, shape)
    cites: list[Cite] = []
    for group in call.groups:
        if group.keys:
            cites += with_group(found.keys(group.keys.text, group.keys.start, command.start), group)
    field = stream.argument() if shape.field == "?" else None
    span = Span(command.start, command.end_with_arguments())
    named = field.text if field else shape.field
    found.add(span, cites, shape.mode, shape.is_note, shape.fixed, named)


def with_group(cites: list[Cite], group: Group) -> tuple[Cite, ...]:
    """The cites of a group with the texts before and behind its keys."""
    before, behind = two_notes(group.notes)
    said = locator_of(behind) if behind else ("", "", "")
    if group.before:  # \volcite{2}[33]{key}
        said = (plain(group.before[0]), "volume", f", {behind}" if behind else "")
    return with_notes(cites, before, said)


def two_notes(notes: list[Argument]) -> tuple[str, str]:
    """The text before the keys and the one behind them: of one note it is the one behind."""
    texts = [plain(note) for note in notes]
    return (texts[0], texts[1]) if len(texts) > 1 else ("", texts[0] if texts else "")


def plain(argument: Argument) -> str:
    """The text of an argument in Unicode."""
    tex = " ".join(argument.text.replace(NOTHING, "").split())
    return decode(tex).replace("\u00a0", " ").strip()


def _notes(stream: Stream, group: Group) -> None:
    for _ in range(4):
        note = stream.argument("[") or stream.argument("<")
        if note is None:
            break
        group.notes.append(note)
