"""Explain a line of a file: how it was parsed, and its findings."""

from __future__ import annotations

from pathlib import Path

import click

from citekit.cli._grammar import GroupedOptionsCommand, files
from citekit.cli._input import divided
from citekit.cli._terminal import give, print_message, print_problem
from citekit.cli.main import FAILED, FINDINGS, FINE
from citekit.runtime.errors import Problem, UsageError


@click.command(
    "explain",
    cls=GroupedOptionsCommand,
    examples=(
        "citekit explain homepage.md:40",
        "citekit explain references.bib:1",
    ),
)
@click.argument("places", metavar="FILE:LINE...", nargs=-1, required=True, shell_complete=files)
def command(places: tuple[str, ...]) -> int:
    """Explain a line of a file: how it was parsed, and its findings.

    For a publication list (any FILE that citekit convert reads), citekit prints the item of that line: its text, and each field
    with its position, score and reason. For a bibliography or a document with citations, it prints the findings of citekit
    check and the reason for each rule. LINE counts from 1; a column after it (:COLUMN) is ignored.
    """
    from citekit.commands.explain import explain_line

    code = FINE
    for place in places:
        name, line = divided(place)
        if not line:
            raise UsageError(f"'{place}' has no line number", "write FILE:LINE, such as homepage.md:12")
        problems: list[Problem] = []
        texts = explain_line(name, line, problems)
        for problem in problems:
            print_problem(problem)
        if texts:
            give("\n\n".join(texts))
        else:
            print_message(f"{name}:{line}: there is nothing to explain")
            code = max(code, FINDINGS)
        if not Path(name).is_file():
            code = FAILED
    return code
