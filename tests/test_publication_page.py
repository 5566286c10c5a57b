"""``citekit format --to page``: one file that needs nothing else, in which hostile entries stay text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from conftest import Answer

from citekit.commands.publication_page import described
from citekit.model.date import Date
from citekit.model.name import OTHERS, Name
from citekit.model.work import Work

Citekit = Callable[..., Answer]

BIB = r"""
@article{a, title={Fast <script>alert(1)</script> & slow}, author={Doe, Jane and Roe, R.}, author+an={1=equal,self; 2=equal},
  journal={Journal of Things}, volume=3, number=2, pages={1--9}, year=2020, doi={10.1000/x}, issn={1234-5679},
  abstract={</script><img src=x onerror=alert(1)> It is fast.}, slides={https://example.org/s.pdf}, url={javascript:alert(1)}}
@book{b, title={A Book}, author={Doe, Jane}, author+an={1=self}, publisher={Press}, year=2018, isbn={978-3-16-148410-0}}
@misc{c, title={Soon}, author={{The Team}}, year={in press}}
"""


class Tags(HTMLParser):
    """The tags of a page, each of which has to be closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def page(citekit: Citekit, tmp_path: Path) -> str:
    (tmp_path / "me.bib").write_text(BIB, encoding="utf-8")
    answer = citekit("format", str(tmp_path / "me.bib"), "--to", "page", "-o", str(tmp_path / "page.html"))
    assert answer.code == 0, answer.err
    return (tmp_path / "page.html").read_text(encoding="utf-8")


def test_a_page_needs_nothing_else_and_runs_nothing(page: str) -> None:
    seen = Tags(page).seen
    names = [tag for tag, _ in seen]
    assert not {"img", "link", "iframe", "object", "form"} & set(names)
    assert [attrs for tag, attrs in seen if tag == "script"] == [{"type": "application/ld+json"}]
    assert not [attrs for _, attrs in seen if any(name.startswith("on") or name == "src" for name in attrs)]
    assert all(attrs["href"].startswith("https://") for tag, attrs in seen if tag == "a" and attrs["href"])
    assert "default-src 'none'" in page


def test_years_are_headings_and_the_owner_is_bold(page: str) -> None:
    assert re.findall("<h2>(.*?)</h2>", page) == ["2020", "2018", "No date"]
    assert page.count("<b>Doe, J.</b>") == 2
    assert "Equal contribution." in page
    assert "<title>Publications of Jane Doe</title>" in page


def test_bibtex_and_abstract_open_without_scripts(page: str) -> None:
    assert page.count("<summary>BibTeX</summary>") == 3
    assert page.count("<summary>Abstract</summary>") == 1
    assert "&lt;img src=x onerror=alert(1)&gt; It is fast." in page
    assert "@book{b," in page


def test_machines_read_what_each_work_is(page: str) -> None:
    (data,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)
    first, second, third = json.loads(data)["@graph"]
    assert first["@type"] == "ScholarlyArticle"
    assert first["name"] == "Fast <script>alert(1)</script> & slow"
    assert first["author"][0] == {"@type": "Person", "name": "Jane Doe", "familyName": "Doe", "givenName": "Jane"}
    assert first["isPartOf"] == {
        "@type": "Periodical",
        "name": "Journal of Things",
        "issn": "1234-5679",
        "volumeNumber": "3",
        "issueNumber": "2",
    }
    assert first["sameAs"] == "https://doi.org/10.1000/x"
    assert (second["@type"], second["isbn"]) == ("Book", "978-3-16-148410-0")
    assert third["author"] == [{"@type": "Organization", "name": "The Team"}]


def test_a_fragment_goes_into_a_page_and_keeps_what_it_is_told(citekit: Citekit, tmp_path: Path) -> None:
    (tmp_path / "me.bib").write_text(BIB, encoding="utf-8")
    answer = citekit("format", str(tmp_path / "me.bib"), "--to", "page", "--group-by", "type", "--style", "ieee")
    assert answer.code == 0
    assert answer.out.startswith("<style>")
    assert "<html" not in answer.out
    assert "<h2>2020</h2>" not in answer.out
    assert "csl-left-margin" in answer.out
    Tags(answer.out)


def test_nobody_needs_to_own_the_list(citekit: Citekit, tmp_path: Path) -> None:
    (tmp_path / "b.bib").write_text("@book{b, title={A Book}, author={Doe, Jane}, year=2018}", encoding="utf-8")
    answer = citekit("format", str(tmp_path / "b.bib"), "--to", "page")
    assert answer.code == 0
    assert "<b>" not in answer.out


def test_citations_are_no_page(citekit: Citekit, tmp_path: Path) -> None:
    (tmp_path / "b.bib").write_text("@book{b, title={A Book}, year=2018}", encoding="utf-8")
    assert citekit("format", str(tmp_path / "b.bib"), "--to", "page", "--cite", "@b").code == 2


@pytest.mark.parametrize(
    ("date", "shown"),
    [(Date.of(2020), "2020"), (Date.of(2020, 3), "2020-03"), (Date.of(2020, 3, 7), "2020-03-07"), (Date.of(-44), None)],
)
def test_dates_are_those_of_iso_8601(date: Date, shown: str | None) -> None:
    work = Work("article", "a", {"title": "T", "issued": date, "author": (Name("Doe", "J."), OTHERS)})
    assert described(work).get("datePublished") == shown
    assert len(described(work)["author"]) == 1
