"""What stands around a document: the folders of its project, and the settings of sites and books."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from citekit import patterns as re
from citekit.disk import is_within, project_roots
from citekit.markup.inputs import ancestors

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
    "_metadata.yml": re.compile(rf"^[ \t]*{_YAML_LIST}", re.MULTILINE),
}
"""Where sites and books name their bibliographies: Sphinx, Quarto, bookdown, Jekyll, Jupyter Book, MyST."""


def folders_of_sites(main: Path) -> Iterator[Path]:
    """Where the bibliographies of the site may lie to which a document belongs."""
    for folder in ancestors(main):
        yield folder
        yield folder / "_bibliography"


def bibliography_places(name: str, main: Path, within: Path) -> Iterator[Path]:
    """Where a bibliography may lie that a file of a document names."""
    for folder in (main.parent, within.parent, Path(), *folders_of_sites(main)):
        yield folder / name


def configured(main: Path, read: Callable[[Path], bytes | None]) -> Iterator[tuple[Path, str]]:
    """The bibliographies that the settings of a site or book name, each with the file that names it.

    ``read`` gives the content of a file that is there.
    """
    for folder in ancestors(main):
        for file, pattern in SITE_FILES.items():
            path = folder / file
            if path == main.absolute() or (file == "index.Rmd" and main.suffix.lower() not in R_MARKDOWN):
                continue
            if data := read(path):
                said = pattern.search(data.decode("utf-8", "replace"))
                for name in re.findall(r"(?<![\w./-])[\w./-]+\.(?:bib|json)", said[1]) if said else ():
                    yield path, str(name)


def is_inside(path: Path, main: Path) -> bool:
    """Whether a file that a document names lies in the document's project."""
    return is_within(path, project_roots(main.absolute().parent))
