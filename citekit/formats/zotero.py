"""Zotero's own JSON: what its interface answers and what "Better BibTeX JSON" exports, read only.

Zotero's other exports (BibTeX, RIS, CSL-JSON, CSV), and those of Mendeley (BibTeX, RIS, EndNote XML), are read as such.
Notes, attachments and annotations are no works; they are counted. Source: Zotero, "Web API v3" and its item schema.
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.errors import Problem, UnreadableInputError
from citekit.formats._names import split_particle
from citekit.formats._record import Record, variable
from citekit.formats._rich import from_html
from citekit.formats._yaml import YamlNode, read_json
from citekit.span import Source, Span
from citekit.tables import pairs
from citekit.works.library import Works
from citekit.works.name import Name
from citekit.works.trace import Trace
from citekit.works.work import Work

NAME = "zotero"
SUFFIXES = ()
BEGINS = re.compile(r"\A\ufeff?\s*+[\[{](?=(?s:.{0,20000}?)\"itemType\"\s*:)")

_NO_WORKS = frozenset({"note", "attachment", "annotation"})
_TABLES = pairs("citekit.formats", "zotero.tsv")
_ROLES, _VARIABLES = _TABLES["roles"], _TABLES["variables"]
_LEFT = frozenset({
    "key", "version", "itemType", "itemKey", "itemID", "dateAdded", "dateModified", "collections", "relations", "tags",
    "creators", "attachments", "notes", "libraryID", "uri", "select", "citationKey", "citekey", "parentItem", "deleted",
})  # fmt: skip


def loads(source: Source) -> Works:
    """The items that are works; raises :class:`~citekit.errors.UnreadableInputError` where there are no items."""
    root = read_json(source)
    listed = root.get("items") if root.is_mapping and root.get("items") else root
    items = [item.get("data") or item for item in (listed.items if listed is not None else [])]
    items = [item for item in items if item.get("itemtype")]
    if not items:
        raise UnreadableInputError("this file has no items of Zotero", "", source)
    works = [item for item in items if _text(item, "itemType") not in _NO_WORKS]
    left = len(items) - len(works)
    told = Problem(f"notes and attachments were left out: {left}", "", source, severity="info", kind="not-an-item")
    place = Span(0, len(source.text))
    traces = tuple(Trace(source, place) for _ in works)
    return Works(tuple(map(_work, works)), traces, (told,) if left else ())


def _text(item: YamlNode, name: str) -> str:
    node = item.get(name.lower())
    return " ".join(node.text.split()) if node is not None else ""


def _work(item: YamlNode) -> Work:
    record = Record(_text(item, "citationKey") or _text(item, "citekey"), _text(item, "itemType"))
    _people(item, record)
    _tags(item, record)
    record.date(_text(item, "date"))
    record.date(_text(item, "accessDate"), "accessed")
    said = item.get("extra")
    extra(said.text if said is not None else "", record)
    for name, node in item.pairs:
        word, value = name.text, " ".join(node.text.split())
        if word in _LEFT or word in ("date", "accessDate", "extra") or not value:
            continue
        if word == "DOI":
            record.doi(value)
        elif word == "archiveID":
            record.arxiv(value)
        elif word == "url":
            record.address(value)
        else:
            record.put(_VARIABLES.get(word) or variable(word) or word, from_html(value))
    return record.work()


def _people(item: YamlNode, record: Record) -> None:
    listed = item.get("creators")
    found: dict[str, list[Name]] = {}
    for one in listed.items if listed is not None else []:
        role = _text(one, "creatorType")
        whole, family, given = (_text(one, name) for name in ("name", "lastName", "firstName"))
        particle, rest = split_particle(family)
        name = Name(literal=whole) if whole else Name(rest, given, "", particle)
        found.setdefault(_ROLES.get(role) or variable(role) or "contributor", []).append(name)
    record.variables |= {role: tuple(names) for role, names in found.items()}


def _tags(item: YamlNode, record: Record) -> None:
    listed = item.get("tags")
    tags = [_text(tag, "tag") or tag.text for tag in (listed.items if listed is not None else [])]
    record.put("keyword", ", ".join(filter(None, tags)))


def extra(text: str, record: Record) -> None:
    """The lines ``name: value`` of the field that Zotero keeps everything else in; what is none is a note."""
    rest = []
    for line in text.splitlines():
        name, colon, value = line.partition(":")
        word = name.strip()
        if colon and word.lower() == "arxiv":
            record.arxiv(value.split("[")[0])
        elif colon and word.lower() == "citation key":
            record.key = record.key or value.strip()
        elif colon and variable(word) and value.strip():
            record.put(variable(word), value)
        elif line.strip():
            rest.append(line.strip())
    record.put("note", " ".join(rest))
