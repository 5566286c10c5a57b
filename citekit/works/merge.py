"""Several libraries as one: a publication that stands in more than one of them becomes one work."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from citekit.errors import Problem
from citekit.span import Source, Span
from citekit.works.identity import Description, Index, describe, same_work
from citekit.works.library import Works
from citekit.works.name import Name
from citekit.works.trace import Evidence, Trace
from citekit.works.work import Work


def merged(libraries: Iterable[Works]) -> Works:
    """The works of all libraries in order, each publication once; traces and problems come along.

    Whether two works of *different* libraries are one publication says :func:`~citekit.works.identity.same_work`. The
    fuller one, which has more variables and fields (of two as full the first), keeps its values and gets those it lacks
    from the other. It stands in the place of the first, under the first one's key. Its trace names the other place, and
    what came from there says so in the reason of its evidence. The works of one library are never merged with each
    other: whoever wrote them down twice may have meant it.
    """
    works: list[Work] = []
    traces: list[Trace] = []
    problems: list[Problem] = []
    described: list[Description] = []
    also: dict[int, list[tuple[Source, Span]]] = {}
    index = Index()
    for library in libraries:
        problems += library.problems
        before = len(works)
        taken: set[int] = set()
        for number, work in enumerate(library):
            trace = library.traces[number] if library.traces else _NOWHERE
            its = describe(work)
            same = [at for at in index.near(its) if same_work(described[at], its).one]
            if not same:
                works.append(work)
                traces.append(trace)
                described.append(its)
                continue
            at = next((at for at in same if at not in taken), same[0])
            taken.add(at)
            places = also.setdefault(at, list(traces[at].also))
            if _facts(work) > _facts(works[at]):
                places[:0] = [*trace.also, (traces[at].source, traces[at].span)]
            else:
                places += [(trace.source, trace.span), *trace.also]
            works[at], traces[at] = _joined((works[at], traces[at]), (work, trace))
            described[at] = describe(works[at])
        for at in (*sorted(taken), *range(before, len(works))):
            index.add(at, described[at])
    for at, places in also.items():
        traces[at] = replace(traces[at], also=tuple(places))
    return Works(tuple(works), tuple(traces), tuple(problems))


def listed_once(pairs: Iterable[tuple[Work, Trace]]) -> tuple[tuple[Work, ...], tuple[Trace, ...]]:
    """The works of one list, each publication once: of two records the fuller one stays, and both places are traced."""
    works: list[Work] = []
    traces: list[Trace] = []
    described: list[Description] = []
    also: dict[int, list[tuple[Source, Span]]] = {}
    index = Index()
    for work, trace in pairs:
        its = describe(work)
        at = next((at for at in index.near(its) if same_work(described[at], its).one), len(works))
        if at == len(works):
            works.append(work)
            traces.append(trace)
            described.append(its)
            index.add(at, its)
            continue
        places = also.setdefault(at, list(traces[at].also))
        if _facts(work) > _facts(works[at]):
            places.append((traces[at].source, traces[at].span))
            works[at], traces[at], described[at] = work, trace, its
            index.add(at, its)
        else:
            places.append((trace.source, trace.span))
    for at, places in also.items():
        traces[at] = replace(traces[at], also=tuple(places))
    return tuple(works), tuple(traces)


_NOWHERE = Trace(Source("", ""), Span(0, 0))


def _joined(first: tuple[Work, Trace], second: tuple[Work, Trace]) -> tuple[Work, Trace]:
    """One publication's two records as one: the fuller one, completed; the places are told elsewhere."""
    (work, trace), (less, its_trace) = (second, first) if _facts(second[0]) > _facts(first[0]) else (first, second)
    filled = _filled(work, less)
    completed = replace(
        work,
        id=first[0].id or second[0].id,
        variables={**work.variables, **{n: v for n, v in less.variables.items() if n in filled}},
        fields={**work.fields, **{n: v for n, v in less.fields.items() if n in filled}},
    )
    evidence = {n: e for n, e in trace.evidence.items() if _variable(n) not in filled}
    for name, found in its_trace.evidence.items():
        if _variable(name) in filled:
            evidence[name] = _from_elsewhere(found, its_trace)
    return completed, replace(trace, evidence=evidence)


def _facts(work: Work) -> int:
    return len(work.variables) + len(work.fields)


def _filled(work: Work, less: Work) -> set[str]:
    """The variables and fields that a work takes over: those it lacks, and the names of a list that it cuts short."""
    filled = (less.variables.keys() - work.variables.keys()) | (less.fields.keys() - work.fields.keys())
    if _is_cut_short(work.author) and not _is_cut_short(less.author) and len(less.author) >= len(work.author):
        filled.add("author")
    return filled


_VARIABLES = {
    "arxiv": "eprint",
    "doi": "DOI",
    "isbn": "ISBN",
    "issn": "ISSN",
    "pmid": "PMID",
    "pmcid": "PMCID",
} | dict.fromkeys(("url", "title-link", "preprint"), "URL")
"""Names of evidence by which the variables and fields are not called."""
_FROM = "; from "


def _variable(evidence: str) -> str:
    return _VARIABLES.get(evidence, evidence)


def _from_elsewhere(evidence: Evidence, trace: Trace) -> Evidence:
    """Evidence for the trace of another source: no span, which would point into the wrong text, but the place in words."""
    if _FROM in evidence.reason:
        return evidence  # it was brought along before
    place = trace.source.place(evidence.span or trace.span)
    return Evidence(None, evidence.score, f"{evidence.reason}{_FROM}{place}")


def _is_cut_short(names: tuple[Name, ...]) -> bool:
    return bool(names) and names[-1].is_others
