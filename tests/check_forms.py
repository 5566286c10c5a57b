"""The forms of faults that ``tests/cases/forms/checks.md`` lists, as data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CASES = Path(__file__).parent / "cases" / "forms" / "checks.md"
_BLOCK = re.compile(
    r"^(?:## (?P<rule>\S+)|(?P<kind>Found|Right):\n\n```bibtex\n(?P<lines>.*?)```)$", re.MULTILINE | re.DOTALL
)
_FIELD = re.compile(r"(?:^|, )(\w+) = (.*?)(?=, \w+ = |$)")
_CHARACTER = re.compile(r"⟨U\+([0-9A-F]{4,6})⟩")


@dataclass(frozen=True)
class Form:
    """A line of the list: what an entry has of its own; ``fields`` are values with their delimiters."""

    rule: str
    line: str
    is_fault: bool

    @property
    def type(self) -> str:
        """The type of the entry, or the empty string."""
        return self.line[1:].partition(" ")[0] if self.line.startswith("@") else ""

    @property
    def _rest(self) -> str:
        return self.line.partition(" ")[2] if self.type else self.line

    @property
    def key(self) -> str:
        """The key of the entry, where the line is about keys, or the empty string."""
        return "" if " = " in self._rest else self._rest

    @property
    def fields(self) -> dict[str, str]:
        """The values of the fields that the line names."""
        text = _CHARACTER.sub(lambda match: chr(int(match[1], 16)), self._rest)
        return {match[1]: match[2] for match in _FIELD.finditer(text)}


def listed_forms() -> Iterator[Form]:
    """All lines of the list in order."""
    rule = ""
    for match in _BLOCK.finditer(CASES.read_text(encoding="utf-8")):
        rule = match["rule"] or rule
        for line in (match["lines"] or "").splitlines():
            yield Form(rule, line, match["kind"] == "Found")
