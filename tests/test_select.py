"""Queries and what they choose: ``tests/cases/select/*.md``, laws of the language, the command line.

A run with ``CITEKIT_UPDATE_CASES=1`` is not offered: the expected keys are what the language means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import Answer
from hypothesis import given, settings
from hypothesis import strategies as st

import citekit as package
from citekit.formats.bibtex.edit import BibText
from citekit.formats.bibtex.read import loads
from citekit.model.query import DEEPEST, LONGEST, kept, names_known, query
from citekit.model.work import Works
from citekit.runtime.errors import UsageError
from citekit.runtime.span import Source

FOLDER = Path(__file__).parent / "cases" / "select"
QUERIES = re.compile(r"^## (.+)\n\n```bibtex\n((?:.*\n)*?)```\n\n```text\n((?:.*\n)*?)```\n", re.MULTILINE)
FILES = re.compile(
    r"^## (.+)\n\n`(.+)`\n\n```bibtex\n((?:.*\n)*?)```\n\n```bibtex\n((?:.*\n)*?)```\n",
    re.MULTILINE,
)
BIB = """\
@article{doe2020, author={Doe, Jane}, title={Lazy Queues}, journal={Journal of Queues}, year=2020}
@misc{roe2019, author={Roe, Richard}, title={Eager Stacks}, year=2019, doi={10.1000/182}}
"""
LIBRARY = loads(Source("some.bib", BIB))
Run = Callable[..., Answer]


def queries() -> Iterator[object]:
    for title, bib, lines in QUERIES.findall((FOLDER / "queries.md").read_text(encoding="utf-8")):
        for line in lines.splitlines():
            text, _, keys = line.partition("=> ") if "=> " in line else line.partition("=>")
            yield pytest.param(bib, text.strip(), keys.split(), id=f"{title}: {text.strip()}")


@pytest.mark.parametrize(("bib", "text", "keys"), list(queries()))
def test_a_query_fits_these_entries(bib: str, text: str, keys: list[str]) -> None:
    assert [work.id for work in kept(loads(Source("some.bib", bib)), text)] == keys


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "case", FILES.findall((FOLDER / "files.md").read_text(encoding="utf-8")), ids=lambda case: case[0]
)
def test_entries_stay_as_they_are_written(case: tuple[str, ...], newline: str) -> None:
    _, text, given_text, printed = (part.replace("\n", newline) for part in case)
    source = Source("some.bib", given_text)
    places = {trace.span.start for trace in kept(loads(source), text).traces}
    assert BibText(source).excerpt(places) == printed


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("year>=", 7, "ends too early"),
        ("(year:2020", 11, "ends too early"),
        ("year:2020)", 10, "')' is in the wrong place"),
        ("title:x or or y", 12, "'or' is in the wrong place"),
        ("()", 2, "')' is in the wrong place"),
        ("not", 4, "ends too early"),
        ("year>2015 -type:book", 11, "'-' does not negate a test (write not type:book"),
        ("queues !lazy", 8, "does not negate"),
        ("!(type:book)", 1, "'!' is no part of a query (write not)"),
        ("author:doe | author:roe", 12, "(write or)"),
        ("author:doe && year=2020", 12, "(write and)"),
        ("", 1, "ends too early"),
        ('title:"lazy queues', 7, "a quotation mark is not closed"),
        ("author:doe and title>3", 16, "'>' compares dates and numbers, not 'title'"),
        ("year:soon", 1, "'soon' is nothing that 'year' can be compared with"),
        ("year>=2020..2021", 1, "nothing that 'year' can be compared with"),
        ("volume>=many", 1, "'>=' compares dates and numbers"),
        ("authr:doe", 1, "there is no field 'authr'"),
        ("author:doe has:dio", 16, "there is no field 'dio'"),
        ("(" * (DEEPEST + 1) + "a" + ")" * (DEEPEST + 1), DEEPEST + 1, "nested too deeply"),
    ],
)
def test_what_is_no_query_is_refused_with_its_place(text: str, column: int, words: str) -> None:
    with pytest.raises(UsageError, match=re.escape(words)) as error:
        kept(LIBRARY, text or " ") if text else query(text)
    assert str(error.value).startswith(f"query:1:{column}: ")
    assert error.value.problem.hint


def test_a_name_is_suggested() -> None:
    with pytest.raises(UsageError, match="did you mean 'author'"):
        kept(LIBRARY, "authr:doe")


def test_brackets_may_be_as_deep_as_is_said_and_queries_as_long() -> None:
    assert query("(" * DEEPEST + "doe" + ")" * DEEPEST).holds(LIBRARY[0])
    assert query(("doe " * LONGEST)[: LONGEST - 1]).holds(LIBRARY[0])
    assert query("not " * 800 + "doe").holds(LIBRARY[0])
    with pytest.raises(UsageError, match="longer than"):
        query("a" * (LONGEST + 1))


TESTS = st.sampled_from(
    ["type:article", "year>=2020", "author:roe", "has:doi", "title:queue*", '"lazy queues"', "year:..2019", "eager"]
)


@settings(max_examples=80, deadline=None)
@given(one=TESTS, other=TESTS)
def test_the_words_between_tests_mean_what_they_mean_in_logic(one: str, other: str) -> None:
    def fits(text: str) -> set[str]:
        return {work.id for work in kept(LIBRARY, text)}

    every = {work.id for work in LIBRARY}
    assert fits(f"{one} and {other}") == fits(f"{one} {other}") == fits(one) & fits(other)
    assert fits(f"{one} or {other}") == fits(one) | fits(other)
    assert fits(f"not ({one})") == fits(f"not {one}") == every - fits(one)
    assert fits(f"not ({one} or {other})") == fits(f"not {one} not {other}")


PIECES = st.sampled_from([*'()<>=:!*"\\ ', "and", "or", "not", "has", "year", "title", "doe", "2020", "..", "é", "\0"])


@settings(max_examples=300, deadline=None)
@given(text=st.lists(PIECES, max_size=14).map("".join) | st.text(max_size=30))
def test_any_text_is_a_query_or_is_refused(text: str) -> None:
    refusal = ""
    try:
        found = kept(LIBRARY, text)
    except UsageError as error:
        found, refusal = Works(), str(error)
    assert refusal.startswith("query:1:") or {work.id for work in found} <= {work.id for work in LIBRARY}


@settings(max_examples=80, deadline=None)
@given(places=st.sets(st.integers(0, 4)))
def test_an_excerpt_reads_as_its_entries_did(places: set[int]) -> None:
    text = BIB + '@string{p = "Press"}\n@book{c, title={C}, publisher=p}\n@book{d, title={D} , year = 1999}\n'
    library = loads(Source("some.bib", text))
    chosen = {trace.span.start: work for place, (work, trace) in enumerate(zip(library.works, library.traces, strict=True)) if place in places}  # fmt: skip
    made = BibText(Source("some.bib", text)).excerpt(set(chosen))
    again = loads(Source("some.bib", made))
    assert [(work.id, work) for work in again] == [(work.id, work) for work in chosen.values()]
    assert all(text[place : text.index("}\n", place) + 1] in made for place in chosen)


def test_every_field_that_is_suggested_is_read() -> None:
    for name in names_known():
        kept(LIBRARY, f"has:{name}")


# The command line


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("refs.bib").write_text(BIB, encoding="utf-8")
    Path("paper.tex").write_text("\\cite{roe2019,lost}\n\\bibliography{refs}\n", encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("desk")
class TestCommand:
    def test_entries_are_printed_as_they_are_written(self, citekit: Run) -> None:
        assert citekit("select", "author:doe", "refs.bib") == Answer(0, BIB.splitlines(True)[0], "1 of 2 entries\n")

    def test_keys_and_other_formats(self, citekit: Run) -> None:
        assert citekit("select", "year>2000", "refs.bib", "--only-keys", "-q") == Answer(0, "doe2020\nroe2019\n", "")
        assert '"id": "doe2020"' in citekit("select", "type:article", "refs.bib", "--to", "csljson").out
        assert citekit("select", "doe", "refs.bib", "-o", "out.ris").code == 0
        assert Path("out.ris").read_text(encoding="utf-8").startswith("TY  - JOUR")

    def test_nothing_found_is_a_finding(self, citekit: Run) -> None:
        assert citekit("select", "year<1900", "refs.bib") == Answer(1, "", "0 of 2 entries\n")

    def test_what_a_manuscript_cites(self, citekit: Run) -> None:
        answer = citekit("select", "--cited-in", "paper.tex", "refs.bib")
        assert answer.out == BIB.splitlines(True)[1]
        assert "'lost' is cited, but no entry has this key" in answer.err
        assert answer.code == 1
        assert citekit("select", "--cited-in", "paper.tex", "author:doe", "refs.bib").out == ""
        assert citekit("select", "--cited-in", "paper.tex", "has:doi", "refs.bib", "--only-keys").out == "roe2019\n"

    def test_a_key_that_only_merging_would_give_is_missing(self, citekit: Run) -> None:
        Path("more.bib").write_text("@misc{doe2020, title = {Eager Stacks}}\n", encoding="utf-8")
        Path("paper.tex").write_text("\\cite{doe2020-2}\n\\bibliography{refs}\n", encoding="utf-8")
        answer = citekit("select", "--cited-in", "paper.tex", "refs.bib", "more.bib")
        assert (answer.out, answer.code) == ("", 1)
        assert "'doe2020-2' is cited, but no entry has this key" in answer.err

    def test_everything_is_cited(self, citekit: Run) -> None:
        Path("paper.tex").write_text("\\nocite{*}\n\\bibliography{refs}\n", encoding="utf-8")
        assert citekit("select", "--cited-in", "paper.tex", "refs.bib", "--only-keys").out == "doe2020\nroe2019\n"

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("refs.bib",), "refs.bib is a file, not a query"),
            (("author:doe",), "no files to search"),
            (("year>", "refs.bib"), "query:1:6"),
            (("autor:doe", "refs.bib"), "there is no field 'autor'"),
            (("author:doe", "nowhere.bib"), "nowhere.bib cannot be read"),
            (("--cited-in", "nowhere.tex", "refs.bib"), "nowhere.tex cannot be read"),
            (("--cited-in", "refs.bib", "refs.bib"), "no citations in refs.bib"),
            (("doe", "refs.bib", "--to", "nothing"), "nothing"),
        ],
    )
    def test_wrong_use_is_said(self, citekit: Run, arguments: tuple[str, ...], words: str) -> None:
        answer = citekit("select", *arguments)
        assert answer.code == 2
        assert words in answer.err
        assert answer.out == ""

    def test_documents_are_read_and_written_as_bibtex(self, citekit: Run) -> None:
        Path("list.md").write_text(
            "# Publications\n\n- J. Doe. Lazy Queues. Journal of Queues, 2020.\n- R. Roe. Eager Stacks. Journal of Stacks, 2019.\n",
            encoding="utf-8",
        )
        assert citekit("select", "year:2020", "list.md").out.startswith("@article{doe2020lazy,")

    def test_other_verbs_take_the_same_queries(self, citekit: Run) -> None:
        converted = citekit("convert", "refs.bib", "--keep", "author:roe", "--to", "csljson")
        assert "roe2019" in converted.out
        assert "doe2020" not in converted.out
        assert "1 of 2 entries match the query" in converted.err
        assert citekit("convert", "refs.bib", "--keep", "author:nobody").code == 1
        assert (
            citekit("format", "refs.bib", "--keep", "author:roe").out
            == "Roe, R. (2019). Eager stacks. https://doi.org/10.1000/182\n"
        )
        assert citekit("format", "refs.bib", "--keep", "author:nobody").code == 1
        tidied = citekit("tidy", "refs.bib", "--keep", "author:roe")
        assert tidied.out.startswith("@misc{roe2019,")
        assert "doe2020" not in tidied.out
        for verb in ("convert", "format", "tidy"):
            assert citekit(verb, "refs.bib", "--keep", "year>").code == 2

    def test_python_takes_them_too(self) -> None:
        assert [work.id for work in package.convert("refs.bib", keep="year:2019")] == ["roe2019"]
        assert isinstance(kept(LIBRARY, ""), Works)


NAMED = r"""@set{pair, entryset = {ash, birch}}
@article{ash, title = {One}, author = {xdata=names-of-ash-author}, related = {cedar}}
@article{birch, title = {Two}}
@book{cedar, title = {Three}, xref = {dogwood}}
@collection{dogwood, title = {Four}}
@xdata{names-of-ash, author = {Ash, Ann}}
@article{elm, title = {Five}, ids = {alder, aspen}}
"""


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        ("key:pair", "pair ash birch cedar dogwood names-of-ash"),
        ("key:ash", "ash cedar dogwood names-of-ash"),
        ("key:birch", "birch"),
        ("key:cedar", "cedar dogwood"),
    ],
)
def test_what_an_entry_names_comes_along(query: str, keys: str, citekit: Callable[..., Answer], tmp_path: Path) -> None:
    """Members of sets, related entries, xref targets and single values of xdata, and what those name."""
    (tmp_path / "a.bib").write_text(NAMED, encoding="utf-8")
    answer = citekit("select", query, str(tmp_path / "a.bib"))
    assert re.findall(r"@\w+\{([^,]+),", answer.out) == keys.split()


def test_a_former_key_is_a_key(citekit: Callable[..., Answer], tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(NAMED, encoding="utf-8")
    (tmp_path / "a.md").write_text("See [@aspen; @birch].\n", encoding="utf-8")
    answer = citekit("select", "--cited-in", str(tmp_path / "a.md"), str(tmp_path / "a.bib"))
    assert answer.code == 0
    assert re.findall(r"@\w+\{([^,]+),", answer.out) == ["birch", "elm"]
    assert re.findall(r"@\w+\{([^,]+),", citekit("select", "key:aspen", str(tmp_path / "a.bib")).out) == ["elm"]


def test_a_file_is_no_query(citekit: Run, tmp_path: Path) -> None:
    path = tmp_path / "refs.bib"
    path.write_text(BIB, encoding="utf-8")
    answer = citekit("select", str(path), "year>=2020")
    assert (answer.code, answer.out) == (2, "")
    assert f"write the query first: citekit select 'year>=2020' {path}" in answer.err
    assert "write the query first" in citekit("select", str(path), str(path)).err


def test_one_key_in_two_files_is_told(citekit: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "a.bib", tmp_path / "b.bib"
    first.write_text(BIB, encoding="utf-8")
    second.write_text(BIB.replace("roe2019", "roe2018"), encoding="utf-8")
    answer = citekit("select", "author:doe or author:roe", str(first), str(second))
    assert (answer.code, answer.out.count("doe2020"), answer.err.count("warning")) == (0, 2, 1)
    assert "the key 'doe2020' is in more than one file" in answer.err
