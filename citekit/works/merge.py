"""Several libraries as one: a publication that stands in more than one of them becomes one work."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import replace

from citekit.errors import Problem
from citekit.span import Source, Span
from citekit.text.rich import TAG
from citekit.works.library import Library
from citekit.works.name import Name
from citekit.works.trace import Evidence, Trace
from citekit.works.work import Work


def merged(libraries: Iterable[Library]) -> Library:
    """The works of all libraries in order, each publication once; traces and problems come along.

    Two works of *different* libraries are one publication when their titles have the same letters, their types are
    equal, their years are equal or one is unknown, and they share an author's family name or one names no authors. The
    fuller one, which has more variables and fields (of two as full the first), keeps its values and gets those it lacks
    from the other. It stands in the place of the first, under the first one's key. Its trace names the other place, and
    what came from there says so in the reason of its evidence. The works of one library are never merged with each
    other: whoever wrote them down twice may have meant it.
    """
    works: list[Work] = []
    traces: list[Trace] = []
    problems: list[Problem] = []
    known = _Known()
    also: dict[int, list[tuple[Source, Span]]] = {}
    for library in libraries:
        problems += library.problems
        before = len(works)
        for number, work in enumerate(library):
            trace = library.traces[number] if library.traces else _NOWHERE
            same = known.first_like(work, before)
            if same is None:
                known.add(work, len(works))
                works.append(work)
                traces.append(trace)
                continue
            places = also.setdefault(same, list(traces[same].also))
            if _facts(work) > _facts(works[same]):
                places[:0] = [*trace.also, (traces[same].source, traces[same].span)]
            else:
                places += [(trace.source, trace.span), *trace.also]
            works[same], traces[same] = _joined((works[same], traces[same]), (work, trace))
            known.add(works[same], same)
    for number, places in also.items():
        traces[number] = replace(traces[number], also=tuple(places))
    return Library(tuple(works), tuple(traces), tuple(problems))


class _Known:
    """The works so far by all that one of their kind shares with them, so that many of one title cost no more than others.

    A work stands under its own year and under any year, under each of its family names and under any; it is looked for
    under its own year and the unknown one, under its names and where there are none.
    """

    def __init__(self) -> None:
        self._first: dict[tuple[str, str, int | str, str], int] = {}
        self._facts: dict[int, tuple[Work, set[str]]] = {}

    def add(self, work: Work, number: int) -> None:
        """Puts a work under its number, also one that was there before."""
        families = _families(work)
        self._facts[number] = (work, families)
        title = _letters(work.title)
        years: set[int | str] = {work.year or 0, _ANY}
        for year in years:
            for family in (families or {_NONE}) | {_ANY}:
                key = (title, work.type, year, family)
                self._first[key] = min(number, self._first.get(key, number))

    def first_like(self, work: Work, before: int) -> int | None:
        """The first work under a number below ``before`` that is the same publication; none for works without a title."""
        title, families = _letters(work.title), _families(work)
        years: set[int | str] = {work.year, 0} if work.year else {_ANY}
        keys = (
            (title, work.type, year, family)
            for year in years
            for family in (families | {_NONE} if families else {_ANY})
        )
        found = {self._first[key] for key in keys if key in self._first}
        alike = (n for n in sorted(found) if n < before and _is_same(*self._facts[n], work, families))
        return next(alike, None) if title else None


_ANY, _NONE = "*", "-"
_NOWHERE = Trace(Source("", ""), Span(0, 0))


def _letters(text: str) -> str:
    """The letters and digits of a text, small and without accents, of any script."""
    plain = unicodedata.normalize("NFKD", TAG.sub("", text)).casefold()
    return "".join(c for c in plain if c.isalnum())


def _is_same(one: Work, families: set[str], other: Work, others: set[str]) -> bool:
    if one.year and other.year and one.year != other.year:
        return False
    return not families or not others or not families.isdisjoint(others)


def _families(work: Work) -> set[str]:
    return {_letters(name.family or name.literal) for name in work.author if not name.is_others}


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
