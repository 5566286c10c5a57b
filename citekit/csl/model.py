"""A style or locale as data, before any work is looked at, and how it is read from XML.

Source: the CSL 1.0.2 specification, "Styles - Structure", "Rendering Elements", "Style Behavior". Elements are as they
are in the XML, known ones only, and attribute values as written. What cannot be evaluated (no layout, an unknown macro,
macros that call one another in a circle) is a :class:`StyleError` with its line; what is merely unknown (an element, a
variable) is left out and becomes a problem, as styles outlive their processors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace

from citekit.runtime.errors import CitekitError, Problem
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span
from citekit.text.xml import Element, XmlError
from citekit.text.xml import parse as parse_xml

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
    """Return a number among attributes; ``default`` if it is not one, or has more digits than any style needs."""
    text = given.get(name, "").strip()
    return int(text) if text.isdecimal() and len(text) < 6 else default  # no style has 100,000 of anything


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
    """What one ``cs:locale`` element or locale file contains; ``language`` is empty for one that holds everywhere."""

    language: str = ""
    terms: tuple[Term, ...] = ()
    dates: Mapping[str, Element] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Info:
    """``cs:info``: title, identifier and parent of a style. ``parent`` is the address of a dependent style's parent."""

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


NAMESPACE = "http://purl.org/net/xbiblio/csl"
LARGEST = 8_000_000
"""Bytes of a style or locale file, so that a hostile one cannot fill the memory."""
_XML = "http://www.w3.org/XML/1998/namespace"
MOST_OPEN, MOST_ELEMENTS = 100, 200_000
"""Elements of a file that are open at once, and all of them."""


class StyleError(CitekitError):
    """A style or locale file cannot be used: not XML, not CSL, or its parts do not fit together."""


def parse(source: Source) -> Element:
    """Return the root element of a style or locale.

    Raises :class:`StyleError` with the place for text that is not well-formed XML, has a document type declaration, or
    exceeds the limits.
    """
    if len(source.text) > LARGEST:
        raise StyleError(f"{source.name} is too large for a style", f"the limit is {LARGEST:,} characters")
    text = source.text.removeprefix("\ufeff").lstrip()
    lines_before = source.text.count("\n", 0, len(source.text) - len(text))
    data = _without_encoding(text).encode("utf-8", "surrogatepass")
    try:
        return parse_xml(data, _name, deepest=MOST_OPEN, most_elements=MOST_ELEMENTS)
    except XmlError as error:
        place = _span(source, error.line + lines_before, error.column)
        raise StyleError(str(error), "a style is an XML file (.csl) without a DOCTYPE", source, place) from None


def at(source: Source, element: Element) -> Span:
    """Return the span of an element's start tag (one character)."""
    return _span(source, element.line, element.column)


def _span(source: Source, line: int, column: int) -> Span:
    start = 0
    for _ in range(line - 1):
        start = source.text.find("\n", start) + 1
    return Span(start + column, start + column + 1)


def _name(name: str) -> str:
    """Return the name without CSL's namespace or XML's own.

    Names of other namespaces keep theirs, so they match no known element.
    """
    space, blank, local = name.rpartition(" ")
    return local if not blank or space in (NAMESPACE, _XML) else name


def _without_encoding(text: str) -> str:
    """Return the text without its XML declaration: it is decoded already, whatever encoding the declaration names."""
    if text.startswith("<?xml"):
        end = text.find("?>")
        if end > 0:
            return "".join(c if c == "\n" else " " for c in text[: end + 2]).lstrip(" ") + text[end + 2 :]
    return text


DEEPEST = 120
"""How deep rendering elements may nest, the macros they call included."""
_RENDERING = frozenset("text number label date names group choose".split())
_BRANCHES = frozenset({"if", "else-if", "else"})
# Elements in which rendering elements are.
_HOLDERS = frozenset({"layout", "macro", "group", "substitute", *_BRANCHES})


def read_style(source: Source, problems: list[Problem] | None = None) -> Style:
    """Return a style out of its XML; what is unknown in it is added to ``problems``.

    Raises :class:`~citekit.csl.model.StyleError` where it is not a CSL 1.0 style.
    """
    return _StyleReader(source, problems if problems is not None else []).style()


def read_locale(source: Source) -> Locale:
    """Return a locale file.

    Raises :class:`~citekit.csl.model.StyleError` if it is not one.
    """
    root = parse(source)
    if root.name != "locale":
        raise StyleError(f"<{root.name}> is not a locale", "the root element is <locale>", source, at(source, root))
    return _locale(root)


class _StyleReader:
    """Reads one style."""

    def __init__(self, source: Source, problems: list[Problem]) -> None:
        self.source = source
        self.problems = problems

    def fail(self, message: str, element: Element, hint: str = "") -> StyleError:
        return StyleError(message, hint, self.source, at(self.source, element))

    def note(self, message: str, element: Element) -> None:
        where = at(self.source, element)
        self.problems.append(Problem(message, "", self.source, where, severity="warning", kind="unknown-in-style"))

    def style(self) -> Style:
        root = parse(self.source)
        if root.name != "style":
            raise self.fail(f"<{root.name}> is not a CSL style", root, "the root element is <style> in CSL's namespace")
        info = _info(root.first("info"))
        citation, bibliography = root.first("citation"), root.first("bibliography")
        if citation is None and not info.parent:
            raise self.fail("the style has no <citation>", root)
        macros = {macro.get("name"): macro for macro in root.every("macro")}
        # every macro that is called exists, none reaches itself, and nothing nests beyond measure
        for call in _calls(root):
            if call.get("macro") not in macros:
                raise self.fail(f"there is no macro '{call.get('macro')}'", call, "define it with <macro name=…>")
        depths: dict[str, int] = {}
        for start in macros:
            # the depth of a macro with those it calls, depth first without recursion
            path: dict[str, None] = {}
            stack = [(start, False)]
            while stack:
                name, leaving = stack.pop()
                if leaving:
                    del path[name]
                    depths[name] = _depth(macros[name], depths)
                elif name in path:
                    raise self.fail(f"the macro '{name}' calls itself", macros[name], "take the circle out")
                elif name not in depths:
                    path[name] = None
                    stack.append((name, True))
                    stack.extend((call.get("macro"), False) for call in _calls(macros[name]))
        if _depth(root, depths) > DEEPEST:
            raise self.fail("the style nests its elements and macros too deeply", root, f"the limit is {DEEPEST}")
        for macro in macros.values():
            self.check(macro)
        style = Style(
            info,
            root.get("class", "in-text"),
            root.get("default-locale"),
            root.attributes,
            macros,
            bibliography=self.area(bibliography) if bibliography else None,
            locales=tuple(map(_locale, root.every("locale"))),
        )
        return replace(style, citation=self.area(citation)) if citation else style

    def area(self, element: Element) -> Area:
        layout = element.first("layout")
        if layout is None:
            raise self.fail(f"<{element.name}> has no <layout>", element)
        self.check(layout)
        sort = element.first("sort")
        return Area(layout, tuple(sort.every("key")) if sort else (), element.attributes)

    def check(self, element: Element) -> None:
        """Omit what is unknown below an element, and report it."""
        if element.name in _HOLDERS:
            for child in element.children:
                if child.name not in _RENDERING:
                    self.note(f"<{child.name}> is unknown here and left out", child)
            element.children = [child for child in element.children if child.name in _RENDERING]
        for child in element.children:
            if element.name == "choose":
                self.branch(child)
            if child.name == "text" and child.attributes.keys().isdisjoint(TEXT_KINDS):
                self.note("<text> names no variable, macro, term or value", child)
            self.check(child)

    def branch(self, element: Element) -> None:
        if element.name not in _BRANCHES:
            raise self.fail(
                f"<{element.name}> inside <choose>", element, "only <if>, <else-if> and <else> are allowed here"
            )
        if element.name != "else" and not any(element.get(name).split() for name in CONDITIONS):
            self.note(f"<{element.name}> has no condition that is known, so it never holds", element)


def _depth(element: Element, depths: dict[str, int]) -> int:
    """Return how deep the rendering elements below an element nest, with the macros they call."""
    deepest = 0
    stack = [(element, 0)]
    while stack:
        here, level = stack.pop()
        called = depths.get(here.get("macro"), 0) if here.name in ("text", "key") else 0
        deepest = max(deepest, level + called)
        stack.extend((child, level + 1) for child in here.children if child.name != "macro")
    return deepest


def _calls(element: Element) -> Iterator[Element]:
    stack = list(element.children)
    while stack:
        found = stack.pop()
        if "macro" in found.attributes and found.name in ("text", "key"):
            yield found
        stack.extend(found.children)


def _locale(element: Element) -> Locale:
    terms = element.first("terms")
    options = element.first("style-options")
    return Locale(
        element.get("lang"),
        tuple(map(_term, terms.every("term"))) if terms else (),
        {child.get("form", "text"): child for child in element.every("date")},
        options.attributes if options else {},
    )


def _term(element: Element) -> Term:
    single = element.first("single")
    multiple = element.first("multiple")
    text = element.text if single is None else single.text
    return Term(
        element.get("name"),
        element.get("form", "long"),
        text if single is not None else text.strip() if "\n" in text else text,
        multiple.text if multiple is not None else text,
        element.get("gender"),
        element.get("gender-form"),
        element.get("match"),
    )


def _info(element: Element | None) -> Info:
    if element is None:
        return Info()
    parents = [link.get("href") for link in element.every("link") if link.get("rel") == "independent-parent"]
    return Info(element.value("title"), element.value("id"), parents[0] if parents else "")
