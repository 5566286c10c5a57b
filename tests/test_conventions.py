"""What a few words settle in printed references: labels given by hand go in, the amended ones come out."""

from __future__ import annotations

from random import Random

import pytest

from citekit import convert
from citekit.documents.load import read_text
from citekit.documents.runs import Run
from citekit.extraction import label_rules
from citekit.extraction.imprint_rules import unread_house
from citekit.extraction.items import Item, Section
from citekit.extraction.label_rules import agreed, conventional
from citekit.extraction.labeller import Labelled, names_of
from citekit.extraction.lexer import cut
from citekit.extraction.namelist import as_name
from citekit.extraction.people import find_owner
from citekit.extraction.phrases import ends_shortened
from citekit.extraction.pipeline import line_item
from citekit.extraction.reading import make_record
from citekit.extraction.recognizers import kinds, numbers
from citekit.extraction.record import ParsedItem, missing
from citekit.extraction.signs import leading
from citekit.extraction.styled import StyledText
from citekit.extraction.work_type import THESIS
from citekit.model.name import Name
from citekit.runtime.span import Span


def amended(text: str, labels: str) -> str:
    words = cut(StyledText.of([Run(text, Span(0, len(text)))]))
    found = labels.split()
    assert len(found) == len(words)
    conventional(words, found)
    return " ".join(found)


@pytest.mark.parametrize(
    ("text", "labels", "expected"),
    [
        ("Brandt, A./Weber, B. (Hg.): Pebbles", "BAF IAG BAF IAG O B-T", "BEF IEG BEF IEG O B-T"),
        ("Brandt, A. et al. (eds), Pebbles", "BAF IAG A-ETAL A-ETAL O B-T", "BEF IEG E-ETAL E-ETAL O B-T"),
        ("Brandt, A. (1997) (Hrsg.): Pebbles", "BAF IAG B-Y O B-T", "BEF IEG B-Y O B-T"),
        ("Brandt, A. (1997) Dir of stones", "BAF IAG B-Y O O B-T", "BAF IAG B-Y O O B-T"),
        ("Brandt, A. Pebbles ed.", "BAF IAG B-T O", "BAF IAG B-T O"),
        ("Brandt, A. Lantern Press 1990", "BAF IAG B-P I-P B-Y", "BAF IAG B-P I-P B-Y"),
        ("LRFS Kerr, Pebbles", "BAG IAF B-T", "BAG IAF B-T"),
        ("Brandt Ada, Pebbles", "BAG IAF B-T", "BAG IAF B-T"),
        ("Brandt (Ada), Weber (B.-C.), Pebbles", "BAL O O O O B-T", "BAF IAG BAF IAG IAG B-T"),
        ("Brandt, A. (Hg.), Pebbles", "BAF IAG O B-T", "BEF IEG O B-T"),
        ("Lantern Research Fund (LRF). Pebbles", "BAL IAL IAL O B-T", "BAL IAL IAL O B-T"),
        ("Pebbles, in Weber, A., [Dir.], Sand", "B-T O O O O B-T", "B-T O O O O B-C"),
        ("Pebbles, Weber, A., Sand", "B-T O O B-T", "B-T O O B-T"),
        ("Pebbles. Sand, Jg. 14, H. 4", "B-T B-C O B-V O O", "B-T B-C O B-V O B-N"),
        ("Pebbles. Sand. Heft 19, S. 1", "B-T B-C O B-V O B-PG", "B-T B-C O B-N O B-PG"),
        ("Pebbles. Sand, Nr. 307", "B-T B-C O B-PG", "B-T B-C O B-N"),
        ("Pebbles, Heft 2. Sand 14", "B-T O O B-C B-V", "B-T O O B-C B-V"),
        ("Pebbles. Proceedings of IJCAI 93", "B-T B-C I-C I-C B-V", "B-T B-C I-C I-C I-C"),
        ("Pebbles. Proceedings of Sand 93", "B-T B-C I-C I-C B-V", "B-T B-C I-C I-C B-V"),
        ("Pebbles, Berlin", "B-T B-PG", "B-T B-W"),
        ("Pebbles, xiv", "B-T B-PG", "B-T B-PG"),
        ("李四, 张三. 卵石", "BAL IAL B-T", "BAL BAL B-T"),
        ("Pebbles. Sand 27 (Suppl 11): 9", "B-T B-C B-V O B-N B-PG", "B-T B-C B-V B-N I-N B-PG"),
        ("Pebbles. Sand 27, Suppl. 1, 9", "B-T B-C B-V O O B-PG", "B-T B-C B-V B-N I-N B-PG"),
        ("Pebbles. Sand 27(3 Suppl): 9", "B-T B-C B-V B-N O B-PG", "B-T B-C B-V B-N I-N B-PG"),
        ("Pebbles. Sand 27(3)(Suppl 2): 9", "B-T B-C B-V B-N O O B-PG", "B-T B-C B-V B-N B-N I-N B-PG"),
        ("Pebbles. Proc. (ICAL'08), 9", "B-T B-C I-C B-V B-PG", "B-T B-C I-C I-C B-PG"),
        ("[ICAL'08] Ada Brandt. Pebbles", "BAF IAG BAG IAF B-T", "O O BAG IAF B-T"),
        ("李四. 卵石[J]. 科学, 2018", "BAL B-T O B-T B-Y", "BAL B-T O B-T B-Y"),
        ("Supplement 3. Sand 27", "B-T I-T B-C B-V", "B-T I-T B-C B-V"),
        (
            "Pebbles. Proc Natl Acad Sci U S A 95",
            "B-T B-C I-C I-C I-C O O O B-V",
            "B-T B-C I-C I-C I-C I-C I-C I-C B-V",
        ),
        ("Pebbles. Proc Natl Acad Sci USA 95", "B-T B-C I-C I-C I-C O B-V", "B-T B-C I-C I-C I-C I-C B-V"),
        ("Pebbles. Proc Natl Acad Sci, USA", "B-T B-C I-C I-C I-C O", "B-T B-C I-C I-C I-C O"),
        ("Pebbles. Sand of Shores USA 95", "B-T B-C I-C I-C O B-V", "B-T B-C I-C I-C O B-V"),
    ],
)
def test_conventions(text: str, labels: str, expected: str) -> None:
    assert amended(text, labels) == expected


@pytest.mark.parametrize(
    ("first", "then", "text", "labels", "expected"),
    [
        ("parted_names", "names_by_comma", "李四, 张三. 卵石", "BAG IAF B-T", "BAG BAF B-T"),
        ("names_by_comma", "quoted_title", "Lind, Bo. “Ink and Rain.” Ponds 12", "BAF B-T I-T B-C I-C O B-V", "BAF IAG B-T I-T I-T O B-V"),
        ("unmarked_editors", "editors_by_mark", "Lind, A. (2 to 4 June 1993) (eds). Ink", "BAF IAG B-Y I-Y I-Y I-Y I-Y O B-T", "BEF IEG B-Y I-Y I-Y I-Y I-Y O B-T"),
        ("unmarked_editors", "series_for_title", "Lind, A. Ink and Rain. Fenn, 2001", "BEF IEG B-C I-C I-C B-P B-Y", "BAF IAG B-C I-C I-C B-P B-Y"),
        ("unread_editors", "series_for_title", "Lind, Ada, ed. Ink and Rain. Oslo: Fenn, 2001", "B-T I-T O B-C I-C I-C B-W B-P B-Y", "BEF IEG O B-T I-T I-T B-W B-P B-Y"),
        ("editors_by_mark", "series_for_title", "Lind, A. (eds). Ink and Rain. Oslo: Fenn, 2001", "BAF IAG O B-C I-C I-C B-W B-P B-Y", "BEF IEG O B-T I-T I-T B-W B-P B-Y"),
        ("second_title", "unread_container", "Ink, in Moss, A., [Dir.], Rain", "B-T O O O O B-T", "B-T O O O O B-C"),
        ("second_title", "known_container", "Lind, A. Ink. In Proc. Rain Meeting", "BAF IAG B-T O O B-T I-T", "BAF IAG B-T O B-C I-C I-C"),
        ("container_of_edited", "no_publisher", "Lind, A. In Meeting on Ink. Rain Symposium; Bo Moss, Ed", "BAF IAG O B-T I-T I-T B-P I-P BEG IEF O", "BAF IAG O B-C I-C I-C B-P I-P BEG IEF O"),
        ("quoted_title", "title_goes_on", "Lind, A. “Ink and Rain.” Journal of Ponds vol. 4", "BAF IAG B-T I-T I-T I-T I-T I-T O B-V", "BAF IAG B-T I-T I-T B-C I-C I-C O B-V"),
        ("people_with_roles", "series_for_title", "Lind, A. (Director). (2001). Ink and Rain. Fenn", "O O O B-Y B-S I-S I-S B-P", "BAF IAG O B-Y B-T I-T I-T B-P"),
        ("title_goes_on", "unread_container", "Lind, A. Ink and Rain. In Ponds of Moss, 2001", "BAF IAG B-T I-T O O O O O B-Y", "BAF IAG B-T I-T I-T O B-C I-C I-C B-Y"),
        ("title_goes_on", "newspaper", "Lind, A. City to close. Larchmont Herald, 8 Mar. 2021", "BAF IAG B-T I-T I-T I-T O O O B-Y", "BAF IAG B-T I-T I-T B-C I-C O O B-Y"),
        ("no_publisher", "unread_container", "Lind, A. Ink. In B. Moss, editor, Third Symposium on Rain, 2001", "BAF IAG B-T O O O O B-P I-P I-P I-P B-Y", "BAF IAG B-T O O O O B-C I-C I-C I-C B-Y"),
        ("no_publisher", "numbers_told_apart", "Lind, A. Ink. Journal of Rain. 2001. Vol. 5, no. 2", "BAF IAG B-T B-P I-P I-P B-Y O B-V O O", "BAF IAG B-T B-C I-C I-C B-Y O B-V O B-N"),
        ("no_publisher", "known_container", "Lind, A. Ink. Proc. Rain Symposium, 2001", "BAF IAG B-T O B-P I-P B-Y", "BAF IAG B-T B-C I-C I-C B-Y"),
        ("no_publisher", "unread_place", "Lind, A. Ink, Oslo: Journal of Rain, 5", "BAF IAG B-T O B-P I-P I-P B-V", "BAF IAG B-T O B-C I-C I-C B-V"),
        ("unread_container", "numbers_told_apart", "Lind, A. Ink. In Journal of Rain, 5, no. 2", "BAF IAG B-T O O O O B-V O O", "BAF IAG B-T O B-C I-C I-C B-V O B-N"),
        ("unread_container", "numbers_told_apart", "Lind, A. Ink. In Meeting on Rain (MOR’08), 2008", "BAF IAG B-T O O O O O O B-Y", "BAF IAG B-T O B-C I-C I-C O O B-Y"),
        ("unread_container", "known_container", "Lind, A. Ink. In J. ACM 27", "BAF IAG B-T O O O B-V", "BAF IAG B-T O B-C I-C B-V"),
        ("numbers_told_apart", "known_container", "Ink. Proc Natl Acad Sci USA 95", "B-T B-C I-C I-C I-C O B-V", "B-T B-C I-C I-C I-C I-C B-V"),
        ("title_of_standard", "short_universities", "OSI Standard for Ink, OSI 12. Fenwick UP, 2001", "B-P I-P I-P I-P O B-N O O B-Y", "B-T I-T I-T I-T B-N I-N B-P I-P B-Y"),
        ("institution_of_report", "house_and_place", "Lind, A. Ink. Oslo, Fenn Corp., Tech. Rep. 7", "BAF IAG B-T B-P I-P I-P O O O", "BAF IAG B-T B-W B-P I-P B-GE I-GE O"),
        ("series_for_title", "short_universities", "Lind, A. Ink and Rain. U of Fenwick P, 2001", "BAF IAG B-S I-S I-S B-P I-P I-P O B-Y", "BAF IAG B-T I-T I-T B-P I-P I-P I-P B-Y"),
    ],
)  # fmt: skip
def test_the_order_of_the_rules(
    first: str, then: str, text: str, labels: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert amended(text, labels) == expected
    rules = list(label_rules._RULES)
    (one,) = [rule for rule in rules if rule[0].__name__ == first]
    rules.remove(one)
    rules.insert(1 + [rule[0].__name__ for rule in rules].index(then), one)
    monkeypatch.setattr(label_rules, "_RULES", tuple(rules))
    assert amended(text, labels) != expected, "the order of these two does not matter here: the case says nothing"


@pytest.mark.parametrize(
    ("text", "labels", "expected"),
    [
        ("Der Anker. Diss. Universität Bremen 2010", "B-T I-T I-T B-C I-C B-Y", "B-T I-T B-GE B-P I-P B-Y"),
        ("Der Anker, Masterarbeit, Universität Kiel 2010", "B-T I-T I-T I-T I-T B-Y", "B-T I-T B-GE B-P I-P B-Y"),
        ("Anker. Diss. Hafen und Welt 2010", "B-T I-T I-T I-T I-T B-Y", "B-T I-T I-T I-T I-T B-Y"),  # no school
        ("Anna Lind (Hg.): Die Häfen. Kiel: Fenn 2017", "BEG IEF O B-C I-C B-W B-T B-Y", "BEG IEF O B-T I-T B-W B-P B-Y"),
        ("Ink, arXiv:2101.00001, Jan 2021", "B-T LINK B-C B-Y", "B-T LINK O B-Y"),
        ("Ink, Jan Moss 2021", "B-T B-C I-C B-Y", "B-T B-C I-C B-Y"),
        ("Anna Lind: Die Häfen. Kiel: Fenn 2017", "BAG IAF B-C I-C B-W B-T B-Y", "BAG IAF B-C I-C B-W B-T B-Y"),  # no editor
    ],
)  # fmt: skip
def test_theses_edited_books_and_months_are_told_from_titles_and_containers(
    text: str, labels: str, expected: str
) -> None:
    assert amended(text, labels) == expected


@pytest.mark.parametrize(
    ("text", "series"),
    [
        ("Slow tides. CP 338. Oslo: Fenn House", "B-S B-V"),
        ("Slow tides, CP 338. Oslo: Fenn House", "I-T I-T"),  # no sentence of its own
        ("Slow tides. Part 338. Oslo: Fenn House", "I-T I-T"),
        ("Slow tides. CP 338 Oslo: Fenn House", "I-T I-T"),
    ],
)
def test_capitals_and_a_number_behind_a_title_are_its_series(text: str, series: str) -> None:
    assert amended(text, "B-T I-T I-T I-T B-W B-P I-P").split()[2:4] == series.split()


@pytest.mark.parametrize(
    ("text", "labels", "expected"),
    [
        ("Owusu, A. O., Brandt, B. 2020", "BAF IAG IAG BAF IAG B-Y", "BAF IAG IAG BAF IAG B-Y"),
        ("Brandt, B. u. a. 2020", "BAF IAG O O B-Y", "BAF IAG A-ETAL A-ETAL B-Y"),
        ("Ben Brandt, and 33 more authors. Sand", "BAG IAF O O O O B-C", "BAG IAF A-ETAL A-ETAL A-ETAL A-ETAL B-C"),
        ("Ben Brandt und 4 weitere Autoren", "BAG IAF A-AND O O O", "BAG IAF A-ETAL A-ETAL A-ETAL A-ETAL"),
        ("Ben Brandt, 4 others. Sand", "BAG IAF O O B-C", "BAG IAF A-ETAL A-ETAL B-C"),
        ("Ben Brandt. 33 more pebbles", "BAG IAF B-T I-T I-T", "BAG IAF B-T I-T I-T"),
        ("Ben Brandt. 12 Authors", "BAG IAF B-T I-T", "BAG IAF B-T I-T"),
    ],
)
def test_initials_cut_no_list_short(text: str, labels: str, expected: str) -> None:
    words = cut(StyledText.of([Run(text, Span(0, len(text)))]))
    assert " ".join(agreed(words, labels.split())) == expected


def record_of(text: str, labels: str) -> ParsedItem:
    item = line_item(text, 0, Section(()))
    found = labels.split()
    return make_record(item, Labelled(cut(item.text), found, [1.0] * len(found)))


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("Pebbles. Sand 26:e230029", "page", "e230029"),
        ("Pebbles. Sand 26:S17", "page", "S17"),
        ("Pebbles. Sand 26:p17", "page", "17"),
    ],
)
def test_a_letter_glued_to_a_number_belongs_to_it(text: str, name: str, value: str) -> None:
    assert record_of(text, "B-T B-C B-V B-PG I-PG").locator[name].value == value


@pytest.mark.parametrize(
    ("second", "labels", "is_container"),
    [
        ("Proceedings of the Tide Workshop", "B-T I-T I-T I-T I-T", True),
        ("Songs of the Tide Men", "B-T I-T I-T I-T I-T", False),  # not named like a meeting or a journal
        ("Proceedings of the Tide Workshop", "B-T I-T O I-T I-T", False),  # words of a title without its begin
    ],
)
def test_a_second_title_below_the_people(second: str, labels: str, is_container: bool) -> None:
    record = record_of(f"Slow tides Ada Moss {second}", f"B-T I-T BAG IAF {labels}")
    assert (record.venue is not None and record.venue.value == second) == is_container


@pytest.mark.parametrize(
    ("printed", "field", "number"), [("第3期", "issue", "3"), ("제45권", "volume", "45"), ("12卷", "volume", "12")]
)
def test_numbers_of_chinese_and_korean_lists(printed: str, field: str, number: str) -> None:
    words = cut(line_item(f"Pebbles. Sand {printed}", 0, Section(())).text)
    labels = ["B-T", "B-C", "B-V", *["I-V"] * (len(words) - 3)]
    assert record_of(f"Pebbles. Sand {printed}", " ".join(labels)).locator[field].value == number


@pytest.mark.parametrize(
    "text", ["PhD thesis", "M.Sc. thesis", "Ph. D.", "Diplomarbeit", "Master’s thesis", "D. Phil."]
)
def test_degrees(text: str) -> None:
    assert THESIS.search(text)


@pytest.mark.parametrize(
    "text", ["Trends Biochem Sci", "Graph Drawing", "Polym. Sci. USSR", "Rehabilitation Nursing", "Diplomatic History"]
)
def test_journals_are_no_degrees(text: str) -> None:
    assert not THESIS.search(text)


@pytest.mark.parametrize(("left", "venue"), [("OSDI", "OSDI"), ("a remark on pebbles", None)])
def test_what_is_left_over_may_be_the_container(left: str, venue: str | None) -> None:
    text = f"Ada Brandt. Pebbles. {left}"
    item = Item(StyledText.of([Run(text, Span(0, len(text)))]), Span(0, len(text)), Section(()), "1/ul")
    words = cut(item.text)
    labels = ["BAG", "IAF", "B-T", *["O"] * (len(words) - 3)]
    record = make_record(item, Labelled(words, labels, [1.0] * len(words)))
    assert (record.venue and record.venue.value) == venue


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("卵石[M]. 北京: 出版社, 2018", "book"),
        ("卵石[D]. 武汉大学, 2015", "thesis"),
        ("Sand[R/OL]. 2015", "report"),
        ("卵石[P]. 2015", "patent"),
        ("卵石[C]//文集. 2015", "paper-conference"),
        ("卵石[M]// 文集. 2015", "chapter"),
        ("卵石[C]. 2015", ""),
        ("卵石[J]. 学报, 2015", ""),
    ],
)
def test_codes_of_kinds(text: str, kind: str) -> None:
    assert [atom.values for atom in kinds.media(StyledText.of([Run(text, Span(0, len(text)))]))] == [{"type": kind}]


@pytest.mark.parametrize(("text", "pages"), [("Sand, 250 f.", ["250"]), ("Sand, S. 250f.", []), ("Sand, p. 12 f.", [])])
def test_what_follows_a_page_is_no_extent(text: str, pages: list[str]) -> None:
    found = numbers.reports_and_extents(StyledText.of([Run(text, Span(0, len(text)))]))
    assert [atom.values["number-of-pages"] for atom in found] == pages


@pytest.mark.parametrize(
    ("head", "owner"),
    [
        ("Prof. Dr. Annette Keller\nVeröffentlichungen", Name("Keller", "Annette")),
        ("Dr. Annette\nKeller", Name("Keller", "Annette")),
        ("CURRICULUM VITAE\nDr. Annette Keller", Name("Keller", "Annette")),
        ("Annette Keller\nCurriculum vitae", Name("Keller", "Annette")),
        ("Annette Keller | Publications", Name("Keller", "Annette")),
        ("ANNETTE A. KELLER\nCurriculum vitae", Name("Keller", "Annette A.")),
        ("Annette I. Keller", Name("Keller", "Annette I.")),
    ],
)
def test_the_owner_in_the_first_lines(head: str, owner: Name) -> None:
    assert find_owner(read_text(f"{head}\n\nPebbles. Sand 12 (2013).\n", "list.txt"), []) == owner


@pytest.mark.parametrize(
    ("text", "labels", "name"),
    [
        ("Rosa P. A. Novak. Pebbles", "BAF IAG IAG IAF B-T", Name("Novak", "Rosa P. A.")),
        ("Admira A. Brandt Junior. Pebbles", "BAF IAG IAF IAF B-T", Name("Brandt Junior", "Admira A.")),
        ("Lasse BN Okafor. Pebbles", "BAF IAG IAF B-T", Name("Okafor", "Lasse BN")),
        ("Novak R. P. Pebbles", "BAF IAG IAG B-T", Name("Novak", "R. P.")),
        ("Novak, R. P. Pebbles", "BAF IAG IAG B-T", Name("Novak", "R. P.")),
        ("Novak, R. Brandt. Pebbles", "BAF IAG IAF B-T", Name("Novak", "R. Brandt")),  # a comma: family name first
        ("Novak Rosa Brandt. Pebbles", "BAF IAG IAF B-T", Name("Novak", "Rosa Brandt")),
    ],
)
def test_what_stands_behind_initials_is_the_family_name(text: str, labels: str, name: Name) -> None:
    run = record_of(text, labels).authors
    assert run is not None
    assert [as_name(one) for one in run.names] == [name]


def test_headings_are_no_owners_of_lists_of_co_authors() -> None:
    def people(*lines: str) -> list[str]:
        text = "\n\n".join(lines)
        return [" and ".join(name.family for name in work.author) for work in convert(text=text, format="markdown")]

    one = "- Harbours at night (with Rei Novak). *Sand Letters* 12(3), 4-9, 2012."
    two = "- Tides of the north (with Tove Abel). *Sand Letters* 14(1), 40-49, 2014."
    for heading in ("# Working Papers", "# Unprinted Sketches"):
        found = people("# Articles", one, one.replace("night", "noon"), heading, two)
        assert len(found) == 3
        assert not any("Papers" in names or "Sketches" in names for names in found), heading
    assert all(
        "Keller" in one for one in people("# Annette A. Keller", "## Articles", one, "## Unprinted Sketches", two)
    )


@pytest.mark.parametrize(
    ("name", "shortened"),
    [
        ("Phys. Rev. Lett", True),
        ("SIAM J. of Comput", True),
        ("J. Exp. Zarb", True),
        ("Proc. of the Lantern Society", False),
        ("Phys. Rev. B", False),
        ("Proc. Lanterns", False),
        ("Journal of Sci", False),
        ("Nature", False),
        ("", False),
    ],
)
def test_names_that_end_in_a_shortened_word(name: str, shortened: bool) -> None:
    assert ends_shortened(name) is shortened


@pytest.mark.parametrize(
    ("names", "sentences", "words", "lacks"),
    [(0, 3, 26, "an abstract without people"), (0, 2, 26, ""), (0, 3, 25, ""), (2, 3, 26, "")],
)
def test_a_title_of_many_sentences_without_people_is_an_abstract(
    names: int, sentences: int, words: int, lacks: str
) -> None:
    title = ["pebble"] * words
    for n in range(sentences - 1):
        title[3 * n + 3] += "."
    people = "Brandt, Ada and Okafor, Ben. " if names else ""
    labels = "BAF IAG A-AND BAF IAG " if names else ""
    record = record_of(f"{people}{' '.join(title)}, 2022", f"{labels}B-T {'I-T ' * (words - 1)}B-Y")
    assert missing(record) == lacks


@pytest.mark.parametrize(
    ("text", "labels", "expected"),
    [
        ("Tides on Lake. Oslo: Reed 2011", "B-T I-T O O O B-Y", "B-T I-T I-T B-W B-P B-Y"),
        ("Tides. Oslo: Reed 2011", "B-T O O B-Y", "B-T B-W B-P B-Y"),
        ("Tides in Oslo, 2011", "B-T O O B-Y", "B-T O O B-Y"),  # "in" leads to something else
        ("Brandt A, Okafor B (2011) Tides", "BEF IEG BEF IEG B-Y B-T", "BAF IAG BAF IAG B-Y B-T"),
        ("Brandt A (a c. di) Tides 2011", "BEF IEG O O O B-T B-Y", "BEF IEG O O O B-T B-Y"),
        (
            "Brandt, Ada, and Ben Okafor, eds. 2011. Tides",
            "B-T I-T I-T I-T I-T O B-Y B-T",
            "BEF IEG E-AND BEG IEF O B-Y B-T",
        ),
        # "in" behind people that follow the title leads to the container
        ("Ink, B. Moss, L. Oru in RAINS", "B-T BAG IAF BAG IAF A-AND BAF", "B-T BAG IAF BAG IAF O B-C"),
        ("Ink, B. Moss, L. Oru in RAINS", "B-T BAG IAF BAG B-C I-C I-C", "B-T BAG IAF BAG IAF O B-C"),
        ("Ink, B. Moss. Rain in Ponds", "B-T BAG IAF B-C I-C I-C", "B-T BAG IAF B-C I-C I-C"),
        # families of two words
        ("F. Moss y Lind. Ink", "BAG IAF BAG IAF B-T", "BAG IAF IAF IAF B-T"),
        ("F. Moss y B. Lind. Ink", "BAG IAF A-AND BAG IAF B-T", "BAG IAF A-AND BAG IAF B-T"),
        ("MOSS LIMA, F. A. Ink", "BAF IAF BAG IAG B-T", "BAF IAF IAG IAG B-T"),
        # who is on the line before the editors is an author
        ("Ink\nAda Moss\nBen Oru (dir.), Rain", "B-T BEG IEF BEG IEF O B-T", "B-T BAG IAF BEG IEF O B-C"),
        ("Ink\nAda Moss\nBen Oru (dir.), Rain", "B-T BAG IAF BAG IAF O B-C", "B-T BAG IAF BEG IEF O B-C"),
        ("Ink\nAda Moss,\nBen Oru (dir.), Rain", "B-T BAG IAF BAG IAF O B-C", "B-T BEG IEF BEG IEF O B-C"),
        # tags behind the date
        ("2021.3 ［招待］［共著］森 葵「潮」", "B-Y O BAF BAG IAG IAF B-T", "B-Y O O O BAG IAF B-T"),
        ("2021 [ICWL] Moss, A. Ink", "B-Y B-C BAF IAG B-T", "B-Y B-C BAF IAG B-T"),
        # titles in corners
        ("王業鼎「「灯台」の道」《潮論》17", "BAL BAF I-T B-T B-V", "BAL B-T I-T B-C B-V"),
        # "in:" within a title, a container before its number
        ("Tides in: Ada Moss (Hrsg.), Rain", "B-T I-T I-T I-T O B-C", "B-T O BEG IEF O B-C"),
        ("Tides, in: Georg Emil Haber (Hg.), Rain", "B-T O BEF IEG IEF O B-C", "B-T O BEG IEG IEF O B-C"),
        ("Tides, in: Haber, Georg Emil (Hg.), Rain", "B-T O BEF IEG IEG O B-C", "B-T O BEF IEG IEG O B-C"),
        ("Tides, (w:) Rain, Fenn", "B-T I-T I-T B-C", "B-T O B-C B-P"),
        ("Tides, Ink Law t. XX/2005", "B-T I-T I-T I-T I-T B-Y", "B-T B-C I-C O B-V B-Y"),
        ("Tides, Ink-Rain 3/04, 2004", "B-T I-T I-T I-T B-Y", "B-T B-C B-N I-N B-Y"),
        ("Tides, Ink Law t. XX", "B-T I-T I-T I-T I-T", "B-T B-C I-C O B-V"),
        ("Tides, ink law t. XX", "B-T I-T I-T I-T I-T", "B-T I-T I-T I-T I-T"),
    ],
)
def test_what_a_few_signs_settle_whatever_the_labeller_said(text: str, labels: str, expected: str) -> None:
    words = cut(StyledText.of([Run(text, Span(0, len(text)))]))
    found = labels.split()
    conventional(words, found)
    unread_house(words, found)
    assert " ".join(found) == expected


@pytest.mark.parametrize(
    ("text", "labels", "expected"),
    [
        ("Moss III, Lind", "IAF IAF IAF", "IAF IAF IAF"),
        ("Tides. Ink. Funded by Fenn - Oslo Fund (1)", "B-T B-C B-T I-T I-T B-S I-S O", "B-T B-C O O O O O O"),
        ("Tides. Ink. Gefördert durch Fenn. 2004", "B-T B-C B-P I-P I-P B-Y", "B-T B-C O O O B-Y"),
        ("Moss. Funded by rain. Ink", "BAL B-T I-T I-T B-C", "BAL B-T I-T I-T B-C"),
        (
            "A. Lind, Ink Lett. 3 (2017)\nHow slow tides drift",
            "BAG IAF B-C I-C B-V B-Y O O O O",
            "BAG IAF B-C I-C B-V B-Y B-T I-T I-T I-T",
        ),
        (
            "A. Lind, Ink Lett. 3 (2017)\nFeatured in the news",
            "BAG IAF B-C I-C B-V B-Y O O O O",
            "BAG IAF B-C I-C B-V B-Y O O O O",
        ),
        ("A. Lind, Tides, Ink 3\nHow slow tides drift", "BAG IAF B-T B-C B-V O O O O", "BAG IAF B-T B-C B-V O O O O"),
        ("Tides funded by rain. Ink", "B-T I-T I-T I-T B-C", "B-T I-T I-T I-T B-C"),
        ("Moss, A. Slow rivers. EngD. Fenwick College", "BAF IAG B-T I-T B-P I-P I-P", "BAF IAG B-T I-T B-GE B-P I-P"),
        (
            "Moss, A. Slow rivers (Doctoral dissertation). Fenwick",
            "BAF IAG B-T I-T I-T I-T B-P",
            "BAF IAG B-T I-T B-GE I-GE B-P",
        ),
        ("Moss, A. Slow rivers (a dream). Fenwick", "BAF IAG B-T I-T I-T I-T B-P", "BAF IAG B-T I-T I-T I-T B-P"),
        ("Moss, A. Slow rivers, bachelor, Fenwick", "BAF IAG B-T I-T I-T B-P", "BAF IAG B-T I-T B-GE B-P"),
        ("Moss, A. Slow rivers. MA thesis. Fenwick", "BAF IAG B-T I-T B-S I-S B-P", "BAF IAG B-T I-T B-GE I-GE B-P"),
        ("Moss, A. Slow rivers. Unpublished. Fenwick", "BAF IAG B-T I-T I-T B-P", "BAF IAG B-T I-T I-T B-P"),
        ("Moss, A. Slow rivers. Oslo: Fennpolis, 2001", "BAF IAG B-T I-T B-P B-W B-Y", "BAF IAG B-T I-T B-W B-P B-Y"),
        ("Moss, A. Slow rivers. Oslo: Bergen, 2001", "BAF IAG B-T I-T B-P B-W B-Y", "BAF IAG B-T I-T B-P B-W B-Y"),
        (
            "Moss, A. Who swims? Children of the great mountains. Tides and Planning 3",
            "BAF IAG B-T I-T B-C I-C I-C I-C I-C I-C I-C I-C B-V",
            "BAF IAG B-T I-T I-T I-T I-T I-T I-T B-C I-C I-C B-V",
        ),
        (
            "Moss, A. Who swims? Eur. J. Ink Res. Lett. 3",
            "BAF IAG B-T I-T B-C I-C I-C I-C I-C B-V",
            "BAF IAG B-T I-T B-C I-C I-C I-C I-C B-V",
        ),
    ],
)
def test_degrees_houses_and_sentences_behind_questions(text: str, labels: str, expected: str) -> None:
    assert amended(text, labels) == expected


@pytest.mark.parametrize(
    ("text", "labels", "expected"),
    [
        # commas inside and between people: all inverted, the first alone, or none
        ("Lind, B., Moss, D. G., & Oru, R. (Eds.). (2002). Ink", "BEF IEG O O O O O O B-Y B-T", "BEF IEG BEF IEG IEG BEF IEG O B-Y B-T"),
        ("Lind, C., & Moss, W. (Eds.). (1990). Ink", "BAF IAG BEF IEG O B-Y B-T", "BEF IEG BEF IEG O B-Y B-T"),
        ("Lind, C., & Moss, W. (Ed.). (1990). Ink", "BAF IAG BEF IEG O B-Y B-T", "BAF IAG BEF IEG O B-Y B-T"),
        ("Lind, Ada, Oru, Ben C., eds., Ink, Oslo, 2001", "O O O O O O B-T B-W B-Y", "BEF IEG BEF IEG IEG O B-T B-W B-Y"),
        ("Lind, Ada, Ben Oru, and Eva Moss, eds. Ink", "O O O O O O O O B-T", "BEF IEG BEG IEF E-AND BEG IEF O B-T"),
        # two family names before the comma
        ("Moreno Salas, Lucía. 2016. Ink", "BAG IAF IAG B-Y B-T", "BAF IAF IAG B-Y B-T"),
        ("Moreno Salas de Oro, E. (2011). Ink", "BAF IAG IAF IAF IAG B-Y B-T", "BAF IAF IAF IAF IAG B-Y B-T"),
        ("A. Moss, B. 2016. Ink", "BAG IAF IAG B-Y B-T", "BAG IAF IAG B-Y B-T"),
        # what may begin the title behind initials is no given name
        ("Lind, A.; Moss, L. M. Flow, rain and ink. Ponds 2014", "BAF IAG BAF IAG IAG IAF B-T I-T I-T B-C B-Y", "BAF IAG BAF IAG IAG B-T I-T I-T I-T B-C B-Y"),
        # the house behind the last editor, and behind translators
        ("Ink. Rain, edited by Ada Lind and Eva Moss, Fenn House, 2008", "B-T B-C O O O O O O O O O B-Y", "B-T B-C O O BEG IEF E-AND BEG IEF O O B-Y"),
        ("Ink. Rain, edited by Ada Lind, Ben Oru, and Eva Moss, Fenn, 2008", "B-T B-C O O O O O O O O O O B-Y", "B-T B-C O O BEG IEF BEG IEF E-AND BEG IEF O B-Y"),
        ("Lind, A. Ink. Translated by Eva Mar Oru. Fenn House", "BAF IAG B-T O O BRG IRF BRG IRF IRG", "BAF IAG B-T O O BRG IRG IRF O O"),
    ],
)  # fmt: skip
def test_lists_of_people_are_cut_in_one_way(text: str, labels: str, expected: str) -> None:
    assert amended(text, labels) == expected


@pytest.mark.parametrize(
    ("text", "labels", "expected"),
    [
        # the school before the degree that ends a thesis
        ("Lind, A. Slow ink. 2014. Moss Seminary, PhD dissertation", "BAF IAG B-T I-T B-Y B-T I-T B-GE I-GE", "BAF IAG B-T I-T B-Y B-P I-P B-GE I-GE"),
        ("Lind, A. Slow ink. 2014, http://ink.example/1. St. Moss School, MA thesis", "BAF IAG B-T I-T B-Y LINK O O O O O", "BAF IAG B-T I-T B-Y LINK B-P I-P I-P B-GE I-GE"),
        ("Lind, A. Slow ink, MA thesis", "BAF IAG B-T I-T O O", "BAF IAG B-T I-T O O"),
        # reports by what they call themselves, and by the number behind the last piece
        ("Lind, A. Ink. Rapport de recherche n° 14, Oslo", "BAF IAG B-T B-C I-C I-C B-V I-V B-W", "BAF IAG B-T B-GE I-GE I-GE O B-N B-W"),
        ("Lind, A. “Ink,” Council of Fenn, Oslo, Policy note No. 8, 2000", "BAF IAG B-T B-C I-C I-C I-C I-C I-C O B-N B-Y", "BAF IAG B-T B-P I-P I-P B-W B-GE I-GE O B-N B-Y"),
        ("Lind, A. “Ink,” Journal of Fenn, Series B, no. 8, 2000", "BAF IAG B-T B-C I-C I-C I-C I-C O B-N B-Y", "BAF IAG B-T B-C I-C I-C I-C I-C O B-N B-Y"),
        # a town before the house, with its state, and the initials of a house
        ("Lind, A. Ink. Oslo, Fenn Seminary, 2001", "BAF IAG B-T B-P I-P I-P B-Y", "BAF IAG B-T B-W B-P I-P B-Y"),
        ("Lind, A. Ink. Boston, MA, Fenn Seminary, 2001", "BAF IAG B-T B-P I-P I-P I-P B-Y", "BAF IAG B-T B-W I-W B-P I-P B-Y"),
        ("Lind, A. Slow ink. J.B.Fenn, 2001", "BAF IAG B-T I-T I-T I-T B-P B-Y", "BAF IAG B-T I-T B-P I-P I-P B-Y"),
        # organisations behind the title
        ("Lind, A. Slow rivers. Embassy of the Isle of Fenn", "BAF IAG B-T I-T I-T I-T I-T I-T I-T I-T", "BAF IAG B-T I-T B-P I-P I-P I-P I-P I-P"),
        ("Lind, A. Slow rivers. Report of the Council", "BAF IAG B-T I-T I-T I-T I-T I-T", "BAF IAG B-T I-T I-T I-T I-T I-T"),
        ("Lind Inc. v. Slow rivers. Moss Council", "B-T I-T I-T I-T I-T I-T I-T", "B-T I-T I-T I-T I-T I-T I-T"),
        # the container before editors that ", ed." follows
        ("Lind, A. 1990. Slow ink. Rain talks. J.J. Moss, ed. Fenn. 4-9", "BAF IAG B-Y B-T I-T I-T I-T B-C I-C I-C O B-P B-PG I-PG", "BAF IAG B-Y B-T I-T B-C I-C BEG IEG IEF O B-P B-PG I-PG"),
        ("Lind, A. 1990. Slow ink. Rain talks. E. Oru and B. Moss, eds. Fenn", "BAF IAG B-Y B-T I-T I-T I-T BEG IEF E-AND BEG IEF O B-P", "BAF IAG B-Y B-T I-T B-C I-C BEG IEF E-AND BEG IEF O B-P"),
        ("Lind, A. 1990. Slow ink. Rain talks, ed. Fenn", "BAF IAG B-Y B-T I-T B-C I-C O B-P", "BAF IAG B-Y B-T I-T B-C I-C O B-P"),
        # a year that is printed again is the volume
        ("Lind, A. Ink. J. Fenn Rain 2005, 2005 (09), P06", "BAF IAG B-T B-C I-C I-C I-C B-Y B-V B-PG I-PG", "BAF IAG B-T B-C I-C I-C B-Y B-V B-N B-PG I-PG"),
        # a book without a title that has its house in brackets, and what those say of themselves who print their own work
        ("Lind, A., Ink and rain (Fenn, 2010)", "BAF IAG B-C I-C I-C B-P B-Y", "BAF IAG B-T I-T I-T B-P B-Y"),
        ("Fenn Trust. (n.d.). Ink. Author.", "BAL IAL B-Y B-T B-C", "BAL IAL B-Y B-T B-P"),
        # proceedings after a title, with the meeting in brackets where the year of the book follows
        ("A. Lind, Wet ropes, Proc. Sympos. Ropes (Oslo, 1999), Fenn, Rome, 2001", "BAG IAF B-T I-T I-T I-T I-T B-W B-Y B-P B-W B-Y", "BAG IAF B-T I-T B-C I-C I-C I-C I-C B-P B-W B-Y"),
        ("A. Lind, Wet ropes, Proc. Sympos. Ropes (Oslo, 1999)", "BAG IAF B-T I-T I-T I-T I-T B-W B-Y", "BAG IAF B-T I-T B-C I-C I-C B-W B-Y"),
        ("A. Lind, Legal proceedings in ropes, Fenn, 2001", "BAG IAF B-T I-T I-T I-T B-P B-Y", "BAG IAF B-T I-T I-T I-T B-P B-Y"),
        # organisations after a person's initials
        ("Lind, A., & Fenn Watch. (2021). Slow ink", "BAF IAG BAF IAG B-Y B-T I-T", "BAF IAG BAL IAL B-Y B-T I-T"),
        ("Lind, A., & Ben Watch. (2021). Slow ink", "BAF IAG BAG IAF B-Y B-T I-T", "BAF IAG BAG IAF B-Y B-T I-T"),
        # editors in Italian, hosts, and the person who was asked
        ("Lind, R. e Moss, G. (a cura di), Ink", "BAF IAG E-AND BEF IEG O O O B-T", "BEF IEG E-AND BEF IEG O O O B-T"),
        ("Lind, E. (Host). (2019). Ink", "BEF IEG O B-Y B-T", "BAF IAG O B-Y B-T"),
        ("Lind, Ada, interviewee. Talks with Bo Moss", "BAF IAG B-T I-T I-T I-T I-T", "BAF IAG O B-T I-T I-T I-T"),
        # standards whose number is named first
        ("OSI Std 12-2019, OSI Standard for Ink, 2019", "B-P I-P I-P B-Y B-P I-P I-P I-P B-Y", "B-N I-N I-N I-N B-T I-T I-T I-T B-Y"),
    ],
)  # fmt: skip
def test_schools_reports_houses_and_containers(text: str, labels: str, expected: str) -> None:
    assert amended(text, labels) == expected


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Fenn Watch. (2021). Slow ink", ["Fenn Watch"]),
        ("Fenn Watch, & Moss Ponds Trust. (2021). Slow ink", ["Fenn Watch", "Moss Ponds Trust"]),
        ("Council of Fenn and Moss Trust (2021) Slow ink", ["Council of Fenn", "Moss Trust"]),
        ("Ada Moss, Trust in Rivers (2021). Fenn", []),
        ("Moss, A. Fenn Watch (2021). Ink", []),
    ],
)
def test_organisations_before_the_year(text: str, names: list[str]) -> None:
    assert [text[start:end] for start, end in leading(text)] == names


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Halte au sable !, Paris", "Halte au sable !"),
        ("Qui va là\u00a0? Paris", "Qui va là ?"),
        ("« Qui va là ? », Paris", "Qui va là ?"),
        ("Who goes there? Paris", "Who goes there?"),
        ("Qui va là : Paris", "Qui va là"),  # a colon parts
    ],
)
def test_a_title_keeps_the_sign_that_french_prints_behind_a_space(text: str, title: str) -> None:
    count = len(cut(line_item(text, 0, Section(())).text).texts)
    found = record_of(text, " ".join(["B-T", *["I-T"] * (count - 2), "B-W"])).title
    assert found is not None
    assert found.value == title


ANY_LABELS = [*sorted(names_of()), *(f"{b}-{f}" for f in ("T", "C", "S", "P", "W", "V", "N", "PG", "Y", "ED", "GE") for b in "BI"), "O", "A-AND", "E-AND", "A-ETAL", "LINK"]  # fmt: skip
ANY_ITEMS = (
    "Moss III, A. B., Lind C., Rain and ink. In: Tides, A.B. Lind and C. Moss, eds. Fenn, Oslo 2004, pp. 3–9",
    "II, Moss A. (Hg.): Slow tides. Bd. 3, H. 4. Fenn: Oslo (= Ink 4) 2001. Diss. Universität Fenwick, No. 12",
)


def test_rules_stand_any_labels_that_a_model_may_give() -> None:
    random = Random(11)
    for number in range(1500):
        item = line_item(ANY_ITEMS[number % len(ANY_ITEMS)], 0, Section(()))
        words = cut(item.text)
        few = random.sample(ANY_LABELS, random.randint(2, 6))
        labels = [random.choice(few)]
        while len(labels) < len(words):
            labels.append(random.choice(few) if random.random() < 0.35 else labels[-1])
        make_record(item, Labelled(words, labels, [1.0] * len(labels)))
