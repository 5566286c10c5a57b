"""Many entries against an index at once: the same answers as one after the other, and little work for those that are nowhere."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from arxiv_records import index_of, record

from citekit.formats.csljson import loads
from citekit.model.arxiv_paper import ArxivPaper
from citekit.runtime.span import Source
from citekit.services.arxiv import index as indexes
from citekit.services.arxiv.enrich import enrich_work
from citekit.services.arxiv.index import ArxivIndex
from citekit.services.arxiv.match import find
from citekit.services.arxiv.stream import StreamJob, enrich_lines

SYLLABLES = "bar cel dor fen gil hol jun kam lop mer nor pel quin ros sul tam urn vel wix yar zed".split()
WORDS = [one + other for one in SYLLABLES for other in SYLLABLES]
FAMILIES = [f"{word}sen".title() for word in WORDS[::3]]


def catalogue(chance: random.Random, size: int) -> list[ArxivPaper]:
    """Invented records; some have the title of another one, some a DOI, and families come again."""
    made: list[ArxivPaper] = []
    for number in range(size):
        words = [chance.choice(WORDS[: chance.choice((30, 441))]) for _ in range(chance.randrange(2, 9))]
        title = chance.choice(made).title if made and number % 17 == 0 else " ".join(words).capitalize()
        people = "; ".join(
            f"{chance.choice('ABCDE')}. {name}" for name in chance.sample(FAMILIES, chance.randrange(1, 5))
        )
        doi = f"10.5555/{number // 2}" if number % 3 == 0 else ""
        made.append(record(f"2{number // 900}01.{number % 900 + 1:05}", title, people, "2021-01-04", doi=doi))
    return made


def lines_about(chance: random.Random, records: list[ArxivPaper], count: int) -> list[str]:
    """Lines of CSL-JSON: entries of records, such with slips, with identifiers and DOIs right and wrong, and of none."""
    lines = []
    for number in range(count):
        it = chance.choice(records)
        words, people = it.title.split(), [{"family": n.family, "given": n.given} for n in it.authors]
        item = {"id": f"e{number}", "type": "article-journal", "issued": {"date-parts": [[2021]]}}
        kind = number % 9
        if kind == 1 and len(words) > 3:
            words.pop(chance.randrange(len(words)))
        elif kind == 2:
            words[0] = words[0][:-1]
        elif kind in (3, 4):  # nowhere: words of the catalogue, or of none
            words = [chance.choice(WORDS) if kind == 3 else chance.choice(WORDS)[::-1] + "ix" for _ in range(6)]
            people = [{"family": chance.choice(SYLLABLES).title() + "ova", "given": "Q."}]
        elif kind == 5:
            item["DOI"] = chance.choice((it, chance.choice(records))).doi
        elif kind == 6:
            item["custom"] = {"eprint": chance.choice((it, chance.choice(records))).id, "archiveprefix": "arXiv"}
        elif kind == 7:
            people = []
        lines.append(json.dumps(item | {"title": " ".join(words), "author": people}))
    return [*lines, "", "no item"]


@pytest.mark.parametrize("at_once", [1, 7, 1000])
def test_the_join_changes_no_answer(tmp_path: Path, at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(5)
    records = catalogue(chance, 1200)
    path, lines = index_of(tmp_path, records), lines_about(chance, records, 600)
    how = StreamJob(index=str(path), explain=True)
    joined = [one for at in range(0, len(lines), at_once) for one in enrich_lines(lines[at : at + at_once], how)]
    verdicts = {line.verdict for line in joined}
    assert verdicts == {"match", "doubtful", "none", "unread", ""}
    monkeypatch.setattr(ArxivIndex, "prepare", lambda *_: None)
    with ArxivIndex(path) as index:
        assert [one for line in lines for one in enrich_lines([line], how, index)] == joined


def test_the_gate_changes_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(6)
    records = catalogue(chance, 1200)
    works = [work for line in lines_about(chance, records, 600)[:-2] for work in loads(Source("", line)).works]
    with ArxivIndex(index_of(tmp_path, records)) as index:
        gated = [enrich_work(work, index, frozenset({"ids"})) for work in works]
        monkeypatch.setattr(indexes, "LEAST_SHARED", 0.0)
        searched = [enrich_work(work, index, frozenset({"ids"})) for work in works]
    assert [(o.verdict, o.changes, o.problems) for o in gated] == [(o.verdict, o.changes, o.problems) for o in searched]


def test_what_is_nowhere_is_not_searched_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(7)
    item = {"type": "book", "title": "Wholly unheard-of vocabulary", "author": [{"family": "Nobodysson"}]}
    (work,) = loads(Source("", json.dumps(item))).works
    with ArxivIndex(index_of(tmp_path, catalogue(chance, 300))) as index:

        def refuse(*_: object) -> None:
            raise AssertionError("rows were read")

        monkeypatch.setattr(ArxivIndex, "_having", refuse)
        assert find(work, index).verdict == "none"


def test_a_title_that_many_have_is_cut_alike(tmp_path: Path) -> None:
    records = [record(f"2101.{number:05}", "Editorial", f"A. {FAMILIES[number]}") for number in range(1, 90)]
    line = json.dumps({"type": "book", "title": "Editorial", "author": [{"family": FAMILIES[80], "given": "A."}]})
    with ArxivIndex(index_of(tmp_path, records)) as index:
        (work,) = loads(Source("", line)).works
        alone = find(work, index)
        index.prepare([work])
        assert find(work, index) == alone
