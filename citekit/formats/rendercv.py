"""The publications section of a RenderCV file, YAML to put under ``cv: sections:``; the owner's name is bold.

RenderCV parses its texts as Markdown, so Markdown in values is escaped. The reader accepts a whole CV or a part of one,
and reads the entries of all sections that have a title and authors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from citekit.formats._rich import from_markdown, markdown
from citekit.formats._shown import locator, people, venue, when
from citekit.formats._yaml import Emittable, Plain, dumped, record_of, works_of
from citekit.formats.files import read_back
from citekit.markup.yaml_tree import YamlNode, read_yaml
from citekit.model.date import calendar_date, edtf
from citekit.model.links import links
from citekit.model.name import SELF
from citekit.model.work import Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.span import Source

NAME = "rendercv"
SUFFIXES = ()
BEGINS = re.compile(r"\A\ufeff?(?>(?:\s*+#[^\n]*+\n)*)\s*+(?:---\s*+)?cv\s{0,9}:(?:\s|$)")

_KEYS = {
    "title": ("title",),
    "author": ("authors",),
    "DOI": ("doi",),
    "URL": ("url",),
    "container-title": ("journal",),
    "issued": ("date",),
    "abstract": ("summary",),
}


def dumps(library: Works | Iterable[Work], settings: object = None) -> str:
    """Write the section as YAML, one entry per work, in the library's order."""
    entries: list[Emittable] = [entry(work) for work in library]
    return dumped({"cv": {"sections": {"publications": entries}}})


def loads(source: Source) -> Works:
    """Read the publications of a CV.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the text is not a YAML mapping.
    """
    root = read_yaml(source)
    if not root.is_mapping and root.value is not None:
        raise UnreadableInputError("this is not a CV of RenderCV", "begin it with cv:", source, root.span)
    return works_of(source, _entries(root), work_of)


def _entries(root: YamlNode) -> Iterator[YamlNode]:
    inner = root.get("cv") or root
    sections = inner.get("sections") or inner
    for _, section in sections.pairs:
        for node in section.items:
            if node.is_mapping and node.get("title") and node.get("authors"):
                yield node


def work_of(node: YamlNode) -> Work:
    """Return the work of an entry with a title and authors."""
    return record_of(node, _KEYS, from_markdown).work()


def entry(work: Work) -> dict[str, Emittable]:
    """Return one entry: title and authors, and DOI, URL, journal and date if known."""
    names = [f"**{markdown(text)}**" if SELF in marks else markdown(text) for text, marks in people(work)]
    doi = work.text("DOI").strip()
    place = ", ".join(filter(None, (markdown(venue(work)), markdown(locator(work)))))
    made: dict[str, Emittable] = {"title": markdown(work.text("title")) or markdown(work.id), "authors": names}
    found = [link for link in links(work) if link.address.lower().startswith("http")]
    if doi.startswith("10.") and " " not in doi:
        made["doi"] = doi
    elif found:
        made["url"] = found[0].address
    if place:
        made["journal"] = place
    # RenderCV sorts by ``YYYY-MM-DD``, ``YYYY-MM`` or ``YYYY``; words instead of a date are text
    text = edtf(calendar_date(work.issued))
    if date := (Plain(text) if text and text[0].isdigit() and len(text) in (4, 7, 10) else markdown(when(work))):
        made["date"] = date
    return made


losses = read_back(loads, dumps)
"""Report what is missing or different when the entries are read again, which is most of a work."""
