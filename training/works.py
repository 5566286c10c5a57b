"""Works to print: taken from the references that may be learned from, with invented people where names must be whole."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from citekit.model.name import read_names
from citekit.model.venues import all_venues

SETS = ("anystyle-core", "anystyle-gold", "scielo", "grobid", "linkedbooks-it")
GIVEN = (
    "Ada Anna Amir Aisha Alan Ben Beatriz Boris Carla Carlos Chen Chiara Dora David Dmitri Elena Emil Eva Fatima Felix Fiona Guyue Georg Giulia Hana Henrik Hugo Ines "
    "Ivan Ingrid Jonas Juan Julia Kai Karim Klara Lars Laura Li Lucía Marc María Mei Mateo Nadia Nils Noor Olga Omar Oscar Paula Pedro Petra Qi Quentin Rosa Raj Rui "
    "Sara Sofia Stefan Takumi Thomas Tuan Uma Ursula Vera Viktor Wei William Xiao Yuki Yusuf Zoe Zhang Jean-Pierre Ana-Maria Hans-Georg Marie-Claire"
).split()
FAMILY = (
    "Abbott Almeida Bauer Brandt Castillo Costa Dubois Evans Fischer Ferrari García Gupta Hansen Hoffmann Ito Ivanova Jensen Johnson Kim Kowalski Lindqvist López Martin Müller "
    "Nakamura Nguyen Novak Okafor O'Brien Park Pereira Quinn Rossi Rodríguez Santos Schmidt Silva Singh Smith Tanaka Thompson Ueda Vasquez Vogel Wang Weber Wright Xu Yamada Yilmaz "
    "Zhao Zhang Zimmermann de-la-Cruz van-den-Berg von-Stein El-Sayed Smith-Jones "
    "García~Cabello Moreno~Ruiz López~Romero Aldama~Pando Ramírez~Soto dos~Santos da~Silva McElroy McDonald D’Angelo Näf Ünal Le~Goff"
).split()
EAST = {
    "families": "王 李 张 刘 陈 杨 赵 黄 周 吴 田中 佐藤 鈴木 金子 三浦 中岡 星野 林 原 欧阳 高橋 山本 中村 김 이 박 최",
    "givens": "伟 芳 敏 静 明 太郎 花子 健一 直樹 美咲 慎一郎 郁奈子 光 孝之 博久 翔 志强 丽萍 민준 서연 지훈 하은",
    "topics": "深度学习 图像识别 分布式系统 语言教育 経済政策 都市計画 機械翻訳 社会保障 データ解析 교육과정 지역사회 노동시장",
    "endings": "研究 的应用与展望 方法综述 に関する一考察 の歴史的展開 の実証分析 에 관한 연구 의 변화와 과제",
    "venues": "计算机学报 软件学报 中国科学 教育研究 情報処理学会論文誌 社会学評論 経済研究 한국교육학연구 사회과학연구",
}


@dataclass(slots=True)
class Work:
    """What is printed: names as ``(given, family)``; ``kind`` is ``article``, ``inproceedings``, ``book`` or ``chapter``."""

    title: str
    authors: list[tuple[str, str]]
    year: str
    venue: str
    kind: str = "article"
    volume: str = ""
    issue: str = ""
    pages: str = ""
    doi: str = ""
    arxiv: str = ""
    publisher: str = ""
    place: str = ""
    editors: list[tuple[str, str]] = field(default_factory=list)
    others: bool = False
    edited: bool = False
    """Whether the people of the work are its editors."""
    series: str = ""
    edition: str = ""
    genre: str = ""

    def gold(self) -> dict[str, Any]:
        """The work as a labelled record."""
        names = [{"family": family, "given": given} for given, family in self.authors]
        editors = [{"family": family, "given": given} for given, family in self.editors]
        record = {
            "title": self.title,
            "authors": names,
            "others": self.others,
            "year": int(self.year[:4]),
            "venue": self.venue or None,
        }
        extent = {"volume": self.volume or None, "issue": self.issue or None, "pages": self.pages or None}
        host = {"editors": self.edited or editors, "publisher": self.publisher, "place": self.place}
        host |= {"series": self.series, "edition": self.edition, "genre": self.genre}
        return {**record, **extent, **host, "doi": self.doi or None, "arxiv": self.arxiv or None, "type": self.kind}


@cache
def pool(references: Path) -> tuple[Work, ...]:
    """The works of the reference sets that have a title, people, a venue and a year."""
    found: list[Work] = []
    for name in SETS:
        for row in (references / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            work = _work(json.loads(row)["fields"])
            if work is not None:
                found.append(work)
    return tuple(found)


def _work(fields: dict[str, str]) -> Work | None:
    title = fields.get("title", "").strip(' .,"“”')
    venue = (fields.get("journal") or fields.get("booktitle") or "").strip(" .,")
    year = fields.get("year", "")[:4]
    publisher = fields.get("publisher", "").strip(" .,")
    if not (
        10 <= len(title) <= 170 and (venue or publisher) and len(venue) <= 110 and year.isdigit() and len(year) == 4
    ):
        return None
    names, _ = read_names(fields.get("author", ""), "bibtex") if fields.get("author") else ((), False)
    people = [(n.given, n.full_family) for n in names if n.family and n.given]
    if (
        not people
        or len(people) != len([n for n in names if n.family or n.literal])
        or any("\n" in t for t in (title, venue))
    ):
        return None
    kind = "article" if fields.get("journal") else "inproceedings" if venue else "book"
    return Work(
        title, people[:12], year, venue, kind, fields.get("volume", ""), fields.get("number", ""),
        fields.get("pages", ""), fields.get("doi", ""), "", publisher, fields.get("address", ""),
    )  # fmt: skip


def person(random: Random, eastern: bool = False) -> tuple[str, str]:
    """An invented person."""
    if eastern:
        return random.choice(EAST["givens"].split()), random.choice(EAST["families"].split())
    given = random.choice(GIVEN)
    more = random.random()
    if more < 0.25:
        given += f" {random.choice('ABCDEFGHJKLMPRSTW')}."
    elif more < 0.33:
        given += f" {random.choice(GIVEN)}"
    return given, random.choice(FAMILY).replace("-la-", " la ").replace("van-den-", "van den ").replace(
        "von-", "von "
    ).replace("de-", "de ").replace("~", " ")


def works(random: Random, source: tuple[Work, ...], count: int, owner: tuple[str, str], eastern: bool) -> list[Work]:
    """Works of one person, newest first; the whole names of co-authors who come again and again."""
    circle = [person(random, eastern) for _ in range(random.randint(3, 12))]
    newest = random.randint(2005, 2025)
    found = []
    for n in range(count):
        base = random.choice(source)
        size = random.choice((0, 1, 1, 2, 2, 3, 4, 6))
        people = random.sample(circle, min(size, len(circle)))
        people.insert(random.randint(0, len(people)), owner)
        title, venue = base.title, base.venue
        if eastern:
            title = (
                random.choice(EAST["topics"].split())
                + random.choice(EAST["topics"].split())
                + random.choice(EAST["endings"].split())
            )
            venue = random.choice(EAST["venues"].split())
        elif random.random() < 0.3:
            title = " ".join(w if len(w) < 4 or not w.islower() else w.capitalize() for w in title.split())
        if not eastern and random.random() < 0.25:
            title = " ".join(title.split()[: random.randint(3, 6)]).strip(" ,;:(-")
        kind = base.kind
        volume, issue, pages = base.volume, base.issue, base.pages
        if not eastern and random.random() < 0.3:
            known = random.choice(all_venues())
            kind = "inproceedings" if known.kind in ("conference", "workshop") else "article"
            venue = known.acronym if known.acronym and random.random() < 0.6 else known.name
            if kind == "inproceedings":
                volume = issue = ""
                pages = pages if random.random() < 0.3 else ""
                venue = random.choice(("", "", "Proceedings of the ", "Proc. ", "In ")) + venue
        work = Work(
            title, people, str(newest - n * random.randint(8, 20) // (count or 1) * (count > 3)), venue, kind, volume,
            issue, pages, base.doi, "", base.publisher, base.place, others=random.random() < 0.03,
        )  # fmt: skip
        if not eastern and random.random() < 0.15:
            work.arxiv = f"{random.randint(10, 25):02}{random.randint(1, 12):02}.{random.randint(1, 19999):05}"
            if random.random() < 0.5:
                work.venue = work.publisher = work.volume = work.issue = work.pages = ""
        if random.random() < 0.2 and work.kind == "inproceedings" and not eastern:
            work.kind, work.editors = "chapter", [person(random) for _ in range(random.randint(1, 3))]
        found.append(work)
    found.sort(key=lambda w: w.year, reverse=True)
    return found
