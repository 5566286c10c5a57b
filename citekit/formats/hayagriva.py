"""Hayagriva's YAML (``.yaml``): the bibliography format of Typst.

Works are values of a mapping with their keys; journals, proceedings, books and series are parents of their parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import groupby

from citekit.formats._names import inverted, read_name
from citekit.formats._record import page_range
from citekit.formats._rich import pieces
from citekit.formats._shown import distinct
from citekit.formats._yaml import Emittable, Plain, dumped
from citekit.formats.files import changed
from citekit.formats.keys import assign_keys
from citekit.markup.yaml_tree import NOTHING, YamlNode, node_of, read_yaml
from citekit.model.date import Date, calendar_date, edtf, read_edtf
from citekit.model.name import OTHERS, Name, format_names, parse_names, split_particle
from citekit.model.work import Trace, Value, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem, UnreadableInputError
from citekit.runtime.registry import pairs
from citekit.runtime.span import Source, Span
from citekit.text.rich import as_rich
from citekit.text.tex_syntax import NOCASE

NAME = "hayagriva"
SUFFIXES = (".yaml", ".yml")
BEGINS = re.compile(
    r"(?>(?:[ \t]*+(?:#[^\n]*+)?\r?\n){0,40})[^\s:#][^\n:]{0,200}:[ \t]*\r?\n[ \t]+(?:type|title|author):[ \t]"
)

__all__ = ["BEGINS", "NAME", "SUFFIXES", "dumps", "loads", "losses"]


# The reader of Hayagriva's YAML, which makes one work from an entry and its parents, and the names of its types and roles.
#
# Source: "The Hayagriva YAML File Format", the documentation of the format in Hayagriva's repository.

_TABLES = pairs("citekit.formats", "hayagriva.tsv")
TYPES = {csl: tuple(kinds.split()) for csl, kinds in _TABLES["types"].items()}
"""CSL type -> type of the entry, and of its parent if it always has one."""

OPTIONAL_PARENTS = _TABLES["optional_parents"]
"""CSL type -> type of the parent if the work has a container."""

CSL_TYPES = _TABLES["csl_types"]
"""Type of an entry -> CSL type, unless its parent determines it."""

OF_ARTICLES = _TABLES["of_articles"]
"""Type of an article's parent -> CSL type."""

DEFAULT_PARENTS = _TABLES["default_parents"]
"""Type of an entry -> type of a parent that has no type."""

SERIES = "anthology"
"""The type of the parent that is a series of books."""

CONTAINED = frozenset(
    {"article", "chapter", "entry", "anthos", "scene", "post", "web", "artwork", "legislation", "audio", "video"}
)
"""Types of entries whose parent is their container; the parent of other types is a series."""

ROLES = _TABLES["roles"]
"""Role of an affiliated person -> name variable."""
FIELD_ROLES = frozenset({"afterword", "foreword", "introduction", "annotator", "commentator", "holder"})
"""Roles without a name variable; they are fields with a name list in BibTeX's syntax."""

SERIALS = _TABLES["serials"]
"""Serial number -> variable; ``arxiv`` is the field ``eprint``."""

# A formula in which "#" begins code, and what braces and backslashes are in formattable text.
_CODE = re.compile(r"\$[^$#]*+#[^$]*+\$")
_PIECE = re.compile(r"\\(.)|([{}])", re.DOTALL)


def formattable(text: str) -> str:
    """Convert CSL rich text to Hayagriva's: ``nocase`` spans become braces, braces are escaped, other tags are removed.

    Dollars are escaped if one has no partner, or if a formula contains ``#``: Typst evaluates formulas, and ``#`` begins
    code in them.
    """
    made = ""
    for shielded, group in groupby(pieces(text), key=lambda piece: "nocase" in piece[0]):
        inner = re.sub(r"[\\{}]", r"\\\g<0>", "".join(words for _, words in group))
        made += f"{{{inner}}}" if shielded else inner
    return made.replace("$", "\\$") if made.count("$") % 2 or _CODE.search(made) else made


def rich(text: str) -> str:
    """Convert Hayagriva's formattable text to CSL rich text: braces become ``nocase`` spans."""
    text = as_rich(text)
    out: list[str] = []
    last = depth = 0
    for match in _PIECE.finditer(text):
        out.append(text[last : match.start()])
        last = match.end()
        if match[1] is not None:
            out.append(match[1])
        elif match[2] == "{":
            out.append(NOCASE if not depth else "")
            depth += 1
        elif depth:
            depth -= 1
            out.append("" if depth else "</span>")
        else:
            out.append("}")
    out.append(text[last:])
    return "".join(out) + ("</span>" if depth else "")


# Field -> variable: of formattable texts, and of numbers and plain words; _LONG keep their line ends.
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

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the text is not YAML mapping. Values that are not
    entries, fields that are not texts, and parents that a work cannot represent are reported as problems.
    """
    root = read_yaml(source)
    if root and not root.is_mapping:
        raise UnreadableInputError(
            f"{source.name} is not a Hayagriva file",
            "write the entries as one mapping of keys; data of a site are read where each publication has a title, and authors, venue or year",
            source,
            root.span,
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
        reading = _HayagrivaReading(node)
        works.append(reading.work(key.text))
        traces.append(Trace(source, span))
        problems += [
            Problem(f"entry '{key.text}': {m}", "", source, s, "info", kind) for m, s, kind in reading.problems
        ]
    return Works(tuple(works), tuple(traces), tuple(problems))


def read_entries(entry: object, key: str) -> Work:
    """Return the work of one entry given as mappings, lists and texts."""
    return _HayagrivaReading(node_of(entry)).work(key)


class _HayagrivaReading:
    """The variables, fields and problems of an entry and its parents while it is read; a missing parent is a null node."""

    def __init__(self, node: YamlNode) -> None:
        self.entry = node
        self.kind = node.get("type").words.lower()
        self.problems: list[tuple[str, Span, str]] = []
        self.variables: dict[str, Value] = {}
        self.people: dict[str, list[Name]] = {}
        self.fields: dict[str, str] = {}
        # An entry may have several parents, and these parents of their own. A work has a container, a series and an event, so
        # each is chosen from the nearest level that has one; what is left over is reported and skipped.
        direct = _parents_of(self.entry)
        kinds = {id(parent): _type_of(parent, self.kind) for parent in direct}
        # of several parents, the one that states what kind of article this is contains it; a conference is the event first
        order = sorted(direct, key=lambda p: (kinds[id(p)] not in OF_ARTICLES, kinds[id(p)] == "conference"))
        container = order[0] if order and self.kind in CONTAINED else NOTHING
        series = event = NOTHING
        above = [(parent, _type_of(container, self.kind)) for parent in _parents_of(container)]
        queue = [(parent, self.kind) for parent in direct if parent is not container] + above
        for parent, below in [*queue, *((top, _type_of(p, b)) for p, b in queue for top in _parents_of(p))]:
            kind = _type_of(parent, below)
            if kind in ("conference", "exhibition") and not event:
                event = parent
            elif not series and kind in ("anthology", "periodical", "book", "misc", "reference"):
                series = parent
            else:
                self.problems.append((f"a parent of type {kind} is skipped", parent.span, "parent"))
        self.container, self.series, self.event = container, series, event
        self.is_talk = self.container and _type_of(self.container, self.kind) == "conference"
        self.levels = list(filter(None, (self.entry, self.container, self.event, self.series)))
        """Where a field of the work is looked for, in this order."""

    def work(self, key: str) -> Work:
        """Return the work; what has no place in it is among the ``problems`` then."""
        if self.kind and self.kind not in CSL_TYPES:
            self.problems.append((f"the type {self.kind} is not known", self.entry.span, "unknown-type"))
        if self.kind == "article" and self.container:
            kind = OF_ARTICLES.get(_type_of(self.container, self.kind), "article")
        elif self.kind in ("video", "audio") and self.container:
            kind = "broadcast"
        else:
            kind = CSL_TYPES.get(self.kind, "document")
        self._title(self.entry, "title", "title-short")
        self._title(self.container, "event-title" if self.is_talk else "container-title", "container-title-short")
        if self.is_talk:
            self._set("event-place", _string(self.container.get("location")))
        self._title(self.series, "collection-title")
        self._title(self.event, "event-title")
        self._people()
        if date := self._first("date"):
            self.variables["issued"] = _date(date.text)
        for name in ("volume", "issue", "edition"):
            self._set(name, self._first(name, self.entry, self.container).words)
        self._set("collection-number", self.series.first("volume", "issue").words)
        self._publisher()
        for name, variable in _NUMBERS.items():
            text = self._first(name).words
            self._set(variable, page_range(text) if variable == "page" else text)
        for name, variable in _FORMATTABLE.items():
            self._set(variable, _lines(self._first(name)) if name in _LONG else _string(self._first(name)))
        for node in self.levels:
            self._serials(node)
        if address := self._first("url"):
            self._set("URL", (address.get("value") if address.is_mapping else address).words)
            self._set("accessed", _date(address.get("date").text) if address.get("date") else None)
        for node in self.levels:
            for word, value in node.pairs:
                name = word.text.lower()
                if name and name not in _UNDERSTOOD and value.text:
                    self.fields.setdefault(name, value.text)
                elif name not in _UNDERSTOOD:
                    self.problems.append((f"the field {name} is skipped", word.span, "unknown-field"))
        self.variables |= {name: tuple(found) for name, found in self.people.items()}
        return Work(kind, key, self.variables, self.fields)

    def _set(self, variable: str, value: Value | None) -> None:
        """Set a variable that is not set yet: what is stated first counts."""
        if value:
            self.variables.setdefault(variable, value)

    def _first(self, name: str, *levels: YamlNode) -> YamlNode:
        """Return the field of the first level that has it."""
        return next(filter(None, (node.get(name) for node in levels or self.levels)), NOTHING)

    def _title(self, node: YamlNode, variable: str, short: str = "") -> None:
        title = node.get("title")
        text = _string(title)
        self._set(variable, f"{NOCASE}{text}</span>" if text and title.get("verbatim").text.lower() == "true" else text)
        if short:
            self._set(short, _string(title.first("short", "shorthand")))
        if variable == "title" and title.get("translation"):
            self.fields["translatedtitle"] = (title.get("translation", "value") or title.get("translation")).words

    def _people(self) -> None:
        self._set("author", _names(self.entry.get("author")))
        for node in (self.entry, self.container):
            self._set("editor", _names(node.get("editor")))
            for group in node.get("affiliated").items:
                role = group.get("role").words.lower()
                names = _names(group.get("names"))
                if role in FIELD_ROLES and names:
                    self.fields.setdefault(role, format_names(names))
                elif names:
                    if role not in ROLES:
                        self.problems.append((f"the role '{role}' is read as contributor", group.span, "role"))
                    self.people.setdefault(ROLES.get(role, "contributor"), []).extend(names)
        self._set("container-author", _names(self.container.get("author")))
        self._set("collection-editor", _names(self.series.get("editor")))

    def _publisher(self) -> None:
        node = self._first("publisher", self.entry, self.container)
        self._set("publisher", _string(node.get("name") or node))
        self._set("publisher-place", _string(node.get("location")))
        self._set(
            "publisher-place", _string(self._first("location", self.entry, NOTHING if self.is_talk else self.container))
        )
        self._set("event-place", _string(self.event.get("location")))
        missing = "publisher" not in self.variables and self.kind in ("report", "thesis", "manuscript")
        organization = self._first("organization", self.entry, self.container)
        self._set("publisher" if missing else "authority", (organization.get("value") or organization).words)

    def _serials(self, node: YamlNode) -> None:
        numbers = node.get("serial-number")
        listed = [(key.text.lower(), value.text) for key, value in numbers.pairs] or [("serial", numbers.text)]
        for name, value in (*listed, *((name, node.get(name).words) for name in ("doi", "isbn", "issn"))):
            if name == "arxiv" and value:
                self.fields |= {"eprint": value, "archiveprefix": "arXiv"}
            elif name in SERIALS:
                self._set(SERIALS[name], value)
            elif value:
                self.fields.setdefault(name, value)


def _parents_of(node: YamlNode) -> list[YamlNode]:
    return [item for item in node.get("parent").items if item.is_mapping]


def _type_of(parent: YamlNode, below: str) -> str:
    """Return the type of a parent; without one, it follows from the type of the entry below it."""
    return parent.get("type").words.lower() or DEFAULT_PARENTS.get(below, "misc")


def _string(node: YamlNode) -> str:
    """Return the rich text of a string or of a formattable string's mapping."""
    return rich((node.get("value") if node.is_mapping else node).words)


def _lines(node: YamlNode) -> str:
    """Return the rich text of a string or formattable string with its line ends."""
    value = node.get("value") if node.is_mapping else node
    return rich("\n".join(line.rstrip() for line in value.text.strip().splitlines()))


def _date(text: str) -> Date:
    """Parse a day, month or year of ISO 8601; a tilde before it means that it is approximate."""
    bare = text.strip()
    date = read_edtf(bare.removeprefix("~"))
    if date is None:
        return Date(literal=" ".join(bare.split()))
    return replace(date, circa=date.circa or bare.startswith("~"))


def _names(node: YamlNode) -> tuple[Name, ...]:
    return tuple(name for name in map(_name, node.items) if name != Name())


def _name(node: YamlNode) -> Name:
    """Return a person given as a text or as a mapping; a mapping with a name of several words alone is an organisation."""
    if not node.is_mapping:
        return read_name(node.words)
    family, given, prefix, suffix = (node.get(part).words for part in ("name", "given-name", "prefix", "suffix"))
    if family == "others" and not given:
        return OTHERS
    if not (given or prefix or suffix) and (" " in family or "," in family):
        return Name(literal=family)
    particle, rest = split_particle(family) if not prefix else (prefix, family)
    return Name(rest, given, "", particle, suffix)


# The writer of Hayagriva's YAML: the container of a work becomes its parent, a series the parent of the container.

Entry = dict[str, Emittable]

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}+){0,4}")
_DURATION = re.compile(r"(?:\d{1,4}+:){1,3}\d\d(?:,\d{1,3})?")
_HALF = re.compile(r"[\ud800-\udfff]")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s]+")
_WHOLE = re.compile(r"[1-9]\d{0,8}")
_OF_PARENT = frozenset({"periodical", "newspaper", "proceedings", "book", "anthology", "reference", "blog"})
_PLAIN = {"abstract": "abstract", "genre": "genre", "archive": "archive", "archive_location": "archive-location",
          "call-number": "call-number", "note": "note"}  # fmt: skip


def dumps(library: Works | Iterable[Work], settings: object = None) -> str:
    """Write the library as one YAML mapping; works without a key get one, and equal keys get numbers."""
    works = assign_keys(tuple(library))
    keys = distinct(" ".join(work.id.split()) or "anon" for work in works)
    return "\n".join(dumped({key: entry(work)}) for key, work in zip(keys, works, strict=True)) or "{}\n"


def losses(library: Works) -> tuple[Problem, ...]:
    """Report what Hayagriva cannot represent: keywords, ranges and words as dates, …"""
    works = assign_keys(tuple(library))
    return changed(works, [read_entries(_as_text(entry(work)), work.id) for work in works])


def _as_text(value: Emittable) -> object:
    """Return the entry as the reader gets it: every scalar is text."""
    if isinstance(value, Mapping):
        return {key: _as_text(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_as_text(inner) for inner in value]
    return _HALF.sub("\ufffd", str(value))


def entry(work: Work) -> Entry:
    """Return the fields of a work, including its parent."""
    text = work.text
    kind, *parents = TYPES.get(work.type, ("misc",))
    if text("container-title") and work.type in OPTIONAL_PARENTS:
        parents = [OPTIONAL_PARENTS[work.type]]
    host = parents[0] if parents else ""
    is_talk, inside = host == "conference", host in _OF_PARENT
    editor = _names_written(work.names("editor"))
    name, city = formattable(work.text("publisher")), formattable(work.text("publisher-place"))
    issue = {name: _number(text(name)) for name in ("volume", "issue", "edition")} | (
        {"publisher": {"name": name, "location": city}} if name and city else {"publisher": name, "location": city}
    )
    # an ISBN or ISSN is that of the book or journal, any other number that of the work
    numbers: Entry = {name: work.text(variable) for name, variable in SERIALS.items()}
    own = {name: numbers[name] for name in numbers if name not in ("isbn", "issn")}
    if work.fields.get("archiveprefix", "").lower() == "arxiv":
        own["arxiv"] = work.fields.get("eprint", "")
    serials, of_issue = _filled(own), _filled({name: numbers[name] for name in numbers if name not in own})
    place = formattable(text("event-place"))
    series = _above(SERIES, {
        "title": formattable(text("collection-title")),
        "volume": _number(text("collection-number")),
        "editor": _names_written(work.names("collection-editor")),
    })  # fmt: skip
    event = _above("conference", {} if is_talk else {"title": formattable(text("event-title")), "location": place})
    within: Entry = {
        "title": _title(text("event-title" if is_talk else "container-title"), text("container-title-short")),
        "editor": editor,
        "author": _names_written(work.names("container-author")),
        **(issue | {"serial-number": of_issue} if inside else {}),
        **({"location": place} if is_talk else {}),
        "parent": series,
    }
    above: list[Emittable] = [{"type": Plain(host), **_filled(within)} if host else series, event]
    above = list(filter(None, above))
    language, duration = text("language"), text("dimensions")
    people = [(role, work.names(variable)) for role, variable in ROLES.items()]
    people += [(role, parse_names(work.fields.get(role, ""))) for role in sorted(FIELD_ROLES)]
    return _filled({
        "type": Plain(kind),
        "title": _title(work.text("title"), text("title-short")),
        "author": _names_written(work.author),
        "editor": "" if host else editor,
        "affiliated": [{"role": Plain(role), "names": _names_written(names)} for role, names in people if names],
        "date": _date_written(work.issued),
        **({} if inside else issue),
        "volume-total": _whole(text("number-of-volumes")),
        "page-total": _whole(text("number-of-pages")),
        "page-range": text("page"),
        "chapter": _number(text("chapter-number")),
        "runtime": duration if _DURATION.fullmatch(duration) else "",
        "organization": text("authority"),
        "serial-number": serials if inside else serials | of_issue,
        "url": _url(work),
        "language": language if _LANGUAGE.fullmatch(language) else "",
        **{name: formattable(text(variable)) for variable, name in _PLAIN.items()},
        "parent": above[0] if len(above) == 1 else above,
    })  # fmt: skip


def _filled(entry: Entry) -> Entry:
    return {name: value for name, value in entry.items() if value}


def _above(kind: str, entry: Entry) -> Entry:
    """Return a parent of a type, or an empty mapping if all its values are empty."""
    return {"type": Plain(kind), **_filled(entry)} if _filled(entry) else {}


def _title(text: str, short: str) -> Emittable:
    if short and text:
        return {"value": formattable(text), "short": formattable(short)}
    return formattable(text)


def _names_written(names: tuple[Name, ...]) -> Emittable:
    written: list[Emittable] = [_name_written(name) for name in names]
    return written[0] if len(written) == 1 else written


def _name_written(name: Name) -> Emittable:
    bare = Name(name.family, name.given, name.dropping_particle, name.non_dropping_particle, name.suffix, name.literal)
    text = name.literal or inverted(name)
    if read_name(text) == bare and text.count(",") <= 2:
        return text
    if name.literal:
        return {"name": name.literal}
    prefix = " ".join(filter(None, (name.dropping_particle, name.non_dropping_particle)))
    parts = {"name": name.family, "given-name": name.given, "prefix": prefix, "suffix": name.suffix}
    return {key: value for key, value in parts.items() if value or key == "name"}


def _date_written(date: Date | None) -> Emittable:
    """Return the (first) day, month or year of a date as ISO 8601, which is all that the format has."""
    text = edtf(calendar_date(date))
    if date is None or not re.fullmatch(r"-?\d{4}(?:-\d\d){0,2}", text):
        return ""
    return f"~{text}" if date.circa else Plain(text)


def _number(text: str) -> Emittable:
    return Plain(text) if _WHOLE.fullmatch(text) else text


def _whole(text: str) -> Emittable:
    return Plain(text) if _WHOLE.fullmatch(text) else ""


def _url(work: Work) -> Emittable:
    address, accessed = work.text("URL"), _date_written(work.date("accessed"))
    if not _ADDRESS.fullmatch(address):
        return ""
    return {"value": address, "date": accessed} if address and accessed else address
