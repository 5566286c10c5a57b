"""The Python interface: reading, converting, and what a conversion keeps of its inputs."""

from __future__ import annotations

import multiprocessing
import re
from pathlib import Path

import pytest

import citekit
from citekit.commands.convert import Conversion, NamedBytes
from citekit.documents.readers import markdown
from citekit.documents.runs import Document
from citekit.runtime.config import ConvertSettings
from citekit.runtime.errors import CitekitError, UnreadableInputError, UsageError
from citekit.runtime.span import Source

LIST = """\
## Publications

- T. Lindqvist and Y. Amari. **Sorting sparse ledgers**. *Journal of Synthetic Systems*, 2021.
- Y. Amari and S. Dvořák. **Lazy queues without clocks**. *Annals of Applied Parsing*, 2019.
- T. Lindqvist. **Bounded archives of surveys**. *Annals of Applied Parsing*, 2018.
"""
BIB = "@article{mine, title = {Sorting Sparse Ledgers}, author = {Lindqvist, Tove and Amari, Y.}, year = {2021}}"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_text(LIST, encoding="utf-8")
    return path


def test_the_documented_lines_work(page: Path, tmp_path: Path) -> None:
    library = citekit.convert(page)
    assert [work.id for work in library] == ["lindqvist2021sorting", "amari2019lazy", "lindqvist2018bounded"]
    assert library[0].title == "Sorting sparse ledgers"
    citekit.dump(library, tmp_path / "page.bib")
    assert citekit.load(tmp_path / "page.bib").works == library.works


def test_every_public_name_can_be_imported() -> None:
    assert all(getattr(citekit, name) for name in citekit.__all__)
    with pytest.raises(AttributeError, match="nonsense"):
        _ = citekit.nonsense


def test_read_gives_a_document_that_convert_takes(page: Path) -> None:
    document = citekit.read(page)
    assert document.format == "markdown"
    assert citekit.convert(document).works == citekit.convert(page).works


def test_read_as_another_format(page: Path) -> None:
    assert citekit.read(page, "text").format == "text"


def test_traces_are_parallel_and_point_at_the_words(page: Path) -> None:
    library = citekit.convert(page)
    assert len(library.traces) == len(library)
    for work, trace in zip(library, library.traces, strict=True):
        span = trace.evidence["title"].span
        assert span is not None
        assert trace.source.text[span.start : span.end].strip("*.") == work.title


def test_a_missing_file_raises(tmp_path: Path) -> None:
    for function in (citekit.read, citekit.convert, citekit.load):
        with pytest.raises(UnreadableInputError, match=r"missing\.md"):
            function(tmp_path / "missing.md")


def test_an_unknown_format_raises(page: Path) -> None:
    with pytest.raises(UsageError, match="nonsense"):
        citekit.convert(page, format="nonsense")
    with pytest.raises(UsageError, match="nonsense"):
        citekit.read(page, "nonsense")


def test_an_unreadable_part_keeps_its_place_and_costs_nothing(page: Path, tmp_path: Path) -> None:
    conversion = Conversion.of([page, tmp_path / "missing.md", NamedBytes("more", b"@misc{x, title = {Words}}")])
    assert [part.failure is None for part in conversion.parts] == [True, False, True]
    assert len(conversion.library) == 4
    assert conversion.read_any


def test_bibliographies_are_recognised_by_their_words() -> None:
    for text in (BIB, f"% a remark\n\n{BIB}", '[{"id": "mine", "type": "article", "title": "Words"}]'):
        conversion = Conversion.of([NamedBytes("<stdin>", text.encode())])
        assert conversion.readings == ()
        assert conversion.library[0].id == "mine"


def test_a_page_that_begins_with_a_bracket_is_no_bibliography() -> None:
    conversion = Conversion.of([NamedBytes("<stdin>", f"[Home](/) [{{CV}}](/cv)\n\n{LIST}".encode())])
    assert len(conversion.readings) == 1


def test_keys_of_bibliographies_stay_and_others_differ_from_them(page: Path) -> None:
    taken = b"@book{amari2019lazy, title = {Another Book}, author = {Amari, Yuki}, year = {2019}}"
    library = Conversion.of([NamedBytes("mine.bib", taken), page]).library
    keys = [work.id for work in library]
    assert keys[0] == "amari2019lazy"
    assert len(keys) == len({key.casefold() for key in keys}) == 4


def test_a_file_that_is_named_twice_is_read_once(page: Path, tmp_path: Path) -> None:
    assert len(Conversion.of([page, tmp_path]).parts) == 1


def test_each_line_keeps_repeated_lines() -> None:
    text = b"T. Lindqvist. Bounded archives. Annals of Applied Parsing, 2018.\n" * 3
    conversion = Conversion.of([NamedBytes("<stdin>", text)], ConvertSettings(each_line=True))
    assert len(conversion.library) == 3
    assert len({work.id for work in conversion.library}) == 3


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_mistake_of_ours_costs_one_document(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    """A reader that fails on one document; forked workers inherit it."""
    if jobs > 1 and multiprocessing.get_start_method() != "fork":
        pytest.skip("needs workers that inherit the failing reader")
    bad = tmp_path / "bad.md"
    bad.write_text(f"# Unlucky\n\n{LIST}", encoding="utf-8")
    read = markdown.read

    def failing(source: Source) -> Document:
        if "Unlucky" in source.text:
            raise KeyError("unlucky")
        return read(source)

    monkeypatch.setattr(markdown, "read", failing)
    told: list[tuple[int, int]] = []
    conversion = Conversion.of(
        [page, bad, NamedBytes("c.md", LIST.encode())],
        ConvertSettings(jobs=jobs),
        done=lambda done, total, _name: told.append((done, total)),
    )
    assert [part.failure is None for part in conversion.parts] == [True, False, True]
    assert "bad.md could not be read, internal error: KeyError: 'unlucky'" in str(conversion.failures[0])
    assert told == [(1, 3), (2, 3), (3, 3)]
    monkeypatch.setenv("CITEKIT_DEBUG", "1")
    with pytest.raises(KeyError):
        Conversion.of([page, bad], ConvertSettings(jobs=jobs))


def test_results_of_workers_are_those_of_this_process(page: Path, profiles: Path) -> None:
    inputs = [page, *sorted(profiles.iterdir())]
    alone, several = (Conversion.of(inputs, ConvertSettings(jobs=jobs)) for jobs in (1, 2))
    assert several.library == alone.library
    assert [part.name for part in several.parts] == [part.name for part in alone.parts]
    assert [r.shapes for r in several.readings] == [r.shapes for r in alone.readings]


def test_what_a_latex_document_takes_in_is_read_with_it(tmp_path: Path) -> None:
    items = "".join(
        f"\\item T. Lindqvist. Sorting ledger {n}. \\emph{{Annals of Parsing}}, 201{n}.\n" for n in range(4)
    )
    (tmp_path / "papers.tex").write_text(items, encoding="utf-8")
    body = "\\section{Publications}\n\\begin{itemize}\n\\input{papers}\n\\end{itemize}"
    cv = tmp_path / "cv.tex"
    cv.write_text(f"\\documentclass{{article}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n", encoding="utf-8")
    assert len(citekit.convert(cv)) == 4


REFERRING = ["Ibid., p. 3.", "ibid.", "Ebd., S. 12.", "Lindqvist, op. cit., pp. 4-9.", "Amari, a.a.O., S. 7."]


@pytest.mark.parametrize("line", REFERRING)
def test_a_line_that_refers_to_another_reference_is_no_reference(line: str) -> None:
    text = f"T. Lindqvist. Bounded archives. Annals of Applied Parsing, 2018.\n{line}\n".encode()
    library = Conversion.of([NamedBytes("<stdin>", text)], ConvertSettings(each_line=True)).library
    assert len(library) == 2
    work, trace = library[1], library.traces[1]
    assert (work.type, work.fields["comment"], work.variables) == ("document", line, {})
    assert any("refers to" in doubt for doubt in trace.doubts)


def test_problems_of_the_document_are_kept() -> None:
    conversion = Conversion.of([NamedBytes("page.md", LIST.encode("iso8859-2"))])
    assert [problem.severity for problem in conversion.problems] == ["warning"]
    assert conversion.findings


@pytest.mark.parametrize(
    ("name", "instead"),
    [("filter", "library.select"), ("to_json", "'csljson'"), ("check", "citekit.check(library)")],
)
def test_what_libraries_do_not_have_is_told_with_what_to_write(name: str, instead: str) -> None:
    with pytest.raises(AttributeError, match=re.escape(instead)):
        getattr(citekit.loads(""), name)


def test_a_field_is_set_by_its_name_as_well() -> None:
    entry = citekit.loads("@misc{a, title={Lazy Queues}}")["a"]
    entry.set_field("year", "2020")
    entry.set_field(entry.fields_dict["title"])
    assert (entry["year"], entry["title"]) == ("2020", "Lazy Queues")


def test_a_reference_is_no_name_of_a_file() -> None:
    with pytest.raises(CitekitError, match=r"citekit\.parse\(text\)"):
        citekit.convert("Doe, J. (2020). Lazy queues. Journal of Queues, 3, 1-9.")
    with pytest.raises(CitekitError, match="check the name"):
        citekit.convert("homepage.md")


def test_a_heading_among_references_is_none() -> None:
    text = b"References\n\nDoe, J. (2020). Lazy queues. Journal of Queues, 3, 1-9.\n## Literatur:\nWorks Cited\nReferences in Lazy Queues. 2020.\n"
    conversion = Conversion.of([NamedBytes("<stdin>", text)], ConvertSettings(each_line=True))
    assert conversion.library.works[0].title == "Lazy queues"
    assert len(conversion.library) == 2
    left_out = conversion.readings[0].left_out
    assert [(one.text.strip("#: "), one.reason) for one in left_out] == [
        ("References", "is a heading"),
        ("Literatur", "is a heading"),
        ("Works Cited", "is a heading"),
    ]


def test_a_line_that_is_read_in_part_is_doubtful() -> None:
    text = f"Doe, J. (2020). {'very ' * 1000}lazy queues. Journal of Queues, 3, 1-9.\n"
    whole, part = (
        citekit.convert(text=one, each_line=True).record.traces[0] for one in (text.replace("very ", ""), text)
    )
    doubt = "it is too long for one publication, and only its first 900 words were read"
    assert (doubt in whole.doubts, doubt in part.doubts) == (False, True)
