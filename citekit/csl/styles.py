"""Styles by name: the styles of the CSL project, search among them, and dependent styles resolved.

They come with citekit, packed into one file (:mod:`citekit.csl.pack`); their licence is CC BY-SA 3.0.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

from citekit.csl.model import LARGEST, Style, read_style
from citekit.csl.pack import opened
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.registry import pairs
from citekit.runtime.safe_files import read_file
from citekit.runtime.span import Source

_TABLES = pairs("citekit.csl", "style_names.tsv")
SHORT_NAMES: Mapping[str, str] = _TABLES["short"]
"""What people call a style, in small words; a file of that very name comes first."""

NEAREST: Mapping[str, str] = _TABLES["nearest"]
"""Venues and BibTeX styles that no CSL style was written for, and the style that comes nearest."""

_OF_LATEX: Mapping[str, str] = _TABLES["latex"]
_NEAR_LATEX: Mapping[str, str] = _TABLES["latex nearest"]

_JOINTS = re.compile(r"[^a-z0-9]+|(?<=[a-z])(?=[0-9])|(?<=[0-9])(?=[a-z])")


def letters(name: str) -> str:
    """Return the letters and digits of a name, by which names are compared: ``GB/T 7714`` and ``gbt7714`` are one."""
    return _JOINTS.sub("", name.lower())


_BY_LETTERS = {letters(name): style for table in (NEAREST, SHORT_NAMES) for name, style in table.items()}


def style_called(name: str) -> str:
    """Return the style that people call so, or the empty string."""
    return _BY_LETTERS.get(letters(name), "")


def stands_in(name: str) -> str:
    """Return the style that replaces a venue without one of its own, or the empty string."""
    return NEAREST.get(name.strip().lower(), "")


def of_latex(name: str) -> tuple[str, bool]:
    """Return the style that prints what a style of BibTeX or biblatex does, and whether it prints the same.

    ``name`` may end in an option of natbib, ``plainnat+numbers``. The style is empty if none is known.
    """
    wanted = name.strip().lower()
    for choice in (wanted, wanted.partition("+")[0]):
        if choice in _OF_LATEX:
            return _OF_LATEX[choice], True
        if choice in _NEAR_LATEX:
            return _NEAR_LATEX[choice], False
    return "", False


@dataclass(frozen=True, slots=True)
class Listed:
    """A style that comes with citekit: its name, title and parent (empty for an independent one), and what it is for.

    ``format`` is how it cites (``author-date``, ``numeric``, ``note``, ``label``), ``fields`` are CSL's categories of
    disciplines, separated by spaces.
    """

    name: str
    title: str
    parent: str = ""
    format: str = ""
    locale: str = ""
    fields: str = ""


@cache
def index() -> Mapping[str, Listed]:
    """Return all styles by name.

    Raises :class:`~citekit.runtime.errors.MissingExtraError` where they were never packed, as the other functions here
    do.
    """
    return {name: Listed(name, *fields) for name, _, _, *fields in opened().rows("styles")}


def find(name: str) -> Listed:
    """Return a style by its name, by what people call it, by its title, or by its address.

    Raises :class:`~citekit.runtime.errors.UsageError` if it is unknown, naming the nearest.
    """
    styles = index()
    wanted = name.strip().rpartition("/")[2].removesuffix(".csl").lower()
    for choice in (wanted, style_called(name.strip()), re.sub(r"[\s_]+", "-", wanted), style_called(wanted)):
        if choice in styles:
            return styles[choice]
    # several styles have one title (a journal and its successor): the independent one comes first
    titled = [style for style in styles.values() if letters(style.title) == letters(name)]
    if titled and letters(name):
        return min(titled, key=lambda style: (bool(style.parent), style.name))
    from difflib import get_close_matches  # here, for few people ever need it

    known = {letters(style.name): style.name for style in index().values()}
    known |= {letters(short): style for short, style in {**NEAREST, **SHORT_NAMES}.items()}
    near = list(dict.fromkeys(known[close] for close in get_close_matches(letters(name), known, 3, _LIKE)))
    near = near or [style.name for style in search(name)[:3]]
    hint = f"did you mean {', '.join(near)}?" if near else "citekit list styles WORDS lists those that there are"
    raise UsageError(f"there is no style '{name}'", hint)


# The ratio of `difflib` from which a style's name counts as a misspelling of another one.
_LIKE = 0.8


def search(words: str, field: str = "", kind: str = "") -> list[Listed]:
    """Return the styles whose name, title or popular name has all the words, the independent and the shortest first.

    ``field`` is one of CSL's categories (``medicine``, ``law`` …), ``kind`` how a style cites (``numeric`` …).
    """
    wanted = words.lower().replace("-", " ").split()
    called: dict[str, str] = {}
    for short, name in {**NEAREST, **SHORT_NAMES}.items():
        called[name] = f"{called.get(name, '')} {short}"
    found = [
        style
        for style in index().values()
        if (not field or field in style.fields.split())
        and (not kind or style.format == kind)
        and all(
            word in style.name.replace("-", " ") or word in style.title.lower() or word in called.get(style.name, "")
            for word in wanted
        )
    ]
    return sorted(found, key=lambda style: (bool(style.parent), len(style.name), style.name))


def load(name: str) -> Style:
    """Return a style by name, or by the path of a ``.csl`` file; a dependent one gives its parent in its own language.

    Raises :class:`~citekit.runtime.errors.UsageError` for an unknown name,
    :class:`~citekit.runtime.errors.UnreadableInputError` for a file that cannot be read, and
    :class:`~citekit.csl.model.StyleError` for one that is not a style.
    """
    path = Path(name)
    if name.lower().endswith((".csl", ".xml")) or os.sep in name:
        if path.exists():
            try:
                text = read_file(path, LARGEST).decode("utf-8-sig")
            except UnicodeDecodeError as error:
                raise UnreadableInputError(
                    f"the style {path} cannot be read: {error}", "a style is UTF-8 text"
                ) from None
            return style_of(Source(str(path), text))
        if "://" not in name and not style_called(name):
            raise UnreadableInputError(
                f"there is no style file {name}", "give a path or a name of 'citekit list styles'"
            )
    listed = _listed(name) or _listed(style_called(name)) or find(name)
    style = _named(listed.parent or listed.name)
    return _in_locale(style, listed.locale) if listed.parent and listed.locale else style


def _listed(name: str) -> Listed | None:
    row = opened().row(f"styles/{name}")
    return Listed(name, *row[2:]) if row else None


def style_of(source: Source) -> Style:
    """Return a style from its text, or of one that only names its parent, the parent in its language.

    Raises :class:`~citekit.csl.model.StyleError` where it is not a style.
    """
    style = read_style(source)
    if not style.info.parent or style.citation.layout.children:
        return style
    parent = _named(find(style.info.parent).name)
    return _in_locale(parent, style.default_locale) if style.default_locale else parent


@lru_cache(maxsize=32)
def _named(name: str) -> Style:
    text = opened().text(f"styles/{name}")
    if text is None:
        raise UsageError(f"there is no style '{name}'", "citekit list styles WORDS lists those that there are")
    return read_style(Source(f"{name}.csl", text))


def _in_locale(style: Style, locale: str) -> Style:
    return replace(style, default_locale=locale)
