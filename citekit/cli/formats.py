"""List the formats that citekit reads and writes."""

from __future__ import annotations

from collections.abc import Container
from types import ModuleType

import click

from citekit.cli._grammar import GroupedOptionsCommand
from citekit.cli._terminal import give
from citekit.cli.main import FINE


@click.command(
    "formats",
    cls=GroupedOptionsCommand,
    examples=(
        "citekit formats",
        "citekit formats | grep xml",
    ),
)
def command() -> int:
    """List the formats that citekit reads and writes.

    Each line has four columns separated by tabs: the name for --from and --to, what citekit can do with the format (read,
    write, read as a document, format references), its file extensions, and a description.
    """
    for name, (verbs, suffixes, summary) in sorted(_rows().items()):
        give("\t".join((name, ", ".join(verbs), " ".join(suffixes) or "-", summary)))
    return FINE


def _rows() -> dict[str, tuple[list[str], list[str], str]]:
    """Return for each format what citekit does with it, its file extensions, and the first line of its module's docstring."""
    from citekit.formats.files import all_formats, written_formats
    from citekit.runtime.registry import units

    written = written_formats()
    found = [(module, _uses(module, written)) for module in all_formats()]
    found += [(module, ["read as a document"]) for module in units("citekit.documents.readers")]
    found += [(module, ["printed in"]) for module in units("citekit.csl.output")]
    rows: dict[str, tuple[list[str], list[str], str]] = {}
    for module, verbs in found:
        summary = (module.__doc__ or "").partition("\n")[0].rstrip(".").replace("``", "")
        known = rows.setdefault(module.NAME, ([], [], summary))
        known[0].extend(verbs)
        known[1].extend(suffix for suffix in module.SUFFIXES if suffix not in known[1])
    return rows


def _uses(module: ModuleType, written: Container[str]) -> list[str]:
    reads = hasattr(module, "loads")
    return [*(["read"] if reads else []), *(["written"] if module.NAME in written else [])]
