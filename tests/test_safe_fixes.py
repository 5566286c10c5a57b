"""Safe fixes leave what is printed as it is; the measure of all real files in twenty styles is ``printed_alike`` itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from printed_alike import BST, STYLES, differences
from rule_pages import example, names_used

from citekit.lint.rule import RulePart, all_parts

REPAIRS = {"Fix", "rewritten", "replaced", "without_field", "with_field"}
FIXED = [rule for rule in all_parts() if REPAIRS & names_used(rule) and example(rule, "Example")]


@pytest.mark.parametrize("rule", FIXED, ids=lambda rule: rule.name)
def test_examples_print_alike(rule: RulePart, tmp_path: Path) -> None:
    shown = example(rule, "Example")
    assert shown
    shown.write(tmp_path)
    for path in tmp_path.glob("*.bib"):
        assert list(differences(path, STYLES[::4])) == []


FORMS = r"""
@article{a, author = {Able, Anna}, title = {A}, journal = {J. Queues}, pages = {1-2}, number = {}, year = 2020}
@article{b, author = {Able, Anna}, title = {``B''}, journal = {J. Queues}, pages = {3 - 4}, year = 2020}
@misc{c, author = {Able, Anna}, title = {C.}, eprint = {2403.11421}, year = 2024}
@misc{d, author = {Able, Anna and Baker, B. et al.}, title = {D “e”}, url = {www.example.org/a}, year = 2024}
@misc{e, author = {Able*, Anna and Çaglar, Ünal}, title = {{E}}, month = "feb", year = 2024}
"""


def test_forms_print_alike(tmp_path: Path) -> None:
    path, fixed = tmp_path / "refs.bib", dict[str, int]()
    path.write_text(FORMS, encoding="utf-8")
    assert list(differences(path, STYLES[:8], fixed)) == []
    assert {"page-hyphen", "empty-field"} <= fixed.keys()


@pytest.mark.bench_data
def test_a_real_file_prints_alike() -> None:
    from training.documents import BENCH

    path = BENCH / "bib" / "real" / "stacks_my.bib"
    if not path.is_file():
        pytest.skip(f"no measuring data in {BENCH}")
    fixed: dict[str, int] = {}
    assert list(differences(path, STYLES, fixed, BST)) == []
    assert sum(fixed.values()) > 10
