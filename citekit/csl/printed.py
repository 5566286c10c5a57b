"""Which variables a style can print for a type of work, whatever else the work has.

Conditions on the type are decided; every other condition may hold or not, so what stands behind it counts as printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from citekit.csl.item import Item
from citekit.csl.model import Branch, Choose, DateElement, Group, Names, Number, Rendering, Style, Text
from citekit.csl.styles import load
from citekit.works.kinds import ALSO_READ_AS, NOT_FOR_PRINT
from citekit.works.work import Work

_OTHER_FORMS = {
    "title-short": "title",
    "container-title-short": "container-title",
    "page-first": "page",
    "event": "event-title",
}
_ALSO_SHOWN = {"id", "type", "citation-number", "title-short", "container-title-short"}
_SHORT = {"title": "title-short", "container-title": "container-title-short"}


class Printed:
    """The variables that a style prints. Raises what :func:`citekit.csl.styles.load` raises for a style that is none."""

    def __init__(self, style: str | Style) -> None:
        self.style = load(style) if isinstance(style, str) else style
        self._of: dict[str, frozenset[str]] = {}

    def __call__(self, csl_type: str) -> frozenset[str]:
        """The CSL variables that citations and the reference list can print for a type."""
        if csl_type not in self._of:
            self._of[csl_type] = frozenset(self._variables(csl_type))
        return self._of[csl_type]

    def _variables(self, csl_type: str) -> Iterator[str]:
        style = self.style
        areas = filter(None, (style.citation, style.bibliography))
        waiting: list[Rendering] = [child for area in areas for child in area.layout.children]
        seen: set[str] = set()
        while waiting:
            element = waiting.pop()
            yield from _own(element)
            if isinstance(element, Text) and element.kind == "macro" and element.name not in seen:
                seen.add(element.name)
                waiting += style.macros.get(element.name, ())
            elif isinstance(element, Group):
                waiting += element.children
            elif isinstance(element, Names):
                waiting += element.substitute
            elif isinstance(element, Choose):
                waiting += _reached(element, csl_type)


def left_out(style: Style, works: Iterable[Work], extras: Collection[str] = ()) -> list[str]:
    """What works have that their entries in a style never show, counted, the commonest first."""
    printed = Printed(style)
    lost: Counter[str] = Counter()
    for work in works:
        item = Item(work, 0)
        seen = printed(item.type) | _ALSO_SHOWN
        there = item.present.intersection(work.variables)
        lost.update(name for name in there if name not in seen and ALSO_READ_AS.get(name) not in seen)
    never = NOT_FOR_PRINT | ({"note"} if "note" in extras else set())
    return [
        f"{name} is left out ({count} {'entry' if count == 1 else 'entries'})"
        for name, count in lost.most_common()
        if name not in never
    ]


def _own(element: Rendering) -> Iterator[str]:
    """The variables that an element itself prints, with those that it takes in their place."""
    names: tuple[str, ...] = ()
    if isinstance(element, Text) and element.kind == "variable":
        names = (element.name, _SHORT.get(element.name, "") if element.form == "short" else "")
    elif isinstance(element, Number | DateElement):
        names = (element.variable,)
    elif isinstance(element, Names):
        names = element.variables
    for name in filter(None, names):
        yield name
        if name in _OTHER_FORMS:
            yield _OTHER_FORMS[name]


def _reached(element: Choose, csl_type: str) -> Iterator[Rendering]:
    """What stands in the branches that a work of a type may come to."""
    for branch in element.branches:
        holds = _holds(branch, csl_type)
        if holds is not False:
            yield from branch.children
        if holds:
            return


def _holds(branch: Branch, csl_type: str) -> bool | None:
    """Whether a branch is taken for a type: always, never, or None where that depends on more than the type."""
    types = [value for name, value in branch.tests if name == "type"]
    others = len(types) < len(branch.tests)
    if not types:
        return None if others else True
    if branch.match == "any":
        return True if csl_type in types else None if others else False
    fits = csl_type not in types if branch.match == "none" else set(types) == {csl_type}
    if not fits:
        return False
    return None if others else True
