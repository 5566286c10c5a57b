"""The Citation File Format (``CITATION.cff``): how to cite a program or a data set, and its references.

The program itself, its preferred citation and its references are read as works. The writer makes the first work the
preferred citation and the others references. Source: "Citation File Format (CFF)", schema guide 1.2.0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import quote

from citekit.formats._record import keywords, page_ends
from citekit.formats._yaml import Emittable, dumped, works_of
from citekit.formats.files import read_back
from citekit.markup.yaml_tree import YamlNode, read_yaml
from citekit.model.date import Date, edtf, read_edtf
from citekit.model.name import OTHERS, Name
from citekit.model.work import Value, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.registry import pairs
from citekit.runtime.span import Source
from citekit.text.rich import as_rich, without_tags

NAME = "cff"
SUFFIXES = (".cff",)
BEGINS = re.compile(r"\A\ufeff?(?>(?:\s*+#[^\n]*+\n)*)\s*+(?:---\s*+)?cff-version\s{0,9}:")
VERSION = "1.2.0"
_MESSAGE = "If you use this, please cite it as below."

_TABLES = pairs("citekit.formats", "cff.tsv")
_TEXTS, _PEOPLE, _BODIES, _TYPES = (_TABLES[name] for name in ("texts", "people", "bodies", "types"))
_WRITTEN = {table: {value: key for key, value in reversed(list(_TABLES[table].items()))} for table in _TABLES}
_DOI = re.compile(r"10\.\d{4,9}(?:\.\d{1,9})?/[A-Za-z0-9:/_;.()\[\]\\-]{1,300}")
_STATES = frozenset("abstract advance-online in-preparation in-press preprint submitted".split())
_ADDRESS = ("repository-code", "repository", "repository-artifact")
_PERSON = ("family-names", "given-names", "name-particle", "name-suffix")
_DATES = ("date-released", "date-published", "issue-date", "year", "month", "date-accessed")
_ORDER = [*_PEOPLE, *_TEXTS, "start", "end", *_DATES, *_BODIES, "keywords", "languages"]
_SKIPPED = frozenset({"cff-version", "message", "references", "preferred-citation", "type"})


def loads(source: Source) -> Works:
    """Read the program, its preferred citation and its references; keys without a CSL variable become fields ``cff-…``.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the text is not a YAML mapping.
    """
    root = read_yaml(source)
    if not root.is_mapping:
        raise UnreadableInputError("this is not a citation file", "begin it with cff-version:", source, root.span)
    preferred, title = root.get("preferred-citation"), root.get("title").words
    own = [root] if title and preferred.get("title").words != title else []
    nodes = [*own, preferred, *root.get("references").items]
    return works_of(source, (node for node in nodes if node.is_mapping), work_of)


def work_of(node: YamlNode) -> Work:
    """Return the work of a mapping: the program itself, its preferred citation, or a reference."""
    variables: dict[str, Value] = {}
    fields: dict[str, str] = {}
    for name, value in node.pairs:
        key = name.text
        if key in _PEOPLE:
            variables.setdefault(_PEOPLE[key], tuple(_name(item) for item in value.items))
        elif key in _BODIES:
            names = _BODIES[key].split()
            place = ", ".join(filter(None, (value.get(key).words for key in ("city", "region", "country"))))
            parts = (value.get("name").words, place) if value.is_mapping else (value.words, "")
            variables |= {name: part for name, part in zip(names, parts, strict=False) if part}
        elif key in _TEXTS:
            variables.setdefault(_TEXTS[key], value.words)
        elif key in ("keywords", "languages"):
            variables["keyword" if key == "keywords" else "language"] = ", ".join(item.words for item in value.items)
        elif key == "license":
            fields["license"] = value.words
        elif key in _ADDRESS:
            variables.setdefault("URL", value.words)
        elif key not in _SKIPPED and key not in ("start", "end", *_DATES) and value.words:
            fields[f"cff-{key}"] = value.words
    if pages := "-".join(filter(None, (node.get("start").words, node.get("end").words))):
        variables["page"] = pages
    if issued := _date(node):
        variables["issued"] = issued
    if accessed := read_edtf(node.get("date-accessed").words):
        variables["accessed"] = accessed
    kind = _TYPES.get(node.get("type").words, "software" if node.get("cff-version") else "document")
    # CFF has one type for articles, and what has no journal is a preprint
    if kind == "article-journal" and "container-title" not in variables:
        kind = "article"
    variables = {
        name: as_rich(value) if isinstance(value, str) else value for name, value in variables.items() if value
    }
    return Work(kind, "", variables, fields)


def _date(node: YamlNode) -> Date | None:
    for key in ("date-released", "date-published", "issue-date"):
        if found := read_edtf(node.get(key).words):
            return found
    year, month = node.get("year").words, node.get("month").words
    if month.isdecimal() and len(month) < 3:  # a month has one or two digits
        return read_edtf(f"{year}-{int(month):02}") or read_edtf(year)
    return read_edtf(year) or (Date(literal=year) if year else None)


def _name(node: YamlNode) -> Name:
    if not node.is_mapping:
        return Name(literal=node.words)
    if whole := node.get("name").words:
        return OTHERS if whole.lower().rstrip(".") in ("et al", "others") else Name(literal=whole)
    family, given, particle, suffix = (node.get(key).words for key in _PERSON)
    if not family:
        return Name(literal=node.get("alias").words or given)
    return Name(family, given, "", particle, suffix)


# --- writing -------------------------------------------------------------------------------------------------------------


def dumps(library: Works | Iterable[Work], settings: object = None) -> str:
    """Write the file: the first work is the preferred citation. Without works, the file has no citation."""
    works = [*library]
    if not works:
        return dumped({"cff-version": VERSION, "message": _MESSAGE})
    first, *others = works
    entry = _entry(first)
    made: dict[str, Emittable] = {
        "cff-version": VERSION,
        "message": _MESSAGE,
        "title": entry["title"],
        "authors": entry["authors"],
        "preferred-citation": entry,
    }
    return dumped({**made, **({"references": [_entry(work) for work in others]} if others else {})})


def item(work: Work) -> str:
    """Write a work as an item of the references of a file."""
    return dumped([_entry(work)])


def _entry(work: Work) -> dict[str, Emittable]:
    """Return one reference; the format requires a title and authors of each."""
    made: dict[str, Emittable] = {
        "type": _WRITTEN["types"].get(work.type, "article" if work.type == "article" else "generic"),
        "title": without_tags(work.text("title")) or work.id or "untitled",
        "authors": [],
    }
    made |= sorted(_values(work), key=lambda pair: _ORDER.index(pair[0]))
    made["authors"] = made["authors"] or [{"name": "anonymous"}]
    return made


def _values(work: Work) -> Iterator[tuple[str, Emittable]]:
    for variable, value in work.variables.items():
        if isinstance(value, tuple):
            if key := _WRITTEN["people"].get(variable):
                yield key, [_person(name) for name in value]
        elif isinstance(value, Date):
            # the length of EDTF distinguishes a day (10) from a month (7) and a year (4), which is all that CFF has
            text = edtf(value)
            if variable == "accessed" and len(text) == 10:  # ten characters: a full date, 2020-12-05
                yield "date-accessed", text
            elif variable == "issued" and len(text) == 10 and text[:4].isdecimal():  # as above
                yield "date-published", text
            elif variable == "issued" and text[:4].isdecimal() and len(text) in (4, 7):
                yield "year", int(text[:4])
                if text[5:]:
                    yield "month", int(text[5:])
            elif variable == "issued" and value.literal:
                yield "year", value.literal
        else:
            yield from _text(work, variable, without_tags(value))
    for key, names in _BODIES.items():
        body, place = (*names.split(), "")[:2]
        if work.text(body) and _WRITTEN["bodies"][names] == key:
            city = {"city": work.text(place)} if place and work.text(place) else {}
            yield key, {"name": without_tags(work.text(body)), **city}


def _text(work: Work, variable: str, value: str) -> Iterator[tuple[str, Emittable]]:
    """Yield the keys and values of a text in the form required by the schema; nothing if the schema excludes the value."""
    key = _WRITTEN["texts"].get(variable)
    if variable == "keyword":
        yield "keywords", [*keywords(value)]
    elif variable == "language":
        yield "languages", [value]
    elif variable == "page":
        yield from zip(("start", "end"), page_ends(value) or (value,), strict=False)
    elif variable == "container-title":
        yield ("journal" if work.type.startswith("article") else "collection-title"), value
    elif variable == "DOI" and not _DOI.fullmatch(value):
        yield (
            "url",
            f"https://doi.org/{quote(value)}",
        )  # the schema's pattern for DOIs excludes some characters that DOIs may have
    elif variable == "ISBN":
        yield "isbn", value.split(" ", maxsplit=1)[0]
    elif variable == "ISSN":
        bare = value.replace("-", "")
        if len(bare) == 8:  # the schema has one ISSN, with its hyphen; several have more characters
            yield "issn", f"{bare[:4]}-{bare[4:]}"
    elif key and (variable != "status" or value in _STATES):
        yield key, value


def _person(name: Name) -> Emittable:
    if name.is_others or name.literal:
        return {"name": "et al." if name.is_others else name.literal}
    particle = name.non_dropping_particle or name.dropping_particle
    parts = zip(_PERSON, (name.family, name.given, particle, name.suffix), strict=True)
    return {key: part for key, part in parts if part}


losses = read_back(loads, dumps)
"""Report what CFF cannot represent: keys, markup, ranges of dates, most variables of legal works."""
