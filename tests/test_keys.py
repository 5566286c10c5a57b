"""Citation keys: the default, the template language, clashes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citekit.formats.keys import MARKERS, assign_keys, make_key
from citekit.model.date import Date
from citekit.model.name import OTHERS, Name
from citekit.model.work import Work, Works
from citekit.runtime.errors import UsageError


def work(title: str = "The Fast Way", family: str = "Huang", year: int = 2023, **more: str) -> Work:
    people = {"author": (Name(family, "A."), Name("Doe", "J."), OTHERS)} if family else {}
    dates = {"issued": Date.of(year)} if year else {}
    return Work("article-journal", "", {"title": title, **people, **dates, **more})


@pytest.mark.parametrize(
    ("given", "key"),
    [
        (work(), "huang2023fast"),
        (work("RM-STC: A Way"), "huang2023rmstc"),
        (work("<i>On</i> 3D Samples"), "huang20233d"),
        (work(family="Erdős"), "erdos2023fast"),
        (work(family="Großmann-Łoś"), "grossmannlos2023fast"),
        (work(family="Иванов"), "ivanov2023fast"),
        (work(family="Παπαδόπουλος"), "papadopoylos2023fast"),
        (work(family="王"), "anon2023fast"),
        (work(family=""), "2023fast"),
        (work(year=0), "huangfast"),
        (work("The Of", year=0), "huangthe"),
        (Work(), "anon"),
        (Work(variables={"editor": (Name("Roe"),), "title": "Samples"}), "roesamples"),
    ],
)
def test_default_keys(given: Work, key: str) -> None:
    assert make_key(given) == key


@pytest.mark.parametrize(
    ("template", "key"),
    [
        ("[auth:capitalize][yy]", "Huang23"),
        ("[auth:upper]_[year]", "HUANG_2023"),
        ("[authors1][year]", "HuangEtAl2023"),
        ("[authors][shorttitle2]", "HuangDoeFastWay"),
        ("[authorsAlpha][yy]", "HD23"),
        ("[venue]-[volume]:[firstpage]", "JS-7:12"),
        ("[journal:lower]", "js"),
        ("[auth3][veryshorttitle]", "huafast"),
    ],
)
def test_templates(template: str, key: str) -> None:
    given = work(**{"container-title": "Journal of Samples", "volume": "7", "page": "12-20"})
    assert make_key(given, template) == key


@pytest.mark.parametrize("template", ["[nobody]", "[auth:loud]", "plain"])
def test_unknown_markers_are_refused(template: str) -> None:
    with pytest.raises(UsageError, match=r"there are auth|there are abbr|for example"):
        make_key(work(), template)


def test_equal_keys_get_letters_and_others_never_change() -> None:
    same, other = work(), work(year=1999)
    keys = [w.id for w in assign_keys([same, other, same])]
    assert keys == ["huang2023fasta", "huang1999fast", "huang2023fastb"]
    assert [w.id for w in assign_keys([other])] == ["huang1999fast"]


def test_given_keys_stay() -> None:
    kept = work().with_id("huang2023fast")
    assert [w.id for w in assign_keys([kept, work()])] == ["huang2023fast", "huang2023fasta"]
    assert [w.id for w in assign_keys([kept.with_id("mine")], replace_all=True)] == ["huang2023fast"]


def test_a_library_stays_a_library() -> None:
    library = assign_keys(Works((work(),)))
    assert isinstance(library, Works)
    assert library[0].id == "huang2023fast"


@given(st.lists(st.builds(work, st.text(max_size=20), st.text(max_size=8), st.integers(-5, 3000)), max_size=40))
def test_keys_are_distinct_and_plain(works: list[Work]) -> None:
    keys = [w.id for w in assign_keys(works)]
    assert len({key.lower() for key in keys}) == len(works)
    assert all(key.isascii() and key and not set(key) & set(" {}(),#%~\\\"'=") for key in keys)


@pytest.mark.parametrize("marker", sorted(MARKERS))
def test_every_marker_takes_any_work(marker: str) -> None:
    assert isinstance(make_key(Work(), f"[{marker}]"), str)
