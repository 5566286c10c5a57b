"""How citations and lists are written back into a manuscript; what they say comes from outside, as text of the language."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from citekit.records import dataclass


@dataclass(frozen=True, slots=True)
class ListedWork:
    """A work of the list: its key, its label (empty where the style has none), its text with and without that label, and
    who and when in short."""

    key: str
    label: str
    whole: str
    text: str
    short: str


def paragraphs(works: Sequence[ListedWork], footnote: str) -> str:
    """A paragraph a work."""
    return "\n".join(f"{text}\n" for text in [*(work.whole for work in works), *([footnote] if footnote else [])])


def thebibliography(works: Sequence[ListedWork], footnote: str) -> str:
    r"""A ``thebibliography`` whose labels stand as the style has them; without labels it prints none."""
    shown = any(work.label for work in works)
    lines = [
        r"\begingroup\makeatletter\renewcommand{\@biblabel}[1]{" + ("#1" if shown else "") + r"}\makeatother",
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
    text stands elsewhere, ``note`` has its ``{number}``, and ``behind`` is what stands there. ``listed`` makes the list of
    works and a footnote to it (or an empty string), ``encode`` what the file has in place of the text.
    """

    output: str
    note: str
    behind: str = ""
    listed: Callable[[Sequence[ListedWork], str], str] = paragraphs
    encode: Callable[[str], str] = str

    def noted(self, text: str, number: int) -> tuple[str, str]:
        """A footnote: what stands in the sentence, and what stands elsewhere (or an empty string)."""
        values = {"number": str(number), "text": text}
        return _filled(self.note, values), _filled(self.behind, values)


def _filled(pattern: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        pattern = pattern.replace("{" + name + "}", value, 1)
    return pattern


PANDOC = Writing("markdown", "^[{text}]")
"""Markdown with notes within the line."""
MARKDOWN = Writing("markdown", "[^cite-{number}]", "[^cite-{number}]: {text}")
"""Markdown with notes that stand elsewhere."""
LATEX = Writing("latex", r"\footnote{{text}}", listed=thebibliography)
