"""The code gets no harder to read: each measure may get better, and its mark then moves with it, but never worse."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from code_shape import JOURNEYS, files_entered, measure, unexplained_thresholds

PACKAGE = Path(__file__).parents[1] / "citekit"
MARKS = Path(__file__).parent / "data" / "code_shape.tsv"


SLACK = {"lines of code and imports": 200}
"""How far a measure may stand above its mark: a fix needs a few lines, a feature moves the mark and gives its reason."""


def marks() -> dict[str, float]:
    """The numbers that hold today, by the name of their measure."""
    rows = (line.split("\t") for line in MARKS.read_text(encoding="utf-8").splitlines())
    return {name: float(number) for name, number in rows}


def compare(measured: dict[str, float], update: bool) -> None:
    known = marks()
    if update:
        known |= measured
        MARKS.write_text("".join(f"{name}\t{number:g}\n" for name, number in known.items()), encoding="utf-8")
        return
    rising = {"comments per 1,000 lines"}
    worse = {
        name: f"{number:g}, was {known[name]:g}"
        for name, number in measured.items()
        if (number < known[name] if name in rising else number > known[name] + SLACK.get(name, 0))
    }
    assert not worse, (
        "the code became harder to read (pytest --update-golden moves the marks, and a reason goes with it)"
    )


def test_the_code_is_no_harder_to_read(update_golden: bool) -> None:
    compare(measure(PACKAGE), update_golden)


@pytest.mark.parametrize("name", JOURNEYS)
def test_a_command_enters_no_more_files(name: str, tmp_path: Path, update_golden: bool) -> None:
    compare({f"files entered by {name}": files_entered(PACKAGE, tmp_path, name)}, update_golden)


class TestMeasures:
    def test_of_a_small_package(self, tmp_path: Path) -> None:
        (tmp_path / "a.py").write_text(
            '"""A docstring is no code."""\nclass Entry:\n    pass\n\n\ndef _once():\n    return 1  # noqa: S1\n\n\n_once()\n'
        )
        (tmp_path / "b.py").write_text(
            "class Entry:  # a reason\n    def _twice(self):\n        self._twice(), self._twice()\n"
        )
        assert measure(tmp_path) == {
            "classes that share their name": 2,
            "comments per 1,000 lines": round(1000 / 13, 1),
            "thresholds without a reason": 0,
            "private functions used once": 1,
            "lines of code and imports": 8,
        }

    @pytest.mark.parametrize(
        ("code", "number"),
        [
            ("x = len(a) > 7", 1),
            ("x = len(a) > 7  # a name has at most seven words", 0),
            ("# a name has at most seven words\nx = len(a) > 7", 0),
            ("x = len(a) > 1", 0),
            ("MOST = 7", 1),
            ('MOST = 7\n"""Words of a name."""', 0),
        ],
    )
    def test_of_thresholds(self, code: str, number: int) -> None:
        assert unexplained_thresholds(ast.parse(code), code) == number
