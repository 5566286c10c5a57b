"""What stands around a document: the folders of its project, and the settings of sites and books."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from citekit.disk import is_file, is_within, project_roots
from citekit.span import Source

R_MARKDOWN = (".rmd", ".qmd")
"""The suffixes of documents that knitr makes."""

_YAML_LIST = r"(?:bibtex_bibfiles|bibliography):((?:[^\n]*(?:\n[ \t]*-[^\n]*){0,200}))"
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


def ancestors(path: Path) -> list[Path]:
    """The folder of a file and those above it, no further than one with ``.git``, at most eight."""
    found: list[Path] = []
    for folder in list(path.absolute().parents)[:8]:
        found.append(folder)
        if (folder / ".git").exists():
            break
    return found


def folders_of_sites(main: Path) -> Iterator[Path]:
    """Where the bibliographies of the site may lie to which a document belongs."""
    for folder in ancestors(main):
        yield folder
        yield folder / "_bibliography"


def kind_of_markdown(source: Source, path: Path) -> str:
    """Which kind of Markdown a text is, by its citations and the settings around it."""
    if re.search(r"\{(?:foot)?cite(?::\w{1,20})?\}`", source.text):
        return "myst"
    if re.search(r"\{%-?\s{0,9}(?:cite|fullcite|nocite|bibliography|reference|cite_details)\b", source.text):
        return "jekyll"
    return "quarto" if any(is_file(folder / "_quarto.yml") for folder in ancestors(path)) else "pandoc"


def is_inside(path: Path, main: Path) -> bool:
    """Whether a file that a document names lies in the document's project."""
    return is_within(path, project_roots(main.absolute().parent))
