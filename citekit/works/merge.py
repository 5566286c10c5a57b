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
from citekit.works.trace import Trace
from citekit.works.work import Work


def merged(libraries: Iterable[Library]) -> Library:
    """The works of all libraries in order, each publication once; traces and problems come along.

    Two works of *different* libraries are one publication when their titles have the same letters, their types are
    equal, their years are equal or one is unknown, and they share an author's family name or one names no authors. The
    first keeps its values and gets those it lacks; its trace names the other place. The works of one library are never
    merged with each other: whoever wrote them down twice may have meant it.
    """
    works: list[Work] = []
    traces: list[Trace] = []
    problems: list[Problem] = []
    by_title: dict[str, list[int]] = {}
    for library in libraries:
        problems += library.problems
        known = len(works)
        for number, work in enumerate(library):
            trace = library.traces[number] if library.traces else _NOWHERE
            title = _letters(work.title)
            same = next((i for i in by_title.get(title, ()) if i < known and _is_same(works[i], work)), None)
            if same is None or not title:
                by_title.setdefault(title, []).append(len(works))
                works.append(work)
                traces.append(trace)
            else:
                works[same] = _completed(works[same], work)
                traces[same] = replace(traces[same], also=(*traces[same].also, (trace.source, trace.span)))
    return Library(tuple(works), tuple(traces), tuple(problems))


_NOWHERE = Trace(Source("", ""), Span(0, 0))


def _letters(text: str) -> str:
    """The letters and digits of a text, small and without accents, of any script."""
    plain = unicodedata.normalize("NFKD", TAG.sub("", text)).casefold()
    return "".join(c for c in plain if c.isalnum())


def _is_same(one: Work, other: Work) -> bool:
    if one.type != other.type or (one.year and other.year and one.year != other.year):
        return False
    families, others = _families(one), _families(other)
    return not families or not others or bool(families & others)


def _families(work: Work) -> set[str]:
    return {_letters(name.family or name.literal) for name in work.author if not name.is_others}


def _completed(work: Work, other: Work) -> Work:
    variables = {**work.variables, **{n: v for n, v in other.variables.items() if n not in work.variables}}
    if _is_cut_short(work.author) and not _is_cut_short(other.author) and len(other.author) >= len(work.author):
        variables["author"] = other.author
    return replace(
        work,
        variables=variables,
        fields={**work.fields, **{n: v for n, v in other.fields.items() if n not in work.fields}},
    )


def _is_cut_short(names: tuple[Name, ...]) -> bool:
    return bool(names) and names[-1].is_others
