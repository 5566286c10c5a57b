"""Rules that count: how many, how long, how far, each from both sides, so that a changed number fails here."""

from __future__ import annotations

from pathlib import Path

import pytest

import citekit
from citekit.commands.check import check_files
from citekit.lint.cross_document import matching
from citekit.lint.loading import bibliography
from citekit.lint.loading.numbered_references import numbered_references
from citekit.lint.rules.consistency.works import missing
from citekit.lint.rules.values import pages
from citekit.model.identity import Relation
from citekit.model.identity.same_work import MatchDecision
from citekit.runtime.config import CheckSettings


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


@pytest.mark.parametrize(("number", "found"), [(3, 2), (4, 0)])
def test_four_keys_that_are_mostly_not_there_are_of_another_bibliography(
    number: int, found: int, tmp_path: Path
) -> None:
    cited = "\\cite{known}" + "".join(f"\\cite{{other{at}}}" for at in range(1, number))
    paths = project(tmp_path, cited)
    paths[0].write_text(paths[0].read_text(encoding="utf-8").replace("\\bibliography{refs}", ""), encoding="utf-8")
    assert len(citekit.check(*paths, select="undefined-citation")) == found


@pytest.mark.parametrize(("number", "shown"), [(3, "'k0', 'k1', 'k2'"), (4, "'k0', 'k1', 'k2' …")])
def test_three_keys_stand_in_a_message(number: int, shown: str, tmp_path: Path) -> None:
    text = "---\nbibliography: https://library.example/more.bib\n---\n\nAs said [%s].\n"
    (tmp_path / "paper.md").write_text(text % "; ".join(f"@k{at}" for at in range(number)), encoding="utf-8")
    (one,) = citekit.check(tmp_path / "paper.md", select="bib-file-not-read")
    assert one.message.endswith(f"could not be looked up: {shown}")


@pytest.mark.parametrize(("number", "found"), [(20, 1), (21, 0)])
def test_twenty_entries_under_one_title_are_compared(number: int, found: int) -> None:
    issues = "".join(
        entry("article", f"k{at}", author="Fern, Ivy", title="Editorial", journal="Pond Notes", pages=str(at + 1))
        for at in range(number - 1)
    )
    poorer = entry("article", "poorer", author="Fern, Ivy", title="Editorial")
    report = citekit.check(issues + poorer, select="duplicate-entry", profile="strict")
    assert len([one for one in report if "adds nothing" in one.message]) == found


@pytest.mark.parametrize(("degree", "found"), [(0.74, 0), (0.75, 1)])
def test_entries_that_are_likely_one_are_asked_about(
    degree: float, found: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bibliography, "same_work", lambda one, other: MatchDecision(Relation.SAME, degree, ()))
    two = "".join(entry("article", key, author="Fern, Ivy", title="Reeds of quiet ponds", year="2001") for key in "ab")
    assert len(messages("duplicate-entry", two)) == found


@pytest.mark.parametrize(
    ("kind", "field", "without", "of", "found"),
    [
        ("article", "journal", 2, 5, 2),  # two of five are oversights, three of eight are a habit: told once
        ("article", "journal", 3, 8, 1),
        ("article", "journal", 3, 9, 3),  # a third is not more than a third
        ("book", "publisher", 3, 23, 0),  # what a style can do without: an eighth
        ("book", "publisher", 3, 24, 3),
    ],
)
def test_a_field_that_is_often_missing_is_a_habit(kind: str, field: str, without: int, of: int, found: int) -> None:
    whole = {"author": "Fern, Ivy", "year": "2001", "journal": "Pond Notes", "publisher": "Pond Press"}
    if kind == "book":
        del whole["journal"]
    poorer = {name: value for name, value in whole.items() if name != field}
    bib = "".join(
        entry(kind, f"k{at}", title=f"Reeds {'IVX'[at % 3] * (at + 1)}", **(poorer if at < without else whole))
        for at in range(of)
    )
    assert len(messages("missing-field", bib)) == found


@pytest.mark.parametrize(("typed", "meant"), [("videa", "video"), ("boik", "")])
def test_one_letter_of_five_is_a_typo_and_one_of_four_is_not(typed: str, meant: str) -> None:
    found = citekit.check(entry(typed, title="Reeds"), select="unknown-type")
    assert [one.hint for one in found] == ([f"did you mean {meant}?"] if meant else [])


GIVEN = "Ada Ben Cal Dan Eve Fay Gus Hal Ian Kim Lee Max".split()


@pytest.mark.parametrize(("number", "found"), [(12, 1), (13, 0)])
def test_thirteen_given_names_are_several_people(number: int, found: int) -> None:
    bib = "".join(
        entry("book", f"k{at}", author=f"Fern, {given} and Moss, Olaf", title=f"Reeds {at}")
        for at, given in enumerate(["A.", *GIVEN[: number - 1]])
    )
    assert len(citekit.check(bib, select="author-form-differs", profile="strict")) == found


def of_length(number: int, begin: str, end: str) -> str:
    """Lengthen the last word of a beginning until the whole has a number of letters."""
    return f"{begin}{'o' * (number - len(begin) - len(end))}{end}"


LONG = [
    # rule, the longest that it reports, one letter more
    ("unbraced-corporate-author", *(entry(author=of_length(n, f"University of {'Pondoooooooooooooooooooo ' * 4}Po", "")) for n in (120, 121))),
    ("stale-to-appear", *(entry(title="Reeds", year="2001", note=of_length(n, "on the reeds of a quiet pond, and herons tho", " to appear")) for n in (80, 81))),
    ("unparseable-name", entry(author="Fern, Jr, Ivy, Ann"), entry(author="Fern, Jr, Ivy")),  # three commas, and two
    ("field-swapped", *(entry("article", title="Reeds", journal=f"{'Springer':-<{n}}") for n in (39, 40))),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "fault", "trap"), LONG, ids=[rule for rule, *_ in LONG])
def test_of_what_is_long(rule: str, fault: str, trap: str) -> None:
    assert messages(rule, fault), fault
    assert not messages(rule, trap), trap


def test_every_publisher_of_the_table_is_short_enough_to_be_looked_up() -> None:
    assert max(map(len, pages._PUBLISHERS)) < pages._LONGEST_PUBLISHER


@pytest.mark.parametrize(("end", "whole"), [("", True), (".", False)])
def test_the_last_eighty_letters_of_a_list_are_searched_for_others(end: str, whole: bool) -> None:
    others = f", and the {'several ' * 8}others{end}"
    (message,) = messages("et-al", entry(author=f"Fern, Ivy{others}"))
    assert len(others) == 80 + len(end)
    assert message.startswith("', and the several") == whole


# Two lists of one person.

TITLES = (
    "Reeds of quiet ponds", "Herons in winter rain", "Lanterns and low tides", "Paper walls of Fenwick", "Ferries under two moons",
    "Salt in the harbour", "Owls above the orchard",
)  # fmt: skip


def item(title: str, year: int = 2010, by: str = "Ivy Fern, Olaf Moss") -> str:
    return f"- {by}. {title}. *Pond Letters* 12, 3-14, {year}.\n"


ITEMS = [item(title) for title in TITLES]


def listed(
    folder: Path, here: list[str], there: list[str] | str, names: tuple[str, str] = ("home.md", "cv.md")
) -> list[Path]:
    """Write two lists, or a list and a bibliography."""
    for name, items in zip(names, (here, there), strict=True):
        text = items if isinstance(items, str) else f"# Publications\n\n{''.join(items)}"
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in names]


def missing_titles(folder: Path, here: list[str], there: list[str]) -> list[str]:
    found = citekit.check(*listed(folder, here, there), select="publication-missing")
    return [one.message.split("“")[1].split("”")[0] for one in found]


@pytest.mark.parametrize(
    ("shared", "of", "found"),
    [(2, 4, 1), (2, 5, 0), (3, 7, 1)],  # below three works in common half must be, from three on a quarter
)
def test_three_works_in_common_make_two_lists_of_one_thing(shared: int, of: int, found: int, tmp_path: Path) -> None:
    # Titles of fewer than eight letters are counted, and are not missing anywhere.
    here = [item(f"{one} ink") for one in ("Wet", "Dry", "Old")][: of - shared - 1]
    there = [item(f"{one} sun") for one in ("Low", "Red", "Hot", "Big")][: of - shared]
    lists = [*ITEMS[: shared + 1], *here], [*ITEMS[:shared], *there]
    assert len(missing_titles(tmp_path, *lists)) == found


@pytest.mark.parametrize(("score", "found"), [(0.49, 0), (0.5, 1)])
def test_what_may_be_no_work_is_not_missing(score: float, found: int, tmp_path: Path) -> None:
    matched = matching(check_files(listed(tmp_path, ITEMS[:5], ITEMS[:4]), CheckSettings()).project)
    for document in matched.documents:
        for one in document.entries:
            if one.title == TITLES[4]:
                one.score = score
    assert len(list(missing(matched))) == found


@pytest.mark.parametrize(
    ("by", "found"),
    [
        ("Ivy Fern, Jo Birch", 1),  # three of five works are hers: she owns the list
        ("Ann Reed, Jo Birch", 0),  # two of five are
        ("Max Quill, Jo Birch", 0),
    ],
)
def test_who_has_three_of_five_works_owns_a_list(by: str, found: int, tmp_path: Path) -> None:
    there = [*ITEMS[:3], *(item(title, by="Ann Reed, Cal Wood") for title in TITLES[3:5])]
    assert len(missing_titles(tmp_path, [*ITEMS[:5], item(TITLES[5], by=by)], there)) == found


@pytest.mark.parametrize(("number", "found"), [(2, 2), (3, 0)])
def test_a_list_begins_later_on_purpose_where_three_works_are_older(number: int, found: int, tmp_path: Path) -> None:
    older = [item(title, 1990) for title in TITLES[4 : 4 + number]]
    assert len(missing_titles(tmp_path, [*ITEMS[:4], *older], ITEMS[:4])) == found


@pytest.mark.parametrize(("shared", "found"), [(1, 0), (2, 1)])
def test_two_works_in_common_make_a_copy(shared: int, found: int, tmp_path: Path) -> None:
    page, copy = [*ITEMS[:shared], item(TITLES[6], 2015)], [*ITEMS[:shared], item(TITLES[5], 2005)]
    pair = listed(tmp_path, page, copy, ("page.md", "page.txt"))
    assert len(citekit.check(*pair, select="stale-copy")) == found


def as_entries(first: str) -> str:
    rest = (entry("article", f"k{at}", author="Fern, Ivy and Moss, Olaf", title=TITLES[at]) for at in (1, 2))
    return first + "".join(rest)


@pytest.mark.parametrize(("year", "found"), [(2007, 0), (2006, 1), (2013, 0), (2014, 1)])
def test_three_years_may_lie_between_a_preprint_and_the_paper(year: int, found: int, tmp_path: Path) -> None:
    preprint = {"title": TITLES[0], "journal": "arXiv preprint arXiv:1001.01234", "year": str(year)}
    bib = as_entries(entry("article", author="Fern, Ivy and Moss, Olaf", **preprint))
    pair = listed(tmp_path, ITEMS[:3], bib, ("home.md", "refs.bib"))
    assert len(citekit.check(*pair, select="year-differs")) == found


@pytest.mark.parametrize(("given", "found"), [("Cal Dan Eve", 1), ("Cal Dan Eve Fay", 0)])
def test_four_given_names_are_no_namesake(given: str, found: int, tmp_path: Path) -> None:
    bib = as_entries(entry("article", author=f"Moss, Olaf and Fern, {given}", title=TITLES[0]))
    pair = listed(tmp_path, [item(TITLES[0], by="Olaf Moss, Ada Fern"), *ITEMS[1:3]], bib, ("home.md", "refs.bib"))
    assert len(citekit.check(*pair, select="author-set-differs")) == found
