"""Markdown as Pandoc reads it: ``@key``, ``[see @key, p. 3; -@other]``, ``@{any key}``, ``nocite`` and ``bibliography``.

Code, link targets, HTML tags, formulas and raw LaTeX are left out.
"""

from __future__ import annotations

from citekit.manuscripts.citation import Cited, Found, ReadingContext
from citekit.manuscripts.markdown import cite_markdown
from citekit.manuscripts.writing import PANDOC
from citekit.runtime.span import Source

NAME = "pandoc"
SUFFIXES = (".markdown", ".md", ".mdown", ".pandoc")
WRITING = PANDOC


def read(source: Source, reading: ReadingContext) -> Cited:
    """Return what a Markdown file cites. Without metadata or a bracketed citation its ``@words`` may as well be
    people.
    """
    found = Found()
    _, declared = cite_markdown(source.text, found)
    return found.cited(certainly_cites=declared)
