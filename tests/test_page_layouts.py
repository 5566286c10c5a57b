"""Pages of popular layouts, in which the structure says where each publication is and what its parts are.

Each layout is a template for one publication (and for what stands above those of a year); the same six works are put in, two
of one author, so that nothing but the layout differs.
"""

from __future__ import annotations

from itertools import groupby

import pytest

from citekit.documents.load import read_text
from citekit.extraction.label_revision import repeated_records, year_lines
from citekit.extraction.pipeline import Reading, convert_document
from citekit.extraction.segments.lines import document_lines
from citekit.extraction.segments.parts import label_of, named_parts
from citekit.runtime.config import ConvertSettings

WORKS = [
    ("Tide gauges and the shape of small harbours", "Mirela Ostrand, Jonas P. Keil, Aiko Tamura", "Journal of Coastal Measurement", 2023),
    ("LANTERN: A Compact Encoder for Sparse Maps", "Jonas P. Keil, Mirela Ostrand", "Proceedings of the Conference on Mapped Learning", 2022),
    ("Reading salt: how marshes remember storms", "Mirela Ostrand, Ferran Puigdemont, Lucia Brandão, Aiko Tamura", "Annals of Wetland Science", 2021),
    ("On the counting of drifting buoys", "Mirela Ostrand", "Ocean Instruments Letters", 2021),
    ("Robust Sensor Fusion without Clocks", "Ferran Puigdemont, Mirela Ostrand, Jonas P. Keil", "International Workshop on Distributed Sensing", 2020),
    ("What the harbour master knew", "Lucia Brandão, Mirela Ostrand", "Northern Maritime Review", 2019),
]  # fmt: skip
PAGE = (
    "<!DOCTYPE html><html><head><title>Mirela Ostrand</title></head><body><h1>Mirela Ostrand</h1>"
    "<p>I work on sensors and on the coast at the Institute for Tides, Novahavn.</p>{}</body></html>"
)
PUBLICATIONS = "<h2>Publications</h2>"
LAYOUTS = {
    "a row each, the columns named": (
        PUBLICATIONS + "<table><tr><th>Title</th><th>Authors</th><th>Venue</th><th>Year</th></tr>{}</table>",
        "",
        "<tr><td>{t}</td><td>{a}</td><td>{v}</td><td>{y}</td></tr>",
    ),
    "rows below a row with the year": (
        PUBLICATIONS + "<table>{}</table>",
        '<tr><td colspan="2"><strong>{y}</strong></td></tr>',
        '<tr><td><img src="t.png"></td><td>{t}<br>{a}<br><em>{v}</em></td></tr>',
    ),
    "the year beside the first of its rows": (
        PUBLICATIONS + '<div class="container">{}</div>',
        "",
        '<div class="row"><div class="col-1">{first}</div><div class="col-11"><b>{t}</b><br>{a}<br>{v}</div></div>',
    ),
    "a table each, the rows labelled": (
        PUBLICATIONS + "{}",
        "",
        (
            '<table class="paper"><tr><th>Title</th><td>{t}</td></tr><tr><th>Authors</th><td>{a}</td></tr>'
            "<tr><th>Journal</th><td>{v}</td></tr><tr><th>Year</th><td>{y}</td></tr></table>"
        ),
    ),
    "a div each, a year column for several": (
        PUBLICATIONS + "{}",
        '<div class="row"><div class="col-1">{y}</div></div>',
        (
            '<div class="bibitem"><div class="title"><a href="p.pdf">{t}</a>,</div> <span class="author">{a}</span>'
            ' <span class="desc"> in {v}</span></div>'
        ),
    ),
    "a paragraph for each part, with a folded abstract": (
        PUBLICATIONS + "<section>{}</section>",
        "",
        (
            '<div class="publication"><p class="title">{t}</p><p class="authors">{a}</p><p class="venue">{v}</p>'
            '<p class="year">{y}</p><details><summary>Abstract</summary><p>We present a study of the coast, in which sensors'
            " are read in the year {y} by three people.</p></details></div>"
        ),
    ),
    "cards with the year in a badge": (
        PUBLICATIONS + '<div class="row">{}</div>',
        "",
        (
            '<div class="card"><span class="badge">{y}</span><div class="card-body"><h5 class="card-title">{t}</h5>'
            '<p class="card-text">{a}</p><p class="card-text"><small>{v}</small></p><a href="p" class="card-link">Paper</a></div></div>'
        ),
    ),
    "cards with people, date and venue above the title": (
        '<h1>Publications</h1><div class="isotope">{}</div>',
        "",
        (
            '<div class="view-card"><div class="article-metadata"><div><span>{a}</span></div><span class="article-date">{y}</span>'
            '<span class="middot-divider"></span><span class="pub-publication"><em>{v}</em></span></div>'
            '<div class="article-title"><a href="/p/">{t}</a></div><a href="/p/" class="summary-link"><div class="article-style">'
            "<p>A short summary of this work, in which the reader finds what was measured.</p></div></a>"
            '<div class="btn-links"><a class="btn" href="u">PDF</a><a href="#" class="btn">Cite</a></div></div>'
        ),
    ),
    "a heading each, and the whole reference below": (
        "<h1>Publications</h1>{}",
        "",
        (
            '<div class="list__item"><article><h2 class="archive__item-title" itemprop="headline"><a href="/p/1">{t}</a></h2>'
            '<p>Published in <i>{v}</i>, {y}</p><p itemprop="description">This paper is about the number of fixed measures.</p>'
            "<p>Recommended citation: {inverted} ({y}). &quot;{t}.&quot; <i>{v}</i>. <a href='d.pdf'>Download Paper</a></p></article></div>"
        ),
    ),
    "rows of fields with labels": (
        PUBLICATIONS + '<div class="view-content">{}</div>',
        "",
        (
            '<div class="views-row"><div class="views-field views-field-title"><span class="field-content"><a href="/n">{t}</a></span></div>'
            '<div class="views-field-field-authors"><span class="views-label">Authors: </span><div class="field-content">{a}</div></div>'
            '<div class="views-field-field-journal"><div class="field-content">{v}</div></div>'
            '<div class="views-field-field-year"><div class="field-content">{y}</div></div></div>'
        ),
    ),
    "no sign between the parts": (
        PUBLICATIONS + "{}",
        "",
        (
            '<p class="pub"><span class="authors">{a}</span> <span class="title">{t}</span> <span class="journal">{v}</span>'
            ' <span class="year">{y}</span></p>'
        ),
    ),
    "the kind of work beside the title": (
        PUBLICATIONS + '<table class="teachpress">{}</table>',
        '<tr><td colspan="2"><h3>{y}</h3></td></tr>',
        (
            '<tr class="tp_publication"><td><p class="tp_pub_author">{semicolons}</p><p class="tp_pub_title"><a class="tp_title_link" href="d">{t}</a>'
            ' <span class="tp_pub_type">Journal Article</span></p><p class="tp_pub_additional"><span>In: </span>'
            '<span class="tp_pub_additional_journal">{v}, </span><span class="tp_pub_additional_year">{y}</span>.</p></td></tr>'
        ),
    ),
    "a table each, its rows without labels, a number beside all": (
        PUBLICATIONS + "{}",
        "",
        (
            '<table><tr><td rowspan="5">7.</td></tr><tr><td><a href="d.pdf"><b>{t}</b></a></td></tr><tr><td>{joined}</td></tr>'
            "<tr><td>{v}, {y}</td></tr><tr><td>[pdf] [code]</td></tr></table>"
        ),
    ),
    "paragraphs called by their parts, with no element around a publication": (
        PUBLICATIONS + "{}",
        "<h3>{y}</h3>",
        '<p class="title">{t}</p><p class="authors">{joined}</p><p class="venue">{v}, to appear</p>',
    ),
    "lines of one cell below bold years": (
        "<table><tr><td><a href='i.html'>Home</a></td><td>{}</td></tr></table>",
        "<b>{y}</b><br>",
        "{joined}. <i>{t}</i>. {v} 5:10-14.<br>",
    ),
}  # fmt: skip


def page(layout: str) -> str:
    """Return the page of a layout."""
    whole, above, each = LAYOUTS[layout]
    made = []
    for year, works in groupby(WORKS, lambda work: work[3]):
        made.append(above.format(y=year))
        for n, (title, people, venue, _) in enumerate(works):
            names = [name.split() for name in people.split(", ")]
            inverted = ", ".join(f"{name[-1]}, {' '.join(f'{given[0]}.' for given in name[:-1])}" for name in names)
            made.append(
                each.format(
                    t=title,
                    a=people,
                    v=venue,
                    y=year,
                    first="" if n else year,
                    inverted=inverted,
                    joined=" and ".join(people.rsplit(", ", 1)),
                    semicolons=people.replace(", ", "; "),
                )
            )
    return PAGE.format(whole.format("\n".join(made)))


def converted(text: str, name: str = "page.html") -> Reading:
    return convert_document(read_text(text, name), ConvertSettings())


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_layout_is_read_whole(layout: str) -> None:
    found = [
        (str(work.title), [name.family for name in work.author], str(work["container-title"]), work.year)
        for work in converted(page(layout)).library.works
    ]
    assert found == [(t, [name.split()[-1] for name in a.split(", ")], v, y) for t, a, v, y in WORKS]


def test_records_in_japanese_have_titles_without_spaces_and_people_without_initials() -> None:
    rows = [
        ("雪国における屋根の形態", "森川 蓮, 小田 葵", "雪工学論文集, Vol. 12, pp. 21-30, 2021"),
        ("軒先の氷柱の成長と落下", "小田 葵, 森川 蓮, 本多 結衣", "寒地建築, Vol. 8, pp. 5-14, 2019"),
        ("積雪荷重の長期観測", "本多 結衣, 小田 葵", "雪工学論文集, Vol. 9, pp. 1-8, 2018"),
    ]
    each = "<table><tr><td>{}</td></tr><tr><td>{}</td></tr><tr><td>{}</td></tr></table>"
    document = read_text(PAGE.format("<h2>論文</h2>" + "".join(each.format(*row) for row in rows)), "page.html")
    lines = document_lines(document)
    assert [[lines[n].text for n in r] for r in repeated_records(document, lines)[0]] == [list(row) for row in rows]


def test_and_is_no_part_of_a_name_in_an_element_of_people() -> None:
    text = PAGE.format(
        f"{PUBLICATIONS}<h3>2024</h3>"
        '<p class="title">A Theory of Cold Soup</p><p class="authors">Alma Pick and Rob Sten</p>'
        '<p class="venue">Theory of Taste Conference (ToT)</p>'
    )
    (work,) = converted(text).library.works
    assert [name.family for name in work.author] == ["Pick", "Sten"]


def test_a_record_beside_awards_is_none() -> None:
    rows = "".join(f"<li>{a}. <i>{t}</i>. {v}, {y}.</li>" for t, a, v, y in WORKS)
    awards = "".join(f"<li>Golden Pebble of the Example Society, {y}.</li>" for y in range(2020, 2024))
    text = PAGE.format(f"{PUBLICATIONS}<ul>{rows}</ul><h2>Awards</h2><ul>{awards}</ul>")
    assert [str(work.title) for work in converted(text).library.works] == [title for title, *_ in WORKS]


@pytest.mark.parametrize(
    ("names", "is_part"),
    [
        ("pub-title", True),
        ("paperTitle", True),
        ("tp_pub_title x", True),
        ("subtitled", False),
        ("titleauthoryear", False),
    ],
)
def test_the_names_of_a_title(names: str, is_part: bool) -> None:
    document = read_text(PAGE.format(f'<p><b class="{names}">Tides of small harbours</b> by Ada Lind</p>'), "page.html")
    assert [kind for _, kind in named_parts(document)] == ["title"] * is_part


@pytest.mark.parametrize(
    ("element", "kind"),
    [
        ('<p class="authors">Ada Lind, Bo Kern</p>', "author"),
        ('<p class="authors">Ada Lind, Bo Kern. Tides of harbours, 2021</p>', ""),  # the whole reference
        ('<p class="authors">see the names on the page of the paper</p>', ""),
        ('<p class="title">News</p>', ""),
        ('<p class="journal-title">Annals</p>', "container"),
        ('<p class="year">2021</p>', "year"),
        (f'<div class="year-group">{"2021 Ada Lind, Tides. " * 20}</div>', ""),
        ('<p class="title">Tides of harbours <a class="title-link">Tides of small harbours</a> [code]</p>', "title"),
    ],
)
def test_a_name_that_the_page_uses_for_something_else_is_not_believed(element: str, kind: str) -> None:
    parts = named_parts(read_text(PAGE.format(element), "page.html"))
    assert [own for _, own in parts] == [kind] * bool(kind)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Title", "title"),
        ("Authors:", "author"),
        ("Publication date", ""),
        ("Journal", "container"),
        ("Journal of Tides", ""),
    ],
)
def test_what_a_label_says(text: str, kind: str) -> None:
    assert label_of(text) == kind


def test_years_beside_records_are_their_headings() -> None:
    row = "<tr><td>{}</td><td>Tides of small harbours in Novahavn<br>Ada Lind, Bo Kern</td></tr>"
    text = PAGE.format("<table>" + "".join(row.format(year) for year in ("2023", "", "2021", "")) + "</table>")
    document = read_text(text, "page.html")
    lines = document_lines(document)
    (records,) = repeated_records(document, lines)
    assert [lines[n].text for n in sorted(year_lines(lines, records))] == ["2023", "2021"]
    every = read_text(text.replace("<td></td>", "<td>2020</td>"), "page.html")  # each record has its own
    lines = document_lines(every)
    assert year_lines(lines, repeated_records(every, lines)[0]) == set()


def test_records_repeat_and_are_like_one_another() -> None:
    works = '<div class="p"><p>Tides of small harbours in Novahavn</p><p>Ada Lind, Bo Kern</p></div>'
    other = '<div class="p"><p>The building is open in the summer</p></div>'
    for page, expected in ((works * 3, 1), (works * 2, 0), (works * 3 + other * 2, 1), (works * 3 + other * 3, 0)):
        document = read_text(PAGE.format(page), "page.html")
        assert len(repeated_records(document, document_lines(document))) == expected
