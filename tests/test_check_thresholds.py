"""Rules that count: how many, how long, how far, each from both sides, so that a changed number fails here."""

from __future__ import annotations

from pathlib import Path

import pytest

import citekit
from citekit.lint.loading.numbered_references import numbered_references


def messages(rule: str, *texts: str) -> list[str]:
    return [finding.message for finding in citekit.check(*texts, select=rule)]


def entry(kind: str = "misc", key: str = "a", **fields: str) -> str:
    return f"@{kind}{{{key}, {', '.join(f'{name} = {{{value}}}' for name, value in fields.items())}}}\n"


ONE = [
    # rule, what it reports, what it does not report
    ("all-caps", entry(booktitle="REEDS HERON LAKES"), entry(booktitle="REEDS HERON")),
    ("all-caps", entry(title="REEDS HERON"), entry(title="REEDS LAKE")),  # ten letters, and nine
    ("unknown-field", entry(title="Reeds", monts="june"), entry(title="Reeds", nota="Fern")),  # "note" has four letters
    ("page-order", entry(pages="1002--503"), entry(pages="1002--502")),  # 1002--1503 would be 501 pages, 1002--1502 is 500
    ("missing-field", entry("book", author="Fern, I.", title="Reeds", year="1900"), entry("book", author="Fern, I.", title="Reeds", year="1899")),
    ("repeated-author", entry(author=" and ".join(["Fern, Ivy"] * 2 + [f"N{c}m, Jo" for c in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZaeiouy"])),
     entry(author=" and ".join(["Fern, Ivy"] * 2 + [f"N{c}m, Jo" for c in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZaeiouyx"]))),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "fault", "trap"), ONE, ids=[f"{rule}-{at}" for at, (rule, *_) in enumerate(ONE)])
def test_of_one_entry(rule: str, fault: str, trap: str) -> None:
    assert messages(rule, fault), fault
    assert not messages(rule, trap), trap


def test_macros_that_are_defined_again_are_a_second_list_from_three_on() -> None:
    def redefined(number: int) -> str:
        lists = (f"@string{{m{at} = {{{value} {at}}}}}\n" for value in ("Annals of", "Ann.") for at in range(number))
        return "".join(lists) + entry(title="Reeds")

    assert len(messages("repeated-string", redefined(2))) == 2
    assert messages("repeated-string", redefined(3)) == []


@pytest.mark.parametrize(("year", "found"), [(2003, 0), (2004, 1), (1999, 0), (1998, 1)])
def test_proceedings_are_printed_within_three_years(year: int, found: int) -> None:
    text = entry("inproceedings", booktitle="Proceedings of the Meeting on Reeds 2000", year=str(year), title="Reeds")
    assert len([m for m in messages("conflicting-date", text) if "the conference is of 2000" in m]) == found


def meetings(*numbers_and_years: tuple[str, int]) -> str:
    return "".join(
        entry("inproceedings", f"k{at}", title=f"Reeds {at}", year=str(year), booktitle=f"Proceedings of the {number} Meeting on Reeds")
        for at, (number, year) in enumerate(numbers_and_years)
    )  # fmt: skip


def test_three_meetings_show_which_number_a_year_has() -> None:
    three = (("5th", 2001), ("6th", 2002), ("7th", 2003))
    assert messages("ordinal-and-year", meetings(*three, ("9th", 2004)))
    assert not messages("ordinal-and-year", meetings(*three[:2], three[1], ("9th", 2004))), "of two years only"


CITING = "\\documentclass{article}\\begin{document}%s\\bibliography{refs}\\end{document}\n"


def project(folder: Path, body: str, bib: str = "") -> list[Path]:
    (folder / "paper.tex").write_text(CITING % body, encoding="utf-8")
    (folder / "refs.bib").write_text(bib or entry("book", "known", title="Reeds"), encoding="utf-8")
    return [folder / "paper.tex", folder / "refs.bib"]


@pytest.mark.parametrize(("number", "found"), [(2, 2), (3, 1)])
def test_three_missing_files_are_one_finding(number: int, found: int, tmp_path: Path) -> None:
    body = "\\cite{known}" + "".join(f"\\input{{chapter{at}}}" for at in range(number))
    report = citekit.check(*project(tmp_path, body), select="missing-part")
    assert len(report) == found


@pytest.mark.parametrize(("number", "found"), [(2, 2), (3, 1)])
def test_lists_of_authors_that_end_after_one_are_a_habit_from_three_on(number: int, found: int) -> None:
    authors = ["Fern, Ivy", "Moss, Olaf", "Reed, Ann"]
    bib = "".join(
        entry("book", f"k{at}", title=f"Reeds {at}", author=f"{authors[at]} and others") for at in range(number)
    )
    assert len(messages("truncated-names", bib)) == found


@pytest.mark.parametrize(("number", "uncited"), [(2, 0), (3, 1)])
def test_three_items_are_a_list_of_references(number: int, uncited: int) -> None:
    items = "".join(f"{at}. Fern, I. ({2000 + at}). Reeds {at}. Pond Press.\n" for at in range(1, number + 1))
    cited = " ".join(f"[{at}]" for at in range(1, number))
    found = numbered_references(f"As {cited} say.\n\n## References\n\n{items}")
    assert found is not None
    assert len(found.uncited) == uncited
