"""A page of publications for a site: one HTML file that needs nothing else, or the same as a fragment for a page.

Entries are in any citation style, below headings, with the owner's name in bold and marks explained. Links, BibTeX and
abstracts open without scripts (``<details>``); printed, only the entries are left. What each work is, machines read in
JSON-LD in the words of schema.org.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from citekit.csl.listing import ListingOptions
from citekit.csl.model import Style
from citekit.csl.output import sections
from citekit.csl.output.html import inline
from citekit.csl.processor import FormattedEntry, Rendered, listed
from citekit.formats import files
from citekit.model.date import Date
from citekit.model.links import links
from citekit.model.name import Name
from citekit.model.work import Work, Works
from citekit.runtime.registry import pairs
from citekit.text.rich import without_tags

NAME = "page"
"""What ``citekit format --to`` calls it."""
_STYLE = """
.publications{line-height:1.45;overflow-wrap:anywhere}
.publications ul{list-style:none;margin:0;padding:0}
.publications li{margin:0 0 1em}
.publications .csl-left-margin{float:left;margin-right:.6em}
.publications .csl-right-inline{overflow:auto}
.publications .more{display:flex;flex-wrap:wrap;gap:.1em .9em;font-size:.9em}
.publications summary{cursor:pointer}
.publications details[open]{flex-basis:100%}
.publications pre{overflow-x:auto;padding:.6em;border:1px solid;border-radius:.3em;white-space:pre-wrap}
@media print{.publications .more{display:none}.publications li{break-inside:avoid}.publications h2{break-after:avoid}}
"""
_PAGE_STYLE = """
:root{color-scheme:light dark}
body{max-width:46em;margin:2em auto;padding:0 1em;font-family:system-ui,sans-serif}
@media print{body{max-width:none;margin:0}}
"""
_TYPES = pairs("citekit.commands", "publication_page.tsv")["types"]
_PERIODICALS = frozenset({"article-journal", "article-magazine", "article-newspaper"})


def page(
    works: Sequence[Work], styles: Sequence[Style], listing: ListingOptions, language: str = "", whole: bool = True
) -> tuple[str, Rendered]:
    """Return the page (or with ``whole`` off, a fragment of one) of works, and all that the processor reports about them.

    Raises what :func:`citekit.csl.processor.listed` raises.
    """
    rendered = listed(works, styles, language, listing)
    by_key = {work.id: work for work in works}
    seen: set[str] = set()
    parts = [f"<style>{_STYLE}</style>", '<div class="publications">']
    for title, entries in sections(rendered):
        heading = [f"<h2>{escape(title)}</h2>"] if title else []
        items = [_item(entry, by_key.get(entry.id), seen) for entry in entries]
        parts += ["<section>", *heading, "<ul>", *items, "</ul>", "</section>"]
    parts += [f'<p class="signs">{escape(note)}</p>' for note in rendered.footnotes]
    graph = {"@context": "https://schema.org", "@graph": [described(work) for work in works]}
    # JSON that ends no <script>
    data = json.dumps(graph, ensure_ascii=False).replace("<", "\\u003c").replace("&", "\\u0026")
    parts += ["</div>", f'<script type="application/ld+json">{data}</script>', ""]
    fragment = "\n".join(parts)
    return (_whole(fragment, works, language) if whole else fragment), rendered


def _whole(fragment: str, works: Iterable[Work], language: str) -> str:
    owner = next((str(name) for work in works for name in work.author if "self" in name.marks), "")
    title = f"Publications of {owner}" if owner else "Publications"
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language or "en")}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escape(title)}</title>\n<style>{_PAGE_STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n<h1>{escape(title)}</h1>\n{fragment}</main>\n</body>\n</html>\n"
    )


def _item(entry: FormattedEntry, work: Work | None, seen: set[str]) -> str:
    """Return an entry with what opens below it; its key is its anchor where it is the first with it."""
    anchor = f' id="{escape(entry.id)}"' if entry.id.split() == [entry.id] and entry.id not in seen else ""
    seen.add(entry.id)
    more = _more(work) if work else ""
    below = f'\n<div class="more">{more}</div>' if more else ""
    return f'<li{anchor}><div class="csl-entry">{inline(entry.content, links=True)}</div>{below}</li>'


def _more(work: Work) -> str:
    parts = [f'<a href="{escape(at.address)}">{escape(at.label)}</a>' for at in links(work)]
    bibtex = files.dumps(Works((work,)), "bibtex").strip()
    parts.append(f"<details><summary>BibTeX</summary><pre>{escape(bibtex)}</pre></details>")
    abstract = _plain(work.text("abstract"))
    if abstract:
        parts.append(f"<details><summary>Abstract</summary><p>{escape(abstract)}</p></details>")
    return "\n".join(parts)


def described(work: Work) -> dict[str, Any]:
    """Return a work in the words of schema.org, as JSON-LD has them; what it does not state is not there."""
    doi, publisher = work.text("DOI"), work.text("publisher")
    found: dict[str, Any] = {
        "@type": _TYPES.get(work.type, "CreativeWork"),
        "name": _plain(work.text("title")),
        "author": [_person(name) for name in work.author if not name.is_others],
        "editor": [_person(name) for name in work.names("editor") if not name.is_others],
        "datePublished": _date(work.issued),
        "isPartOf": _container(work),
        "pagination": _plain(work.text("page")),
        "publisher": {"@type": "Organization", "name": _plain(publisher)} if publisher else None,
        "isbn": work.text("ISBN"),
        "sameAs": f"https://doi.org/{doi}" if doi.startswith("10.") else "",
        "url": next((link.address for link in links(work) if link.address.startswith("http")), ""),
        "abstract": _plain(work.text("abstract")),
        "inLanguage": work.text("language"),
    }
    return {name: value for name, value in found.items() if value}


def _container(work: Work) -> dict[str, Any] | None:
    title = _plain(work.text("container-title"))
    if not title:
        return None
    kind = "Periodical" if work.type in _PERIODICALS else "Book"
    own = {"issn": work.text("ISSN"), "volumeNumber": work.text("volume"), "issueNumber": work.text("issue")}
    return {"@type": kind, "name": title, **{name: value for name, value in own.items() if value}}


def _person(name: Name) -> dict[str, str]:
    if name.literal:
        return {"@type": "Organization", "name": name.literal}
    parts = {"name": str(name), "familyName": name.full_family, "givenName": name.given}
    return {"@type": "Person", **{part: text for part, text in parts.items() if text}}


def _date(date: Date | None) -> str:
    """Return the first day of a date as ISO 8601 writes it; empty if it has no year of four digits."""
    if date is None or not date.year or not 999 < date.year < 10000:
        return ""
    return "-".join(f"{number:02d}" for number in date.parts[0])


def _plain(text: str) -> str:
    return " ".join(without_tags(text).split())
