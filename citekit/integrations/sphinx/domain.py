"""What documents state while they are read: roles that cite, directives that list, and what is stored of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.util.logging import getLogger

from citekit.integrations.printing import PUNCTUATION, Bibliographies, check_style
from citekit.manuscripts.citation import EVERYTHING, Found, ManuscriptCitation
from citekit.manuscripts.pandoc_citations import cite_text
from citekit.manuscripts.sphinx_citations import cite_role
from citekit.runtime.records import dataclass
from citekit.runtime.span import Span

FORMS = "p ps t ts ct cts author authors authorpar authorpars cauthor cauthors year yearpar title label labelpar alp alps calp calps empty".split()
_log = getLogger(__name__)
_CLOSE = "citekit-close"
"""The class of references to notes that are where the style, not the author, has a note."""
_NOTE = "-note"
"""What the name of a note ends with, after that of its citation."""
_NOT_RUNNING = (
    nodes.FixedTextElement,
    nodes.literal,
    nodes.math,
    nodes.raw,
    nodes.reference,
    nodes.comment,
    nodes.problematic,
)


class cited(nodes.Inline, nodes.Element):  # noqa: N801 - docutils' way of naming
    """The place of a citation until all documents are read."""


class spoken(nodes.Inline, nodes.Element):  # noqa: N801
    """The place of who is named in a sentence, whose citation is in a note."""


class listed(nodes.General, nodes.Element):  # noqa: N801
    """The place of a list until all documents are read."""


@dataclass(frozen=True)
class CitationLocation:
    """A citation, its document and line, its identifier in it, and the keys with the prefix of its list taken away."""

    document: str
    line: int
    name: str
    citation: ManuscriptCitation


@dataclass(frozen=True)
class Wanted:
    """A list: its document and identifier, what it shows (see :class:`BibliographyDirective`), and its style (empty: the site's)."""

    document: str
    name: str
    shows: str
    keys: tuple[str, ...] = ()
    style: str = ""
    keyprefix: str = ""

    @property
    def is_local(self) -> bool:
        """Whether the list is that of its document alone, which then has its own numbering."""
        return "docname in docnames" in self.shows or self.shows == "local"


class CiteDomain(Domain):
    """The roles ``cite:…``, and what all documents cite and list."""

    name = "cite"
    label = "citekit"
    data_version = 1
    initial_data: dict[str, Any] = {"places": {}, "lists": {}, "shown": {}}  # noqa: RUF012 - Sphinx copies it

    known = Bibliographies(())
    in_notes = False
    """Whether the style of the site cites in notes."""

    @property
    def places(self) -> dict[str, list[CitationLocation]]:
        """Document -> its citations in order."""
        return self.data["places"]

    @property
    def lists(self) -> dict[str, list[Wanted]]:
        """Document -> its lists."""
        return self.data["lists"]

    def clear_doc(self, docname: str) -> None:
        """Forget a document."""
        self.places.pop(docname, None)
        self.lists.pop(docname, None)

    def merge_domaindata(self, docnames: Iterable[str], otherdata: dict[str, Any]) -> None:
        """Take what another process read."""
        for docname in docnames:
            for kind in ("places", "lists"):
                if docname in otherdata[kind]:
                    self.data[kind][docname] = otherdata[kind][docname]


class FootciteDomain(Domain):
    """The roles ``footcite:…``."""

    name = "footcite"
    label = "citekit's notes"

    def merge_domaindata(self, docnames: Iterable[str], otherdata: dict[str, Any]) -> None:
        """There is nothing to take: the other domain keeps it."""


def domain_of(env: BuildEnvironment) -> CiteDomain:
    """Return what all documents cite and list."""
    return env.domains["cite"]


def keep(
    env: BuildEnvironment, document: nodes.document, citation: ManuscriptCitation, line: int, number: int
) -> list[nodes.Node]:
    """Return the place of a citation of the document that is read, in a note where it or the style requests one.

    ``number`` is its own in the site.
    """
    name = f"citekit-{number + 1}"
    in_notes = domain_of(env).in_notes
    is_named = citation.mode in ("textual", "leading")
    if citation.is_note and not in_notes:  # who is named is in the sentence; the note has the whole reference
        citation = replace(citation, mode="full")
    elif citation.is_note and citation.mode == "full":  # the style has a form of its own for notes
        citation = replace(citation, mode="parenthetical")
    signature = (citation.field, tuple(replace(c, span=Span(0, 0), group=0) for c in citation.cites))
    noted: dict[object, str] = env.temp_data.setdefault("citekit noted", {})
    if citation.is_note and signature in noted and not in_notes:  # one note a work, as sphinxcontrib-bibtex has it
        called = noted[signature]
        return [*_spoken(env, called.removesuffix(_NOTE), is_named), _reference(document, called)]
    domain_of(env).places.setdefault(env.docname, []).append(CitationLocation(env.docname, line, name, citation))
    node = cited(name=name, document=env.docname)
    by_style = in_notes and citation.mode in ("parenthetical", "textual", "leading", "no-author")
    if not (citation.is_note or by_style):
        return [node]
    called = f"{name}{_NOTE}"
    note = nodes.footnote("", nodes.paragraph("", "", node), auto=1, names=[called], classes=["citekit-note"])
    reference = _reference(document, called)
    document.note_autofootnote(note)
    document.note_explicit_target(note)
    if citation.is_note:
        noted[signature] = called
    env.temp_data.setdefault("citekit notes", []).append(note)
    if not citation.is_note and not is_named:
        reference["classes"].append(_CLOSE)
    return [*_spoken(env, name, is_named, close=in_notes), reference]


def _spoken(env: BuildEnvironment, name: str, is_named: bool, close: bool = False) -> list[nodes.Node]:
    """Return the place of who is named before a note, which appears ``close`` to it where notes are raised numbers."""
    return [spoken(name=name, document=env.docname), *([] if close else [nodes.Text(" ")])] if is_named else []


def _reference(document: nodes.document, called: str) -> nodes.footnote_reference:
    """Return a reference to the note of this name, known to the document."""
    reference = nodes.footnote_reference(f"[#{called}]_", refname=called, auto=1)
    document.note_autofootnote_ref(reference)
    document.note_footnote_ref(reference)
    return reference


class CiteRole(SphinxRole):
    """``:cite:p:`{see}key{p. 3},other``` and the like."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the place of the citation; in a note where the role is one of notes."""
        number = self.env.new_serialno("citekit")
        found = Found()
        cite_role(self.name.lower(), self.text, 0, Span(number, number + 1), found)
        for fault in found.faults:
            _log.warning("%s: %s", fault.message, fault.hint, location=self.get_location(), type="citekit")
        made: list[nodes.Node] = []
        for one in _by_note(found.citations[0]) if found.citations else ():
            number = self.env.new_serialno("citekit") if made else number
            made += [nodes.Text(", " if one.mode in ("textual", "leading") else " ")] if made else []
            made += keep(self.env, self.inliner.document, one, self.lineno, number)
        return made, []


def _by_note(citation: ManuscriptCitation) -> list[ManuscriptCitation]:
    """Return a citation, or one for each of its works where each has a note of its own: ``:footcite:`a,b```."""
    if not citation.is_note:
        return [citation]
    return [replace(citation, cites=(cite,)) for cite in citation.cites]


for _name in FORMS:
    CiteDomain.roles[_name] = FootciteDomain.roles[_name] = CiteRole()


class BibliographyDirective(SphinxDirective):
    """``.. bibliography::`` with what it shows: ``:cited:`` (usually), ``:all:``, ``:notcited:``, ``:list:`` of keys,
    ``:filter:`` (``docname in docnames``, or a query of citekit such as ``year>=2020``); and ``:style:``, ``:keyprefix:``.

    Files are those of ``bibtex_bibfiles``; names of files as arguments are understood and do not limit it.
    """

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec = {  # noqa: RUF012 - docutils' way
        **dict.fromkeys(("all", "cited", "notcited"), directives.flag),
        **dict.fromkeys(
            ("filter", "style", "keyprefix", "labelprefix", "list", "enumtype", "start"), directives.unchanged
        ),
    }

    def run(self) -> list[nodes.Node]:
        """Return the place of the list."""
        style = self.options.get("style", "")
        if style and (why := check_style(style)):
            _log.warning("%s", why, location=self.get_location(), type="citekit")
            style = ""
        shows = next(
            (kind for kind in ("all", "notcited") if kind in self.options), self.options.get("filter", "cited")
        )
        keys = tuple(key.strip() for line in self.content for key in line.split(",") if key.strip())
        name = f"citekit-list-{self.env.new_serialno('citekit-list') + 1}"
        prefix = self.options.get("keyprefix", "")
        wanted = Wanted(self.env.docname, name, shows.strip(), keys, style, prefix)
        domain_of(self.env).lists.setdefault(self.env.docname, []).append(wanted)
        return [listed(name=name, document=self.env.docname)]


class FootBibliography(SphinxDirective):
    """``.. footbibliography::``: here appear the notes of ``:footcite:``; without it they are at the end."""

    def run(self) -> list[nodes.Node]:
        """Return the notes so far."""
        notes: list[nodes.Node] = self.env.temp_data.pop("citekit notes", [])
        self.env.temp_data.pop("citekit noted", None)
        return notes


class PlaceNotes(SphinxTransform):
    """Puts notes that have no place yet at the end of their document."""

    default_priority = 500

    def apply(self, **_kwargs: Any) -> None:
        """Appends them; a note that the style requests touches the word before it, and is after a punctuation mark."""
        if domain_of(self.env).in_notes:
            _cite_within_notes(self.env, self.document)
        for reference in list(self.document.findall(nodes.footnote_reference)):
            if _CLOSE not in reference["classes"]:
                continue
            at, siblings = reference.parent.index(reference), reference.parent
            before, after = siblings[at - 1] if at else None, siblings[at + 1] if at + 1 < len(siblings) else None
            mark = str(after)[:1] if isinstance(after, nodes.Text) and str(after)[:1] in PUNCTUATION else ""
            if mark:
                siblings[at + 1] = nodes.Text(str(after)[1:])
            if isinstance(before, nodes.Text):
                siblings[at - 1] = nodes.Text(str(before).rstrip() + mark)
            elif mark:
                siblings.insert(at, nodes.Text(mark))
        self.document.extend(self.env.temp_data.pop("citekit notes", []))
        # put the notes that docutils numbers in the order in which the text refers to them: it takes that of their
        # texts
        if not any("citekit-note" in note["classes"] for note in self.document.autofootnotes):
            return
        at, called = _as_read(self.document)
        self.document.autofootnotes.sort(key=lambda note: called[id(note)])
        self.document.autofootnote_refs.sort(key=lambda reference: at.get(id(reference), len(at)))  # MyST sorts by it


def _cite_within_notes(env: BuildEnvironment, document: nodes.document) -> None:
    """Put citations within footnotes of the author's in their sentences, for a note has no note of its own.

    A role does not know where its text will appear, so each made a note; here those within notes are taken back.
    """
    waiting: list[nodes.Node] = env.temp_data.get("citekit notes", [])
    footnotes = [*document.findall(nodes.footnote), *(note for note in waiting if isinstance(note, nodes.footnote))]
    made = {note["names"][0]: note for note in footnotes if "citekit-note" in note["classes"]}
    at, called = _as_read(document)
    read: dict[str, tuple[int, ...]] = {}
    moved: dict[str, int] = {}
    for node in document.findall(_is_place):
        read.setdefault(_name_of(node), (at[id(node)],))
    for outer in footnotes:
        for reference in list(outer.findall(nodes.footnote_reference)) if outer not in made.values() else ():
            note = made.get(str(reference.get("refname", "")))
            if note is None:
                continue
            place = next(note.findall(cited))
            name = place["name"]
            for mention in [node for node in reference.parent.findall(spoken) if node["name"] == name]:
                mention.parent.remove(mention)  # a citation in a sentence names its people itself
            place["in_note"] = True
            moved[name] = called.get(id(outer), len(at))
            read[name] = (moved[name], at[id(reference)])
            reference.replace_self(place)
            for known in (waiting, document.autofootnotes, [] if note.parent is None else note.parent):
                if note in known:
                    known.remove(note)
            document.autofootnote_refs.remove(reference)
            document.footnote_refs.pop(reference["refname"], None)
    if moved:  # a citation is read where the text refers to its note
        places = domain_of(env).places[env.docname]
        places[:] = [replace(one, citation=replace(one.citation, footnote=moved.get(one.name, -1))) for one in places]
        places.sort(key=lambda one: read.get(one.name, (len(at),)))


def _as_read(document: nodes.document) -> tuple[dict[int, int], dict[int, int]]:
    """Return, by the identities of nodes, the places of citations and references to notes, and where each note is called."""
    at: dict[int, int] = {}
    named: dict[str, int] = {}
    unnamed: list[int] = []
    for number, node in enumerate(document.findall(lambda n: _is_place(n) or isinstance(n, nodes.footnote_reference))):
        at[id(node)] = number
        if node.get("refname"):
            named.setdefault(node["refname"], number)
        elif node.get("auto") == 1:
            unnamed.append(number)
    called: dict[int, int] = {}
    waiting = iter(unnamed)  # the n-th reference without a name is to the n-th note without one
    for note in (*document.autofootnotes, *document.footnotes):
        known = [named[name] for name in note["names"] if name in named]
        called[id(note)] = min(known, default=len(at)) if note["names"] else next(waiting, len(at))
    return at, called


class PandocCitations(SphinxTransform):
    """Citations of documents in Markdown as Pandoc writes them: ``[see @doe2020, p. 3]``, and ``@doe2020`` where an entry is called so.

    An ``@word`` alone that no bibliography has may be anyone's name, and is left as it is.
    """

    default_priority = 210

    def apply(self, **_kwargs: Any) -> None:
        """Put the places of citations where they are written, and all places of the document in order again."""
        suffixes: dict[str, str] = self.env.config.source_suffix
        kind = suffixes.get(Path(self.env.doc2path(self.env.docname)).suffix)
        if kind != "markdown" or not self.env.config.citekit_pandoc:
            return
        changed = False
        for parent in list(self.document.findall(_is_running_text)):
            children = parent.children
            parent.children = []
            for is_text, group in groupby(children, lambda node: isinstance(node, nodes.Text)):
                parts = list(group)
                if is_text:
                    parts = list(self._parts("".join(map(str, parts)), parent))
                changed |= any(_is_place(part) for part in parts)
                parent.extend(parts)
        if changed:
            order: dict[str, int] = {}
            for at, node in enumerate(self.document.findall(_is_place)):
                order.setdefault(_name_of(node), at)
            domain_of(self.env).places[self.env.docname].sort(key=lambda place: order.get(place.name, len(order)))
            for notes in (self.document.autofootnotes, self.env.temp_data.get("citekit notes", [])):
                own = [at for at, note in enumerate(notes) if "citekit-note" in note["classes"]]
                ordered = sorted((notes[at] for at in own), key=lambda note: order.get(_name_of(note), len(order)))
                for at, note in zip(own, ordered, strict=True):
                    notes[at] = note

    def _parts(self, text: str, parent: nodes.Element) -> Iterator[nodes.Node]:
        """Yield a text cut where citations appear."""
        found, done = Found(), 0
        if "@" in text:
            cite_text(text, found)
        works = domain_of(self.env).known.works() if found.citations else {}
        for one in sorted(found.citations, key=lambda one: one.span.start):
            is_known = all(cite.key in works for cite in one.cites)
            if one.span.start < done:
                continue
            if not is_known and text[one.span.start] != "[":
                for path in domain_of(self.env).known.paths:
                    self.env.note_dependency(str(path))  # an entry of this name may come
                continue
            if done < one.span.start:
                yield nodes.Text(text[done : one.span.start])
            yield from keep(self.env, self.document, one, parent.line or 0, self.env.new_serialno("citekit"))
            done = one.span.end
        if done < len(text):
            yield nodes.Text(text[done:])


def _is_running_text(node: nodes.Node) -> bool:
    """Whether a node has text of which citations may be a part: no code, formula, link or title of a document."""
    if not isinstance(node, nodes.TextElement) or isinstance(node, _NOT_RUNNING):
        return False
    return any(isinstance(child, nodes.Text) and "@" in child for child in node.children)


def _name_of(node: nodes.Element) -> str:
    """Return the name of the citation of a place, of a note or of what refers to one."""
    name = node.get("name") or node.get("refname") or node["names"][0]
    return str(name).removesuffix(_NOTE)


def _is_place(node: nodes.Node) -> bool:
    if isinstance(node, nodes.footnote_reference):
        return str(node.get("refname", "")).startswith("citekit-")
    return isinstance(node, cited)


def every_key(places: Iterable[CitationLocation]) -> Iterator[str]:
    """Return the keys that citations name, the mark for all works left out."""
    return (cite.key for place in places for cite in place.citation.cites if cite.key != EVERYTHING)
