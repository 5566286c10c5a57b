"""Explanations: how an item was parsed, why something in an entry or a citation is a finding, what a rule is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from citekit.manuscripts.document import suffixes
from citekit.model.date import Date
from citekit.model.work import Evidence, Trace, Value, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem, UsageError, did_you_mean
from citekit.runtime.records import dataclass
from citekit.text.unicode import one_line

if TYPE_CHECKING:
    from citekit.runtime.span import Source, Span

_BIBLIOGRAPHIES = (".bib", ".bibtex", ".json")
_RULE_NAME = re.compile(r"[a-z-]{1,60}")
_TEXT_WIDTH = 100
"""Characters of text that no field has, which are shown on one line."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Paragraphs about a rule or a line of a file, and what could not be read."""

    texts: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def explain(name: str, line: int = 0) -> Explanation:
    """Explain a line of a file, counted from 1; or without a line the rule that has this name, or had it.

    Raises :class:`~citekit.runtime.errors.UsageError` for a name without a line that is not a rule's.
    """
    if line:
        path, problems = Path(name), list[Problem]()
        checks = path.suffix.lower() in _BIBLIOGRAPHIES
        if path.suffix.lower() in suffixes():
            from citekit.manuscripts.project import ProjectFiles  # imported here because rules need none of it

            checks = bool(ProjectFiles.open().cited_keys(path))
        texts = tuple(_checked(path, line, problems) if checks else _read(name, line, problems))
        return Explanation(texts, tuple(problems))
    from citekit.lint.rule import all_parts, all_rules, rule_named

    known = [rule.name for rule in all_rules()]
    is_rule = name in known or any(name == part.name for part in all_parts())
    if not is_rule and (Path(name).exists() or not _RULE_NAME.fullmatch(name)):
        raise UsageError(f"'{name}' has no line number", f"write FILE:LINE, such as {name}:12")
    if not is_rule:
        near = did_you_mean(name, known)
        hint = near if near.startswith("did") else "citekit list rules lists the rules"
        raise UsageError(f"'{name}' is neither a rule nor a line of a file (FILE:LINE)", hint)
    rule = rule_named(name)
    options = [f"    {option} = {default!r}: {about}" for option, (default, about) in rule.option_help.items()]
    option_lines = "\n".join(["", "Options:", "", *options]) if options else ""
    text = f"{rule.name} ({rule.family}; {rule.state})\n\n{rule.page}\n{option_lines}"
    return Explanation((text,))


def _holds(source: Source, span: Span, line: int) -> bool:
    first, last = source.line_column(span.start)[0], source.line_column(max(span.start, span.end - 1))[0]
    return first <= line <= last


def _read(name: str, line: int, problems: list[Problem]) -> Iterator[str]:
    """Yield the entries that were extracted from a line, and the items on it that were skipped."""
    from citekit.commands.convert import Conversion
    from citekit.formats.files import dumps

    conversion = Conversion.of([name])
    problems += conversion.failures
    for reading in conversion.readings:
        library = conversion.library
        places = [
            number
            for number, trace in enumerate(library.traces)
            if trace.source.name == reading.source.name and _holds(reading.source, trace.span, line)
        ]
        for number in places:
            work, trace = library.works[number], library.traces[number]
            one = replace(library, works=(work,), traces=(trace,), problems=())
            yield "\n\n".join((_quoted(reading.source, trace.span), explanation(one), dumps(one, "bibtex").strip()))
        for item in reading.left_out:
            if _holds(reading.source, item.span, line):
                yield f"{_quoted(reading.source, item.span)}\n\nskipped: {item.reason}"


def _quoted(source: Source, span: Span) -> str:
    """Return the lines of a span with their numbers."""
    first, last = source.line_column(span.start)[0], source.line_column(max(span.start, span.end - 1))[0]
    return "\n".join(f"{number:>5} | {source.line(number)}" for number in range(first, last + 1))


def _checked(path: Path, line: int, problems: list[Problem]) -> Iterator[str]:
    """Yield the findings on a line, or in the entry on it, and what the pages of their rules report about them."""
    from citekit.commands.check import check_files
    from citekit.lint.reporters import render
    from citekit.lint.rule import all_parts
    from citekit.runtime.config import CheckSettings

    checked = check_files([path], CheckSettings(profile="strict"))
    problems += checked.report.unreadable
    here = tuple(
        finding
        for finding in checked.report.diagnostics
        if finding.source.name == str(path) and _holds(finding.source, finding.whole or finding.span, line)
    )
    if here:
        yield render(replace(checked.report, diagnostics=here, verbose=True), "full").strip()
    parts = {part.name: part for part in all_parts()}
    for name in dict.fromkeys(finding.part for finding in here):
        part, paragraphs = parts[name], parts[name].page.split("\n\n")
        why = next((text for text in paragraphs if text.startswith("Why:")), "")
        yield "\n".join(filter(None, (f"{part.rule}: {paragraphs[0]}", why)))


def explanation(library: Works) -> str:
    """Return each entry with the value, location, score and reason of each field, reasons for low confidence, and unparsed text."""
    traces = library.traces or (None,) * len(library)
    return "\n\n".join("\n".join(explained(work, trace)) for work, trace in zip(library, traces, strict=True))


def _value_text(value: Value) -> str:
    """Return a variable's value on one line: names separated by semicolons, dates as in ISO 8601."""
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, Date):
        ranges = ["-".join(f"{n:02d}" for n in part) for part in value.parts]
        return "/".join(ranges) or value.literal
    return "; ".join(f"{name} [{', '.join(name.marks)}]" if name.marks else str(name) for name in value)


def explained(work: Work, trace: Trace | None) -> Iterator[str]:
    """Yield the lines of the explanation of an entry."""
    head = f"{work.id} ({work.type})"
    if trace is None:
        yield head
    else:
        yield f"{head}  {trace.source.place(trace.span)}  score {trace.score:.2f}"
    evidence = trace.evidence if trace else {}
    if "type" in evidence:
        yield f"  {'type':<18} {work.type}{_reasoned(trace, evidence['type'])}"
    for name, value in [*work.variables.items(), *work.fields.items()]:
        yield f"  {name:<18} {_value_text(value)}{_reasoned(trace, evidence.get(name))}"
    if trace:
        for correction in trace.corrected:
            yield f"  corrected: {one_line(correction)}"
        for doubt in trace.doubts:
            yield f"  doubt: {one_line(doubt)}"
        for text in trace.left_over:
            yield f"  left over: {one_line(text, _TEXT_WIDTH)}"
        for source, span in trace.also:
            yield f"  also at: {source.place(span)}"


def _reasoned(trace: Trace | None, evidence: Evidence | None) -> str:
    if trace is None or evidence is None:
        return ""
    place = trace.source.place(evidence.span) if evidence.span else "-"
    return f"\n  {'':<18} {place}  {evidence.score:.2f}  {evidence.reason}"
