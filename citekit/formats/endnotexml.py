"""EndNote XML (``.xml``): EndNote's export format "XML"; Mendeley, Zotero and others write it too.

Its fields are those of RIS with longer names, so the reader of RIS interprets them: the meaning of a field depends on the
type of the reference. Style runs of titles become CSL rich text. EndNote's record numbers are ignored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from citekit.formats._rich import pieces
from citekit.formats._trees import placed, read_xml
from citekit.formats.files import read_back
from citekit.formats.ris import CONTROL, CSL_TYPES, RisReading, day_of, holds_editors, tagged, works_of
from citekit.model.work import Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.registry import pairs
from citekit.runtime.span import Source
from citekit.text.rich import as_rich
from citekit.text.xml import Element, escape

NAME = "endnotexml"
SUFFIXES = (".xml",)
BEGINS = re.compile(
    r"\s*+(?:<\?xml[^<>]{0,200}\?>\s*+)?(?:<!--[^<>]{0,500}-->\s*+)?<(?:xml|records)>\s*+(?:<records>\s*+)?<record\b"
)

CLOSES = "</records>"

_TABLES = pairs("citekit.formats", "endnotexml.tsv")
_TYPE_OF_NAME, TYPE_OF_NUMBER, _TAGS = _TABLES["types"], _TABLES["numbers"], _TABLES["tags"]
"""Name and number of an EndNote reference type -> TY of RIS; parent and name of an element -> tag of RIS."""
NAME_OF_TYPE = {code: name.title() for name, code in reversed(_TYPE_OF_NAME.items())}
"""TY of RIS -> the name of an EndNote reference type."""
_NUMBER_OF_TYPE = {code: number for number, code in reversed(TYPE_OF_NUMBER.items())}

# Tag of RIS -> the parent and the name of the element that is written.
_PLACES = {tag: place for place, tag in reversed(list(_TAGS.items()))}
_ORDER = (
    "contributors titles periodical pages volume number issue num-vols edition section reprint-edition keywords dates "
    "pub-location publisher isbn accession-num call-num electronic-resource-num abstract label work-type notes research-notes urls"
).split()
# Element -> the element that contains it.
_INSIDE = {"authors": "contributors", "secondary-authors": "contributors", "tertiary-authors": "contributors",
           "subsidiary-authors": "contributors", "translated-authors": "contributors", "pub-dates": "dates",
           "web-urls": "urls", "related-urls": "urls", "pdf-urls": "urls", "text-urls": "urls", "image-urls": "urls"}  # fmt: skip
_NUMBER_TAGS = {"book": "SV", "chapter": "SV", "report": "SN", "standard": "SN", "patent": "M1"}
_FACES = {"italic": "i", "bold": "b", "superscript": "sup", "subscript": "sub"}
_FACE_OF = {tag: face for face, tag in _FACES.items()}
_STYLED = frozenset({"TI", "T2", "T3", "TT"})


def type_named(name: str) -> str:
    """Return the TY of RIS for the name of an EndNote reference type; empty if there is no such type."""
    return _TYPE_OF_NAME.get(" ".join(name.lower().split()), "")


def loads(source: Source) -> Works:
    """Read every ``record`` of the XML.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if it is hostile or has no record; a syntax error after
    some records is reported as a problem.
    """
    root, unread, problems = read_xml(source)
    lists = [root] if root.name == "records" else list(root.every("records"))
    items = [one for each in lists for one in each.every("record") if not any(one is part for part in unread)]
    return works_of(
        source, zip(placed(source, items, "EndNote records", problems), map(_reading, items), strict=True), problems
    )


def _reading(item: Element) -> RisReading:
    """Return a record as tags of RIS; EndNote has the journal twice, so the periodical's name is used only without T2."""
    named = item.first("ref-type")
    kind = type_named(named.get("name") if named else "") or TYPE_OF_NUMBER.get(item.value("ref-type"), "")
    tag_of_number = _NUMBER_TAGS.get(CSL_TYPES.get(kind, ""), "IS")
    values = [
        (tag, value)
        for element, parent in _inner(item)
        if (tag := _TAGS.get(f"{parent}/{element.name}", "") or tag_of_number * (element.name == "number"))
        and (value := _text(element, tag in _STYLED).replace("\r", "\n").strip())
    ]
    titled = any(tag == "T2" for tag, _ in values)
    return RisReading(kind, [(tag, value) for tag, value in values if not (tag == "JF" and titled)])


def _inner(element: Element) -> Iterator[tuple[Element, str]]:
    """Yield all descendants of an element in order, each with the name of its parent; style runs are skipped."""
    for child in element.children:
        if child.name != "style":
            yield child, element.name
            yield from _inner(child)


def _text(element: Element, styled: bool) -> str:
    """Return the text of an element; with ``styled``, style runs become tags."""
    convert = as_rich if styled else str
    found, at = [], 0
    for run in element.every("style"):
        tags = [tag for face, tag in _FACES.items() if styled and face in run.get("face")]
        opened, closed = "".join(f"<{tag}>" for tag in tags), "".join(f"</{tag}>" for tag in reversed(tags))
        found += [convert(element.text[at : run.behind]), opened, _text(run, styled), closed]
        at = run.behind
    return "".join((*found, convert(element.text[at:])))


def dumps(library: Works | Iterable[Work], settings: object = None) -> str:
    """Write the library as EndNote imports it: a ``record`` per work, with style runs for italics and similar."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<xml><records>\n{"".join(map(item, library))}</records></xml>\n'


def item(work: Work) -> str:
    """Write a work as a ``record`` of a file."""
    kind, values = tagged(work)
    pages = "-".join(value for tag, value in values if tag in ("SP", "EP") and value)
    tree: dict[str, dict[str, list[str]]] = {}
    for tag, value in values:
        if tag == "T2" and CSL_TYPES[kind] == "article-journal":
            _put(tree, "periodical/full-title", _styled(value, tag))  # EndNote has the journal twice
        place = "record/number" if tag == _NUMBER_TAGS.get(CSL_TYPES[kind], "IS") else _PLACES.get(tag, "")
        if tag == "ED":
            place = "secondary-authors/author" if holds_editors("A2", kind) else ""
        _put(tree, place, _styled(pages if tag == "SP" else day_of(value) if tag == "DA" else value, tag))
    number = _NUMBER_OF_TYPE.get(kind, "13")
    parts = [f'<ref-type name="{NAME_OF_TYPE.get(kind, "Generic")}">{number}</ref-type>']
    for above in sorted(tree, key=lambda name: _ORDER.index(name) if name in _ORDER else len(_ORDER)):
        inner = "".join(
            "".join(elements) if parent in (above, "record") else f"<{parent}>{''.join(elements)}</{parent}>"
            for parent, elements in tree[above].items()
        )
        parts.append(f"<{above}>{inner}</{above}>" if "record" not in tree[above] else inner)
    return "\n".join(("<record>", *parts, "</record>\n"))


def _put(tree: dict[str, dict[str, list[str]]], place: str, text: str) -> None:
    parent, _, name = place.partition("/")
    if name and text:
        above = _INSIDE.get(parent, parent)
        element = f"<{name}>{text}</{name}>"
        tree.setdefault(name if above == "record" else above, {}).setdefault(parent, []).append(element)


def _styled(text: str, tag: str) -> str:
    """Escape a value for XML; markup of titles becomes style runs, that of other values is removed."""
    text = CONTROL.sub(" ", text)
    found: list[str] = []
    for tags, piece in pieces(text):
        faces = " ".join(_FACE_OF[name] for name in tags if name in _FACE_OF) if tag in _STYLED else ""
        found.append(f'<style face="{faces}">{escape(piece)}</style>' if faces else escape(piece))
    return "".join(found)


losses = read_back(loads, dumps)
"""Report what EndNote's XML cannot represent."""
