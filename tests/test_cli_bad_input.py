"""Input that is broken, hostile, or no publication list: one clear message, the right exit code, no traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer

Citekit = Callable[..., Answer]

LIST = "# Publications\n\n" + "".join(
    f"- T. Lindqvist and Y. Amari. **Sorting sparse ledgers, part {n}**. *Journal of Synthetic Systems*, 20{n}.\n"
    for n in range(10, 16)
)


def errors(answer: Answer) -> list[str]:
    assert "Traceback" not in answer.err
    assert "internal error" not in answer.err
    return [line for line in answer.err.splitlines() if line.startswith("citekit: error: ")]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.md", b""),
        ("blank.txt", b" \n\t\n \r\n"),
        ("only-a-mark.txt", b"\xef\xbb\xbf"),
        ("picture.md", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20),
        ("program.txt", b"\x7fELF" + b"\x00\x01\x02\x03" * 1000),
        ("zeros.md", b"\x00" * 5000),
    ],
)
def test_no_text_at_all(citekit: Citekit, tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    answer = citekit("convert", path)
    assert (answer.code, answer.out) == (2, "")
    assert len(errors(answer)) == 1
    assert name in answer.err


def test_missing_file(citekit: Citekit, tmp_path: Path) -> None:
    answer = citekit("convert", tmp_path / "nowhere.md")
    assert answer.code == 2
    assert len(errors(answer)) == 1
    assert "nowhere.md" in answer.err


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, "line\nend.md"])
def test_impossible_names(citekit: Citekit, name: str) -> None:
    answer = citekit("convert", name)
    assert answer.code == 2
    assert len(errors(answer)) == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_other_encodings_are_read(citekit: Citekit, tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "list.md"
    path.write_bytes(LIST.encode(encoding))
    answer = citekit("convert", path)
    assert answer.code == 0
    assert answer.out.count("title ") == 6
    assert errors(answer) == []


def test_broken_utf8_is_read_with_a_warning(citekit: Citekit, tmp_path: Path) -> None:
    path = tmp_path / "list.md"
    path.write_bytes(LIST.replace("Amari", "Amári").encode("latin-1"))
    answer = citekit("convert", path)
    assert answer.code == 0
    assert "Amári" in answer.out
    assert "citekit: warning: " in answer.err


def test_a_document_without_publications(citekit: Citekit, tmp_path: Path) -> None:
    path = tmp_path / "cake.md"
    path.write_text("# Cake\n\nBeat the eggs. Add the flour.\n\n- 3 eggs\n- 200 g of flour\n", encoding="utf-8")
    answer = citekit("convert", path)
    assert (answer.code, answer.out) == (1, "")
    assert errors(answer) == ["citekit: error: no publications found"]


HOSTILE = {
    "open brackets": "[" * 20_000,
    "nested brackets": "[" * 20_000 + "]" * 20_000,
    "nested parentheses": "(" * 20_000 + "2020" + ")" * 20_000,
    "nested tags": "<div>" * 20_000 + "words" + "</div>" * 20_000,
    "nested lists": "".join(f"{' ' * (n % 300)}- item\n" for n in range(3_000)),
    "nested quotes": ">" * 20_000 + " words",
    "stars": "*" * 5_000 + " words",
    "backslashes": "\\" * 20_000,
    "braces": "\\textbf{" * 20_000 + "}" * 20_000,
    "names without end": "A. Name, " * 2_000,
    "years without end": "2020, " * 2_000,
    "entities": "&amp;&#x41;&#99999999999;" * 5_000,
    "table": "| a | b |\n|---|---|\n" + "| x | y |\n" * 1_000,
    "control characters": "- A. Name. Title\x08\x1b[31m. Venue, 2020\n" * 10,
    "right to left": "\u202e- A. Name. Title. Venue, 2020\n" * 10,
}


@pytest.mark.parametrize("suffix", [".txt", ".md", ".html", ".tex"])
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text(citekit: Citekit, tmp_path: Path, kind: str, suffix: str) -> None:
    path = tmp_path / f"hostile{suffix}"
    path.write_text(HOSTILE[kind], encoding="utf-8")
    answer = citekit("convert", path)
    assert answer.code in (0, 1)
    assert len(errors(answer)) == answer.code
    assert "\x1b" not in answer.err


@pytest.mark.parametrize("text", ["word " * 600_000, "x" * 3_000_000], ids=["words", "one word"])
def test_megabytes_of_one_line(citekit: Citekit, text: str) -> None:
    answer = citekit("convert", "-", stdin=text.encode())
    assert answer.code == 1
    assert len(errors(answer)) == 1


def test_one_unreadable_among_many_stops_nothing(citekit: Citekit, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(LIST, encoding="utf-8")
    (tmp_path / "b.md").write_bytes(b"\x7fELF" + bytes(4000))
    (tmp_path / "c.md").write_text(LIST.replace("sparse", "dense"), encoding="utf-8")
    named = [tmp_path / name for name in ("a.md", "b.md", "c.md")]
    answer = citekit("convert", *named, "-o", tmp_path / "out.bib")
    assert answer.code == 2
    assert len(errors(answer)) == 1
    assert "b.md" in errors(answer)[0]
    assert (tmp_path / "out.bib").read_text(encoding="utf-8").count("title ") == 12


@pytest.mark.parametrize(
    "text",
    [
        "@article{a, title = {Never closed",
        "@article{" * 20_000,
        "@article{a, title = " + "{" * 20_000 + "}" * 20_000 + "}",
        "@string{a = b # a}\n@misc{x, title = a}",
    ],
)
def test_broken_bibliographies(citekit: Citekit, tmp_path: Path, text: str) -> None:
    path = tmp_path / "refs.bib"
    path.write_text(text, encoding="utf-8")
    answer = citekit("convert", path, "--to", "csljson")
    assert answer.code in (0, 1)
    errors(answer)


@pytest.mark.parametrize("text", ["[" * 50_000, '{"a": ' * 50_000, '[{"title": 1', "[1, 2]", "{}", "null"])
def test_broken_csl_json(citekit: Citekit, tmp_path: Path, text: str) -> None:
    path = tmp_path / "refs.json"
    path.write_text(text, encoding="utf-8")
    answer = citekit("convert", path)
    assert answer.code in (1, 2)
    assert errors(answer)


@pytest.mark.parametrize("name", ["[auth", "[]", "[auth:nonsense]", "[" * 5000, "\0"])
def test_impossible_key_templates(citekit: Citekit, tmp_path: Path, name: str) -> None:
    path = tmp_path / "list.md"
    path.write_text(LIST, encoding="utf-8")
    answer = citekit("convert", path, "--keys", name)
    assert answer.code == 2
    assert len(errors(answer)) == 1


@pytest.mark.parametrize(
    "field", ["year = {²⁰²⁰}", "month = {²}", "month = jan, day = {²}", "author+an = {²=x}", "volume = {²}"]
)
@pytest.mark.parametrize("verb", ["convert", "check", ("tidy", "--sort", "volume,month")], ids=str)
def test_figures_that_are_no_decimal_digits_stop_nothing(
    citekit: Citekit, tmp_path: Path, verb: object, field: str
) -> None:
    path = tmp_path / "a.bib"
    year = "" if field.startswith("year") else "year = 2020, "
    path.write_text(f"@book{{a, author = {{Jane Doe}}, title = {{Lazy Queues}}, {year}{field}}}\n", encoding="utf-8")
    answer = citekit(*(verb if isinstance(verb, tuple) else (verb,)), path)
    assert "internal error" not in answer.err
    assert answer.code in (0, 1, 2)
