"""Pairs of a bibliography and a list of its works, misread in one or two drawn ways: what differs is never an error."""

from __future__ import annotations

import random
import unicodedata
from pathlib import Path

import pytest
from truth import LANGUAGES, Project

from citekit.commands.check import check_files
from citekit.runtime.config import CheckSettings

KINDS = ("article", "second", "third", "paper", "other")
NAMES = {
    "families only": lambda given, family: family,
    "initials": lambda given, family: f"{given[0]}. {family}",
    "initials behind": lambda given, family: f"{family} {given[0]}",
    "capitals": lambda given, family: f"{given} {family.upper()}",
    "as they are": lambda given, family: f"{given} {family}",
}
TEXTS = {
    "hyphens at line ends": lambda text: "-\n   ".join((text[:47], text[47:])) if text[46:48].isalpha() else text,
    "accents lost": lambda text: "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)),
    "ligatures": lambda text: text.replace("fi", "ﬁ").replace("fl", "ﬂ"),
    "no italics, two blanks": lambda text: text.replace(". ", ".  "),
    "a page break": lambda text: f"{text[:60]}\f{text[60:]}",
    "dots lost": lambda text: text.replace(". ", ", "),
    "as it is": lambda text: text,
}


@pytest.mark.parametrize("seed", range(7000, 7025))
def test_no_difference_is_an_error(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    project = Project(LANGUAGES[seed % len(LANGUAGES)], seed)
    name, text = NAMES[dice.choice(list(NAMES))], TEXTS[dice.choice(list(TEXTS))]
    rows = []
    for kind in KINDS:
        fields = {key: value.strip("{}") for key, value in project.entries[kind].items()}
        people = [name(*reversed(person.split(", "))) for person in fields["author"].split(" and ")]
        venue = fields.get("journal") or f"In {fields['booktitle']}"
        number = f", {fields['volume']}" if "volume" in fields else ""
        rows.append(
            text(f"{', '.join(people)}. {fields['title']}. {venue}{number}, pp. {fields['pages']}, {fields['year']}.")
        )
    project.write(tmp_path)
    listed = tmp_path / "list.txt"
    listed.write_text("Publications\n\n" + "\n\n".join(rows) + "\n", encoding="utf-8")
    report = check_files([tmp_path / "refs.bib", listed], CheckSettings()).report
    assert report.coverage.items >= 3
    assert [f"{found.rule}: {found.message}" for found in report.diagnostics if found.severity == "error"] == []
