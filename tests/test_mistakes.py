"""What people mistype: the command ends as it should, says what was found, and names what was meant."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from case_files import cases_of
from conftest import Answer

_CASE = re.compile(
    r"^## (?P<title>.+)\n\n```console\n\$ citekit (?P<command>.*)\n(?P<said>(?:citekit: .*\n)+)\[(?P<code>\d)\]\n```\n",
    re.MULTILINE,
)
_CASES = cases_of(Path(__file__).parent / "cases" / "mistakes", _CASE, 60)
_ENTRY = "@article{okafor2021,\n  title = {Sorting Sparse Ledgers},\n  author = {Okafor, Mina and Lindqvist, Tora},\n  journal = {Journal of Queues},\n  year = 2021,\n}\n"
_FILES = {
    "me.bib": _ENTRY,
    "old.bib": _ENTRY,
    "broken.bib": "@article{a, title={T\n\n@book{b, title={U}}\n",
    "page.md": "# Publications\n\n- Mina Okafor, Tora Lindqvist. Sorting Sparse Ledgers. Journal of Queues, 2021.\n",
    "empty.md": "",
}


@pytest.mark.parametrize("case", [case for _, case in _CASES], ids=[case["title"] for _, case in _CASES])
def test_a_mistake_is_named(
    citekit: Callable[..., Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: re.Match[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in _FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    answer = citekit(*shlex.split(case["command"]))
    said = "".join(f"{line}\n" for line in answer.err.splitlines() if line.startswith("citekit: "))
    assert (said, answer.code) == (case["said"], int(case["code"]))
    assert "Traceback" not in answer.err
    assert all(Path(name).read_text(encoding="utf-8") == text for name, text in _FILES.items())
