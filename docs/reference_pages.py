"""Writes the reference pages out of the code: verbs and options from click, readers, part finders and formats from their files."""

from __future__ import annotations

import inspect
from pathlib import Path
from types import ModuleType

import click

from citekit.cli.main import cli, verb, verb_names, verb_summary
from citekit.registry import units

READERS = "citekit.documents.readers"
PARTS = "citekit.publications.parts"
FORMATS = "citekit.formats"


def write_reference_pages(folder: Path) -> None:
    """Writes one page per kind of thing into ``folder``; unchanged pages are left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = {"cli": cli_page(), "readers": readers_page(), "parts": parts_page(), "formats": formats_page()}
    for name, text in pages.items():
        path = folder / f"{name}.md"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def cli_page() -> str:
    """Every verb with its usage, what it does, and its options."""
    parts = ["# Command line", inspect.cleandoc(cli.help or "")]
    for name in verb_names():
        parts += [f"## citekit {name}", verb_summary(name), *_verb(verb(name), name)]
    return "\n\n".join(parts) + "\n"


def _verb(command: click.Command, name: str) -> list[str]:
    context = click.Context(command, info_name=f"citekit {name}")
    usage = " ".join(command.collect_usage_pieces(context))
    options = [param for param in command.get_params(context) if isinstance(param, click.Option)]
    text = [f"```text\nciteKIT\n```".replace("citeKIT", f"citekit {name} {usage}"), inspect.cleandoc(command.help or "")]
    return [*text, "\n\n".join(_option(option, context) for option in options)]


def _option(option: click.Option, context: click.Context) -> str:
    record = option.get_help_record(context)
    assert record is not None, f"{option.name} has no help"
    names, help_text = record
    return f"`{names}`\n: {help_text}"


def readers_page() -> str:
    """Every reader: the name that ``--from`` takes, the suffixes, and its module's words."""
    return _units_page("Readers", "What `citekit convert` can read. `--from` takes these names.", units(READERS))


def parts_page() -> str:
    """Every part finder and its module's words."""
    return _units_page("Part finders", "What is looked for in an item of a list.", units(PARTS))
