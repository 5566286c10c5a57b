"""Load files as a project: bibliographies, manuscripts with the files that they include, and possible lists."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import get_args

from citekit.formats.bibtex.blocks import String
from citekit.formats.encoding import decode
from citekit.formats.files import format_of_content, readable_format
from citekit.lint.loading.bibliography import Bibliography, bibliography_of, read_bibliography
from citekit.lint.loading.project import Manuscript, Project, PublicationListing, Role
from citekit.manuscripts.citation import Cited, Named
from citekit.manuscripts.document import MARKDOWN, ManuscriptFile, Manuscripts, suffixes
from citekit.manuscripts.project import ABBREVIATIONS, IGNORED_FOLDERS, Assembled, ProjectFiles
from citekit.manuscripts.sites import R_MARKDOWN, READABLE, is_inside
from citekit.markup.inputs import TEX
from citekit.model.kinds import ENTRY_TYPES
from citekit.runtime import patterns as re
from citekit.runtime.budget import OverBudgetError, budget, seconds_for
from citekit.runtime.config import CheckSettings
from citekit.runtime.errors import Problem, UnreadableInputError, UsageError, did_you_mean
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import is_file, is_within, project_roots, read_file, shown_path
from citekit.runtime.span import Source

_BIBLIOGRAPHIES = (".bib", ".bibtex")
_CONTROL = (".aux", ".bcf")
_NOT_IN_FOLDERS = (".aux", ".bcf", ".sty", ".cls", ".liquid")
# With this, each file that `\include` names has a bibliography of its own.
_CHAPTERBIB = re.compile(r"\\usepackage\s{0,9}(?:\[[^\[\]]{0,300}\])?\s{0,9}\{[^{}]{0,300}\bchapterbib\b")
_CSL = re.compile(rb'\s*[\[{].{0,4000}?"(?:type|title|DOI|id)"\s*:', re.DOTALL)
_TYPE = re.compile(rb'"type"\s{0,9}:\s{0,9}"([a-z_-]{3,30})"')
_MADE_BY_TOOLS = ("__latexindent_temp",)
# A template of Pandoc has these where the text will be.
_TEMPLATE = re.compile(rb"\$(?:body|endif|endfor|if\([\w.-]{1,40}\)|for\([\w.-]{1,40}\))\$")
_ROLES = (*get_args(Role), "manuscript", "skip")
# Settings of books whose pages may cite with a bare `@key`; those of Jekyll and Sphinx have other commands for it.
_BOOKS = (
    *("_quarto.yml", "_quarto.yaml", "_bookdown.yml", "myst.yml", "_metadata.yml", "_metadata.yaml"),
    *("metadata.yaml", "metadata.yml", "Makefile"),
)


@dataclass
class Loaded:
    """What files hold. ``undecided`` are documents in which nothing is cited: they may list publications.

    ``unreported`` are files that were read because a requested file belongs to them; ``searched`` are the folders
    that were searched for such files. ``read`` has the SHA-256 of every file that was read, as it was then, and
    ``looked_for`` the names of those that may not have been there. ``skipped`` are hidden and binary files of folders,
    which the user did not name.
    """

    bibliographies: list[Bibliography] = field(default_factory=list)
    manuscripts: list[Manuscript] = field(default_factory=list)
    undecided: list[tuple[Path, Role | None]] = field(default_factory=list)
    unreadable: list[Problem] = field(default_factory=list)
    roles: dict[str, Role] = field(default_factory=dict)
    unreported: set[str] = field(default_factory=set)
    searched: set[str] = field(default_factory=set)
    read: dict[str, str] = field(default_factory=dict)
    looked_for: set[str] = field(default_factory=set)
    skipped: list[Path] = field(default_factory=list)

    def project(self, listings: Iterable[PublicationListing] = (), problems: Iterable[Problem] = ()) -> Project:
        """Return a project of all loaded files, with lists that the caller has parsed."""
        return Project(
            tuple(self.bibliographies),
            tuple(self.manuscripts),
            tuple(listings),
            (*self.unreadable, *problems),
            self.roles,
            frozenset(self.unreported),
        )


def load(paths: Iterable[Path], settings: CheckSettings, unsaved: Mapping[str, str] | None = None) -> Loaded:
    """Reads files and the files in folders. What cannot be read is a problem and costs nothing else.

    ``unsaved`` are texts that stand for those of files, by absolute paths: what an editor has not written yet.
    Raises :class:`~citekit.runtime.errors.UsageError` for roles and kinds of Markdown that do not exist.
    """
    for role in settings.documents.values():
        if role not in _ROLES:
            raise UsageError(f"documents: there is no role {role!r}", did_you_mean(str(role), _ROLES))
    if settings.markdown and settings.markdown not in MARKDOWN:
        raise UsageError(
            f"there is no kind of Markdown {settings.markdown!r}", did_you_mean(settings.markdown, MARKDOWN)
        )
    loader = _Loader(settings, unsaved or {})
    for path, roots in files_of(paths, loader.loaded.skipped):
        loader.take(path, roots)
    return loader.finished()


def files_of(paths: Iterable[Path], skipped: list[Path] | None = None) -> Iterator[tuple[Path, tuple[Path, ...]]]:
    """The files, those in folders too, each once; the roots of the project for those that the user did not name.

    Hidden files of folders are ``skipped``: macOS puts a binary ``._refs.bib`` next to a file, editors a ``.#refs.bib``.
    """
    ends = (*_BIBLIOGRAPHIES, *(s for s in suffixes() if s not in _NOT_IN_FOLDERS), ".json", ".html", ".txt")
    seen: set[str] = set()
    for path in paths:
        if not path.is_dir():
            if os.path.abspath(path) not in seen:
                seen.add(os.path.abspath(path))
                yield path, ()
            continue
        roots = project_roots(path)
        for place, folders, names in os.walk(path):
            folders[:] = sorted(n for n in folders if not n.startswith(".") and n not in IGNORED_FOLDERS)
            for name in sorted(names):
                file = Path(place, name) if place != "." else Path(name)
                if name.startswith("."):
                    if skipped is not None and name.lower().endswith(ends):
                        skipped.append(file)
                elif name.lower().endswith(ends) and os.path.abspath(file) not in seen:
                    seen.add(os.path.abspath(file))
                    yield file, roots


def _is_binary(data: bytes) -> bool:
    return b"\0" in data[:4096] and not data.startswith((b"\xff\xfe", b"\xfe\xff"))


class _Loader:
    """Reads one file after another and puts together what belongs together.

    Files of LaTeX without a class wait ``later``: most of them are parts of others, and are read as such. Which files
    belong together is a question to :class:`~citekit.manuscripts.project.ProjectFiles`.
    """

    def __init__(self, settings: CheckSettings, unsaved: Mapping[str, str]) -> None:
        self.settings, self.unsaved = settings, unsaved
        self.loaded = Loaded()
        self.mains: list[tuple[Path, Source, Cited, bool]] = []
        self.later: list[tuple[Path, Source]] = []
        self.leading_out: dict[str, Problem] = {}
        self.read: dict[str, Bibliography] = {}
        self.named: set[str] = set()
        self.explicit: list[Path] = []
        self.silent: list[tuple[Path, Source]] = []
        self.manuscripts = Manuscripts(self._source, settings.markdown, self.loaded.looked_for)
        self.files = ProjectFiles(self._quietly, self.manuscripts, self.loaded.looked_for, self.loaded.searched)

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
            self.loaded.skipped.append(path)
            return
        if data is None or (not explicit and suffix in (".tex", ".ltx", ".typ") and _TEMPLATE.search(data)):
            return
        self.named.add(os.path.abspath(path))
        with self._within_budget(path, len(data)):
            self._take_in(path, data, explicit, role)

    def _take_in(self, path: Path, data: bytes, explicit: bool, role: str) -> None:
        suffix = path.suffix.lower()
        if suffix in _BIBLIOGRAPHIES or (suffix == ".json" and _is_csl(data, explicit)):
            self._keep(path, data)
            if role in get_args(Role):
                self.loaded.roles[str(path)] = role  # type: ignore[assignment]
            if explicit:
                self.explicit.append(path)
        elif suffix == ".json":
            if explicit:
                self._unreadable(path, "it is not CSL-JSON", "name bibliographies and documents")
        elif role in ("complete", "selected"):
            self.loaded.undecided.append((path, role))  # type: ignore[arg-type]
        elif suffix in suffixes() and _is_binary(data):
            self._unreadable(path, "it is binary", "name a text")
        elif suffix in suffixes():
            source = Source(str(path), decode(data, str(path)).text)
            self.manuscripts.keep(path, source)
            if not explicit and role != "manuscript" and suffix == ".tex" and b"\\document" not in data:
                self.later.append((path, source))  # a part, perhaps of a document that comes later
            else:
                self._document(path, source, explicit, role)
        elif explicit and suffix in READABLE and _is_bibliography(suffix, data):
            self._keep(path, data)
            self.explicit.append(path)
        elif explicit:
            self.loaded.undecided.append((path, None))

    def _keep(self, path: Path, data: bytes, context_only: bool = False) -> Bibliography:
        """A bibliography, read once."""
        read = read_bibliography(data, str(path))
        read.context_only = context_only
        self.read[os.path.abspath(path)] = read
        self.loaded.bibliographies.append(read)
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
            if roots and path.suffix.lower() in _BIBLIOGRAPHIES and is_file(path) and not is_within(path, roots):
                self.leading_out[os.path.abspath(path)] = problem  # reported if no document names it
            else:
                self.loaded.unreadable.append(problem)
            return None
        self.loaded.read.setdefault(str(path), hashlib.sha256(data).hexdigest())
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
        self.loaded.read.setdefault(str(path), hashlib.sha256(data).hexdigest())
        return data

    def _unreadable(self, path: Path, reason: str, hint: str) -> None:
        self.loaded.unreadable.append(Problem(f"{path} cannot be read: {reason}", hint, Source(str(path), ""), None))

    # Manuscripts

    def _document(self, path: Path, source: Source, explicit: bool = False, role: str = "") -> None:
        cited = self.manuscripts.cited(source, path)
        says_files = cited.bibliographies or cited.inputs
        is_manuscript = cited.written_for_citing and (cited.cites or says_files)
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
        if cited.written_for_citing or path.stem.isupper():  # README.md and CHANGELOG.md thank people
            return bool(cited.written_for_citing)
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
            self.loaded.unreadable.append(replace(error.problem, source=Source(str(path), "")))

    def _with_parts(self) -> Iterator[tuple[Assembled, Cited, bool]]:
        """The documents that were found, each with its files."""
        waiting, self.mains = self.mains, []
        for path, source, cited, explicit in waiting:
            with self._within_budget(path, len(source.text)):
                parts, lost = self.manuscripts.parts(path, source, cited)
                yield Assembled(path, parts, tuple(lost)), cited, explicit

    def finished(self) -> Loaded:
        """The documents with their parts; files that are parts of others are not documents of their own.

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
                self.loaded.undecided.append((path, None))
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
        keys = frozenset().union(*(b.keys for b in self.loaded.bibliographies)) if own else frozenset()
        for document, cited, explicit in own:
            is_cited = cited.written_for_citing or any(c.key in keys for c in cited.keys)
            if is_cited or self._cites_for_sure(document.path, cited):
                self.loaded.manuscripts.append(self._put_together(document, explicit))
            elif explicit:
                self.loaded.undecided.append((document.path, None))  # words with @ are people's handles here
        for document in context:
            self.loaded.manuscripts.append(self._put_together(document, False))
        for part in everything:
            if os.path.abspath(part.source.name) not in reported:
                self.loaded.unreported.add(part.source.name)
        self.loaded.unreadable += self.leading_out.values()
        return self.loaded

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
        """A document with its bibliographies, which are read where they were not."""
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
        elif not resources and explicit and all(one.context_only for one in self.loaded.bibliographies):
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

    def _bibliography(self, path: Path) -> Bibliography | None:
        """Load a bibliography that a document cites from; it is not reported on unless the user named it."""
        known = self.read.get(os.path.abspath(path)) or self.read.get(os.path.realpath(path))
        if known is None:
            data = self._bytes(path)
            known = None if data is None else self._keep(path, data, context_only=True)
        return known if known is not None and known.readable else None

    def _written(self, name: str, main: Path, written: dict[str, tuple[ManuscriptFile, Named]]) -> str | None:
        """The name of a bibliography that the document holds and LaTeX writes (``filecontents``)."""
        if name not in written:
            return None
        part, named = written[name]
        place = str(main.parent / name)
        known = next((one for one in self.loaded.bibliographies if one.written_as == place), None)
        if known is None:
            known = bibliography_of(part.source, within=named.span)
            known.written_as = place
            known.context_only = os.path.abspath(part.source.name) not in self.named
            self.loaded.bibliographies.append(known)
        return known.name

    def _with_macros_of_others(self, names: list[str]) -> None:
        """Reads those of the bibliographies of a document again whose macros the ones before them define."""
        by_name = {one.name: number for number, one in enumerate(self.loaded.bibliographies)}
        macros: tuple[String, ...] = ()
        for name in names:
            known = self.loaded.bibliographies[by_name[name]]
            wanted = {use[0].lower() for use in known.undefined_macros}
            if known.is_bibtex and not known.written_as and not wanted.isdisjoint(m.name.lower() for m in macros):
                read = bibliography_of(known.source, known.encoding, (), macros)
                read.problems, read.context_only = known.problems, known.context_only
                self.loaded.bibliographies[by_name[name]] = self.read[os.path.abspath(name)] = read
            macros += known.macros


def _is_bibliography(suffix: str, data: bytes) -> bool:
    """Whether a file of another format holds works; YAML is so by its content only, since most of it is settings."""
    text = decode(data, "").text
    return bool(format_of_content(text) if suffix in (".yaml", ".yml") else readable_format(suffix, text))


def _is_csl(data: bytes, explicit: bool) -> bool:
    """Whether JSON holds works: objects that have a type of CSL, or a title next to variables that only works have.

    Much other JSON has "id" and "title": settings, interfaces, maps, translations. A file that the user named may contain less
    of itself, and may be broken.
    """
    if not _CSL.match(data):
        return False
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        types = {match[1].decode() for match in _TYPE.finditer(data[:100_000])}
        return bool(types & (ENTRY_TYPES.keys() if explicit else _TYPES_OF_WORKS))
    rows = _rows_of_json(value)
    works = sum(_is_work(row, explicit) for row in rows)
    return works * 2 > len(rows)


# Number of objects of a file that are examined; all others are taken to be like them.
_SAMPLE = 200


def _rows_of_json(value: object) -> list[object]:
    """The objects that would be works: those of a list, of ``items`` or ``references``, or by their keys."""
    if isinstance(value, dict):
        inside = next((value[name] for name in ("items", "references") if isinstance(value.get(name), list)), None)
        if inside is not None:
            value = inside
        elif "type" in value or "title" in value:
            value = [value]
        else:
            value = [one for one in value.values() if isinstance(one, dict)]
    return value[:_SAMPLE] if isinstance(value, list) else []


def _is_work(row: object, explicit: bool) -> bool:
    if not isinstance(row, dict):
        return False
    kind = row.get("type")
    named = isinstance(row.get("title"), str) or isinstance(row.get("id"), (str, int))
    people = row.get("author")
    people = people if isinstance(people, list) else []
    telling = not _ONLY_OF_WORKS.isdisjoint(row)
    telling = telling or any(isinstance(one, dict) and not _PARTS_OF_NAMES.isdisjoint(one) for one in people)
    if isinstance(kind, str):  # "post", "event" and "book" are words of other programs as well
        return kind in _TYPES_OF_WORKS or (kind in ENTRY_TYPES and named and (telling or explicit))
    return kind is None and "title" in row and (telling or (explicit and "id" in row))


# Types of CSL that other programs do not use as words, such as `article-journal`.
_TYPES_OF_WORKS = frozenset(name for name in ENTRY_TYPES if "-" in name)
_PARTS_OF_NAMES = frozenset({"family", "given", "literal"})
# Variables of CSL that other programs do not use as words.
_ONLY_OF_WORKS = frozenset(
    "container-title issued DOI ISBN ISSN publisher-place collection-title citation-key PMID".split()
)


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
