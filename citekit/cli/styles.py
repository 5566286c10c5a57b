"""List citation styles by words of their names and titles."""

from __future__ import annotations

from dataclasses import dataclass

import click

from citekit.cli._options import options_of
from citekit.cli._terminal import give, say_error
from citekit.cli.main import FINDINGS, FINE
from citekit.config import setting


@dataclass(frozen=True, slots=True)
class _Answer:
    """Which styles are listed."""

    all: bool = setting(False, "Also list the styles of journals that only name the style they follow.")


@click.command("styles")
@click.argument("words", nargs=-1)
@options_of(answer=_Answer)
def command(words: tuple[str, ...], answer: _Answer) -> int:
    """List citation styles that have all WORDS in their name or title.

    Each line has a style's name and its title; a style that follows another one names it.
    """
    from citekit.csl.styles import search

    found = search(" ".join(words))
    shown = [style for style in found if answer.all or not style.parent]
    if not shown and found:
        shown = found
    give("".join(f"{style.name}\t{style.title}{_follows(style.parent)}\n" for style in shown))
    if not shown:
        say_error("no style has all these words", "try fewer words")
        return FINDINGS
    return FINE


def _follows(parent: str) -> str:
    return f"\tas {parent}" if parent else ""
