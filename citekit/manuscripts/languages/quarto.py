"""Quarto and R Markdown: Pandoc's citations without cross-references (``@fig-flow``, ``\\@ref(fig:flow)``) and code chunks."""

from __future__ import annotations

from dataclasses import replace

from citekit import patterns as re
from citekit.manuscripts.citation import Cited, Found, Named, Reading
from citekit.manuscripts.markdown import read_markdown
from citekit.manuscripts.markdown_blocks import example_labels
from citekit.manuscripts.pandoc_citations import cite_metadata, cite_prose, cite_text, list_and_notes
from citekit.manuscripts.writing import PANDOC
from citekit.span import Source, Span

NAME = "quarto"
SUFFIXES = (".qmd", ".rmd", ".rmarkdown")
WRITING = PANDOC

_CROSS_REFERENCE = re.compile(
    r"(?:fig|tbl|lst|tip|nte|wrn|imp|cau|thm|lem|cor|prp|cnj|def|exm|exr|sol|rem|alg|eq|sec|apx|supp|vid)-.*"
    r"|(?:fig|tbl|tab|eq|sec|lst|thm|lem|def):.*",
    re.IGNORECASE,
)
_CAPTION = re.compile(
    r"^[ \t]{0,40}(?:#|//|--|%)\|[ \t]{0,9}(?:fig|tbl|lst)-(?:cap|subcap|scap):(?P<text>[^\n]*)$", re.MULTILINE
)
_INCLUDE = re.compile(r"\{\{<\s{1,9}include\s{1,9}(?P<file>[^\s<>]{1,300})\s{0,9}>\}\}")
_CHILD = re.compile(r"^```\{[^\n]{0,200}?\bchild\s{0,9}=\s{0,9}[\"'](?P<file>[^\"'\n]{1,300})[\"']", re.MULTILINE)


def read(source: Source, reading: Reading) -> Cited:
    """What a Quarto or R Markdown file cites."""
    markdown = read_markdown(source.text)
    found = Found()
    said = False
    for start, end in markdown.metadata:
        said = cite_metadata(source.text, start, end, found) or said
        cite_prose(source.text, start, end, found)
    examples = frozenset(example_labels(markdown.text))
    bracketed = cite_text(
        markdown.text, found, lambda key: key in examples or _CROSS_REFERENCE.fullmatch(key) is not None, source.text
    )
    for caption in _CAPTION.finditer(source.text):
        _caption(caption, found)
    for named in (*_INCLUDE.finditer(markdown.text), *_CHILD.finditer(source.text)):
        found.inputs.append(Named(named["file"], Span(*named.span("file"))))
    list_and_notes(markdown.text, found, source.text)
    return found.cited(written_for_citing=said or bracketed)


def _caption(caption: re.Match[str], found: Found) -> None:
    """The caption that a code cell gives to its figure, which is Markdown too."""
    own = Found()
    cite_text(caption["text"], own, lambda key: _CROSS_REFERENCE.fullmatch(key) is not None)
    own.citations = [replace(one, fixed="it stands in the settings of a code cell") for one in own.citations]
    start = caption.start("text")
    found.take(own, lambda span: Span(span.start + start, span.end + start))
