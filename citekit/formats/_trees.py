"""Formats that are trees (XML, JSON-LD): one table maps paths in an item to variables, for reading and for writing.

A path is names separated by ``/``. ``name[key=value]`` is an element with an attribute, ``@key`` at the end an attribute
itself, and ``~word`` at the end means that the text begins with this word. A row of a table is a CSL variable or a field,
its path, and a condition for writing it: ``part`` for works with a container, ``whole`` for all others, ``read`` for
never, or the CSL types to which the row applies. If several rows of a variable fit, the first one is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate

from citekit.formats._names import is_family, read_name, split_dropped
from citekit.formats._record import WITHOUT_MARKUP, RecordBuilder, keywords, page_ends
from citekit.formats._rich import html
from citekit.model.date import Date, edtf
from citekit.model.ids import doi_of_value
from citekit.model.name import OTHERS, Name, split_particle
from citekit.model.work import Trace, Value, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem, UnreadableInputError
from citekit.runtime.records import cached_property, dataclass
from citekit.runtime.registry import tables
from citekit.runtime.span import Source, Span
from citekit.text.rich import as_rich, without_tags
from citekit.text.xml import Element, XmlError, escape, local_name, parse, quoted

_DECLARATION = re.compile(r"^\ufeff?\s*<\?xml[^<>]*\?>")
_STEP = re.compile(r"([^\[\]]+)(?:\[([^=\]]+)=([^\]]+)\])?")
_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]+")
_ALWAYS = ("", "part", "whole", "read")
_LAST = "et al."


@cache
def _steps(path: str) -> tuple[tuple[str, str, str], ...]:
    """Split a path into the name, key and value of each step."""
    return tuple((m[1], m[2] or "", m[3] or "") if (m := _STEP.fullmatch(s)) else (s, "", "") for s in path.split("/"))


def found(element: Element, path: str) -> list[Element]:
    """Return the elements at the end of a path, in order."""
    level = [element]
    for name, key, value in _steps(path):
        level = [c for e in level for c in e.children if c.name == name and (not key or c.get(key) == value)]
    return level


def texts(element: Element, path: str) -> list[str]:
    """Return the non-empty texts at the end of a path, with whitespace collapsed to single spaces."""
    path, _, label = path.partition("~")
    if label:
        return [text[len(label) + 1 :] for text in texts(element, path) if text.startswith(f"{label} ")]
    above, at, key = path.rpartition("@")
    if at:
        level = found(element, above.rstrip("/")) if above else [element]
        return list(filter(None, (" ".join(one.get(key).split()) for one in level)))
    return list(filter(None, (" ".join(one.text.split()) for one in found(element, path))))


def put(element: Element, path: str, text: str = "") -> Element:
    """Append a new element with a text at the end of a path and return it; existing elements along the path are reused."""
    path, _, label = path.partition("~")
    text = f"{label} {text}" if label else text
    above, at, own = path.rpartition("@")
    if at:
        target = (found(element, above.rstrip("/")) or [put(element, above.rstrip("/"))])[-1] if above else element
        target.attributes[own] = text
        return target
    steps = _steps(path)
    for place, (name, key, value) in enumerate(steps):
        known = reversed(element.children) if place < len(steps) - 1 else ()
        fit = (c for c in known if c.name == name and (not key or c.get(key) == value) and not c.text)
        inner = next(fit, None)
        if inner is None:
            inner = Element(name, {key: value} if key else {})
            element.children.append(inner)
        element = inner
    element.text = text
    return element


# --- XML ---------------------------------------------------------------------------------------------------------------


def read_xml(source: Source, named: Callable[[str], str] = local_name) -> tuple[Element, list[Element], list[Problem]]:
    """Parse XML and return the root, the elements that a syntax error left incomplete, and the problems.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the document is hostile, or broken before the first
    element is complete.
    """
    whole = _DECLARATION.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), source.text)
    try:
        return parse(whole.encode("utf-8", "replace"), named), [], []
    except XmlError as error:
        lines = source.text.splitlines(keepends=True)
        at = min(sum(map(len, lines[: error.line - 1])) + error.column, len(source.text))
        place = Span(at, at)
        if not error.open or not error.open[0].children:
            raise UnreadableInputError(f"this is {error}", "", source, place) from None
        problem = Problem(f"this is {error}", "the text after it was not read", source, place, kind="syntax")
        return error.open[0], error.open, [problem]


def root_of(source: Source) -> Element:
    """Parse XML and return the root; raise :class:`~citekit.runtime.errors.UnreadableInputError` if it is broken or hostile."""
    root, _, problems = read_xml(source)
    if problems:
        raise UnreadableInputError(problems[0].message, "", source, problems[0].span)
    return root


def places(source: Source, elements: Iterable[Element]) -> list[Span]:
    """Return the span of each element, in the order of the text, including its end tag."""
    lines = [0, *accumulate(len(line) + 1 for line in source.text.split("\n"))]
    starts = [min(lines[element.line - 1] + element.column, len(source.text)) for element in elements]
    made = []
    for start, limit in zip(starts, [*starts[1:], len(source.text)], strict=True):
        tag = re.match(r"<([^\s<>/]{1,80})", source.text[start : start + 90])
        end = source.text.find(f"</{tag[1]}>", start, limit) if tag else -1
        made.append(Span(start, end + len(tag[1]) + 3 if tag and end >= 0 else start))
    return made


def written(element: Element, depth: int = 0, prefix: str = "") -> str:
    """Serialize an element as XML, one element per line, children indented."""
    lead, name = "  " * depth, prefix + element.name
    own = "".join(f" {key}={quoted(_clean(value))}" for key, value in element.attributes.items())
    if element.children:
        inner = "".join(written(child, depth + 1, prefix) for child in element.children)
        return f"{lead}<{name}{own}>\n{inner}{lead}</{name}>\n"
    return f"{lead}<{name}{own}>{escape(_clean(element.text))}</{name}>\n"


def _clean(text: str) -> str:
    return "\n".join(filter(None, (" ".join(line.split()) for line in _NOT_XML.sub(" ", text).splitlines())))


# --- items -------------------------------------------------------------------------------------------------------------


@dataclass
class Form:
    """The mapping of a format: its table file, the paths of the parts of a name, and whether its texts contain markup.

    ``parts`` are the paths of family name, given name, suffix and the name of an organization.
    """

    table: str
    parts: tuple[str, str, str, str]
    rich: bool = False

    @cached_property
    def tables(self) -> dict[str, list[list[str]]]:
        """The tables of the file, which is read on first use."""
        return tables("citekit.formats", self.table)

    @cached_property
    def rows(self) -> list[list[str]]:
        """Variable, path and condition of each row."""
        return [[*row, ""][:3] for row in self.tables["texts"]]

    @cached_property
    def types(self) -> dict[str, str]:
        """The format's name of a type -> CSL type."""
        return dict(reversed(self.tables["types"]))

    @cached_property
    def words(self) -> dict[str, str]:
        """CSL type -> the format's name of it."""
        return {kind: word for word, kind in reversed(self.tables["types"])}

    @cached_property
    def roles(self) -> dict[str, str]:
        """The format's name of a role -> variable."""
        return dict(self.tables["roles"])

    def people(self, work: Work) -> Iterator[tuple[str, tuple[Name, ...]]]:
        """Yield the format's name of each role, with the people of the work in it; roles unknown to the format are skipped."""
        for variable, value in work.variables.items():
            role = next((word for word, name in self.roles.items() if name == variable), "")
            if isinstance(value, tuple) and role:
                yield role, value

    def read(self, item: Element, record: RecordBuilder) -> None:
        """Read every text and date of an item into a record."""
        ends, seen = ["", ""], set[str]()
        typed = [row for row in self.rows if row[2] in _ALWAYS or record.kind in row[2].split()]
        for name, path, _ in (*typed, *self.rows):
            values = [] if path in seen else texts(item, path)
            if not values:
                continue
            seen.add(path)
            if name in ("first-page", "last-page"):
                ends[name == "last-page"] = ends[name == "last-page"] or values[0]
            elif name == "id":
                record.key = record.key or values[0]
            elif name == "DOI":
                # several identifiers may be at one path, such as the handle of a repository
                record.put("DOI", next(filter(None, (doi_of_value(value, True) for value in values)), ""))
            elif name == "keyword":
                known = filter(None, [str(record.variables.get(name, ""))])
                record.variables[name] = ", ".join(dict.fromkeys([*known, *values]))
            else:
                record.take(name, values[0] if self.rich or name in WITHOUT_MARKUP else as_rich(values[0]))
        record.put("page", "-".join(dict.fromkeys(filter(None, ends))))

    def write(self, work: Work, item: Element) -> None:
        """Write every text and date of a work that the table has a row for into an item."""
        when = "part" if work.text("container-title") else "whole"
        pages = page_ends(work.text("page"))
        held = {name: value for name, value in work.variables.items() if not isinstance(value, tuple)}
        held |= {name: value for name, value in work.fields.items() if name == "eprint"}
        held |= {"id": work.id} | ({"first-page": pages[0], "last-page": pages[1]} if pages else {})
        done = set()
        for name, path, condition in self.rows:
            value = held.get(name)
            # a chapter has the volume of its book at another path than a book its own
            fits = condition in ("", when) or work.type in condition.split()
            if not value or not fits or name in done or (name == "page" and "first-page" in done):
                continue
            done.add(name)
            for text in self._texts(name, value):
                put(item, path, text)

    def _texts(self, name: str, value: Value) -> list[str]:
        if isinstance(value, Date):
            return list(filter(None, [edtf(value) or value.literal]))
        text = str(value)
        if name == "keyword":
            return keywords(without_tags(text))
        return [html(text) if self.rich and "<" in text else without_tags(text)]

    def name(self, person: Element) -> Name:
        """Return the name in an element."""
        family, given, suffix, whole = (" ".join(texts(person, path)) for path in self.parts)
        # these formats have no "et al.": it is written as a name
        if not given and (family or whole) == _LAST:
            return OTHERS
        # programs put organizations into the family name
        if not family or (not given and not is_family(family)):
            return read_name(f"{family or whole},")
        particle, family = split_particle(family)
        given, dropped = split_dropped(given)
        return Name(family, given, dropped, particle, suffix)

    def put_name(self, name: Name, person: Element) -> None:
        """Write the parts of a name into an element."""
        family, given, suffix, whole = self.parts
        if name.is_others or name.literal:
            put(person, whole, _LAST if name.is_others else name.literal)
            return
        put(person, family, name.full_family)
        for path, part in (
            (given, " ".join(filter(None, (name.given, name.dropping_particle)))),
            (suffix, name.suffix),
        ):
            if part and path:
                put(person, path, part)


def works_of(
    source: Source, pick: Callable[[Element], Iterable[Element]], read: Callable[[Element], Work], what: str
) -> Works:
    """Return the works of the items that ``pick`` selects below the root; incomplete elements are skipped.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if there are no items; ``what`` names them.
    """
    root, unread, problems = read_xml(source)
    items = [item for item in pick(root) if not any(item is part for part in unread)]
    spans = placed(source, items, what, problems)
    return Works(tuple(map(read, items)), tuple(Trace(source, span) for span in spans), tuple(problems))


def placed(source: Source, items: list[Element], what: str, problems: Sequence[Problem]) -> list[Span]:
    """Return the span of each item; raise :class:`~citekit.runtime.errors.UnreadableInputError` if there are no items."""
    if not items:
        message, place = (problems[0].message, problems[0].span) if problems else (f"{source.name} has no {what}", None)
        raise UnreadableInputError(message, "", source, place)
    return places(source, items)
