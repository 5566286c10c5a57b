"""What a manuscript states about its sources: what it cites and how, the bibliographies and parts that it names, its list."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import field, replace
from typing import Literal, cast

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.registry import spelt
from citekit.runtime.span import NOTHING, Span

_BLANKS = " \t\r\n\f\v\xa0" + NOTHING
EVERYTHING = "*"
"""What is in place of a key where a whole bibliography is cited (``\\nocite{*}``)."""

Mode = Literal["parenthetical", "textual", "leading", "author", "year", "no-author", "bare", "full", "field", "nocite"]
"""How a citation reads: ``(Doe 2020)``, ``Doe (2020) and Roe (2019)``, ``Doe (2020; Roe 2019)``, ``Doe``, ``2020``,
``(2020)``, ``Doe 2020``, the whole entry, one field of it, or nothing at all."""


def modes(language: str) -> dict[str, Mode]:
    """Return the modes of a language's citations by its own words for them."""
    return cast("dict[str, Mode]", spelt("citekit.manuscripts", "words.tsv", language))


@dataclass(frozen=True, slots=True)
class CitedKey:
    """A work that is cited: its key and where the key appears.

    Keys of one command have the same ``group``, its offset. ``label`` states what the ``locator`` counts (``page``, …);
    ``prefix`` and ``suffix`` are CSL's rich text. ``section`` names the bibliography of several from which it is cited. ``no_author`` leaves the author out (``-@key``).
    """

    key: str
    span: Span
    group: int = 0
    prefix: str = ""
    locator: str = ""
    label: str = ""
    suffix: str = ""
    no_author: bool = False
    section: str = ""


@dataclass(frozen=True, slots=True)
class ManuscriptCitation:
    """One citation: what of the text it is, the works it cites, and how it reads.

    ``footnote`` is the offset of the footnote in which it appears, or -1; ``is_note`` requests a footnote. ``fixed`` states
    why nothing can be put in its place, in a sentence; it is empty if something can. ``field`` is the field that the
    mode of that name prints, by its name in BibTeX. ``in_order`` states that its works are as they were typed, for a text
    after them belongs to the last one.
    """

    span: Span
    cites: tuple[CitedKey, ...]
    mode: Mode = "parenthetical"
    is_note: bool = False
    fixed: str = ""
    field: str = ""
    footnote: int = -1
    in_order: bool = False


@dataclass(frozen=True, slots=True)
class Footnote:
    """A footnote of the author's: where its text appears, and where the reader meets its number (-1: nowhere)."""

    span: Span
    at: int


CONDITIONS_OF_LISTS = {
    "type": ("type", True),
    "nottype": ("type", False),
    "keyword": ("keyword", True),
    "notkeyword": ("keyword", False),
}
"""What a list may query of its works, as biblatex and Org have it (biblatex's manual, 3.8.2), as far as entries state it."""


@dataclass(frozen=True, slots=True)
class ListPlace:
    """What a list of works replaces.

    ``heading`` is what the call prints above the list (None: what the document's class prints; empty: nothing). ``only``
    are the conditions that a work of the list fulfils: what is tested (``type`` or ``keyword``), whether it has to hold,
    and the value. ``fixed`` explains why nothing is put in its place, in a sentence.
    """

    span: Span
    heading: str | None = None
    only: tuple[tuple[str, bool, str], ...] = ()
    fixed: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """A file that a document names, as it names it, and where; an ``optional`` one need not be there.

    ``section`` states of a bibliography that it is for a part of the citations only (multibib, ``refsection``, chapterbib).
    """

    name: str
    span: Span
    optional: bool = False
    section: str = ""


@dataclass(frozen=True, slots=True)
class MalformedCitation:
    """A citation that is written wrongly. ``edit`` is what should be at ``span`` instead, None if that is open."""

    message: str
    hint: str
    span: Span
    edit: str | None = None


@dataclass(frozen=True, slots=True)
class Cited:
    """What one file cites.

    ``citations`` are those that the text makes, ``cites`` all their works in the order of the file, each place once.
    ``bibliographies`` are files of entries, ``inputs`` further parts of the document, ``styles`` files that are read for
    the commands they define, where they are there. ``defined`` are keys of entries that are in the document itself
    (``\\bibitem``). ``certainly_cites`` states that there can be no doubt that the file cites with keys; an ``@word`` in
    Markdown may be a person's handle. ``macros`` are the commands that the file defines for citing, which the files it
    names know as well. ``written`` are files that the document holds and writes itself (``filecontents``), with the place
    of their text; ``prefixes`` are what Sphinx puts before keys.

    For writing: ``lists`` are the places of lists of works, ``list_separator`` is before the first; ``notes`` are the author's
    own footnotes, ``notes_at`` what the texts of notes replace where they are not in the sentence. ``csl`` is the citation style that
    the document requests, ``language`` its language; ``references`` are entries in CSL YAML in it. ``links`` states that
    its text can have links, ``everything`` that all entries of the bibliographies are cited. ``settings`` are files with
    further metadata (``metadata-files`` of Quarto).
    """

    citations: tuple[ManuscriptCitation, ...] = ()
    bibliographies: tuple[Named, ...] = ()
    inputs: tuple[Named, ...] = ()
    defined: tuple[CitedKey, ...] = ()
    faults: tuple[MalformedCitation, ...] = ()
    certainly_cites: bool = True
    macros: dict[str, object] = field(default_factory=dict)
    styles: tuple[Named, ...] = ()
    written: tuple[Named, ...] = ()
    prefixes: tuple[str, ...] = ()
    cites: tuple[CitedKey, ...] = ()
    lists: tuple[ListPlace, ...] = ()
    list_separator: str = ""
    notes_at: Span | None = None
    csl: Named | None = None
    language: str = ""
    links: bool = True
    everything: bool = False
    notes: tuple[Footnote, ...] = ()
    references: tuple[Span, ...] = ()
    settings: tuple[Named, ...] = ()

    def without(self, prefixes: tuple[str, ...]) -> Cited:
        """Return the same with the keys as bibliographies have them, where Sphinx puts one of these prefixes before
        them.
        """
        return replace(
            self,
            cites=tuple(_without_prefix(cite, prefixes) for cite in self.cites),
            citations=tuple(
                replace(one, cites=tuple(_without_prefix(cite, prefixes) for cite in one.cites))
                for one in self.citations
            ),
        )

    @property
    def keys(self) -> tuple[CitedKey, ...]:
        """The cites of single entries."""
        return tuple(cite for cite in self.cites if cite.key != EVERYTHING) if self.everything else self.cites


def _without_prefix(cite: CitedKey, prefixes: tuple[str, ...]) -> CitedKey:
    prefix = next((prefix for prefix in prefixes if cite.key.startswith(prefix)), "")
    span = Span(cite.span.start + len(prefix), cite.span.end)
    return replace(cite, key=cite.key[len(prefix) :], span=span)


@dataclass(frozen=True, slots=True)
class ReadingContext:
    """What a language is given before it reads.

    ``macros`` are commands that other files of the document define; ``exists`` states whether a file is there that the
    document names. ``main`` is the main file's name without suffix where the file is part of another's document.
    ``elsewhere`` gives what other files define under a name, and what that uses: names that are put together are not in
    the text, and all commands for each file would be quadratic.
    """

    macros: dict[str, object] = field(default_factory=dict)
    exists: Callable[[str], bool] | None = None
    main: str = ""
    elsewhere: Callable[[str], dict[str, object]] = lambda name: {}


@dataclass(slots=True)
class Found:
    """A :class:`Cited` in the making; ``notes`` are the footnotes; with ``no_list`` there shall be none. ``section``
    is the one of several bibliographies from which is cited at present, ``sections`` counts those that have no name.
    ``speaks`` is where metadata name the language, ``kinds`` are those of cross-references that they define.
    """

    citations: list[ManuscriptCitation] = field(default_factory=list)
    bibliographies: list[Named] = field(default_factory=list)
    inputs: list[Named] = field(default_factory=list)
    defined: list[CitedKey] = field(default_factory=list)
    faults: list[MalformedCitation] = field(default_factory=list)
    styles: list[Named] = field(default_factory=list)
    written: list[Named] = field(default_factory=list)
    prefixes: list[str] = field(default_factory=list)
    notes: list[Footnote] = field(default_factory=list)
    lists: list[ListPlace] = field(default_factory=list)
    list_separator: str = ""
    notes_at: Span | None = None
    csl: Named | None = None
    language: str = ""
    links: bool = True
    no_list: bool = False
    section: str = ""
    sections: int = 0
    references: list[Span] = field(default_factory=list)
    settings: list[Named] = field(default_factory=list)
    speaks: Named | None = None
    kinds: set[str] = field(default_factory=set)

    def cited(self, certainly_cites: bool = True, macros: dict[str, object] | None = None) -> Cited:
        """Return the finished reading, everything in the order of the file, nothing twice."""
        notes = sorted(self.notes, key=lambda note: note.span.start)
        citations = tuple(_in_note(one, notes) for one in sorted(self.citations, key=lambda one: one.span.start))
        cites = _in_order(cite for one in citations for cite in one.cites)
        return Cited(
            citations,
            tuple(dict.fromkeys(sorted(self.bibliographies, key=lambda named: named.span.start))),
            tuple(dict.fromkeys(sorted(self.inputs, key=lambda named: named.span.start))),
            _in_order(self.defined),
            tuple(sorted(self.faults, key=lambda fault: fault.span.start)),
            certainly_cites,
            macros or {},
            tuple(dict.fromkeys(self.styles)),
            tuple(self.written),
            tuple(self.prefixes),
            cites,
            () if self.no_list else tuple(sorted(self.lists, key=lambda place: place.span.start)),
            self.list_separator,
            self.notes_at,
            self.csl,
            self.language,
            self.links,
            any(cite.key == EVERYTHING for cite in cites),
            tuple(notes),
            tuple(self.references),
            tuple(self.settings),
        )

    def add(
        self,
        span: Span,
        cites: Iterable[CitedKey],
        mode: Mode = "parenthetical",
        is_note: bool = False,
        fixed: str = "",
        field: str = "",
        in_order: bool = False,
    ) -> None:
        """Add a citation, if it cites something."""
        works = tuple(cites)
        if works:
            self.citations.append(ManuscriptCitation(span, works, mode, is_note, fixed, field, in_order=in_order))

    def file(self, name: str, start: int, suffix: str = "") -> None:
        """Add a bibliography whose name is at ``start``; ``suffix`` is added where it has another."""
        bare = name.strip()
        if bare:
            begin = start + len(name) - len(name.lstrip())
            clean = bare.strip("\"'")
            complete = clean if clean.lower().endswith(suffix) else clean + suffix
            self.bibliographies.append(Named(complete, Span(begin, begin + len(bare))))

    def note(self, start: int, end: int, at: int | None = None) -> None:
        """Remembers a footnote; ``at`` is the place of its number, where that is not the place of its text."""
        self.notes.append(Footnote(Span(start, end), start if at is None else at))

    def list_here(
        self,
        start: int,
        end: int,
        heading: str | None = None,
        only: tuple[tuple[str, bool, str], ...] = (),
        fixed: str = "",
    ) -> None:
        """Remembers where a list appears. Of several that would hold the same works, the first counts."""
        twice = not fixed and any(place.only == only and not place.fixed for place in self.lists)
        why = "another list before it holds its works" if twice else fixed
        self.lists.append(ListPlace(Span(start, end), heading, only, why))

    def list_at_end(self, text: str) -> None:
        """Put the list after the text, as a paragraph of its own, where it has no place yet."""
        if not self.lists:
            bare = text.rstrip(" \t\r\n")
            self.lists.append(ListPlace(Span(len(text), len(text))))
            self.list_separator = "\n" * max(0, 2 - text[len(bare) :].count("\n")) if bare else ""

    def take(self, other: Found, moved: Callable[[Span], Span]) -> None:
        """Take over the citations, notes and bibliographies of a part of the text; ``moved`` gives the places."""
        for one in other.citations:
            span = moved(one.span)
            cites = tuple(replace(cite, span=moved(cite.span), group=span.start) for cite in one.cites)
            self.citations.append(replace(one, span=span, cites=cites))
        for note in other.notes:
            at = moved(Span(note.at, note.at + 1)).start if note.at >= 0 else -1
            self.notes.append(Footnote(moved(note.span), at))
        self.bibliographies += [replace(named, span=moved(named.span)) for named in other.bibliographies]

    def keys(self, text: str, start: int, group: int, separators: str = ",") -> list[CitedKey]:
        """Return the keys of a list such as ``a, b`` that begins at ``start``; missing and blank-ridden ones are
        faults.
        """
        at = start
        for other in separators[1:]:
            text = text.replace(other, separators[0])
        pieces = text.split(separators[0])
        cites: list[CitedKey] = []
        for piece in pieces:
            written = piece.strip(_BLANKS)
            key = written.replace(NOTHING, "")
            begin = at + len(piece) - len(piece.lstrip(_BLANKS))
            if key:
                span = Span(begin, begin + len(written))
                cites.append(CitedKey(key, span, group))
                if any(c.isspace() for c in key):
                    flat = " ".join(key.split())
                    shown = flat if len(flat) <= 40 else f"{flat[:39]}…"  # so that the message stays on a line
                    message = f"the key '{shown}' contains a space"
                    self.faults.append(MalformedCitation(message, "put a comma between two keys", span))
            else:
                self._empty(text, start, at, len(piece), len(pieces))
            at += len(piece) + 1
        return cites

    def _empty(self, text: str, start: int, at: int, width: int, pieces: int) -> None:
        if pieces == 1:
            self.faults.append(
                MalformedCitation(
                    "the citation names no key",
                    "name an entry, or remove the citation",
                    Span(max(0, start - 1), start + len(text) + 1),
                )
            )
            return
        last = at + width >= start + len(text)
        comma = at - 1 if last and at > start else at + width
        if start <= comma < start + len(text):
            self.faults.append(
                MalformedCitation("there is a comma too many in the citation", "remove it", Span(comma, comma + 1), "")
            )


def _in_order(cites: Iterable[CitedKey]) -> tuple[CitedKey, ...]:
    seen: dict[tuple[str, int], CitedKey] = {}
    for cite in cites:
        seen.setdefault((cite.key, cite.span.start), cite)
    return tuple(sorted(seen.values(), key=lambda cite: cite.span.start))


def _in_note(citation: ManuscriptCitation, notes: list[Footnote]) -> ManuscriptCitation:
    """Return the citation with the footnote in which it appears."""
    place = bisect_right(notes, citation.span.start, key=lambda note: note.span.start) - 1
    if place < 0 or citation.span.start >= notes[place].span.end:
        return citation
    return replace(citation, footnote=notes[place].span.start)


def with_notes(cites: Iterable[CitedKey], before: str, behind: tuple[str, str, str]) -> tuple[CitedKey, ...]:
    """Cites with a text before the first one, and a locator, its label and a text after the last one."""
    found = list(cites)
    if found and any(behind):
        locator, label, suffix = behind
        if suffix and not locator and not suffix.startswith((",", ";", ":")):
            suffix = f", {suffix.strip()}"
        found[-1] = replace(found[-1], locator=locator, label=label, suffix=suffix)
    if found and before:
        found[0] = replace(found[0], prefix=f"{before} ")
    return tuple(found)


_LABELS = spelt("citekit.manuscripts", "words.tsv", "locators")
_LOCATOR = re.compile(
    r"[\s,]*+(?:\{(?P<braced>[^{}]*)\}|(?P<label>[A-Za-z.]{1,12}|¶¶?|§§?)?\s*+"
    r"(?P<number>[A-Za-z]{0,3}\d[\w.:]*(?:\s*+(?:-{1,3}+|[–—,&])\s*+[A-Za-z]{0,3}+\d[\w.:]*+)*|[ivxlcdm]+(?:\s*+(?:-{1,3}+|[–—,])\s*+[ivxlcdm]++)*)(?![\w]))"
)
_DASHES = re.compile(r"(?<=\w)-{2,3}(?=\w)")
"""Two or three hyphens are a dash in TeX, Markdown, Org and Typst."""


def locator_of(text: str) -> tuple[str, str, str]:
    """Split the text after a key into the locator, its label and the rest.

    Source: the Pandoc manual, "Citation syntax"; the locators are those of the CSL 1.0.2 specification.

    >>> locator_of("pp. 33-35 and passim")
    ('33-35', 'page', ' and passim')
    """
    match = _LOCATOR.match(text)
    if match is None:
        return "", "", text.rstrip()
    if match["braced"] is not None and not match["braced"].strip():
        rest = text[match.end() :].strip()  # {} states that what follows is not a locator
        return "", "", f", {rest}" if rest else ""
    if match["braced"] is not None:
        word, _, rest = match["braced"].strip().partition(" ")
        label = _LABELS.get(word.lower(), "")
        number = _DASHES.sub("–", rest if label else match["braced"].strip())
        return number, label or "page", text[match.end() :].rstrip()
    given = (match["label"] or "").lower()
    label = _LABELS.get(given, "page" if not given else "")
    if not label:
        return "", "", text.rstrip()
    return _DASHES.sub("–", match["number"]), label, text[match.end() :].rstrip()
