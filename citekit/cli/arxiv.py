"""Build and update an index of arXiv's records, to enrich without asking arXiv."""

from __future__ import annotations

from pathlib import Path

import click

from citekit.cli._grammar import GroupedOptionsCommand
from citekit.cli._output import refuse_to_overwrite
from citekit.cli._terminal import print_hint, print_message, progress_line
from citekit.cli.main import FINE


@click.group("arxiv")
def command() -> None:
    """Build and update an index of arXiv's records.

    An index is one file with what is known of every paper: citekit enrich --index looks entries up in it, thousands in a
    minute, without asking arXiv for anything.
    """


@command.command("index", cls=GroupedOptionsCommand)
@click.argument("snapshot", metavar="SNAPSHOT", type=click.Path(path_type=Path))
@click.option("-o", "--out", metavar="INDEX", required=True, help="Write the index to this file.")
@click.option("-f", "--overwrite", is_flag=True, help="Replace INDEX where it exists.")
@click.option(
    "--of", "catalogue", metavar="CATALOGUE", default="arxiv", help="Whose dump it is: arxiv, crossref, openalex."
)
@click.option("--abstracts", is_flag=True, help="Keep abstracts as well; INDEX becomes three times as large.")
@click.option("--jobs", metavar="N", default=0, help="Read in so many processes (0: as many as processors).")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")
def index(snapshot: Path, out: str, overwrite: bool, catalogue: str, abstracts: bool, jobs: int, quiet: bool) -> int:
    """Build INDEX out of SNAPSHOT, the metadata dump of arXiv, Crossref or OpenAlex.

    SNAPSHOT has one JSON object a line, a JSON array, or OAI-PMH, plain or packed (.gz, .xz, .bz2, .zip, .zst). A build that was ended goes on where it
    was; INDEX appears when it is complete. An index of Crossref or OpenAlex is for citekit verify --index.
    """
    from citekit.runtime.errors import check_choice
    from citekit.runtime.workers import processors
    from citekit.services.arxiv.build import build
    from citekit.services.dumps import DUMPED, build_dump

    check_choice("--of", catalogue, ("arxiv", *DUMPED))
    refuse_to_overwrite(out, overwrite)
    processes = jobs or processors()
    with progress_line(not quiet) as show:

        def progress(lines: int, share: float) -> None:
            show(f"{lines} records, {share:.0%}")

        if catalogue == "arxiv":
            built = build(snapshot, Path(out), abstracts, processes, progress)
        else:
            built = build_dump(snapshot, Path(out), catalogue, processes, progress)
    if quiet:
        return FINE
    if built.resumed:
        print_hint(f"{built.resumed} lines were already read; this run continued after them")
    if built.unread:
        print_hint(f"{built.unread} lines contain no record and were skipped")
    print_message(f"{out}: {built.records} records")
    return FINE


@command.command("update", cls=GroupedOptionsCommand)
@click.argument("index_file", metavar="INDEX", type=click.Path(path_type=Path))
@click.option("--since", metavar="DAY", default="", help="Fetch what has changed since DAY (2026-01-31).")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")
def update(index_file: Path, since: str, quiet: bool) -> int:
    """Fetch from arXiv what has changed since INDEX was built or updated.

    arXiv allows one request in three seconds, each for some hundred records. An update that was ended goes on where it
    was.
    """
    from citekit.services.arxiv.oai import update as run

    with progress_line(not quiet) as show:
        updated = run(index_file, since, progress=lambda n: show(f"{n} records"))
    if not quiet:
        print_message(f"{index_file}: {updated.new} new, {updated.changed} changed, {updated.gone} gone")
    return FINE
