"""The examples on the pages of rules as files: what a page shows is what the tests run."""

from __future__ import annotations

import re
import textwrap
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from citekit.lint.rule import RulePart
from citekit.runtime.config import CheckSettings

_FILE = re.compile(r"^--- (?P<name>\S.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Example:
    """Files by name, and settings, as an example shows them."""

    files: dict[str, str]
    settings: dict[str, Any]

    def write(self, folder: Path) -> list[Path]:
        """Puts the files into a folder; the paths of those that are checked, which no setting names."""
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="utf-8")
        return [folder / name for name in self.files if name not in self.settings.values()]

    def check_settings(self, rule: str) -> CheckSettings:
        """The settings of the example, with this rule alone."""
        known = {field.name for field in fields(CheckSettings)}
        assert self.settings.keys() <= known
        silenced = [name for text in self.files.values() for name in re.findall(r"ignore\[([\w-]+)\]", text)]
        return CheckSettings(select=(rule, *silenced), **self.settings)


def example(rule: RulePart, heading: str) -> Example | None:
    """The block below ``Example:`` or ``Use instead:`` on a rule's page; None where the page shows no files."""
    _, _, rest = rule.page.partition(f"\n{heading}:\n")
    block = re.match(r"\n+((?:    .*\n?|\s*\n)+)", rest)
    if not rest or block is None:
        return None
    text = textwrap.dedent(block[1]).strip("\n") + "\n"
    settings: dict[str, Any] = {}
    names: dict[str, str] = {}
    pieces = _FILE.split(text)
    if pieces[0].strip():
        names["refs.bib"] = pieces[0]
    for name, content in zip(pieces[1::2], pieces[2::2], strict=True):
        if name.startswith("["):
            settings |= tomllib.loads(name[1:-1])
        else:
            names[name] = content.lstrip("\n")
    if settings and not names:
        names["refs.bib"] = pieces[2].lstrip("\n")
    elif settings and pieces[2].strip() and pieces[1].startswith("["):
        names.setdefault("refs.bib", pieces[2].lstrip("\n"))
    return Example(names, settings)


def names_used(rule: RulePart) -> set[str]:
    """The names that the functions of a rule use, and those that these call in their module."""
    waiting: list[Any] = [check.__code__ for check in rule.checks.values()]
    around = next(iter(rule.checks.values())).__globals__
    seen: set[str] = set()
    while waiting:
        code = waiting.pop()
        waiting += [constant for constant in code.co_consts if hasattr(constant, "co_names")]
        for name in set(code.co_names) - seen:
            value = around.get(name)
            if getattr(value, "__module__", "") == rule.module and hasattr(value, "__code__"):
                waiting.append(value.__code__)
        seen |= {*code.co_names, *(n for c in code.co_consts if isinstance(c, tuple) for n in c if isinstance(n, str))}
    return seen
