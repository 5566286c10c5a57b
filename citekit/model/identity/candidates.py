"""Which descriptions are worth comparing: a few for each, so that thousands of entries take linear time.

Descriptions meet under an identifier, under a title, under a title that is another one's without its subtitle, and, as
there are typing errors, under the first and the last letters of their titles. However many have one title, a
description is compared with so many of them only: those that also have an author, or year, volume and pages in common.
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit.model.identity.comparison_record import ComparisonRecord
from citekit.model.identity.fold import loose
from citekit.model.identity.people import family, person_key
from citekit.model.name import OTHERS

MOST = 24
"""Descriptions under one key that are compared with another one."""

_MOST_ALIKE = 1
"""Of those, descriptions of one year and author with the same ends of their titles."""
_EDGE = 14
"""Letters at either end of a title."""


class CandidateIndex:
    """Descriptions by what they can be found by; they are known by the numbers they are added with.

    ``slips`` finds more titles that are spelt otherwise: those of which either end is the same, whatever the year.
    """

    def __init__(self, slips: bool = False) -> None:
        self.slips = slips
        self._under: dict[str, list[int]] = {}
        self._ends: dict[str, tuple[int, ComparisonRecord] | None] = {}
        """The only description of a year with such ends of its title.

        None if there are several; those are looked up by people.
        """

    def add(self, number: int, described: ComparisonRecord) -> None:
        """Make a description known under a number."""
        shared, title = self._keys(described)
        for key in (*shared, *(f"part {part}" for part in _parts(described)), *title[:1]):
            self._put(key, number)
        ends = _ends(described)
        if not ends:
            return
        if ends not in self._ends:
            self._ends[ends] = number, described
            return
        first = self._ends[ends]
        for at, one in (*([first] if first else []), (number, described)):
            for key in _by_people(ends, one):
                self._put(key, at)
        self._ends[ends] = None

    def _put(self, key: str, number: int) -> None:
        there = self._under.setdefault(key, [])
        if not there or there[-1] != number:
            there.append(number)

    def near(self, described: ComparisonRecord) -> list[int]:
        """Return the numbers of the known descriptions that may be of the same work, in the order in which they were added."""
        under = self._under
        shared, title = self._keys(described)
        found: set[int] = set()
        for key in (*shared, *(f"title {part}" for part in _parts(described)), *title):
            if key in under:
                found.update(under[key][:MOST])
        ends = _ends(described)
        if first := self._ends.get(ends):
            found.add(first[0])
        elif ends in self._ends:
            for key in _by_people(ends, described):
                found.update(under.get(key, ())[:_MOST_ALIKE])
        return sorted(found)

    def _keys(self, described: ComparisonRecord) -> tuple[list[str], tuple[str, ...]]:
        """Keys that two descriptions of one work share.

        The second value has the keys to look up: the title, first as a whole, which is shared too.
        """
        keys = [*described.identifiers]
        whole = loose(described.title.key)
        if not whole:
            return keys, ()
        if self.slips and len(whole) > _EDGE:
            keys += (f"begins {whole[:_EDGE]}", f"ends {whole[-_EDGE:]}")
        title = f"title {whole}"
        if len(self._under.get(title, ())) >= MOST:
            keys += _details(whole, described)
        return keys, (title, f"part {whole}")


def _ends(described: ComparisonRecord) -> str:
    """Return the year and both ends of a long title; empty for a short one."""
    whole = loose(described.title.key)
    return f"around {described.year} {whole[:_EDGE]} {whole[-_EDGE:]}" if len(whole) > 2 * _EDGE else ""


def _parts(described: ComparisonRecord) -> list[str]:
    return [loose(key) for key in described.title.keys[1:]]


def _by_people(key: str, described: ComparisonRecord) -> list[str]:
    return [f"{key} {' '.join(person_key(name))}" for name in described.names[:2] or (OTHERS,)]


def _details(whole: str, described: ComparisonRecord) -> Iterator[str]:
    """Keys that tell apart what has one title."""
    yield f"dated {whole} {described.year or ''} {described.detail('volume')} {described.detail('pages')}"
    for name in described.names[:3]:
        yield f"by {family(name)} {whole}"
