"""JSON Resume, a CV in JSON or YAML: the entries of its ``publications``, read only.

They have a name, a publisher (mostly the journal), a date, an address and a summary, and no authors. Some people add
those and other fields, which are read as well.
"""

from __future__ import annotations

from citekit.formats._record import RecordBuilder, names_in, variable
from citekit.formats._yaml import YamlNode, read_json, read_yaml, works_of
from citekit.model.library import Works
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.span import Source

NAME = "jsonresume"
SUFFIXES = ()
BEGINS = re.compile(
    r"\A\ufeff?\s*+(?:\{\s*+(?:\"\$schema\"\s*+:\s*+\"[^\"]{0,300}\"\s*+,\s*+)?\"basics\"\s*+:|(?>(?:#[^\n]*+\n\s*+)*)basics\s{0,9}:\s)"
)

_UNDERSTOOD = frozenset({"name", "title", "publisher", "releasedate", "date", "url", "website", "summary", "authors",
                         "author", "doi", "type"})  # fmt: skip


def loads(source: Source) -> Works:
    """The publications of a CV; raises :class:`~citekit.runtime.errors.UnreadableInputError` where there is no list of them."""
    is_json = source.text.removeprefix("\ufeff").lstrip().startswith("{")
    root = read_json(source) if is_json else read_yaml(source)
    listed = root.get("publications")
    if not listed:
        raise UnreadableInputError("this CV has no publications", "they stand in a list of that name")
    return works_of(source, (node for node in listed.items if node.is_mapping), _work)


def _work(node: YamlNode) -> Work:
    record = RecordBuilder()
    record.put("title", node.first("name", "title").words)
    listed = [item.text for item in node.first("authors", "author").items]
    record.people(names_in(listed[0]) if len(listed) == 1 else listed)
    record.kind = node.get("type").words
    record.publication(node.get("publisher").words)
    record.date(node.first("releasedate", "date").words)
    record.doi(node.get("doi").words)
    record.address(node.first("url", "website").words)
    record.put("abstract", node.get("summary").words)
    for key, value in node.pairs:
        if (name := key.text.lower()) not in _UNDERSTOOD:
            record.put(variable(name) or name, value.words)
    return record.work()
