r"""LaTeX in a value that ends too early: a backslash at its end, an accent without a letter.

Why: LaTeX stops at it, or prints something else.

Example:

    @misc{doe2020, author = {J. Doe}, title = {Queues and stacks\}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {Queues and stacks}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, at_field
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "warning"
FIELDS = ("title", "booktitle", "journal", "author", "editor", "publisher", "series")

_WITH_ARGUMENT = (
    r"(?:text(?:bf|it|sc|tt|rm|sf|sl|superscript|subscript)|emph|url|href|mathbb|mathcal|mathrm|sqrt|[Hvucdbkrt])"
)
_BROKEN = re.compile(
    r"\\[\"'`=.](?:\{\s*\}|\s*\}|\s*$)|\\\s*$|\\[uvHckrbdt]\{\s*\}"
    rf"|\\{_WITH_ARGUMENT}\s*(?:[}}$]|$)|\\frac\s*(?:\{{[^{{}}$]{{0,80}}\}}|\d)\s*\$|(?<!\\)[\^_]\s*\$"
    r"|\\(?:Alpha|Beta|Epsilon|Zeta|Eta|Iota|Kappa|Mu|Nu|Omicron|Rho|Tau|Chi)(?![A-Za-z])"
    r"|(?<![\\^])\^(?:\w|\{[^{}]{1,40}\})\s?\^"
)
_PAIRS = ((r"\left", r"\right"), (r"\begin{", r"\end{"), (r"\(", r"\)"), (r"\[", r"\]"))
_COMMAND = re.compile(r"\\(?:\\|(?P<name>[A-Za-z]{3,12}))")
_COMMANDS = ("textit", "textbf", "textsc", "texttt", "textrm", "textsf", "textsuperscript", "textsubscript", "emph", "mathrm", "mathcal", "mathbb")  # fmt: skip


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text
    if "\\" not in text and "^" not in text and "_" not in text:
        return ()
    return [
        *_unpaired(part),
        *_misspelt(part),
        *_unfinished(part),
    ]


def _unfinished(part: Field) -> list[Diagnostic]:
    return [
        at_field(
            part,
            f"the LaTeX command '{match[0].strip()}' has nothing to work on",
            "complete it, or take it out",
            part.part(*match.span()),
        )
        for match in _BROKEN.finditer(part.text)
        if not part.text[: match.start()].endswith("\\")
    ]


def _unpaired(part: Field) -> Findings:
    """What opens and does not close, or the other way round; only one of a kind, where it is plain which is missing."""
    text = part.text.replace("\\\\", "  ")
    for opening, closing in _PAIRS:
        if (opening in text or closing in text) and _count(text, opening) + _count(text, closing) == 1:
            sign, other = (opening, closing) if _count(text, opening) else (closing, opening)
            yield at_field(part, f"'{sign}' has no '{other}'", "complete it, or take it out", part.find(sign))


def _count(text: str, sign: str) -> int:
    """How often a sign stands in a text, longer commands not counted: ``\\rightarrow`` is no ``\\right``."""
    return len(re.findall(re.escape(sign) + ("(?![A-Za-z])" if sign[-1].isalpha() else ""), text))


def _misspelt(part: Field) -> Findings:
    for match in _COMMAND.finditer(part.text):
        name = match["name"]
        if name and name not in _COMMANDS and part.text[match.end() : match.end() + 1] == "{":
            meant = next((known for known in _COMMANDS if _is_slip(name, known)), "")
            if meant:
                span = part.part(*match.span())
                yield at_field(part, f"LaTeX has no command '\\{name}'", f"did you mean \\{meant}?", span)


def _is_slip(name: str, known: str) -> bool:
    """Whether two neighbours of a known command's letters are swapped, or its last ones."""
    return (
        len(name) == len(known)
        and sorted(name) == sorted(known)
        and sum(a != b for a, b in zip(name, known, strict=True)) == len("ab")
    )
