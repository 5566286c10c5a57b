"""Explain a line of a file, or a rule."""

from __future__ import annotations

from pathlib import Path

import click

from citekit.cli._grammar import GroupedOptionsCommand, files_and_rules
from citekit.cli._io import divided, give, print_message, print_problem
from citekit.cli.main import FAILED, FINDINGS, FINE


@click.command(
    "explain",
    cls=GroupedOptionsCommand,
    examples=(
        "citekit explain homepage.md:40",
        "citekit explain references.bib:1",
        "citekit explain author-order-differs",
    ),
)
@click.argument("topics", metavar="FILE:LINE|RULE...", nargs=-1, required=True, shell_complete=files_and_rules)
def command(topics: tuple[str, ...]) -> int:
    """Explain a line of a file: how it was parsed, and its findings; or print the documentation of a rule.

    For a publication list (any FILE that citekit convert reads), citekit prints the item of that line: its text, and each field
    with its position, score and reason. For a bibliography or a document with citations, it prints the findings of citekit
    check and the reason for each rule. LINE counts from 1; a column after it (:COLUMN) is ignored.

    RULE is the name of a rule, which findings show in brackets, such as author-order-differs. citekit list rules lists them.
    """
    from citekit.commands.explain import explain

    code = FINE
    for number, topic in enumerate(topics):
        name, line = divided(topic)
        found = explain(name, line)
        for problem in found.problems:
            print_problem(problem)
        if found.texts:
            give("\n\n".join(found.texts) + "\n\n" * (number + 1 < len(topics)))
        else:
            print_message(f"{name}:{line}: there is nothing to explain")
            code = max(code, FINDINGS)
        if line and not Path(name).is_file():
            code = FAILED
    return code
