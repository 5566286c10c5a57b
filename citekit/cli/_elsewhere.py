"""Files that hold the list of a document that contains none itself: data of a template, bibliographies of LaTeX."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from citekit.runtime import patterns as re
from citekit.runtime.safe_files import is_file

if TYPE_CHECKING:
    from citekit.commands.api import Conversion

_DATA = re.compile(r"(?<!\w)(?:site\.data|\.Site\.Data|hugo\.Data|site\.Data)\.([\w-]{1,80})")
"""A data file in a template: Jekyll's ``site.data.papers`` is ``_data/papers.yml``, Hugo's ``.Site.Data.papers`` is ``data/papers.yml``."""
_SCHOLAR = re.compile(r"\{%-?\s{0,20}bibliography\b([^%]{0,200})")
"""``{% bibliography %}``, where jekyll-scholar prints a bibliography of the directory ``_bibliography``."""
_SCHOLAR_FILE = re.compile(r"(?:--file|-f)\s{1,9}([\w.-]{1,80})")
_BIBLIOGRAPHY = re.compile(r"\\(?:bibliography|addbibresource)\s{0,20}(?:\[[^\]]{0,200}\])?\s{0,20}\{([^{}]{1,300})\}")
"""``\\bibliography{papers,books}`` or ``\\addbibresource[glob]{papers.bib}``, with the names of the files."""
_CITED = re.compile(r"(?<![\w.`@])@([A-Za-z][\w:-]{0,60}(?:19|20)\d\d[a-z]?\w{0,40})(?![\w@])")
"""A citation of Pandoc whose key has a year, as keys of works do and accounts of people do not."""
_DATA_FOLDERS = ("_data", "data")
_DATA_SUFFIXES = (".yml", ".yaml", ".json", ".csv", ".tsv", ".toml")


def elsewhere(conversion: Conversion) -> Iterator[str]:
    """Yield a sentence for each document whose list is in another file, naming that file."""
    for reading in conversion.readings:
        name, text = reading.source.name, reading.source.text
        if files := list(dict.fromkeys(_named(Path(name), text, reading.format))):
            yield f"the list of {name} is in {' and '.join(files)}: give that instead"
        elif reading.format in ("markdown", "text") and (key := _CITED.search(text)):
            yield f"{name} cites with keys (@{key[1]}): fill it in with citekit format --bib, which names the bibliography"


def _named(path: Path, text: str, kind: str) -> Iterator[str]:
    if kind == "latex":
        for match in _BIBLIOGRAPHY.finditer(text):
            for name in map(str.strip, match[1].split(",")):
                yield str(path.parent / (name if name.endswith(".bib") else f"{name}.bib"))
        return
    for match in _DATA.finditer(text):
        yield _data_file(path, match[1])
    for match in _SCHOLAR.finditer(text):
        named = _SCHOLAR_FILE.search(match[1])
        yield from _scholar_files(path, named[1] if named else "")


def _scholar_files(path: Path, name: str) -> Iterator[str]:
    """Yield the file of a name, else all, in the directory ``_bibliography`` above the document; that directory if there is none."""
    folder = next((above / "_bibliography" for above in path.parents if (above / "_bibliography").is_dir()), None)
    files = sorted(folder.glob(f"{name.removesuffix('.bib') or '*'}.bib")) if folder else []
    yield from map(str, files) if files else [f"_bibliography/{name or '*.bib'}"]


def _data_file(path: Path, name: str) -> str:
    """Return the data file of this name in a directory above the document; ``_data/NAME`` if no file has it."""
    for folder in path.parents:
        for data in _DATA_FOLDERS:
            for suffix in _DATA_SUFFIXES:
                if is_file(file := folder / data / f"{name}{suffix}"):
                    return str(file)
    return f"_data/{name}"
