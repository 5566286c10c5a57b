"""The forms of each fault that ``tests/cases/forms/checks.md`` lists are found, and what looks alike is not."""

from __future__ import annotations

import pytest
from check_forms import Form, listed_forms

from citekit.lint.loading.bibliography import read_bibliography
from citekit.lint.loading.project import Project
from citekit.lint.rule import all_parts
from citekit.lint.run import run
from citekit.runtime.config import CheckSettings

STOCK = {
    "author": "{Jane Doe and Richard Roe}",
    "title": "{Lazy Queues for Everyone}",
    "journal": "{Journal of Queues}",
    "year": "2020",
}
FORMS = list(listed_forms())


def entry(form: Form) -> str:
    """An entry with what a form says in the place of the fields that it names."""
    kind = form.type or "article"
    stock = {name: value for name, value in STOCK.items() if name != "journal" or kind == "article"}
    fields = ", ".join(f"{name} = {value}" for name, value in {**stock, **form.fields}.items())
    return f"@{kind}{{{form.key or 'doe2020'}, {fields}}}\n"


def test_the_list_is_of_rules_that_exist_and_has_both_sides() -> None:
    for is_fault in (True, False):
        assert {form.rule for form in FORMS if form.is_fault is is_fault} <= {rule.name for rule in all_parts()}
    assert {form.rule for form in FORMS if form.is_fault} == {form.rule for form in FORMS if not form.is_fault}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: f"{form.rule} {form.line}")
def test_form(form: Form) -> None:
    bibliography = read_bibliography(entry(form).encode(), "refs.bib")
    report = run(Project((bibliography,)), CheckSettings(select=(form.rule,)))
    assert bool(report.diagnostics) == form.is_fault, entry(form)
