"""Losses of a conversion: problems that state, per variable and field, what a format cannot represent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from citekit.formats._record import keywords, page_range
from citekit.model.library import Works
from citekit.model.work import Value, Work
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem
from citekit.runtime.span import Source
from citekit.text.rich import without_marks

_NOCASE = re.compile(r'</?span(?: class="nocase")?>')
KIND = "not-in-format"
"""The kind of every problem that reports a loss."""


def unwritten(works: Iterable[Work], variables: Collection[str], fields: Collection[str] = ()) -> tuple[Problem, ...]:
    """Report what is omitted by a format that writes these variables and fields only."""
    lost: Counter[tuple[str, str]] = Counter()
    for work in works:
        lost.update((name, "left out") for name, value in work.variables.items() if value and name not in variables)
        lost.update((name, "left out") for name, value in work.fields.items() if value and name not in fields)
    return loss_problems(lost)


def changed(
    before: Iterable[Work], after: Iterable[Work], same: Callable[[Work], Work] = lambda w: w
) -> tuple[Problem, ...]:
    """Report what is missing or different in works that were written and read again; ``same`` normalizes both first."""
    lost: Counter[tuple[str, str]] = Counter()
    for work, again in zip(map(same, before), map(same, after), strict=False):
        if work.type != again.type:
            lost[(f"the type {work.type}", f"written as {again.type}")] += 1
        for old, new in ((work.variables, again.variables), (work.fields, again.fields)):
            for name, value in old.items():
                if value and (how := _lost(value, new.get(name))):
                    lost[(name, how)] += 1
    return loss_problems(lost)


def read_back(
    loads: Callable[[Source], Works], dumps: Callable[[Works], str]
) -> Callable[[Iterable[Work]], tuple[Problem, ...]]:
    """Make the ``losses`` function of a format: it writes works, reads them again, and reports the differences."""

    def losses(library: Iterable[Work]) -> tuple[Problem, ...]:
        works = Works(tuple(library))
        return changed(works, loads(Source("", dumps(works))) if works.works else works, _plainly)

    return losses


def _plainly(work: Work) -> Work:
    """Normalize pages to one hyphen and keywords to comma and space, so that spelling does not count as a loss."""
    variables: dict[str, Value] = dict(work.variables)
    if pages := work.text("page"):
        variables["page"] = page_range(pages)
    if keyword := work.text("keyword"):
        variables["keyword"] = ", ".join(dict.fromkeys(keywords(keyword)))
    return replace(work, variables=variables)


def _lost(value: Value, new: Value | None) -> str:
    """Describe how a value changed by being written and read again; empty if it is the same."""
    if new is None:
        return "left out"
    if isinstance(value, str) and isinstance(new, str):
        if _NOCASE.sub("", value) == new or value == new:
            return ""
        return "written without its marks of style" if without_marks(value) == without_marks(new) else "written in part"
    if isinstance(value, tuple) and value and value[-1].is_others and value[:-1] == new:
        return 'written without "and others"'
    return "" if value == new else "written in part"


def loss_problems(lost: Counter[tuple[str, str]]) -> tuple[Problem, ...]:
    """Return a problem for each pair of a variable or field and how it is lost, most frequent first."""
    return tuple(
        Problem(f"{name} is {how} ({count} {'entry' if count == 1 else 'entries'})", severity="info", kind=KIND)
        for (name, how), count in sorted(lost.items(), key=lambda item: (-item[1], item[0]))
    )
