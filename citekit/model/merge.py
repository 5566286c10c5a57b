"""Several libraries as one: a publication that is in more than one of them becomes one work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import count

from citekit.model.identity import CandidateIndex, ComparisonRecord, describe, same_work
from citekit.model.name import Name
from citekit.model.work import Evidence, Trace, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem
from citekit.runtime.span import Source, Span
from citekit.text.tex_syntax import TeX


def merged(libraries: Iterable[Works]) -> Works:
    """Return the works of all libraries in order, each publication once; traces and problems come along.

    :func:`~citekit.model.identity.same_work` decides whether two works of *different* libraries are one publication. The
    fuller one, which has more variables and fields (of two as full the first), keeps its values and gets those it lacks
    from the other. It is in the place of the first, under the first one's key. Its trace names the other place, and
    the evidence of what came from there names it in its reason. The works of one library are never merged with each
    other: whoever wrote them down twice may have meant it.

    A key that another work of a library before has is changed and reported as a problem; fields that hold keys
    (``crossref``, ``related``, ...) continue naming the work of their own library.
    """
    libraries = tuple(libraries)
    if len(libraries) == 1:  # there is nothing to compare its works with
        (only,) = libraries
        return Works(only.works, only.traces or (_NOWHERE,) * len(only), only.problems)
    works: list[Work] = []
    traces: list[Trace] = []
    problems: list[Problem] = []
    described: list[ComparisonRecord] = []
    also: dict[int, list[tuple[Source, Span]]] = {}
    index = CandidateIndex()
    keys: set[str] = set()
    listed = [*libraries]
    last = len(listed) - 1
    for turn, library in enumerate(listed):
        problems += library.problems
        before = len(works)
        taken: set[int] = set()
        places_of: list[int | None] = []
        new_keys: dict[str, str] = {}
        its_own = {work.id.lower() for work in library}
        its_descriptions = [*map(describe, library)]
        for work, its in zip(library, its_descriptions, strict=True):
            # Nothing is known before the first library. To fold its titles and DOIs took 3 % of reading one document.
            same = [at for at in index.near(its) if same_work(described[at], its).one] if turn else []
            at = next((at for at in same if at not in taken), same[0]) if same else None
            places_of.append(at)
            if at is not None:
                taken.add(at)
                key = works[at].id or work.id
            else:
                key = _free(work.id, keys, its_own) if work.id.lower() in keys else work.id
                if key != work.id:
                    problems.append(_renamed(work, key, library, len(new_keys)))
            if key != work.id:
                new_keys.setdefault(work.id, key)
        for number, (given, at) in enumerate(zip(library, places_of, strict=True)):
            work = _renamed_in(given, new_keys) if new_keys else given
            trace = library.traces[number] if library.traces else _NOWHERE
            if at is None:
                works.append(work)
                traces.append(trace)
                described.append(its_descriptions[number])
                continue
            places = also.setdefault(at, list(traces[at].also))
            if _facts(work) > _facts(works[at]):
                places[:0] = [*trace.also, (traces[at].source, traces[at].span)]
            else:
                places += [(trace.source, trace.span), *trace.also]
            works[at], traces[at] = _joined((works[at], traces[at]), (work, trace))
            described[at] = describe(works[at])
        keys |= {work.id.lower() for work in works[before:] if work.id}
        for at in (*sorted(taken), *range(before, len(works))) if turn < last else ():
            index.add(at, described[at])
    for at, places in also.items():
        traces[at] = replace(traces[at], also=tuple(places))
    return Works(tuple(works), tuple(traces), tuple(problems))


_REFERRING = ("crossref", "xref", "xdata", "entryset", "related")
"""Fields of BibTeX and BibLaTeX whose values are keys."""
_CITED = re.compile(r"(\\[A-Za-z]*cite[a-z]*\*?(?:\[[^][]{0,200}+\]){0,2})\{([^{}]{1,400})\}", re.IGNORECASE)
r"""A citation in a note: ``see \citet[p.~3]{doe2020,roe2021}``."""


def _free(key: str, taken: AbstractSet[str], own: AbstractSet[str]) -> str:
    """Return a key like one that is taken, which no work has."""
    return next(free for n in count(2) if (free := f"{key}-{n}").lower() not in taken and free.lower() not in own)


def _renamed(work: Work, key: str, library: Works, number: int) -> Problem:
    trace = next((trace for one, trace in zip(library.works, library.traces, strict=False) if one is work), None)
    message = f"the key '{work.id}' is '{key}' now, for another work before it has it"
    source, span = (trace.source, trace.span) if trace and trace.source.text else (None, None)
    return Problem(message, "cite it by its new key", source, span, "warning", "key-changed")


def _renamed_in(work: Work, new: Mapping[str, str]) -> Work:
    """Return the work under its new key, with the new keys of those that it names."""

    def renamed(keys: str) -> str:
        return ",".join(new.get(key.strip(), key.strip()) for key in keys.split(","))

    def in_text(text: str) -> str:
        return TeX(_CITED.sub(lambda found: f"{found[1]}{{{renamed(found[2])}}}", str(text)))

    fields = {name: renamed(text) if name in _REFERRING else text for name, text in work.fields.items()}
    variables = {n: in_text(v) if isinstance(v, TeX) and "cite" in v else v for n, v in work.variables.items()}
    fields |= {name: in_text(text) for name, text in fields.items() if isinstance(text, TeX) and "cite" in text}
    return replace(work, id=new.get(work.id, work.id), variables=variables, fields=fields)


def listed_once(pairs: Iterable[tuple[Work, Trace]]) -> tuple[tuple[Work, ...], tuple[Trace, ...]]:
    """Return the works of one list, each publication once: of two records the fuller one stays, and both places are traced.

    What is printed twice word for word, and read in the same way, is one publication even if too little is known of it to report: no
    people, no year.
    """
    works: list[Work] = []
    traces: list[Trace] = []
    described: list[ComparisonRecord] = []
    also: dict[int, list[tuple[Source, Span]]] = {}
    index = CandidateIndex()
    printed: dict[str, int] = {}
    for work, trace in pairs:
        its = describe(work)
        again = printed.setdefault(" ".join(trace.text.split()), len(works))
        at = next((at for at in index.near(its) if same_work(described[at], its).one), len(works))
        if at == len(works) and again < at and works[again] == work:
            at = again
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
    """Return one publication's two records as one: the fuller one, completed; the places are recorded elsewhere."""
    (work, trace), (less, its_trace) = (second, first) if _facts(second[0]) > _facts(first[0]) else (first, second)
    # The work takes over what it lacks, and the names of a list that it cuts short.
    filled = (less.variables.keys() - work.variables.keys()) | (less.fields.keys() - work.fields.keys())
    if _is_cut_short(work.author) and not _is_cut_short(less.author) and len(less.author) >= len(work.author):
        filled.add("author")
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
