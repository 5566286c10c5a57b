"""Print the documentation of a rule, or list all rules."""

from __future__ import annotations

import click

from citekit.cli._grammar import GroupedOptionsCommand
from citekit.cli._terminal import give, print_message
from citekit.cli.main import FINE


@click.command(
    "rule",
    cls=GroupedOptionsCommand,
    examples=(
        "citekit rule",
        "citekit rule author-order-differs",
    ),
)
@click.argument("names", metavar="[NAME]...", nargs=-1)
def command(names: tuple[str, ...]) -> int:
    """Print the documentation of a rule, or list all rules.

    NAME is the name of a rule, which findings show in brackets, such as author-order-differs.
    """
    from citekit.lint.rule import all_rules, families, outdated, rule_named

    for note in outdated(names):
        print_message(f"note: {note}")
    if names:
        give("\n\n".join(page(name) for name in map(rule_named, names)))
        return FINE
    lines: list[str] = []
    for family, about in families().items():
        rules = [rule for rule in all_rules() if rule.family == family]
        for rule in rules:
            given = f" (with {' or '.join(f'--{name}' for name in rule.needs)})" if rule.needs else ""
            used = rule.severity if rule.profile == "default" else rule.profile or "off"
            lines += [] if rule is not rules[0] else [f"{family}: {about}", ""]
            lines.append(f"  {rule.name:26} {used:10} {rule.summary}{given}")
        lines += [""] if rules else []
    give("\n".join(lines))
    return FINE


def page(rule: object) -> str:
    """Return the page of a rule for a terminal."""
    from citekit.lint.rule import Rule

    assert isinstance(rule, Rule)
    options = [f"    {name} = {default!r}: {about}" for name, (default, about) in rule.option_help.items()]
    option_lines = "\n".join(["", "Options:", "", *options]) if options else ""
    return f"{rule.name} ({rule.family}; {rule.state})\n\n{rule.page}\n{option_lines}"
