"""Markdown as people write it: CommonMark's common part, GitHub's tables, kramdown, R Markdown and Quarto, Jekyll.

Front matter is skipped, but for the texts of its sections; its title and author are the document's. Comments become hidden blocks, so that what is in
them is known and known to be hidden. Inline and block HTML are read as in an HTML page. Not read: footnotes (their
text stays text), definition lists, and tables without a line of dashes.
"""

from __future__ import annotations

from citekit.documents.markdown.document import front_matter
from citekit.documents.runs import Document
from citekit.runtime import patterns as re
from citekit.runtime.span import Source

NAME = "markdown"
SUFFIXES = (".md", ".markdown", ".mdown", ".mkd", ".rmd", ".qmd", ".mdx")

# Signs of Markdown, weighted by hand: headings and links are rare elsewhere, underscores and single stars are in plain text
# too. Two headings or three bold words give 0.72, less than a piece of HTML has, and more with the ending of Markdown.
_SIGNS = (
    (re.compile(r"^ {0,3}#{1,6} +\S", re.MULTILINE), 3),
    (re.compile(r"\]\((?:https?:|[\w./#-]{1,200}\))"), 3),
    (re.compile(r"(?<![\w*])\*\*(?![\s*])[^*\n]{1,200}\*\*(?!\w)"), 2),
    (re.compile(r"(?<![\w_])__(?![\s_])[^_\n]{1,200}__(?!\w)"), 1),
    (re.compile(r"(?<![\w*\\])\*(?![\s*])[^*\n]{2,200}(?<![\s*])\*(?![\w*])"), 1),
    (re.compile(r"^```", re.MULTILINE), 2),
    (re.compile(r"^\[[^\[\]\n]{1,60}\]: \S{3,300}$", re.MULTILINE), 2),
    (re.compile(r"\\\*|<br ?/?>|\{% "), 1),
    (re.compile(r"^[^\n]{2,80}\n(?:={3,}|-{3,})\s*$", re.MULTILINE), 1),
)


def sniff(text: str) -> float:
    """Return how much a text looks like Markdown: by front matter, and by how many signs of Markdown its lines have."""
    sample = text[:100_000]
    if front_matter(sample)[0]:
        return 0.9
    weight = sum(worth * min(20, sum(1 for _ in pattern.finditer(sample))) for pattern, worth in _SIGNS)
    return min(0.9, 0.12 * weight)


def read(source: Source) -> Document:
    """Return the blocks of a Markdown text."""
    from citekit.documents.html.flow import ContainerNumbering
    from citekit.documents.markdown.document import markdown_blocks, texts_in_front_matter

    start, meta = front_matter(source.text)
    numbering = ContainerNumbering()
    blocks = texts_in_front_matter(source.text, start, numbering)
    blocks += markdown_blocks(source.text, [(start, len(source.text))], numbering=numbering)
    return Document(source, NAME, tuple(blocks), meta=meta)
