"""Sites that Sphinx builds with the extension: what pages show, what is written again, in three styles."""

from __future__ import annotations

import logging
import re
import shutil
from html import unescape
from pathlib import Path

import pytest

pytest.importorskip("sphinx", reason="the extra sphinx is not installed")
pytest.importorskip("myst_parser", reason="myst-parser is not installed")

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

BIB = """
@article{doe2020, author={Doe, Jane and Roe, Richard}, title={Lazy {Q}ueues of $n^2$ People},
  journal={Journal of Lazy Studies}, volume=3, pages={1--9}, year=2020, doi={10.1234/abc}}
@inproceedings{roe2019, author={Roe, Richard}, title={Sparse Graphs}, booktitle={Workshop on Graphs}, year=2019}
@book{poe1999, author={Poe, Ann}, title={Never Cited}, publisher={Press}, year=1999}
"""
PAGES = {
    "index.rst": """Start
=====

.. toctree::

   one
   two
   sub/three

Both :cite:p:`doe2020,roe2019`, page :cite:p:`{see}doe2020{p. 3}`, :cite:t:`roe2019`, :cite:author:`doe2020`,
:cite:year:`doe2020`, wrong :cite:p:`dow2020`, a note :footcite:`roe2019`.

.. bibliography::
""",
    "one.md": "# One\n\nMyST {cite:t}`doe2020`.\n",
    "two.md": "# Two\n\nLocal {cite:t}`roe2019`.\n\n```{bibliography}\n:filter: docname in docnames\n```\n",
    "sub/three.rst": "Three\n=====\n\nCites :cite:p:`doe2020`.\n\n.. bibliography::\n   :notcited:\n   :keyprefix: no-\n",
}


class Site:
    """A site in a folder, built as often as a test likes."""

    def __init__(self, folder: Path, **settings: object) -> None:
        self.folder, self.settings = folder, settings
        self.warnings = ""
        for name, text in {**PAGES, "refs.bib": BIB, "conf.py": ""}.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")

    def build(self, builder: str = "html", parallel: int = 0, **settings: object) -> set[str]:
        """Builds; the pages that were written."""
        from io import StringIO

        logging.disable(logging.NOTSET)  # the warnings are what is tested, whatever other tests have switched off
        for name in [*logging.root.manager.loggerDict]:
            if name.partition(".")[0] == "sphinx":
                logging.getLogger(name).disabled = False
        said, out = StringIO(), self.folder / "_build" / builder
        known = {page: page.stat().st_mtime_ns for page in out.rglob("*.html")}
        overrides = {
            "extensions": ["myst_parser", "citekit.integrations.sphinx"],
            "bibtex_bibfiles": ["refs.bib"],
            "html_theme": "basic",
            "exclude_patterns": ["_build"],
            **self.settings,
            **settings,
        }
        with docutils_namespace():
            doctrees = str(self.folder / "_build" / "doctrees")
            app = Sphinx(
                str(self.folder),
                str(self.folder),
                str(out),
                doctrees,
                builder,
                overrides,
                None,
                said,
                parallel=parallel,
            )
            app.build()
        self.warnings = re.sub("\x1b\\[[0-9;]*m", "", said.getvalue())
        return {
            page.relative_to(out).as_posix()
            for page in out.rglob("*.html")
            if known.get(page) != page.stat().st_mtime_ns and page.name not in ("search.html", "genindex.html")
        }

    def page(self, name: str) -> str:
        """What a page shows, without what surrounds it."""
        text = (self.folder / "_build/html" / name).read_text(encoding="utf-8")
        return text[text.index('<div class="body"') : text.index('<div class="sphinxsidebar"')]

    def text(self, name: str) -> str:
        """The bare text of a page."""
        return " ".join(unescape(re.sub(r"<[^>]*>", "", self.page(name))).split())

    def edit(self, name: str, old: str, new: str) -> None:
        """Changes a file."""
        path = self.folder / name
        assert old in path.read_text(encoding="utf-8")
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("style", "both", "textual", "listed"),
    [
        ("apa", "(Doe & Roe, 2020; Roe, 2019)", "Roe (2019)", "Roe, R. (2019). Sparse graphs."),
        ("ieee", "[1], [2]", "Roe [2]", "[2] R. Roe, “Sparse graphs,”"),
        ("modern-language-association", "(Doe and Roe; Roe)", "Roe", "Roe, Richard."),
    ],
)
def test_a_site_in_a_style(tmp_path: Path, style: str, both: str, textual: str, listed: str) -> None:
    site = Site(tmp_path, citekit_style=style)
    site.build()
    text = site.text("index.html")
    assert f"Both {both}, page" in text
    assert f"{textual}," in text
    assert listed in text.replace("[2]R.", "[2] R.")
    assert "wrong [dow2020]" in text
    assert "n^2" not in text
    assert "index.rst:10: WARNING: there is no entry 'dow2020': did you mean 'doe2020'?" in site.warnings
    assert site.warnings.count("WARNING") == 1


def test_citations_lead_to_entries_and_back(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.build()
    index, one = site.page("index.html"), site.page("one.html")
    assert re.search(r'href="#cite-roe2019" title="Roe, R\. \(2019\)\. Sparse graphs', index)
    assert re.search(r'href="index\.html#cite-doe2020"[^>]*><span>Doe &amp; Roe \(2020\)', one)
    entry = index[index.index('id="cite-doe2020"') :].partition("</p>")[0]
    for place in ("#citekit-1", "#citekit-2", "one.html#citekit-1", "sub/three.html#citekit-1"):
        assert f'href="{place}"' in entry
    assert set(re.findall(r'id="([^"]*)"', index)) >= {"citekit-1", "citekit-2"}
    assert len(re.findall(r'id="([^"]*)"', index)) == len(set(re.findall(r'id="([^"]*)"', index)))


def test_lists_show_what_they_are_asked_for(tmp_path: Path) -> None:
    site = Site(tmp_path, citekit_style="ieee")
    site.edit("sub/three.rst", ":notcited:\n", ":filter: year>=2019 and author:doe\n")
    site.build()
    assert "Local Roe [1]. [1]R. Roe" in site.text("two.html")
    assert "Doe" in site.text("sub/three.html").partition("Cites")[2]
    assert "Never Cited" not in site.text("sub/three.html")


PANDOC = """# Pandoc

{cite:t}`poe1999` says so [see @doe2020, p. 3;
@roe2019], and *so does* @roe2019 [p. 2]; ask @somebody, or `[@doe2020]`, and [a link](https://x.org/@doe2020).
Wrong: [@doe2021].
"""


def test_markdown_cites_as_pandoc_does(tmp_path: Path) -> None:
    site = Site(tmp_path, citekit_style="ieee")
    (tmp_path / "one.md").write_text(PANDOC, encoding="utf-8")
    site.edit(
        "index.rst", "Both :cite:p:`doe2020,roe2019`, page :cite:p:`{see}doe2020{p. 3}`, :cite:t:`roe2019`,", "Page"
    )
    site.edit(
        "index.rst",
        ":cite:author:`doe2020`,\n:cite:year:`doe2020`, wrong :cite:p:`dow2020`, a note :footcite:`roe2019`",
        "one",
    )
    site.build()
    assert site.text("one.html").partition("¶")[2].strip() == (
        "Poe [1] says so see [2, p. 3], [3], and so does Roe [3, p. 2]; ask @somebody, or [@doe2020], and a link. Wrong: [doe2021]."
    )
    assert "one.md:3: WARNING: there is no entry 'doe2021'" in site.warnings
    site.edit("refs.bib", "poe1999", "somebody")
    site.edit("one.md", "`poe1999`", "`somebody`")
    site.build()
    assert "ask Poe [1]" in site.text("one.html")
    site.build(citekit_pandoc=False)
    assert "[see @doe2020, p. 3;" in site.text("one.html")


def test_a_style_of_notes_has_notes(tmp_path: Path) -> None:
    site = Site(tmp_path, citekit_style="chicago-shortened-notes-bibliography")
    (tmp_path / "one.md").write_text(PANDOC, encoding="utf-8")
    site.edit("one.md", "`poe1999` says", "`poe1999` says {cite:p}`roe2019`, and")
    site.build()
    assert site.text("one.html").partition("¶")[2].strip() == (
        "Poe[1] says,[2] and so,[3] and so does Roe[4]; ask @somebody, or [@doe2020], and a link. Wrong:.[5] "
        "[1] Poe, Never Cited. [2] Roe, “Sparse Graphs.” [3] See Doe and Roe, “Lazy Queues of n2 People,” 3; Roe, “Sparse Graphs.” "
        "[4] Roe, “Sparse Graphs,” 2. [5] [doe2021]"
    )
    assert 'href="index.html#cite-roe2019"' in site.page("one.html")
    assert "#citekit-" in site.page("index.html").partition('id="cite-roe2019"')[2].partition("</p>")[0]


def test_a_key_prefix_is_taken_away(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.edit("sub/three.rst", ":cite:p:`doe2020`", ":cite:p:`no-poe1999`")
    site.edit("sub/three.rst", ":notcited:", ":all:")
    site.build()
    assert "(Poe, 1999)" in site.text("sub/three.html")
    assert 'id="cite-no-poe1999"' in site.page("sub/three.html")


def test_what_changes_one_page_writes_one_page(tmp_path: Path) -> None:
    site = Site(tmp_path, citekit_style="apa")
    assert site.build() == {"index.html", "one.html", "two.html", "sub/three.html"}
    assert site.build() == set()
    site.edit("index.rst", "Both", "Two")
    assert site.build() == {"index.html"}
    named = {"index.html"}  # whose table of contents names the page: Sphinx itself writes it again
    site.edit("one.md", "MyST", "More")
    assert site.build() - named == {"one.html"}
    site.edit("refs.bib", "Never Cited", "Not Cited")  # only the list of what is not cited shows it
    assert site.build() - named == {"sub/three.html"}
    site.edit("two.md", "roe2019", "poe1999")
    assert site.build() - named == {"two.html", "sub/three.html"}
    (tmp_path / "one.md").unlink()
    site.edit("index.rst", "   one\n", "")
    site.build()
    assert "one.html" not in site.page("index.html")


def test_many_processes_say_the_same_as_one(tmp_path: Path) -> None:
    one, many = Site(tmp_path / "a"), Site(tmp_path / "b")
    for site in (one, many):
        for number in range(12):  # Sphinx divides the work among processes only where there is enough of it
            (site.folder / f"more{number}.md").write_text(f"# {number}\n\n{{cite:t}}`roe2019`\n", encoding="utf-8")
    one.build()
    many.build(parallel=2)
    for page in ("index.html", "one.html", "two.html", "sub/three.html", "more3.html"):
        assert one.page(page) == many.page(page)


def test_latex_has_citations_that_lead_to_entries(tmp_path: Path) -> None:
    site = Site(tmp_path, latex_documents=[("index", "site.tex", "Site", "Doe", "manual")])
    site.build("latex")
    text = (tmp_path / "_build/latex/site.tex").read_text(encoding="utf-8")
    assert r"{\hyperref[\detokenize{index:cite-roe2019}]" in text
    assert r"\label{\detokenize{index:cite-roe2019}}" in text
    assert r"\(n^2\)" in text


def test_other_builders_print_text(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.build("text")
    text = (tmp_path / "_build/text/index.txt").read_text(encoding="utf-8")
    assert "Both (Doe & Roe, 2020; Roe, 2019)" in text
    assert "Roe, R. (2019). Sparse graphs. *Workshop on Graphs*." in text


def test_wrong_settings_are_said_and_cost_nothing_else(tmp_path: Path) -> None:
    site = Site(tmp_path, citekit_style="vancuver", bibtex_bibfiles=["refs.bib", "gone.bib"])
    site.build()
    assert "citekit_style: there is no style 'vancuver'" in site.warnings
    assert "gone.bib" in site.warnings
    assert "Both (Doe & Roe, 2020; Roe, 2019)" in site.text("index.html")
    shutil.rmtree(tmp_path / "_build")


def test_footcite_notes_a_work_once_and_lists_it_nowhere_else(tmp_path: Path) -> None:
    site = Site(tmp_path, citekit_style="ieee")
    (tmp_path / "index.rst").write_text(
        "T\n=\n\nA :footcite:`roe2019`, B :footcite:`poe1999`, again :footcite:`roe2019`. Text :cite:t:`doe2020`.\n\n"
        ".. footbibliography::\n\n.. bibliography::\n",
        encoding="utf-8",
    )
    site.build()
    text = site.text("index.html")
    assert "A [1], B [2], again [1]. Text Doe and Roe [1]." in text
    assert text.count("Sparse") == 1
    assert text.count("Never") == 1


def test_each_work_of_a_footcite_has_its_note_and_names_stand_before_it(tmp_path: Path) -> None:
    site = Site(tmp_path, citekit_style="ieee")
    (tmp_path / "index.rst").write_text(
        "T\n=\n\nA :footcite:`roe2019,poe1999`, a note [#]_, as :footcite:t:`roe2019` says, :footcite:`doe2020`.\n\n"
        ".. [#] Remark.\n\n.. footbibliography::\n",
        encoding="utf-8",
    )
    site.build()
    text = site.text("index.html")
    assert "A [1] [2], a note [3], as Roe [1] says, [4]." in text
    assert text.count("Sparse") == text.count("Never") == text.count("Queues") == text.count("Remark") == 1


def test_a_footcite_has_its_page_and_the_form_of_notes(tmp_path: Path) -> None:
    site = Site(tmp_path, citekit_style="apa")
    text = "T\n=\n\nA :footcite:p:`{see}poe1999{p. 3}`, as :footcite:t:`roe2019,doe2020` say. B :footcite:`poe1999`.\n"
    (tmp_path / "index.rst").write_text(text, encoding="utf-8")
    site.build()
    assert "see Poe, A. (1999). Never cited. Press, 3" in site.text("index.html")
    assert "as Roe [2], Doe & Roe [3] say" in site.text("index.html")
    site.build(citekit_style="oscola")
    shown = site.text("index.html")
    assert "See Ann Poe, Never Cited (Press 1999) 3" in shown
    assert "Poe A, Never Cited" not in shown


@pytest.mark.parametrize("suffix", ["rst", "md"])
def test_notes_are_numbered_as_they_are_read(tmp_path: Path, suffix: str) -> None:
    site = Site(tmp_path, citekit_style="oscola", extensions=["citekit.integrations.sphinx", "myst_parser"])
    (tmp_path / "index.rst").unlink(missing_ok=True)
    texts = {
        "rst": "T\n=\n\nA [#]_ B :cite:p:`poe1999` C [#]_ D :cite:p:`doe2020`.\n\n.. [#] Remark.\n.. [#] Other.\n",
        "md": "# T\n\nA[^x] B {cite:p}`poe1999` C[^y] D [@doe2020].\n\n[^y]: Other.\n\n[^x]: Remark.\n",
    }
    (tmp_path / f"index.{suffix}").write_text(texts[suffix], encoding="utf-8")
    site.build()
    assert re.sub(r" ?\[", "[", site.text("index.html").replace("¶", "")).startswith("T A[1] B[2] C[3] D.[4]")


@pytest.mark.parametrize("suffix", ["rst", "md"])
def test_a_citation_within_a_note_is_part_of_its_sentence(tmp_path: Path, suffix: str) -> None:
    site = Site(tmp_path, citekit_style="oscola", extensions=["citekit.integrations.sphinx", "myst_parser"])
    (tmp_path / "index.rst").unlink(missing_ok=True)
    texts = {
        "rst": "T\n=\n\nA [#]_ B :cite:p:`poe1999` C [#y]_ D [#x]_ E :cite:p:`doe2020`.\n\n"
        ".. [#] See :cite:p:`roe2019` for it.\n.. [#y]\n   - Thus :cite:t:`poe1999`\n.. [#x] Say :footcite:`roe2019{p. 2}`.\n",
        "md": "# T\n\nA[^w] B {cite:p}`poe1999` C[^y] D[^x] E [@doe2020].\n\n[^y]: - Thus {cite:t}`poe1999`\n\n"
        "[^w]: See [@roe2019] for it.\n\n[^x]: Say {footcite}`roe2019{p. 2}`.\n",
    }
    (tmp_path / f"index.{suffix}").write_text(texts[suffix], encoding="utf-8")
    site.build()
    text = re.sub(r" ?\[", "[", site.text("index.html").replace("¶", ""))
    assert text.startswith("T A[1] B[2] C[3] D[4] E.[5]")
    for note in (
        "[1] See Richard Roe, ‘Sparse Graphs’ Workshop on Graphs (2019) for it.",
        "[3] Thus Ibid",
        "[4] Say Roe (n 1) 2.",
    ):
        assert note in text
    assert "[6]" not in text
