"""Names of rules and of their parts: what each selects, silences, configures and explains."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer

from citekit.formats.bibtex.tidying import tidy
from citekit.lint.rule import all_parts, all_rules, chosen_rules, families, rule_named
from citekit.lsp.findings import Quick
from citekit.runtime.config import CheckSettings, TidySettings
from citekit.runtime.errors import UsageError

Run = Callable[..., Answer]

BIB = """@article{doe2020, author = {Jane Doe}, title = {Water &amp; <i>sand</i>}, journal = {J. Queues}, year = 2020}
@article{roe2021, author = {Richard Roe}, title = {Heaps &amp; stacks}, journal = {J. Queues}, year = 2021}
"""
WHOLE = ["a.bib:1 markup-left", "a.bib:1 markup-left", "a.bib:2 markup-left"]
TAG = ["a.bib:1 markup-left"]
ENTITIES = ["a.bib:1 markup-left", "a.bib:2 markup-left"]


@pytest.fixture(autouse=True)
def bib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.bib"
    path.write_text(BIB, encoding="utf-8")
    return path


def found(answer: Answer) -> list[str]:
    """File, line and rule of each finding."""
    found = re.finditer(r"^(\S+:\d+):\d+: \w+\[([\w-]+)\]", answer.out, re.MULTILINE)
    return [f"{one[1]} {one[2]}" for one in found]


def chosen(**settings: object) -> set[str]:
    """The parts that a run with these settings uses."""
    return {part.name for rule in chosen_rules(CheckSettings(**settings)) for part in rule.parts}  # type: ignore[arg-type]


def test_every_name_stands_for_one_thing() -> None:
    rules, parts = {rule.name for rule in all_rules()}, [part.name for part in all_parts()]
    assert len(parts) == len(set(parts))
    assert not (rules | set(parts)) & families().keys()
    for rule in all_rules():
        others = {part.name for part in rule.parts} - {rule.name}
        assert not others & rules
        assert rule.summary
        assert all(f"### {name}\n" in rule.page for name in others)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ('select = ["markup-left"]', WHOLE),
        ('select = ["html-entity"]', ENTITIES),
        ('ignore = ["markup-left"]', []),
        ('ignore = ["html-entity"]', TAG),
        ('severity = { html-entity = "error" }\nfail-on = "error"', WHOLE),
        ('per-file = { "a.bib" = ["html-entity"] }', TAG),
    ],
)
def test_settings_name_a_rule_or_its_part(citekit: Run, settings: str, expected: list[str]) -> None:
    Path("citekit.toml").write_text(f"[check]\n{settings}\n", encoding="utf-8")
    answer = citekit("check", "a.bib", "--to", "concise")
    assert found(answer) == expected
    assert answer.code == (1 if expected else 0)


def test_severities_of_a_part_win_over_those_of_its_rule_and_family() -> None:
    levels = {"html-entity": "error", "markup-left": "note", "damage": "warning"}
    (rule,) = chosen_rules(CheckSettings(select=("markup-left",), severity=levels))
    assert {part.name: part.severity for part in rule.parts} == {"markup-left": "note", "html-entity": "error"}


def test_the_name_of_a_rule_selects_what_the_profile_has_of_it() -> None:
    assert chosen(select=("field-swapped",)) == {"field-swapped", "url-in-title", "crowded-volume"}
    strict = {"field-swapped", "url-in-title", "crowded-volume", "venue-noise", "arxiv-as-journal"}
    assert chosen(select=("field-swapped",), profile="strict") == strict
    assert chosen(select=("venue-noise",)) == {"venue-noise"}
    assert chosen(select=("uncited-entry",)) == {"uncited-entry", "uncited-then-listed"}  # its own part always
    assert chosen(select=("catalogue-unknown",), records="records.jsonl") == {"work-not-found"}
    assert "url-in-title" in chosen(select=("titles",)) & chosen(select=("values",))  # the families of part and rule


def test_a_rule_that_has_nothing_to_go_by_is_refused() -> None:
    for name in ("catalogue-differs", "metadata-differs"):
        with pytest.raises(UsageError, match=f"{name} has nothing to go by"):
            chosen(select=(name,))
    assert "metadata-differs" not in chosen(select=("all",))
    assert chosen(select=("catalogue-differs",), records="records.jsonl") == {"metadata-differs"}


def test_options_are_those_of_the_rule_or_of_its_part() -> None:
    for name in ("missing-field", "uneven-fields"):
        option, default = next(iter(rule_named("uneven-fields").parts[-1].options.items()))
        settings = CheckSettings(select=("uneven-fields",), rules={name: {option: type(default)(7)}})
        (rule,) = chosen_rules(settings)
        assert rule.parts[0].options[option] == 7
    with pytest.raises(UsageError, match="the rule html-entity has no option 'years'"):
        chosen_rules(CheckSettings(rules={"html-entity": {"years": 2}}))


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("ignore-file[html-entity]", ["a.bib:2 markup-left"]),
        ("ignore-file[markup-left]", []),
        ("ignore-file[damage]", []),
    ],
)
def test_comments_name_a_rule_or_its_part(citekit: Run, comment: str, expected: list[str]) -> None:
    Path("a.bib").write_text(f"% citekit: {comment}\n{BIB}", encoding="utf-8")
    answer = citekit("check", "a.bib", "--to", "concise")
    assert found(answer) == expected


def test_a_comment_that_silences_nothing_is_told_by_either_name(citekit: Run) -> None:
    Path("a.bib").write_text(f"% citekit: ignore-file[same-doi, duplicate-entry]\n{BIB}", encoding="utf-8")
    answer = citekit("check", "a.bib", "--to", "concise", "--ignore", "markup-left")
    assert found(answer) == ["a.bib:1 unused-suppression"] * 2


def test_the_page_of_a_part_is_that_of_its_rule(citekit: Run) -> None:
    answer = citekit("explain", "html-entity")
    assert answer.out == citekit("explain", "markup-left").out
    assert answer.out.startswith("markup-left (damage; warning)\n")
    assert answer.code == 0


def test_the_page_of_a_part_explains_its_finding(citekit: Run) -> None:
    answer = citekit("explain", "a.bib:2")
    assert "markup-left: A character is written as HTML: `&amp;`, `&#8217;`.\nWhy: " in answer.out
    assert "**bold**" not in answer.out


def test_the_editor_uses_the_parts_that_settings_choose() -> None:
    def of_entries(**settings: object) -> set[str]:
        rules = Quick(CheckSettings(**settings))._of_entries  # type: ignore[arg-type]
        return {part.name for rule in rules for part in rule.parts}

    assert of_entries(select=("markup-left",), ignore=("html-entity",)) == {"markup-left"}
    assert of_entries(select=("unknown-field", "wrong-dialect")) == {"unknown-field"}  # the other is about files


@pytest.mark.parametrize(
    ("settings", "before", "after"),
    [
        (TidySettings(strip_double_braces=True), "title = {{Lazy Queues}}", "{Lazy Queues}"),
        (TidySettings(letters="ascii"), "title = {Cafés}", r"Caf{\'e}s"),
        (TidySettings(months=True), "month = {January}", "= jan"),
    ],
)
def test_tidy_does_what_they_told_of(settings: TidySettings, before: str, after: str) -> None:
    assert after in tidy(f"@misc{{a, {before}}}\n", settings).text
