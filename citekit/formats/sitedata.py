"""Lists of publications as data of a site: Jekyll's ``_data/*.yml``, Hugo's ``data/*.yaml``, ``*.toml`` and ``*.json``, and the
``contents`` of a Quarto listing in the front matter of its page (read only).

No schema fixes the names of their keys, so each value is read by the names that sites use for it, and what has another name is
retained. A publication is a mapping with a title and with people, a venue or a year; it may be in a list, or below headings
such as a year or a kind, at any depth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from citekit.formats._rich import from_markdown
from citekit.formats._yaml import has_front_matter, page, read_json, read_toml, record_of, works_of
from citekit.markup.yaml_tree import YamlNode, read_yaml
from citekit.model.work import Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem, UnreadableInputError
from citekit.runtime.span import Source

NAME = "sitedata"
SUFFIXES: tuple[str, ...] = ()
_BEGIN = r"\A\ufeff?(?>(?:---)?(?:[ \t]*+(?:#[^\n]*+)?\r?\n){0,40})"
# A list of mappings in YAML (perhaps below keys), TOML or JSON with a title and the people, the venue or the year among the first
# letters; or the listing of a page of Quarto that has its contents in the front matter. Entries of Hayagriva are mappings by key, CSL-JSON has "author" with "family" and begins with "id" or "type".
BEGINS = re.compile(
    _BEGIN
    + r"(?:(?=(?s:.{0,3000}?)(?<![\w-])[\"']?title[\"']?[ \t]*+:)(?=(?s:.{0,3000}?)[ \t](?:authors?|venue|year)[ \t]*:)"
    # headings of the lists: those around the first one, and before it those of empty lists (`preprints: []`)
    r"(?>(?:[ \t]{0,8}\w[\w -]{0,40}:[ \t]*+(?:\[\][ \t]*+)?(?:#[^\n]*+)?\r?\n(?>(?:[ \t]*+(?:#[^\n]*+)?\r?\n){0,5})){0,9})"
    r"[ \t]{0,8}-(?:[ \t]+|[ \t]*\r?\n[ \t]+)(?!id:|type:|citation-key:)[\w-]{1,30}[ \t]*:(?:\s|$)"
    r"|(?:(?<=---\n)|(?<=---\r\n))(?>(?:(?!---|[ \t]+contents:)[^\n]*+\n){0,60})[ \t]+contents:[ \t]*\r?\n"
    r"(?=(?s:.{0,3000}?)[ \t]title[ \t]*:)(?=(?s:.{0,3000}?)[ \t](?:authors?|venue|publication|year)[ \t]*:)"
    r"[ \t]*-[ \t]+[\w-]{1,30}:"
    r"|\[\[[\w.-]{1,60}\]\][ \t]*\r?\n(?=(?s:.{0,2000}?)(?m:^)[ \t]*title[ \t]*=)"
    r"|\[\s*+\{(?=(?s:.{0,2000}?)\"title\"\s*:)(?=(?s:.{0,2000}?)\"(?:authors|venue|year)\"\s*:)(?!(?s:.{0,2000}?)\"(?:family|itemType|creators)\"\s*:))",
    re.IGNORECASE,
)

# Levels of headings around a publication, at most.
_DEEPEST = 6
_KEYS = {
    "type": ("type", "kind", "category", "pubtype"),
    "title": ("title", "name"),
    "author": ("authors", "author"),
    "container-title": (
        "venue", "journal", "booktitle", "conference", "publication", "container-title", "published_in", "where", "cite",
    ),
    "issued": ("date", "year", "published", "issued"),
    "abstract": ("abstract", "summary"),
    "DOI": ("doi",),
    "eprint": ("arxiv", "eprint"),
    "page": ("pages",),
    "issue": ("issue", "number"),
}  # fmt: skip
_YEAR = re.compile(r"(?:19|20)\d\d")
_LINKS = "url link website pdf paper paperurl code slides video poster project github arxiv".split()


def loads(source: Source) -> Works:
    """Read the publications of a list.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the text is not YAML, TOML or JSON, or has no publication.
    """
    bare = source.text.removeprefix("\ufeff").lstrip()
    problems: tuple[Problem, ...] = ()
    if bare.startswith("[["):
        root = read_toml(source)
    elif bare.startswith("---") and has_front_matter(source):
        this = page(source)
        root = this.head
        if this.body.strip():
            message = "only the listing in the front matter was read, not the text below it"
            problems = (Problem(message, "", source, severity="info", kind="not-an-item"),)
    else:
        root = read_json(source) if bare[:1] in ("[", "{") else read_yaml(source)
    found = list(_publications(root, "", _DEEPEST))
    years = {id(node): year for node, year in found}
    if not found:
        hint = "give each a title, and its authors, venue or year"
        raise UnreadableInputError(f"{source.name} has no publications", hint, source, root.span)
    works = works_of(source, (node for node, _ in found), lambda node: work_of(node, years[id(node)]))
    return replace(works, problems=problems)


def _publications(node: YamlNode, year: str, depth: int) -> Iterator[tuple[YamlNode, str]]:
    """Yield the publications in a node, each with the year that a heading above it is."""
    if (
        node.is_mapping
        and node.first(*_KEYS["title"])
        and any(node.first(*_KEYS[key]) for key in ("author", "container-title", "issued"))
    ):
        yield node, year
    elif depth and node.is_mapping:
        for key, value in node.pairs:
            yield from _publications(value, key.text if _YEAR.fullmatch(key.text) else year, depth - 1)
    elif depth and isinstance(node.value, list):
        for one in node.items:
            yield from _publications(one, year, depth - 1)


def work_of(node: YamlNode, year: str) -> Work:
    """Return the work of a mapping; ``year`` is that of the heading above it."""
    record = record_of(node, _KEYS, from_markdown, {*_LINKS, "links"})
    if "issued" not in record.variables:
        record.date(year)
    for name in _LINKS:
        text = node.get(name).words
        if name != "arxiv" or "/" in text:
            record.address(text, "" if name in ("url", "link") else name)
    for link in node.get("links").items:
        record.address(link.first("url", "href").text, link.first("name", "label", "title").text)
    return record.work()
