"""JSON Resume, a CV in JSON or YAML: the entries of its ``publications`` (read only).

The schema has a name, a publisher (usually the journal), a date, a URL and a summary, but no authors. Authors and other
fields that people add are read as well.
"""

from __future__ import annotations

from citekit.formats._yaml import read_json, record_of, works_of
from citekit.markup.yaml_tree import YamlNode, read_yaml
from citekit.model.work import Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.span import Source

NAME = "jsonresume"
SUFFIXES = ()
# An object whose first key is "basics", perhaps after "$schema"; or YAML that begins with "basics:".
BEGINS = re.compile(
    r"\A\ufeff?\s*+(?:\{\s*+(?:\"\$schema\"\s*+:\s*+\"[^\"]{0,300}\"\s*+,\s*+)?\"basics\"\s*+:|(?>(?:#[^\n]*+\n\s*+)*)basics\s{0,9}:\s)"
)

_KEYS = {
    "type": ("type",),
    "title": ("name", "title"),
    "author": ("authors", "author"),
    "container-title": ("publisher",),
    "issued": ("releasedate", "date"),
    "DOI": ("doi",),
    "URL": ("url", "website"),
    "abstract": ("summary",),
}


def loads(source: Source) -> Works:
    """Read the publications of a CV; raise :class:`~citekit.runtime.errors.UnreadableInputError` if it has none."""
    is_json = source.text.removeprefix("\ufeff").lstrip().startswith("{")
    root = read_json(source) if is_json else read_yaml(source)
    listed = root.get("publications")
    if not listed:
        raise UnreadableInputError("this CV has no publications", "add a list named publications")
    return works_of(source, (node for node in listed.items if node.is_mapping), work_of)


def work_of(node: YamlNode) -> Work:
    """Return the work of an entry of ``publications``."""
    return record_of(node, _KEYS).work()
