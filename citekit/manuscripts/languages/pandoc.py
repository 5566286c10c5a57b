"""Markdown as Pandoc reads it: ``@key``, ``[see @key, p. 3; -@other]``, ``@{any key}``, ``nocite`` and ``bibliography``.

Code, link targets, HTML tags, formulas and raw LaTeX are left out.
"""

from __future__ import annotations

from citekit.manuscripts.citation import Cited, Found, Reading
from citekit.manuscripts.markdown import read_markdown
from citekit.manuscripts.markdown_blocks import example_labels
from citekit.manuscripts.pandoc_citations import cite_metadata, cite_prose, cite_text, list_and_notes
from citekit.manuscripts.writing import PANDOC
from citekit.span import Source

NAME = "pandoc"
SUFFIXES = (".markdown", ".md", ".mdown", ".pandoc")
WRITING = PANDOC


def read(source: Source, reading: Reading) -> Cited:
    """What a Markdown file cites. Without metadata or a bracketed citation its ``@words`` may as well be people."""
    markdown = read_markdown(source.text)
    found = Found()
    said = False
    for start, end in markdown.metadata:
        said = cite_metadata(source.text, start, end, found) or said
        cite_prose(source.text, start, end, found)
    examples = frozenset(example_labels(markdown.text))
    bracketed = cite_text(markdown.text, found, lambda key: key in examples, written=source.text)
    list_and_notes(markdown.text, found, source.text)
    return found.cited(written_for_citing=said or bracketed)
