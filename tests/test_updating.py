"""``citekit update``: what a person changed stays, what a source changed is taken over, in every format that is written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer

from citekit import Library, dumps
from citekit.commands.update import LOCK, update
from citekit.formats import files
from citekit.model.date import Date
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.runtime.errors import UnreadableInputError, UsageError

Citekit = Callable[..., Answer]

PAGE = """# Ada Lind

## Publications

- **Ada Lind**, Bo Ek. *Lazy Queues for Everyone*. Journal of Queues, 14(2), 101-119, 2020.
- Bo Ek, **Ada Lind**. *Eager Stacks Considered Harmful*. Proceedings of the Conference on Stacks, 2021.
- **Ada Lind**. *Sorting Ledgers by Hand*. arXiv:1901.00002, 2019.
"""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ada.md").write_text(PAGE, encoding="utf-8")
    return tmp_path


def test_the_story_of_a_bibliography(citekit: Citekit, desk: Path) -> None:
    bib, page, lock = desk / "me.bib", desk / "ada.md", desk / LOCK
    assert citekit("update", "me.bib", "ada.md").code == 0
    assert bib.read_text(encoding="utf-8") == citekit("convert", "ada.md", "-q").out
    assert citekit("update", "me.bib", "--check").code == 0

    text = bib.read_text(encoding="utf-8")
    text = "% my file\n@string{acm = {ACM Press}}\n\n" + text.replace("{101--119}", "{101--120}")
    text = text.replace("@misc{lind2019sorting,", "% it came out\n@article{lind2019sorting,\n  doi = {10.1000/sl},")
    text = (
        text.replace("booktitle", "address       = {Oslo},\n  booktitle", 1)
        + "\n@comment{keep}\n@book{own, title={Mine}}\n"
    )
    bib.write_text(text, encoding="utf-8")
    assert citekit("update", "me.bib", "--check").code == 0, "what a person changes alone is nothing to do"

    listed = PAGE.replace("101-119", "101-121").replace("on Stacks, 2021", "on Stacks, pages 1-9, 2021")
    page.write_text(f"{listed}- **Ada Lind**, Cy Ro. *Hashing in the Small*. Journal of Hashes, 7(1), 2022.\n", "utf-8")
    looked = citekit("update", "me.bib", "ada.md", "--check")
    assert looked.code == 1
    assert bib.read_text(encoding="utf-8") == text
    shown = citekit("update", "me.bib", "ada.md", "--diff")
    assert shown.code == 1
    assert "+  pages         = {1--9},\n" in shown.out
    assert bib.read_text(encoding="utf-8") == text

    done = citekit("update", "me.bib", "ada.md")
    assert done.code == 0
    assert "lind2020lazy: pages: the source now has 101-121; your value was kept: 101-120" in done.err
    after = bib.read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line not in after.splitlines()] == []
    assert files.loads(after).find("ek2021eager").text("page") == "1-9"  # type: ignore[union-attr]
    keys = [work.id for work in files.loads(after)]
    assert keys == ["lind2020lazy", "ek2021eager", "lind2019sorting", "own", "lind2022hashing"]
    assert citekit("update", "me.bib", "--check").code == 0
    first = (after, lock.read_text(encoding="utf-8"))
    assert citekit("update", "me.bib", "ada.md").code == 0
    assert (bib.read_text(encoding="utf-8"), lock.read_text(encoding="utf-8")) == first

    page.write_text(PAGE.replace("- **Ada Lind**. *Sorting", "- [//]: # *Sorting").partition("- [//]")[0], "utf-8")
    gone = citekit("update", "me.bib", "ada.md")
    assert "lind2019sorting: no longer in any source; kept" in gone.err
    assert "lind2019sorting" in bib.read_text(encoding="utf-8")
    assert citekit("update", "me.bib", "--check").code == 0


def test_what_was_taken_out_does_not_come_back(citekit: Citekit, desk: Path) -> None:
    citekit("update", "me.bib", "ada.md")
    document = Library.load(desk / "me.bib")
    document.remove(document.entry("ek2021eager"))
    document.entry("lind2020lazy").rekey("queues")
    document.save()
    (desk / "ada.md").write_text(PAGE.replace("14(2)", "15(2)"), encoding="utf-8")
    assert citekit("update", "me.bib", "ada.md").code == 0
    works = files.load(desk / "me.bib")
    assert [work.id for work in works] == ["queues", "lind2019sorting"]
    assert works[0].text("volume") == "15"
    assert '"key": "queues"' in (desk / LOCK).read_text(encoding="utf-8")


def test_a_file_that_was_there_before(citekit: Citekit, desk: Path) -> None:
    mine = "@article{q,\n  title = {Lazy queues for everyone},\n  author = {Lind, A. and Ek, B.},\n  year = 2020\n}\n"
    (desk / "me.bib").write_text(mine, encoding="utf-8")
    answer = citekit("update", "me.bib", "ada.md", "-v")
    assert answer.code == 0
    assert "q: already present" in answer.err
    text = (desk / "me.bib").read_text(encoding="utf-8")
    assert text.startswith(mine)
    assert len(files.loads(text)) == 3


def test_questions(citekit: Citekit, desk: Path) -> None:
    citekit("update", "me.bib", "ada.md")
    bib = desk / "me.bib"
    bib.write_text(bib.read_text(encoding="utf-8").replace("101--119", "101--120"), encoding="utf-8")
    new = "- **Ada Lind**. *Hashing in the Small*. Journal of Hashes, 7(1), 2022.\n"
    (desk / "ada.md").write_text(PAGE.replace("101-119", "101-121").replace("14(2)", "15(2)") + new, encoding="utf-8")
    answers = citekit("update", "me.bib", "ada.md", "--interactive", stdin=b"n\ny\nn\n")
    assert answers.code == 0
    work = files.load(bib).find("lind2020lazy")
    assert work is not None
    assert (work.text("volume"), work.text("page")) == ("14", "101-121")
    assert len(files.load(bib)) == 3
    assert citekit("update", "me.bib", "--check").code == 0, "what was answered is not asked again"
    assert citekit("update", "me.bib", "--check", "--interactive").code == 2


def test_sources_that_fail_cost_nothing(citekit: Citekit, desk: Path) -> None:
    citekit("update", "me.bib", "ada.md")
    before = (desk / "me.bib").read_text(encoding="utf-8"), (desk / LOCK).read_text(encoding="utf-8")
    assert citekit("update", "me.bib", "ada.md", "none.md").code == 2
    (desk / "ada.md").unlink()
    assert citekit("update", "me.bib").code == 2
    assert ((desk / "me.bib").read_text(encoding="utf-8"), (desk / LOCK).read_text(encoding="utf-8")) == before
    assert citekit("update", "other.bib").code == 2


@pytest.mark.parametrize("text", ["# Just a moment…\n\nChecking your browser.\n", "", "# Ada Lind\n"])
def test_a_page_that_holds_nothing_for_once_stays_a_source(citekit: Citekit, desk: Path, text: str) -> None:
    citekit("update", "me.bib", "ada.md")
    before = (desk / "me.bib").read_text(encoding="utf-8"), (desk / LOCK).read_text(encoding="utf-8")
    (desk / "ada.md").write_text(text, encoding="utf-8")
    answer = citekit("update", "me.bib")
    assert answer.code == 2
    assert ((desk / "me.bib").read_text(encoding="utf-8"), (desk / LOCK).read_text(encoding="utf-8")) == before
    (desk / "ada.md").write_text(PAGE, encoding="utf-8")
    assert citekit("update", "me.bib", "--check").code == 0


def test_a_lock_reads_nothing_but_the_project(desk: Path) -> None:
    update("me.bib", ["ada.md"]).write()
    lock = desk / LOCK
    for name in ("https://example.org/ada.md", "../../etc/passwd", "/etc/passwd"):
        lock.write_text(lock.read_text(encoding="utf-8").replace('"ada.md"', json.dumps(name)), encoding="utf-8")
        with pytest.raises(UsageError, match="not a file of this project"):
            update("me.bib")
        lock.write_text(lock.read_text(encoding="utf-8").replace(json.dumps(name), '"ada.md"'), encoding="utf-8")
    for text in ("", "[]", '{"version": 9, "files": {}}', '{"version": 1, "files": {"me.bib": [{}]}}', "[" * 100_000):
        lock.write_text(text, encoding="utf-8")
        with pytest.raises(UnreadableInputError, match=LOCK):
            update("me.bib", ["ada.md"])


def test_two_sources_and_one_of_them_read_again(desk: Path) -> None:
    (desk / "bo.md").write_text(
        "# Bo Ek\n\n## Publications\n\n- Bo Ek, Ada Lind. *Eager Stacks Considered Harmful*. Proceedings of the "
        "Conference on Stacks, pages 1-9, 2021.\n- Bo Ek. *Cold Heaps in Practice*. Journal of Heaps, 2018.\n",
        encoding="utf-8",
    )
    update("lab.bib", ["ada.md", "bo.md"]).write()
    assert len(files.load("lab.bib")) == 4
    only = update("lab.bib", ["ada.md"])
    assert not only.steps, "what only the other source says is not gone"
    only.write()
    assert '"from": ["ada.md", "bo.md"]' in (desk / LOCK).read_text(encoding="utf-8")
    assert not update("lab.bib").changed


# --- every format ------------------------------------------------------------------------------------------------------

WRITTEN = [name for name, module in files._formats().items() if hasattr(module, "dumps") or hasattr(module, "pages")]


def works() -> list[Work]:
    words = ["Queues", "Stacks", "Ledgers", "Heaps", "Graphs", "Tables"]
    return [
        Work(
            "article-journal",
            f"doe{2015 + n}{word.lower()}",
            {
                "title": f"{word} for Everyone",
                "author": (Name("Doe", "Jane"), Name("Roe", "Richard")),
                "issued": Date.of(2015 + n),
                "container-title": f"Journal of {word}",
                "volume": str(n + 1),
                "page": f"{n}1-{n}9",
                "DOI": f"10.1000/{word.lower()}",
            },
        )
        for n, word in enumerate(words)
    ]


def put(path: Path, found: list[Work]) -> None:
    path.write_text(dumps(found, "csljson"), encoding="utf-8")


@pytest.mark.parametrize("name", WRITTEN)
def test_every_format_is_brought_up_to_date(name: str, tmp_path: Path) -> None:
    source, module = tmp_path / "source.json", files._formats()[name]
    target = tmp_path / f"me{module.SUFFIXES[0] if module.SUFFIXES else ''}"
    known = works()
    put(source, known[:5])
    update(target, [source], format=name).write()
    assert not update(target, [source], format=name).changed

    texts = {path: path.read_text(encoding="utf-8") for path in [target, *target.rglob("*")] if path.is_file()}
    pages = [path for path, text in texts.items() if "Journal of Stacks" in text and path.suffix == ".md"]
    edited = pages[0] if pages else target
    edited.write_text(texts[edited].replace("Journal of Stacks", "Annals of Stacks"), encoding="utf-8")
    changed = [known[0].with_variables(page="1-99"), known[1].with_variables(container_title="Letters"), *known[2:6]]
    put(source, changed)
    found = update(target, [source], format=name)
    assert {"new", "changed"} <= {step.kind for step in found.steps}
    assert {"kept", "refused"} & {step.kind for step in found.steps}, "the source disagrees with the person"
    found.write()
    again = "\n".join(path.read_text(encoding="utf-8") for path in [target, *target.rglob("*")] if path.is_file())
    assert "Annals of Stacks" in again
    assert "Letters" not in again.replace("Letters of", "")
    if hasattr(module, "loads"):
        assert {"1-99"} <= {work.text("page") for work in files.load(target, name)} or name == "rendercv"
    assert re.search(r"1[-–]{1,2}99|EP  - 99|end: \"99\"|<end>99<|\"pageEnd\": \"99\"", again)
    assert again.count("Tables for Everyone") == "\n".join(texts.values()).count("Heaps for Everyone")
    assert not update(target, [source], format=name).changed
    if hasattr(module, "loads"):
        assert len(files.load(target, name)) == 6


def test_a_bibliography_is_no_source_of_itself(citekit: Callable[..., Answer], tmp_path: Path) -> None:
    path = tmp_path / "me.bib"
    text = "@book{fern, title={Ferns}, author={Fern, Ida}, publisher={Moss}, year=2001}\n"
    path.write_text(text, encoding="utf-8")
    answer = citekit("update", path, path)
    assert (answer.code, "cannot be its source" in answer.err) == (2, True)
    assert path.read_text(encoding="utf-8") == text
