"""DOIs and web addresses that the end of a line breaks are put together, and nothing else is."""

from __future__ import annotations

import pytest

from citekit.extraction.furniture import broken_addresses


def joined(text: str) -> str:
    for start, end, new in reversed(list(broken_addresses(text))):
        text = text[:start] + new + text[end:]
    return text


@pytest.mark.parametrize("behind", ["", " PMID: 20999998", ". [CrossRef]"])
@pytest.mark.parametrize(
    ("label", "doi"),
    [
        ("doi: ", "10.9016/j.lanternbrain.2011.05.003"),
        ("https://doi.org/", "10.9016/j.lanternbrain.2011.05.003"),
        ("doi:", "10.9007/978-3-030-99999-6_7"),
        ("https://doi.org/", "10.9145/3158106.3158111"),
        ("doi:", "10.9103/PhysRevLett.101.123457"),
        ("DOI ", "10.9002/adma.201900002"),
    ],
)
def test_a_doi_broken_anywhere_is_whole_again(label: str, doi: str, behind: str) -> None:
    before = f"Vale HJ. A study. Lantern Brain. 2011;58(2):211-29. {label}"
    broken = [cut for cut in range(1, len(doi)) if doi not in joined(f"{before}{doi[:cut]}\n{doi[cut:]}{behind}")]
    assert not broken, [f"{doi[:cut]}|{doi[cut:]}" for cut in broken]


@pytest.mark.parametrize(
    "text",
    [
        "doi:10.9016/j.a.2012.01.007\n2. Lindgren N. Title. 2012",
        "https://lists.example.org/\nLindgren, N. Trees",
        "https://lists.example.org/ Accessed 2021-05-03",
        "doi:10.9016/j.a.2012.01.007. 2012",
        "https://doi.org/10.9016/abc\nCastell M, Lindgren N (2019) Root",
        "https://doi.org/10.9016/abc123\n33-51",
        "https://x.example.org/ab and https://y.example.org/c",
        "see https://x.example.org/a (accessed 3 May)",
        "10.9016/j.a.2012.01.007 [pdf]",
        "https://doi.org/10.9001/abc\n[12] Lindgren",
        "https://doi.org/10.9000/abc.\nvan Dyck, A. (2009).",
        "https://a.example.org/list\n2012, 12(3):33-51",
    ],
)
def test_what_stands_behind_a_whole_address_is_no_part_of_it(text: str) -> None:
    assert joined(text) == text


def test_an_address_goes_on_behind_a_stroke() -> None:
    assert (
        joined("https://lists.example.org/vision/\n2016/rates.html")
        == "https://lists.example.org/vision/2016/rates.html"
    )
