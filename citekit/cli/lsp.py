"""Run the language server for editors."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from citekit.cli._grammar import GroupedOptionsCommand
from citekit.cli._options import settings_classes
from citekit.cli.main import FINE, command_named, command_names, is_isolated


@click.command("lsp", cls=GroupedOptionsCommand, examples=("citekit lsp", "citekit lsp --isolated"))
def command() -> int:
    """Run the language server for editors.

    Editors start this command and use the Language Server Protocol over standard input and output. It supports bibliographies
    (.bib) and documents with citations (LaTeX, Markdown, Quarto, MyST, Typst, Org, reStructuredText, AsciiDoc). Its settings
    are those of check, format, tidy and enrich. It requires the extra citekit-bib[lsp].
    """
    from citekit.runtime.errors import MissingExtraError

    try:
        from citekit.lsp.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise MissingExtraError("the language server requires pygls", "install the extra: citekit-bib[lsp]") from None
    isolated = is_isolated(click.get_current_context())
    serve(lambda kind, folder: kind() if isolated else _settings(kind, folder))
    return FINE


def _settings(kind: type, folder: Path | None) -> Any:
    """Return the settings of a command from settings files. The command has the name of its settings class."""
    from citekit.runtime.settings_files import settings_from_files

    name = kind.__name__.removesuffix("Settings").lower()
    values = settings_from_files(name, settings_classes(command_named(name)), command_names(), folder)
    return kind(**{of.name: values[of.name] for of in fields(kind) if of.name in values})
