"""The verbs that cite: ``citekit format`` and ``citekit list styles``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer

import citekit as package
from citekit.csl.cite import Citation, Cite
from citekit.csl.fill import parse_citations
from citekit.runtime.errors import UsageError

BIBLIOGRAPHY = """\
@article{doe, author={Doe, Jane and Roe, Richard}, title={On {RNA} things}, journal={Journal of Things}, year=2020}
@book{lee, author={Lee, Ann}, title={A Book}, publisher={Press}, year=2001}
"""


@pytest.fixture
def bib(tmp_path: Path) -> str:
    path = tmp_path / "refs.bib"
    path.write_text(BIBLIOGRAPHY, encoding="utf-8")
    return str(path)


def test_an_entry_a_line(citekit: Callable[..., Answer], bib: str) -> None:
    answer = citekit("format", bib)
    assert answer.code == 0
    assert answer.out == (
        "Doe, J., & Roe, R. (2020). On RNA things. Journal of Things.\nLee, A. (2001). A book. Press.\n"
    )


def test_a_style_a_format_and_a_language(citekit: Callable[..., Answer], bib: str) -> None:
    answer = citekit("format", bib, "--style", "chicago-notes-bibliography", "--to", "html", "--lang", "de")
    assert answer.code == 0
    assert "Doe, Jane, und Richard Roe. „On RNA Things“" in answer.out or "„On RNA things“" in answer.out
    assert "<i>Journal of Things</i>" in answer.out


def test_the_suffix_of_the_file_tells_the_format(citekit: Callable[..., Answer], bib: str, tmp_path: Path) -> None:
    out = tmp_path / "refs.tex"
    assert citekit("format", bib, "-o", str(out)).code == 0
    assert r"\textit{Journal of Things}" in out.read_text(encoding="utf-8")
    assert citekit("format", bib, "-o", str(out)).code == 2
    assert citekit("format", bib, "-o", str(out), "-f").code == 0


def test_citations_in_place_of_the_bibliography(citekit: Callable[..., Answer], bib: str) -> None:
    answer = citekit("format", bib, "--cite", "[see @doe, p. 3; -@lee] and @lee")
    assert (answer.code, answer.out) == (0, "(see Doe & Roe, 2020, p. 3; 2001)\nLee (2001)\n")


def test_an_unknown_work_is_a_finding(citekit: Callable[..., Answer], bib: str) -> None:
    answer = citekit("format", bib, "--cite", "[@nobody]")
    assert (answer.code, answer.out) == (1, "")
    assert "there is no work 'nobody'" in answer.err


@pytest.mark.parametrize(
    "arguments",
    [("--style", "no-such-style"), ("--to", "docx"), ("--to", "doc"), ("--cite", "nothing"), ("--style", "x.csl")],
)
def test_wrong_use_is_said_in_a_line(citekit: Callable[..., Answer], bib: str, arguments: tuple[str, ...]) -> None:
    answer = citekit("format", bib, *arguments)
    assert answer.code == 2
    assert answer.err.startswith("citekit: error: ")


def test_styles_are_listed_by_words(citekit: Callable[..., Answer]) -> None:
    answer = citekit("list", "styles", "modern", "language", "association")
    assert answer.code == 0
    assert answer.out.startswith("modern-language-association\t")
    assert citekit("list", "styles", "no", "such", "words").code == 1
    assert "\tas nature\n" in citekit("list", "styles", "--all", "nature", "biotechnology").out


def test_from_python(bib: str) -> None:
    library = package.load(bib)
    assert package.cite(library, "@doe; [@lee]", "apa") == "Doe & Roe (2020)\n(Lee, 2001)"
    assert package.bibliography(library, "ieee").splitlines()[1] == "[2] A. Lee, A book. Press, 2001."


@pytest.mark.parametrize(
    ("text", "cites"),
    [
        ("[@a]", [Cite("a")]),
        ("[@a, p. 3]", [Cite("a", "3", "page")]),
        ("[@a pp. 3-5, 8 and more]", [Cite("a", "3-5, 8", "page", suffix=" and more")]),
        ("[@a, ch. iv]", [Cite("a", "iv", "chapter")]),
        ("[@a, 12]", [Cite("a", "12", "page")]),
        ("[@a, § 4]", [Cite("a", "4", "section")]),
        ("[@a, {vol. 2, p. 3}]", [Cite("a", "2, p. 3", "volume")]),
        ("[@a and elsewhere]", [Cite("a", suffix=" and elsewhere")]),
        ("[see @a; -@b]", [Cite("a"), Cite("b", mode="suppress-author")]),
        ("[@doe:2020.x, p. 1]", [Cite("doe:2020.x", "1", "page")]),
        ("[@{odd key]", []),
    ],
)
def test_citations_in_pandoc_notation(text: str, cites: list[Cite]) -> None:
    if not cites:
        with pytest.raises(UsageError):
            parse_citations("no citation here")
        return
    before = "see " if len(cites) > 1 else ""  # it stands before all works, in whatever order these are sorted
    assert parse_citations(text) == [Citation(tuple(cites), 1, "citation-1", before=before)]


HOMEPAGE = """\
@article{doe, author={Doe, Jane and Roe, Richard}, author+an={1=equal,self; 2=equal}, title={On Things},
  journal={Journal of Things}, year=2020, keywords={Things}}
@book{lee, author={Lee, Ann and Doe, J.}, title={A Book}, publisher={Press}, year=2001, keywords={Books}}
@article{roe, author={Roe, Richard}, title={Old Things}, journal={Journal of Things}, year=2020, keywords={Things}}
"""


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.bib"
    path.write_text(HOMEPAGE, encoding="utf-8")
    return str(path)


def test_groups_have_headings(citekit: Callable[..., Answer], page: str) -> None:
    assert citekit("format", page, "--group-by", "year").out == (
        "2020\n\nDoe, J., & Roe, R. (2020). On things. Journal of Things.\n"
        "Roe, R. (2020). Old things. Journal of Things.\n\n2001\n\nLee, A., & Doe, J. (2001). A book. Press.\n"
    )
    typed = citekit("format", page, "--group-by", "type", "--style", "ieee").out
    assert [line[:4] for line in typed.splitlines() if line.startswith("[")] == ["[1] ", "[2] ", "[3] "]
    assert typed.startswith("Journal articles\n\n[1] J. Doe")
    assert "\nBooks\n\n[3] " in typed
    assert citekit("format", page, "--group-by", "type", "--lang", "de").out.startswith("Zeitschriftenartikel\n")


@pytest.mark.parametrize(
    ("to", "heading"),
    [
        ("html", "<h2>Books</h2>\n\n<div"),
        ("markdown", "## Books\n\n"),
        ("latex", "\\subsection*{Books}\n\n"),
        ("rtf", "{\\b Books}\\par\n"),
        ("typst", "== Books\n\n"),
        ("terminal", "\x1b[1mBooks\x1b[22m\n"),
        ("json", '"heading": "Books"'),
    ],
)
def test_headings_of_every_format(citekit: Callable[..., Answer], page: str, to: str, heading: str) -> None:
    assert heading in citekit("format", page, "--group-by", "keyword", "--to", to).out


@pytest.mark.parametrize(
    ("order", "titles"),
    [
        ("year", ["On things", "Old things", "A book"]),
        ("oldest", ["A book", "On things", "Old things"]),
        ("title", ["A book", "Old things", "On things"]),
        ("given", ["On things", "A book", "Old things"]),
    ],
)
def test_orders(citekit: Callable[..., Answer], page: str, order: str, titles: list[str]) -> None:
    printed = citekit("format", page, "--sort", order, "--style", "ieee").out
    assert sorted(titles, key=printed.index) == titles
    assert printed.startswith("[1] ")


def test_names_are_not_substituted_across_headings(citekit: Callable[..., Answer], page: str) -> None:
    style = ("--style", "modern-language-association", "--key", "doe,roe")
    two = "@book{a, author={Roe, R.}, title={A}, year=2001}\n@book{b, author={Roe, R.}, title={B}, year=2002}\n"
    assert "———" in citekit("format", "-", *style[:2], stdin=two.encode()).out
    assert "———" not in citekit("format", "-", *style[:2], "--group-by", "year", stdin=two.encode()).out


def test_stars_the_owner_and_keys(citekit: Callable[..., Answer], page: str) -> None:
    answer = citekit("format", page, "--mark-equal", "--bold-self", "--to", "markdown", "--key", "doe")
    assert answer.out == (
        "**Doe, J.**\\*, \\& Roe, R.\\* (2020). On things. *Journal of Things*.\n\n\\* Equal contribution.\n"
    )
    html = citekit("format", page, "--mark-equal", "--equal-note", "<both>", "--to", "html").out
    assert '<p class="csl-footnote">* &#60;both&#62;</p>' in html
    owned = citekit("format", page, "--bold-self", "--owner", "Richard Roe", "--to", "html").out
    assert owned.count("<b>Roe, R.</b>") == 2
    assert "<b>Doe" not in owned
    assert "*" not in citekit("format", page, "--mark-equal", "--key", "lee").out


def test_keys_and_orders_that_are_not_there(citekit: Callable[..., Answer], page: str) -> None:
    answer = citekit("format", page, "--key", "lee, nobody")
    assert (answer.code, answer.out) == (1, "Lee, A., & Doe, J. (2001). A book. Press.\n")
    assert "there is no work 'nobody'" in answer.err
    assert citekit("format", page, "--sort", "colour").code == 2
    assert citekit("format", page, "--group-by", "title").code == 2
    assert citekit("format", page, "--owner", "and").code == 2


CV = """\
@inproceedings{ws, author={One, Anna and Two, Bob and Six, Fay and Gay, Guy and Hay, Ida and Kay, Lea and May, Mia
  and Own, Jane and Pay, Pia}, author+an={2=equal; 8=self; 9=corresponding}, title={A workshop paper},
  booktitle={Conference on Slow Systems}, year=2024, note={Lazy Queues Workshop. Best paper.}, pdf={https://example.org/a.pdf}}
@inproceedings{main, author={Own, J. and Two, Bob}, author+an={1=self}, title={A main paper},
  booktitle={Conference on Slow Systems}, year=2023}
@article{stale, author={Two, Bob and Own, Jane}, author+an={1=self}, title={An article}, journal={J}, year=2022}
"""


@pytest.fixture
def cv(tmp_path: Path) -> str:
    path = tmp_path / "cv.bib"
    path.write_text(CV, encoding="utf-8")
    return str(path)


def test_a_cv_never_hides_its_owner(citekit: Callable[..., Answer], cv: str) -> None:
    answer = citekit("format", cv, "--cv", "--style", "ieee", "--to", "markdown", "--key", "ws,main")
    assert answer.out == (
        "\\[1\\] A. One, B. Two\\*, …, **J. Own**, P. Pay†, “A workshop paper,” in *Conference on Slow Systems, "
        "Lazy Queues Workshop*, 2024. Best paper. \\[[PDF](https://example.org/a.pdf)\\]\n\n"
        "\\[2\\] **J. Own** and B. Two, “A main paper,” in *Conference on Slow Systems*, 2023.\n\n"
        "\\* Equal contribution.\n\n† Corresponding author.\n"
    )
    assert "et al." in citekit("format", cv, "--style", "ieee", "--key", "ws").out


def test_a_mark_counts_for_the_person_and_not_for_the_place(citekit: Callable[..., Answer], cv: str) -> None:
    answer = citekit("format", cv, "--bold-self", "--own-name", "underline", "--to", "html")
    assert answer.code == 1
    assert "'stale' marks another person than Own, Jane" in answer.err
    assert answer.out.count('<span style="text-decoration:underline;">Own, J.</span>') == 3
    assert citekit("check", cv, "--select", "stale-annotation").out.count("stale-annotation") == 1


def test_a_list_without_an_owner_says_so(citekit: Callable[..., Answer], bib: str) -> None:
    answer = citekit("format", bib, "--cv")
    assert (answer.code, answer.out[:4]) == (1, "Doe,")
    assert "no author is marked as the owner of the list" in answer.err


@pytest.mark.parametrize(
    ("numbering", "numbers"),
    [("", "1 2 3"), ("reverse", "3 2 1"), ("group", "1 2 1"), ("group-reverse", "2 1 1")],
)
def test_numbers_of_groups(citekit: Callable[..., Answer], cv: str, numbering: str, numbers: str) -> None:
    options = ["--numbering", numbering] if numbering else []
    lines = citekit("format", cv, "--style", "ieee", "--group-by", "type", "--sort", "year", *options).out.splitlines()
    shown = [line[1] for line in lines if line.startswith("[")]
    assert sorted(shown) == sorted(numbers.split())
    assert " ".join(shown) in (numbers, " ".join([*numbers.split()[2:], *numbers.split()[:2]]))


def test_each_of_several_styles_has_its_list(citekit: Callable[..., Answer], bib: str) -> None:
    both = citekit("format", bib, "--style", "ieee", "--style", "apa")
    assert both.code == 0
    assert both.out == citekit("format", bib, "--style", "ieee,apa").out
    assert both.out.splitlines()[0].startswith("IEEE")
    assert "\nAPA Style 7th edition\n\nDoe, J., & Roe, R. (2020)." in both.out
    assert citekit("format", bib, "--style", "ieee,apa", "--cite", "@doe").code == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--style", "bluebook-law-review"), "has no bibliography"),
        (("-o", "x.docs"), "no output format has files that end in '.docs'"),
        (("--lang", "klingon"), "no terms for the language 'klingon'"),
        (("--cite", "@doe", "--lang", "klingon"), "no terms for the language 'klingon'"),
        (("--numbering", "roman"), "numbering cannot be 'roman'"),
        (("--with", "prices"), "with cannot be 'prices'"),
        (("--own-name", "red"), "own-name cannot be 'red'"),
    ],
)
def test_nothing_is_printed_in_silence(
    citekit: Callable[..., Answer], bib: str, arguments: tuple[str, ...], said: str
) -> None:
    answer = citekit("format", bib, *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


def test_what_a_style_leaves_out_is_counted(citekit: Callable[..., Answer], cv: str, bib: str) -> None:
    assert citekit("format", cv).err == "apa: note is left out (1 entry)\n"
    assert citekit("format", cv, "--with", "note").err == ""
    assert citekit("format", cv, "-q").err == ""
    assert citekit("format", bib).err == ""


def test_works_of_no_type_are_under_a_heading_of_their_own(citekit: Callable[..., Answer]) -> None:
    works = "@misc{a, title={To be}, author={Moss, A.}}@book{b, title={Walls}, author={Moss, A.}}"
    lines = citekit("format", "-", "--group-by", "type", stdin=works.encode()).out.splitlines()
    assert lines[:1] == ["Books"]
    assert "Other works" in lines


@pytest.mark.parametrize(
    ("style", "entry", "said"),
    [
        ("ieee", "@book{a, author={Moss, A.}, editor={Sand, O.}, title={Walls}, year=2001}", "editor is left out"),
        ("ieee", "@book{a, editor={Sand, O.}, title={Walls}, year=2001}", ""),
        ("apa", "@book{a, author={Moss, A.}, editor={Sand, O.}, title={Walls}, year=2001}", ""),
        (
            "ieee",
            "@online{a, title={Walls}, date={2001}, url={https://a.org/w}, urldate={2020-01-02}}",
            "date is left",
        ),
        ("apa", "@misc{a, title={Walls}, year=2001, doi={10.5555/w}, url={https://a.org}, urldate={2020-01-02}}", ""),
        (
            "apa",
            "@online{a, title={Walls}, date={2001}, url={https://a.org}, urldate={2020-01-02}}",
            "urldate is left",
        ),
    ],
)
def test_what_a_style_leaves_out_of_one_work_is_told(
    citekit: Callable[..., Answer], style: str, entry: str, said: str
) -> None:
    told = citekit("format", "-", "--style", style, stdin=entry.encode()).err.replace("1 from a bibliography\n", "")
    assert said in told if said else told == ""


def test_what_was_not_read_of_a_document_is_told(citekit: Callable[..., Answer]) -> None:
    lines = "Doe, J. (2020). A queue. Journal of Things, 3(1), 1-9.\n\nHello to all of you.\n"
    assert "left out" in citekit("format", "-", stdin=lines.encode()).err
    every = citekit("format", "-", "--each-line", "--strict", stdin=lines.encode())
    assert every.code == 1
    assert "2 items seen" in every.err


def test_of_a_damaged_bibliography_is_told(citekit: Callable[..., Answer]) -> None:
    answer = citekit("format", "-", stdin=(BIBLIOGRAPHY + "@article{cut, title={A").encode())
    assert (answer.code, answer.out[:4]) == (1, "Doe,")
    assert "<stdin>:3" in answer.err


def test_abstracts_and_annotations_where_asked(citekit: Callable[..., Answer]) -> None:
    entry = b"@book{a, author={Lee, A.}, title={A Book}, year=2001, abstract={It is long}, annotation={Good!}}"
    answer = citekit("format", "-", "--with", "abstract,annotation", stdin=entry)
    assert answer.out == "Lee, A. (2001). A book. Good! It is long.\n"


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("王, 小明", "王小明."),
        ("{王}, {小明}", "王小明."),
        ("김철수", "김철수."),
        ("Wang, Xiaoming", "Wang, X."),
    ],
)
def test_names_of_east_asia_are_whole(citekit: Callable[..., Answer], name: str, printed: str) -> None:
    entry = f"@book{{a, author={{{name}}}, title={{A}}, year=2001}}"
    assert citekit("format", "-", stdin=entry.encode()).out == f"{printed} (2001). A.\n"


def test_a_page_goes_to_a_file_and_a_fragment_to_other_pages(
    citekit: Callable[..., Answer], bib: str, tmp_path: Path
) -> None:
    page, part = tmp_path / "page.html", tmp_path / "part.html"
    assert citekit("format", bib, "-o", str(page)).code == 0
    assert citekit("format", bib, "-o", str(part), "--to", "html").code == 0
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert part.read_text("utf-8") == citekit("format", bib, "--to", "html").out
    assert not part.read_text("utf-8").startswith("<!DOCTYPE")


@pytest.mark.parametrize("suffix", ["docx", "odt"])
def test_files_of_word_processors(citekit: Callable[..., Answer], bib: str, tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"refs.{suffix}"
    assert citekit("format", bib, "-o", str(out)).code == 0
    assert out.read_bytes().startswith(b"PK")
    assert citekit("format", bib, "--to", suffix).code == 2
    assert citekit("format", bib, "-o", str(out), "-f", "--cite", "@doe").code == 2


def test_a_venue_without_a_style_says_which_stands_in(citekit: Callable[..., Answer], bib: str) -> None:
    answer = citekit("format", bib, "--style", "NeurIPS")
    assert answer.code == 0
    assert answer.err == (
        "citekit: NeurIPS has no style of its own; using association-for-computational-linguistics instead\n"
    )


def test_a_style_from_the_web_is_read_and_kept(
    citekit: Callable[..., Answer], bib: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Answering:
        def as_utf8(self) -> bytes:
            return b"<html/>"

    monkeypatch.setattr("citekit.runtime.http.Client.get", lambda client, address: Answering())
    answer = citekit("format", bib, "--style", "https://example.org/house-style.csl")
    assert answer.code == 2
    assert "https://example.org/house-style.csl:1:1" in answer.err
    assert citekit("format", bib, "--style", "https://www.zotero.org/styles/apa").code == 0


def test_styles_show_how_they_print(citekit: Callable[..., Answer]) -> None:
    answer = citekit("list", "styles", "modern", "language", "association", "--sample")
    assert "\n    Okafor, Mina, and Tora Lindqvist." in answer.out
    assert citekit("list", "styles", "--kind", "loud").code == 2
    assert citekit("list", "styles", "--field", "law", "--kind", "note").out


CHAPTERS = {
    "main.tex": "\\documentclass{book}\n\\begin{document}\n\\include{one/text}\n\\include{two/text}\n"
    "\\bibliographystyle{plain}\n\\bibliography{refs}\n\\end{document}\n",
    "one/text.tex": "Queues \\cite{doe}.\n",
    "two/text.tex": "Books \\cite{lee}.\n",
}


def test_the_chapters_of_a_thesis_keep_their_places_in_a_new_directory(
    citekit: Callable[..., Answer], bib: str, tmp_path: Path
) -> None:
    for name, text in CHAPTERS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    chapters = [str(tmp_path / name) for name in CHAPTERS]
    answer = citekit("format", *chapters, "-o", str(tmp_path / "filled"))
    assert answer.code == 2
    assert f"write -o {tmp_path / 'filled'}/ for a directory" in answer.err
    filled = f"{tmp_path / 'filled'}/"
    assert citekit("format", *chapters, "-o", filled).code == 0
    assert (tmp_path / "filled/one/text.tex").read_text(encoding="utf-8") == "Queues [1].\n"
    assert (tmp_path / "filled/two/text.tex").read_text(encoding="utf-8") == "Books [2].\n"
    assert "already exists" in citekit("format", *chapters, "-o", filled).err
    assert citekit("format", chapters[1], "-o", filled).code == 0
    assert (tmp_path / "filled/text.tex").read_text(encoding="utf-8") == "Queues [1].\n"


@pytest.mark.parametrize("arguments", [("convert",), ("format",), ("tidy",), ("select", "year:2020"), ("check",)])
def test_a_new_directory_is_no_file_to_write(
    citekit: Callable[..., Answer], bib: str, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    answer = citekit(*arguments, bib, "-o", f"{tmp_path}/new/")
    assert (answer.code, f"{tmp_path}/new/ is a directory" in answer.err) == (2, True)
    assert not (tmp_path / "new").exists()


def test_a_new_directory_is_no_bibliography_to_update(citekit: Callable[..., Answer], bib: str, tmp_path: Path) -> None:
    assert citekit("update", f"{tmp_path}/new/", bib).code == 2
    assert citekit("update", f"{tmp_path}/new/", bib, "--to", "hugo").code == 0
    assert (tmp_path / "new").is_dir()


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_a_list_in_another_encoding_is_read_as_convert_reads_it(
    citekit: Callable[..., Answer], tmp_path: Path, encoding: str
) -> None:
    page = tmp_path / "page.md"
    text = "# Inês Duarte\n\n## Publications\n\n- I. Duarte. *Slow Rivers*. River Letters 7(3), 2020.\n"
    page.write_bytes(text.encode(encoding))
    answer = citekit("format", str(page))
    assert (answer.code, answer.out) == (0, "Duarte, I. (2020). Slow Rivers. River Letters, 7(3).\n")


def test_of_a_manuscript_in_another_encoding_every_byte_would_have_to_stay(
    citekit: Callable[..., Answer], bib: str, tmp_path: Path
) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_bytes("Café \\cite{doe}.\\bibliography{refs}".encode("latin-1"))
    answer = citekit("format", str(paper))
    assert (answer.code, "is not UTF-8 text (byte 3)" in answer.err) == (2, True)
