"""References printed by citekit's own processor that know of every letter which variable it prints.

The processor's elements are compiled with a mark around what a variable says (:func:`tagged_program`); the marks come through
to the output tree like links do, and :func:`pieces_of` turns an entry into :class:`Piece`\\ s. So labels need not be searched
for: :func:`labels_of_pieces` gives the words of a printed line the labels of the letters that they are made of, whatever
happened to the line on the way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from unittest import mock

from citekit.csl import program as programs
from citekit.csl.cite import FIRST, SUBSEQUENT, Citation, Cite, RenderFunction, RenderState
from citekit.csl.evaluate import names
from citekit.csl.evaluate.compiler import Compiler
from citekit.csl.evaluate.formatting import formatter
from citekit.csl.locales import language_for
from citekit.csl.processor import run
from citekit.csl.program import Program
from citekit.csl.richtext import Marked, Node
from citekit.csl.styles import load
from citekit.csl.tree import Inline
from citekit.extraction.alignment import AND
from citekit.extraction.lexer import Words
from citekit.extraction.name_rules import OTHERS, unmarked_editors
from citekit.extraction.namelist import SUFFIXES
from citekit.extraction.work_type import GENRES
from citekit.model.work import Work
from citekit.text.xml import Element

FIELDS = {
    **dict.fromkeys(("title", "title-short"), "T"),
    **dict.fromkeys(("container-title", "container-title-short"), "C"),
    **dict.fromkeys(("collection-title", "volume-title"), "S"),
    **dict.fromkeys(("publisher", "authority", "original-publisher"), "P"),
    **dict.fromkeys(("publisher-place", "event-place", "original-publisher-place"), "W"),
    **dict.fromkeys(("volume", "collection-number"), "V"),
    **dict.fromkeys(("issue", "number"), "N"),
    **dict.fromkeys(("page", "page-first", "locator"), "PG"),
    **dict.fromkeys(("archive", "archive_location", "archive-place", "archive_collection"), "AR"),
    "edition": "ED",
    "genre": "GE",
    "issued": "Y",
    "original-date": "OY",
    "event-title": "EV",
    "event": "EV",
}
"""The field of the words that a variable prints."""
ROLES = {
    **dict.fromkeys(("author", "director", "composer", "interviewer", "host", "organizer", "script-writer"), "A"),
    **dict.fromkeys(("editor", "editorial-director", "collection-editor", "editortranslator"), "E"),
    "translator": "R",
}
"""The role of the people of a variable; nobody else is labelled."""
_UNTAGGED = frozenset({"URL", "DOI", "PMID", "PMCID", "year-suffix", "citation-number", "citation-label"})
"""Variables that the reader knows by their form, or that say nothing of the work."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Letters of a printed reference that are alike.

    ``field`` is a label's field, or a role with the part of the name (``AF``); ``number`` tells the occurrences of a field,
    and the persons of a list, apart. ``style`` has ``b`` for bold, ``i`` for italics, ``l`` for a link.
    """

    text: str
    field: str = ""
    number: int = 0
    style: str = ""


# --- the processor, with marks -------------------------------------------------------------------------------------


def _marking(
    compile_one: Callable[[Compiler, Element], RenderFunction],
) -> Callable[[Compiler, Element], RenderFunction]:
    """An element's compiler that marks what a variable prints; affixes stand outside of the mark."""

    def compiled(compiler: Compiler, element: Element) -> RenderFunction:
        variable = element.get("variable")
        if not variable or variable in _UNTAGGED:
            return compile_one(compiler, element)
        affixes = {name: value for name, value in element.attributes.items() if name in ("prefix", "suffix")}
        rest = {name: value for name, value in element.attributes.items() if name not in affixes}
        emit_bare = compile_one(compiler, Element(element.name, rest, children=element.children))
        around = formatter(affixes)

        def emit(state: RenderState, out: list[Node]) -> None:
            parts: list[Node] = []
            emit_bare(state, parts)
            if state.sorting:
                out.extend(parts)
                return
            for part in parts:
                node: Node = Marked("field", variable, part)
                out.append(around(node, state) if around else node)

        return emit

    return compiled


_LABELLED = names._Labeller.around
_WRITTEN = names.PersonWriter.write
_FAMILY, _GIVEN = names.PersonWriter._family, names.PersonWriter._given
_ELEMENTS = {
    **programs._ELEMENTS,
    **{name: _marking(programs._ELEMENTS[name]) for name in ("text", "number", "date")},
}


def _marks() -> list[mock._patch]:  # type: ignore[type-arg]
    """What lets the processor mark people, their names and the parts of those."""
    return [
        mock.patch.object(programs, "_ELEMENTS", _ELEMENTS),
        mock.patch.object(
            names._Labeller,
            "around",
            lambda self, variable, people, node, state: _LABELLED(
                self, variable, people, node if state.sorting else Marked("people", variable, node), state
            ),
        ),
        mock.patch.object(
            names.PersonWriter,
            "write",
            lambda self, who, *given: Marked(
                "person", "L" if who.literal or not who.given else "", _WRITTEN(self, who, *given)
            ),
        ),
        mock.patch.object(
            names.PersonWriter,
            "_family",
            lambda self, text, state: Marked("part", "F", _FAMILY(self, text, state)),
        ),
        mock.patch.object(
            names.PersonWriter, "_given", lambda self, text, state: Marked("part", "G", _GIVEN(self, text, state))
        ),
    ]


@lru_cache(maxsize=64)
def tagged_program(name: str, language: str = "") -> Program:
    """A style that marks what it prints; to be run by :func:`bibliography` and :func:`notes` only."""
    style = load(name)
    with mock.patch.object(programs, "_ELEMENTS", _ELEMENTS):
        return Program(style, language_for(style, language))


def _keyed(works: Sequence[Work]) -> list[Work]:
    return [replace(work, id=f"k{number}") for number, work in enumerate(works)]


class _Marked:
    """While it is entered, the processor marks names too."""

    def __enter__(self) -> None:
        self.entered = _marks()
        for one in self.entered:
            one.start()

    def __exit__(self, *_: object) -> None:
        for one in reversed(self.entered):
            one.stop()


def bibliography(name: str, works: Sequence[Work], language: str = "") -> list[tuple[Work, list[Piece]]]:
    """Each work with the pieces of its entry in the bibliography of a style; nothing for a style without one."""
    keyed = _keyed(works)
    known = dict(zip((work.id for work in keyed), works, strict=True))
    program = tagged_program(name, language)
    if program.bibliography is None:
        return []
    with _Marked():
        entries = run(program, keyed).bibliography
    return [(known[entry.id], pieces_of(entry.content)) for entry in entries]


def notes(
    name: str, works: Sequence[Work], locators: Sequence[str], language: str = ""
) -> list[tuple[Work, list[Piece]]]:
    """Each work with the pieces of the note that cites it, for a style that cites in notes; some are cited a second time."""
    keyed = _keyed(works)
    places = [(n, FIRST) for n in range(len(works))] + [(n, SUBSEQUENT) for n in range(0, len(works), 4)]
    citations = [
        Citation(
            (Cite(f"k{n}", locator=locators[n] if n < len(locators) else "", position=place, label="page"),), note + 1
        )
        for note, (n, place) in enumerate(places)
    ]
    with _Marked():
        rendered = run(tagged_program(name, language), keyed, citations)
    return [(works[n], pieces_of(content)) for (n, _), content in zip(places, rendered.citations, strict=True)]


# --- pieces --------------------------------------------------------------------------------------------------------


def pieces_of(content: Iterable[Inline]) -> list[Piece]:
    """The pieces of printed output, blanks folded; without the number that some styles print before an entry."""
    found: list[Piece] = []
    counter = [0]

    def walk(parts: Iterable[Inline], field: str, number: int, style: str) -> None:
        for part in parts:
            if isinstance(part, str):
                found.append(Piece(part, field, number, style))
                continue
            if (part.kind, part.value) == ("display", "left-margin") and not _has_field(part.content):
                continue
            if part.kind == "field":
                counter[0] += 1
                walk(part.content, FIELDS.get(part.value, ""), counter[0], style)
            elif part.kind == "people":
                walk(part.content, "?" + ROLES.get(part.value, ""), number, style)
            elif part.kind == "person":
                counter[0] += 1
                walk(part.content, field[:2] + part.value, counter[0], style)
            elif part.kind == "part":
                walk(part.content, (field[1] + (field[2:] or part.value)) if field[1:2] else "", number, style)
            else:
                letter = {"italic": "i", "bold": "b"}.get(part.value, "l" if part.kind == "link" else "")
                if part.value == "normal":
                    style_now = style.replace("i" if part.kind == "font-style" else "b", "")
                else:
                    style_now = style + letter * (letter not in style)
                walk(part.content, field, number, style_now)

    walk(content, "", 0, "")
    return folded(found)


def _has_field(content: Iterable[Inline]) -> bool:
    return any(not isinstance(p, str) and (p.kind in ("field", "people") or _has_field(p.content)) for p in content)


def folded(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces with every stretch of blanks as one blank, none at the ends."""
    made: list[Piece] = []
    blank = True
    for piece in pieces:
        text = re.sub(r"\s+", " ", piece.text)
        if blank:
            text = text.lstrip(" ")
        if text:
            made.append(replace(piece, text=text))
            blank = text.endswith(" ")
    if made and made[-1].text.endswith(" "):
        made[-1] = replace(made[-1], text=made[-1].text.rstrip(" "))
    return [piece for piece in made if piece.text]


def text_of_pieces(pieces: Iterable[Piece]) -> str:
    """The line that pieces make."""
    return "".join(piece.text for piece in pieces)


# --- labels --------------------------------------------------------------------------------------------------------


def labels_of_pieces(words: Words, pieces: Sequence[Piece], work_type: str = "") -> list[str] | None:
    """The labels of the words of a line that was made of pieces; None where the letters of the two are not the same.

    The words may begin behind a number that stands before the reference, and an item may say more around it.
    """
    letters: list[Piece] = []
    text: list[str] = []
    for piece in pieces:
        for sign in piece.text:
            if sign.isalnum():
                letters.append(piece)
                text.append(sign)
    joined = "".join(text)
    own = [[sign for sign in word if sign.isalnum()] for word in words.texts]
    whole = "".join(sign for sign in words.item.text if sign.isalnum())
    if not whole or not joined:
        return None
    if joined.endswith(whole):  # a number before the reference was cut off
        at, place = len(joined) - len(whole), 0
    elif (begin := whole.find(joined)) >= 0:  # the item has more around it
        at, place = -begin, 0
    else:
        return None
    found: list[Piece | None] = []
    source = words.item.text
    for i, word in enumerate(own):
        skipped = sum(map(str.isalnum, source[place : words.starts[i]]))
        at += skipped
        place = words.ends[i]
        mine = letters[max(0, at) : max(0, at + len(word))]
        at += len(word)
        tagged = [piece for piece in mine if piece.field and piece.field[0] != "?"]
        best = max(tagged, key=lambda piece: sum(p is piece for p in mine), default=None)
        found.append(
            best if best and 2 * len(tagged) >= len(mine) else (mine[0] if mine and mine[0].field[:1] == "?" else None)
        )
    return _labelled(words, found, work_type)


def _labelled(words: Words, found: Sequence[Piece | None], work_type: str) -> list[str]:
    labels: list[str] = []
    last: Piece | None = None
    for i, piece in enumerate(found):
        label = "O"
        word = words.texts[i]
        if i in words.links:
            label = "LINK"
        elif piece is None or not piece.field:
            if labels and labels[-1].endswith("-Y") and not words.separators[i] and len(word) == 1 and word.islower():
                label = "I-Y"
        elif piece.field[0] == "?":
            label = _beside_names(piece.field[1:2], word, words, i, labels)
        elif len(piece.field) == 2 and piece.field[1] in "FGL" and piece.field[0] in "AER":
            same = last is not None and last.number == piece.number and labels[-1] != "O"
            label = ("I" if same else "B") + piece.field
        elif piece.field in ("Y", "OY"):
            if re.fullmatch(r"(1[4-9]|20)\d\d", word):
                label = "B-" + piece.field
        else:
            same = last is not None and last.number == piece.number and labels[-1][2:] == piece.field
            label = ("I-" if same else "B-") + piece.field
        labels.append(label)
        last = piece
    _genres(words, labels, work_type)
    unmarked_editors(words, labels)
    return labels


_CUT_SHORT = frozenset(
    {
        ("et", "al"),
        ("et", "alii"),
        ("et", "coll"),
        ("u", "a"),
        ("и", "др"),
        ("i", "in"),
        ("y", "col"),
        ("e", "colab"),
        ("ve", "diğerleri"),
    }
)
"""Two words that cut a list of names short; the first of them alone joins names in some language."""
_FURTHER = frozenset("others others. andere weitere autres otros outros altri inni jiní m.fl mfl 等".split())
_FURTHER_AND = frozenset("и ve a i".split())


def _beside_names(role: str, word: str, words: Words, i: int, labels: Sequence[str]) -> str:
    """The label of a word that stands in a list of names and in none of them."""
    low = word.casefold()
    if not role:
        return "O"
    if word in SUFFIXES and labels and len(labels[-1]) == 3 and labels[-1][1] == role:
        return "I" + labels[-1][1:]
    after = words.texts[i + 1].casefold() if i + 1 < len(words) else ""
    before = words.texts[i - 1].casefold() if i else ""
    if (low, after) in _CUT_SHORT or (before, low) in _CUT_SHORT or low in OTHERS or low in _FURTHER:
        return f"{role}-ETAL"
    return f"{role}-AND" if low in AND or low in _FURTHER_AND else "O"


def _genres(words: Words, labels: list[str], work_type: str) -> None:
    """What a style itself calls a thesis or a report is its genre, as a genre that the work names is."""
    if work_type not in ("thesis", "report"):
        return
    i = 0
    while i < len(labels):
        if labels[i] != "O":
            i += 1
            continue
        stop = i + 1
        while stop < len(labels) and labels[stop] == "O" and not re.search(r"[,;:()\[\]]|\. ", words.separators[stop]):
            stop += 1
        said = words.item.text[words.starts[i] : words.ends[stop - 1]]
        if GENRES.search(said) and stop - i <= 6:
            labels[i:stop] = ["B-GE", *["I-GE"] * (stop - i - 1)]
        i = stop
