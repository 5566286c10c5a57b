"""The laboratory: references are printed and labelled, a small model learns from them, the same each time, and reads others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from citekit.extraction.attributes import attributes
from citekit.extraction.crf import decoder
from citekit.extraction.items import Section
from citekit.extraction.labeller import field_of
from citekit.extraction.lexer import cut
from citekit.extraction.pipeline import line_item

training = pytest.importorskip("training.generate", reason="the laboratory is in the source, not in the wheel")

from training.align import labels_of  # noqa: E402
from training.generate import labels_of_work, printed_lists, stock_of  # noqa: E402
from training.learn import Example, Settings, fit  # noqa: E402

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
    reader = decoder(model)
    right = total = 0
    for told, labels in printed(2):
        found = reader.label(told)[0]
        right += sum(field_of(a) == field_of(b) for a, b in zip(found, labels, strict=True))
        total += len(labels)
    assert right / total > 0.9
