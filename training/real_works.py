"""Real works to print and to learn from: which there are, which are kept apart, and how a part of their values is exchanged.

Works are CSL-JSON, facts of public bibliographies. A tenth of them (by a hash of the title, so that two descriptions of one work
are kept together) and all works of some sources are kept apart and never learned from (:func:`is_kept`). So that a model learns
what a place says and not only the word, people, publishers, places and editors are exchanged between works now and then, and
what works of a kind may have is added where they lack it.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import citekit
from citekit.extraction.alignment import fold
from citekit.model.date import Date
from citekit.model.name import Name
from citekit.model.work import Value, Work
from training import chinese_works

FILES = ("works", "rare")
KEPT_PART = 10
"""Every so many-th work is kept apart."""
KEPT_SOURCES = frozenset({"BCDigSchol/jesuit-bibliography", "kjhealy", "l0o0/translators_CN"})
"""Sources of which nothing is learned: a bibliography of reviews and history in five languages, one of a sociologist, and one in Chinese."""
KINDS = {
    "article-journal": 25.0,
    "chapter": 14.0,
    "edited-book": 9.0,
    "book": 13.0,
    "paper-conference": 11.0,
    "thesis": 9.0,
    "report": 9.0,
    "webpage": 5.0,
    "article-newspaper": 2.5,
    "article-magazine": 1.5,
    "entry-encyclopedia": 1.5,
    "review": 1.0,
    "patent": 1.2,
    "standard": 1.2,
    "dataset": 0.8,
    "software": 0.8,
    "legal_case": 0.8,
    "motion_picture": 0.8,
    "speech": 0.8,
    "post-weblog": 0.8,
    "document": 0.5,
    "article": 0.8,
    "manuscript": 0.4,
    "legislation": 0.3,
    "entry-dictionary": 0.4,
    "broadcast": 0.2,
    "graphic": 0.2,
}
"""How often works of a kind are printed; an edited book is one without authors."""
CHINESE = 0.03
"""The share of works that are invented ones in Chinese, of which there are few real ones to learn from."""
LONGEST_TITLE, LONGEST_CONTAINER, MOST_PEOPLE = 220, 170, 40
_HOUSES = frozenset({"book", "edited-book", "chapter", "report", "thesis", "paper-conference"})


def is_kept(work: Mapping[str, Any]) -> bool:
    """Whether a work is kept apart, to be measured on."""
    return is_of_kept_source(work) or _hash(fold(str(work["title"]))) % KEPT_PART == 0


def is_of_kept_source(work: Mapping[str, Any]) -> bool:
    """Whether nothing is learned of the source that a work is from: three large ones, and a third of the small ones."""
    source = str(work.get("source", ""))
    return source in KEPT_SOURCES or (source.startswith("CTAN/") and _hash(source) % 3 == 0)


def _hash(text: str) -> int:
    return int(hashlib.md5(text.encode()).hexdigest(), 16)


def kind_of(work: Work) -> str:
    """The type of a work, and ``edited-book`` for a book without authors."""
    edited = work.type == "book" and "editor" in work.variables and "author" not in work.variables
    return "edited-book" if edited else work.type


def read(folder: Path) -> list[dict[str, Any]]:
    """All works of a folder."""
    found: list[dict[str, Any]] = []
    for name in FILES:
        with lzma.open(folder / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
            found += map(json.loads, lines)
    return found


@dataclass(slots=True)
class Pool:
    """Works to learn from by kind, and the values that are exchanged between them."""

    kinds: dict[str, list[Work]] = field(default_factory=lambda: defaultdict(list))
    people: list[tuple[Name, ...]] = field(default_factory=list)
    publishers: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    places: list[str] = field(default_factory=list)
    series: list[tuple[str, str]] = field(default_factory=list)

    def add(self, work: Work) -> None:
        """Take a work in."""
        kind = kind_of(work)
        self.kinds[kind].append(work)
        for role in ("author", "editor"):
            names = work.variables.get(role)
            if isinstance(names, tuple) and all(isinstance(n, Name) and n.given for n in names):
                self.people.append(names)  # type: ignore[arg-type]
        if work.text("publisher"):
            self.publishers[_house_of(kind)].append(work.text("publisher"))
        if work.text("publisher-place"):
            self.places.append(work.text("publisher-place"))
        if work.text("collection-title"):
            self.series.append((work.text("collection-title"), work.text("collection-number")))


def _house_of(kind: str) -> str:
    return kind if kind in ("thesis", "report") else "book"


@cache
def pool(folder: Path, every: int = 1, everything: bool = False) -> Pool:
    """Return the works of a folder to learn from, or every so many-th of them; with ``everything`` those kept apart too."""
    wanted = [
        {name: value for name, value in work.items() if name not in ("source", "title-short")}
        for number, work in enumerate(read(folder))
        if not number % every
        and (everything or not is_kept(work))
        and len(work["title"]) < LONGEST_TITLE
        and len(work.get("container-title") or "") < LONGEST_CONTAINER
        and len(work.get("author") or ()) < MOST_PEOPLE
    ]
    found = Pool()
    for entry in citekit.loads(json.dumps(wanted), name="works.json"):
        found.add(getattr(entry, "work", entry))
    return found


def drawn(some: Pool, draw: Random, count: int) -> list[Work]:
    """Works of all kinds, as often as people cite them, with a part of their values exchanged."""
    kinds = [kind for kind in KINDS if some.kinds.get(kind)]
    chosen = draw.choices(kinds, [KINDS[kind] for kind in kinds], k=count)
    return [
        chinese_works.drawn(draw)
        if draw.random() < CHINESE
        else changed(draw.choice(some.kinds[kind]), kind, some, draw)
        for kind in chosen
    ]


def changed(work: Work, kind: str, some: Pool, draw: Random) -> Work:
    """A work of which some values are those of others, or are added, or left out."""
    given = dict(work.variables)
    chance = draw.random
    if "author" in given and chance() < 0.25:
        given["author"] = draw.choice(some.people)
    for role in ("author", "editor"):
        if role in given and chance() < 0.08:
            given[role] = _with_two_families(given[role], some, draw)
    if chance() < 0.05 and isinstance(given.get("author"), tuple):
        given["author"] = (*given["author"], *draw.choice(some.people), *draw.choice(some.people))  # type: ignore[misc]
    if kind in _HOUSES:
        _change_house(given, kind, some, draw)
    if kind in ("chapter", "entry-encyclopedia") and "editor" not in given and chance() < 0.6:
        given["editor"] = draw.choice(some.people)[:4]
    if kind == "paper-conference":
        if "editor" not in given and chance() < 0.15:
            given["editor"] = draw.choice(some.people)[:4]
        if chance() < 0.2:
            given["event-place"] = draw.choice(some.places)
        if chance() < 0.1 and given.get("container-title"):
            given["event-title"] = (
                str(given["container-title"]).removeprefix("Proceedings of the ").removeprefix("Proceedings of ")
            )
    if kind in ("chapter", "paper-conference") and "page" not in given and chance() < 0.6:
        first = draw.randint(1, 700)
        given["page"] = f"{first}-{first + draw.randint(1, 40)}"
    if kind == "article-journal":
        _change_article(given, draw)
    if kind in ("book", "edited-book", "chapter"):
        _change_book(given, kind, some, draw)
    if kind == "thesis" and chance() < (0.35 if "genre" in given else 0.7):
        given["genre"] = draw.choice(_DEGREES)
    if kind == "report":
        if chance() < (0.35 if "genre" in given else 0.5):
            given["genre"] = draw.choice(_REPORTS)
        if "number" not in given and chance() < 0.45:
            given["number"] = _report_number(draw)
    for name in ("URL", "DOI"):
        if name in given and kind not in ("webpage", "post-weblog", "dataset", "software") and chance() < 0.55:
            del given[name]
    if "URL" in given and "accessed" not in given and chance() < 0.35:
        given["accessed"] = Date.of(draw.randint(2002, 2026), draw.randint(1, 12), draw.randint(1, 28))
    if kind in ("software", "dataset") and "version" not in given and chance() < 0.3:
        given["version"] = f"{draw.randint(0, 9)}.{draw.randint(0, 20)}"
    if chance() < 0.015:
        given["archive"] = draw.choice(_ARCHIVES)
        given["archive_location"] = f"{draw.choice('ABCDEFGHMN')}{draw.randint(1, 900)}/{draw.randint(1, 40)}"
    return replace(work, variables=given)


_DEGREES = (
    "PhD thesis|Doctoral dissertation|PhD dissertation|Master’s thesis|Ph.D. dissertation|Bachelor’s thesis|Dissertation|Thèse de doctorat|"
    "Tesis doctoral|Tese de doutorado|Dissertação de mestrado|Unpublished doctoral dissertation|MA thesis|Diplomarbeit|Habilitationsschrift|Tesi di dottorato|"
    "Ph.D. diss.|Ph.D. thesis|M.A. thesis|M.Sc. thesis|MSc dissertation|MPhil thesis|DPhil thesis|D.Phil. thesis|EdD thesis|MBA thesis|LL.M. thesis|STL thesis|"
    "ThD dissertation|STD diss.|Licentiate thesis|Honours thesis|Undergraduate thesis|Senior thesis|Unpublished master’s thesis|Unpublished PhD thesis|"
    "Thesis (Ph.D.)|Thesis (M.A.)|Thesis (M.S.)|Doctoral thesis|Master thesis|Masterarbeit|Bachelorarbeit|Magisterarbeit|Lizentiatsarbeit|Inaugural-Dissertation|"
    "Phil. Diss.|Diss.|Mémoire de maîtrise|Mémoire de master|Thèse d’État|Thèse|Mémoire de DEA|Tesis de maestría|Tesis de licenciatura|Tesina|Trabajo de fin de grado|"
    "Tesi di laurea|Tesi di laurea magistrale|Dissertação|Tese|Tese de livre-docência|Proefschrift|Masterscriptie|Doktorsavhandling|Licentiatavhandling|"
    "Ph.d.-afhandling|Masteroppgave|Väitöskirja|Praca doktorska|Praca magisterska|Disertační práce|Diplomová práce|Doktora tezi|Yüksek lisans tezi|"
    "Автореферат дис. … канд. филол. наук|Дис. … канд. ист. наук|博士学位论文|硕士学位论文|博士論文|修士論文"
).split("|")
_REPORTS = (
    "Technical report|Working paper|Discussion paper|Research report|Policy brief|Report|White paper|Final report|Tech. Rep.|Rapport|Arbeitspapier|Documento de trabajo|"
    "Working Paper Series|Policy paper|Policy note|Policy research working paper|Occasional paper|Briefing paper|Background paper|Research paper|Research brief|"
    "Issue brief|Issue paper|Fact sheet|Annual report|Progress report|Interim report|Project report|Evaluation report|Expert report|Staff report|Staff paper|Green paper|"
    "Memorandum|Technical memorandum|Memo|Technical note|Research memorandum|Scientific report|Data report|Survey report|Open-file report|Special report|"
    "Internal report|Unpublished report|Deliverable|Cahier de recherche|Document de travail|Rapport de recherche|Rapport technique|Rapport final|Rapport d’information|"
    "Forschungsbericht|Abschlussbericht|Bericht|Diskussionspapier|Informe|Informe técnico|Informe final|Relatório|Relatório técnico|Texto para discussão|Rapporto tecnico|"
    "Quaderno di ricerca|Rapport (Forskning)|Raport|Výzkumná zpráva|Отчет|研究报告|テクニカルレポート"
).split("|")
_ARCHIVES = (
    "JSTOR",
    "National Archives",
    "British Library",
    "Bodleian Library",
    "ProQuest",
    "Library of Congress",
    "State Library of Samples",
)


def _with_two_families(people: Value, some: Pool, draw: Random) -> Value:
    """People of whom some have two family names, as those of Spain, Portugal and their former colonies have."""
    if not isinstance(people, tuple):
        return people
    found = []
    for one in people:
        other = draw.choice(draw.choice(some.people))
        doubled = isinstance(one, Name) and one.given and other.family and draw.random() < 0.6
        joint = draw.choice((" ", " ", " ", " y ", "-", " de "))
        found.append(replace(one, family=f"{one.family}{joint}{other.family}") if doubled else one)
    return tuple(found)


def _report_number(draw: Random) -> str:
    """A number as reports have them: a plain one, one of its series, or several."""
    letters = "".join(draw.choices("ABCDEFHIKLMNPRSTW", k=draw.randint(2, 4)))
    number, year = draw.randint(1, 2500), draw.randint(1965, 2026)
    return draw.choice(
        (
            f"{number}",
            f"{number}",
            f"No. {number}",
            f"TR-{number}",
            f"WP {number}",
            f"{year}-{number % 90 + 1:02}",
            f"{year}/{number % 90 + 1}",
            f"{letters}-{number}",
            f"{letters}-TR-{year % 100:02}-{number % 90}",
            f"{letters}{number:05}",
            f"{letters}/{year}/{number % 90}",
            f"Report No.: {letters}{number}. Contract No.: {letters[::-1]}{number * 7}",
        )
    )


_JOINTS = ("; ", "; ", " / ", "/", ", ", " and ", " & ", "–")
"""What stands between two publishers, and two places."""
_DEPARTMENTS = (
    "Department of {}|Faculty of {}|School of {}|Institute of {}|Centre for {}|Dept. of {}|Institut für {}|Département de {}|Facultad de {}|{} Department|{} Laboratory"
).split("|")
_SUBJECTS = (
    "Physics|History|Economics|Computer Science|Linguistics|Theology|Education|Sociology|Public Health|Chemistry|Biology|Law|Psychology|Geography|Engineering|Anthropology"
).split("|")


def _of_all(values: Sequence[str], draw: Random) -> str:
    """One of values: as often as there are works with it, or each alike, since most houses and places have few."""
    return draw.choice(values if draw.random() < 0.5 else _distinct(tuple(values)))


@cache
def _distinct(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(set(values)))


def _change_house(given: dict[str, Value], kind: str, some: Pool, draw: Random) -> None:
    """Another publisher, another place, or one where there is none."""
    houses = some.publishers[_house_of(kind)]
    wanted = 0.25 if kind == "paper-conference" else 0.7
    if draw.random() < (0.35 if "publisher" in given else wanted):
        given["publisher"] = _of_all(houses, draw)
    if "publisher" in given and draw.random() < 0.1:
        name = str(given["publisher"])
        if kind in ("thesis", "report"):
            part = draw.choice(_DEPARTMENTS).format(draw.choice(_SUBJECTS))
            given["publisher"] = f"{part}, {name}" if draw.random() < 0.7 else f"{name}, {part}"
        else:
            given["publisher"] = name + draw.choice(_JOINTS) + _of_all(houses, draw)
    if (
        draw.random() < 0.08
        and "publisher" in given
        and "publisher-place" in given
        and kind not in ("thesis", "report")
    ):
        del given["publisher"]
    elif draw.random() < (0.3 if "publisher-place" in given else 0.1 if kind == "paper-conference" else 0.4):
        given["publisher-place"] = _of_all(some.places, draw)
    if "publisher-place" in given and draw.random() < 0.06:
        given["publisher-place"] = str(given["publisher-place"]) + draw.choice(_JOINTS) + _of_all(some.places, draw)


def _change_article(given: dict[str, Value], draw: Random) -> None:
    if "page" not in given and draw.random() < 0.5:
        first = draw.randint(1, 1800)
        given["page"] = f"{first}-{first + draw.randint(1, 40)}"
    elif "page" in given and draw.random() < 0.05:
        given["page"] = draw.choice(("e", "", "", "10", "L", "S")) + str(draw.randint(1000, 999999))
    if "issue" not in given and draw.random() < 0.3:
        given["issue"] = draw.choice((str(draw.randint(1, 12)), str(draw.randint(1, 6)), "3-4", "1/2", "Suppl. 1"))
    if "volume" not in given and draw.random() < 0.6:
        given["volume"] = str(draw.randint(1, 140))
    if str(given.get("volume", "")).isdecimal() and draw.random() < 0.04:
        given["volume"] = roman(int(str(given["volume"])))
    issued = given.get("issued")
    if isinstance(issued, Date) and issued.year and draw.random() < 0.1:
        given["issued"] = Date.of(issued.year, draw.randint(1, 12))


def _change_book(given: dict[str, Value], kind: str, some: Pool, draw: Random) -> None:
    if "collection-title" not in given and draw.random() < 0.08:
        given["collection-title"], number = draw.choice(some.series)
        if number or draw.random() < 0.5:
            given["collection-number"] = number or str(draw.randint(1, 400))
    if "edition" not in given and draw.random() < 0.08:
        given["edition"] = str(draw.randint(2, 8))
    if "translator" not in given and draw.random() < 0.06:
        given["translator"] = draw.choice(some.people)[:2]
    if "volume" not in given and draw.random() < 0.06:
        given["volume"] = str(draw.randint(1, 12))
    if kind == "book" and draw.random() < 0.04:
        issued = given.get("issued")
        if isinstance(issued, Date) and issued.year and issued.year > 1900:
            given["original-date"] = Date.of(issued.year - draw.randint(10, 200))
    if kind == "book" and "editor" in given and "author" in given and draw.random() < 0.5:
        del given["editor"]


def roman(number: int) -> str:
    """A number in Roman numerals."""
    made = ""
    for value, sign in (
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ):
        while number >= value:
            made, number = made + sign, number - value
    return made


def kept_works(folder: Path) -> Iterator[dict[str, Any]]:
    """The works of a folder that are kept apart."""
    return (work for work in read(folder) if is_kept(work))


def named(works: Sequence[Mapping[str, Any]]) -> list[Work]:
    """Works of CSL-JSON."""
    return [getattr(one, "work", one) for one in citekit.loads(json.dumps(list(works)), name="works.json")]
