"""Whose list it is: which names in it are that person's."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from citekit.errors import UsageError
from citekit.works.bibtex_names import read_names
from citekit.works.name import SELF, Name
from citekit.works.work import Work


def person_key(name: Name) -> tuple[str, str]:
    """A person's folded family name and first initial, equal for "Huang, Guyue" and "G. Huang"."""
    return _fold(name.full_family), _fold(name.given)[:1]


def same_person(a: Name, b: Name) -> bool:
    """Whether two printed names can be one person: same family name, and given names that don't contradict."""
    if a.literal or b.literal:
        return False
    if _fold(a.full_family) != _fold(b.full_family):
        return False
    first, second = _fold(a.given), _fold(b.given)
    return not first or not second or first[0] == second[0]


def with_owner(work: Work, owner: str) -> Work:
    """The work with the mark :data:`~citekit.works.name.SELF` on the owner's names and on no other.

    ``owner`` is a name as in BibTeX: ``Jane Doe`` or ``Doe, Jane``; a given name printed in full must agree with one that
    is. Raises :class:`~citekit.errors.UsageError` where it is no name of one person.
    """
    names, _ = read_names(owner, "bibtex")
    if len(names) != 1 or names[0].literal:
        raise UsageError(f"'{owner}' is no name of a person", "write Jane Doe, or Doe, Jane")
    changed = {
        variable: tuple(_marked(name, names[0]) for name in value)
        for variable, value in work.variables.items()
        if isinstance(value, tuple)
    }
    return replace(work, variables={**work.variables, **changed})


def _marked(name: Name, owner: Name) -> Name:
    if same_person(name, owner) and _agree(name.given, owner.given):
        return name.marked(SELF)
    return replace(name, marks=tuple(mark for mark in name.marks if mark != SELF))


def _agree(given: str, other: str) -> bool:
    """Whether given names of several letters are the same, as far as both are printed."""
    for a, b in zip(given.split(), other.split(), strict=False):
        one, two = _fold(a), _fold(b)
        if not one.startswith(two) and not two.startswith(one):
            return False
    return True


def _fold(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(filter(str.isalnum, plain))
