"""The command line: what it prints where, what it writes, and how it ends."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer

from citekit.cli.main import command_names, run

Citekit = Callable[..., Answer]

PAGE = """\
# Tove Lindqvist

## Publications

- **Lazy Queues without Global Clocks**<br>
  **T. Lindqvist**, M. Okafor, and Y. Amari<br>
  *Proceedings of the 9th Conference on Adaptive Compilers*, 2023
- **Sorting Sparse Ledgers in Linear Time**<br>
  M. Okafor and **T. Lindqvist**<br>
  *Proceedings of the 7th Conference on Adaptive Compilers*, 2021
- **Bounded Archives for Very Large Collections**<br>
  Y. Amari, **T. Lindqvist**, and S. Dvořák<br>
  *Proceedings of the 6th Conference on Adaptive Compilers*, 2020

## Awards

- Prize for careful measurement, 2021
"""

BIB = "@article{okafor2021, title = {Sorting Sparse Ledgers}, author = {Okafor, M.}, year = {2021}, journal = {JSS}}\n"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_text(PAGE, encoding="utf-8")
    return path


def keys_in(bibtex: str) -> list[str]:
    return re.findall(r"^@\w+\{([^,]+),", bibtex, re.MULTILINE)


class TestStarting:
    def test_help_lists_every_verb(self, citekit: Citekit) -> None:
        answer = citekit("--help")
        assert answer.code == 0
        assert all(name in answer.out for name in command_names())

    def test_the_list_of_lists_counts_them(self, citekit: Citekit) -> None:
        rows = [line.split("\t") for line in citekit("list").out.splitlines()]
        assert [name for name, *_ in rows] == ["formats", "rules", "styles"]
        assert int(rows[0][1]) == len(citekit("list", "formats").out.splitlines())
        assert int(rows[2][1]) == len(citekit("list", "styles", "--all").out.splitlines())

    def test_lists_are_narrowed_by_words(self, citekit: Citekit) -> None:
        names = [line.partition("\t")[0] for line in citekit("list", "formats", "XML", "endnote").out.splitlines()]
        assert names == ["endnotexml"]
        assert citekit("list", "rules", "duplicate", "two", "entries").out.count("duplicate-key") == 1
        assert "duplicate-key" not in citekit("list", "rules", "arxiv").out

    def test_several_topics_are_explained(self, citekit: Citekit, page: Path) -> None:
        answer = citekit("explain", "page-hyphen", f"{page}:5")
        assert answer.out.startswith("page-hyphen (")
        assert "\n\n    5 | " in answer.out
        assert answer.code == 0

    def test_version(self, citekit: Citekit) -> None:
        assert re.fullmatch(r"citekit \d+\.\d+\.\d+\n", citekit("--version").out)

    def test_as_a_module(self) -> None:
        command = [sys.executable, "-m", "citekit", "--version"]
        assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.startswith("citekit ")

    @pytest.mark.parametrize(
        "arguments", [["nonsense"], ["convert"], ["convert", "--nonsense", "x"], ["completion", "x"]]
    )
    def test_wrong_use_is_one_line_and_a_hint(self, citekit: Citekit, arguments: list[str]) -> None:
        answer = citekit(*arguments)
        assert answer.code == 2
        assert answer.out == ""
        assert [line.partition(": ")[2].partition(":")[0] for line in answer.err.splitlines()] == ["error", "hint"]

    def test_an_option_before_the_command_is_told_its_place(self, citekit: Citekit, page: Path) -> None:
        answer = citekit("--style", "apa", "format", page)
        assert (answer.code, answer.out) == (2, "")
        assert "options follow the command: citekit COMMAND --style" in answer.err

    def test_a_missing_file_is_told_alike_by_every_command(self, citekit: Citekit) -> None:
        for arguments in (["convert", "no.md"], ["explain", "no.md:3"], ["correct", "no.md:3", "--set", "year=1"]):
            answer = citekit(*arguments)
            assert (answer.code, answer.out) == (2, "")
            assert answer.err.startswith("citekit: error: no.md cannot be read: No such file or directory\n")

    @pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
    def test_completion_prints_a_script(self, citekit: Citekit, shell: str) -> None:
        answer = citekit("completion", shell)
        assert answer.code == 0
        assert "_CITEKIT_COMPLETE" in answer.out

    @pytest.mark.parametrize(
        ("words", "expected"), [("citekit conv", "convert"), ("citekit convert --ov", "--overwrite")]
    )
    def test_completion_knows_verbs_and_options(self, words: str, expected: str) -> None:
        count = str(len(words.split()) - 1)
        environment = {"_CITEKIT_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": count}
        command = [sys.executable, "-c", "from citekit.cli.main import main; main()"]
        done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, timeout=60, check=False)
        assert done.stdout.decode().split() == [f"plain,{expected}"]


class TestConverting:
    def test_bibliography_on_stdout_summary_on_stderr(self, citekit: Citekit, page: Path) -> None:
        answer = citekit("convert", page)
        assert answer.code == 0
        assert keys_in(answer.out) == ["lindqvist2023lazy", "okafor2021sorting", "amari2020bounded"]
        assert "items seen: 3 understood, 0 doubtful" in answer.err

    def test_quiet_says_nothing(self, citekit: Citekit, page: Path) -> None:
        assert citekit("convert", "-q", page).err == ""

    def test_verbose_lists_what_was_left_out(self, citekit: Citekit, page: Path) -> None:
        answer = citekit("convert", "-v", page)
        left_out = [line for line in answer.err.splitlines() if "left out (" in line and "page.md:" in line]
        assert all(re.search(r"page\.md:\d+: left out \([^)]+\): ", line) for line in left_out)

    def test_stdin(self, citekit: Citekit) -> None:
        answer = citekit("convert", "-", stdin=PAGE.encode())
        assert answer.code == 0
        assert len(keys_in(answer.out)) == 3

    def test_stdin_of_bibtex(self, citekit: Citekit) -> None:
        answer = citekit("convert", "-", "--to", "csljson", stdin=BIB.encode())
        assert json.loads(answer.out)[0]["id"] == "okafor2021"

    def test_each_line_is_an_entry(self, citekit: Citekit) -> None:
        lines = "\nAmari Y. Bounded archives. PhD thesis, University of Uppsala, 2019.\n\nUnknown words only\n"
        answer = citekit("convert", "--each-line", "-", stdin=lines.encode())
        assert len(keys_in(answer.out)) == 2

    def test_owner_is_taken(self, citekit: Citekit, page: Path) -> None:
        report = json.loads(citekit("convert", page, "--owner", "Yuki Amari", "--json").out)
        assert report["documents"][0]["owner"] == "Yuki Amari"

    def test_keys_template(self, citekit: Citekit, page: Path) -> None:
        assert keys_in(citekit("convert", page, "--keys", "[auth][year]").out) == [
            "lindqvist2023",
            "okafor2021",
            "amari2020",
        ]

    def test_ascii(self, citekit: Citekit, page: Path) -> None:
        assert "Dvořák" in citekit("convert", page).out
        assert citekit("convert", page, "--ascii").out.isascii()

    def test_input_format_can_be_named(self, citekit: Citekit, page: Path) -> None:
        assert json.loads(citekit("convert", page, "--from", "text", "--json").out)["documents"][0]["format"] == "text"

    @pytest.mark.parametrize(
        "options", [["--to", "nonsense"], ["--from", "nonsense"], ["--keys", "[nonsense]"], ["--keys", "plain"]]
    )
    def test_unknown_names_are_wrong_use(self, citekit: Citekit, page: Path, options: list[str]) -> None:
        answer = citekit("convert", page, *options)
        assert (answer.code, answer.out) == (2, "")
        assert answer.err.startswith("citekit: error: ")


class TestFiles:
    def test_suffix_tells_the_format(self, citekit: Citekit, page: Path, tmp_path: Path) -> None:
        assert citekit("convert", page, "-o", tmp_path / "refs.json").out == ""
        assert len(json.loads((tmp_path / "refs.json").read_text(encoding="utf-8"))) == 3

    def test_a_file_is_not_overwritten_unless_told(self, citekit: Citekit, page: Path, tmp_path: Path) -> None:
        out = tmp_path / "refs.bib"
        out.write_text("mine", encoding="utf-8")
        answer = citekit("convert", page, "-o", out)
        assert answer.code == 2
        assert "--overwrite" in answer.err
        assert out.read_text(encoding="utf-8") == "mine"
        assert citekit("convert", page, "-o", out, "--overwrite").code == 0
        assert len(keys_in(out.read_text(encoding="utf-8"))) == 3

    def test_nothing_else_is_left_in_the_folder(self, citekit: Citekit, page: Path, tmp_path: Path) -> None:
        citekit("convert", page, "-o", tmp_path / "refs.bib")
        assert sorted(p.name for p in tmp_path.iterdir()) == ["page.md", "refs.bib"]

    def test_an_empty_result_leaves_the_file_alone(self, citekit: Citekit, tmp_path: Path) -> None:
        out = tmp_path / "refs.bib"
        out.write_text("mine", encoding="utf-8")
        assert citekit("convert", "-", "-o", out, "-f", stdin=b"Nothing here.\n").code == 1
        assert out.read_text(encoding="utf-8") == "mine"

    def test_missing_folder_of_out(self, citekit: Citekit, page: Path, tmp_path: Path) -> None:
        answer = citekit("convert", page, "-o", tmp_path / "no" / "refs.bib")
        assert answer.code == 2
        assert answer.err.startswith("citekit: error: ")

    @pytest.mark.skipif(not Path("/dev/null").exists(), reason="needs a device")
    def test_out_may_be_a_device(self, citekit: Citekit, page: Path) -> None:
        assert citekit("convert", page, "-o", "/dev/null").code == 0
        assert Path("/dev/null").is_char_device()

    def test_second_run_gives_the_same_bytes(self, citekit: Citekit, page: Path, tmp_path: Path) -> None:
        for name in ("one.bib", "two.bib"):
            citekit("convert", page, "-o", tmp_path / name)
        assert (tmp_path / "one.bib").read_bytes() == (tmp_path / "two.bib").read_bytes()

    def test_a_bibliography_survives_the_way_there_and_back(self, citekit: Citekit, page: Path, tmp_path: Path) -> None:
        bib, csl, again = (tmp_path / name for name in ("a.bib", "a.json", "b.bib"))
        for source, target in ((page, bib), (bib, csl), (csl, again)):
            assert citekit("convert", source, "-o", target).code == 0
        assert bib.read_bytes() == again.read_bytes()


class TestSeveralInputs:
    def test_folder_in_order_without_hidden_files(self, citekit: Citekit, page: Path, tmp_path: Path) -> None:
        (tmp_path / "sub").mkdir()
        (tmp_path / ".hidden").mkdir()
        (tmp_path / "notes.xyz").write_text("no reader knows this", encoding="utf-8")
        for place in ("sub/a.md", ".hidden/b.md", ".c.md"):
            (tmp_path / place).write_text(PAGE, encoding="utf-8")
        report = json.loads(citekit("convert", tmp_path, "--json").out)
        names = [Path(document["name"]).relative_to(tmp_path).as_posix() for document in report["documents"]]
        assert names == [page.name, "sub/a.md"]

    def test_bibliographies_of_a_folder_are_read_only_by_name(
        self, citekit: Citekit, page: Path, tmp_path: Path
    ) -> None:
        folder = tmp_path / "people"
        folder.mkdir()
        (folder / "page.md").write_bytes(page.read_bytes())
        for name in ("mine.bib", "theirs.bib"):
            (folder / name).write_text("@book{fern, title={Ferns}, author={Fern, Ida}, year=2001}", encoding="utf-8")
        answer = citekit("convert", folder, folder / "mine.bib", "-o", folder / "theirs.bib", "-f")
        assert "only by name" not in answer.err
        answer = citekit("convert", folder, folder / "mine.bib")
        assert f"not read, because bibliographies are read only by name: {folder / 'theirs.bib'}\n" in answer.err
        assert answer.out.count("@book{fern") == 1

    def test_the_entry_beside_a_page_of_hugo_is_a_part_of_it(self, citekit: Citekit, tmp_path: Path) -> None:
        (tmp_path / "ferns").mkdir()
        (tmp_path / "ferns" / "index.md").write_text(
            '---\ntitle: Ferns\nauthors: [Ida Fern]\ndate: 2001-01-01\npublication_types: ["5"]\n---\n',
            encoding="utf-8",
        )
        (tmp_path / "ferns" / "cite.bib").write_text("@book{fern, title={Ferns}, year=2001}", encoding="utf-8")
        answer = citekit("convert", tmp_path)
        assert "not read" not in answer.err
        assert "@book{fern," in answer.out

    def test_the_same_publication_is_written_once(self, citekit: Citekit, page: Path, tmp_path: Path) -> None:
        other = tmp_path / "other.md"
        other.write_text(PAGE, encoding="utf-8")
        answer = citekit("convert", page, other)
        assert len(keys_in(answer.out)) == 3
        assert "3 duplicates joined" in answer.err

    def test_keys_of_a_bibliography_stay(self, citekit: Citekit, page: Path, tmp_path: Path) -> None:
        bib = tmp_path / "mine.bib"
        bib.write_text(BIB, encoding="utf-8")
        keys = keys_in(citekit("convert", bib, page).out)
        assert keys[0] == "okafor2021"
        assert len(keys) == len(set(keys))

    def test_out_is_not_read_as_an_input(self, citekit: Citekit, page: Path, tmp_path: Path) -> None:
        out = tmp_path / "refs.bib"
        for _ in range(2):
            assert citekit("convert", tmp_path, "-o", out, "-f").code == 0
        assert len(keys_in(out.read_text(encoding="utf-8"))) == 3

    def test_an_empty_folder_is_an_error(self, citekit: Citekit, tmp_path: Path) -> None:
        answer = citekit("convert", tmp_path)
        assert answer.code == 2
        assert "no document" in answer.err

    def test_a_line_for_each_document_and_one_for_all(self, citekit: Citekit, page: Path, tmp_path: Path) -> None:
        bib = tmp_path / "mine.bib"
        bib.write_text(BIB, encoding="utf-8")
        lines = citekit("convert", page, bib, page.name, tmp_path / "missing.md").err.splitlines()
        assert [line.partition(": ")[0] for line in lines[-3:]] == [str(page), str(bib), "2 of 4 documents read"]
        assert lines[-2].endswith(": 1 from a bibliography")
        assert "3 understood" in lines[-1]

    @pytest.mark.parametrize("jobs", [1, 2, 7])
    def test_jobs_change_nothing(self, citekit: Citekit, tmp_path: Path, jobs: int) -> None:
        folder = tmp_path / "people"
        folder.mkdir()
        for number in range(5):
            (folder / f"{number}.md").write_text(PAGE.replace("Lazy", f"Lazy {number}"), encoding="utf-8")
        (folder / "broken.md").write_bytes(b"")
        alone = citekit("convert", folder, "--jobs", 1, "--json")
        several = citekit("convert", folder, "--jobs", jobs, "--json")
        assert (several.code, several.out, several.err) == (alone.code, alone.out, alone.err)
        assert "8 duplicates joined" in several.err
        also = [len(trace["also"]) for trace in json.loads(several.out)["traces"]]
        assert also == [0, 4, 4, 0, 0, 0, 0]

    def test_fewer_than_no_jobs(self, citekit: Citekit, page: Path) -> None:
        assert citekit("convert", page, "--jobs", "-1").code == 2

    def test_wrong_use_is_told_once(self, citekit: Citekit, page: Path) -> None:
        answer = citekit("convert", *[page] * 5, "--from", "nonsense", "--jobs", 2)
        assert answer.code == 2
        assert answer.err.count("nonsense") == 1


class TestProgress:
    """The line that says how far a long run is."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        for number in range(5):
            (tmp_path / f"{number}.md").write_text(PAGE, encoding="utf-8")
        return tmp_path

    def test_on_a_terminal(self, citekit: Citekit, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        monkeypatch.setenv("TERM", "xterm")
        err = citekit("convert", folder).err
        assert "5 of 5: " in err
        assert err.index("5 of 5: ") < err.index("\r\x1b[K", err.index("5 of 5: ")) < err.index("documents read")
        assert " of 5: " not in citekit("convert", folder, "-q").err
        assert "1 of 1" not in citekit("convert", folder / "1.md").err

    def test_not_elsewhere(self, citekit: Citekit, folder: Path) -> None:
        assert " of 5: " not in citekit("convert", folder).err


class TestReports:
    def test_explain_names_the_place_of_every_field(self, citekit: Citekit, page: Path) -> None:
        answer = citekit("convert", page, "--explain")
        assert "lindqvist2023lazy" in answer.out
        assert re.search(r"title\s+Lazy Queues without Global Clocks\n\s+\S*page\.md:5:5  \d\.\d\d  \S", answer.out)
        assert "@" not in answer.out

    def test_explain_and_out_give_both(self, citekit: Citekit, page: Path, tmp_path: Path) -> None:
        answer = citekit("convert", page, "--explain", "-o", tmp_path / "refs.bib")
        assert "page.md:5:5" in answer.out
        assert (tmp_path / "refs.bib").exists()

    @pytest.mark.parametrize("order", [["--shape", "{page}"], ["{page}", "--shape"], ["--shape", "--quiet", "{page}"]])
    def test_bare_shape_prints_the_shapes(self, citekit: Citekit, page: Path, order: list[str]) -> None:
        answer = citekit("convert", *(word.format(page=page) for word in order))
        assert answer.code == 0
        assert re.search(r"page\.md.*: 3 of 3: .*\*\*title\*\*", answer.out)

    def test_a_printed_shape_can_be_given(self, citekit: Citekit, page: Path) -> None:
        notation = citekit("convert", page, "--shape").out.strip().rpartition(": ")[2]
        assert citekit("convert", page, "--shape", notation).out == citekit("convert", page).out

    def test_json_report(self, citekit: Citekit, page: Path) -> None:
        report = json.loads(citekit("convert", page, "--json").out)
        assert set(report) == {"citekit", "documents", "works", "traces", "problems"}
        (document,) = report["documents"]
        assert document["read"] is True
        assert document["works"] == len(report["works"]) == len(report["traces"]) == 3
        assert document["seen"] >= 3
        place = report["traces"][0]["evidence"]["title"]["place"]
        assert (place["line"], place["column"]) == (5, 5)
        assert PAGE[place["start"] : place["end"]].strip("*") == "Lazy Queues without Global Clocks"

    def test_json_report_names_unreadable_inputs(self, citekit: Citekit, page: Path, tmp_path: Path) -> None:
        answer = citekit("convert", page, tmp_path / "missing.md", "--json")
        assert answer.code == 2
        report = json.loads(answer.out)
        assert [document["read"] for document in report["documents"]] == [True, False]
        assert "missing.md" in report["problems"][-1]["message"]

    def test_strict_is_fine_with_a_clear_list(self, citekit: Citekit, page: Path) -> None:
        assert citekit("convert", page, "--strict").code == 0

    def test_strict_finds_doubt(self, citekit: Citekit) -> None:
        assert citekit("convert", "--each-line", "--strict", "-", stdin=b"Only some words\n").code == 1


class TestProcess:
    """What only a process of its own can show."""

    def run(self, *arguments: object, **environment: str) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "citekit.cli.main", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, env={**os.environ, **environment}, timeout=120, check=False)

    def test_a_closed_pipe_is_no_error(self, page: Path) -> None:
        command = f'"{sys.executable}" -m citekit.cli.main convert "{page}" | true'
        done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=120, check=False)
        assert b"Traceback" not in done.stderr
        assert b"Broken" not in done.stderr

    def test_output_is_utf8_in_any_locale(self, page: Path) -> None:
        done = self.run("convert", page, LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
        assert "Dvořák" in done.stdout.decode("utf-8")

    def test_no_colour_without_a_terminal(self, tmp_path: Path) -> None:
        assert b"\x1b" not in self.run("convert", tmp_path / "missing").stderr

    def test_terminals_get_colour_unless_told_otherwise(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from citekit.cli import _io as _terminal

        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("TERM", "xterm")
        assert _terminal.colourful()
        monkeypatch.setenv("NO_COLOR", "1")
        assert not _terminal.colourful()


@pytest.mark.skipif(os.name != "posix", reason="needs a shell of POSIX")
@pytest.mark.parametrize(
    ("how", "code"),
    [
        (">&-", 2),
        ("2>&- >/dev/null", 0),
        ("<&- >/dev/null", 0),
        ("| head -c 1 >/dev/null; exit ${PIPESTATUS[0]}", 0),
        ("2>&1 >/dev/null | true; exit ${PIPESTATUS[0]}", 0),
        pytest.param(
            "> /dev/full", 2, marks=pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
        ),
    ],
)
def test_output_that_nobody_takes(tmp_path: Path, how: str, code: int) -> None:
    entries = "".join(f"@misc{{doe{number}, title = {{A Title {number}}}, year = 2020}}\n" for number in range(3000))
    (tmp_path / "refs.bib").write_text(entries, encoding="utf-8")
    done = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -m citekit.cli.main tidy refs.bib -v {how}'],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert "internal error" not in done.stderr
    assert "Exception" not in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == code, done.stderr
    assert ("No space left" in done.stderr) == ("full" in how)
    assert ("standard output is closed" in done.stderr) == (how == ">&-")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell of POSIX")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("--help", 2),
        ("--version", 2),
        ("index build --help", 2),
        ("check refs.bib", 2),
        ("check refs.bib --to json", 2),
        ("check refs.bib --to sarif", 2),
        ("completion bash", 2),
        ("convert page.md", 2),
        ("convert page.md --to csljson", 2),
        ("convert page.md --explain", 2),
        ("convert page.md -o new.bib", 0),
        ("correct page.md:5 --set note=Lazy", 2),
        ("enrich refs.bib --offline", 2),
        ("explain page.md:5", 2),
        ("format refs.bib", 2),
        ("format refs.bib --style ieee --to html", 2),
        ("init --diff", 2),
        ("lab page.md", 2),
        ("list", 2),
        ("list styles", 2),
        ("select type:article refs.bib", 2),
        ("tidy refs.bib", 2),
        ("tidy refs.bib --diff", 2),
        ("tidy refs.bib -i", 0),
        ("update new.bib page.md --diff", 2),
        ("update new.bib page.md", 0),
        ("verify refs.bib --offline --to json", 2),
    ],
)
def test_closed_output_is_an_error_where_data_is_lost(tmp_path: Path, command: str, code: int) -> None:
    (tmp_path / "refs.bib").write_text("@article{doe2020, title = {A Title}, year = 2020}\n", "utf-8")
    page = "# Ada Lind\n\n## Publications\n\n- Ada Lind. *Lazy Queues*. Journal of Queues, 14(2), 101-119, 2020.\n"
    (tmp_path / "page.md").write_text(page, "utf-8")
    said = tmp_path / "said"
    child = os.fork()  # a process of its own for each command takes half a second to start
    if not child:
        ended = 70
        try:
            os.chdir(tmp_path)
            os.close(1)
            os.dup2(os.open(said, os.O_WRONLY | os.O_CREAT), 2)
            sys.stdout, sys.stderr = None, open(2, "w", encoding="utf-8", closefd=False)  # type: ignore[assignment]  # noqa: SIM115
            ended = run(command.split())
            sys.stderr.flush()
        finally:
            os._exit(ended)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == code, said.read_text("utf-8")
    assert "Traceback" not in said.read_text("utf-8")
    assert "internal error" not in said.read_text("utf-8")
    assert ("standard output is closed" in said.read_text("utf-8")) == (code == 2)


def test_every_command_is_tried_with_closed_output() -> None:
    from citekit.cli.main import command_names

    tried = test_closed_output_is_an_error_where_data_is_lost.pytestmark[0].args[1]  # type: ignore[attr-defined]
    assert set(command_names()) - {str(command).split()[0] for command, _ in tried if command} == {"lsp", "serve"}
