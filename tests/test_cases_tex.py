"""Runs ``tests/cases/tex/*.md`` and ``tests/cases/names/*.md``: lines of input, an arrow, and what it is read as."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

from citekit.model.name import NameDialect, divide, split_parts
from citekit.text.tex_decode import decode, decode_rich
from citekit.text.tex_encode import encode
from citekit.text.tex_syntax import TeX

CASES = Path(__file__).parent / "cases"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ARROW = re.compile(r"[ ]{2,}→[ ]*")
READ = {"tex": decode, "rich": decode_rich, "title": lambda text: decode_rich(text, protect=True)}


def lines(name: str, *kinds: str) -> list[tuple[str, str, str]]:
    """The lines of a case file's blocks as (kind of block, what stands before the arrow, what stands behind it)."""
    found = []
    for kind, block in BLOCK.findall((CASES / name).read_text(encoding="utf-8")):
        for line in block.splitlines() if kind in kinds else ():
            given, expected = ARROW.split(line, maxsplit=1)
            found.append((kind, given, expected.rstrip()))
    return found


DECODED = lines("tex/decode.md", *READ)
WRITTEN = lines("tex/encode.md", "ascii", "unicode")
KEPT = lines("tex/encode.md", "latex")
DIVIDED = lines("names/division.md", "names")


@pytest.mark.parametrize(("kind", "tex", "text"), DECODED)
def test_latex_is_read(kind: str, tex: str, text: str) -> None:
    assert READ[kind](tex) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(("kind", "tex", "text"), [case for case in DECODED if case[0] == "tex"])
def test_what_was_read_is_written_to_be_read_as_the_same(kind: str, tex: str, text: str) -> None:
    for ascii_only in (True, False):
        written = encode(decode(tex), ascii_only)
        assert encode(decode(written), ascii_only) == written
        assert encode(written, ascii_only) == written


@pytest.mark.parametrize(("kind", "text", "tex"), WRITTEN)
def test_text_is_written(kind: str, text: str, tex: str) -> None:
    assert encode(text, kind == "ascii") == tex
    assert encode(TeX(tex), kind == "ascii") == tex
    assert decode(tex) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(("kind", "tex", "expected"), KEPT)
def test_latex_stays(kind: str, tex: str, expected: str) -> None:
    assert encode(TeX(tex)) == expected
    assert encode(TeX(expected)) == expected


def names() -> list[tuple[str, NameDialect, list[str]]]:
    """Each name with the dialect and the parts that are expected; a line ``biber`` is about the name before it."""
    found: dict[tuple[str, NameDialect], list[str]] = {}
    name = ""
    for _, given, expected in DIVIDED:
        parts = [part.strip() for part in expected.split("|")]
        if given != "biber":
            name = given
            found[name, "bibtex"] = parts
        found[name, "biblatex"] = parts
    return [(name, dialect, parts) for (name, dialect), parts in found.items()]


@pytest.mark.parametrize(("name", "dialect", "expected"), names())
def test_names_are_divided(name: str, dialect: NameDialect, expected: list[str]) -> None:
    assert [" ".join(part.split()) for part in divide(split_parts(name), dialect)] == expected


def test_there_are_enough_cases() -> None:
    assert len(DECODED) >= 130
    assert len(WRITTEN) + len(KEPT) >= 25
    assert len(names()) >= 2 * 100
