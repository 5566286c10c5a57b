"""``citekit correct``: what is said of a reading is kept in the lock, and heeded when the source is read again."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer

from citekit.commands.convert import Conversion
from citekit.commands.lock_file import Lock
from citekit.commands.update import update
from citekit.extraction.corrections import KINDS, ActiveCorrections, Correction, added, anchor, of_field
from citekit.model.work import Work
from citekit.runtime.config import LOCK, ConvertSettings
from citekit.runtime.errors import UsageError

Citekit = Callable[..., Answer]

PAGE = """# Ada Lind

## Stuff I made

- **Ada Lind**, Bo Ek. *Lazy Queues for Everyone*. Journal of Queues, 14(2), 101-119, 2020.
- Bo Ek, **Ada Lind**. *Eager Stacks Considered Harmful*. No meadow is greener, 2021.
- Cy Ro, **Ada Lind**. *Sorting Ledgers by Hand*. No meadow is greener, 2022.
- **Ada Lind**. *No meadow is greener of Our Lives*. Journal of Queues, 3(1), 1-9, 2018.
- **Ada Lind**. *Sorting Again*. arXiv:1901.00002, 2019.

## Talks

- **Ada Lind**. *How to Stand in Queues*. Berlin Seminar on Queues, 2020.
"""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ada.md").write_text(PAGE, encoding="utf-8")
    return tmp_path


def works(*settings: object) -> dict[str, Work]:
    conversion = Conversion.of(["ada.md"], ConvertSettings(*settings))  # type: ignore[arg-type]
    return {str(work.title): work for work in conversion.library}


def test_a_venue_is_learned_for_all_that_stand_alike(citekit: Citekit, desk: Path) -> None:
    assert "container-title" not in works()["Eager Stacks Considered Harmful"].variables
    said = citekit("correct", "ada.md:6", "--set", "venue=No meadow is greener")
    assert said.code == 0
    assert "it also applies to 1 similar entry" in said.err
    read = works()
    for title in ("Eager Stacks Considered Harmful", "Sorting Ledgers by Hand"):
        assert read[title].text("container-title") == "No meadow is greener"
    assert read["No meadow is greener of Our Lives"].text("container-title") == "Journal of Queues", (
        "a title is no venue"
    )
    explained = citekit("convert", "ada.md", "--explain").out
    assert "your correction: “No meadow is greener” is the venue" in explained
    assert "like your correction of “Bo Ek, Ada Lind. Eager Stacks" in explained
    assert "1.00  your correction" in explained


def test_update_heeds_what_was_corrected_and_keeps_it(citekit: Citekit, desk: Path) -> None:
    citekit("correct", "ada.md:6", "--set", "venue=No meadow is greener")
    assert citekit("update", "me.bib", "ada.md").code == 0
    assert (desk / "me.bib").read_text(encoding="utf-8").count("{No meadow is greener}") == 2
    kept = json.loads((desk / LOCK).read_text(encoding="utf-8"))
    assert kept["corrections"]["ada.md"][0]["name"] == "container-title"
    assert citekit("update", "me.bib", "--check").code == 0
    (desk / "ada.md").write_text(f"{PAGE}".replace("Days, 2021", "Days, pp. 3-4, 2021"), encoding="utf-8")
    update("me.bib", ["ada.md"]).write()
    assert works()["Eager Stacks Considered Harmful"].text("container-title") == "No meadow is greener", (
        "it found its item"
    )


def test_a_bibliography_elsewhere_has_its_own_lock(citekit: Citekit, desk: Path) -> None:
    (desk / "bib").mkdir()
    lock = Lock(desk / "bib" / LOCK)
    lock.corrections["../ada.md"] = (of_field("Bo Ek, Ada Lind. Eager Stacks", "title", "No Such"),)
    lock.write()
    assert citekit("convert", "ada.md", "-o", "bib/me.bib").code == 0
    assert "{No Such}" in (desk / "bib/me.bib").read_text(encoding="utf-8")
    assert "No Such" not in citekit("convert", "ada.md", "-q").out


def test_a_field_can_have_what_no_word_says(citekit: Citekit, desk: Path) -> None:
    sets = ["--set", "author=Ek, Bo and Lind, Ada and Ro, Cy", "--set", "year=2024", "--set", "doi=10.1000/xyz"]
    assert citekit("correct", "ada.md:6", *sets, "--set", "type=paper-conference").code == 0
    work = works()["Eager Stacks Considered Harmful"]
    assert [name.family for name in work.author] == ["Ek", "Lind", "Ro"]
    assert (work.year, work.text("DOI"), work.type) == (2024, "10.1000/xyz", "paper-conference")
    assert citekit("correct", "ada.md:6", "--set", "doi=").code == 0
    assert "DOI" not in works()["Eager Stacks Considered Harmful"].variables


def test_items_are_left_out_taken_in_joined_and_split(citekit: Citekit, desk: Path) -> None:
    citekit("correct", "ada.md", "--item", "How to Stand", "--publication")
    citekit("correct", "ada.md:9", "--leave-out")
    assert "How to Stand in Queues" in works()
    assert "Sorting Again" not in works()
    assert "your correction: not a publication" in citekit("convert", "ada.md", "-v").err
    page = "# Ada Lind\n\n## Publications\n\n- **Ada Lind**. *Lazy Queues*. Journal of Queues, 2020. **Ada Lind**. *Eager Stacks*. Journal of Stacks, 2021.\n"
    (desk / "two.md").write_text(page, encoding="utf-8")
    assert citekit("correct", "two.md:5", "--split", "Ada Lind. Eager").code == 0
    assert [work.title for work in Conversion.of(["two.md"]).library] == ["Lazy Queues", "Eager Stacks"]
    before = works()
    assert citekit("correct", "ada.md:6", "--join").code == 0
    after = Conversion.of(["ada.md"]).library
    assert len(after) == len(before) - 1
    joined = next(trace for trace in after.traces if "goes on" in "".join(trace.corrected))
    assert "Eager Stacks" in joined.text
    assert "Sorting Ledgers" in joined.text


def test_a_heading_announces_what_a_person_says(citekit: Citekit, desk: Path) -> None:
    assert "How to Stand in Queues" not in works()
    assert citekit("correct", "ada.md", "--heading", "Talks").code == 0
    assert "How to Stand in Queues" in works()
    assert citekit("correct", "ada.md", "--heading", "Talks", "--announces", "other").code == 0
    assert "How to Stand in Queues" not in works()
    assert citekit("correct", "ada.md", "--heading", "Stuff I made", "--announces", "other").code == 0
    assert not works()


def test_the_owner_is_who_a_person_says(citekit: Citekit, desk: Path) -> None:
    assert citekit("correct", "ada.md", "--owner", "Bo Ek").code == 0
    assert (
        Conversion.of(["ada.md"]).readings[0].owner
        == Conversion.of(["ada.md"], ConvertSettings(owner="Bo Ek")).readings[0].owner
    )
    assert str(Conversion.of(["ada.md"], ConvertSettings(owner="Cy Ro")).readings[0].owner) == "Cy Ro"


def test_single_references_are_corrected_as_well(citekit: Citekit, desk: Path) -> None:
    (desk / "refs.txt").write_text(
        "Lind, A. Lazy Queues. No meadow is greener 2020.\nEk, B. Eager Stacks. Journal of Stacks 2021.\n"
    )
    assert citekit("correct", "refs.txt:1", "--each-line", "--set", "venue=No meadow is greener").code == 0
    first, _ = Conversion.of(["refs.txt"], ConvertSettings(each_line=True)).library
    assert first.text("container-title") == "No meadow is greener"
    assert citekit("correct", "refs.txt:2", "--each-line", "--leave-out").code == 0
    assert len(Conversion.of(["refs.txt"], ConvertSettings(each_line=True)).library) == 1


def test_what_was_said_is_listed_and_taken_back(citekit: Citekit, desk: Path) -> None:
    citekit("correct", "ada.md:6", "--set", "venue=No meadow is greener")
    citekit("correct", "ada.md:6", "--nothing", "No meadow is greener")
    listed = citekit("correct", "ada.md", "--list").out
    assert listed.startswith("1\t“No meadow is greener” is the no field")
    assert listed.count("\n") == 1, "the later word takes the place of the earlier one"
    assert citekit("correct", "ada.md", "--forget", "1").code == 0
    assert '"corrections"' not in (desk / LOCK).read_text(encoding="utf-8")
    assert citekit("correct", "ada.md", "--forget", "1").code == 2


def test_what_fits_nothing_any_more_is_said(citekit: Citekit, desk: Path) -> None:
    citekit("correct", "ada.md:6", "--set", "venue=No meadow is greener")
    (desk / "ada.md").write_text(PAGE.replace("No meadow is greener", "No hill is greener"), encoding="utf-8")
    assert "a correction fits nothing any more" in citekit("convert", "ada.md").err


def test_what_fits_nothing_any_more_does_not_forbid_the_same_of_another_item(citekit: Citekit, desk: Path) -> None:
    assert citekit("correct", "ada.md:9", "--leave-out").code == 0
    (desk / "ada.md").write_text(
        PAGE.replace("Sorting Again*. arXiv:1901.00002", "Counting*. Grass, 3"), encoding="utf-8"
    )
    assert "fits nothing any more" in citekit("convert", "ada.md").err
    assert citekit("correct", "ada.md:7", "--leave-out").code == 0
    assert "Sorting Ledgers by Hand" not in works()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ada.md:6"], "no correction given"),
        (["ada.md:400", "--leave-out"], "there is no item at line 400"),
        (["ada.md", "--leave-out"], "no item specified"),
        (["ada.md", "--item", "nowhere", "--leave-out"], "no item contains the words"),
        (["ada.md:6", "--set", "venue"], "--set venue has no value"),
        (["ada.md", "--heading", "Talks", "--announces", "cake"], "announces publications or other"),
        (["ada.md", "--heading", "Nowhere"], "no item matches the correction"),
        (["ada.md:6", "--split", "no such words"], "no item matches the correction"),
        (["none.md:6", "--leave-out"], "none.md"),
    ],
)
def test_wrong_use_is_said_and_nothing_noted(citekit: Citekit, desk: Path, arguments: list[str], message: str) -> None:
    answer = citekit("correct", *arguments)
    assert answer.code == 2
    assert message in answer.err
    assert not (desk / LOCK).exists()


@pytest.mark.parametrize(
    "corrections",
    [
        '{"ada.md": [{"kind": "magic"}]}',
        '{"ada.md": 7}',
        "[]",
        '{"ada.md": [{"kind": "field", "item": "x", "name": "volume"}]}',
    ],
)
def test_a_broken_lock_is_an_error_with_its_name(citekit: Citekit, desk: Path, corrections: str) -> None:
    (desk / LOCK).write_text(f'{{"version": 1, "corrections": {corrections}, "files": {{}}}}', encoding="utf-8")
    answer = citekit("convert", "ada.md")
    assert answer.code == 2
    assert LOCK in answer.err


def test_corrections_of_a_hostile_lock_break_nothing(desk: Path) -> None:
    draw = random.Random(16)
    words = PAGE.replace("*", "").split()
    for _ in range(40):
        said: tuple[Correction, ...] = ()
        for _ in range(6):
            item = " ".join(draw.sample(words, 5)) if draw.random() < 0.3 else draw.choice(PAGE.splitlines()[4:9])[2:]
            try:
                kind = draw.choice(KINDS)
                value = " ".join(draw.sample(words, draw.randint(0, 3))) if kind != "heading" else "other"
                said = added(
                    said, Correction(kind, anchor(item), draw.choice(["title", "author", "volume", ""]), value)
                )
            except UsageError:
                continue
        lock = Lock(desk / LOCK, corrections={"ada.md": said})
        lock.write()
        again = Lock.of(desk / LOCK)
        assert again.corrections.get("ada.md", ()) == said
        assert again.text == lock.text
        assert not Conversion.of(["ada.md"]).failures
        (desk / LOCK).unlink()


def test_too_many_corrections_are_refused() -> None:
    with pytest.raises(UsageError, match="more than 5000"):
        ActiveCorrections(Correction("leave-out", f"item {n}") for n in range(5001))
