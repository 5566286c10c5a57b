"""Files to a project: bibliographies, manuscripts with the files that they take in, and what may be a list."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import get_args

from citekit import patterns as re
from citekit.budget import OverBudgetError, budget, seconds_for
from citekit.checks.reading.bibliography import Bibliography, read_bibliography
from citekit.checks.reading.project import Listing, Manuscript, Project, Role
from citekit.config import CheckSettings
from citekit.disk import is_file, project_roots, read_file, shown_path
from citekit.errors import Problem, UnreadableInputError, UsageError, meant
from citekit.formats.encoding import decode
from citekit.manuscripts.citation import Cited, Named
from citekit.manuscripts.document import Manuscripts, Part
from citekit.manuscripts.files import R_MARKDOWN, bibliography_places, configured, is_inside
from citekit.manuscripts.reading import MARKDOWN, suffixes
from citekit.records import dataclass
from citekit.span import Source
from citekit.works.kinds import ENTRY_TYPES

_BIBLIOGRAPHIES = (".bib", ".bibtex")
_CONTROL = (".aux", ".bcf")
_NOT_IN_FOLDERS = (".aux", ".bcf", ".sty", ".cls", ".liquid")
_CSL = re.compile(rb'\s*[\[{].{0,4000}?"(?:type|title|DOI|id)"\s*:', re.DOTALL)
_TYPE = re.compile(rb'"type"\s{0,9}:\s{0,9}"([a-z_-]{3,30})"')
_MADE_BY_TOOLS = ("__latexindent_temp",)
_TEMPLATE = re.compile(rb"\$(?:body|endif|endfor|if\([\w.-]{1,40}\)|for\([\w.-]{1,40}\))\$")
"""A template of Pandoc has these where the text will be."""
_ROLES = (*get_args(Role), "manuscript", "skip")
_IGNORED_FOLDERS = frozenset("node_modules __pycache__ venv build dist _build site-packages".split())


@dataclass
class Loaded:
    """What files hold. ``undecided`` are documents in which nothing is cited: they may list publications.

    ``read`` has the SHA-256 of every file that was read, as it was then, and ``looked_for`` the names of those that may
    not have been there. ``skipped`` are hidden and binary files of folders, which nobody named.
    """

    bibliographies: list[Bibliography] = field(default_factory=list)
    manuscripts: list[Manuscript] = field(default_factory=list)
    undecided: list[tuple[Path, Role | None]] = field(default_factory=list)
    unreadable: list[Problem] = field(default_factory=list)
    roles: dict[str, Role] = field(default_factory=dict)
    read: dict[str, str] = field(default_factory=dict)
    looked_for: set[str] = field(default_factory=set)
    skipped: list[Path] = field(default_factory=list)

    def project(self, listings: Iterable[Listing] = (), problems: Iterable[Problem] = ()) -> Project:
        """All of it as a project, with lists that somebody else has read."""
        return Project(
            tuple(self.bibliographies),
            tuple(self.manuscripts),
            tuple(listings),
            (*self.unreadable, *problems),
            self.roles,
        )


def load(paths: Iterable[Path], settings: CheckSettings, unsaved: Mapping[str, str] | None = None) -> Loaded:
    """Reads files and the files in folders. What cannot be read is a problem and costs nothing else.

    ``unsaved`` are texts that stand for those of files, by absolute paths: what an editor has not written yet.
    Raises :class:`~citekit.errors.UsageError` for roles and kinds of Markdown that do not exist.
    """
    for role in settings.documents.values():
        if role not in _ROLES:
            raise UsageError(f"documents: there is no role {role!r}", meant(str(role), _ROLES))
    if settings.markdown and settings.markdown not in MARKDOWN:
        raise UsageError(f"there is no kind of Markdown {settings.markdown!r}", meant(settings.markdown, MARKDOWN))
    loader = _Loader(settings, unsaved or {})
    for path, roots in files_of(paths, loader.loaded.skipped):
        loader.take(path, roots)
    return loader.finished()


def files_of(paths: Iterable[Path], skipped: list[Path] | None = None) -> Iterator[tuple[Path, tuple[Path, ...]]]:
    """The files, those in folders too, each once; the roots of the project for those that nobody named.

    Hidden files of folders are ``skipped``: macOS puts a binary ``._refs.bib`` beside a file, editors a ``.#refs.bib``.
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
            folders[:] = sorted(n for n in folders if not n.startswith(".") and n not in _IGNORED_FOLDERS)
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

    Files of LaTeX without a class wait ``later``: most of them are parts of others, and are read as such.
    """

    def __init__(self, settings: CheckSettings, unsaved: Mapping[str, str]) -> None:
        self.settings, self.unsaved = settings, unsaved
        self.loaded = Loaded()
        self.mains: list[tuple[Path, Source, Cited]] = []
        self.later: list[tuple[Path, Source]] = []
        self.context: dict[str, Bibliography] = {}
        self.manuscripts = Manuscripts(self._source, settings.markdown, self.loaded.looked_for)
        self.made_in: dict[Path, frozenset[str]] = {}

    def take(self, path: Path, roots: tuple[Path, ...]) -> None:
        """Reads a file that was asked for, or that was found in a folder of a project with these ``roots``."""
        role, explicit = self._role(path), not roots
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
        with self._within_budget(path, len(data)):
            self._take_in(path, data, explicit, role)

    def _take_in(self, path: Path, data: bytes, explicit: bool, role: str) -> None:
        suffix = path.suffix.lower()
        if suffix in _BIBLIOGRAPHIES or (suffix == ".json" and _is_csl(data)):
            self.loaded.bibliographies.append(read_bibliography(data, str(path)))
            self._remember(path, role)
        elif suffix == ".json":
            if explicit:
                self._unreadable(path, "it is no CSL-JSON", "name bibliographies and documents")
        elif role in ("complete", "selected"):
            self.loaded.undecided.append((path, role))  # type: ignore[arg-type]
        elif suffix in suffixes():
            self._manuscript(path, data, explicit, role)
        elif explicit:
            self.loaded.undecided.append((path, None))

    def _role(self, path: Path) -> str:

        shown = shown_path(str(path))
        return next((role for pattern, role in self.settings.documents.items() if path_matches(shown, pattern)), "")

    def _remember(self, path: Path, role: str) -> None:
        if role in get_args(Role):
            self.loaded.roles[str(path)] = role  # type: ignore[assignment]

    def _bytes(self, path: Path, roots: tuple[Path, ...] = ()) -> bytes | None:
        unsaved = self.unsaved.get(os.path.abspath(path))
        try:
            data = read_file(path, within=roots) if unsaved is None else unsaved.encode("utf-8", "replace")
        except UnreadableInputError as error:
            self.loaded.unreadable.append(replace(error.problem, source=Source(str(path), "")))
            return None
        self.loaded.read.setdefault(str(path), hashlib.sha256(data).hexdigest())
        return data

    def _unreadable(self, path: Path, reason: str, hint: str) -> None:
        self.loaded.unreadable.append(Problem(f"{path} cannot be read: {reason}", hint, Source(str(path), ""), None))

    # Manuscripts

    def _manuscript(self, path: Path, data: bytes, explicit: bool, role: str) -> None:
        if _is_binary(data):
            self._unreadable(path, "it is binary", "name a text")
            return
        source = Source(str(path), decode(data, str(path)).text)
        self.manuscripts.keep(path, source)
        if path.suffix.lower() in R_MARKDOWN and "write_bib(" in source.text:  # knitr makes a bibliography
            made = frozenset(_WRITE_BIB.findall(source.text))
            self.made_in[path.parent] = self.made_in.get(path.parent, frozenset()) | made
        if not explicit and role != "manuscript" and path.suffix.lower() == ".tex" and b"\\document" not in data:
            self.later.append((path, source))
            return
        self._document(path, source, explicit, role)

    def _document(self, path: Path, source: Source, explicit: bool = False, role: str = "") -> None:
        cited = self.manuscripts.cited(source, path)
        if role != "manuscript" and not _is_manuscript(cited):
            if explicit:
                self.loaded.undecided.append((path, None))
            elif cited.cites:
                self.mains.append((path, source, cited))
            return
        self.mains.append((path, source, cited))

    def _source(self, path: Path) -> Source | None:
        """The text of a file that a document takes in."""
        data = self._bytes(path)
        return None if data is None else Source(str(path), decode(data, str(path)).text)

    def _with_parts(self) -> list[tuple[Path, tuple[Part, ...], list[tuple[Part, Named]]]]:
        """The documents that were found, each with its files and with those that nobody finds."""
        found = []
        for path, source, cited in self.mains:
            with self._within_budget(path, len(source.text)):
                found.append((path, *self.manuscripts.parts(path, source, cited)))
        return found

    @contextmanager
    def _within_budget(self, path: Path, size: int) -> Iterator[None]:
        """What takes too long inside costs this file only."""
        try:
            with budget(str(path), seconds_for(size)):
                yield
        except OverBudgetError as error:
            self.loaded.unreadable.append(replace(error.problem, source=Source(str(path), "")))

    def finished(self) -> Loaded:
        """The documents with their parts; files that are parts of others are no documents of their own."""
        whole = self._with_parts()
        self.mains.clear()
        for path, source in self.later:
            if os.path.abspath(path) not in self.manuscripts.parts_of_others:
                self._document(path, source)
        whole += self._with_parts()
        everything = dict.fromkeys(part for _, parts, _ in whole for part in parts)
        prefixes = tuple(dict.fromkeys(prefix for part in everything for prefix in part.cited.prefixes))
        for part in everything if prefixes else ():
            part.cited = part.cited.without(prefixes)
        given = {os.path.abspath(bibliography.name): bibliography for bibliography in self.loaded.bibliographies}
        keys = frozenset().union(*(b.keys for b in self.loaded.bibliographies)) if whole else frozenset()
        for path, parts, lost in whole:
            cited = parts[0].cited
            if os.path.abspath(path) in self.manuscripts.parts_of_others:
                continue
            if not cited.written_for_citing and not any(c.key in keys for c in cited.keys):
                continue  # words with @ are people's handles here
            names, missing, uncertain = self._named(path, parts, given)
            if not names and not missing and not uncertain:
                configured = self._by_configuration(path, given)
                names = [name for name in configured if name]
                uncertain = bool(self._made(path)) or len(names) < len(configured) or path.suffix.lower() == ".rnw"
            self.loaded.manuscripts.append(
                Manuscript(
                    parts,
                    tuple(dict.fromkeys(names)),
                    tuple(missing),
                    tuple(lost),
                    uncertain,
                    frozenset(named.name for part, named in (*missing, *lost) if _leads_out(named.name, path, part)),
                )
            )
        return self.loaded

    def _made(self, path: Path) -> frozenset[str]:
        """The bibliographies that the R Markdown documents of a folder write when they are made."""
        return self.made_in.get(path.parent, frozenset()) if path.suffix.lower() in R_MARKDOWN else frozenset()

    def _named(
        self, path: Path, parts: tuple[Part, ...], given: dict[str, Bibliography]
    ) -> tuple[list[str], list[tuple[Part, Named]], bool]:
        """The bibliographies that a document names and that were read, those that are not there, and whether of some
        nobody can tell what they hold."""
        names: list[str] = []
        missing: list[tuple[Part, Named]] = []
        uncertain = False
        written = {one.name: (part, one) for part in parts for one in part.cited.written}
        has_list = f"{path.stem}.bbl" in written
        for part in parts:
            for named in part.cited.bibliographies:
                name = named.name
                if name.lower() in _ABBREVIATIONS:
                    continue
                found = self._bibliography(name, path, part, given)
                found = self._written(name, path, written) if found is None else found
                if found:
                    names.append(found)
                elif found is None and not (name in self._made(path) or name.lower() in _OF_TEX or has_list):
                    missing.append((part, named))
                else:
                    uncertain = True
        return names, missing, uncertain

    def _bibliography(self, name: str, main: Path, part: Part, given: dict[str, Bibliography]) -> str | None:
        """The name of the bibliography that is meant; empty where nobody can tell, None where it is not there."""
        if name.startswith(("http://", "https://")) or "*" in name:
            return ""
        inside = is_inside(main.parent / name, main)
        for path in bibliography_places(name, main, Path(part.source.name)):
            self.loaded.looked_for.add(str(path))
            known = given.get(os.path.abspath(path))
            if known is not None:
                return known.name
            if path.suffix.lower() in (*_BIBLIOGRAPHIES, ".json") and is_inside(path, main) and is_file(path):
                data = self._bytes(path)
                if data is None:
                    return ""
                read = read_bibliography(data, str(path))
                read.context_only = True
                given[os.path.abspath(path)] = read
                self.loaded.bibliographies.append(read)
                return read.name
        if inside and Path(name).suffix.lower() not in (*_BIBLIOGRAPHIES, ".json"):
            return ""
        same = [b.name for p, b in given.items() if Path(p).name == Path(name).name]
        if "\\" in name:
            return same[0] if len(same) == 1 else ""
        return same[0] if len(same) == 1 and not inside else None

    def _written(self, name: str, main: Path, written: dict[str, tuple[Part, Named]]) -> str | None:
        """The name of a bibliography that the document holds and LaTeX writes (``filecontents``)."""
        if name not in written:
            return None
        part, named = written[name]
        text = part.source.text[named.span.start : named.span.end]
        read = read_bibliography(text.encode("utf-8", "replace"), str(main.parent / name))
        read.context_only = True
        self.loaded.bibliographies.append(read)
        return read.name

    def _by_configuration(self, main: Path, given: dict[str, Bibliography]) -> list[str]:
        """The bibliographies that the settings of a site or book name for a document that names none.

        Those that nobody finds are empty names.
        """
        return [
            self._bibliography(name, path, Part(Source(str(path), ""), Cited()), given) or ""
            for path, name in configured(main, self._settings_of_site)
        ]

    def _settings_of_site(self, path: Path) -> bytes | None:
        self.loaded.looked_for.add(str(path))
        return self._bytes(path) if is_file(path) else None


def _is_csl(data: bytes) -> bool:
    """Whether JSON holds works: they have one of CSL's types, or an id beside a title; a description of a package has neither."""
    if not _CSL.match(data):
        return False
    types = {match[1].decode() for match in _TYPE.finditer(data[:100_000])}
    return bool(types & ENTRY_TYPES.keys()) or (not types and b'"id"' in data and b'"title"' in data)


def _leads_out(name: str, main: Path, part: Part) -> bool:
    """Whether what a part names is outside of the project, from wherever it is looked for."""
    return not any(is_inside(folder / name, main) for folder in (main.parent, Path(part.source.name).parent))


_WRITE_BIB = re.compile(r"""write_bib\([^\0]{0,2000}?["']([\w./-]{1,200}\.bib)["']""")
_OF_TEX = frozenset({"xampl.bib", "jxampl.bib", "biblatex-examples.bib", "ieeeexample.bib"})
"""What the distributions of TeX have for trying things out; TeX finds them in its own folders."""
_ABBREVIATIONS = frozenset({"ieeeabrv.bib", "ieeefull.bib"})
"""Bibliographies that come with TeX and hold names of journals, and no entries."""


def _is_manuscript(cited: Cited) -> bool:
    said = cited.cites or cited.bibliographies or cited.inputs
    return bool(cited.written_for_citing and said)


def path_matches(path: str, pattern: str) -> bool:
    """Whether a file's path, or its name alone, matches a pattern such as ``drafts/*.bib``."""
    return (
        fnmatchcase(path, pattern)
        or fnmatchcase(path.rpartition("/")[2], pattern)
        or path.startswith(f"{pattern.rstrip('/')}/")
    )
