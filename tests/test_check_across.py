"""Two documents of one person against each other: what is said of them, and where nothing may be said."""

from __future__ import annotations

from pathlib import Path

import pytest

from citekit.commands.check import check_files
from citekit.runtime.config import CheckSettings

HOME = """
# Publications

1. Jane Doe, Richard Roe, Paul Poe. **Lazy Queues for Everyone**. *International Conference on Machine Learning*, 2021.
2. Jane Doe, Mary Moe. **Eager Stacks Considered Harmful**. *Journal of Stacks and Heaps* 12, 3-14, 2022.
3. Jane Doe, Po-An Tsai. **Trees That Grow Downwards Slowly**. *Symposium on Theory of Computing*, 2020.
4. Jane Doe, Yu Wang, Anna Holländer. **Sorting Without Any Comparisons**. *Design Automation Conference*, 2019.
"""
ENTRIES = r"""
@inproceedings{a, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = 2021}
@article{b, author = {Jane Doe and Mary Moe}, title = {Eager Stacks Considered Harmful}, journal = {Journal of Stacks and Heaps}, volume = 12, pages = {3--14}, year = 2022}
@inproceedings{c, author = {Jane Doe and Po-An Tsai}, title = {Trees That Grow Downwards Slowly}, booktitle = {Symposium on Theory of Computing}, year = 2020}
@inproceedings{d, author = {Jane Doe and Yu Wang and Anna Holl{\"a}nder}, title = {Sorting Without Any Comparisons}, booktitle = {Design Automation Conference}, year = 2019}
"""


def found(tmp_path: Path, home: str, entries: str) -> list[str]:
    """The rules and messages, without folders."""
    (tmp_path / "home.md").write_text(home, encoding="utf-8")
    (tmp_path / "refs.bib").write_text(entries, encoding="utf-8")
    settings = CheckSettings(select=("consistency",), ignore=("venue-form-differs",))
    report = check_files([tmp_path / "home.md", tmp_path / "refs.bib"], settings).report
    assert all(one.hint and one.related for one in report.diagnostics)
    return [f"{one.rule}: {one.message.replace(f'{tmp_path}/', '')}" for one in report.diagnostics]


SAID = [
    ("Richard Roe, Paul Poe", "Paul Poe, Richard Roe", "author-order-differs", "Roe, Poe here, Poe, Roe in home.md"),
    ("Richard Roe, Paul Poe", "Richard Roe", "author-set-differs", "Paul Poe is here and not in home.md"),
    ("Mary Moe", "Mary Moe, Zoe Zed", "author-set-differs", "Zoe Zed is in home.md:5 and not here"),
    (
        "Richard Roe, Paul Poe",
        "Richard Roe, Paul Poe, Zacharias Hollander",
        "author-set-differs",
        "Zacharias Hollander is in home.md:4",
    ),
    ("Po-An Tsai", "P. Tsai", "author-form-differs", "P. Tsai here is Po-An Tsai in refs.bib:4: an initial is lost"),
    ("Yu Wang", "W. Yu", "reversed-name", "swapped"),
    ("Holländer", "Holänder", "author-form-differs", "an author is Anna Holländer here, Anna Holänder in home.md:7"),
    ("Considered Harmful", "Considered Useless", "title-differs", "“Eager Stacks Considered Useless” in home.md"),
    ("Design Automation Conference", "Journal of Sorting", "venue-differs", "“Journal of Sorting” in home.md"),
    ("2019", "2018", "year-differs", "the year is 2019 here, 2018 in home.md"),
    (
        "*Design Automation Conference*, 2019",
        "To appear in *Design Automation Conference*",
        "status-differs",
        "“to appear”",
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "rule", "message"), SAID, ids=[f"{rule}-{new[:12]}" for _, new, rule, _ in SAID]
)
def test_a_difference_is_told_once_with_both_values(
    tmp_path: Path, old: str, new: str, rule: str, message: str
) -> None:
    (one,) = found(tmp_path, HOME.replace(old, new), ENTRIES)
    assert one.startswith(f"{rule}: ")
    assert message in one


ALIKE = {
    "nothing differs": ("", ""),
    "forms of a venue": ("*International Conference on Machine Learning*, 2021", "*ICML'21*"),
    "a series of books says nothing of the meeting": (
        "*Symposium on Theory of Computing*",
        "*Lecture Notes in Computer Science*",
    ),
    "a list that is cut short": ("Richard Roe, Paul Poe", "et al"),
    "a year that stands in the item as well": (
        "*Design Automation Conference*, 2019",
        "*Design Automation Conference* 2018 (printed 2019)",
    ),
    "a particle or a second family name divided otherwise": ("Mary Moe", "Mary Moe"),
}


@pytest.mark.parametrize("case", ALIKE)
def test_what_is_no_difference(tmp_path: Path, case: str) -> None:
    assert found(tmp_path, HOME.replace(*ALIKE[case]), ENTRIES) == []


@pytest.mark.parametrize(
    ("printed", "entry"),
    [
        ("Anna van der Berg", "van der Berg, Anna"),
        ("Luis García Puente", "García Puente, Luis"),
        ("Luis García Puente", "Puente, Luis García"),
        ("Hans Müller", "Hans Mueller"),
        ("TJ Triche", "Triche, T. J."),
        ("Kate (Katherine) Long", "Long, Kate"),
    ],
)
def test_one_person_divided_or_written_otherwise(tmp_path: Path, printed: str, entry: str) -> None:
    assert found(tmp_path, HOME.replace("Mary Moe", printed), ENTRIES.replace("Mary Moe", entry)) == []


def test_a_list_with_co_authors_only_leaves_out_its_owner(tmp_path: Path) -> None:
    home = """
# Publications

- **Lazy Queues for Everyone** (with Richard Roe and Paul Poe), International Conference on Machine Learning, 2021
- **Eager Stacks Considered Harmful** (with Mary Moe), Journal of Stacks and Heaps 12, 3-14, 2022
- **Trees That Grow Downwards Slowly** (with Po-An Tsai), Symposium on Theory of Computing, 2020
- **Sorting Without Any Comparisons** (with Yu Wang and Anna Holländer), Design Automation Conference, 2019
"""
    assert found(tmp_path, home, ENTRIES) == []


def test_conference_and_journal_version_are_compared_with_their_own(tmp_path: Path) -> None:
    home = f"{HOME}5. Jane Doe, Yu Wang. **Sorting Without Any Comparisons**. *Journal of Sorting* 3, 1-9, 2021.\n"
    assert found(tmp_path, home, ENTRIES) == []


def test_later_journal_version_is_no_other_venue(tmp_path: Path) -> None:
    home = HOME.replace("*Design Automation Conference*, 2019", "*Journal of Sorting* 3, 1-9, 2021")
    assert found(tmp_path, home, ENTRIES) == []


def test_identifiers(tmp_path: Path) -> None:
    home = HOME.replace("Heaps* 12, 3-14, 2022.", "Heaps* 12, 3-14, 2022. https://doi.org/10.1000/182")
    other = ENTRIES.replace("year = 2022", "year = 2022, doi = {10.1000/185}")
    (one,) = found(tmp_path, home, other)
    assert one.startswith("identifier-differs: the DOI is 10.1000/185 here, 10.1000/182 in home.md")
    assert found(tmp_path, home, ENTRIES) == []


# --- what is missing -------------------------------------------------------------------------------------------------

NEW = "5. Jane Doe, Mary Moe. **A Work Nobody Else Has Listed**. *International Conference on Machine Learning*, {}.\n"


@pytest.mark.parametrize("year", [2020, 2021, 2024])
def test_missing_work(tmp_path: Path, year: int) -> None:
    assert found(tmp_path, HOME + NEW.format(year), ENTRIES) == [
        "publication-missing: “A Work Nobody Else Has Listed” is missing from refs.bib"
    ]


def test_selected_list_may_lack_what_it_likes(tmp_path: Path) -> None:
    entries = ENTRIES + ENTRIES.replace("{a,", "{e,").replace(
        "Lazy Queues for Everyone", "Another Work Entirely Different"
    )
    home = HOME.replace("# Publications", "# Selected Publications")
    assert found(tmp_path, home, entries) == []


@pytest.mark.parametrize(
    "item",
    [
        "Jane Doe. **How Queues Came to Be Lazy**. Invited talk, University of Somewhere, 2020.",
        "Jane Doe. **Lazy Queues and Other Stories of Order**. PhD thesis, University of Somewhere, 2018.",
        "Jane Doe, Paul Poe. **A Queue With a Lid on It**. US Patent 1,234,567, 2020.",
        "Jane Doe, Paul Poe. **Unfinished Thoughts on Piles**. Under review at *Journal of Heaps*, 2022.",
    ],
    ids=["talk", "thesis", "patent", "submitted"],
)
def test_kinds_that_a_list_does_not_have_are_not_missing(tmp_path: Path, item: str) -> None:
    assert found(tmp_path, f"{HOME}5. {item}\n", ENTRIES) == []


def test_list_of_few_works_is_a_selection_of_many(tmp_path: Path) -> None:
    more = "".join(
        f"{5 + n}. Jane Doe, Mary Moe. **{word} Machines and How They Work**. *Journal of Stacks and Heaps* {n}, 2021.\n"
        for n, word in enumerate("Green Blue Red Yellow Brown White Black Purple Orange Violet".split())
    )
    assert found(tmp_path, HOME + more, ENTRIES) == []


def test_older_works_than_any_in_a_list_are_before_its_time(tmp_path: Path) -> None:
    older = "".join(
        f"{5 + n}. Jane Doe, Mary Moe. **{word} Machines and How They Work**. *Journal of Stacks and Heaps* {n}, 2011.\n"
        for n, word in enumerate("Green Blue Red".split())
    )
    assert found(tmp_path, HOME + older, ENTRIES) == []


def test_title_that_stands_in_a_document_is_not_missing_from_it(tmp_path: Path) -> None:
    entries = f"% A Work Nobody Else Has Listed, see the poster\n{ENTRIES}"
    assert found(tmp_path, HOME + NEW.format(2021), entries) == []


def test_works_of_others_are_not_missing(tmp_path: Path) -> None:
    foreign = (
        "5. Ann Other, Bob Else. **A Work of Two Strangers**. *International Conference on Machine Learning*, 2021.\n"
    )
    assert found(tmp_path, HOME + foreign, ENTRIES) == []


@pytest.mark.parametrize(
    ("title", "doi", "expected"),
    [
        ("Eager Stacks Revisited", "10.5555/queues", 0),  # the title was changed, the work was not
        ("Eager Stacks Revisited", "10.5555/stacks", 1),
        ("Lazy queues", "", 0),
    ],
)
def test_one_key_is_for_one_identifier_or_title(tmp_path: Path, title: str, doi: str, expected: int) -> None:
    entry = "@misc{{doe2020, author = {{Jane Doe}}, title = {{{}}}, doi = {{{}}}, year = 2020}}"
    (tmp_path / "a.bib").write_text(entry.format("Lazy Queues", "10.5555/QUEUES"), encoding="utf-8")
    (tmp_path / "b.bib").write_text(entry.format(title, doi), encoding="utf-8")
    (tmp_path / "paper.tex").write_text("\\documentclass{article}\\cite{doe2020}\\bibliography{a,b}", encoding="utf-8")
    report = check_files([tmp_path], CheckSettings(select=("key-in-two-files",))).report
    assert len(report.diagnostics) == expected
