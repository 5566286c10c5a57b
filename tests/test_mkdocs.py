"""Sites that MkDocs builds with the plug-in: what pages show, in three styles, with a list a page and one for the site."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mkdocs", reason="the extra mkdocs is not installed")

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from citekit.integrations.mkdocs import Plugin, _flattened, _relative

BIB = """
@article{doe2020, author={Doe, Jane and Roe, Richard}, title={Lazy {Q}ueues}, journal={Journal of Lazy Studies}, volume=3, year=2020}
@inproceedings{roe2019, author={Roe, Richard}, title={Sparse Graphs of Individuals}, booktitle={Workshop on Graphs}, year=2019}
@book{poe1999, author={Poe, Ann}, title={Never Cited}, publisher={Press}, year=1999}
"""
PAGES = {
    "index.md": "# Start\n\nBoth [@doe2020; @roe2019], page [see @doe2020, p. 3], @roe2019 says. Ask @somebody or a@doe2020.org.\n\n    [@doe2020] is code\n\n`[@doe2020]` too.\n\n!!! note\n    Here [@roe2019].\n\n    ```\n    [@doe2020] is code\n    ```\n",
    "sub/other.md": "# Other\n\nOnly @poe1999.\n",
    "none.md": "# None\n",
}


def made(
    folder: Path,
    pages: dict[str, str] = PAGES,
    extensions: tuple[str, ...] = (),
    plugins: tuple[str, ...] = (),
    **settings: Any,
) -> dict[str, str]:
    """The content of every page of a site."""
    for name, text in pages.items():
        (folder / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / name).write_text(text, encoding="utf-8")
    (folder / "refs.bib").write_text(BIB, encoding="utf-8")
    (folder / "mkdocs.yml").write_text("site_name: x\n", encoding="utf-8")
    own = {"citekit": {"bibliographies": ["refs.bib"], **settings}}
    config = load_config(
        str(folder / "mkdocs.yml"), plugins=[*plugins, own], markdown_extensions=["admonition", *extensions]
    )
    assert isinstance(config.plugins["citekit"], Plugin)
    build(config)
    return {
        page.relative_to(folder / "site").as_posix(): page.read_text(encoding="utf-8").partition('role="main"')[2]
        for page in (folder / "site").rglob("index.html")
    }


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<style>.*?</style>|<[^>]*>", "", page).replace("&amp;", "&").replace("&#38;", "&").split())


@pytest.mark.parametrize(
    ("style", "both", "textual", "listed"),
    [
        ("apa", "(Doe & Roe, 2020; Roe, 2019)", "Roe (2019) says", "Roe, R. (2019). Sparse graphs of individuals."),
        ("ieee", "[1], [2]", "Roe [2] says", "[2]R. Roe, “Sparse graphs of individuals,”"),
        ("modern-language-association", "(Doe and Roe; Roe)", "Roe says", "Roe, Richard."),
    ],
)
def test_a_site_in_a_style(tmp_path: Path, style: str, both: str, textual: str, listed: str) -> None:
    page = made(tmp_path, style=style)["index.html"]
    text = text_of(page)
    assert f"Both {both}, page" in text
    assert textual in text
    assert listed in text
    assert "Ask @somebody or a@doe2020.org." in text
    assert text.count("[@doe2020]") == 3
    assert re.search(r'<a href="#cite-roe2019" title="[^"]*Sparse graphs', page, re.IGNORECASE)
    assert re.search(r'<div class="csl-entry" id="cite-roe2019">.*?<a href="#citekit-0"', page, re.DOTALL)


def test_each_page_has_its_own_numbers_and_list(tmp_path: Path) -> None:
    pages = made(tmp_path, style="ieee")
    assert "Only Poe [1]." in text_of(pages["sub/other/index.html"])
    assert "citekit" not in pages["none/index.html"]


def test_one_list_for_the_site(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    listing = {**PAGES, "none.md": '# List\n\n<div id="refs"></div>\n', "wrong.md": "[@dow2020]\n"}
    with caplog.at_level(logging.WARNING):
        pages = made(tmp_path, listing, style="ieee", scope="site")
    assert 'href="../../none/#cite-poe1999"' in pages["sub/other/index.html"]
    assert "Only Poe [3]." in text_of(pages["sub/other/index.html"])
    assert [f'id="cite-{key}"' in pages["none/index.html"] for key in ("doe2020", "roe2019", "poe1999")] == [True] * 3
    assert 'href="../sub/other/#citekit-0"' in pages["none/index.html"]
    assert "csl-left-margin" not in pages["index.html"]
    assert "wrong.md: there is no entry 'dow2020': did you mean 'doe2020'?" in caplog.text


def test_a_style_of_notes_has_notes(tmp_path: Path) -> None:
    page = made(tmp_path, style="chicago-shortened-notes-bibliography")["index.html"]
    assert '<sup id="citekit-0"><a href="#citekit-note-1">1</a></sup>' in page
    assert page.count('<li id="citekit-note-') == 4
    assert "Both,1 page,2 Roe3 says. Ask" in text_of(page).replace("↩", "")


def test_a_style_that_does_not_exist_ends_the_build(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(Abort), caplog.at_level(logging.ERROR):
        made(tmp_path, style="vancuver")
    assert "citekit: there is no style 'vancuver'" in caplog.text


def test_admonitions_are_as_wide_as_they_were() -> None:
    text = "!!! note\n    a\n\n    ??? tip\n        b\n    c\nd\n"
    assert _flattened(text) == "!!! note\n> > a\n\n> > ??? tip\n> > > > b\n> > c\nd\n"
    assert len(_flattened(text)) == len(text)


@pytest.mark.parametrize(
    ("to", "here", "path"),
    [("a/", "a/", ""), ("a/", "", "a/"), ("", "a/b/", "../../"), ("a/", "b/", "../a/"), ("a.html", "b.html", "a.html")],
)
def test_addresses_are_relative(to: str, here: str, path: str) -> None:
    assert _relative(to, here) == path


def test_titles_say_what_is_cited_and_code_what_was_typed(tmp_path: Path) -> None:
    text = "# Queues of @doe2020\n\n!!! note\n    Type:\n\n        ssh user:@roe2019\n\nWrite \\@doe2020, and `\\@doe2020` in code.\n\n![of @roe2019](x.png)\n"
    (tmp_path / "docs").mkdir()
    page = made(tmp_path, {"index.md": "# Start\n", "queues.md": text})["queues/index.html"]
    whole = (tmp_path / "site/queues/index.html").read_text(encoding="utf-8")
    assert "<title>Queues of Doe &amp; Roe (2020) - x</title>" in whole
    assert "<code>ssh user:@roe2019" in page
    assert "Write @doe2020, and <code>\\@doe2020</code> in code." in page
    assert not re.search("[\ue0b0-\ue0ff]", whole)
    assert re.findall(r'class="csl-entry" id="([^"]+)"', page) == ["cite-doe2020", "cite-roe2019"]
    assert 'alt="of Roe (2019)"' in page


def test_notes_of_the_text_and_of_citations_are_one_series(tmp_path: Path) -> None:
    text = "# Law\n\nOne.[^r] Two [@doe2020, 12]. Three.[^s] Four [@doe2020, 14].\n\n[^r]: A remark.\n[^s]: Another.\n"
    (tmp_path / "docs").mkdir()
    page = made(tmp_path, {"index.md": text}, extensions=("footnotes",), style="oscola")["index.html"]
    assert re.findall(r"<sup id=[^>]*><a [^>]*>(\d+)</a></sup>", page) == ["1", "2", "3", "4"]
    notes = [text_of(item) for item in re.findall(r'<li id="(?:fn:|citekit-note-).*?</li>', page, re.DOTALL)]
    assert [note[:9] for note in notes] == ["A remark.", "Jane Doe ", "Another.&", "Doe and R"]
    assert "(n 2) 14" in notes[3]


def test_a_citation_in_a_note_stays_in_its_sentence(tmp_path: Path) -> None:
    text = "# Law\n\nOne.[^r] Two.[^s]\n\n[^r]: See [@poe1999, 12].\n[^s]: As in [@doe2020, 14], and so on. And [@poe1999]\n"
    page = made(tmp_path, {"index.md": text}, extensions=("footnotes",), style="oscola")["index.html"]
    notes = [text_of(item) for item in re.findall(r'<li id="fn:.*?</li>', page, re.DOTALL)]
    assert notes[0].startswith("See Ann Poe, Never Cited (Press 1999) 12.&#160;")
    assert "14, and so on. And Poe (n 1).&#160;" in notes[1]


def test_numbers_follow_the_reader_into_the_notes(tmp_path: Path) -> None:
    text = "# Start\n\nOne.[^r] Two [@doe2020].\n\n[^r]: See [@poe1999].\n"
    page = text_of(made(tmp_path, {"index.md": text}, extensions=("footnotes",), style="ieee")["index.html"])
    assert "Two [2]." in page
    assert "See [1]." in page


def test_links_hold_no_links_and_lead_to_places(tmp_path: Path) -> None:
    text = "# Start\n\n[Paper of @doe2020](x.md), ![of @roe2019](x.png), and [@doe2020].\n"
    page = made(tmp_path, {"index.md": text, "x.md": "# X\n"})["index.html"]
    assert re.search(r'<a href="x/">Paper of <span [^>]*>Doe &#38; Roe \(2020\)</span></a>', page)
    assert re.findall(r'href="(#citekit-\d)"', page) == ["#citekit-0", "#citekit-2"]
    assert re.findall(r'id="(citekit-\d)"', page) == ["citekit-0", "citekit-2"]


def test_the_title_in_the_metadata_cites(tmp_path: Path) -> None:
    text = "---\ntitle: Notes on @doe2020, with @nobody\n---\n\n# Start\n\nText.\n"
    page = made(tmp_path, {"index.md": text}, plugins=("search",))["index.html"]
    whole = (tmp_path / "site/index.html").read_text(encoding="utf-8")
    index = json.loads((tmp_path / "site/search/search_index.json").read_text(encoding="utf-8"))
    assert index["docs"][0]["title"] == "Notes on Doe &amp; Roe (2020), with @nobody"
    assert 'id="cite-doe2020"' in page
    assert "csl-left-margin{" not in page
    assert "csl-left-margin{" in whole


def test_titles_of_links_and_the_description_cite(tmp_path: Path) -> None:
    text = (
        "---\ndescription: By @doe2020\n---\n\n# Start\n\n"
        '[a](x.md "see @roe2019"), [b][r], `[c](x.md "@doe2020")`, [@doe2020].\n\n[r]: x.md \'of @roe2019 and @nobody\'\n'
    )
    page = made(tmp_path, {"index.md": text, "x.md": "# X\n"})["index.html"]
    assert re.findall(r'<a href="x/" title="([^"]*)"', page) == ["see Roe (2019)", "of Roe (2019) and @nobody"]
    assert '[c](x.md "@doe2020")' in page.replace("&quot;", '"')
