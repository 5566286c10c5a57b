"""Which works of two lists are one, when the second list is a later state of the first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from citekit.model.identity.comparison_record import CandidateIndex, ComparisonRecord, describe
from citekit.model.identity.people import family
from citekit.model.identity.same_work import same_work
from citekit.model.identity.titles import fold, numbers_differ
from citekit.model.work import Work
from citekit.text.similar import ratio

_ALIKE = 0.8
"""Titles that are this similar may be one title before and after it was corrected."""
_MOST_ALIKE = 50
"""Works of one family name that a changed title is looked for among, so that a list of one person takes linear time."""


def pairs(before: Sequence[Work], after: Sequence[Work]) -> dict[int, int]:
    """Number of a work before -> number of the same work after; each work is in one pair at most.

    Equal works are paired first, then those that are one publication, then those that are one work in two versions (the
    preprint that came out). What is left is paired where an author is the same and the titles are nearly so: a title
    that was corrected.

    >>> pairs([Work("book", "", {"title": "Lazy Queues"})], [Work("book", "", {"title": "Lazy queues", "volume": "2"})])
    {0: 0}
    """
    found: dict[int, int] = {}
    taken: set[int] = set()
    old, new = [*map(describe, before)], [*map(describe, after)]
    index = CandidateIndex(slips=True)
    equal: dict[tuple[str, str, str], list[int]] = {}
    for at, work in enumerate(after):
        equal.setdefault(_facts(work), []).append(at)
    for at, described in enumerate(new):
        index.add(at, described)
    for at, work in enumerate(before):
        same = next((n for n in equal.get(_facts(work), ()) if n not in taken), None)
        if same is not None:
            found[at] = same
            taken.add(same)
    near = {at: index.near(old[at]) for at in range(len(before)) if at not in found}
    tests: tuple[Callable[[int, int], bool], ...] = (
        lambda one, other: same_work(old[one], new[other]).one,
        lambda one, other: same_work(old[one], new[other]).one_work,
    )
    for test in tests:
        for at, candidates in near.items():
            same = next((n for n in candidates if at not in found and n not in taken and test(at, n)), None)
            if same is not None:
                found[at] = same
                taken.add(same)
    _pair_alike(before, after, old, new, found, taken)
    return found


def _facts(work: Work) -> tuple[str, str, str]:
    return (work.type, fold(work.text("title")), str(sorted(map(str, [*work.variables.items(), *work.fields.items()]))))


def _pair_alike(
    before: Sequence[Work],
    after: Sequence[Work],
    old: Sequence[ComparisonRecord],
    new: Sequence[ComparisonRecord],
    found: dict[int, int],
    taken: set[int],
) -> None:
    by_family: dict[str, list[int]] = {}
    for at, work in enumerate(after):
        for name in {family(name) for name in work.author[:10] if not name.is_others} if at not in taken else ():
            by_family.setdefault(name, []).append(at)
    for at, work in enumerate(before):
        if at in found:
            continue
        near = {n for name in work.author[:10] for n in by_family.get(family(name), ())[:_MOST_ALIKE] if n not in taken}
        scored = sorted((-_likeness(work, after[n], old[at], new[n]), n) for n in near)
        if scored and -scored[0][0] >= _ALIKE:
            found[at] = scored[0][1]
            taken.add(found[at])


def _likeness(work: Work, other: Work, one: ComparisonRecord, two: ComparisonRecord) -> float:
    if numbers_differ(one.title, two.title) or (work.year and other.year and abs(work.year - other.year) > 1):
        return 0.0
    return ratio(fold(work.text("title")), fold(other.text("title")))
