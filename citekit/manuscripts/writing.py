"""How citations and lists are written back into a manuscript; what they state comes from outside, as text of the language."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

_AS_WRITTEN = 0xF0000
"""Where the private characters begin that stand for those of source code: none that a text has is there."""
WRITTEN = re.compile("[\U000f0000-\U000ffffd]+")
"""What :func:`as_written` made."""


def as_written(source: str) -> str:
    """Source code within a text, which is printed as it is: its characters are hidden from all that escapes them.

    >>> written(as_written(r"\\ref{sec:x}"))
    '\\\\ref{sec:x}'
    """
    # the private plane 15 ends two characters before U+FFFFF
    return "".join(chr(_AS_WRITTEN + ord(c)) if ord(c) < 0xFFFE else c for c in source)


def written(hidden: str) -> str:
    """Return the source code that :func:`as_written` hid."""
    # the end of what as_written makes
    return "".join(chr(ord(c) - _AS_WRITTEN) if _AS_WRITTEN <= ord(c) < 0xFFFFE else c for c in hidden)


@dataclass(frozen=True, slots=True)
class ListedWork:
    """A work of the list: its key, its label (empty if the style has none), its text with and without that label, and
    who and when in short."""

    key: str
    label: str
    whole: str
    text: str
    short: str


def paragraphs(works: Sequence[ListedWork], footnote: str, title: str | None = None) -> str:
    """Return a paragraph a work."""
    return "\n".join(f"{text}\n" for text in [*(work.whole for work in works), *([footnote] if footnote else [])])


def paragraphs_under(heading: Callable[[str], str]) -> Callable[[Sequence[ListedWork], str, str | None], str]:
    """Return a paragraph a work, below the heading that the call for the list prints, if it prints one."""

    def listed(works: Sequence[ListedWork], footnote: str, title: str | None) -> str:
        made = paragraphs(works, footnote)
        return f"{heading(title)}\n\n{made}" if title else made

    return listed


def thebibliography(works: Sequence[ListedWork], footnote: str, title: str | None = None) -> str:
    r"""Return a ``thebibliography`` whose labels are as the style has them; without labels it prints none.

    It prints the heading of the document's class, or ``title``; with an empty one it prints none.
    """
    shown = any(work.label for work in works)
    named = rf"\def\refname{{{title}}}\def\bibname{{{title}}}" if title else ""
    unnamed = r"\def\section#1#2{}\def\chapter#1#2{}" if title == "" else ""  # both have a star and a title there
    lines = [
        r"\begingroup\makeatletter\renewcommand{\@biblabel}[1]{"
        + ("#1" if shown else "")
        + rf"}}{named}{unnamed}\makeatother",
        rf"\begin{{thebibliography}}{{{max((work.label for work in works), key=len)}}}",
    ]
    lines += [rf"\bibitem[{{{work.label if shown else work.short}}}]{{{work.key}}} {work.text}" for work in works]
    if footnote:
        lines.append(rf"\item[] {footnote}")
    return "\n".join([*lines, r"\end{thebibliography}", r"\endgroup"])


@dataclass(frozen=True, slots=True)
class Writing:
    """What a language makes of citations.

    ``output`` names the output format of its text. ``note`` is a footnote in the sentence, with ``{text}``; where its
    text is elsewhere, ``note`` has its ``{number}``, and ``behind`` is what is there. ``listed`` makes the list of
    works, a footnote to it (or an empty string), and the heading that the call for the list prints (None: its own);
    ``encode`` what the file has in place of the text. ``joint`` is between a word and what is raised after it.
    ``counts_texts`` states that notes have the numbers in which their texts are in the file.
    """

    output: str
    note: str
    behind: str = ""
    listed: Callable[[Sequence[ListedWork], str, str | None], str] = paragraphs
    encode: Callable[[str], str] = str
    joint: str = ""
    counts_texts: bool = False

    def noted(self, text: str, number: int) -> tuple[str, str]:
        """Return a footnote: the text in the sentence, and the text elsewhere (or an empty string)."""
        values = {"number": str(number), "text": text}
        return _filled(self.note, values), _filled(self.behind, values)


def _filled(pattern: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        pattern = pattern.replace("{" + name + "}", value, 1)
    return pattern


PANDOC = Writing("pandoc", "^[{text}]")
"""Pandoc's Markdown, with notes within the line."""
MARKDOWN = Writing("markdown", "[^cite-{number}]", "[^cite-{number}]: {text}")
"""Markdown with notes whose texts are elsewhere."""
LATEX = Writing("latex", r"\footnote{{text}}", listed=thebibliography)
