"""Build and update an index of arXiv, Crossref or OpenAlex."""

from __future__ import annotations

from pathlib import Path

import click

from citekit.cli._grammar import GroupedOptionsCommand, SubcommandGroup
from citekit.cli._io import print_hint, print_message, progress_line, refuse_to_overwrite
from citekit.cli.main import FINE


@click.group(
    "index",
    cls=SubcommandGroup,
    examples=(
        "citekit index build records.json -o arxiv.index --overwrite",
        "citekit enrich references.bib --index arxiv.index --diff",
    ),
)
def command() -> None:
    """Build and update an index of arXiv, Crossref or OpenAlex.

    An index is one file with the metadata of every paper. citekit enrich --index and citekit verify --index look up thousands
    of entries per minute in it, without sending requests.
    """


@command.command(
    "build",
    cls=GroupedOptionsCommand,
    examples=(
        "citekit index build records.json -o arxiv.index",
        "citekit index build records.json -o full.index --abstracts --jobs 1",
    ),
)
@click.argument("snapshot", metavar="SNAPSHOT", type=click.Path(path_type=Path))
@click.option("-o", "--out", metavar="INDEX", required=True, help="Write the index to this file.")
@click.option("-f", "--overwrite", is_flag=True, help="Replace INDEX if it exists.")
@click.option(
    "--of",
    "catalogue",
    metavar="CATALOGUE",
    default="arxiv",
    help="Service that published the dump: arxiv, crossref, openalex.",
)
@click.option("--abstracts", is_flag=True, help="Include abstracts; INDEX becomes three times as large.")
@click.option("--jobs", metavar="N", default=0, help="Read in N processes (0: one per processor).")
@click.option("-q", "--quiet", is_flag=True, help="Print only errors.")
def build(snapshot: Path, out: str, overwrite: bool, catalogue: str, abstracts: bool, jobs: int, quiet: bool) -> int:
    """Build INDEX from SNAPSHOT, the metadata dump of arXiv, Crossref or OpenAlex.

    SNAPSHOT contains one JSON object per line, a JSON array, or OAI-PMH responses, plain or compressed (.gz, .xz, .bz2, .zip,
    .zst). An interrupted build continues at the next start; INDEX is written when it is complete. An index of Crossref or
    OpenAlex is for citekit verify --index.
    """
    from citekit.runtime.errors import check_choice
    from citekit.runtime.workers import processors
    from citekit.services.arxiv.build import build as build_arxiv
    from citekit.services.dumps import DUMPED, build_dump

    check_choice("--of", catalogue, ("arxiv", *DUMPED))
    refuse_to_overwrite(out, overwrite)
    processes = jobs or processors()
    with progress_line(not quiet) as show:

        def progress(lines: int, share: float) -> None:
            show(f"{lines} records, {share:.0%}")

        if catalogue == "arxiv":
            built = build_arxiv(snapshot, Path(out), abstracts, processes, progress)
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


@command.command(
    "update",
    cls=GroupedOptionsCommand,
    examples=("citekit index update arxiv.index", "citekit index update arxiv.index --since 2026-01-31"),
)
@click.argument("index_file", metavar="INDEX", type=click.Path(path_type=Path))
@click.option("--since", metavar="DAY", default="", help="Fetch records changed since DAY, such as 2026-01-31.")
@click.option("-q", "--quiet", is_flag=True, help="Print only errors.")
def update(index_file: Path, since: str, quiet: bool) -> int:
    """Fetch the records that changed at arXiv since INDEX was built or updated.

    arXiv allows one request per three seconds, each for several hundred records. An interrupted update continues at the next
    start.
    """
    from citekit.services.arxiv.oai import update as run

    with progress_line(not quiet) as show:
        updated = run(index_file, since, progress=lambda n: show(f"{n} records"))
    if not quiet:
        print_message(f"{index_file}: {updated.new} new, {updated.changed} changed, {updated.gone} gone")
    return FINE
