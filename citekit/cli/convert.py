"""Convert publication lists to a bibliography."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from citekit.cli._grammar import GroupedOptionsCommand, files
from citekit.cli._io import (
    STDIN,
    STDOUT,
    content_before,
    give,
    print_problem,
    progress,
    read_input,
    refuse_folder,
    refuse_to_overwrite,
    report_conversion,
    report_known,
    report_losses,
    shown_name,
    write,
)
from citekit.cli._options import options_of
from citekit.cli.main import FAILED, FINDINGS, FINE
from citekit.runtime.config import LOCK, ConvertSettings, EnrichSettings, setting
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass

if TYPE_CHECKING:
    from citekit.commands.convert import Conversion
    from citekit.commands.lock_file import Lock
    from citekit.runtime.errors import Problem

_BARE_SHAPE = "?"
"""What a bare ``--shape`` becomes; no layout is written like that."""


@dataclass(frozen=True, slots=True)
class _ConvertArguments:
    """What the command gives back, and how much it reports."""

    out: str = setting(
        "",
        "Write to this file (or directory); its extension selects the format.",
        "OUT",
        ("-o", "--out"),
        path=True,
        power="writes",
    )
    to_format: str = setting(
        "", "Output format (default: from the extension of OUT, else bibtex).", "FORMAT", ("--to",)
    )
    ascii: bool = setting(False, "Write non-ASCII characters as LaTeX commands.")
    by_year: bool = setting(True, "Group lists for pages (Markdown, HTML) under headings for years.")
    overwrite: bool = setting(False, "Replace OUT if it exists.", "", ("-f", "--overwrite"), power="writes")
    enrich: bool = setting(False, "Add arXiv identifiers to the entries, like citekit enrich.", power="connects")
    index: str = setting("", "With --enrich: look up records in this index.", "INDEX", path=True)
    dask: str = setting("", "Convert on the workers of this Dask scheduler.", "SCHEDULER", power="shares")
    explain: bool = setting(False, "Print the source position of each field, its score, and the reason.")
    json: bool = setting(False, "Print entries, field positions and skipped items as JSON.")
    quiet: bool = setting(False, "Print only errors.", "", ("-q", "--quiet"))
    verbose: bool = setting(False, "Also list every uncertain value and every skipped item.", "", ("-v", "--verbose"))


class _ConvertCommand(GroupedOptionsCommand):
    """The command with ``--shape`` as an option whose value may be omitted, if a document follows."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert the value of a bare ``--shape``, because click would use the next argument as its value."""
        following = [*args, ""][1:]
        bare = [arg == "--shape" and _is_no_shape(after) for arg, after in zip(args, following, strict=True)]
        args = [f"--shape={_BARE_SHAPE}" if alone else arg for arg, alone in zip(args, bare, strict=True)]
        return super().parse_args(ctx, args)


@click.command(
    "convert",
    cls=_ConvertCommand,
    examples=(
        "citekit convert homepage.md -o homepage.bib",
        "citekit convert references.txt --each-line --to ris",
        "citekit convert homepage.md --known references.bib --explain",
    ),
)
@click.argument("documents", metavar="DOCUMENT...", nargs=-1, required=True, shell_complete=files)
@options_of(settings=ConvertSettings, answer=_ConvertArguments)
def command(documents: tuple[str, ...], settings: ConvertSettings, answer: _ConvertArguments) -> int:
    """Convert publication lists to a bibliography.

    DOCUMENT is a file (web page, Markdown, plain text, … or a bibliography), a directory of such files, a URL (https://…), or
    - for standard input. The bibliography is written to OUT, or to standard output. With --explain, --json or --shape, the
    report is printed instead unless OUT is given.
    """
    from citekit.commands import conversion_report
    from citekit.commands.convert import Conversion, NamedBytes
    from citekit.formats.files import dump, dumps, is_folder, losses

    to_format = _written_format(answer)
    show_shapes = settings.shape == _BARE_SHAPE
    settings = replace(settings, shape="") if show_shapes else settings
    if to_format not in ("bibtex", "biblatex"):  # web pages and CVs print the owner in bold
        settings = replace(settings, mark_owner=True)
    out = Path(answer.out) if answer.out and answer.out != STDOUT else None
    if answer.dask:
        return _on_cluster(documents, settings, answer, to_format, show_shapes)
    before = content_before(answer.out, documents)
    inputs = [NamedBytes(shown_name(name), read_input(name)) if name == STDIN else name for name in documents]
    with progress(not answer.quiet) as done:
        conversion = Conversion.of(inputs, settings, leave_out=out, done=done, corrections=_lock(out))
    if settings.owner and not answer.quiet:
        from citekit.model.owner import unknown_owner

        for problem in unknown_owner(conversion.library.works, settings.owner):
            print_problem(problem)
    if answer.enrich and conversion.library:
        conversion = _enriched(conversion, settings, answer)
    reports = []
    if answer.json:
        reports = [conversion_report.as_json(conversion)]
    else:
        reports += [conversion_report.shapes(conversion)] if show_shapes else []
        reports += [conversion_report.explanation_with_style(conversion.library)] if answer.explain else []
    lost: tuple[Problem, ...] = ()
    if conversion.library and (answer.out or not reports):
        format_settings = _settings(to_format, answer)
        if is_folder(to_format):
            dump(conversion.library, answer.out, to_format, answer.overwrite, format_settings)
        else:
            text = dumps(conversion.library, to_format, format_settings)
            write(text, answer.out, answer.overwrite, read=before)
        lost = () if answer.quiet else losses(conversion.library, to_format)
    for report in reports:
        give(report)
    report_conversion(conversion, answer.quiet, answer.verbose, answer.out)
    if settings.known and not answer.quiet:
        report_known(conversion)
    report_losses([problem.message for problem in lost], to_format, answer.verbose)
    if conversion.failures:
        return FAILED
    damaged = any(problem.severity == "error" for problem in conversion.problems)
    unsure = settings.strict and conversion.findings
    return FINDINGS if not conversion.library or damaged or unsure else FINE


def _on_cluster(
    documents: tuple[str, ...], settings: ConvertSettings, answer: _ConvertArguments, to_format: str, show_shapes: bool
) -> int:
    """Convert on the workers of a Dask cluster, which write the bibliography themselves. Return the exit code."""
    from citekit.cli._io import report_parts
    from citekit.commands.convert import known_works
    from citekit.commands.distributed import ConversionJob, convert_on
    from citekit.formats.files import is_folder

    if answer.out in ("", STDOUT) or is_folder(to_format):
        raise UsageError(
            "--dask requires -o: the workers write the result themselves", "specify a file on a shared disk"
        )
    if answer.explain or answer.json or answer.enrich or show_shapes:
        raise UsageError(
            "--dask cannot be used with --explain, --json, --shape or --enrich",
            "run citekit enrich on the file that was written",
        )
    known = tuple(known_works(settings))
    job = ConversionJob(settings, to_format, _settings(to_format, answer), _lock(Path(answer.out)), known)
    with progress(not answer.quiet) as done:
        report = convert_on(answer.dask, documents, Path(answer.out), job, done)
    report_parts(report, to_format, answer.quiet, answer.verbose)
    if report.failures:
        return FAILED
    damaged = any(problem.severity == "error" for problem in report.problems)
    findings = report.numbers["look at"] or any(problem.severity != "info" for problem in report.problems)
    return FINDINGS if not report.numbers["kept"] or damaged or (settings.strict and findings) else FINE


def _lock(out: Path | None) -> Lock | None:
    """Return the lock file next to the output file with the corrections of the sources; None if absent."""
    path = out.parent / LOCK if out else None
    if path is None or not path.is_file():
        return None
    from citekit.commands.lock_file import Lock  # imported here because few conversions have a lock file

    return Lock.of(path, corrections_alone=True)


def _enriched(conversion: Conversion, settings: ConvertSettings, answer: _ConvertArguments) -> Conversion:
    """Return the conversion with the arXiv identifiers of its works."""
    from citekit.cli._io import report_enrichment
    from citekit.services.arxiv.run import enriched

    enrich_settings = EnrichSettings(index=answer.index, offline=settings.offline, refresh=settings.refresh)
    with progress(not answer.quiet) as done:
        result = enriched(conversion.library, enrich_settings, done)
    report_enrichment(result, answer.quiet, answer.verbose)
    return replace(conversion, library=result.library)


def _is_no_shape(argument: str) -> bool:
    if argument in ("", STDIN) or argument.startswith("--"):
        return True
    try:
        return Path(argument).exists()
    except (OSError, ValueError):
        return False


def _settings(to_format: str, answer: _ConvertArguments) -> Any:
    """Return the settings of the format, from the options of the same names."""
    from citekit.formats.files import settings_class

    kind = settings_class(to_format)
    return kind(**{of.name: getattr(answer, of.name) for of in fields(kind) if hasattr(answer, of.name)})


def _written_format(answer: _ConvertArguments) -> str:
    """Return the format to write: that of ``--to``, else that of OUT's file extension, else BibTeX.

    Raises :class:`~citekit.runtime.errors.UsageError`, before any input is read, if the format or OUT cannot be written.
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
