"""The date of a reference: day, month, season or range beside its year, wherever the reference prints them."""

from __future__ import annotations

from pathlib import Path

import pytest

import citekit
from citekit.extraction.recognizers.dates import date_at, date_in

PERIODICALS = """
2017-3-4          | Aarto, E. (2017, March 4). Tides of tin. The Harbour Herald, p. 3.
2019-5-4          | Aarto, E. (4 May 2019). Tides of tin. The Harbour Herald, p. 3.
2019-5-4          | Aarto, E. (2019-05-04). Tides of tin. The Harbour Herald, p. 3.
2019-5-4          | Aarto, E. (2019, 4. mai). Tinn og tidevann. Havneavisen, s. 5.
2019-5-4          | Aarto, E. (2019, 4 mei). Tin en tij. Havenblad, p. 5.
2019-5-4          | Aarto, Elin. 2019. “Tides of Tin.” Harbour Herald, May 4, 2019.
2019-5-4          | Aarto, Elin. 2019. “Tides of Tin.” Harbour Herald, May 4.
2019-5-4          | Aarto, E. (2019) ‘Tides of tin’, The Harbour Herald, 4 May, p. 5.
2019-9-4          | Aarto, Elin. “Tides of Tin.” The Harbour Herald, 4 Sept. 2019, p. A2.
2019-5-4          | Aarto E. Tides of tin. The Harbour Herald. 2019 May 4;Sect. A:5.
2019-5-4          | Aarto, Elin: Zinn und Tide. In: Hafenblatt, 4. Mai 2019, S. 5.
2019-5-4          | Aarto, Elin: Zinn und Tide. In: Hafenblatt vom 4.5.2019, S. 5.
2019-8-1          | Aarto, Elin, « L’étain et la marée », Le Courrier du port, 1er août 2019, p. 5.
2019-5-4          | Aarto, Elin. «Estaño y marea». El Diario del Puerto, 4 de mayo de 2019, p. 5.
2019-5-4          | AARTO, E. Estanho e maré. Jornal do Porto, Porto, 4 maio 2019. p. 5.
2019-5-4          | Аарто Е. Приливы // Портовая газета. 2019. 4 мая. С. 5.
2019-5-4          | アアルト恵. 錫の潮. 港新聞. 2019年5月4日, p. 5.
2019 season 1     | Aarto, Elin. “Tides of Tin.” Harbour Studies 12, no. 3 (Spring 2019): 5–19.
2019 season 3     | Aarto, Elin. “Tides of Tin.” Harbour Studies, vol. 12, no. 3, Fall 2019, pp. 5-19.
2019 season 1     | Aarto, Elin, « L’étain », Revue du port, vol. 12, n° 3, printemps 2019, p. 5-19.
2019-4 to 2019-6  | Aarto, Elin, « L’étain », Revue du port, vol. 12, n° 3, avril-juin 2019, p. 5-19.
2019-7 to 2019-9  | E. Aarto, “Tides of tin,” IEEE Trans. Tides, vol. 12, no. 3, pp. 5–19, Jul.–Sep. 2019.
2019-5 to 2019-6  | E. Aarto, “Tides of tin,” IEEE Trans. Tides, vol. 12, no. 3, pp. 5–19, May/Jun. 2019.
2019-7 to 2019-8  | Aarto E. Tides of tin. J Tide Res. 2019 Jul-Aug;12(3):5-19.
2019-7 to 2019-9  | Aarto, E. (2019): “Estaño”, Revista del Puerto, vol. 2, núm. 3, julio-septiembre, págs. 5-19.
"""
OTHERS = """
2019-5                  | Aarto E. Tides of tin. J Tide Res. 2019 May 4;12(3):5-19.
2019-6-12 to 2019-6-14  | Aarto, E. (2019, June 12–14). Tides of tin [Conference session]. Congress on Tides, Ghent, Belgium.
2019-6-29 to 2019-7-2   | Aarto, E. (2019, June 29–July 2). Tides of tin [Paper presentation]. Congress on Tides, Ghent.
2019-6                  | E. Aarto, “Tides of tin,” in Proc. Tide Conf., Ghent, Belgium, Jun. 12–14, 2019, pp. 5–9.
                        | Aarto, E. (n.d.). Tides of tin. Harbour Notes. Retrieved May 4, 2019, from https://harbour.example/tin
                        | Aarto, E. (in press). Tides of tin. Harbour Studies.
2005                    | Aarto, E. (1919/2005). Tides of tin. Fenn House.
2005                    | Aarto, E. (2005). Tides of tin. Fenn House. (Original work published 1919)
"""


def rows(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split(" | ")] for line in text.strip("\n").splitlines()]


def shown(date: citekit.Date | None) -> str:
    if date is None:
        return ""
    points = " to ".join("-".join(map(str, point)) for point in date.parts)
    return f"{points} season {date.season}" if date.season else points


@pytest.mark.parametrize("text", [PERIODICALS, OTHERS], ids=["periodicals", "others"])
def test_each_date_is_read_as_far_as_it_is_printed(text: str, tmp_path: Path) -> None:
    cases = rows(text)
    listed = tmp_path / "references.txt"
    listed.write_text("\n".join(line for _, line in cases) + "\n", encoding="utf-8")
    works = citekit.convert(listed, each_line=True)
    assert [f"{shown(work.issued)} | {line}" for work, (_, line) in zip(works, cases, strict=True)] == [
        f"{wanted} | {line}" for wanted, line in cases
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("pp. 5-19, May 2019", "2019-5"),  # pages are no days
        ("no. 3 May 2019", "2019-5"),
        ("S. 5. Mai 2019", "2019-5"),
        ("12(3):5. May 2019", "2019-5"),
        ("31 February 2019", "2019-2"),  # no day of the calendar
        ("Oslo, 4-6 March 2019", "2019-3-4 to 2019-3-6"),
        ("4.–6. März 2019", "2019-3-4 to 2019-3-6"),
        ("Wednesday, May 4th, 2019", "2019-5-4"),
        ("24/08/2019", "2019-8-24"),
        ("08/24/2019", "2019-8-24"),
        ("2019/12", "2019-12"),
        ("2019/20", ""),
        ("2019. May flowers", ""),  # a title
        ("set of 2019", ""),  # settembre only beside a day or with its stop
        ("set. 2019", "2019-9"),
        ("4 set 2019", "2019-9-4"),
        ("in June in Lisbon, 2019", "2019-6"),
        ("in June at sea in Lisbon, 2019", ""),
        ("(June). Lisbon 2019", ""),
    ],
)
def test_words_beside_a_year(text: str, wanted: str) -> None:
    start = text.index("2019")
    found = date_at(text, start, start + 4)
    assert (shown(found.date) if found else "") == wanted


def test_words_of_other_fields_name_no_month() -> None:
    text = "Rio de Janeiro, 2004"
    assert date_at(text, 16, 20, apart=[(0, 14)]) is None


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("4 May", "2019-5-4"), ("May 4, 2019", "2019-5-4"), ("julio-septiembre", "2019-7 to 2019-9"), ("4 beads", "")],
)
def test_a_text_that_is_a_date(text: str, wanted: str) -> None:
    found = date_in(text, 0, len(text), 2019)
    assert (shown(found.date) if found else "") == wanted
