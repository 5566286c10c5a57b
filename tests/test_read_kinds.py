"""Kinds of faults that people met in the exports of other programs, each with its neighbours, in texts of our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citekit import Date, Work, convert
from citekit.formats.files import dumps, loads
from citekit.model.date import read_date, read_year
from citekit.runtime.errors import CitekitError
from citekit.text.tex_printed import printed
from citekit.text.tex_syntax import TeX


def ris(**tags: str) -> Work:
    kind = tags.pop("TY", "JOUR")
    lines = "".join(f"{tag}  - {value}\n" for tag, value in tags.items())
    return loads(f"TY  - {kind}\n{lines}ER  - \n", "ris")[0]


def authors(work: Work) -> str:
    made = dumps([work.with_id("a")], "bibtex")
    return next((line.split("= ")[1].strip(" ,") for line in made.splitlines() if line.startswith("  author")), "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2013 Nov-Dec", Date(((2013, 11), (2013, 12)))),
        ("2019 Winter", Date(((2019,),), season=4)),
        ("2001 Apr 15-17", Date(((2001, 4, 15), (2001, 4, 17)))),
        ("2020 May 12", Date.of(2020, 5, 12)),
        ("January-February 2001", Date(((2001, 1), (2001, 2)))),
        ("12/2001", Date.of(2001, 12)),
        ("2001 Spring", Date(((2001,),), season=1)),
        ("2003/Spring", Date(((2003,),), season=1)),
        ("1998 Dec-1999 Jan", Date(((1998, 12), (1999, 1)))),
        ("2001 Dec 28-2002 Jan 3", Date(((2001, 12, 28), (2002, 1, 3)))),
        ("2000-2001", Date(((2000,), (2001,)))),
        ("2004 1st Quart", Date(((2004, 1), (2004, 3)))),
        ("2004 4th quarter", Date(((2004, 10), (2004, 12)))),
    ],
)
def test_dates_in_words(text: str, expected: Date) -> None:
    assert read_date(text) == expected


@pytest.mark.parametrize(
    ("value", "parts", "written", "literal"),
    [
        ("2014.", ((2014,),), "", ""),
        ("2014:", ((2014,),), "", ""),
        ("1990--91", ((1990,), (1991,)), "", ""),
        (r"1990\,--\,92", ((1990,), (1992,)), "", ""),
        ("1990--1", ((1990,), (1991,)), "", ""),
        ("1990-91", ((1990,), (1991,)), "", ""),
        ("1999/00", ((1999,), (2000,)), "", ""),
        ("1999--05", ((1999,), (2005,)), "", ""),
        ("[1796]", ((1796,),), "[1796]", ""),
        ("[ca. 1690]", ((1690,),), "[ca. 1690]", ""),
        (r"{\noopsort{1973b}}1973", ((1973,),), r"{\noopsort{1973b}}1973", ""),
        (r"\SortNoop{a}1973", ((1973,),), r"\SortNoop{a}1973", ""),
        ("05/03/2001", ((2001,),), "05/03/2001", ""),
        ("2001-02", ((2001,),), "2001-02", ""),
        ("2021-13", ((2021,),), "2021-13", ""),
        ("5/2001", ((2001, 5),), "", ""),
        ("01.05.2001", ((2001, 5, 1),), "", ""),
        ("17-05-2020", ((2020, 5, 17),), "", ""),
        ("in press 2014", (), "", "in press 2014"),
        ("20014", ((20014,),), "", ""),
        ("199?", (), "", "199?"),
        ("1999?", ((1999,),), "", ""),
        (r"1999\nocite{x}", ((1999,),), r"1999\nocite{x}", ""),
        (r"\textsuperscript{2}2012", ((2012,),), r"\textsuperscript{2}2012", ""),
        ("1999$^{a}$", ((1999,),), "1999$^{a}$", ""),
        (r"\emph{to appear}", (), "", r"\emph{to appear}"),
    ],
)
def test_years(value: str, parts: tuple[tuple[int, ...], ...], written: str, literal: str) -> None:
    found = read_year(value)
    assert (found.parts, found.written, found.literal) == (parts, written, literal)
    again = dumps(loads(f"@misc{{a, year = {{{value}}}}}", "bibtex").works, "bibtex")
    assert dumps(loads(again, "bibtex").works, "bibtex") == again
    assert "textbackslash" not in again
    assert "year" in again
    assert "date" not in again


@pytest.mark.parametrize(
    ("issued", "parts"),
    [
        ({"date-parts": [["2003-03-04"]]}, ((2003, 3, 4),)),
        ([{"date-parts": [2003, 2]}], ((2003, 2),)),
        ({"date-parts": [2003, 2]}, ((2003, 2),)),
        ({"date-parts": 2003}, ((2003,),)),
        ({"year": "2003", "month": 2}, ((2003, 2),)),
        ({"date-parts": [["2003", "2"]]}, ((2003, 2),)),
        ({"date-parts": [[2003, "Feb", 3]]}, ((2003, 2, 3),)),
    ],
)
def test_dates_of_csl_in_other_shapes(issued: object, parts: tuple[tuple[int, ...], ...]) -> None:
    work = loads(json.dumps([{"id": "a", "type": "book", "issued": issued}]), "csljson")[0]
    assert work.issued is not None
    assert work.issued.parts == parts


def test_a_date_of_csl_that_nobody_reads_is_told() -> None:
    library = loads('[{"id": "a", "type": "book", "issued": {"when": "then"}}]', "csljson")
    assert [problem.kind for problem in library.problems] == ["bad-date"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Moa, Kiri; Ost, Wolf; Rei, Ana", "{Moa, Kiri and Ost, Wolf and Rei, Ana}"),
        ("Moa, Kiri and Ost, Wolf", "{Moa, Kiri and Ost, Wolf}"),
        ("Moa, K., Ost, W., Rei, A.", "{Moa, K. and Ost, W. and Rei, A.}"),
        ("Moa, Kiri", "{Moa, Kiri}"),
        ("Moa, Kiri, Jr", "{Moa, Jr, Kiri}"),
        ("Moa, Kiri J Jr", "{Moa, Jr, Kiri J}"),
        ("Moa, K.; Ost, W. and Rei, A.", "{Moa, K. and Ost, W. and Rei, A.}"),
        ("Moa K, Ost WD, Rei AL", "{Moa, K and Ost, WD and Rei, AL}"),
        ("Kiri Moa, Jan van der Ost, Ana Rei", "{Moa, Kiri and van der Ost, Jan and Rei, Ana}"),
        ("Ministry of Moss and Ferns", "{{Ministry of Moss and Ferns}}"),
        ("Moa Institute, Fern Institute, Ana Rei", "{{Moa Institute, Fern Institute, Ana Rei}}"),
    ],
)
def test_people_of_ris(value: str, expected: str) -> None:
    assert authors(ris(AU=value)) == expected


def test_what_stands_between_records_of_ris_is_none() -> None:
    text = "TY  - JOUR\nTI  - One\nER  - \n\nC1  - Database: Moss\nN1  - Search\n\n2. \nTY  - JOUR\nTI  - Two\nER  - \n"
    library = loads(text, "ris")
    assert [work.title for work in library] == ["One", "Two"]
    assert "not-a-record" in {problem.kind for problem in library.problems}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ris", "N1  - Search\nDB  - Moss\nTY  - JOUR\nTI  - One\nER  - \n"),
        ("nbib", "PMID- 1\nTI  - One\n\nSO  - Moss 2020\n"),
        ("refer", "%0 Journal Article\n%T One\n\n%W Moss\n"),
    ],
)
def test_what_a_database_writes_around_records_is_no_record(name: str, text: str) -> None:
    library = loads(text, name)
    assert [work.title for work in library] == ["One"]
    assert {problem.kind for problem in library.problems if problem.severity == "warning"} == {"not-a-record"}


def test_a_record_without_a_type_keeps_its_first_tag() -> None:
    assert loads("N1  - Wet\nTI  - One\nER  - \n", "ris")[0].text("note") == "Wet"


@pytest.mark.parametrize("between", ["; ", ";", "|", ", ", " "])
def test_addresses_in_one_line(between: str) -> None:
    both = f"http://a.example/c{between}http://d.example/f"
    for work in (ris(UR=both), table("Title,Url", f'Moss,"{both}"')[0]):
        assert work.text("URL") == "http://a.example/c"
        assert "http://d.example/f" in work.fields.values()


def test_a_semicolon_within_an_address() -> None:
    assert ris(UR="http://a.example/c;id=1").text("URL") == "http://a.example/c;id=1"


def test_what_endnote_means_in_theses_and_articles() -> None:
    thesis = ris(TY="THES", AU="Ng, C.", A3="Moa, A.", VL="PhD")
    assert (thesis.text("volume"), thesis.fields["advisor"], thesis.text("genre")) == ("", "Moa, A.", "PhD")
    article = ris(AU="Ng, C.", ET="2020/05/06")
    assert (article.text("edition"), article.date("available-date")) == ("", Date.of(2020, 5, 6))
    assert ris(TY="BOOK", ET="2").text("edition") == "2"
    assert ris(ET="Epub 2020 May 6").date("available-date") == Date.of(2020, 5, 6)
    assert ris(ET="Evening").text("edition") == "Evening"
    assert ris(TY="RPRT", M1="12").text("number") == "12"


def table(*rows: str) -> list[Work]:
    return list(loads("\n".join(rows), "csv"))


def test_type_and_genre_of_zotero() -> None:
    works = table("Item Type,Title,Author,Type", 'thesis,Snow,"Ng, C.",PhD', 'webpage,Fog,"Ng, C.",Blog post')
    assert [(work.type, work.text("genre")) for work in works] == [("thesis", "PhD"), ("webpage", "Blog post")]
    assert table("Title,Type", "Snow,thesis")[0].type == "thesis"


def test_columns_of_scopus() -> None:
    work = table(
        "Authors,Author full names,Author(s) ID,Title,Art. No.,Page start,Page end,Cited by,EID",
        'Moa K.; van Hoek P.-D.,"Moa, Kiri (12); van Hoek, Pieter-Dirk (14)",12;14,Birds,e102,101,119,5,2-s2.0-1',
    )[0]
    assert authors(work) == "{Moa, Kiri and van Hoek, Pieter-Dirk}"
    assert (work.text("page"), work.fields) == ("101-119", {"eid": "e102"})


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Moa K.", "{Moa, K.}"),
        ("Ost W.-D.", "{Ost, W.-D.}"),
        ("van der Berg J.", "{van der Berg, J.}"),
        ("Lopez Garcia M.", "{Lopez Garcia, M.}"),
        ("O'Neil P.", "{O'Neil, P.}"),
        ("Kiri Moa", "{Moa, Kiri}"),
    ],
)
def test_initials_behind_a_name(value: str, expected: str) -> None:
    assert authors(table("Title,Authors", f"Owls,{value}")[0]) == expected


def test_bodies_among_inverted_names() -> None:
    works = table("Title,Author", 'Owls,"Moa, Kiri; World Bird Org"', "Hens,World Bird Org", "Emus,K. Moa and W. Ost")
    assert [authors(work) for work in works] == [
        "{Moa, Kiri and {World Bird Org}}",
        "{{World Bird Org}}",
        "{Moa, K. and Ost, W.}",
    ]
    assert authors(table("Title,Author", "Owls,Kiri Moa; World Bank")[0]) == "{Moa, Kiri and {World Bank}}"


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("letter", "personal_communication"),
        ("tvBroadcast", "broadcast"),
        ("podcast", "broadcast"),
        ("forumPost", "post"),
        ("instantMessage", "personal_communication"),
        ("audioRecording", "song"),
        ("patent", "patent"),
        ("journalArticle", "article-journal"),
        ("preprint", "article"),
    ],
)
def test_types_of_zotero(kind: str, expected: str) -> None:
    assert loads(json.dumps([{"itemType": kind, "key": "A", "title": "B"}]), "zotero")[0].type == expected


@pytest.mark.parametrize(
    ("item", "variable", "expected"),
    [
        ({"itemType": "case", "caseName": "Moss v. Fern", "court": "High Court"}, "title", "Moss v. Fern"),
        ({"itemType": "statute", "nameOfAct": "Moss Act", "dateEnacted": "1988"}, "title", "Moss Act"),
        ({"itemType": "email", "subject": "On moss"}, "title", "On moss"),
        ({"itemType": "statute", "nameOfAct": "Moss Act", "code": "Fern Code"}, "container-title", "Fern Code"),
        ({"itemType": "film", "title": "Moss", "distributor": "Wet Films"}, "publisher", "Wet Films"),
    ],
)
def test_fields_of_zotero(item: dict[str, str], variable: str, expected: str) -> None:
    work = loads(json.dumps([{"key": "A", **item}]), "zotero")[0]
    assert work.text(variable) == expected
    assert work.year == (1988 if "dateEnacted" in item else None)


def test_an_interview_is_by_those_who_speak() -> None:
    creators = [{"creatorType": "interviewee", "firstName": "Kiri", "lastName": "Moa"}]
    work = loads(json.dumps([{"itemType": "interview", "key": "A", "title": "B", "creators": creators}]), "zotero")[0]
    assert work.author[0].family == "Moa"


@pytest.mark.parametrize("kind", ["book", "proceedings", "periodical", "collection"])
def test_a_book_is_in_no_other_book(kind: str) -> None:
    text = f"@{kind}{{a, title = {{Queue Days}}, booktitle = {{Queue Days}}}}\n"
    work = loads(text, "bibtex")[0]
    assert (work.title, work.text("container-title"), work.fields["booktitle"]) == ("Queue Days", "", "Queue Days")
    assert loads(f"@{kind}{{a, booktitle = {{Queue Days}}}}", "bibtex")[0].title == "Queue Days"
    assert loads("@incollection{a, booktitle = {Queue Days}}", "bibtex")[0].text("container-title") == "Queue Days"


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"Flies of the \texttt{north}", "Flies of the north"),
        (r"\textsc{Dune}", "Dune"),
        (r"{\noopsort{steen}}{van Steen}", "van Steen"),
        (r"\href{https://a.example}{the page}, \underline{now}", "the page, now"),
        (r"at \SI{10}{\kelvin} with \ce{H2O}", "at 10\u00a0K with H<sub>2</sub>O"),
        (r"\mnras", "MNRAS"),
        (r"\textcolor{red}{Moss}\footnote{Wet.} \uppercase{and} \ensuremath{\alpha}", "Moss AND α"),
        (r"Moss\newline and \ourmacro[x]{ferns}", "Moss and ferns"),
        (r"A \{b\} \$5 {\textbackslash}c", "A {b} $5 \\c"),
        (r"Dust in H$\alpha$", "Dust in Hα"),
        (r"Moss\footnotemark\ in \nocite{x}May", "Moss in May"),
    ],
)
def test_what_latex_prints(tex: str, expected: str) -> None:
    assert printed(TeX(tex)) == expected


def test_deep_braces_are_printed_in_bounded_time() -> None:
    assert printed(TeX("{" * 50_000 + "a" + "}" * 50_000)) in ("a", "")
    assert printed(TeX("\\emph" * 50_000)) == ""


def test_no_command_in_what_is_no_latex() -> None:
    text = r"@article{a, author = {\textsc{Dune}, Ann}, title = {Flies of the \foo{north} and H$\alpha$}, journal = {\aap}, year = {\emph{soon}}}"
    for name in ("ris", "csljson", "csv", "hayagriva", "refer", "endnotexml", "mods"):
        assert "foo" not in dumps(loads(text, "bibtex").works, name), name


PREAMBLE = r"""@preamble{"\newcommand{\noopsort}[1]{} \newcommand{\ours}{\emph{Moss}} \newcommand{\theirs}{\input{x}} \def\plain#1{#1}"}
@misc{a, title = {Volume \noopsort{2}Two \ours \plain{x}}}
"""


def test_definitions_that_entries_need_come_along() -> None:
    made = dumps(loads(PREAMBLE, "bibtex"), "bibtex")
    assert made.startswith(
        r'@preamble{"\providecommand{\noopsort}[1]{} \providecommand{\ours}{\emph{Moss}} \providecommand{\plain}[1]{#1}"}'
    )
    assert "input" not in made
    assert "preamble" not in dumps(loads(PREAMBLE.replace("\\ours", "x"), "bibtex").works, "bibtex")


def test_definitions_of_a_file_are_printed() -> None:
    text = r"""@preamble{"\newcommand{\ourland}{New Moss} \newcommand{\twice}[2]{#2 and #1} \newcommand{\round}{\round}"}
@misc{a, title = {On \ourland: \twice{ferns}{bogs} \round}}"""
    assert "TI  - On New Moss: bogs and ferns\n" in dumps(loads(text, "bibtex"), "ris")


def test_a_space_behind_a_command_that_is_kept() -> None:
    assert r"Moss\footnotemark\ in May" in dumps(
        loads(r"@misc{a, title = {Moss\footnotemark\ in May}}", "bibtex").works
    )


def test_a_patent_of_word_with_a_kind_is_no_thesis() -> None:
    work = loads("@patent{a, title = {Pump}, type = {patentus}, number = {1}}", "biblatex")[0]
    assert loads(dumps([work], "wordxml"), "wordxml")[0].type == "patent"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("Test, Some and others.", "{Test, Some and others}"),
        ("Test, Some and et al.", "{Test, Some and others}"),
        ("Test, Some, et al", "{Test, Some and others}"),
        ("Test, Some et al.", "{Test, Some and others}"),
        ("Test, Some; Other, An", "{Test, Some and Other, An}"),
        (r"Test, Some \& Other, An", "{Test, Some and Other, An}"),
        ("{Moss; Fern, and Co}", "{{Moss; Fern, and Co}}"),
        (r"{Moss \& Fern}", r"{{Moss \& Fern}}"),
        ("Etal, Some", "{Etal, Some}"),
    ],
)
def test_slips_in_lists_of_names(names: str, expected: str) -> None:
    library = loads(f"@misc{{a, author = {{{names}}}}}", "bibtex")
    assert authors(library[0]) == expected
    assert bool(library.problems) == (expected != f"{{{names}}}")


def test_slips_in_names() -> None:
    library = loads("@misc{a, author = {Test, Some and others,}}\n@misc{b, author = {Kong, Mervin, Jr.}}", "bibtex")
    assert library[0].author[-1].is_others
    assert [problem.kind for problem in library.problems] == ["comma-at-end", "suffix-last"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nAU Moa, K\nER\n", "Web of Science"),
        ("PT J\nAU Moa, K\nTI Birds\nER\n", "Web of Science"),
        ("PT\tAU\tTI\nJ\tMoa, K\tBirds\n", "Web of Science"),
        ("SN  - 0000-1111\nT1  - Birds\nA1  - Moa, K\n", "tagged"),
        ("Record 1 of 1\n\nDN: Moss Abstracts\nTI: Birds\nAU: Moa, K\n", "tagged"),
        ("<?xml version='1.0'?>\n<PubmedArticleSet><PubmedArticle></PubmedArticle></PubmedArticleSet>", "PubMed"),
    ],
)
def test_formats_of_others_are_named(text: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CitekitError, match=name):
        convert(path)


def test_a_month_that_contradicts_its_date_stays_and_is_told() -> None:
    library = loads("@misc{a, date = {2021-07-12}, month = mar}", "bibtex")
    assert [problem.kind for problem in library.problems] == ["date-conflict"]
    assert "month" in dumps(library.works, "biblatex")
