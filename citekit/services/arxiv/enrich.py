"""Adds to an entry what its record at arXiv knows: only what it lacks, by default, and every change is named.

Everything here is a function of a work, a catalogue and settings, so that it runs the same way in a loop, in processes of its
own and on a cluster. :func:`explanation` describes in sentences what was found: the record, its probability, each reason, the
other candidates, the changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Literal

from citekit.formats import rewriting
from citekit.formats.rewriting import Rewrite
from citekit.model.arxiv_paper import ArxivPaper
from citekit.model.ids import ARXIV_DOI, normal_doi
from citekit.model.work import Work, Works
from citekit.runtime.encodings import decode
from citekit.runtime.errors import CitekitError, Problem, UsageError, did_you_mean
from citekit.runtime.records import dataclass
from citekit.services.arxiv.claims import archive_of, is_arxiv, malformed_eprint
from citekit.services.arxiv.match import Answer, RecordSource, find

ADDITIONS = ("ids", "abstract", "primaryclass", "published")
"""What may be added: the identifier with its archive and class, the abstract, the class alone, DOI and journal."""

WRONG_KINDS = ("wrong-arxiv-id", "unknown-arxiv-id")
"""The kinds of problems with identifiers that entries name."""

Verdict = Literal["match", "doubtful", "none", "failed"]


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field or variable with its old value (empty if absent) and the new one.

    ``is_variable`` distinguishes a CSL variable (``DOI``) from a field that CSL has no variable for (``eprint``).
    """

    name: str
    old: str
    new: str
    is_variable: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome for one entry: the work with its additions, the result of the search, the changes, and what to know.

    ``answer`` is None if arXiv or the index could not be queried; then the work is unchanged.
    """

    work: Work
    verdict: Verdict
    answer: Answer | None = None
    changes: tuple[FieldChange, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Enriched:
    """A library with its additions, and the outcome for each entry, in order."""

    library: Works
    outcomes: tuple[Outcome, ...]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was noticed about all entries."""
        return tuple(problem for outcome in self.outcomes for problem in outcome.problems)


def additions(names: str) -> frozenset[str]:
    """Return the additions in a list such as ``ids,abstract``.

    Raises :class:`~citekit.runtime.errors.UsageError` for others.
    """
    wanted = frozenset(name for name in names.replace(" ", ",").split(",") if name)
    for name in sorted(wanted - set(ADDITIONS)):
        raise UsageError(f"nothing called {name!r} can be added", did_you_mean(name, ADDITIONS))
    return wanted


def enrich_work(work: Work, catalogue: RecordSource, add: frozenset[str], overwrite: bool = False) -> Outcome:
    """Return one entry, looked up and completed.

    Whatever the catalogue raises on purpose becomes a problem of this entry.
    """
    try:
        answer = find(work, catalogue)
    except CitekitError as error:
        problem = replace(error.problem, message=f"{_called(work)} was left as it is: {error.problem.message}")
        return Outcome(work, "failed", None, (), (problem,))
    record = answer.record
    changes = tuple(changes_of(work, record, answer, add, overwrite)) if record else ()
    return Outcome(applied(work, changes), answer.verdict, answer, changes, tuple(_problems(work, answer, changes)))


def enrich_library(
    library: Works,
    catalogue: RecordSource,
    add: frozenset[str] = frozenset({"ids"}),
    overwrite: bool = False,
    done: Callable[[int, int, str], None] = lambda *_: None,
) -> Enriched:
    """Return every entry of a library, in order; ``done`` is called after each of them."""
    outcomes: list[Outcome] = []
    for number, work in enumerate(library, 1):
        outcomes.append(enrich_work(work, catalogue, add, overwrite))
        done(number, len(library), work.id)
    return placed(library, outcomes)


def placed(library: Works, outcomes: Iterable[Outcome]) -> Enriched:
    """Return the outcomes for a library's entries, with the problems at their places in its file."""
    there = tuple(_placed(outcome, library, at) for at, outcome in enumerate(outcomes))
    return Enriched(replace(library, works=tuple(outcome.work for outcome in there)), there)


def _placed(outcome: Outcome, library: Works, at: int) -> Outcome:
    """Return the outcome with its problems at the entry's place in its file."""
    if not outcome.problems or not library.traces:
        return outcome
    trace = library.traces[at]
    return replace(outcome, problems=tuple(replace(p, source=trace.source, span=trace.span) for p in outcome.problems))


# --- what changes --------------------------------------------------------------------------------------------------


def changes_of(
    work: Work, record: ArxivPaper, answer: Answer, add: frozenset[str], overwrite: bool
) -> Iterator[FieldChange]:
    """Yield the changes that bring a record's facts into an entry: what it lacks, and with ``overwrite`` what differs."""
    eprint = work.fields.get("eprint", "")
    keeps_another = bool(eprint) and not overwrite and not _means("eprint", eprint, record.id)
    for name, value, is_variable in _facts(work, record, answer, add):
        if name == "archiveprefix" and keeps_another:  # it would make a wrong identifier look right
            continue
        old = (work.text(name) if is_variable else work.fields.get(name, "")).strip()
        if value and (not old or (overwrite and not _means(name, old, value))):
            yield FieldChange(name, old, value, is_variable)


def _facts(work: Work, record: ArxivPaper, answer: Answer, add: frozenset[str]) -> Iterator[tuple[str, str, bool]]:
    # an `eprint` of another archive (`hal`, `jstor`) is not replaced
    foreign = not is_arxiv(archive_of(work)) and bool(work.fields.get("eprint"))
    if "ids" in add and not foreign:
        yield "eprint", record.id, False
        yield "archiveprefix", "arXiv", False
    # the class belongs next to the identifier: the one that is added now, or this paper's that is there already
    eprint = work.fields.get("eprint", "")
    if not foreign and (("ids" in add and not eprint) or ("primaryclass" in add and record.id in eprint)):
        yield "primaryclass", record.primary_class, False
    if "abstract" in add:
        yield "abstract", record.abstract, True
    if "published" in add:
        if not record.doi.lower().startswith(ARXIV_DOI):
            yield "DOI", record.doi.partition(" ")[0], True
        if record.journal and work.type in ("article", "webpage", "document", "manuscript", "article-journal"):
            container = work.text("container-title").lower()
            if not container or "arxiv" in container or container == "corr":
                yield "note", f"Published in {record.journal}", True


def _means(name: str, old: str, new: str) -> bool:
    """Whether two values of a field mean the same."""
    if name == "DOI":
        return normal_doi(old) == normal_doi(new)
    if name == "eprint":
        return new in old
    return old.lower() == new.lower()


def applied(work: Work, changes: Iterable[FieldChange]) -> Work:
    """Return the work with the changes made."""
    variables, fields = dict(work.variables), dict(work.fields)
    for change in changes:
        if change.is_variable:
            variables[change.name] = change.new
        else:
            fields[change.name] = change.new
    return replace(work, variables=variables, fields=fields) if changes else work


# --- what is reported about it -----------------------------------------------------------------------------------------


def _problems(work: Work, answer: Answer, changes: tuple[FieldChange, ...]) -> Iterator[Problem]:
    for refuted in answer.refuted:
        fits = answer.best.record if answer.best else None
        hint = "remove it, or look for the right one" if refuted.certain else "check it at arXiv, or update the index"
        hint = f"the entry fits {fits.id}: {fits.title}" if fits else hint
        replaced = any(change.name == refuted.claim.field and change.old for change in changes)
        wrong = "a wrong identifier" if refuted.certain else "an identifier that could not be checked"
        message = f"{_called(work)} names {wrong} in {refuted.claim.field}: {refuted.reason}"
        if not replaced:
            yield Problem(
                message, hint, severity="warning", kind="wrong-arxiv-id" if refuted.certain else "unknown-arxiv-id"
            )
        else:
            yield Problem(f"{message}; it was replaced", hint, severity="info", kind="wrong-arxiv-id")
    if eprint := malformed_eprint(work):
        replaced = any(change.name == "eprint" and change.old for change in changes)
        hint = (
            f"the entry fits {answer.record.id}: {answer.record.title}" if answer.record else "correct it, or remove it"
        )
        message = f"{_called(work)} names no identifier in eprint: {eprint}{'; it was replaced' if replaced else ''}"
        yield Problem(message, hint, severity="info" if replaced else "warning", kind="wrong-arxiv-id")
    if answer.verdict == "doubtful" and answer.best:
        record = answer.best.record
        message = f"{_called(work)} may be {record.id}: {record.title} ({100 * answer.best.probability:.0f} % sure)"
        yield Problem(message, "--explain shows the reasons", severity="info", kind="doubtful-arxiv-id")
    if answer.record and answer.record.withdrawn:
        message = f"{_called(work)}: {answer.record.id} was withdrawn: {answer.record.comment}"
        yield Problem(message, "check whether it should be cited", severity="warning", kind="withdrawn")


def _called(work: Work) -> str:
    return f"entry '{work.id}'" if work.id else "an entry without a key"


_LONGEST = 100  # characters of a title, so that a line of the explanation fits on a wide terminal


def explanation(outcome: Outcome) -> str:
    """Return an entry with its verdict, the reasons for it, the candidates that were not chosen, and what was changed."""
    return "\n".join(_lines(outcome))


def _lines(outcome: Outcome) -> Iterator[str]:
    answer = outcome.answer
    key = outcome.work.id or "(no key)"
    if answer is None:
        yield f"{key}: failed"
        yield from (f"  {problem.message}" for problem in outcome.problems)
        return
    chosen = f" {answer.best.record.id}" if answer.best and answer.verdict != "none" else ""
    yield f"{key}: {answer.verdict}{chosen}{' (named by the entry)' if answer.claim else ''}"
    for refuted in answer.refuted:
        yield f"  not {refuted.claim.id} (in {refuted.claim.field}): {refuted.reason}"
    if answer.best:
        best = answer.best
        yield f"  {best.record.id} {100 * best.probability:.0f} %: {_short(best.record.title)}"
        for reason in best.comparison.reasons:
            yield f"  {reason.points:+6.1f}  {reason.text}"
    for other in answer.others:
        yield f"  also {other.record.id} {100 * other.probability:.0f} %: {_short(other.record.title)}"
    yield from (f"  {line}" for line in map(change_line, outcome.changes))


def change_line(change: FieldChange) -> str:
    """Return a change in a line: ``+ eprint = 2403.11421``, or ``~ eprint = old -> new`` where a value was replaced."""
    if change.old:
        return f"~ {change.name} = {_short(change.old)} -> {_short(change.new)}"
    return f"+ {change.name} = {_short(change.new)}"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST else f"{flat[: _LONGEST - 1]}…"


# A bibliography's bytes with its entries completed; everything that is not changed stays as it was.
#
# `rewriting` defines what a change is in a file of each format. A file in which nothing changes comes
# back as it came.


def rewritten(
    data: bytes,
    name: str,
    format: str,  # noqa: A002
    before: Works,
    enriched: Enriched,
) -> tuple[bytes, tuple[Problem, ...]]:
    """Return the bytes of a bibliography, read as the library ``before``, with the changes of its entries, and what
    could not be written into it.
    """
    read = zip(before, before.traces, enriched.library, enriched.outcomes, strict=True)
    changes = [Rewrite(trace.span, old, new) for old, trace, new, outcome in read if outcome.changes]
    if not changes:
        return data, ()
    decoded = decode(data, name)
    text, refused = rewriting.rewritten(decoded.text, format, changes, ())
    hint = "it is written in the file in another way than citekit writes it; complete it by hand"
    problems = tuple(
        Problem(f"{change.old.id} could not be completed", hint, None, None, "warning", "not-written")
        for change in refused
    )
    return decoded.encoding.encode(text), problems
