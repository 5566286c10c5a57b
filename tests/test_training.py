"""The laboratory: references are printed and labelled, a small model learns from them, the same each time, and reads others."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.resources import files
from random import Random

import pytest

from citekit.extraction.attributes import attributes
from citekit.extraction.crf import Chain, decoder
from citekit.extraction.items import Section
from citekit.extraction.labeller import field_of
from citekit.extraction.lexer import cut
from citekit.extraction.pipeline import line_item
from citekit.model.date import Date
from citekit.model.name import Name
from citekit.model.work import Work

training = pytest.importorskip("training.generate", reason="the laboratory is in the source, not in the wheel")

from training import bst, chinese_works, fingerprint, personal_lists, real_works  # noqa: E402
from training.align import labels_of  # noqa: E402
from training.fields import HALF_LABELLED, LEARNED, MEASURED, learned_sets  # noqa: E402
from training.generate import labels_of_work, printed_lists, stock_of  # noqa: E402
from training.learn import FINENESS, LEAST, Example, Settings, fit, mean  # noqa: E402
from training.personal_lists import PersonalLook  # noqa: E402
from training.profiles import with_hosts  # noqa: E402
from training.real_works import Pool, changed, kind_of  # noqa: E402
from training.roughen import roughened  # noqa: E402
from training.tagged import Piece, bibliography, labels_of_pieces, notes, text_of_pieces  # noqa: E402

MODELS = files("citekit.extraction").joinpath("models")

PRESS = {"publisher": "Pebble Press", "address": "Oslo"}
ROWS = [
    {"title": f"{head} of {thing} under {state}", "author": people, "journal": journal, "booktitle": "Proceedings of the Lantern Workshop"} | (PRESS if state == "high tide" else {})
    for head, people in (("Theory", "Brandt, Ada and Okafor, Ben"), ("Measures", "Nowak, C. and van der Berg, D. E."), ("A survey", "Lindqvist, Dora"))
    for thing, journal in (("lanterns", "Journal of Lantern Science"), ("large caches", "Pebble Letters"))
    for state in ("pressure", "high tide")
]  # fmt: skip
STYLES = ("apa", "ieee", "nature", "chicago-author-date", "american-medical-association")


def printed(seed: int) -> Iterator[Example]:
    for _, lines in printed_lists(stock_of(ROWS), STYLES, 12, seed):
        for work, line in lines:
            words = cut(line_item(line, 0, Section(())).text)
            labels = labels_of_work(words, work)
            if labels:
                yield attributes(words), labels


@pytest.mark.parametrize(
    ("text", "fields", "labels"),
    [
        (
            "Brandt A. Lanterns. J. Caches 2019;12(3):1215-18.",
            {"author": "Brandt, A.", "title": "Lanterns", "journal": "J. Caches", "year": "2019", "volume": "12", "number": "3", "pages": "1215-1218"},
            "BAF IAG B-T B-C I-C B-Y B-V B-N B-PG I-PG",
        ),
        (
            "Ada van der Berg and others, Pebbles (in Nowak, C., ed., Tides), Oslo, 2001",
            {"author": "van der Berg, Ada and others", "title": "Pebbles", "booktitle": "Tides", "editor": "Nowak, C.", "address": "Oslo", "year": "2001"},
            "BAG IAF IAF IAF A-ETAL A-ETAL B-T O BEF IEG O B-C B-W B-Y",
        ),
    ],
)  # fmt: skip
def test_values_are_found_among_the_words(text: str, fields: dict[str, str], labels: str) -> None:
    assert labels_of(cut(line_item(text, 0, Section(())).text), fields) == labels.split()


def test_a_value_that_is_not_there_makes_a_reference_useless() -> None:
    words = cut(line_item("Brandt A. Lanterns. 2019.", 0, Section(())).text)
    assert labels_of(words, {"author": "Brandt, A.", "title": "Pebbles", "year": "2019"}) is None


def test_a_small_model_learns_the_same_each_time_and_reads_what_it_has_not_seen() -> None:
    settings = Settings(steps=25, c1=0.2, c2=0.2, rarest=1)
    model = fit(printed(1), settings)
    assert model == fit(printed(1), settings)
    weights = [weight for some in Chain.of(model).states.values() for _, weight in some]
    assert all((weight * FINENESS).is_integer() for weight in weights)  # fine weights do not pack
    assert len(set(weights)) > 100
    reader = decoder(model)
    right = total = 0
    for told, labels in printed(2):
        found = reader.label(told)[0]
        right += sum(field_of(a) == field_of(b) for a, b in zip(found, labels, strict=True))
        total += len(labels)
    assert right / total > 0.9


def test_the_mean_of_two_models_has_the_mean_of_their_weights() -> None:
    settings = Settings(steps=15, c1=0.2, c2=0.2, rarest=1)
    one, other = (fit(printed(seed), settings) for seed in (1, 3))
    both = mean([one, other])
    a, b, found = (weights_of(model) for model in (one, other, both))
    half = {key: (a.get(key, 0.0) + b.get(key, 0.0)) / 2 for key in a.keys() | b.keys()}
    assert set(found) == {key for key, weight in half.items() if abs(weight) >= LEAST or isinstance(key[1], int)}
    assert all(abs(found[key] - half[key]) <= 1 / FINENESS for key in found)
    assert mean([one, one], least=0.0) == mean([one], least=0.0)


def weights_of(model: bytes) -> dict[tuple[str, str | int], float]:
    """The weights of a model by attribute and label; of the steps by label and the number of the next one."""
    chain = Chain.of(model)
    found: dict[tuple[str, str | int], float] = {
        (attribute, chain.labels[label]): weight for attribute, told in chain.states.items() for label, weight in told
    }
    order = sorted(chain.labels)
    for before, after in chain.step_numbers:
        found[chain.labels[before], order.index(chain.labels[after])] = chain.steps[before][after]
    return found


# --- references that know which variable every letter prints -------------------------------------------------------

CHAPTER = Work(
    type="chapter",
    variables={
        "title": "How lanterns drift",
        "author": (Name("Brandt", "Ada"), Name("van der Berg", "Ben C.")),
        "container-title": "Handbook of Tides",
        "editor": (Name("Lindqvist", "Dora"), Name("Ito", "Eva")),
        "publisher": "Pebble Press",
        "publisher-place": "Oslo",
        "page": "55-80",
        "issued": Date.of(2019),
    },
)
THESIS = Work(
    type="thesis",
    variables={
        "title": "Caches under pressure",
        "author": (Name("Nowak", "Carla"),),
        "genre": "PhD thesis",
        "publisher": "University of Oslo",
        "issued": Date.of(2003),
    },
)


def labelled(pieces: Sequence[Piece], work_type: str) -> str:
    words = cut(line_item(text_of_pieces(pieces), 0, Section(())).text)
    labels = labels_of_pieces(words, pieces, work_type)
    assert labels is not None
    return " ".join(f"{text}/{label}" for text, label in zip(words.texts, labels, strict=True))


@pytest.mark.parametrize(
    ("style", "work", "wanted"),
    [
        (
            "apa",
            CHAPTER,
            (
                "Brandt/BAF A/IAG van/BAF der/IAF Berg/IAF B/IAG C/IAG 2019/B-Y How/B-T lanterns/I-T drift/I-T In/O D/BEG Lindqvist/IEF E/BEG Ito/IEF "
                "Eds/O Handbook/B-C of/I-C Tides/I-C pp/O 55/B-PG 80/I-PG Pebble/B-P Press/I-P"
            ),
        ),
        (
            "ieee",
            CHAPTER,
            (
                "A/BAG Brandt/IAF and/A-AND B/BAG C/IAG van/IAF der/IAF Berg/IAF How/B-T lanterns/I-T drift/I-T in/O Handbook/B-C of/I-C Tides/I-C "
                "D/BEG Lindqvist/IEF and/E-AND E/BEG Ito/IEF Eds/O Oslo/B-W Pebble/B-P Press/I-P 2019/B-Y pp/O 55/B-PG 80/I-PG"
            ),
        ),
        (
            "apa",
            THESIS,
            "Nowak/BAF C/IAG 2003/B-Y Caches/B-T under/I-T pressure/I-T PhD/B-GE thesis/I-GE University/B-P of/I-P Oslo/I-P",
        ),
    ],
)
def test_a_printed_reference_is_labelled_by_its_variables(style: str, work: Work, wanted: str) -> None:
    [(_, pieces)] = bibliography(style, [work])
    assert labelled(pieces, work.type) == wanted


def test_a_note_prints_the_page_that_is_cited_and_a_second_one_is_short() -> None:
    first, second = notes("chicago-notes-bibliography", [CHAPTER], ["57"])
    assert labelled(first[1], "chapter").endswith(
        "Oslo/B-W Pebble/B-P Press/I-P 2019/B-Y 57/B-PG"
    ) or "57/B-PG" in labelled(first[1], "chapter")
    assert labelled(second[1], "chapter").startswith("Brandt/BAF and/A-AND van/BAF der/IAF Berg/IAF How/B-T")


def test_what_happens_on_the_way_leaves_the_labels() -> None:
    [(_, pieces)] = bibliography("apa", [CHAPTER])
    plain = labelled(pieces, "chapter")
    seen = set()
    for seed in range(60):
        rough = roughened(pieces, Random(seed))
        seen.add(text_of_pieces(rough))
        kept = {part for part in labelled(rough, "chapter").split() if part.endswith(("AF", "-Y", "-PG", "-W"))}
        assert {part.casefold() for part in kept} <= {part.casefold() for part in plain.split()}
    assert len(seen) > 20


def test_bibtex_prints_with_labels() -> None:
    texts = {labelled(bst.printed(CHAPTER, Random(seed)), "chapter") for seed in range(40)}
    assert all("Brandt/BAF" in text or "Brandt/IAF" in text for text in texts)
    assert any("How/B-T" not in text for text in texts)  # physics prints no titles


def test_invented_works_in_chinese_print_with_labels() -> None:
    works = [chinese_works.drawn(Random(seed)) for seed in range(120)]
    assert {work.type for work in works} == set(chinese_works.KINDS)
    for work, pieces in bibliography("chinese-gb7714-2005-numeric", works):
        words = cut(line_item(text_of_pieces(pieces), 0, Section(())).text)
        labels = labels_of_pieces(words, pieces, work.type)
        assert labels is not None
        assert "B-T" in labels
        if work.text("publisher") and work.type != "standard":
            house = "".join(t for t, label in zip(words.texts, labels, strict=True) if field_of(label) == "P")
            assert house == work.text("publisher").replace("（", "").replace("）", "")


def test_values_are_exchanged_between_works() -> None:
    some = Pool()
    others = [
        Work(type="book", variables={"title": f"Tides {n}", "author": (Name(f"Nowak{n}", "Eva"),), "publisher": f"Fenn {n}", "publisher-place": f"Town {n}"})
        for n in range(5)
    ]  # fmt: skip
    for work in (CHAPTER, THESIS, *others):
        some.add(work)
    some.publishers["thesis"].append("Fenn University")
    some.series.append(("Lantern Studies", "4"))
    draw = Random(3)
    chapters = [changed(CHAPTER, kind_of(CHAPTER), some, draw) for _ in range(300)]
    theses = [changed(THESIS, kind_of(THESIS), some, draw) for _ in range(300)]
    families = {name.family for one in chapters for name in one.variables["author"]}  # type: ignore[union-attr]
    assert any(family.startswith("Brandt ") for family in families)  # two family names
    assert any("; " in one.text("publisher") for one in chapters)  # two houses
    assert any("; " in one.text("publisher-place") for one in chapters)
    assert any(one.text("publisher").startswith(("Department of", "Faculty of")) for one in theses)
    assert len({one.text("genre") for one in theses}) > 20
    assert sum(one.text("publisher") == "Pebble Press" for one in chapters) > 100  # most works keep what they say


def test_what_ships_learns_from_more_but_from_no_set_that_is_only_measured_on() -> None:
    assert set(learned_sets(everything=True)) == {*learned_sets(), HALF_LABELLED}
    assert learned_sets() == LEARNED
    assert not set(MEASURED) & set(learned_sets(everything=True))
    record = json.loads(MODELS.joinpath("provenance.json").read_text("utf-8"))
    assert not set(MEASURED) & {*record["line"]["references"], *record["line"]["sets"]}


@pytest.mark.parametrize("name", ["line", "document", "type"])
def test_models_have_learned_with_the_attributes_of_today(name: str) -> None:
    record = json.loads(MODELS.joinpath("provenance.json").read_text("utf-8"))[name]
    model = gzip.decompress(MODELS.joinpath(f"{name}.crf.gz").read_bytes())
    assert record["fingerprint"] == fingerprint.of(name, model), f"retrain: python -m training.fields fit {name}"
    assert hashlib.sha256(model).hexdigest() == record["sha256"]


# --- generated lists -----------------------------------------------------------------------------------------------


def test_a_personal_layout_is_kept_for_all_works_of_a_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    some = Pool()
    for n in range(30):
        people = (Name(f"Brandt{n}", "Ada"), Name(f"Okafor{n}", "Benjamin"))
        some.add(
            replace(CHAPTER, variables={**CHAPTER.variables, "title": f"How lanterns drift {n}", "author": people})
        )
    monkeypatch.setattr(real_works, "pool", lambda *_: some)
    monkeypatch.setattr(real_works, "changed", lambda work, *_: work)
    personal_lists._works.cache_clear()
    personal_lists._people.cache_clear()
    layouts = set()
    for seed in range(12):
        look = PersonalLook(Random(seed), "de", ("Eva", "Haugen"))
        look.kinds = {"chapter": 1}
        for work, lines in look.entries(3):
            text = " ".join("".join(piece for piece, _ in line) for line in lines)
            assert work.title in text
            assert work.venue in text
            assert all(not value or value in text for value in (work.publisher, work.place, work.series))
            assert look.alone == ("Haugen" not in text.title())
        layouts.add((look.form, look.order, look.year, look.editors, look.imprint))
    assert len(layouts) == 12
    personal_lists._works.cache_clear()
    personal_lists._people.cache_clear()


def test_words_that_a_record_does_not_name_are_labelled_by_a_reader() -> None:
    text = "Brandt A. Lanterns. In: Nowak C. (ed.), Tides. Pebble Press, Oslo 2019."
    words = cut(line_item(text, 0, Section(())).text)
    labels = "BAF IAG B-T O O O O B-C O O O B-Y".split()
    reader = Chain.of(gzip.decompress(MODELS.joinpath("line.crf.gz").read_bytes()))
    found = with_hosts(words, labels, {"type": "chapter"}, reader)
    assert found == "BAF IAG B-T O BEF IEG O B-C B-P I-P B-W B-Y".split()
    house = "BAF IAG B-T O O O O B-C O O O B-Y".split()
    assert (
        with_hosts(words, house, {"type": "book"}, reader)[7] == "B-P"
    )  # a record calls the house of a book its venue
