"""Lines, labels and the items that labels make."""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.documents.load import read_bytes
from citekit.documents.runs import Document, TextStyle
from citekit.extraction.items import Item, labelled_items, read_heading
from citekit.extraction.label_revision import find_items
from citekit.extraction.phrases import lower_words
from citekit.extraction.segments.features import heading_group, shape_of
from citekit.extraction.segments.lines import document_lines

ROOT = Path(__file__).parents[1]


def found_in(document: Document) -> list[Item]:
    return find_items(document, lower_words(block.text for block in document.blocks))


def read(text: str, format_: str = "markdown") -> Document:
    return read_bytes(text.encode(), "page", format_)


def items(text: str, labels: str, format_: str = "markdown") -> list[Item]:
    """The items that labels make, one letter a line of the document."""
    document = read(text, format_)
    lines = document_lines(document)
    assert len(lines) == len(labels), [line.text for line in lines]
    return labelled_items(document, lines, list(labels), [0.9] * len(labels))


def test_a_dated_reference_is_never_a_heading() -> None:
    text = "Books (2018)\nHall P (2018) Who owns a wall? Dissertation, University of Walls\nGrants (2018)\n"
    assert [item.text.text for item in items(text, "HHH", "text")] == [text.splitlines()[1]]


class TestLines:
    def test_breaks_end_lines_and_the_first_keeps_the_marker(self) -> None:
        lines = document_lines(read("- One<br>Two\n- Three\n"))
        assert [(line.text, line.block.marker, line.broken) for line in lines] == [
            ("One", "-", ""),
            ("Two", "", "\n"),
            ("Three", "-", ""),
        ]

    def test_places_of_lines_are_exact(self) -> None:
        document = read("- First line  \n  second line\n")
        for line in document_lines(document):
            span = line.block.span
            assert document.source.text[span.start : span.end].strip() == line.text

    def test_a_name_glued_to_the_next_title_is_cut_where_the_family_is_known(self) -> None:
        lines = document_lines(
            read("Lantern: Tracing\nA. Brandt, B. OkaforPebbles: Sorting\nB. Okafor, A. Brandt\n", "text")
        )
        assert [line.text for line in lines] == [
            "Lantern: Tracing",
            "A. Brandt, B. Okafor",
            "Pebbles: Sorting",
            "B. Okafor, A. Brandt",
        ]

    def test_hidden_text_has_no_lines(self) -> None:
        assert [line.text for line in document_lines(read("Shown\n\n<!-- Hidden -->\n"))] == ["Shown"]


class TestShapes:
    def shape(self, text: str) -> object:
        return shape_of(document_lines(read(text, "text"))[0])

    @pytest.mark.parametrize(
        ("text", "names"),
        [
            ("A. Brandt, B. Okafor and C. Nowak", 3),
            ("Brandt, A., Okafor, B.", 2),
            ("Ada Brandt, Ben Okafor, Carla Nowak", 3),
            ("On lanterns and pebbles", 0),
        ],
    )
    def test_names_are_counted_in_all_their_orders(self, text: str, names: int) -> None:
        assert self.shape(text).names == names

    def test_years_pages_volumes_and_signs(self) -> None:
        shape = self.shape("Journal of Weights 12(3), 33–48, 2021. doi:10.5555/weights.12")
        assert (shape.years, shape.pages, shape.volume) == (1, True, True)
        assert "doi" in shape.signs

    def test_a_line_that_is_a_year(self) -> None:
        assert self.shape("(2021)").only_year
        assert not self.shape("In 2021").only_year

    @pytest.mark.parametrize(
        ("word", "group"),
        [
            ("publications", "publications"),
            ("veröffentlichungen", "publications"),
            ("teaching", "other"),
            ("book", "publications"),
            ("bookkeeping", ""),
            ("発表論文", "publications"),
        ],
    )
    def test_words_of_headings(self, word: str, group: str) -> None:
        assert heading_group(word) == group


class TestHeadings:
    def test_years_venues_kinds(self) -> None:
        assert read_heading("2021", 2).year == 2021
        assert read_heading("OSDI'24", 3).year == 2024
        assert read_heading("OSDI'24", 3).venue == "OSDI"
        assert read_heading("Journal Articles", 2).kinds == ("journal",)
        assert read_heading("Under Review", 2).status == "under review"

    def test_several_years_date_nothing(self) -> None:
        assert read_heading("2015–2020", 2).year is None

    @pytest.mark.parametrize(
        ("text", "role"),
        [
            ("Publications", "publications"),
            ("Invited Talks", "other"),
            ("Part One", "neutral"),
            ("Lehre", "other"),
            ("Peer Review", "other"),
            ("Peer-reviewed articles", "publications"),
        ],
    )
    def test_roles(self, text: str, role: str) -> None:
        assert read_heading(text, 1).role == role


class TestItems:
    def test_a_heading_and_the_block_below_can_be_one_item(self) -> None:
        found = items(
            "# Papers\n\n## On Lanterns\n\nAda Brandt. OSDI 2024.\n\n## On Pebbles\n\nBen Okafor. PPoPP 2023.\n",
            "HBIBI",
        )
        assert [item.text.text for item in found] == [
            "On Lanterns\nAda Brandt. OSDI 2024.",
            "On Pebbles\nBen Okafor. PPoPP 2023.",
        ]
        assert all(item.text.style(0) & TextStyle.BOLD for item in found)
        assert {item.section.title for item in found} == {"Papers"}

    def test_an_item_goes_on_behind_its_abstract(self) -> None:
        found = items("- On Lanterns. Ada Brandt.\n\n  Abstract: about lanterns.\n\n  [PDF](x.pdf)\n", "BOI")
        assert [(item.text.text, item.aside) for item in found] == [
            ("On Lanterns. Ada Brandt.\nPDF", ""),
            ("Abstract: about lanterns.", "is an abstract or a remark on the item above"),
        ]

    def test_what_is_left_out_has_a_reason(self) -> None:
        found = items("We bake bread.\n\n# Talks\n\n- On Lanterns. Berlin, 2020.\n", "OHO")
        assert [item.aside for item in found] == ["does not read like a publication", "under the heading “Talks”"]

    def test_items_of_one_list_have_one_key(self) -> None:
        one, two, three = items("- First item\n- Second item\n\n## More\n\n- Third item\n", "BBHB")
        assert one.list_key == two.list_key != three.list_key

    def test_a_year_as_heading_does_not_end_its_list(self) -> None:
        found = items("## Publications\n\n# 2024\n\n- First item\n\n# 2023\n\n- Second item\n", "HHBHB")
        assert [item.section.latest("year") for item in found] == [2024, 2023]
        assert all(item.section.role == "publications" for item in found)

    def test_numbers_before_items_are_labels(self) -> None:
        (item,) = items("<p>[J3] Ada Brandt. On Lanterns and Pebbles. 2020.</p><p>Next.</p>", "BO", "html")[:1]
        assert (item.label, item.text.text) == ("[J3]", "Ada Brandt. On Lanterns and Pebbles. 2020.")

    def test_struck_and_hidden_items_are_told_apart(self) -> None:
        found = found_in(
            read(
                "# Publications\n\n- ~~Ada Brandt. On Lanterns. OSDI 2020.~~\n\n<!--\n- Ada Brandt. On Pebbles. OSDI 2021.\n-->\n"
            )
        )
        assert [item.text.text for item in found if item.hidden] == ["Ada Brandt. On Pebbles. OSDI 2021."]
        assert [item.text.text for item in found if item.struck] == ["Ada Brandt. On Lanterns. OSDI 2020."]

    @settings(max_examples=60, deadline=None)
    @given(
        st.lists(
            st.sampled_from(
                [
                    "# Papers",
                    "- A. Brandt. On Lanterns. OSDI 2020.",
                    "2021",
                    "Talks",
                    "<b>x</b>",
                    "| a | b |",
                    "Ada Brandt",
                    "\n",
                    "1. x  \n   y",
                ]
            ),
            min_size=1,
            max_size=12,
        )
    )
    def test_no_line_is_lost(self, pieces: list[str]) -> None:
        document = read("\n".join(["Lanterns", *pieces]))
        letters = lambda text: sorted(c for c in text if c.isalnum())  # noqa: E731
        found = found_in(document)
        headings = {h.text: h for item in found for h in item.section.headings}
        kept = "".join(item.text.text + item.label for item in found) + "".join(headings)
        for line in document_lines(document):
            assert (
                set(letters(line.text)) <= set(letters(kept))
                or line.block.kind == "heading"
                or read_heading(line.text, 1)
            )


class TestModel:
    def test_the_model_is_the_one_that_its_record_describes(self) -> None:
        folder = files("citekit.extraction.segments").joinpath("model")
        record = json.loads(folder.joinpath("provenance.json").read_text("utf-8"))
        for name, digest in record["sha256"].items():
            assert hashlib.sha256(gzip.decompress(folder.joinpath(f"{name}.crf.gz").read_bytes())).hexdigest() == digest

    @pytest.mark.bench_data
    def test_a_small_retraining_learns_to_find_items(self) -> None:
        sys.path.insert(0, str(ROOT))
        from training.documents import BENCH

        if not BENCH.is_dir():
            pytest.skip(f"no measuring data in {BENCH}")
        from collections import Counter

        from citekit.extraction.crf import decoder
        from citekit.extraction.segments.model import Segmenter
        from training.lists import generated
        from training.segments import learn, score

        documents = list(generated(BENCH, 45, seed=5))
        first, second, words = learn(documents[:30])
        segmenter = Segmenter(decoder(first), decoder(second), words)
        total: Counter[str] = Counter()
        for profile in documents[30:]:
            total += score(profile, segmenter.label(profile.document, profile.lines).labels)
        assert total["found"] >= 0.7 * total["gold"]
        assert total["invented"] <= 0.3 * total["gold"]

    @pytest.mark.bench_data
    def test_generated_documents_are_the_same_each_time(self) -> None:
        sys.path.insert(0, str(ROOT))
        from training.documents import BENCH

        if not BENCH.is_dir():
            pytest.skip(f"no measuring data in {BENCH}")
        from training.lists import generated
        from training.segments import labels_of

        one, two = (list(generated(BENCH, 6, seed=3)) for _ in range(2))
        assert [[line.text for line in p.lines] for p in one] == [[line.text for line in p.lines] for p in two]
        assert all("B" in labels_of(p) for p in one if p.placed)


def test_a_page_without_line_ends_has_the_same_items() -> None:
    """Programs that pack pages leave line ends out, so that items of a list are on one line of the source."""
    years = {
        "2023": [
            "<a href='a.html'>Small models of large harbours</a>. Ada Moss, Ben Oru. <em>ICML 2023</em> (oral).",
            'Ben Oru, Ada Moss. "Dredging with diffusion". NeurIPS Workshop on Ports, 2023.',
        ],
        "2021": [
            "Ada Moss. On the depth of docks. <em>Proc. ACM Harb. Lang.</em> 5, HOPL, Article 12 (January 2021), 28 pages. DOI:10.1145/1111.2222",
            "Ada Moss and Ben Oru. Tide tables, revisited. Tech report TR-21-3, Univ. of Fenn.",
        ],
    }
    lists = (
        f"<h3>{year}</h3>\n<ul>\n" + "".join(f"<li>{one}</li>\n" for one in items) + "</ul>\n"
        for year, items in years.items()
    )
    page = (
        "<html><body>\n<h1>Ada Moss</h1>\n<h2>Papers</h2>\n"
        + "".join(lists)
        + "<h2>Teaching</h2>\n<p>CS 101</p>\n</body></html>"
    )
    spread, packed = (
        [item.text.text for item in found_in(read_bytes(text.encode(), "page.html", "html"))]
        for text in (page, page.replace("\n", ""))
    )
    assert len(spread) == len(packed) == 5  # with what is taught
    assert packed == spread
