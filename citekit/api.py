"""The Python interface: read documents, convert them into libraries, load and write bibliographies.

A :class:`Conversion` is one whole run over any number of inputs. It keeps what was read of every input, what went wrong
with it, and the merged library; the command line prints from it, and :func:`convert` is its short form. The readers of
documents are imported where a document is read: a bibliography needs none of them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field, replace
from functools import cache, partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from citekit import patterns as re
from citekit.budget import LARGEST_ANSWER, LARGEST_INPUT, budget, seconds_for
from citekit.config import KEY_TEMPLATE, ConvertSettings, EnrichSettings
from citekit.disk import check_file, open_file, project_roots
from citekit.documents.model import Document
from citekit.errors import CitekitError, MissingExtraError, Problem, UnreadableInputError, UsageError
from citekit.formats import files
from citekit.formats.keys import assign_keys
from citekit.records import dataclass
from citekit.registry import units
from citekit.span import Source
from citekit.works.formulas import refused_formulas
from citekit.works.library import Library
from citekit.works.merge import merged
from citekit.works.trace import Trace
from citekit.works.work import Work

if TYPE_CHECKING:
    from citekit.formats.library import Library as Editable

    Works = Editable | Library | Iterable[Work]
    from citekit.arxiv.enrich import Enriched
    from citekit.lock import Lock
    from citekit.manuscripts.document import Part as ManuscriptPart
    from citekit.publications.build import Reading

__all__ = [
    "Conversion",
    "NamedBytes",
    "Part",
    "cited_keys",
    "convert",
    "dump",
    "dumps",
    "enrich",
    "format",
    "load",
    "loads",
    "read",
]

DOUBTFUL_BELOW = 0.6
"""A work whose reading scored less than this is doubtful even where no particular doubt was raised."""


@dataclass(frozen=True, slots=True)
class NamedBytes:
    """An input that is no file: what to call it (``<stdin>``) and its content."""

    name: str
    data: bytes


Readable = str | PathLike[str] | NamedBytes | Document
"""What can be converted: a path of a file or a folder, a web address, bytes with a name, or a document read before."""

Done = Callable[[int, int, str], None]
"""Told after each document: how many are done, how many there are, and the name of the one that was done last."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one input gave.

    ``library`` holds the works as they were read; ``reading`` is how a document was read, and None where the input was
    a bibliography already or could not be read at all. In the last case ``failure`` says why. ``format`` is the format
    of a bibliography (``bibtex``), empty for a document.
    """

    name: str
    library: Library = field(default_factory=Library)
    reading: Reading | None = None
    failure: Problem | None = None
    format: str = ""


@dataclass(frozen=True)
class Conversion:
    """One run over any number of inputs: what each of them gave, in order, and the merged library with citation keys.

    An input that cannot be read never costs the others: it is a part with a failure. ``not_kept`` counts the works that
    ``settings.keep`` left out.
    """

    parts: tuple[Part, ...]
    library: Library
    not_kept: int = 0

    @classmethod
    def of(
        cls,
        inputs: Iterable[Readable],
        settings: ConvertSettings = ConvertSettings(),  # noqa: B008 - frozen
        leave_out: Path | None = None,
        done: Done | None = None,
        corrections: Lock | None = None,
    ) -> Conversion:
        """Reads all inputs; folders give every readable document in them except the file ``leave_out``.

        With four documents or more, or ``settings.jobs`` above 1, they are read in processes of their own; a script
        that asks for it needs the usual ``if __name__ == "__main__":``. The result is the same. ``done`` is called
        after each document. What ``corrections`` say about a source is heeded, and where it says nothing, what the lock
        file near the source says. Raises :class:`~citekit.errors.UsageError` for settings that do not fit together.
        """
        if settings.jobs < 0:
            raise UsageError(f"{settings.jobs} documents at once are too few", "1 reads one after the other")
        if settings.offline and settings.refresh:
            raise UsageError("offline and refresh exclude each other", "leave one of them out")
        keep = _keeping(settings.keep)
        part = partial(_part, settings=settings, corrections=corrections)
        parts = tuple(_parts(list(_files(inputs, leave_out)), settings, part, done or (lambda *_: None)))
        whole = assign_keys(merged(part.library for part in parts), settings.key_template)
        chosen = keep(whole)
        return cls(parts, chosen, len(whole) - len(chosen))

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


def _keeping(text: str) -> Callable[[Library], Library]:
    """What leaves out the works that a query does not fit. Raises ``UsageError`` for what is no query."""
    if not text.strip():
        return lambda library: library
    from citekit.works.query import kept, query  # here, for most runs have no query

    query(text)
    return partial(kept, text=text)


def is_doubtful(trace: Trace) -> bool:
    """Whether a person should look at this reading: a doubt was raised, or its score is low."""
    return bool(trace.doubts) or trace.score < DOUBTFUL_BELOW


def read(path: str | PathLike[str], format: str = "") -> Document:  # noqa: A002 - the public word for it
    """Reads a document: a web page, Markdown, LaTeX, text, … as blocks of styled runs with their places.

    ``format`` is a reader's name, found out from the name and the content where empty. Raises
    :class:`~citekit.errors.UnreadableInputError` where the file is missing, empty, binary or in no known format.

    >>> read("homepage.md").format
    'markdown'
    """
    from citekit.documents.load import read_path

    return read_path(Path(path), format)


def convert(
    *inputs: Readable | Iterable[Readable],
    text: str | bytes = "",
    owner: str = "",
    shape: str = "",
    each_line: bool = False,
    format: str = "",  # noqa: A002 - the public word for it
    keep: str = "",
    key_template: str = KEY_TEMPLATE,
    jobs: int = 1,
    offline: bool = False,
    refresh: bool = False,
    progress: bool | Done = False,
) -> Editable:
    """Converts documents (paths, folders, web addresses, documents read before) into one library with citation keys.

    ``inputs`` may be lists of such as well; ``text`` is a document in memory. ``progress`` says on stderr which document
    was read, or calls what is given. The other options are those of :class:`~citekit.config.ConvertSettings`. Raises
    :class:`~citekit.errors.UnreadableInputError` where an input cannot be read; use :class:`Conversion` to go on with
    the others. Whether the library is empty, or has doubtful works, is left to the caller: see its ``traces``.

    >>> [work.id for work in convert("homepage.md")][:2]
    ['he2025efficient', 'jiang2025demystifying']
    """
    settings = ConvertSettings(
        format,
        each_line,
        owner,
        shape,
        keep=keep,
        key_template=key_template,
        jobs=jobs,
        offline=offline,
        refresh=refresh,
    )
    named = [NamedBytes("<text>", text.encode() if isinstance(text, str) else text)] if text else []
    done = _said if progress is True else progress or None
    conversion = Conversion.of([*_flat(inputs), *named], settings, done=done)
    for problem in conversion.failures:
        raise UnreadableInputError(problem.message, problem.hint, problem.source, problem.span)
    return _editable().of_works(conversion.library)


def _flat(inputs: Iterable[Readable | Iterable[Readable]]) -> Iterator[Readable]:
    """The inputs, those of lists among them."""
    for item in inputs:
        if isinstance(item, str | PathLike | NamedBytes | Document):
            yield item
        elif isinstance(item, list | tuple | set | frozenset | Iterator):
            yield from _flat(item)
        else:
            what = f"{type(item).__name__} cannot be converted"
            raise UsageError(what, "give paths, addresses or documents; convert(text=…) takes a text")


def _said(done: int, count: int, name: str) -> None:
    print(f"{done}/{count} {name}", file=sys.stderr)


def load(path: str | PathLike[str], format: str = "") -> Editable:  # noqa: A002
    """The library in a file, or in the folder of a format that has a file for each work.

    Nothing is decoded before it is asked for; ``save()`` writes what was not changed as it stood. Raises
    :class:`~citekit.errors.UsageError` for an unknown format and :class:`~citekit.errors.UnreadableInputError` where
    there is no file or nothing can be read.

    >>> [entry.key for entry in load("entries.bib")]
    ['okafor2021', 'lindqvist2023', 'amari2019']
    """
    return _editable().load(path, format)


def loads(text: str | bytes, format: str = "", name: str = "<string>") -> Editable:  # noqa: A002
    """The library in a text, whose format is found out from ``name`` or the text itself where none is given.

    Bytes are decoded as :func:`citekit.formats.encoding.decode` says. Raises what :func:`load` raises.

    >>> loads("@book{doe2020, title={Green Meadows}, year=2020}")["doe2020"]["title"]
    'Green Meadows'
    """
    return _editable().loads(text, format, name)


def _editable() -> type[Editable]:
    """The class of libraries, which a command that only reads does without."""
    from citekit.formats.library import Library as Editable

    return Editable


def _record(works: Works) -> Library:
    if isinstance(works, _editable()):
        return works.record
    return works if isinstance(works, Library) else Library(tuple(cast("Iterable[Work]", works)))


def dumps(works: Works, format: str = "bibtex", settings: Any = None) -> str:  # noqa: A002
    """A library as text of a format; one that was read in this format, as it stands with its changes.

    ``settings`` are of the class that the format names, such as :class:`~citekit.config.BibtexSettings`; with any, all
    is written anew. Raises :class:`~citekit.errors.UsageError` for a format that does not exist or cannot be written.

    >>> print(dumps([Work("book", "doe2020", {"title": "Green Meadows"})]), end="")
    @book{doe2020,
      title         = {Green Meadows},
    }
    """
    if isinstance(works, _editable()) and works.as_format(format, settings) is not None:
        return works.text if works.format in ("", "bibtex", "biblatex") or format == "bibtex" else works.rewritten
    return files.dumps(_record(works), format, settings)


def dump(
    works: Works,
    path: str | PathLike[str],
    format: str = "",  # noqa: A002
    overwrite: bool = False,
    settings: Any = None,
) -> None:
    """Writes a library to a file, whole or not at all; formats of many files write them into a folder.

    The format is that of the file name's suffix where none is given. With ``overwrite``, a ``.bib`` file that exists
    keeps its macros, comments and the layout of what says the same, and holds the works of the library afterwards.
    Raises :class:`~citekit.errors.UsageError` where a file exists and ``overwrite`` is false, where no format fits, or
    where the place cannot be written to.

    >>> dump(load("entries.bib"), "entries.ris")
    """
    target = Path(path)
    chosen = format or files.format_to_write(target)
    own = isinstance(works, _editable()) and works.path is not None and works.path.absolute() == target.absolute()
    if (
        isinstance(works, _editable())
        and (own or not target.exists())
        and works.as_format(chosen, settings) is not None
    ):
        works.save(target, overwrite)
    elif overwrite and settings is None and chosen == "bibtex" and target.is_file():
        held = _editable().load(target, chosen)
        held.hold(_record(works))
        held.save()
    else:
        files.dump(_record(works), target, chosen, overwrite, settings)


def format(  # noqa: A001 - the verb's name
    works: Works | str | PathLike[str],
    style: str | PathLike[str] = "apa",
    to: str = "text",
    language: str = "",
    **options: Any,
) -> str:
    """The bibliography of a library, or of the file of one, in a citation style; see :func:`citekit.bibliography`.

    >>> format("refs.bib", style="ieee", to="html")  # doctest: +SKIP
    """
    from citekit.csl.formatted import bibliography  # here, so that what needs no styles loads none of it

    known = load(works) if isinstance(works, str | PathLike) else works
    return bibliography(_record(known).works, style, to, language, **options)


def enrich(
    works: Works | str | PathLike[str],
    index: str | PathLike[str] = "",
    add: str = "ids",
    replace: bool = False,
    jobs: int = 1,
    offline: bool = False,
    refresh: bool = False,
) -> Editable:
    """A library (or the file of one) with the identifiers of its works at arXiv, from an index or from arXiv itself.

    The options are those of :class:`~citekit.config.EnrichSettings`. What was noticed, such as an identifier of another
    paper, is among the library's ``problems``. Raises :class:`~citekit.errors.UsageError` for settings that do not fit
    together and :class:`~citekit.errors.UnreadableInputError` where there is no such index.

    >>> library = enrich("entries.bib", index="arxiv.index")
    >>> library[0].fields.get("eprint")
    '2101.00001'
    """
    known = load(works) if isinstance(works, str | PathLike) else works
    settings = EnrichSettings(str(index), add, replace, False, jobs, "", offline, refresh)
    result = enriched(_record(known), settings)
    own = known if isinstance(known, _editable()) else _editable().of_works(_record(known))
    return own.with_works(result.library.works, result.problems)


def enriched(
    library: Library,
    settings: EnrichSettings,
    done: Done = lambda *_: None,
    told: Callable[[str], None] = lambda _: None,
) -> Enriched:
    """A library with its additions and what became of each entry; see :func:`enrich`. ``told`` hears what it will take."""
    from citekit.arxiv import run  # here, so that what needs no records loads none of it

    return run.enriched(library, settings, done, told)


@dataclass(frozen=True, slots=True)
class _Address:
    """A web address, or what looks like one."""

    name: str


_Item = NamedBytes | Document | Path | Part | _Address
"""One input: what is to be read, or the part that says why it cannot be."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,30}://")


def _files(inputs: Iterable[Readable], leave_out: Path | None) -> Iterator[_Item]:
    """The inputs with folders replaced by the documents in them, each file once; a failed part for an empty folder."""
    seen = {leave_out.absolute()} if leave_out else set()
    for item in inputs:
        if isinstance(item, NamedBytes | Document):
            yield item
            continue
        if isinstance(item, str) and _SCHEME.match(item):
            yield _Address(item)
            continue
        path = Path(item)
        if not _is_folder(path):
            seen.add(path.absolute())
            yield path
            continue
        found, roots = list(_documents_in(path)), project_roots(path)
        if not found:
            suffixes = ", ".join(sorted(_document_suffixes()))
            yield Part(str(path), failure=Problem(f"{path} has no document in it", f"documents end in {suffixes}"))
        yield from (_found(file, roots) for file in found if file.absolute() not in seen)
        seen.update(file.absolute() for file in found)


def _found(path: Path, roots: tuple[Path, ...]) -> _Item:
    """A file that was found in a folder; a failed part where it is none to be read, such as a link to elsewhere."""
    try:
        check_file(path, roots)
    except UnreadableInputError as error:
        return Part(str(path), failure=error.problem)
    return path


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


_PATIENCE = 4.0
"""So many times its seconds of the processor a document may take by the clock, before its process is ended."""
MANY = 4
"""So many documents are worth processes of their own."""


_Read = Callable[[_Item], Part]
"""What reads one input."""


def _parts(items: list[_Item], settings: ConvertSettings, part: _Read, done: Done) -> Iterator[Part]:
    """What each input gave, in order; whatever goes wrong with one of several is a failure of that one."""
    if len(items) > 1 and (settings.jobs > 1 or (settings.jobs == 0 and len(items) >= MANY)):
        yield from _parts_of_workers(items, settings.jobs, part, done)
        return
    for number, item in enumerate(items):
        yield part(item) if len(items) == 1 else _part_or_failure(item, part)
        done(number + 1, len(items), _name(item))


def _parts_of_workers(items: list[_Item], jobs: int, part: _Read, done: Done) -> Iterator[Part]:
    from citekit.workers import Lost, each, processors  # here, so that a single document waits for none of it

    finished = 0

    def count(item: _Item) -> None:
        nonlocal finished
        finished += 1
        done(finished, len(items), _name(item))

    results = each(part, items, jobs or processors(), lambda item: _PATIENCE * _seconds(item), count)
    for item, result in zip(items, results, strict=True):
        if not isinstance(result, Lost):
            yield result
        elif result.late:
            yield Part(_name(item), failure=Problem(f"{_name(item)} is left out: {result.reason}", "split it"))
        else:
            yield _failed(item, result.reason, result.error)


def _part_or_failure(item: _Item, part: _Read) -> Part:
    try:
        return part(item)
    except Exception as error:
        return _failed(item, f"{type(error).__name__}: {error}", error)


def _failed(item: _Item, reason: str, error: Exception | None) -> Part:
    """The part of an input that citekit itself failed on. Wrong use is nobody's failure but the caller's: it is raised."""
    if error and (isinstance(error, CitekitError) or os.environ.get("CITEKIT_DEBUG")):
        raise error
    message = f"{_name(item)} could not be read, internal error: {reason}"
    return Part(_name(item), failure=Problem(message, "this is a mistake in citekit; CITEKIT_DEBUG=1 shows where"))


def _seconds(item: _Item) -> float:
    """How many seconds of the processor the reading of an input may take."""
    size = 0
    try:
        if isinstance(item, Path):
            size = item.stat().st_size
        elif isinstance(item, NamedBytes | Document):
            size = len(item.data if isinstance(item, NamedBytes) else item.source.text)
        elif isinstance(item, _Address):
            size = LARGEST_ANSWER
    except (OSError, ValueError):
        pass
    return seconds_for(size)


def _part(item: _Item, settings: ConvertSettings, corrections: Lock | None) -> Part:
    """Reads one input; a failure becomes part of the answer."""
    if isinstance(item, Part):
        return item
    try:
        with budget(_name(item), _seconds(item)):
            if isinstance(item, Document):
                return _converted(item, settings, corrections)
            if isinstance(item, _Address):
                return _fetched(item.name, settings, corrections)
            return _read(item, settings, corrections)
    except (UnreadableInputError, MissingExtraError) as error:
        return Part(_name(item), failure=error.problem)


def _name(item: _Item) -> str:
    if isinstance(item, Document):
        return item.source.name
    return str(item) if isinstance(item, Path) else item.name


def _read(item: NamedBytes | Path, settings: ConvertSettings, corrections: Lock | None) -> Part:
    wanted = "text" if settings.each_line else settings.format
    name = _name(item)
    head = item.data[:_FIRST_WORDS] if isinstance(item, NamedBytes) else _content(item, _FIRST_WORDS)
    bibliography = _bibliography_format(Path(name).suffix, head, wanted)
    if bibliography:
        data = item.data if isinstance(item, NamedBytes) else _content(item, LARGEST_INPUT + 1)
        near = None if isinstance(item, NamedBytes) else files.near_files(item)
        return Part(name, files.read_text(data, name, bibliography, near)[2], format=bibliography)
    from citekit.documents.load import read_bytes, read_path

    if isinstance(item, NamedBytes):
        return _converted(read_bytes(item.data, name, wanted), settings, corrections)
    return _converted(read_path(item, wanted), settings, corrections)


def _content(path: Path, most: int) -> bytes:
    with open_file(path) as stream:
        return stream.read(most)


_SUFFIX_OF_TYPE = {
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "text/x-bibtex": ".bib",
    "application/x-bibtex": ".bib",
    "application/vnd.citationstyles.csl+json": ".json",
}
"""What a server's word for the content stands for; of other types the address and the content tell more."""


def _fetched(address: str, settings: ConvertSettings, corrections: Lock | None) -> Part:
    """What is at a web address, with a warning where only an old copy of it could be read."""
    from citekit.documents.load import read_bytes
    from citekit.fetch import Client  # here, so that what needs no network loads none of it

    with Client(settings.offline, settings.refresh) as client:
        fetched = client.get(address)
    data, wanted = fetched.as_utf8(), "text" if settings.each_line else settings.format
    suffix = _SUFFIX_OF_TYPE.get(fetched.content_type) or Path(urlsplit(fetched.address).path).suffix
    bibliography = _bibliography_format(suffix, data[:_FIRST_WORDS], wanted)
    part = (
        Part(address, files.loads(data, bibliography, address), format=bibliography)
        if bibliography
        else _converted(read_bytes(data, address, wanted), settings, corrections)
    )
    if fetched.old_copy_of is None:
        return part
    when = f"{fetched.old_copy_of:%Y-%m-%d %H:%M} UTC"
    problem = Problem(
        f"{address} could not be read again; what was there on {when} is used", severity="warning", kind="old-copy"
    )
    return replace(part, library=replace(part.library, problems=(problem, *part.library.problems)))


def _converted(document: Document, settings: ConvertSettings, corrections: Lock | None) -> Part:
    from citekit.lock import corrections_of
    from citekit.publications.build import convert_document, convert_lines

    said = corrections_of(document.source.name, corrections)
    reading = (
        convert_lines(document.source, settings, said)
        if settings.each_line
        else convert_document(document, settings, said)
    )
    told = tuple(refused_formulas(reading.library))
    library = replace(reading.library, problems=(*document.problems, *reading.library.problems, *told))
    return Part(document.source.name, library, reading)


_FIRST_WORDS = 64 * 1024


def _bibliography_format(suffix: str, head: bytes, wanted: str) -> str:
    """The format of an input that is a bibliography: the wanted one, or by its suffix or first words; else empty."""
    if wanted:
        from citekit.documents.load import format_names

        return wanted if wanted in files.format_names() and wanted not in format_names() else ""
    text = head.decode("utf-8", "replace").removeprefix("\ufeff")
    return files.readable_format(suffix.lower(), text)


def cited_keys(path: str | PathLike[str]) -> tuple[str, ...]:
    """The keys of the works that a document and the files that it takes in cite, in the order of their first citation.

    The document may be in every language of :mod:`citekit.manuscripts` (LaTeX, Markdown, Typst, an :file:`.aux` file …).
    ``*`` stands for all works of its bibliographies (``\\nocite{*}``). Raises :class:`~citekit.errors.UsageError` where
    the name says no such language, :class:`~citekit.errors.UnreadableInputError` where the file cannot be read.

    >>> cited_keys("paper.tex")  # doctest: +SKIP
    ('doe2020', 'roe2019')
    """
    parts = open_manuscript(Path(path))
    return tuple(dict.fromkeys(cite.key for part in parts for cite in part.cited.cites))


def open_manuscript(
    path: Path, source: Source | None = None, read: Callable[[Path], Source | None] | None = None
) -> tuple[ManuscriptPart, ...]:
    """A document that cites with the files that it takes in, the main one first; ``source`` is its text if it is known.

    ``read`` gives the texts of files where they are not to be read from the disk (None: it cannot be read). Raises what
    :func:`cited_keys` raises.
    """
    from citekit.disk import read_file
    from citekit.formats.encoding import decode
    from citekit.manuscripts.document import Manuscripts

    def from_disk(place: Path) -> Source | None:
        try:
            data = read_file(place)
        except UnreadableInputError:
            if place != path:
                return None
            raise
        return Source(str(place), decode(data, str(place)).text)

    manuscripts = Manuscripts(read or from_disk)
    main = source or manuscripts.source(path)
    return manuscripts.parts(path, main)[0] if main else ()
