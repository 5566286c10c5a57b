"""Works by Chinese, Japanese and Korean authors, invented, the same ones every time, as CSL-JSON.

usage: synthetic_east_asian.py [COUNT]

Names are put together from lists of common family and given names. A third of the names have a romanised form beside
the original, as citeproc-js keeps it (``multi``), and some works have an author in Latin letters as well.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

CHINESE = (
    "王 Wang,李 Li,张 Zhang,劉 Liu,陈 Chen,杨 Yang,黃 Huang,趙 Zhao,周 Zhou,吴 Wu,徐 Xu,孫 Sun,欧阳 Ouyang,司马 Sima",
    "小明 Xiaoming,伟 Wei,秀英 Xiuying,志强 Zhiqiang,麗華 Lihua,建国 Jianguo,雪 Xue,文博 Wenbo,若曦 Ruoxi,海涛 Haitao,静 Jing",
    "关于{0}的研究 {0}与{1}：一种新方法 基于{1}的{0}分析 {0}手册",
    "水稻 桥梁 图书馆 方言 湖泊 瓷器 算法",
    "《远山学报》 湖城大学学报",
    "湖城出版社 远山书局",
    "zh-CN",
)
JAPANESE = (
    "佐藤 Satō,鈴木 Suzuki,高橋 Takahashi,田中 Tanaka,渡辺 Watanabe,伊藤 Itō,山本 Yamamoto,小林 Kobayashi,長谷川 Hasegawa",
    "太郎 Tarō,花子 Hanako,健一 Ken'ichi,さくら Sakura,ユウキ Yūki,美咲 Misaki,翔 Shō,由美子 Yumiko,一郎 Ichirō",
    "{0}に関する研究 {0}と{1}の歴史 {1}による{0}の解析 {0}入門",
    "古文書 水路 方言 陶器 山岳 計算機",
    "東海研究 日本水路学会誌",
    "東海書房 水路社",
    "ja-JP",
)
KOREAN = (
    "김 Kim,이 Lee,박 Park,최 Choi,정 Jung,강 Kang,조 Cho,윤 Yoon,남궁 Namgung,황보 Hwangbo",
    "철수 Cheol-su,영희 Young-hee,민준 Min-jun,서연 Seo-yeon,지훈 Ji-hoon,하은 Ha-eun,준 Jun,예진 Ye-jin",
    "{0}에 관한 연구|{0}와 {1}의 관계|{1}을 이용한 {0} 분석|{0} 개론",
    "하천 사투리 도자기 건축 지도",
    "한강연구 동해학보",
    "한강출판사 동해서관",
    "ko-KR",
)
LATIN = (("Lindqvist", "Tora"), ("Okafor", "Ben"), ("Müller", "Jörg Karl"), ("Smith-Jones", "Mary Ann"))
KINDS = ("article-journal", "book", "chapter", "paper-conference", "thesis", "article-journal")


def invented(count: int = 200, seed: int = 11) -> list[dict[str, Any]]:
    """So many works."""
    chance = random.Random(seed)
    return [_work(chance, place) for place in range(count)]


def _work(chance: random.Random, place: int) -> dict[str, Any]:
    family, given, titles, nouns, journals, presses, language = chance.choice((CHINESE, JAPANESE, KOREAN))
    names = [_name(chance, family, given, language) for _ in range(chance.choice((1, 1, 2, 2, 3, 4, 8)))]
    if chance.random() < 0.15:
        last, first = chance.choice(LATIN)
        names.insert(chance.randint(0, len(names)), {"family": last, "given": first})
    kind, first_page = chance.choice(KINDS), chance.randint(1, 300)
    title = chance.choice(titles.split("|" if "|" in titles else " "))
    work: dict[str, Any] = {
        "id": f"ea{place:03}",
        "type": kind,
        "author": names,
        "title": title.format(*chance.sample(nouns.split(), 2)),
        "issued": {"date-parts": [[chance.randint(1960, 2024)]]},
    }
    if chance.random() < 0.7:
        work["language"] = language
    if kind in ("article-journal", "chapter", "paper-conference"):
        work |= {"container-title": chance.choice(journals.split()), "page": f"{first_page}-{first_page + 12}"}
    if kind == "article-journal":
        return work | {"volume": str(chance.randint(1, 60)), "issue": str(chance.randint(1, 12))}
    if kind == "chapter":
        work["editor"] = [_name(chance, family, given, language) for _ in range(chance.randint(1, 2))]
    return work | {"publisher": chance.choice(presses.split())}


def _name(chance: random.Random, families: str, givens: str, language: str) -> dict[str, Any]:
    (family, family_romanised), (given, given_romanised) = (
        chance.choice(names.split(",")).split() for names in (families, givens)
    )
    name: dict[str, Any] = {"family": family, "given": given}
    if chance.random() < 1 / 3:
        romanised = {f"{language[:2]}-Latn": {"family": family_romanised, "given": given_romanised}}
        name["multi"] = {"_key": romanised, "main": language}
    return name


if __name__ == "__main__":
    print(json.dumps(invented(int(sys.argv[1]) if sys.argv[1:] else 200), ensure_ascii=False, indent=1))
