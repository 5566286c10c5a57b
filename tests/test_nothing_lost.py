"""Each letter and digit of an item is in a field, in a separator, or reported as left over."""

from __future__ import annotations

import random
import re

import pytest
from test_cases_publications import cases

from citekit.documents.load import read_bytes
from citekit.extraction.pipeline import convert_document, convert_lines
from citekit.extraction.reading import JOINING
from citekit.extraction.vocabulary import MONTHS
from citekit.model.date import Date
from citekit.model.library import Trace
from citekit.model.work import Work
from citekit.runtime.config import ConvertSettings
from citekit.runtime.span import Source

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
            found.append(value)
        else:
            found += [f"{n.given} {n.full_family} {n.suffix} {n.literal} {n.family}{n.given}" for n in value]
    return " ".join(found).casefold()


SEPARATORS = (
    JOINING
    | set(MONTHS)
    | frozenset(
        "n d s f j m accessed best paper to appear corresponding equal contribution press pmid mr internet cited zugriff am abstract preprint forthcoming"
        " ssrn code google scholar crossref co first behalf proceedings isbn".split()
    )
)
"""Words that lead to a field or say of which kind a work is, marks of names, and labels of buttons."""


OF_KINDS = {"dataset": {"data", "set"}, "software": {"computer", "software"}}
"""Words in brackets that the type of a work says."""


def lost(work: Work, trace: Trace) -> list[str]:
    """The words and numbers of an item that are nowhere."""
    kept = texts(work, trace)
    alone, together = set(TOKEN.findall(kept)), "".join(filter(str.isalnum, kept))
    dates = [point for value in work.variables.values() if isinstance(value, Date) for point in value.parts]
    months = {str(number).zfill(2)[-2:] for point in dates for number in point}  # also the short year of "OSDI'24"
    found = []
    printed = re.sub(r"\b97[89](?:[ -]?\d){10}\b", lambda isbn: re.sub(r"\D", "", isbn[0]), trace.text)
    for token in TOKEN.findall(printed.casefold()):
        if (
            token in alone
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
