"""JSON-LD with schema.org's vocabulary (``.jsonld``), which publishers put into pages for search engines.

A work in a volume of a journal is linked by ``isPartOf`` at any depth. The writer makes one ``@graph``, with titles
without markup. Source: schema.org, "ScholarlyArticle", "Book", "Chapter" and their supertypes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from citekit.formats._record import RecordBuilder, type_of
from citekit.formats._record import person as spelt
from citekit.formats._trees import Form, found, put, texts
from citekit.formats._yaml import read_json
from citekit.formats.files import read_back
from citekit.markup.yaml_tree import YamlNode
from citekit.model.name import Name
from citekit.model.work import Trace, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.span import Source, Span
from citekit.text.xml import Element

NAME = "jsonld"
SUFFIXES = (".jsonld",)
BEGINS = re.compile(r"\A\ufeff?\s*+[\[{](?=(?s:.{0,2000}?)\"@context\"\s*:)")
CONTEXT = "https://schema.org"
_FORM = Form("jsonld.tsv", ("familyName", "givenName", "honorificSuffix", "name"))
_NO_WORKS = frozenset(
    {"Person", "Organization", "BreadcrumbList", "WebSite", "ImageObject", "SearchAction", "ItemList"}
)
_LISTED = re.compile(r"\"@graph\"\s*+:\s*+\[|\A\ufeff?\s*+\[")
_OWN_ID = re.compile(r"#([^\s#]{1,200})")
_DEEPEST = 12  # levels of objects; an article in an issue in a volume in a journal, with its publisher, has 5
# Types of containers, innermost first.
_CHAIN = ("PublicationIssue", "PublicationVolume", "Periodical", "Book", "BookSeries")


def loads(source: Source) -> Works:
    """Read the works of a document, of its ``@graph``, or of its list.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the text is not JSON or has no works.
    """
    nodes: list[YamlNode] = []
    for node in read_json(source).items:
        nodes += graph.items if (graph := node.get("@graph")) else [node]
    placed = list(zip(nodes, _places(source.text, len(nodes)), strict=True))
    items = [(node, place) for node, place in placed if _types(node) and _NO_WORKS.isdisjoint(_types(node))]
    if not items and '"@graph"' not in source.text:
        raise UnreadableInputError(f"{source.name} has no works with schema.org's types", "", source)
    return Works(tuple(work_of(node) for node, _ in items), tuple(Trace(source, place) for _, place in items))


def _places(text: str, count: int) -> list[Span]:
    """Return the spans of the values of the top-level list or of the ``@graph``; else the span of the whole text."""
    begin, decoder, spans = _LISTED.search(text), json.JSONDecoder(), list[Span]()
    at = begin.end() if begin else len(text)
    try:
        for _ in range(count):
            while text[at : at + 1] in " \t\r\n," and at < len(text):
                at += 1
            start, at = at, decoder.raw_decode(text, at)[1]
            spans.append(Span(start, at))
    except (ValueError, RecursionError):
        return [Span(0, len(text))] * count
    return spans


def _types(node: YamlNode) -> list[str]:
    return [one.text.rpartition("/")[2].rpartition(":")[2] for one in node.get("@type").items]


def _element(name: str, node: YamlNode, depth: int = 0) -> list[Element]:
    """Convert JSON to the structure of XML: an element for each value of a list, and for each type of a container."""
    if not node.is_mapping:
        return [Element(name, {}, text=node.text)]
    made = Element(name, {k.text.lstrip("@"): v.text for k, v in node.pairs if k.text in ("@id", "propertyID")})
    made.attributes["type"] = " ".join(_types(node))
    for key, value in node.pairs:
        if depth < _DEEPEST and key.text not in ("@type", "@context"):
            made.children += [child for one in value.items for child in _element(key.text, one, depth + 1)]
    if name == "isPartOf":
        inner = [child for child in made.children if child.name == "isPartOf"]
        own = [
            Element(name, {**made.attributes, "type": kind}, children=made.children) for kind in _types(node) or [""]
        ]
        return [*own, *inner]
    return [made]


def work_of(node: YamlNode) -> Work:
    """Return the work of an object; its containers are the parts that it is in, at any depth."""
    (item,) = _element("", node)
    parts = [child for child in item.children if child.name == "isPartOf"]
    types = _types(node)
    known = next((kind for word in types if (kind := _FORM.types.get(word))), "")
    further = found(item, "additionalType")
    kind = next((kind for word in further if (kind := type_of(word.text.replace("-", "")))), "")
    if "ScholarlyArticle" in types and not kind:
        places = {part.get("type") for part in parts}
        known = "article-journal" if not places or places & {"Periodical", "PublicationIssue"} else "paper-conference"
    record = RecordBuilder(kind=kind or known)
    for role, variable in _FORM.roles.items():
        names = [_name(person) for person in found(item, role)]
        if names:
            record.variables.setdefault(variable, tuple(names))
    _FORM.read(item, record)
    own = _OWN_ID.fullmatch(item.get("id"))
    record.key = own[1] if own else ""
    return record.work()


def _name(person: Element) -> Name:
    whole = person.text or "".join(texts(person, "name"))
    is_body = "Organization" in person.get("type")
    return spelt(whole) if whole and not is_body and not found(person, "familyName") else _FORM.name(person)


def dumps(library: Works | Iterable[Work], settings: object = None) -> str:
    """Write the library as one object with a ``@graph``."""
    made = {"@context": CONTEXT, "@graph": [*map(item, library)]}
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"


def item(work: Work) -> dict[str, Any]:
    """Return a work as an object."""
    made = Element("", {"type": _FORM.words.get(work.type, "CreativeWork")})
    if work.id:
        made.attributes["id"] = f"#{work.id}"
    if made.get("type") == "CreativeWork" and work.type != "document":
        put(made, "additionalType", work.type)
    for role, names in _FORM.people(work):
        for name in names:
            body = name.literal and not name.is_others
            _FORM.put_name(name, put(made, f"{role}[type={'Organization' if body else 'Person'}]"))
    _FORM.write(work, made)
    parts = [child for child in made.children if child.name == "isPartOf"]
    parts.sort(key=lambda part: _CHAIN.index(part.get("type")) if part.get("type") in _CHAIN else len(_CHAIN))
    for inner, outer in pairwise(parts):
        inner.children.append(outer)
    made.children = [child for child in made.children if child not in parts[1:]]
    return _object(made)


def _object(element: Element) -> dict[str, Any]:
    """Convert an element to an object; several children with one name become a list."""
    made: dict[str, Any] = {
        at: element.get(name)
        for at, name in (("@id", "id"), ("@type", "type"), ("propertyID", "propertyID"))
        if element.get(name)
    }
    for child in element.children:
        value = _object(child) if child.children or child.attributes else child.text
        known = made.get(child.name)
        made[child.name] = value if known is None else [*(known if isinstance(known, list) else [known]), value]
    return made


losses = read_back(loads, dumps)
"""Report what schema.org's vocabulary cannot represent: markup, ranges of dates, most fields."""
