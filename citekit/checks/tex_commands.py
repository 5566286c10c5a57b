r"""The commands of LaTeX with which documents cite, and how their arguments stand.

Sources: the manuals of natbib, biblatex (section "Citation Commands") and its styles for APA, Chicago and MLA, csquotes
(section 5), apacite, harvard and jurabib.
"""

from __future__ import annotations

from dataclasses import dataclass

from citekit.checks.tex_stream import Argument, Stream


@dataclass(frozen=True, slots=True)
class Shape:
    """How the arguments of a command stand.

    ``before`` is the number of braced arguments before the keys, ``multi`` tells that several groups of notes and keys
    may follow one another.
    """

    before: int = 0
    multi: bool = False


_ONE = Shape()
_BASES = (
    "cite citet citep citealt citealp citeauthor citeyear citeyearpar citefullauthor citenum citetalias citepalias "
    "parencite footcite footcitetext textcite smartcite supercite autocite citetitle citedate citeurl fullcite "
    "footfullcite notecite pnotecite fnotecite citename citelist citefield citen onlinecite mcite bibentry citeA "
    "citeNP citeyearNP citeauthorNP fullciteA fullciteNP fullciteauthor shortcite shortciteA shortciteNP "
    "shortciteauthor citeasnoun possessivecite citeaffixed citeonline nocite nocitemeta maskcite maskciteA maskciteNP "
    "maskciteauthor maskciteauthorNP maskciteyear maskciteyearNP maskfullcite maskfullciteA maskfullciteNP "
    "maskfullciteauthor maskshortcite maskshortciteA maskshortciteNP maskshortciteauthor masknocite mparencite "
    "newcite citeposs posscite citeN shortciteN inlinecite mfootcite mfootcitetext mtextcite msupercite mautocite headlesscite footheadlesscite headlessfullcite "
    "footheadlessfullcite shorthandcite shorthandrefcite shortrefcite citejournal surnamecite gentextcite justcite "
    "jcite nptextcite fullcitebib titleandsubtitle citetitleonly footcitetitle footciteauthor citetnp".split()
)
_MULTI = (
    "cite parencite footcite footcitetext textcite smartcite supercite autocite fullcite footfullcite citeauthor "
    "citetitle gentextcite nptextcite headlesscite".split()
)
_VOLUME = "volcite pvolcite fvolcite ftvolcite svolcite tvolcite avolcite".split()
_QUOTES = "textcquote blockcquote".split()
_FOREIGN = (
    "foreigntextcquote hyphentextcquote foreignblockcquote hyphenblockcquote hybridblockcquote hybridtextcquote".split()
)
ENVIRONMENTS = {"displaycquote": _ONE, "foreigndisplaycquote": Shape(1), "hyphendisplaycquote": Shape(1)}
"""Environments of csquotes that cite with the arguments after their name."""


def _both(name: str) -> tuple[str, str]:
    return name, name[:1].upper() + name[1:]


COMMANDS: dict[str, Shape] = {
    **{form: _ONE for name in _BASES for form in _both(name)},
    **{form: Shape(multi=True) for name in _MULTI for form in _both(f"{name}s")},
    **{form: Shape(1) for name in _VOLUME for form in _both(name)},
    **{form: Shape(1, multi=True) for name in _VOLUME for form in _both(f"{name}s")},
    **dict.fromkeys(_QUOTES, _ONE),
    **dict.fromkeys(_FOREIGN, Shape(1)),
}
"""The citing commands that everyone has, without their stars."""
OF_PACKAGES: dict[str, dict[str, Shape]] = {"jurabib": {"citefield": Shape(1)}}
"""What the commands of a package mean where others mean something else."""


@dataclass(frozen=True, slots=True)
class Call:
    """The arguments of a citing command: lists of keys, and notes, in which further citations may stand."""

    keys: list[Argument]
    notes: list[Argument]


def arguments_of_cite(stream: Stream, shape: Shape) -> Call:
    """Takes the arguments of a citing command whose name has just been read."""
    call = Call([], [])
    stream.skip("*")
    if shape.multi:
        for _ in range(2):
            note = stream.argument("(")
            call.notes.extend([note] if note else [])
    while True:
        _notes(stream, call)
        for _ in range(shape.before):
            before = stream.argument()
            if before is None:
                return call
            _notes(stream, call)
        found = stream.argument() or (stream.token() if not call.keys and stream.next_sign() == "\\" else None)
        if found:
            call.keys.append(found)
        if found is None or not shape.multi:
            return call


def _notes(stream: Stream, call: Call) -> None:
    for _ in range(4):
        note = stream.argument("[") or stream.argument("<")
        if note is None:
            break
        call.notes.append(note)
