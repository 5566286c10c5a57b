"""reStructuredText: sections, lists, definitions, fields, line blocks, tables, links and their targets, roles.

Footnotes and citations (`.. [Doe20] ...`) are list items with their label as marker. Comments come as hidden blocks.
The text of notes and other directives is read, `raw:: html` as a page; images, tables of contents and includes are
left out.
"""

from __future__ import annotations

from citekit.documents.runs import Document
from citekit.runtime import patterns as re
from citekit.runtime.span import Source

NAME = "rst"
SUFFIXES = (".rst", ".rest")

_SIGNS = (
    (re.compile(r"^[ \t]*\.\. [\w|][^\n:]{0,60}::(?:[ \t]|$)", re.MULTILINE), 4),
    (re.compile(r"`[^`\n<>]{1,200}\s<[^<>\n]{1,500}>`__?(?!\w)"), 4),
    (re.compile(r"^\.\. _[^\n:]{1,100}:(?: |$)", re.MULTILINE), 4),
    (re.compile(r"^\.\. \[[^\[\]\n]{1,60}\] ", re.MULTILINE), 4),
    (re.compile(r"(?<!\w):[a-z]{2,20}:`[^`\n]{1,200}`"), 3),
    (re.compile(r"^([=~^*+#-])\1{3,80}\n[^\n]{1,80}\n\1{4,80}$", re.MULTILINE), 2),
    (re.compile(r"^[^\s=~^*+#`-][^\n]{1,80}\n([=~^*+#-])\1{3,80}$", re.MULTILINE), 0.6),
    (re.compile(r"(?<![`\w])``[^`\n]{1,100}``(?!`)"), 0.5),
)


def sniff(text: str) -> float:
    """Return how much a text looks like reStructuredText, by its directives, targets, roles, and links with one underscore."""
    sample = text[:100_000]
    weight = sum(worth * min(10, sum(1 for _ in pattern.finditer(sample))) for pattern, worth in _SIGNS)
    return min(0.95, 0.11 * weight)


def read(source: Source) -> Document:
    """Return the blocks of a reStructuredText document."""
    from citekit.documents.rst.blocks import RstReader
    from citekit.documents.rst.inline import find_targets
    from citekit.documents.rst.lines import read_lines

    lines = read_lines(source.text)
    reader = RstReader(source.text, find_targets(lines))
    reader.read(lines)
    return Document(source, NAME, tuple(reader.blocks), meta=tuple(reader.meta))
