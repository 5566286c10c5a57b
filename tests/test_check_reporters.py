"""What the reporters of ``citekit check`` write, against the rules of those who read it."""

from __future__ import annotations

import importlib
import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from conftest import Answer

from citekit.commands.check import check_files
from citekit.lint.reporters import github, render, reporter, reporter_names
from citekit.lint.reporting.report import Report
from citekit.lint.rule import all_rules
from citekit.runtime.config import CheckSettings

Run = Callable[..., Answer]

ODD_YEAR = "@misc{roe2019, author = {Richard Roe}, title = {Eager Stacks}, year = {20019}}\n"
ALL_KINDS = {
    "a #1 é.bib": (
        "% citekit: ignore[bad-year] as printed\n"
        f"{ODD_YEAR}{ODD_YEAR.replace('roe2019', 'poe2019')}"
        "@misc{doi1, author = {Paul Poe}, title = {Patient Heaps 100\\% “fast”}, doi = {doi:10.1000/182}, year = 2018}\n"
        "@misc{doi2, author = {Paul Poe}, title = {Other Heaps}, doi = {10.1000/182}, year = 2018}\n"
        "@misc{odd, author = {A ::B,, and}, title = {<i>x</i> | `y` [z](w) \x0b}, year = 2018}\n"
    ),
    "broken.bib": "@misc{broken, title = {A\n\n",
    "paper.tex": "\\cite{nokey}\n\\cite{nokey}\n\\bibliography{a #1 é}\n",
}
"""Files with suppressed, related, repairable and equal findings, odd names and characters, and one that cannot be read."""


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    return tmp_path


def reports() -> Iterator[tuple[str, Report]]:
    """Reports of all kinds by a name: full, after a baseline, clean, and of nothing."""
    for name, text in ALL_KINDS.items():
        Path(name).write_text(text, encoding="utf-8")
    given = [Path(name) for name in ALL_KINDS]
    yield "all kinds", check_files([*given, Path("nowhere.bib")], CheckSettings(extend_select=("all",))).report
    whole = check_files(given, CheckSettings(select=("bad-year",))).report
    yield "known", replace(whole, diagnostics=(), known=len(whole.diagnostics))
    Path("clean.bib").write_text(ODD_YEAR.replace("20019", "2019"), encoding="utf-8")
    yield "clean", check_files([Path("clean.bib")], CheckSettings()).report
    Path("empty.bib").write_text("", encoding="utf-8")
    yield "nothing", check_files([Path("empty.bib")], CheckSettings()).report
    yield "empty", Report()


def test_the_reports_have_findings_of_all_kinds() -> None:
    report = dict(reports())["all kinds"]
    assert report.silenced
    assert report.unreadable
    assert {found.severity for found in report.diagnostics} == {"error", "warning", "note"}
    assert any(found.related for found in report.diagnostics)
    assert any(found.fix for found in report.diagnostics)


def test_names_of_reporters_are_those_of_their_files() -> None:
    assert [reporter(name).NAME for name in reporter_names()] == list(reporter_names())


# SARIF


def sarif_schema() -> dict[str, Any]:
    """The schema of OASIS: in the npm package @microsoft/jest-sarif, in a folder that NODE_PATH names."""
    for folder in os.environ.get("NODE_PATH", "").split(os.pathsep):
        for path in Path(folder).glob("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0*.json") if folder else ():
            return json.loads(path.read_text(encoding="utf-8"))
    pytest.skip("NODE_PATH names no folder with @microsoft/jest-sarif, which holds the schema of SARIF")


def test_sarif_is_valid_by_the_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="needs jsonschema")
    validator = jsonschema.Draft7Validator(sarif_schema())
    for name, report in reports():
        errors = [error.message for error in validator.iter_errors(json.loads(render(report, "sarif")))]
        assert (name, errors) == (name, [])


def test_sarif_is_valid_by_classes_made_from_the_schema() -> None:
    pytest.importorskip("pydantic_sarif", reason="needs pydantic-sarif")
    model = importlib.import_module("pydantic_sarif.model").StaticAnalysisResultsFormatSarifVersion210JsonSchema
    for _, report in reports():
        log = json.loads(render(report, "sarif"))
        assert len(model.model_validate(log).runs[0].results) == len(report.diagnostics) + len(report.silenced)
    log["runs"][0]["results"] = [{"message": {"text": "x"}, "level": "info"}]
    with pytest.raises(ValueError, match="level"):
        model.model_validate(log)


def test_sarif_has_what_code_scanning_demands() -> None:
    for _, report in reports():
        (run,) = json.loads(render(report, "sarif"))["runs"]
        rules = run["tool"]["driver"]["rules"]
        assert [rule["id"] for rule in rules] == [rule.name for rule in all_rules()]
        assert all(rule["help"]["text"] and rule["shortDescription"]["text"] for rule in rules)
        assert run["columnKind"] == "unicodeCodePoints"
        invocation = run["invocations"][0]
        assert invocation["executionSuccessful"] == (not report.failed)
        assert len(invocation["toolExecutionNotifications"]) == len(report.unreadable)
        prints = [result["partialFingerprints"]["citekit/v1"] for result in run["results"]]
        assert len(set(prints)) == len(prints)
        for result in run["results"]:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
            for place in [*result["locations"], *result.get("relatedLocations", [])]:
                uri = place["physicalLocation"]["artifactLocation"]["uri"]
                assert re.fullmatch(r"[A-Za-z0-9/%._~!$&'()*+,;=@-]+", uri)
                assert unquote(uri) in ALL_KINDS
                region = place["physicalLocation"]["region"]
                assert (
                    (region["endLine"], region["endColumn"]) >= (region["startLine"], region["startColumn"]) >= (1, 1)
                )


def test_sarif_names_files_as_addresses(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("other dir") / "a.bib"
    outside.write_text(ODD_YEAR, encoding="utf-8")
    inside = tmp_path / "sub" / "c:d" / "a.bib"
    inside.parent.mkdir(parents=True)
    inside.write_text(ODD_YEAR, encoding="utf-8")
    log = json.loads(render(check_files([outside, inside], CheckSettings()).report, "sarif"))
    uris = [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in log["runs"][0]["results"]]
    assert sorted(uris) == sorted([outside.as_uri(), "sub/c%3Ad/a.bib"])


@pytest.mark.skipif(os.name != "posix", reason="needs names that are bytes")
@pytest.mark.parametrize("name", reporter_names())
def test_names_of_files_that_are_no_unicode_are_written(citekit: Run, name: str) -> None:
    path = os.fsdecode(b"\xff.bib")
    try:
        Path(path).write_text(ODD_YEAR, encoding="utf-8")
    except OSError:
        pytest.skip("the file system has no such names")
    answer = citekit("check", "--to", name, "--out", "out", "--cache", "kept", path)
    assert (answer.code, "internal" in answer.err) == (1, False)
    assert "bad-year" in Path("out").read_text(encoding="utf-8")
    assert citekit("check", path, "--write-baseline", "known.json").code == 0


# GitLab


def test_gitlab_fingerprints_are_unique_and_paths_relative() -> None:
    for _, report in reports():
        issues = json.loads(render(report, "gitlab"))
        assert len({issue["fingerprint"] for issue in issues}) == len(issues)
        assert len(issues) == len(report.diagnostics) + len(report.unreadable)
        for issue in issues:
            assert issue.keys() == {"description", "check_name", "fingerprint", "severity", "location"}
            assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
            assert not issue["location"]["path"].startswith(("/", "./"))
            assert issue["location"]["lines"]["begin"] >= 1


def test_two_equal_findings_of_a_file_have_two_fingerprints_that_stay() -> None:
    twice = "\\cite{nokey}\n\n\\cite{nokey}\n"
    prints = []
    for text in (twice, f"\n\n{twice}"):
        Path("a.bib").write_text(ODD_YEAR.replace("20019", "2019"), encoding="utf-8")
        Path("paper.tex").write_text(f"{text}\\bibliography{{a}}\n", encoding="utf-8")
        report = check_files([Path("paper.tex")], CheckSettings(select=("undefined-citation",))).report
        prints.append([issue["fingerprint"] for issue in json.loads(render(report, "gitlab"))])
    assert len(set(prints[0])) == 2
    assert prints[0] == prints[1]


# JUnit


def test_junit_has_the_form_that_jenkins_and_ant_read() -> None:
    attributes = {
        "testsuites": {"name", "tests", "failures", "errors"},
        "testsuite": {"name", "tests", "failures", "errors"},
        "testcase": {"name", "classname"},
        "failure": {"type", "message"},
        "error": {"type", "message"},
    }
    for _, report in reports():
        root = ElementTree.fromstring(render(report, "junit").encode("utf-8"))
        assert root.tag == "testsuites"
        for element in root.iter():
            assert element.attrib.keys() == attributes[element.tag]
        for group in [root, *root]:
            assert int(group.attrib["tests"]) == len(list(group.iter("testcase")))
            assert int(group.attrib["failures"]) == len(list(group.iter("failure")))
            assert int(group.attrib["errors"]) == len(list(group.iter("error")))
        assert all(child.tag == "testcase" for suite in root for child in suite)
        assert all(len(case) <= 1 for case in root.iter("testcase"))
        names = [suite.attrib["name"] for suite in root]
        assert len(set(names)) == len(names)


# reviewdog


def test_rdjson_has_the_fields_of_reviewdog() -> None:
    known = {"message", "location", "severity", "code", "suggestions"}
    for _, report in reports():
        content = json.loads(render(report, "rdjson"))
        assert content["source"] == {"name": "citekit"}
        assert len(content["diagnostics"]) == len(report.diagnostics) + len(report.unreadable)
        for found in content["diagnostics"]:
            assert found.keys() <= known
            assert found["severity"] in ("ERROR", "WARNING", "INFO")
            for spot in [found["location"], *found.get("suggestions", [])]:
                assert spot["range"]["start"]["line"] >= 1
                assert spot["range"]["start"]["column"] >= 1


def test_suggestions_of_rdjson_count_bytes() -> None:
    text = "@misc{a, author = {Ünal Öz}, title = {Häufe}, doi = {doi:10.1000/182}, year = 2018}\n"
    Path("a.bib").write_text(text, encoding="utf-8")
    report = check_files([Path("a.bib")], CheckSettings(select=("bad-doi",))).report
    (found,) = json.loads(render(report, "rdjson"))["diagnostics"]
    (suggestion,) = found["suggestions"]
    line = text.encode("utf-8")
    start, end = (suggestion["range"][name]["column"] - 1 for name in ("start", "end"))
    repaired = (line[:start] + suggestion["text"].encode("utf-8") + line[end:]).decode("utf-8")
    assert repaired == text.replace("doi:", "")


# GitHub


def test_annotations_are_one_line_each_and_the_worst_come_first() -> None:
    report = dict(reports())["all kinds"]
    lines = render(report, "github").splitlines()
    assert len(lines) == len(report.diagnostics) + len(report.unreadable)
    kinds = [re.match(r"::(error|warning|notice) title=citekit[^,:]*(?:,\w+=[^,:]*)*::.", line) for line in lines]
    assert all(kinds)
    order = [("error", "warning", "notice").index(kind[1]) for kind in kinds[: len(report.diagnostics)] if kind]
    assert order == sorted(order)


def test_annotations_escape_what_ends_a_command() -> None:
    text = ODD_YEAR.replace("{20019}", "{20019}, note = {::error::x%0Ay}").replace("roe2019", "roe::error::%25")
    Path("a,b:c%.bib").write_text(text, encoding="utf-8")
    line = render(check_files([Path("a,b:c%.bib")], CheckSettings(select=("bad-year",))).report, "github")
    assert line.count("\n") == 1
    assert ",file=a%2Cb%3Ac%25.bib,line=1," in line


def test_the_summary_of_a_job_is_a_table_that_hostile_text_cannot_break(monkeypatch: pytest.MonkeyPatch) -> None:
    report = dict(reports())["all kinds"]
    rows = [line for line in github.summary(report).splitlines() if line.startswith("|")][2:]
    assert len(rows) == len(report.diagnostics)
    for row in rows:
        assert row.count("|") == 5
        assert not re.search(r"[<`\[\\]", row)
    monkeypatch.setattr(github, "_LARGEST_SUMMARY", 2000)
    short = github.summary(replace(report, diagnostics=report.diagnostics * 20))
    assert len(short.encode("utf-8")) < 2100
    assert re.search(r"\n\d+ more\n$", short)


def test_many_equal_findings_are_counted(citekit: Callable[..., Answer], tmp_path: Path) -> None:
    rows = (
        f"@misc{{a{n}, author = {{Ann Able}}, title = {{Work {n}}}, year = 20, url = {{www.example.org/{n}}}}}\n"
        for n in range(30)
    )
    (tmp_path / "refs.bib").write_text("".join(rows), encoding="utf-8")
    answer = citekit("check", tmp_path / "refs.bib", "--select", "bad-url")
    assert answer.out.count("warning[bad-url]") == 1
    assert "bad-url x 30, also in lines 2, 3, 4, 5, …; --verbose shows each" in answer.out
    assert "--write-baseline" in answer.err
    assert max(map(len, answer.out.replace(str(tmp_path), "").splitlines())) <= 80
    whole = citekit("check", tmp_path / "refs.bib", "--select", "bad-url", "--verbose")
    assert whole.out.count("warning[bad-url]") == 30
