"""Plants faults into clean real entries, every rule in turn: they must be found, and the clean entries must raise none.

The entries come from the folder that ``CITEKIT_BENCH`` names, else ``../shared/bench`` beside the project.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from check_forms import Form, listed_forms
from planting import COMPLETE, PLANTERS, Files, Plain, plain_entries

from citekit.commands.check import check_files
from citekit.lint.loading.bibliography import read_bibliography
from citekit.lint.loading.project import Project
from citekit.lint.rule import all_parts, names_meant_by
from citekit.lint.run import run
from citekit.runtime.config import CheckSettings

BENCH = Path(os.environ.get("CITEKIT_BENCH") or Path(__file__).parents[3] / "shared" / "bench") / "bib" / "real"
FAULTS = 500
LEAST_FOUND = 0.98
FORMS = [form for form in listed_forms() if not form.key]
IN_THE_CORPUS = frozenset(
    "citation-after-stop doi-year font-switch hand-written-citation label-in-value missing-bibliography-style name-beside-citation"
    " named-not-cited placeholder placeholder-citation retraction-notice unbraced-corporate-author undefined-journal-macro".split()
)
"""Rules whose faults are planted in projects of our own: tests/cases/check/faults.md."""
NOT_PLANTED = IN_THE_CORPUS | {
    "not-utf8",
    "dead-link",
    "joined-entries",
    "owner-missing",
    "reference-style",  # its departures are planted in printed lists: benchmarks/planted_departures.py
    *names_meant_by(["catalogues"], ""),
}

pytestmark = [
    pytest.mark.bench_data,
    pytest.mark.skipif(not BENCH.is_dir(), reason=f"no measuring data in {BENCH}; CITEKIT_BENCH names its folder"),
]


@cache
def pool() -> tuple[Plain, ...]:
    """Entries in which no rule finds anything, but for those that find what nearly all entries lack."""
    read = read_bibliography((BENCH / "cdl.bib").read_bytes(), "cdl.bib")
    entries = {entry.key: entry for entry in plain_entries(read)[::7]}
    settings = CheckSettings(
        select=("all",), ignore=("key-pattern", "recommended-field", "unknown-venue", "uneven-fields")
    )
    project = Project((read_bibliography("\n".join(map(str, entries.values())).encode(), "pool.bib"),))
    odd = {found.key for found in run(project, settings).diagnostics}
    return tuple(entry for key, entry in entries.items() if key not in odd)


def test_every_rule_is_planted() -> None:
    assert PLANTERS.keys() | NOT_PLANTED == {rule.name for rule in all_parts()}


def _needed(rule: str) -> dict[str, Any]:
    return dict(COMPLETE.get(rule, {}))


def findings(files: Files, rule: str, folder: Path) -> int:
    for path in folder.iterdir():
        path.unlink()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    given = {
        name: str(folder / value) if isinstance(value, str) and value in files else value
        for name, value in _needed(rule).items()
    }
    settings = CheckSettings(select=(rule,), **given)
    return len(check_files([folder], settings).report.diagnostics)


def test_planted_faults_are_found(tmp_path: Path) -> None:
    rng = random.Random(20)
    rules = sorted(PLANTERS)
    found = planted = 0
    missed: Counter[str] = Counter()
    raised: Counter[str] = Counter()
    tries = 0
    while planted < FAULTS and tries < 4 * FAULTS:
        rule = rules[tries % len(rules)]
        tries += 1
        entry, *others = rng.sample(pool(), 5)
        clean, faulty = PLANTERS[rule](rng, entry, others)
        if findings(clean, rule, tmp_path):
            raised[rule] += 1
            continue
        planted += 1
        if findings(faulty, rule, tmp_path):
            found += 1
        else:
            missed[rule] += 1
    assert planted == FAULTS
    assert not raised, f"clean entries raised {raised}"
    assert found >= LEAST_FOUND * planted, f"found {found} of {planted}; missed {missed}"


def with_form(entry: Plain, form: Form) -> str:
    """A real entry with the fields that a form of a fault names in place of its own."""
    changed = replace(entry, type=form.type or entry.type, raw=frozenset(form.fields))
    fields = dict(changed.fields)
    if form.type not in ("", "article"):
        for name in ("journal", "volume", "number"):
            fields.pop(name, None)
    return str(replace(changed, fields={**fields, **form.fields}))


@pytest.mark.parametrize("form", FORMS, ids=lambda form: f"{form.rule} {form.line}")
def test_listed_forms_in_real_entries(form: Form) -> None:
    entry, *others = random.Random(form.line).sample(pool(), 4)
    text = "\n".join([*map(str, others), with_form(entry, form)])
    found = run(
        Project((read_bibliography(text.encode(), "refs.bib"),)), CheckSettings(select=(form.rule,))
    ).diagnostics
    assert bool(found) == form.is_fault, text
    assert all(diagnostic.key in ("", entry.key) for diagnostic in found)
