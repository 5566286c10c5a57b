"""Merge the pages of a group into one bibliography, plus one per member."""

from __future__ import annotations

from pathlib import Path

import click

from citekit.cli._grammar import GroupedOptionsCommand, files
from citekit.cli._io import give, print_hint, print_message, progress, report_conversion
from citekit.cli._options import options_of
from citekit.cli.main import FAILED, FINDINGS, FINE
from citekit.runtime.config import ConvertSettings, setting
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass


@dataclass(frozen=True, slots=True)
class _LabArguments:
    """Who the members are, and where the files go."""

    out: str = setting("", "Write the files to this directory.", "OUT", ("-o", "--out"), path=True, power="writes")
    members: str = setting("", "TOML file with the members and the variants of their names.", "FILE", path=True)
    to_format: str = setting("bibtex", "Output format.", "FORMAT", ("--to",))
    overwrite: bool = setting(False, "Replace existing files.", "", ("-f", "--overwrite"), power="writes")
    quiet: bool = setting(False, "Print only errors.", "", ("-q", "--quiet"))
    verbose: bool = setting(False, "Also list every uncertain value and every skipped item.", "", ("-v", "--verbose"))


@click.command(
    "lab", cls=GroupedOptionsCommand, examples=("citekit lab people/ -o lab", "citekit lab homepage.md cv.md")
)
@click.argument("documents", metavar="DOCUMENT...", nargs=-1, required=True, shell_complete=files)
@options_of(settings=ConvertSettings, answer=_LabArguments)
def command(documents: tuple[str, ...], settings: ConvertSettings, answer: _LabArguments) -> int:
    """Merge the pages of a group into one bibliography, plus one per member.

    DOCUMENT is a document that citekit convert reads, or a directory of such documents: the pages of the members. OUT receives
    all.bib, in which author+an names the members among the authors, a bibliography for each member, and review.md with the
    merged entries and the near matches. Without OUT, the review is printed.
    """
    from citekit.commands.convert import Conversion
    from citekit.commands.lab import Lab, read_members
    from citekit.formats.files import check_writable, is_folder

    check_writable(answer.to_format)
    if is_folder(answer.to_format):
        raise UsageError(
            f"{answer.to_format} writes a directory for each list",
            "choose a format that is one file, such as --to bibtex",
        )
    members = read_members(Path(answer.members)) if answer.members else ()
    with progress(not answer.quiet) as done:
        conversion = Conversion.of(documents, settings, done=done)
    report_conversion(conversion, answer.quiet, answer.verbose)
    if not conversion.library:
        return FAILED if conversion.failures else FINDINGS
    lab = Lab.of(conversion, members)
    if answer.out:
        lab.write(Path(answer.out), answer.to_format, answer.overwrite)
    else:
        give(lab.review)
    if not answer.quiet:
        for text, is_hint in lab.report():
            (print_hint if is_hint else print_message)(text)
    unsure = settings.strict and (conversion.findings or bool(lab.unnamed))
    return FAILED if conversion.failures else FINDINGS if unsure else FINE
