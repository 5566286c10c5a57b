"""DBLP: its XML export of a person or a record, and the JSON of its search interface (read only).

DBLP's BibTeX and RIS are read as such. Numbers after names, which distinguish namesakes, and the full stop after titles
are removed. Source: DBLP, "What do I find in dblp.xml?", and the fields of its search interface.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import starmap

from citekit.formats._record import RecordBuilder
from citekit.formats._rich import from_html
from citekit.formats._trees import root_of
from citekit.formats._yaml import read_json
from citekit.markup.yaml_tree import YamlNode
from citekit.model.work import Trace, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.span import Source, Span
from citekit.text.xml import Element

NAME = "dblp"
SUFFIXES = ()
BEGINS = re.compile(
    r"\A\ufeff?\s*+(?:(?:<\?xml[^<>]{0,200}\?>\s*+)?<dblp(?:person)?\b|\{\s*+\"result\"\s*+:\s*+\{\s*+\"query\"\s*+:)"
)

_KINDS = frozenset("article inproceedings proceedings book incollection phdthesis mastersthesis www data".split())
_NUMBER = re.compile(r"\s\d{4}$")
_MARKUP = re.compile(r"<(/?(?:i|sub|sup|tt))>")

Facts = dict[str, list[str]]


def loads(source: Source) -> Works:
    """Read the records of an export; raise :class:`~citekit.runtime.errors.UnreadableInputError` if it has no record."""
    if source.text.removeprefix("\ufeff").lstrip().startswith("{"):
        found = list(_hits(read_json(source)))
    else:
        found = list(_records(root_of(Source(source.name, _MARKUP.sub(r"&lt;\1&gt;", source.text)))))
    if not found:
        raise UnreadableInputError("this file has no records of DBLP", "", source)
    whole = Trace(source, Span(0, len(source.text)))
    return Works(tuple(starmap(work_of, found)), (whole,) * len(found))


def _records(root: Element) -> Iterator[tuple[str, str, Facts]]:
    for child in root.children:
        if child.name == "r":
            yield from _records(child)
        elif child.name in _KINDS and child.value("title") and not child.get("key").startswith("homepages/"):
            facts: Facts = {}
            for part in child.children:
                facts.setdefault(part.name, []).append(" ".join(part.text.split()))
            kind = "preprint" if child.get("publtype") == "informal" else child.name
            yield child.get("key"), kind, facts


def _hits(root: YamlNode) -> Iterator[tuple[str, str, Facts]]:
    for hit in root.get("result", "hits", "hit").items:
        facts: Facts = {}
        for name, value in hit.get("info").pairs:
            inner = value.get("author") if name.text == "authors" else value
            facts["author" if name.text == "authors" else name.text] = [
                (item.get("text") if item.is_mapping else item).text for item in inner.items
            ]
        kind = " ".join(facts.get("type", []))
        key = " ".join(facts.get("key", []))
        if facts.get("title"):
            yield key, "preprint" if key.startswith("journals/corr/") else kind, facts


def work_of(key: str, kind: str, facts: Facts) -> Work:
    """Return the work of a record; ``facts`` are the texts of its elements, by name."""

    def first(*names: str) -> str:
        return next((value for name in names for value in facts.get(name, []) if value), "")

    record = RecordBuilder(f"DBLP:{key}" if key else "", kind)
    record.put("title", from_html(first("title")).removesuffix("."))
    for name in ("author", "editor"):
        record.people((_NUMBER.sub("", person) for person in facts.get(name, [])), name)
    venue = first("booktitle", "journal", "venue")
    if venue != "CoRR":
        record.put("container-title", from_html(venue))
    for name, variable in (("volume", "volume"), ("number", "issue"), ("pages", "page"), ("publisher", "publisher"),
                           ("school", "publisher"), ("series", "collection-title"), ("isbn", "ISBN")):  # fmt: skip
        value = first(name)
        record.take(variable, "" if name == "volume" and value.startswith("abs/") else from_html(value))
    record.date(first("year"))
    record.arxiv(first("volume").removeprefix("abs/") if first("volume").startswith("abs/") else "")
    for address in (first("doi") and f"https://doi.org/{first('doi')}", *facts.get("ee", [])):
        record.address(address)
    if record.kind == "phdthesis":
        record.put("genre", "PhD thesis")
    record.put("crossref", f"DBLP:{first('crossref')}" if first("crossref") else "")
    return record.work()
