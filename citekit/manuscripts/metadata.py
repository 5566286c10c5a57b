"""What the metadata of a Markdown text state of citations: ``bibliography``, ``csl``, ``nocite``, ``references``, and prose.

Source: the Pandoc manual, "Metadata blocks" and "Specifying bibliographic data"; YAML 1.2, section 5.7, "Escaped characters".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from citekit.manuscripts.citation import EVERYTHING, CitedKey, Found, ManuscriptCitation, Named
from citekit.manuscripts.pandoc_citations import KEY, cite_text, key_of
from citekit.markup.yaml_tree import YamlNode, read_yaml
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.span import Source, Span, blanked

_FIELD = re.compile(
    r"^(?P<name>[A-Za-z_][\w.-]*):(?P<value>[^\n]*(?:\n(?:[ \t]++[^\n]*+|-[ \t][^\n]*+|[ \t]*+(?=\n)))*)", re.MULTILINE
)
"""A field of metadata that are not YAML: the lines up to the next one that begins with a name."""
_NO_PROSE = re.compile(
    r"(?:bibliography|csl|references|nocite|citation-abbreviations)\Z"
    r"|[\w.-]*(?:twitter|mastodon|bluesky|github|handle|social|mail|user|url|site)",
    re.IGNORECASE,
)
"""Fields whose ``@names`` are settings or accounts of people."""
_CODE = re.compile(r"(`{1,3})(?!`)[^\n]{0,400}?(?<!`)\1(?!`)|\\[^\w\s]")
_ESCAPED = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|\r?\n[ \t]*+|.)", re.DOTALL)
"""An escaped character of a text in double quotes; after a backslash at the end of a line that line continues."""
_SINGLE = re.compile(r"''|.", re.DOTALL)
"""A letter of a text in single quotes, where a quotation mark is doubled."""
_OF_ESCAPES = {"n": "\n", "N": "\n", "r": "\n", "L": "\n", "P": "\n", "t": "\t"}

Field = tuple[YamlNode, YamlNode]


def fields_of(text: str, start: int, end: int) -> list[Field]:
    """Return the fields of a metadata block as nodes; where it is not YAML, each of its fields by itself.

    A field that is not YAML (``title: @key``) is the text that is written.
    """
    source = Source("", text)
    with suppress(UnreadableInputError):
        return read_yaml(source, start, end).pairs
    fields: list[Field] = []
    for match in _FIELD.finditer(text, start, end):
        try:
            pairs = read_yaml(source, match.start(), match.end()).pairs
        except UnreadableInputError:
            pairs = []
        written = YamlNode(match["value"].strip(), Span(*match.span("value")))
        fields.append(pairs[0] if pairs else (YamlNode(match["name"], Span(*match.span("name"))), written))
    return fields


def cite_metadata(text: str, start: int, end: int, found: Found, prose: bool = True) -> bool:
    """Add what a metadata block states of citations; whether any field is about them.

    With ``prose``, the citations in titles, abstracts and other text count as well, which Pandoc reads as Markdown.
    """
    declared = False
    settings = []
    for name, value in fields_of(text, start, end):
        declared |= name.text in ("nocite", "bibliography", "references")
        if name.text in SAID or name.text in ("format", "output", "crossref"):
            settings.append((name, value))
        elif name.text == "nocite":
            for scalar in _scalars(value, text):
                found.citations += _nocited(scalar, text)
        elif name.text == "references":
            keys = [item.first("id", "citation-key") for item in value.items]
            found.defined += [CitedKey(k.text, _inside(k, text), name.span.start) for k in keys if k.text.strip()]
            found.references += [Span(name.span.start, value.span.end)] if found.defined else []
        elif name.text == "suppress-bibliography" and value.text.lower() in ("true", "yes"):
            found.no_list = True
        elif prose and not _NO_PROSE.match(name.text):
            for scalar in _scalars(value, text):
                _cite_prose(scalar, text, found)
    cite_settings(settings, text, found)
    found.language = found.speaks.name if found.speaks else found.language
    return declared


SAID = {
    "bibliography": "bibliography",
    "bibtex_bibfiles": "bibliography",
    "csl": "csl",
    "lang": "lang",
    "metadata-file": "settings",
    "metadata-files": "settings",
}
"""Words of metadata and settings -> what they state."""


def cite_settings(fields: Iterable[Field], text: str, found: Found, words: Mapping[str, str] = SAID) -> None:
    """Add the files, the style and the language that fields name, and those within them: ``format: html: csl: ieee``.

    Of several styles and languages the outer one counts, and the first of inner ones; a later block of metadata changes
    what an earlier one states. ``words`` state what the names of fields mean.
    """
    level, is_outer = list(fields), True
    while level:
        inner: list[Field] = []
        for name, value in level:
            declared = words.get(name.text)
            named = _files(value, text) if declared else []
            if declared == "bibliography":
                found.bibliographies += named
            elif declared == "settings":
                found.settings += named
            elif declared == "csl":
                found.csl = named[0] if named and (is_outer or found.csl is None) else found.csl
            elif declared == "lang":
                found.speaks = named[0] if named and (is_outer or found.speaks is None) else found.speaks
            elif name.text == "crossref":  # of Quarto; its kinds are what is before the "-" in "@map-one"
                found.kinds.update(kind.get("key").text for kind in value.get("custom").items)
            else:
                inner += [pair for item in value.items for pair in item.pairs]
        level, is_outer = inner, False


def _files(node: YamlNode, text: str) -> list[Named]:
    """Return the names in a field: one, a list, or a mapping of either, as the filter multibib of Pandoc has them."""
    if node.is_mapping:
        return [named for _, value in node.pairs for named in _files(value, text)]
    if isinstance(node.value, list):
        return [named for item in node.items for named in _files(item, text)]
    return [Named(node.text.strip(), _inside(node, text))] if node.text.strip() else []


def _inside(node: YamlNode, text: str) -> Span:
    """Return where the words of a text are, without its quotation marks."""
    begin = text.find(node.text.strip(), node.span.start, node.span.end)
    if begin >= 0:
        return Span(begin, begin + len(node.text.strip()))
    quoted = len(node.quote) if node.quote in ('"', "'") else 0
    return Span(node.span.start + quoted, node.span.end - quoted)


def _scalars(node: YamlNode, text: str) -> Iterator[tuple[str, list[int]]]:
    """Yield the texts of a node, each with the offset of every letter and of its end; not those of people's accounts."""
    if node.is_mapping:
        for name, value in node.pairs:
            if not _NO_PROSE.match(name.text):
                yield from _scalars(value, text)
    elif isinstance(node.value, list):
        for item in node.items:
            yield from _scalars(item, text)
    elif "@" in node.text:
        yield _letters(text, node)


def _letters(text: str, node: YamlNode) -> tuple[str, list[int]]:
    start, end = node.span.start, node.span.end
    if node.quote == "'":
        offsets = [one.start() for one in _SINGLE.finditer(text, start + 1, end - 1)]
        return "".join(text[i] for i in offsets), [*offsets, end - 1]
    if node.quote != '"':
        return text[start:end], [*range(start, end + 1)]
    letters: list[str] = []
    offsets = []
    at = start + 1
    while at < end - 1:
        escaped = _ESCAPED.match(text, at, end - 1)
        code = escaped and (escaped[1] or escaped[2] or escaped[3])
        letter = text[at]
        if code:
            letter = chr(min(int(code, 16), 0x10FFFF))  # the last character of Unicode
        elif escaped:
            letter = "" if "\n" in escaped[0] else _OF_ESCAPES.get(escaped[0][1], escaped[0][1])
        letters += letter
        offsets += [at] * len(letter)
        at = escaped.end() if escaped else at + 1
    return "".join(letters), [*offsets, end - 1]


def _nocited(scalar: tuple[str, list[int]], text: str) -> Iterator[ManuscriptCitation]:
    """Yield the works under ``nocite``, which are listed and not cited."""
    letters, at = scalar
    if every := re.search(r"@\*", letters):
        span = Span(at[every.start()], at[every.end()])
        yield ManuscriptCitation(
            span, (CitedKey(EVERYTHING, span, span.start),), "nocite", fixed="it is in the metadata"
        )
    for match in KEY.finditer(letters):
        start, end = match.span("braced" if match["braced"] else "key")
        span = Span(at[start], at[end])
        yield ManuscriptCitation(
            span, (CitedKey(key_of(match), span, span.start),), "nocite", fixed="it is in the metadata"
        )


def _cite_prose(scalar: tuple[str, list[int]], text: str, found: Found) -> None:
    """Add the citations in a text of the metadata, which Pandoc reads as Markdown."""
    letters, at = scalar
    own = Found()
    cite_text(blanked(letters, (match.span() for match in _CODE.finditer(letters))), own)
    own.citations = [replace(one, fixed="it is in the metadata") for one in own.citations]
    found.take(own, lambda span: Span(at[span.start], at[span.end]))
