"""A whole conversion: any number of inputs, what each of them gave, and the merged library with citation keys.

A :class:`Conversion` is one run. It keeps what was read of every input, what went wrong with it, and the merged library;
the command line prints from it, and :func:`citekit.convert` is its short form. The readers of documents are imported
where a document is read: a bibliography needs none of them.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import cache, partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from citekit.documents.runs import Document
from citekit.formats import files
from citekit.formats.keys import assign_keys
from citekit.model.merge import merged
from citekit.model.work import Trace, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.budget import LARGEST_ANSWER, LARGEST_INPUT, budget, seconds_for, without_collection
from citekit.runtime.config import ConvertSettings
from citekit.runtime.errors import CitekitError, MissingExtraError, Problem, UnreadableInputError, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.registry import unit, units
from citekit.runtime.safe_files import check_file, open_file, project_roots, read_file
from citekit.runtime.settings_files import lock_near
from citekit.runtime.span import Source
from citekit.text.tex_allowed import refused
from citekit.text.tex_syntax import formula_places

if TYPE_CHECKING:
    from citekit.commands.lock_file import Lock
    from citekit.extraction.corrections import Correction
    from citekit.extraction.pipeline import Reading

_READERS = "citekit.documents.readers"
DOUBTFUL_BELOW = 0.6
"""A work with a lower score is uncertain, even without a reason for low confidence."""


@dataclass(frozen=True, slots=True)
class NamedBytes:
    """An input that is not a file: what to call it (``<stdin>``) and its content."""

    name: str
    data: bytes


Readable = str | PathLike[str] | NamedBytes | Document
"""What can be converted: a path of a file or a folder, a URL, bytes with a name, or a document read before."""

Done = Callable[[int, int, str], None]
"""Called after each document: how many are done, how many there are, and the name of the one that was done last."""


@dataclass(frozen=True, slots=True)
class InputResult:
    """What one input gave.

    ``library`` holds the works as they were read; ``reading`` is how a document was read, and None if the input was
    a bibliography already or could not be read at all. In the last case ``failure`` explains why. ``format`` is the format
    of a bibliography (``bibtex``), empty for a document.
    """

    name: str
    library: Works = field(default_factory=Works)
    reading: Reading | None = None
    failure: Problem | None = None
    format: str = ""


@dataclass(frozen=True)
class Conversion:
    """One run over any number of inputs: what each of them gave, in order, and the merged library with citation keys.

    An input that cannot be read never costs the others: it is a part with a failure. ``not_kept`` counts the works that
    ``settings.keep`` left out, ``renamed`` states which keys were changed because two inputs had them,
    ``skipped`` the files of folders that are hidden, empty or binary, and that no one named. ``bibliographies`` are those
    of folders: they are read only by name, because the bibliography that is written may be next to the documents.
    """

    parts: tuple[InputResult, ...]
    library: Works
    not_kept: int = 0
    renamed: tuple[Problem, ...] = ()
    skipped: int = 0
    bibliographies: tuple[Path, ...] = ()

    @classmethod
    def of(
        cls,
        inputs: Iterable[Readable],
        settings: ConvertSettings = ConvertSettings(),  # noqa: B008 - frozen
        leave_out: Path | None = None,
        done: Done | None = None,
        corrections: Lock | None = None,
        known: Iterable[Work] = (),
    ) -> Conversion:
        """Read all inputs; folders give every readable document in them except the file ``leave_out``.

        With four documents or more, or ``settings.jobs`` above 1, they are read in processes of their own; a script
        that requests it needs the usual ``if __name__ == "__main__":``. The result is the same. ``done`` is called
        after each document. What ``corrections`` state about a source is applied, and where it states nothing, what the lock
        file near the source states. Documents are read like the works that are ``known``, and those of ``settings.known``.
        Raises :class:`~citekit.runtime.errors.UsageError` for settings that do not fit together, and
        :class:`~citekit.runtime.errors.UnreadableInputError` if known works cannot be read.
        """
        parts, skipped = read_inputs(inputs, settings, leave_out, done, corrections, known)
        others = tuple(path for path in skipped if path.suffix.lower() in _BIBLIOGRAPHIES)
        return replace(cls.finished(parts, settings), skipped=len(skipped) - len(others), bibliographies=others)

    @classmethod
    def finished(cls, parts: tuple[InputResult, ...], settings: ConvertSettings) -> Conversion:
        """Merge the results of several inputs, assign citation keys, and remove the works that do not match the query."""
        with without_collection():
            whole = assign_keys(merged(part.library for part in parts), settings.key_template)
        chosen = _keeping(settings.keep)(whole)
        renamed = tuple(problem for problem in whole.problems if problem.kind == "key-changed")
        return cls(parts, chosen, len(whole) - len(chosen), renamed)

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The parsed results of the documents among the inputs."""
        return tuple(part.reading for part in self.parts if part.reading)

    @property
    def failures(self) -> tuple[Problem, ...]:
        """One problem for each input that could not be read."""
        return tuple(part.failure for part in self.parts if part.failure)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems found while reading, input by input, without the failures of whole inputs."""
        return (*(problem for part in self.parts for problem in part.library.problems), *self.renamed)

    @property
    def read_any(self) -> bool:
        """Whether at least one input could be read."""
        return len(self.failures) < len(self.parts)

    @property
    def findings(self) -> bool:
        """Whether something needs review: an uncertain work, unparsed text of an item, or a problem."""
        unread = any(is_doubtful(trace) or trace.left_over for trace in self.library.traces)
        return unread or any(problem.severity != "info" for problem in self.problems)


def read_inputs(
    inputs: Iterable[Readable],
    settings: ConvertSettings,
    leave_out: Path | None = None,
    done: Done | None = None,
    corrections: Lock | None = None,
    known: Iterable[Work] = (),
) -> tuple[tuple[InputResult, ...], list[Path]]:
    """Return what each input gave, not merged, and which files of folders were skipped; see :meth:`Conversion.of`."""
    check(settings)
    works = (*known, *known_works(settings))
    part = partial(part_of, settings=settings, corrections=corrections, known=works)
    skipped: list[Path] = []
    found = list(inputs_of(inputs, leave_out, skipped))
    parts = tuple(_parts(found, settings, part, done or (lambda *_: None)))
    return _read_together(parts), skipped


def check(settings: ConvertSettings) -> None:
    """Raise :class:`~citekit.runtime.errors.UsageError` for settings that do not fit together."""
    if settings.jobs < 0:
        raise UsageError(
            f"--jobs must be 0 or greater (got {settings.jobs})",
            "use 1 to read documents one at a time, 0 for one process per processor",
        )
    if settings.offline and settings.refresh:
        raise UsageError("offline and refresh are mutually exclusive", "set only one of them")
    _keeping(settings.keep)


def _keeping(text: str) -> Callable[[Works], Works]:
    """Return a filter for the works that match a query. Raise ``UsageError`` if ``text`` is not a query."""
    if not text.strip():
        return lambda library: library
    from citekit.model.query import kept, query  # imported here because most runs have no query

    query(text)
    return partial(kept, text=text)


def numbers_of(part: InputResult) -> Counter[str]:
    """Return the counts of one input, which can be added up."""
    reading, read = part.reading, part.failure is None
    if reading is None:
        return Counter({"documents": 1, "read": int(read), "loaded": len(part.library)})
    doubtful = sum(map(is_doubtful, reading.library.traces))
    understood, left_out = len(reading.library.traces) - doubtful, len(reading.left_out)
    numbers = {"seen": reading.seen, "understood": understood, "doubtful": doubtful, "left out": left_out}
    return Counter({"documents": 1, "read": 1, "loaded": 0, **numbers})


def is_doubtful(trace: Trace) -> bool:
    """Whether the entry needs review: its score is low, or the parser recorded a reason for low confidence."""
    return bool(trace.doubts) or trace.score < DOUBTFUL_BELOW


@dataclass(frozen=True, slots=True)
class _Address:
    """A URL, or what looks like one."""

    name: str


Input = NamedBytes | Document | Path | InputResult | _Address
"""One input: what is to be read, or the part that explains why it cannot be."""

_BIBLIOGRAPHIES = (".bib", ".bibtex", ".enw", ".nbib", ".ris")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,30}://")


def inputs_of(inputs: Iterable[Readable], leave_out: Path | None, skipped: list[Path] | None = None) -> Iterator[Input]:
    """Yield the inputs with folders replaced by the documents in them, each file once; a failed part for an empty folder.

    Hidden, empty and binary files of folders are ``skipped``, and bibliographies.
    """
    aside = [] if skipped is None else skipped
    seen = {leave_out.absolute()} if leave_out else set()
    named = set(seen)
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
            named.add(path.absolute())
            yield path
            continue
        found, roots = list(_documents_in(path, aside)), project_roots(path)
        items = [_found(file, roots) for file in found if file.absolute() not in seen]
        texts = [item for item in items if not (isinstance(item, Path) and _has_no_text(item))]
        aside += [item for item in items if isinstance(item, Path) and item not in texts]
        if not texts and (items or not found):
            suffixes = ", ".join(sorted(_document_suffixes()))
            yield InputResult(
                str(path), failure=Problem(f"{path} contains no documents", f"documents end in {suffixes}")
            )
        yield from texts
        seen.update(file.absolute() for file in found)
    aside[:] = [file for file in dict.fromkeys(aside) if file.absolute() not in named]


def _found(path: Path, roots: tuple[Path, ...]) -> Input:
    """Return a file that was found in a folder; a failed part if it is not one to be read, such as a link to elsewhere."""
    try:
        check_file(path, roots)
    except UnreadableInputError as error:
        return InputResult(str(path), failure=error.problem)
    return path


def _has_no_text(path: Path) -> bool:
    """Whether a file that should be text is empty or binary; what cannot be opened is for the reader to state."""
    from citekit.documents.load import is_no_text, text_format_names

    of_text = {suffix for name in text_format_names() for suffix in unit(_READERS, name).SUFFIXES}
    if path.suffix.lower() not in {*of_text, *_BIBLIOGRAPHIES}:
        return False
    try:
        return is_no_text(_content(path, _FIRST_WORDS))
    except (CitekitError, OSError):
        return False


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


@cache
def _document_suffixes() -> frozenset[str]:
    return frozenset(suffix for reader in units(_READERS) for suffix in reader.SUFFIXES)


def _documents_in(folder: Path, skipped: list[Path]) -> Iterator[Path]:
    """Yield every file below ``folder`` with a reader's suffix, in the order of names.

    Hidden ones are ``skipped``, and bibliographies.
    """
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if Path(name).suffix.lower() in _document_suffixes():
                if name.startswith("."):
                    skipped.append(Path(place, name))
                else:
                    yield Path(place, name)
            elif name == "cite.bib" and "index.md" in names:
                continue  # a page of Hugo is read with it
            elif Path(name).suffix.lower() in _BIBLIOGRAPHIES and not name.startswith("."):
                skipped += [path for path in [Path(place, name)] if not _has_no_text(path)]


def _read_together(parts: tuple[InputResult, ...]) -> tuple[InputResult, ...]:
    r"""Read bibliographies in BibTeX again as one ``\bibliography``, if one of them needs what another one defines."""
    bibtex = [place for place, part in enumerate(parts) if part.format == "bibtex" and part.failure is None]
    if len(bibtex) < 2 or not any(_needs_others(parts[place].library) for place in bibtex):
        return parts
    from citekit.formats.bibtex.read import loads_together

    sources = []
    for place in bibtex:
        part = parts[place]
        source = part.library.traces[0].source if part.library.traces else Source(part.name, "")
        if not source.text:  # a result of another process, or a file of macros alone
            try:
                text = files.text_of(read_file(part.name), part.name)[0].text
            except (CitekitError, OSError):
                return parts  # it came from elsewhere, and is not here any more
            source = Source(part.name, text.removeprefix("\ufeff"))
        sources.append(source)
    found = list(parts)
    for place, library in zip(bibtex, loads_together(sources), strict=True):
        encoding = tuple(problem for problem in parts[place].library.problems if problem.kind == "encoding")
        found[place] = replace(parts[place], library=replace(library, problems=encoding + library.problems))
    return tuple(found)


def _needs_others(library: Works) -> bool:
    """Whether a bibliography uses macros that it does not define, or names entries that it does not have."""
    if any(problem.kind == "undefined-macro" for problem in library.problems):
        return True
    keys = {key.lower() for work in library for key in work.keys}
    named = (work.fields.get(name, "") for work in library for name in ("crossref", "xdata"))
    return any(key.strip().lower() not in keys for keys_named in named if keys_named for key in keys_named.split(","))


_PATIENCE = 4.0
"""Wall-clock seconds that a document may take per second of its processor time before its process is terminated: other
processes need the processor as well."""
MANY = 4
"""Minimum number of documents for which starting processes is faster than reading them one by one."""


_Read = Callable[[Input], InputResult]
"""A function that reads one input."""


def _parts(items: list[Input], settings: ConvertSettings, part: _Read, done: Done) -> Iterator[InputResult]:
    """Yield the result of each input in order. An error in one of several inputs becomes the failure of that input."""
    if len(items) > 1 and (settings.jobs > 1 or (settings.jobs == 0 and len(items) >= MANY)):
        yield from _parts_of_workers(items, settings.jobs, part, done)
        return
    for number, item in enumerate(items):
        yield part(item) if len(items) == 1 else part_or_failure(item, part)
        done(number + 1, len(items), _name(item))


def _parts_of_workers(items: list[Input], jobs: int, part: _Read, done: Done) -> Iterator[InputResult]:
    from citekit.runtime.workers import (  # imported here so that a single document waits for none of it
        TaskFailure,
        each,
        processors,
    )

    finished = 0

    def count(item: Input) -> None:
        nonlocal finished
        finished += 1
        done(finished, len(items), _name(item))

    results = each(part, items, jobs or processors(), lambda item: _PATIENCE * _seconds(item), count)
    for item, result in zip(items, results, strict=True):
        if not isinstance(result, TaskFailure):
            yield result
        elif result.late:
            yield InputResult(_name(item), failure=Problem(f"{_name(item)} is skipped: {result.reason}", "split it"))
        else:
            yield _failed(item, result.reason, result.error)


def part_or_failure(item: Input, part: _Read) -> InputResult:
    """Return the result of ``part`` for an input. An internal error becomes its failure; an error of the caller is raised."""
    try:
        return part(item)
    except Exception as error:
        return _failed(item, f"{type(error).__name__}: {error}", error)


def _failed(item: Input, reason: str, error: Exception | None) -> InputResult:
    """Return the result of an input on which citekit failed internally. Errors of the caller are raised again."""
    if error and (isinstance(error, CitekitError) or os.environ.get("CITEKIT_DEBUG")):
        raise error
    message = f"{_name(item)} could not be read, internal error: {reason}"
    return InputResult(
        _name(item), failure=Problem(message, "this is a bug in citekit; set CITEKIT_DEBUG=1 to see the traceback")
    )


def _seconds(item: Input) -> float:
    """Return the processor seconds that reading an input may take."""
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


def known_works(settings: ConvertSettings) -> Iterator[Work]:
    """Yield the works of the bibliographies that are known to be right.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` for a file that is missing or no bibliography.
    """
    for name in settings.known:
        path = Path(name)
        if not _is_folder(path) and not _bibliography_format(path.suffix, _content(path, _FIRST_WORDS), ""):
            hint = (
                f"convert it first, review the entries, and specify the bibliography: citekit convert {name} -o OUT.bib"
            )
            raise UnreadableInputError(f"{name} is not a bibliography", hint)
        with budget(name, _seconds(path)):
            yield from files.load(path)


def part_of(
    item: Input, settings: ConvertSettings, corrections: Lock | None, known: Sequence[Work] = ()
) -> InputResult:
    """Read one input. A failure becomes part of the result."""
    if isinstance(item, InputResult):
        return item
    try:
        with budget(_name(item), _seconds(item)):
            if isinstance(item, Document):
                return _converted(item, settings, corrections, known)
            if isinstance(item, _Address):
                return _fetched(item.name, settings, corrections, known)
            wanted = "text" if settings.each_line else settings.format
            name = _name(item)
            head = item.data[:_FIRST_WORDS] if isinstance(item, NamedBytes) else _content(item, _FIRST_WORDS)
            bibliography = _bibliography_format(Path(name).suffix, head, wanted)
            foreign = next((name for name, begins in _FOREIGN.items() if begins.match(head)), "") if not wanted else ""
            if foreign and (not bibliography or foreign.endswith("XML")):  # EndNote's XML has the same suffix
                message = f"{name} is {foreign}, which citekit does not read"
                raise UnreadableInputError(message, "export RIS or BibTeX there")
            if bibliography:
                data = item.data if isinstance(item, NamedBytes) else _content(item, LARGEST_INPUT + 1)
                near = None if isinstance(item, NamedBytes) else files.near_files(item)
                return InputResult(name, files.read_text(data, name, bibliography, near)[2], format=bibliography)
            from citekit.documents.load import read_bytes, read_path, start_reader

            if start_reader(head, wanted):
                import citekit.extraction.pipeline  # noqa: F401 - here, for it takes as long as the start of a process
            if isinstance(item, NamedBytes):
                return _converted(read_bytes(item.data, name, wanted), settings, corrections, known)
            return _converted(read_path(item, wanted), settings, corrections, known)
    except (UnreadableInputError, MissingExtraError) as error:
        return InputResult(_name(item), failure=error.problem)


def _name(item: Input) -> str:
    if isinstance(item, Document):
        return item.source.name
    return str(item) if isinstance(item, Path) else item.name


_FOREIGN = {
    "Web of Science's tagged format": re.compile(
        rb"(?:\xef\xbb\xbf)?\s{0,40}(?:FN [^\r\n]{1,200}\s+VR [0-9.]+\s+)?(?:PT [A-Z]|FN (?:Clarivate|Thomson|ISI))[^\r\n]{0,80}\r?\n(?:[A-Z][A-Z0-9] |VR )"
    ),
    "Web of Science's table": re.compile(rb"(?:\xef\xbb\xbf|\xff\xfe)?PT\tAU\t"),
    "a tagged format": re.compile(
        rb"\A(?=(?:[^\r\n]*+[\r\n]++){0,30}?(?:AU|A1)(?: {1,2}-|:) )(?=(?:[^\r\n]*+[\r\n]++){0,30}?(?:TI|T1)(?: {1,2}-|:) )"
        rb"(?:Record \d{1,6} of \d{1,6}\s{1,9})?\s{0,9}[A-Z][A-Z0-9](?: {1,2}-|:) "
    ),
    "PubMed's XML": re.compile(rb"(?s)\s{0,40}<.{0,600}?<PubmedArticle"),
    "MARC's XML": re.compile(rb"(?s)\s{0,40}<.{0,600}?MARC21/slim"),
    "MARC": re.compile(rb"[0-9]{5}[acdnp][a-z]{2}[ a-z][ a][0-9]{7}"),
}
"""Bibliographic formats by their beginnings that no reader is for, and that would be read as prose otherwise."""


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
"""What a server's word for the content stands for; of other types the address and the content show more."""


def _fetched(address: str, settings: ConvertSettings, corrections: Lock | None, known: Sequence[Work]) -> InputResult:
    """Return what is at a URL, with a warning where only an old copy of it could be read."""
    from citekit.documents.load import read_bytes
    from citekit.runtime.http import Client  # imported here so that what needs no network loads none of it

    with Client(settings.offline, settings.refresh) as client:
        fetched = client.get(address)
    data, wanted = fetched.as_utf8(), "text" if settings.each_line else settings.format
    suffix = _SUFFIX_OF_TYPE.get(fetched.content_type) or Path(urlsplit(fetched.address).path).suffix
    bibliography = _bibliography_format(suffix, data[:_FIRST_WORDS], wanted)
    part = (
        InputResult(address, files.loads(data, bibliography, address), format=bibliography)
        if bibliography
        else _converted(read_bytes(data, address, wanted), settings, corrections, known)
    )
    if fetched.old_copy_of is None:
        return part
    when = f"{fetched.old_copy_of:%Y-%m-%d %H:%M} UTC"
    problem = Problem(
        f"{address} could not be read again; what was there on {when} is used", severity="warning", kind="old-copy"
    )
    return replace(part, library=replace(part.library, problems=(problem, *part.library.problems)))


def _converted(
    document: Document, settings: ConvertSettings, corrections: Lock | None, known: Sequence[Work]
) -> InputResult:
    from citekit.extraction.pipeline import convert_document, convert_lines

    applied: tuple[Correction, ...] = ()
    works = (*known,)
    if corrections or lock_near(document.source.name).is_file():
        from citekit.commands.lock_file import told_of  # imported here because few conversions have a lock file

        applied, corrected = told_of(document.source.name, corrections)
        works = (*corrected, *known)
    with without_collection():
        reading = (
            convert_lines(document.source, settings, applied, works)
            if settings.each_line
            else convert_document(document, settings, applied, works)
        )
    refused = tuple(refused_formulas(reading.library))
    library = replace(reading.library, problems=(*document.problems, *reading.library.problems, *refused))
    return InputResult(document.source.name, library, reading)


def refused_formulas(library: Works) -> Iterator[Problem]:
    """Yield a warning for each formula with a command that does not pass; such a formula is written as text.

    Works and traces of the library are parallel.
    """
    for work, trace in zip(library.works, library.traces, strict=True):
        for name, value in work.variables.items():
            if not isinstance(value, str) or "\\" not in value:
                continue
            found = [one for start, end in formula_places(value) for one in refused(value[start:end], unknown=True)]
            if found:
                place = trace.evidence.get(name)
                why = f"it {found[0].act}" if found[0].act else "it is unknown"
                message = f"the LaTeX command {found[0].command} in a formula of the {name} is read as text: {why}"
                span = place.span if place else trace.span
                yield Problem(message, "write what it prints", trace.source, span, "warning", "refused-command")


_FIRST_WORDS = 64 * 1024


def _bibliography_format(suffix: str, head: bytes, wanted: str) -> str:
    """Return the format of an input that is a bibliography: the wanted one, or by its suffix or first words; else empty."""
    if wanted:
        from citekit.documents.load import format_names

        return wanted if wanted in files.format_names() and wanted not in format_names() else ""
    text = head.decode("utf-8", "replace").removeprefix("\ufeff")
    return files.readable_format(suffix.lower(), text)
