"""What is checked together: bibliographies, the manuscripts that cite them, and lists of publications.

:meth:`Project.open` finds and reads it, for ``check``, for ``select --cited-in``, and for the editor.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal, get_args

from citekit.formats.bibtex.blocks import String
from citekit.lint.loading.bibliography import (
    CheckedBibliography,
    CheckedEntry,
    CheckedField,
    bibliography_of,
    holds_bibliography,
    is_csl,
    read_bibliography,
)
from citekit.lint.words import paired
from citekit.manuscripts import word
from citekit.manuscripts.citation import Cited, CitedKey, Named
from citekit.manuscripts.document import MARKDOWN, ManuscriptFile, Manuscripts, suffixes
from citekit.manuscripts.project import ABBREVIATIONS, Assembled, ProjectFiles, files_of
from citekit.manuscripts.sites import BIBTEX, R_MARKDOWN, READABLE, is_inside
from citekit.markup.tex.definitions import TEX
from citekit.model.work import Trace, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.budget import OverBudgetError, budget, seconds_for
from citekit.runtime.config import CheckSettings
from citekit.runtime.encodings import decode
from citekit.runtime.errors import Problem, UnreadableInputError, UsageError, did_you_mean
from citekit.runtime.records import cached_property, dataclass
from citekit.runtime.safe_files import is_file, is_within, read_file, shown_path
from citekit.runtime.span import Source, Span

Role = Literal["complete", "selected", "references"]
"""Whether a list has all publications of its owner, some of them, or the works that a document cites."""

# With this, each file that `\include` names has a bibliography of its own.
_CHAPTERBIB = re.compile(r"\\usepackage\s{0,9}(?:\[[^\[\]]{0,300}\])?\s{0,9}\{[^{}]{0,300}\bchapterbib\b")
_WITHOUT_A_FORMAT = ("", ".txt", ".text")  # the content of such a file states whether it is a bibliography
_MADE_BY_TOOLS = ("__latexindent_temp",)
# A template of Pandoc has these where the text will be.
_TEMPLATE = re.compile(rb"\$(?:body|endif|endfor|if\([\w.-]{1,40}\)|for\([\w.-]{1,40}\))\$")
_ROLES = (*get_args(Role), "manuscript", "skip")
# Settings of books whose pages may cite with a bare `@key`; those of Jekyll and Sphinx have other commands for it.
_BOOKS = (
    *("_quarto.yml", "_quarto.yaml", "_bookdown.yml", "myst.yml", "_metadata.yml", "_metadata.yaml"),
    *("metadata.yaml", "metadata.yml", "Makefile"),
)
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
        """Yield every cited key with its part."""
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
    """All that one run checks: what belongs together, found once and read with the place of every value.

    ``unreadable`` is what could not be read at all; it makes the run fail. ``unreported`` are files that were read only
    because others belong to them: no findings are reported for them. ``undecided`` are documents in which nothing is
    cited: they may list publications. ``skipped`` are hidden and binary files of folders, which the user did not name.
    ``read`` has the SHA-256 of every file that was read, as it was then, ``looked_for`` the names of those that may not
    have been there, and ``searched`` the folders that were searched for files that belong to others. ``given`` are the
    names of the bibliographies that the user named.
    """

    bibliographies: tuple[CheckedBibliography, ...] = ()
    manuscripts: tuple[Manuscript, ...] = ()
    listings: tuple[PublicationListing, ...] = ()
    unreadable: tuple[Problem, ...] = ()
    roles: dict[str, Role] = field(default_factory=dict)
    unreported: frozenset[str] = frozenset()
    undecided: tuple[tuple[Path, Role | None], ...] = ()
    skipped: tuple[Path, ...] = ()
    read: Mapping[str, str] = field(default_factory=dict)
    looked_for: frozenset[str] = frozenset()
    searched: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()

    @classmethod
    def open(cls, paths: Iterable[Path], settings: CheckSettings, unsaved: Mapping[str, str] | None = None) -> Project:
        r"""Read files and the files in folders, with the files that they include and the bibliographies that they cite from.

        Which files belong together, :class:`~citekit.manuscripts.project.ProjectFiles` finds. What cannot be read is a
        problem and costs nothing else. ``unsaved`` are texts that stand for those of files, by absolute paths: what an
        editor has not written yet. Raises :class:`~citekit.runtime.errors.UsageError` for roles and kinds of Markdown that
        do not exist.

        >>> texts = {"/paper/main.tex": r"\cite{doe2020}\bibliography{refs}", "/paper/refs.bib": "@book{doe2020, title={Queues}}"}
        >>> project = Project.open(map(Path, texts), CheckSettings(), texts)
        >>> [(one.name, [cite.key for _, cite in one.citations()]) for one in project.manuscripts]
        [('/paper/main.tex', ['doe2020'])]
        """
        for role in settings.documents.values():
            if role not in _ROLES:
                raise UsageError(f"documents: there is no role {role!r}", did_you_mean(str(role), _ROLES))
        if settings.markdown and settings.markdown not in MARKDOWN:
            raise UsageError(
                f"there is no kind of Markdown {settings.markdown!r}", did_you_mean(settings.markdown, MARKDOWN)
            )
        loader = _Loader(settings, unsaved or {})
        for path, roots in files_of(paths, loader.skipped):
            loader.take(path, roots)
        return loader.finished()

    @cached_property
    def by_name(self) -> dict[str, CheckedBibliography]:
        """The bibliographies by their names."""
        return {bibliography.name: bibliography for bibliography in self.bibliographies}

    @cached_property
    def checked_bibliographies(self) -> tuple[CheckedBibliography, ...]:
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
        """Return what the bibliography of an entry is written for, by what most of it looks like."""
        return self._dialects.get(entry.source, "bibtex")

    def of(self, manuscript: Manuscript) -> tuple[CheckedBibliography, ...]:
        """Return the bibliographies that a manuscript cites from: those it names, else all there are."""
        named = tuple(self.by_name[name] for name in manuscript.bibliographies if name in self.by_name)
        if manuscript.unread:  # what the user named as well stands in for it
            named += tuple(one for one in self.bibliographies if one.name in self.given and one not in named)
        return named or (() if manuscript.missing or manuscript.unread else self.bibliographies)

    def knows(self, manuscript: Manuscript) -> bool:
        """Whether there is something in which the keys that a document cites can be looked up."""
        return bool(self.of(manuscript)) or any(part.cited.defined for part in manuscript.parts)

    def sections_of(self, manuscript: Manuscript) -> dict[str, tuple[CheckedBibliography, ...]]:
        """Return the bibliographies of the parts of a document that have some of their own; those of all others are
        under ``""``.
        """
        found: dict[str, list[CheckedBibliography]] = {}
        for section, name in manuscript.sections:
            if name in self.by_name:
                found.setdefault(section, []).append(self.by_name[name])
        return {section: tuple(each) for section, each in found.items()}

    def read_together(self, manuscript: Manuscript) -> list[tuple[CheckedBibliography, ...]]:
        """Return the bibliographies of a document that one list is made from, in which a key may occur once."""
        return list(self.sections_of(manuscript).values()) or [self.of(manuscript)]

    def sources(self) -> Iterator[Source]:
        """Yield every text that was read, once."""
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
    """Return a list of publications as the converter read it.

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


# --- reading files ----------------------------------------------------------------------------------------------------


def _is_binary(data: bytes) -> bool:
    return b"\0" in data[:4096] and not data.startswith((b"\xff\xfe", b"\xfe\xff"))


class _Loader:
    """Reads one file after another and puts together what belongs together.

    Files of LaTeX without a class wait ``later``: most of them are parts of others, and are read as such. Which files
    belong together is a question to :class:`~citekit.manuscripts.project.ProjectFiles`.
    """

    def __init__(self, settings: CheckSettings, unsaved: Mapping[str, str]) -> None:
        self.settings, self.unsaved = settings, unsaved
        self.bibliographies: list[CheckedBibliography] = []
        self.documents: list[Manuscript] = []
        self.undecided: list[tuple[Path, Role | None]] = []
        self.unreadable: list[Problem] = []
        self.roles: dict[str, Role] = {}
        self.unreported: set[str] = set()
        self.hashes: dict[str, str] = {}
        self.skipped: list[Path] = []
        self.mains: list[tuple[Path, Source, Cited, bool]] = []
        self.later: list[tuple[Path, Source]] = []
        self.leading_out: dict[str, Problem] = {}
        self.read: dict[str, CheckedBibliography] = {}
        self.named: set[str] = set()
        self.explicit: list[Path] = []
        self.silent: list[tuple[Path, Source]] = []
        looked_for: set[str] = set()
        self.manuscripts = Manuscripts(self._source, settings.markdown, looked_for)
        self.files = ProjectFiles(self._quietly, self.manuscripts, looked_for)

    def take(self, path: Path, roots: tuple[Path, ...]) -> None:
        """Read a requested file, or one found in a directory of a project with these ``roots``."""
        shown = shown_path(str(path))
        role = next((role for pattern, role in self.settings.documents.items() if path_matches(shown, pattern)), "")
        explicit = not roots
        suffix = path.suffix.lower()
        if not explicit and path.name.startswith(_MADE_BY_TOOLS):
            return
        if role == "skip" or (not explicit and suffix in (".html", ".txt") and not role):
            return
        data = self._bytes(path, roots)
        if data is not None and not explicit and _is_binary(data):
            self.skipped.append(path)
            return
        if data is None or (not explicit and suffix in (".tex", ".ltx", ".typ") and _TEMPLATE.search(data)):
            return
        self.named.add(os.path.abspath(path))
        with self._within_budget(path, len(data)):
            suffix = path.suffix.lower()
            if suffix in BIBTEX or (suffix == ".json" and is_csl(data, explicit)):
                self._keep(path, data)
                if role in get_args(Role):
                    self.roles[str(path)] = role  # type: ignore[assignment]
                if explicit:
                    self.explicit.append(path)
            elif suffix == ".json":
                if explicit:
                    self._unreadable(path, "it is not CSL-JSON", "name bibliographies and documents")
            elif role in ("complete", "selected"):
                self.undecided.append((path, role))  # type: ignore[arg-type]
            elif suffix in suffixes() and _is_binary(data):
                self._unreadable(path, "it is binary", "name a text")
            elif suffix in suffixes():
                source = Source(str(path), decode(data, str(path)).text)
                self.manuscripts.keep(path, source)
                if not explicit and role != "manuscript" and suffix == ".tex" and b"\\document" not in data:
                    self.later.append((path, source))  # a part, perhaps of a document that comes later
                else:
                    self._document(path, source, explicit, role)
            elif explicit and suffix in (*READABLE, *_WITHOUT_A_FORMAT) and holds_bibliography(suffix, data):
                self._keep(path, data)
                self.explicit.append(path)
            elif explicit:
                self._word_or_list(path, data)

    def _word_or_list(self, path: Path, data: bytes) -> None:
        """Take a Word document that cites with keys, as its paragraphs, one per line; leave other documents to be read as lists."""
        if path.suffix.lower() in word.SUFFIXES:
            from citekit.documents.docx.package import Package  # imported here because few documents are packed

            # what cannot be read is reported where it is read as a list
            with suppress(UnreadableInputError):
                text, cited = word.cited_text(Package(data, str(path)).texts())
                if cited.citations:
                    self.mains.append((path, Source(str(path), text), cited, True))
                    return
        self.undecided.append((path, None))

    def _keep(self, path: Path, data: bytes, context_only: bool = False) -> CheckedBibliography:
        """Return a bibliography, read once."""
        read = read_bibliography(data, str(path))
        read.context_only = context_only
        self.read[os.path.abspath(path)] = read
        self.bibliographies.append(read)
        if not context_only:
            self.files.given[os.path.abspath(path)] = path
            self.files.given.setdefault(os.path.realpath(path), path)
        return read

    def _bytes(self, path: Path, roots: tuple[Path, ...] = ()) -> bytes | None:
        unsaved = self.unsaved.get(os.path.abspath(path))
        try:
            data = read_file(path, within=roots) if unsaved is None else unsaved.encode("utf-8", "replace")
        except UnreadableInputError as error:
            problem = replace(error.problem, source=Source(str(path), ""))
            if roots and path.suffix.lower() in BIBTEX and is_file(path) and not is_within(path, roots):
                self.leading_out[os.path.abspath(path)] = problem  # reported if no document names it
            else:
                self.unreadable.append(problem)
            return None
        self.hashes.setdefault(str(path), hashlib.sha256(data).hexdigest())
        return data

    def _quietly(self, path: Path) -> bytes | None:
        """Read a file that was not requested: whether it can be read matters only if it belongs to a requested one."""
        unsaved = self.unsaved.get(os.path.abspath(path))
        if unsaved is not None:
            return unsaved.encode("utf-8", "replace")
        try:
            data = read_file(path)
        except UnreadableInputError:
            return None
        self.hashes.setdefault(str(path), hashlib.sha256(data).hexdigest())
        return data

    def _unreadable(self, path: Path, reason: str, hint: str) -> None:
        self.unreadable.append(Problem(f"{path} cannot be read: {reason}", hint, Source(str(path), ""), None))

    # Manuscripts

    def _document(self, path: Path, source: Source, explicit: bool = False, role: str = "") -> None:
        cited = self.manuscripts.cited(source, path)
        says_files = cited.bibliographies or cited.inputs
        is_manuscript = cited.certainly_cites and (cited.cites or says_files)
        if role != "manuscript" and not is_manuscript and not (cited.cites and self._cites_for_sure(path, cited)):
            if cited.cites:
                self.mains.append((path, source, cited, explicit))
            elif explicit:
                self.silent.append((path, source))
            return
        self.mains.append((path, source, cited, explicit))

    def _cites_for_sure(self, path: Path, cited: Cited) -> bool:
        """Whether an ``@word`` is a citation, though no bracket and no metadata state so: in R Markdown and Quarto, and
        where the settings around a page of a book name a bibliography."""
        if path.suffix.lower() in R_MARKDOWN:
            return True
        if cited.certainly_cites or path.stem.isupper():  # README.md and CHANGELOG.md thank people
            return bool(cited.certainly_cites)
        return any(
            one.source.name.endswith(_BOOKS) and (one.bibliographies or one.settings)
            for one in self.files.settings(path)
        )

    def _source(self, path: Path) -> Source | None:
        """Return the text of a file that a document includes."""
        data = self._bytes(path)
        return None if data is None else Source(str(path), decode(data, str(path)).text)

    @contextmanager
    def _within_budget(self, path: Path, size: int) -> Iterator[None]:
        """What takes too long inside costs this file only."""
        try:
            with budget(str(path), seconds_for(size)):
                yield
        except OverBudgetError as error:
            self.unreadable.append(replace(error.problem, source=Source(str(path), "")))

    def _with_parts(self) -> Iterator[tuple[Assembled, Cited, bool]]:
        """Yield the documents that were found, each with its files."""
        waiting, self.mains = self.mains, []
        for path, source, cited, explicit in waiting:
            with self._within_budget(path, len(source.text)):
                yield self.files.document(path, source, cited), cited, explicit

    def finished(self) -> Project:
        """Return the documents with their parts; files that are parts of others are not documents of their own.

        A chapter or a bibliography that was named alone is judged together with the documents that it belongs to.
        """
        whole = list(self._with_parts())
        for path, source in self.later:
            if os.path.abspath(path) not in self.manuscripts.parts_of_others:
                self._document(path, source)
        whole += self._with_parts()
        own = [one for one in whole if os.path.abspath(one[0].path) not in self.manuscripts.parts_of_others]
        around: dict[str, Assembled] = {}
        for document, cited, explicit in list(own):
            if explicit and self._is_alone(document, cited):
                found = self._around(document.path)
                around |= found
                own = [one for one in own if not found or one[0] is not document]
        for path, source in self.silent:
            in_code = path.suffix.lower() in (*TEX, ".typ") and self.files.is_part(path, source.text)
            found = self._around(path) if in_code else {}  # it may cite with commands that its document defines
            around |= found
            if not found and os.path.abspath(path) not in self.manuscripts.parts_of_others:
                self.undecided.append((path, None))
        taken = {os.path.abspath(document.path) for document, _, _ in own}
        for path in self.explicit:
            if not any(self.files.cites_from(document, path) for document, _, _ in own):
                around |= self._around(path)
        reported = {os.path.abspath(part.source.name) for document, _, _ in own for part in document.parts} | self.named
        context = [one for name, one in around.items() if name not in taken]
        everything = dict.fromkeys(part for one in (*(o[0] for o in own), *context) for part in one.parts)
        prefixes = tuple(dict.fromkeys(prefix for part in everything for prefix in part.cited.prefixes))
        for part in everything if prefixes else ():
            part.cited = part.cited.without(prefixes)
        keys = frozenset().union(*(b.keys for b in self.bibliographies)) if own else frozenset()
        for document, cited, explicit in own:
            is_cited = cited.certainly_cites or any(c.key in keys for c in cited.keys)
            if is_cited or self._cites_for_sure(document.path, cited):
                self.documents.append(self._put_together(document, explicit))
            elif explicit:
                self.undecided.append((document.path, None))  # words with @ are people's handles here
        for document in context:
            self.documents.append(self._put_together(document, False))
        for part in everything:
            if os.path.abspath(part.source.name) not in reported:
                self.unreported.add(part.source.name)
        self.unreadable += self.leading_out.values()
        return Project(
            tuple(self.bibliographies),
            tuple(self.documents),
            (),
            tuple(self.unreadable),
            self.roles,
            frozenset(self.unreported),
            tuple(self.undecided),
            tuple(self.skipped),
            self.hashes,
            frozenset(self.files.looked_for),
            frozenset(self.files.searched),
            frozenset(map(str, self.explicit)),
        )

    def _is_alone(self, document: Assembled, cited: Cited) -> bool:
        """Whether a document that was named looks like a part of one that was not."""
        if not cited.cites and not document.parts[1:]:
            return False
        text = document.parts[0].source.text
        is_main = document.path.suffix.lower() in (".tex", ".ltx", ".rnw") and not self.files.is_part(
            document.path, text
        )
        names = any(part.cited.bibliographies for part in document.parts) or is_main
        return not names and not self.files.resources(document.path, document.parts)

    def _around(self, path: Path) -> dict[str, Assembled]:
        return {os.path.abspath(one.path): one for one in self.files.documents_with(path)}

    def _put_together(self, document: Assembled, explicit: bool) -> Manuscript:
        """Return a document with its bibliographies, which are read where they were not."""
        path, parts = document.path, document.parts
        names: list[str] = []
        missing: list[tuple[ManuscriptFile, Named]] = []
        unread: list[tuple[ManuscriptFile, Named]] = []
        elsewhere: list[tuple[ManuscriptFile, Named, str]] = []
        outside: set[str] = set()
        written = {one.name: (part, one) for part in parts for one in part.cited.written}
        made = of_tex = False
        sections: list[tuple[str, str]] = []
        by_chapter = (
            any(_CHAPTERBIB.search(part.source.text) for part in parts) if path.suffix.lower() in TEX else False
        )
        resources = self.files.resources(path, parts)
        for one in resources:
            name = one.named.name
            if one.state in ("found", "elsewhere", "made"):
                read = [found for place in one.paths if (found := self._bibliography(place))]
                names += [found.name for found in read]
                section = one.part.source.name if by_chapter else one.named.section
                sections += [(section, found.name) for found in read]
                made = made or one.state == "made"
                if len(read) < len(one.paths):
                    unread.append((one.part, one.named))
                elif one.state == "elsewhere":
                    elsewhere.append((one.part, one.named, read[0].name))
            elif (held := self._written(name, path, written)) is not None:
                names.append(held)
            elif one.state == "missing" and one.part.source.text:
                missing.append((one.part, one.named))
            elif one.state == "outside":
                outside.add(name)
                unread.append((one.part, one.named))
                for place in [p for p in self.leading_out if Path(p).name == Path(name).name]:
                    del self.leading_out[place]
            elif one.state == "of-tex":
                of_tex = of_tex or name.lower() not in ABBREVIATIONS
            else:
                unread.append((one.part, one.named))
        if missing and (printed := self.files.printed_list(path, parts)) is not None:
            parts, missing = (*parts, printed), []
        first = next(((part, cite) for part in parts for cite in part.cited.keys), None)
        if not resources and path.suffix.lower() == ".rnw" and first is not None:
            unread.append((first[0], Named("that R writes into the document", first[1].span)))
        elif not resources and explicit and all(one.context_only for one in self.bibliographies):
            for around in self.files.bibliographies_around(path):  # as in a check of the whole project
                self._bibliography(around)
        self._with_macros_of_others(list(dict.fromkeys(names)))
        outside |= {named.name for part, named in document.lost if _leads_out(named.name, path, part)}
        return Manuscript(
            parts,
            tuple(dict.fromkeys(names)),
            tuple(missing),
            document.lost,
            of_tex,
            frozenset(outside),
            tuple(unread),
            tuple(elsewhere),
            made,
            path.suffix.lower() in TEX and self.files.is_part(path, parts[0].source.text),
            self.files.macros_of_styles(path, parts),
            self.files.kinds_of_references(path),
            tuple(sections) if any(section for section, _ in sections) else (),
        )

    def _bibliography(self, path: Path) -> CheckedBibliography | None:
        """Load a bibliography that a document cites from; it is not reported on unless the user named it."""
        known = self.read.get(os.path.abspath(path)) or self.read.get(os.path.realpath(path))
        if known is None:
            data = self._bytes(path)
            known = None if data is None else self._keep(path, data, context_only=True)
        return known if known is not None and known.readable else None

    def _written(self, name: str, main: Path, written: dict[str, tuple[ManuscriptFile, Named]]) -> str | None:
        """Return the name of a bibliography that the document holds and LaTeX writes (``filecontents``)."""
        if name not in written:
            return None
        part, named = written[name]
        place = str(main.parent / name)
        known = next((one for one in self.bibliographies if one.written_as == place), None)
        if known is None:
            known = bibliography_of(part.source, within=named.span)
            known.written_as = place
            known.context_only = os.path.abspath(part.source.name) not in self.named
            self.bibliographies.append(known)
        return known.name

    def _with_macros_of_others(self, names: list[str]) -> None:
        """Read those of the bibliographies of a document again whose macros the ones before them define."""
        by_name = {one.name: number for number, one in enumerate(self.bibliographies)}
        macros: tuple[String, ...] = ()
        for name in names:
            known = self.bibliographies[by_name[name]]
            wanted = {use[0].lower() for use in known.undefined_macros}
            if known.is_bibtex and not known.written_as and not wanted.isdisjoint(m.name.lower() for m in macros):
                read = bibliography_of(known.source, known.encoding, (), macros)
                read.problems, read.context_only = known.problems, known.context_only
                self.bibliographies[by_name[name]] = self.read[os.path.abspath(name)] = read
            macros += known.macros


def _leads_out(name: str, main: Path, part: ManuscriptFile) -> bool:
    """Whether what a part names is outside of the project, from wherever it is looked for."""
    return not any(is_inside(folder / name, main) for folder in (main.parent, Path(part.source.name).parent))


def path_matches(path: str, pattern: str) -> bool:
    """Whether a file's path, or its name alone, matches a pattern such as ``drafts/*.bib``."""
    return (
        fnmatchcase(path, pattern)
        or fnmatchcase(path.rpartition("/")[2], pattern)
        or path.startswith(f"{pattern.rstrip('/')}/")
    )
