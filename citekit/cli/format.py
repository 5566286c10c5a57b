"""Format publications and citations in a citation style."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import click

from citekit.cli._grammar import GroupedOptionsCommand, files
from citekit.cli._input import STDIN, read_input, shown_name
from citekit.cli._messages import report_conversion, report_losses
from citekit.cli._options import options_of
from citekit.cli._output import STDOUT, content_before, refuse_to_overwrite, write_data
from citekit.cli._terminal import as_bytes, print_message, print_problem, print_warning, progress
from citekit.cli.main import FAILED, FINDINGS, FINE
from citekit.runtime.budget import LETTERS_OF_A_WORK, budget, seconds_for
from citekit.runtime.config import ConvertSettings, FormatSettings, ReadSettings, setting
from citekit.runtime.errors import UnreadableInputError, UsageError, did_you_mean
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source

if TYPE_CHECKING:
    from citekit.commands.api import Conversion
    from citekit.commands.manuscript_output import FilledManuscript
    from citekit.model.work import Work


PAGE = "page"
"""The format of :mod:`citekit.commands.publication_page`, which is not an output format of citations."""


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
    from citekit.commands.api import Conversion, NamedBytes
    from citekit.commands.manuscript_output import as_page, owned
    from citekit.model.titles import titled

    is_folder = answer.out not in ("", STDOUT) and Path(answer.out).is_dir()
    before = content_before(answer.out, documents)
    if answer.out and not is_folder:
        refuse_to_overwrite(answer.out, answer.overwrite)
    if text := _manuscript(documents, answer, settings.keep):
        return _write_filled(text, settings, answer, before)
    if is_folder:
        refuse_to_overwrite(answer.out, answer.overwrite)
    to_format = _written_format(answer)
    inputs = [NamedBytes(shown_name(name), read_input(name)) if name == STDIN else name for name in documents]
    with progress(not answer.quiet) as done:
        conversion = Conversion.of(inputs, _read_settings(settings), done=done)
    report_conversion(conversion, answer.quiet or not _has_to_say(conversion), answer.verbose)
    if not conversion.library:
        return FAILED if conversion.failures else FINDINGS
    works, missing = _chosen(conversion.library, answer.key)
    settings = as_page(works, settings) if to_format == PAGE else settings
    works, doubts = owned(works, settings)
    for problem in doubts:
        print_problem(problem)
    with budget("the list", seconds_for(LETTERS_OF_A_WORK * len(works))):
        works = titled(works, settings.titles, _is_bibtex(conversion))
        printed, warned = _formatted(works, settings, answer, to_format)
    write_data(printed, answer.out, answer.overwrite, styled=to_format == "terminal", read=before)
    if conversion.failures:
        return FAILED
    unread = any(problem.severity == "error" for problem in conversion.problems)
    unsure = settings.strict and conversion.findings
    return FINDINGS if warned or missing or doubts or unread or unsure else FINE


def _read_settings(settings: FormatSettings) -> ConvertSettings:
    """Return the settings for reading documents: with headings, to group by, and the owner, to print in bold."""
    values = {field.name: getattr(settings, field.name) for field in fields(ReadSettings)}
    return ConvertSettings(**values, keep_headings=True, mark_owner=True)


def _has_to_say(conversion: Conversion) -> bool:
    """Whether to report a conversion: of documents, without works, or with problems, but not of a valid bibliography."""
    return bool(conversion.readings or conversion.problems) or not conversion.library


def _written_format(answer: _FormatArguments) -> str:
    """Return the format of ``--to``, else that of OUT's file extension, else plain text. Raise ``UsageError`` if unknown."""
    from citekit.csl.output import is_packed, names, of_suffix, writer

    if answer.to_format == PAGE and not answer.cite:
        return PAGE
    suffix = "" if answer.out in ("", STDOUT) else Path(answer.out).suffix
    named = of_suffix(suffix) if suffix else "text"
    if not answer.to_format and not named:
        raise UsageError(f"no output format has files that end in '{suffix}'", did_you_mean(suffix[1:], names()))
    chosen = writer(answer.to_format or named).NAME
    if is_packed(chosen) and (answer.cite or answer.out in ("", STDOUT)):
        what = "citations" if answer.cite else "a file"
        raise UsageError(
            f"{chosen} is {'not a format for ' if answer.cite else ''}{what}",
            "specify a file with -o, or another format with --to",
        )
    return chosen


def _manuscript(documents: tuple[str, ...], answer: _FormatArguments, keep: str) -> FilledManuscript | None:
    """Return the manuscript to fill in: one given with BIB, or one that names its bibliography; None for other files.

    Several files must all belong to one document. Raise ``UsageError`` for a manuscript that cites without a bibliography.
    """
    from citekit.commands.manuscript_output import (
        could_cite,
        larger,
        manuscript,
        with_files,
        word_manuscript,
        word_package,
    )

    listed = answer.cite or answer.key or keep
    if answer.bib and (len(documents) != 1 or listed or answer.to_format):
        raise UsageError(
            "--bib requires one document, and cannot be used with --cite, --keep, --key or --to", "omit these options"
        )
    name = "<stdin>.md" if documents[0] == STDIN else documents[0]
    if not answer.bib and (listed or any(file == STDIN or not could_cite(file) for file in documents)):
        return None
    if not answer.bib and not all(Path(file).is_file() for file in documents):
        return None
    if name.lower().endswith(".docx") and answer.bib:
        if answer.out in ("", STDOUT):
            raise UsageError("a Word document cannot be written to standard output", "specify a file with -o")
        return word_manuscript(Path(name), word_package(Path(name)))
    for file in documents:
        text = (
            manuscript(Path(name), _source(file, name))
            if file == documents[0]
            else manuscript(Path(file), _source(file))
        )
        if answer.bib:
            return text
        whole = larger(text) or text
        if len(documents) > 1 and whole.cites:
            joined = with_files(whole, [Path(other) for other in documents])
            if joined is not None:
                return joined
        elif len(documents) == 1 and whole.cites:
            return whole
        if whole.cites_from_nowhere:
            raise UsageError(
                f"{file} has citations, but no bibliography that can be read", "specify the bibliography with --bib"
            )
    return None


def _source(name: str, shown: str = "") -> Source:
    shown = shown or name
    return Source(shown.removesuffix(".md") if shown == "<stdin>.md" else shown, _text_of(name))


def _check_language(text: FilledManuscript, answer: _FormatArguments) -> None:
    """Raise ``UsageError`` if a manuscript would be written to a file of another format than its own."""
    from citekit.csl.output import names
    from citekit.manuscripts.document import MARKDOWN, language_named

    family = MARKDOWN if text.language.NAME in MARKDOWN else (text.language.NAME,)
    suffixes = dict.fromkeys(
        (
            text.path.suffix.lower(),
            *text.language.SUFFIXES,
            *(one for name in family if name in MARKDOWN for one in language_named(name).SUFFIXES),
        )
    )
    is_list = text.language.NAME in ("aux", "bcf")
    if is_list:
        suffixes = {".bbl": None, ".tex": None}  # the list of an .aux or .bcf file is LaTeX
    own = {text.language.WRITING.output, text.language.NAME, *(("markdown",) if text.language.NAME in MARKDOWN else ())}
    suffix = "" if answer.out in ("", STDOUT) or Path(answer.out).is_dir() else Path(answer.out).suffix.lower()
    wrong = f"'{suffix}'" if suffix and suffix not in suffixes else ""
    if not wrong and answer.to_format in own | {""}:
        return
    if not wrong and answer.to_format not in (*names(), PAGE):
        raise UsageError(f"there is no output format '{answer.to_format}'", did_you_mean(answer.to_format, names()))
    what = f"a file that ends in {wrong}" if wrong else answer.to_format
    raise UsageError(
        f"{text.path} is a manuscript: it is filled in in its own format, and cannot be written as {what}",
        f"write it to a file that ends in {', '.join(suffixes)} and convert that with another program"
        + ("" if wrong else "; use --key to print its list of works in another format"),
    )


def _write_filled(
    text: FilledManuscript, settings: FormatSettings, answer: _FormatArguments, before: dict[str, bytes]
) -> int:
    """Write the files of a manuscript with citations and lists filled in, to a directory or to one output."""
    from citekit.commands.manuscript_output import filled_files, filled_word, word_package

    _check_language(text, answer)
    is_word = text.path.suffix.lower() == ".docx"
    paths = [text.path] if is_word else [Path(text.parts[number].source.name) for number in text.wanted]
    folder = Path(answer.out) if answer.out not in ("", STDOUT) and Path(answer.out).is_dir() else None
    if folder is None and len(paths) > 1 and answer.out not in ("", STDOUT):
        raise UsageError(
            f"{len(paths)} files cannot be written to one file {answer.out}", "specify an existing directory with -o"
        )
    outs = [str(folder / path.name) if folder else answer.out for path in paths]
    for out in outs if folder else ():
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
        write_data(data, out, answer.overwrite, read=before)
    return FINDINGS if any(problem.severity != "info" for problem in problems) else FINE


def _is_bibtex(conversion: Conversion) -> bool:
    """Whether all works come from BibTeX or BibLaTeX."""
    return all(part.format in ("bibtex", "biblatex") for part in conversion.parts if not part.failure)


def _text_of(name: str) -> str:
    """Return the text of a document with unchanged line ends."""
    try:
        return read_input(name).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableInputError(f"{name} is not UTF-8 text (byte {error.start})", "save it as UTF-8") from None


def _chosen(library: Sequence[Work], keys: str) -> tuple[Sequence[Work], bool]:
    """Return the works with these keys in the order of the library (all without keys), and whether a key is missing."""
    requested = list(filter(None, map(str.strip, keys.split(","))))
    if not requested:
        return library, False
    chosen = [work for work in library if not set(requested).isdisjoint(work.keys)]
    missing = [key for key in dict.fromkeys(requested) if all(key not in work.keys for work in chosen)]
    for key in missing:
        print_warning(f"there is no work '{key}'", did_you_mean(key, (work.id for work in library)))
    return chosen, bool(missing)


def _formatted(
    works: Sequence[Work], settings: FormatSettings, answer: _FormatArguments, to_format: str
) -> tuple[bytes, bool]:
    """Return the formatted works or citations, and whether there were warnings."""
    from citekit.commands.manuscript_output import DEFAULT_STYLE, listing_of, style_called
    from citekit.csl.formatted import cited, listed
    from citekit.csl.output import document, is_packed, writer
    from citekit.csl.printed import left_out
    from citekit.csl.styles import stands_in

    names = settings.style or (DEFAULT_STYLE,)
    for name in names:
        if stands_in(name):
            print_message(f"citekit: {name} has no style of its own; using {stands_in(name)} instead")
    styles = [style_called(name, settings) for name in names]
    if answer.cite:
        if len(styles) > 1:
            raise UsageError("citations can be printed in one style only", f"choose one of {', '.join(names)}")
        lines, rendered = cited(works, answer.cite, styles[0], to_format, settings.language)
        data = as_bytes("".join(f"{line}\n" for line in lines if line))
    else:
        listing = listing_of(settings)
        if to_format == PAGE:
            from citekit.commands.publication_page import page

            text, rendered = page(works, styles, listing, settings.language, answer.out not in ("", STDOUT))
            data = as_bytes(text)
        else:
            rendered = listed(works, styles, settings.language, listing)
            is_file = answer.out not in ("", STDOUT) and not answer.to_format
            whole = document(to_format, rendered) if is_file or is_packed(to_format) else b""
            data = whole or as_bytes(writer(to_format).bibliography(rendered))
        for name, style in () if answer.quiet else zip(names, styles, strict=True):
            report_losses(left_out(style, works, listing.extras), name, answer.verbose)
    for problem in rendered.warnings:
        print_problem(problem)
    return data, any(problem.severity != "info" for problem in rendered.warnings)
