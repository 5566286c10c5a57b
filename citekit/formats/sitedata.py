"""Lists of publications as data of a site: Jekyll's ``_data/*.yml``, Hugo's ``data/*.yaml``, ``*.toml`` and ``*.json``, and the
``contents`` of a Quarto listing, or another list of publications, in the front matter of a page (read only).

No schema fixes the names of their keys, so each value is read by the names that sites use for it, and what has another name is
retained. A publication is a mapping with a title and with people, a venue or a year; it may be in a list, or below headings
such as a year or a kind, at any depth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from citekit.formats._record import TRANSLATED
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
_TITLE = r"(?:title|titel|titre|t[íi]tulo|titolo)"
_PART = r"(?:authors?|venue|year|autor\w{0,6}|auteurs?|jahr|ann[ée]e|a[ñn]o|anno)"
_LIST = r"(?:publi[ck]|pubbli|pubs|papers|articles|art[íi]culos|artigos|articoli|aufs[äa]tze|ver(?:ö|oe)ffentlich)"
"""What the list of publications is called among other lists of a site."""
# A list of mappings in YAML (perhaps below keys), TOML or JSON with a title and the people, the venue or the year among the first
# letters; or the listing of a page of Quarto that has its contents in the front matter, or another page with a list there that it
# calls publications. Entries of Hayagriva are mappings by key, CSL-JSON has "author" with "family" and begins with "id" or "type".
BEGINS = re.compile(
    _BEGIN + rf"(?:(?=(?s:.{{0,3000}}?)(?<![\w-])[\"']?{_TITLE}[\"']?[ \t]*+:)(?=(?s:.{{0,3000}}?)[ \t]{_PART}[ \t]*:)"
    # headings of the lists: those around the first one, and before it those of empty lists (`preprints: []`)
    r"(?>(?:[ \t]{0,8}\w[\w -]{0,40}:[ \t]*+(?:\[\][ \t]*+)?(?:#[^\n]*+)?\r?\n(?>(?:[ \t]*+(?:#[^\n]*+)?\r?\n){0,5})){0,9})"
    r"[ \t]{0,8}-(?:[ \t]+|[ \t]*\r?\n[ \t]+)(?!id:|type:|citation-key:)[\w-]{1,30}[ \t]*:(?:\s|$)"
    r"|(?:(?<=---\n)|(?<=---\r\n))(?>(?:(?!---|[ \t]+contents:)[^\n]*+\n){0,60})[ \t]+contents:[ \t]*\r?\n"
    r"(?=(?s:.{0,3000}?)[ \t]title[ \t]*:)(?=(?s:.{0,3000}?)[ \t](?:authors?|venue|publication|year)[ \t]*:)"
    r"[ \t]*-[ \t]+[\w-]{1,30}:"
    rf"|(?:(?<=---\n)|(?<=---\r\n))(?>(?:(?!---|[ \t]{{0,8}}\w{{0,20}}{_LIST}\w{{0,20}}:[ \t]*\r?\n)[^\n]*+\n){{0,60}})[ \t]{{0,8}}\w{{0,20}}{_LIST}\w{{0,20}}:[ \t]*\r?\n"
    rf"(?=(?s:.{{0,3000}}?)[ \t]{_TITLE}[ \t]*:)(?=(?s:.{{0,3000}}?)[ \t]{_PART}[ \t]*:)"
    r"[ \t]*-[ \t]+[\w-]{1,30}:"
    r"|\[\[[\w.-]{1,60}\]\][ \t]*\r?\n(?=(?s:.{0,2000}?)(?m:^)[ \t]*title[ \t]*=)"
    rf"|\{{\s*+(?=(?s:.{{0,20000}}?)\"\w{{0,20}}{_LIST}\w{{0,20}}\"\s*+:\s*+\[\s*+\{{(?=(?s:.{{0,2000}}?)\"(?:title|name)\"\s*:)"
    r"(?=(?s:.{0,2000}?)\"(?:authors|people|venue|journal|year)\"\s*:)(?!(?s:.{0,2000}?)\"(?:family|itemType|creators)\"\s*:))"
    r"|\[\s*+\{(?=(?s:.{0,2000}?)\"title\"\s*:)(?=(?s:.{0,2000}?)\"(?:authors|venue|year)\"\s*:)(?!(?s:.{0,2000}?)\"(?:family|itemType|creators)\"\s*:))",
    re.IGNORECASE,
)
_PUBLICATIONS = re.compile(r"publi[ck]|pubbli|pubs|ver(?:ö|oe)ffentlich", re.IGNORECASE)
_NAMED_LIST = re.compile(
    rf"{_LIST}|journal|confer|proceed|workshop|preprint|refereed|reviewed|selected|books?\b|book_|chapter|thes[ie]s|reports?\b|b[üu]ch|monogra|beitr[äa]g|libros|livres|libri",
    re.IGNORECASE,
)
"""Lists of publications, also those of one kind."""
_OTHER_LIST = re.compile(
    r"talks?\b|present|speak|vortr|exposés|ponencias|news|aktuell|teach|lehre|course|cours\b|project|proje[kt]|grant|fund|award|prize|preis|"
    r"supervis|betreu|events?\b|posts?\b|software|members?\b|people|team",
    re.IGNORECASE,
)
"""Other lists of a site, whose items also have a title and a year."""

_COMMENTS = re.compile(r"\A\ufeff?(?>(?:[ \t]*+(?:#[^\n]*+)?\r?\n)*)[ \t]*+")
# Levels of headings around a publication, at most.
_DEEPEST = 6
_ENGLISH = {
    "type": ("type", "kind", "category", "pubtype"),
    "title": ("title", "name"),
    "author": ("authors", "author", "people"),
    "container-title": (
        "venue", "journal", "booktitle", "conference", "publication", "container-title", "published_in", "where", "cite",
    ),
    "issued": ("date", "year", "published", "issued", "when"),
    "abstract": ("abstract", "summary"),
    "DOI": ("doi",),
    "eprint": ("arxiv", "eprint"),
    "page": ("pages",),
    "issue": ("issue", "number"),
}  # fmt: skip
_KEYS = {
    name: (*keys, *(word for word, means in TRANSLATED.items() if means == name)) for name, keys in _ENGLISH.items()
} | {"volume": tuple(word for word, means in TRANSLATED.items() if means == "volume")}
_YEAR = re.compile(r"(?:19|20)\d\d")
_LINKS = "url link website pdf paper paperurl code slides video poster project github arxiv".split()


def loads(source: Source) -> Works:
    """Read the publications of a list.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the text is not YAML, TOML or JSON, or has no publication.
    """
    bare = _COMMENTS.sub("", source.text, count=1)
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
    found = list(_publications(root, "", "", _DEEPEST))
    if any(_PUBLICATIONS.search(keys) for _, _, keys in found):  # whatever the others are (exhibitions), they are not
        found = [one for one in found if _NAMED_LIST.search(one[2])]
    years = {id(node): year for node, year, _ in found}
    if not found:
        hint = "give each a title, and its authors, venue or year"
        raise UnreadableInputError(f"{source.name} has no publications", hint, source, root.span)
    works = works_of(source, (node for node, _, _ in found), lambda node: work_of(node, years[id(node)]))
    return replace(works, problems=problems)


def _publications(node: YamlNode, year: str, keys: str, depth: int) -> Iterator[tuple[YamlNode, str, str]]:
    """Yield the publications in a node, each with the year above it (a key, or a value next to the list: ``- year: 2020``), and
    the other keys above it.
    """
    if (
        node.is_mapping
        and node.first(*_KEYS["title"])
        and any(node.first(*_KEYS[key]) for key in ("author", "container-title", "issued"))
    ):
        yield node, year, keys
    elif depth and node.is_mapping:
        own = node.first(*_KEYS["issued"]).words
        year = own if _YEAR.fullmatch(own) else year
        for key, value in node.pairs:
            if _YEAR.fullmatch(key.text):
                yield from _publications(value, key.text, keys, depth - 1)
            elif _NAMED_LIST.search(key.text) or not _OTHER_LIST.search(key.text):
                yield from _publications(value, year, f"{keys} {key.text}", depth - 1)
    elif depth and isinstance(node.value, list):
        for one in node.items:
            yield from _publications(one, year, keys, depth - 1)


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
