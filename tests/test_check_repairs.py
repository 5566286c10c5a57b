"""``citekit check --fix``: what it changes, and what it must never change."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from conftest import Answer

from citekit.commands.check import check_files
from citekit.lint.finding import Edit, Finding, Fix
from citekit.lint.loading.project import Project
from citekit.lint.reporting.repairs import is_no_worse, leaves_entries_whole, repair
from citekit.runtime.config import CheckSettings
from citekit.runtime.span import Source, Span

Run = Callable[..., Answer]

LABELLED = "@misc{poe2018,\n  author = {Paul Poe},\n  title  = {Patient Heaps},\n  doi    = {doi:10.1000/182},\n  year   = 2018,\n}\n"
REPAIRED = LABELLED.replace("doi:10", "10")


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Bytes


@pytest.mark.parametrize(
    ("before", "codec", "mark"),
    [
        (LABELLED, "utf-8", b""),
        (LABELLED.replace("\n", "\r\n"), "utf-8", b""),
        (LABELLED.replace("\n", "\r"), "utf-8", b""),
        (LABELLED.removesuffix("\n"), "utf-8", b""),
        (f"\u2028\x0b\x0c\x85 é\n{LABELLED}\n\n\t", "utf-8", b""),
        (LABELLED, "utf-8", b"\xef\xbb\xbf"),
        (LABELLED, "utf-16-le", b"\xff\xfe"),
        (f"% Encoding: latin-1\n{LABELLED.replace('Paul', 'José')}", "latin-1", b""),
        (f"%!TeX encoding = cp1252\n{LABELLED.replace('Paul', 'José “x”')}", "cp1252", b""),
    ],
)
def test_every_byte_outside_a_repair_stays(citekit: Run, before: str, codec: str, mark: bytes) -> None:
    path = Path("a.bib")
    path.write_bytes(mark + before.encode(codec))
    for _ in range(2):
        answer = citekit("check", "--unsafe-fixes", "--select", "bad-doi", "a.bib")
        assert answer.code == 0
        assert path.read_bytes() == mark + before.replace("doi:10", "10").encode(codec)
    assert "fixed" not in answer.err


def test_what_was_repaired_and_what_is_left_is_said(citekit: Run) -> None:
    text = REPAIRED.replace("  year ", "  note = {seen},\n  note = {seen},\n  yaer ")
    Path("a.bib").write_text(text, encoding="utf-8")
    answer = citekit("check", "--fix", "a.bib")
    assert "fixed 1 finding in 1 file: duplicate-field 1" in answer.err
    assert "1 finding more can be fixed with --unsafe-fixes" in answer.err
    assert "--unsafe-fixes: rename it to year" in answer.out
    assert "fixed 1 finding in 1 file: unknown-field 1" in citekit("check", "--unsafe-fixes", "a.bib").err


# Files


def test_a_read_only_file_is_left(citekit: Run) -> None:
    for name in ("a.bib", "b.bib"):
        Path(name).write_text(LABELLED, encoding="utf-8")
    Path("a.bib").chmod(0o444)
    answer = citekit("check", "--unsafe-fixes", "--select", "bad-doi", "a.bib", "b.bib")
    assert answer.code == 2
    assert "a.bib was not fixed: it is read-only" in answer.err
    assert Path("a.bib").read_text(encoding="utf-8") == LABELLED
    assert Path("b.bib").read_text(encoding="utf-8") == REPAIRED


@pytest.mark.skipif(os.name != "posix", reason="needs symbolic links and modes")
def test_a_link_stays_a_link_and_a_mode_stays(citekit: Run) -> None:
    Path("real").mkdir()
    path = Path("real/a.bib")
    path.write_text(LABELLED, encoding="utf-8")
    path.chmod(0o640)
    Path("a.bib").symlink_to("real/a.bib")
    assert citekit("check", "--unsafe-fixes", "a.bib").code == 0
    assert Path("a.bib").is_symlink()
    assert path.read_text(encoding="utf-8") == REPAIRED
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [file.name for file in Path("real").iterdir()] == ["a.bib"]


def test_a_file_that_changes_meanwhile_is_left(citekit: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path("a.bib")
    path.write_text(LABELLED, encoding="utf-8")

    def checked_while_somebody_writes(*arguments: object) -> object:
        found = check_files(*arguments)  # type: ignore[arg-type]
        path.write_text(f"{LABELLED}% by hand\n", encoding="utf-8")
        return found

    monkeypatch.setattr("citekit.commands.check.check_files", checked_while_somebody_writes)
    answer = citekit("check", "--unsafe-fixes", "a.bib")
    assert answer.code == 2
    assert "a.bib was not fixed: it has changed since it was read" in answer.err
    assert path.read_text(encoding="utf-8") == f"{LABELLED}% by hand\n"


def test_a_letter_that_the_encoding_lacks_leaves_the_file(citekit: Run) -> None:
    path = Path("a.bib")
    data = ("% Encoding: latin-1\n" + LABELLED.replace("Patient", "Patient &Omega; ü")).encode("latin-1")
    path.write_bytes(data)
    answer = citekit("check", "--unsafe-fixes", "--select", "html-entity", "a.bib")
    assert (answer.code, path.read_bytes()) == (2, data)
    assert "a.bib was not fixed: the file's encoding latin-1 has no 'Ω'" in answer.err.replace("iso8859-1", "latin-1")


def test_a_diff_is_one_that_git_takes(citekit: Run) -> None:
    text = f"% \u2028\x0b\x0c é\r\n{LABELLED}".removesuffix("\n")
    Path("a.bib").write_text(text, encoding="utf-8", newline="")
    answer = citekit("check", "--unsafe-fixes", "--diff", "--select", "bad-doi", "a.bib")
    assert answer.code == 1
    assert answer.out.startswith("--- a/a.bib\n+++ b/a.bib\n@@ -")
    assert "\n-  doi    = {doi:10.1000/182},\n+  doi    = {10.1000/182},\n" in answer.out
    assert Path("a.bib").read_bytes() == text.encode()


# Repairs that would do harm


def project(text: str, name: str = "a.bib") -> Project:
    Path(name).write_text(text, encoding="utf-8")
    return check_files([Path(name)], CheckSettings(select=("bad-year",))).project


def repaired(project: Project, *pieces: tuple[str, str]) -> Iterable[str]:
    """The text after repairs that put the second of two pieces in the place of the first."""
    source = next(project.sources())
    found = [
        Finding("", source, span, fix=Fix("", (Edit(source, span, new),), safe=True), rule=f"r{number}")
        for number, (old, new) in enumerate(pieces)
        for span in [Span(source.text.index(old), source.text.index(old) + len(old))]
    ]
    return repair(found, False, project.by_name).texts.values()


@pytest.mark.parametrize("new", ["{", "}", "Pa}", "},", "x}, year = {1", "}}\n@misc{y,", "{}}{"])
def test_a_repair_that_breaks_its_entry_is_left_out(new: str) -> None:
    text = LABELLED + LABELLED.replace("poe", "roe")
    assert list(repaired(project(text), ("Patient", new), ("doi:10", "10"))) == [text.replace("doi:10", "10", 1)]


@pytest.mark.parametrize("new", ["{Patient}", '"', "@misc{z, a = {b}}", ""])
def test_a_repair_that_looks_odd_and_breaks_nothing_is_put_in(new: str) -> None:
    assert list(repaired(project(LABELLED), ("Patient", new))) == [LABELLED.replace("Patient", new)]


def test_among_many_repairs_of_an_entry_only_the_harmful_are_left_out() -> None:
    text = "@misc{a,\n" + "".join(f"  n{i} = {{old{i:02}}},\n" for i in range(40)) + "}\n"
    bad = {3: "}", 17: "{", 39: "}}\n@misc{z,"}
    wanted = "".join(f"  n{i} = {{{f'old{i:02}' if i in bad else 'new'}}},\n" for i in range(40))
    found = repaired(project(text), *((f"old{i:02}", bad.get(i, "new")) for i in range(40)))
    assert list(found) == [f"@misc{{a,\n{wanted}}}\n"]


def test_two_repairs_that_break_a_file_together_are_left_out() -> None:
    outside = "@comment{x}\n"
    assert list(repaired(project(outside + LABELLED), ("@comment{x}", "@misc{new,"))) == []


def test_a_repair_may_take_out_what_it_is_about() -> None:
    held = project(LABELLED)
    assert list(repaired(held, ("  doi    = {doi:10.1000/182},\n", ""))) == [
        LABELLED.replace("  doi    = {doi:10.1000/182},\n", "")
    ]


def test_a_repair_may_add_fields() -> None:
    held = project(LABELLED)
    assert list(repaired(held, (",\n  year", ",\n  eprint = {1},\n  year"))) == [
        LABELLED.replace("  year", "  eprint = {1},\n  year")
    ]


def test_json_stays_json() -> None:
    held = project('[{"id": "a", "type": "book", "title": "A &quot; b"}]\n', "a.json")
    source = next(held.sources())
    span = Span(source.text.index("&quot;"), source.text.index("&quot;") + 6)
    assert not leaves_entries_whole([Edit(source, span, '"')], held.by_name["a.json"])
    assert leaves_entries_whole([Edit(source, span, "”")], held.by_name["a.json"])
    assert not is_no_worse(held.by_name["a.json"], source.text.replace("&quot;", '"'))


def test_edits_of_other_files_are_nobodys_business() -> None:
    other = Source("paper.tex", "\\cite{a,,b}")
    found = Finding("", other, Span(7, 8), fix=Fix("", (Edit(other, Span(7, 8), ""),), safe=True))
    assert repair([found], False, project(LABELLED).by_name).texts == {"paper.tex": "\\cite{a,b}"}
