"""Format publications in a citation style."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import click

from citekit.cli._grammar import Verb, files
from citekit.cli._input import STDIN, read_input, shown_name
from citekit.cli._messages import talk, talk_of_losses
from citekit.cli._options import options_of
from citekit.cli._output import STDOUT, content_before, refuse_to_overwrite, write_data
from citekit.cli._terminal import as_bytes, progress, say, say_problem, say_warning
from citekit.cli.main import FAILED, FINDINGS, FINE
from citekit.runtime.budget import LETTERS_OF_A_WORK, budget, seconds_for
from citekit.runtime.config import ConvertSettings, FormatSettings, ReadSettings, setting
from citekit.runtime.errors import UnreadableInputError, UsageError, meant
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source

if TYPE_CHECKING:
    from citekit.commands.api import Conversion
    from citekit.commands.manuscript_output import FilledManuscript
    from citekit.model.work import Work


PAGE = "page"
"""What :mod:`citekit.commands.publication_page` makes, which is no output format of citations."""


@dataclass(frozen=True, slots=True)
class _FormatArguments:
    """What the command prints, and where to."""

    key: str = setting("", "Only the works with these keys, divided by commas.", "KEYS")
    bib: str = setting(
        "", "Fill the citations of FILE with the works of this one, not with those that it names.", "BIB", path=True
    )
    cite: str = setting("", "Print these citations instead of the bibliography.", "CITATIONS")
    to_format: str = setting(
        "", "Write this format (text where nothing tells); page is one for a site.", "FORMAT", ("--to",)
    )
    out: str = setting(
        "", "Write to this file; its suffix tells the format.", "OUT", ("-o", "--out"), path=True, power="writes"
    )
    overwrite: bool = setting(False, "Replace OUT where it exists.", "", ("-f", "--overwrite"), power="writes")
    quiet: bool = setting(False, "Say nothing but errors.", "", ("-q", "--quiet"))
    verbose: bool = setting(False, "Also list every doubt and every item that was left out.", "", ("-v", "--verbose"))


@click.command("format", cls=Verb)
@click.argument("documents", metavar="FILE...", nargs=-1, required=True, shell_complete=files)
@options_of(settings=FormatSettings, answer=_FormatArguments)
def command(documents: tuple[str, ...], settings: FormatSettings, answer: _FormatArguments) -> int:
    """Format publications in a citation style.

    FILE is a bibliography (BibTeX, CSL-JSON), any document that 'citekit convert' reads, or - for standard input. The
    bibliography is printed in the order of the style or another one, an entry a line. CITATIONS are written as in Pandoc:
    '[see @doe2020, p. 3; @roe2019]' or '@doe2020'. A FILE that cites works of a bibliography
    that it names, or of BIB, is printed with citations and list filled in, and otherwise as it is: LaTeX, Markdown of Pandoc,
    Quarto, MyST and Jekyll, reStructuredText, Org, Typst, AsciiDoc, Jupyter, and with BIB Word (.docx); of an .aux or .bcf file the list is printed.
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
    talk(conversion, answer.quiet or not _has_to_say(conversion), answer.verbose)
    if not conversion.library:
        return FAILED if conversion.failures else FINDINGS
    works, missing = _chosen(conversion.library, answer.key)
    settings = as_page(works, settings) if to_format == PAGE else settings
    works, doubts = owned(works, settings)
    for problem in doubts:
        say_problem(problem)
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
    """How documents are read to be formatted: with their headings, to group by, and whose list it is, to print in bold."""
    told = {of.name: getattr(settings, of.name) for of in fields(ReadSettings)}
    return ConvertSettings(**told, keep_headings=True, mark_owner=True)


def _has_to_say(conversion: Conversion) -> bool:
    """Whether documents were read, or nothing, or with problems; of a sound bibliography there is nothing to say."""
    return bool(conversion.readings or conversion.problems) or not conversion.library


def _written_format(answer: _FormatArguments) -> str:
    """The format asked for, else that of OUT's suffix, else plain text. Raises ``UsageError`` for an unknown one."""
    from citekit.csl.output import is_packed, names, of_suffix, writer

    if answer.to_format == PAGE and not answer.cite:
        return PAGE
    suffix = "" if answer.out in ("", STDOUT) else Path(answer.out).suffix
    named = of_suffix(suffix) if suffix else "text"
    if not answer.to_format and not named:
        raise UsageError(f"no output format has files that end in '{suffix}'", meant(suffix[1:], names()))
    chosen = writer(answer.to_format or named).NAME
    if is_packed(chosen) and (answer.cite or answer.out in ("", STDOUT)):
        what = "citations" if answer.cite else "a file"
        raise UsageError(
            f"{chosen} is {'no format for ' if answer.cite else ''}{what}",
            "name a file with -o, or another format with --to",
        )
    return chosen


def _manuscript(documents: tuple[str, ...], answer: _FormatArguments, keep: str) -> FilledManuscript | None:
    """The text whose citations are to be filled in: one that comes with BIB, or that names its bibliography itself.

    Of several files all have to belong to one document. Raises ``UsageError`` for a text that cites from nowhere.
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
        raise UsageError("--bib takes one document, which keeps its format", "leave out --cite, --keep, --key and --to")
    name = "<stdin>.md" if documents[0] == STDIN else documents[0]
    if not answer.bib and (listed or any(one == STDIN or not could_cite(one) for one in documents)):
        return None
    if not answer.bib and not all(Path(one).is_file() for one in documents):
        return None
    if name.lower().endswith(".docx") and answer.bib:
        if answer.out in ("", STDOUT):
            raise UsageError("a Word document is written to a file", "name one with -o")
        return word_manuscript(Path(name), word_package(Path(name)))
    for one in documents:
        text = (
            manuscript(Path(name), _source(one, name)) if one == documents[0] else manuscript(Path(one), _source(one))
        )
        if answer.bib:
            return text
        whole = larger(text) or text
        if len(documents) > 1 and whole.cites:
            found = with_files(whole, [Path(other) for other in documents])
            if found is not None:
                return found
        elif len(documents) == 1 and whole.cites:
            return whole
        if whole.cites_from_nowhere:
            raise UsageError(
                f"{one} cites works and names no bibliography that could be read", "name the bibliography with --bib"
            )
    return None


def _source(name: str, shown: str = "") -> Source:
    shown = shown or name
    return Source(shown.removesuffix(".md") if shown == "<stdin>.md" else shown, _text_of(name))


def _check_language(text: FilledManuscript, answer: _FormatArguments) -> None:
    """Raises ``UsageError`` where a text would be written in the name of another format than its own."""
    from citekit.csl.output import names
    from citekit.manuscripts.reading import MARKDOWN, language_named

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
        suffixes = {".bbl": None, ".tex": None}  # what it becomes is no longer what it was
    own = {text.language.WRITING.output, text.language.NAME, *(("markdown",) if text.language.NAME in MARKDOWN else ())}
    suffix = "" if answer.out in ("", STDOUT) or Path(answer.out).is_dir() else Path(answer.out).suffix.lower()
    wrong = f"'{suffix}'" if suffix and suffix not in suffixes else ""
    if not wrong and answer.to_format in own | {""}:
        return
    if not wrong and answer.to_format not in (*names(), PAGE):
        raise UsageError(f"there is no output format '{answer.to_format}'", meant(answer.to_format, names()))
    what = f"a file that ends in {wrong}" if wrong else answer.to_format
    raise UsageError(
        f"{text.path} is a text that cites: it is filled in in its own language, and not written as {what}",
        f"write it to a file that ends in {', '.join(suffixes)} and convert that with another program"
        + ("" if wrong else "; --key prints its list of works in a format"),
    )


def _write_filled(
    text: FilledManuscript, settings: FormatSettings, answer: _FormatArguments, before: dict[str, bytes]
) -> int:
    """Writes the files of a text with their citations and lists filled in: into a folder, or one after another."""
    from citekit.commands.manuscript_output import filled_files, filled_word, word_package

    _check_language(text, answer)
    is_word = text.path.suffix.lower() == ".docx"
    paths = [text.path] if is_word else [Path(text.parts[number].source.name) for number in text.wanted]
    folder = Path(answer.out) if answer.out not in ("", STDOUT) and Path(answer.out).is_dir() else None
    if folder is None and len(paths) > 1 and answer.out not in ("", STDOUT):
        raise UsageError(f"{answer.out} cannot hold {len(paths)} files", "name a folder that is there with -o")
    outs = [str(folder / path.name) if folder else answer.out for path in paths]
    for out in outs if folder else ():
        refuse_to_overwrite(out, answer.overwrite)
        before |= content_before(out, [str(path) for path in paths])
    if is_word:
        data, made = filled_word(text, word_package(text.path), settings, answer.bib)
        written, all_made = [data], [made]
    else:
        all_made = filled_files(text, settings, answer.bib)
        written = [as_bytes(one.text) for one in all_made]
    problems = [problem for one in all_made for problem in one.problems]
    for problem in problems:
        say_problem(problem)
    for data, out in zip(written, outs, strict=True):
        write_data(data, out, answer.overwrite, read=before)
    return FINDINGS if any(problem.severity != "info" for problem in problems) else FINE


def _is_bibtex(conversion: Conversion) -> bool:
    """Whether all works come from BibTeX or BibLaTeX."""
    return all(part.format in ("bibtex", "biblatex") for part in conversion.parts if not part.failure)


def _text_of(name: str) -> str:
    """The text of a document, its line ends as they are."""
    try:
        return read_input(name).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableInputError(f"{name} is no UTF-8 text (byte {error.start})", "save it as UTF-8") from None


def _chosen(library: Sequence[Work], keys: str) -> tuple[Sequence[Work], bool]:
    """The works with these keys in the order of the library, all where there are none, and whether one is missing."""
    wanted = list(filter(None, map(str.strip, keys.split(","))))
    if not wanted:
        return library, False
    chosen = [work for work in library if not set(wanted).isdisjoint(work.keys)]
    missing = [key for key in dict.fromkeys(wanted) if all(key not in work.keys for work in chosen)]
    for key in missing:
        say_warning(f"there is no work '{key}'", meant(key, (work.id for work in library)))
    return chosen, bool(missing)


def _formatted(
    works: Sequence[Work], settings: FormatSettings, answer: _FormatArguments, to_format: str
) -> tuple[bytes, bool]:
    """What to print, and whether there was something to say of it."""
    from citekit.commands.manuscript_output import DEFAULT_STYLE, listing_of, style_called
    from citekit.csl.formatted import cited, listed
    from citekit.csl.output import document, is_packed, writer
    from citekit.csl.printed import left_out
    from citekit.csl.styles import stands_in

    names = settings.style or (DEFAULT_STYLE,)
    for name in names:
        if stands_in(name):
            say(f"citekit: {name} has no style of its own; {stands_in(name)} stands in for it")
    styles = [style_called(name, settings) for name in names]
    if answer.cite:
        if len(styles) > 1:
            raise UsageError("citations are printed in one style", f"choose one of {', '.join(names)}")
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
            made = document(to_format, rendered) if is_file or is_packed(to_format) else b""
            data = made or as_bytes(writer(to_format).bibliography(rendered))
        for name, style in () if answer.quiet else zip(names, styles, strict=True):
            talk_of_losses(left_out(style, works, listing.extras), name, answer.verbose)
    for problem in rendered.warnings:
        say_problem(problem)
    return data, any(problem.severity != "info" for problem in rendered.warnings)
