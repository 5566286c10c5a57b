"""Front matter: the YAML (between ``---``) or TOML (between ``+++``) at the beginning of a page of a site."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from citekit.formats._record import RecordBuilder, variable
from citekit.formats._yaml import Emittable, read_toml
from citekit.formats.bibtex import read as bibtex
from citekit.markup.yaml_tree import YamlNode, node_of, read_yaml
from citekit.model.library import Trace, Works
from citekit.model.three_way import merge
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem, UnreadableInputError
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span

# Front matter with its delimiters: `---`, lines, `---`; or `+++`, lines, `+++`.
_HEAD = re.compile(
    r"\A\ufeff?\s*+(---|\+\+\+)[ \t]*+\r?\n(?P<head>(?>(?:(?!(?:---|\+\+\+)[ \t]*+(?:\r?\n|\Z))[^\n]*+\n)*))"
    r"\1[ \t]*+(?:\r?\n|\Z)"
)
_HEAD_OF_LINES = r"\A\ufeff?\s*+(?:---|\+\+\+)[ \t]*+\r?\n(?>(?:(?!---|\+\+\+|{0})[^\n]*+\n){{0,400}}){0}"
_BODY_LINK = re.compile(r"\[([^\[\]\n]{1,60})\]\(([^()\s]{4,500})\)")


def begins(line: str) -> re.Pattern[str]:
    """Compile a pattern for pages whose front matter has a line that begins with ``line`` (a pattern without groups)."""
    return re.compile(_HEAD_OF_LINES.format(line), re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FrontMatterPage:
    """A page: its front matter, and the text below it."""

    source: Source
    head: YamlNode
    body: str

    def text(self, *names: str) -> str:
        """Return the first of these values that is present, on one line; of a mapping its ``name``."""
        for name in names:
            node = self.head.get(name)
            if found := (node.get("name") if node.is_mapping else node).words:
                return found
        return ""

    def texts(self, name: str) -> list[str]:
        """Return the values of a list, or the one value that was written instead of a list."""
        return [item.words for item in self.head.get(name).items if item.words]

    @property
    def links(self) -> list[tuple[str, str]]:
        """Labels and URLs of the links below the front matter that have a short label."""
        return _BODY_LINK.findall(self.body)


def page(source: Source) -> FrontMatterPage:
    """Parse a page; raise :class:`~citekit.runtime.errors.UnreadableInputError` if it has no front matter."""
    found = _HEAD.match(source.text)
    if found is None:
        hint = "put it at the beginning, between two lines of --- or +++"
        raise UnreadableInputError("this page has no front matter", hint, source)
    at = found.start("head")
    head = (read_toml if found[1] == "+++" else read_yaml)(source, at, found.end("head"))
    return FrontMatterPage(source, head, source.text[found.end() :])


def library_of(
    source: Source,
    read: Callable[[FrontMatterPage], RecordBuilder],
    written: Callable[[Work], Mapping[str, Emittable]],
    entry: str = "",
) -> Works:
    """Return the one work of a page, merged with its BibTeX ``entry``, which has more fields.

    ``read`` reads a page; ``written`` returns the front matter that citekit would write for a work. A value of the page
    that differs from what the BibTeX entry would produce was changed by a person, and takes precedence.
    """
    this = page(source)
    record = read(this)
    work = record.work()
    known = bibtex.loads(Source(source.name, entry)) if entry.strip() else Works()
    problems: tuple[Problem, ...] = ()
    if len(known) == 1:
        printed = FrontMatterPage(source, node_of(written(known[0])), this.body)
        work, _ = merge(replace(read(printed).work(), id=work.id), work, known[0])
        work = replace(work, id=known[0].id or work.id)
    elif entry.strip():
        message = "the BibTeX of this page is not a single entry and was skipped"
        problems = (Problem(message, "keep one entry there", source, severity="info", kind="not-an-item"),)
    return Works((work,), (Trace(source, Span(0, len(source.text))),), problems)


def started(this: FrontMatterPage, rich: Callable[[str], str]) -> RecordBuilder:
    """Start a record with the keys that are the same in all themes: title, DOI, arXiv identifier, and CSL's own names."""
    # the key is the name of the page without its date: ``doe2020`` for ``doe2020/index.md``
    parts = re.split(r"[\\/]", this.source.name)
    stem = parts[-1].rsplit(".", 1)[0] if parts else ""
    if stem in ("index", "_index") and len(parts) > 1:
        stem = parts[-2]
    stem = re.sub(r"^\d{4}-\d\d?-\d\d?-", "", stem)
    record = RecordBuilder(
        stem if re.fullmatch(r"[\w.:-]{1,100}", stem) and not stem.startswith("<") else "", this.text("type")
    )
    record.put("title", rich(this.text("title")))
    for name in ("doi", "arxiv", "eprint"):
        record.take(variable(name) or name, this.text(name))
    record.take("page", this.text("pages"))
    for name in ("volume", "issue", "number", "isbn", "issn", "publisher", "language"):
        record.put(variable(name), rich(this.text(name)))
    return record
