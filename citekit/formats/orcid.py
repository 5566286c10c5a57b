"""ORCID: the works of a record as its interface and the export of one's data give them, in JSON and XML, read only.

What ORCID exports as BibTeX is read as such. A work is in a group with the other sources' records of it; of a group the
first record counts, which is the one that the person prefers, and identifiers are taken from all of them. Source: ORCID,
schemas of version 3.0 (``activities``, ``work``).
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit import patterns as re
from citekit.errors import UnreadableInputError
from citekit.formats._record import Record
from citekit.formats._yaml import YamlNode, node_of, read_json
from citekit.span import Source, Span
from citekit.text.xml import Element, XmlError, parse
from citekit.works.date import Date
from citekit.works.library import Works
from citekit.works.trace import Trace
from citekit.works.work import Work

NAME = "orcid"
SUFFIXES = ()
BEGINS = re.compile(
    r"\A\ufeff?\s*+(?:\{\s*+\"(?:orcid-identifier|last-modified-date|group|bulk|put-code)\"\s*+:"
    r"|(?:<\?xml[^<>]{0,200}\?>\s*+)?<(?:record:record|activities:\w{1,40}|work:work|bulk:bulk)\b)"
)


def loads(source: Source) -> Works:
    """The works of a record; raises :class:`~citekit.errors.UnreadableInputError` where there are none."""
    is_json = source.text.removeprefix("\ufeff").lstrip().startswith("{")
    root = read_json(source) if is_json else _node(_root(source))
    groups = list(_groups(root))
    if not groups:
        hint = "export the works, or the whole record"
        raise UnreadableInputError("this record of ORCID has no works", hint, source)
    place = Span(0, len(source.text))
    return Works(tuple(map(_work, groups)), tuple(Trace(source, place) for _ in groups))


def _root(source: Source) -> Element:
    try:
        return parse(re.sub(r"^\ufeff?\s*<\?xml[^<>]*\?>", "", source.text).encode("utf-8", "replace"))
    except XmlError as error:
        raise UnreadableInputError(f"this is {error}", "", source) from None


def _node(element: Element) -> YamlNode:
    """XML in the shape of the JSON: names to values, equal names to lists."""
    made: dict[str, list[YamlNode]] = {}
    for name, value in element.attributes.items():
        made.setdefault(name, []).append(node_of(value))
    for child in element.children:
        made.setdefault(child.name, []).append(_node(child))
    if not made:
        return node_of(element.text.strip() or None)
    place = Span(0, 0)
    pairs = [(node_of(name), found[0] if len(found) == 1 else YamlNode(found, place)) for name, found in made.items()]
    pairs += [(node_of("value"), node_of(element.text.strip()))] if element.text.strip() else []
    return YamlNode(pairs, place, True)


def _groups(root: YamlNode) -> Iterator[list[YamlNode]]:
    """The records of each work, the preferred one first."""
    activities = root.get("activities-summary") or root
    works = activities.get("works") or activities
    groups = works.get("group") or works.get("bulk")
    for group in groups.items if groups is not None else []:
        found = group.get("work-summary") or group.get("work") or group
        records = [record for record in found.items if record.get("title")]
        if records:
            yield sorted(records, key=lambda record: -_number(_value(record, "display-index")))
    if groups is None and root.get("title"):
        yield [root]


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def _value(node: YamlNode | None, *path: str) -> str:
    """The text at the end of a path; of a mapping its value."""
    for name in path:
        node = node.get(name) if node is not None else None
    found = node.get("value") or node.get("content") if node is not None and node.is_mapping else node
    return " ".join(found.text.split()) if found is not None else ""


def _work(records: list[YamlNode]) -> Work:
    first, made = records[0], Record()
    made.kind = _value(first, "type")
    title = first.get("title")
    main, sub = _value(title, "title"), _value(title, "subtitle")
    made.put("title", f"{main}: {sub}" if sub and sub.lower() not in main.lower() else main)
    made.put("container-title", _value(first, "journal-title"))
    listed = first.get("contributors")
    listed = listed.get("contributor") if listed is not None else None
    made.people(_value(one, "credit-name") for one in (listed.items if listed is not None else []))
    made.put("abstract", _value(first, "short-description"))
    made.put("language", _value(first, "language-code"))
    year, month, day = (_number(_value(first, "publication-date", name)) for name in ("year", "month", "day"))
    if year:
        made.variables["issued"] = Date.of(year, month if month <= 12 else 0, day if day <= 31 else 0)
    for record in records:
        _identifiers(record, made)
    made.address(_value(first, "url"))
    return made.work()


def _identifiers(record: YamlNode, made: Record) -> None:
    listed = record.get("external-ids")
    listed = listed.get("external-id") if listed is not None else None
    for one in listed.items if listed is not None else []:
        kind, value = _value(one, "external-id-type").lower(), _value(one, "external-id-value")
        if _value(one, "external-id-relationship").lower() not in ("", "self"):
            continue
        if kind == "doi":
            made.doi(value)
        elif kind == "arxiv":
            made.arxiv(value)
        elif kind in ("isbn", "issn", "pmid"):
            made.put(kind.upper(), value)
        elif kind == "pmc":
            made.put("PMCID", value)
        elif kind:
            made.put(kind, value)
