"""The verb that tidies: ``citekit tidy``, and the same from Python."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Answer

import citekit as package
from citekit.formats.bibtex.tidying.differences import unified
from citekit.runtime.config import TidySettings
from citekit.runtime.errors import UsageError

UNTIDY = "@Misc{doe2020, title={A}, year=2020}\n"
TIDY = "@misc{doe2020,\n  title         = {A},\n  year          = 2020,\n}\n"
DAMAGED = "@misc{roe2021, title={B} year=2021}\n"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "untidy.bib").write_text(UNTIDY, encoding="utf-8")
    (tmp_path / "tidy.bib").write_text(TIDY, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_tidy_text_goes_to_standard_output(citekit: Callable[..., Answer], desk: Path) -> None:
    assert citekit("tidy", "untidy.bib") == Answer(0, TIDY, "")
    assert citekit("tidy", "-", stdin=UNTIDY.encode()) == Answer(0, TIDY, "")
    assert (desk / "untidy.bib").read_text(encoding="utf-8") == UNTIDY


def test_a_file_to_write_to(citekit: Callable[..., Answer], desk: Path) -> None:
    assert citekit("tidy", "untidy.bib", "-o", "out.bib").code == 0
    assert (desk / "out.bib").read_text(encoding="utf-8") == TIDY
    assert citekit("tidy", "untidy.bib", "-o", "tidy.bib").code == 2
    assert citekit("tidy", "untidy.bib", "-o", "tidy.bib", "-f").code == 0


def test_in_place(citekit: Callable[..., Answer], desk: Path) -> None:
    stamp = (desk / "tidy.bib").stat().st_mtime_ns
    answer = citekit("tidy", "--in-place", "untidy.bib", "tidy.bib")
    assert (answer.code, answer.out) == (0, "")
    assert answer.err == "untidy.bib: tidied\n2 files: 1 tidied, 1 tidy already\n"
    assert (desk / "untidy.bib").read_text(encoding="utf-8") == TIDY
    assert (desk / "tidy.bib").stat().st_mtime_ns == stamp


def test_check(citekit: Callable[..., Answer], desk: Path) -> None:
    assert citekit("tidy", "--check", "tidy.bib").code == 0
    answer = citekit("tidy", "--check", "tidy.bib", "untidy.bib")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == "untidy.bib: not tidy\n2 files: 1 not tidy, 1 tidy\n"
    assert (desk / "untidy.bib").read_text(encoding="utf-8") == UNTIDY


@pytest.mark.usefixtures("desk")
def test_diff(citekit: Callable[..., Answer]) -> None:
    answer = citekit("tidy", "--diff", "untidy.bib", "tidy.bib")
    assert answer.code == 1
    lines = answer.out.splitlines()
    assert lines[:3] == ["--- untidy.bib", "+++ untidy.bib (tidy)", "@@ -1 +1,4 @@"]
    assert lines[3:] == [f"-{UNTIDY[:-1]}", *(f"+{line}" for line in TIDY.splitlines())]
    assert citekit("tidy", "--diff", "tidy.bib") == Answer(0, "", "")


def test_a_diff_goes_entry_by_entry() -> None:
    entries = [f"@misc{{k{number},\n  title = {{T}},\n  year = {number},\n}}\n" for number in range(40)]
    old, new = "\n".join(entries), "\n".join(entry.replace("39", "40") for entry in entries)
    lines = unified(old, new, "a.bib").splitlines()
    assert [line for line in lines[2:] if line[0] in "+-"] == [
        "-@misc{k39,",
        "-  title = {T},",
        "-  year = 39,",
        "-}",
        "+@misc{k40,",
        "+  title = {T},",
        "+  year = 40,",
        "+}",
    ]
    assert sum(line.startswith("@@") for line in lines) == 1
    assert unified("a", "a\n", "x").endswith("-a\n\\ No newline at end of file\n+a\n")


def test_damage_is_a_finding_and_the_rest_is_tidied(citekit: Callable[..., Answer], desk: Path) -> None:
    (desk / "damaged.bib").write_text(DAMAGED + UNTIDY, encoding="utf-8")
    answer = citekit("tidy", "--in-place", "damaged.bib")
    assert answer.code == 1
    assert "damaged.bib:1:24: entry 'roe2021'" in answer.err
    assert (desk / "damaged.bib").read_text(encoding="utf-8") == DAMAGED + TIDY


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8-sig", "utf-16"])
def test_encoding_mark_and_line_ends_stay(citekit: Callable[..., Answer], desk: Path, encoding: str) -> None:
    head = "% Encoding: ISO-8859-1\n\n" if encoding == "latin-1" else ""
    path = desk / "é.bib"
    path.write_bytes((head + UNTIDY.replace("A", "Café")).replace("\n", "\r\n").encode(encoding))
    assert citekit("tidy", "-i", "-q", path.name).code == 0
    assert path.read_bytes() == (head + TIDY.replace("A", "Café")).replace("\n", "\r\n").encode(encoding)


def test_a_letter_that_the_encoding_lacks_leaves_the_file(citekit: Callable[..., Answer], desk: Path) -> None:
    path = desk / "old.bib"
    path.write_bytes(b"% Encoding: ISO-8859-1\n\n@misc{a, title={Erd{\\H{o}}s \xe9}}\n")
    before = path.read_bytes()
    answer = citekit("tidy", "-i", "--letters", "unicode", "old.bib")
    assert answer.code == 2
    assert "'ő'" in answer.err
    assert path.read_bytes() == before


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tidy.bib", "untidy.bib"], "--in-place"),
        (["-i", "--check", "tidy.bib"], "--in-place cannot be used with"),
        (["--diff", "-o", "x.bib", "tidy.bib"], "do not write a file"),
        (["-i", "-"], "standard input"),
        (["nowhere.bib"], "nowhere.bib"),
        (["--letters", "runes", "tidy.bib"], "ascii, keep, unicode"),
        (["--duplicates", "shape", "tidy.bib"], "citation, doi, eprint, key"),
        (["--merge", "all", "tidy.bib"], "first, fuller, last"),
        (["--indent=-1", "tidy.bib"], "indent must be"),
        (["--keys", "none", "tidy.bib"], "has no marker"),
    ],
)
def test_wrong_use_is_said(citekit: Callable[..., Answer], arguments: list[str], said: str) -> None:
    answer = citekit("tidy", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err
    assert "Traceback" not in answer.err


def test_one_unreadable_file_costs_no_other(citekit: Callable[..., Answer], desk: Path) -> None:
    assert citekit("tidy", "-i", "nowhere.bib", "untidy.bib").code == 2
    assert (desk / "untidy.bib").read_text(encoding="utf-8") == TIDY


def test_a_settings_file_and_switching_off(citekit: Callable[..., Answer], desk: Path) -> None:
    (desk / "citekit.toml").write_text("[tidy]\nalign = 0\ntrailing-comma = false\nmonths = true\n", encoding="utf-8")
    text = b"@misc{a, month={May}}"
    assert citekit("tidy", "-", stdin=text).out == "@misc{a,\n  month = may\n}\n"
    answer = citekit("tidy", "-", "--no-months", "--trailing-comma", stdin=text)
    assert answer.out == "@misc{a,\n  month = {May},\n}\n"


def test_every_value_that_merging_leaves_out_is_said(citekit: Callable[..., Answer]) -> None:
    entries = [
        f"@misc{{a{n}, title={{T{n}}}, doi={{10.1000/{n}}}, note={{n{m}}}}}\n" for n in range(30) for m in (1, 2)
    ]
    for talk in ([], ["-q"]):
        answer = citekit("tidy", "-", "--merge", "first", *talk, stdin="".join(entries).encode())
        assert answer.out.count("@misc") == 30
        assert answer.err.count("its note {n2} is left out for {n1}") == 30


def test_from_python() -> None:
    tidied = package.tidy(UNTIDY, TidySettings(align=0))
    assert tidied.changed
    assert tidied.text == "@misc{doe2020,\n  title = {A},\n  year = 2020,\n}\n"
    with pytest.raises(UsageError, match="letters"):
        package.tidy(UNTIDY, TidySettings(letters="runes"))


def test_what_citekit_writes_is_tidy(citekit: Callable[..., Answer], profiles: Path) -> None:
    made = citekit("convert", str(profiles / "homepage.md"), "-q").out
    assert made.count("\n@") > 3
    assert package.tidy(made).text == made
    assert package.tidy(made, TidySettings(field_order="canonical")).text == made


def test_the_hook_runs_what_exists(citekit: Callable[..., Answer], desk: Path) -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    hook = text[text.index("- id: citekit-tidy") :]
    entry = next(line.split(":", 1)[1].split() for line in hook.splitlines() if line.strip().startswith("entry:"))
    assert entry[0] == "citekit"
    assert citekit(*entry[1:], "untidy.bib").code == 0
    assert (desk / "untidy.bib").read_text(encoding="utf-8") == TIDY


@pytest.mark.parametrize("sign", [" = ", ";", "\t", ","])
def test_names_of_journals_come_from_a_list(sign: str, citekit: Callable[..., Answer], tmp_path: Path) -> None:
    names = tmp_path / "journals.txt"
    names.write_text(f"Journal of Queues{sign}J. Queues\nAnnals of Nothing{sign}Ann. Nothing\n", encoding="utf-8")
    given = (
        b"@article{a, journal={Journal  of queues}}\n@article{b, journal={Ann. Nothing}}\n@article{c, journal={C}}\n"
    )
    short = citekit("tidy", "-", "--journals", "short", "--journal-list", str(names), stdin=given)
    assert [line.strip() for line in short.out.splitlines() if "journal" in line] == [
        "journal       = {J. Queues},",
        "journal       = {Ann. Nothing},",
        "journal       = {C},",
    ]
    full = citekit("tidy", "-", "--journals", "full", "--journal-list", str(names), stdin=short.out.encode())
    assert "{Journal of Queues}" in full.out
    assert "{Annals of Nothing}" in full.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--rename", "note"], "rename needs a name and a value, not 'note'"),
        (["--rename", "a=b", "--rename", "b=c"], "rename: 'b' is an old name and a new one"),
        (["--set", "note={a"], "set: the braces of the value of note do not match"),
        (["--rewrite", "note:(=>x"], "rewrite: '(' is no regular expression"),
        (["--rewrite", "note:(a)=>\\2"], "rewrite: '(a)' is no regular expression"),
        (["--rewrite", "note"], "rewrite needs a field, a pattern and a text, not 'note'"),
        (["--journals", "short"], "journals: short names need a list"),
        (["--journals", "long"], "journals cannot be 'long'"),
        (["--journals", "short", "--journal-list", "no-such-file"], "no-such-file"),
        (["--dialect", "tex"], "dialect cannot be 'tex'"),
        (["--max-authors", "-1"], "max-authors must be a number from 0"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_changes_that_mean_nothing_are_refused(options: list[str], said: str, citekit: Callable[..., Answer]) -> None:
    answer = citekit("tidy", "-", *options, stdin=b"@misc{a, note={a}}\n")
    assert answer.code == 2
    assert said in answer.err
    assert answer.out == ""
