"""A list is read like those of its entries that are known: by a bibliography, by ``update``, by corrections."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from conftest import Answer

import citekit as package
from citekit.commands.convert import Conversion
from citekit.commands.update import update
from citekit.extraction import crf, labeller, list_features
from citekit.extraction.alignment import KnownTitles, known_labels
from citekit.extraction.attributes import attributes
from citekit.extraction.corrections import Correction, of_field
from citekit.extraction.known import MOST_ITEMS, MOST_WORDS, KnownSequence, chosen, fits, mark_known, weight_changes
from citekit.extraction.labeller import Labelled, chain, model_bytes
from citekit.extraction.lexer import cut
from citekit.extraction.pipeline import Section, line_item
from citekit.extraction.shape import KnownLayout
from citekit.formats.csv import work_of
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.runtime.config import LOCK, ConvertSettings
from citekit.runtime.errors import UnreadableInputError
from training import trapped

Citekit = Callable[..., Answer]

PAGE = """# Papers of Ada Brandt

## Publications

* Brandt Ada ; Okafor Chidi: Lanterns under large pressure [Journal of Lanterns] 12 / 3, 2019
* Nowak Ben ; Brandt Ada: Slow caches at high tide [Pebble Letters] 4 / 1, 2020
* Brandt Ada ; Lindqvist Dora ; Rossi Carla: A survey of pebbles [Lantern Review] 7 / 2, 2021
* Okafor Chidi ; Brandt Ada: Quiet ledgers [Journal of Lanterns] 13 / 1, 2022
* Moreau Elise ; Brandt Ada: Why harbours freeze [Pebble Letters] 6 / 9, 2023
"""
KNOWN = """@article{nowak2020, title = {{Slow} Caches at High Tide}, author = {Ben Nowak and Ada Brandt},
  journal = {Pebble Letters}, volume = 4, number = 1, year = 2020}
"""
RIGHT = {
    "Lanterns under large pressure": ["Brandt Ada", "Okafor Chidi"],
    "Slow caches at high tide": ["Nowak Ben", "Brandt Ada"],
    "A survey of pebbles": ["Brandt Ada", "Lindqvist Dora", "Rossi Carla"],
    "Quiet ledgers": ["Okafor Chidi", "Brandt Ada"],
    "Why harbours freeze": ["Moreau Elise", "Brandt Ada"],
}


@pytest.fixture
def unstyled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists are read without their style, which tells these pages right by itself: here others mend them."""
    monkeypatch.setattr(list_features, "restyled", lambda *_: {})


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unstyled: None) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "known.bib").write_text(KNOWN, encoding="utf-8")
    return tmp_path


def people(works: package.Works | list[Work]) -> dict[str, list[str]]:
    return {work.title: [f"{name.family} {name.given}" for name in work.author] for work in works}


def read(*, known: str = "", page: str = "page.md") -> package.Works:
    return Conversion.of([page], ConvertSettings(known=(known,) if known else ())).library


# --- one entry is known ----------------------------------------------------------------------------------------------


def test_the_others_are_read_like_the_one_that_is_known(citekit: Citekit, desk: Path) -> None:
    assert people(read()) != RIGHT
    assert people(read(known="known.bib")) == RIGHT
    said = citekit("convert", "page.md", "--known", "known.bib", "--explain")
    assert said.code == 0
    assert said.out.count("read like the entries you confirmed") >= 5
    assert "1 of the known entries is in the documents" in said.err


@pytest.mark.parametrize(
    "entry",
    [
        "@misc{a, title = {Slow caches at high tide}, author = {Nowak, B. and Brandt, A.}}",
        "@article{a, title = {SLOW CACHES AT HIGH TIDE}, author = {Ada Brandt and others}, year = 2020}",
        "@article{a, title = {Slow caches at high tide}, author = {Nowak, Ben Q. and Brandt, Ada}, journal = {Pebble Lett.}, year = 2020, pages = {1--9}}",
    ],
    ids=["initials and nothing else", "another person", "more names, a short journal, pages that are not printed"],
)
def test_untidy_entries_are_enough(desk: Path, entry: str) -> None:
    (desk / "known.bib").write_text(entry, encoding="utf-8")
    found = people(read(known="known.bib"))
    assert len(set(found) & set(RIGHT)) >= 4, found


def test_nothing_that_is_known_is_copied(desk: Path) -> None:
    (desk / "known.bib").write_text(
        KNOWN.replace("volume = 4", "doi = {10.1234/pebbles.4}, keywords = {tides}, pages = {3--4}, volume = 4"),
        encoding="utf-8",
    )
    work = next(work for work in read(known="known.bib") if work.title.startswith("Slow"))
    assert work.title == "Slow caches at high tide", "as the page prints it"
    assert not {"DOI", "keyword", "page"} & set(work.variables)


def test_entries_of_another_list_change_nothing(desk: Path) -> None:
    (desk / "known.bib").write_text(
        "@article{a, title = {Meadows in the wind}, author = {Ada Brandt}, journal = {Pebble Letters}, year = 2020}\n"
        "@article{b, title = {Slow caches}, author = {Ben Nowak}, year = 2020}\n"
        "@article{c, title = {Quiet ledgers}, author = {Emeka Larsen}, year = 1999}\n",
        encoding="utf-8",
    )
    library = read(known="known.bib")
    assert [(work, trace.evidence) for work, trace in zip(library, library.traces, strict=True)] == [
        (work, trace.evidence) for work, trace in zip(read(), read().traces, strict=True)
    ]


def test_models_learn_only_from_what_they_read_wrongly(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (desk / "page.md").write_text(
        "# Ada Brandt\n\n## Publications\n\n"
        "- Ada Brandt, Chidi Okafor. *Lanterns under large pressure*. Journal of Lanterns, 12(3), 2019.\n"
        "- Ben Nowak, Ada Brandt. *Slow caches at high tide*. Pebble Letters, 4(1), 2020.\n",
        encoding="utf-8",
    )
    before = read()
    monkeypatch.setattr(list_features, "weight_changes", lambda *_: pytest.fail("nothing was read wrongly"))
    assert list(read(known="known.bib")) == list(before)


def test_both_decoders_read_alike(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = people(read(known="known.bib"))
    monkeypatch.setattr(crf, "Tagger", None)
    labeller.labeller.cache_clear()
    try:
        assert people(read(known="known.bib")) == compiled == RIGHT
    finally:
        labeller.labeller.cache_clear()


def test_single_references_are_read_like_known_ones(desk: Path) -> None:
    lines = [line.removeprefix("* ") for line in PAGE.splitlines() if line.startswith("* ")]
    plain, told = (package.convert(text="\n".join(lines), each_line=True, known=known) for known in (None, "known.bib"))
    assert people([entry.work for entry in plain]) != RIGHT
    assert people([entry.work for entry in told]) == RIGHT


def test_types_are_told_on_in_the_same_container(desk: Path) -> None:
    assert {work.type for work in read(known="known.bib")} == {"article-journal"}
    (desk / "known.bib").write_text(KNOWN.replace("@article", "@inproceedings").replace("journal =", "booktitle ="))
    assert {work.title: work.type for work in read(known="known.bib")} == {
        title: "paper-conference" if title[:4] in ("Slow", "Why ") else "article-journal" for title in RIGHT
    }


def test_types_are_told_on_to_what_was_taken_for_the_same_type(desk: Path) -> None:
    (desk / "page.md").write_text(
        "# Ada Brandt\n\n## Publications\n\n"
        "- Ada Brandt, Chidi Okafor. Lanterns under large pressure. Harbour Days, pp. 12-19, 2019.\n"
        "- Ben Nowak, Ada Brandt. Slow caches at high tide. Pebble Days, pp. 1-9, 2020.\n"
        "- Ada Brandt. A book of pebbles. Oslo: Fenn University Press, 2021.\n"
        "- Dora Obi, Ada Brandt. Why harbours freeze. Journal of Lanterns 12(3), pp. 4-8, 2022.\n",
        encoding="utf-8",
    )
    before = [work.type for work in read()]
    (desk / "known.bib").write_text(
        "@inproceedings{n, title = {Slow caches at high tide}, author = {Ben Nowak and Ada Brandt}, booktitle = {Pebble Days}, year = 2020}"
    )
    assert [work.type for work in read(known="known.bib")] == ["paper-conference"] * 2 + before[2:]


def test_python_takes_files_libraries_and_works(desk: Path) -> None:
    for known in (
        "known.bib",
        Path("known.bib"),
        package.load("known.bib"),
        [e.work for e in package.load("known.bib")],
    ):
        assert people([entry.work for entry in package.convert("page.md", known=known)]) == RIGHT


@pytest.mark.parametrize(
    ("name", "what"), [("nowhere.bib", "nowhere.bib"), ("page.md", "page.md is not a bibliography")]
)
def test_what_is_no_bibliography_is_refused(citekit: Citekit, desk: Path, name: str, what: str) -> None:
    said = citekit("convert", "page.md", "--known", name)
    assert (said.code, said.out) == (2, "")
    assert what in said.err
    with pytest.raises(UnreadableInputError):
        Conversion.of(["page.md"], ConvertSettings(known=(name,)))


# --- update ----------------------------------------------------------------------------------------------------------


def bib(path: Path) -> dict[str, list[str]]:
    return people([entry.work for entry in package.load(path)])


def test_update_knows_what_the_bibliography_says(citekit: Citekit, desk: Path) -> None:
    (desk / "me.bib").write_text(KNOWN, encoding="utf-8")
    assert citekit("update", "me.bib", "page.md").code == 0
    found = bib(desk / "me.bib")
    assert found.pop('<span class="nocase">Slow</span> Caches at High Tide', None) or found.pop(
        "Slow Caches at High Tide"
    )
    assert found == {title: names for title, names in RIGHT.items() if not title.startswith("Slow")}
    assert citekit("update", "me.bib", "--check").code == 0
    kept = json.loads((desk / LOCK).read_text(encoding="utf-8"))["known"]["page.md"]
    assert [row["id"] for row in kept] == ["nowak2020"], "what citekit wrote is not known"
    assert people(read()) == RIGHT, "the lock keeps what was known of the page"
    (desk / "me.bib").write_text((desk / "me.bib").read_text(encoding="utf-8").replace(KNOWN, ""), encoding="utf-8")
    assert citekit("update", "me.bib").code == 0
    assert people(read()) == RIGHT, "also of entries that somebody took out"


def test_update_learns_from_what_a_person_repaired_in_the_bibliography(citekit: Citekit, desk: Path) -> None:
    citekit("update", "me.bib", "page.md")
    text = (desk / "me.bib").read_text(encoding="utf-8")
    update("me.bib").write()
    assert (desk / "me.bib").read_text(encoding="utf-8") == text, "citekit's own entries teach it nothing"
    assert "known" not in json.loads((desk / LOCK).read_text(encoding="utf-8"))
    entries = package.load("me.bib")
    entry = next(entry for entry in entries if "Quiet ledgers" in entry.work.title)
    entry.work = entry.work.with_variables(
        title="Quiet ledgers", author=(Name("Okafor", "Chidi"), Name("Brandt", "Ada"))
    )
    entries.save()
    for _ in range(2):
        assert citekit("update", "me.bib").code == 0
        assert bib(desk / "me.bib") == RIGHT
    assert citekit("update", "me.bib", "--check").code == 0
    kept = json.loads((desk / LOCK).read_text(encoding="utf-8"))["known"]["page.md"]
    assert [sorted(row) for row in kept] == [["author", "id", "title", "type"]], "only what the person wrote"


def test_the_lock_keeps_what_another_bibliography_said(citekit: Citekit, desk: Path) -> None:
    assert citekit("update", "me.bib", "page.md", "--known", "known.bib").code == 0
    assert bib(desk / "me.bib") == RIGHT
    (desk / "known.bib").unlink()
    assert citekit("update", "me.bib", "--check").code == 0


# --- corrections -----------------------------------------------------------------------------------------------------


def test_one_correction_mends_all_that_are_alike(citekit: Citekit, desk: Path) -> None:
    said = citekit(
        "correct", "page.md:8", "--set", "title=Quiet ledgers", "--set", "author=Okafor, Chidi and Brandt, Ada"
    )
    assert said.code == 0
    assert "3 other entries are read like it" in said.err
    assert people(read()) == RIGHT
    explained = citekit("explain", "page.md:9").out
    assert "read like the entries you confirmed" in explained
    citekit("correct", "page.md", "--forget", "1")
    citekit("correct", "page.md", "--forget", "1")
    assert people(read()) != RIGHT


def test_a_correction_leaves_alone_what_nobody_spoke_of() -> None:
    page = "# Ada Lind\n\n## Publications\n\n" + "\n".join(
        f"- {who}, **Ada Lind**. *{title}*. {where}, {year}."
        for who, title, where, year in (
            ("Bo Ek", "Lazy Queues for Everyone", "Journal of Queues", 2020),
            ("Bo Ek", "Eager Stacks Considered Harmful", "Green Meadow Days", 2021),
            ("Cy Ro", "Sorting Ledgers by Hand", "Green Meadow Days", 2022),
        )
    )
    from citekit.documents.load import read_text
    from citekit.extraction.pipeline import convert_document

    said = of_field(
        "Bo Ek, Ada Lind. Eager Stacks Considered Harmful. Green Meadow Days, 2021.", "publisher", "Green Meadow Days"
    )
    before, after = (convert_document(read_text(page, "a.md"), ConvertSettings(), c).library for c in ((), (said,)))
    assert people(before) == people(after)
    assert [work.text("publisher") for work in after] == ["", "Green Meadow Days", "Green Meadow Days"]
    assert after[0].text("container-title") == "Journal of Queues"
    assert isinstance(said, Correction)


# --- alignment -------------------------------------------------------------------------------------------------------

LABELS = chain("document").labels


def labels(text: str, row: dict[str, str]) -> str:
    """The labels that the words of a line may have: the one, several with ``|``, ``.`` for what is not known."""
    words = cut(line_item(text, 0, Section(())).text)
    work = work_of(list(row.items()))
    found = known_labels(Labelled(words, [""] * len(words), [1.0] * len(words)), work, LABELS)
    return " ".join("|".join(sorted(may)) if len(may) < 7 else "." for may in found)


@pytest.mark.parametrize(
    ("text", "row", "expected"),
    [
        ("Ada Brandt, Chidi Okafor. Lanterns. 2019", {"title": "Lanterns", "author": "Brandt, Ada; Okafor, Chidi", "issued": "2019"}, "BAG IAF BAG IAF B-T B-Y"),
        ("Brandt, A., and Okafor, C. Lanterns", {"title": "Lanterns", "author": "Brandt, Ada; Okafor, Chidi"}, "BAF IAG A-AND BAF IAG B-T"),
        ("Brandt A, Okafor C: Lanterns", {"title": "Lanterns", "author": "Brandt, Ada; Okafor, Chidi"}, "BAF IAG BAF IAG B-T"),
        ("A. Brandt, A. Okafor. Lanterns", {"title": "Lanterns", "author": "Brandt, Ada; Okafor, Amara"}, "BAG IAF BAG IAF B-T"),
        ("Ada B. Brandt and Chidi Okafor: Lanterns", {"title": "Lanterns", "author": "Brandt, A.; Okafor, C."}, "BAG IAG IAF A-AND BAG IAF B-T"),
        ("C. Okafor and A. Brandt: Lanterns", {"title": "Lanterns", "author": "Okafor, C.; Brandt, A."}, "BAG IAF A-AND BAG IAF B-T"),
        ("C. Okafor und U. Brandt: Lanterns", {"title": "Lanterns", "author": "Okafor, C.; Brandt, U."}, "BAG IAF A-AND BAG IAF B-T"),
        ("Chidi Okafor u. Uri Brandt: Lanterns", {"title": "Lanterns", "author": "Okafor, Chidi; Brandt, Uri"}, "BAG IAF A-AND BAG IAF B-T"),
        ("C. Okafor et E. Brandt: Lanterns", {"title": "Lanterns", "author": "Okafor, C.; Brandt, E."}, "BAG IAF A-AND BAG IAF B-T"),
        ("C. Okafor y Y. Brandt: Lanterns", {"title": "Lanterns", "author": "Okafor, C.; Brandt, Y."}, "BAG IAF A-AND BAG IAF B-T"),
        ("C. Okafor e E. Brandt: Lanterns", {"title": "Lanterns", "author": "Okafor, C.; Brandt, E."}, "BAG IAF A-AND BAG IAF B-T"),
        ("Okafor and Brandt: Lanterns", {"title": "Lanterns", "author": "Okafor, A.; Brandt, B."}, "BAL A-AND BAL B-T"),
        ("a. okafor, b. brandt: Lanterns", {"title": "Lanterns", "author": "Okafor, Ada; Brandt, Bea"}, "BAG IAF BAG IAF B-T"),
        ("Brandt AB, et al. Lanterns", {"title": "Lanterns", "author": "Brandt, Ada Bea; others"}, "BAF IAG A-ETAL A-ETAL B-T"),
        ("Lanterns Institute. Slow lanterns", {"title": "Slow lanterns", "author": "{Lanterns Institute}"}, "BAL IAL B-T I-T"),
        ("Lanterns at night. Harbour Review 12(3), 2019", {"title": "Lanterns at night", "container-title": "Harbour Review", "volume": "12", "issue": "3"}, "B-T I-T I-T B-C I-C B-V B-N ."),
        ("Lanterns at night. Harbour Review 12, 101-9", {"title": "Lanterns at night", "container-title": "Harbour Review", "volume": "12", "page": "101-109"}, "B-T I-T I-T B-C I-C B-V B-PG I-PG"),
        ("Lanterns at night. NeurIPS 2019", {"title": "Lanterns at night", "container-title": "Neural Information Processing Systems", "issued": "2019"}, "B-T I-T I-T B-C B-Y"),
        ("Lanterns: a survey. 2019", {"title": "Lanterns", "issued": "2019"}, "B-T . . B-Y"),
        ("Lanterns. Proceedings of Harbour Review, 2019", {"title": "Lanterns", "container-title": "Harbour Review"}, "B-T . . B-C|I-C I-C ."),
        ("Slow lanterns. Pebble University, 2019", {"title": "Slow lanterns", "publisher": "Pebble University"}, "B-T I-T B-C|B-P|I-C|I-P B-C|B-P|I-C|I-P ."),
    ],
)  # fmt: skip
def test_what_is_known_of_each_word(text: str, row: dict[str, str], expected: str) -> None:
    assert labels(text, row) == expected


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Brandt. Slow lanterns at sea. 2019", True),
        ("Larsen. Slow lanterns at sea. 2019", True),
        ("Larsen. Slow lanterns at sea. 2011", False),
        ("Brandt. Slow lanterns at seaside. 2019", False),
        ("Brandt. Fast lanterns at sea. 2019", False),
    ],
)
def test_an_item_is_a_known_work_by_its_title_and_a_person_or_the_year(text: str, found: bool) -> None:
    work = work_of([("title", "Slow lanterns at sea"), ("author", "Brandt, Ada"), ("issued", "2019")])
    words = cut(line_item(text, 0, Section(())).text)
    assert (KnownTitles([work]).work_of(words)[0] == work) is found


@pytest.mark.parametrize(
    ("lines", "known"),
    [
        (["Slow lanterns at sea and in the harbour. Harbour Review, 2019"], [True]),
        (["Slow lanterns at sea and in the harbour. Harbour Review"], [True]),
        (["Slow lanterns at sea and in the harbour"], [True]),
        (["Slow lanterns at sea and in the harbour. Harbour Days, Oslo, 2017"], [False]),  # a talk on it
        (["A. Brandt. Slow lanterns at sea and in the harbour. arXiv, 2018"], [True]),  # its preprint
        (
            [
                "Slow lanterns at sea and in the harbour. Harbour Days, Oslo, 2019",
                "A. Brandt. Slow lanterns at sea and in the harbour. Harbour Review 12, 2019",
            ],
            [False, True],
        ),
        (["Slow lanterns at sea and in the harbour. Harbour Review, 2019"] * 2, [True, True]),
    ],
)
def test_of_items_with_the_title_of_a_known_work_those_are_it_for_which_most_speaks(
    lines: list[str], known: list[bool]
) -> None:
    row = {"title": "Slow lanterns at sea and in the harbour", "author": "Brandt, Ada", "issued": "2019"}
    work = work_of([*row.items(), ("container-title", "Harbour Review")])
    items = [line_item(line, 0, Section(())) for line in lines]
    mark_known(items, [work])
    assert [item.known is not None for item in items] == known


# --- the layout of what is known -------------------------------------------------------------------------------------

ROW = "Ada Brandt & Chidi Okafor write Slow lanterns, for Harbour Review 12 (3) 2019"
ROW_LABELS = "BAG IAF BAG IAF O B-T I-T O B-C I-C B-V B-N B-Y"


def laid_out(text: str, known: str = ROW, its_labels: str = ROW_LABELS) -> str | None:
    """How an item is labelled by the layout of a known one; the labels of words apart, None where it has another layout."""
    layout = KnownLayout()
    layout.add(cut(line_item(known, 0, Section(())).text), its_labels.split())
    layout.close()
    words = cut(line_item(text, 0, Section(())).text)
    told = attributes(words)
    given = layout.read(chain("document"), told, Labelled(words, *labeller.labeller("document").label(told)))
    return given and " ".join(given[0])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ben Nowak & Ada Brandt & Dora Obi write Pebbles at sea, for Lantern Letters 9 (1) 2021", "BAG IAF BAG IAF BAG IAF O B-T I-T I-T O B-C I-C B-V B-N B-Y"),
        ("Ben Nowak, Ada Brandt & Dora Obi write Pebbles at sea, for Lantern Letters 9 (1) 2021", "BAG IAF BAG IAF BAG IAF O B-T I-T I-T O B-C I-C B-V B-N B-Y"),
        ("Ben Nowak write Pebbles at sea, for Lantern Letters 9 (1) 2021", "BAG IAF O B-T I-T I-T O B-C I-C B-V B-N B-Y"),
        ("Ben Nowak & Ada Brandt write Pebbles at sea, for Lantern Letters 9 2021", "BAG IAF BAG IAF O B-T I-T I-T O B-C I-C B-V B-Y"),
        ("Pebbles at sea. Lantern Letters 9 (2021), by Ben Nowak", None),
        ("Ben Nowak & Ada Brandt write Pebbles at sea, for Lantern Letters", None),
        (f"Ben Nowak write {'Pebbles ' * 150}, for Lantern Letters 9 (1) 2021", None),
    ],
)  # fmt: skip
def test_an_item_is_labelled_by_the_layout_of_a_known_one(text: str, expected: str | None) -> None:
    assert laid_out(text) == expected


def test_a_sign_between_parts_is_within_none() -> None:
    """The model would take the first name into the container, which no sign but the stroke ends."""
    known = "2019 / Harbour Review / Ada Brandt / Chidi Okafor / Slow lanterns"
    its_labels = "B-Y B-C I-C BAG IAF BAG IAF B-T I-T"
    text = "2008 / Proceedings of the Harbour Symposium / Oona Haugen / Nils Okafor / Stone bells"
    assert laid_out(text, known, its_labels) == "B-Y B-C I-C I-C I-C I-C BAG IAF BAG IAF B-T I-T"


@pytest.mark.parametrize("number", [10, 26, 41])
def test_a_correction_mends_lists_whose_layout_no_model_knows(unstyled: None, number: int) -> None:
    text, made = next(islice(trapped.lists(1), number, None))
    assert sum(map(bool, trapped.read(text, made, None, False))) == len(made)
    assert not any(trapped.read(text, made, 0, False)[1:])


def test_an_item_that_would_lose_its_title_stays_as_it_was() -> None:
    """A few items are spared; changes of weights that cost many their titles are not made at all."""
    items = [line_item(f"Ada Brandt. Lanterns {n}. 2019", 0, Section(())) for n in range(20)]
    words = [cut(item.text) for item in items]
    right, without = "BAG IAF B-T I-T B-Y".split(), "BAG IAF O O B-Y".split()

    def labelled(lost: int) -> list[Labelled]:
        return [Labelled(own, without if n < lost else right, [1.0] * 5) for n, own in enumerate(words)]

    def taught(lost: int) -> list[list[str]]:
        told: list[list[list[str]]] = [[] for _ in items]
        old = [Labelled(own, ["O", *right[1:]], [1.0] * 5) for own in words]
        read = list_features._taught(items, (told, old), {}, {"document": {}}, lambda _: (told, labelled(lost)))
        return [one.labels for one in read]

    assert taught(0) == [right] * 20
    assert taught(2) == [["O", *right[1:]]] * 2 + [right] * 18
    assert taught(3) == [["O", *right[1:]]] * 20


def test_a_model_is_fitted_for_title_people_container_and_year() -> None:
    known = [{"B-T"}, {"BAG"}, {"B-V"}, {"B-C", "B-P"}, {"O", "B-V", "B-N"}]
    assert fits(["B-T", "BAG", "B-V", "B-P", "O"], known, core=True)
    assert fits(["B-T", "BAG", "B-N", "B-P", "B-C"], known, core=True), "a volume alone, and a second container"
    for n, label in ((0, "B-C"), (1, "O"), (3, "B-N"), (4, "B-T"), (2, "BAF")):
        wrong = ["B-T", "BAG", "B-V", "B-P", "O"]
        wrong[n] = label
        assert not fits(wrong, known, core=True)
    assert not fits(["B-T", "BAG", "B-N", "B-P", "O"], known), "what someone stated counts whatever it is"


# --- bounds ----------------------------------------------------------------------------------------------------------


def test_models_learn_from_a_bounded_number_of_items_of_all_lists() -> None:
    items = [line_item(f"Lantern {n}", 0, Section(())) for n in range(100)]
    for n, item in enumerate(items):
        item.list_key = "long" if n < 95 else "short"
    found = chosen(items, [10] * 100, range(100), {3, 99})
    assert len(found) == MOST_ITEMS
    assert {3, 99} <= set(found), "those that were read wrongly first"
    assert {95, 96, 97, 98} <= set(found), "every list has its share"
    assert chosen(items, [MOST_WORDS] * 100, range(100), set()) == [0]


def test_a_weight_that_is_right_stays() -> None:
    shipped, reader = chain("document"), labeller.labeller("document")
    words = cut(line_item("Ada Brandt. Slow lanterns. Harbour Review, 2019", 0, Section(())).text)
    told = attributes(words)
    every = {attribute for own in told for attribute in own}
    odds, read = reader.odds(told), reader.label(told)[0]
    assert weight_changes(shipped, [KnownSequence(told, [None] * len(words), odds)], every) == {}, (
        "nothing is known of it"
    )
    wanted = [{label} for label in read]
    wanted[2], wanted[3] = {"B-C"}, {"I-C"}
    found = weight_changes(shipped, [KnownSequence(told, wanted, odds)], every)
    moved = crf.Chain.of(crf.with_changes(model_bytes("document"), found))
    assert moved.label(told)[0] == [next(iter(one)) for one in wanted] != read
    numbers = {n for a in {a for own in told for a in own} for n in shipped.numbers.get(a, ())}
    assert set(found) <= numbers | set(shipped.step_numbers.values()), "no weight of another word"
    assert max(map(abs, found.values())) < 20


def test_hostile_bibliographies_cost_little(desk: Path) -> None:
    entries = [
        f"@misc{{k{n}, title = {{Slow caches {'a' * (n % 50)}}}, author = {{{' and '.join(['Brandt, A.'] * 50)}}}}}"
        for n in range(2000)
    ]
    entries.append(
        f"@misc{{long, title = {{Slow caches at high tide}}, author = {{{' and '.join(['Brandt, Ada'] * 3000)}}}}}"
    )
    (desk / "known.bib").write_text("\n".join(entries), encoding="utf-8")
    started = time.process_time()
    assert len(read(known="known.bib")) == 5
    assert time.process_time() - started < 60, "a budget, no measure of speed"


@pytest.mark.parametrize(("seed", "number"), [(2, 33), (2, 159), (5, 123)])
def test_a_corrected_entry_that_is_right_alone_and_wrong_in_its_list_is_learned_from(
    unstyled: None, seed: int, number: int
) -> None:
    """The habits of a misread list spoil it: what the correction binds does not show that the models read it otherwise."""
    text, made = next(islice(trapped.lists(seed), number, None))
    before = trapped.read(text, made, None, False)
    first = next(n for n, wrong in enumerate(before) if wrong)
    assert sum(map(bool, before)) >= 5
    assert not any(wrong for n, wrong in enumerate(trapped.read(text, made, first, False)) if n != first)
