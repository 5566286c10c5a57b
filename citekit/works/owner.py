"""Whose list it is: which names in it are that person's."""

from __future__ import annotations

from dataclasses import replace

from citekit.errors import UsageError
from citekit.works.bibtex_names import read_names
from citekit.works.identity import SURE, same_person
from citekit.works.name import SELF, Name
from citekit.works.work import Work


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
    if same_person(name, owner).degree >= SURE:
        return name.marked(SELF)
    return replace(name, marks=tuple(mark for mark in name.marks if mark != SELF))
