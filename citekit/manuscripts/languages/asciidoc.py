"""AsciiDoc: ``cite:[key(p. 3),key2]`` of asciidoctor-bibtex and ``cite[key, page=3]`` of asciidoctor-bibliography.

Comments, listings and passthroughs are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit.manuscripts.citation import Cited, CitedKey, Found, Named, ReadingContext, locator_of, modes, with_notes
from citekit.manuscripts.writing import Writing
from citekit.runtime import patterns as re
from citekit.runtime.span import Source, Span, blanked

NAME = "asciidoc"
SUFFIXES = (".adoc", ".asciidoc", ".asc")
WRITING = Writing("asciidoc", "footnote:[{text}]")

_BLOCK = re.compile(r"^(?P<fence>-{4,}|\.{4,}|/{4,}|\+{4,}|`{3,})[^\S\n]*[^\n]*$", re.MULTILINE)
_INLINE = re.compile(
    r"^//(?!/)[^\n]*$|pass:[a-z,]{0,20}\[[^\]\n]{0,400}\]|`[^`\n]{1,400}`|(?<!\])\+{1,3}(?!\[)[^+\n]{1,400}\+{1,3}",
    re.MULTILINE,
)
_NAMES = r"cite(?:np|t|p|a|al)?|citeauthor|citeyear|citeyearpar|bibitem|nocite|fullcite|footcite"
_BIBTEX = re.compile(
    rf"(?<![\w\\])(?P<name>{_NAMES}):(?:[a-z]{{1,20}})?\[(?P<inside>[^\[\]]{{1,2000}})\](?:\+\[[^\[\]]{{1,2000}}+\]){{0,20}}"
)
_BIBLIOGRAPHY = re.compile(
    rf"(?<![\w\\:])(?P<name>{_NAMES})\[(?P<inside>[^\[\]]{{1,2000}})\](?:\+\[[^\[\]]{{1,2000}}+\]){{0,20}}"
)
_MORE = re.compile(r"\+\[([^\[\]]{1,2000})\]")
_MODES = modes("asciidoc")
_FILE = re.compile(
    r"^:(?:bibtex-file|bibliography-database):[ \t]*(?P<file>\S(?:[^\n]*[^ \t\n])?)[ \t]*$|^bibliography::(?P<macro>[^\s\[]+\.bib)\[",
    re.MULTILINE,
)
_INCLUDE = re.compile(r"^include::(?P<file>[^\s\[]+\.(?:adoc|asciidoc|asc))\[", re.MULTILINE)
_LOCATOR = re.compile(r"\s{0,9}\(([^()]{0,200})\)")
_ATTRIBUTE = re.compile(r"([a-z]{1,20})\s{0,9}=\s{0,9}(\"[^\"]{0,200}\"|[^,]{0,200})")
_STYLE = re.compile(r"^:(?:bibtex-style|bibliography-style):[ \t]*(?P<style>\S+)[ \t]*$", re.MULTILINE)
_LANGUAGE = re.compile(r"^:lang:[ \t]*([A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?)[ \t]*$", re.MULTILINE)
_LIST = re.compile(r"^bibliography::[^\s\[]{0,200}\[[^\]\n]{0,400}\][ \t]*$", re.MULTILINE)
_FOOTNOTE = re.compile(r"footnote:[\w-]{0,60}\[(?>(?:[^\[\]]|\[[^\[\]]{0,2000}\]){0,4000})\]")
_NOTE = re.compile(r"\([^()]{0,200}\)|\{[^{}]{0,80}\}")


def read(source: Source, reading: ReadingContext) -> Cited:
    """Return what an AsciiDoc file cites."""
    text = blanked(source.text, _blocks(source.text))
    text = blanked(text, (match.span() for match in _INLINE.finditer(text)))
    found = Found()
    for pattern, bracketed in ((_BIBTEX, True), (_BIBLIOGRAPHY, False)):
        for cite in pattern.finditer(text):
            cites = (
                _listed(cite, found) if bracketed else list(_first(cite["inside"], cite.start("inside"), cite.start()))
            )
            for more in _MORE.finditer(text, cite.end("inside"), cite.end()):
                cites += _first(more[1], more.start(1), cite.start())
            mode = _MODES.get(cite["name"], "parenthetical")
            found.add(Span(*cite.span()), cites, mode, cite["name"] == "footcite")
    for named in _FILE.finditer(source.text):
        kind = "file" if named["file"] else "macro"
        found.file(named[kind], named.start(kind))
    for named in _INCLUDE.finditer(text):
        found.inputs.append(Named(named["file"], Span(*named.span("file"))))
    if style := _STYLE.search(source.text):
        found.csl = Named(style["style"], Span(*style.span("style")))
    if place := _LIST.search(text):
        found.list_here(*place.span())
    for note in _FOOTNOTE.finditer(text):
        if not note[0].endswith("[]"):  # which points to a note that is elsewhere
            found.note(*note.span())
    if language := _LANGUAGE.search(source.text):
        found.language = language[1]
    return found.cited(certainly_cites=bool(found.citations or found.bibliographies))


def _listed(cite: re.Match[str], found: Found) -> list[CitedKey]:
    """Return the keys of ``cite:[a(p. 3),b]`` with their locators."""
    start = cite.start("inside")
    made: list[CitedKey] = []
    for one in found.keys(_NOTE.sub(lambda note: " " * len(note[0]), cite["inside"]), start, cite.start()):
        note = _LOCATOR.match(cite["inside"], one.span.end - start)
        made += with_notes([one], "", locator_of(note[1]) if note else ("", "", ""))
    return made


def _first(inside: str, start: int, group: int) -> Iterator[CitedKey]:
    """Yield the key of a macro whose further attributes are named, ``cite[key, page=3, prefix=see]``."""
    key, _, attributes = inside.partition(",")
    name = key.strip()
    if name and "=" not in name and not any(c.isspace() for c in name):
        begin = start + len(key) - len(key.lstrip())
        given = {match[1]: match[2].strip("\"' ") for match in _ATTRIBUTE.finditer(attributes)}
        label = next((name for name in ("page", "locator", "chapter", "section") if name in given), "")
        locator = given.get(label, "")
        behind = (locator, "page" if label == "locator" else label, given.get("suffix", ""))
        yield from with_notes([CitedKey(name, Span(begin, begin + len(name)), group)], given.get("prefix", ""), behind)


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    opened: tuple[str, int] | None = None
    for match in _BLOCK.finditer(text):
        fence = match["fence"]
        if opened is None:
            opened = (fence, match.start())
        elif fence == opened[0]:  # a block ends with the very line that opens it; shorter and longer ones are its text
            yield opened[1], match.end()
            opened = None
