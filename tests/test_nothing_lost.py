"""Each letter and digit of an item is in a field, in a separator, or reported as left over."""

from __future__ import annotations

import random
import re

import pytest
from test_cases_publications import cases

from citekit.documents.load import read_bytes
from citekit.extraction.phrases import MONTHS, word_rows
from citekit.extraction.pipeline import convert_document, convert_lines
from citekit.extraction.reading import JOINING
from citekit.extraction.recognizers.status import STAGES
from citekit.model.date import Date
from citekit.model.work import Trace, Work
from citekit.runtime.config import ConvertSettings
from citekit.runtime.span import Source
from citekit.text.rich import without_tags

TOKEN = re.compile(r"[^\W\d_]+|\d+")
PEOPLE = [
    "Lindgren",
    "Okafor",
    "Vale",
    "Brandt",
    "Novák",
    "Kempner",
    "Itoh",
    "Amari",
    "Moss",
    "Quill",
    "D’Arc",
    "van Dyck",
]
WORDS = "moss lanterns queues 3D-aware ledgers slow 5G networks sparse roots charts 2.5D bridges archives COVID-19 quiet".split()
VENUES = [
    "Journal of Small Botany",
    "Proc. of the 9th Moss Conference",
    "Lantern Rev. Lett.",
    "Charts Today",
    "Annals of Slow Work",
]
PLACES = ["Oslo", "Boston", "Köln"]
SIGNS = [". ", ", ", " – ", "\t", ": ", "; ", " | "]


def made(draw: random.Random) -> str:
    """An item with its parts in any order, between any signs."""
    people = ", ".join(
        draw.choice(
            [
                f"{draw.choice('ABJKS')}.-{draw.choice('PMT')}. {f}",
                f"{f}, {draw.choice('ABCK')}.",
                f"{f} {draw.choice('ABCK')}{draw.choice('LM')}",
                f"Nora {f}",
            ]
        )
        for f in draw.sample(PEOPLE, draw.randint(1, 4))
    )
    title = " ".join(draw.sample(WORDS, draw.randint(2, 6)))
    title = draw.choice([title, f"“{title}”", f'"{title},"', title.capitalize()])
    where = f"{draw.choice(VENUES)} {draw.randint(1, 90)}({draw.randint(1, 12)}){draw.choice([':', ', '])}{draw.randint(1, 300)}–{draw.randint(301, 999)}"
    parts = [people, title, where, draw.choice(["2019", "(2019)", "May 2019", "n.d.", "(2019, May 3)"])]
    parts += draw.sample(
        [
            f"{draw.choice(PLACES)}: Fenn Press",
            "arXiv:2401.01235",
            "https://doi.org/10.9016/j.x.2019.05.003",
            "to appear",
            "17 citations",
            "(best paper)",
            "TR-99/17",
        ],
        draw.randint(0, 2),
    )
    if draw.random() < 0.4:
        draw.shuffle(parts)
    sign = draw.choice(SIGNS)
    return sign.join(parts)


def texts(work: Work, trace: Trace) -> str:
    found = [*trace.left_over, *work.fields.values()]
    for value in work.variables.values():
        if isinstance(value, Date):
            found += [" ".join(map(str, point)) for point in value.parts]
        elif isinstance(value, str):
            found.append(without_tags(value))
        else:
            found += [f"{n.given} {n.full_family} {n.suffix} {n.literal} {n.family}{n.given}" for n in value]
    return " ".join(found).casefold()


SEPARATORS = (
    JOINING
    | set(MONTHS)
    | frozenset(
        "n d s f j m accessed best paper corresponding equal contribution press pmid mr internet cited zugriff am abstract"
        " ssrn code google scholar crossref co first behalf proceedings isbn issn".split()
    )
)
"""Words that lead to a field or say of which kind a work is, marks of names, and labels of buttons."""


OF_KINDS = {"dataset": {"data", "set"}, "software": {"computer", "software"}, "motion_picture": {"film"}}
"""Words in brackets that the type of a work says."""
COUNTERS = frozenset("第 卷 巻 期 号 頁 권 호 쪽".split())


def said_by_state(work: Work, printed: str) -> set[str]:
    """The words of states that the work's state, or its type, says; a later state says the earlier ones too."""
    status = str(work.variables.get("status", "")) or next(
        (one for one in STAGES[::-1] if one in str(work.variables.get("note", ""))), ""
    )
    reached = STAGES.index(status) if status in STAGES else -1
    if work.type in ("article", "manuscript"):
        reached = max(reached, STAGES.index("preprint"))
    phrases = [
        phrase for state, rows in word_rows("states").items() for phrase in rows if STAGES.index(state) <= reached
    ]
    return {word for phrase in phrases if " ".join(phrase) in printed for word in TOKEN.findall(" ".join(phrase))}


def lost(work: Work, trace: Trace) -> list[str]:
    """The words and numbers of an item that are nowhere."""
    kept = texts(work, trace)
    alone, together = set(TOKEN.findall(kept)), "".join(filter(str.isalnum, kept))
    dates = [point for value in work.variables.values() if isinstance(value, Date) for point in value.parts]
    months = {str(number).zfill(2)[-2:] for point in dates for number in point}  # also the short year of "OSDI'24"
    found = []
    printed = re.sub(r"\b97[89](?:[ -]?\d){10}\b", lambda isbn: re.sub(r"\D", "", isbn[0]), trace.text)
    told = said_by_state(work, " ".join(printed.casefold().split())) | COUNTERS
    for token in TOKEN.findall(printed.casefold()):
        if (
            token in alone
            or token in told
            or token in SEPARATORS
            or token.zfill(2) in months
            or token in OF_KINDS.get(work.type, ())
            or (token == "version" and work.text("version"))
            or ("等" in token and token.rstrip("等") in together)
        ):
            continue
        if re.search(rf"\bJR {token}rd\b|\(n\.d\.-{token}\)", trace.text):
            continue  # "3rd" behind a name is III, and the letter tells works without a year apart
        if re.search(rf"(?<=20\d\d\. ).*\b{token}\b", trace.text):
            continue  # the pages on which a bibliography cites the work
        if len(token) > 1 and not token.isdigit() and token in together:
            continue
        found.append(token)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_of_generated_items(seed: int) -> None:
    draw = random.Random(seed)
    lines = [made(draw) for _ in range(250)]
    reading = convert_lines(Source("made", "\n".join(lines)), ConvertSettings(each_line=True))
    missing = [
        (trace.text, gone)
        for work, trace in zip(reading.library.works, reading.library.traces, strict=True)
        if (gone := lost(work, trace))
    ]
    assert not missing, missing[:5]


def test_of_generated_lists() -> None:
    draw = random.Random(7)
    text = "# Publications\n\n" + "".join(f"- {made(draw)}\n" for _ in range(200))
    reading = convert_document(read_bytes(text.encode(), "made", "markdown"), ConvertSettings())
    missing = [
        (trace.text, gone)
        for work, trace in zip(reading.library.works, reading.library.traces, strict=True)
        if (gone := lost(work, trace))
    ]
    assert not missing, missing[:5]


def test_of_all_cases() -> None:
    missing = []
    for case in cases():
        document = read_bytes(case.given.encode("utf-8"), "case", case.format)
        settings = case.settings
        reading = (
            convert_lines(document.source, settings) if settings.each_line else convert_document(document, settings)
        )
        pairs = zip(reading.library.works, reading.library.traces, strict=True)
        missing += [(case.title, gone) for work, trace in pairs if (gone := lost(work, trace))]
    assert not missing, missing


def read_one(item: str) -> tuple[Work, Trace]:
    """The one work of a list of publications that holds this item among others."""
    other = "A. Brandt, C. Nowak. Pebbles in long pipelines. Journal of Small Botany 611, 145–150, 2021."
    text = f"# Publications\n\n- {other}\n- {item}\n- {other.replace('Pebbles', 'Ledgers')}\n"
    reading = convert_document(read_bytes(text.encode(), "made", "markdown"), ConvertSettings())
    return reading.library.works[1], reading.library.traces[1]


WHERE = [
    (
        "the later of two states is the state",
        "A. Brandt, B. Okafor. Lanterns under pressure. Journal of Small Botany, submitted, under peer review, 2024.",
        {"status": "under review"},
        "",
    ),
    (
        "in any order",
        "A. Brandt, B. Okafor. Lanterns under pressure. Preprint, 2024; to appear in Journal of Small Botany.",
        {"status": "to appear"},
        "",
    ),
    (
        "a state that leads to the journal",
        "A. Brandt, B. Okafor. Lanterns under pressure. Accepted in Journal of Small Botany, 2024.",
        {"status": "to appear", "container-title": "Journal of Small Botany"},
        "",
    ),
    (
        "a printed paper that is called a working paper",
        "A. Brandt, B. Okafor. Lanterns under pressure. Journal of Small Botany 12(3), 45–50, 2024. Working paper.",
        {"volume": "12", "status": None},
        "Working paper",
    ),
    (
        "a manuscript that is a word of a remark",
        "A. Brandt, B. Okafor. Lanterns under pressure. Journal of Small Botany 12(3), 45–50, 2024. Role: field survey, manuscript writing.",
        {"note": "Role: field survey, manuscript writing"},
        "",
    ),
    (
        "a conference of another year than its volume",
        "A. Brandt, B. Okafor. Lanterns under pressure. In The 7th Conference on Lanterns and Grids (LANTGRID 2022), June 2021.",
        {"container-title": "The 7th Conference on Lanterns and Grids (LANTGRID 2022)"},
        "",
    ),
    (
        "of the same year",
        "A. Brandt, B. Okafor. Lanterns under pressure. In The 7th Conference on Lanterns and Grids (LANTGRID 2021), June 2021.",
        {"container-title": "The 7th Conference on Lanterns and Grids (LANTGRID)"},
        "",
    ),
    (
        "of the same year in short",
        "A. Brandt, B. Okafor. Lanterns under pressure. In The 7th Conference on Lanterns and Grids (LANTGRID '21), June 2021.",
        {"container-title": "The 7th Conference on Lanterns and Grids (LANTGRID)"},
        "",
    ),
    (
        "pages within an article, with TeX's dashes",
        "A. Brandt, B. Okafor. Lanterns under pressure. In 38th Conference on Lanterns, LANT 2018, pages 37:1--37:21. Fenn Press, December 2018.",
        {"page": "37:1-37:21"},
        "",
    ),
    (
        "a number with a decimal point in a remark",
        "A. Brandt, B. Okafor. Lanterns under pressure. Journal of Small Botany 12(3), 45–50, 2024 (IF = 2.65).",
        {"note": "IF = 2.65"},
        "",
    ),
    (
        "who a person is",
        "A. Brandt, B. Okafor (student). Lanterns under pressure. Journal of Small Botany 12(3), 45–50, 2024.",
        {"volume": "12"},
        "student",
    ),
    (
        "the edition of a Chinese journal",
        "李明, 王芳. 灯笼的研究[J]. 灯笼大学学报(自然科学版), 2019, 3(4): 5-9.",
        {"volume": "3", "issue": "4"},
        "自然科学版",
    ),
    (
        "the season of an issue",
        "A. Brandt, B. Okafor. Lanterns under pressure. Journal of Small Botany, Volume 14, No. 4, Winter 2005, 775–778.",
        {"volume": "14"},
        "Winter",
    ),
]


@pytest.mark.parametrize(("said", "item", "values", "left"), WHERE, ids=[row[0] for row in WHERE])
def test_each_word_has_its_place(said: str, item: str, values: dict[str, str | None], left: str) -> None:
    work, trace = read_one(item)
    assert {name: work.variables.get(name) for name in values} == values
    assert " ".join(trace.left_over) == left
    assert not lost(work, trace)


def test_what_a_page_was_looked_at_on_and_where() -> None:
    item = (
        "Brandt, A. (2019). Lanterns under pressure. Retrieved May 3, 2021, from Quiet Blog: https://lantern.example/9"
    )
    reading = convert_lines(Source("made", item), ConvertSettings(each_line=True))
    (work,), (trace,) = reading.library.works, reading.library.traces
    assert work.variables["accessed"] == Date(((2021, 5, 3),))
    assert "Quiet Blog" in " ".join(trace.left_over)


def test_the_text_of_an_address_of_asciidoc_is_the_title() -> None:
    items = "".join(
        f"* A. Brandt, B. Okafor. http://lantern.example/{n}[A {word} Scheme with Small Lanterns]. Journal of Small Botany. Vol. 82(7). {2010 + n}.\n"
        for n, word in enumerate(("Multi-point", "Slow", "Quiet"))
    )
    reading = convert_document(read_bytes(f"= Publications\n\n{items}".encode(), "list.adoc"), ConvertSettings())
    assert [work.text("title") for work in reading.library.works] == [
        f"A {word} Scheme with Small Lanterns" for word in ("Multi-point", "Slow", "Quiet")
    ]
    assert [work.variables.get("URL") for work in reading.library.works] == [
        f"http://lantern.example/{n}" for n in range(3)
    ]


def test_an_address_keeps_a_bracket_of_its_own() -> None:
    item = "Brandt, A. (2006). Lanterns under pressure. Lanterns, 87, 1132–1150. https://doi.org/10.9016/0012-9658(2006)87[1132:LUP]2.0.CO;2"
    reading = convert_lines(Source("made", item), ConvertSettings(each_line=True))
    assert reading.library.works[0].text("DOI") == "10.9016/0012-9658(2006)87[1132:LUP]2.0.CO;2"
