"""Format publications and citations in a citation style."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import click

from citekit.cli._grammar import GroupedOptionsCommand, files
from citekit.cli._io import (
    STDIN,
    STDOUT,
    as_bytes,
    content_before,
    is_directory,
    print_message,
    print_problem,
    print_warning,
    progress,
    read_input,
    refuse_to_overwrite,
    report_conversion,
    report_losses,
    shown_name,
    write_data,
)
from citekit.cli._options import options_of
from citekit.cli.main import FAILED, FINDINGS, FINE
from citekit.runtime.config import ConvertSettings, FormatSettings, ReadSettings, setting
from citekit.runtime.errors import UsageError, did_you_mean
from citekit.runtime.records import dataclass

if TYPE_CHECKING:
    from citekit.commands.format import FilledManuscript


@dataclass(frozen=True, slots=True)
class _FormatArguments:
    """What the command prints, and where to."""

    key: str = setting("", "Print only the works with these keys, separated by commas.", "KEYS")
    bib: str = setting(
        "", "Fill in the citations of FILE from this bibliography, not from those that FILE names.", "BIB", path=True
    )
    cite: str = setting("", "Print these citations instead of the bibliography.", "CITATIONS")
    to_format: str = setting(
        "",
        "Output format (default: from the extension of OUT, else text); page writes a complete web page.",
        "FORMAT",
        ("--to",),
    )
    out: str = setting(
        "", "Write to this file; its extension selects the format.", "OUT", ("-o", "--out"), path=True, power="writes"
    )
    overwrite: bool = setting(False, "Replace OUT if it exists.", "", ("-f", "--overwrite"), power="writes")
    quiet: bool = setting(False, "Print only errors.", "", ("-q", "--quiet"))
    verbose: bool = setting(False, "Also list every uncertain value and every skipped item.", "", ("-v", "--verbose"))


@click.command(
    "format",
    cls=GroupedOptionsCommand,
    examples=(
        "citekit format references.bib --style ieee",
        "citekit format references.bib --cite '[see @okafor2021, p. 103]'",
        "citekit format paper.md --bib references.bib -o printed.md",
    ),
)
@click.argument("documents", metavar="FILE...", nargs=-1, required=True, shell_complete=files)
@options_of(settings=FormatSettings, answer=_FormatArguments)
def command(documents: tuple[str, ...], settings: FormatSettings, answer: _FormatArguments) -> int:
    """Format publications and citations in a citation style.

    FILE is a bibliography (BibTeX, CSL-JSON), any document that citekit convert reads, or - for standard input. The list is
    printed one entry per line. CITATIONS use Pandoc syntax: '[see @doe2020, p. 3; @roe2019]' or '@doe2020'.

    If FILE is a manuscript with citations, citekit fills in its citations and its reference list; all other text is unchanged.
    Supported are LaTeX, Markdown (Pandoc, Quarto, MyST, Jekyll), reStructuredText, Org, Typst, AsciiDoc, Jupyter, and with
    --bib Word (.docx). For an .aux or .bcf file, the list is printed.
    """
    from citekit.commands.convert import Conversion, NamedBytes
    from citekit.commands.format import DEFAULT_STYLE, manuscript_among, output_format, print_works
    from citekit.csl.styles import stands_in

    to_stdout = answer.out in ("", STDOUT)
    is_folder = not to_stdout and is_directory(answer.out)
    before = content_before(answer.out, documents)
    if answer.out and not is_folder:
        refuse_to_overwrite(answer.out, answer.overwrite)
    lists = answer.cite or answer.key or settings.keep
    if answer.bib and (len(documents) != 1 or lists or answer.to_format):
        raise UsageError(
            "--bib requires one document, and cannot be used with --cite, --keep, --key or --to", "omit these options"
        )
    if answer.bib and documents[0].lower().endswith(".docx") and to_stdout:
        raise UsageError("a Word document cannot be written to standard output", "specify a file with -o")
    # a manuscript is filled in, anything else is a source of works to list
    text = None if lists else manuscript_among(documents, bool(answer.bib), read_input)
    if text:
        return _write_filled(text, settings, answer, before)
    if is_folder:
        refuse_to_overwrite(answer.out, answer.overwrite)
    suffix = "" if to_stdout else Path(answer.out).suffix
    to_format = output_format(answer.to_format, suffix, bool(answer.cite), not to_stdout)
    inputs = [NamedBytes(shown_name(name), read_input(name)) if name == STDIN else name for name in documents]
    read = {field.name: getattr(settings, field.name) for field in fields(ReadSettings)}
    # headings are there to group by, the owner to be printed in bold
    reading = ConvertSettings(**read, keep_headings=True, mark_owner=True)
    with progress(not answer.quiet) as done:
        conversion = Conversion.of(inputs, reading, done=done)
    # of bibliographies that were read without problems there is nothing to report but what failed
    is_plain = bool(conversion.library) and not conversion.readings and not conversion.problems
    if conversion.failures or not is_plain:
        report_conversion(conversion, answer.quiet or is_plain, answer.verbose)
    if not conversion.library:
        return FAILED if conversion.failures else FINDINGS
    keys = answer.key
    wanted = [key.strip() for key in keys.split(",") if key.strip()]
    works = [work for work in conversion.library if not wanted or not set(wanted).isdisjoint(work.keys)]
    missing = [key for key in dict.fromkeys(wanted) if all(key not in work.keys for work in works)]
    for key in missing:
        print_warning(f"there is no work '{key}'", did_you_mean(key, (work.id for work in conversion.library)))
    for name in settings.style or (DEFAULT_STYLE,):
        if stands_in(name):
            print_message(f"citekit: {name} has no style of its own; using {stands_in(name)} instead")
    is_document = not to_stdout and not answer.to_format
    printed = print_works(conversion, works, settings, to_format, answer.cite, not to_stdout, is_document)
    for name, lost in () if answer.quiet else printed.omitted():
        if lost:
            report_losses(lost, name, answer.verbose)
    for problem in printed.problems:
        print_problem(problem)
    data = as_bytes(printed.content) if isinstance(printed.content, str) else printed.content
    write_data(data, answer.out, answer.overwrite, styled=to_format == "terminal", read=before)
    if conversion.failures:
        return FAILED
    warned = missing or any(problem.severity != "info" for problem in printed.problems)
    unread = any(problem.severity == "error" for problem in conversion.problems)
    return FINDINGS if warned or unread or (settings.strict and conversion.findings) else FINE


def _write_filled(
    text: FilledManuscript, settings: FormatSettings, answer: _FormatArguments, before: dict[str, bytes]
) -> int:
    """Write the files of a manuscript with citations and lists filled in, to a directory or to one output."""
    from citekit.commands.format import check_language, filled_files, filled_word, places_in, word_package

    to_stdout = answer.out in ("", STDOUT)
    to_directory = not to_stdout and is_directory(answer.out)
    suffix = "" if to_stdout or to_directory else Path(answer.out).suffix.lower()
    check_language(text, suffix, answer.to_format)
    is_word = text.path.suffix.lower() == ".docx"
    paths = [text.path] if is_word else [Path(text.parts[number].source.name) for number in text.wanted]
    if len(paths) > 1 and not to_stdout and not to_directory:
        raise UsageError(
            f"{len(paths)} files cannot be written to one file {answer.out}", f"write -o {answer.out}/ for a directory"
        )
    outs = places_in(answer.out, paths, text.path) if to_directory else [answer.out] * len(paths)
    for out in outs if to_directory else ():
        if Path(out).parent.is_dir():
            refuse_to_overwrite(out, answer.overwrite)
        before |= content_before(out, [str(path) for path in paths])
    if is_word:
        data, filled_text = filled_word(text, word_package(text.path), settings, answer.bib)
        written, all_filled = [data], [filled_text]
    else:
        all_filled = filled_files(text, settings, answer.bib)
        written = [as_bytes(filled.text) for filled in all_filled]
    problems = [problem for filled in all_filled for problem in filled.problems]
    for problem in problems:
        print_problem(problem)
    for data, out in zip(written, outs, strict=True):
        if to_directory:
            try:
                Path(out).parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise UsageError(f"{out} cannot be written: {error.strerror or error}") from None
        write_data(data, out, answer.overwrite, read=before)
    return FINDINGS if any(problem.severity != "info" for problem in problems) else FINE
