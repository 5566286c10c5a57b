r"""What the export functions of publishers, catalogues and reference managers write, and what a style makes of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from conftest import Answer

EXPORTS = {
    "ACM: articleno is the number of the article": (
        r"""@article{10.1145/3456789, author = {Okonkwo, Chidi}, title = {What We Talk about}, year = {2021},
        issue_date = {December 2021}, publisher = {Association for Computing Machinery}, address = {New York, NY, USA},
        volume = {46}, number = {4}, journal = {Trans. Tables}, month = {dec}, articleno = {17}, numpages = {39}}""",
        "Okonkwo, C. (2021). What we talk about. Trans. Tables, 46(4), Article 17.",
    ),
    "ACM: a paper with a number and without pages": (
        r"""@inproceedings{a, author = {Rao, Maja}, title = {Lazy Tables}, year = {2022}, articleno = {123},
        numpages = {14}, booktitle = {Proceedings of the Tables Conference}, series = {TAB '22}}""",
        "Rao, M. (2022). Lazy tables. Proceedings of the Tables Conference, TAB ’22, Article 123.",
    ),
    "ADS: a sign in \\ensuremath has the spaces that are written": (
        r"""@ARTICLE{2019Star..88..123S, author = {{Sorensen}, Mette K. and {Vald{\'e}s-Ruiz}, J.~A.}, journal = {\apj},
        title = "{Flares of {\ensuremath{\sim}}10$^{33}$ erg at z {\ensuremath{>}} 0.1}", year = 2019, eid = {9}, pages = {9}}""",
        "Sorensen, M. K., & Valdés-Ruiz, J. A. (2019). Flares of ∼10³³ erg at z > 0.1. ApJ, Article 9.",
    ),
    "Zotero: the field Extra is the note": (
        r"""@article{tanaka_how_2018, title = {How {Bees} {Count}}, volume = {12}, number = {5}, journal = {Insect Minds},
        author = {Tanaka, Haruki}, year = {2018}, note = {Number: 5
Publisher: Bee Society}, pages = {101--119}}""",
        "Tanaka, H. (2018). How Bees Count. Insect Minds, 12(5), 101–119.",
    ),
}


@pytest.mark.parametrize("name", EXPORTS)
def test_what_the_style_prints(citekit: Callable[..., Answer], name: str) -> None:
    exported, printed = EXPORTS[name]
    answer = citekit("format", "-", "--style", "apa", stdin=exported.encode())
    assert (answer.code, answer.out) == (0, printed + "\n")


def test_a_field_that_stands_for_another_keeps_its_name(citekit: Callable[..., Answer]) -> None:
    entry = "@article{a, title={A}, journal={J}, year={2021}, number={4}, articleno={17}, eid={99}}"
    written = citekit("convert", "-", "--from", "bibtex", stdin=entry.encode()).out
    assert "articleno     = {17}" in written
    assert "eid           = {99}" in written
