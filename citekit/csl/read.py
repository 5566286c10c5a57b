"""Styles and locales out of XML: the elements of :mod:`citekit.csl.model`, checked as far as evaluation needs it.

Source: the CSL 1.0.2 specification. What cannot be evaluated (no layout, an unknown macro, macros that call one another
in a circle) is a :class:`~citekit.csl.xml.StyleError` with its line; what is merely unknown (an element, a variable) is
left out and becomes a problem, as styles outlive their processors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from citekit.csl.model import (
    PLAIN,
    Area,
    Branch,
    Choose,
    DateElement,
    DatePart,
    EtAl,
    Formatting,
    Group,
    Info,
    Label,
    Layout,
    Locale,
    NameElement,
    NamePart,
    Names,
    Number,
    Rendering,
    SortKey,
    Style,
    Term,
    Text,
)
from citekit.csl.xml import StyleError, at, parse
from citekit.errors import Problem
from citekit.span import Source
from citekit.text.xml import Element

DEEPEST = 120
"""How deep rendering elements may nest, the macros they call included."""
_TEXT_KINDS = ("variable", "macro", "term", "value")
_CONDITIONS = (
    "type",
    "variable",
    "is-numeric",
    "is-uncertain-date",
    "locator",
    "position",
    "disambiguate",
)


def read_style(source: Source, problems: list[Problem] | None = None) -> Style:
    """A style out of its XML; what is unknown in it is added to ``problems``.

    Raises :class:`~citekit.csl.xml.StyleError` where it is not a CSL 1.0 style.
    """
    return _Reader(source, problems if problems is not None else []).style()


def read_locale(source: Source) -> Locale:
    """A locale file.

    Raises :class:`~citekit.csl.xml.StyleError` where it is none.
    """
    root = parse(source)
    if root.name != "locale":
        raise StyleError(f"<{root.name}> is not a locale", "the root element is <locale>", source, at(source, root))
    return _Reader(source, []).locale(root)


class _Reader:
    """Reads one file."""

    def __init__(self, source: Source, problems: list[Problem]) -> None:
        self.source = source
        self.problems = problems

    def fail(self, message: str, element: Element, hint: str = "") -> StyleError:
        return StyleError(message, hint, self.source, at(self.source, element))

    def note(self, message: str, element: Element) -> None:
        where = at(self.source, element)
        self.problems.append(Problem(message, "", self.source, where, severity="warning", kind="unknown-in-style"))

    def root(self) -> Element:
        root = parse(self.source)
        if root.name != "style":
            raise self.fail(f"<{root.name}> is not a CSL style", root, "the root element is <style> in CSL's namespace")
        return root

    def info(self) -> Info:
        return _info(self.root().first("info"))

    def style(self) -> Style:
        root = self.root()
        info = _info(root.first("info"))
        citation = root.first("citation")
        if citation is None and not info.parent:
            raise self.fail("the style has no <citation>", root)
        macros = {macro.get("name"): macro for macro in root.every("macro")}
        _check_calls(self, root, macros)
        bibliography = root.first("bibliography")
        style = Style(
            info,
            root.get("class", "in-text"),
            root.get("default-locale"),
            root.attributes,
            {name: self.children(macro) for name, macro in macros.items()},
            bibliography=self.area(bibliography) if bibliography else None,
            locales=tuple(self.locale(child) for child in root.every("locale")),
        )
        return replace(style, citation=self.area(citation)) if citation else style

    def area(self, element: Element) -> Area:
        layout = element.first("layout")
        if layout is None:
            raise self.fail(f"<{element.name}> has no <layout>", element)
        sort = element.first("sort")
        keys = tuple(self.key(key) for key in sort.every("key")) if sort else ()
        children = self.children(layout)
        return Area(Layout(children, layout.get("delimiter"), formatting(layout)), keys, element.attributes)

    def key(self, element: Element) -> SortKey:
        return SortKey(
            element.get("variable"),
            element.get("macro"),
            element.get("sort") == "descending",
            _count(element.get("names-min")),
            _count(element.get("names-use-first")),
            element.get("names-use-last") == "true",
        )

    def children(self, element: Element) -> tuple[Rendering, ...]:
        return tuple(self._renderings(element.children))

    def _renderings(self, elements: Iterable[Element]) -> Iterator[Rendering]:
        for element in elements:
            made = self.rendering(element)
            if made is None:
                self.note(f"<{element.name}> is unknown here and left out", element)
            else:
                yield made

    def rendering(self, element: Element) -> Rendering | None:
        """A rendering element, or None for one that is unknown."""
        match element.name:
            case "text":
                return self.text(element)
            case "number":
                return Number(element.get("variable"), element.get("form", "numeric"), formatting(element))
            case "label":
                return _label(element)
            case "date":
                return date(element)
            case "names":
                return self.names(element)
            case "group":
                return Group(self.children(element), element.get("delimiter"), formatting(element))
            case "choose":
                return Choose(tuple(self.branch(child) for child in element.children))
        return None

    def text(self, element: Element) -> Text:
        for kind in _TEXT_KINDS:
            if kind in element.attributes:
                plural = element.get("plural") == "true"
                return Text(kind, element.get(kind), element.get("form"), plural, formatting(element))
        self.note("<text> names no variable, macro, term or value", element)
        return Text("value", "", formatting=formatting(element))

    def branch(self, element: Element) -> Branch:
        if element.name not in ("if", "else-if", "else"):
            raise self.fail(
                f"<{element.name}> inside <choose>", element, "only <if>, <else-if> and <else> may stand here"
            )
        tests = [
            (name, value) for name in _CONDITIONS if name in element.attributes for value in element.get(name).split()
        ]
        if element.name != "else" and not tests:
            self.note(f"<{element.name}> has no condition that is known, so it never holds", element)
            tests = [("never", "")]
        return Branch(tuple(tests), element.get("match", "all"), self.children(element))

    def names(self, element: Element) -> Names:
        name = element.first("name")
        et_al = element.first("et-al")
        label = element.first("label")
        substitute = element.first("substitute")
        tags = [child.name for child in element.children]
        return Names(
            tuple(element.get("variable").split()),
            element.attributes.get("delimiter"),
            _name(name) if name else None,
            EtAl(element_term(et_al), formatting(et_al)) if et_al else None,
            _label(label) if label else None,
            "label" in tags and tags.index("label") < (tags.index("name") if "name" in tags else -1),
            self.children(substitute) if substitute else (),
            element.attributes,
            formatting(element),
        )

    def locale(self, element: Element) -> Locale:
        terms = element.first("terms")
        options = element.first("style-options")
        return Locale(
            element.get("lang"),
            tuple(_term(term) for term in terms.every("term")) if terms else (),
            {child.get("form", "text"): date(child) for child in element.every("date")},
            options.attributes if options else {},
        )


def element_term(element: Element) -> str:
    """The term of ``cs:et-al``."""
    return element.get("term") or "et-al"


def _check_calls(reader: _Reader, root: Element, macros: dict[str, Element]) -> None:
    """Every macro that is called exists, none reaches itself, and nothing nests beyond measure."""
    for call in _calls(root):
        if call.get("macro") not in macros:
            raise reader.fail(f"there is no macro '{call.get('macro')}'", call, "define it with <macro name=…>")
    depths: dict[str, int] = {}
    for start in macros:
        _measure(reader, macros, start, depths)
    if _depth(root, depths) > DEEPEST:
        raise reader.fail("the style nests its elements and macros too deeply", root, f"the limit is {DEEPEST}")


def _measure(reader: _Reader, macros: dict[str, Element], start: str, depths: dict[str, int]) -> None:
    """The depth of a macro with those it calls, depth first without recursion."""
    path: dict[str, None] = {}
    stack = [(start, False)]
    while stack:
        name, leaving = stack.pop()
        if leaving:
            del path[name]
            depths[name] = _depth(macros[name], depths)
        elif name in path:
            raise reader.fail(f"the macro '{name}' calls itself", macros[name], "take the circle out")
        elif name not in depths:
            path[name] = None
            stack.append((name, True))
            stack.extend((call.get("macro"), False) for call in _calls(macros[name]))


def _depth(element: Element, depths: dict[str, int]) -> int:
    """How deep the rendering elements below an element nest, with the macros they call."""
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


def formatting(element: Element) -> Formatting:
    """The formatting, quotes, letter case and affixes of an element."""
    get = element.attributes.get
    made = Formatting(
        get("font-style", ""),
        get("font-variant", ""),
        get("font-weight", ""),
        get("text-decoration", ""),
        get("vertical-align", ""),
        get("quotes") == "true",
        get("strip-periods") == "true",
        get("text-case", ""),
        get("display", ""),
        get("prefix", ""),
        get("suffix", ""),
    )
    return PLAIN if made == PLAIN else made


def date(element: Element) -> DateElement:
    """``cs:date``, of a style or of a locale."""
    parts = tuple(
        DatePart(part.get("name"), part.get("form"), part.get("range-delimiter", "–"), formatting(part))
        for part in element.every("date-part")
    )
    return DateElement(
        element.get("variable"),
        element.get("form"),
        element.get("date-parts", "year-month-day"),
        element.get("delimiter"),
        parts,
        formatting(element),
    )


def _label(element: Element) -> Label:
    plural = element.get("plural", "contextual")
    return Label(element.get("variable"), element.get("form", "long"), plural, formatting(element))


def _name(element: Element) -> NameElement:
    parts = tuple(NamePart(part.get("name"), formatting(part)) for part in element.every("name-part"))
    return NameElement(element.attributes, parts, formatting(element))


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
    rights = element.first("rights")
    parents = [link.get("href") for link in element.every("link") if link.get("rel") == "independent-parent"]
    categories = list(element.every("category"))
    formats = [category.get("citation-format") for category in categories if category.get("citation-format")]
    return Info(
        element.value("title"),
        element.value("id"),
        element.value("title-short"),
        element.value("updated"),
        (rights.get("license") or " ".join(rights.text.split())) if rights else "",
        formats[0] if formats else "",
        tuple(category.get("field") for category in categories if category.get("field")),
        parents[0] if parents else "",
    )


def _count(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 else 0
