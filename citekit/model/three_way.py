"""Two later states of one work, brought together by what both of them were made from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from citekit.model.work import Value, Work
from citekit.runtime.records import dataclass

TYPE = "type"
"""What the type of a work is called among the parts that changed."""


@dataclass(frozen=True, slots=True)
class MergedValue:
    """One variable, field, or the type: what ``mine`` and ``theirs`` make of ``base``; None if it is not there.

    ``taken`` means that the value of theirs counts: it is new there, and mine had left it as it was.
    """

    name: str
    base: Value | None
    mine: Value | None
    theirs: Value | None
    taken: bool


def merge(base: Work, mine: Work, theirs: Work) -> tuple[Work, tuple[MergedValue, ...]]:
    """My work with what is new in theirs, and every part that is new there and is not what I have already.

    What I have changed stays, whatever theirs has. The key is mine.

    >>> base = Work("book", "", {"title": "A", "volume": "1"})
    >>> mine, theirs = base.with_variables(title="B"), base.with_variables(title="C", volume="2")
    >>> work, changes = merge(base, mine, theirs)
    >>> work.title, work.text("volume"), [change.name for change in changes if not change.taken]
    ('B', '2', ['title'])
    """
    changes = tuple(differences(base, mine, theirs))
    return applied(mine, theirs, changes), changes


def applied(mine: Work, theirs: Work, changes: Iterable[MergedValue]) -> Work:
    """My work with the changes that are taken."""
    variables, fields, kind = dict(mine.variables), dict(mine.fields), mine.type
    for change in changes:
        if not change.taken:
            continue
        if change.name == TYPE:
            kind = theirs.type
        elif change.theirs is None:
            variables.pop(change.name, None)
            fields.pop(change.name, None)
        elif change.name in theirs.variables:
            variables[change.name] = change.theirs
        else:
            fields[change.name] = str(change.theirs)
    return replace(mine, type=kind, variables=variables, fields=fields)


def differences(base: Work, mine: Work, theirs: Work) -> Iterator[MergedValue]:
    """Yield every part that is new in theirs and is not what I have already."""
    for name in dict.fromkeys((TYPE, *theirs.variables, *theirs.fields, *base.variables, *base.fields)):
        old, own, new = (value_of(work, name) for work in (base, mine, theirs))
        if new not in (old, own):
            yield MergedValue(name, old, own, new, taken=own == old)


def value_of(work: Work, name: str) -> Value | None:
    """Return a variable, field, or the type of a work by name; None if there is nothing."""
    if name == TYPE:
        return work.type
    return work.variables.get(name) or work.fields.get(name) or None
