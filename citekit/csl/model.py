"""A style or locale as data, before any work is looked at: its elements as they are in the XML, known ones only.

Source: the CSL 1.0.2 specification, "Styles - Structure", "Rendering Elements", "Style Behavior". Attribute values are
kept as written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field

from citekit.runtime.records import dataclass
from citekit.text.xml import Element

LOOKS = ("font-style", "font-variant", "font-weight", "text-decoration", "vertical-align")
"""Attributes of formatting, the innermost first."""
FORMATTING = frozenset((*LOOKS, "quotes", "strip-periods", "text-case", "display", "prefix", "suffix"))
"""What an element does to its content ("Formatting" to "Text-case")."""
TEXT_KINDS = ("variable", "macro", "term", "value")
"""What ``cs:text`` prints: the attribute of that name states which."""
CONDITIONS = ("type", "variable", "is-numeric", "is-uncertain-date", "locator", "position", "disambiguate")


def conditions(branch: Element) -> list[tuple[str, str]]:
    """Return the tests of ``cs:if`` or ``cs:else-if`` as pairs of a condition's name and one value.

    ``cs:else`` has none.
    """
    found = [(name, value) for name in CONDITIONS for value in branch.get(name).split()]
    return found if found or branch.name == "else" else [("never", "")]


def count(given: Mapping[str, str], name: str, default: int = 0) -> int:
    """Return a number among attributes; ``default`` if it is none, or has more digits than any style needs."""
    text = given.get(name, "").strip()
    return int(text) if text.isdecimal() and len(text) < 6 else default


@dataclass(frozen=True, slots=True)
class Area:
    """``cs:citation`` or ``cs:bibliography``: layout, sort keys, and options as written."""

    layout: Element
    sort: tuple[Element, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Term:
    """A term in one form: ``single`` and ``multiple`` (equal where it has no plural), gender and ordinal matching."""

    name: str
    form: str = "long"
    single: str = ""
    multiple: str = ""
    gender: str = ""
    gender_form: str = ""
    match: str = ""


@dataclass(frozen=True, slots=True)
class Locale:
    """What one ``cs:locale`` element or locale file says; ``language`` is empty for one that holds everywhere."""

    language: str = ""
    terms: tuple[Term, ...] = ()
    dates: Mapping[str, Element] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Info:
    """``cs:info``: what a style says of itself. ``parent`` is the address of a dependent style's parent."""

    title: str = ""
    id: str = ""
    parent: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Style:
    """A whole independent style (or, with ``info.parent`` and no citation, a dependent one); equal to itself alone."""

    info: Info
    kind: str = "in-text"
    default_locale: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    macros: Mapping[str, Element] = field(default_factory=dict)
    citation: Area = field(default_factory=lambda: Area(Element("layout", {})))
    bibliography: Area | None = None
    locales: tuple[Locale, ...] = ()

    def areas(self) -> list[Area]:
        """Return the citation, and the bibliography if there is one."""
        return [self.citation, *([self.bibliography] if self.bibliography else [])]

    def reached(
        self, elements: Iterable[Element], below: Callable[[Element], Iterable[Element]] = lambda e: e.children
    ) -> Iterator[Element]:
        """Yield the elements, what is ``below`` them, and the parts of the macros that they call, each macro once."""
        seen: set[str] = set()
        waiting = list(elements)
        while waiting:
            element = waiting.pop()
            yield element
            waiting += below(element)
            name = element.get("macro")
            if element.name == "text" and name in self.macros and name not in seen:
                seen.add(name)
                waiting += self.macros[name].children

    def prints(self, elements: Iterable[Element], variable: str) -> bool:
        """Whether some ``cs:text`` or ``cs:number`` among the elements, or in a macro they call, prints a variable."""
        return any(e.get("variable") == variable and e.name in ("text", "number") for e in self.reached(elements))
