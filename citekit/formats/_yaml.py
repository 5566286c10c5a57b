"""Trees of YAML and JSON for interchange files: YAML is written by PyYAML.

The output is valid YAML 1.1 and 1.2: every text is in double quotes, so that none can be read as a number or a date.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from citekit.formats._record import WITHOUT_MARKUP, RecordBuilder, names_in, variable
from citekit.formats.bibtex import read as bibtex
from citekit.markup.yaml_tree import YamlNode, node_of, read_yaml
from citekit.model.three_way import merge
from citekit.model.work import Trace, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem, UnreadableInputError
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span

Scalar = str | bool | int | None
Emittable = Scalar | Sequence["Emittable"] | Mapping[str, "Emittable"]

_SURROGATE = re.compile("[\ud800-\udfff]")


class Plain(str):
    """A text that is known to be safe without quotes, such as a date."""

    __slots__ = ()


class LiteralText(str):
    """A text of several lines that is written line by line, after a ``|``."""

    __slots__ = ()


class _Key(str):
    __slots__ = ()


def dumped(value: Emittable) -> str:
    """Serialize a mapping or a list in block style; keys keep their order, lone surrogates become U+FFFD."""
    import yaml  # here, because most of what reads or writes a library needs no YAML

    dumper, endless = _dumper(), 2**31 - 1  # libyaml keeps the width in a C int; a text is never folded
    text: str = yaml.dump(
        _ready(value), Dumper=dumper, allow_unicode=True, sort_keys=False, width=endless, default_flow_style=False
    )
    return text


def _ready(value: Emittable) -> Emittable:
    """Mark the keys of a value, and copy equal parts, so that PyYAML does not write one as an alias of another."""
    if isinstance(value, Mapping):
        return {_Key(_SURROGATE.sub("\ufffd", key)): _ready(inner) for key, inner in value.items()}
    if isinstance(value, str):
        text = _SURROGATE.sub("\ufffd", value)
        return value if isinstance(value, Plain) else LiteralText(text) if isinstance(value, LiteralText) else text
    return [_ready(inner) for inner in value] if isinstance(value, Sequence) else value


@cache
def _dumper() -> type:
    import yaml

    class Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
        pass

    text = "tag:yaml.org,2002:str"
    Dumper.add_representer(str, lambda to, value: to.represent_scalar(text, value, style='"'))
    Dumper.add_representer(LiteralText, lambda to, value: to.represent_scalar(text, str(value), style="|"))
    Dumper.add_representer(_Key, lambda to, value: to.represent_scalar(text, str(value)))
    Dumper.add_representer(
        Plain, lambda to, value: to.represent_scalar(to.resolve(yaml.ScalarNode, str(value), (True, False)), str(value))
    )
    return Dumper


def works_of(source: Source, nodes: Iterable[YamlNode], read: Callable[[YamlNode], Work]) -> Works:
    """Return the works of some nodes of a source, each traced to the span of its node."""
    listed = tuple(nodes)
    return Works(tuple(map(read, listed)), tuple(Trace(source, node.span) for node in listed))


def record_of(
    node: YamlNode,
    keys: Mapping[str, Sequence[str]],
    rich: Callable[[str], str] = str,
    others: Collection[str] = (),
) -> RecordBuilder:
    """Read a mapping by a table: variable -> the keys (in lower case) under which it may be, the first that is there counts.

    ``container-title`` may have volume and pages after the title, ``author`` may be a list, a line, or mappings of the parts
    of names. ``rich`` makes rich text of the format's markup. Keys that are neither in the table nor in ``others``, which the
    caller reads, are retained under their names.
    """
    record = RecordBuilder(kind=node.first(*keys.get("type", ())).words)
    for name, known in keys.items():
        found = node.first(*known)
        if name == "author":
            listed = [_called(person) for person in found.items]
            record.people(names_in(listed[0]) if len(listed) == 1 else listed)
        elif name == "container-title":
            record.publication(rich(found.words))
        elif name != "type":
            record.take(name, found.words if name in WITHOUT_MARKUP else rich(found.words))
    understood = {*others, *(key for known in keys.values() for key in known)}
    for key, value in node.pairs:
        if (name := key.text.lower()) not in understood:
            record.put(variable(name) or name, value.words)
    return record


def _called(person: YamlNode) -> str:
    """Return a person's name; of a mapping the whole name, or family and given name."""
    if not person.is_mapping:
        return person.text
    whole = person.first("name", "literal").words
    parts = person.first("family", "last", "last_name").words, person.first("given", "first", "first_name").words
    return whole or ", ".join(filter(None, parts))


def read_toml(source: Source, start: int = 0, end: int | None = None) -> YamlNode:
    """Parse TOML in a range of a source to nodes that all have the span of the whole range.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the text is not TOML or is nested too deeply.
    """
    text = source.text[start:end]
    try:
        return node_of(tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n")), Span(start, start + len(text)))
    except (ValueError, RecursionError) as error:
        raise UnreadableInputError(f"this is not TOML: {error}", "", source, Span(start, start)) from None


def read_json(source: Source) -> YamlNode:
    """Parse JSON to nodes that all have the span of the whole text.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the text is not JSON or is nested too deeply.
    """
    import json

    text = source.text.removeprefix("\ufeff")
    try:
        return node_of(json.loads(text), Span(0, len(source.text)))
    except json.JSONDecodeError as error:
        at = error.pos + len(source.text) - len(text)
        raise UnreadableInputError(f"this is not JSON: {error.msg}", "", source, Span(at, at)) from None
    except (ValueError, RecursionError):
        raise UnreadableInputError("this JSON is nested too deeply", "", source) from None


# Front matter: the YAML (between `---`) or TOML (between `+++`) at the beginning of a page of a site.

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


def has_front_matter(source: Source) -> bool:
    """Whether a text begins with front matter that ends."""
    return _HEAD.match(source.text) is not None


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
