"""How near names, titles, lists of authors and works are, pair by pair, as a table: each threshold is seen in some line.

``--update-golden`` rewrites the tables; a change of a line is a change of what is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import pytest
from conftest import ROOT
from test_identity import TABLE

from citekit.formats.files import loads
from citekit.model.identity import same_person, same_venue, same_work
from citekit.model.identity.people import (
    MOST_PEOPLE,
    compare_authors,
    compare_people,
    has_initials_only,
    name_of,
    people_of,
)
from citekit.model.identity.titles import compare_titles, numbers_differ, same_wording, title_of
from citekit.model.name import Name

FOLDER = ROOT / "tests" / "cases" / "identity"
NAMES = """
Ann Able; A. Able; A. B. Able; Ann B. Able; Ann C. Able; Anna Able; Able, Ann, Jr.; Able, Ann, III; B. Ann Able; Zoe Able; Able
Qiu Ruihong; Ruihong Qiu; Q. Ruihong; R. Qiu; Ruihong Q. Qiu
Luis David García Puente; García Puente, Luis David; Puente, Luis David García; L. D. García-Puente; L. Puente; García, Luis
Araújo; Araújo Cabarcas, Juan; Juan Araújo; J. C. Araújo; Araújo-Cabarcas; de Araújo, Juan
Ulla Müller; Ulla Mueller; U. Muller; Ulla Muller; Ursula Müller; Ulla Möller
Robert Baker; Bob Baker; Rob Baker; Bobby Baker; R. Baker; J. Robert Baker; Robert J. Baker; Rupert Baker; Rudolf Baker
Grace Hopperton; Grace Hoperton; Grace Happerton; G. Hoperton; Gracie Hopperton; Grace Topperton; Grace Hopper; Grace Hoppertons
Sergey Ivanov; Sergei Ivanov; Сергей Иванов; S. Ivanov; Sergej Iwanow; Sergius Ivanov
Max Lind; Maximilian Lind; Maxim Lind; Martin Lind; Martina Lind; M. Lind; Mar Lind
Jean-Luc Roux; Jean Luc Roux; Jeanluc Roux; J.-L. Roux; J. L. Roux; Jean Roux; Luc Roux; Jean-Paul Roux
Yu Wang; Wang Yu; Y. Wang; Yuwang Li; Yu-Wang Li; Li Yuwang
van der Berg, Jo; Berg, Jo; Jo v. d. Berg; Vanderberg, Jo
Able ABCD; Able ABC; Able, A. B. C. D.; A. B. C. Able; A. D. C. Able; A. D. E. Able; Able, Jo ABCD
Puente,; García Puente,; Puente, Ana; García Puente, A. B.
Carl Koch; Karl Koch; Carl Kock; C. Kohl; Philip Koch; Filip Koch
The LEDGER Collaboration; LEDGER Collaboration; LEDGER Team; The Ledger Group
"""
LISTS = r"""
Ann Able
Ann Able and Bo Baker
Bo Baker and Ann Able
A. Able and B. Baker and C. Clay
Ann Able and Bo Baker and Cy Clay and Dee Dunn
Ann Able and Cy Clay
Zoe Able and Bo Baker
Ann Able and others
Ann Able and Bo Baker and others
Ann Able and Bo Baker and Cy Clay and Dee Dunn and Ed Ek and Flo Fox
Ann Able and Bo Baker and Cy Clay and Dee Dunn and Ed Ek and Flo Fox and Gus Gray and Hal Hill
Ann Able and Bo Baker and Cy Clay and Dee Dunn and Ed Ek and Flo Fox and Gus Gray and Hal Hill and Ivo Ingram
Ann Able and Bo Baker and Cy Clay and Dee Dunn and Ed Ek
Ann Able and {LEDGER Collaboration}
Ann A?le and Bo Baker
Ann {\odd} Able and Bo Baker
Able and Baker
Ann Able and Ann Able
"""
TITLES = r"""
Lazy Queues; Lazy queues!; The Lazy Queues; Lazy Queue; Lazy Queeus; Lazy Queues: A Survey; Lazy Queues, a Survey; A Survey: Lazy Queues; Lazy Queues (extended abstract); Lazy Queues 2; Lazy Queues II; Lazy Queues, Part 2; Lazy Queues and Stacks; Lazy Quests
Lazy queues for everyone who waits; Lazy queues for everyone; Lazy queues for everybody who waits; Lazy queues for everyone who wait; Lazy queue for everyone who waits; Lazy queues with everyone who waits; Eager queues for everyone who waits; Lazy queues for everyone who waits1; Lazy queues for everyone...
Meta-learning of data bases; Metalearning of databases; Meta learning of data-bases; Metalearning of database
Grey catalogs versus programs; Gray catalogues vs programmes; Gray catalogues vs. program
Müller's proof; Mueller's proof; Muller's proof
Methane CH4 and H2O oxides; Methane C4H and OH2 oxides; Methane CH4 and HO2 oxides
On abcd efgh ijk1 l; On efgh abcd ijk1 l; On l ijk1 abcd efgh; ijk1 ef abc; ef ijk1 abc
A 7 day queue; A 7-day queue for 100 people; 7 queues; 100 queues; 7 days of queues; Reply to queues; Queues 100
meta lear ning of queues at work; metalearning of queues at work; me ta le ar ning of queues at work; The metalearning of queue at work; The metalerning of queue at work
Abcdefgh; Abcdefgh: a survey; Abcdefg; Abcdefg: a survey; On it: abcdefgh; On it: abcdefg; An abcdefgh (a survey)
Abcdefghijklmnop; Abcdefghijklmnop and others; Abcdefghijklmno; Abcdefghijklmno and others
The metalearning of data bases; Metalearning of databases; On metalearning of data bases; The meta learning of data base
Lazy queues for everybody waiting; Lazy queues for everybody waiting1; Lazy queues for everybody waited1; Lazy queues for somebody waiting1; Lazy stacks for everybody waiting1
An abcdefghijklmn-abcdefghijklmno queue; An abcdefghijklmn-abcdefghijklmn queue; The abcdefghijklmn-abcdefghijklm queue
Queues I: Theory; Queues II: Theory; Queues 1: Theory; Queues: Theory; Queues 2020: Theory; I Queue; Volume 3 of Queues; Volume III of Queues
GPT; GPT-2; GPT2 for queues; GPT for queues; CaloClouds; CaloClouds3
On; On.; No title; $\omega$-queues; Omega queues
Introduction; Introduction to Queues; An Introduction
A queueing theory of waiting lines in shops — with an appendix; A queueing theory of waiting lines in shops; A queueing theory of waiting lines; Queueing theory
Эффект очередей; Effekt ocheredei; Effects of queues
"""
VENUES = """
Journal of Queues; J. Queues; Journal of Queueing; The Journal of Queues; Journal of Queues and Stacks; Journal of Queues B
ICML; International Conference on Machine Learning; Proceedings of the 38th International Conference on Machine Learning; ICML 2021; ICML Workshop on Lazy Queues; Journal of Machine Learning Research; JMLR
Symposium on Queues; Proc. Symp. Queues; Proceedings of the Symposium on Queues; Symposium on Stacks; arXiv; Lecture Notes in Computer Science
"""


_LONG = "Lazy queues for everyone who waits in line"
_BY = "author = {Ann Able and Bo Baker}, year = 2020"
WORKS = rf"""
@article{{{_BY}, title = {{{_LONG}}}, journal = {{Journal of Queues}}, volume = 4, pages = {{1--9}}
@article{{{_BY}, title = {{{_LONG}}}, journal = {{Journal of Queues}}, volume = 4, pages = {{11--19}}
@article{{author = {{Ann Able and Bo Baker}}, year = 2021, title = {{{_LONG}}}, journal = {{Journal of Queues}}, volume = 4
@article{{author = {{Ann Able and Bo Baker}}, year = 2023, title = {{{_LONG}}}, journal = {{Journal of Queues}}, doi = {{10.1000/a}}
@article{{author = {{Ann Able and Cy Clay}}, year = 2020, title = {{{_LONG}}}, journal = {{Journal of Stacks}}, doi = {{10.1000/b}}
@article{{author = {{Ann Able and Cy Clay and Dee Dunn}}, title = {{{_LONG}}}, doi = {{10.1000/b}}
@article{{author = {{Zoe Zed}}, year = 2020, title = {{{_LONG}}}, journal = {{Journal of Queues}}
@article{{year = 2020, title = {{{_LONG}}}, journal = {{Journal of Queues}}
@misc{{{_BY}, title = {{{_LONG}}}
@misc{{{_BY}, title = {{{_LONG}}}, eprint = {{2001.00001}}, archiveprefix = {{arXiv}}
@misc{{author = {{Ann Able and Bo Baker}}, year = 2009, title = {{{_LONG}}}, eprint = {{0901.00001}}, archiveprefix = {{arXiv}}
@article{{{_BY}, title = {{{_LONG}}}, journal = {{Journal of Queues}}, eprint = {{2001.00001}}, doi = {{10.1000/c}}
@misc{{{_BY}, title = {{{_LONG}}}, url = {{https://a.b/c}}
@misc{{{_BY}, title = {{{_LONG}}}, url = {{https://a.b/d}}, howpublished = {{Printed}}
@book{{{_BY}, title = {{{_LONG}}}, publisher = {{Queue Press}}, edition = 2, isbn = {{978-0-13-110362-7}}
@book{{{_BY}, title = {{{_LONG}}}, publisher = {{Queue Press}}, edition = 3, isbn = {{978-0-201-89683-1}}
@book{{{_BY}, title = {{{_LONG}}}, publisher = {{Queue Press}}, edition = 4, pages = {{300}}, isbn = {{978-0-13-110362-7}}
@book{{{_BY}, title = {{{_LONG}}}, publisher = {{Queue Press}}, volumes = 3, translator = {{Dee Dunn}}
@book{{{_BY}, title = {{{_LONG}}}, publisher = {{Queue Press}}, volume = 2
@incollection{{{_BY}, title = {{{_LONG}}}, booktitle = {{All Queues}}, pages = {{1--9}}, isbn = {{978-0-13-110362-7}}
@incollection{{{_BY}, title = {{Another chapter of it}}, booktitle = {{All Queues}}, pages = {{10--19}}, isbn = {{978-0-13-110362-7}}
@inproceedings{{{_BY}, title = {{{_LONG}}}, booktitle = {{Symposium on Queues}}, related = {{x}}
@techreport{{{_BY}, title = {{{_LONG}}}, institution = {{Queue Institute}}
@techreport{{author = {{Ann Able and Bo Baker}}, year = 2022, title = {{{_LONG}}}, institution = {{Queue Institute}}
@phdthesis{{author = {{Ann Able}}, year = 2020, title = {{{_LONG}}}, school = {{Queue University}}
@dataset{{{_BY}, title = {{{_LONG}}}, version = 2
@dataset{{author = {{Ann Able and Bo Baker}}, year = 2021, title = {{{_LONG}}}, version = 3
@patent{{{_BY}, title = {{{_LONG}}}
@misc{{{_BY}, title = {{{_LONG}}}, journal = {{Journal of Queues}}
@article{{{_BY}, title = {{{_LONG}}}, journal = {{Journal of Queues}}, langid = {{german}}
@article{{{_BY}, title = {{Erratum: {_LONG}}}, journal = {{Journal of Queues}}
@article{{{_BY}, title = {{{_LONG} II}}, journal = {{Journal of Queues}}
@article{{{_BY}, title = {{Introduction}}, journal = {{Journal of Queues}}, volume = 4, pages = {{1--9}}
@article{{{_BY}, title = {{Introduction}}, journal = {{Journal of Queues}}, volume = 4
@article{{{_BY}, title = {{Introduction}}, journal = {{Journal of Stacks}}
@misc{{author = {{{{Queue Foundation}}}}, year = 2020, title = {{{_LONG}}}
@misc{{author = {{{{Stack Society}}}}, year = 2020, title = {{{_LONG}}}
@misc{{title = {{Queues}}
@misc{{title = {{Queues}}, year = 2020
@misc{{{_BY}, doi = {{10.1000/a}}
@article{{{_BY}, title = {{{_LONG} and so}}, journal = {{Journal of Queues}}, volume = 4, pages = {{1--9}}
@article{{{_BY}, title = {{{_LONG}}}, date = {{2020-05}}, journal = {{Daily Queue}}
@article{{{_BY}, title = {{{_LONG}}}, date = {{2020-06-01}}, journal = {{Daily Queue}}
@book{{{_BY}, title = {{{_LONG}}}, doi = {{10.1000/a}}, pages = {{300}}
@book{{{_BY}, title = {{{_LONG}}}, doi = {{10.1000/a}}, pages = {{310}}
"""


def rows(text: str) -> Iterator[tuple[str, str]]:
    """Each pair of the things in one line."""
    for line in text.strip().splitlines():
        yield from combinations(line.split("; "), 2)


def names() -> Iterator[str]:
    for one, other in rows(NAMES):
        found = same_person(name_of(one), name_of(other))
        assert found == same_person(name_of(other), name_of(one)), (one, other)
        authors = compare_authors([name_of(one)], [name_of(other)])
        yield f"{found.degree} {found.reason}{' = ' + authors if authors else ''} | {one} | {other}"


def lists() -> Iterator[str]:
    every = LISTS.strip().splitlines()
    for one, other in product(every, repeat=2):
        if one == other:
            continue
        mine, theirs = authors_of(one), authors_of(other)
        people = compare_people(people_of(mine), people_of(theirs), "others" in one, "others" in other)
        told = f"{people.share:.3f} {people.overlap:.3f} {people.first:d}{people.open:d} {' '.join(people.families)}"
        yield f"{told} = {compare_authors(mine, theirs)} | {one} | {other}"


@cache
def authors_of(line: str) -> list[Name]:
    return list(loads(f"@misc{{a, author = {{{line}}}}}").works[0].author)


def titles() -> Iterator[str]:
    for one, other in rows(TITLES):
        mine, theirs = title_of(one), title_of(other)
        found = compare_titles(mine, theirs)
        words = "".join(str(int(same_wording(*pair))) for pair in ((mine, theirs), (theirs, mine)))
        formula = int(same_wording(mine, theirs, has_formula=True))
        yield f"{found.degree} {found.reason} {words}{formula}{numbers_differ(mine, theirs):d} | {one} | {other}"
    for title in TITLES.replace("\n", "; ").split("; "):
        made = title_of(title)
        yield f"{' '.join(made.keys)} / {' '.join(sorted(made.numbers))} / {made.counted} / {' '.join(made.glued)} | {title}"


def venues() -> Iterator[str]:
    for one, other in rows(VENUES):
        found = same_venue(one, other)
        yield f"{found.degree} {found.reason} | {one} | {other}"


def works() -> Iterator[str]:
    entries = [entry for _, _, one, other in TABLE for entry in (one, other)]
    text = "\n".join(re.sub(r"\{[ab],", f"{{k{number},", entry, count=1) for number, entry in enumerate(entries))
    library = loads(text, "bibtex").works
    for (_, why, _, _), one, other in zip(TABLE, library[::2], library[1::2], strict=True):
        found = same_work(one, other)
        yield f"{found}; {found.doubt}; {int(found.one)}{int(found.one_work)} | {why}"


def pairs() -> Iterator[str]:
    entries = WORKS.strip().splitlines()
    text = "\n".join(f"{line.replace('{', f'{{k{number}, ', 1)}}}" for number, line in enumerate(entries))
    library = loads(text, "bibtex")
    assert len(library) == len(entries)
    for (mine, one), (theirs, other) in combinations(enumerate(library.works), 2):
        found = same_work(one, other)
        yield f"{mine} {theirs} | {found}; {found.doubt}; {int(found.one)}{int(found.one_work)}"


def test_nobody_agrees_with_nobody() -> None:
    nobody = compare_people((), ())
    assert (nobody.known, nobody.share, nobody.overlap, nobody.first) == (False, 0.0, 0.0, False)
    assert compare_authors([], authors_of("Ann Able")) == ""


def test_bodies_are_no_persons_wherever_their_name_stands() -> None:
    bodies = [Name("Ledger Collaboration"), Name(literal="Ledger Group"), Name(literal="others")]
    assert people_of([*bodies, Name("Able", "Ann")]) == people_of([Name("Able", "Ann")])


def test_names_with_initials_only() -> None:
    given = ["A. B.", "AB", "Ann B.", "Ann", ""]
    assert [has_initials_only(Name("Able", one)) for one in given] == [True, True, False, False, False]


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ("Roux, Jeanluc", "Roux, Jean Luc P.", ""),
        ("Roux, Jeanl Uc", "Roux, Jean Luc", ""),
        ("Hop?rton, Grace and Baker, Bo", "Hopperton, Grace and Baker, Bo", ""),
        ("Hoprton, Grace and Baker, Bo", "Hopperton, Grace and Baker, Bo", "authors replaced"),
    ],
)
def test_lists_that_say_the_same(one: str, other: str, told: str) -> None:
    assert compare_authors(authors_of(one), authors_of(other)) == told


def test_lists_of_more_people_than_are_read_may_break_off() -> None:
    people = [Name(f"{letter}{other}ble", "Jo") for letter in "ABCDEFGHIJ" for other in "aeiouyl"]
    full, longer = people[:MOST_PEOPLE], people[: MOST_PEOPLE + 1]
    assert compare_authors(full, full[:-1]) == "authors added"
    assert compare_authors(full[:-1], full) == "authors left out"
    assert compare_authors(longer, full[:-1]) == ""
    assert compare_authors(full[:-1], longer) == ""


TABLES = {"pairs": pairs, "names": names, "lists": lists, "titles": titles, "venues": venues, "works": works}


@pytest.mark.parametrize("name", TABLES)
def test_degrees_are_those_of_the_table(name: str, update_golden: bool) -> None:
    path = FOLDER / f"{name}.txt"
    lines = list(TABLES[name]())
    if update_golden:
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == path.read_text(encoding="utf-8").splitlines()
