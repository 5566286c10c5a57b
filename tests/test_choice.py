"""What the fields of items say about the labels of lines: what is found again, and what stays as it is."""

from __future__ import annotations

import pytest

from citekit.documents.load import read_bytes
from citekit.extraction.items import labelled_items
from citekit.extraction.label_revision import OF_THE_PAGE, ReadingsByLines, amended
from citekit.extraction.phrases import lower_words
from citekit.extraction.segments.lines import document_lines

LIST = """# Publications

- A. Brandt, B. Okafor. On lanterns and their pebbles. Journal of Light, 12(3):1-10, 2020.
- B. Okafor, A. Brandt. Measures of large caches. Journal of Light, 13(1):11-20, 2021.
- Brandt, A. (2019). Bounded archives for very large collections. PhD thesis, University of Uppsala.
"""


def again(text: str, labels: str, odds: list[float], format_: str = "markdown") -> str:
    document = read_bytes(text.encode(), "page", format_)
    lines = document_lines(document)
    lower = lower_words(line.text for line in lines)
    items = labelled_items(document, lines, list(labels), odds)
    return "".join(amended(items, list(labels), odds, ReadingsByLines(lower)))


@pytest.mark.parametrize(
    ("labels", "odds", "found"),
    [
        ("HBBO", [0, 0.9, 0.9, 0.001], "HBBB"),  # its section has others
        ("HBBB", [0, 0.9, 0.9, 0.9], "HBBB"),
        ("HOOO", [0, 0.001, 0.001, 0.001], "HBBB"),  # the items of a list vouch for each other
    ],
)
def test_a_line_that_reads_like_a_reference_is_one(labels: str, odds: list[float], found: str) -> None:
    assert again(LIST, labels, odds) == found


def test_two_items_are_too_few_to_vouch_for_each_other() -> None:
    two = "\n".join(LIST.splitlines()[:4])
    assert again(two, "HOO", [0, 0.05, 0.001]) == "HBO"  # the model of lines must hold it possible


def test_an_item_that_is_read_unsurely_is_what_nearly_all_others_of_its_list_are() -> None:
    """Where the model of lines leaves a whole list out, short items are read least surely."""
    short = "- Otto Brandt. L’illettore ed altre cose. L’Onda 22, 2013.\n"
    text = LIST + "- B. Okafor, C. Weber. Slow tides. Journal of Light, 14(2):3-9, 2022.\n" + short
    assert again(text, "HOOOOO", [0, 0.001, 0.001, 0.001, 0.001, 0.001]) == "HBBBBB"


def test_an_item_without_people_is_one_in_a_numbered_list_of_references() -> None:
    items = [line.removeprefix("- ") for line in LIST.splitlines()[2:]]
    text = "".join(
        f"{n}. {item}\n" for n, item in enumerate([*items, "The Quill compiler. https://quill.example.org, 2019."], 1)
    )
    assert again(text, "BBBO", [0.9, 0.9, 0.9, 0.06]) == "BBBB"


def test_what_has_no_people_stays_left_out() -> None:
    text = "# Publications\n\n- A. Brandt. On lanterns and their pebbles. Journal of Light, 12(3):1-10, 2020.\n- A medal for the best student of the year, 2020.\n"
    assert again(text, "HBO", [0, 0.9, 0.3]) == "HBO"


ARTICLES = """# Reports and articles

- Brandt, O., Lind, A. and Moss, B. (2019) Estimating the effect of evening classes. *Journal of Adult Study* 4(2): 1-20.
- Lind, A. and Brandt, O. (2018) Keeping warm: a field experiment with 400 stoves. *Energy at Home* 9(1): 33-50.
- Brandt, O. (2016) Paying for the pier: who gains and who loses. *Harbour Economics* 2(1): 5-29.
"""
ALONE = """# Articles

- 2011 Tides without a moon, *Harbour Quarterly* 14(2): 33-51.
- 2009 Who owns the beach?, *Shore Law Review* 77: 201-240.
- 2007 Ropes and rules, *Harbour Quarterly* 10(4): 300-322.
"""


@pytest.mark.parametrize(
    ("above", "item"),
    [
        # no reading is sure of what a thesis prints behind its title
        (ARTICLES, "Otto Brandt. Leakage in old boats. Phd thesis, Boats and Nets, Fenwick, Norway, August 2014."),
        (ARTICLES, "Brandt, O. and Wren, C. Well-being at sea and in-work benefits: a randomized controlled trial."),
        (ALONE, "2005 Gull Control, Harbour Office Information Sheet."),
        (ALONE, "2006 Book Note: The Salt Road, *Shore Law Review* 74: 512-514. (student book note)"),
    ],
)
def test_the_publications_of_a_list_vouch_for_the_rest(above: str, item: str) -> None:
    assert again(f"{above}- {item}\n", "HBBBO", [0, 0.9, 0.9, 0.9, 0.001]) == "HBBBB"


@pytest.mark.parametrize(
    ("above", "item"),
    [
        (ARTICLES, "A medal for the best student of the year, 2020."),  # the others print their people
        (ARTICLES, "Complete list on request."),
        (ALONE, "A longer list of what I have done for the harbour and its people can be downloaded here"),
    ],
)
def test_the_publications_of_a_list_vouch_for_nothing_else(above: str, item: str) -> None:
    assert again(f"{above}- {item}\n", "HBBBO", [0, 0.9, 0.9, 0.9, 0.001]) == "HBBBO"


def test_half_of_a_list_vouches_for_nothing() -> None:
    talk = "- Brandt, O. Estimating the effect of evening classes on the sleep of crews.\n"
    assert again(ARTICLES + 3 * talk, "HBBBOOO", [0, 0.9, 0.9, 0.9, 0.001, 0.001, 0.001]) == "HBBBOOO"


@pytest.mark.parametrize(
    ("line", "is_of_page"),
    [
        ("© 2024 Quiet Machines Lab, University of Fenwick", True),
        ("Copyright 2023 by Ada Moss", True),
        ("🔼 Voltar ao topo", True),
        ("Last updated: March 3, 1999", True),
        ("Copyright and copying in harbour towns. A. Moss. Harbour Law Review 3, 2019.", False),
        ("Top of the quay: a history. A. Moss. Fenn, 2019.", False),
    ],
)
def test_lines_that_are_of_the_page(line: str, is_of_page: bool) -> None:
    assert bool(OF_THE_PAGE.match(line)) == is_of_page
