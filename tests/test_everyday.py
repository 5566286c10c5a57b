"""Programs of a few lines that people write about their bibliographies; see tests/cases/everyday/programs.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import citekit

PAGE = (Path(__file__).parent / "cases" / "everyday" / "programs.md").read_text(encoding="utf-8")
REFS = re.findall(r"```bibtex\n(.*?)```", PAGE, re.DOTALL)[0]
PROGRAMS = re.findall(r"^## (.*?)\n\n```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL)


def test_there_are_sixty() -> None:
    assert len(PROGRAMS) >= 60
    assert len(PROGRAMS) == PAGE.count("\n## ")


@pytest.mark.parametrize(("english", "code", "printed"), PROGRAMS, ids=[english for english, *_ in PROGRAMS])
def test_a_program_does_what_its_sentence_says(
    english: str,
    code: str,
    printed: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert code.count("\n") <= english.count("\n") + 1 + 3
    monkeypatch.chdir(tmp_path)
    Path("refs.bib").write_text(REFS, encoding="utf-8")
    exec(code, {"citekit": citekit})
    assert capsys.readouterr().out == printed
