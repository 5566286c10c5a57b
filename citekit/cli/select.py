"""Print the entries that match a query, or that a manuscript cites."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from citekit.cli._grammar import GroupedOptionsCommand, files
from citekit.cli._io import (
    STDIN,
    STDOUT,
    content_before,
    print_hint,
    print_message,
    print_problem,
    print_warning,
    progress,
    read_input,
    refuse_to_overwrite,
    shown_name,
    write,
)
from citekit.cli._options import options_of
from citekit.cli.main import FAILED, FINDINGS, FINE
from citekit.runtime.config import CheckSettings, ConvertSettings, setting
from citekit.runtime.errors import UsageError, counted
from citekit.runtime.records import dataclass

if TYPE_CHECKING:
    from citekit.commands.api import Conversion, InputResult
    from citekit.model.work import Work

_MISSING_SHOWN = 20  # a screen


@dataclass(frozen=True, slots=True)
class _SelectArguments:
    """What is chosen beside the query, and where it goes."""

    cited_in: tuple[str, ...] = setting((), "Select only entries that these manuscripts cite.", "FILES", path=True)
    only_keys: bool = setting(False, "Print only the citation keys, one per line.")
    to_format: str = setting(
        "", "Output format (default: entries of .bib files are printed unchanged).", "FORMAT", ("--to",)
    )
    out: str = setting(
        "", "Write to this file; its extension selects the format.", "OUT", ("-o", "--out"), path=True, power="writes"
    )
    overwrite: bool = setting(False, "Replace OUT if it exists.", "", ("-f", "--overwrite"), power="writes")
    quiet: bool = setting(False, "Print only errors.", "", ("-q", "--quiet"))


@click.command(
    "select",
    cls=GroupedOptionsCommand,
    examples=(
        "citekit select 'author:lindqvist year>=2020' references.bib",
        "citekit select --cited-in paper.md references.bib -o paper.bib",
    ),
)
@click.argument("query_and_files", metavar="QUERY FILE...", nargs=-1, required=True, shell_complete=files)
@options_of(answer=_SelectArguments)
def command(query_and_files: tuple[str, ...], answer: _SelectArguments) -> int:
    """Print the entries that match QUERY.

    QUERY is an expression such as 'type:article and year>=2020 and author:Doe'; it is optional with --cited-in. FILE is a
    bibliography, any document that citekit convert reads, or - for standard input. Entries of .bib files are printed
    unchanged, with the @string definitions and the entries that they refer to. The exit code is 1 if no entry matches, or if
    a manuscript cites a missing key.
    """
    text, files = _divided(query_and_files, answer)
    if answer.out:
        refuse_to_overwrite(answer.out, answer.overwrite)
    from citekit.commands.api import Conversion, NamedBytes
    from citekit.formats.files import check_writable, format_to_write
    from citekit.model.query import query

    condition = query(text) if text.strip() else None
    to_format = answer.to_format or ("" if answer.out in ("", STDOUT) else format_to_write(answer.out))
    check_writable(to_format or "bibtex")
    before = content_before(answer.out, (*files, *answer.cited_in))
    cited = _cited(answer.cited_in)
    inputs = [NamedBytes(shown_name(name), read_input(name)) if name == STDIN else name for name in files]
    with progress(not answer.quiet) as done:
        conversion = Conversion.of(inputs, ConvertSettings(), done=done)
    for failure in conversion.failures:
        print_problem(failure)
    if condition:
        condition.check([*conversion.library, *(work for part in conversion.parts for work in part.library)])

    def is_selected(work: Work) -> bool:
        return (cited is None or not cited.isdisjoint(work.keys)) and (condition is None or condition.holds(work))

    as_written = not answer.to_format and to_format in ("", "bibtex", "biblatex") and not answer.only_keys
    if as_written and conversion.parts and all(part.format in ("bibtex", "biblatex") for part in conversion.parts):
        text, selected, seen = _as_written(conversion.parts, is_selected)
    else:
        text, selected, seen = _rewritten(conversion, is_selected, "" if answer.only_keys else to_format or "bibtex")
    if selected:
        write(text, answer.out, answer.overwrite, read=before)
    missing = _missing(cited, conversion)
    if not answer.quiet and seen:
        print_message(f"{selected} of {counted(seen, 'entry')}")
    if conversion.failures:
        return FAILED
    return FINE if selected and not missing else FINDINGS


def _divided(arguments: tuple[str, ...], answer: _SelectArguments) -> tuple[str, tuple[str, ...]]:
    """Return the query and the files. With ``--cited-in``, the query may be omitted: a first argument that exists is a file."""
    first, *rest = arguments
    if answer.cited_in and (first == STDIN or _exists(first) or not rest):
        return "", arguments
    if not rest:
        hint = "specify files after the query, or - for standard input"
        raise UsageError("no files to search" if not _exists(first) else f"{first} is a file, not a query", hint)
    return first, tuple(rest)


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def _cited(manuscripts: Sequence[str]) -> frozenset[str] | None:
    """Return the keys that manuscripts cite; None for all. Raise ``UsageError`` if a file cannot be read or cites nothing."""
    if not manuscripts:
        return None
    from citekit.lint.loading.files import load

    loaded = load([Path(name) for name in manuscripts], CheckSettings())
    for problem in loaded.unreadable:
        raise UsageError(problem.message, problem.hint)
    if not loaded.manuscripts:
        raise UsageError(f"no citations in {', '.join(manuscripts)}", "specify the main file of a manuscript")
    if any(manuscript.everything for manuscript in loaded.manuscripts):
        return None
    return frozenset(citation.key for manuscript in loaded.manuscripts for _, citation in manuscript.citations())


def _missing(cited: frozenset[str] | None, conversion: Conversion) -> bool:
    """Print a warning for each key that is cited but not defined. Return whether there is one."""
    works = (*(work for part in conversion.parts for work in part.library), *conversion.library)
    defined = {key for work in works for key in work.keys}
    missing = sorted((cited or frozenset()) - defined)
    for key in missing[:_MISSING_SHOWN]:
        print_warning(f"'{key}' is cited, but no entry has this key")
    if len(missing) > _MISSING_SHOWN:
        print_hint(f"{len(missing) - _MISSING_SHOWN} more missing keys; run 'citekit check' to list them all")
    return bool(missing)


def _as_written(parts: Sequence[InputResult], is_selected: Callable[[Work], bool]) -> tuple[str, int, int]:
    """Return the selected entries of ``.bib`` files unchanged, their number, and the number of all entries."""
    from citekit.formats.bibtex.excerpt import excerpt

    texts, selected, seen = [], 0, 0
    for part in parts:
        seen += len(part.library)
        if part.library.traces:
            both = zip(part.library.works, part.library.traces, strict=True)
            offsets = {trace.span.start for work, trace in both if is_selected(work)}
            selected += len(offsets)
            texts.append(excerpt(part.library.traces[0].source, offsets))
    return "\n".join(filter(None, texts)), selected, seen


def _rewritten(conversion: Conversion, is_selected: Callable[[Work], bool], to_format: str) -> tuple[str, int, int]:
    """Return the selected works in a format, or their keys, with the same numbers as :func:`_as_written`."""
    from citekit.formats.files import dumps
    from citekit.model.library import Works

    works = tuple(work for work in conversion.library if is_selected(work))
    text = dumps(Works(works), to_format) if to_format else "".join(f"{work.id}\n" for work in works)
    return text, len(works), len(conversion.library)
