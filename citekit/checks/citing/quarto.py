"""Quarto and R Markdown: Pandoc's citations without cross-references (``@fig-flow``, ``\\@ref(fig:flow)``) and code chunks."""

from __future__ import annotations

import re

from citekit.checks.citation import Cited, Found, Reading
from citekit.checks.markdown_blocks import example_labels
from citekit.checks.markdown_text import read_markdown
from citekit.checks.pandoc_text import cite_metadata, cite_prose, cite_text
from citekit.span import Source

NAME = "quarto"
SUFFIXES = (".qmd", ".rmd", ".rmarkdown")

_CROSS_REFERENCE = re.compile(
    r"(?:fig|tbl|lst|tip|nte|wrn|imp|cau|thm|lem|cor|prp|cnj|def|exm|exr|sol|rem|alg|eq|sec|apx|supp|vid)-.*"
    r"|(?:fig|tbl|tab|eq|sec|lst|thm|lem|def):.*",
    re.IGNORECASE,
)


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
        markdown.text, found, lambda key: key in examples or _CROSS_REFERENCE.fullmatch(key) is not None
    )
    return found.cited(written_for_citing=said or bracketed)
