"""The fitting of the weights of matching, on a table that is small enough to be looked through."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy", reason="numpy is not installed; only the fitting of the weights needs it")
pytest.importorskip("scipy", reason="scipy is not installed; only the fitting of the weights needs it")

from training.matching import Case, chances, fit, left_out, part_of, table, tallies  # noqa: E402

NAMES = ["authors.first", "prior.all", "title.same"]
RIGHT = (("prior.all", 1.0), ("title.same", 1.0), ("authors.first", 1.0))
COMPANION = (("prior.all", 1.0), ("authors.first", 1.0))


def case(number: int, is_there: bool) -> Case:
    """An entry with its record and a companion of the same authors, or with the companion alone."""
    rows = (COMPANION, RIGHT) if is_there else (COMPANION,)
    return Case(f"g{number}", "kind", rows, (0.0,) * len(rows), 1 if is_there else -1, is_there, True)


CASES = [case(number, number % 2 == 0) for number in range(60)]


def test_a_title_that_only_the_right_records_have_is_what_is_learned() -> None:
    data = table(CASES, NAMES)
    first, prior, title = fit(data, NAMES)
    assert title > 2
    assert first + prior < -1
    found, _ = chances(data, np.array([first, prior, title]))
    assert all(found[data.right[data.right >= 0]] > 0.8)


def test_records_share_one_probability_with_none_of_them() -> None:
    found, logarithms = chances(table(CASES[:1], NAMES), np.zeros(3))
    assert found == pytest.approx([1 / 3, 1 / 3])
    assert logarithms == pytest.approx([np.log(1 / 3)])


def test_weights_cost_the_more_the_larger_they_are() -> None:
    data = table(CASES, NAMES)
    assert fit(data, NAMES, held=20.0)[2] < fit(data, NAMES, held=0.2)[2]


def test_an_entry_is_judged_without_the_part_that_it_is_in() -> None:
    """All entries of a part have the answer turned round; who learned from them would be right about them."""
    turned = part_of(CASES[0])
    odd = [
        Case(c.group, c.stratum, c.rows, c.needed, 0, True, True) if part_of(c) == turned else c for c in CASES
    ]  # fmt: skip
    found = left_out(odd, table(odd, NAMES), NAMES)
    assert all(given[0] < 0.5 for c, given in zip(odd, found, strict=True) if part_of(c) == turned)


def test_only_what_is_measured_is_counted_and_what_is_refused_is_not_given() -> None:
    refused = Case("g", "kind", (RIGHT,), (1.0,), 0, True, True)
    learned = Case("h", "kind", (RIGHT,), (0.0,), 0, True, False)
    rows = tallies([CASES[0], refused, learned], [np.array([0.1, 0.8]), np.array([0.9]), np.array([0.9])], 0.65)
    assert rows["all"] == {"n": 2, "exist": 2, "given": 1, "right": 1}


def test_companions_are_learned_from_little_and_counted_apart() -> None:
    companions = [Case(f"c{n}", "companion", (COMPANION,), (0.0,), -1, False, True) for n in range(30)]
    data = table([*CASES, *companions], NAMES)
    assert sum(data.counts) == pytest.approx(60 + 30 * 0.1)
    rows = tallies([CASES[0], companions[0]], [np.array([0.1, 0.8]), np.array([0.9])], 0.5)
    assert rows["all"]["n"] == 1
    assert rows["companion"] == {"n": 1, "exist": 0, "given": 1, "right": 0}


def test_an_entry_that_names_its_record_is_counted_with_the_changed_ones_and_not_with_the_unnamed() -> None:
    named = Case("g", "pre-changed", (COMPANION,), (0.0,), 0, True, True, named=True)
    rows = tallies([named], [np.array([0.9])], 0.5)
    assert rows["changed"]["right"] == rows["another title"]["right"] == 1
    assert "changed, not named" not in rows
