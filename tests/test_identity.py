"""Which publications, persons and venues are one: a table of pairs, and the same answer from every verb that asks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from citekit.commands.check import check_files
from citekit.commands.convert import Conversion
from citekit.formats.bibtex.tidying import tidy
from citekit.formats.files import loads
from citekit.lint.loading.bibliography import read_bibliography
from citekit.model import identity
from citekit.model.identity import CandidateIndex, MatchDecision, Relation, describe, same_person, same_venue, same_work
from citekit.model.identity.people import name_of
from citekit.model.merge import merged
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.runtime.config import CheckSettings, ConvertSettings, TidySettings

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


def answer(found: MatchDecision) -> str:
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


PERSONS = [
    ("Ann Able", "Able, Ann", 1.0),
    ("Bo Sørensen", "Bo Sorensen", 1.0),
    ("Ann Able", "A. Able", 0.95),
    ("Ann M. Able", "Ann Able", 0.95),
    ("Schwartz MD", "Matthew D. Schwartz", 0.95),
    ("Edwin HU", "Edwin Hu", 1.0),
    ("Yu Wang", "Wang Yu", 0.95),
    ("Ulla Müller", "Ulla Mueller", 0.92),
    ("Robert Baker", "Bob Baker", 0.9),
    ("Baker,", "Bob Baker", 0.9),
    ("J. Robert Baker", "Robert Baker", 0.85),
    ("Grace Hopperton", "Grace Hoperton", 0.8),
    ("Чайковский,", "Tchaikovsky,", 0.9),
    ("Петров,", "Peters,", 0.0),
    ("Mikael Koch", "Michael Koch", 0.8),
    ("Jane Smith", "John Smith", 0.45),
    ("J. A. Smith", "J. B. Smith", 0.45),
    ("Ann Able", "Zoe Able", 0.0),
    ("V. K. Smith", "W. J. Smith", 0.0),
    ("The LEDGER Collaboration", "LEDGER Collaboration", 0.95),
]


@pytest.mark.parametrize(("one", "other", "degree"), PERSONS)
def test_degrees_of_persons(one: str, other: str, degree: float) -> None:
    assert same_person(name_of(one), name_of(other)).degree == degree
    assert same_person(name_of(other), name_of(one)).degree == degree


VENUES = [
    ("Journal of Queues", "Journal of Queues", 1.0),
    ("NIPS", "Advances in Neural Information Processing Systems", 0.95),
    ("Phys. Rev.", "Physical Review", 0.9),
    ("POPL", "Proceedings of the ACM on Programming Languages", 0.8),
    ("Lecture Notes in Computer Science", "Symposium on Queues", 0.5),
    ("", "Symposium on Queues", 0.5),
    ("ICML", "ICML Workshop on Lazy Queues", 0.0),
    ("ICML", "Journal of Machine Learning Research", 0.0),
]


@pytest.mark.parametrize(("one", "other", "degree"), VENUES)
def test_degrees_of_venues(one: str, other: str, degree: float) -> None:
    assert same_venue(one, other).degree == degree
    assert same_venue(other, one).degree == degree


def test_titles_with_the_same_ends_are_near_where_a_person_is_shared() -> None:
    index = CandidateIndex()
    title = "Learning the laziest {} for very large collections of archived queues"
    middles = ("parsers", "corpora", "ledgers", "archives", "corpora and more", "clocks")
    works = [
        describe(Work("article-journal", "", {"title": title.format(middle), "author": (Name(family, "A."),)}))
        for middle, family in zip(middles, ("Roe", "Poe", "Moe", "Doe", "Poe", "Coe"), strict=True)
    ]
    found = []
    for number, described in enumerate(works):
        found.append(index.near(described))
        index.add(number, described)
    assert found == [[], [0], [], [], [1], []]


def test_titles_of_one_person_that_changed_are_paired_one_by_one() -> None:
    me = (Name("Lind", "Ada"),)
    old = ["Lazy queues for everyone who waits in the north", "Eager stacks for nobody who runs in the south"]
    new = [
        "On eager stacks for nobody who runs in the southeast",
        "On lazy queues for everyone who waits in the northwest",
    ]
    before, after = ([Work("book", "", {"title": title, "author": me}) for title in titles] for titles in (old, new))
    assert identity.pairs(before, after) == {0: 1, 1: 0}
