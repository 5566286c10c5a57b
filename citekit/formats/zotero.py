"""Zotero's own JSON: responses of its interface, and exports as "Better BibTeX JSON" (read only).

Zotero's other exports (BibTeX, RIS, CSL-JSON, CSV), and those of Mendeley (BibTeX, RIS, EndNote XML), are read as such.
Notes, attachments and annotations are not works; their number is reported. Source: Zotero, "Web API v3" and its item schema.
"""

from __future__ import annotations

from dataclasses import replace

from citekit.formats._names import is_body
from citekit.formats._record import WITHOUT_MARKUP, RecordBuilder, variable
from citekit.formats._rich import from_html
from citekit.formats._yaml import read_json, works_of
from citekit.markup.yaml_tree import YamlNode
from citekit.model.name import Name, split_particle
from citekit.model.work import Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem, UnreadableInputError
from citekit.runtime.registry import pairs
from citekit.runtime.span import Source

NAME = "zotero"
SUFFIXES = ()
BEGINS = re.compile(r"\A\ufeff?\s*+[\[{](?=(?s:.{0,20000}?)\"itemType\"\s*:)")

_NO_WORKS = frozenset({"note", "attachment", "annotation"})
_TABLES = pairs("citekit.formats", "zotero.tsv")
_ROLES, _VARIABLES, _TYPES = _TABLES["roles"], _TABLES["variables"], _TABLES["types"]
_LEFT = frozenset({
    "key", "version", "itemType", "itemKey", "itemID", "dateAdded", "dateModified", "collections", "relations", "tags",
    "creators", "attachments", "notes", "libraryID", "uri", "select", "citationKey", "citekey", "parentItem", "deleted",
})  # fmt: skip


def loads(source: Source) -> Works:
    """Read the items that are works; raise :class:`~citekit.runtime.errors.UnreadableInputError` if there are no items."""
    root = read_json(source)
    items = [item.get("data") or item for item in (root.get("items") or root).items]
    items = [item for item in items if item.get("itemtype")]
    if not items:
        raise UnreadableInputError("this file has no items of Zotero", "", source)
    made = works_of(source, (item for item in items if item.get("itemtype").words not in _NO_WORKS), work_of)
    skipped = len(items) - len(made)
    problem = Problem(f"notes and attachments were skipped: {skipped}", "", source, severity="info", kind="not-an-item")
    return replace(made, problems=(problem,)) if skipped else made


def work_of(item: YamlNode) -> Work:
    """Return the work of an item."""
    kind = item.get("itemtype").words
    record = RecordBuilder(item.get("citationkey").words or item.get("citekey").words, _TYPES.get(kind, kind))
    found: dict[str, list[Name]] = {}
    for one in item.get("creators").items:
        role = one.get("creatortype").words
        whole, family, given = (one.get(name).words for name in ("name", "lastname", "firstname"))
        particle, rest = split_particle(family)
        whole = whole or ("" if given else family if " " in family and is_body(family) else "")
        person = Name(literal=whole) if whole else Name(rest, given, "", particle)
        found.setdefault(_ROLES.get(role) or variable(role) or "contributor", []).append(person)
    record.variables |= {role: tuple(names) for role, names in found.items()}
    record.put("keyword", ", ".join(filter(None, (tag.get("tag").words or tag.text for tag in item.get("tags").items))))
    dates = (item.get(name).words for name in ("date", "issuedate", "datedecided", "dateenacted"))
    record.date(next(filter(None, dates), ""))
    record.date(item.get("accessdate").words, "accessed")
    extra(item.get("extra").text, record)
    for key, node in item.pairs:
        word, value = key.text, node.words
        if (
            word in _LEFT
            or word in ("date", "issueDate", "dateDecided", "dateEnacted", "accessDate", "extra")
            or not value
        ):
            continue
        name = _VARIABLES.get(word) or variable(word) or word
        record.take(name, value if name in WITHOUT_MARKUP else from_html(value))
    return record.work()


def extra(text: str, record: RecordBuilder) -> None:
    """Read the lines ``name: value`` of Zotero's field Extra into a record; other lines are a note."""
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
