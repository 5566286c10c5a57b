"""Every part of a rule has a page, its bad example raises it, and what the page says to use instead does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from rule_pages import example, names_used

from citekit.commands.check import check_files
from citekit.lint.finding import SEVERITIES
from citekit.lint.reporting.repairs import repair
from citekit.lint.rule import RulePart, all_parts, families

RULES = all_parts()
WITHOUT_FILES = {"not-utf8", "dead-link", *(part.name for part in all_parts() if part.family == "catalogues")}
"""Rules whose faults no text on a page can show; they have tests of their own."""


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of examples name files of the folder in which the examples stand."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(params=RULES, ids=lambda rule: rule.name)
def rule(request: pytest.FixtureRequest) -> RulePart:
    return request.param


def test_page_says_what_and_why(rule: RulePart) -> None:
    assert rule.family in families()
    assert rule.severity in SEVERITIES
    assert rule.page.partition("\n")[0].endswith((".", "`."))
    for heading in ("Why:", "Example:", "Use instead:"):
        assert heading in rule.page, f"{rule.name} has no {heading}"
    for option, (_, about) in rule.option_help.items():
        assert about.endswith(".")
        assert option.islower()


def test_example_raises_the_rule(rule: RulePart, tmp_path: Path) -> None:
    shown = example(rule, "Example")
    if rule.name in WITHOUT_FILES:
        assert shown is None
        return
    assert shown is not None
    checked = check_files(shown.write(tmp_path), shown.check_settings(rule.name))
    assert {(found.rule, found.part) for found in checked.report.diagnostics} == {(rule.rule, rule.name)}
    for found in checked.report.diagnostics:
        assert 0 <= found.span.start <= found.span.end <= len(found.source.text)
        assert found.message
        assert found.fingerprint


def test_use_instead_does_not(rule: RulePart, tmp_path: Path) -> None:
    shown = example(rule, "Use instead")
    if rule.name in WITHOUT_FILES:
        return
    assert shown is not None
    checked = check_files(shown.write(tmp_path), shown.check_settings(rule.name))
    assert [found.message for found in checked.report.diagnostics] == []
    assert not checked.report.coverage.is_nothing


@pytest.mark.parametrize("rule", [r for r in RULES if "fix" in names_used(r)], ids=lambda r: r.name)
def test_fix_of_the_example_repairs_it(rule: RulePart, tmp_path: Path) -> None:
    shown = example(rule, "Example")
    assert shown is not None
    paths = shown.write(tmp_path)
    settings = shown.check_settings(rule.name)
    checked = check_files(paths, settings)
    offered = [found for found in checked.report.diagnostics if found.fix]
    assert offered, "the example shows nothing that is repaired"
    repaired = repair(offered, True, checked.project.by_name)
    assert repaired.texts
    assert all(repair([found], True, checked.project.by_name).fixed for found in offered)
    for name, text in repaired.texts.items():
        Path(name).write_text(text, encoding="utf-8")
    after = check_files(paths, settings).report
    fixed = {found.fingerprint for found in repaired.fixed}
    assert not [found for found in after.diagnostics if found.fingerprint in fixed]
