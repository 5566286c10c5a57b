"""Zotero RDF (``.rdf``): the RDF/XML that Zotero exports and imports with the least loss.

The container of an item is inside it, or next to it and referenced by ``rdf:resource``. Notes, attachments and
collections are not works; their number is reported. Source: Zotero, its translators "Zotero RDF" and "RDF".
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.formats._record import RecordBuilder
from citekit.formats._rich import from_html
from citekit.formats._trees import Form, found, placed, put, read_xml, written
from citekit.formats.files import read_back
from citekit.formats.zotero import extra
from citekit.model.work import Trace, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem
from citekit.runtime.registry import tables
from citekit.runtime.span import Source
from citekit.text.xml import Element, local_name

NAME = "zoterordf"
SUFFIXES = (".rdf",)
BEGINS = re.compile(
    r"\s*+(?:<\?xml[^<>]{0,200}\?>\s*+)?(?:<!--[^<>]{0,500}-->\s*+)?<rdf:RDF\s(?=[^<>]{0,2000}?(?:zotero\.org/namespaces/export|purl\.org/net/biblio))"
)
CLOSES = "</rdf:RDF>"
_NAMESPACES = dict(tables("citekit.formats", "zoterordf.tsv")["namespaces"])
_PREFIXES = {namespace: prefix for prefix, namespace in _NAMESPACES.items()}
_PERSON = "rdf:Seq/rdf:li/foaf:Person"
_PARTS = ("foaf:surname", "foaf:givenName", "foaf:suffix", "foaf:surname")
_FORM = Form("zoterordf.tsv", _PARTS, rich=True)
_NO_WORKS = frozenset({"attachment", "note", "annotation"})
_MADE_UP = re.compile(r"item_\d{1,12}")


def _named(name: str) -> str:
    namespace, _, local = name.rpartition(" ")
    prefix = _PREFIXES.get(namespace, "")
    return f"{prefix}:{local}" if prefix else local_name(name)


def loads(source: Source) -> Works:
    """Read the items that are works; raise :class:`~citekit.runtime.errors.UnreadableInputError` if there are no such items."""
    root, unread, problems = read_xml(source, _named)
    by_name = {child.get("rdf:about"): child for child in root.children if child.get("rdf:about")}
    typed = [one for one in root.children if one.value("z:itemType") and not any(one is part for part in unread)]
    items = [child for child in typed if child.value("z:itemType") not in _NO_WORKS]
    for item in items:
        for part in item.every("dcterms:isPartOf"):
            if (other := by_name.get(part.get("rdf:resource"))) is not None:
                part.children = [other]
        for person in found(item, _PERSON):
            for given in person.every("foaf:givenname"):
                given.name = "foaf:givenName"
    skipped = len(typed) - len(items) + len([*root.every("bib:Memo")])
    if skipped:
        message = f"notes and attachments were skipped: {skipped}"
        problems.append(Problem(message, "", source, severity="info", kind="not-an-item"))
    traces = (Trace(source, span) for span in placed(source, items, "items of Zotero", problems))
    return Works(tuple(map(work_of, items)), tuple(traces), tuple(problems))


def work_of(item: Element) -> Work:
    """Return the work of an item."""
    word = item.value("z:itemType")
    record = RecordBuilder(kind=_FORM.types.get(word, word))
    for role, variable in _FORM.roles.items():
        names = tuple(_FORM.name(person) for person in found(item, f"{role}/{_PERSON}"))
        if names:
            record.variables.setdefault(variable, names)
    for described in item.every("dc:description"):
        extra(described.text, record)
    _FORM.read(item, record)
    record.variables |= {
        name: from_html(value) for name, value in record.variables.items() if isinstance(value, str) and "<" in value
    }
    about = item.get("rdf:about")
    own = about.removeprefix("#") if about.startswith("#") and not _MADE_UP.fullmatch(about[1:]) else ""
    record.key = item.value("z:citationKey") or record.key or own
    return record.work()


def dumps(library: Works | Iterable[Work], settings: object = None) -> str:
    """Write the library as Zotero imports it."""
    spaces = "".join(f'\n  xmlns:{prefix}="{namespace}"' for prefix, namespace in _NAMESPACES.items())
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF{spaces}>\n{"".join(map(item, library))}{CLOSES}\n'


def item(work: Work) -> str:
    """Write a work as an item of a file."""
    word = _FORM.words.get(work.type, "document")
    made = Element(
        dict(_FORM.tables["elements"]).get(word, "rdf:Description"), {"rdf:about": f"#{work.id}"} if work.id else {}
    )
    put(made, "z:itemType", word)
    for role, names in _FORM.people(work):
        for name in names:
            put(made, f"{role}/rdf:Seq/rdf:li")
            _FORM.put_name(name, put(made, f"{role}/{_PERSON}"))
    _FORM.write(work, made)
    wholes = [whole for part in made.every("dcterms:isPartOf") for whole in part.children]
    made.children = [child for child in made.children if child.name != "dcterms:isPartOf"]
    made.children += [Element("dcterms:isPartOf", {}, children=[whole]) for whole in wholes]
    # Zotero has no fields for these variables; it keeps them as lines of its field Extra
    lines = [f"{name}: {work.text(name)}" for name in ("PMID", "PMCID", "status") if work.text(name)]
    lines += [f"arXiv: {work.fields['eprint']}"] if work.fields.get("archiveprefix", "").lower() == "arxiv" else []
    if extra_lines := "\n".join([*lines, *filter(None, [work.text("note")])]):
        put(made, "dc:description", extra_lines)
    return written(made, 1)


losses = read_back(loads, dumps)
"""Report what Zotero's RDF cannot represent: marks of authors, most fields."""
