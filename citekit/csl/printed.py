"""Which variables a style can print for a type of work, whatever else the work has, or for one work.

Conditions on the type are decided, and for one work those on its variables; every other condition may hold or not, so what
follows it counts as printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Set

from citekit.csl.item import CslItem
from citekit.csl.model import Style, conditions
from citekit.csl.styles import load
from citekit.model.kinds import ALSO_READ_AS, NOT_FOR_PRINT, field_named
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
# What styles print only of a work without a DOI, whose address the DOI is.
_INSTEAD_OF_DOI = {"URL", "accessed"}
# Variable -> what ``form="short"`` prints of it if a work has that.
_SHORT = {"title": "title-short", "container-title": "container-title-short"}


class PrintedVariables:
    """The variables that a style prints.

    Raises what :func:`citekit.csl.styles.load` raises for what is not a style.
    """

    def __init__(self, style: str | Style) -> None:
        self.style = load(style) if isinstance(style, str) else style
        self._of: dict[tuple[str, frozenset[str] | None], frozenset[str]] = {}

    def __call__(self, csl_type: str, present: frozenset[str] | None = None) -> frozenset[str]:
        """Return the CSL variables that citations and the reference list can print for a type.

        ``present`` are the variables that a work has; without it, it may have any.
        """
        if (csl_type, present) not in self._of:
            layouts = [area.layout for area in self.style.areas()]
            reached = self.style.reached(layouts, lambda element: _below(element, csl_type, present))
            self._of[csl_type, present] = frozenset(name for element in reached for name in _own(element))
        return self._of[csl_type, present]


def left_out(style: Style, works: Iterable[Work], extras: Collection[str] = ()) -> list[str]:
    """Return what works have that their entries in a style never show, counted, the commonest first."""
    printed = PrintedVariables(style)
    never = NOT_FOR_PRINT | ({"note"} if "note" in extras else set())
    lost: Counter[str] = Counter()
    for work in works:
        item = CslItem(work, 0)
        seen = printed(item.type, item.present) | _ALSO_SHOWN
        if "DOI" in seen & item.present:
            seen |= _INSTEAD_OF_DOI
        there = item.present.intersection(work.variables)
        gone = sorted(name for name in there - seen - never if ALSO_READ_AS.get(name) not in seen)
        lost.update(field_named(name, item.type) for name in gone)
    return [
        f"{name} is left out ({count} {'entry' if count == 1 else 'entries'})" for name, count in lost.most_common()
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


def _below(element: Element, csl_type: str, present: Set[str] | None) -> Iterator[Element]:
    """Yield what is in an element, in the branches of ``cs:choose`` that a work may come to."""
    for child in element.children:
        if child.name == "substitute" and present and not present.isdisjoint(element.get("variable").split()):
            continue
        holds = _holds(child, csl_type, present) if element.name == "choose" else None
        if holds is not False:
            yield child
        if holds:
            return


def _holds(branch: Element, csl_type: str, present: Set[str] | None) -> bool | None:
    """Whether a branch is taken: always, never, or None if that depends on more than the type and what is present."""
    results = [
        value == csl_type
        if name == "type"
        else value in present
        if name == "variable" and present is not None
        else None
        for name, value in conditions(branch)
    ]
    match = branch.get("match") or "all"
    decisive = match != "all"
    if decisive in results:
        return match == "any"
    return None if None in results else match != "any" or not results
