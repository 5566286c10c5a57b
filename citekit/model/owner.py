"""Whose list it is: which names in it are that person's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from citekit.model.identity import SURE, fold, same_person
from citekit.model.identity.people import person_key
from citekit.model.name import SELF, Name, format_names, read_names
from citekit.model.work import Work
from citekit.runtime.errors import Problem, UsageError, did_you_mean


def owner_of(works: Iterable[Work]) -> str:
    """Return the person that most works mark as the owner of their list, as BibTeX writes names; empty if none does.

    The longest form of the name counts, so that it agrees with every other.
    """
    counts: Counter[tuple[str, str]] = Counter()
    fullest: dict[tuple[str, str], Name] = {}
    for work in works:
        for name in _own(work):
            key, bare = person_key(name), replace(name, marks=())
            counts[key] += 1
            fullest[key] = max(fullest.get(key, bare), bare, key=lambda one: (len(str(one)), str(one)))
    return format_names([fullest[counts.most_common(1)[0][0]]]) if counts else ""


def mismarked(works: Iterable[Work], owner: str) -> list[str]:
    """Return the ids of works that mark another person than their ``owner`` (as :func:`with_owner` takes it)."""
    return [work.id for work in works if _own(work) - _own(with_owner(work, owner))]


def unknown_owner(works: Sequence[Work], owner: str) -> list[Problem]:
    """Return a problem if no person of the works can be the ``owner`` that was specified: the name may be mistyped."""
    people = {replace(name, marks=()) for work in works for name in _people(work) if not name.literal}
    names = read_names(owner, "bibtex")[0] if owner and people else ()
    if not names or any(fold(name.family) == fold(names[0].family) for name in people):
        return []
    known = {f"{name.given} {name.family}".strip() for name in people}
    hint = did_you_mean(f"{names[0].given} {names[0].family}".strip(), known)
    hint = hint if hint.startswith("did you mean") else "--owner takes the name of one of the authors"
    return [Problem(f"no author of these works is called '{owner}'", hint, severity="warning", kind="unknown-owner")]


def _own(work: Work) -> set[Name]:
    """Return the names of persons that are marked as the owner's."""
    return {name for name in _people(work) if SELF in name.marks and not name.literal}


def _people(work: Work) -> Iterator[Name]:
    return (name for value in work.variables.values() if isinstance(value, tuple) for name in value)


def with_owner(work: Work, owner: str) -> Work:
    """Return the work with the mark :data:`~citekit.model.name.SELF` on the owner's names and on no other.

    ``owner`` is a name as in BibTeX: ``Jane Doe`` or ``Doe, Jane``; a given name printed in full must agree with one
    that is. Raises :class:`~citekit.runtime.errors.UsageError` where it is not a name of one person.
    """
    names, _ = read_names(owner, "bibtex")
    if len(names) != 1 or names[0].literal:
        raise UsageError(f"'{owner}' is not the name of a person", "write Jane Doe, or Doe, Jane")
    changed = {
        variable: tuple(_marked(name, names[0]) for name in value)
        for variable, value in work.variables.items()
        if isinstance(value, tuple)
    }
    return replace(work, variables={**work.variables, **changed})


def _marked(name: Name, owner: Name) -> Name:
    if same_person(name, owner).degree >= SURE:
        return name.marked(SELF)
    return replace(name, marks=tuple(mark for mark in name.marks if mark != SELF))
