"""Print a completion script for your shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from citekit.cli._grammar import GroupedOptionsCommand

_SHELLS = ("bash", "zsh", "fish")


@click.command(
    "completion",
    cls=GroupedOptionsCommand,
    examples=("citekit completion bash > citekit-completion.bash", "citekit completion fish > citekit.fish"),
)
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the completion script for SHELL: bash, zsh or fish.

    Add eval "$(citekit completion bash)" to ~/.bashrc to load it in every session.
    """
    completion = get_completion_class(shell)
    assert completion is not None
    root = context.find_root()
    click.echo(completion(root.command, {}, "citekit", "_CITEKIT_COMPLETE").source())
