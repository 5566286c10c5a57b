"""The CSL processor where its test suite says nothing: modes of citing, styles by name, hostile input."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from citekit.csl import styles
from citekit.csl.cite import Citation, Cite
from citekit.csl.item import is_acronym, with_note_variables, with_origin
from citekit.csl.listing import ListingOptions
from citekit.csl.locales import available, known, language_for
from citekit.csl.model import StyleError, read_style
from citekit.csl.output import document, docx, html, jats, latex, markdown, names, rtf, terminal, text, typst, writer
from citekit.csl.processor import process
from citekit.csl.styles import NEAREST, SHORT_NAMES
from citekit.csl.tree import Markup, text_of
from citekit.formats.files import dumps, loads
from citekit.model.date import Date
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.runtime.errors import CitekitError, UnreadableInputError, UsageError
from citekit.runtime.span import Source
from citekit.text import collate
from citekit.text.rich import without_tags

DOE = Work(
    "article-journal",
    "doe",
    {
        "author": (Name("Doe", "Jane"), Name("Roe", "Richard")),
        "title": "On things",
        "container-title": "Journal of Things",
        "volume": "3",
        "page": "11-19",
        "issued": Date.of(2020, 5),
        "DOI": "10.1234/things",
    },
)
DOE_TOO = DOE.with_id("doe-too").with_variables(title="On other things")
LEE = Work("book", "lee", {"author": (Name("Lee", "Ann"),), "title": "A book", "issued": Date.of(2001)})
WORKS = [DOE, DOE_TOO, LEE]


def cited(style: str, *citations: Citation, language: str = "") -> list[str]:
    return [text.inline(made) for made in process(styles.load(style), WORKS, citations, language).citations]


def style_with(layout: str, rest: str = "", attributes: str = "") -> Source:
    return Source(
        "style.csl",
        f'<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" class="in-text">{rest}<citation {attributes}>'
        f"<layout>{layout}</layout></citation></style>",
    )


# Citing


def test_a_citation_has_locator_prefix_and_suffix() -> None:
    cite = Cite("lee", "12-14", "page", prefix="see ", suffix=", and elsewhere")
    assert cited("apa", Citation((cite,))) == ["(see Lee, 2001, pp. 12–14, and elsewhere)"]


@pytest.mark.parametrize(
    ("mode", "printed"),
    [
        ("", "(Lee, 2001)"),
        ("suppress-author", "(2001)"),
        ("author-only", "Lee"),
        ("composite", "Lee (2001)"),
    ],
)
def test_modes_of_an_author_date_style(mode: str, printed: str) -> None:
    assert cited("apa", Citation((Cite("lee"),), mode=mode)) == [printed]


def test_a_numeric_style_names_the_author_in_the_sentence() -> None:
    assert cited("ieee", Citation((Cite("lee"),), mode="composite")) == ["Lee [1]"]


def test_works_of_the_same_authors_and_year_get_suffixes() -> None:
    both = Citation((Cite("doe"), Cite("doe-too")))
    assert cited("apa", both) == ["(Doe & Roe, 2020a, 2020b)"]
    assert cited("apa", Citation((Cite("doe"),))) == ["(Doe & Roe, 2020b)"]


def test_years_print_no_range_of_months_that_nobody_knows() -> None:
    date = '<date variable="issued"><date-part name="month"/><date-part name="day" prefix=" "/></date>'
    style = read_style(style_with(f'<text variable="title"/>{date}'))
    made = process(style, [LEE.with_variables(issued=Date(((1870,), (1932,))))], [Citation((Cite("lee"),))])
    assert text.inline(made.citations[0]) == "A book"


def test_editors_in_place_of_translators_stand_in_one_pair_of_parentheses() -> None:
    names = (
        '<names variable="author"/><names variable="translator" prefix=" (" suffix=")"><name/><substitute>'
        '<names variable="editor"/></substitute></names>'
    )
    work = LEE.with_variables(editor=(Name("Roe", "Rita"),))
    made = process(read_style(style_with(names)), [work], [Citation((Cite("lee"),))])
    assert text.inline(made.citations[0]) == "Ann Lee (Rita Roe)"


def test_the_number_of_a_note_has_its_label() -> None:
    note = '<label variable="first-reference-note-number" form="short"/><text variable="first-reference-note-number"/>'
    terms = '<locale><terms><term name="first-reference-note-number" form="short">n </term></terms></locale>'
    style = read_style(style_with(f'<group><text variable="title"/>{note}</group>', terms))
    made = process(style, [LEE], [Citation((Cite("lee"),), at) for at in (1, 2)])
    assert [text.inline(one) for one in made.citations] == ["A book", "A bookn 1"]


def test_a_word_for_nobody_alone_is_no_macro() -> None:
    macro = (
        '<macro name="by"><names variable="author"><substitute><names variable="editor"/><text value="anon."/>'
        "</substitute></names></macro>"
    )
    style = read_style(style_with('<text macro="by" suffix=" "/><text variable="title"/>', macro))
    nobody = Work("book", "nobody", {"title": "A book"})
    made = process(style, [nobody, LEE], [Citation((Cite(name),)) for name in ("nobody", "lee")])
    assert [text.inline(one) for one in made.citations] == ["A book", "Ann Lee A book"]


def test_given_names_tell_apart_before_more_names_do() -> None:
    def by(work: str, *people: str) -> Work:
        return Work("book", work, {"author": tuple(Name(*who.split()[::-1]) for who in people), "title": work})

    works = [
        by("a", "John Smith", "Ann Doe", "Bob Roe"),
        by("b", "Mary Smith", "Ann Doe", "Carl Poe"),
        by("c", "John Kay", "Ann Doe", "Bob Roe"),
        by("d", "John Kay", "Amy Fay", "Carl Poe"),
    ]
    made = process(styles.load("modern-language-association"), works, [Citation((Cite(work.id),)) for work in works])
    cited = [text.inline(one) for one in made.citations]
    assert cited == ["(J. Smith et al.)", "(M. Smith et al.)", "(Kay, Doe, et al.)", "(Kay, Fay, et al.)"]
    listed = [text.inline(entry.content) for entry in made.bibliography]
    assert listed[:2] == ["Kay, John, Ann Doe, et al. C.", "Kay, John, Amy Fay, et al. D."]
    assert listed[2:] == ["Smith, John, et al. A.", "Smith, Mary, et al. B."]


def test_numbers_in_a_row_become_a_range() -> None:
    assert cited("nature", Citation(tuple(Cite(work.id) for work in WORKS))) == ["1–3"]


def test_positions_of_a_note_style() -> None:
    style = read_style(
        style_with(
            '<choose><if position="ibid-with-locator"><text value="ibid at"/></if><else-if position="ibid">'
            '<text value="ibid"/></else-if><else-if position="subsequent"><text value="above"/></else-if>'
            '<else><text value="first"/></else></choose>'
        )
    )
    cites = [Cite("doe"), Cite("doe"), Cite("doe", "5"), Cite("doe", "5"), Cite("lee"), Cite("doe")]
    made = process(style, WORKS, [Citation((cite,), note) for note, cite in enumerate(cites, 1)])
    assert [text.inline(one) for one in made.citations] == ["first", "ibid", "ibid at", "ibid", "first", "above"]


def test_a_cite_of_an_unknown_work_is_a_warning() -> None:
    made = process(styles.load("apa"), WORKS, [Citation((Cite("nobody"),))])
    assert [problem.kind for problem in made.warnings] == ["unknown-work"]
    assert made.citations == ((),)


def test_a_style_that_says_nothing_of_a_work_is_a_warning() -> None:
    style = read_style(style_with('<text variable="genre"/>'))
    made = process(style, WORKS, [Citation((Cite("lee"),))])
    assert [problem.kind for problem in made.warnings] == ["nothing-printed"]
    assert "no printed form" in text.inline(made.citations[0])


def test_another_language_brings_its_terms() -> None:
    assert cited("apa", Citation((Cite("doe", "12"),)), language="de") == ["(Doe & Roe, 2020b, S. 12)"]


def test_the_owner_of_a_list_can_stand_in_bold() -> None:
    mine = DOE.with_variables(author=(Name("Doe", "Jane").marked("self"), Name("Roe", "Richard")))
    made = process(styles.load("ieee"), [mine], listing=ListingOptions(own_name="bold"))
    assert markdown.bibliography(made).startswith("\\[1\\] **J. Doe** and R. Roe, “On things,”")
    assert "**" not in markdown.bibliography(process(styles.load("ieee"), [mine]))


@pytest.mark.parametrize(
    ("date", "printed"),
    [
        (Date.of(2020, 5), "(Lee, 2020)"),
        (Date(((1999,), (2003,))), "(Lee, 1999–2003)"),
        (Date(((1999,), ())), "(Lee, 1999–)"),
        (Date(((1900,), (1999,)), unspecified=True), "(Lee, 19XX)"),
        (Date(((1850,),), circa=True), "(Lee, ca. 1850)"),
        (Date(((1850,),), uncertain=True), "(Lee, ca. 1850)"),
        (Date(((-44, 3, 15),)), "(Lee, 44 B.C.E.)"),
        (Date(literal="in press"), "(Lee, in press)"),
    ],
)
def test_dates_of_every_kind(date: Date, printed: str) -> None:
    made = process(styles.load("apa"), [LEE.with_variables(issued=date)], [Citation((Cite("lee"),))])
    assert text.inline(made.citations[0]) == printed


# Styles and languages


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("apa", "apa"),
        ("mla", "modern-language-association"),
        ("Chicago", "chicago-author-date"),
        ("nature-biotechnology", "nature-biotechnology"),
        ("http://www.zotero.org/styles/ieee", "ieee"),
        ("APA Style 7th edition", "apa"),
    ],
)
def test_a_style_is_found_by_name_title_and_address(name: str, file: str) -> None:
    assert styles.find(name).name == file


def test_short_names_and_parents_are_styles() -> None:
    index = styles.index()
    assert [name for name in {**SHORT_NAMES, **NEAREST}.values() if name not in index] == []
    assert [style.name for style in index.values() if style.parent and style.parent not in index] == []


def test_a_dependent_style_is_its_parent() -> None:
    assert styles.load("nature-biotechnology").info.title == "Nature"


def test_a_style_can_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "own.csl"
    path.write_text(style_with('<text variable="title"/>').text, encoding="utf-8")
    made = process(styles.load(str(path)), WORKS, [Citation((Cite("lee"),))])
    assert text.inline(made.citations[0]) == "A book"


def test_an_unknown_style_is_said_with_those_near() -> None:
    with pytest.raises(UsageError, match="citekit list styles"):
        styles.load("no-such-style-anywhere")
    with pytest.raises(UnreadableInputError):
        styles.load("missing.csl")


def test_styles_are_searched_by_words() -> None:
    assert styles.search("modern language")[0].name == "modern-language-association"
    assert styles.search("no such words in any title") == []


@pytest.mark.parametrize(("code", "file"), [("de", "de-DE"), ("de-at", "de-AT"), ("xx", "en-US"), ("pt_BR", "pt-BR")])
def test_a_language_falls_back(code: str, file: str) -> None:
    assert known(code) == file


def test_every_locale_file_is_read() -> None:
    style = read_style(style_with('<text variable="title"/>'))
    for code in available():
        language = language_for(style, code)
        assert language.term("and")
        assert language.dates["text"].children


# Hostile and broken styles


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ('<!DOCTYPE style [<!ENTITY a "b">]><style/>', "document type"),
        ("<style>", "not well-formed"),
        ("<html/>", "not a CSL style"),
        (style_with('<text macro="x"/>').text, "no macro 'x'"),
        (
            style_with("", '<macro name="a"><text macro="b"/></macro><macro name="b"><text macro="a"/></macro>').text,
            "itself",
        ),
        (style_with("<group>" * 90 + "</group>" * 90, '<macro name="a"/>').text, ""),
        ("<a>" * 200 + "</a>" * 200, "deeply"),
        ('<style xmlns="http://purl.org/net/xbiblio/csl"/>', "no <citation>"),
    ],
)
def test_a_broken_style_is_told_with_its_place(broken: str, message: str) -> None:
    if not message:
        assert read_style(Source("s.csl", broken)).citation.layout.children
        return
    with pytest.raises(StyleError, match=message) as caught:
        read_style(Source("s.csl", broken))
    assert str(caught.value).startswith("s.csl:1:")


def test_macros_that_double_are_cut_short() -> None:
    macros = "".join(f'<macro name="m{n}"><text macro="m{n + 1}"/><text macro="m{n + 1}"/></macro>' for n in range(50))
    style = read_style(style_with('<text macro="m0"/>', f'{macros}<macro name="m50"><text value="ha"/></macro>'))
    made = process(style, WORKS, [Citation((Cite("lee"),))])
    assert 0 < len(text.inline(made.citations[0])) < 100_000


def test_unknown_elements_are_problems_and_not_errors() -> None:
    problems: list[object] = []
    read_style(style_with('<institution/><text variable="title"/>'), problems)  # type: ignore[arg-type]
    assert len(problems) == 1


# Output


TEXT_SPACE = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
NASTY = Work(
    "book",
    "n",
    {"title": "<b>A</b> \\x{y} $z_\\a^2$ & #1 ~50% <script> *s* `t` [u](v) \x1b[31m", "URL": "javascript:x"},
)


def printed(name: str) -> str:
    layout = '<text variable="title"/><text variable="URL" prefix=" "/>'
    style = read_style(style_with(layout))
    return writer(name).inline(process(style, [NASTY], [Citation((Cite("n"),))]).citations[0])


def test_every_writer_escapes_for_its_target() -> None:
    assert printed("text") == "A \\x{y} $z_\\a^2$ & #1 ~50% <script> *s* `t` [u](v) [31m javascript:x"
    assert printed("html").startswith("<b>A</b> \\x{y} $z_\\a^2$ &#38; #1 ~50% &#60;script&#62;")
    assert printed("markdown").startswith(r"**A** \\x{y} \$z\_\\a\^2\$ \& \#1 \~50% \<script\> \*s\* \`t\` \[u\](v)")
    assert printed("latex").startswith(
        r"\textbf{A} \textbackslash{}x\{y\} \$z\_\textbackslash{}a\textasciicircum{}2\$ \& \#1"
    )
    assert printed("rtf").startswith(r"{\b A} \\x\{y\} $z_\\a^2$ & #1")
    assert printed("typst").startswith(r"#strong[A] \\x{y} \$z\_\\a^2\$ & \#1 \~50% \<script\> \*s\* \`t\` \[u\](v)")
    assert "\x1b[31m" not in printed("terminal")
    assert printed("docx").startswith(
        '<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">A</w:t></w:r><w:r><w:rPr></w:rPr>'
        '<w:t xml:space="preserve"> \\x{y} $z_\\a^2$ &amp; #1 ~50% &lt;script&gt;'
    )
    assert printed("odt").startswith(
        '<text:span text:style-name="FontWeightBold">A</text:span> \\x{y} $z_\\a^2$ &amp; #1 ~50% &lt;script&gt;'
    )
    assert printed("jats").startswith("<bold>A</bold> \\x{y} $z_\\a^2$ &amp; #1 ~50% &lt;script&gt;")
    assert not any("\x1b" in printed(name) for name in ("docx", "odt", "jats"))


def test_entries_of_typst_hang_where_the_style_says_so() -> None:
    assert typst.bibliography(process(styles.load("apa"), [LEE])).startswith(
        "#par(hanging-indent: 2em)[Lee, A. (2001)."
    )
    assert not typst.bibliography(process(styles.load("ieee"), [LEE])).startswith("#par")


def test_calls_of_typst_end_before_what_would_be_their_arguments() -> None:
    italic = Markup("font-style", "italic", ("51",))
    assert typst.inline((italic, "(2), ", italic, ".a ", italic, "; ", italic, " b")) == (
        "#emph[51];(2), #emph[51];.a #emph[51];; #emph[51] b"
    )


def test_only_web_addresses_are_links() -> None:
    entry = process(styles.load("apa"), [DOE]).bibliography[0].content
    assert '<a href="https://doi.org/10.1234/things">' in html.inline(entry, links=True)
    assert "<a" not in html.inline(entry)
    assert r"\href{https://doi.org/10.1234/things}" in latex.inline(entry)
    assert "(https://doi.org/10.1234/things)" in markdown.inline(entry)
    assert '#link("https://doi.org/10.1234/things")' in typst.inline(entry)
    assert "href" not in printed("latex")


def test_every_writer_prints_the_bibliography() -> None:
    made = process(styles.load("ieee"), WORKS)
    assert names() == (
        "asciidoc",
        "docx",
        "html",
        "jats",
        "json",
        "latex",
        "markdown",
        "odt",
        "org",
        "pandoc",
        "rst",
        "rtf",
        "terminal",
        "text",
        "typst",
    )
    assert text.bibliography(made).startswith(
        "[1] J. Doe and R. Roe, “On things,” Journal of Things, vol. 3, pp. 11–19"
    )
    assert rtf.bibliography(made).startswith("{\\rtf1")
    assert "\x1b[3mJournal of Things\x1b[23m" in terminal.bibliography(made)
    with pytest.raises(CitekitError):
        writer("doc")


def test_files_of_word_processors_are_whole() -> None:
    made = process(styles.load("ieee"), WORKS, listing=ListingOptions(group_by="type"))
    with zipfile.ZipFile(io.BytesIO(document("docx", made))) as archive:
        assert archive.testzip() is None
        for name in archive.namelist():
            ElementTree.fromstring(archive.read(name))
        body = archive.read("word/document.xml").decode()
    assert body.count('<w:pStyle w:val="Bibliography"/>') == len(WORKS)
    assert '<w:t xml:space="preserve">[1]</w:t></w:r><w:r><w:tab/></w:r>' in body
    assert '<w:bookmarkStart w:id="0" w:name="bibliography"/>' in body
    linked = docx.bibliography(process(styles.load("apa"), [DOE]))
    assert 'HYPERLINK "https://doi.org/10.1234/things"' in linked
    assert "fldSimple" not in linked  # whose text many programs do not show
    with zipfile.ZipFile(io.BytesIO(document("odt", made))) as archive:
        assert archive.infolist()[0].filename == "mimetype"
        assert archive.infolist()[0].compress_type == zipfile.ZIP_STORED
        content = ElementTree.fromstring(archive.read("content.xml"))
    assert sum("style-name" in str(p.attrib) for p in content.iter(f"{{{TEXT_SPACE}}}p")) == len(WORKS)
    assert document("docx", made) == document("docx", made)


def test_a_page_lays_out_what_the_style_wants() -> None:
    ieee, apa = (process(styles.load(name), WORKS) for name in ("ieee", "apa"))
    assert ".csl-left-margin{float:left}.csl-right-inline{margin-left:2.4em}" in html.bibliography(ieee)
    assert "text-indent:-2em" in html.bibliography(apa)
    assert "<style>" not in html.bibliography(apa, links=False)
    page = document("html", apa).decode()
    assert page.startswith("<!DOCTYPE html>\n<html>")
    assert html.bibliography(apa) in page


def test_a_reference_list_of_jats_has_labels_and_groups() -> None:
    made = process(styles.load("ieee"), WORKS, listing=ListingOptions(group_by="type"))
    lists = ElementTree.fromstring(jats.bibliography(made))
    assert [part.tag for part in lists] == ["ref-list"] * len({entry.heading for entry in made.bibliography})
    assert [label.text for label in lists.iter("label")] == [f"[{n}]" for n in range(1, len(WORKS) + 1)]
    assert [ref.get("id") for ref in lists.iter("ref")] == [f"ref-{entry.id}" for entry in made.bibliography]


# What people call styles


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("ACL", "Association for Computational Linguistics - Conference Proceedings"),
        ("GB/T 7714", "China National Standard GB/T 7714-2015 (numeric, 中文)"),
        ("gbt7714", "China National Standard GB/T 7714-2015 (numeric, 中文)"),
        ("lncs", "Springer - Lecture Notes in Computer Science"),
        ("NeurIPS", "Association for Computational Linguistics - Conference Proceedings"),
        ("Elsevier", "Elsevier (numeric, with titles)"),
    ],
)
def test_a_style_is_found_by_what_people_call_it(name: str, title: str) -> None:
    assert styles.load(name).info.title == title


@pytest.mark.parametrize(
    ("typed", "meant"), [("appa", "apa"), ("vancuver", "nlm-citation-sequence"), ("chicgo", "chicago-author-date")]
)
def test_a_misspelt_style_names_the_one_that_is_meant(typed: str, meant: str) -> None:
    with pytest.raises(UsageError, match=f"did you mean {meant}"):
        styles.load(typed)


def test_styles_are_searched_by_field_and_kind() -> None:
    found = styles.search("vancouver", "medicine", "numeric")
    assert found
    assert all(style.format == "numeric" and "medicine" in style.fields.split() for style in found)
    assert "springer-lecture-notes-in-computer-science" in [style.name for style in styles.search("lncs")]


# The order of texts


def test_texts_sort_as_in_a_dictionary() -> None:
    words = ["Zebra", "Ärger", "Apfel", "apfel", "Ångström", "10", "Œuvre", "öde", "Straße", "strasse"]
    expected = ["10", "Ångström", "apfel", "Apfel", "Ärger", "öde", "Œuvre", "strasse", "Straße", "Zebra"]
    assert sorted(words, key=collate.key) == expected


def test_a_language_has_its_own_alphabet() -> None:
    names = ["Öberg", "Zander", "Åkesson", "Alm", "Ohlsson"]
    assert sorted(names, key=collate.key) == ["Åkesson", "Alm", "Öberg", "Ohlsson", "Zander"]
    swedish = sorted(names, key=lambda name: collate.key(name, "sv-SE"))
    assert swedish == ["Alm", "Ohlsson", "Zander", "Åkesson", "Öberg"]


@pytest.mark.parametrize(
    ("short", "name", "expected"),
    [
        ("EuroSys", "European Conference on Computer Systems", True),
        ("NeurIPS", "Conference on Neural Information Processing Systems", True),
        ("PPoPP", "Symposium on Principles and Practice of Parallel Programming", True),
        ("AAAI", "AAAI Conference on Artificial Intelligence", True),
        ("MLsys", "Conference on Machine Learning and Systems", True),
        ("LNCS", "Logic in Computer Science", False),
        ("LNCS", "Computer Vision", False),
        ("IEEE", "Design Automation Conference", False),
        ("Lecture Notes", "Lecture Notes", False),
        ("", "", False),
    ],
)
def test_an_acronym_of_a_container(short: str, name: str, expected: bool) -> None:
    assert is_acronym(short, name) is expected


def test_the_acronym_of_a_conference_is_no_series() -> None:
    work = Work(
        "paper-conference",
        "a",
        {"title": "T", "container-title": "European Conference on Computer Systems", "collection-title": "EuroSys"},
    )
    seen = with_origin(work)
    assert (seen.text("collection-title"), seen.text("container-title-short")) == ("", "EuroSys")
    series = work.with_variables(collection_title="LNCS")
    assert with_origin(series) == series
    [stated] = loads(dumps([work], "csljson"), "csljson")
    assert stated == work
    assert with_origin(stated) == stated, "CSL's own data means what it says"
    assert "EuroSys" in text.bibliography(process(styles.load("chicago-author-date"), [stated]))


def test_an_arxiv_identifier_is_the_number_of_a_preprint() -> None:
    work = Work("article", "a", {"title": "T"}, {"eprint": "2103.13262", "archiveprefix": "arXiv"})
    seen = with_origin(work)
    assert seen.text("DOI") == "10.48550/arXiv.2103.13262"
    printed = text.bibliography(process(styles.load("apa"), [seen]))
    assert printed == "T (arXiv:2103.13262). (n.d.). arXiv. https://doi.org/10.48550/arXiv.2103.13262\n"
    alone = replace(work, type="article-journal")  # as INSPIRE exports a preprint
    assert with_origin(alone) == seen
    published = replace(alone, variables={"title": "T", "container-title": "J"})
    assert with_origin(published) == published


# What the processors that people know agree on where the specification is silent


def one(layout: str, work: Work) -> str:
    """A citation of one work in a style of this layout."""
    style = read_style(style_with(layout))
    return text.inline(process(style, [work], [Citation((Cite(work.id),))]).citations[0])


@pytest.mark.parametrize(
    ("eprint", "number", "doi"),
    [
        ("2403.11421", "2403.11421", "10.48550/arXiv.2403.11421"),
        ("arXiv:2403.11421v2", "2403.11421v2", "10.48550/arXiv.2403.11421"),
        ("https://arxiv.org/abs/2403.11421", "2403.11421", "10.48550/arXiv.2403.11421"),
        ("math.GT/0309136", "math/0309136", "10.48550/arXiv.math/0309136"),
        ("9999.12345", "9999.12345", ""),
    ],
)
def test_a_preprint_has_the_number_that_every_other_part_reads(eprint: str, number: str, doi: str) -> None:
    work = with_origin(Work("article", "a", {"title": "Lazy Queues"}, {"eprint": eprint, "archiveprefix": "arXiv"}))
    assert (without_tags(work.text("number")), work.text("DOI")) == (f"arXiv:{number}", doi)


@pytest.mark.parametrize(
    ("note", "date"),
    [
        ("original-date: 1949-03-12", Date.of(1949, 3, 12)),
        ("original-date: 1949/1950", Date(((1949,), (1950,)))),
        ("original-date: March 1949", Date.of(1949, 3)),
        ("original-date: -44", Date.of(-44)),
        ("{:original-date: ca. 1850}", Date(((1850,),), circa=True)),
    ],
)
def test_a_date_in_a_note_is_read_as_everywhere_else(note: str, date: Date) -> None:
    work = with_note_variables(Work("book", "a", {"title": "Moss", "note": note}))
    assert (work.date("original-date"), work.text("note")) == (date, "")


@pytest.mark.parametrize(
    ("note", "variables"),
    [
        ("Number: 7 Publisher: Moss Society", {"number": "7", "publisher": "Moss Society", "note": ""}),
        ("Number: 5 Publisher: Moss Society", {"number": "", "publisher": "Moss Society", "note": ""}),
        ("Number: 5", {"number": "", "note": ""}),
        ("Publisher: Moss Society Place: Ghent", {"publisher": "Moss Society Place: Ghent"}),
        ("Genre: Essay Medium: Film Publisher: Fern", {"genre": "Essay", "medium": "Film", "publisher": "Fern"}),
        ("We thank the Publisher: Fern", {"publisher": "", "note": "We thank the Publisher: Fern"}),
    ],
)
def test_a_note_that_bibtex_joined_to_one_line_has_all_its_variables(note: str, variables: dict[str, str]) -> None:
    work = with_note_variables(Work("article-journal", "a", {"title": "Moss", "issue": "5", "note": note}))
    assert {name: work.text(name) for name in variables} == variables


def test_words_in_a_note_do_not_take_the_place_of_a_date() -> None:
    work = Work("book", "a", {"issued": Date.of(1999), "note": "issued: forthcoming"})
    assert with_note_variables(work).date("issued") == Date.of(1999)
    assert with_note_variables(work.with_variables(note="issued: 2001")).date("issued") == Date.of(2001)


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        (Name("王", "小明"), "王小明"),
        (Name("김", "철수"), "김철수"),
        (Name("حداد", "سليم"), "سليم حداد"),
        (Name("Иванова", "Мария"), "М. Иванова"),
        (Name("Lee", "Ann"), "A. Lee"),
    ],
)
def test_only_scripts_with_capitals_have_initials(name: Name, printed: str) -> None:
    work = Work("book", "w", {"author": (name,)})
    assert one('<names variable="author"><name initialize-with=". "/></names>', work) == printed


def test_affixes_and_looks_of_a_name_are_those_of_each_name() -> None:
    layout = '<names variable="author"><name prefix="[" suffix="]" delimiter=", "/></names>'
    assert one(layout, DOE) == "[Jane Doe], [Richard Roe]"


@pytest.mark.parametrize(("kind", "printed"), [("book", "yes"), ("chapter", "yes"), ("report", "no")])
@pytest.mark.parametrize("match", ["", 'match="all"', 'match="any"'])
def test_several_types_mean_any_of_them(kind: str, printed: str, match: str) -> None:
    layout = f'<choose><if type="book chapter" {match}><text value="yes"/></if><else><text value="no"/></else></choose>'
    assert one(layout, Work(kind, "w", {"title": "T"})) == printed


@pytest.mark.parametrize(
    ("title", "printed"), [("arXiv preprint", "arXiv preprint"), ("preprint", "Preprint"), ("pH of seas", "pH of seas")]
)
def test_a_word_with_capitals_inside_keeps_its_first_letter(title: str, printed: str) -> None:
    layout = '<text variable="title" text-case="capitalize-first"/>'
    assert one(layout, Work("book", "w", {"title": title})) == printed


def test_the_old_name_of_an_event_is_read_and_not_filled() -> None:
    both = '<text variable="event" prefix="old:"/><text variable="event-title" prefix="new:"/>'
    assert one(both, Work("speech", "w", {"event-title": "A Day"})) == "new:A Day"
    assert one(both, Work("speech", "w", {"event": "A Day"})) == "old:A Daynew:A Day"


def test_words_of_the_style_take_the_case_of_its_language_not_of_the_work() -> None:
    label = '<names variable="editor"><name/><label form="short" text-case="title" prefix=" (" suffix=")"/></names>'
    work = Work("book", "w", {"editor": (Name("Petit", "Claire"),), "language": "fr-FR"})
    assert one(label, work) == "Claire Petit (Ed.)"


@pytest.mark.parametrize(
    ("doi", "printed"),
    [
        ("https://doi.org/10.1234/moss.1", "https://doi.org/10.1234/moss.1"),
        ("http://dx.doi.org/10.1234/moss.1", "https://doi.org/10.1234/moss.1"),
        ("doi:10.1234/moss.1", "https://doi.org/10.1234/moss.1"),
    ],
)
def test_a_resolver_or_label_in_the_field_of_a_doi_is_printed_once(doi: str, printed: str) -> None:
    entry = f"@book{{a, title={{Moss}}, author={{Moa, Kiri}}, year=2001, doi={{{doi}}}}}"
    works = loads(entry, "bibtex").works
    assert text_of(process(styles.load("apa"), works).bibliography[0].content).endswith(f". {printed}")


def test_a_doi_with_angle_brackets_is_a_link() -> None:
    work = Work("a", "book", {"title": "Moss", "DOI": "10.1234/(SICI)1097(19980815)17:15<16::AID-X9>3.0.CO;2-2"})
    made = html.inline(process(styles.load("apa"), [work]).bibliography[0].content, links=True)
    assert 'href="https://doi.org/10.1234/(SICI)1097(19980815)17:15%3C16::AID-X9%3E3.0.CO;2-2"' in made


@pytest.mark.parametrize(
    ("title", "printed"),
    [
        ("2020 in review", "2020 in Review"),
        ("50% of the best", "50% of the Best"),
        ("1. the beginning", "1. The Beginning"),
        ("(1) the beginning", "(1) The Beginning"),
        ("2001: a journey", "2001: A Journey"),
        ("— of mice", "— Of Mice"),
    ],
)
def test_a_number_is_the_first_word_of_a_title(title: str, printed: str) -> None:
    layout = '<text variable="title" text-case="title"/>'
    assert one(layout, Work("book", "w", {"title": title, "language": "en"})) == printed
