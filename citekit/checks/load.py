"""Files to a project: bibliographies, manuscripts with the files that they take in, and what may be a list."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import get_args

from citekit.checks.bibliography import Bibliography, read_bibliography
from citekit.checks.citation import JOBNAME, Citation, Cited, Named, Reading, citing_suffixes
from citekit.checks.project import Listing, Manuscript, Part, Project, Role
from citekit.checks.report import shown_path
from citekit.config import CheckSettings, meant
from citekit.errors import Problem, UsageError
from citekit.formats.encoding import decode
from citekit.registry import unit
from citekit.span import Source, Span

LARGEST = 256 * 1024 * 1024
"""Files with more bytes are not read."""
MOST_PARTS = 2000
"""A manuscript takes in no more files than this."""

_BIBLIOGRAPHIES = (".bib", ".bibtex")
_MARKDOWN = (".md", ".markdown")
_KINDS = ("pandoc", "quarto", "myst", "jekyll")
_CONTROL = (".aux", ".bcf")
_NOT_IN_FOLDERS = (".aux", ".bcf", ".sty", ".cls", ".liquid")
_CSL = re.compile(rb'\s*[\[{].{0,4000}?"(?:type|title|DOI|id)"\s*:', re.DOTALL)
_ROLES = (*get_args(Role), "manuscript", "skip")
_IGNORED_FOLDERS = frozenset("node_modules __pycache__ venv build dist _build site-packages".split())


@dataclass
class Loaded:
    """What files hold. ``undecided`` are documents in which nothing is cited: they may list publications.

    ``read`` has the SHA-256 of every file that was read, as it was then, and ``looked_for`` the names of those that may
    not have been there.
    """

    bibliographies: list[Bibliography] = field(default_factory=list)
    manuscripts: list[Manuscript] = field(default_factory=list)
    undecided: list[tuple[Path, Role | None]] = field(default_factory=list)
    unreadable: list[Problem] = field(default_factory=list)
    roles: dict[str, Role] = field(default_factory=dict)
    read: dict[str, str] = field(default_factory=dict)
    looked_for: set[str] = field(default_factory=set)

    def project(self, listings: Iterable[Listing] = (), problems: Iterable[Problem] = ()) -> Project:
        """All of it as a project, with lists that somebody else has read."""
        return Project(
            tuple(self.bibliographies),
            tuple(self.manuscripts),
            tuple(listings),
            (*self.unreadable, *problems),
            self.roles,
        )


def load(paths: Iterable[Path], settings: CheckSettings) -> Loaded:
    """Reads files and the files in folders. What cannot be read is a problem and costs nothing else.

    Raises :class:`~citekit.errors.UsageError` for roles and kinds of Markdown that do not exist.
    """
    for role in settings.documents.values():
        if role not in _ROLES:
            raise UsageError(f"documents: there is no role {role!r}", meant(str(role), _ROLES))
    if settings.markdown and settings.markdown not in _KINDS:
        raise UsageError(f"there is no kind of Markdown {settings.markdown!r}", meant(settings.markdown, _KINDS))
    loader = _Loader(settings)
    for path, explicit in _files(paths):
        loader.take(path, explicit)
    return loader.finished()


def _files(paths: Iterable[Path]) -> Iterator[tuple[Path, bool]]:
    """The files, those in folders too, each once; whether somebody named it."""
    suffixes = (*_BIBLIOGRAPHIES, *(s for s in citing_suffixes() if s not in _NOT_IN_FOLDERS), ".json", ".html", ".txt")
    seen: set[str] = set()
    for path in paths:
        if not path.is_dir():
            if os.path.abspath(path) not in seen:
                seen.add(os.path.abspath(path))
                yield path, True
            continue
        for place, folders, names in os.walk(path):
            folders[:] = sorted(n for n in folders if not n.startswith(".") and n not in _IGNORED_FOLDERS)
            for name in sorted(names):
                file = Path(place, name) if place != "." else Path(name)
                if name.lower().endswith(suffixes) and os.path.abspath(file) not in seen:
                    seen.add(os.path.abspath(file))
                    yield file, False


class _Loader:
    """Reads one file after another and puts together what belongs together."""

    def __init__(self, settings: CheckSettings) -> None:
        self.settings = settings
        self.loaded = Loaded()
        self.mains: list[tuple[Path, Source, Cited]] = []
        self.context: dict[str, Bibliography] = {}
        self.parts_of_others: set[str] = set()
        self.made_in: dict[Path, frozenset[str]] = {}

    def take(self, path: Path, explicit: bool) -> None:
        """Reads a file that was asked for, or that was found in a folder."""
        role = self._role(path)
        suffix = path.suffix.lower()
        if role == "skip" or (not explicit and suffix in (".html", ".txt") and not role):
            return
        data = self._bytes(path)
        if data is None:
            return
        if suffix in _BIBLIOGRAPHIES or (suffix == ".json" and _CSL.match(data)):
            self.loaded.bibliographies.append(read_bibliography(data, str(path)))
            self._remember(path, role)
        elif suffix == ".json":
            if explicit:
                self._unreadable(path, "it is no CSL-JSON", "name bibliographies and documents")
        elif role in ("complete", "selected"):
            self.loaded.undecided.append((path, role))  # type: ignore[arg-type]
        elif suffix in citing_suffixes():
            self._manuscript(path, data, explicit, role)
        elif explicit:
            self.loaded.undecided.append((path, None))

    def _role(self, path: Path) -> str:
        from citekit.checks.run import path_matches

        shown = shown_path(str(path))
        return next((role for pattern, role in self.settings.documents.items() if path_matches(shown, pattern)), "")

    def _remember(self, path: Path, role: str) -> None:
        if role in get_args(Role):
            self.loaded.roles[str(path)] = role  # type: ignore[assignment]

    def _bytes(self, path: Path) -> bytes | None:
        try:
            if path.stat().st_size > LARGEST:
                self._unreadable(path, f"it has more than {LARGEST >> 20} MiB", "divide it")
                return None
            data = path.read_bytes()
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            self._unreadable(path, reason, "check the name")
            return None
        self.loaded.read.setdefault(str(path), hashlib.sha256(data).hexdigest())
        return data

    def _unreadable(self, path: Path, reason: str, hint: str) -> None:
        self.loaded.unreadable.append(Problem(f"{path} cannot be read: {reason}", hint, Source(str(path), ""), None))

    # Manuscripts

    def _manuscript(self, path: Path, data: bytes, explicit: bool, role: str) -> None:
        if b"\0" in data[:4096] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
            self._unreadable(path, "it is binary", "name a text")
            return
        source = Source(str(path), decode(data, str(path)).text)
        if path.suffix.lower() in _R_MARKDOWN and "write_bib(" in source.text:  # knitr makes a bibliography
            made = frozenset(_WRITE_BIB.findall(source.text))
            self.made_in[path.parent] = self.made_in.get(path.parent, frozenset()) | made
        cited = self._cited(source, path, Reading())
        if role != "manuscript" and not _is_manuscript(cited):
            if explicit:
                self.loaded.undecided.append((path, None))
            elif cited.citations:
                self.mains.append((path, source, cited))
            return
        self.mains.append((path, source, cited))

    def _cited(self, source: Source, path: Path, reading: Reading) -> Cited:
        suffix = path.suffix.lower()
        if suffix in _MARKDOWN:
            kind = self.settings.markdown or _kind_of_markdown(source, path)
            cited: Cited = unit("citekit.checks.citing", kind).read(source, reading)
            return cited
        return citing_suffixes()[suffix](source, reading)

    def finished(self) -> Loaded:
        """The documents with their parts; files that are parts of others are no documents of their own."""
        whole = [(path, source, cited, self._parts(path, source, cited)) for path, source, cited in self._unprefixed()]
        given = {os.path.abspath(bibliography.name): bibliography for bibliography in self.loaded.bibliographies}
        keys = frozenset().union(*(b.keys for b in self.loaded.bibliographies)) if whole else frozenset()
        for path, _, cited, (parts, lost) in whole:
            if os.path.abspath(path) in self.parts_of_others:
                continue
            if not cited.written_for_citing and not any(c.key in keys for c in cited.keys):
                continue  # words with @ are people's handles here
            names, missing, uncertain = self._named(path, parts, given)
            if not names and not missing and not uncertain:
                configured = self._by_configuration(path, given)
                names = [name for name in configured if name]
                uncertain = bool(self._made(path)) or len(names) < len(configured) or path.suffix.lower() == ".rnw"
            self.loaded.manuscripts.append(
                Manuscript(parts, tuple(dict.fromkeys(names)), tuple(missing), tuple(lost), uncertain)
            )
        return self.loaded

    def _made(self, path: Path) -> frozenset[str]:
        """The bibliographies that the R Markdown documents of a folder write when they are made."""
        return self.made_in.get(path.parent, frozenset()) if path.suffix.lower() in _R_MARKDOWN else frozenset()

    def _named(
        self, path: Path, parts: tuple[Part, ...], given: dict[str, Bibliography]
    ) -> tuple[list[str], list[tuple[Part, Named]], bool]:
        """The bibliographies that a document names and that were read, those that are not there, and whether of some
        nobody can tell what they hold."""
        names: list[str] = []
        missing: list[tuple[Part, Named]] = []
        uncertain = False
        written = {one.name.replace(JOBNAME, path.stem): (part, one) for part in parts for one in part.cited.written}
        for part in parts:
            for named in part.cited.bibliographies:
                name = named.name.replace(JOBNAME, path.stem)
                if name.lower() in _ABBREVIATIONS:
                    continue
                found = self._bibliography(name, path, part, given)
                found = self._written(name, path, written) if found is None else found
                if found:
                    names.append(found)
                elif found is None and name not in self._made(path) and name.lower() not in _OF_TEX:
                    missing.append((part, named))
                else:
                    uncertain = True
        return names, missing, uncertain

    def _unprefixed(self) -> Iterator[tuple[Path, Source, Cited]]:
        """The documents with the keys as their bibliographies have them: Sphinx may put a prefix before them."""
        prefixes = tuple(dict.fromkeys(prefix for _, _, cited in self.mains for prefix in cited.prefixes))
        for path, source, cited in self.mains:
            citations = (
                tuple(_without_prefix(one, prefixes) for one in cited.citations) if prefixes else cited.citations
            )
            yield path, source, replace(cited, citations=citations)

    def _parts(self, main: Path, source: Source, cited: Cited) -> tuple[tuple[Part, ...], list[tuple[Part, Named]]]:
        parts = [Part(source, cited)]
        missing: list[tuple[Part, Named]] = []
        written: set[str] = set()
        seen = {os.path.abspath(main)}
        macros = dict(cited.macros)
        number = 0
        while number < len(parts) and len(parts) < MOST_PARTS:
            part = parts[number]
            number += 1
            written |= {named.name for named in part.cited.written}
            for named in part.cited.inputs:
                path = self._input(named.name, main, Path(part.source.name))
                if path is None:
                    if named.name not in written and f"{named.name}.tex" not in written:
                        missing.append((part, named))
                elif os.path.abspath(path) not in seen:
                    seen.add(os.path.abspath(path))
                    self.parts_of_others.add(os.path.abspath(path))
                    data = self._bytes(path)
                    if data is not None:
                        text = Source(str(path), decode(data, str(path)).text)
                        parts.append(Part(text, self._cited(text, path, Reading(macros))))
                        macros |= parts[-1].cited.macros
        return tuple(_without_references(parts)), missing

    def _input(self, name: str, main: Path, within: Path) -> Path | None:
        suffix = main.suffix.lower()
        suffix = ".tex" if suffix in (".ltx", ".rnw", ".sty", ".cls") else suffix
        names = [name] if Path(name).suffix.lower() in citing_suffixes() else [f"{name}{suffix}"]
        for folder in (main.parent, within.parent):
            for candidate in names:
                path = folder / candidate
                self.loaded.looked_for.add(str(path))
                if _is_inside(path, main) and _is_file(path):
                    return path
        return None

    def _bibliography(self, name: str, main: Path, part: Part, given: dict[str, Bibliography]) -> str | None:
        """The name of the bibliography that is meant; empty where nobody can tell, None where it is not there."""
        if name.startswith(("http://", "https://")) or "*" in name:
            return ""
        for folder in (main.parent, Path(part.source.name).parent, Path(), *_folders_of_sites(main)):
            path = folder / name
            self.loaded.looked_for.add(str(path))
            known = given.get(os.path.abspath(path))
            if known is not None:
                return known.name
            if path.suffix.lower() in (*_BIBLIOGRAPHIES, ".json") and _is_inside(path, main) and _is_file(path):
                data = self._bytes(path)
                if data is None:
                    return ""
                read = read_bibliography(data, str(path))
                read.context_only = True
                given[os.path.abspath(path)] = read
                self.loaded.bibliographies.append(read)
                return read.name
        if Path(name).suffix.lower() not in (*_BIBLIOGRAPHIES, ".json"):
            return ""
        same = [b.name for p, b in given.items() if Path(p).name == Path(name).name]
        if "\\" in name:
            return same[0] if len(same) == 1 else ""
        return same[0] if len(same) == 1 and not _is_inside(main.parent / name, main) else None

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
        """The bibliographies that the settings of Sphinx, Quarto, bookdown or Jekyll name for a document that names none.

        Those that nobody finds are empty names.
        """
        found: list[str] = []
        for folder in _ancestors(main):
            for file, pattern in _SITE_FILES.items():
                path = folder / file
                if path == main.absolute() or (file == "index.Rmd" and main.suffix.lower() not in _R_MARKDOWN):
                    continue
                self.loaded.looked_for.add(str(path))
                if _is_file(path) and (data := self._bytes(path)):
                    field_text = pattern.search(data.decode("utf-8", "replace"))
                    for name in re.findall(r"[\w./-]+\.(?:bib|json)", field_text[1]) if field_text else ():
                        found.append(
                            self._bibliography(str(name), path, Part(Source(str(path), ""), Cited()), given) or ""
                        )
        return found


_SITE_FILES = {
    "conf.py": re.compile(r"bibtex_bibfiles\s{0,9}=\s{0,9}(\[[^\]]{0,2000}\])"),
    "_quarto.yml": re.compile(r"^bibliography:((?:[^\n]*\n(?:[ \t]+-[^\n]*\n?|-[ \t][^\n]*\n?)*))", re.MULTILINE),
    "index.Rmd": re.compile(
        r"\A---[ \t]*\n[^\0]{0,4000}?^bibliography:((?:[^\n]*\n(?:[ \t]+-[^\n]*\n?|-[ \t][^\n]*\n?)*))", re.MULTILINE
    ),
    "_bookdown.yml": re.compile(r"^bibliography:((?:[^\n]*\n(?:[ \t]+-[^\n]*\n?|-[ \t][^\n]*\n?)*))", re.MULTILINE),
    "_config.yml": re.compile(r"^[ \t]*bibliography:([^\n]*)", re.MULTILINE),
}


_R_MARKDOWN = (".rmd", ".qmd")
_WRITE_BIB = re.compile(r"""write_bib\([^\0]{0,2000}?["']([\w./-]{1,200}\.bib)["']""")
_OF_TEX = frozenset({"xampl.bib", "jxampl.bib", "biblatex-examples.bib", "ieeeexample.bib"})
"""What the distributions of TeX have for trying things out; TeX finds them in its own folders."""
_ABBREVIATIONS = frozenset({"ieeeabrv.bib", "ieeefull.bib"})
"""Bibliographies that come with TeX and hold names of journals, and no entries."""


def _without_prefix(citation: Citation, prefixes: tuple[str, ...]) -> Citation:
    prefix = next((prefix for prefix in prefixes if citation.key.startswith(prefix)), "")
    start = citation.span.start + len(prefix)
    return replace(citation, key=citation.key[len(prefix) :], span=Span(start, citation.span.end))


def _without_references(parts: list[Part]) -> Iterator[Part]:
    """The parts of a document without what refers to a label that stands in any of them."""
    labels = frozenset(label for part in parts for label in part.cited.labels)
    for part in parts:
        kept = tuple(one for one in part.cited.citations if one.key not in labels) if labels else part.cited.citations
        yield part if kept == part.cited.citations else Part(part.source, replace(part.cited, citations=kept))


def _is_manuscript(cited: Cited) -> bool:
    said = cited.citations or cited.bibliographies or cited.inputs
    return bool(cited.written_for_citing and said)


def _kind_of_markdown(source: Source, path: Path) -> str:
    if re.search(r"\{(?:foot)?cite(?::\w{1,20})?\}`", source.text):
        return "myst"
    if re.search(r"\{%-?\s{0,9}(?:cite|fullcite|nocite|bibliography|reference|cite_details)\b", source.text):
        return "jekyll"
    return "quarto" if any(_is_file(folder / "_quarto.yml") for folder in _ancestors(path)) else "pandoc"


def _ancestors(path: Path) -> list[Path]:
    """The folder of a file and those above it, no further than one with ``.git``, at most eight."""
    found: list[Path] = []
    for folder in list(path.absolute().parents)[:8]:
        found.append(folder)
        if (folder / ".git").exists():
            break
    return found


def _folders_of_sites(main: Path) -> Iterator[Path]:
    for folder in _ancestors(main):
        yield folder
        yield folder / "_bibliography"


def _is_inside(path: Path, main: Path) -> bool:
    """Whether a file that a document names lies in the document's project or in the working folder."""
    try:
        resolved = path.resolve()
        roots = {main.absolute().parent.resolve(), Path.cwd().resolve()}
        roots |= {folder.resolve() for folder in _ancestors(main)[-1:] if (folder / ".git").exists()}
    except (OSError, RuntimeError, ValueError):
        return False
    return any(root in resolved.parents for root in roots if len(root.parts) > 1)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
