"""Formats for other programs: finding them out, folders, options, extras, what is hostile, what the command line says."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer

from citekit.formats import files
from citekit.formats.csv import cell
from citekit.model.date import Date
from citekit.model.name import Name
from citekit.model.work import Work, Works
from citekit.runtime.config import ListSettings
from citekit.runtime.errors import UnreadableInputError, UsageError

Citekit = Callable[..., Answer]
LIBRARY = Works(
    tuple(
        Work(
            "article-journal",
            key,
            {"title": title, "author": (Name("Doe", "Jane"),), "issued": Date.of(year), "keyword": "k"},
        )
        for key, title, year in (("doe2019", "First", 2019), ("doe2021", "Second", 2021), ("roe2021", "Third", 2021))
    )
)
RIS = "TY  - BOOK\nID  - a\nTI  - T\nER  - \n"
YAML = "a:\n  type: book\n  title: T\n"
XML = '<?xml version="1.0"?>\n<xml><records><record><ref-type>6</ref-type><titles><title>T</title></titles></record></records></xml>'
JSON = '{"items": [{"id": "a", "type": "book", "title": "T"}]}'
MODS = '<?xml version="1.0"?>\n<mods xmlns="http://www.loc.gov/mods/v3"><titleInfo><title>T</title></titleInfo><genre>book</genre></mods>'
WORD = '<b:Sources xmlns:b="x"><b:Source><b:SourceType>Book</b:SourceType><b:Title>T</b:Title></b:Source></b:Sources>'
LINKED = '{"@context": "https://schema.org", "@type": "Book", "name": "T"}'
READABLE = {"ris": RIS, "hayagriva": YAML, "endnotexml": XML, "csljson": JSON, "bibtex": "@book{a, title = {T}}"}
READABLE |= {"mods": MODS, "jsonld": LINKED}
_NEEDS_A_WORK = {"endnotexml", "mods"}
WRITTEN = [name for name in files.format_names() if hasattr(files._formats()[name], "dumps")]
FOLDERS = [name for name in files.format_names() if files.is_folder(name)]


@pytest.mark.parametrize("name", [*READABLE, "wordxml"])
def test_the_content_tells_the_format(name: str) -> None:
    given = READABLE.get(name, WORD)
    for text in (given, f"\ufeff{given}", given.replace("\n", "\r\n")):
        assert files.format_of_content(text) == name
        assert files.loads(text)[0].title == "T"


@pytest.mark.parametrize(
    "text",
    [
        "# sorted by date\nold: []\n\nnew:\n- title: T\n  authors: A. Lim\n",
        "new:   # first\n\n  2020:\n  - authors: A. Lim\n    title: T\n",
        "---\ntitle: Papers\nlisting:\n  contents:\n    - title: T\n      author: A. Lim\n---\n",
    ],
)
def test_data_of_a_site_is_known_by_its_lists(text: str) -> None:
    for given in (text, text.replace("\n", "\r\n")):
        assert files.format_of_content(given) == "sitedata"
        assert files.loads(given)[0].title == "T"


@pytest.mark.parametrize(
    "text", ["", "# A list\n\n- Doe. T. 2020.", "<html><p>x</p></html>", "---\ntitle: x\n---\n", "TY: x"]
)
def test_other_content_tells_nothing(text: str) -> None:
    assert files.format_of_content(text) == ""


@pytest.mark.parametrize("name", [*READABLE, *WRITTEN])
def test_an_empty_library_is_written_and_read(name: str) -> None:
    if name in WRITTEN:
        text = files.dumps(Works(), name)
        if name in READABLE and name not in _NEEDS_A_WORK:
            assert not files.loads(text, name).works


def test_the_encoding_that_xml_declares_counts() -> None:
    text = XML.replace('"1.0"', '"1.0" encoding="iso-8859-2"').replace(">T<", ">Ű<")
    library = files.loads(text.encode("iso-8859-2"))
    assert library[0].title == "Ű"
    assert not library.problems


def test_al_folio_is_bibtex_behind_front_matter() -> None:
    text = files.dumps(LIBRARY, "alfolio")
    assert files.format_of_content(text) == "alfolio"
    again = files.loads(text)
    assert [work.title for work in again] == [work.title for work in LIBRARY]
    assert not again.problems


def test_types_that_csl_does_not_know_survive_in_csl_json() -> None:
    library = Works((Work("spaceship", "a", {"title": "T"}),))
    assert '"type": "document"' in files.dumps(library, "csljson")
    again = files.loads(files.dumps(library, "csljson"), "csljson")
    assert again.works == library.works
    assert [work.id for work in again] == [work.id for work in library]


@pytest.mark.parametrize("name", ["ris", "hayagriva", "csljson"])
def test_places_of_items_are_known(name: str) -> None:
    text = files.dumps(LIBRARY, name)
    read = files.loads(text, name, "refs")
    assert len(read.traces) == len(read.works) == 3
    assert "Second" in text[read.traces[1].span.start : read.traces[1].span.end]
    assert "First" not in text[read.traces[1].span.start : read.traces[1].span.end]


class TestHostile:
    @pytest.mark.parametrize(
        ("text", "name", "reason"),
        [
            ('<!DOCTYPE x [<!ENTITY a "b">]><records><record/></records>', "endnotexml", "document type declaration"),
            (
                '<!DOCTYPE x SYSTEM "file:///etc/passwd"><records><record/></records>',
                "endnotexml",
                "document type declaration",
            ),
            ("<records>" + "<a>" * 1000, "endnotexml", "deeply"),
            ("<html><body/></html>", "endnotexml", "no EndNote records"),
            ('<!DOCTYPE x [<!ENTITY a "b">]><mods/>', "mods", "document type"),
            ("<mods>" + "<a>" * 1000, "mods", "deeply"),
            ("<html><body/></html>", "wordxml", "no sources of Word"),
            ("<rdf:RDF", "zoterordf", "XML"),
            ('{"@context": "x"}', "jsonld", "no works"),
            ("a: &a [1, *a]", "hayagriva", "alias"),
            ("a: " + "[" * 1000, "hayagriva", "deeply"),
            ("a: " + "[" * 100, "hayagriva", "deeply"),
            ("- " * 2000 + "a", "hayagriva", "deeply"),
            ("- a\n- b", "hayagriva", "mapping"),
            ("a: b: c", "hayagriva", "not YAML"),
            ("a: \x00", "hayagriva", "not YAML"),
            ("[" * 100_000, "csljson", "not JSON"),
            ("[{} x", "csljson", ""),
        ],
    )
    def test_what_is_refused(self, text: str, name: str, reason: str) -> None:
        if reason:
            with pytest.raises(UnreadableInputError, match=reason):
                files.loads(text, name)
        else:
            assert [p.kind for p in files.loads(text, name).problems] == ["syntax"]

    def test_aliases_cannot_blow_up_a_file(self) -> None:
        bomb = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))
        with pytest.raises(UnreadableInputError, match="aliases"):
            files.loads(bomb, "hayagriva")

    def test_tags_of_yaml_make_no_objects(self) -> None:
        library = files.loads("a: {type: book, title: !!python/object/apply:os.getcwd []}", "hayagriva")
        assert library.works == (Work("book", "a", {}),)

    def test_a_field_cannot_begin_a_record_of_ris(self) -> None:
        work = Work("book", "a", {"abstract": "x\nER  - \nTY  - BOOK\nTI  - Evil", "title": "T\nTY  - BOOK"})
        (again,) = files.loads(files.dumps(Works((work,)), "ris"), "ris")
        assert "Evil" in again.text("abstract")
        assert again.title == "T TY - BOOK"

    @pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "＝1"])
    def test_cells_are_no_formulas(self, text: str) -> None:
        assert cell(text)[0] == "'"


class TestFolders:
    @pytest.mark.parametrize("name", FOLDERS)
    def test_a_folder_is_made_and_nothing_is_left_beside_it(self, name: str, tmp_path: Path) -> None:
        files.dump(LIBRARY, tmp_path / "out", name)
        assert [path.name for path in tmp_path.iterdir()] == ["out"]
        written = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
        assert len(written) == len(files._formats()[name].pages(LIBRARY)) >= 3
        assert all(path.read_text(encoding="utf-8") for path in written)
        (tmp_path / "plain").mkdir()
        assert (tmp_path / "out").stat().st_mode == (tmp_path / "plain").stat().st_mode

    @pytest.mark.parametrize("name", FOLDERS)
    def test_files_are_replaced_only_when_asked(self, name: str, tmp_path: Path) -> None:
        out = tmp_path / "out"
        files.dump(Works(LIBRARY.works[:1]), out, name)
        (first,) = out.rglob("*.md")
        first.write_text("mine", encoding="utf-8")
        (out / "other.md").write_text("other", encoding="utf-8")
        before = sorted(path.name for path in out.rglob("*"))
        with pytest.raises(UsageError, match="nothing was written"):
            files.dump(LIBRARY, out, name)
        assert first.read_text(encoding="utf-8") == "mine"
        assert sorted(path.name for path in out.rglob("*")) == before
        files.dump(LIBRARY, out, name, overwrite=True)
        assert "First" in first.read_text(encoding="utf-8")
        assert (out / "other.md").read_text(encoding="utf-8") == "other"
        assert [path.name for path in tmp_path.iterdir()] == ["out"]

    def test_places_that_will_not_do(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("x", encoding="utf-8")
        with pytest.raises(UsageError, match="is a file"):
            files.dump(LIBRARY, tmp_path / "file", "hugo")
        with pytest.raises(UsageError, match="no directory"):
            files.dump(LIBRARY, tmp_path / "none" / "out", "hugo")
        with pytest.raises(UsageError, match="directory of files"):
            files.dumps(LIBRARY, "hugo")

    @pytest.mark.skipif(not hasattr(os, "symlink"), reason="there are no symbolic links here")
    def test_links_out_of_the_folder_are_not_followed(self, tmp_path: Path) -> None:
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "doe2019").symlink_to(tmp_path / "elsewhere")
        with pytest.raises(UsageError, match="would not be in"):
            files.dump(LIBRARY, tmp_path / "out", "hugo", overwrite=True)
        assert not list((tmp_path / "elsewhere").iterdir())

    @pytest.mark.parametrize("key", ["../../etc/passwd", "/absolute", "a/b", "con", ".hidden", "", "…", "A" * 500])
    def test_keys_cannot_lead_out_of_the_folder(self, key: str) -> None:
        for name in FOLDERS:
            for path in files._formats()[name].pages(Works((Work("book", key, {"title": "T"}),) * 2)):
                assert ".." not in path
                assert not path.startswith(("/", "."))
                assert len(path) < 120


@pytest.mark.parametrize(
    "address", ["http://[x", "http://]", "https://", "javascript:x", "//x", "http://a b", "%", "http://a/%zz"]
)
def test_odd_addresses_upset_no_format(address: str) -> None:
    work = Work(
        "book", "a", {"title": "T", "URL": address, "DOI": address, "PMID": address}, {"pdf": address, "code": address}
    )
    for name in WRITTEN:
        assert files.dumps(Works((work,)), name)
    for name in FOLDERS:
        assert files._formats()[name].pages(Works((work,)))


class TestLists:
    @pytest.mark.parametrize(
        "text", ["- x", "1. x", "2) x", "+ x", "# x", "=== ", "> x", "---", ": x", "```x", "~~~", "| a |"]
    )
    def test_nothing_at_the_start_of_a_line_is_markdown(self, text: str) -> None:
        from citekit.formats._rich import at_line_start, markdown

        made = at_line_start(markdown(text))
        assert made.replace("\\", "").replace("&gt;", ">") == " ".join(text.split())
        assert made[0] in ("\\", "&") or made[1] == "\\"

    def test_years_are_headings_unless_told_otherwise(self) -> None:
        by_year, flat = files.dumps(LIBRARY, "markdown"), files.dumps(LIBRARY, "markdown", ListSettings(by_year=False))
        assert by_year.index("## 2021") < by_year.index("Second") < by_year.index("Third") < by_year.index("## 2019")
        assert "##" not in flat
        assert flat.index("First") < flat.index("Second") < flat.index("Third")
        assert "<h2>2021</h2>" in files.dumps(LIBRARY, "html")
        assert "<h2>" not in files.dumps(LIBRARY, "html", ListSettings(by_year=False))


class TestCommandLine:
    @pytest.fixture(autouse=True)
    def desk(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        (tmp_path / "refs.bib").write_text(files.dumps(LIBRARY), encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        return tmp_path

    @pytest.mark.parametrize("name", WRITTEN)
    def test_every_format_is_written(self, citekit: Citekit, name: str) -> None:
        answer = citekit("convert", "refs.bib", "--to", name)
        assert answer.code == 0
        assert "Second" in answer.out
        assert answer.out.rstrip("\n") == files.dumps(files.load("refs.bib"), name).rstrip("\n")

    @pytest.mark.parametrize("suffix", [s for name in WRITTEN for s in files._formats()[name].SUFFIXES])
    def test_the_suffix_tells_the_format(self, citekit: Citekit, desk: Path, suffix: str) -> None:
        assert citekit("convert", "refs.bib", "-o", f"out{suffix}").code == 0
        assert (desk / f"out{suffix}").read_text(encoding="utf-8") == files.dumps(
            files.load("refs.bib"), files.format_of(f"x{suffix}")
        )

    @pytest.mark.parametrize("name", READABLE)
    def test_every_format_is_read_from_files_and_standard_input(self, citekit: Citekit, desk: Path, name: str) -> None:
        suffix = files._formats()[name].SUFFIXES[0]
        (desk / f"in{suffix}").write_text(READABLE[name], encoding="utf-8")
        (desk / "unnamed").write_text(READABLE[name], encoding="utf-8")
        for arguments in ([f"in{suffix}"], ["unnamed"], ["-"], ["-", "--from", name]):
            answer = citekit("convert", *arguments, "--to", "csv", stdin=READABLE[name].encode())
            assert answer.code == 0, answer.err
            assert ",book,T" in answer.out.replace("a,book,T", ",book,T")

    def test_what_a_format_cannot_hold_is_said(self, citekit: Citekit) -> None:
        answer = citekit("convert", "refs.bib", "--to", "hayagriva")
        assert "hayagriva: keywords is left out (3 entries)" in answer.err
        assert "keyword" not in citekit("convert", "refs.bib", "--to", "hayagriva", "-q").err
        assert "left out" not in citekit("convert", "refs.bib", "--to", "csljson").err

    @pytest.mark.parametrize("name", FOLDERS)
    def test_folders(self, citekit: Citekit, desk: Path, name: str) -> None:
        assert citekit("convert", "refs.bib", "--to", name).code == 2
        assert citekit("convert", "refs.bib", "--to", name, "-o", "refs.bib").code == 2
        assert citekit("convert", "refs.bib", "--to", name, "-o", "out").code == 0
        again = citekit("convert", "refs.bib", "--to", name, "-o", "out")
        assert again.code == 2
        assert "nothing was written" in again.err
        assert citekit("convert", "refs.bib", "--to", name, "-o", "out", "--overwrite").code == 0
        assert sorted(path.name for path in desk.iterdir()) == ["out", "refs.bib"]

    def test_lists_without_years(self, citekit: Citekit) -> None:
        assert "## 2021" in citekit("convert", "refs.bib", "--to", "markdown").out
        assert "## 2021" not in citekit("convert", "refs.bib", "--to", "markdown", "--no-by-year").out

    def test_formats_that_cannot_be_read_are_refused(self, citekit: Citekit) -> None:
        with pytest.raises(UsageError, match="hayagriva"):
            files.loads("", "papyrus")
        answer = citekit("convert", "refs.bib", "--from", "csv")
        assert answer.code == 2
        assert "no column named title" in answer.err
