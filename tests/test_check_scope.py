"""Rules on what belongs together: copies and pages, workshops and conferences, written lists and citations, handles."""

from __future__ import annotations

from pathlib import Path

import pytest

from citekit.commands.check import check_files
from citekit.lint.loading.numbered_references import numbered_references
from citekit.model.identity.venue import main_conference
from citekit.runtime.config import CheckSettings


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def messages(rule: str, files: dict[str, str], **settings: object) -> list[str]:
    for name, text in files.items():
        Path(name).write_text(text, encoding="utf-8")
    chosen = CheckSettings(select=(rule,), **settings)  # type: ignore[arg-type]
    return [found.message for found in check_files([Path(name) for name in files], chosen).report.diagnostics]


# Reference lists that are written by hand

LIST = "\n# References\n\n[1] A. One. First. 2001.\n\n[2] B. Two. Second. 2002.\n\n[3] C. Three. Third. 2003.\n"


@pytest.mark.parametrize(
    ("text", "uncited"),
    [
        ("As in [1] and [3].\n", {2}),
        ("As in [1, 3].\n", {2}),
        ("As in [1-3].\n", set()),
        ("As in [1–2] and \\[3\\].\n", set()),
        ("As in [1](#one), [[2]](#two).\n", {3}),
        ("As in `[1]`, [2] and [3].\n", {1}),
        ("As in [1].\n", set()),
        ("Without any.\n", set()),
    ],
)
def test_items_that_the_text_never_refers_to(text: str, uncited: set[int]) -> None:
    found = numbered_references(text + LIST)
    assert found
    assert set(found.uncited) == uncited


@pytest.mark.parametrize(
    "text",
    [
        "See [1] and [2].\n\n# Steps\n\n1. One.\n2. Two.\n3. Three.\n",
        "See [1] and [2].\n\n# References\n\n[1]: https://example.org\n[2]: https://example.org/2\n[3]: https://example.org/3\n",
        "See [1] and [3].\n\n# References\n\n1. One.\n1. Two.\n1. Three.\n",
    ],
    ids=["another list", "targets of links", "numbers that Markdown makes"],
)
def test_what_is_no_numbered_list_of_references(text: str) -> None:
    found = numbered_references(text)
    assert found is None or not found.uncited


def test_a_list_ends_at_the_next_heading_and_what_follows_may_refer_to_it() -> None:
    found = numbered_references("See [1]." + LIST + "\n# Appendix\n\nSee [2].\n")
    assert found
    assert set(found.uncited) == {3}


BIBITEMS = (
    "\\begin{thebibliography}{9}\\bibitem{a}A\\bibitem[B]{b}B\\bibitem{c}C\\end{thebibliography}\n\\end{document}\n"
)


@pytest.mark.parametrize(
    ("cited", "found"),
    [
        ("\\cite{a,b}", ["\\bibitem 'c' is never cited"]),
        ("\\cite{a,b}\\nocite{c}", []),
        ("\\cite{a}\\nocite{*}", []),
        ("\\cite{a}", []),
        ("\\cite{a,b,\\more}", []),
    ],
)
def test_bibitems_that_nobody_cites(cited: str, found: list[str]) -> None:
    assert messages("uncited-then-listed", {"a.tex": "\\begin{document}\n" + cited + "\n" + BIBITEMS}) == found


# Workshops


@pytest.mark.parametrize(
    ("name", "workshop", "main"),
    [
        ("EuroSys", "EuroMLSys", "EuroSys"),
        ("European Conference on Computer Systems", "EuroMLSys", "EuroSys"),
        ("EuroSys '24", "4th Workshop on Machine Learning and Systems", "EuroSys"),
        ("International Conference on Machine Learning", "ICML Workshop on Lazy Queues", "ICML"),
        ("SIGMOD", "ICML Workshop on Lazy Queues", ""),
        ("EuroMLSys", "EuroMLSys", ""),
        ("ICML", "NeurIPS", ""),
        ("ICML Workshop on Eager Stacks", "ICML Workshop on Lazy Queues", ""),
    ],
)
def test_the_conference_beside_a_workshop(name: str, workshop: str, main: str) -> None:
    found = main_conference(name, workshop)
    assert (found.acronym if found else "") == main


def test_a_workshop_with_the_conference_as_its_series_and_no_second_finding() -> None:
    paper = (
        "@inproceedings{%s, author = {Jane Doe and Richard Roe}, title = {Lazy Queues for Everyone}, year = 2024, %s}\n"
    )
    own = paper % (
        "a",
        "booktitle = {Proceedings of the 4th Workshop on Machine Learning and Systems}, series = {EuroSys '24}",
    )
    assert len(messages("workshop-as-main", {"a.bib": own})) == 1
    assert messages("workshop-as-main", {"a.bib": own.replace("EuroSys '24", "EuroMLSys '24")}) == []
    pair = {
        name: paper % ("a", f"booktitle = {{{venue}}}")
        for name, venue in (("a.bib", "EuroMLSys"), ("b.bib", "EuroSys"))
    }
    assert messages("venue-differs", pair) == []
    assert len(messages("workshop-as-main", pair)) == 1


# Copies


def page(*works: tuple[str, int]) -> str:
    items = "\n".join(f'- Jane Doe, Richard Roe. "{title}". Journal of Queues, {year}.' for title, year in works)
    return f"# Publications\n\n{items}\n"


OLD, NEW, NEWEST = (
    ("Lazy Queues for Everyone", 2020),
    ("Eager Stacks Considered Harmful", 2021),
    ("Quiet Trees in Parks", 2023),
)
BOTH = {"documents": {"*.txt": "complete", "*.md": "complete"}}


@pytest.mark.parametrize(
    ("source", "copy", "stale"),
    [
        ((NEWEST, NEW, OLD), (NEW, OLD), True),
        ((NEWEST, NEW, OLD), (NEWEST, NEW, OLD), False),
        ((NEW, OLD), (NEWEST, NEW, OLD), False),
        ((NEWEST, NEW, OLD), (NEWEST, NEW), False),
        ((NEWEST, ("Wise Heaps", 2022), ("Old Graphs", 2019)), (NEW, OLD), False),
    ],
    ids=["older", "the same", "newer", "an old work is missing", "another list"],
)
def test_a_copy_is_older_where_it_lacks_the_newest_works(
    source: tuple[tuple[str, int], ...], copy: tuple[tuple[str, int], ...], stale: bool
) -> None:
    files = {"cv.md": page(*source), "cv.txt": page(*copy)}
    assert bool(messages("stale-copy", files, **BOTH)) is stale


def test_copies_of_another_name_are_told_by_an_option() -> None:
    files = {"index.md": page(NEWEST, NEW, OLD), "cv.txt": page(NEW, OLD)}
    assert messages("stale-copy", files, **BOTH) == []
    told = {"stale-copy": {"copies": {"cv.txt": "index.md"}}}
    assert messages("stale-copy", files, rules=told, **BOTH) == [
        "this copy is older than index.md: it lacks a work of 2023"
    ]


# Handles and addresses


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("and see@doe2020 here", ["'@doe2020' after a word is not a citation"]),
        ("at https://example.org/@doe2020 here", ["'@doe2020' in this address is read as a citation"]),
        ("by [@doe2020](https://github.com/doe2020)", ["the handle '@doe2020' is read as a citation"]),
        ("by @doe2020 on GitHub", ["the handle '@doe2020' is read as a citation"]),
        ("at <https://example.org/@doe2020>", []),
        ("at [a page](https://example.org/@doe2020)", []),
        ("to me@doe2020.org or me@example.org", []),
        ("in `see@doe2020` and \\@doe2020", []),
        ("@doe2020 on page 3, (see)@doe2020", []),
    ],
)
def test_an_at_that_is_read_otherwise_than_it_looks(text: str, found: list[str]) -> None:
    refs = "@misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}\n"
    files = {"refs.bib": refs, "a.md": f"---\nbibliography: refs.bib\n---\nSee [@doe2020], {text}.\n"}
    assert messages("ambiguous-at", files) == found
