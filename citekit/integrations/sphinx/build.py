"""What documents show when all are read: citations and lists printed together, and only pages written that changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.logging import getLogger
from sphinx.util.nodes import make_refnode

from citekit.csl.processor import FormattedEntry
from citekit.csl.styles import load as load_style
from citekit.csl.tree import Inline, Markup, text_of
from citekit.integrations.printing import (
    DEFAULT_STYLE,
    Bibliographies,
    Piece,
    PrintedCitations,
    check_style,
    cites_in_notes,
    printed,
    style_beside,
)
from citekit.integrations.sphinx.domain import CitationLocation, Wanted, cited, domain_of, every_key, listed, spoken
from citekit.manuscripts.citation import EVERYTHING
from citekit.model.query import kept
from citekit.model.work import Work, Works
from citekit.runtime.errors import CitekitError
from citekit.runtime.records import dataclass

_log = getLogger(__name__)
_NODES = {
    ("font-style", "italic"): nodes.emphasis,
    ("font-weight", "bold"): nodes.strong,
    ("vertical-align", "sup"): nodes.superscript,
    ("vertical-align", "sub"): nodes.subscript,
}
_CLASSES = {
    ("font-variant", "small-caps"): "small-caps",
    ("display", "left-margin"): "csl-left-margin",
    ("display", "right-inline"): "csl-right-inline",
    ("display", "indent"): "csl-indent",
}


@dataclass(eq=False)
class Site:
    """What is printed: by (document, name) the pieces of citations and the entries of lists, and where entries appear."""

    pieces: dict[tuple[str, str], tuple[Piece, ...]] = field(default_factory=dict)
    entries: dict[tuple[str, str], tuple[FormattedEntry, ...]] = field(default_factory=dict)
    authors: dict[tuple[str, str], tuple[Inline, ...]] = field(default_factory=dict)
    tips: dict[str, str] = field(default_factory=dict)
    homes: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    backs: dict[tuple[str, str, str], list[CitationLocation]] = field(default_factory=dict)

    def home(self, key: str, document: str) -> tuple[str, str] | None:
        """Return the document and the identifier of an entry: in the list of the same document, else in the first that has it."""
        return self.homes.get((document, key)) or self.homes.get(("", key))

    def shown_in(self, document: str) -> str:
        """Return a digest of all that a document shows."""
        own = [
            (name, cites, self.authors.get((d, name)), [self.home(key, document) for _, key in cites])
            for (d, name), cites in self.pieces.items()
            if d == document
        ]
        lists = [(name, cites) for (d, name), cites in self.entries.items() if d == document]
        backs = [
            (key, [(p.document, p.name) for p in cites]) for key, cites in self.backs.items() if key[0] == document
        ]
        tips = [self.tips.get(key) for _, cites, _, _ in own for _, key in cites]
        return hashlib.sha256(repr((own, lists, backs, tips)).encode("utf-8", "replace")).hexdigest()


def connect(app: Sphinx) -> None:
    """Take part in a build."""
    app.connect("builder-inited", _begin)
    app.connect("env-updated", _update)
    app.connect("doctree-resolved", _resolve)


def _begin(app: Sphinx) -> None:
    app.config.html_static_path.append(str(Path(__file__).parent / "static"))
    app.add_css_file("citekit.css")
    style = _style(app)
    if why := check_style(style):
        _log.warning("citekit_style: %s", why, type="citekit")
        app.config.citekit_style = DEFAULT_STYLE
    if not app.config.bibtex_bibfiles:
        _log.warning("bibtex_bibfiles in conf.py names no bibliography: name your .bib files", type="citekit")
    domain_of(app.env).in_notes = cites_in_notes(_style(app))
    domain_of(app.env).known = Bibliographies([Path(app.confdir) / name for name in app.config.bibtex_bibfiles])


def _style(app: Sphinx) -> str:
    """Return the style of the site."""
    return style_beside(app.config.citekit_style, Path(app.confdir))


def _update(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the documents that show something else than before."""
    site = _print(app, env)
    app.citekit_site = site
    domain = domain_of(env)
    now = {name: site.shown_in(name) for name in {*domain.places, *domain.lists}}
    before: dict[str, str] = domain.data["shown"]
    domain.data["shown"] = now
    return sorted(name for name, digest in now.items() if before.get(name) != digest)


def _print(app: Sphinx, env: BuildEnvironment) -> Site:
    known = domain_of(env).known
    works = known.works()
    for problem in known.problems:
        _log.warning("%s", problem, type="citekit")
    domain, site, names = domain_of(env), Site(), list(_in_order(env))
    everywhere = [place for name in names for place in domain.places.get(name, ())]
    lists = [wanted for name in names for wanted in domain.lists.get(name, ())]
    prefixes = tuple(wanted.keyprefix for wanted in lists if wanted.keyprefix)
    everywhere = [_without_prefix(place, prefixes) for place in everywhere]
    for place in everywhere:
        for key in every_key([place]):
            if key not in works:
                where = (place.document, place.line)
                _log.warning("there is no entry '%s': %s", key, known.hint(key), location=where, type="citekit")
    alone = {wanted.document for wanted in lists if wanted.is_local}
    groups = [([p for p in everywhere if p.document not in alone], [w for w in lists if w.document not in alone])]
    groups += [
        ([p for p in everywhere if p.document == n], [w for w in lists if w.document == n]) for n in sorted(alone)
    ]
    cited_keys = frozenset(every_key(everywhere))
    for places, wanted in groups:
        _print_group(app, site, places, wanted, works, cited_keys)
    return site


def _print_group(
    app: Sphinx,
    site: Site,
    places: list[CitationLocation],
    lists: list[Wanted],
    works: Mapping[str, Work],
    cited_keys: frozenset[str],
) -> None:
    """Print citations that are numbered together and the lists that show them."""
    in_notes = domain_of(app.env).in_notes
    noted = [] if in_notes else [place for place in places if place.citation.is_note]
    places = [place for place in places if in_notes or not place.citation.is_note]  # which is in their notes only
    own = list(dict.fromkeys(every_key(places)))
    shown = {wanted: _shown(wanted, own, works, cited_keys) for wanted in lists}
    further = [key for keys in shown.values() for key in keys]
    made = _in_style(app, "", places, works, further)
    site.tips.update(made.texts())
    named = [replace(p, citation=replace(p.citation, mode="author", is_note=False)) for p in noted]
    printed_notes = _in_style(app, "", noted, works, []).citations if noted else ()
    authors = _in_style(app, "", named, works, []).citations if noted else ()
    for place, pieces, people in zip(noted, printed_notes, authors, strict=True):
        site.authors[place.document, place.name] = tuple(part for content, _ in people for part in content)
        site.pieces[place.document, place.name] = tuple((content, "") for content, _ in pieces)
    for number, (place, pieces) in enumerate(zip(places, made.citations, strict=True)):
        site.authors[place.document, place.name] = made.authors.get(number, ())
        site.pieces[place.document, place.name] = (
            tuple((content, "") for content, _ in pieces) if place.citation.is_note else pieces
        )
    for wanted in lists:
        own_style = _in_style(app, wanted.style, places, works, further) if wanted.style else made
        entries = tuple(entry for entry in own_style.entries if entry.id in shown[wanted])
        site.entries[wanted.document, wanted.name] = entries
        for entry in entries:
            home = wanted.document, nodes.make_id(f"cite-{wanted.keyprefix}{entry.id}")
            site.homes.setdefault((wanted.document, entry.id), home)
            site.homes.setdefault(("", entry.id), home)
    for place in places:
        for key in dict.fromkeys(every_key([place])):
            at = site.home(key, place.document)
            if at and not place.citation.is_note and place.citation.mode != "nocite":
                site.backs.setdefault((*at, key), []).append(place)


def _in_style(
    app: Sphinx, style: str, places: list[CitationLocation], works: Mapping[str, Work], further: list[str]
) -> PrintedCitations:
    try:
        return printed([p.citation for p in places], works, style or _style(app), app.config.citekit_language, further)
    except CitekitError as error:
        _log.warning("%s", error, type="citekit")
        return PrintedCitations([()] * len(places))


def _shown(wanted: Wanted, own: list[str], works: Mapping[str, Work], cited_keys: frozenset[str]) -> frozenset[str]:
    """Return the keys of the works that a list shows."""
    if wanted.keys:
        return frozenset(wanted.keys)
    if wanted.shows == "all":
        return frozenset(works)
    if wanted.shows == "notcited":
        return frozenset(works) - cited_keys
    if wanted.is_local or wanted.shows in ("cited", "", EVERYTHING):
        return frozenset(own)
    try:
        matching = kept(Works(tuple(works.values())), wanted.shows)
    except CitekitError as error:
        _log.warning("filter: %s", error, location=wanted.document, type="citekit")
        return frozenset(own)
    return frozenset(work.id for work in matching)


def _without_prefix(place: CitationLocation, prefixes: tuple[str, ...]) -> CitationLocation:
    cites = place.citation.cites
    if not prefixes or not any(cite.key.startswith(prefixes) for cite in cites):
        return place
    bare = tuple(
        replace(cite, key=next((cite.key[len(p) :] for p in prefixes if cite.key.startswith(p)), cite.key))
        for cite in cites
    )
    return replace(place, citation=replace(place.citation, cites=bare))


def _in_order(env: BuildEnvironment) -> Iterator[str]:
    """Yield the documents as the tables of contents have them, then those that none names."""
    waiting, seen = [env.config.root_doc], set[str]()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            yield name
            waiting += reversed(env.toctree_includes.get(name, []))
    yield from sorted(env.found_docs - seen)


# --- nodes ---------------------------------------------------------------------------------------------------------------


def _resolve(app: Sphinx, doctree: nodes.document, _docname: str) -> None:
    site: Site = getattr(app, "citekit_site", None) or _print(app, app.env)
    for node in list(doctree.findall(spoken)):
        authors = site.authors.get((node["document"], node["name"]), ())
        node.replace_self(list(_inlines(authors, app.builder.format == "latex")))
    for node in list(doctree.findall(cited)):
        made = _citation(app, site, node["document"], node["name"])
        words = (
            list(made.findall(nodes.Text))
            if node.get("in_note") and node.next_node(siblings=True, descend=False)
            else ()
        )
        if words and words[-1].endswith("."):  # the sentence of the note has its own stop
            words[-1].parent.replace(words[-1], nodes.Text(words[-1][:-1]))
        node.replace_self(made)
    for node in list(doctree.findall(listed)):
        node.replace_self(_list(app, site, node["document"], node["name"]))


def _citation(app: Sphinx, site: Site, document: str, name: str) -> nodes.Node:
    pieces = site.pieces.get((document, name), ())
    made = nodes.inline("", ids=[name], classes=["citekit-citation"])
    if not pieces:
        place = next((p for p in domain_of(app.env).places.get(document, ()) if p.name == name), None)
        if place is not None and place.citation.mode != "nocite":
            made += nodes.inline("", f"[{', '.join(every_key([place]))}]", classes=["citekit-unknown"])
    for content, key in pieces:
        home = site.home(key, document) if key else None
        inner = list(_inlines(content, app.builder.format == "latex"))
        if home is None:
            made += inner
            continue
        tip = site.tips.get(key, "") if app.config.citekit_tooltips else ""
        piece = nodes.inline("", "", *inner)
        made += make_refnode(app.builder, document, *home, piece, tip) if app.builder.format else piece
    return made


def _list(app: Sphinx, site: Site, document: str, name: str) -> nodes.Node:
    entries = site.entries.get((document, name), ())
    wanted = next(one for one in domain_of(app.env).lists[document] if one.name == name)
    labelled = any(isinstance(e.content[0], Markup) and e.content[0].kind == "display" for e in entries if e.content)
    style = load_style(wanted.style or _style(app))
    # by hand: shorter entries fit on a line, if nothing hangs
    hanging = bool(style.bibliography) and any(len(text_of(entry.content)) > 90 for entry in entries) and not labelled
    made = nodes.container(
        classes=["citekit-list", *(["labelled"] if labelled else []), *(["hanging"] if hanging else [])]
    )
    for entry in entries:
        identifier = nodes.make_id(f"cite-{wanted.keyprefix}{entry.id}")
        own = site.homes.get((document, entry.id)) == (document, identifier)
        paragraph = nodes.paragraph("", "", *_inlines(entry.content, app.builder.format == "latex"))
        if own and app.builder.format == "html":
            paragraph["ids"].append(identifier)
        elif own:
            paragraph.insert(0, nodes.target("", "", ids=[identifier]))
        backs = site.backs.get((document, identifier, entry.id), []) if own else []
        if backs and app.config.citekit_back_links and app.builder.format == "html":
            last = paragraph[-1]
            inside = "csl-right-inline" in getattr(last, "attributes", {}).get("classes", ())
            (last if inside else paragraph).append(_backs(app, document, backs))
        made += paragraph
    return made


def _backs(app: Sphinx, document: str, places: list[CitationLocation]) -> nodes.Node:
    made = nodes.inline("", " ", classes=["citekit-back"])
    for number, place in enumerate(places, 1):
        sign = nodes.inline("", f"↑{number}" if len(places) > 1 else "↑")
        made += make_refnode(app.builder, document, place.document, place.name, sign, f"cited in {place.document}")
    return made


def _inlines(content: tuple[Inline, ...], formulas: bool) -> Iterator[nodes.Node]:
    """Output of the processor as docutils has it; ``formulas`` as LaTeX, else as what they print."""
    for part in content:
        if isinstance(part, str):
            yield nodes.Text(part)
            continue
        inner = list(_inlines(part.content, formulas))
        if part.kind == "link":
            yield nodes.reference("", "", *inner, refuri=part.value, internal=False)
        elif part.kind == "formula" and formulas:
            yield nodes.math(part.value.strip("$"), part.value.strip("$"))
        elif part.kind == "formula":
            yield from inner
        elif kind := _NODES.get((part.kind, part.value)):
            yield kind("", "", *inner)
        else:
            known = _CLASSES.get((part.kind, part.value))
            yield nodes.inline("", "", *inner, classes=[known] if known else [])
