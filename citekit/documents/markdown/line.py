"""One reference with Markdown or HTML in it, as styled runs: ``*Journal*, **8**``, ``<em>J. Geophys. Res.</em>``."""

from __future__ import annotations

from citekit.documents.runs import Run
from citekit.runtime import patterns as re
from citekit.runtime.span import View

_MARKED = re.compile(
    r"</(?:a|b|em|i|span|strong|sub|sup|u)>|\]\(https?://"
    r"|(?:^|(?<=[\s(\"“]))(\*{1,2})(?=[^\s*])[^*\n]{1,200}(?<=[^\s*])\1(?=[\s.,;:)\"”]|$)"
)
"""Closing tags of inline HTML, links, and emphasis of one or two stars that stands between blanks or punctuation."""


def looks_like_markdown(text: str) -> bool:
    """Whether a line has emphasis, links or inline tags; a star after a name is a mark and no emphasis."""
    return ("*" in text or "</" in text or "](" in text) and _MARKED.search(text) is not None


def line_runs(text: str, offset: int = 0) -> tuple[Run, ...]:
    """Return the visible text of a reference, as runs whose spans are offsets of ``text`` plus ``offset``."""
    from citekit.documents.markdown.document import render

    return render(View([(text, offset)]), {})[0]
