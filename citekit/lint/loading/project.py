"""What is checked together: bibliographies, the manuscripts that cite them, and lists of publications."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Literal

from citekit.lint.loading.bibliography import Bibliography, CheckedEntry, CheckedField
from citekit.lint.words import paired
from citekit.manuscripts.citation import CitedKey, Named
from citekit.manuscripts.document import ManuscriptFile
from citekit.model.library import Trace, Works
from citekit.model.work import Work
from citekit.runtime.errors import Problem
from citekit.runtime.records import cached_property, dataclass
from citekit.runtime.span import Source, Span

Role = Literal["complete", "selected", "references"]
"""Whether a list has all publications of its owner, some of them, or the works that a document cites."""

_SELECTED_WORDS = ("selected", "recent", "latest", "highlight", "representative", "featured", "key publication")


@dataclass(eq=False)
class Manuscript:
    """A document that cites: its main file and the files that this one includes.

    ``bibliographies`` are names of files that were read; ``missing`` those that it names and that do not exist, each with the part
    that names it. ``defined`` are keys of entries in the document itself. ``uncertain`` is true if it has a
    bibliography of unknown content: one on the web, one that a program makes. ``outside`` are the
    names that lead out of the project: the files they name were not read. ``unread`` are bibliographies that could not be read,
    ``elsewhere`` those that were found in another place than the document states, each with the file. ``has_made`` is true if knitr
    writes a bibliography of packages, ``is_part`` that the file looks like a part of a document that was not found. ``macros`` are those that
    its style (``.bst``) and ``IEEEabrv.bib`` define, ``references`` the kinds of
    cross-references (``fig`` of ``@fig-one``) that its project defines. ``sections`` are the
    parts of the citations that have bibliographies of their own, each with the name of one of these (chapterbib: of the
    file that names it).
    """

    parts: tuple[ManuscriptFile, ...]
    bibliographies: tuple[str, ...] = ()
    missing: tuple[tuple[ManuscriptFile, Named], ...] = ()
    missing_inputs: tuple[tuple[ManuscriptFile, Named], ...] = ()
    uncertain: bool = False
    outside: frozenset[str] = frozenset()
    unread: tuple[tuple[ManuscriptFile, Named], ...] = ()
    elsewhere: tuple[tuple[ManuscriptFile, Named, str], ...] = ()
    has_made: bool = False
    is_part: bool = False
    macros: frozenset[str] = frozenset()
    references: frozenset[str] = frozenset()
    sections: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """What the main file is called."""
        return self.parts[0].source.name

    def citations(self) -> Iterator[tuple[ManuscriptFile, CitedKey]]:
        """Every cited key with its part."""
        for part in self.parts:
            for cite in part.cited.keys:
                yield part, cite

    @property
    def everything(self) -> bool:
        """Whether it cites all there is (``\\nocite{*}``)."""
        return any(part.cited.everything for part in self.parts)


@dataclass(eq=False)
class PublicationListing:
    """A document that lists publications. ``seen`` counts its items, also those that the reader could make nothing of.

    ``compared`` counts the items that were compared with a citation style, ``references`` those that should have been.
    """

    source: Source
    entries: tuple[CheckedEntry, ...]
    role: Role
    seen: int = 0
    compared: int = 0
    references: int = 0

    @property
    def name(self) -> str:
        """What the document is called."""
        return self.source.name


@dataclass(eq=False)
class Project:
    """All that one run checks. ``unreadable`` is what could not be read at all; it makes the run fail.

    ``unreported`` are files that were read only because others belong to them: no findings are reported for them.
    """

    bibliographies: tuple[Bibliography, ...] = ()
    manuscripts: tuple[Manuscript, ...] = ()
    listings: tuple[PublicationListing, ...] = ()
    unreadable: tuple[Problem, ...] = ()
    roles: dict[str, Role] = field(default_factory=dict)
    unreported: frozenset[str] = frozenset()

    @cached_property
    def by_name(self) -> dict[str, Bibliography]:
        """The bibliographies by their names."""
        return {bibliography.name: bibliography for bibliography in self.bibliographies}

    @cached_property
    def checked_bibliographies(self) -> tuple[Bibliography, ...]:
        """The bibliographies whose entries are checked, and not only read for what documents cite from them."""
        return tuple(bibliography for bibliography in self.bibliographies if not bibliography.context_only)

    @property
    def groups(self) -> list[tuple[CheckedEntry, ...]]:
        """The entries that are checked, by bibliographies, then the items of lists."""
        return [*(one.entries for one in self.checked_bibliographies), *(one.entries for one in self.listings)]

    @cached_property
    def _dialects(self) -> dict[Source, str]:
        return {bibliography.source: bibliography.dialect for bibliography in self.bibliographies}

    def dialect_of(self, entry: CheckedEntry) -> str:
        """What the bibliography of an entry is written for, by what most of it looks like."""
        return self._dialects.get(entry.source, "bibtex")

    def of(self, manuscript: Manuscript) -> tuple[Bibliography, ...]:
        """The bibliographies that a manuscript cites from: those it names, else all there are."""
        named = tuple(self.by_name[name] for name in manuscript.bibliographies if name in self.by_name)
        return named or (() if manuscript.missing or manuscript.unread else self.bibliographies)

    def knows(self, manuscript: Manuscript) -> bool:
        """Whether there is something in which the keys that a document cites can be looked up."""
        return bool(self.of(manuscript)) or any(part.cited.defined for part in manuscript.parts)

    def sections_of(self, manuscript: Manuscript) -> dict[str, tuple[Bibliography, ...]]:
        """The bibliographies of the parts of a document that have some of their own; those of all others are under ``""``."""
        found: dict[str, list[Bibliography]] = {}
        for section, name in manuscript.sections:
            if name in self.by_name:
                found.setdefault(section, []).append(self.by_name[name])
        return {section: tuple(each) for section, each in found.items()}

    def read_together(self, manuscript: Manuscript) -> list[tuple[Bibliography, ...]]:
        """Return the bibliographies of a document that one list is made from, in which a key may occur once."""
        return list(self.sections_of(manuscript).values()) or [self.of(manuscript)]

    def sources(self) -> Iterator[Source]:
        """Every text that was read, once."""
        seen: set[str] = set()
        for source in (
            *(bibliography.source for bibliography in self.bibliographies),
            *(part.source for manuscript in self.manuscripts for part in manuscript.parts),
            *(listing.source for listing in self.listings),
        ):
            if source.name not in seen:
                seen.add(source.name)
                yield source


def listing_of(library: Works, source: Source, role: Role | None = None, seen: int = 0) -> PublicationListing:
    """A list of publications as the converter read it.

    Without a ``role``, a list under a heading such as "Selected Publications" is a selection, any other is complete.
    """
    entries = tuple(
        _item(work, trace, source)
        for work, trace in zip(library.works, library.traces, strict=True)
        if trace.source.name == source.name
    )
    headings = [trace.section.casefold() for trace in library.traces]
    selected = sum(any(word in heading for word in _SELECTED_WORDS[:1] + _SELECTED_WORDS[3:]) for heading in headings)
    guessed: Role = "selected" if headings and selected * 2 > len(headings) else "complete"
    return PublicationListing(source, entries, role or guessed, max(seen, len(entries)))


_FIELD_OF = paired("variables of readings")
ITEM = "item"
"""The name of the field that holds the whole text of an item of a list."""


def _item(work: Work, trace: Trace, source: Source) -> CheckedEntry:
    fields = [_place(ITEM, trace.span, source)]
    sure = {_FIELD_OF[name]: one.score for name, one in trace.evidence.items() if name in _FIELD_OF}
    for name, evidence in trace.evidence.items():
        if name in _FIELD_OF and evidence.span and evidence.span.end <= len(source.text):
            fields.append(_place(_FIELD_OF[name], evidence.span, source))
    nothing = Span(trace.span.start, trace.span.start)
    return CheckedEntry(
        work.id,
        work.type,
        tuple(fields),
        source,
        trace.span,
        nothing,
        nothing,
        "list",
        work=work,
        section=trace.section,
        score=trace.score,
        sure=sure,
    )


def _place(name: str, span: Span, source: Source) -> CheckedField:
    return CheckedField(
        name, source.text[span.start : span.end], source, span.start, len(span), 0, span.start, len(span)
    )
