"""References printed again: the style of a list, where an item departs from it, and ``check --style`` on lists."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer

from citekit import check
from citekit.commands.convert import Conversion
from citekit.commands.reprint.lines import Line, differences
from citekit.commands.reprint.lists import label_of, printed_like
from citekit.commands.reprint.readings import other_readings
from citekit.commands.reprint.style import PrintingStyle, Reprinted, says_the_same
from citekit.commands.style_check import compare
from citekit.csl.output import docx
from citekit.csl.processor import FormattedEntry, Rendered
from citekit.csl.tree import Markup
from citekit.documents.load import read_bytes
from citekit.lint.reporting.report import Report
from citekit.model.date import Date
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.web.session import WebSession

APA = {
    "article": "Lund, K., & Ito, R. B. (2018). Reeds and their quiet neighbours. *Journal of Small Waters*, *12*(3), 55–80. https://doi.org/10.5555/reeds.18",
    "book": "Novák, P. (2011). *A short history of ponds* (2nd ed.). Heron Press.",
    "chapter": "Abara, C. (2015). Counting herons. In L. Stern & M. Okoye (Eds.), *Handbook of wet places* (pp. 41–66). Heron Press.",
    "thesis": "Brandt, E. (2020). *Mud and memory* [PhD thesis]. University of Lindau.",
}


def report_of(folder: Path, lines: list[str], style: str = "apa", name: str = "list.md") -> Report:
    path = folder / name
    path.write_text("# References\n\n" + "".join(f"{line}\n\n" for line in lines), encoding="utf-8")
    return check(path, style=style, select=("reference-style",))


def found_in(folder: Path, line: str, style: str = "apa") -> list[tuple[str, str, str]]:
    """What is found in one item of a list: the words of the item it is about, the message, and the hint."""
    report = report_of(folder, [line, *APA.values()] if style == "apa" else [line], style)
    return [
        (found.source.text[found.span.start : found.span.end], found.message, found.hint)
        for found in report.diagnostics
        if found.source.line_column(found.span.start)[0] == 3
    ]


def test_a_list_that_is_printed_in_its_style_has_no_findings(tmp_path: Path) -> None:
    report = report_of(tmp_path, list(APA.values()))
    assert not report.diagnostics
    assert "4 of 4 references compared with the style" in report.summary()
    assert report.exit_code("warning") == 0


@pytest.mark.parametrize(
    ("kind", "right", "typed", "at", "printed"),
    [
        ("article", "Lund, K., & Ito", "Lund, K., and Ito", "and", "`&`"),
        ("article", "neighbours. *J", "neighbours *J", "neighbours", "`neighbours.`"),
        ("article", "55–80", "55-80", "55-80.", "`55–80.`"),
        ("article", "*12*(3)", "*12*, 3", "12*,", "`12(3),`"),
        ("article", ", 55–80", ", pp. 55–80", "pp. 55–80.", "`55–80.`"),
        ("article", "R. B. (", "R. B (", "B", "`B.`"),
        ("article", "Ito, R. B.", "Ito, Rei B.", "Rei", "`R.`"),
        ("article", "Lund, K.,", "K. Lund,", "K. Lund,", "`Lund, K.,`"),
        ("article", "https://doi.org/", "doi:", "doi:10.5555/reeds.18", "`https:"),
        ("article", "(2018). Reeds", "(2018) Reeds", "(2018)", "`(2018).`"),
        (
            "article",
            "*Journal of Small Waters*",
            "Journal of Small Waters",
            "Journal",
            "`Journal of Small Waters,` in italics",
        ),
        ("article", "Reeds and their quiet neighbours.", "“Reeds and their quiet neighbours.”", "“Reeds", "`Reeds`"),
        ("article", "Reeds and their quiet neighbours.", "Reeds and Their Quiet Neighbours.", "Their", "`their"),
        ("book", "(2nd ed.)", "(2nd edition)", "edition).", "`ed.).`"),
        ("book", "Novák, P. (2011)", "Novák, P (2011)", "P", "`P.`"),
        ("book", " Heron Press.", "", "ed.)", "the publisher after"),
        ("chapter", "(pp. 41–66)", "(41–66)", "(41–66).", "`(pp. 41–66).`"),
        ("chapter", " Heron Press.", "", "41–66)", "the publisher after"),
        ("thesis", "Brandt, E. (2020)", "Brandt, Eva (2020)", "Eva", "`E.`"),
    ],
)
def test_a_departure_is_found_at_its_place(
    tmp_path: Path, kind: str, right: str, typed: str, at: str, printed: str
) -> None:
    assert right in APA[kind]
    [(words, message, hint)] = found_in(tmp_path, APA[kind].replace(right, typed))
    assert words.strip("*").startswith(at.split(maxsplit=1)[0].strip("*")), (words, message)
    assert message.startswith("APA 7 prints ")
    assert printed in message
    assert hint == "add the publisher" or hint == "write " + APA[kind].replace("*", "")


def test_an_organisation_that_publishes_its_own_report_lacks_no_publisher(tmp_path: Path) -> None:
    line = "Small Waters Council. (2022). *Reed report 2022* (Report No. 12). https://reeds.example/report"
    assert not found_in(tmp_path, line)
    assert found_in(tmp_path, line.replace("Small Waters Council.", "Moss, A.")) != []


def test_a_name_that_is_not_inverted_is_an_organisation_where_no_given_name_is_in_front(tmp_path: Path) -> None:
    assert not found_in(tmp_path, "Mistral Dance. (2018). *Slow steps*. https://mistral.example/steps")
    assert not found_in(tmp_path, "Heron Watch. (2021). *Annual report*.")
    [(words, message, _)] = found_in(tmp_path, "Beth Marsh. (2018). *Otters in towns*. Fenn House.")
    assert (words, message) == ("Beth", "APA 7 prints `Marsh,` here")


def test_a_publisher_at_the_end_of_a_title_lacks_a_stop_before_it_also_where_an_address_follows(tmp_path: Path) -> None:
    line = "Lund, R. (2014). *Slow tides of the north* Heron Press. https://tides.example/north"
    [(words, message, _)] = found_in(tmp_path, line)
    assert (words, message) == ("north", "APA 7 prints `north.` here")


def test_what_is_of_the_style_alone_is_found_however_the_rest_is_read(tmp_path: Path) -> None:
    line = "Lund, R. (2009) “The Form of Reeds *,” Ethics and Tides, XI(1), pp. 203-259."
    [(words, message, hint)] = found_in(tmp_path, line, "harvard-cite-them-right")
    assert (words, message) == ("203-259.", "Harvard prints `203–259.` here")
    assert hint == "write " + line.replace("203-259", "203–259")


def test_the_year_of_a_book_is_where_the_style_has_it(tmp_path: Path) -> None:
    line = "Novák, Petr. (2011) *A Short History of Ponds*. Heron Press."
    [(words, message, hint)] = found_in(tmp_path, line, "mla")
    assert words == "Petr. (2011)"
    assert message == "MLA 9 prints `Petr.` here"
    assert hint == "write Novák, Petr. A Short History of Ponds. Heron Press, 2011."


def test_quotation_marks_and_commas_of_other_styles(tmp_path: Path) -> None:
    right = "R. B. Ito, “Reeds and their neighbours,” *Journal of Small Waters*, vol. 12, no. 3, pp. 55–80, 2018."
    assert not found_in(tmp_path, right, "ieee")
    for typed, at in (("‘Reeds and their neighbours,’", "‘Reeds"), ("Reeds and their neighbours,", "Reeds")):
        [(words, message, _)] = found_in(tmp_path, right.replace("“Reeds and their neighbours,”", typed), "ieee")
        assert (words, message) == (at, "IEEE prints `“Reeds` here")


def test_what_is_not_read_with_certainty_is_not_judged(tmp_path: Path) -> None:
    report = report_of(
        tmp_path, [*APA.values(), "Waters of the north, see the folder by the window, 12 (old), p. 3 Lund"]
    )
    assert not report.diagnostics
    assert "4 of 5 references compared with the style" in report.summary()


def test_titles_in_title_case_are_no_departure_where_most_titles_are(tmp_path: Path) -> None:
    titles = (
        "Green Ponds at Night",
        "Herons and Their Daily Habits",
        "Mud Beyond the Old River",
        "Long Reeds in Winter",
    )
    lines = [
        f"Lund, K. (201{n}). {title}. *Journal of Small Waters*, *{n}*, 4–19." for n, title in enumerate(titles, 1)
    ]
    assert not report_of(tmp_path, lines).diagnostics


def test_a_word_file_is_checked_by_its_paragraphs(tmp_path: Path) -> None:
    def paragraph(text: str) -> tuple[str | Markup, ...]:
        return tuple(
            Markup("font-style", "italic", (piece,)) if number % 2 else piece
            for number, piece in enumerate(text.split("*"))
            if piece
        )

    lines = [APA["article"].replace("55–80", "55-80"), APA["book"].replace("*", ""), APA["chapter"]]
    entries = tuple(FormattedEntry(str(n), paragraph(line), "References") for n, line in enumerate(lines))
    path = tmp_path / "list.docx"
    path.write_bytes(docx.document(Rendered(bibliography=entries)))
    report = check(path, style="apa", select=("reference-style",))
    places = [(*found.source.line_column(found.span.start), found.message) for found in report.diagnostics]
    lines_of = [
        found.source.line(line).split(".")[0] for found, (line, *_) in zip(report.diagnostics, places, strict=True)
    ]
    assert lines_of == ["Lund, K", "Novák, P"]
    assert [message for *_, message in places] == [
        "APA 7 prints `55–80.` here",
        "APA 7 prints `A short history of ponds` in italics here",
    ]
    assert places[0][1] == lines[0].replace("*", "").index("55-80") + 1


@pytest.mark.parametrize(
    ("name", "item"), [("list.txt", "%s\n\n"), ("list.html", "<p>%s</p>\n"), ("list.tex", "%s\n\n")]
)
def test_lists_in_other_formats(tmp_path: Path, name: str, item: str) -> None:
    heads = {"list.html": "<h1>References</h1>\n", "list.tex": "\\section*{References}\n"}
    book = "Novák, P. (2011). A short history of ponds (2nd ed.). Heron Press."
    wrong = "Brandt, E, and Stern, L. (2004). Wet places of the north. Heron Press."
    path = tmp_path / name
    path.write_text(heads.get(name, "References\n\n") + item % book + item % wrong, encoding="utf-8")
    [found] = check(path, style="apa", select=("reference-style",)).diagnostics
    assert found.hint == "write Brandt, E., & Stern, L. (2004). Wet places of the north. Heron Press."


def test_reports_and_exit_codes(citekit: Callable[..., Answer], tmp_path: Path) -> None:
    path = tmp_path / "list.md"
    wrong = APA["book"].replace("Novák, P.", "Novák, P")
    path.write_text(f"# References\n\n{wrong}\n\n{APA['thesis']}\n", encoding="utf-8")
    given = ("check", path, "--style", "apa", "--select", "reference-style")
    for to_format in ("concise", "sarif", "github"):
        answer = citekit(*given, "--to", to_format)
        assert answer.code == 1
        assert "reference-style" in answer.out
    found = json.loads(citekit(*given, "--to", "jsonl").out)
    assert (found["line"], found["column"], found["message"]) == (3, 8, "APA 7 prints `P.` here")
    path.write_text(f"# References\n\n{APA['book']}\n\n{APA['thesis']}\n", encoding="utf-8")
    assert citekit(*given).code == 0
    assert citekit("check", path, "--style", "no-style-at-all").code == 2


def test_convert_explains_which_style_a_list_is_printed_in(citekit: Callable[..., Answer], tmp_path: Path) -> None:
    lines = [APA["article"], APA["book"], APA["chapter"].replace("(pp. 41–66)", "(41–66)")]
    path = tmp_path / "list.md"
    path.write_text("# References\n\n" + "".join(f"{line}\n\n" for line in lines), encoding="utf-8")
    said = citekit("convert", path, "--explain").out
    assert said.startswith(f"{path}: printed like APA 7: 2 of 3 exactly\n")
    assert said.count("printed exactly like APA 7") == 2
    assert "APA 7 prints `(pp. 41–66).` in place of `(41–66).`" in said


def test_the_page_shows_which_style_a_list_is_printed_in() -> None:
    session = WebSession()
    text = "# References\n\n" + "\n\n".join((APA["article"], APA["book"]))
    session.answer("read", {"sources": [{"name": "list.md", "text": text}]})
    answer = session.answer("printed", {})
    assert answer["documents"] == {"list.md": "printed like APA 7: 2 of 2 exactly"}
    assert set(answer["entries"].values()) == {"printed exactly like APA 7"}


def test_a_list_in_no_known_style_is_not_called_printed_like_one() -> None:
    document = read_bytes(
        b"# Publications\n\n- **Green ponds at night**. Kari Lund / Rei Ito. Pond Notes (2018)\n"
        b"- **Reeds in winter**. Kari Lund / Ada Stern. Pond Notes (2019)\n",
        "me.md",
    )
    library = Conversion.of([document]).library
    assert library.works
    assert not printed_like(library.works, library.traces)


def test_styles_have_the_names_that_people_call_them() -> None:
    assert label_of("apa") == "APA 7"
    assert label_of("mla") == "MLA 9"
    assert label_of("Chicago") == "Chicago (author-date)"


# --- parts ---------------------------------------------------------------------------------------------------------


def test_the_reading_that_prints_exactly_is_kept() -> None:
    style = PrintingStyle("chicago-author-date")
    line = Line.of_text("Lund, Kari. 2018. Reeds in the Wet Forest. University of Lindau.")
    thesis = Work(
        "thesis",
        "a",
        {
            "title": "Reeds in the Wet Forest",
            "author": (Name("Lund", "Kari"),),
            "publisher": "University of Lindau",
            "issued": Date.of(2018),
        },
    )
    assert style.printed(thesis, line.text).text == "Lund, Kari. 2018. “Reeds in the Wet Forest.” University of Lindau."
    found = style.reprint(line, (thesis,))
    assert found.exact
    assert found.work.type != "thesis"


def test_a_reading_with_a_title_is_preferred_to_one_without() -> None:
    style = PrintingStyle("ieee")
    people, year = (Name("Moss", "R. A."),), Date.of(2005)
    bare = Work("entry-encyclopedia", "a", {"author": people, "container-title": "Slow Rivers", "issued": year})
    line = Line.of_text("R. A. Moss, Slow Rivers. 2005.")
    assert style.printed(bare, line.text).loose == line.loose
    titled = Work("webpage", "a", {"author": people, "title": "Slow Rivers", "issued": year})
    found = style.reprint(line, (bare, titled))
    assert (found.exact, found.work.title) == (True, "Slow Rivers")
    assert style.reprint(line, (bare,)).exact


def test_a_stop_is_missed_before_an_address_and_an_organisation(tmp_path: Path) -> None:
    line = "Lund, K. (2020). *Reeds and rain of the north* https://reeds.example/rain"
    [(words, message, _)] = found_in(tmp_path, line)
    assert (words, message) == ("north", "APA 7 prints `north.` here")


@pytest.mark.parametrize(
    ("line", "printed", "same"),
    [
        ("Lund, Kari (2018). Reeds.", "Lund, K. (2018). Reeds.", True),
        ("Lund, K. (2018). Reeds, 4–19.", "Lund, K. (2018). Reeds, pp. 4–19.", True),
        ("Lund, K. (2018). Green reeds.", "Lund, K. (2018). Reeds.", False),  # a word of the title is lost
        ("Lund, K. (2018). Reeds 12, 4.", "Lund, K. (2018). Reeds, 4.", False),  # a number is lost
        ("Lund, K., Ito, R. (2018). Reeds.", "Lund, K., & Ito, R. (2018). Reeds.", False),  # nothing joined them
        ("Lund, K. (2018). “Reeds”.", "Lund, K. (2018). “Reeds.", False),  # a mark is lost at one end
        ("Lund, K. (2018). Reeds*.", "Lund, K. (2018). Reeds.", False),
        ("Lund, K. (2018). Reeds().", "Lund, K. (2018). Reeds.", False),
        ("Lund, K. (2018). Reeds.", "Lund, K. (2018). Reeds.,", False),  # marks meet
    ],
)
def test_whether_a_reading_says_the_same_as_its_line(line: str, printed: str, same: bool) -> None:
    work = Work("book", "a", {"title": "Reeds", "author": (Name("Lund", "Kari"),)})
    assert says_the_same(Line.of_text(line), Reprinted(work, Line.of_text(printed), False)) is same


def test_other_readings_differ_in_one_respect() -> None:
    work = Work(
        "chapter", "a", {"title": "Reeds", "publisher": "Heron Press", "volume": "4", "editor": (Name("Lund", "KB"),)}
    )
    found = list(other_readings(work, "Reeds. Heron Press., 4. KB Lund 2018"))
    assert {"book", "thesis", "article-journal"} <= {one.type for one in found}
    assert any(one.text("container-title") == "Heron Press" and "publisher" not in one.variables for one in found)
    assert any(one.text("issue") == "4" for one in found)
    assert any(one.author == work.names("editor") for one in found)
    assert any(one.names("editor") == (Name("Lund", "K. B."),) for one in found)
    assert any(one.text("publisher") == "Heron Press." for one in found)


def test_lines_are_the_same_in_other_forms_of_their_marks() -> None:
    typed = Line.of_text('Lund, K.  "Reeds", 4-19. doi:10.5555/a')
    printed = Line.of_text("Lund, K. “Reeds”, 4–19. https://doi.org/10.5555/a.")
    assert typed.loose == printed.loose
    places = differences(typed, printed, with_italics=False)
    assert next((typed.text[a:b], printed.text[c:d]) for a, b, c, d in places) == ("-", "–")


def test_documents_without_references_are_compared_with_nothing() -> None:
    assert compare(read_bytes(b"# About\n\nA page about ponds and reeds.\n", "about.md"), "apa").seen == 0
