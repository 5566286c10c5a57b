"""Tidies the ``.bib`` files of other projects, which are kept outside the project: nothing is lost, and once is enough.

The data is the folder that ``CITEKIT_BENCH`` names, else ``../shared/bench`` beside the project; without it every test
here is skipped. ``bib/suite`` are files of other programs' tests, ``bib/real`` real bibliographies, and
``bib/mutants.jsonl`` small files with one character changed. All of them must pass.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from shares import share

from citekit.formats.bibtex.blocks import EntryBlock, parse, scan
from citekit.formats.bibtex.tidying import tidy
from citekit.formats.bibtex.values import StringMacros, resolve
from citekit.runtime.config import TidySettings
from citekit.runtime.encodings import decode
from citekit.runtime.span import Source
from citekit.text.tex_decode import decode as plain

BENCH = Path(os.environ.get("CITEKIT_BENCH") or Path(__file__).parents[3] / "shared" / "bench") / "bib"
BLANKS = re.compile(r"[ \t\r\n]+")
LARGE = 300_000
"""Larger files are tidied with the settings of a plain run only."""

pytestmark = [
    pytest.mark.bench_data,
    pytest.mark.skipif(
        not (BENCH / "suite" / "index.jsonl").is_file(),
        reason=f"no measuring data in {BENCH}; CITEKIT_BENCH names the folder that holds bib/",
    ),
]

LOSSLESS = {
    "plain": TidySettings(),
    "other layout": TidySettings(
        tab=True, align=0, delimiters="quotes", numbers="bare", field_case="upper", trailing_comma=False, wrap=78
    ),
    "kept": TidySettings(
        delimiters="keep", type_case="keep", field_case="keep", blank_lines=-1, align_longest=True, numbers="enclosed"
    ),
}
REORDERING = {"sorted": TidySettings(sort="author,-year,title,key", field_order="canonical", join_lines=True)}
SAYING_THE_SAME = {
    "ascii": TidySettings(letters="ascii", escape=True, remove_braces="title,note"),
    "unicode": TidySettings(letters="unicode", protect="booktitle", strip_double_braces=True),
}
MORE = {
    "keys": TidySettings(keys="[auth][year][word]", sort="key", merge="fuller", remove_empty=True, months=True),
    "merged": TidySettings(merge="last", duplicates="key,doi", key_case="lower", remove="abstract", sort="-year"),
}

Said = list[tuple[str, str, tuple[tuple[str, str], ...]]]


@cache
def texts() -> dict[str, str]:
    index = (BENCH / "suite" / "index.jsonl").read_text(encoding="utf-8")
    names = [f"suite/{json.loads(line)['file']}" for line in index.splitlines()]
    paths = [BENCH / name for name in names] + sorted((BENCH / "real").glob("*.bib"))
    found = {path.relative_to(BENCH).as_posix(): decode(path.read_bytes(), path.name).text for path in paths}
    for number, line in enumerate((BENCH / "mutants.jsonl").read_text(encoding="utf-8").splitlines()):
        values = json.loads(line).values()
        found[f"mutant {number}"] = next(value for value in values if isinstance(value, str) and "@" in value)
    return found


def small() -> Iterator[tuple[str, str]]:
    return iter(share(((name, text) for name, text in texts().items() if len(text) < LARGE), 4))


def said(text: str) -> Said:
    """Type, key and fields of all entries, macros resolved and blanks made single."""
    file = parse(Source("", text))
    macros = StringMacros(file.macros, len(text))
    found = []
    for entry in file.entries:
        macros.define(entry.defined)
        fields = tuple(
            (name, BLANKS.sub(" ", resolve(value, macros.renew())[0]).strip(" ")) for name, value in entry.read_pairs
        )
        found.append((entry.type.lower(), entry.key, fields))
    return found


def others(text: str) -> str:
    """All that is in no sound entry, without white space."""
    scanned = scan(Source("", text))
    rest = (b for b in scanned.blocks if not isinstance(b, EntryBlock) or not b.sound)
    return "".join("".join(scanned.text_of(block).split()) for block in rest)


def tidied(name: str, text: str, settings: TidySettings) -> str:
    """The tidy text, which stays as it is when it is tidied again."""
    once = tidy(text, settings)
    assert "not-tidied" not in {problem.kind for problem in once.problems}, name
    assert tidy(once.text, settings).text == once.text, name
    return once.text


def test_there_is_enough_of_it() -> None:
    assert len(texts()) > 1_100
    assert sum(len(said(text)) for text in texts().values()) > 15_000


@pytest.mark.parametrize("settings", LOSSLESS.values(), ids=LOSSLESS)
def test_layout_changes_no_entry_and_no_other_text(settings: TidySettings) -> None:
    for name, text in texts().items() if settings == TidySettings() else small():
        made = tidied(name, text, settings)
        assert said(made) == said(text), name
        assert others(made) == others(text), name


@pytest.mark.parametrize("settings", REORDERING.values(), ids=REORDERING)
def test_order_changes_nothing_else(settings: TidySettings) -> None:
    for name, text in small():
        mine, theirs = (
            sorted((kind, key, sorted(fields)) for kind, key, fields in said(either))
            for either in (tidied(name, text, settings), text)
        )
        assert mine == theirs, name


@pytest.mark.parametrize("settings", SAYING_THE_SAME.values(), ids=SAYING_THE_SAME)
def test_letters_and_braces_say_the_same(settings: TidySettings) -> None:
    def shown(text: str) -> Said:
        return [(k, key, tuple((n, plain(v).strip()) for n, v in fields)) for k, key, fields in said(text)]

    for name, text in small():
        assert shown(tidied(name, text, settings)) == shown(text), name


@pytest.mark.parametrize("settings", MORE.values(), ids=MORE)
def test_once_is_enough(settings: TidySettings) -> None:
    for name, text in small():
        tidied(name, text, settings)
