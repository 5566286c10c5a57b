"""Print the entries that match a query, or that a manuscript cites."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

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
from citekit.runtime.config import setting
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass
from citekit.text.unicode import counted

_MISSING_SHOWN = 20  # a screen


@dataclass(frozen=True, slots=True)
class _SelectArguments:
    """What is chosen next to the query, and where it goes."""

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
    query, files = _query_and_files(query_and_files, bool(answer.cited_in))
    if answer.out:
        refuse_to_overwrite(answer.out, answer.overwrite)
    from citekit.commands.convert import NamedBytes
    from citekit.commands.select import KEYS, select
    from citekit.formats.files import check_writable, format_to_write

    to_format = answer.to_format or ("" if answer.out in ("", STDOUT) else format_to_write(answer.out))
    check_writable(to_format or "bibtex")
    if answer.only_keys:
        to_format = KEYS
    elif not answer.to_format and to_format in ("bibtex", "biblatex"):
        to_format = ""  # entries are copied as they are written
    before = content_before(answer.out, (*files, *answer.cited_in))
    inputs = [NamedBytes(shown_name(name), read_input(name)) if name == STDIN else name for name in files]
    with progress(not answer.quiet) as done:
        found = select(inputs, query, answer.cited_in, to_format, done)
    for failure in found.failures:
        print_problem(failure)
    if found.selected:
        write(found.text, answer.out, answer.overwrite, read=before)
    for key in found.repeated[:_MISSING_SHOWN]:
        print_warning(f"the key '{key}' is in more than one file; each entry is printed", "remove one of them")
    for key in found.missing[:_MISSING_SHOWN]:
        print_warning(f"'{key}' is cited, but no entry has this key")
    if len(found.missing) > _MISSING_SHOWN:
        print_hint(f"{len(found.missing) - _MISSING_SHOWN} more missing keys; run 'citekit check' to list them all")
    if not answer.quiet and found.seen:
        print_message(f"{found.selected} of {counted(found.seen, 'entry')}")
    if found.failures:
        return FAILED
    return FINE if found.selected and not found.missing else FINDINGS


def _query_and_files(arguments: tuple[str, ...], cites: bool) -> tuple[str, tuple[str, ...]]:
    """Return the query and the files. With ``--cited-in``, the query may be omitted: a first argument that exists is a file."""
    first, *rest = arguments
    exists = first == STDIN
    with suppress(OSError, ValueError):  # a query may be too long for a name
        exists = exists or Path(first).exists()
    if cites and (exists or not rest):
        return "", arguments
    if exists and rest and Path(first).suffix and not cites:
        query = "QUERY" if rest[0] == STDIN or Path(rest[0]).exists() else rest[0]
        raise UsageError(f"{first} is a file, not a query", f"write the query first: citekit select '{query}' {first}")
    if not rest:
        hint = "specify files after the query, or - for standard input"
        raise UsageError(f"{first} is a file, not a query" if exists else "no files to search", hint)
    return first, tuple(rest)
