"""The languages of manuscripts, by file names and by content."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Protocol, cast

from citekit.manuscripts.citation import Cited, ReadingContext
from citekit.manuscripts.writing import Writing
from citekit.markup.inputs import ancestors
from citekit.runtime.errors import UsageError
from citekit.runtime.registry import stated, unit
from citekit.runtime.safe_files import is_file
from citekit.runtime.span import Source

LANGUAGES = "citekit.manuscripts.languages"
"""The package of the languages, one a file."""
MARKDOWN = ("pandoc", "quarto", "myst", "jekyll")
"""The languages that files of Markdown may be in."""
_MARKDOWN_SUFFIXES = (".md", ".markdown")


class Language(Protocol):
    """What a language offers: the suffixes of its files, what such a file cites, and how citations are written back."""

    NAME: str
    SUFFIXES: tuple[str, ...]
    WRITING: Writing

    def read(self, source: Source, reading: ReadingContext) -> Cited:
        """What a file cites."""


@cache
def suffixes() -> dict[str, str]:
    """File name suffix -> the name of its language; of two languages for one suffix the first in the alphabet."""
    found: dict[str, str] = {}
    for name, own in stated(LANGUAGES, "SUFFIXES").items():
        for suffix in own:
            found.setdefault(suffix, name)
    return found


def language_named(name: str) -> Language:
    """A language by its name, that of its file."""
    return cast(Language, unit(LANGUAGES, name))


def language_of(source: Source, path: Path, markdown: str = "") -> Language:
    """The language of a file; ``markdown`` says which one a file of Markdown is in, empty: its text and its folder.

    Raises :class:`~citekit.runtime.errors.UsageError` where no language has the suffix.
    """
    suffix = path.suffix.lower()
    if suffix in _MARKDOWN_SUFFIXES:
        return language_named(markdown or kind_of_markdown(source, path))
    if suffix not in suffixes():
        known = ", ".join(sorted(suffixes()))
        raise UsageError(f"'{path.name}' is in no language that cites", f"documents end in {known}")
    return language_named(suffixes()[suffix])


def kind_of_markdown(source: Source, path: Path) -> str:
    """Which kind of Markdown a text is, by its citations and the settings around it."""
    if re.search(r"\{(?:foot)?cite(?::\w{1,20})?\}`", source.text):
        return "myst"
    if re.search(r"\{%-?\s{0,9}(?:cite|fullcite|nocite|bibliography|reference|cite_details)\b", source.text):
        return "jekyll"
    if any(is_file(folder / f"_quarto{suffix}") for folder in ancestors(path) for suffix in (".yml", ".yaml")):
        return "quarto"
    return "myst" if any(is_file(folder / "myst.yml") for folder in ancestors(path)[:3]) else "pandoc"
