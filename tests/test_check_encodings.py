"""``not-utf8``: files in other encodings, and bytes that are none of UTF-8's, in bibliographies of all kinds."""

from __future__ import annotations

from pathlib import Path

import pytest

from citekit.commands.api import check
from citekit.lint.reporting.report import Report

PLAIN = "@misc{doe2020, author = {Jane Doe}, title = {TITLE}, year = 2020}\n"
AFTER = "@misc{roe2021, author = {Richard Roe}, title = {Eager Stacks}, year = {20021}}\n"


def checked(path: Path, content: bytes) -> Report:
    path.write_bytes(content)
    return check(path)


def rules(report: Report) -> list[str]:
    return [found.rule for found in report.diagnostics]


@pytest.mark.parametrize(
    ("encoding", "title"),
    [
        ("latin-1", "Théorie des files"),
        ("cp1252", "Doe’s “lazy” queues"),
        ("mac_roman", "Théorie des files"),
        ("cp437", "Théorie des files"),
        ("cp1250", "Příliš žluťoučký kůň"),
        ("cp1251", "Теория очередей"),
        ("koi8-r", "Теория очередей"),
        ("cp932", "数学の基礎"),
        ("gbk", "深度学习"),
        ("big5", "數學"),
        ("euc-kr", "수학의 기초"),
    ],
)
def test_other_encodings_are_found_and_the_entries_read(tmp_path: Path, encoding: str, title: str) -> None:
    report = checked(tmp_path / "a.bib", (PLAIN.replace("TITLE", title) + AFTER).encode(encoding))
    assert "not-utf8" in rules(report)
    assert "bad-year" in rules(report), "the entry behind is checked as well"
    assert not report.coverage.is_nothing


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(b"caf\xc3 x", id="a sequence that is cut off"),
        pytest.param(b"x \x80\x93 y", id="the middle of one"),
        pytest.param(b"caf\xc0\xaf", id="one that is too long"),
        pytest.param(b"x \xed\xa0\xbd y", id="half of a pair of UTF-16"),
        pytest.param(b"\xf8\x88\x80\x80\x80", id="five bytes"),
        pytest.param("café".encode() + b" na\xefve", id="two encodings in one line"),
        pytest.param(b"x \xe2\x80", id="the end"),
    ],
)
def test_single_wrong_bytes_are_found_in_their_line(tmp_path: Path, damage: bytes) -> None:
    report = checked(tmp_path / "a.bib", AFTER.encode() + PLAIN.encode().replace(b"TITLE", damage))
    (found,) = [found for found in report.diagnostics if found.rule == "not-utf8"]
    assert found.severity == "error"
    assert found.source.line_column(found.span.start)[0] == 2
    assert "bad-year" in rules(report)


@pytest.mark.parametrize(
    "content",
    [
        PLAIN.replace("TITLE", "Théorie").encode(),
        b"\xef\xbb\xbf" + PLAIN.replace("TITLE", "Théorie").encode(),
        PLAIN.replace("TITLE", "Théorie").encode("utf-16"),
        b"% Encoding: windows-1252\n" + PLAIN.replace("TITLE", "Théorie").encode("cp1252"),
    ],
    ids=["UTF-8", "with a byte order mark", "UTF-16 with one", "another one that is named"],
)
def test_files_that_say_their_encoding_are_fine(tmp_path: Path, content: bytes) -> None:
    assert rules(checked(tmp_path / "a.bib", content)) == []


def test_json_is_looked_at_too(tmp_path: Path) -> None:
    item = '[{"id": "doe2020", "type": "book", "title": "Théorie", "issued": {"date-parts": [[2020]]}}]'
    assert "not-utf8" in rules(checked(tmp_path / "a.json", item.encode("latin-1")))
