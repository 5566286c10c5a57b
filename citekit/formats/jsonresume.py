"""JSON Resume, a CV in JSON or YAML: the entries of its ``publications``, read only.

They have a name, a publisher (mostly the journal), a date, an address and a summary, and no authors. Some people add
those and other fields, which are read as well.
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.errors import UnreadableInputError
from citekit.formats._record import Record, names_in, variable
from citekit.formats._yaml import YamlNode, read_json, read_yaml
from citekit.span import Source
from citekit.works.library import Works
from citekit.works.trace import Trace
from citekit.works.work import Work

NAME = "jsonresume"
SUFFIXES = ()
BEGINS = re.compile(
    r"\A\ufeff?\s*+(?:\{\s*+(?:\"\$schema\"\s*+:\s*+\"[^\"]{0,300}\"\s*+,\s*+)?\"basics\"\s*+:|(?>(?:#[^\n]*+\n\s*+)*)basics\s{0,9}:\s)"
)

_UNDERSTOOD = frozenset({"name", "title", "publisher", "releasedate", "date", "url", "website", "summary", "authors",
                         "author", "doi", "type"})  # fmt: skip


def loads(source: Source) -> Works:
    """The publications of a CV; raises :class:`~citekit.errors.UnreadableInputError` where there is no list of them."""
    is_json = source.text.removeprefix("\ufeff").lstrip().startswith("{")
    root = read_json(source) if is_json else read_yaml(source)
    listed = root.get("publications")
    if listed is None:
        raise UnreadableInputError("this CV has no publications", "they stand in a list of that name")
    nodes = [node for node in listed.items if node.is_mapping]
    return Works(tuple(map(_work, nodes)), tuple(Trace(source, node.span) for node in nodes))


def _work(node: YamlNode) -> Work:
    record = Record()
    told = {name.text.lower(): value for name, value in node.pairs}
    text = {name: " ".join(value.text.split()) for name, value in told.items()}
    record.put("title", text.get("name") or text.get("title", ""))
    people = told.get("authors") or told.get("author")
    listed = [item.text for item in people.items] if people is not None else []
    record.people(names_in(listed[0]) if len(listed) == 1 else listed)
    record.kind = text.get("type", "")
    record.publication(text.get("publisher", ""))
    record.date(text.get("releasedate") or text.get("date", ""))
    record.doi(text.get("doi", ""))
    record.address(text.get("url") or text.get("website", ""))
    record.put("abstract", text.get("summary", ""))
    for name, value in text.items():
        if name not in _UNDERSTOOD:
            record.put(variable(name) or name, value)
    return record.work()
