"""Which files belong together: documents, the files that they include, and the bibliographies that they cite from.

This is decided here, once: ``check``, the pre-commit hooks, the editor, ``format`` and ``select --cited-in`` query it. A document names its
bibliographies itself, or the settings of its site or book do; TeX looks for them on its search path too. A chapter or a
bibliography alone belongs to the documents of its project that take it in.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import field, replace
from fnmatch import fnmatchcase
from itertools import chain
from pathlib import Path
from typing import Literal

from citekit.manuscripts.citation import Cited, CitedKey, Named
from citekit.manuscripts.document import ManuscriptFile, Manuscripts, suffixes
from citekit.manuscripts.markdown import LABEL
from citekit.manuscripts.sites import (
    BIBTEX,
    R_MARKDOWN,
    READABLE,
    SITE_FILES,
    Choice,
    SiteSettings,
    chosen,
    is_inside,
    settings_around,
    settings_at,
)
from citekit.markup.tex.definitions import TEX, ancestors
from citekit.runtime import patterns as re
from citekit.runtime.encodings import decode
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import is_file, is_in_project, is_within, project_roots, read_file
from citekit.runtime.span import Source, Span

IGNORED_FOLDERS = frozenset("node_modules __pycache__ venv build dist _build site-packages".split())
"""Directories of programs and of their output; they contain no sources."""
NO_DOCUMENTS = (".aux", ".bcf", ".sty", ".cls", ".liquid")
"""Files that programs write, or that define commands, and that can cite."""
_OF_TEX = frozenset({"xampl.bib", "jxampl.bib", "biblatex-examples.bib", "ieeeexample.bib"})
"""What the distributions of TeX have for trying things out; TeX finds them in its own folders."""
ABBREVIATIONS = frozenset({"ieeeabrv.bib", "ieeefull.bib"})
"""Bibliographies that come with TeX and hold names of journals, and no entries."""
_WRITE_BIB = re.compile(r"""write_bib\([^\0]{0,2000}?["']([\w./-]{1,200}\.bib)["']""")
_ENTRY_OF_BIBLATEX = re.compile(r"^[ \t]*\\entry\{(?P<key>[^{}\n]{1,300})\}\{", re.MULTILINE)
_STYLE = re.compile(r"\\bibliographystyle\s{0,9}\{(?P<name>[^{}\n]{1,200})\}")
_STYLE_MACRO = re.compile(rb"^\s{0,9}MACRO\s{0,9}\{\s{0,9}([\w.:-]{1,60})\s{0,9}\}", re.MULTILINE | re.IGNORECASE)
_REFERENCE = re.compile(rb"@(?:fig|eq|tbl|lst|sec|thm|def|tab)[:-]\w")
_ROOT = re.compile(r"^[ \t]*%[ \t]*!\s*TeX[ \t]+root[ \t]*=[ \t]*(?P<name>[^\n]{1,300}?)[ \t]*$", re.I | re.M)
_SUBFILE = re.compile(r"\\documentclass\s{0,9}\[(?P<name>[^\[\]]{1,300})\]\s{0,9}\{subfiles\}")
_MAIN = re.compile(r"\\documentclass|\\documentstyle|\\begin\s{0,9}\{document\}")
_PART_CLASS = re.compile(r"\\documentclass\s{0,9}(?:\[[^\[\]]{0,300}\])?\s{0,9}\{(?:subfiles|standalone)\}")
"""Classes of files that are documents of their own and parts of another one."""
_MOST_FILES = 3000  # for a home directory; a thesis with its figures has some hundreds
_MOST_FOLDERS = 1000
"""Maximum number of files and directories of a project that are searched; a project of papers has far fewer, a home has more."""
_MOST_BYTES = 40_000_000  # bytes of sources; a book of 1,000 pages has some 3 MB
_MOST_DOCUMENTS = 8
"""A chapter or bibliography is judged with no more documents than these; a shared library may have hundreds."""

_NOTHING_CITED = Cited()

State = Literal["found", "elsewhere", "written", "made", "of-tex", "missing", "outside", "unknown"]


@dataclass(frozen=True, slots=True)
class Resource:
    """A bibliography that a part of a document names, and where it is.

    ``found`` and ``elsewhere`` (a file of that name lies where the document does not state) have ``paths``. ``written`` is in
    the document itself, ``made`` by knitr, ``of-tex`` comes with TeX, ``missing`` is nowhere, ``outside`` leads out of the
    project and is not read. An ``unknown`` one cannot be found: it is on the web, or a program works its name out.
    """

    part: ManuscriptFile
    named: Named
    state: State
    paths: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Assembled:
    """A document with its files, the main one first, and those of them that do not exist."""

    path: Path
    parts: tuple[ManuscriptFile, ...]
    lost: tuple[tuple[ManuscriptFile, Named], ...]

    def has(self, path: Path) -> bool:
        """Whether a file is a part of it."""
        whole = os.path.abspath(path)
        return any(os.path.abspath(part.source.name) == whole for part in self.parts)


def folders_of_sites(main: Path) -> Iterator[Path]:
    """Yield where the bibliographies of the site may lie to which a document belongs."""
    for folder in ancestors(main):
        yield folder
        yield folder / "_bibliography"


def bibliography_places(name: str, main: Path, within: Path) -> Iterator[Path]:
    """Yield where a bibliography may lie that a file of a document names."""
    for folder in (main.parent, within.parent, Path(), *folders_of_sites(main)):
        yield folder / name


_RC_FILES = ("latexmkrc", ".latexmkrc", "Makefile", "makefile", "GNUmakefile", "build.lua", "justfile", "Justfile")
_BIBINPUTS = re.compile(
    r"BIBINPUTS['\"]?[ \t]?[})]?[ \t]{0,9}(?:[:?+.]{0,2}=|,)[ \t]{0,9}(?P<value>\"[^\"\n]{0,500}\"|'[^'\n]{0,500}'|[^\s;]{1,500})"
)
"""``$ENV{'BIBINPUTS'} = './bib//:'``, ``export BIBINPUTS := ../bib:``, ``ensure_path('BIBINPUTS', 'bib')``."""
_SUPPORT = re.compile(r"""^[ \t]*supportdir\s{0,9}=\s{0,9}["'](?P<value>[^"'\n]{1,300})["']""", re.MULTILINE)
"""The directory that l3build copies next to the document before it runs."""
_HERE = re.compile(r"\$[({]?(?:CURDIR|PWD)[)}]?|`pwd`|\$\(shell pwd\)")
_WORKED_OUT = re.compile(r"\$ENV\{[^{}]{0,80}\}|\$[({]?\w+[)}]?")
_TEXMF = ("texmf/bibtex/bib", "texmf-local/bibtex/bib")
"""Where the folders of TeX, which a project may bring along, have their bibliographies."""


def search_path(main: Path, read: Callable[[Path], bytes | None]) -> Iterator[tuple[Path, bool]]:
    """Yield the folders in which TeX looks for bibliographies, and whether in those below them as well (``//``).

    They are in ``BIBINPUTS`` (kpathsea's manual, section "Path specifications"): of the environment, of latexmk's
    settings, of a Makefile. Values are read, never run; those that a program works out are left out.
    """
    yield from _folders_of(os.environ.get("BIBINPUTS", ""), (Path(), main.parent))
    for folder in ancestors(main):
        for name in _RC_FILES:
            data = read(folder / name)
            if not data or (b"BIBINPUTS" not in data and b"supportdir" not in data):
                continue
            text = data.decode("utf-8", "replace")
            for declared in _BIBINPUTS.finditer(text):
                yield from _folders_of(declared["value"].strip("\"'"), (folder, main.parent))
            for declared in _SUPPORT.finditer(text) if name == "build.lua" else ():
                yield folder / declared["value"], True
        for below in _TEXMF:
            yield folder / below, True


def _folders_of(value: str, bases: Iterable[Path]) -> Iterator[tuple[Path, bool]]:
    clean = _WORKED_OUT.sub("", _HERE.sub(".", value))
    for entry in re.split(r"[:;,]", clean):
        name = entry.strip().lstrip("!")
        if name:
            for base in bases:
                yield Path(os.path.normpath(base / name)), name.endswith("//")


def is_in_own_library(path: Path) -> bool:
    """Whether a file lies below a folder of the user's own ``BIBINPUTS``; the environment is trusted.

    A relative folder is not if a link is on its way: the project may have made it, and it may lead anywhere.
    """
    own = (Path(folder.lstrip("!")).expanduser() for folder in os.environ.get("BIBINPUTS", "").split(os.pathsep))
    real = {folder: Path(os.path.realpath(folder)) for folder in own if folder.name or folder.is_absolute()}
    return is_within(
        path, [to for folder, to in real.items() if folder.is_absolute() or str(to) == os.path.abspath(folder)]
    )


@dataclass(eq=False)
class ProjectFiles:
    r"""The files around documents: their parts, their bibliographies, and the settings and styles of their site or book.

    ``data`` gives the bytes of a file (None: it cannot be read). ``given`` are the bibliographies that someone named, by
    absolute path: they are taken wherever they lie. ``looked_for`` collects the names of the files that were looked for,
    ``searched`` the folders that were gone through.

    >>> main = Path("paper.tex")
    >>> files = ProjectFiles.open()
    >>> document = files.document(main, Source("paper.tex", r"\cite{doe2020} \bibliography{nowhere/refs}"))
    >>> [cite.key for part in document.parts for cite in part.cited.keys]
    ['doe2020']
    >>> [(one.named.name, one.state) for one in files.resources(main, document.parts)]
    [('nowhere/refs.bib', 'missing')]
    """

    data: Callable[[Path], bytes | None]
    manuscripts: Manuscripts
    looked_for: set[str] = field(default_factory=set)
    searched: set[str] = field(default_factory=set)
    given: dict[str, Path] = field(default_factory=dict)
    _walked: dict[Path, list[Path]] = field(default_factory=dict)
    _texts: dict[Path, bytes] = field(default_factory=dict)
    _assembled: dict[str, Assembled | None] = field(default_factory=dict)
    _searched: dict[Path, list[Path]] = field(default_factory=dict)
    _made: dict[Path, frozenset[str]] = field(default_factory=dict)
    _tops: dict[Path, Path] = field(default_factory=dict)
    _bibliographies: dict[Path, list[Path]] = field(default_factory=dict)
    _settings: dict[tuple[Path, bool, str], list[SiteSettings]] = field(default_factory=dict)
    _labels: dict[tuple[Path, str], frozenset[str]] = field(default_factory=dict)
    _folders: dict[Path, dict[str, list[Path]]] = field(default_factory=dict)

    @classmethod
    def open(cls, read: Callable[[Path], Source | None] | None = None) -> ProjectFiles:
        """Return the files as they are on the disk.

        ``read`` gives the texts that stand for those of files (None: it cannot be read), such as those of an editor.
        """

        def data(path: Path) -> bytes | None:
            try:
                return read_file(path)
            except UnreadableInputError:
                return None

        return cls(data, Manuscripts(read or source_of))

    # --- the bibliographies of a document

    def resources(self, main: Path, parts: Sequence[ManuscriptFile]) -> list[Resource]:
        """Return the bibliographies that a document names, itself or by files of settings that it includes; where it
        names none, those that the settings around it name.
        """
        found = [self._resource(named, main, part) for part in parts for named in part.cited.bibliographies]
        for settings in self.own_settings(main, parts):
            part = ManuscriptFile(settings.source, _NOTHING_CITED)
            place = Path(settings.source.name)
            found += [self._resource(named, place, part) for named in settings.bibliographies]
        for settings in () if found else self.settings(main):
            place = Path(settings.source.name)
            # without its text: what settings name may not be needed, and is not reported where it is missing
            part = ManuscriptFile(Source(settings.source.name, ""), _NOTHING_CITED)
            found += [self._resource(named, place, part) for named in settings.bibliographies]
        return found

    def settings(self, main: Path) -> list[SiteSettings]:
        """Return what the settings of the site or book state that a document belongs to, those of the nearest folder
        first.
        """
        key = main.parent, main.suffix.lower() in R_MARKDOWN, main.name if main.name in SITE_FILES else ""
        if key not in self._settings:  # the chapters of a book request the same ones
            self._settings[key] = list(settings_around(main, self._content))
        return self._settings[key]

    def own_settings(self, main: Path, parts: Iterable[ManuscriptFile]) -> Iterator[SiteSettings]:
        """Yield what the files of settings state that a document names itself (``metadata-files``)."""
        for part in parts:
            for named in part.cited.settings:
                place = Path(part.source.name).parent / named.name
                if is_inside(place, main):
                    yield from settings_at(place, main, self._content)

    def chosen(self, main: Path, parts: Iterable[ManuscriptFile]) -> tuple[Choice | None, Choice | None]:
        """Return the style and the language that the settings of a document's site or book choose.

        Raises :class:`~citekit.runtime.errors.UnreadableInputError` if there are some that cannot be read.
        """
        return chosen(main, lambda path: read_file(path) if is_file(path) else None, self.own_settings(main, parts))

    def _content(self, path: Path) -> bytes | None:
        self.looked_for.add(str(path))
        return self.data(path) if is_file(path) else None

    def _resource(self, named: Named, main: Path, part: ManuscriptFile) -> Resource:
        name = named.name
        if name.startswith("/") and not is_file(name) and main.suffix.lower() not in TEX:
            name = name.lstrip("/")  # of Quarto and Jekyll: from the top of the site
        low = name.rpartition("/")[2].lower()
        # settings and texts never make a connection, and code of R, with which R Markdown computes names, is never run
        if name.startswith(("http://", "https://", "`r ")) or (
            name.endswith(")") and main.suffix.lower() in R_MARKDOWN
        ):
            return Resource(part, named, "unknown")
        if low in ABBREVIATIONS:
            return Resource(part, named, "of-tex")
        if "\0" in name:  # which YAML can write ("\\0"), and no file has
            return Resource(part, named, "missing")
        if "*" in name or "?" in name:
            pattern = os.path.normpath(name)  # biblatex: \addbibresource[glob]
            around = ((path, os.path.relpath(path, main.parent)) for path in self.bibliographies_around(main))
            paths = tuple(path for path, shown in around if fnmatchcase(shown, pattern))
            return Resource(part, named, "found" if paths else "missing", paths)
        if name in self.made_by_knitr(main):
            known = next((path for path in bibliography_places(name, main, main) if is_file(path)), None)
            return Resource(part, named, "made", (known,) if known and is_inside(known, main) else ())
        if name.startswith("~/"):
            known = self._given(Path(os.path.expanduser(name)))
            return Resource(part, named, "found", (known,)) if known else Resource(part, named, "outside")
        leads_out = False
        within = Path(part.source.name)
        beside = bibliography_places(name, main, within)
        for path in chain(beside, (folder / name for folder in self._search_path(main))):
            self.looked_for.add(str(path))
            known = self._given(path)
            if known is not None:
                return Resource(part, named, "found", (known,))
            if is_file(path):
                if is_inside(path, main) or is_in_own_library(path):
                    return Resource(part, named, "found", (path,))
                leads_out = leads_out or path in (main.parent / name, within.parent / name)
        if leads_out or not any(is_inside(folder / name, main) for folder in (main.parent, within.parent)):
            # what lies outside is not read because a document names it; a given file of that name is the one meant
            same = [path for path in self.given.values() if path.name == Path(name).name]
            if len(same) == 1 and not leads_out:
                return Resource(part, named, "found", (same[0],))
            return Resource(part, named, "outside")
        if low in _OF_TEX:
            return Resource(part, named, "of-tex")
        return self._elsewhere(named, main, part)

    def _given(self, path: Path) -> Path | None:
        return self.given.get(os.path.abspath(path)) or self.given.get(os.path.realpath(path))

    def _elsewhere(self, named: Named, main: Path, part: ManuscriptFile) -> Resource:
        """Return the only bibliography of the project with this file name; it is the one meant if a command precedes the name."""
        bare = Path(named.name).name
        if "\\" in bare or not bare:  # a command works the file's name out, not only its folder
            return Resource(part, named, "unknown")
        same = [path for path in self.bibliographies_around(main) if path.name == bare]
        if "\\" in named.name:
            return Resource(
                part, named, "found" if len(same) == 1 else "unknown", tuple(same) if len(same) == 1 else ()
            )
        if len(same) == 1:  # of several, it is unclear which one is meant
            return Resource(part, named, "elsewhere", tuple(same))
        if Path(bare).suffix.lower() not in READABLE and part.source.name.lower().endswith(TEX):
            return Resource(part, named, "unknown")
        return Resource(part, named, "missing")

    def _search_path(self, main: Path) -> Iterator[Path]:
        """Yield the folders in which TeX looks; they are computed only where the bibliography is not next to the
        document.
        """
        if main.suffix.lower() not in (*TEX, *NO_DOCUMENTS):
            return
        if main.parent not in self._searched:
            folders = []
            below = self._below(main)
            for folder, deep in search_path(main, self._content):
                folders.append(folder)
                if deep:
                    folders += below.get(os.path.abspath(folder), ())
            self._searched[main.parent] = folders
        yield from self._searched[main.parent]

    def _below(self, path: Path) -> dict[str, list[Path]]:
        """For each folder of the project that a file belongs to, those with bibliographies in it and below it."""
        top = self._top(path)
        if top not in self._folders:
            found: dict[str, list[Path]] = {}
            for folder in sorted({one.parent for one in self.bibliographies_around(path)}):
                whole = Path(os.path.abspath(folder))
                for above in (whole, *whole.parents):
                    found.setdefault(str(above), []).append(folder)
            self._folders[top] = found
        return self._folders[top]

    def made_by_knitr(self, main: Path) -> frozenset[str]:
        """Return the bibliographies that the R Markdown documents of a folder write when they are made
        (``write_bib``).
        """
        if main.suffix.lower() not in R_MARKDOWN:
            return frozenset()
        if main.parent not in self._made:
            names: set[str] = set()
            for path in sorted(main.parent.iterdir())[:_MOST_FILES] if main.parent.is_dir() else ():
                source = self.manuscripts.source(path) if path.suffix.lower() in R_MARKDOWN else None
                if source is not None and "write_bib(" in source.text:
                    names.update(_WRITE_BIB.findall(source.text))
            self._made[main.parent] = frozenset(names)
        return self._made[main.parent]

    def printed_list(self, main: Path, parts: Iterable[ManuscriptFile]) -> ManuscriptFile | None:
        """Return the list of works that BibTeX or biber has made (``.bbl``), which LaTeX reads in place of the
        bibliographies: the one next to the document or in its ``filecontents``. Publishers and arXiv want it
        without the ``.bib`` files.
        """
        name = f"{main.stem}.bbl"
        path = main.with_suffix(".bbl")
        if main.suffix.lower() not in TEX:
            return None
        source = None
        for part in parts:
            for one in part.cited.written:
                if one.name == name:
                    source = Source(str(path), part.source.text[one.span.start : one.span.end])
        if source is None and is_file(path) and is_inside(path, main):
            source = self.manuscripts.source(path)
        if source is None:
            return None
        cited = self.manuscripts.cited(source, path, None, main)
        keys = [CitedKey(one["key"], Span(*one.span("key"))) for one in _ENTRY_OF_BIBLATEX.finditer(source.text)]
        return ManuscriptFile(source, replace(cited, defined=(*cited.defined, *keys)))

    def kinds_of_references(self, main: Path) -> frozenset[str]:
        """Return the kinds of cross-references that the settings of a Quarto project define, and the labels that
        other chapters of a book in Markdown give to their figures, tables and formulas (``{#eq:sum}``).
        """
        if main.suffix.lower() not in (".qmd", ".rmd", ".md", ".markdown", ".ipynb"):
            return frozenset()
        kinds = frozenset(chain.from_iterable(one.kinds for one in self.settings(main)))
        if not _REFERENCE.search(self._text(main)):
            return kinds
        suffix = main.suffix.lower()
        key = self._top(main), suffix
        if key not in self._labels:  # each chapter of a book requests the same ones
            chapters = (one for one in self.files_around(main) if one.suffix.lower() == suffix)
            labels = (LABEL.findall(self._text(one).decode("utf-8", "replace")) for one in chapters)
            self._labels[key] = frozenset(chain.from_iterable(labels))
        return kinds | self._labels[key]

    def macros_of_styles(self, main: Path, parts: Iterable[ManuscriptFile]) -> frozenset[str]:
        """Return the macros in lower case that the styles define which a document names and that lie next to it
        (``MACRO``), and ``ieee_`` where it loads the abbreviations of IEEE that come with TeX.
        """
        found: set[str] = set()
        for part in parts if main.suffix.lower() in TEX else ():
            for declared in _STYLE.finditer(part.source.text):
                path = main.parent / f"{declared['name'].strip()}.bst"
                self.looked_for.add(str(path))
                data = self.data(path) if is_file(path) and is_inside(path, main) else None
                found.update(name.decode("ascii", "replace").lower() for name in _STYLE_MACRO.findall(data or b""))
            if any(named.name.lower() in ABBREVIATIONS for named in part.cited.bibliographies):
                found.add("ieee_")
        return frozenset(found)

    # --- the documents of a file

    def documents_with(self, path: Path, stems: Iterable[str] = ()) -> list[Assembled]:
        """Return the documents of the project that take a file in, or that cite from it, at most eight.

        A file states itself which document it belongs to (``% !TeX root``, ``\\documentclass[...]{subfiles}``), or a document
        names it, directly or by way of other files.
        """
        declared = [one for root in self._declared_by(path) if (one := self.assembled(root))]
        if declared:
            return declared
        found = []
        for candidate in self._mentioning(path, stems):
            one = self.assembled(candidate)
            if one is None or os.path.abspath(candidate) == os.path.abspath(path):
                continue
            if one.has(path) or (path.suffix.lower() in READABLE and self.cites_from(one, path)):
                found.append(one)
        # a chapter that is a document too is judged with the whole that includes it
        inner = {os.path.abspath(part.source.name) for one in found for part in one.parts[1:]}
        return [one for one in found if os.path.abspath(one.path) not in inner][:_MOST_DOCUMENTS]

    def cites_from(self, document: Assembled, path: Path) -> bool:
        """Whether a document names a bibliography, itself or by its settings."""
        whole = os.path.abspath(path)
        resources = self.resources(document.path, document.parts)
        return any(os.path.abspath(place) == whole for one in resources for place in one.paths)

    def _declared_by(self, path: Path) -> Iterator[Path]:
        """Yield the main files that a file of LaTeX names as its own."""
        if path.suffix.lower() not in TEX:
            return
        text = self._text(path).decode("utf-8", "replace")
        for pattern in (_ROOT, _SUBFILE):
            declared = pattern.search(text)
            if declared is None:
                continue
            for name in (declared["name"].strip(), f"{declared['name'].strip()}.tex"):
                root = path.parent / name
                self.looked_for.add(str(root))
                same = os.path.abspath(root) == os.path.abspath(path)
                if is_file(root) and not same and is_within(root, self._roots(path)):
                    yield Path(os.path.normpath(root))
                    return

    def is_part(self, path: Path, text: str) -> bool:
        """Whether a file looks like a part of a document: LaTeX without a class, or with that of parts."""
        if path.suffix.lower() in TEX:
            return _MAIN.search(text) is None or _PART_CLASS.search(text) is not None
        return True

    def assembled(self, path: Path) -> Assembled | None:
        """Return a document with its files; None if it cannot be read."""
        whole = os.path.abspath(path)
        if whole not in self._assembled:
            source = self.manuscripts.source(path)
            if source is None or path.suffix.lower() not in suffixes():
                self._assembled[whole] = None
            else:
                self._assembled[whole] = self.document(path, source)
        return self._assembled[whole]

    def document(self, path: Path, source: Source, cited: Cited | None = None) -> Assembled:
        """Return a document whose text is known, and perhaps what that cites, with its files.

        Raises :class:`~citekit.runtime.errors.UsageError` if no language has the suffix.
        """
        self.manuscripts.keep(path, source)
        parts, lost = self.manuscripts.parts(path, source, cited)
        return Assembled(path, parts, tuple(lost))

    def cited_keys(self, path: Path) -> tuple[str, ...]:
        """Return the keys that a document cites, in the order of their first citation.

        Raises :class:`~citekit.runtime.errors.UnreadableInputError` if it cannot be read, and
        :class:`~citekit.runtime.errors.UsageError` if no language has the suffix.
        """
        source = Source(str(path), decode(read_file(path), str(path)).text)
        return tuple(dict.fromkeys(cite.key for part in self.document(path, source).parts for cite in part.cited.cites))

    def _mentioning(self, path: Path, stems: Iterable[str]) -> list[Path]:
        """Return the texts that mention a file, those that mention these, and so on: one of them may be its
        document.
        """
        texts = [
            text for text in self.files_around(path) if text.suffix.lower() not in READABLE or _is_settings(text.name)
        ]
        waiting, seen, found = [path.stem, *stems], set[Path](), []
        index: dict[bytes, list[Path]] = {}
        searches = 0
        while waiting:
            stem = waiting.pop().encode("utf-8", "surrogateescape")
            searches += 1
            if searches > _MOST_SEARCHES and not index:
                index = self._by_word(texts)
            candidates = min((index.get(word, []) for word in _WORD.findall(stem)), key=len, default=texts)
            for text in candidates if index else texts:
                if text in seen or text == path or not _mentions(self._text(text), stem):
                    continue
                seen.add(text)
                if _is_settings(text.name):  # they speak for all texts below their folder
                    waiting += [] if text.name in SITE_FILES else [text.stem]  # other settings take it in
                    found += [one for one in texts if text.parent in one.parents][:_MOST_DOCUMENTS]
                    continue
                found.append(text)
                waiting.append(text.stem)
        return [one for one in dict.fromkeys(found) if self._may_be_main(one)]

    def _by_word(self, texts: Sequence[Path]) -> dict[bytes, list[Path]]:
        """For each word of a file's name, the texts that have it."""
        wanted = {word for text in texts for word in _WORD.findall(os.fsencode(text.stem))}
        found: dict[bytes, list[Path]] = {}
        for text in texts:
            for word in wanted.intersection(_WORD.findall(self._text(text))):
                found.setdefault(word, []).append(text)
        return found

    def _may_be_main(self, path: Path) -> bool:
        if not can_cite(path):
            return False
        return path.suffix.lower() not in TEX or b"\\document" in self._text(path) or b"{document}" in self._text(path)

    # --- the files of a project

    def bibliographies_around(self, path: Path) -> list[Path]:
        """Return the ``.bib`` files of the project that a file belongs to."""
        top = self._top(path)
        if top not in self._bibliographies:
            self._bibliographies[top] = [one for one in self.files_around(path) if one.suffix.lower() in BIBTEX]
        return self._bibliographies[top]

    def files_around(self, path: Path) -> list[Path]:
        """Return the texts, bibliographies and settings of the project that a file belongs to, in order, at most a few
        thousand.

        They are named from where ``path`` is: relative where it is, absolute where it is.
        """
        key = self._top(path)
        if key not in self._walked:
            self.searched.add(str(key))
            top = Path(os.path.realpath(key))
            alone = top == Path(os.path.realpath(path.absolute().parent)) and not (top / ".git").exists()
            above = [folder for folder in list(key.absolute().parents)[:2] if alone and is_in_project(folder)]
            files = _files_below(top, above)
            # files that were named by relative paths are reported by relative paths
            self._walked[key] = files if path.is_absolute() else [Path(os.path.relpath(file)) for file in files]
        return self._walked[key]

    def _top(self, path: Path) -> Path:
        """Return the top folder of the project that a file belongs to, relative where the file is."""
        if path.parent not in self._tops:
            top = min(self._roots(path), key=lambda root: len(root.parts))
            self._tops[path.parent] = top if path.is_absolute() else Path(os.path.relpath(top))
        return self._tops[path.parent]

    def _roots(self, path: Path) -> tuple[Path, ...]:
        return project_roots(path.absolute().parent)

    def _text(self, path: Path) -> bytes:
        if path not in self._texts:
            self._texts[path] = self.data(path) or b""
        return self._texts[path]


def _is_settings(name: str) -> bool:
    """Whether a file has settings of a site, or may have some that these include, whose names begin with ``_``."""
    return name in SITE_FILES or (name.startswith("_") and name.endswith((".yml", ".yaml")))


def _files_below(top: Path, above: Iterable[Path]) -> list[Path]:
    """Return the files of a folder and those below it, and the files that lie directly in the folders ``above``."""
    found: list[Path] = []
    size = 0
    ends = tuple({*suffixes(), *BIBTEX})
    for number, (place, folders, names) in enumerate(os.walk(top)):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in IGNORED_FOLDERS)
        for name in sorted(names):
            if _is_settings(name) or name.lower().endswith(ends):
                file = Path(place, name)
                with suppress(OSError):
                    size += file.stat().st_size
                found.append(file)
        if number > _MOST_FOLDERS or len(found) > _MOST_FILES or size > _MOST_BYTES:
            break
    for folder in above:
        try:
            names = sorted(os.listdir(folder))
        except OSError:
            continue
        here = [folder / name for name in names[:_MOST_FILES] if _is_settings(name) or name.lower().endswith(ends)]
        found += [file for file in here if is_file(file)]
    return found


_WORD = re.compile(b"[" + re.escape(bytes(sign for sign in range(256) if chr(sign).isalnum() or sign in b"-_")) + b"]+")
"""What :func:`_mentions` takes for one word."""
_MOST_SEARCHES = 16
"""Names that are looked for in all texts; for further ones the words of all texts are listed, which takes longer than that
for the few names that most files have."""


def _mentions(data: bytes, stem: bytes) -> bool:
    """Whether a text contains a name as a word of its own, such as ``one`` in ``{ch/one.tex}``."""
    at = data.find(stem) if stem else -1
    while at >= 0:
        around = data[max(at - 1, 0) : at] + data[at + len(stem) : at + len(stem) + 1]
        if not any(chr(sign).isalnum() or sign in b"-_" for sign in around):
            return True
        at = data.find(stem, at + 1)
    return False


def is_subfile(text: str) -> bool:
    """Whether a file of LaTeX declares itself a part of another one (``\\documentclass[main]{subfiles}``)."""
    return _SUBFILE.search(text) is not None


def files_of(paths: Iterable[Path], skipped: list[Path] | None = None) -> Iterator[tuple[Path, tuple[Path, ...]]]:
    """Yield the files, those in folders too, each once; the roots of the project for those that the user did not name.

    Hidden files of folders are ``skipped``: macOS puts a binary ``._refs.bib`` next to a file, editors a ``.#refs.bib``.
    """
    ends = (*BIBTEX, *(s for s in suffixes() if s not in NO_DOCUMENTS), ".json", ".html", ".txt")
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


def source_of(path: Path) -> Source | None:
    """Return the text of a file on the disk; None if it cannot be read."""
    try:
        return Source(str(path), decode(read_file(path), str(path)).text)
    except UnreadableInputError:
        return None


def is_bibliography(path: Path) -> bool:
    """Whether a file has a file extension of BibTeX."""
    return path.suffix.lower() in BIBTEX


def can_cite(path: Path) -> bool:
    """Whether a file has the extension of a language in which authors cite, and no program writes it."""
    return path.suffix.lower() in suffixes() and path.suffix.lower() not in NO_DOCUMENTS
