"""Which publications, persons and venues are one: a table of pairs, and the same answer from every verb that asks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from citekit.api import Conversion
from citekit.checking import check_files
from citekit.checks.bibliography import read_bibliography
from citekit.config import CheckSettings, ConvertSettings, TidySettings
from citekit.formats.bibtex.tidying import tidy
from citekit.formats.files import loads
from citekit.works.identity import Relation, Sameness, describe, same_work
from citekit.works.merge import merged

PAIRS = Path(__file__).parent / "cases" / "identity" / "works.md"
_ANSWER = re.compile(r"(?P<relation>[a-z]+)(?P<mark>[?=]?): (?P<why>.+)")
_COLUMNS = ("author", "title", "venue", "year")


def pairs() -> Iterator[tuple[str, str, str, str]]:
    """The answer, why, and two entries of BibTeX."""
    for block in re.findall(r"```pairs\n(.*?)```", PAIRS.read_text(encoding="utf-8"), re.DOTALL):
        for lines in (pair.splitlines() for pair in block.strip().split("\n\n")):
            match = _ANSWER.fullmatch(lines[0])
            assert match, lines
            assert len(lines) == 3, lines
            yield match["relation"] + match["mark"], match["why"], entry("a", lines[1]), entry("b", lines[2])


def entry(key: str, line: str) -> str:
    """A line of the table as an entry of BibTeX."""
    kind, *values = (value.strip() for value in line.split("|"))
    fields = dict(zip(_COLUMNS, values, strict=False))
    venue = fields.pop("venue")
    fields["journal" if kind == "article" else "booktitle"] = venue
    for more in values[len(_COLUMNS) :]:
        fields |= dict(item.split(" = ", 1) for item in more.split(", "))
    return f"@{kind}{{{key}, {', '.join(f'{name} = {{{value}}}' for name, value in fields.items() if value)}}}"


def answer(found: Sameness) -> str:
    """The relation as the table writes it."""
    if found.relation is Relation.SAME:
        return "same" if found.one else "same?"
    return "preprint=" if found.relation is Relation.PREPRINT and found.one else str(found.relation)


TABLE = list(pairs())


def test_the_table_is_large_and_its_pairs_are_all_different() -> None:
    assert len(TABLE) >= 200
    assert len({(one, other) for _, _, one, other in TABLE}) == len(TABLE)


@pytest.mark.parametrize(("right", "why", "one", "other"), TABLE, ids=[f"{r} {w}" for r, w, _, _ in TABLE])
def test_a_pair(right: str, why: str, one: str, other: str) -> None:
    mine, theirs = loads(f"{one}\n{other}", "bibtex").works
    for found in (same_work(mine, theirs), same_work(theirs, mine), same_work(describe(mine), describe(theirs))):
        assert answer(found) == right, found
    entries = read_bibliography(f"{one}\n{other}".encode(), "both.bib").entries
    assert answer(same_work(entries[0].described, entries[1].described)) == right


@pytest.mark.parametrize(("right", "why", "one", "other"), TABLE, ids=[f"{r} {w}" for r, w, _, _ in TABLE])
def test_every_verb_gives_the_answer_of_the_table(right: str, why: str, one: str, other: str, tmp_path: Path) -> None:
    verbs = answers_of_verbs(one, other, tmp_path)
    assert set(verbs.values()) == {right in ("same", "preprint=")}, verbs


def answers_of_verbs(one: str, other: str, folder: Path) -> dict[str, bool]:
    """Whether each verb takes two entries for one: converting two files, merging, tidying, checking."""
    first, second = folder / "one.bib", folder / "two.bib"
    first.write_text(f"{one}\n", encoding="utf-8")
    second.write_text(f"{other}\n", encoding="utf-8")
    both = folder / "both.bib"
    both.write_text(f"{one}\n\n{other}\n", encoding="utf-8")
    settings = CheckSettings(select=("duplicates",), ignore=("contained-entry",))
    said = [d for d in check_files([both], settings).report.diagnostics if d.hint.startswith(_ONE)]
    text = both.read_text(encoding="utf-8")
    tidied = tidy(text, TidySettings(merge="first"))
    report = tidy(text, TidySettings(duplicates="key,doi,eprint,citation"))
    shown = [p.message for p in report.problems if p.kind == "duplicate-entry" and ", but " not in p.message]
    return {
        "convert": len(Conversion.of([first, second], ConvertSettings()).library) == 1,
        "merge": len(merged([loads(one, "bibtex"), loads(other, "bibtex")])) == 1,
        "tidy --merge": tidied.text.count("@") == 1,
        "tidy --duplicates": bool(shown),
        "check": bool(said),
    }


_ONE = ("remove one of them", "remove it")
