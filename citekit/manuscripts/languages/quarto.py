"""Quarto and R Markdown: Pandoc's citations without cross-references (``@fig-flow``, ``\\@ref(fig:flow)``) and code chunks."""

from __future__ import annotations

from dataclasses import replace

from citekit.manuscripts.citation import Cited, Found, Named, ReadingContext
from citekit.manuscripts.markdown import cite_markdown
from citekit.manuscripts.pandoc_citations import cite_text
from citekit.manuscripts.writing import PANDOC
from citekit.runtime import patterns as re
from citekit.runtime.span import Source, Span

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


def read(source: Source, reading: ReadingContext) -> Cited:
    """Return what a Quarto or R Markdown file cites."""
    found = Found()

    def refers(key: str) -> bool:
        return _CROSS_REFERENCE.fullmatch(key) is not None or key.partition("-")[0] in found.kinds

    is_rmarkdown = source.name.lower().endswith((".rmd", ".rmarkdown"))  # rmarkdown: markdown+autolink_bare_uris
    visible, declared = cite_markdown(source.text, found, refers, is_rmarkdown)
    for caption in _CAPTION.finditer(source.text):
        _caption(caption, found)
    for named in (*_INCLUDE.finditer(visible), *_CHILD.finditer(source.text)):
        found.inputs.append(Named(named["file"], Span(*named.span("file"))))
    return found.cited(certainly_cites=declared)


def _caption(caption: re.Match[str], found: Found) -> None:
    """The caption that a code cell gives to its figure, which is Markdown too."""
    own = Found()
    cite_text(caption["text"], own, lambda key: _CROSS_REFERENCE.fullmatch(key) is not None)
    own.citations = [replace(one, fixed="it is in the settings of a code cell") for one in own.citations]
    start = caption.start("text")
    found.take(own, lambda span: Span(span.start + start, span.end + start))
