"""A conversion on a Dask cluster: workers read documents, or ranges of a file of references, and write the bibliography.

The process that requests it carries no entry: it receives numbers and problems. Every document is read by a worker, and one
worker merges what all have read, as :class:`~citekit.commands.convert.Conversion` does. The references of one file, one per line,
are not merged: there the workers read ranges of bytes, one of them tells the citation keys of all apart, and each part of
the bibliography is written by itself. The result is the same as that of one process. A run that was interrupted begins again.
"""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import field, replace
from functools import partial
from hmac import compare_digest, digest
from itertools import chain, islice
from pathlib import Path
from secrets import token_bytes
from typing import Any
from uuid import uuid4

from citekit.commands.convert import (
    Conversion,
    Input,
    InputResult,
    check,
    inputs_of,
    is_doubtful,
    numbers_of,
    part_of,
    part_or_failure,
)
from citekit.commands.lock_file import Lock, told_of
from citekit.documents.load import decode_lines, may_be_cut, source_of
from citekit.documents.runs import Document
from citekit.formats.files import dumps, losses
from citekit.formats.keys import told_apart, wished_keys
from citekit.model.work import Work, Works
from citekit.runtime import cluster
from citekit.runtime.cluster import ResultParts, lines_within, shared_out, workers_of
from citekit.runtime.config import ConvertSettings
from citekit.runtime.errors import Problem, UnreadableInputError, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import open_file
from citekit.runtime.span import Source, Span

BETWEEN = {"bibtex": b"\n", "biblatex": b"\n", "ris": b""}
"""Formats of which parts are written one by one, with what is between two of them."""
_HEAD = 64 * 1024


@dataclass(frozen=True, slots=True)
class ConversionJob:
    """How documents are read, and in which format, with which settings of that format, the bibliography is written.

    The ``seal`` is known to the workers of one run alone: what they have not written themselves they do not take.
    """

    settings: ConvertSettings
    format: str
    written: Any = None
    corrections: Lock | None = None
    known: tuple[Work, ...] = ()
    seal: bytes = field(default_factory=partial(token_bytes, 32))


@dataclass(frozen=True, slots=True)
class Range:
    """The lines of a file that begin between two of its bytes."""

    path: Path
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PartReport:
    """What is to be reported of a part: numbers, problems with their places, and why nothing could be read.

    The numbers are those of :func:`~citekit.commands.convert.numbers_of`, of the ``works``, of those that are ``kept`` and ``not
    kept`` and that a person should ``look at``, and of the ``lines`` of a range. ``lost`` is what the format leaves out, and
    in how many entries.
    """

    numbers: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)
    failures: list[Problem] = field(default_factory=list)
    lost: Counter[str] = field(default_factory=Counter)

    def add(self, more: PartReport) -> None:
        """Add what is to be reported of another part."""
        self.numbers.update(more.numbers)
        self.problems.extend(more.problems)
        self.failures.extend(more.failures)
        self.lost.update(more.lost)


def convert_on(
    scheduler: str, inputs: Iterable[str], target: Path, how: ConversionJob, done: Callable[[int, int, str], None]
) -> PartReport:
    """Convert files, and folders of files, into ``target`` on the workers of a scheduler; gives what is to be reported.

    ``done`` is called after each part that was read. Nothing is written if there is no work. Raises what
    :func:`~citekit.runtime.cluster.workers_of` and :meth:`Conversion.of <citekit.commands.convert.Conversion.of>` raise.
    """
    check(how.settings)
    pieces = [list(_pieces(item, how)) for item in inputs_of(inputs, target)]
    items = list(enumerate(chain.from_iterable(pieces)))
    alone = len(pieces) == 1 and isinstance(pieces[0][0], Range) and how.format in BETWEEN and not how.settings.keep
    whole = PartReport()
    with workers_of(scheduler) as workers:
        parts = ResultParts.of(target, uuid4().hex)
        try:
            reading = shared_out(workers, partial(_read, how=how), items, parts, ".works")
            for count, report in enumerate(_placed((item for _, item in items), reading), 1):
                done(count, len(items), str(target))
                whole.add(report)
            if alone:
                list(shared_out(workers, _told_apart, [(0, len(items))], parts, ".done"))
                writing = shared_out(workers, partial(_write, how=how), items, parts)
            else:
                writing = shared_out(workers, partial(_merge, how=how), [(0, [*map(len, pieces)])], parts)
            for report in writing if whole.numbers["works"] else ():
                whole.add(report)
            if whole.numbers["kept"]:
                parts.join(len(items) if alone else 1, target, BETWEEN.get(how.format, b""))
        finally:
            parts.remove()
    return whole


def _pieces(item: Input, how: ConversionJob) -> Iterator[Input | Range]:
    """Yield what workers read of an input: the whole of it, or ranges of a file of references."""
    if not isinstance(item, Path | InputResult):
        raise UsageError("--dask requires files", "save the input as a file on a shared disk")
    is_cut = False
    if isinstance(item, InputResult) or not how.settings.each_line or not item.is_file():
        yield item if isinstance(item, InputResult) else item.absolute()
        return
    with suppress(UnreadableInputError), open_file(item) as stream:
        is_cut = may_be_cut(stream.read(_HEAD)) and not any(told_of(str(item), how.corrections))
    if not is_cut:
        yield item.absolute()
        return
    yield from (Range(item.absolute(), at, at + cluster.RANGE) for at in range(0, item.stat().st_size, cluster.RANGE))


def _placed(items: Iterable[Input | Range], reading: Iterable[PartReport]) -> Iterator[PartReport]:
    """Yield what is reported of each item: of a range with its places in the whole file, and once what concerns all of
    that.
    """
    known: set[str] = set()
    before = 0
    for item, report in zip(items, reading, strict=True):
        if not isinstance(item, Range):
            yield report
            continue
        before, problems = before if item.start else 0, []
        for problem in report.problems:
            if problem.span:
                place = f"{item.path}:{before + problem.span.start}:{problem.span.end}"
                problems.append(replace(problem, source=Source(place, ""), span=None))
            elif f"{item.path} {problem.message}" not in known:
                known.add(f"{item.path} {problem.message}")
                problems.append(problem)
        before += report.numbers["lines"]
        yield replace(report, problems=problems)


# --- on the workers ------------------------------------------------------------------------------------------------


def _read(number: int, item: Input | Range, parts: ResultParts, how: ConversionJob) -> tuple[bytes, PartReport]:
    """Read a document or a range; the part is its works, with as much of their traces as the rest needs."""
    reader = partial(part_of, settings=how.settings, corrections=how.corrections, known=how.known)
    if isinstance(item, Range):
        data = b"".join(lines_within(item.path, item.start, item.end))
        text, problems = decode_lines(data, str(item.path))
        source = source_of(text, str(item.path))
        document = Document(source, "text", (), tuple(replace(one, source=source) for one in problems))
        part = part_or_failure(document, reader)
        numbers = numbers_of(part) - Counter(dict.fromkeys(("documents", "read"), int(item.start > 0)))
        numbers["lines"] = data.count(b"\n")
    else:
        part = part_or_failure(item, reader)
        numbers = numbers_of(part)
    library, name = part.library, Source(part.name, "")
    traces = tuple(replace(trace, source=name, evidence={}, also=(), text="") for trace in library.traces)
    works = Works(library.works, traces)
    if isinstance(item, Range):
        parts.put(number, json.dumps(wished_keys(works, how.settings.key_template)).encode(), ".wished")
    numbers["works"] = len(works)
    noticed = [_without_text(problem, isinstance(item, Range)) for problem in library.problems]
    data = pickle.dumps(works)
    failures = [part.failure] if part.failure else []
    return digest(how.seal, data, "sha256") + data, PartReport(numbers, noticed, failures)


def _without_text(problem: Problem, in_range: bool) -> Problem:
    """Return a problem with its place in words, without the text that the place is in; in a range, with line and column as span."""
    if problem.source is None:
        return problem
    if in_range and problem.span:
        return replace(problem, source=None, span=Span(*problem.source.line_column(problem.span.start)))
    return replace(problem, source=Source(problem.source.place(problem.span), ""), span=None)


def _told_apart(_number: int, count: int, parts: ResultParts) -> tuple[bytes, None]:
    """Return the citation keys of all works of a number of parts, which the writers of the parts read."""
    wished = [json.loads(parts.path(at, ".wished").read_bytes()) for at in range(count)]
    keys = iter(told_apart(*([*chain.from_iterable(each)] for each in zip(*wished, strict=True))))
    for at, (its, _) in enumerate(wished):
        parts.put(at, json.dumps([*islice(keys, len(its))]).encode(), ".keys")
    return b"", None


def _write(number: int, _item: Input | Range, parts: ResultParts, how: ConversionJob) -> tuple[bytes, PartReport]:
    """Return the works of a part with the keys that they have been given, as text."""
    read, keys = _works(parts, number, how), json.loads(parts.path(number, ".keys").read_bytes())
    named = tuple(work.with_id(key) for work, key in zip(read, keys, strict=True))
    return _written(Conversion((), replace(read, works=named)), how)


def _merge(_number: int, counts: list[int], parts: ResultParts, how: ConversionJob) -> tuple[bytes, PartReport]:
    """Return the works of all parts as text, merged; ``counts`` states how many parts each input has."""
    numbers = iter(range(sum(counts)))
    inputs = [[_works(parts, at, how) for at in islice(numbers, count)] for count in counts]
    libraries = (
        Works(tuple(chain.from_iterable(inputs)), tuple(chain.from_iterable(one.traces for one in inputs)))
        for inputs in inputs
    )
    return _written(Conversion.finished(tuple(InputResult("", library) for library in libraries), how.settings), how)


def _works(parts: ResultParts, number: int, how: ConversionJob) -> Works:
    """Return what a part was read as. Raises :class:`~citekit.runtime.errors.UsageError` if another than this run
    has written it.
    """
    path = parts.path(number, ".works")
    data = path.read_bytes()
    if not compare_digest(digest(how.seal, data[32:], "sha256"), data[:32]):
        raise UsageError(f"{path} was written by another program", "use a directory that no other program writes to")
    works: Works = pickle.loads(data[32:])  # noqa: S301
    return works


def _written(conversion: Conversion, how: ConversionJob) -> tuple[bytes, PartReport]:
    """Return a bibliography, and what is to be reported of it."""
    library = conversion.library
    look = sum(is_doubtful(trace) or bool(trace.left_over) for trace in library.traces)
    numbers = Counter({"kept": len(library), "not kept": conversion.not_kept, "look at": look})
    lost = Counter[str]()
    for problem in losses(library, how.format):
        what, _, count = problem.message.rpartition(" (")
        lost[what] += int(count.partition(" ")[0])
    text = dumps(library, how.format, how.written) if library else ""
    return text.encode("utf-8", "replace"), PartReport(numbers, lost=lost)
