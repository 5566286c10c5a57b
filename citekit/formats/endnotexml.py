"""EndNote XML (``.xml``): what EndNote exports as "XML"; Mendeley, Zotero and others write it too.

Its fields are those of RIS under longer names, so both are understood alike: what a field means depends on the type of
the reference. Style runs of titles become CSL rich text. The numbers that EndNote gives its records are left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Any
from xml.parsers import expat  # handlers below refuse what makes XML dangerous
from xml.sax.saxutils import escape

from citekit import patterns as re
from citekit.errors import Problem, UnreadableInputError
from citekit.formats._losses import changed
from citekit.formats.ris.read import RisReading
from citekit.formats.ris.tags import CSL_TYPES
from citekit.formats.ris.write import CONTROL, day_of, holds_editors, same, tagged
from citekit.span import Source, Span
from citekit.tables import pairs
from citekit.works.library import Works
from citekit.works.trace import Trace
from citekit.works.work import Work

NAME = "endnotexml"
SUFFIXES = (".xml",)
BEGINS = re.compile(
    r"\s*+(?:<\?xml[^<>]{0,200}\?>\s*+)?(?:<!--[^<>]{0,500}-->\s*+)?<(?:xml|records)>\s*+(?:<records>\s*+)?<record\b"
)

CLOSES = "</records>"

_TYPES = """
 2 ART      3 ADVS     4 BILL     5 CHAP     6 BOOK     7 CASE     8 CTLG     9 COMP    10 CONF    12 ELEC
13 GEN     14 HEAR    16 ELEC    17 JOUR    19 MGZN    20 MAP     21 MPCT    23 NEWS    24 PAMP    25 PAT
26 PCOMM   27 RPRT    28 EDBOOK  31 STAT    32 THES    34 UNPB    36 MANSCPT 37 FIGURE  38 CHART   39 EQUA
43 EJOUR   44 EBOOK   45 DBASE   46 GOVDOC  47 CPAPER  48 MULTI   49 CLSWK   50 LEGAL   51 ANCIENT 52 DICT
53 ENCYC   54 GRANT   55 AGGR    56 BLOG    57 SER     58 STAND   59 DATA    60 ECHAP   61 MUSIC
63 INTV    64 POD     65 PRESS
"""
TYPE_OF_NUMBER = MappingProxyType(dict(zip(_TYPES.split()[::2], _TYPES.split()[1::2], strict=True)))
"""Number of an EndNote reference type -> TY of RIS."""

_TYPE_NAMES = """
artwork=ART; audiovisual material=ADVS; bill=BILL; book section=CHAP; book=BOOK; case=CASE; catalog=CTLG;
computer program=COMP; conference proceedings=CONF; web page=ELEC; generic=GEN; hearing=HEAR; journal article=JOUR;
magazine article=MGZN; map=MAP; film or broadcast=MPCT; newspaper article=NEWS; pamphlet=PAMP; patent=PAT;
personal communication=PCOMM; report=RPRT; edited book=EDBOOK; statute=STAT; thesis=THES; unpublished work=UNPB;
manuscript=MANSCPT; figure=FIGURE; chart or table=CHART; equation=EQUA; electronic article=EJOUR;
electronic book=EBOOK; online database=DBASE; government document=GOVDOC; conference paper=CPAPER;
online multimedia=MULTI; classical work=CLSWK; legal rule or regulation=LEGAL; ancient text=ANCIENT; dictionary=DICT;
encyclopedia=ENCYC; grant=GRANT; aggregated database=AGGR; blog=BLOG; serial=SER; standard=STAND; dataset=DATA;
electronic book section=ECHAP; music=MUSIC; interview=INTV; podcast=POD; press release=PRESS
"""
_TYPE_OF_NAME = {
    name.strip(): code for name, _, code in (pair.partition("=") for pair in " ".join(_TYPE_NAMES.split()).split(";"))
}

NAME_OF_TYPE = {code: name.title() for name, code in reversed(_TYPE_OF_NAME.items())}
"""TY of RIS -> the name of an EndNote reference type."""
_NUMBER_OF_TYPE = {code: number for number, code in reversed(list(TYPE_OF_NUMBER.items()))}

_TAGS = pairs("citekit.formats", "endnotexml.tsv")["tags"]
"""Parent and name of an element -> tag of RIS."""

_PLACES = {tag: place for place, tag in reversed(list(_TAGS.items()))}
"""Tag of RIS -> the parent and the name of the element that is written."""
_ORDER = (
    "contributors titles periodical pages volume number issue num-vols edition section reprint-edition keywords dates "
    "pub-location publisher isbn accession-num call-num electronic-resource-num abstract label work-type notes research-notes urls"
).split()
_INSIDE = {"authors": "contributors", "secondary-authors": "contributors", "tertiary-authors": "contributors",
           "subsidiary-authors": "contributors", "translated-authors": "contributors", "pub-dates": "dates",
           "web-urls": "urls", "related-urls": "urls", "pdf-urls": "urls", "text-urls": "urls", "image-urls": "urls"}  # fmt: skip
"""What stands within another element."""
_NUMBER_TAGS = {"book": "SV", "chapter": "SV", "report": "SN", "standard": "SN", "patent": "M1"}
_FACES = {"italic": "i", "bold": "b", "superscript": "sup", "subscript": "sub"}
_FACE_OF = {tag: face for face, tag in _FACES.items()}
_MARKUP = re.compile(r"(</?(?:i|b|sup|sub)>)")
_STYLED = frozenset({"TI", "T2", "T3", "TT"})
_DEEPEST = 64


def type_named(name: str) -> str:
    """The TY of RIS that an EndNote reference type has; empty where there is no such type."""
    return _TYPE_OF_NAME.get(" ".join(name.lower().split()), "")


def loads(source: Source) -> Works:
    """Read every ``record`` of the XML.

    Raises :class:`~citekit.errors.UnreadableInputError` where it is no XML, has a DTD, is nested deeper than 64
    elements or has no record; a mistake after some records becomes a problem.
    """
    parser = expat.ParserCreate("utf-8")
    reading = _Reading(parser, source)
    problems: list[Problem] = []
    try:
        parser.Parse(reading.data, True)
    except expat.ExpatError as error:
        place = reading.span(parser.ErrorByteIndex)
        message = f"this is not well-formed XML: {expat.ErrorString(error.code)}"
        if not reading.works:
            raise UnreadableInputError(message, "", source, place) from None
        problems.append(Problem(message, "what follows was not read", source, place, kind="syntax"))
    if not reading.works:
        raise UnreadableInputError(f"{source.name} has no EndNote records", "only EndNote's XML is read")
    return Works(tuple(reading.works), tuple(reading.traces), (*reading.problems, *problems))


def dumps(library: Works | Iterable[Work], settings: object = None) -> str:
    """The library as EndNote imports it: a ``record`` for each work, style runs for italics and the like."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<xml><records>\n{"".join(map(item, library))}</records></xml>\n'


def losses(library: Works) -> tuple[Problem, ...]:
    """What EndNote's XML cannot hold of a library."""
    return changed(library, loads(Source("", dumps(library))) if len(library) else library, same)


def item(work: Work) -> str:
    """A work as it stands in a file."""
    kind, values = tagged(work)
    pages = "-".join(value for tag, value in values if tag in ("SP", "EP") and value)
    tree: dict[str, dict[str, list[str]]] = {}
    for tag, value in values:
        if tag == "T2" and CSL_TYPES[kind] == "article-journal":
            _put(tree, "periodical/full-title", _styled(value, tag))  # EndNote gives the journal twice
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
    """A value for XML; markup of titles becomes style runs, that of other values is left out."""
    text = CONTROL.sub(" ", text)
    if "<" not in text:
        return escape(text)
    found: list[str] = []
    for piece in _MARKUP.split(text):
        name = piece.strip("</>")
        if not _MARKUP.fullmatch(piece):
            found.append(escape(piece))
        elif tag in _STYLED:
            found.append("</style>" if piece.startswith("</") else f'<style face="{_FACE_OF[name]}">')
    return "".join(found)


class _Reading:
    """The handlers of the parser, and the record that is open."""

    def __init__(self, parser: Any, source: Source) -> None:
        self.parser = parser
        self.source = source
        self.data = source.text.encode("utf-8", "replace")
        self.works: list[Work] = []
        self.traces: list[Trace] = []
        self.problems: list[Problem] = []
        self.path: list[str] = []
        self.values: list[tuple[str, str]] = []
        self.type_name = ""
        self.text: list[str] = []
        self.faces: list[list[str]] = []
        self.start = 0
        self.known = (0, 0)
        parser.buffer_text = True
        parser.StartElementHandler = self.open
        parser.EndElementHandler = self.close
        parser.CharacterDataHandler = self.text.append
        parser.StartDoctypeDeclHandler = self.refuse
        parser.EntityDeclHandler = self.refuse

    def refuse(self, *_: object) -> None:
        """A DTD could define entities without end, or name files."""
        place = self.span(self.parser.CurrentByteIndex)
        raise UnreadableInputError(
            "a DTD or entities are not read in EndNote XML", "remove the DOCTYPE", self.source, place
        )

    def span(self, byte: int) -> Span:
        """The place of a byte of the parsed data; asked for in rising order it takes linear time in all."""
        at, offset = self.known if byte >= self.known[0] else (0, 0)
        offset += len(self.data[at:byte].decode("utf-8", "replace"))
        self.known = (byte, offset)
        return Span(offset, offset)

    def open(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.path) >= _DEEPEST:
            place = self.span(self.parser.CurrentByteIndex)
            raise UnreadableInputError("the XML is nested too deeply", "", self.source, place)
        if name == "record":
            self.values, self.type_name = [], ""
            self.start = self.span(self.parser.CurrentByteIndex).start
        elif name == "ref-type":
            self.type_name = attributes.get("name", "")
        if name == "style":
            tags = [tag for face, tag in _FACES.items() if face in attributes.get("face", "")]
            self.faces.append(tags)
            self.text += [f"<{tag}>" for tag in tags] if self._tag() in _STYLED else []
        else:
            self.text.clear()
            self.path.append(name)

    def close(self, name: str) -> None:
        if name == "style":
            tags = self.faces.pop()
            self.text += [f"</{tag}>" for tag in reversed(tags)] if self._tag() in _STYLED else []
            return
        value = "".join(self.text).replace("\r", "\n").strip()
        tag = self._tag()
        if value and tag:
            self.values.append((tag, value))
        elif name == "ref-type":
            self.values.append(("TY", value))
        elif value and name == "number" and self.path[-2:] == ["record", "number"]:
            self.values.append(("number", value))
        self.text.clear()
        self.path.pop()
        if name == "record":
            self._record()

    def _tag(self) -> str:
        return _TAGS.get("/".join(self.path[-2:]), "")

    def _record(self) -> None:
        number = next((value for tag, value in self.values if tag == "TY"), "")
        kind = _TYPE_OF_NAME.get(self.type_name.strip().lower()) or TYPE_OF_NUMBER.get(number, "")
        tag_of_number = _NUMBER_TAGS.get(CSL_TYPES.get(kind, ""), "IS")
        values = [(tag_of_number if tag == "number" else tag, value) for tag, value in self.values if tag != "TY"]
        reading = RisReading(kind, _without_doubles(values))
        self.works.append(reading.work())
        place = Span(self.start, self.span(self.parser.CurrentByteIndex).start)
        self.traces.append(Trace(self.source, place))
        for message, hint, problem_kind in reading.odd:
            self.problems.append(Problem(message, hint, self.source, place, "info", problem_kind))


def _without_doubles(values: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """EndNote gives the journal twice, as title and as periodical; the periodical's name is left out where T2 has it."""
    titled = {value for tag, value in values if tag == "T2"}
    return [(tag, value) for tag, value in values if not (tag == "JF" and titled)]
