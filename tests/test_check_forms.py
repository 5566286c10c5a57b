"""The forms of each fault that ``tests/cases/checks/forms.md`` lists are found, and what looks alike is not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from citekit.checks.bibliography import read_bibliography
from citekit.checks.project import Project
from citekit.checks.run import run
from citekit.config import CheckSettings

CASES = Path(__file__).parent / "cases" / "checks" / "forms.md"
STOCK = {
    "author": "{Jane Doe and Richard Roe}",
    "title": "{Lazy Queues for Everyone}",
    "journal": "{Journal of Queues}",
    "year": "2020",
}
_BLOCK = re.compile(
    r"^(?:## (?P<rule>\S+)|(?P<kind>Found|Right):\n\n```bibtex\n(?P<lines>.*?)```)$", re.MULTILINE | re.DOTALL
)
_FIELD = re.compile(r"(?:^|, )(\w+) = ")
_CHARACTER = re.compile(r"⟨U\+([0-9A-F]{4,6})⟩")


def cases() -> Iterator[object]:
    rule = ""
    for match in _BLOCK.finditer(CASES.read_text(encoding="utf-8")):
        rule = match["rule"] or rule
        for line in (match["lines"] or "").splitlines():
            yield pytest.param(rule, line, match["kind"] == "Found", id=f"{rule} {line}")


def entry(line: str) -> str:
    """An entry with what a line says in the place of the fields that it names."""
    line = _CHARACTER.sub(lambda match: chr(int(match[1], 16)), line)
    kind, key = "article", "doe2020"
    if line.startswith("@"):
        kind, _, line = line[1:].partition(" ")
    if " = " not in line:
        key, line = line, "note = {A}"
    named = set(_FIELD.findall(line))
    kept = {
        name: value
        for name, value in STOCK.items()
        if name not in named and not (name == "journal" and kind != "article")
    }
    fields = ", ".join(f"{name} = {value}" for name, value in kept.items())
    return f"@{kind}{{{key}, {fields}, {line}}}\n"


@pytest.mark.parametrize(("rule", "line", "is_fault"), list(cases()))
def test_form(rule: str, line: str, is_fault: bool) -> None:
    bibliography = read_bibliography(entry(line).encode(), "refs.bib")
    report = run(Project((bibliography,)), CheckSettings(select=(rule,)))
    assert bool(report.diagnostics) == is_fault, entry(line)
