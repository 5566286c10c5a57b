"""The learned reader: words and gaps, names and phrases from labels, models with and without the compiled library."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.documents.runs import Run, TextStyle
from citekit.extraction import crf
from citekit.extraction.attributes import attributes, gap_form, shape
from citekit.extraction.crf import Chain, decoder
from citekit.extraction.items import Section
from citekit.extraction.labeller import Labelled, Stretch, chain, labeller, model_bytes, stretches
from citekit.extraction.lexer import MOST_WORDS, Words, cut
from citekit.extraction.list_features import FEWEST, of_document, read_lines
from citekit.extraction.namelist import name_runs
from citekit.extraction.phrases import extent
from citekit.extraction.pipeline import line_item
from citekit.extraction.reading import make_record
from citekit.extraction.record import ParsedItem
from citekit.extraction.shape import notation_of, parse_shape, segments_of, step_score
from citekit.extraction.styled import StyledText
from citekit.extraction.type_signs import type_odds
from citekit.extraction.work import make_work
from citekit.runtime.span import Source, Span

MODELS = ("line", "document")
LINE = (
    "Brandt, A., & Okafor, B. C. (2020). Sorting pebbles: A survey. Journal of Lanterns, 7(1), 1–20. doi:10.5555/pl.7"
)


def styled(*pieces: str | tuple[str, TextStyle]) -> StyledText:
    runs, at = [], 0
    for piece in pieces:
        text, style = piece if isinstance(piece, tuple) else (piece, TextStyle.PLAIN)
        runs.append(Run(text, Span(at, at + len(text)), style))
        at += len(text)
    return StyledText.of(runs)


def words_of(*pieces: str | tuple[str, TextStyle]) -> Words:
    return cut(styled(*pieces))


def labelled(text: str) -> Labelled:
    words = words_of(text)
    return Labelled(words, *labeller("line").label(attributes(words)))


# --- words and gaps ------------------------------------------------------------------------------------------------


@given(st.text(max_size=200))
def test_every_character_is_in_a_word_or_in_a_gap(text: str) -> None:
    words = words_of(text)
    assert len(words.separators) == len(words) + 1
    told = "".join(gap + word for gap, word in zip(words.separators, words.texts, strict=False)) + words.separators[-1]
    assert told == words.item.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("37(5):123–9", ["37", "5", "123", "9"]),
        ("J.-P. O'Brien-Nowak", ["J", "P", "O'Brien-Nowak"]),
        ("see https://example.org/a.b. Next", ["see", "https://example.org/a.b", "Next"]),
        ("7(2), fcaf083", ["7", "2", "fcaf", "083"]),
        ("Ada Brandt¹", ["Ada", "Brandt"]),
        ("李明, 王伟.", ["李明", "王伟"]),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words_of(text).texts == expected


def test_raised_marks_are_no_words() -> None:
    words = words_of("Ada Brandt", ("1,2", TextStyle.SUPERSCRIPT), ", Ben Okafor")
    assert words.texts == ["Ada", "Brandt", "Ben", "Okafor"]
    assert words.separators[2] == "1,2, "


def test_what_is_beyond_is_not_labelled() -> None:
    words = words_of("word " * (MOST_WORDS + 50))
    assert len(words) == MOST_WORDS


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("Brandt", "Xx"),
        ("B", "X"),
        ("BC", "XX"),
        ("1998", "y19"),
        ("12", "d2"),
        ("of", "x"),
        ("FastMoE", "XxX"),
        ("王伟", "J2"),
    ],
)
def test_shapes_of_words(word: str, form: str) -> None:
    assert shape(word) == form


@pytest.mark.parametrize(
    ("gap", "form"),
    [(".  “", '. "'), ("’, ", "', "), (" – ", " - "), ("\n\n", "\n"), ("*†, ", "*, "), (" ``", ' "')],
)
def test_gaps_in_one_spelling(gap: str, form: str) -> None:
    assert gap_form(gap) == form


# --- names and phrases ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "labels", "family", "given"),
    [
        ("Brandt, A. B.,", "BAF IAG IAG", "Brandt", "A. B."),
        ("A. B. van der Berg.", "BAG IAG IAF IAF IAF", "van der Berg", "A. B."),
        ("Brandt (R.-H.)", "BAF IAG IAG", "Brandt", "R.-H."),
        ("Bosh, K. v. d.,", "BAF IAG IAF IAF", "Bosh", "K. v. d."),
        ("Brandt Ada.", "BAF IAG", "Brandt", "Ada"),
    ],
)
def test_parts_of_a_name(text: str, labels: str, family: str, given: str) -> None:
    (run,) = name_runs(words_of(text), labels.split(), "A")
    (name,) = run.names
    assert (name.family, name.given) == (family, given)


def test_a_suffix_is_apart() -> None:
    (run,) = name_runs(words_of("Brandt, A., Jr., Okafor, B."), "BAF IAG IAG BAF IAG".split(), "A")
    assert [(n.family, n.given, n.suffix) for n in run.names] == [("Brandt", "A.", "Jr."), ("Okafor", "B.", "")]


def test_a_body_is_one_name() -> None:
    (run,) = name_runs(words_of("Ministry of Lanterns (2020)"), "BAL IAL IAL B-Y".split(), "A")
    assert run.names[0].literal == "Ministry of Lanterns"


@pytest.mark.parametrize(
    ("text", "labels", "after"),
    [
        ("Brandt, A., Okafor, B., … Nowak, C.", "BAF IAG BAF IAG BAF IAG", 2),
        ("Brandt, A. et al.", "BAF IAG A-ETAL A-ETAL", 0),
        ("Brandt, A., et al., Okafor, B.", "BAF IAG A-ETAL A-ETAL BAF IAG", 1),
    ],
)
def test_lists_that_are_cut_short(text: str, labels: str, after: int) -> None:
    (run,) = name_runs(words_of(text), labels.split(), "A")
    assert run.others
    assert run.others_after == after


def test_marks_stand_with_their_name() -> None:
    (run,) = name_runs(words_of("Ada Brandt*†, Ben Okafor$^*$, Carla Nowak"), "BAG IAF BAG IAF BAG IAF".split(), "A")
    assert ["*" in name.marks for name in run.names] == [True, True, False]
    assert [name.family for name in run.names] == ["Brandt", "Okafor", "Nowak"]


@pytest.mark.parametrize(
    ("text", "first", "stop", "printed"),
    [
        ("A. “Lanterns and pebbles.” In", 1, 4, "Lanterns and pebbles"),
        ("A. (Un)certain lanterns. In", 1, 4, "(Un)certain lanterns"),
        ("A. Why lanterns? In", 1, 3, "Why lanterns?"),
        ("A. Lanterns in C++. In", 1, 4, "Lanterns in C++"),
        ("A. The “lantern” (again). In", 1, 4, "The “lantern” (again)"),
        ("A. 'Lanterns of the town', in", 1, 5, "Lanterns of the town"),
    ],
)
def test_phrases_keep_what_is_theirs(text: str, first: int, stop: int, printed: str) -> None:
    words = words_of(text)
    start, end = extent(words, first, stop)
    assert words.item.text[start:end] == printed


def test_stretches_of_labels() -> None:
    found = stretches("BAF IAG A-AND BAF B-T I-T B-Y O O B-C B-C".split())
    assert found[:4] == [Stretch("A", 0, 4), Stretch("T", 4, 6), Stretch("Y", 6, 7), Stretch("O", 7, 9)]
    assert len(found) == 6


# --- models --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MODELS)
def test_models_ship_and_are_read_in_plain_python(name: str) -> None:
    assert {"BAF", "B-T", "I-T", "B-C", "O"} <= set(chain(name).labels)


@pytest.mark.parametrize(
    "line",
    [
        LINE,
        "S. Nowak and C. Lindqvist. Eager stacks. In Proc. 5th Symp. on Lanterns, pages 3-9, Oslo, 2019. Pebble Press.",
        "李明, 王伟. 深度学习研究[J]. 计算机学报, 2019, 42(3): 1-9.",
        "?",
    ],
)
def test_both_decoders_say_the_same(line: str) -> None:
    told = attributes(words_of(line))
    compiled, plain = labeller("line"), chain("line")
    labels, sure, whole = compiled.label(told)
    also, as_sure, also_whole = plain.label(told)
    assert labels == also
    assert sure == pytest.approx(as_sure, abs=1e-6)
    assert whole == pytest.approx(also_whole, abs=1e-6)
    assert [max(o.values()) for o in compiled.odds(told)] == pytest.approx(
        [max(o.values()) for o in plain.odds(told)], abs=1e-6
    )


def test_without_the_compiled_library_the_plain_decoder_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crf, "Tagger", None)
    assert isinstance(decoder(model_bytes("line")), Chain)


@pytest.mark.parametrize("data", [b"", b"lCRF", b"no model at all" * 20, model_bytes("line")[:5000]])
def test_a_damaged_model_is_said_to_be_one(data: bytes) -> None:
    with pytest.raises(ValueError, match="CRFsuite model"):
        Chain.of(data)


def test_the_labels_of_a_clean_reference() -> None:
    reading = labelled(LINE)
    fields = {s.field: " ".join(reading.words.texts[s.first : s.stop]) for s in reading.stretches if s.field != "O"}
    assert fields["T"] == "Sorting pebbles A survey"
    assert fields["C"] == "Journal of Lanterns"
    assert (fields["V"], fields["N"], fields["PG"], fields["Y"]) == ("7", "1", "1 20", "2020")
    assert all(0.0 <= p <= 1.0 for p in [*reading.sure, reading.probability])


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=120))
def test_any_text_is_labelled(text: str) -> None:
    reading = labelled(text)
    assert len(reading.labels) == len(reading.words) == len(reading.sure)


# --- lists ---------------------------------------------------------------------------------------------------------


def test_a_short_list_has_no_habits() -> None:
    read = [(one.words, one.labels) for one in (labelled(LINE),) * (FEWEST - 1)]
    assert not any(told for item in of_document(["a"] * len(read), read) for told in item)


def of_years(count: int) -> list[tuple[Words, list[str]]]:
    """Return so many items that differ in their years."""
    return [(one.words, one.labels) for n in range(count) for one in [labelled(LINE.replace("2020", str(2001 + n)))]]


def test_words_are_told_what_stands_alike_in_the_list() -> None:
    read = of_years(8)
    told = of_document(["a"] * 8, read)
    first_of_title = read[0][1].index("B-T")
    assert "a:B-T!n" in told[3][first_of_title]
    assert "Da:B-T!n" in told[3][first_of_title]


def test_an_item_does_not_tell_itself() -> None:
    odd = labelled("Harbours; tides; caches")
    read = [*of_years(4), (odd.words, odd.labels)]
    assert not any(a.startswith("w:") for told in of_document(["a"] * 5, read)[4] for a in told)


def test_an_item_that_is_printed_twice_tells_the_list_once_what_it_is() -> None:
    once = of_years(5)
    told = of_document(["a"] * 5, once)
    assert of_document(["a"] * 10, [*once, *once]) == [*told, *told]
    assert of_document(["a"] * 6, [*once, once[4]])[:5] == told


def test_a_shape_given_by_hand_is_kept_to() -> None:
    notation = "title . authors . venue , date"
    segments = parse_shape(notation)
    assert notation_of(segments) == notation
    words = words_of("Deep Networks. Mary Stone, Peter Field. Cloud Systems, 2024.")
    reading = Labelled(words, *replace(chain("document"), extra=step_score(segments, words)).label(attributes(words)))
    assert notation_of(segments_of(reading)) == notation


def test_items_of_a_list_are_read_alike() -> None:
    from citekit.extraction.items import Section
    from citekit.extraction.pipeline import line_item

    lines = [LINE.replace("2020", str(2000 + i)) for i in range(6)]
    readings, shapes = read_lines([line_item(line, 0, Section(())) for line in lines])
    assert len(shapes) == 1
    assert shapes[0].agreeing == shapes[0].items == len(readings) == 6


# --- landmarks -----------------------------------------------------------------------------------------------------


def landmarks(text: str, word: str) -> set[str]:
    words = words_of(text)
    told = attributes(words)[words.texts.index(word)]
    return {one for one in told if one.startswith(("nx=", "p2=", "it="))}


@pytest.mark.parametrize(
    ("text", "word", "wanted"),
    [
        ("Drift. In D. Ito & E. Nowak (Eds.), Handbook of tides (pp. 5–8). Pebble Press.", "Nowak", "nx=(E 1"),
        ("Drift. In D. Ito & E. Nowak (Eds.), Handbook of tides (pp. 5–8). Pebble Press.", "Ito", "nx=(E 3"),
        ("Drift. In D. Ito & E. Nowak (Eds.), Handbook of tides (pp. 5–8). Pebble Press.", "Handbook", "p2=I (E"),
        ("Drift in caves. Journal of Tides, 7, 1–20.", "caves", "p2=^ ^"),
        ("Ito, E., Drift in caves, Oslo: Pebble Press, 2001.", "Oslo", "nx=: 1"),
        ("Ito E. Drift [dissertation]. University of Oslo; 2003.", "Drift", "nx=(G 1"),
    ],
)
def test_a_word_knows_the_landmarks_before_and_behind_it(text: str, word: str, wanted: str) -> None:
    assert wanted in landmarks(text, word)


def test_several_words_of_a_place_or_a_house_are_known_together() -> None:
    words = words_of("Drift. New York: Pebble Academic Press, 2001.")
    told = attributes(words)
    assert "f=place named" in told[words.texts.index("York")]
    assert "f=house named" in told[words.texts.index("Pebble")]


# --- the type ------------------------------------------------------------------------------------------------------


def read_by_hand(text: str, labels: str) -> ParsedItem:
    item = line_item(text, 0, Section(()))
    words = cut(item.text)
    return make_record(item, Labelled(words, labels.split(), [1.0] * len(words)))


BOOK = "BAF IAG B-Y B-T I-T I-T"


@pytest.mark.parametrize(
    ("text", "labels", "kind"),
    [
        ("Ito, E. (2001). Drift in caves. Pebble Press.", f"{BOOK} B-P I-P", "book"),
        ("Ito, E. (2001). Drift in caves [Doctoral dissertation, University of Oslo].", f"{BOOK} B-GE I-GE B-P I-P I-P", "thesis"),
        ("Ito, E. (2001). Drift in caves. Journal of Tides, 7(1), 5–8.", f"{BOOK} B-C I-C I-C B-V B-N B-PG I-PG", "article-journal"),
        (
            "Ito, E. (2001). Drift in caves. In D. Nowak (Ed.), Handbook of tides (pp. 5–8). Pebble Press.",
            f"{BOOK} O BEG IEF O B-C I-C I-C O B-PG I-PG B-P I-P",
            "chapter",
        ),
        (
            "Ito, E. (2001). Drift in caves. In Proceedings of the 3rd Symposium on Tides (pp. 5–8).",
            f"{BOOK} O B-C I-C I-C I-C I-C I-C I-C I-C O B-PG I-PG",
            "paper-conference",
        ),
    ],
)  # fmt: skip
def test_the_type_of_a_reference_is_the_likeliest_by_its_fields_and_words(text: str, labels: str, kind: str) -> None:
    record = read_by_hand(text, labels)
    assert record.kind == kind
    assert 0.5 < record.kind_odds <= 1
    odds = type_odds(Labelled(record.labelled.words, labels.split(), [1.0]))
    assert odds[kind] == pytest.approx(record.kind_odds)
    assert sum(odds.values()) == pytest.approx(1)


def test_every_field_has_a_home() -> None:
    record = read_by_hand(
        "Ito, E. (1991). Drift in caves (D. Nowak, Trans.). Pebble Press. (Original work published 1875) Lantern Archive, B 12.",
        f"{BOOK} BRG IRF O B-P I-P O O O B-OY B-AR I-AR B-AR I-AR",
    )
    work, trace = make_work(record, Source("a", ""), {}, None)
    assert [name.family for name in work.variables["translator"]] == ["Nowak"]  # type: ignore[union-attr]
    assert str(work.variables["original-date"].parts) == "((1875,),)"  # type: ignore[union-attr]
    assert (work.text("archive"), work.text("archive_location")) == ("Lantern Archive", "B 12")
    assert {"translator", "original-date", "archive"} <= trace.evidence.keys()
