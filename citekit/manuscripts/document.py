"""A manuscript of several files: its main file and those that it includes, each read in its language and only once.

The languages are known by the names of files; of Markdown, the content and the settings around it state which one it is.

Many documents may share their parts (the chapters of a book, a preamble). What a file cites depends on the commands that
the files before it define; it is read again only where those that it uses are defined differently.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Protocol, cast

from citekit.manuscripts.citation import Cited, Named, ReadingContext
from citekit.manuscripts.writing import Writing
from citekit.markup.tex.definitions import TEX, Inputs, ancestors
from citekit.markup.tex.expansion import EnvironmentDefinition, Macro
from citekit.runtime import patterns as re
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.registry import stated, unit
from citekit.runtime.safe_files import is_file, project_roots
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
        """Return what a file cites."""


@cache
def suffixes() -> dict[str, str]:
    """File name suffix -> the name of its language; of two languages for one suffix the first in the alphabet."""
    found: dict[str, str] = {}
    for name, own in stated(LANGUAGES, "SUFFIXES").items():
        for suffix in own:
            found.setdefault(suffix, name)
    return found


def language_named(name: str) -> Language:
    """Return a language by its name, that of its file."""
    return cast(Language, unit(LANGUAGES, name))


def language_of(source: Source, path: Path, markdown: str = "") -> Language:
    """Return the language of a file; ``markdown`` states which one a file of Markdown is in, empty: its text and its
    folder.

    Raises :class:`~citekit.runtime.errors.UsageError` if no language has the suffix.
    """
    suffix = path.suffix.lower()
    if suffix in _MARKDOWN_SUFFIXES:
        return language_named(markdown or kind_of_markdown(source, path))
    if suffix not in suffixes():
        known = ", ".join(sorted(suffixes()))
        raise UsageError(f"'{path.name}' is in no language that cites", f"documents end in {known}")
    return language_named(suffixes()[suffix])


def kind_of_markdown(source: Source, path: Path) -> str:
    """Return which kind of Markdown a text is, by its citations and the settings around it."""
    if re.search(r"\{(?:foot)?cite(?::\w{1,20})?\}`", source.text):
        return "myst"
    if re.search(r"\{%-?\s{0,9}(?:cite|fullcite|nocite|bibliography|reference|cite_details)\b", source.text):
        return "jekyll"
    if any(is_file(folder / f"_quarto{suffix}") for folder in ancestors(path) for suffix in (".yml", ".yaml")):
        return "quarto"
    return "myst" if any(is_file(folder / "myst.yml") for folder in ancestors(path)[:3]) else "pandoc"


MOST_PARTS = 2000
"""Maximum number of files that a manuscript includes."""

_WORDS = re.compile(r"[\\{]\s{0,9}([A-Za-z@]+)")
"""The names of commands, environments and conditions; a word of the prose calls for nothing."""
_OF_MAIN = re.compile(r"\\jobname|\\start[a-z]|def\s*\\(?:no)?cite")
"""Where it matters which document a file belongs to, and that it belongs to one."""
Macros = Mapping[str, object]


@dataclass(eq=False, slots=True)
class Defined:
    """The commands that the parts of a document define: each with the numbers of its parts, in order, the last one counts.

    One table serves all parts. What a part knows of the others is looked up in it, for as many tables as parts would be
    quadratic.
    """

    values: dict[str, list[tuple[int, object]]] = field(default_factory=dict)
    by_word: dict[str, list[str]] = field(default_factory=dict)
    of_part: dict[int, Macros] = field(default_factory=dict)

    def put(self, number: int, macros: Macros) -> None:
        """Take what a part defines, in place of what it defined before."""
        for key in self.of_part.get(number, ()):
            rows = self.values[key]
            del rows[bisect_left(rows, number, key=itemgetter(0))]
        self.of_part[number] = macros
        for key, value in macros.items():
            if key not in self.values:
                self.values[key] = []
                kind, _, name = key.partition(" ")
                for word in (name, f"if{name}") if kind == "condition" else (name,):
                    self.by_word.setdefault(word, []).append(key)
            rows = self.values[key]
            rows.insert(bisect_left(rows, number, key=itemgetter(0)), (number, value))

    def value(self, key: str, without: int) -> object | None:
        """Return the definition of a command without those of one part (-1: with all); None if no other part defines it."""
        rows = self.values[key]
        at = len(rows) - 1
        if at >= 0 and rows[at][0] == without:
            at -= 1
        return rows[at][1] if at >= 0 else None

    def used_by(self, words: Iterable[str], without: int) -> dict[str, object]:
        """Return the commands of these words, with those that they use in turn, where a part is left out."""
        waiting = [word for word in words if word in self.by_word]
        seen = set(waiting)
        found: dict[str, object] = {}
        while waiting:
            for key in self.by_word[waiting.pop()]:
                value = self.value(key, without)
                if value is not None:
                    found[key] = value
                    more = (_words_of(value) & self.by_word.keys()) - seen
                    seen |= more
                    waiting += more
        return found


@dataclass(eq=False)
class ManuscriptFile:
    """A file of a manuscript and what it cites: one for all documents in which it cites the same."""

    source: Source
    cited: Cited


def places_of(parts: Sequence[ManuscriptFile], main: Path) -> list[tuple[float, ...]]:
    """Return where each part is in the whole: the offsets at which the files around it take it in, from the outside in.

    Parts that nothing names (settings, styles) are last. The places sort as their texts are read.
    """
    inputs = Inputs(suffixes(), lambda folder: project_roots(folder.absolute()))
    numbers = {_whole(Path(part.source.name)): number for number, part in enumerate(parts)}
    places: dict[int, tuple[float, ...]] = {0: ()}
    waiting = [0]
    while waiting:
        number = waiting.pop(0)
        part = parts[number]
        for named in part.cited.inputs:
            path = inputs.find(named.name, main, part.source.name)
            inner = numbers.get(_whole(path), 0) if path else 0
            if inner and inner not in places:
                places[inner] = (*places[number], named.span.start)
                waiting.append(inner)
    return [places.get(number, (float("inf"), number)) for number in range(len(parts))]


@dataclass(slots=True)
class _Read:
    """A reading of a file: what it was given, as far as that mattered, what it requested, and what came of it.

    It checked whether files exist (``checked_files``), and for commands whose names it put together (``words``).
    """

    main: str
    relevant: frozenset[tuple[str, object]]
    checked_files: dict[str, bool]
    words: dict[str, frozenset[tuple[str, object]]]
    cited: Cited


@dataclass(eq=False)
class Manuscripts:
    """Reads files with ``read`` (None: it cannot be read). ``markdown`` is the language of all files of Markdown.

    ``looked_for`` collects the names of the files that were looked for, ``parts_of_others`` those that documents include.
    """

    read: Callable[[Path], Source | None]
    markdown: str = ""
    looked_for: set[str] = field(default_factory=set)
    parts_of_others: set[str] = field(default_factory=set)
    _known: dict[str, list[_Read]] = field(default_factory=dict)
    _sources: dict[str, Source | None] = field(default_factory=dict)
    _words: dict[str, frozenset[str]] = field(default_factory=dict)
    _of_main: dict[str, bool] = field(default_factory=dict)
    _parts: dict[tuple[int, int], ManuscriptFile] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._inputs = Inputs(suffixes(), lambda folder: project_roots(folder.absolute()), self.looked_for)

    def parts(
        self, main: Path, source: Source, cited: Cited | None = None
    ) -> tuple[tuple[ManuscriptFile, ...], list[tuple[ManuscriptFile, Named]]]:
        """Return the files of a document, the main one first, and the included files that do not exist."""
        cited = cited or self.cited(source, main)
        parts = [self._part(source, cited)]
        seen = {_whole(main)}
        missing = self._follow(main, parts, seen)
        for _ in range(2):  # commands that are defined later may name files, which may define commands in turn
            known = len(parts)
            if not self._read_again(main, parts):
                break
            missing = self._follow(main, parts, seen)
            if len(parts) == known:
                break
        return tuple(parts), missing

    def _part(self, source: Source, cited: Cited) -> ManuscriptFile:
        """Return the part of a file that cites this; the same one each time."""
        return self._parts.setdefault((id(source), id(cited)), ManuscriptFile(source, cited))

    def cited(
        self, source: Source, path: Path, defined: Defined | None = None, main: Path | None = None, without: int = -1
    ) -> Cited:
        """Return what a file cites, with commands that others than the part ``without`` define; one whose suffix states
        nothing is in its main file's language.
        """
        if main and source.name not in self._of_main:
            self._of_main[source.name] = _OF_MAIN.search(source.text) is not None
        jobname = main.stem if main and self._of_main[source.name] else ""
        defined = defined or Defined()
        used = self._used(source, defined, without)
        relevant = frozenset(used.items())
        for one in self._known.get(source.name, ()):
            if (
                one.main == jobname
                and one.relevant == relevant
                and all(defined.used_by([word], without).items() == held for word, held in one.words.items())
                and all(  # the files that it looked for are there, or not, for this document as well
                    (self._inputs.find(name, main or path, str(path)) is not None) == answer
                    for name, answer in one.checked_files.items()
                )
            ):
                return one.cited

        words: dict[str, frozenset[tuple[str, object]]] = {}

        def elsewhere(word: str) -> dict[str, object]:
            found = defined.used_by([word], without)
            words[word] = frozenset(found.items())
            return found

        checked_files: dict[str, bool] = {}

        def exists(name: str) -> bool:
            checked_files[name] = self._inputs.find(name, main or path, source.name) is not None
            return checked_files[name]

        named = path if main is None or path.suffix.lower() in suffixes() else path.with_suffix(main.suffix)
        cited = language_of(source, named, self.markdown).read(
            source, ReadingContext(used, exists, "" if main is None else main.stem, elsewhere)
        )
        self._known.setdefault(source.name, []).append(_Read(jobname, relevant, checked_files, words, cited))
        return cited

    def _used(self, source: Source, defined: Defined, without: int) -> dict[str, object]:
        """Return those of the commands that a TeX file may use by their names, with those that they use."""
        if not defined.values or source.name.lower().endswith(".typ"):  # Typst requests all that it uses
            return {}
        if source.name not in self._words:
            self._words[source.name] = frozenset(_WORDS.findall(source.text))
        return defined.used_by(self._words[source.name], without)

    def _follow(self, main: Path, parts: list[ManuscriptFile], seen: set[str]) -> list[tuple[ManuscriptFile, Named]]:
        """Add the files that the parts include and that are not there yet; report those that do not exist."""
        missing: list[tuple[ManuscriptFile, Named]] = []
        written: set[str] = set()
        defined = _defined(parts)
        number = 0
        while number < len(parts) and len(parts) < MOST_PARTS:
            part = parts[number]
            number += 1
            written |= {named.name for named in part.cited.written}
            for named in (*part.cited.styles, *part.cited.inputs):
                path = self._inputs.find(named.name, main, part.source.name)
                if path is None:
                    known = not written.isdisjoint((named.name, f"{named.name}.tex"))
                    of_site = named.name.startswith("/") and main.suffix.lower() not in TEX  # "/" is that of the site
                    if not (named.optional or known or of_site):
                        missing.append((part, named))
                elif (whole := _whole(path)) not in seen:
                    seen.add(whole)
                    self.parts_of_others.add(whole)
                    source = self.source(path)
                    if source is not None:
                        parts.append(self._part(source, self.cited(source, path, defined, main)))
                        defined.put(len(parts) - 1, parts[-1].cited.macros)
        return missing

    def source(self, path: Path) -> Source | None:
        """Return the text of a file, read once."""
        whole = _whole(path)
        if whole not in self._sources:
            self._sources[whole] = self.read(path)
        return self._sources[whole]

    def keep(self, path: Path, source: Source) -> None:
        """Take a text that was read already for that of a file."""
        self._sources[_whole(path)] = source

    def _read_again(self, main: Path, parts: list[ManuscriptFile]) -> bool:
        """Read parts with the commands that the parts after them define: a preamble may be a file of its own.

        Whether one of them cites something else then.
        """
        defined = _defined(parts)
        last = max((number for number, part in enumerate(parts) if part.cited.macros), default=0)
        changed = False
        for number, part in enumerate(parts[:last]):
            path = Path(part.source.name)
            cited = self.cited(part.source, path, defined, main if number else None, without=number)
            if cited is not part.cited:
                changed = True
                parts[number] = self._part(part.source, cited)
                defined.put(number, cited.macros)
        return changed


def _defined(parts: Iterable[ManuscriptFile]) -> Defined:
    found = Defined()
    for number, part in enumerate(parts):
        found.put(number, part.cited.macros)
    return found


@cache
def _whole(path: Path) -> str:
    return os.path.abspath(path)


@cache
def _words_of(value: object) -> frozenset[str]:
    """Return the words in what a command stands for."""
    if isinstance(value, Macro):
        texts = [value.body, *(parameter.default for parameter in value.parameters)]
    elif isinstance(value, EnvironmentDefinition):
        texts = [value.begin.body, value.end.body]
    else:
        texts = []
    return frozenset(word for text in texts for word in _WORDS.findall(text))
