"""Which variables a style can print for a type of work, whatever else the work has.

Conditions on the type are decided; every other condition may hold or not, so what follows it counts as printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from citekit.csl.item import CslItem
from citekit.csl.model import Style, conditions
from citekit.csl.styles import load
from citekit.model.kinds import ALSO_READ_AS, NOT_FOR_PRINT
from citekit.model.work import Work
from citekit.text.xml import Element

# Variable of a style -> the variable that is printed, in part or instead, if a work has only this one.
_OTHER_FORMS = {
    "title-short": "title",
    "container-title-short": "container-title",
    "page-first": "page",
    "event": "event-title",
}
# What no style prints as such, or prints only in place of something longer: never reported as left out.
_ALSO_SHOWN = {"id", "type", "citation-number", "title-short", "container-title-short"}
# Variable -> what ``form="short"`` prints of it if a work has that.
_SHORT = {"title": "title-short", "container-title": "container-title-short"}


class PrintedVariables:
    """The variables that a style prints.

    Raises what :func:`citekit.csl.styles.load` raises for what is not a style.
    """

    def __init__(self, style: str | Style) -> None:
        self.style = load(style) if isinstance(style, str) else style
        self._of: dict[str, frozenset[str]] = {}

    def __call__(self, csl_type: str) -> frozenset[str]:
        """Return the CSL variables that citations and the reference list can print for a type."""
        if csl_type not in self._of:
            layouts = [area.layout for area in self.style.areas()]
            reached = self.style.reached(layouts, lambda element: _below(element, csl_type))
            self._of[csl_type] = frozenset(name for element in reached for name in _own(element))
        return self._of[csl_type]


def left_out(style: Style, works: Iterable[Work], extras: Collection[str] = ()) -> list[str]:
    """Return what works have that their entries in a style never show, counted, the commonest first."""
    printed = PrintedVariables(style)
    lost: Counter[str] = Counter()
    for work in works:
        item = CslItem(work, 0)
        seen = printed(item.type) | _ALSO_SHOWN
        there = item.present.intersection(work.variables)
        lost.update(name for name in sorted(there) if name not in seen and ALSO_READ_AS.get(name) not in seen)
    never = NOT_FOR_PRINT | ({"note"} if "note" in extras else set())
    return [
        f"{name} is left out ({count} {'entry' if count == 1 else 'entries'})"
        for name, count in lost.most_common()
        if name not in never
    ]


def _own(element: Element) -> Iterator[str]:
    """Yield the variables that an element itself prints, with those that it prints in their place."""
    if element.name not in ("text", "number", "date", "names"):
        return
    for name in element.get("variable").split():
        yield name
        if name in _OTHER_FORMS:
            yield _OTHER_FORMS[name]
        if name in _SHORT and element.get("form") == "short":
            yield _SHORT[name]


def _below(element: Element, csl_type: str) -> Iterator[Element]:
    """Yield what is in an element, in the branches of ``cs:choose`` that a work of a type may come to."""
    for child in element.children:
        holds = _holds(child, csl_type) if element.name == "choose" else None
        if holds is not False:
            yield child
        if holds:
            return


def _holds(branch: Element, csl_type: str) -> bool | None:
    """Whether a branch is taken for a type: always, never, or None if that depends on more than the type."""
    tests = conditions(branch)
    types = [value for name, value in tests if name == "type"]
    others = len(types) < len(tests)
    if not types:
        return None if others else True
    if branch.get("match") == "any":
        return True if csl_type in types else None if others else False
    fits = csl_type not in types if branch.get("match") == "none" else set(types) == {csl_type}
    if not fits:
        return False
    return None if others else True
