r"""LaTeX documents and pieces of them: articles, publication lists, CVs of any class.

Headings, lists, tables, links, styles, accents, quotes and marks are read; formulas stay as they are. Macros that a
document defines are expanded, within bounds; of a macro that no one defines the arguments stay, in their order. Of the
preamble only definitions, title and author are read. What is commented out becomes hidden blocks. ``\input`` of files
that are next to the document is followed where it is read from disk.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from citekit.documents.latex.includes import splice
from citekit.documents.runs import REFERENCES, Document, NamedElement
from citekit.runtime import patterns as re
from citekit.runtime.span import Source, Span, View

NAME = "latex"
SUFFIXES = (".tex", ".ltx", ".latex", ".bbl")

_CLASS = re.compile(r"^[ \t]*\\document(?:class|style)\b", re.MULTILINE)
_STRUCTURE = re.compile(
    r"\\(?:begin|end)[ \t]*\{[A-Za-z*]{2,40}\}|^[ \t]*\\(?:(?:sub){0,2}section|chapter|item|bibitem|cv[a-z]{3,20})(?![A-Za-z])",
    re.MULTILINE,
)
"""Environments, headings and items, which a text with a few commands of LaTeX in it does not have."""
_COMMAND = re.compile(
    r"\\(?:textbf|textit|emph|href|url|newcommand|renewcommand|def|vspace|hspace|noindent|usepackage|input)\b"
)
_OTHER = re.compile(
    r"^(?:#{1,6} [^\W\d_]|#\+[A-Za-z_]{3,20}[: \t]|---[ \t]*\n[A-Za-z_-]{1,40}:|<(?:!DOCTYPE|html)\b)", re.MULTILINE
)
_BODY = re.compile(r"\\begin\s{0,9}\{document\}")
_REFERENCES = re.compile(r"\\begin\s{0,9}\{thebibliography\}")
_OF_A_PAPER = re.compile(r"\\begin\s{0,9}\{abstract\}|\\abstract\s{0,3}\{|\\[Cc]ite[a-z]{0,8}\*?\s{0,3}[\[{]")
_OF_A_LIST = re.compile(r"\\(?:(?:sub){0,2}section|chapter|item|cv[a-z]{3,20})(?![A-Za-z])")
_CHAPTER = re.compile(r"^[^%\n]{0,200}\\(?:chapter|part)\s*[*\[{]", re.MULTILINE)


def sniff(text: str) -> float:
    """Return how much a text looks like LaTeX: a document class states this, environments, headings and items nearly so."""
    sample = text[:100_000]
    if _CLASS.search(sample):
        return 0.97
    if _OTHER.search(sample):
        return 0.1
    structure = sum(1 for _ in _STRUCTURE.finditer(sample))
    if not structure:
        return 0.1 if _COMMAND.search(sample) else 0.0
    found = structure + sum(1 for _ in _COMMAND.finditer(sample))
    lines = max(1, len(re.findall(r"\S[^\n]*", sample)))
    return min(0.9, 0.2 + 0.1 * min(4, structure) + 2 * min(0.2, found / lines))


def take_in(text: str, path: Path, missing: list[str] | None = None) -> str:
    """Return the text of the document at ``path`` with the files that it includes.

    See :func:`.splice` for the limits.
    """
    return splice(text, path, missing)


def read(source: Source) -> Document:
    """Return the blocks of a LaTeX text."""
    from citekit.documents.html.flow import Flow
    from citekit.documents.latex.inline import LatexReading
    from citekit.documents.latex.reading import LatexReader
    from citekit.documents.latex.stream import TokenStream
    from citekit.documents.latex.tokens import LatexText

    text = LatexText.of(View([(source.text, 0)]))
    reading = LatexReading(source.text, first_level=2 if _CHAPTER.search(source.text) else 1)
    # a list of references belongs to a paper, unless the document is one of lists; it may also be all there is (BibTeX)
    if _REFERENCES.search(text.visible):
        reading.is_paper = bool(_OF_A_PAPER.search(text.visible)) or not _OF_A_LIST.search(text.visible)
    begin = _BODY.search(text.visible)
    start = begin.end() if begin else 0
    flow = Flow(reading.blocks, reading.numbering)
    if begin:
        LatexReader(reading, TokenStream(text, text.argument(0, start), reading.macros), flow).read_preamble()
    LatexReader(reading, TokenStream(text, text.argument(start), reading.macros), flow).read()
    problems = tuple(replace(problem, source=source) for problem in reading.problems)
    meta = {**reading.meta, REFERENCES: "thebibliography" if reading.is_paper else ""}
    meta_found = tuple((name, value) for name, value in meta.items() if value)
    return Document(source, NAME, tuple(reading.blocks), problems, meta_found, tuple(_blocks_of_natbib(source.text)))


_NATBIB_ITEM = re.compile(
    r"\\bibitem\s{0,3}\[(?P<label>[^\n]{1,200}?)\((?:\d{4}|n\.d)[^\n]{0,500}?\]\s{0,3}\{[^{}\n]{1,200}\}(?P<body>[^\\]{0,3}(?:(?!\\bibitem|\\end\{).){1,4000})",
    re.DOTALL,
)
"""A reference as natbib's styles print it: "\\bibitem[Moss and Lind(2019)]{key}", whose label begins with the people."""
_WORDS = re.compile(r"[^\W\d_]{3,}")
_WITHIN_EMPH = re.compile(r"\s*(?:\\emph\{|\{\\em\s)(?P<title>[^{}]{1,500})\}")
_YEAR_LAST = re.compile(r",\s(?:[A-Z][a-z]{2,8}\s)?\d{4}\.?\s*$")


def _blocks_of_natbib(text: str) -> Iterator[NamedElement]:
    """Yield the people and the title of each reference that natbib's styles printed with people: the blocks that
    ``\\newblock`` parts, the first of which the label states.

    >>> [e.names for e in _blocks_of_natbib(r"\\bibitem[Moss(2019)]{m} Ada Moss. \\newblock Tides. \\newblock Fenn, 2019.")]
    ['author', 'title']
    """
    for found in _NATBIB_ITEM.finditer(text) if "\\newblock" in text else ():
        people, *blocks = found["body"].split("\\newblock")
        if not blocks or not set(_WORDS.findall(found["label"])) - {"and", "others"} <= set(_WORDS.findall(people)) | {
            "et"
        }:
            continue
        start = found.start("body")
        whole = people.strip().rstrip(".")
        is_group = whole.startswith("{") and whole.endswith("}") and "{" not in whole[1:]
        yield NamedElement("bibgroup" if is_group else "author", Span(start, start + len(people)))
        start += len(people) + len("\\newblock")
        emph, dated = _WITHIN_EMPH.match(blocks[0]), _YEAR_LAST.search(blocks[0])
        first, stop = emph.span("title") if emph else (0, dated.start() if dated else len(blocks[0]))
        yield NamedElement("title", Span(start + first, start + stop))
