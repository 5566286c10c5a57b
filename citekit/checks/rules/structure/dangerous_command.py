r"""A LaTeX command in a bibliography does more than print: it reads or writes a file, runs a program, defines commands.

Why: LaTeX obeys what stands in a ``.bib`` file as it obeys the document. One that comes from elsewhere can print a file
of yours into the PDF with ``\input``, or run a program. Values, ``@string`` and ``@preamble`` are looked at, also for
commands that are hidden (``^^5cinput``, ``\csname``, pieces joined by ``#``). What a document itself says is its author's
own, and a ``@preamble`` may define commands. ``--unsafe-fixes`` makes text of the command.

Example:

    @misc{doe2020, author = {J. Doe}, title = {Queues \input{/etc/passwd}}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {Queues}, year = 2020}
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Edit, Findings, Fix, at_field
from citekit.checks.reading.bibliography import Bibliography
from citekit.checks.reading.entry import Entry, Field
from citekit.span import Source, Span
from citekit.text.tex import Refused, refused
from citekit.works.kinds import OBEYED_FIELDS, RAW_FIELDS, VERBATIM

SEVERITY = "error"

_ACTS_OF_PREAMBLES = ("defines a command", "tests or counts")
_OF_PREAMBLES = frozenset({r"\makeatletter", r"\makeatother"})
_OF_PROGRAMS = RAW_FIELDS - OBEYED_FIELDS
_MATH_OR_TEXT = (r"\ifmmode", r"\else", r"\fi")
"""Publishers write an accent for mathematics and for text so; it does nothing else."""
_PLAIN = {"\\": r"{\textbackslash}", "^": r"{\textasciicircum}"}
_CODED = {"\\": "%5C", "^": "%5E"}


def check_entry(entry: Entry, context: Context) -> Findings:
    """Commands in the fields of an entry."""
    return [
        found
        for part in entry.fields
        if _may_act(part.text) and part.name not in _OF_PROGRAMS
        for found in _in_field(part)
    ]


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """Commands in what is said for all entries: ``@string`` and ``@preamble``."""
    text = bibliography.source.text
    for macro in bibliography.macros:
        if _may_act(macro.value):
            start = text.index(macro.value, macro.name_span.end)
            yield from _told(bibliography.source, start, macro.value, f"the macro '{macro.name}'", _PLAIN)
    for span in bibliography.preambles:
        inside = text[span.start : span.end]
        yield from _told(bibliography.source, span.start, inside, "@preamble", None)


def _may_act(text: str) -> bool:
    return "\\" in text or "^^" in text


def _acting(tex: str) -> list[Refused]:
    asks_for_math = tex.count(r"\if") == tex.count(r"\ifmmode")
    return [found for found in refused(tex) if found.act and not (asks_for_math and found.command in _MATH_OR_TEXT)]


def _in_field(part: Field) -> Iterator[Diagnostic]:
    codes = _CODED if part.name in VERBATIM else _PLAIN
    told = list(_told(part.source, part.start, part.raw, part.name, codes))
    yield from told
    hidden = _acting(part.text) if part.inside < 0 and not told else []
    if hidden and len(_acting(part.raw)) < len(hidden):
        yield at_field(part, f"{part.name} is put together to '{hidden[0].command}', which {hidden[0].act}", _HINT)


_HINT = "take it out, unless you know who wrote it and why"


def _told(source: Source, start: int, tex: str, where: str, codes: dict[str, str] | None) -> Iterator[Diagnostic]:
    """The findings in a piece of the file; without ``codes`` it is a preamble, which may define and is not repaired."""
    for found in _acting(tex):
        if codes is None and (found.act in _ACTS_OF_PREAMBLES or found.command in _OF_PREAMBLES):
            continue
        span = Span(start + found.start, start + found.end)
        fix = Fix("make text of it", tuple(_edits(source, span, found, codes))) if codes else None
        message = f"'{found.command}' in {where} {found.act}"
        yield Diagnostic(message, source, span, _HINT, fix=fix)


def _edits(source: Source, span: Span, found: Refused, codes: dict[str, str]) -> Iterator[Edit]:
    signs = "\\^" if "^^" in found.command else "\\"
    for at, sign in enumerate(found.command, span.start):
        if sign in signs:
            yield Edit(source, Span(at, at + 1), codes[sign])
