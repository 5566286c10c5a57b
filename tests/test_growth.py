"""Twice the input takes twice the work: counted in calls of functions, which no busy machine changes."""

from __future__ import annotations

import itertools
import signal
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from work_counter import growth

from citekit.commands.check import check_files
from citekit.commands.convert import Conversion, NamedBytes
from citekit.documents.latex.includes import MOST_REPEATED, splice
from citekit.formats.bibtex.blocks import scan
from citekit.formats.files import loads
from citekit.lint.loading.prose import mentions
from citekit.lint.loading.written_names import pieces
from citekit.lint.reporting.repairs import repair
from citekit.manuscripts.document import Manuscripts
from citekit.manuscripts.project import ProjectFiles
from citekit.model.merge import merged
from citekit.model.name import split_names
from citekit.runtime.config import CheckSettings
from citekit.runtime.span import Source
from citekit.text.unicode import normalized

AT_MOST = 2.4
"""How much more work twice the input may take; 2 is linear, 4 quadratic."""

HANG = (
    "- A. Smith, B. Jones. A title of things. ICML, 2020 (an earlier version of it appeared in the Proceedings of the"
    " International Conference on Machine Lea\n"
)
"""Some words of a remark whose bracket is never closed."""


def entries(count: int, prefix: str, author: str = "Doe, Jane") -> str:
    made = (
        f"@article{{{prefix}{n}, title={{Lazy Queues in Practice}}, author={{{author}}}, year={{2020}}}}"
        for n in range(count)
    )
    return "\n".join(made)


def merge(count: int, author: str) -> None:
    whole = merged([loads(entries(count, "a", author)), loads(entries(count, "b", author))])
    assert len(whole) == count


def repair_fields(folder: Path, fields: str) -> None:
    path = folder / "a.bib"
    path.write_text("@misc{a,\n" + fields + "}\n", encoding="utf-8")
    done = check_files([path], CheckSettings(select=("empty-field", "duplicate-field")))
    assert len(repair(done.report.diagnostics, False, done.project.by_name).texts[str(path)]) < 30


GROWING: dict[str, Callable[[int], Any]] = {
    "merging works of one title": lambda n: merge(n, "Doe, Jane"),
    "merging works of one title without authors": lambda n: merge(n, ""),
    "fields of one name": lambda n: loads("@article{a," + "note={x},\n" * n + "}"),
    "names of one author field": lambda n: loads("@article{a, author={" + " and ".join(["Doe, Jane"] * n) + "}}"),
    "comments that never end": lambda n: scan(Source("a.bib", "@comment{" * n)),
    "comments in parentheses": lambda n: scan(Source("a.bib", "@comment(" * n)),
    "items of a list": lambda n: Conversion.of([NamedBytes("x.md", HANG.encode() * n)]),
}


@pytest.mark.parametrize("what", GROWING)
def test_work_grows_with_the_input(what: str) -> None:
    size = 20 if what == "items of a list" else 100
    assert max(growth(GROWING[what], [size, 2 * size, 4 * size])) < AT_MOST


def test_marks_are_put_in_order_in_linear_time() -> None:
    """It takes the square of a run: 200,000 marks were 22 seconds in one call of C, which no counting of calls sees."""
    begun = time.process_time()
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        made = normalized("A" + "\u0323\u0301" * 100_000, form)
        assert made.count("\u034f") == 200_000 // 30 - (200_000 % 30 == 0)
        assert normalized(made, form) == made
    assert time.process_time() - begun < 5
    assert normalized("a" + "\u0323\u0301" * 15, "NFD") == "a" + "\u0323" * 15 + "\u0301" * 15, "thirty are ordered"


def test_normal_forms_have_one_door() -> None:
    package = Path(__file__).parents[1] / "citekit"
    others = [path.name for path in package.rglob("*.py") if "unicodedata.normalize(" in path.read_text("utf-8")]
    assert others == ["unicode.py"]


def test_comments_that_never_end_are_read() -> None:
    """A pattern that went to the end of the file at each of them took seven seconds for 20,000; calls do not tell."""
    begun = time.process_time()
    assert len(scan(Source("a.bib", "@comment{" * 40_000)).blocks) > 0
    assert time.process_time() - begun < 5


@pytest.mark.parametrize("within", ["main", "part"])
def test_a_file_that_takes_itself_in_is_read_once(within: str, tmp_path: Path) -> None:
    """It was read again for each of its names in the main file, with 2,500 names in it each time."""
    whole = "\\section{Publications}\nJ. Doe. A Title of Things. Journal of Things 2, 1--9, 2020.\n\n"
    (tmp_path / "part.tex").write_text(whole * (within == "part") + "\\input{part}\n" * 2500, "utf-8")
    (tmp_path / "main.tex").write_text(whole + "\\input{part}\n" * 2500, "utf-8")
    begun = time.process_time()
    made = splice((tmp_path / "main.tex").read_text("utf-8"), tmp_path / "main.tex")
    assert time.process_time() - begun < 5
    assert len(made) < 2 * 2500 * len("\\input{part}\n") + MOST_REPEATED + 3 * len(whole)
    assert made.count("A Title of Things") >= 1


def test_a_small_file_may_be_taken_in_often(tmp_path: Path) -> None:
    (tmp_path / "note.tex").write_text("A note.\n", "utf-8")
    (tmp_path / "main.tex").write_text("\\input{note}\n" * 50, "utf-8")
    assert splice("\\input{note}\n" * 50, tmp_path / "main.tex").count("A note.") == 50


def test_chapters_are_read_once_however_many_documents_they_are_part_of(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(entries(2, "a"), encoding="utf-8")
    parts = "".join(f"\\input{{chapter{n}}}" for n in range(5))
    for n in range(5):
        (tmp_path / f"chapter{n}.tex").write_text("Doe (2020) was lazy~\\cite{a1}.\n", encoding="utf-8")
    for n in range(4):
        text = f"\\documentclass{{article}}\\begin{{document}}{parts}\\bibliography{{a}}\\end{{document}}"
        (tmp_path / f"book{n}.tex").write_text(text, encoding="utf-8")
    books = check_files([tmp_path], CheckSettings()).project.manuscripts
    assert [len(book.parts) for book in books] == [6] * 4
    assert len({id(part) for book in books for part in book.parts}) == 4 + 5
    assert len({id(mentions(part)) for book in books for part in book.parts[1:]}) == 5


def book(folder: Path, chapters: int, kind: str) -> None:
    """A book whose chapters define twenty commands each, and use those of one another or build their names."""
    folder.mkdir()
    (folder / "a.bib").write_text(entries(2, "a"), encoding="utf-8")
    names = ["".join(chr(97 + int(digit)) for digit in str(number)) for number in range(chapters)]
    for number, name in enumerate(names):
        made = [f"\\newcommand{{\\c{name}x{chr(97 + at)}}}[1]{{as \\cite{{#1}}}}" for at in range(20)]
        used = {
            "own": f"\\c{name}xa{{a1}}",
            "the same": "\\samea{a1}",
            "built": "\\csname caxa\\endcsname{a1}",
            "begun": "\\def\\kind{axa}\\csname c\\kind\\endcsname{a1}",
            "any": "\\def\\kind{caxa}\\csname\\kind\\endcsname{a1}",
            "each other's": "\\caxa{a1}",
        }[kind]
        if kind == "the same":
            made = [f"\\renewcommand{{\\same{chr(97 + at)}}}[1]{{{name} \\cite{{#1}}}}" for at in range(20)]
        (folder / f"chapter{number}.tex").write_text("\n".join([*made, used, ""]), encoding="utf-8")
    parts = "".join(f"\\input{{chapter{number}}}" for number in range(chapters))
    text = f"\\documentclass{{book}}\\begin{{document}}{parts}\\bibliography{{a}}\\end{{document}}"
    (folder / "book.tex").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    "used",
    [
        r"\csname mycite\endcsname",
        r"\csname my\kind\endcsname",
        r"\csname\kind\endcsname",
        r"\csuse{my\kind}",
        r"\expandafter\let\expandafter\own\csname my\kind\endcsname\own",
        r"\def\own#1#2{\csname#1\endcsname{#2}}\own{my\kind}",
    ],
)
def test_a_command_of_another_file_whose_name_is_put_together_cites(used: str, tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(entries(2, "a"), encoding="utf-8")
    (tmp_path / "part.tex").write_text(
        r"\newcommand{\mycite}[1]{as \inner{#1}}\newcommand{\inner}[1]{\cite{#1}}", encoding="utf-8"
    )
    kind = "cite" if r"my\kind" in used or "mycite" in used else "mycite"
    (tmp_path / "chapter.tex").write_text(rf"\def\kind{{{kind}}}{used}{{a1}}", encoding="utf-8")
    text = r"\documentclass{book}\begin{document}\input{part}\input{chapter}\bibliography{a}\end{document}"
    (tmp_path / "book.tex").write_text(text, encoding="utf-8")
    parts = check_files([tmp_path], CheckSettings()).project.manuscripts[0].parts
    assert [[cite.key for one in part.cited.citations for cite in one.cites] for part in parts] == [[], [], ["a1"]]


def test_a_file_keeps_its_own_commands_where_it_builds_the_name_of_another(tmp_path: Path) -> None:
    """What the other one uses comes with it, and may have the name of one of the file's own."""
    (tmp_path / "a.bib").write_text(entries(2, "a"), encoding="utf-8")
    (tmp_path / "part.tex").write_text(r"\def\made#1{\own{#1}}\def\own#1{\cite{#1}}", encoding="utf-8")
    chapter = r"\def\own#1{#1}\def\kind{made}\csname\kind\endcsname{a1}\own{a0}"
    (tmp_path / "chapter.tex").write_text(chapter, encoding="utf-8")
    text = r"\documentclass{book}\begin{document}\input{part}\input{chapter}\bibliography{a}\end{document}"
    (tmp_path / "book.tex").write_text(text, encoding="utf-8")
    parts = check_files([tmp_path], CheckSettings()).project.manuscripts[0].parts
    assert not any(part.cited.citations for part in parts)


@pytest.mark.parametrize(
    ("part", "chapter", "cited"),
    [
        ("#let mine(key) = cite(key)", "#mine(<a1>)", ["a1"]),
        ("#let mine(key) = cite(label(key))", '#mine("a1")', ["a1"]),
        ("= A title <a1>", "@a1 @a0", ["a0"]),
        ('#let fig(name) = [#figure[] #label("a" + name)]', "@a1 @b", ["b"]),
        ("#let fig(name) = [#figure[] #label(name)]", '#fig("a1") @a1 @a0', ["a0"]),
        ("#mine", "#let mine = cite(<a1>)", ["a1"]),
        ("#other", "#let mine = cite(<a1>)", []),
    ],
)
def test_a_file_of_typst_knows_what_others_define(part: str, chapter: str, cited: list[str], tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(entries(2, "a"), encoding="utf-8")
    (tmp_path / "part.typ").write_text(part, encoding="utf-8")
    (tmp_path / "chapter.typ").write_text(chapter, encoding="utf-8")
    (tmp_path / "book.typ").write_text('#include "part.typ"\n#include "chapter.typ"\n#bibliography("a.bib")\n', "utf-8")
    parts = check_files([tmp_path / "book.typ"], CheckSettings()).project.manuscripts[0].parts
    found = {part.source.name.rpartition("/")[2]: part.cited.citations for part in parts}
    assert [cite.key for one in found["chapter.typ"] for cite in one.cites] == cited


def book_of_typst(folder: Path, chapters: int) -> None:
    """A book whose chapters define twenty functions and labels each, and use those of one another."""
    folder.mkdir()
    (folder / "a.bib").write_text(entries(2, "a"), encoding="utf-8")
    for number in range(chapters):
        made = [
            f'#let c{number}x{at}(key) = [#cite(key) #label("l{number}" + key)]\n= A title <t{number}x{at}>'
            for at in range(20)
        ]
        used = f"#c0x1(<a1>) @a0 @t0x1 #c{number}x1(<a1>)"
        (folder / f"chapter{number}.typ").write_text("\n".join([*made, used, ""]), encoding="utf-8")
    parts = "".join(f'#include "chapter{number}.typ"\n' for number in range(chapters))
    (folder / "book.typ").write_text(f'{parts}#bibliography("a.bib")\n', encoding="utf-8")


@pytest.mark.parametrize("kind", ["built", "begun", "any", "typst"])
def test_chapters_that_use_names_of_others_are_read_in_linear_time(kind: str, tmp_path: Path) -> None:
    """Each took all commands of the others, whichever names it builds: 600 chapters were 30 seconds."""

    def read(chapters: int) -> None:
        folder = tmp_path / str(chapters)
        if not folder.exists():
            book_of_typst(folder, chapters) if kind == "typst" else book(folder, chapters, kind)
        check_files([folder], CheckSettings(select=("undefined-citation",)))

    assert max(growth(read, [10, 20, 40])) < AT_MOST


def papers(folder: Path, count: int, name: str) -> None:
    """Papers in folders of their own that name a bibliography, and a bibliography beside each."""
    for number in range(count):
        (folder / f"p{number}").mkdir(parents=True)
        (folder / f"p{number}" / f"refs{number}.bib").write_text(entries(1, "a"), encoding="utf-8")
        text = f"\\documentclass{{article}}\\begin{{document}}\\cite{{a0}}\\bibliography{{{name.format(number)}}}\\end{{document}}"
        (folder / f"p{number}" / f"paper{number}.tex").write_text(text, encoding="utf-8")


def files_of_project() -> ProjectFiles:
    return ProjectFiles(Path.read_bytes, Manuscripts(lambda path: Source(str(path), path.read_text("utf-8"))))


@pytest.mark.parametrize("name", ["refs{}", "lost{}", "../refs{}"], ids=["beside", "missing", "elsewhere"])
def test_bibliographies_of_papers_are_found_in_linear_time(name: str, tmp_path: Path) -> None:
    """For each, TeX's own folders were looked for among all bibliographies of the project."""

    def read(count: int) -> None:
        folder = tmp_path / str(count)
        if not folder.exists():
            papers(folder, count, name)
            (folder / ".git").mkdir()
        files = files_of_project()
        for number in range(count):
            paper = files.assembled(folder / f"p{number}" / f"paper{number}.tex")
            assert paper
            assert files.resources(paper.path, paper.parts)[0].state != "unknown" or "lost" in name

    assert max(growth(read, [20, 40, 80])) < AT_MOST


def test_bibliographies_in_a_folder_of_tex_are_found_in_any_depth(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    place = tmp_path / "texmf" / "bibtex" / "bib" / "of" / "us"
    place.mkdir(parents=True)
    (place / "ours.bib").write_text(entries(1, "a"), encoding="utf-8")
    (tmp_path / "bib").mkdir()
    (tmp_path / "bib" / "ours.bib").write_text(entries(1, "b"), encoding="utf-8")
    (tmp_path / "paper").mkdir()
    text = r"\documentclass{article}\begin{document}\cite{a0}\bibliography{ours}\end{document}"
    (tmp_path / "paper" / "paper.tex").write_text(text, encoding="utf-8")
    manuscripts = check_files([tmp_path / "paper" / "paper.tex"], CheckSettings()).project.manuscripts
    assert [[Path(name) for name in one.bibliographies] for one in manuscripts] == [[place / "ours.bib"]]


def test_files_that_name_one_another_are_followed_in_linear_time(tmp_path: Path) -> None:
    """For the name of each, all of them were gone through."""

    def read(count: int) -> None:
        folder = tmp_path / str(count)
        if not folder.exists():
            (folder / ".git").mkdir(parents=True)
            main = r"\documentclass{article}\begin{document}\input{ch.0}\bibliography{refs}\end{document}"
            (folder / "main.tex").write_text(main, encoding="utf-8")
            (folder / "refs.bib").write_text(entries(1, "a"), encoding="utf-8")
            for number in range(count):
                text = rf"\input{{ch.{number + 1}}}" if number < count - 1 else r"\cite{a0}"
                (folder / f"ch.{number}.tex").write_text(text, encoding="utf-8")
        last = folder / f"ch.{count - 1}.tex"
        assert [one.path.name for one in files_of_project().documents_with(last)] == ["main.tex"]

    assert max(growth(read, [30, 60, 120])) < AT_MOST


def test_labels_of_chapters_are_looked_for_once(tmp_path: Path) -> None:
    """Each chapter that refers to a figure looked through all chapters again."""

    def read(count: int) -> None:
        folder = tmp_path / str(count)
        if not folder.exists():
            (folder / ".git").mkdir(parents=True)
            for number in range(count):
                text = f"![A figure](a.png){{#eq:a{number}}}\n\nSee @eq:a{number} and @doe.\n"
                (folder / f"c{number}.qmd").write_text(text, encoding="utf-8")
        files = files_of_project()
        for number in range(count):
            assert len(files.kinds_of_references(folder / f"c{number}.qmd")) == count

    assert max(growth(read, [20, 40, 80])) < AT_MOST


@pytest.mark.parametrize("kind", ["own", "any", "each other's", "the same"])
def test_memory_grows_with_the_chapters_of_a_book(kind: str, tmp_path: Path) -> None:
    """Each chapter knows what the others define; what it knows was kept for each, and 300 chapters took 5 GB."""
    peaks = []
    for chapters in (30, 60, 120):
        book(tmp_path / str(chapters), chapters, kind)
        tracemalloc.start()
        try:
            checked = check_files([tmp_path / str(chapters)], CheckSettings(select=("undefined-citation",)))
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
        assert max(len(one.parts) for one in checked.project.manuscripts) == chapters + 1
    assert max(after / before for before, after in itertools.pairwise(peaks)) < 2.2
    assert peaks[-1] < 200_000_000 * 120 / 300, "300 chapters fit into 300 MB with all that citekit needs itself"


@pytest.mark.parametrize(
    "fields",
    [lambda n: "note={x},\n" * n, lambda n: "".join(f"n{i}={{}},\n" for i in range(n))],
    ids=["equal", "empty"],
)
def test_repairs_of_one_entry_grow_with_it(fields: Callable[[int], str], tmp_path: Path) -> None:
    assert max(growth(lambda n: repair_fields(tmp_path, fields(n)), [100, 200, 400])) < AT_MOST


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this platform has no timer to stop a pattern")
@pytest.mark.parametrize("divide", [pieces, split_names], ids=["pieces", "split_names"])
def test_a_run_of_blanks_divides_no_names(divide: Callable[[str], list[Any]]) -> None:
    begun = time.process_time()
    assert len(divide("Doe" + " " * 400_000 + "Jane")) == 1
    assert time.process_time() - begun < 5  # quadratic time would be minutes


def test_lines_that_continue_a_value_are_joined_once() -> None:
    begun = time.process_time()
    works = loads("TY  - JOUR\nTI  - On\n" + "lanterns\n" * 200_000 + "ER  - \n", format="ris")
    assert str(works[0].title).count("lanterns") == 200_000
    assert time.process_time() - begun < 20  # a value that was joined again at each line took 80 seconds


def test_a_remark_that_is_never_closed_is_read() -> None:
    library = Conversion.of([NamedBytes("x.md", HANG.encode())]).library
    assert [[str(name) for name in work.author] for work in library] == [["A. Smith", "B. Jones"]]


def test_works_of_one_title_find_the_first_that_is_like_them() -> None:
    one = loads(
        "@misc{a, title={T}, author={Doe, J.}, year=2020} @misc{b, title={T}, author={Roe, R.}} @misc{c, title={T}}"
    )
    two = loads("@misc{x, title={T}, author={Roe, R.}, year=2021} @misc{y, title={T}, author={Poe, P.}, year=2019}")
    found = [(work.id, work.year) for work in merged([one, two])]
    assert found == [("a", 2020), ("b", 2021), ("c", None), ("y", 2019)]  # nobody and no year: that may be anything
