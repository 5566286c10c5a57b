"""ORCID: the works of a record in JSON and XML, from its interface or a data export (read only).

ORCID's BibTeX is read as such. ORCID groups the records of one work by several sources. The first record of a group,
which the person prefers, is read; identifiers are taken from all of them. Source: ORCID, schemas of version 3.0
(``activities``, ``work``).
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit.formats._record import RecordBuilder
from citekit.formats._trees import root_of
from citekit.formats._yaml import read_json
from citekit.markup.yaml_tree import YamlNode, node_of
from citekit.model.date import Date
from citekit.model.work import Trace, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.span import Source, Span
from citekit.text.xml import Element

NAME = "orcid"
SUFFIXES = ()
BEGINS = re.compile(
    r"\A\ufeff?\s*+(?:\{\s*+\"(?:orcid-identifier|last-modified-date|group|bulk|put-code)\"\s*+:"
    r"|(?:<\?xml[^<>]{0,200}\?>\s*+)?<(?:record:record|activities:\w{1,40}|work:work|bulk:bulk)\b)"
)


def loads(source: Source) -> Works:
    """Read the works of a record; raise :class:`~citekit.runtime.errors.UnreadableInputError` if it has no record."""
    is_json = source.text.removeprefix("\ufeff").lstrip().startswith("{")
    root = read_json(source) if is_json else _node(root_of(source))
    groups = list(_groups(root))
    if not groups:
        hint = "export the works, or the whole record"
        raise UnreadableInputError("this record of ORCID has no works", hint, source)
    whole = Trace(source, Span(0, len(source.text)))
    return Works(tuple(map(work_of, groups)), (whole,) * len(groups))


def _node(element: Element) -> YamlNode:
    """Convert XML to the structure of ORCID's JSON: names to values, repeated names to lists."""
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
    """Yield the records of each work, the preferred one first."""
    activities = root.get("activities-summary") or root
    groups = (activities.get("works") or activities).first("group", "bulk")
    for group in groups.items:
        records = [one for one in (group.first("work-summary", "work") or group).items if one.get("title")]
        if records:
            yield sorted(records, key=lambda record: -_number(_value(record, "display-index")))
    if not groups and root.get("title"):
        yield [root]


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 9 else 0  # longer numbers are not years or ranks


def _value(node: YamlNode, *path: str) -> str:
    """Return the text at the end of a path, for a mapping that of its value."""
    found = node.get(*path)
    return (found.first("value", "content") if found.is_mapping else found).words


def work_of(records: list[YamlNode]) -> Work:
    """Return the work of the records of one group, the preferred one first."""
    first, made = records[0], RecordBuilder()
    made.kind = _value(first, "type")
    title = first.get("title")
    main, sub = _value(title, "title"), _value(title, "subtitle")
    made.put("title", f"{main}: {sub}" if sub and sub.lower() not in main.lower() else main)
    made.put("container-title", _value(first, "journal-title"))
    made.people(_value(one, "credit-name") for one in first.get("contributors", "contributor").items)
    made.put("abstract", _value(first, "short-description"))
    made.put("language", _value(first, "language-code"))
    year, month, day = (_number(_value(first, "publication-date", name)) for name in ("year", "month", "day"))
    if year:
        month, day = (
            number if number <= most else 0 for number, most in ((month, 12), (day, 31))
        )  # not a month, not a day
        made.variables["issued"] = Date.of(year, month, day)
    for record in records:
        for one in record.get("external-ids", "external-id").items:
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
    made.address(_value(first, "url"))
    return made.work()
