"""Format publications in a citation style."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from citekit.cli._input import STDIN, read_input, shown_name
from citekit.cli._options import options_of
from citekit.cli._output import STDOUT, refuse_to_overwrite, write
from citekit.cli._terminal import progress, say_error, say_problem, say_warning
from citekit.cli.main import FAILED, FINDINGS, FINE
from citekit.config import ConvertSettings, FormatSettings, setting
from citekit.errors import UnreadableInputError, UsageError
from citekit.span import Source

if TYPE_CHECKING:
    from citekit.api import Conversion
    from citekit.works.work import Work


@dataclass(frozen=True, slots=True)
class _Answer:
    """What the command prints, and where to."""

    key: str = setting("", "Only the works with these keys, divided by commas.", "KEYS")
    bib: str = setting("", "Fill the citations of FILE (Markdown, LaTeX) with the works of this one.", "BIB", path=True)
    cite: str = setting("", "Print these citations instead of the bibliography.", "CITATIONS")
    to_format: str = setting("", "Write this format (text where nothing tells).", "FORMAT", ("--to",))
    out: str = setting(
        "", "Write to this file; its suffix tells the format.", "OUT", ("-o", "--out"), path=True, power="writes"
    )
    overwrite: bool = setting(False, "Replace OUT where it exists.", "", ("-f", "--overwrite"), power="writes")


@click.command("format")
@click.argument("documents", metavar="FILE...", nargs=-1, required=True)
@options_of(settings=FormatSettings, answer=_Answer)
def command(documents: tuple[str, ...], settings: FormatSettings, answer: _Answer) -> int:
    """Format publications in a citation style.

    FILE is a bibliography (BibTeX, CSL-JSON), any document that 'citekit convert' reads, or - for standard input. The
    bibliography is printed in the order of the style or another one, an entry a line. CITATIONS are written as in Pandoc:
    '[see @doe2020, p. 3; @roe2019]' or '@doe2020'. With --bib, FILE is a text in Markdown or LaTeX that cites works of
    BIB; it is printed with citations and list filled in, and otherwise as it is.
    """
    from citekit.api import Conversion, NamedBytes
    from citekit.works.titles import titled

    if answer.out:
        refuse_to_overwrite(answer.out, answer.overwrite)
    if answer.bib:
        return _filled(documents, settings, answer)
    to_format = _written_format(answer)
    inputs = [NamedBytes(shown_name(name), read_input(name)) if name == STDIN else name for name in documents]
    with progress() as done:
        conversion = Conversion.of(inputs, ConvertSettings(owner=settings.owner), done=done)
    for failure in conversion.failures:
        say_problem(failure)
    if not conversion.library:
        say_error("no publications found", "citekit convert -v lists what was seen and why it was left out")
        return FAILED if conversion.failures else FINDINGS
    works, missing = _chosen(conversion.library, answer.key)
    works = titled(_owned(works, settings.owner), settings.titles, _is_bibtex(conversion))
    text, warned = _formatted(works, settings, answer.cite, to_format)
    write(text, answer.out, answer.overwrite, styled=to_format == "terminal")
    return FAILED if conversion.failures else FINDINGS if warned or missing else FINE


def _written_format(answer: _Answer) -> str:
    """The format asked for, else that of OUT's suffix, else plain text. Raises ``UsageError`` for an unknown one."""
    from citekit.csl.output import of_suffix, writer

    named = "" if answer.out in ("", STDOUT) else of_suffix(Path(answer.out).suffix)
    return writer(answer.to_format or named or "text").NAME


def _filled(documents: tuple[str, ...], settings: FormatSettings, answer: _Answer) -> int:
    """Writes a text with its citations and its list filled in."""
    from citekit.api import Conversion
    from citekit.csl.manuscript import fill, manuscript
    from citekit.csl.styles import load
    from citekit.works.titles import titled

    if len(documents) != 1 or answer.cite or answer.to_format or answer.key:
        raise UsageError("--bib takes one document, which keeps its format", "leave out --cite, --key and --to")
    form = manuscript(Path(documents[0]).suffix if documents[0] != STDIN else ".md")
    source = Source(shown_name(documents[0]), _text_of(documents[0]))
    conversion = Conversion.of([answer.bib])
    for failure in conversion.failures:
        say_problem(failure)
    if conversion.failures:
        return FAILED
    works = titled(_owned(conversion.library, settings.owner), settings.titles, _is_bibtex(conversion))
    note = settings.equal_note if settings.mark_equal else ""
    filled = fill(source, form, load(settings.style), works, settings.language, settings.bold_self, note)
    for problem in filled.problems:
        say_problem(problem)
    write(filled.text, answer.out, answer.overwrite)
    return FINDINGS if filled.problems else FINE


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
    chosen = [work for work in library if work.id in wanted]
    missing = [key for key in dict.fromkeys(wanted) if all(work.id != key for work in chosen)]
    for key in missing:
        say_warning(f"there is no work '{key}'", "check the key")
    return chosen, bool(missing)


def _owned(works: Sequence[Work], owner: str) -> Sequence[Work]:
    if not owner:
        return works
    from citekit.works.owner import with_owner

    return [with_owner(work, owner) for work in works]


def _formatted(works: Sequence[Work], settings: FormatSettings, cite: str, to_format: str) -> tuple[str, bool]:
    """What to print, and whether there was something to say of it."""
    from citekit.csl.formatted import cited, listed

    if cite:
        lines, rendered = cited(works, cite, settings.style, to_format, settings.language)
        text = "".join(f"{line}\n" for line in lines if line)
    else:
        note = settings.equal_note if settings.mark_equal else ""
        text, rendered = listed(
            works, settings.style, to_format, settings.language, settings.bold_self, note, settings.sort,
            settings.group_by,
        )  # fmt: skip
    for problem in rendered.warnings:
        say_problem(problem)
    return text, bool(rendered.warnings)
