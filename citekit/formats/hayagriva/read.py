"""Hayagriva's YAML as a library: an entry and its parents are one work."""

from __future__ import annotations

from dataclasses import replace

from citekit.errors import Problem, UnreadableInputError
from citekit.formats._dates import read_edtf
from citekit.formats._names import read_name, split_particle
from citekit.formats._yaml import YamlNode, node_of, read_yaml
from citekit.formats.hayagriva.names import (
    CONTAINED,
    CSL_TYPES,
    DEFAULT_PARENTS,
    FIELD_ROLES,
    OF_ARTICLES,
    ROLES,
    SERIALS,
    rich,
)
from citekit.span import Source, Span
from citekit.works.bibtex_names import format_names
from citekit.works.date import Date
from citekit.works.library import Works
from citekit.works.name import OTHERS, Name
from citekit.works.trace import Trace
from citekit.works.work import Value, Work

_FORMATTABLE = {"abstract": "abstract", "genre": "genre", "archive": "archive", "archive-location": "archive_location",
                "call-number": "call-number", "note": "note"}  # fmt: skip
_NUMBERS = {"volume-total": "number-of-volumes", "page-total": "number-of-pages", "chapter": "chapter-number",
            "page-range": "page", "language": "language", "runtime": "dimensions"}  # fmt: skip
_LONG = frozenset({"abstract", "note"})
_UNDERSTOOD = frozenset({
    "type", "title", "author", "date", "parent", "editor", "affiliated", "publisher", "location", "organization",
    "issue", "volume", "edition", "url", "doi", "isbn", "issn", "serial-number", *_FORMATTABLE, *_NUMBERS,
})  # fmt: skip


def loads(source: Source) -> Works:
    """Read the entries of a file.

    Raises :class:`~citekit.errors.MissingExtraError` where the extra ``yaml`` is not installed, and
    :class:`~citekit.errors.UnreadableInputError` where the text is no YAML mapping. What is no entry, fields nobody
    knows, and parents that one work has no place for become problems.
    """
    root = read_yaml(source)
    if root.value is None:
        return Works()
    if not root.is_mapping:
        raise UnreadableInputError(
            f"{source.name} is no Hayagriva file", "entries stand below their keys in one mapping", source, root.span
        )
    works: list[Work] = []
    traces: list[Trace] = []
    problems: list[Problem] = []
    for key, node in root.pairs:
        span = Span(key.span.start, max(key.span.start, node.span.end))
        if not node.is_mapping:
            message = f"'{key.text}' has no fields"
            problems.append(Problem(message, "write its fields below it", source, span, "warning", "not-an-item"))
            continue
        reading = _Reading(node)
        works.append(reading.work(key.text))
        traces.append(Trace(source, span))
        problems += [Problem(f"entry '{key.text}': {m}", "", source, s, "info", kind) for m, s, kind in reading.odd]
    return Works(tuple(works), tuple(traces), tuple(problems))


def read_entries(entry: object, key: str) -> Work:
    """The work of one entry that is given as mappings, lists and texts."""
    return _Reading(node_of(entry)).work(key)


class _Reading:
    """One entry with its parents on its way to a work."""

    def __init__(self, node: YamlNode) -> None:
        self.entry = node
        self.kind = _text(node.get("type")).lower()
        self.odd: list[tuple[str, Span, str]] = []
        self.variables: dict[str, Value] = {}
        self.people: dict[str, list[Name]] = {}
        self.fields: dict[str, str] = {}

    def work(self, key: str) -> Work:
        container, series, event = self._parents()
        levels = [node for node in (self.entry, container, event, series) if node]
        kind = self._type(container)
        self._titles(container, series, event)
        self._people(container, series)
        self._dates(levels)
        for name in ("volume", "issue", "edition"):
            self._set(name, _text(self._first(name, [node for node in (self.entry, container) if node])))
        if series:
            self._set("collection-number", _text(series.get("volume")) or _text(series.get("issue")))
        self._publisher([node for node in (self.entry, container) if node], event)
        for name, variable in _NUMBERS.items():
            self._set(variable, _text(self._first(name, levels)))
        for name, variable in _FORMATTABLE.items():
            node = self._first(name, levels)
            self._set(variable, rich(_lines(node) if name in _LONG else _string(node)))
        self._serials(levels)
        self._url(levels)
        self._unknown(levels)
        self.variables |= {name: tuple(found) for name, found in self.people.items()}
        return Work(kind, key, self.variables, self.fields)

    def _set(self, variable: str, value: Value | None) -> None:
        if value:
            self.variables.setdefault(variable, value)

    def _first(self, name: str, levels: list[YamlNode]) -> YamlNode | None:
        return next((found for node in levels if (found := node.get(name))), None)

    def _parents(self) -> tuple[YamlNode | None, YamlNode | None, YamlNode | None]:
        """What the entry is in, the series, and the event; all other parents are told of and left out."""
        direct = _parents_of(self.entry)
        container = self._container(direct) if self.kind in CONTAINED else None
        series = event = None
        above = [(parent, _type_of(container, self.kind)) for parent in _parents_of(container)] if container else []
        queue = [(parent, self.kind) for parent in direct if parent is not container] + above
        for parent, below in [*queue, *((top, _type_of(p, b)) for p, b in queue for top in _parents_of(p))]:
            kind = _type_of(parent, below)
            if kind in ("conference", "exhibition") and event is None:
                event = parent
            elif series is None and kind in ("anthology", "periodical", "book", "misc", "reference"):
                series = parent
            else:
                self.odd.append((f"a parent of type {kind} is left out", parent.span, "parent"))
        return container, series, event

    def _container(self, direct: list[YamlNode]) -> YamlNode | None:
        """The parent that an entry is in: a publication before a conference before anything else."""
        kinds = [_type_of(parent, self.kind) for parent in direct]
        order = sorted(range(len(direct)), key=lambda at: (kinds[at] not in OF_ARTICLES, kinds[at] == "conference"))
        return direct[order[0]] if direct else None

    def _container_type(self, container: YamlNode | None) -> str:
        return _type_of(container, self.kind) if container else ""

    def _type(self, container: YamlNode | None) -> str:
        if self.kind and self.kind not in CSL_TYPES:
            self.odd.append((f"the type {self.kind} is not known", self.entry.span, "unknown-type"))
        if self.kind == "article" and container:
            return OF_ARTICLES.get(self._container_type(container), "article")
        if self.kind in ("video", "audio") and container:
            return "broadcast"
        return CSL_TYPES.get(self.kind, "document")

    def _titles(self, container: YamlNode | None, series: YamlNode | None, event: YamlNode | None) -> None:
        self._title(self.entry, "title", "title-short")
        if container:
            is_event = self._container_type(container) == "conference"
            self._title(container, "event-title" if is_event else "container-title", "container-title-short")
            self._set("event-place", rich(_string(container.get("location"))) if is_event else None)
        if series:
            self._title(series, "collection-title", "")
        if event:
            self._title(event, "event-title", "")

    def _title(self, node: YamlNode, variable: str, short: str) -> None:
        title = node.get("title")
        if title is None:
            return
        text = rich(_string(title))
        verbatim = title.get("verbatim")
        if verbatim and verbatim.text.lower() == "true" and text:
            text = f'<span class="nocase">{text}</span>'
        self._set(variable, text)
        if short:
            self._set(short, rich(_string(title.get("short") or title.get("shorthand"))))
        translation = title.get("translation")
        if translation and variable == "title":
            self.fields["translatedtitle"] = _string(translation)

    def _people(self, container: YamlNode | None, series: YamlNode | None) -> None:
        self._set("author", _names(self.entry.get("author")))
        for node in filter(None, (self.entry, container)):
            self._set("editor", _names(node.get("editor")))
            self._affiliated(node.get("affiliated"))
        if container:
            self._set("container-author", _names(container.get("author")))
        if series:
            self._set("collection-editor", _names(series.get("editor")))

    def _affiliated(self, node: YamlNode | None) -> None:
        for group in node.items if node else []:
            role = _text(group.get("role")).lower()
            names = _names(group.get("names"))
            if role in FIELD_ROLES and names:
                self.fields.setdefault(role, format_names(names))
            elif names:
                if role not in ROLES:
                    self.odd.append((f"the role '{role}' is read as contributor", group.span, "role"))
                variable = ROLES.get(role, "contributor")
                self.people.setdefault(variable, []).extend(names)

    def _dates(self, levels: list[YamlNode]) -> None:
        node = self._first("date", levels)
        if node:
            self.variables["issued"] = _date(node.text)

    def _publisher(self, levels: list[YamlNode], event: YamlNode | None) -> None:
        node = self._first("publisher", levels)
        place = self._first(
            "location",
            [level for level in levels if self._container_type(level) != "conference" or level is self.entry],
        )
        if node:
            self._set("publisher", rich(_string(node.get("name") or node) if node.is_mapping else node.text))
            self._set("publisher-place", rich(_string(node.get("location"))))
        self._set("publisher-place", rich(_string(place)))
        if event:
            self._set("event-place", rich(_string(event.get("location"))))
        organization = _string(self._first("organization", levels))
        missing = "publisher" not in self.variables and self.kind in ("report", "thesis", "manuscript")
        self._set("publisher" if missing else "authority", organization)

    def _serials(self, levels: list[YamlNode]) -> None:
        for node in levels:
            numbers = node.get("serial-number")
            for key, value in numbers.pairs if numbers else []:
                self._serial(key.text.lower(), value.text)
            if numbers and not numbers.is_mapping:
                self._serial("serial", numbers.text)
            for name in ("doi", "isbn", "issn"):
                self._serial(name, _text(node.get(name)))

    def _serial(self, name: str, value: str) -> None:
        if name == "arxiv" and value:
            self.fields |= {"eprint": value, "archiveprefix": "arXiv"}
        elif name in SERIALS:
            self._set(SERIALS[name], value)
        elif value:
            self.fields.setdefault(name, value)

    def _url(self, levels: list[YamlNode]) -> None:
        node = self._first("url", levels)
        if node:
            self._set("URL", _string(node))
            date = node.get("date")
            self._set("accessed", _date(date.text) if date else None)

    def _unknown(self, levels: list[YamlNode]) -> None:
        for node in levels:
            for key, value in node.pairs:
                name = key.text.lower()
                if name and name not in _UNDERSTOOD and value.text:
                    self.fields.setdefault(name, value.text)
                elif name not in _UNDERSTOOD:
                    self.odd.append((f"the field {name} is left out", key.span, "unknown-field"))


def _parents_of(node: YamlNode) -> list[YamlNode]:
    parent = node.get("parent")
    return [item for item in parent.items if item.is_mapping] if parent else []


def _type_of(parent: YamlNode, below: str) -> str:
    """The type of a parent, which depends on what is below it where the parent names none."""
    return _text(parent.get("type")).lower() or DEFAULT_PARENTS.get(below, "misc")


def _text(node: YamlNode | None) -> str:
    return " ".join(node.text.split()) if node else ""


def _string(node: YamlNode | None) -> str:
    """The text of a string, or of the mapping of a formattable one."""
    if node is None:
        return ""
    return _text(node.get("value")) if node.is_mapping else _text(node)


def _lines(node: YamlNode | None) -> str:
    """The text of a string or formattable string with its line ends."""
    value = node.get("value") if node and node.is_mapping else node
    return "\n".join(line.rstrip() for line in value.text.strip().splitlines()) if value else ""


def _date(text: str) -> Date:
    """A day, month or year of ISO 8601; a tilde before it says that it is approximate."""
    bare = text.strip()
    date = read_edtf(bare.removeprefix("~"))
    if date is None:
        return Date(literal=" ".join(bare.split()))
    return replace(date, circa=date.circa or bare.startswith("~"))


def _names(node: YamlNode | None) -> tuple[Name, ...]:
    return tuple(name for name in map(_name, node.items if node else []) if name != Name())


def _name(node: YamlNode) -> Name:
    if not node.is_mapping:
        return read_name(_text(node))
    family, given, prefix, suffix = (_text(node.get(part)) for part in ("name", "given-name", "prefix", "suffix"))
    if family == "others" and not given:
        return OTHERS
    if not (given or prefix or suffix) and (" " in family or "," in family):
        return Name(literal=family)
    particle, rest = split_particle(family) if not prefix else (prefix, family)
    return Name(rest, given, "", particle, suffix)
