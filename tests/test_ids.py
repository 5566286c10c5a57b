"""Identifiers in text and URLs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citekit.model.date import Date
from citekit.model.ids import (
    KINDS,
    arxiv_date,
    arxiv_year_month,
    find_identifiers,
    identifier_of_url,
    isbn_key,
    normal_arxiv,
    normal_doi,
    normal_isbn,
    valid_isbn,
    valid_issn,
    valid_orcid,
)


def kinds_and_values(text: str, bare_arxiv: bool = False) -> list[tuple[str, str]]:
    return [(found.kind, found.value) for found in find_identifiers(text, bare_arxiv)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("doi:10.1145/1234567.8901234.", "10.1145/1234567.8901234"),
        ("See DOI: 10.1000/xyz123, and more", "10.1000/xyz123"),
        ("(10.1016/S0140-6736(05)12345-6)", "10.1016/S0140-6736(05)12345-6"),
        ("(https://doi.org/10.1000/xyz123).", "10.1000/xyz123"),
        ("https://doi.org/10.1002/%28ABC%29123", "10.1002/(ABC)123"),
        ("http://dx.doi.org/10.1007/978-3-540-12345-6_7;", "10.1007/978-3-540-12345-6_7"),
        ("doi.org/10.1000/abc", "10.1000/abc"),
        ("DOI10.1000/abc", "10.1000/abc"),
        ("[paper](https://doi.org/10.1000/abc) is here", "10.1000/abc"),
        ("doi 10.1093/bib/bbz001", "10.1093/bib/bbz001"),
    ],
)
def test_a_doi_ends_where_the_sentence_goes_on(text: str, expected: str) -> None:
    assert kinds_and_values(text) == [("doi", expected)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("arXiv:2403.11421", "2403.11421"),
        ("arXiv: 2403.11421v3", "2403.11421v3"),
        ("arXiv preprint arXiv:2403.11421, 2024", "2403.11421"),
        ("arXiv 0704.0001", "0704.0001"),
        ("arXiv:math.GT/0309136", "math.GT/0309136"),
        ("arXiv:hep-th/9901001v2", "hep-th/9901001v2"),
        ("hep-th/9901001", "hep-th/9901001"),
        ("CoRR abs/2403.11421", "2403.11421"),
        ("CoRR, vol. abs/2403.11421, 2024.", "2403.11421"),
        ("https://arxiv.org/abs/2403.11421v2.", "2403.11421v2"),
        ("https://arxiv.org/pdf/2403.11421v2.pdf", "2403.11421v2"),
        ("https://arxiv.org/pdf/math/0309136", "math/0309136"),
        ("https://ar5iv.labs.arxiv.org/html/2403.11421", "2403.11421"),
        ("https://www.alphaxiv.org/abs/2403.11421", "2403.11421"),
        ("https://doi.org/10.48550/arXiv.2403.11421", "2403.11421"),
        ("10.48550/arXiv.2403.11421", "2403.11421"),
        ("arxiv.org/abs/2403.11421", "2403.11421"),
    ],
)
def test_arxiv_is_found_in_every_form(text: str, expected: str) -> None:
    assert kinds_and_values(text) == [("arxiv", expected)]


def test_two_dois_may_stand_without_a_blank_between() -> None:
    assert kinds_and_values("10.1000/abc;10.1000/def") == [("doi", "10.1000/abc"), ("doi", "10.1000/def")]


def test_a_bare_number_is_taken_for_arxiv_only_when_asked() -> None:
    assert kinds_and_values("A title (2403.11421)") == []
    assert kinds_and_values("A title (2403.11421)", bare_arxiv=True) == [("arxiv", "2403.11421")]
    assert kinds_and_values("A title [2413.11421]", bare_arxiv=True) == []
    assert kinds_and_values("Preprint at 2403.11421v2 (2024)", bare_arxiv=True) == [("arxiv", "2403.11421v2")]


@pytest.mark.parametrize(
    "text",
    [
        "call 0228.73123 or +49 228 730",
        "pp. 1203-1210",
        "version 2403.1142.1",
        "arXiv:2413.11421",
        "arXiv:9912.11421",
        "arXiv:2403.1142",
        "arXiv:0603.0001",
        "and/1234567",
        "word/9901001",
        "ISSN 0018-9218",
        "ISBN 978-3-16-148410-1",
        "https://example.org/2024/10.html",
        "see 10.5 and 10.1145",
        "the US 2024 edition",
        "10.1145/",
        "",
    ],
)
def test_look_alikes_are_left_alone(text: str) -> None:
    assert kinds_and_values(text, bare_arxiv=True) == []


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("arXiv:2403.11421 [cs.LG]", "primary-class", "cs.LG"),
        ("[hep-th]", "primary-class", "hep-th"),
        ("ORCID: 0000-0002-1825-0097", "orcid", "0000-0002-1825-0097"),
        ("https://orcid.org/0000-0002-1694-233X", "orcid", "0000-0002-1694-233X"),
        ("ISBN 978-3-16-148410-0", "isbn", "9783161484100"),
        ("ISBN-10: 0-306-40615-2.", "isbn", "0306406152"),
        ("ISSN 0018-9219", "issn", "0018-9219"),
        ("e-ISSN: 2434561X", "issn", "2434-561X"),
        ("PMID: 12345678", "pmid", "12345678"),
        ("PMCID: PMC1234567", "pmcid", "PMC1234567"),
        ("https://pubmed.ncbi.nlm.nih.gov/12345678/", "pmid", "12345678"),
        ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1234567/", "pmcid", "PMC1234567"),
        ("hal-01234567v2", "hal", "hal-01234567"),
        ("https://hal.science/hal-01234567/document", "hal", "hal-01234567"),
        ("https://papers.ssrn.com/sol3/papers.cfm?abstract_id=1234567", "ssrn", "1234567"),
        ("Available at SSRN 1234567", "ssrn", "1234567"),
        ("https://openreview.net/forum?id=aBcD_12-34", "openreview", "aBcD_12-34"),
        ("https://aclanthology.org/2023.emnlp-main.616.pdf", "acl", "2023.emnlp-main.616"),
        ("https://www.aclweb.org/anthology/P19-1001/", "acl", "P19-1001"),
        ("US 2004/0198398", "patent", "US20040198398"),
        ("US Patent 10,123,456 B2", "patent", "US10123456B2"),
        ("US10123456B2", "patent", "US10123456B2"),
        ("EP1234567B1", "patent", "EP1234567B1"),
        ("CN101234567A", "patent", "CN101234567A"),
        ("https://patents.google.com/patent/US10123456B2/en", "patent", "US10123456B2"),
    ],
)
def test_other_identifiers(text: str, kind: str, value: str) -> None:
    assert (kind, value) in kinds_and_values(text)


@pytest.mark.parametrize(
    ("url", "kind", "value"),
    [
        ("https://dl.acm.org/doi/10.1145/1234567.8901234", "doi", "10.1145/1234567.8901234"),
        ("https://dl.acm.org/doi/pdf/10.1145/1234567.8901234?download=true", "doi", "10.1145/1234567.8901234"),
        ("https://link.springer.com/article/10.1007/s00453-020-00001-2#Sec1", "doi", "10.1007/s00453-020-00001-2"),
        ("https://link.springer.com/content/pdf/10.1007/978-3-030-1_5.pdf", "doi", "10.1007/978-3-030-1_5"),
        ("https://onlinelibrary.wiley.com/doi/full/10.1002/abc.123", "doi", "10.1002/abc.123"),
        ("https://www.biorxiv.org/content/10.1101/2020.01.02.123456v2.full.pdf", "doi", "10.1101/2020.01.02.123456"),
        (
            "https://journals.plos.org/plosone/article?id=10.1371/journal.pone.0000001&x=1",
            "doi",
            "10.1371/journal.pone.0000001",
        ),
        ("https://www.frontiersin.org/articles/10.3389/fnins.2020.00001/full", "doi", "10.3389/fnins.2020.00001"),
        ("https://www.nature.com/articles/s41586-020-0001-2", "doi", "10.1038/s41586-020-0001-2"),
        ("https://zenodo.org/records/1234567", "doi", "10.5281/zenodo.1234567"),
        ("https://doi.org/10.5281/zenodo.1234567", "doi", "10.5281/zenodo.1234567"),
        ("https://europepmc.org/article/MED/12345678", "pmid", "12345678"),
        ("https://openlibrary.org/isbn/9783161484100", "isbn", "9783161484100"),
    ],
)
def test_urls_of_publishers_and_archives(url: str, kind: str, value: str) -> None:
    found = identifier_of_url(url)
    assert found is not None
    assert (found.kind, found.value) == (kind, value)


@pytest.mark.parametrize(
    "url", ["", "http://[", "https://example.org/", "mailto:a@b.org", "https://arxiv.org/list/cs/new"]
)
def test_urls_without_an_identifier(url: str) -> None:
    assert identifier_of_url(url) is None


def test_identifiers_come_in_order_and_know_their_places() -> None:
    text = "In: J. Foo. doi:10.1000/abc. arXiv:2403.11421 [cs.LG]. ISSN 0018-9219."
    found = find_identifiers(text)
    assert [f.kind for f in found] == ["doi", "arxiv", "primary-class", "issn"]
    assert [text[f.start : f.end] for f in found] == [
        "doi:10.1000/abc",
        "arXiv:2403.11421",
        "[cs.LG]",
        "ISSN 0018-9219",
    ]


def test_values_have_one_form_to_compare_by() -> None:
    assert normal_doi("https://doi.org/10.1145/ABC.") == "10.1145/abc"
    assert normal_arxiv("arXiv:math.GT/0309136v2") == "math/0309136"
    assert normal_arxiv("https://arxiv.org/pdf/2403.11421v3.pdf") == "2403.11421"
    assert normal_arxiv("2403.11421v3", keep_version=True) == "2403.11421v3"
    assert normal_arxiv("nothing here") == normal_doi("nothing here") == ""
    assert normal_isbn("0-8044-2957-X") == "080442957X"


def test_arxiv_identifiers_tell_their_month() -> None:
    assert arxiv_year_month("2403.11421v3") == (2024, 3)
    assert arxiv_year_month("math.GT/0309136") == (2003, 9)
    assert arxiv_year_month("hep-th/9901001") == (1999, 1)
    assert arxiv_date("arXiv:2403.11421") == Date.of(2024, 3)
    assert arxiv_date("12.34") is None


def test_check_digits() -> None:
    assert valid_isbn("0-306-40615-2")
    assert not valid_isbn("0-306-40615-3")
    assert valid_isbn("978\u201100\u201130640615\u20117") is valid_isbn("978-00-30640615-7")
    assert valid_issn("0018-9219")
    assert not valid_issn("0018-9210")
    assert valid_orcid("0000-0002-1694-233X")
    assert not valid_orcid("0000-0002-1694-2330")


pieces = st.sampled_from(
    [
        "10.1000/a(b",
        "doi:",
        "arXiv:",
        "2403.11421",
        "hep-th/9901001",
        "https://",
        "www.",
        "arxiv.org/abs/",
        "(",
        ")",
        "[",
        "]",
        "ISBN ",
        "978-3-16-148410-0",
        "US",
        " ",
        ".",
        "%",
        "%28",
        "PMC123456",
        "hal-01234567",
        "²",
        "١٢٣٤",
        "\u2011",
        "[cs.LG]",
    ]
)


@given(st.one_of(st.text(), st.lists(pieces, max_size=25).map("".join)))
def test_any_text_can_be_searched(text: str) -> None:
    end = 0
    for found in find_identifiers(text, bare_arxiv=True):
        assert found.kind in KINDS
        assert found.value
        assert end <= found.start < found.end <= len(text)
        end = found.end
    identifier_of_url(text)
    identifier_of_url("https://doi.org/" + text)
    normal_arxiv(text)
    normal_doi(text)
    for check in (valid_isbn, valid_issn, valid_orcid):
        check(text)


@given(st.integers(8, 24), st.integers(1, 12), st.integers(0, 9999))
def test_every_identifier_of_arxiv_is_found_again(year: int, month: int, number: int) -> None:
    value = f"{year:02}{month:02}." + (f"{number:05}" if year >= 15 else f"{number:04}")
    for text in (f"arXiv:{value}", f"https://arxiv.org/abs/{value}", f"(arXiv:{value}v1)"):
        assert [normal_arxiv(f.value) for f in find_identifiers(text)] == [value]


@given(st.text("0123456789", min_size=12, max_size=12))
def test_an_isbn_with_a_wrong_check_digit_is_none(digits: str) -> None:
    forms = [f"978{digits[:9]}{last}" for last in range(10)]
    assert sum(map(valid_isbn, forms)) == 1


@pytest.mark.parametrize("before", ["https://doi.org/", "http://dx.doi.org/", "doi.org/", "doi:", "doi: "])
def test_a_doi_of_a_sici_is_whole_wherever_it_stands(before: str) -> None:
    sici = "10.1000/(SICI)1234-5678(199821)14:1<3::AID-XYZ140>3.0.CO;2-K"
    found = find_identifiers(f"Journal of Quilts 12, 3-29. {before}{sici}.")
    assert [(one.kind, one.value) for one in found] == [("doi", sici)]
    assert find_identifiers(f"<a href={before}10.1000/abc>text</a>")[0].value == "10.1000/abc"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("0306406152", "9780306406157", True),
        ("9780306406157", "9780306406150", True),
        ("0306406152", "080442957X", False),
    ],
)
def test_isbns_of_one_book_have_one_key(one: str, other: str, same: bool) -> None:
    assert (isbn_key(one) == isbn_key(other)) is same
