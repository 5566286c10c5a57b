"""The surroundings of a document: the directories of its project, and the settings of sites and books."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from citekit.manuscripts.citation import Named
from citekit.markup.inputs import ancestors
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import is_within, project_roots
from citekit.runtime.span import Source, Span

R_MARKDOWN = (".rmd", ".qmd")
"""The suffixes of documents that knitr makes."""

_YAML_LIST = r"(?:bibtex_bibfiles|bibliography):((?:[^\n]*(?:\n[ \t]*+-[^\n]*+){0,200}))"
SITE_FILES = {
    "conf.py": re.compile(r"bibtex_bibfiles\s{0,9}=\s{0,9}([\[(][^\])]{0,2000}[\])]|[^\n]*)"),
    "_quarto.yml": re.compile(rf"^[ \t]*{_YAML_LIST}", re.MULTILINE),
    "_bookdown.yml": re.compile(rf"^{_YAML_LIST}", re.MULTILINE),
    "_output.yml": re.compile(rf"^[ \t]*{_YAML_LIST}", re.MULTILINE),
    "index.Rmd": re.compile(rf"\A---[ \t]*\n[^\0]{{0,4000}}?^{_YAML_LIST}", re.MULTILINE),
    "_config.yml": re.compile(rf"^[ \t]*{_YAML_LIST}", re.MULTILINE),
    "myst.yml": re.compile(rf"^[ \t]*{_YAML_LIST}", re.MULTILINE),
    "metadata.yaml": re.compile(rf"^[ \t]*{_YAML_LIST}", re.MULTILINE),
    "metadata.yml": re.compile(rf"^[ \t]*{_YAML_LIST}", re.MULTILINE),
    "defaults.yaml": re.compile(rf"^[ \t]*{_YAML_LIST}", re.MULTILINE),
    "defaults.yml": re.compile(rf"^[ \t]*{_YAML_LIST}", re.MULTILINE),
    "Makefile": re.compile(r"(?:--bibliography[= ]|-M bibliography=)([^\n]*)"),
    "_metadata.yml": re.compile(rf"^[ \t]*{_YAML_LIST}", re.MULTILINE),
}
"""Where sites and books name their bibliographies: Sphinx, Quarto, bookdown, Jekyll, Jupyter Book, MyST, books of Pandoc."""


_FILE_NAME = re.compile(r"(?:https?://|(?<![\w./*-]))[\w./*-]+\.(?:bib|json|ya?ml)\b")


def folders_of_sites(main: Path) -> Iterator[Path]:
    """Where the bibliographies of the site may lie to which a document belongs."""
    for folder in ancestors(main):
        yield folder
        yield folder / "_bibliography"


def bibliography_places(name: str, main: Path, within: Path) -> Iterator[Path]:
    """Where a bibliography may lie that a file of a document names."""
    for folder in (main.parent, within.parent, Path(), *folders_of_sites(main)):
        yield folder / name


def configured(main: Path, read: Callable[[Path], bytes | None]) -> Iterator[tuple[Path, Named]]:
    """The bibliographies that the settings of a site or book name, each with the file that names it.

    ``read`` gives the content of a file that is there.
    """
    for folder in ancestors(main):
        for file, pattern in SITE_FILES.items():
            path = folder / file
            if path == main.absolute() or (file == "index.Rmd" and main.suffix.lower() not in R_MARKDOWN):
                continue
            if data := read(path):
                text = data.decode("utf-8", "replace")
                said = pattern.search(text)
                scholar = _SCHOLAR.search(text) if file == "_config.yml" else None
                place = _SOURCE_OF_SCHOLAR.search(scholar["inside"]) if scholar else None
                named = _BIB_OF_SCHOLAR.search(scholar["inside"]) if scholar else None
                if scholar and place:
                    name = f"{place['name'].rstrip('/')}/{named['name'] if named else 'references.bib'}"
                    start = scholar.start("inside") + place.start("name")
                    yield path, Named(name, Span(start, start + len(place["name"])))
                for match in _FILE_NAME.finditer(said[1]) if said else ():
                    start = said.start(1) + match.start() if said else 0
                    yield path, Named(match[0], Span(start, start + len(match[0])))


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
    """The folders in which TeX looks for bibliographies, and whether in those below them as well (``//``).

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
            for said in _BIBINPUTS.finditer(text):
                yield from _folders_of(said["value"].strip("\"'"), (folder, main.parent))
            for said in _SUPPORT.finditer(text) if name == "build.lua" else ():
                yield folder / said["value"], True
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


_STYLE_OF_SCHOLAR = re.compile(r"""^[ \t]+style:[ \t]*["']?(?P<name>[^\s"'#]+)""", re.MULTILINE)
_STYLE = re.compile(r"""^[ \t]*csl:[ \t]*["']?(?P<name>[^\s"'#]+)""", re.MULTILINE)
_LANGUAGE = re.compile(
    r"""^(?:lang|[ \t]+locale):[ \t]*["']?(?P<name>[A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?)["']?[ \t]*$""", re.MULTILINE
)
_SCHOLAR = re.compile(r"^scholar:[ \t]*(?:#[^\n]*)?\n(?P<inside>(?:[ \t]++[^\n]*+\n?|\n)*)", re.MULTILINE)
_SOURCE_OF_SCHOLAR = re.compile(r"""^[ \t]+source:[ \t]*["']?\.?/?(?P<name>[^\s"'#]+)""", re.MULTILINE)
_BIB_OF_SCHOLAR = re.compile(r"""^[ \t]+bibliography:[ \t]*["']?(?P<name>[^\s"'#]+)""", re.MULTILINE)
_LANGUAGE_OF_SPHINX = re.compile(
    r"""^language\s{0,9}=\s{0,9}["'](?P<name>[A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?)["']""", re.MULTILINE
)
_FRONT = re.compile(r"\A---[ \t]*\r?\n.*?^(?:---|\.\.\.)[ \t]*$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Choice:
    """What the settings of a site or book define for all its texts, and in which file (``span`` there)."""

    source: Source
    name: str
    span: Span


def chosen(main: Path, read: Callable[[Path], bytes | None]) -> tuple[Choice | None, Choice | None]:
    """The style and the language that the settings of a site or book choose: Quarto, bookdown, Jekyll, Sphinx.

    Those of the nearest folder count. A style in settings for one format (``format: html: csl``) is the first one.
    """
    style: Choice | None = None
    language: Choice | None = None
    for folder in ancestors(main):
        for file in SITE_FILES:
            path = folder / file
            if path == main.absolute() or (file == "index.Rmd" and main.suffix.lower() not in R_MARKDOWN):
                continue
            if data := read(path):
                text = data.decode("utf-8", "replace")
                source = Source(str(path), text)
                start, end = 0, len(text)
                if file == "index.Rmd":
                    front = _FRONT.match(text)
                    end = front.end() if front else 0
                if file == "_config.yml":
                    scholar = _SCHOLAR.search(text)
                    start, end = scholar.span("inside") if scholar else (0, 0)
                spoken = _LANGUAGE_OF_SPHINX if file == "conf.py" else _LANGUAGE
                styled = _STYLE_OF_SCHOLAR if file == "_config.yml" else _STYLE
                style = style or _choice(styled, source, start, end)
                language = language or _choice(spoken, source, start, end)
    return style, language


def _choice(pattern: re.Pattern[str], source: Source, start: int, end: int) -> Choice | None:
    found = pattern.search(source.text, start, end)
    return Choice(source, found["name"], Span(*found.span("name"))) if found else None


def is_inside(path: Path, main: Path) -> bool:
    """Whether a file that a document names lies in the document's project."""
    return is_within(path, project_roots(main.absolute().parent))
