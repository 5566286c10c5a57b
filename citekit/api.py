"""The Python interface: read documents, convert them into libraries, load and write bibliographies.

A :class:`Conversion` is one whole run over any number of inputs. It keeps what was read of every input, what went wrong
with it, and the merged library; the command line prints from it, and :func:`convert` is its short form.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from os import PathLike
from pathlib import Path

from citekit.config import KEY_TEMPLATE, ConvertSettings
from citekit.documents.load import LARGEST_INPUT, format_names, read_bytes, read_path
from citekit.documents.model import Document
from citekit.errors import MissingExtraError, Problem, UnreadableInputError
from citekit.formats import files
from citekit.formats.files import dump, dumps, load, loads
from citekit.formats.keys import assign_keys
from citekit.publications.build import Reading, convert_document, convert_lines
from citekit.registry import units
from citekit.works.library import Library
from citekit.works.merge import merged
from citekit.works.trace import Trace

__all__ = ["Conversion", "NamedBytes", "Part", "convert", "dump", "dumps", "load", "loads", "read"]

DOUBTFUL_BELOW = 0.6
"""A work whose reading scored less than this is doubtful even where no particular doubt was raised."""


@dataclass(frozen=True, slots=True)
class NamedBytes:
    """An input that is no file: what to call it (``<stdin>``) and its content."""

    name: str
    data: bytes


Readable = str | PathLike[str] | NamedBytes | Document
"""What can be converted: a path of a file or a folder, bytes with a name, or a document that was read already."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one input gave.

    ``library`` holds the works as they were read; ``reading`` is how a document was read, and None where the input was
    a bibliography already or could not be read at all. In the last case ``failure`` says why.
    """

    name: str
    library: Library = field(default_factory=Library)
    reading: Reading | None = None
    failure: Problem | None = None


@dataclass(frozen=True)
class Conversion:
    """One run over any number of inputs: what each of them gave, in order, and the merged library with citation keys.

    An input that cannot be read never costs the others: it is a part with a failure.
    """

    parts: tuple[Part, ...]
    library: Library

    @classmethod
    def of(
        cls,
        inputs: Iterable[Readable],
        settings: ConvertSettings = ConvertSettings(),  # noqa: B008 - frozen
        leave_out: Path | None = None,
    ) -> Conversion:
        """Reads all inputs; folders give every readable document in them except the file ``leave_out``."""
        parts = tuple(_part(item, settings) for item in _files(inputs, leave_out))
        return cls(parts, assign_keys(merged(part.library for part in parts), settings.key_template))

    @property
    def readings(self) -> tuple[Reading, ...]:
        """How the documents among the inputs were read."""
        return tuple(part.reading for part in self.parts if part.reading)

    @property
    def failures(self) -> tuple[Problem, ...]:
        """Why inputs could not be read, one problem each."""
        return tuple(part.failure for part in self.parts if part.failure)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was noticed while reading, input by input; failures of whole inputs are not among them."""
        return tuple(problem for part in self.parts for problem in part.library.problems)

    @property
    def read_any(self) -> bool:
        """Whether at least one input could be read."""
        return len(self.failures) < len(self.parts)

    @property
    def findings(self) -> bool:
        """Whether a person should look at something: a doubtful work, an unread piece of an item, a problem."""
        unread = any(is_doubtful(trace) or trace.left_over for trace in self.library.traces)
        return unread or any(problem.severity != "info" for problem in self.problems)


def is_doubtful(trace: Trace) -> bool:
    """Whether a person should look at this reading: a doubt was raised, or its score is low."""
    return bool(trace.doubts) or trace.score < DOUBTFUL_BELOW


def read(path: str | PathLike[str], format: str = "") -> Document:  # noqa: A002 - the public word for it
    """Reads a document: a web page, Markdown, LaTeX, text, … as blocks of styled runs with their places.

    ``format`` is a reader's name, found out from the name and the content where empty. Raises
    :class:`~citekit.errors.UnreadableInputError` where the file is missing, empty, binary or in no known format.
    """
    return read_path(Path(path), format)


def convert(
    *inputs: Readable,
    owner: str = "",
    shape: str = "",
    each_line: bool = False,
    format: str = "",  # noqa: A002 - the public word for it
    key_template: str = KEY_TEMPLATE,
) -> Library:
    """Converts documents (paths, folders, or documents read before) into one library with citation keys.

    The options are those of :class:`~citekit.config.ConvertSettings`. Raises
    :class:`~citekit.errors.UnreadableInputError` where an input cannot be read; use :class:`Conversion` to go on with
    the others. Whether the library is empty, or has doubtful works, is left to the caller: see its ``traces``.
    """
    settings = ConvertSettings(format, each_line, owner, shape, key_template=key_template)
    conversion = Conversion.of(inputs, settings)
    for problem in conversion.failures:
        raise UnreadableInputError(problem.message, problem.hint, problem.source, problem.span)
    return conversion.library


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(LARGEST_INPUT + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UnreadableInputError(f"{path} cannot be read: {reason}", "check the name") from None


def _files(inputs: Iterable[Readable], leave_out: Path | None) -> Iterator[NamedBytes | Document | Path | Part]:
    """The inputs with folders replaced by the documents in them, each file once; a failed part for an empty folder."""
    seen = {leave_out.absolute()} if leave_out else set()
    for item in inputs:
        if isinstance(item, NamedBytes | Document):
            yield item
            continue
        path = Path(item)
        if not _is_folder(path):
            seen.add(path.absolute())
            yield path
            continue
        found = list(_documents_in(path))
        if not found:
            suffixes = ", ".join(sorted(_document_suffixes()))
            yield Part(str(path), failure=Problem(f"{path} has no document in it", f"documents end in {suffixes}"))
        yield from (file for file in found if file.absolute() not in seen)
        seen.update(file.absolute() for file in found)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


@cache
def _document_suffixes() -> frozenset[str]:
    return frozenset(suffix for reader in units("citekit.documents.readers") for suffix in reader.SUFFIXES)


def _documents_in(folder: Path) -> Iterator[Path]:
    """Every file below ``folder`` with a reader's suffix, in the order of names; nothing hidden."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith(".") and Path(name).suffix.lower() in _document_suffixes():
                yield Path(place, name)


def _part(item: NamedBytes | Document | Path | Part, settings: ConvertSettings) -> Part:
    """Reads one input; a failure becomes part of the answer."""
    if isinstance(item, Part):
        return item
    try:
        if isinstance(item, Document):
            return _converted(item, settings)
        if isinstance(item, Path):
            item = NamedBytes(str(item), _content(item))
        return _read(item, settings)
    except (UnreadableInputError, MissingExtraError) as error:
        return Part(_name(item), failure=error.problem)


def _name(item: NamedBytes | Document | Path) -> str:
    if isinstance(item, Document):
        return item.source.name
    return item.name if isinstance(item, NamedBytes) else str(item)


def _read(item: NamedBytes, settings: ConvertSettings) -> Part:
    wanted = "text" if settings.each_line else settings.format
    bibliography = _bibliography_format(item, wanted)
    if bibliography:
        return Part(item.name, loads(item.data, bibliography, item.name))
    return _converted(read_bytes(item.data, item.name, wanted), settings)


def _converted(document: Document, settings: ConvertSettings) -> Part:
    reading = convert_lines(document.source, settings) if settings.each_line else convert_document(document, settings)
    library = replace(reading.library, problems=(*document.problems, *reading.library.problems))
    return Part(document.source.name, library, reading)


_FIRST_WORDS = 64 * 1024
_BIBLIOGRAPHIES = {
    "bibtex": re.compile(r"\s*+(?:%[^\n]*+\s*+)*+@[A-Za-z]{2,30}\s{0,9}[{(]"),
    "csljson": re.compile(r"\s*+\[\s*+\{\s*+\"[A-Za-z-]{1,40}\"\s*+:"),
}
"""How the text of a bibliography begins whose name says nothing."""


def _bibliography_format(item: NamedBytes, wanted: str) -> str:
    """The format of an input that is a bibliography: the wanted one, or by its suffix or first words; else empty."""
    if wanted:
        return wanted if wanted in files.format_names() and wanted not in format_names() else ""
    by_suffix = files.readable_suffixes().get(Path(item.name).suffix.lower(), "")
    text = item.data[:_FIRST_WORDS].decode("utf-8", "replace").removeprefix("\ufeff")
    return by_suffix or next((known for known, start in _BIBLIOGRAPHIES.items() if start.match(text)), "")
