"""List formats, rules or citation styles."""

from __future__ import annotations

import click
from click.core import ParameterSource

from citekit.cli._grammar import GroupedOptionsCommand, listed
from citekit.cli._io import give, print_error, print_hint
from citekit.cli._options import options_of
from citekit.cli.main import FINDINGS, FINE
from citekit.commands.list import StyleFilter, listing
from citekit.runtime.errors import UsageError


@click.command(
    "list",
    cls=GroupedOptionsCommand,
    examples=("citekit list formats", "citekit list rules doi", "citekit list styles --kind numeric --field medicine"),
)
@click.argument("what", metavar="[formats|rules|styles]", default="", shell_complete=listed)
@click.argument("words", metavar="[WORD]...", nargs=-1)
@options_of(chosen=StyleFilter)
def command(what: str, words: tuple[str, ...], chosen: StyleFilter) -> int:
    """List formats, rules or citation styles.

    With WORDs, only the rows that contain all of them are printed; styles are also found by their common names.

    A format has four columns separated by tabs: the name for --from and --to, what citekit can do with the format (read,
    write, read as a document, print references in), its file extensions, and a description. A rule has its severity, or the
    profile that it belongs to. A style has its name and its title; if it is a copy of another style, the row names that style.
    citekit explain prints the documentation of a rule.
    """
    source = click.get_current_context().get_parameter_source
    for name in ("all", "field", "kind", "sample"):
        if what != "styles" and source(name) == ParameterSource.COMMANDLINE:
            raise UsageError(f"--{name} is an option of citekit list styles", f"omit it: citekit list {what}".strip())
    text = listing(what, words, chosen)
    if not text:
        print_error(f"no {what.removesuffix('s')} matches all these words", "try fewer words")
        return FINDINGS
    give(text)
    if not what:
        print_hint("citekit list styles chicago lists the styles with this word in their names")
    return FINE
