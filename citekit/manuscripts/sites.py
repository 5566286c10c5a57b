"""What the settings of sites and books state of citations: Sphinx, Quarto, bookdown, Jekyll, Jupyter Book, MyST, MkDocs, Pandoc.

Sources: Quarto's "Project Metadata" (``metadata-files``), Pandoc's manual, "Defaults files", jekyll-scholar's README,
"Configuration", and those of mkdocs-bibtex and sphinxcontrib-bibtex. Files of YAML are read as YAML; programs are searched.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from citekit.manuscripts.citation import Found, Named
from citekit.manuscripts.metadata import SAID, Field, cite_settings, fields_of
from citekit.markup.tex.definitions import ancestors
from citekit.markup.yaml_tree import YamlNode
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import is_within, project_roots
from citekit.runtime.span import Source, Span

R_MARKDOWN = (".rmd", ".qmd")
"""The suffixes of documents that knitr makes."""
BIBTEX = (".bib", ".bibtex")
READABLE = (*BIBTEX, ".json", ".yml", ".yaml", ".ris", ".nbib", ".enw", ".xml", ".rdf", ".mods")
"""Suffixes of the files of entries that documents cite from."""
SITE_FILES = (
    "conf.py",
    *("_quarto.yml", "_quarto.yaml", "_bookdown.yml", "_output.yml", "index.Rmd", "_config.yml", "myst.yml", "mkdocs.yml"),
    *("metadata.yaml", "metadata.yml", "defaults.yaml", "defaults.yml", "Makefile", "_metadata.yml", "_metadata.yaml"),
)  # fmt: skip
"""Where sites and books name their bibliographies."""
_MOST_FILES = 50  # files that settings include; projects have one or two, and each is read for every document

_ABOUT_CITING = re.compile(rb"bib|csl|lang|locale|style|metadata-file|crossref|scholar")
"""Settings without any of these state nothing of citations, and are not read as YAML."""
_OF_CONF_PY = re.compile(r"bibtex_bibfiles\s{0,9}=\s{0,9}(?P<names>[\[(][^\])]{0,2000}[\])]|[^\n]*)")
_OF_MAKEFILE = re.compile(r"(?:--bibliography[= ]|-M bibliography=)(?P<names>[^\n]*)")
_FILE_NAME = re.compile(r"(?:https?://|(?<![\w./*-]))[\w./*-]+\.(?:bib|json|ya?ml)\b")
_LANGUAGE_OF_SPHINX = re.compile(
    r"""^language\s{0,9}=\s{0,9}["'](?P<name>[A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?)["']""", re.MULTILINE
)
_FRONT = re.compile(r"\A---[ \t]*\r?\n(?P<yaml>.*?)^(?:---|\.\.\.)[ \t]*$", re.DOTALL | re.MULTILINE)
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?")
_HERE = "${.}/"
"""The folder of a defaults file of Pandoc, written in it."""

_OF_SCHOLAR = {"bibliography": "bibliography", "style": "csl", "locale": "lang"}
_OF_PLUGINS = {
    "bibtex": {"bib_file": "bibliography", "csl_file": "csl"},
    "citekit": {"bibliographies": "bibliography", "style": "csl", "language": "lang"},
}
"""The words of the extensions of Jekyll and MkDocs for what Pandoc's metadata have."""


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """What a file of settings states: the bibliographies, the style and the language of all texts, the further files of
    settings that it includes, and the kinds of cross-references that it defines."""

    source: Source
    bibliographies: tuple[Named, ...] = ()
    csl: Named | None = None
    language: Named | None = None
    settings: tuple[Named, ...] = ()
    kinds: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Choice:
    """What the settings of a site or book define for all its texts, and in which file (``span`` there)."""

    source: Source
    name: str
    span: Span


@lru_cache(maxsize=64)  # the documents of a folder share their settings, of which there are a few
def read_settings(name: str, data: bytes) -> SiteSettings:
    """Return what a file states, by its name; what is not YAML is read field by field.

    >>> [named.name for named in read_settings("_quarto.yml", b"bibliography: [a.bib, b.bib]").bibliographies]
    ['a.bib', 'b.bib']
    """
    text = data.decode("utf-8", "replace")
    source, file, found = Source(name, text), Path(name).name, Found()
    if not _ABOUT_CITING.search(data):
        return SiteSettings(source)
    if file in ("conf.py", "Makefile"):
        declared = (_OF_CONF_PY if file == "conf.py" else _OF_MAKEFILE).search(text)
        for match in _FILE_NAME.finditer(text, *declared.span("names")) if declared else ():
            found.bibliographies.append(Named(match[0], Span(*match.span())))
        spoken = _LANGUAGE_OF_SPHINX.search(text) if file == "conf.py" else None
        found.speaks = Named(spoken["name"], Span(*spoken.span("name"))) if spoken else None
    else:
        front = _FRONT.match(text) if file == "index.Rmd" else None
        start, end = front.span("yaml") if front else (0, 0 if file == "index.Rmd" else len(text))
        fields = fields_of(text, start, end)
        if file == "_config.yml":
            _cite_jekyll(fields, text, found)
        elif file == "mkdocs.yml":
            _cite_mkdocs(fields, text, found)
        else:
            cite_settings(fields, text, found)
    language = found.speaks if found.speaks and _LANGUAGE.fullmatch(found.speaks.name) else None
    named = sorted(map(_from_here, found.bibliographies), key=lambda one: one.span.start)
    return SiteSettings(
        source,
        tuple(dict.fromkeys(one for one in named if one.name.lower().endswith(READABLE))),
        found.csl and _from_here(found.csl),
        language,
        tuple(map(_from_here, found.settings)),
        frozenset(found.kinds),
    )


def _from_here(named: Named) -> Named:
    if not named.name.startswith(_HERE):
        return named
    bare = named.name.removeprefix(_HERE)
    return replace(named, name=bare, span=Span(named.span.end - len(bare), named.span.end))


def _named(fields: Iterable[Field], *path: str) -> YamlNode:
    """Return the value at the end of a path of keys, a null node if absent."""
    top = next((value for name, value in fields if name.text == path[0]), YamlNode(None, Span(0, 0)))
    return top.get(*path[1:])


def _cite_jekyll(fields: list[Field], text: str, found: Found) -> None:
    """Add what ``_config.yml`` states: of jekyll-scholar, whose files lie in its ``source``, and of a Jupyter Book."""
    own = Found()
    scholar = _named(fields, "scholar")
    cite_settings(scholar.pairs, text, own, _OF_SCHOLAR)
    folder = Found()
    cite_settings(scholar.pairs, text, folder, {"source": "bibliography"})
    for source in folder.bibliographies[:1]:
        place = source.name.removeprefix(".").strip("/")
        named = own.bibliographies or [Named("references.bib", source.span)]  # the name it has if none is given
        own.bibliographies = [replace(one, name=f"{place}/{one.name}" if place else one.name) for one in named]
    for one in own.bibliographies:
        found.bibliographies.append(one if Path(one.name).suffix else replace(one, name=f"{one.name}.bib"))
    found.csl, found.speaks = own.csl, own.speaks
    rest = [(name, value) for name, value in fields if name.text != "scholar"]
    cite_settings(rest, text, found, {name: to for name, to in SAID.items() if to == "bibliography"})
    cite_settings(_named(fields, "sphinx", "config").pairs, text, found, {"language": "lang"})


def _cite_mkdocs(fields: list[Field], text: str, found: Found) -> None:
    """Add what ``mkdocs.yml`` states to the plug-ins that cite, which are a list or a mapping; the theme has a language."""
    for item in _named(fields, "plugins").items:
        for name, options in item.pairs:
            cite_settings(options.pairs, text, found, _OF_PLUGINS.get(name.text, {}))
            folders = Found()
            cite_settings(options.pairs, text, folders, {"bib_dir": "bibliography"} if name.text == "bibtex" else {})
            found.bibliographies += [
                replace(one, name=f"{one.name.rstrip('/')}/*.bib") for one in folders.bibliographies
            ]
    cite_settings(_named(fields, "theme").pairs, text, found, {"language": "lang"})


def settings_around(main: Path, read: Callable[[Path], bytes | None]) -> Iterator[SiteSettings]:
    """Yield what the settings state that a document's site or book has, those of the nearest folder first.

    ``read`` gives the content of a file that is there.
    """
    seen: set[str] = set()
    for folder in ancestors(main):
        for file in SITE_FILES:
            path = folder / file
            if path == main.absolute() or (file == "index.Rmd" and main.suffix.lower() not in R_MARKDOWN):
                continue
            yield from settings_at(path, main, read, seen)


def settings_at(
    path: Path, main: Path, read: Callable[[Path], bytes | None], seen: set[str] | None = None
) -> Iterator[SiteSettings]:
    """Yield what a file of settings states and what those state that it includes (``metadata-files``), each once.

    They have to lie in the project of the document ``main``.
    """
    seen = set() if seen is None else seen
    waiting = [path]
    while waiting:
        place = Path(os.path.normpath(waiting.pop(0)))
        if str(place) in seen or not (data := read(place)):
            continue
        seen.add(str(place))
        settings = read_settings(str(place), data)
        yield settings
        inner = [place.parent / named.name for named in settings.settings[:_MOST_FILES]]
        if len(seen) < _MOST_FILES:
            waiting += [
                one for one in inner if one.suffix.lower() in (".yml", ".yaml", ".json") and is_inside(one, main)
            ]


def chosen(
    main: Path, read: Callable[[Path], bytes | None], own: Iterable[SiteSettings] = ()
) -> tuple[Choice | None, Choice | None]:
    """Return the style and the language that the settings of a site or book choose, those that are nearest.

    ``own`` are the settings that the document names itself, which count first. A style for one format (``format: html:
    csl``) is the first one.
    """
    declared = [*own, *settings_around(main, read)]
    style, language = (
        next((Choice(one.source, named.name, named.span) for one in declared if (named := getattr(one, what))), None)
        for what in ("csl", "language")
    )
    return style, language


def is_inside(path: Path, main: Path) -> bool:
    """Whether a file that a document names lies in the document's project; no file has a name with a NUL in it."""
    return "\0" not in str(path) and is_within(path, project_roots(main.absolute().parent))
