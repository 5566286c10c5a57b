"""Convert publication lists into a bibliography."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from citekit.cli._grammar import Verb, files
from citekit.cli._input import STDIN, read_input, shown_name
from citekit.cli._messages import talk, talk_of_losses
from citekit.cli._options import options_of
from citekit.cli._output import STDOUT, content_before, refuse_folder, refuse_to_overwrite, write
from citekit.cli._terminal import give, progress, say_problem
from citekit.cli.main import FAILED, FINDINGS, FINE
from citekit.runtime.config import LOCK, ConvertSettings, EnrichSettings, setting
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass

if TYPE_CHECKING:
    from citekit.commands.api import Conversion, Readable
    from citekit.commands.lock_file import Lock
    from citekit.runtime.errors import Problem

_BARE_SHAPE = "?"
"""What a bare ``--shape`` becomes; no layout is written like that."""


@dataclass(frozen=True, slots=True)
class _ConvertArguments:
    """What the command gives back, and how much it says."""

    out: str = setting(
        "",
        "Write to this file (or folder); its suffix tells the format.",
        "OUT",
        ("-o", "--out"),
        path=True,
        power="writes",
    )
    to_format: str = setting("", "Write this format (bibtex where nothing tells).", "FORMAT", ("--to",))
    ascii: bool = setting(False, "Write LaTeX commands in place of letters beyond ASCII.")
    by_year: bool = setting(True, "Put lists for pages (Markdown, HTML) below headings of years.")
    overwrite: bool = setting(False, "Replace OUT where it exists.", "", ("-f", "--overwrite"), power="writes")
    enrich: bool = setting(False, "Add arXiv identifiers to the entries, as citekit enrich does.", power="connects")
    index: str = setting("", "With --enrich: look records up in this index.", "INDEX", path=True)
    dask: str = setting("", "Read and write on the workers of this Dask scheduler.", "SCHEDULER", power="shares")
    explain: bool = setting(False, "Print where each field was read, how surely, and why.")
    json: bool = setting(False, "Print all that was read and left out as JSON.")
    quiet: bool = setting(False, "Say nothing but errors.", "", ("-q", "--quiet"))
    verbose: bool = setting(False, "Also list every doubt and every item that was left out.", "", ("-v", "--verbose"))


class _ConvertCommand(Verb):
    """``--shape`` may stand without a value; then the word after it, if any, is a document and not a layout."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Gives a bare ``--shape`` its value before click would take the next word for it."""
        following = [*args, ""][1:]
        bare = [arg == "--shape" and _is_no_shape(after) for arg, after in zip(args, following, strict=True)]
        args = [f"--shape={_BARE_SHAPE}" if alone else arg for arg, alone in zip(args, bare, strict=True)]
        return super().parse_args(ctx, args)


@click.command("convert", cls=_ConvertCommand)
@click.argument("documents", metavar="DOCUMENT...", nargs=-1, required=True, shell_complete=files)
@options_of(settings=ConvertSettings, answer=_ConvertArguments)
def command(documents: tuple[str, ...], settings: ConvertSettings, answer: _ConvertArguments) -> int:
    """Convert publication lists into a bibliography.

    DOCUMENT is a file (web page, Markdown, plain text, … or a bibliography), a folder of such files, a web address
    (https://…), or - for standard input. The bibliography goes to OUT; without OUT it goes to standard output, unless a report (--explain,
    --json, --shape) is printed there.
    """
    from citekit.commands.api import Conversion

    to_format = _written_format(answer)
    show_shapes = settings.shape == _BARE_SHAPE
    settings = replace(settings, shape="") if show_shapes else settings
    if to_format not in ("bibtex", "biblatex"):  # pages and CVs print the owner in bold
        settings = replace(settings, mark_owner=True)
    out = Path(answer.out) if answer.out and answer.out != STDOUT else None
    if answer.dask:
        return _on_cluster(documents, settings, answer, to_format, show_shapes)
    before = content_before(answer.out, documents)
    with progress(not answer.quiet) as done:
        conversion = Conversion.of(_inputs(documents), settings, leave_out=out, done=done, corrections=_lock(out))
    if settings.owner and not answer.quiet:
        from citekit.model.owner import unknown_owner

        for problem in unknown_owner(conversion.library.works, settings.owner):
            say_problem(problem)
    if answer.enrich and conversion.library:
        conversion = _enriched(conversion, settings, answer)
    reports = list(_reports(conversion, answer, show_shapes))
    if conversion.library and (answer.out or not reports):
        _write(conversion, to_format, answer, before)
        lost = () if answer.quiet else _losses(conversion, to_format)
    else:
        lost = ()
    for report in reports:
        give(report)
    talk(conversion, answer.quiet, answer.verbose, answer.out)
    talk_of_losses([problem.message for problem in lost], to_format, answer.verbose)
    return _exit_code(conversion, settings.strict)


def _on_cluster(
    documents: tuple[str, ...], settings: ConvertSettings, answer: _ConvertArguments, to_format: str, show_shapes: bool
) -> int:
    """A conversion whose workers write the bibliography themselves."""
    from citekit.cli._messages import talk_of_parts
    from citekit.commands.distributed import ConversionJob, convert_on
    from citekit.formats.files import is_folder

    if answer.out in ("", STDOUT) or is_folder(to_format):
        raise UsageError("--dask needs -o: the workers write the result themselves", "name a file on a shared disk")
    if answer.explain or answer.json or answer.enrich or show_shapes:
        raise UsageError("--dask goes with no report and not with --enrich", "enrich what was written")
    how = ConversionJob(settings, to_format, _settings(to_format, answer), _lock(Path(answer.out)))
    with progress(not answer.quiet) as done:
        told = convert_on(answer.dask, documents, Path(answer.out), how, done)
    talk_of_parts(told, to_format, answer.quiet, answer.verbose)
    if told.failures:
        return FAILED
    damaged = any(problem.severity == "error" for problem in told.problems)
    findings = told.numbers["look at"] or any(problem.severity != "info" for problem in told.problems)
    return FINDINGS if not told.numbers["kept"] or damaged or (settings.strict and findings) else FINE


def _lock(out: Path | None) -> Lock | None:
    """The lock file beside the bibliography that is written, with what people said about its sources."""
    place = out.parent / LOCK if out else None
    if place is None or not place.is_file():
        return None
    from citekit.commands.lock_file import Lock  # here, for few have one

    return Lock.of(place, corrections_alone=True)


def _enriched(conversion: Conversion, settings: ConvertSettings, answer: _ConvertArguments) -> Conversion:
    """The conversion with the identifiers of its works at arXiv."""
    from citekit.cli._enrich_messages import tell
    from citekit.commands.api import enriched

    wanted = EnrichSettings(index=answer.index, offline=settings.offline, refresh=settings.refresh)
    with progress(not answer.quiet) as done:
        result = enriched(conversion.library, wanted, done)
    tell(result, answer.quiet, answer.verbose)
    return replace(conversion, library=result.library)


def _is_no_shape(argument: str) -> bool:
    if argument in ("", STDIN) or argument.startswith("--"):
        return True
    try:
        return Path(argument).exists()
    except (OSError, ValueError):
        return False


def _inputs(documents: tuple[str, ...]) -> Iterator[Readable]:
    from citekit.commands.api import NamedBytes

    for document in documents:
        yield NamedBytes(shown_name(document), read_input(document)) if document == STDIN else document


def _write(conversion: Conversion, to_format: str, answer: _ConvertArguments, before: Mapping[str, bytes]) -> None:
    from citekit.formats.files import dump, dumps, is_folder

    settings = _settings(to_format, answer)
    if is_folder(to_format):
        dump(conversion.library, answer.out, to_format, answer.overwrite, settings)
    else:
        write(dumps(conversion.library, to_format, settings), answer.out, answer.overwrite, read=before)


def _settings(to_format: str, answer: _ConvertArguments) -> Any:
    """The settings of the format, as far as there are options for them."""
    from citekit.formats.files import settings_class

    kind = settings_class(to_format)
    return kind(**{of.name: getattr(answer, of.name) for of in fields(kind) if hasattr(answer, of.name)})


def _losses(conversion: Conversion, to_format: str) -> tuple[Problem, ...]:
    from citekit.formats.files import losses

    return losses(conversion.library, to_format)


def _written_format(answer: _ConvertArguments) -> str:
    """The format to write: the one asked for, else that of OUT's suffix, else BibTeX.

    Raises :class:`~citekit.runtime.errors.UsageError` before anything is read, where it or OUT will not do.
    """
    from citekit.formats.files import check_writable, format_to_write, is_folder

    chosen = answer.to_format or ("bibtex" if answer.out in ("", STDOUT) else format_to_write(answer.out))
    if is_folder(chosen):
        refuse_folder(answer.out)
        return chosen
    if answer.out:
        refuse_to_overwrite(answer.out, answer.overwrite)
    check_writable(chosen)
    return chosen


def _reports(conversion: Conversion, answer: _ConvertArguments, show_shapes: bool) -> Iterator[str]:
    from citekit.cli import _reports

    if answer.json:
        yield _reports.as_json(conversion)
        return
    if show_shapes:
        yield _reports.shapes(conversion)
    if answer.explain:
        yield _reports.explanation(conversion.library)


def _exit_code(conversion: Conversion, strict: bool) -> int:
    if conversion.failures:
        return FAILED
    damaged = any(problem.severity == "error" for problem in conversion.problems)
    if not conversion.library or damaged or (strict and conversion.findings):
        return FINDINGS
    return FINE
