"""Kept results after every kind of change: a run with the cache says what a run without it says."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

ENTRY = "@misc{{{key}, author = {{Jane Doe}}, title = {{{title}}}, year = {year}}}\n"
FILES = ("paper.tex", "part.tex", "refs.bib", "more.bib", "notes.md", "citekit.toml", "known.json", "old.bib")


def _put(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")


def _entry(dice: int) -> str:
    key, title = f"doe{dice % 4}", ("Lazy Queues", "Lazy &amp; Eager", "Stacks", "LAZY QUEUES OF THE NORTH")[dice % 4]
    return ENTRY.format(key=key, title=title, year=(2020, 20019, 2021)[dice % 3])


def _touch(name: str) -> None:
    if Path(name).exists():
        os.utime(name, ns=(1_000_000_000_000_000_000, 1_000_000_000_000_000_000))


def _rename(old: str, new: str) -> None:
    if Path(old).exists():
        Path(old).replace(new)


def _again(name: str) -> None:
    if Path(name).exists():
        _put(name, Path(name).read_text("utf-8"))


_SETTINGS = (
    "",
    "[check]\nignore = ['bad-year']\n",
    "[check]\nprofile = 'strict'\n",
    "[check]\nseverity = {bad-year = 'note'}\n",
    "[check]\ndocuments = {'notes.md' = 'skip'}\n",
)
CHANGES: dict[str, Callable[[int], None]] = {
    "the bibliography": lambda dice: _put("refs.bib", _entry(dice) + _entry(dice // 4)),
    "another bibliography": lambda dice: _put("more.bib", _entry(dice)),
    "the manuscript": lambda dice: _put(
        "paper.tex", f"\\cite{{doe{dice % 5}}}\\bibliography{{refs}}\n\\input{{part}}\n"
    ),
    "an included file": lambda dice: _put("part.tex", f"\\cite{{doe{dice % 5}}}\n"),
    "another language": lambda dice: _put("notes.md", f"---\nbibliography: refs.bib\n---\n[@doe{dice % 5}]\n"),
    "settings": lambda dice: _put("citekit.toml", _SETTINGS[dice % len(_SETTINGS)]),
    "a deletion": lambda dice: Path(FILES[dice % len(FILES)]).unlink(missing_ok=True),
    "a renaming": lambda dice: _rename(*(("more.bib", "old.bib"), ("old.bib", "refs.bib"))[dice % 2]),
    "a time only": lambda dice: _touch(FILES[dice % len(FILES)]),
    "the same content again": lambda dice: _again(FILES[dice % len(FILES)]),
    "a suppression": lambda dice: _put("refs.bib", "% citekit: ignore bad-year\n" + _entry(dice)),
}
ARGUMENTS = (
    ("paper.tex",),
    (".",),
    ("refs.bib", "--select", "bad-year"),
    (".", "--profile", "submission"),
    ("paper.tex", "refs.bib", "--fail-on", "error"),
)


@given(
    steps=st.lists(
        st.tuples(st.sampled_from(sorted(CHANGES)), st.integers(0, 59), st.integers(0, len(ARGUMENTS) - 1)),
        min_size=2,
        max_size=8,
    )
)
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_a_kept_result_is_that_of_a_run(
    steps: list[tuple[str, int, int]], citekit: Callable[..., Answer], tmp_path_factory: pytest.TempPathFactory
) -> None:
    before = Path.cwd()
    os.chdir(tmp_path_factory.mktemp("project"))
    try:
        _put("refs.bib", _entry(0))
        _put("paper.tex", "\\cite{doe0}\\bibliography{refs}\n\\input{part}\n")
        for kind, dice, which in steps:
            CHANGES[kind](dice)
            arguments = ("check", "--to", "concise", *ARGUMENTS[which])
            plain = citekit(*arguments)
            assert citekit(*arguments, "--cache", ".kept") == plain, kind
            assert citekit(*arguments, "--cache", ".kept") == plain, kind
    finally:
        os.chdir(before)


@pytest.mark.parametrize("known", ['{"findings": []}', "written"])
def test_a_baseline_that_changes_is_seen(
    known: str, citekit: Callable[..., Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _put("refs.bib", _entry(1))
    citekit("check", "refs.bib", "--write-baseline", "known.json")
    arguments = ("check", "refs.bib", "--baseline", "known.json", "--to", "concise")
    for text in (known, '{"findings": []}'):
        if text != "written":
            _put("known.json", text)
        assert citekit(*arguments, "--cache", ".kept") == citekit(*arguments)


def test_a_table_of_the_program_that_changes_forgets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from citekit.lint.reporting import result_cache as kept

    monkeypatch.setattr(kept, "_PROGRAM", tmp_path)
    names = set()
    for suffix in ("py", "toml", "json", "csv", "tsv", "txt"):
        names.add(kept._rules())
        _put(str(tmp_path / f"words.{suffix}"), "a")
    assert len(names | {kept._rules()}) == 7
